"""The health check of the HTTP service."""

from __future__ import annotations

import asyncio

import httpx

from api.app import create_app
from optimizer.law import load_rulebook


def _get(path: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=create_app())
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get(path)

    return asyncio.run(ask())


def test_health_names_version_and_law() -> None:
    answer = _get("/healthz")
    assert answer.status_code == 200
    body = answer.json()
    assert body["status"] == "ok"
    assert body["law_compared_on"] == load_rulebook().compared_on.isoformat()
    assert body["version"]


def test_nothing_else_is_served() -> None:
    assert _get("/api/v1/rosters").status_code == 404
