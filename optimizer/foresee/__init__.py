"""What is to come: rest clocks, operating modes, papers that run out, the logbook beside the roster."""

from optimizer.foresee.rest_clock import RestClock, rest_clock

__all__ = ["RestClock", "rest_clock"]
