"""The logbook beside the roster, in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from optimizer.check.say import hours
from optimizer.export.clock_text import instant_text, span_text, weekday
from optimizer.export.finding_text import finding_lines
from optimizer.export.prose import wrapped
from optimizer.export.summary import compared_line
from optimizer.findings import Text
from optimizer.foresee.deviations import Deviation, DeviationKind
from optimizer.foresee.logbook import ReadBack, TooEarly
from optimizer.instance import Instance
from optimizer.timeline import local

_WIDTH = 100
_MINUTE = timedelta(minutes=1)
_KINDS = {
    DeviationKind.LATER_END: Text("{time} später zu Ende", "ended {time} later"),
    DeviationKind.EARLIER_END: Text("{time} früher zu Ende", "ended {time} earlier"),
    DeviationKind.LATER_START: Text("{time} später begonnen", "began {time} later"),
    DeviationKind.EARLIER_START: Text("{time} früher begonnen", "began {time} earlier"),
    DeviationKind.UNPLANNED: Text("Dienst, der nicht im Plan steht", "duty that is not in the roster"),
}


def logbook_lines(instance: Instance, result: ReadBack, entries: int, lang: str = "de") -> list[str]:
    """What came otherwise, then which later starts became unlawful, then everything the checker says."""
    words = _Words(instance, lang)
    lines = [words.title(result, entries), "", *words.deviations(result.deviations)]
    lines += ["", *words.too_early(result.too_early)]
    if result.unlawful:
        head = words.pick("Durch das Bordbuch rechtswidrig geworden", "Became unlawful by the logbook")
        lines += ["", head, *finding_lines(result.unlawful, lang)]
    if result.past:
        head = words.pick("Schon geschehen", "Already happened")
        lines += ["", head, *finding_lines(result.past, lang)]
    if result.already:
        count = len(result.already)
        lines += ["", words.pick(
            f"Unabhängig davon rechtswidrig: {count} (crew-roster check)",
            f"Unlawful anyway: {count} (crew-roster check)",
        )]  # fmt: skip
    return [*lines, "", compared_line(instance, lang)]


class _Words:
    """Sentences in one language."""

    def __init__(self, instance: Instance, lang: str):
        self._instance = instance
        self._lang = lang

    def pick(self, de: str, en: str) -> str:
        return en if self._lang == "en" else de

    def title(self, result: ReadBack, entries: int) -> str:
        until = f"{weekday(local(result.cut).date(), self._lang)} {instant_text(result.cut)}"
        return self.pick(f"Bordbuch bis {until}, {entries} Einträge", f"Logbook until {until}, {entries} entries")

    def deviations(self, found: Sequence[Deviation]) -> list[str]:
        if not found:
            return [self.pick("Keine Abweichungen vom Dienstplan.", "No deviations from the roster.")]
        lines = [f"{self.pick('Abweichungen vom Dienstplan', 'Deviations from the roster')} ({len(found)})"]
        missing = [item for item in found if item.kind is DeviationKind.MISSING]
        for item in found:
            if item.kind is not DeviationKind.MISSING:
                lines += wrapped([f"- {self._deviation(item)}"], "  ", "  ", _WIDTH)
        return lines + self._missing(missing)

    def _missing(self, found: Sequence[Deviation]) -> list[str]:
        if not found:
            return []
        head = self.pick("ohne Eintrag, es gilt der Plan", "without an entry, the roster counts")
        names = "; ".join(dict.fromkeys(f"{self._name(item.crew_id)} {item.shift_id}" for item in found))
        return wrapped([f"- {head}: {names}"], "  ", "  ", _WIDTH)

    def _deviation(self, item: Deviation) -> str:
        where = " · ".join(part for part in (self._name(item.crew_id), item.shift_id or self._vessel(item)) if part)
        parts = []
        if item.planned is not None:
            parts.append(f"{self.pick('geplant', 'planned')} {span_text(item.planned, self._lang)}")
        if item.recorded is not None:
            parts.append(f"{self.pick('erfasst', 'recorded')} {span_text(item.recorded, self._lang)}")
        return f"{where}: {', '.join(parts)} – {self._kind(item)}"

    def _kind(self, item: Deviation) -> str:
        if item.kind is DeviationKind.OTHER_PERSON:
            name = self._name(item.replaced_by)
            return self.pick(f"statt dessen im Dienst: {name}", f"on duty instead: {name}")
        text = _KINDS[item.kind].in_language(self._lang)
        return text.format(time=hours(_difference(item)))

    def too_early(self, found: Sequence[TooEarly]) -> list[str]:
        if not found:
            return [self.pick("Kein späterer Beginn ist dadurch rechtswidrig.", "No later start became unlawful.")]
        head = self.pick("Spätere Beginne, die nicht mehr zulässig sind", "Later starts that are no longer lawful")
        lines = [f"{head} ({len(found)})"]
        for item in found:
            lines += wrapped([f"- {self._start(item)}"], "  ", "  ", _WIDTH)
        return lines

    def _start(self, item: TooEarly) -> str:
        who = f"{self._name(item.crew_id)} · {item.shift_id}"
        cites = "; ".join(
            dict.fromkeys(f"{bound.name.in_language(self._lang)} [{bound.citation}]" for bound in item.by)
        )
        begins = self._moment(item.start)
        if item.rest_ends is None or item.rest_ends <= item.start:
            said = self.pick(f"Schicht beginnt {begins}", f"shift starts {begins}")
        else:
            ends = self._moment(item.rest_ends)
            said = self.pick(f"Ruhe endet {ends}, Schicht beginnt {begins}", f"rest ends {ends}, shift starts {begins}")
        return f"{who}: {said}. {cites}"

    def _moment(self, instant: datetime) -> str:
        here = local(instant)
        return f"{weekday(here.date(), self._lang)} {here:%d.%m. %H:%M}"

    def _name(self, crew_id: str) -> str:
        return f"{self._instance.dataset.crew[crew_id].name} ({crew_id})"

    def _vessel(self, item: Deviation) -> str:
        vessel = self._instance.dataset.vessels.get(item.vessel_id)
        return "" if vessel is None else vessel.name


def _difference(item: Deviation) -> int:
    if item.planned is None or item.recorded is None:
        return 0
    ends = item.kind in (DeviationKind.LATER_END, DeviationKind.EARLIER_END)
    gap = item.recorded.end - item.planned.end if ends else item.recorded.start - item.planned.start
    return abs(gap // _MINUTE)
