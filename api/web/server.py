"""The server, told to end: first nothing new is begun, then what was begun comes to its end."""

from __future__ import annotations

from types import FrameType

import uvicorn
from fastapi import FastAPI


class _Server(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Let live events end and runs hand in their best while answers under way are still sent."""
        app = self.config.app
        service = getattr(app.state, "service", None) if isinstance(app, FastAPI) else None
        if service is not None:
            service.closing.set()
        super().handle_exit(sig, frame)


def serving(config: uvicorn.Config) -> uvicorn.Server:
    """A server that ends in order on SIGTERM and SIGINT."""
    return _Server(config)
