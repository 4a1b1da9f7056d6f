"""All settings of the service in one documented class: environment, TOML file, defaults."""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field, NonNegativeFloat, PositiveFloat, PositiveInt, SecretStr, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

#: Names the TOML file; itself only read from the environment.
CONFIG_VARIABLE = "CREW_ROSTER_CONFIG"
_MEBIBYTE = 1024 * 1024


class Settings(BaseSettings):
    """Settings by environment variable ``CREW_ROSTER_<NAME>``, else by ``name = value`` in the TOML file.

    The TOML file is the one that ``CREW_ROSTER_CONFIG`` names. Unknown names in it are refused.

    Raises
    ------
    pydantic.ValidationError
        For a value that is out of range or cannot be understood.
    """

    model_config = SettingsConfigDict(env_prefix="CREW_ROSTER_", extra="forbid", frozen=True)

    data_folder: Path = Field(
        default_factory=lambda: user_data_path("crew-roster", appauthor=False),
        description="Ordner der Daten, wenn keine Datenbank genannt ist / folder of the data without a database URL",
    )
    database_url: SecretStr | None = Field(
        None,
        description="`sqlite:///DATEI` oder `postgresql://…`; ohne: `crew-roster.sqlite3` in `data_folder` / "
        "database, by default a SQLite file in `data_folder`",
    )
    host: str = Field("127.0.0.1", description="Adresse, an der der Dienst hört / address to listen on")
    port: int = Field(8765, ge=0, le=65535, description="Port; 0 wählt einen freien / port, 0 takes a free one")
    time_limit_s: PositiveFloat = Field(
        60.0, description="Rechenzeit eines Laufs, wenn nichts anderes verlangt wird, in s / time to solve"
    )
    time_limit_most_s: PositiveFloat = Field(
        3600.0, description="höchste Rechenzeit, die verlangt werden kann, in s / longest time that may be asked for"
    )
    engine: Literal["embedded", "cluster"] = Field(
        "embedded",
        description="`embedded`: der Dienst rechnet selbst; `cluster`: `crew-roster worker` rechnet, auf beliebig vielen "
        "Rechnern / the service solves itself, or workers on any number of machines",
    )
    solver_processes: int = Field(
        1,
        ge=0,
        le=64,
        description="Läufe zugleich im Dienst (`embedded`); 0: keine / solves at once in the service (`embedded`)",
    )
    solver_threads: int = Field(2, ge=1, le=64, description="Rechenfäden je Lauf / threads of one solve")
    solver_nice: int = Field(
        10, ge=0, le=19, description="Vorrang, den Läufe anderen lassen (nice) / niceness of the solver's processes"
    )
    queue_most: PositiveInt = Field(
        20, description="wartende Läufe, darüber Antwort 429 / waiting runs, beyond it answer 429"
    )
    lease_s: PositiveFloat = Field(
        10.0, description="so lange gehört ein Lauf dem Prozess ohne Lebenszeichen, in s / lease of a run"
    )
    attempts_most: PositiveInt = Field(
        3, description="so oft wird ein Lauf begonnen, dessen Prozess endete / attempts of a run whose process died"
    )
    grace_s: PositiveFloat = Field(
        30.0,
        description="nach Ablauf der Rechenzeit oder einem Halt wird so lange gewartet, bevor der Prozess beendet "
        "wird, in s / wait after the time limit or a stop before the process is ended",
    )
    shutdown_s: NonNegativeFloat = Field(
        20.0,
        description="so lange darf ein Lauf beim Beenden des Dienstes noch seinen besten Dienstplan abgeben, in s; sonst "
        "wartet er auf den nächsten Start / how long a run may hand in its best roster when the service ends",
    )
    upload_most_bytes: PositiveInt = Field(
        30 * _MEBIBYTE, description="größte Anfrage in Byte, darüber Antwort 413 / largest request"
    )
    idempotency_hours: PositiveInt = Field(
        48, description="so lange gilt ein Idempotency-Key, in h / how long an Idempotency-Key counts"
    )

    session_hours: PositiveFloat = Field(
        12.0, le=24 * 30, description="so lange gilt eine Anmeldung, in h / how long a login counts"
    )
    https_only: bool = Field(
        False,
        description="Cookies nur über https, auch wenn ein Proxy davor https abnimmt / cookies over https only, "
        "also behind a proxy that ends it",
    )

    @field_validator("time_limit_s", "time_limit_most_s", "lease_s", "grace_s", "shutdown_s")
    @classmethod
    def _finite(cls, value: float) -> float:
        if value == float("inf"):
            raise ValueError("must be finite")
        return value

    @property
    def url(self) -> str:
        """The database's URL with its password: not for logs."""
        if self.database_url is not None:
            return self.database_url.get_secret_value()
        return f"sqlite:///{self.data_folder / 'crew-roster.sqlite3'}"

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach the service."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Values given in code win over the environment, and that over the file."""
        named = os.environ.get(CONFIG_VARIABLE)
        file = () if not named else (TomlConfigSettingsSource(settings_cls, Path(named)),)
        return (init_settings, env_settings, *file)


def settings_table() -> str:
    """The table of the README: name, default and meaning of every setting."""
    lines = ["| Umgebung / TOML | Voreinstellung | Bedeutung |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = "im Benutzerordner" if name == "data_folder" else field.default
        shown = "–" if default is None else f"`{default}`" if name != "data_folder" else default
        lines.append(f"| `CREW_ROSTER_{name.upper()}` / `{name}` | {shown} | {field.description} |")
    return "\n".join(lines)
