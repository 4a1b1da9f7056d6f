"""Logs as JSON, one object a line: instant (UTC), level, event, and the ids of request and run it belongs to."""

from __future__ import annotations

import logging
import sys
from typing import Any, TextIO

import structlog

#: What these tell in detail helps nobody who runs the service.
_QUIET = ("alembic", "procrastinate", "uvicorn.access", "python_multipart")


def configure_logs(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Send every log of this process as JSON to ``stream`` (default: standard error)."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    ]
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                # Traces as text, without the values of variables: those may be anybody's data.
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
