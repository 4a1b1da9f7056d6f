"""A crew requirement as lines of text for a dispatcher."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from optimizer.findings import Finding, Text
from optimizer.manning.places import condition_text
from optimizer.manning.requirement import (
    Alternative,
    CrewRequirement,
    OnDutyRule,
    SafetyRequirement,
    SecondPatent,
    Substitution,
)
from optimizer.manning.wording import crew_text
from optimizer.terms import term
from optimizer.timeline import Interval, local


def explain(requirement: CrewRequirement, lang: str = "de") -> list[str]:
    """The requirement with its derivation, line by line.

    Parameters
    ----------
    lang
        ``de`` or ``en``.
    """
    say = _Speaker(lang)
    lines = [say.period(requirement), *say.crews(requirement)]
    lines += say.derivation(requirement)
    lines += say.conditions(requirement.statutory)
    lines += [say.option(option) for option in requirement.substitutions]
    lines += [say.on_duty(rule, bool(requirement.intervals)) for rule in requirement.on_duty]
    if requirement.second_patent is not None:
        lines.append(say.patent(requirement.second_patent))
    if requirement.safety is not None:
        lines.append(say.safety(requirement.safety))
    lines += say.findings("Darf nicht fahren", "May not sail", requirement.plan_bars)
    lines += say.findings("Hinweis", "Note", requirement.notes)
    return lines


class _Speaker:
    """Puts parts of a requirement into one language."""

    def __init__(self, lang: str):
        self._lang = lang

    def _pick(self, german: str, english: str) -> str:
        return Text(german, english).in_language(self._lang)

    def period(self, requirement: CrewRequirement) -> str:
        spans = _spans(requirement.intervals)
        what = self._pick("Fahrt", "Sailing") if requirement.sailing else self._pick("Liegezeit", "Moored")
        return f"{what} {spans}".rstrip()

    def crews(self, requirement: CrewRequirement) -> Iterator[str]:
        heading = self._pick("Mindestbesatzung", "Minimum crew")
        if not requirement.sailing:
            yield f"{heading}: {self._pick('während der Liegezeit keine', 'none while moored')}"
            return
        if not requirement.statutory:
            yield f"{heading}: {self._pick('nicht bestimmbar', 'cannot be determined')}"
        for index, alternative in enumerate(requirement.statutory):
            label = self._pick("oder", "or") if index else heading
            yield f"{label}: {self._crew(alternative)}"
        for alternative in requirement.alternatives:
            if alternative not in requirement.statutory:
                label = self._pick("auch zulässig", "also lawful")
                yield f"{label}: {self._crew(alternative)} [{alternative.by}]"

    def _crew(self, alternative: Alternative) -> str:
        return crew_text(alternative.functions()).in_language(self._lang)

    def derivation(self, requirement: CrewRequirement) -> Iterator[str]:
        if requirement.derivation:
            yield self._pick("Herleitung:", "Derivation:")
        for number, step in enumerate(requirement.derivation, start=1):
            yield f"  {number}. {step.text.in_language(self._lang)} [{step.citation}]"

    def conditions(self, alternatives: Iterable[Alternative]) -> Iterator[str]:
        seen: set[str] = set()
        for place in (place for alternative in alternatives for place in alternative.places):
            if place.min_age is None and place.min_service_days is None:
                continue
            facts = {"min_age": place.min_age, "min_service_days": place.min_service_days}
            text = condition_text(place.function, facts).in_language(self._lang)
            if text not in seen:
                seen.add(text)
                yield f"{self._pick('Bedingung', 'Condition')}: {text}"

    def option(self, option: Substitution) -> str:
        replaced = f"{option.count} × {term('function', option.replace, self._lang)}"
        by = crew_text(Counter(option.by)).in_language(self._lang)
        times = ""
        if option.max_times > 1:
            times = self._pick(f" (bis zu {option.max_times} Mal)", f" (up to {option.max_times} times)")
        text = self._pick(f"Möglicher Tausch: {replaced} durch {by}", f"Possible exchange: {replaced} by {by}")
        return f"{text}{times} [{option.citation}]"

    def on_duty(self, rule: OnDutyRule, with_times: bool) -> str:
        times = f" ({_spans(rule.intervals)})" if with_times else ""
        who = self._pick("Person an Bord", "person on board")
        if rule.certificate is not None:
            who = term("certificate", rule.certificate, self._lang)
        elif rule.functions is not None:
            who = ", ".join(term("function", function, self._lang) for function in rule.functions)
        heading = self._pick("Jederzeit im Dienst", "On duty at any time")
        return f"{heading}{times}: {rule.at_least} × {who} [{rule.citation}]"

    def patent(self, patent: SecondPatent) -> str:
        names = self._pick(" oder ", " or ").join(
            term("function", function, self._lang) for function in patent.functions
        )
        text = self._pick(
            f"Zweites Patent für die Strecke: {names}",
            f"Second certificate for the stretch: {names}",
        )
        return f"{text} [{patent.citation}]"

    def safety(self, safety: SafetyRequirement) -> str:
        roles = " + ".join(f"{count} × {term('safety_role', role, self._lang)}" for role, count in safety.roles.items())
        joined = ""
        if safety.may_be_one_person:
            joined = self._pick(" (dürfen eine Person sein)", " (may be one person)")
        return f"{self._pick('Sicherheitspersonal', 'Safety staff')}: {roles}{joined} [{safety.citation}]"

    def findings(self, german: str, english: str, findings: tuple[Finding, ...]) -> Iterator[str]:
        for finding in findings:
            cited = f" [{finding.citation}]" if finding.citation else ""
            yield f"{self._pick(german, english)}: {finding.text.in_language(self._lang)}{cited}"


def _spans(intervals: Iterable[Interval]) -> str:
    return ", ".join(f"{local(i.start):%d.%m. %H:%M} – {local(i.end):%d.%m. %H:%M}" for i in intervals)
