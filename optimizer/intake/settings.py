"""``settings.toml``: Land, travel, readings and weights."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

from optimizer.domain import Settings
from optimizer.findings import Text
from optimizer.intake.encoding import decode
from optimizer.intake.faults import Fault, Report, quoted
from optimizer.intake.kinds import parse_land
from optimizer.intake.suggest import nearest
from optimizer.intake.tables import SETTINGS_FILE
from optimizer.law import Rulebook
from optimizer.law.rulebook import read_yaml

#: Largest weight; it keeps every sum of the objective far inside 64-bit integers.
MAX_WEIGHT = 10_000


def read_settings(content: bytes, rulebook: Rulebook, report: Report) -> Settings:
    """Settings of a dataset; every unknown key and value is reported with its line."""
    try:
        text = decode(content)
        values = tomllib.loads(text)
    except Fault as fault:
        report.error(fault, SETTINGS_FILE)
        return Settings()
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        report.error(_broken(), SETTINGS_FILE, row=int(line[1]) if line else None)
        return Settings()
    reader = _Reader(text, report)
    reader.check_keys(values, ["land", "travel_is_duty", "readings", "weights"], "")
    return Settings(
        land=reader.land(values.get("land")),
        travel_is_duty=reader.yes_no("travel_is_duty", values.get("travel_is_duty", Settings().travel_is_duty)),
        readings=reader.readings(values.get("readings", {}), rulebook),
        weights=reader.weights(values.get("weights", {})),
    )


def weight_names() -> list[str]:
    """Names of the weights a user may set."""
    return list(read_yaml((files("data") / "weights.yaml").read_text("utf-8"), "weights.yaml"))


class _Reader:
    def __init__(self, text: str, report: Report):
        self.lines = text.split("\n")
        self.report = report

    def fault(self, key: str, value: Any, fault: Fault) -> None:
        self.report.error(fault, SETTINGS_FILE, row=self._line(key), column=key, value=str(value))

    def check_keys(self, values: dict[str, Any], known: list[str], table: str) -> None:
        for key, value in values.items():
            if key not in known:
                guess = nearest(key, known)
                hint_de, hint_en = (f"Meinten Sie „{guess}“? ", f'Did you mean "{guess}"? ') if guess else ("", "")
                where_de, where_en = (f" in [{table}]", f" in [{table}]") if table else ("", "")
                self.fault(key, value, Fault(
                    "input.unknown_setting",
                    Text(f"„{key}“ ist{where_de} nicht bekannt.", f'"{key}" is not known{where_en}.'),
                    Text(f"{hint_de}Möglich: {quoted(known, 30)}.", f"{hint_en}Possible: {quoted(known, 30)}."),
                ))  # fmt: skip

    def land(self, value: Any) -> str | None:
        if value is None:
            return None
        try:
            return parse_land(str(value))
        except Fault as fault:
            self.fault("land", value, fault)
            return None

    def yes_no(self, key: str, value: Any) -> bool:
        if not isinstance(value, bool):
            self.fault(key, value, Fault(
                "input.yes_no",
                Text("Erwartet ist true oder false.", "True or false is expected."),
                Text(f"{key} = true oder {key} = false schreiben, ohne Anführungszeichen.",
                     f"Write {key} = true or {key} = false, without quotation marks."),
            ))  # fmt: skip
            return True
        return value

    def readings(self, values: Any, rulebook: Rulebook) -> dict[str, str]:
        if not self._is_table("readings", values):
            return {}
        table = rulebook.reading_table
        self.check_keys(values, list(table), "readings")
        chosen: dict[str, str] = {}
        for name, choice in values.items():
            if name not in table:
                continue
            choices = [str(item) for item in table[name]["choices"]]
            if isinstance(choice, str) and choice in choices:
                chosen[name] = choice
            else:
                self.fault(name, choice, Fault(
                    "input.unknown_word",
                    Text(f"Diese Lesart gibt es für „{name}“ nicht.", f'This reading does not exist for "{name}".'),
                    Text(f"Möglich: {quoted(choices)}.", f"Possible: {quoted(choices)}."),
                ))  # fmt: skip
        return chosen

    def weights(self, values: Any) -> dict[str, int]:
        if not self._is_table("weights", values):
            return {}
        known = weight_names()
        self.check_keys(values, known, "weights")
        chosen: dict[str, int] = {}
        for name, weight in values.items():
            if name not in known:
                continue
            if isinstance(weight, int) and not isinstance(weight, bool) and 0 <= weight <= MAX_WEIGHT:
                chosen[name] = weight
            else:
                self.fault(name, weight, Fault(
                    "input.range",
                    Text(f"Ein Gewicht ist eine ganze Zahl von 0 bis {MAX_WEIGHT}.", f"A weight is a whole number from 0 to {MAX_WEIGHT}."),
                    Text("Die Zahl ändern.", "Change the number."),
                ))  # fmt: skip
        return chosen

    def _is_table(self, name: str, values: Any) -> bool:
        if isinstance(values, dict):
            return True
        self.fault(name, values, Fault(
            "input.unknown_setting",
            Text(f"„{name}“ ist ein Abschnitt und kein einzelner Wert.", f'"{name}" is a section, not a single value.'),
            Text(f"[{name}] schreiben und die Werte darunter.", f"Write [{name}] and the values below it."),
        ))  # fmt: skip
        return False

    def _line(self, key: str) -> int | None:
        pattern = re.compile(rf"""\s*(?:\[\s*)?["']?{re.escape(key)}["']?\s*[=\]]""")
        return next((number for number, line in enumerate(self.lines, 1) if pattern.match(line)), None)


def _broken() -> Fault:
    return Fault(
        "input.toml",
        Text("Die Datei ist kein gültiges TOML.", "The file is not valid TOML."),
        Text(
            "Werte als name = wert schreiben, Texte in Anführungszeichen, jeden Namen nur einmal.",
            "Write values as name = value, texts in quotation marks, every name only once.",
        ),
    )
