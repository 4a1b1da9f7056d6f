"""A page of the API made from its own description: no scripts, nothing from another host."""

from __future__ import annotations

import json
from html import escape
from typing import Any

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
h2{margin-top:2.5rem;border-bottom:1px solid #bbb}h3{margin:1.5rem 0 .2rem;font-family:ui-monospace,monospace}
pre{background:#f3f3f3;padding:.6rem;overflow:auto}table{border-collapse:collapse}
td,th{border:1px solid #ccc;padding:.2rem .5rem;text-align:left;vertical-align:top}
"""


def reference_page(described: dict[str, Any]) -> str:
    """HTML of an OpenAPI document: every operation with parameters, example body and answers."""
    sections: dict[str, list[str]] = {}
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            tag = (operation.get("tags") or ["other"])[0]
            sections.setdefault(tag, []).append(_operation(described, method.upper(), path, operation))
    body = "".join(f"<h2>{escape(tag)}</h2>{''.join(items)}" for tag, items in sections.items())
    title = escape(described["info"]["title"])
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} API</title>'
        f'<link rel="stylesheet" href="docs.css"></head><body><main><h1>{title} '
        f"{escape(described['info']['version'])}</h1>"
        f'<p><a href="openapi.json">OpenAPI</a></p>{body}</main></body></html>'
    )


def _operation(described: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(p['name'])}</code></td><td>{escape(p['in'])}</td>"
        f"<td>{'required' if p.get('required') else ''}</td><td>{escape(p.get('description', ''))}</td></tr>"
        for p in operation.get("parameters", ())
    )
    table = f"<table><tr><th>Parameter</th><th>in</th><th></th><th></th></tr>{rows}</table>" if rows else ""
    answers = ", ".join(escape(status) for status in operation.get("responses", {}))
    return (
        f"<section><h3>{method} {escape(path)}</h3><p>{escape(operation.get('description', ''))}</p>{table}"
        f"{_example(described, operation)}<p>Answers: {answers}</p></section>"
    )


def _example(described: dict[str, Any], operation: dict[str, Any]) -> str:
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2]
    found = described.get("components", {}).get("schemas", {}).get(name, {}).get("examples", [])
    found = found or [e["value"] for e in content.get("application/json", {}).get("examples", {}).values()]
    return f"<pre>{escape(json.dumps(found[0], indent=2, ensure_ascii=False))}</pre>" if found else ""
