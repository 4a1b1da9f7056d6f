"""``crew-roster law-cases``: the golden cases agree, and every way a file can be broken is said."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from optimizer.cli import main

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
FILES = sorted(GOLDEN.glob("*.json"))
#: Facts of cases about rest days (§ 7(3)-(5), § 8 BinSchArbZV), which the product does not judge yet.
NOT_YET = "blocks"

CREW = {
    "id": "C-1",
    "law": "BinSchPersV",
    "facts": {"type": "towed_barge", "tonnage_t": 200, "mode": "A", "unmet": [], "mechanical_aids": True},
    "expected": {"crews": [{"Schiffsführer": 1, "Leichtmatrose": 1}], "conditions": [], "substitutions": []},
}
PLACE = {
    "id": "S-1",
    "law": "§ 96(2) S. 1",
    "facts": {
        "date": "2026-06-10",
        "regime": "BinSchPersV",
        "qualifications": ["UBZ Matrose"],
        "age": 30,
        "slot": "Bootsmann",
    },
    "expected": {"allowed": False, "class": "hard"},
}


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["law-cases", *(str(argument) for argument in arguments)])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return code, captured.out, captured.err


def answers(capsys: pytest.CaptureFixture[str], *files: Path) -> tuple[int, dict[str, dict[str, Any]]]:
    code, out, _ = run(capsys, *files, "--json")
    return code, {entry["id"]: entry for entry in json.loads(out)}


def write(folder: Path, *cases: Any, name: str = "cases.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(list(cases)), "utf-8")
    return path


def changed(case: dict[str, Any], part: str, **values: Any) -> dict[str, Any]:
    other = copy.deepcopy(case)
    other[part].update(values)
    return other


def without(case: dict[str, Any], part: str, *names: str) -> dict[str, Any]:
    other = copy.deepcopy(case)
    for name in names:
        del other[part][name]
    return other


# --- the golden cases ---------------------------------------------------------------------------


@pytest.mark.law
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_every_golden_case_of_the_ordinances_agrees(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = json.loads(file.read_text("utf-8"))
    _, answered = answers(capsys, file)
    assert list(answered) == [case["id"] for case in cases]
    for case in cases:
        entry = answered[case["id"]]
        assert entry["expected"] == case["expected"]
        if NOT_YET in case["facts"]:
            assert (entry["got"], entry["agrees"]) == (None, False)
        else:
            assert entry["agrees"], entry
            assert "The checker disagrees" not in entry.get("note", ""), entry


def test_the_answer_has_the_shape_of_the_expected_one(capsys: pytest.CaptureFixture[str]) -> None:
    _, answered = answers(capsys, *FILES)
    for entry in answered.values():
        assert {"id", "expected", "got", "agrees"} <= set(entry) <= {"id", "expected", "got", "agrees", "note"}
        if entry["got"] is not None:
            missing = set(entry["expected"]) - set(entry["got"])
            assert missing <= {"alt_eligible", "alt_allowed"}, entry


def test_all_agree_is_exit_zero(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, CREW, PLACE)
    code, out, err = run(capsys, file)
    assert (code, err) == (0, "")
    assert out == "cases.json: 2 von 2 stimmen überein\n"
    assert run(capsys, file, "--lang", "en")[1] == "cases.json: 2 of 2 agree\n"
    assert answers(capsys, file)[0] == 0


def test_a_disagreement_shows_both_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = changed(CREW, "expected", crews=[{"Schiffsführer": 1, "Matrose": 1}])
    code, out, err = run(capsys, write(tmp_path, wrong, PLACE))
    assert (code, err) == (1, "")
    assert "1 von 2 stimmen überein" in out and "C-1 (BinSchPersV)" in out
    assert 'erwartet: {"crews": [{"Schiffsführer": 1, "Matrose": 1}]' in out
    assert 'Antwort: {"crews": [{"Schiffsführer": 1, "Leichtmatrose": 1}]' in out
    code, answered = answers(capsys, write(tmp_path, wrong, PLACE))
    assert code == 1
    assert [entry["agrees"] for entry in answered.values()] == [False, True]


def test_several_files_are_one_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = write(tmp_path, CREW, name="a.json"), write(tmp_path, PLACE, name="b.json")
    assert list(answers(capsys, two, one)[1]) == ["S-1", "C-1"]
    assert run(capsys, one, two)[1].count("1 von 1") == 2


def test_a_fact_nobody_reads_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, answered = answers(capsys, write(tmp_path, changed(CREW, "facts", colour="red")))
    assert answered["C-1"]["agrees"] and "colour" in answered["C-1"]["note"]


# --- broken files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "kein gültiges JSON (Zeile 1)"),
        (b"", "kein gültiges JSON"),
        (b"[1,\n2", "kein gültiges JSON (Zeile 2)"),
        (b"\xff\xfe[]", "nicht in UTF-8"),
        (b'{"id": "a"}', "ist keine Liste"),
        (b"[3]", "Fall 1.: ist kein Objekt"),
        (b'[{"law": "x", "facts": {}, "expected": {}}]', "Fall 1.: „id“ fehlt"),
        (b'[{"id": "X-9", "facts": {}, "expected": {}}]', "Fall X-9: „law“ fehlt"),
        (b'[{"id": "X-9", "law": "x", "facts": [], "expected": {}}]', "Fall X-9: „facts“ fehlt oder ist kein Objekt"),
        (b'[{"id": "X-9", "law": "x", "facts": {}}]', "Fall X-9: „expected“ fehlt"),
    ],
)
def test_a_file_without_cases(content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    code, out, err = run(capsys, file, "--json")
    assert (code, out) == (2, "")
    assert f"broken.json{',' if 'Fall' in said else ':'} " in err and said in err and "Abhilfe:" in err


def test_a_missing_file_and_every_fault_of_all_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = write(tmp_path, 3, {"id": "X"}, name="bad.json")
    code, out, err = run(capsys, tmp_path / "none.json", bad, "--lang", "en")
    assert (code, out) == (2, "")
    assert "none.json: cannot be read" in err and "bad.json, case 1.: is no object" in err
    assert err.count("bad.json, case X:") == 3 and "Fix:" in err


def test_an_empty_list_is_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, write(tmp_path), "--json")[:2] == (0, "[]\n")


REST = {
    "id": "R-1",
    "law": "BinSchPersV § 103(2)",
    "facts": {
        "employment": "employee",
        "birth_date": "1985-03-10",
        "mode": "A",
        "regime": "BinSchPersV",
        "duties": [["2026-06-01T06:00+02:00", "2026-06-01T14:00+02:00"]],
    },
    "expected": {"violations": []},
}


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (changed(CREW, "facts", type="submarine"), "submarine"),
        (changed(CREW, "facts", mode="E"), "'E'"),
        (changed(CREW, "facts", date="2026-13-01"), "„facts“ ist nicht zu verstehen"),
        (without(CREW, "facts", "type"), "nicht zu erkennen, was gefragt ist"),
        (changed(PLACE, "facts", slot="Koch"), "„Koch“ ist kein bekanntes Wort"),
        (without(PLACE, "facts", "age"), "In „facts“ fehlt „age“"),
        (changed(REST, "facts", duties=[["2026-06-01T06:00+02:00"]]), "„facts“ ist nicht zu verstehen"),
        (changed(REST, "facts", duties=[["heute", "morgen"]]), "„facts“ ist nicht zu verstehen"),
        (without(REST, "facts", "birth_date"), "In „facts“ fehlt „birth_date“"),
        (changed(CREW, "expected", crews=[{"Koch": 1}]), "„Koch“ ist kein bekanntes Wort"),
        (changed(CREW, "expected", substitutions=[{"by": []}]), "In „expected“ fehlt „replace“"),
        (changed(REST, "expected", violations=[{"rule": "x"}]), "In „expected“ fehlt „class“"),
    ],
)
def test_a_case_that_cannot_be_read_does_not_stop_the_others(
    case: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = {**CREW, "id": "last"}
    code, out, err = run(capsys, write(tmp_path, case, last), "--json")
    assert code == 2
    assert f"cases.json, Fall {case['id']}: " in err and said in err and "Abhilfe:" in err
    assert [entry["agrees"] for entry in json.loads(out)] == [False, True]


def test_no_file_is_not_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys)[0] == 2


@pytest.mark.parametrize(
    ("regime", "facts"), [("BinSchPersV", {"mode": "A1"}), ("RheinSchPersV", {"mode": "D", "rhine": True})]
)
def test_a_mode_of_the_other_ordinance_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], regime: str, facts: dict[str, Any]
) -> None:
    code, out, err = run(capsys, write(tmp_path, changed(CREW, "facts", **facts)))
    assert code not in (0, 1) and f"{facts['mode']} is not a mode of the {regime}" in out + err
