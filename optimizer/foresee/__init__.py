"""What is to come: rest clocks, the loss of one person, operating modes, papers that run out, the logbook beside the roster."""

from optimizer.foresee.logbook import LogbookError, ReadBack, read_back
from optimizer.foresee.modes import ModeAnswer, mode_answers
from optimizer.foresee.outages import Outage, danger, outage_of, outages
from optimizer.foresee.outlook import Expiry, outlook
from optimizer.foresee.rest_clock import RestClock, rest_clock
from optimizer.foresee.without import Without, without_certificate

__all__ = [
    "Expiry",
    "LogbookError",
    "ModeAnswer",
    "Outage",
    "ReadBack",
    "RestClock",
    "Without",
    "danger",
    "mode_answers",
    "outage_of",
    "outages",
    "outlook",
    "read_back",
    "rest_clock",
    "without_certificate",
]
