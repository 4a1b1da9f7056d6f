"""A small faultless dataset and the means to change single files of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from optimizer.findings import DatasetError, InputError
from optimizer.intake import IntakeResult, read_dataset

GOOD = {
    "vessels.csv": """vessel_id;name;type;passengers_max;standard;unmet;crossing_minutes;features
E1;MS Elbe;Tagesausflugsschiff;120;S1;keine;;radio|mooring_from_wheelhouse
F1;Övelgönne;Personenfähre;250;;;10;radio|ramps_remote=nein
""",
    "shifts.csv": """shift_id;vessel_id;start;end;mode
N1;E1;07.12.2026 22:00;06:00;A
N2;F1;2026-12-07T06:00;2026-12-07T14:00;
""",
    "crew.csv": """crew_id;name;birth_date;employment
1001;Jörg Fuß;01.05.1968;angestellt
1002;Anna Brandt;12.03.1990;self_employed
""",
    "certificates.csv": """crew_id;certificate;issued_on;valid_until
1001;Unionspatent;01.02.2020;
1002;Ersthelfer;01.02.2026;31.01.2028
""",
}


def write(folder: Path, changes: dict[str, str | bytes | None] | None = None) -> Path:
    """The faultless dataset with files replaced (``None`` leaves one out)."""
    for name, content in {**GOOD, **(changes or {})}.items():
        if content is not None:
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return folder


def read(folder: Path, changes: dict[str, str | bytes | None] | None = None) -> IntakeResult:
    return read_dataset(write(folder, changes))


def faults(folder: Path, changes: dict[str, str | bytes | None] | None = None) -> list[InputError]:
    """The faults of a dataset that must not be imported."""
    with pytest.raises(DatasetError) as caught:
        read(folder, changes)
    for error in caught.value.errors:
        assert error.problem.de and error.problem.en and error.fix.de and error.fix.en
        assert "Traceback" not in error.problem.de and "Error" not in error.problem.de
    return caught.value.errors


def only_fault(folder: Path, changes: dict[str, str | bytes | None]) -> InputError:
    errors = faults(folder, changes)
    assert len(errors) == 1, [(e.file, e.row, e.column, e.problem.en) for e in errors]
    return errors[0]


def place(error: InputError) -> tuple[str, int | None, str]:
    return error.file, error.row, error.column


def more(name: str, *rows: str) -> str:
    """A file of the faultless dataset with further rows."""
    return GOOD[name] + "".join(f"{row}\n" for row in rows)
