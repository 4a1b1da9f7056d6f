"""Which bar of a person comes first: whoever is not there needs no certificate."""

from __future__ import annotations

from optimizer.domain import CertificateKind

_AUTHORISATIONS = frozenset(
    f"certificate.{name}"
    for name in ("radar", "risk_stretch", "maritime", "large_convoy", "lng", "lng_expert", "restriction")
)
_ROLES = frozenset(
    f"certificate.{kind}" for kind in CertificateKind if kind.startswith(("passenger_", "first_aid", "breathing_"))
)
#: Beginnings of codes, most fundamental first.
_ORDER = (
    ("roster.unknown_id", "person.not_employed"),
    ("person.absent", "crew.maternity", "crew.child_on_board"),
    ("person.two_places",),
    ("youth.child", "substitution.apprentice"),
    ("certificate.", "substitution."),
)
_AUTHORISATION, _TRAINING, _ROLE, NO_BAR = range(len(_ORDER), len(_ORDER) + 4)


def weight(code: str) -> int:
    """The place of a bar in that order; everything that bars nobody comes after."""
    if code in _AUTHORISATIONS:
        return _AUTHORISATION
    if code in _ROLES:
        return _ROLE
    if code == "crew.safety_training":
        return _TRAINING
    return next((place for place, heads in enumerate(_ORDER) if code.startswith(heads)), NO_BAR)
