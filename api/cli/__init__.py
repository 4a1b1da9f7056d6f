"""The command ``crew-roster``: the commands of the optimizer and those of the service."""

from api.cli.app import main

__all__ = ["main"]
