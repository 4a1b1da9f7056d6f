"""Planning-side judge of duty, work and rest time."""

from optimizer.rest.breach import Breach
from optimizer.rest.free_days import FreeDays, free_days_due
from optimizer.rest.judging import breaks_anything, judge

__all__ = ["Breach", "FreeDays", "breaks_anything", "free_days_due", "judge"]
