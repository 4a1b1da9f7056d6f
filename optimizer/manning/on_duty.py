"""Who must be on duty beside whoever leads: §§ 109(6), 100(3) and 114 Nr. 2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import time
from typing import Any

from optimizer.domain import CertificateKind, Function, VesselState
from optimizer.findings import Text
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.modes import shift_sailing
from optimizer.manning.places import PlaceMaker, ordered
from optimizer.manning.requirement import Alternative, OnDutyRule
from optimizer.manning.watches import Together, fewest_beside, together, uncovered
from optimizer.manning.wording import crew_text
from optimizer.timeline import Interval, clock_windows, local, merge, subtract

DECK_CREW = "manning.cabin.on_duty"
NIGHT_PATROL = "duty.night_patrol"
BUNKERING = "certificate.lng_bunkering"
_CABIN = "manning.cabin"
_NO_CREW = (Function.CABIN_STAFF, Function.NIGHT_PATROL, Function.ADDITIONAL)


@dataclass(frozen=True)
class DeckCrewOnDuty:
    """§ 109(6) for one stretch: the rule, and the deckhands a crew needs to keep it over the watches."""

    rule: OnDutyRule
    added: Function
    master: Function
    sets: frozenset[Together]

    def completed(self, alternative: Alternative, maker: PlaceMaker) -> Alternative:
        """The alternative with the fewest deckhands more that serve every instant."""
        more = self.lacking(alternative)
        if not more:
            return alternative
        places = [*alternative.places, *(maker.place(self.added) for _ in range(more))]
        return replace(alternative, places=ordered(places), by=alternative.by or self.rule.citation)

    def lacking(self, alternative: Alternative) -> int:
        crew = alternative.functions()
        masters = crew.get(self.master, 0)
        others = sum(crew.get(function, 0) for function in self.rule.functions or ()) - masters
        return max(0, fewest_beside(masters, self.sets, self.rule.at_least) - others)


def deck_crew_on_duty(facts: Facts, log: Log) -> DeckCrewOnDuty | None:
    """§ 109(6) on a cabin vessel that sails with passengers, ``None`` elsewhere."""
    table, rule = facts.law(_CABIN), facts.law(DECK_CREW)
    if rule is None or table is None or facts.vessel.type not in table["vessel_types"]:
        return None
    if not facts.sailing or facts.with_passengers is False:
        return None
    _bar_uncovered(facts, DECK_CREW, facts.intervals, log)
    return DeckCrewOnDuty(
        rule=OnDutyRule(
            rule_id=DECK_CREW,
            citation=facts.citation(DECK_CREW),
            intervals=facts.intervals,
            at_least=1 + rule["besides"],
            functions=tuple(Function(name) for name in rule["deck_crew"]),
        ),
        added=Function(rule["added"]),
        master=Function(rule["master"]),
        sets=together(facts.instance, facts.shift, facts.intervals),
    )


def complete(deck: DeckCrewOnDuty | None, crews: Iterable[Alternative], maker: PlaceMaker) -> tuple[Alternative, ...]:
    return tuple(crews) if deck is None else tuple(deck.completed(crew, maker) for crew in crews)


def log_deck_crew(deck: DeckCrewOnDuty | None, crews: Iterable[Alternative], log: Log) -> None:
    """What § 109(6) asks, and how many deckhands the first crew lacks for it."""
    if deck is None:
        return
    others = deck.rule.at_least - 1
    german = f"Während der Fahrt jederzeit im Dienst: Schiffsführer und {others} weitere der Decksmannschaft"
    english = f"On duty at any time while sailing: boatmaster and {others} more of the deck crew"
    more = next((deck.lacking(crew) for crew in crews), 0)
    if more:
        words = crew_text({deck.added: more})
        german += f"; über die Wachen reicht die Besatzung nicht, zusätzlich {words.de}"
        english += f"; the crew does not suffice over the watches, additionally {words.en}"
    log.step(DECK_CREW, Text(german, english))


def night_patrol(facts: Facts, log: Log) -> OnDutyRule | None:
    """§ 100(3): with passengers aboard somebody on duty who can go round in the night."""
    rule = facts.law(NIGHT_PATROL)
    if rule is None or facts.vessel.type not in rule["vessel_types"] or facts.with_passengers is False:
        return None
    opens, closes = time.fromisoformat(rule["from"]), time.fromisoformat(rule["until"])
    nights = tuple(merge(part for span in facts.intervals for part in clock_windows(span, opens, closes)))
    if not nights:
        return None
    if facts.with_passengers is None:
        log.assumed(NIGHT_PATROL, ["with_passengers"], _TAKEN_AS_LADEN)
    log.step(NIGHT_PATROL, _patrol_text(facts, rule))
    _bar_uncovered(facts, NIGHT_PATROL, nights, log)
    return OnDutyRule(NIGHT_PATROL, facts.citation(NIGHT_PATROL), nights, 2 if facts.sailing else 1)


def lng_bunkering(facts: Facts, log: Log) -> OnDutyRule | None:
    """§ 114 Nr. 2: while LNG is bunkered one of the crew on duty holds the certificate."""
    rule = facts.law(BUNKERING)
    if rule is None or not facts.feature(rule["feature"]):
        return None
    times = tuple(
        merge(shared for part in _bunkering(facts) for own in facts.intervals if (shared := own.intersection(part)))
    )
    if not times:
        return None
    log.step(BUNKERING, _EXPERT)
    log.note(BUNKERING, _WHO_TAKES_PART)
    _bar_uncovered(facts, BUNKERING, times, log)
    return OnDutyRule(
        rule_id=BUNKERING,
        citation=facts.citation(BUNKERING),
        intervals=times,
        at_least=rule["at_least"],
        functions=tuple(function for function in Function if function not in _NO_CREW),
        certificate=CertificateKind(rule["certificate"]),
    )


def _bunkering(facts: Facts) -> list[Interval]:
    """When the shift bunkers: its movements say so, else the time it does not sail, else all of it."""
    shift = facts.shift
    movements = facts.instance.movements_in(shift.vessel_id, shift.interval)
    stated = [m.interval for m in movements if m.state is VesselState.BUNKERING]
    if stated or not shift.bunkering:
        return stated
    return subtract(shift.interval, shift_sailing(facts.instance, shift)) or [shift.interval]


def _bar_uncovered(facts: Facts, rule_id: str, intervals: Iterable[Interval], log: Log) -> None:
    gaps = uncovered(facts.instance, facts.shift, intervals)
    if not gaps:
        return
    times = ", ".join(f"{local(gap.start):%d.%m. %H:%M} – {local(gap.end):%d.%m. %H:%M}" for gap in gaps)
    night = rule_id == NIGHT_PATROL
    add = Text("eine Wache für die Nacht", "a watch for the night") if night else Text("eine Wache", "a watch")
    log.bar(
        rule_id,
        Text(
            f"{facts.vessel.name}: {times} ist keine Wache im Dienst. Bitte im Wachplan {add.de} ergänzen.",
            f"{facts.vessel.name}: {times} no watch is on duty. Please add {add.en} to the watch plan.",
        ),
    )


def _patrol_text(facts: Facts, rule: Mapping[str, Any]) -> Text:
    every, years = rule["every_minutes"], rule["keep_proof_years"]
    who = Text("jemand im Dienst", "somebody on duty")
    if facts.sailing:
        who = Text("außer dem Schiffsführer noch jemand im Dienst", "somebody besides the boatmaster on duty")
    return Text(
        f"Mit Fahrgästen von {rule['from']} bis {rule['until']} Uhr alle {every} Minuten ein Kontrollgang: jederzeit "
        f"{who.de}; Nachweis {years} Jahre aufbewahren",
        f"With passengers from {rule['from']} to {rule['until']} a patrol every {every} minutes: at any time "
        f"{who.en}; keep the proof for {years} years",
    )


_TAKEN_AS_LADEN = Text("Geplant wird, als wären Fahrgäste an Bord.", "Planned as if passengers were aboard.")
_EXPERT = Text(
    "Beim Bunkern von Flüssigerdgas jemand der Besatzung im Dienst, der Sachkundiger dafür ist",
    "While liquefied natural gas is bunkered one of the crew on duty who is an expert for it",
)
_WHO_TAKES_PART = Text(
    "Am Bunkern von Flüssigerdgas darf aus der Besatzung nur mitwirken, wer das Befähigungszeugnis als "
    "Sachkundiger für Flüssigerdgas hat.",
    "Of the crew only those who hold the certificate of LNG expert may take part in bunkering.",
)
