"""The independent checker: every roster against the law's values, with its own logic."""

from optimizer.check.checker import check_roster
from optimizer.check.lawful import lawful_crew
from optimizer.check.report import CheckReport

__all__ = ["CheckReport", "check_roster", "lawful_crew"]
