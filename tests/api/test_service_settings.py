"""Settings: what wins, what is refused, what is never shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from api.settings import CONFIG_VARIABLE, Settings


@pytest.fixture(autouse=True)
def no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"CREW_ROSTER_{name.upper()}", raising=False)
    monkeypatch.delenv(CONFIG_VARIABLE, raising=False)


def test_without_any_setting_the_service_is_for_this_machine_and_keeps_its_data_in_a_file() -> None:
    settings = Settings()
    assert settings.on_loopback
    assert settings.url.startswith("sqlite:///")
    assert settings.url.endswith("crew-roster.sqlite3")


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "service.toml"
    file.write_text('queue_most = 7\nport = 9000\ndata_folder = "/srv/roster"\n', encoding="utf-8")
    monkeypatch.setenv(CONFIG_VARIABLE, str(file))
    monkeypatch.setenv("CREW_ROSTER_PORT", "9001")
    settings = Settings()
    assert (settings.queue_most, settings.port, settings.data_folder) == (7, 9001, Path("/srv/roster"))


def test_a_misspelt_name_in_the_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "service.toml"
    file.write_text("queue_mots = 7\n", encoding="utf-8")
    monkeypatch.setenv(CONFIG_VARIABLE, str(file))
    with pytest.raises(ValidationError, match="queue_mots"):
        Settings()


@pytest.mark.parametrize("value", ["0", "-1", "", "1 min", "5,5", "nan", "inf"])
def test_a_time_limit_is_a_positive_number_of_seconds(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CREW_ROSTER_TIME_LIMIT_S", value)
    with pytest.raises(ValidationError, match="time_limit_s"):
        Settings()


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("192.0.2.7", False), ("a.b", False)],
)
def test_only_loopback_is_this_machine(host: str, loopback: bool) -> None:
    assert Settings(host=host).on_loopback is loopback


def test_the_databases_password_is_in_no_text_of_the_settings() -> None:
    settings = Settings(database_url="postgresql://u:s3cret@db/roster")
    assert "s3cret" not in repr(settings) + str(settings.model_dump())
    assert settings.url == "postgresql://u:s3cret@db/roster"
