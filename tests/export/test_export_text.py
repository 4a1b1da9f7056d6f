"""Summary, findings, faults and law in plain text, German and English."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from export_cases import span

from optimizer.export import finding_lines, input_error_lines, summary_lines
from optimizer.export.clock_text import span_text, window_text
from optimizer.export.finding_text import count_text
from optimizer.export.law_text import law_lines, reading_table_lines
from optimizer.export.level_text import level_lines
from optimizer.export.prose import wrapped
from optimizer.export.summary import readings_lines, unknown_history
from optimizer.findings import Finding, InputError, Severity, Text
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.result import Level, LevelStatus, PlanResult, PlanStatus
from optimizer.timeline import Interval, iso_week


def level(number: int, status: LevelStatus, value: int, bound: int) -> Level:
    return Level(
        number=number,
        name=Text("Kosten", "Cost"),
        status=status,
        value=value,
        bound=bound,
        unit=Text("Punkte", "points"),
    )


def result(roster: Roster | None, **more: object) -> PlanResult:
    known = {
        "status": PlanStatus.PLANNED,
        "roster": roster,
        "levels": (level(1, LevelStatus.OPTIMAL, 1, 1), level(4, LevelStatus.FEASIBLE, 200, 100)),
        "unavoidable_cost": 1000,
        "seconds": 12.34,
        "not_sailing": (
            (
                "S3",
                Text("Fährführer fehlt\nAhrens: im Urlaub", "no ferry master\nAhrens: on leave"),
            ),
        ),
        **more,
    }
    return PlanResult(**known)  # type: ignore[arg-type]


def test_summary_says_what_sails_and_why_not(instance: Instance, roster: Roster) -> None:
    text = "\n".join(summary_lines(instance, result(roster)))
    assert "Dienstplan 2026-W50 (Mo 07.12.2026 00:00 bis Mo 14.12.2026 00:00)" in text
    assert "2 von 3 Schichten fahren; nicht fahren dürfen: 1; offene Plätze: 1." in text
    assert (
        "  Ährenfähre · Schicht S3 · Mo 07.12. 22:00–Di 08.12. 06:00\n"
        "    offen: Fährführer\n"
        "      Niemand frei:\n"
        "      - Zander, Jörg: Ruhezeit bis 08.12. 00:00\n"
    ) in text


def test_equal_open_places_are_counted(instance: Instance, roster: Roster) -> None:
    open_row = next(row for row in roster.rows if row.status is RowStatus.OPEN)
    text = "\n".join(summary_lines(instance, result(replace(roster, rows=(*roster.rows, open_row)))))
    assert text.count("Niemand frei:") == 1
    assert "    offen: 2 × Fährführer" in text


def test_a_shift_that_its_own_facts_forbid_shows_the_cause(instance: Instance, roster: Roster) -> None:
    kept = tuple(row for row in roster.rows if row.shift_id != "S3")
    stopped = replace(roster, rows=(*kept, RosterRow(shift_id="S3", status=RowStatus.NOT_SAILING)))
    text = "\n".join(summary_lines(instance, result(stopped)))
    assert "06:00\n    Fährführer fehlt\n    Ahrens: im Urlaub\n" in text
    assert "2 von 3 Schichten fahren; nicht fahren dürfen: 1; offene Plätze: 0." in text


def test_long_reasons_are_wrapped(instance: Instance, roster: Roster) -> None:
    rows = tuple(
        replace(row, reason=Text("Grund " * 100, "cause " * 100)) if row.reason else row for row in roster.rows
    )
    lines = [line for line in summary_lines(instance, result(replace(roster, rows=rows))) if "Grund" in line]
    assert len(lines) > 5 and max(map(len, lines)) <= 110
    assert " ".join(line.strip() for line in lines).split() == ["Grund"] * 100


def test_summary_shows_cost_with_and_without_base(instance: Instance, roster: Roster) -> None:
    text = "\n".join(summary_lines(instance, result(roster)))
    assert "1  Kosten: 1, Schranke 1 – bewiesen optimal" in text
    assert (
        "4  Kosten: 1.200 (ohne Sockel 200) Punkte, Schranke 1.100 (ohne Sockel 100)"
        " – nicht bewiesen, Abstand 9,1 % (ohne Sockel 100,0 %)"
    ) in text
    assert "Unvermeidbarer Sockel der Kosten: 1.000" in text


def test_summary_names_what_it_rests_on(instance: Instance, roster: Roster) -> None:
    text = " ".join(" ".join(summary_lines(instance, result(roster))).split())
    assert "Rechtsstand: amtlicher Text vom 29.04.2026; spätere Änderungen sind nicht berücksichtigt" in text
    assert "Noch nicht geprüft: " in text and "RheinSchPersV §§ 11.01-13.06, Anlage 5" in text
    assert "Frühere Dienste nicht vollständig bekannt: -Meyer, Ahrens, Bob, Ähring, Änne" in text
    assert "Rechenzeit: 12,3 s" in text
    assert "Lesarten unklarer Texte: 20 wie voreingestellt" in text


def test_summary_in_english_has_no_german_sentence(instance: Instance, roster: Roster) -> None:
    text = "\n".join(summary_lines(instance, result(roster), "en"))
    assert "2 of 3 shifts sail; may not sail: 1; open positions: 1." in text
    assert "1,200 (without base 200) points" in text and "gap 9.1 %" in text
    assert "- Zander, Jörg: resting" in text
    assert not [word for word in ("Schicht ", "fahren", "Ruhezeit", "geprüft", "Rechenzeit") if word in text]


def test_no_values_without_a_plan(instance: Instance) -> None:
    text = "\n".join(
        summary_lines(instance, result(None, status=PlanStatus.NO_PLAN_IN_TIME, levels=(), not_sailing=()))
    )
    assert "In 12,3 s wurde kein Plan gefunden." in text
    assert "Zielgrößen" not in text and "Schichten fahren" not in text


def test_a_run_cut_short_says_so(instance: Instance, roster: Roster) -> None:
    text = "\n".join(summary_lines(instance, result(roster, status=PlanStatus.INTERRUPTED)))
    assert "Vorzeitig beendet" in text


def test_assuming_rest_is_printed(instance: Instance, roster: Roster) -> None:
    assumed = replace(instance, assume_rested=True)
    assert "--assume-rested" in "\n".join(summary_lines(assumed, result(roster)))
    assert "--assume-rested" not in "\n".join(summary_lines(instance, result(roster)))


def test_level_not_reached_shows_no_figures() -> None:
    assert level_lines([level(4, LevelStatus.UNKNOWN, 0, 0)], 10) == ["4  Kosten: in der Zeit nicht erreicht"]


def test_known_history_covers_the_whole_look_back(instance: Instance) -> None:
    assert [person.crew_id for person in unknown_history(instance)] == ["=1+1", "0014", "0013"]
    late = replace(instance, window=iso_week("2026-W49"))
    assert "0012" in [person.crew_id for person in unknown_history(late)]


def test_changed_readings_are_listed() -> None:
    changed = load_rulebook().with_readings({"breaks_in_rest": "rest"})
    lines = readings_lines(changed)
    assert len(lines) == 2
    assert "breaks_in_rest = rest (voreingestellt: duty)" in lines[1]


def finding(code: str, severity: Severity, text: str, **more: object) -> Finding:
    return Finding(code=code, severity=severity, text=Text(text, f"{text} (en)"), **more)  # type: ignore[arg-type]


def test_findings_are_grouped_with_consequences_under_their_cause() -> None:
    lines = finding_lines(
        [
            finding("a", Severity.INFO, "Nur ein Hinweis"),
            finding("b", Severity.UNLAWFUL, "Folge 2", shift_id="S2", consequence_of="c"),
            finding(
                "c",
                Severity.UNLAWFUL,
                "Ursache 1",
                shift_id="S1",
                citation="§ X",
                found="9 h",
                allowed="10 h",
            ),
            finding("c", Severity.UNLAWFUL, "Ursache 2", shift_id="S2", answers="§ Y", reading="span"),
            finding("d", Severity.UNLAWFUL, "Ohne Ursache", consequence_of="nowhere"),
        ]
    )
    assert lines == [
        "Rechtswidrig (4 Feststellungen, davon 3 Ursachen)",
        "  - Ohne Ursache",
        "  - Ursache 1",
        "    § X · festgestellt: 9 h · erlaubt: 10 h",
        "  - Ursache 2",
        "    nur nach der Lesart span · verantwortlich: § Y",
        "    - Folge: Folge 2",
        "Hinweise (1)",
        "  - Nur ein Hinweis",
    ]


def test_every_finding_is_printed_once() -> None:
    loop = [
        finding("a", Severity.WARNING, "A", consequence_of="b"),
        finding("b", Severity.INFO, "B", consequence_of="a"),
        finding("a", Severity.INFO, "C", consequence_of="a"),
    ]
    text = "\n".join(finding_lines(loop))
    assert [text.count(f"- {name}") for name in "ABC"] == [1, 1, 1]


def test_input_errors_name_place_value_problem_and_fix() -> None:
    errors = [
        InputError(
            code="x",
            file="shifts.csv",
            row=12,
            column="end",
            value="25:99",
            problem=Text("Keine Uhrzeit.", "No time."),
            fix=Text("HH:MM", "HH:MM"),
        ),
        InputError(
            code="y",
            file="crew.csv",
            row=None,
            column="",
            value="",
            problem=Text("Datei fehlt.", "Missing."),
            fix=Text("", ""),
        ),
        InputError(
            code="x",
            file="shifts.csv",
            row=2,
            column="end",
            value="x",
            problem=Text("Keine Uhrzeit.", "No time."),
            fix=Text("HH:MM", "HH:MM"),
        ),
    ]
    assert input_error_lines(errors)[0] == "Die Eingabe kann nicht verwendet werden: 3 Fehler."
    assert input_error_lines(errors, undone=Text("Es wurde nichts geplant.", "Nothing was planned.")) == [
        "Die Eingabe kann nicht verwendet werden: 3 Fehler. Es wurde nichts geplant.",
        "  crew.csv",
        "    Datei fehlt.",
        "  shifts.csv, Zeile 2, Spalte end: „x“",
        "    Keine Uhrzeit.",
        "    Abhilfe: HH:MM",
        "  shifts.csv, Zeile 12, Spalte end: „25:99“",
        "    Keine Uhrzeit.",
        "    Abhilfe: HH:MM",
    ]
    assert '  shifts.csv, row 12, column end: "25:99"' in input_error_lines(errors, "en")


def test_law_of_a_day_shows_the_version_in_force() -> None:
    rulebook = load_rulebook()
    everything, today = (
        "\n".join(law_lines(rulebook)),
        "\n".join(law_lines(rulebook, date(2026, 12, 7))),
    )
    for rule in rulebook.rules.values():
        assert rule.name.de in everything and rule.citation in everything
        for version in rule.versions:
            assert version.act in everything
    ended = [
        rule
        for rule in rulebook.rules.values()
        if any(v.valid_until and v.valid_until < date(2026, 12, 7) for v in rule.versions)
    ]
    assert ended, "the data hold at least one superseded version"
    assert len(today) < len(everything)
    assert "2026-12-07" not in today and "Regeln in Kraft am 07.12.2026" in today


def test_every_reading_is_in_the_table() -> None:
    rulebook = load_rulebook()
    for lang in ("de", "en"):
        text = "\n".join(reading_table_lines(rulebook, lang))
        for name, entry in rulebook.reading_table.items():
            assert f"- {name} ({entry['citation']})" in text
            assert entry["effect"][lang] in text
            assert all(choice in text for choice in entry["choices"])


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        (span("2026-12-07T06:00", "2026-12-07T14:00"), "Mo 07.12. 06:00–14:00"),
        (span("2026-12-31T22:00", "2027-01-01T06:00"), "Do 31.12. 22:00–Fr 01.01. 06:00"),
    ],
)
def test_spans(interval: Interval, text: str) -> None:
    assert span_text(interval, "de") == text


def test_windows_of_several_weeks_name_first_and_last() -> None:
    six = Interval(iso_week("2026-W50").start, iso_week("2027-W02").end)
    assert window_text(six, "en").startswith("2026-W50 – 2027-W02 (Mon 07.12.2026 00:00 to Mon 18.01.2027 00:00)")


def test_many_findings_of_one_rule_are_counted() -> None:
    many = [finding("a", Severity.WARNING, f"A{n}", citation="§ X") for n in range(5)]
    lines = finding_lines([*many, finding("b", Severity.WARNING, "B")], most=2)
    assert lines == [
        "Warnungen (6)",
        "  - A0",
        "    § X",
        "  - A1",
        "    § X",
        "  - und 3 weitere dieser Art (§ X): crew-roster check",
        "  - B",
    ]
    assert len(finding_lines(many)) == 11


def test_causes_of_an_open_place_stand_line_by_line(instance: Instance, roster: Roster) -> None:
    reason = Text("Matrose fehlt.\nGilt nicht; krank [§ 1; § 2]: A, B.\nAbwesend: C.", "x")
    rows = tuple(replace(row, reason=reason) if row.reason else row for row in roster.rows)
    text = "\n".join(summary_lines(instance, result(replace(roster, rows=rows))))
    assert "      Matrose fehlt.\n      Gilt nicht; krank [§ 1; § 2]: A, B.\n      Abwesend: C.\n" in text


def test_gaps_beyond_ten_times_the_bound_are_not_spelled_out() -> None:
    (line,) = level_lines([level(4, LevelStatus.FEASIBLE, 5000, 0)], 400)
    assert line.endswith("nicht bewiesen, Abstand über 999 %")
    (line,) = level_lines([level(4, LevelStatus.FEASIBLE, 5000, 1)], 400)
    assert line.endswith("nicht bewiesen, Abstand über 999 % (ohne Sockel über 999 %)")
    (line,) = level_lines([level(2, LevelStatus.FEASIBLE, 5, 0)], 0)
    assert line.endswith("nicht bewiesen")
    (line,) = level_lines([level(4, LevelStatus.FEASIBLE, 1000, 100)], 0, "en")
    assert line.endswith("not proven, gap 900.0 %")


def test_a_paragraph_sign_stays_with_its_number() -> None:
    for width in range(90, 110):
        lines = wrapped(["x" * width + " § 15a(1) " + "y" * 30], "  ", "    ")
        assert not [line for line in lines if line.endswith("§")]
        assert "\N{NO-BREAK SPACE}" not in "".join(lines)


def test_findings_that_follow_are_counted_apart() -> None:
    one = [finding("a", Severity.UNLAWFUL, "A"), finding("b", Severity.UNLAWFUL, "B", consequence_of="a")]
    assert count_text(one, Severity.UNLAWFUL) == "2 Feststellungen, davon 1 Ursache"
    assert count_text(one, Severity.UNLAWFUL, "en") == "2 findings, 1 cause of them"
    assert count_text(one[:1], Severity.UNLAWFUL) == "1" and count_text(one, Severity.WARNING) == "0"
    assert finding_lines(one)[0] == "Rechtswidrig (2 Feststellungen, davon 1 Ursache)"
