"""N-1 in plain text: the most dangerous losses first, with what falls and who stands in."""

from __future__ import annotations

from collections.abc import Sequence

from optimizer.export.clock_text import instant_text, span_text
from optimizer.export.prose import wrapped
from optimizer.findings import Text
from optimizer.foresee.outages import Outage
from optimizer.instance import Instance
from optimizer.terms import term

_WIDTH = 100


def outage_lines(instance: Instance, found: Sequence[Outage], start: object, lang: str = "de") -> list[str]:
    """One block a person whose loss stops something, then those whose loss is taken over.

    Parameters
    ----------
    found
        Outages, the most dangerous first.
    start
        The instant (UTC) from which the people are missing.
    """
    when = instant_text(start)  # type: ignore[arg-type]
    head = Text(
        f"Wenn nur diese Person ausfällt (ab {when}), die gefährlichsten zuerst",
        f"If only this person drops out (from {when}), the most dangerous first",
    )
    unknown = [item for item in found if not item.answered]
    falling = [item for item in found if item.answered and item.falls]
    covered = [item for item in found if item.answered and not item.falls]
    lines = [head.in_language(lang), ""]
    for item in unknown:
        told = Text("in der Zeit keine Antwort gefunden", "no answer found in time")
        lines.append(f"{_name(instance, item.crew_id)}: {told.in_language(lang)}")
    for item in falling:
        lines += _falling(instance, item, lang)
    if covered:
        lines += [
            "",
            Text("Ohne diese Personen fährt alles weiter", "Without these people everything sails on").in_language(
                lang
            ),
        ]
    for item in covered:
        lines += _covered(instance, item, lang)
    return lines


def _falling(instance: Instance, item: Outage, lang: str) -> list[str]:
    count = len(item.falls)
    sure = "" if item.proven else Text(" (nicht bewiesen)", " (not proven)").in_language(lang)
    head = Text(
        f"{_name(instance, item.crew_id)}: {count} {'Schicht fällt' if count == 1 else 'Schichten fallen'} aus{sure}",
        f"{_name(instance, item.crew_id)}: {count} {'shift falls' if count == 1 else 'shifts fall'}{sure}",
    )
    shifts = [instance.dataset.shifts[shift_id] for shift_id in item.falls]
    names = "; ".join(f"{instance.vessel_of(s).name} {s.shift_id} {span_text(s.interval, lang)}" for s in shifts)
    return [head.in_language(lang), *wrapped([names], "    ", width=_WIDTH), *_stand_ins(instance, item, lang)]


def _covered(instance: Instance, item: Outage, lang: str) -> list[str]:
    if not item.places:
        nothing = Text("kein Dienst mehr", "no duty left").in_language(lang)
        return [f"{_name(instance, item.crew_id)}: {nothing}"]
    head = Text(
        f"{_name(instance, item.crew_id)}: {item.places} Plätze, Änderungen {item.changed}, Anrufe {item.called}",
        f"{_name(instance, item.crew_id)}: {item.places} places, changes {item.changed}, calls {item.called}",
    )
    return [head.in_language(lang), *_stand_ins(instance, item, lang)]


def _stand_ins(instance: Instance, item: Outage, lang: str) -> list[str]:
    if not item.stand_ins:
        return []
    parts = [
        f"{_name(instance, one.crew_id)} ({one.shift_id}{_function(one.function, lang)})" for one in item.stand_ins
    ]
    label = Text("Es springen ein", "Stand-ins").in_language(lang)
    return wrapped([f"{label}: {'; '.join(parts)}"], "    ", width=_WIDTH)


def _function(function: object, lang: str) -> str:
    return "" if function is None else f", {term('function', function, lang)}"  # type: ignore[arg-type]


def _name(instance: Instance, crew_id: str) -> str:
    return f"{instance.dataset.crew[crew_id].name} ({crew_id})"
