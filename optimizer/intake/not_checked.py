"""Whom and what a part of the law concerns that is not checked yet: said once for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from optimizer.domain import Employment, Vessel
from optimizer.findings import Severity, Text
from optimizer.intake.faults import Report
from optimizer.intake.rows import Row

#: Columns that say that somebody is pregnant, has given birth or nurses a child.
_MOTHERHOOD = ("expected_birth", "birth_on")
_NURSING = "nursing_until"


def tell_of_motherhood(rows: Sequence[Row], report: Report) -> None:
    """Working hours, rest, nights and Sundays of mothers are not judged yet, only the bars by date."""
    for row in rows:
        nursing = row.unused(_NURSING)
        if not nursing and all(row[name] is None for name in _MOTHERHOOD):
            continue
        name = row["name"] or row["crew_id"] or ""
        report.notice(
            "input.not_checked",
            Text(
                f"{name}: Arbeitszeit, Ruhe, Nacht- und Sonntagsarbeit nach dem MuSchG werden noch nicht geprüft;"
                " bitte selbst darauf achten.",
                f"{name}: working time, rest, night and Sunday work under the MuSchG are not checked yet;"
                " please see to them yourself.",
            ),
            severity=Severity.INFO,
            crew_id=row["crew_id"] or "",
            citation="MuSchG §§ 3-6",
        )


def tell_of_other_shipping(vessels: Mapping[str, Vessel], rows: Sequence[Row], report: Report) -> None:
    """On board of vessels that are not commercial other law rules the working time of employees."""
    if not any(row["employment"] is Employment.EMPLOYEE for row in rows):
        return
    for vessel in vessels.values():
        if vessel.commercial is False:
            report.notice(
                "input.not_checked",
                Text(
                    f"{vessel.name} fährt nicht gewerblich: Für Beschäftigte gilt dort nicht die BinSchArbZV, sondern"
                    " das ArbZG; das wird noch nicht geprüft.",
                    f"{vessel.name} is not commercial: there the ArbZG and not the BinSchArbZV applies to employees;"
                    " that is not checked yet.",
                ),
                severity=Severity.INFO,
                vessel_id=vessel.vessel_id,
                citation="BinSchArbZV § 1(1), ArbZG §§ 3-11",
            )
