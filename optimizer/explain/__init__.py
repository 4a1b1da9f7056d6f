"""Why a roster is as it is: who could take a place, why one is open, what would close it, why a person is there."""

from optimizer.explain.bar import Bar, BarKind
from optimizer.explain.explainer import Candidacy, Candidates, Change, Explainer, Group
from optimizer.explain.positions import Position
from optimizer.explain.why_open import Remedy, WhyOpen, why_open

__all__ = [
    "Bar",
    "BarKind",
    "Candidacy",
    "Candidates",
    "Change",
    "Explainer",
    "Group",
    "Position",
    "Remedy",
    "WhyOpen",
    "why_open",
]
