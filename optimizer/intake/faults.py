"""Faults of the input: raised where a text is read, collected where its place is known."""

from __future__ import annotations

from optimizer.findings import DatasetError, Finding, InputError, Severity, Text


class Fault(Exception):
    """What is wrong with one text and how to mend it; the place is added by whoever knows it."""

    def __init__(self, code: str, problem: Text, fix: Text, *, row: int | None = None, value: str = ""):
        super().__init__(problem.en)
        self.code = code
        self.problem = problem
        self.fix = fix
        self.row = row
        self.value = value


class Report:
    """All faults and notices of one reading; a cell is reported once, with its first fault.

    ``file_names`` are the names of files that stand in for one of the dataset's own.
    """

    def __init__(self) -> None:
        self.file_names: dict[str, str] = {}
        self.errors: list[InputError] = []
        self.notices: list[Finding] = []
        self._cells: set[tuple[str, int | None, str]] = set()

    def error(self, fault: Fault, file: str, *, row: int | None = None, column: str = "", value: str = "") -> None:
        """Add a fault at a place; later faults of the same cell are dropped."""
        file = self.file_names.get(file, file)
        line = row if row is not None else fault.row
        place = (file, line, column)
        if column and place in self._cells:
            return
        self._cells.add(place)
        self.errors.append(
            InputError(
                code=fault.code,
                file=file,
                row=line,
                column=column,
                value=value or fault.value,
                problem=fault.problem,
                fix=fault.fix,
            )
        )

    def notice(
        self,
        code: str,
        text: Text,
        *,
        severity: Severity = Severity.WARNING,
        shift_id: str = "",
        vessel_id: str = "",
        crew_id: str = "",
        citation: str = "",
    ) -> None:
        """Add something the user should know and that stops nothing."""
        self.notices.append(
            Finding(
                code=code,
                severity=severity,
                text=text,
                shift_id=shift_id,
                vessel_id=vessel_id,
                crew_id=crew_id,
                citation=citation,
            )
        )

    def raise_if_any(self) -> None:
        """Raise :class:`DatasetError` with every fault so far, by file, row and column."""
        if self.errors:
            raise DatasetError(sorted(self.errors, key=lambda e: (e.file, e.row or 0, e.column)))


def quoted(items: list[str], limit: int = 12) -> str:
    """``a, b, c`` for a message; a long list is cut."""
    shown = ", ".join(items[:limit])
    return f"{shown} …" if len(items) > limit else shown
