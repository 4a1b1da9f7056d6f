"""Read datasets and rosters; faults of all files come in one report."""

from optimizer.intake.dataset import IntakeResult, read_dataset, read_files, unpacked
from optimizer.intake.describe import describe_tables
from optimizer.intake.roster_read import RosterRead, read_roster

__all__ = ["IntakeResult", "RosterRead", "describe_tables", "read_dataset", "read_files", "read_roster", "unpacked"]
