"""Objective levels in plain text: value, bound, and whether the value is proven."""

from __future__ import annotations

from collections.abc import Iterable

from optimizer.solve.result import Level, LevelStatus

#: The level that counts cost, which alone has an unavoidable base.
COST_LEVEL = 4


def level_lines(levels: Iterable[Level], unavoidable_cost: int, lang: str = "de") -> list[str]:
    """One line a level; the cost is shown with and without its unavoidable base.

    The percentage stated first includes the base, which no roster can avoid; of a bound of 0 there is none.
    """
    return [_line(level, unavoidable_cost if level.number == COST_LEVEL else 0, lang) for level in levels]


def number_text(value: int, lang: str) -> str:
    """``12.345`` in German, ``12,345`` in English."""
    text = f"{value:,}"
    return text if lang == "en" else text.replace(",", ".")


def decimal_text(value: float, lang: str, digits: int = 1) -> str:
    """``2,8`` in German, ``2.8`` in English."""
    text = f"{value:.{digits}f}"
    return text if lang == "en" else text.replace(".", ",")


def _line(level: Level, base: int, lang: str) -> str:
    head = f"{level.number}  {level.name.in_language(lang)}"
    if level.status is LevelStatus.UNKNOWN:
        return f"{head}: {'not reached in time' if lang == 'en' else 'in der Zeit nicht erreicht'}"
    bound = "bound" if lang == "en" else "Schranke"
    unit = level.unit.in_language(lang) if level.number == COST_LEVEL else ""
    value = f"{_with_base(level.value, base, lang)} {unit}".rstrip()
    return f"{head}: {value}, {bound} {_with_base(level.bound, base, lang)} – {_status(level, base, lang)}"


def _with_base(value: int, base: int, lang: str) -> str:
    if not base:
        return number_text(value, lang)
    without = "without base" if lang == "en" else "ohne Sockel"
    return f"{number_text(value + base, lang)} ({without} {number_text(value, lang)})"


def _status(level: Level, base: int, lang: str) -> str:
    if level.status is LevelStatus.OPTIMAL:
        return "proven optimal" if lang == "en" else "bewiesen optimal"
    unproven = "not proven" if lang == "en" else "nicht bewiesen"
    if level.bound + base == 0:
        return unproven
    gap = gap_text((level.value - level.bound) / (level.bound + base), lang)
    text = f"{unproven}, {'gap' if lang == 'en' else 'Abstand'} {gap}"
    if not base or not level.bound:
        return text
    without = "without base" if lang == "en" else "ohne Sockel"
    return f"{text} ({without} {gap_text(level.gap, lang)})"


def gap_text(share: float, lang: str) -> str:
    """A share in percent; beyond ten times the bound the figure says nothing any more."""
    if share >= 10:
        return "over 999 %" if lang == "en" else "über 999 %"
    return f"{decimal_text(100 * share, lang)} %"
