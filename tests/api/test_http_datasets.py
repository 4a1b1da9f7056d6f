"""Datasets over HTTP: three ways in, one report of all faults, nothing stored of bad input."""

from __future__ import annotations

import io
import json
import threading
import zipfile

import httpx
import pytest
from http_service import V1, accepted, imported, packed, problem, running_service
from service_fleet import FILES, harbour_fleet, small_fleet

from api.errors import ServiceError
from api.routes.service import ImportDesk

ZIP = {"Content-Type": "application/zip"}
JSON = {"Content-Type": "application/json"}


def _tables() -> dict[str, list[dict[str, str]]]:
    tables = {}
    for name, text in FILES.items():
        head, *rows = [line.split(";") for line in text.splitlines()]
        tables[name.removesuffix(".csv")] = [dict(zip(head, row, strict=True)) for row in rows]
    return tables


def _nothing_stored(service: httpx.Client) -> None:
    assert accepted(service.get(f"{V1}/datasets"))["total"] == 0


def test_files_zip_and_json_are_the_same_dataset(service: httpx.Client) -> None:
    files = [("files", (name, content)) for name, content in small_fleet().items()]
    sent = accepted(service.post(f"{V1}/datasets", files=files, params={"name": "Woche 50"}), 201)
    zipped = accepted(service.post(f"{V1}/datasets", content=packed(small_fleet()), headers=ZIP), 201)
    tables = accepted(service.post(f"{V1}/datasets", json={"tables": _tables()}), 201)
    assert sent["name"] == "Woche 50"
    assert sent["content_hash"] == zipped["content_hash"]
    assert sent["counts"] == zipped["counts"] == tables["counts"] == {"vessels": 1, "crew": 4, "shifts": 3}


def test_the_export_imports_to_the_same_content(service: httpx.Client) -> None:
    dataset_id = imported(service, harbour_fleet())
    exported = service.get(f"{V1}/datasets/{dataset_id}/export")
    again = accepted(service.post(f"{V1}/datasets", content=exported.content, headers=ZIP), 201)
    assert again["content_hash"] == accepted(service.get(f"{V1}/datasets/{dataset_id}"))["content_hash"]
    texts = accepted(service.get(f"{V1}/datasets/{dataset_id}/export", params={"format": "json"}))["files"]
    assert {name: text.encode() for name, text in texts.items()} == {
        name: content for name, content in harbour_fleet().items()
    }


def test_every_fault_of_every_file_comes_in_one_report_and_nothing_is_stored(service: httpx.Client) -> None:
    files = small_fleet(
        crew=FILES["crew.csv"].replace("01.02.1990", "0").replace("0008;Bob", ";Bob"),
        shifts=FILES["shifts.csv"].replace("S-02;F1", "S-02;F9"),
    )
    body = problem(service.post(f"{V1}/datasets", content=packed(files), headers=ZIP), 422, "input_faults")
    places = {(d["where"]["file"], d["where"]["row"], d["where"].get("column")) for d in body["details"]}
    assert {("crew.csv", 2, "birth_date"), ("crew.csv", 3, "crew_id"), ("shifts.csv", 3, "vessel_id")} <= places
    assert all(d["message"]["de"] and d["fix"]["de"] for d in body["details"])
    _nothing_stored(service)


def _zip_bomb() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("crew.csv", b"0" * 150_000_000)
    return content.getvalue()


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"../crew.csv": b"x"}, "input.zip_names"),
        ({"/etc/passwd": b"x"}, "input.zip_names"),
        ({}, "input.file_missing"),
    ],
)
def test_bad_zips_are_refused(service: httpx.Client, files: dict[str, bytes], code: str) -> None:
    body = problem(service.post(f"{V1}/datasets", content=packed(files), headers=ZIP), 422, "input_faults")
    assert code in {detail["code"] for detail in body["details"]}
    _nothing_stored(service)


def test_a_zip_that_grows_without_end_is_refused(service: httpx.Client) -> None:
    body = problem(service.post(f"{V1}/datasets", content=_zip_bomb(), headers=ZIP), 422, "input_faults")
    assert [detail["code"] for detail in body["details"]] == ["input.too_large"]
    _nothing_stored(service)


@pytest.mark.parametrize("name", ["../crew.csv", "a/crew.csv", "..\\crew.csv", ".crew.csv", "crew\x01.csv"])
def test_file_names_of_a_form_are_plain_names(service: httpx.Client, name: str) -> None:
    boundary = "b0undary"
    content = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\nx\r\n--{boundary}--\r\n'
    ).encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    problem(service.post(f"{V1}/datasets", content=content, headers=headers), 422, "input.file_name")
    _nothing_stored(service)


@pytest.mark.parametrize(("rows", "file"), [(120_000, "duties.csv"), (1_000_000, "")])
def test_a_million_rows_are_refused(service: httpx.Client, rows: int, file: str) -> None:
    line = "0007;01.01.2026 00:00;01.01.2026 01:00;duty\n"
    files = small_fleet(duties="crew_id;start;end;kind\n" + line * rows)
    body = problem(service.post(f"{V1}/datasets", content=packed(files), headers=ZIP), 422, "input_faults")
    assert {detail["where"]["file"] for detail in body["details"]} == {file}
    _nothing_stored(service)


def test_a_request_that_is_too_large_is_refused_also_without_a_length(database_url: str) -> None:
    with running_service(database_url, upload_most_bytes=100_000) as service:
        problem(service.post(f"{V1}/datasets", content=b"x" * 100_001, headers=ZIP), 413, "too_large")
        parts = (b"x" * 10_000 for _ in range(11))
        problem(service.post(f"{V1}/datasets", content=parts, headers=ZIP), 413, "too_large")
        _nothing_stored(service)


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b'{"tables": {"vessels": 1}}',
        b'{"tables": {"ships": []}}',
        b'{"tables": {"vessels": [{"vessel_id": {"a": 1}}]}}',
        b'{"tables": {"vessels": [{"tonnage_t": NaN}]}}',
        b'{"tables": {}, "tables": {}}',
        b"\xff\xfe",
        b'{"tables": {"vessels": [{"name": "\\ud800"}]}}',
        b"[" * 100_000,
    ],
)
def test_json_that_is_no_dataset_is_refused(service: httpx.Client, content: bytes) -> None:
    problem(service.post(f"{V1}/datasets", content=content, headers=JSON), 422, "input.json")
    _nothing_stored(service)


def test_wrong_encoding_and_other_content_are_refused(service: httpx.Client) -> None:
    files = {**small_fleet(), "crew.csv": bytes(range(256)) * 10}
    problem(service.post(f"{V1}/datasets", content=packed(files), headers=ZIP), 422, "input_faults")
    problem(service.post(f"{V1}/datasets", content=b"x", headers={"Content-Type": "text/plain"}), 422, "input.kind")
    problem(
        service.post(f"{V1}/datasets", content=b"", headers={"Content-Type": "multipart/form-data"}), 400, "bad_request"
    )
    _nothing_stored(service)


def test_html_and_formulas_in_names_stay_text(service: httpx.Client) -> None:
    crew = FILES["crew.csv"].replace("Änne Ähring", "<img src=x onerror=alert(1)>").replace("Bob Ahrens", "=1+1")
    dataset_id = imported(service, small_fleet(crew=crew))
    texts = accepted(service.get(f"{V1}/datasets/{dataset_id}/export", params={"format": "json"}))["files"]
    assert "<img src=x onerror=alert(1)>" in texts["crew.csv"]


def test_a_reading_that_does_not_exist_is_a_fault_of_the_settings(service: httpx.Client) -> None:
    files = {**small_fleet(), "settings.toml": b'[readings]\nno_such_reading = "x"\n'}
    body = problem(service.post(f"{V1}/datasets", content=packed(files), headers=ZIP), 422, "input_faults")
    assert {detail["where"]["file"] for detail in body["details"]} == {"settings.toml"}


def test_no_more_imports_wait_than_may_wait() -> None:
    desk = ImportDesk(waiting_most=1)
    with desk.turn(), pytest.raises(ServiceError) as caught, desk.turn():
        pass
    assert (caught.value.status, caught.value.problem.code) == (429, "imports.busy")
    with desk.turn():
        pass


def test_many_imports_at_once_are_all_kept_or_clearly_refused_while_others_are_served(service: httpx.Client) -> None:
    content, answers = packed(harbour_fleet()), []

    def send() -> None:
        answers.append(service.post(f"{V1}/datasets", content=content, headers=ZIP).status_code)

    threads = [threading.Thread(target=send) for _ in range(10)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        accepted(service.get("/healthz"))
    assert set(answers) <= {201, 429} and len(answers) == 10
    assert accepted(service.get(f"{V1}/datasets"))["total"] == answers.count(201) > 0


def test_a_new_version_needs_the_one_it_replaces(service: httpx.Client) -> None:
    dataset_id = imported(service, small_fleet())
    url, content = f"{V1}/datasets/{dataset_id}", packed(harbour_fleet())
    problem(service.put(url, content=content, headers=ZIP), 422, "invalid")
    assert accepted(service.put(url, content=content, headers={**ZIP, "If-Match": '"1"'}))["version"] == 2
    body = problem(service.put(url, content=content, headers={**ZIP, "If-Match": '"1"'}), 409, "version.stale")
    assert body["current"]["version"] == 2


def test_a_repeated_import_with_the_same_key_is_one_dataset(service: httpx.Client) -> None:
    headers = {**ZIP, "Idempotency-Key": "monday"}
    first = service.post(f"{V1}/datasets", content=packed(small_fleet()), headers=headers)
    again = service.post(f"{V1}/datasets", content=packed(small_fleet()), headers=headers)
    assert (accepted(first, 201), first.headers["location"]) == (accepted(again, 201), again.headers["location"])
    assert accepted(service.get(f"{V1}/datasets"))["total"] == 1
    other = packed(harbour_fleet())
    problem(service.post(f"{V1}/datasets", content=other, headers=headers), 409, "idempotency.reused")


def test_lists_come_in_pages(service: httpx.Client) -> None:
    ids = [imported(service, small_fleet()) for _ in range(3)]
    page = accepted(service.get(f"{V1}/datasets", params={"limit": 2, "offset": 1}))
    assert (page["total"], [item["id"] for item in page["items"]]) == (3, [ids[1], ids[0]])
    problem(service.get(f"{V1}/datasets", params={"limit": 0}), 422, "invalid")


def test_the_crew_a_vessel_needs_is_derived(service: httpx.Client) -> None:
    dataset_id = imported(service, harbour_fleet())
    found = accepted(service.get(f"{V1}/datasets/{dataset_id}/manning/H04", params={"shift": "H04-0712-F"}))
    (need,) = found["shifts"]
    assert "BinSchPersV § 108 Abs. 1" in json.dumps(need["requirements"], ensure_ascii=False)
    problem(service.get(f"{V1}/datasets/{dataset_id}/manning/H99"), 404, "not_found")
