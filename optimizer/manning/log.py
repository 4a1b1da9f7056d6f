"""What a derivation leaves behind: cited steps, notes and reasons why a shift may not sail."""

from __future__ import annotations

from collections.abc import Iterable

from optimizer.findings import Finding, Severity, Text
from optimizer.manning.facts import Facts
from optimizer.manning.requirement import DerivationStep
from optimizer.manning.wording import listed


class Log:
    """Collects the steps, notes and bars of one stretch; every entry cites its rule."""

    def __init__(self, facts: Facts):
        self._facts = facts
        self.steps: list[DerivationStep] = []
        self.notes: list[Finding] = []
        self.bars: list[Finding] = []

    def step(self, rule_id: str, text: Text) -> None:
        self.steps.append(DerivationStep(rule_id, self._facts.citation(rule_id), text))

    def note(
        self,
        rule_id: str,
        text: Text,
        severity: Severity = Severity.INFO,
        *,
        found: str = "",
        allowed: str = "",
    ) -> None:
        self.notes.append(self._finding(rule_id, severity, text, found, allowed))

    def bar(self, rule_id: str, text: Text, *, found: str = "", allowed: str = "") -> None:
        self.bars.append(self._finding(rule_id, Severity.UNLAWFUL, text, found, allowed))

    def technical_bar(self, code: str, text: Text) -> None:
        """A bar that no paragraph names: the product does not cover the case yet."""
        shift, vessel = self._facts.shift, self._facts.vessel
        bar = Finding(
            code=code,
            severity=Severity.UNLAWFUL,
            text=text,
            shift_id=shift.shift_id,
            vessel_id=vessel.vessel_id,
        )
        self.bars.append(bar)

    def assumed(self, rule_id: str, names: Iterable[str], taken: Text) -> None:
        """Note that facts are missing and which way they were taken."""
        facts = listed(names)
        self.note(
            rule_id,
            Text(
                f"{self._facts.vessel.name}: Nicht angegeben: {facts.de}. {taken.de}",
                f"{self._facts.vessel.name}: Not stated: {facts.en}. {taken.en}",
            ),
        )

    def missing(self, rule_id: str, names: Iterable[str]) -> None:
        """Bar: without these facts no crew can be named."""
        facts = listed(names)
        self.bar(
            rule_id,
            Text(
                f"{self._facts.vessel.name}: Die Mindestbesatzung lässt sich nicht bestimmen, es fehlt: {facts.de}.",
                f"{self._facts.vessel.name}: The minimum crew cannot be determined, missing: {facts.en}.",
            ),
        )

    def _finding(self, rule_id: str, severity: Severity, text: Text, found: str, allowed: str) -> Finding:
        return Finding(
            code=rule_id,
            severity=severity,
            text=text,
            citation=self._facts.citation(rule_id),
            shift_id=self._facts.shift.shift_id,
            vessel_id=self._facts.vessel.vessel_id,
            found=found,
            allowed=allowed,
            answers=self._facts.answers(rule_id) if severity is Severity.UNLAWFUL else "",
        )
