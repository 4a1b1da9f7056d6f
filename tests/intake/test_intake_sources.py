"""Folders and zips: missing, broken, nested, oversized, with clutter."""

from __future__ import annotations

import io
import zipfile
import zlib

import pytest
from intake_files import GOOD, faults, place, read, write

from optimizer.findings import DatasetError
from optimizer.intake import read_dataset, read_files, source, unpacked


def pack(path, files: dict[str, str | bytes], prefix: str = ""):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(prefix + name, content)
    return path


def refused(path):
    with pytest.raises(DatasetError) as caught:
        read_dataset(path)
    assert all(e.problem.de and e.fix.de for e in caught.value.errors)
    return caught.value.errors


@pytest.mark.parametrize("prefix", ["", "Woche 50/", "a/b/c/", "Datensatz\\"])
def test_a_zip_reads_like_its_folder(tmp_path, prefix):
    folder = tmp_path / "folder"
    folder.mkdir()
    assert read_dataset(pack(tmp_path / "d.zip", GOOD, prefix)) == read(folder)


def test_a_zip_may_have_any_ending(tmp_path):
    assert read_dataset(pack(tmp_path / "daten.bin", GOOD)).dataset.crew


def test_clutter_of_operating_systems_is_left_out(tmp_path):
    clutter = {
        "__MACOSX/._crew.csv": b"\x00",
        "Thumbs.db": b"\x00",
        ".DS_Store": b"\x00",
        "~$crew.xlsx": b"x",
        ".~lock.crew.csv#": b"x",
    }
    assert read_dataset(pack(tmp_path / "d.zip", {**GOOD, **clutter})).notices == ()
    folder = tmp_path / "f"
    folder.mkdir()
    for name, content in clutter.items():
        if "/" not in name:
            (folder / name).write_bytes(content)
    assert read(folder).notices == ()


def test_deeper_folders_are_named_and_not_read(tmp_path):
    result = read_dataset(pack(tmp_path / "d.zip", {**GOOD, "alt/crew.csv": "x"}))
    assert [n.code for n in result.notices] == ["input.unknown_file"]
    assert "alt/crew.csv" in result.notices[0].text.de


@pytest.mark.parametrize(
    ("name", "words"),
    [("notizen.txt", "nicht verwendet"), ("accounts.csv", "noch nicht ausgewertet"), ("roster.csv", "nicht verwendet")],
)
def test_other_files_are_named(tmp_path, name, words):
    notices = read(tmp_path, {name: "x"}).notices
    assert [n.code for n in notices] == ["input.unknown_file"]
    assert name in notices[0].text.de and words in notices[0].text.de


@pytest.mark.parametrize(
    ("name", "guess"),
    [("absence.csv", "absences.csv"), ("setting.toml", "settings.toml"), ("assignmnets.csv", "assignments.csv")],
)
def test_a_misspelt_file_is_a_fault_with_a_suggestion(tmp_path, name, guess):
    (error,) = faults(tmp_path, {name: "x"})
    assert error.file == name and guess in error.fix.de


def test_a_misspelt_required_file_is_one_fault(tmp_path):
    (error,) = faults(tmp_path, {"vessels.csv": None, "vessel.csv": GOOD["vessels.csv"]})
    assert error.file == "vessel.csv" and "vessels.csv" in error.fix.de


@pytest.mark.parametrize("name", list(GOOD))
def test_every_missing_required_file_is_named(tmp_path, name):
    (error,) = [e for e in faults(tmp_path, {name: None}) if e.code == "input.file_missing"]
    assert place(error) == (name, None, "")


def test_an_empty_folder_names_all_required_files(tmp_path):
    assert [e.file for e in refused(tmp_path)] == ["certificates.csv", "crew.csv", "shifts.csv", "vessels.csv"]


def test_file_names_in_any_case(tmp_path):
    assert read(tmp_path, {"crew.csv": None, "Crew.CSV": GOOD["crew.csv"]}).dataset.crew


def test_one_table_in_two_files_is_refused(tmp_path):
    errors = refused(pack(tmp_path / "d.zip", {**GOOD, "Crew.csv": GOOD["crew.csv"]}))
    assert [e.code for e in errors] == ["input.file_twice"]


@pytest.mark.parametrize("damage", ["short", "rubbish", "flipped", "empty", "crc"])
def test_a_broken_zip_says_so(tmp_path, damage):
    path = pack(tmp_path / "d.zip", GOOD)
    content = bytearray(path.read_bytes())
    if damage == "short":
        content = content[: len(content) // 2]
    elif damage == "rubbish":
        content = bytearray(b"this is no zip" * 20)
    elif damage == "flipped":
        content[60] ^= 0xFF
        content[70] ^= 0xFF
    elif damage == "empty":
        content = bytearray()
    else:
        content[14] ^= 0xFF
        position = content.rfind(b"PK\x01\x02")
        content[position + 16] ^= 0xFF
    path.write_bytes(bytes(content))
    (error,) = refused(path)
    assert error.code == "input.zip_broken" and "beschädigt" in error.problem.de


def test_an_encrypted_zip_says_so(tmp_path):
    path = pack(tmp_path / "d.zip", GOOD)
    content = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        position = content.find(mark)
        while position >= 0:
            content[position + offset] |= 1
            position = content.find(mark, position + 4)
    path.write_bytes(bytes(content))
    (error,) = refused(path)
    assert error.code == "input.zip_encrypted"


def test_a_zip_bomb_is_refused_whatever_size_it_claims(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MAX_FILE_BYTES", 100_000)
    path = pack(tmp_path / "d.zip", {**GOOD, "absences.csv": b"0" * 5_000_000})
    (error,) = refused(path)
    assert error.code == "input.too_large"
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    assert len(packed.compress(b"0" * 5_000_000) + packed.flush()) < 100_000


def test_many_files_together_may_not_grow_beyond_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MAX_TOTAL_BYTES", 50_000)
    files = {f"x{n}.csv": b"0" * 9_000 for n in range(10)}
    assert refused(pack(tmp_path / "d.zip", {**GOOD, **files}))[0].code == "input.too_large"
    folder = tmp_path / "f"
    folder.mkdir()
    write(folder, files)
    assert refused(folder)[0].code == "input.too_large"


def test_too_many_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MAX_FILES", 5)
    assert refused(pack(tmp_path / "d.zip", {**GOOD, "a.txt": "", "b.txt": ""}))[0].code == "input.too_large"


@pytest.mark.parametrize(
    "name", ["../../crew.csv", "/etc/crew.csv", "a/../../crew.csv", "..\\crew.csv", "C:\\crew.csv"]
)
def test_a_zip_with_a_path_that_climbs_out_is_refused(tmp_path, name):
    errors = refused(pack(tmp_path / "d.zip", {**GOOD, name: "x"}))
    assert [error.code for error in errors] == ["input.zip_names"]
    assert list(tmp_path.iterdir()) == [tmp_path / "d.zip"]


def test_files_in_memory_read_like_their_folder(tmp_path):
    files = {name: content.encode() for name, content in GOOD.items()}
    assert read_files({**files, "README.md": b"x"}) == read(tmp_path)


def test_a_zip_in_memory_holds_the_files_of_its_folder(tmp_path):
    content = pack(tmp_path / "d.zip", GOOD, "Woche 50/").read_bytes()
    assert unpacked(content) == {name: text.encode() for name, text in GOOD.items()}


def test_what_is_no_zip_in_memory_is_refused():
    with pytest.raises(DatasetError) as caught:
        unpacked(b"crew_id;name")
    assert [error.code for error in caught.value.errors] == ["input.zip_broken"]


def test_files_in_memory_have_the_limits_of_a_folder(monkeypatch):
    monkeypatch.setattr(source, "MAX_FILE_BYTES", 300)
    files = {name: content.encode() for name, content in GOOD.items()}
    with pytest.raises(DatasetError) as caught:
        read_files({**files, "crew.csv": b"x" * 301})
    assert [(error.code, error.file) for error in caught.value.errors if error.file == "crew.csv"][0] == (
        "input.too_large",
        "crew.csv",
    )


def test_a_missing_source_and_a_single_file_are_refused(tmp_path):
    assert refused(tmp_path / "nirgends")[0].code == "input.source_missing"
    write(tmp_path)
    error = refused(tmp_path / "crew.csv")[0]
    assert error.code == "input.source_kind" and "Ordner" in error.problem.de


def test_a_path_that_the_system_refuses_is_a_fault(tmp_path):
    assert refused(tmp_path / ("x" * 5000))[0].code == "input.unreadable"


def test_a_folder_instead_of_a_file_is_said(tmp_path):
    (tmp_path / "crew.csv").mkdir()
    assert {e.file for e in faults(tmp_path, {"crew.csv": None})} >= {"crew.csv"}


def test_reading_leaves_no_trace(tmp_path):
    write(tmp_path)
    before = {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in tmp_path.iterdir()}
    read_dataset(tmp_path)
    assert {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in tmp_path.iterdir()} == before


def test_a_zip_in_memory_order_does_not_matter(tmp_path):
    forward = read_dataset(pack(tmp_path / "a.zip", GOOD))
    backward = read_dataset(pack(tmp_path / "b.zip", dict(reversed(GOOD.items()))))
    assert forward == backward
    assert io.BytesIO((tmp_path / "a.zip").read_bytes()).read(2) == b"PK"
