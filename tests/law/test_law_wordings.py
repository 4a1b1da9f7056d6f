"""Every later wording begins on the day its amending act came into force.

The days are known from the acts: V v. 22.09.2022 (30.09.2022), Art. 3 V v. 05.04.2023 (14.04.2023),
Art. 4 V v. 18.03.2024 (01.05.2024), Art. 6 V v. 14.10.2025 (21.10.2025), Art. 2 V v. 17.12.2025
(31.12.2025); of BGBl. I 2022 S. 2 only the bracket is known (from 28.01.2022 at the earliest).
"""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from optimizer.law import load_rulebook

pytestmark = pytest.mark.law

IN_FORCE = {
    "BGBl. I 2022 S. 2": date(2022, 1, 28),
    "V v. 22.09.2022 BGBl. I S. 1518": date(2022, 9, 30),
    "V v. 05.04.2023 BGBl. 2023 II Nr. 105": date(2023, 4, 14),
    "Art. 4 V v. 18.03.2024 BGBl. 2024 I Nr. 100": date(2024, 5, 1),
    "Art. 6 V v. 14.10.2025 BGBl. 2025 I Nr. 242": date(2025, 10, 21),
    "Art. 2 V v. 17.12.2025 BGBl. 2025 I Nr. 381": date(2025, 12, 31),
}
BOOK = load_rulebook()
LATER = [
    pytest.param(rule_id, number, id=f"{rule_id}-{number}")
    for rule_id, rule in BOOK.rules.items()
    for number in range(1, len(rule.versions))
]


@pytest.mark.parametrize(("rule_id", "number"), LATER)
def test_a_wording_begins_with_its_act(rule_id: str, number: int) -> None:
    version = BOOK.rules[rule_id].versions[number]
    named = sorted(day for act, day in IN_FORCE.items() if act in (version.act or ""))
    assert named, version.act
    assert version.valid_from == named[0]
    if version.from_at_latest is not None:
        assert version.from_at_latest == named[-1]


@pytest.mark.parametrize(("rule_id", "number"), LATER)
def test_the_day_before_has_the_wording_before(rule_id: str, number: int) -> None:
    rule = BOOK.rules[rule_id]
    first = rule.versions[number].valid_from
    assert BOOK.version(rule_id, first - timedelta(days=1)) is rule.versions[number - 1]
