"""A replan in plain text: what was lost, the answers side by side, the calls in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from optimizer.domain import Shift
from optimizer.export.clock_text import instant_text, span_text, weekday
from optimizer.export.level_text import decimal_text, gap_text, number_text
from optimizer.export.prose import wrapped
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.replan.answers import Answer
from optimizer.replan.calls import Call, calls
from optimizer.replan.interrupted import Interrupted
from optimizer.replan.situation import Situation
from optimizer.roster import RosterRow
from optimizer.solve.plan_result import Proof
from optimizer.solve.replanning import Preference
from optimizer.terms import term
from optimizer.timeline import local

_TITLES = {
    Preference.CHANGES: Text("Wenig Änderungen", "Few changes"),
    Preference.CALLS: Text("Wenig Anrufe", "Few calls"),
    Preference.COST: Text("Geringe Kosten", "Low cost"),
}
#: More than this is not a call list any more, but another plan.
_MOST_LINES, _MOST_CALLS = 30, 15
_PROVEN = Text("bewiesen", "proven")
_OPEN = Text("nicht bewiesen", "not proven")


def situation_lines(situation: Situation, interrupted: Sequence[Interrupted], lang: str = "de") -> list[str]:
    """What happened and what it costs before anything is planned anew."""
    say = _Sayer(situation.instance, lang)
    start = instant_text(situation.request.start)
    lines = [say.text(Text(f"Umplanung ab {start}", f"Replan from {start}"))]
    for event in situation.request.drop_outs:
        at = instant_text(event.at)
        lines.append(
            say.text(
                Text(
                    f"  Fällt aus: {say.name(event.crew_id)} ab {at}",
                    f"  Drops out: {say.name(event.crew_id)} from {at}",
                )
            )
        )
    for event in situation.request.returns:
        at = instant_text(event.at)
        lines.append(
            say.text(
                Text(f"  Zurück: {say.name(event.crew_id)} ab {at}", f"  Back: {say.name(event.crew_id)} from {at}")
            )
        )
    for out in situation.request.vessels_out:
        vessel = situation.instance.dataset.vessels[out.vessel_id].name
        span = span_text(out.interval, lang)
        lines.append(say.text(Text(f"  Außer Betrieb: {vessel} {span}", f"  Out of service: {vessel} {span}")))
    lines += _under_way(say, situation)
    if situation.idle:
        lines.append(say.text(Text("Schichten, die deshalb nicht fahren", "Shifts that therefore do not sail")))
        lines += [f"  {say.shift(situation.shifts[s])}" for s in situation.idle]
        if any(_after_the_outage(situation, situation.shifts[s]) for s in situation.idle):
            hint = Text(
                "  Die Reise endet mit dem Ausfall. Fährt das Schiff danach weiter, gibt --shifts den späteren "
                "Schichten eine eigene Reise (voyage_id).",
                "  The voyage ends with the outage. If the vessel goes on afterwards, --shifts gives the later shifts a "
                "voyage of their own (voyage_id).",
            )
            lines.append(say.text(hint))
    if situation.cancelled:
        lines.append(say.text(Text("Entfallene Schichten", "Cancelled shifts")))
        lines += [f"  {say.shift(situation.before.dataset.shifts[s])}" for s in situation.cancelled]
    if situation.lost:
        lines.append(say.text(Text("Plätze, die dadurch fehlen", "Places lost")))
        lines += [f"  {say.place(row, situation.instance.dataset.shifts[row.shift_id])}" for row in situation.lost]
    for item in interrupted:
        lines += _interrupted(say, item)
    return lines


def _after_the_outage(situation: Situation, shift: Shift) -> bool:
    """Whether a shift stops only because its voyage does."""
    return not any(
        out.vessel_id == shift.vessel_id and out.interval.overlaps(shift.interval)
        for out in situation.request.vessels_out
    )


def _under_way(say: _Sayer, situation: Situation) -> list[str]:
    """Shifts under way on a vessel out of service: they stay as they are, for only the dispatcher knows their end."""
    start = situation.request.start
    hit = [
        shift
        for shift in situation.instance.dataset.shifts.values()
        for out in situation.request.vessels_out
        if shift.vessel_id == out.vessel_id
        and shift.interval.overlaps(out.interval)
        and shift.interval.start < start < shift.interval.end
    ]
    if not hit:
        return []
    head = Text(
        "Schichten unterwegs: sie bleiben, wie sie sind; ein früheres Ende nennt --shifts",
        "Shifts under way: they stay as they are; --shifts names an earlier end",
    )
    return [say.text(head), *(f"  {say.shift(shift)}" for shift in hit)]


def _interrupted(say: _Sayer, item: Interrupted) -> list[str]:
    names = ", ".join(say.name(crew_id) for crew_id in item.lost)
    head = Text(
        f"Unterwegs: {say.shift(item.shift)}, ohne {names} ab {instant_text(item.at)}",
        f"Under way: {say.shift(item.shift)}, without {names} from {instant_text(item.at)}",
    )
    if item.functions is not None:
        crew = "; ".join(f"{say.name(c)}: {say.function(f)}" for c, f in sorted(item.functions.items()))
        told = Text(f"Die übrige Besatzung genügt: {crew}.", f"The rest of the crew suffices: {crew}.")
    else:
        lower_de = lower_en = ""
        if item.lower_mode is not None:
            mode = item.lower_mode.value
            lower_de = f" In Betriebsform {mode} genügte sie, wenn die Schicht darin zu Ende gefahren wird."
            lower_en = f" In operating mode {mode} it would, if the shift is ended in it."
        told = Text(
            f"Die übrige Besatzung genügt nicht.{lower_de} {item.goes_on.de}",
            f"The rest of the crew does not suffice.{lower_en} {item.goes_on.en}",
        )
    return [say.text(head), *wrapped([say.text(told)], "  ")]


def answer_lines(
    situation: Situation, answer: Answer, preferences: Sequence[Preference], lang: str = "de"
) -> list[str]:
    """One answer: what sails, what changes, whom to call, what the checker says.

    ``preferences`` are all orders of levels of which this roster is the answer.
    """
    say = _Sayer(situation.instance, lang)
    titles = " = ".join(say.text(_TITLES[p]) for p in preferences)
    return [
        f"{titles} (--prefer {preferences[0].value})",
        *_figures(say, situation, answer),
        *_changes(say, situation, answer),
        *_calls(say, calls(situation, answer.roster, answer.difference)),
        *_not_sailing(say, situation, answer),
        say.text(Text("  Unabhängige Prüfung: nichts Rechtswidriges", "  Independent check: nothing unlawful")),
    ]


def _figures(say: _Sayer, situation: Situation, answer: Answer) -> list[str]:
    planned = answer.planned
    changed, called = answer.difference.changed, len(answer.difference.called)
    sailing = answer.roster.sailing_shifts()
    coming = {shift.shift_id for shift in situation.instance.shifts} | set(situation.idle)
    stopped, total = len(coming - sailing), len(coming)
    first = Text(
        f"  {total - stopped} von {total} Schichten fahren, {stopped} nicht; Rechenzeit {decimal_text(answer.seconds, 'de')} s",
        f"  {total - stopped} of {total} shifts sail, {stopped} do not; time {decimal_text(answer.seconds, 'en')} s",
    )
    if planned is None:
        only = Text(
            f"  Änderungen {changed} · Anrufe {called}; die Zeit reichte nicht für mehr, nichts davon ist bewiesen",
            f"  changes {changed} · calls {called}; there was no time for more, nothing of it is proven",
        )
        return [say.text(first), say.text(only)]
    cost = planned.result.levels[-1]
    share = (
        say.text(_PROVEN)
        if cost.status == "optimal"
        else f"{say.text(Text('Abstand', 'gap'))} {_gap(cost.gap, cost.bound, say.lang)}"
    )
    parts = Text(
        f"  Änderungen {changed} ({say.proof(planned.changed)}) · Anrufe {called} ({say.proof(planned.called)})"
        f" · Kosten {number_text(cost.value, 'de')} ({share})",
        f"  changes {changed} ({say.proof(planned.changed)}) · calls {called} ({say.proof(planned.called)})"
        f" · cost {number_text(cost.value, 'en')} ({share})",
    )
    lines = [say.text(first), say.text(parts)]
    given_up = len(situation.keeps_sailing - sailing)
    if given_up:
        lines.append(
            say.text(
                Text(
                    f"  Schichten mit vollständiger Besatzung, die nicht zu halten sind: {given_up}",
                    f"  Shifts of complete crews that cannot be kept: {given_up}",
                )
            )
        )
    return lines


def _gap(gap: float, bound: int, lang: str) -> str:
    return "–" if gap > 0 and not bound else gap_text(gap, lang)


def _not_sailing(say: _Sayer, situation: Situation, answer: Answer) -> list[str]:
    reasons: dict[str, list[str]] = {}
    sailing = answer.roster.sailing_shifts()
    wanted = {shift.shift_id for shift in situation.instance.shifts} - sailing
    for row in answer.roster.rows:
        if row.shift_id in wanted:
            told = reasons.setdefault(row.shift_id, [])
            if row.reason is not None and row.reason.in_language(say.lang) not in told:
                told.append(row.reason.in_language(say.lang))
    lines = [say.text(Text("  Dürfen nicht fahren", "  May not sail"))] if reasons else []
    for shift_id, texts in reasons.items():
        lines.append(f"    {say.shift(situation.instance.dataset.shifts[shift_id])}")
        lines += wrapped(texts, "      ")
    return lines


def _changes(say: _Sayer, situation: Situation, answer: Answer) -> list[str]:
    if not answer.difference.changed:
        return [say.text(Text("  Keine Änderung an den Einteilungen.", "  No assignment changes."))]
    marked = [(row, "–") for row in answer.difference.gone] + [(row, "+") for row in answer.difference.new]
    shifts = situation.instance.dataset.shifts
    marked.sort(key=lambda item: (shifts[item[0].shift_id].interval.start, item[0].shift_id, item[1] == "+"))
    head = say.text(Text("  Änderungen", "  Changes"))
    lines = [f"    {mark} {say.place(row, shifts[row.shift_id])} · {say.name(row.crew_id)}" for row, mark in marked]
    return [head, *_at_most(say, lines, len(lines))]


def _at_most(say: _Sayer, lines: list[str], items: int) -> list[str]:
    """The first of many lines; the files hold all."""
    if len(lines) <= _MOST_LINES:
        return lines
    left = items - _MOST_LINES
    more = Text(
        f"    … und {left} weitere (alle in den Dateien von --all)",
        f"    … and {left} more (all in the files of --all)",
    )
    return [*lines[:_MOST_LINES], say.text(more)]


def _calls(say: _Sayer, items: Iterable[Call]) -> list[str]:
    told = list(items)
    if not told:
        return []
    lines = [say.text(Text("  Anrufe in dieser Reihenfolge", "  Calls in this order"))]
    for number, call in enumerate(told[:_MOST_CALLS], start=1):
        lines += _call(say, call, number)
    if len(told) > _MOST_CALLS:
        left = len(told) - _MOST_CALLS
        lines.append(say.text(Text(f"    … und {left} weitere Anrufe", f"    … and {left} more calls")))
    return lines


def _call(say: _Sayer, call: Call, number: int) -> list[str]:
    person = say.instance.dataset.crew[call.crew_id]
    by = local(call.by)
    until = f"{weekday(by.date(), say.lang)} {by:%d.%m. %H:%M}"
    contact = person.contact or say.text(Text("keine Nummer eingetragen", "no number entered"))
    notice = (
        ""
        if not person.notice_min
        else say.text(Text(f", Frist {person.notice_min} min", f", notice {person.notice_min} min"))
    )
    late = (
        ""
        if call.in_time
        else say.text(Text(" – Frist schon vorbei, Einverständnis nötig", " – notice already over, consent needed"))
    )
    head = Text(
        f"    {number}. {say.name(call.crew_id)} · {contact} · bis {until}{notice}{late}",
        f"    {number}. {say.name(call.crew_id)} · {contact} · by {until}{notice}{late}",
    )
    lines = [say.text(head)]
    for rows, word in ((call.new, Text("kommt", "comes to")), (call.gone, Text("entfällt", "is off"))):
        lines += [f"       {say.text(word)}: {say.place(row, shift)}" for row, shift in rows]
    if call.rate_days and person.day_rate is not None:
        total = decimal_text(call.rate_days * person.day_rate, say.lang)
        rate = decimal_text(person.day_rate, say.lang)
        lines.append(
            say.text(
                Text(
                    f"       Tagessatz: {call.rate_days} × {rate} € = {total} €",
                    f"       day rate: {call.rate_days} × {rate} EUR = {total} EUR",
                )
            )
        )
    return lines


class _Sayer:
    def __init__(self, instance: Instance, lang: str):
        self.instance = instance
        self.lang = lang

    def text(self, text: Text) -> str:
        return text.in_language(self.lang)

    def name(self, crew_id: str) -> str:
        return f"{self.instance.dataset.crew[crew_id].name} ({crew_id})"

    def function(self, function: object) -> str:
        return "–" if function is None else term("function", function, self.lang)  # type: ignore[arg-type]

    def shift(self, shift: Shift) -> str:
        return f"{self.instance.dataset.vessels[shift.vessel_id].name} · {shift.shift_id} · {span_text(shift.interval, self.lang)}"

    def place(self, row: RosterRow, shift: Shift) -> str:
        watch = f" · {self.text(Text('Wache', 'watch'))} {row.watch}" if row.watch else ""
        return f"{self.shift(shift)} · {self.function(row.function)}{watch}"

    def proof(self, proof: Proof | None) -> str:
        return self.text(_PROVEN if proof is not None and proof.optimal else _OPEN)
