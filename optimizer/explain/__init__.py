"""Why a roster is as it is: who could take a place, why one is open, what would close it, why a person is there."""

from optimizer.explain.bar import Bar, BarKind
from optimizer.explain.explainer import Candidacy, Candidates, Change, Explainer, Group
from optimizer.explain.facts import Ease, Fact
from optimizer.explain.positions import Position
from optimizer.explain.why_open import Remedy, WhyOpen, why_open
from optimizer.explain.why_person import CostPart, WhyPerson, why_person

__all__ = [
    "Bar",
    "BarKind",
    "Candidacy",
    "Candidates",
    "Change",
    "CostPart",
    "Ease",
    "Explainer",
    "Fact",
    "Group",
    "Position",
    "Remedy",
    "WhyOpen",
    "WhyPerson",
    "why_open",
    "why_person",
]
