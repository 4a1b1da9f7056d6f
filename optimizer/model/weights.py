"""Weights of level 4, from ``data/weights.yaml`` and the settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from optimizer.law.rulebook import read_yaml

#: Largest weight a user may set; keeps every sum far inside 64-bit integers.
MAX_WEIGHT = 10_000


@cache
def weight_table() -> Mapping[str, Mapping[str, object]]:
    """Name, default and unit of every weight."""
    return read_yaml((files("data") / "weights.yaml").read_text("utf-8"), "weights.yaml")


def weights(chosen: Mapping[str, int]) -> dict[str, int]:
    """All weights, with the chosen ones in place of their default.

    Raises
    ------
    ValueError
        For an unknown name or a value outside 0 to :data:`MAX_WEIGHT`.
    """
    result = {name: int(str(entry["default"])) for name, entry in weight_table().items()}
    for name, value in chosen.items():
        if name not in result:
            raise ValueError(f"unknown weight {name!r}; known: {', '.join(sorted(result))}")
        if not 0 <= value <= MAX_WEIGHT:
            raise ValueError(f"weight {name!r} must lie between 0 and {MAX_WEIGHT}")
        result[name] = value
    return result
