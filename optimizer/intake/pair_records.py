"""Who serves with whom, and who knows which vessel."""

from __future__ import annotations

from collections.abc import Sequence

from optimizer.domain import Familiar, Pair, PairKind
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.people_tables import FAMILIAR, PAIRS
from optimizer.intake.person_records import repeated, without_repeats
from optimizer.intake.rows import Row
from optimizer.terms import term


def pairs(rows: Sequence[Row], report: Report) -> list[Pair]:
    """Pairs once each; what contradicts an earlier row is a fault."""
    kept: list[tuple[Row, Pair]] = []
    for row in rows:
        if row["crew_id"] is not None and row["crew_id"] == row["other_id"]:
            row.fault("other_id", _self_pair())
        pair = row.record(Pair)
        if pair is None:
            continue
        same = next((first for first, known in kept if _same(known, pair)), None)
        against = next(((first, known) for first, known in kept if _contradicts(known, pair)), None)
        if same is not None:
            text = repeated(PAIRS.file, row.number, same.number)
            report.notice("input.row_repeated", text, crew_id=pair.crew_id)
        elif against is not None:
            row.fault("kind", _contradiction(against[0].number, against[1].kind, pair.kind))
        else:
            kept.append((row, pair))
    return [pair for _, pair in kept]


def familiar(rows: Sequence[Row], report: Report) -> list[Familiar]:
    found = [(row, record) for row in rows if (record := row.record(Familiar)) is not None]
    return without_repeats(found, FAMILIAR.file, report)


def _people(pair: Pair) -> frozenset[str]:
    return frozenset((pair.crew_id, pair.other_id))


def _same(known: Pair, pair: Pair) -> bool:
    """Only a mentor makes a difference between the two people."""
    return known == pair or (known.kind is pair.kind is not PairKind.MENTOR and _people(known) == _people(pair))


def _contradicts(known: Pair, pair: Pair) -> bool:
    if _people(known) == _people(pair):
        apart = PairKind.APART in (known.kind, pair.kind)
        return (apart and known.kind is not pair.kind) or (known.kind is pair.kind is PairKind.MENTOR)
    return known.kind is pair.kind is PairKind.MENTOR and known.crew_id == pair.crew_id


def _self_pair() -> Fault:
    return Fault(
        "input.self_pair",
        Text("Beide Angaben nennen dieselbe Person.", "Both entries name the same person."),
        Text("Zwei verschiedene Personen eintragen oder die Zeile löschen.", "Enter two people or delete the row."),
    )


def _contradiction(row: int, known: PairKind, kind: PairKind) -> Fault:
    if known is kind:
        return Fault(
            "input.contradiction",
            Text(f"In Zeile {row} steht für diese Person schon eine andere Betreuung.",
                 f"In row {row} this person already has another mentor."),
            Text("Nur eine Betreuung je Person angeben, und nicht gegenseitig.",
                 "Give one mentor a person, and not each other's."),
        )  # fmt: skip
    words = [(term("pair_kind", item), term("pair_kind", item, "en")) for item in (known, kind)]
    return Fault(
        "input.contradiction",
        Text(f"In Zeile {row} steht für diese beiden „{words[0][0]}“, hier „{words[1][0]}“.",
             f'In row {row} these two are marked "{words[0][1]}", here "{words[1][1]}".'),
        Text("Eine der beiden Zeilen löschen.", "Delete one of the two rows."),
    )  # fmt: skip
