"""The planning side's reading of the minimum-crew law: facts of a shift to its crew requirement."""

from optimizer.manning.explain import explain
from optimizer.manning.modes import (
    exceeds_mode_limit,
    mode_limit,
    needs_crew_change_rule,
    own_crew_exceeds,
    required_mode,
    sails_too_long_with,
    same_people,
    shift_sailing,
    vessel_sailing,
)
from optimizer.manning.requirement import (
    Alternative,
    CrewRequirement,
    DerivationStep,
    OnDutyRule,
    Place,
    SafetyRequirement,
    SecondPatent,
    Substitution,
)
from optimizer.manning.requirements import crew_requirements

__all__ = [
    "Alternative",
    "CrewRequirement",
    "DerivationStep",
    "OnDutyRule",
    "Place",
    "SafetyRequirement",
    "SecondPatent",
    "Substitution",
    "crew_requirements",
    "exceeds_mode_limit",
    "explain",
    "mode_limit",
    "needs_crew_change_rule",
    "own_crew_exceeds",
    "required_mode",
    "sails_too_long_with",
    "same_people",
    "shift_sailing",
    "vessel_sailing",
]
