"""Who may take a place: every bar is a cited finding, and an empty answer means eligible."""

from optimizer.eligibility.ages import is_minor
from optimizer.eligibility.lng import bunkering_bars
from optimizer.eligibility.matrix import eligible, eligible_places
from optimizer.eligibility.memory import share_answers
from optimizer.eligibility.outlook import certificate_bars, certificate_last_day
from optimizer.eligibility.persons import person_bars
from optimizer.eligibility.places import place_bars
from optimizer.eligibility.safety import safety_bars
from optimizer.eligibility.second_patent import second_patent_bars
from optimizer.eligibility.substitution import serves_as

__all__ = [
    "bunkering_bars",
    "certificate_bars",
    "certificate_last_day",
    "eligible",
    "eligible_places",
    "is_minor",
    "person_bars",
    "place_bars",
    "safety_bars",
    "second_patent_bars",
    "serves_as",
    "share_answers",
]
