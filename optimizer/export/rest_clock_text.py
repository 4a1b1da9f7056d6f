"""The rest clock of one person in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from optimizer.check.say import hours
from optimizer.export.clock_text import day_text, instant_text, span_text, weekday
from optimizer.export.prose import wrapped
from optimizer.foresee.bounds import Bound
from optimizer.foresee.limits_left import LimitLeft
from optimizer.foresee.rest_clock import PlannedDuty, RestClock
from optimizer.instance import Instance
from optimizer.terms import term
from optimizer.timeline import local

_WIDTH = 100
#: Rest days that depend on accounts of earlier months, which the data do not hold.
_NOT_RECKONED = ("work.rest_days_more_work", "work.season_31d")


def rest_clock_lines(instance: Instance, clock: RestClock, lang: str = "de") -> list[str]:
    """What the person may do from the instant on, then the limits, then what is still planned."""
    words = _Words(instance, lang)
    blocks = [
        [words.title(clock), *words.history(clock), *words.under_way(clock), *words.absent(clock)],
        words.start(clock),
        words.length(clock),
        words.longer_duties(clock),
        words.limits(clock.limits),
        words.rest_day(clock),
        words.planned(clock),
        [words.breaks_left_out()],
    ]
    return [line for block in blocks if block for line in (*block, "")][:-1]


class _Words:
    """Sentences in one language."""

    def __init__(self, instance: Instance, lang: str):
        self._instance = instance
        self._lang = lang

    def _say(self, de: str, en: str) -> str:
        return en if self._lang == "en" else de

    def title(self, clock: RestClock) -> str:
        person = self._instance.dataset.crew[clock.crew_id]
        head = self._say("Ruheuhr", "Rest clock")
        return f"{head} {person.name} ({clock.crew_id}) · {_moment(clock.at, self._lang)}"

    def history(self, clock: RestClock) -> list[str]:
        if not clock.unknown_history:
            return []
        since, until = clock.history_known_from, clock.history_known_until
        known = self._say("nicht bekannt", "not known")
        if since is not None and until is not None and until < self._instance.window.start:
            days = instant_text(since), instant_text(until)
            known = self._say(f"nur von {days[0]} bis {days[1]} bekannt", f"known from {days[0]} to {days[1]} only")
        elif since is not None:
            known = self._say(f"erst seit {instant_text(since)} bekannt", f"known only since {instant_text(since)}")
        text = self._say(
            f"Frühere Dienste sind {known}: Grenzen über mehrere Tage gelten nur für den bekannten Teil.",
            f"Earlier duties are {known}: limits over several days hold for the known part only.",
        )
        if self._instance.assume_rested:
            text += self._say(" Wie verlangt als ausgeruht angenommen.", " Taken as rested, as requested.")
        return wrapped([text], width=_WIDTH)

    def under_way(self, clock: RestClock) -> list[str]:
        if clock.on_duty_until is None:
            return []
        until = _moment(clock.on_duty_until, self._lang)
        return [
            self._say(
                f"Im Dienst bis {until}; der Dienst zählt bis dahin.",
                f"On duty until {until}; the duty counts to its end.",
            )
        ]

    def absent(self, clock: RestClock) -> list[str]:
        lines = []
        for absence in clock.absences:
            kind = term("absence", absence.kind, self._lang)
            since = _moment(absence.start, self._lang)
            until = "" if absence.end is None else f" – {_moment(absence.end, self._lang)}"
            head = self._say("Abwesend", "Absent")
            note = self._say("die Uhr rechnet nur die Ruhe", "the clock reckons rest only")
            lines += wrapped([f"{head} ({kind}) {since}{until}; {note}."], width=_WIDTH)
        return lines

    def start(self, clock: RestClock) -> list[str]:
        if clock.earliest is None:
            text = self._say("Kein rechtmäßiger Beginn in 40 Tagen.", "No lawful start within 40 days.")
            return [text]
        at = _moment(clock.earliest, self._lang)
        head = self._say(f"Frühester Beginn: {at}", f"Earliest start: {at}")
        if not clock.earliest_by:
            return [head + self._say(" – sofort, keine Ruhe steht aus", " – at once, no rest is outstanding")]
        return [f"{head}{self._say('; früher verletzt:', '; earlier breaks:')}", *self._bounds(clock.earliest_by)]

    def length(self, clock: RestClock) -> list[str]:
        if clock.earliest is None:
            return []
        lines = [
            self._duration("Längster Dienst von da an", "Longest duty from there", clock, clock.longest_minutes)
            + self._say("; länger verletzt:", "; longer breaks:"),
            *self._bounds(clock.longest_by),
        ]
        if clock.beside_plan_minutes is None:
            return lines
        beside = self._duration(
            "Neben dem noch Geplanten", "Beside what is still planned", clock, clock.beside_plan_minutes
        )
        if clock.beside_plan_by:
            beside += self._say("; länger verletzt dort:", "; longer breaks there:")
            return [*lines, beside, *self._bounds(clock.beside_plan_by)]
        if clock.beside_plan_minutes < clock.longest_minutes:
            beside += self._say("; dann beginnt der nächste Dienst", "; then the next duty begins")
        return [*lines, beside]

    def _duration(self, de: str, en: str, clock: RestClock, minutes: int) -> str:
        assert clock.earliest is not None
        until = _moment(clock.earliest + timedelta(minutes=minutes), self._lang)
        head = f"{self._say(de, en)}: {hours(minutes)}"
        return head if minutes == 0 else f"{head} ({self._say('bis', 'until')} {until})"

    def longer_duties(self, clock: RestClock) -> list[str]:
        lines = [self._say("Frühester Beginn eines Dienstes von", "Earliest start of a duty of")]
        for item in clock.starts:
            when = self._say("nie", "never") if item.start is None else _moment(item.start, self._lang)
            cites = "; ".join(dict.fromkeys(bound.citation for bound in item.by))
            why = f"[{cites}]" if cites else ""
            first, *more = wrapped([why], width=_WIDTH - 35) or [""]
            lines.append(f"  {hours(item.minutes):>8}  {when:<22} {first}".rstrip())
            lines += [" " * 35 + line for line in more]
        return lines

    def limits(self, limits: Sequence[LimitLeft]) -> list[str]:
        if not limits:
            return []
        note = self._say(
            "Grenzen am frühesten Beginn. Rest: Grenze weniger Gezähltes; was aus dem Zeitraum fällt, wird laufend "
            "wieder frei. Am Stück: was ein Dienst von da an nach dieser Regel allein fasst. Plan: der vollste "
            "Zeitraum mit dem noch Geplanten. Ruhe steht als Dienst da, den sie höchstens lässt.",
            "Limits at the earliest start. Rest: limit less what is counted; what leaves the period is free again. "
            "In one: what one duty from there on may hold by this rule alone. Plan: the fullest period with what is "
            "still planned. Rest rules stand as the duty they leave room for.",
        )
        names = self._say("gezählt|Grenze|Rest|am Stück|Plan", "used|limit|rest|in one|plan").split("|")
        lines = [*wrapped([note], hanging="  ", width=_WIDTH), " " + "".join(f"{name:>9}" for name in names)]
        for item in limits:
            rule = self._instance.rulebook.rule(item.rule_id)
            cited = f"{rule.name.in_language(self._lang)} [{self._instance.rulebook.citation(item.rule_id)}]"
            first, *more = wrapped([cited], width=_WIDTH - 48)
            lines += [f" {_figures(item)}  {first}", *(" " * 48 + line for line in more)]
        return lines

    def rest_day(self, clock: RestClock) -> list[str]:
        if clock.rest_day is None:
            return []
        day = clock.rest_day
        due = f"{weekday(day.due_on, self._lang)} {day_text(day.due_on)}"
        cite = self._instance.rulebook.citation(day.rule_id)
        if day.planned_on is None:
            planned = self._say("im Plan keiner", "none in the plan")
        else:
            free = f"{weekday(day.planned_on, self._lang)} {day_text(day.planned_on)}"
            planned = self._say(f"im Plan am {free}", f"in the plan on {free}")
        text = self._say(
            f"Nächster Ruhetag: spätestens {due} ({day.in_row}. von höchstens {day.allowed} Arbeitstagen in Folge "
            f"bei Beginn; {planned}) [{cite}]",
            f"Next rest day: {due} at the latest (work day {day.in_row} of at most {day.allowed} in a row "
            f"at the start; {planned}) [{cite}]",
        )
        return wrapped([text, self._not_reckoned()], hanging="  ", width=_WIDTH)

    def _not_reckoned(self) -> str:
        book = self._instance.rulebook
        rules = "; ".join(
            f"{book.rule(rule_id).name.in_language(self._lang)} [{book.citation(rule_id)}]" for rule_id in _NOT_RECKONED
        )
        return f"{self._say('Noch nicht gerechnet', 'Not reckoned yet')}: {rules}"

    def planned(self, clock: RestClock) -> list[str]:
        if not clock.planned:
            return [self._say("Danach ist nichts mehr geplant.", "Nothing is planned after that.")]
        lines = [
            self._say("Noch geplant", "Still planned"),
            f"  {self._say('Dienst', 'duty'):<30}{self._say('Schicht', 'shift'):<18}"
            f"{self._say('frühestens', 'earliest'):<18}{self._say('Puffer', 'margin')}",
        ]
        for duty in clock.planned:
            lines.append(self._planned_line(duty))
            lines += self._bounds(duty.broken)
        return lines

    def _planned_line(self, duty: PlannedDuty) -> str:
        when = span_text(duty.interval, self._lang)
        earliest, margin = "–", ""
        if duty.earliest is not None:
            earliest = _short(duty.earliest, self._lang)
            spare = (duty.interval.start - duty.earliest) // timedelta(minutes=1)
            margin = hours(spare) if spare >= 0 else self._say(f"fehlen {hours(-spare)}", f"short by {hours(-spare)}")
        if duty.broken:
            margin += self._say(" – rechtswidrig:", " – unlawful:")
        return f"  {when:<29} {duty.shift_id or duty.vessel_id:<17} {earliest:<17} {margin}".rstrip()

    def _bounds(self, found: Sequence[Bound]) -> list[str]:
        return [line for bound in found for line in wrapped([f"- {self._bound(bound)}"], "    ", "  ", _WIDTH)]

    def _bound(self, bound: Bound) -> str:
        text = f"{bound.name.in_language(self._lang)} [{bound.citation}]"
        if bound.reading:
            text += self._say(f" – nur nach der Lesart {bound.reading}", f" – under the reading {bound.reading} only")
        return text

    def breaks_left_out(self) -> str:
        return self._say(
            "Gerechnet ohne Pausen: vorgeschriebene Pausen liegen im Dienst oder kommen hinzu.",
            "Reckoned without breaks: breaks that are due lie inside the duty or come on top.",
        )


def _moment(instant: datetime, lang: str) -> str:
    """``Mi 09.12.2026 14:00``."""
    return f"{weekday(local(instant).date(), lang)} {instant_text(instant)}"


def _short(instant: datetime, lang: str) -> str:
    here = local(instant)
    return f"{weekday(here.date(), lang)} {here:%d.%m. %H:%M}"


def _figures(item: LimitLeft) -> str:
    most = "–" if item.planned_most is None else hours(item.planned_most)
    texts = (hours(item.used), hours(item.allowed), hours(item.allowed - item.used), hours(item.left), most)
    return "".join(f"{text:>9}" for text in texts)
