"""The small interface between the service and whoever hands out its runs."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy.orm import Session


class JobEngine(Protocol):
    """Hands runs to :func:`api.jobs.task.run_job`. The job table stays the only truth about them.

    That a run is to stop stands in its row; an engine has nothing to do for it.
    """

    def start(self) -> None:
        """Begin to work."""

    def submit(self, session: Session, job_id: int) -> None:
        """A run has been queued in this transaction, which is not committed yet."""

    def submitted(self) -> None:
        """The transaction of the last submits is committed."""

    def close(self) -> None:
        """End: runs under way hand in their best roster or go back; returns when no process is left."""
