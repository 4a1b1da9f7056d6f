"""The console script ``crew-roster``."""

from optimizer.cli.app import main

__all__ = ["main"]
