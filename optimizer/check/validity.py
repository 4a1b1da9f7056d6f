"""Is this certificate valid on this day? The law's own end of validity beats a later stated one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from optimizer.check.say import long_day
from optimizer.domain import Certificate, CertificateKind, Person
from optimizer.findings import Text
from optimizer.law import Rulebook
from optimizer.terms import term
from optimizer.timeline import add_years, age_on

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Bar:
    """Why somebody may not serve: rule, citation and a clause that completes "... : ".

    ``follows`` marks a bar that only repeats another one (an authorisation ends with its patent).
    """

    rule_id: str
    citation: str
    reason: Text
    reading: str = ""
    follows: bool = False


@dataclass(frozen=True)
class Validity:
    """Validity of one person's certificates under the law."""

    rulebook: Rulebook
    person: Person
    certificates: tuple[Certificate, ...]

    def values(self, kind: str, day: date) -> Mapping[str, Any]:
        return self.rulebook.values(f"certificate.{kind}", day) or {}

    def flaw(self, certificate: Certificate, day: date) -> Bar | None:
        """The first reason why a certificate is not valid on a day, ``None`` if it is."""
        return next(self._flaws(certificate, day), None)

    def _flaws(self, certificate: Certificate, day: date) -> Iterator[Bar]:
        rule = self.values(certificate.kind, day)
        valid, cite = rule.get("valid", {}), rule.get("cite", {})
        bars = [
            self._not_issued(certificate, rule, cite, day),
            self._too_young(certificate, rule, cite, day),
            self._training_over(certificate, valid, cite, day),
            self._fixed_end(certificate, valid, cite, day),
            self._years_over(certificate, valid, cite, day),
            self._fitness_due(certificate, valid, cite, day),
            self._refresher_due(certificate, rule, cite, day),
            self._stated_end(certificate, valid, cite, day),
        ]
        yield from (bar for bar in bars if bar is not None)

    def _bar(self, certificate: Certificate, cite: str, de: str, en: str, reading: str = "") -> Bar:
        rule_id = f"certificate.{certificate.kind}"
        words = [term("certificate", certificate.kind, lang) for lang in ("de", "en")]
        text = Text(f"{words[0]} {de}", f"{words[1]} {en}")
        return Bar(rule_id, cite or self.rulebook.citation(rule_id), text, reading)

    def _not_issued(
        self, certificate: Certificate, rule: Mapping[str, Any], cite: Mapping[str, str], day: date
    ) -> Bar | None:
        issued, latest = certificate.issued_on, rule.get("issued_until")
        if issued > day:
            when = long_day(issued)
            return self._bar(certificate, "", f"erst ab {when}", f"only from {when}")
        if latest is not None and issued > latest:
            when = long_day(latest)
            de, en = f"nach dem {when} ausgestellt", f"issued after {when}"
            return self._bar(certificate, cite.get("issued_until", ""), de, en)
        return None

    def _too_young(
        self, certificate: Certificate, rule: Mapping[str, Any], cite: Mapping[str, str], day: date
    ) -> Bar | None:
        least = rule.get("min_age")
        if "min_age_by_route" in rule:
            least = rule["min_age_by_route"].get(certificate.route, rule.get("min_age_unknown_route"))
        age = age_on(self.person.birth_date, day)
        if least is None or age >= least:
            return None
        de = f"erst ab {least} Jahren, am {long_day(day)} {age} Jahre alt"
        en = f"only from the age of {least}, {age} years old on {long_day(day)}"
        return self._bar(certificate, cite.get("age", ""), de, en)

    def _training_over(
        self, certificate: Certificate, valid: Mapping[str, Any], cite: Mapping[str, str], day: date
    ) -> Bar | None:
        if not valid.get("training_end"):
            return None
        exam = self.person.final_exam_on
        exam_ends = self.rulebook.readings["apprentice_exam"] == "exam_ends"
        if valid.get("ends_with_final_exam") and exam_ends and exam is not None and day > exam:
            de = f"endete mit der Abschlussprüfung am {long_day(exam)}"
            en = f"ended with the final examination on {long_day(exam)}"
            return self._bar(certificate, cite.get("final_exam", ""), de, en, "apprentice_exam")
        stated = [day for day in (certificate.training_end, self.person.training_contract_until) if day is not None]
        end = min(stated, default=certificate.valid_until)
        if end is None:
            de, en = "ohne Angabe, wann die Ausbildung endet", "without the end of the training"
            return self._bar(certificate, cite.get("training_end", ""), de, en)
        return self._over(certificate, end, cite.get("training_end", ""), day)

    def _fixed_end(
        self, certificate: Certificate, valid: Mapping[str, Any], cite: Mapping[str, str], day: date
    ) -> Bar | None:
        last = valid.get("last_day")
        return last and self._over(certificate, last, cite.get("last_day", ""), day)

    def _years_over(
        self, certificate: Certificate, valid: Mapping[str, Any], cite: Mapping[str, str], day: date
    ) -> Bar | None:
        years = valid.get("years")
        if years is None:
            return None
        begun = max(certificate.issued_on, self._renewed(certificate, day) or certificate.issued_on)
        anniversary = add_years(begun, years)
        day_before = self.rulebook.readings["five_years"] == "day_before"
        last = anniversary - _DAY if day_before else anniversary
        reading = "five_years" if day == anniversary else ""
        return self._over(certificate, last, cite.get("years", ""), day, reading)

    def _fitness_due(
        self, certificate: Certificate, valid: Mapping[str, Any], cite: Mapping[str, str], day: date
    ) -> Bar | None:
        """From the age limit on only with a proof of fitness, until the next one is due."""
        if "until_age" not in valid:
            return None
        limit = add_years(self.person.birth_date, valid["until_age"])
        if day < limit:
            return None
        due = list(self._due_birthdays(day))
        renewed = self._proved_fit(certificate, valid, day)
        covered = [when for _, when in due if renewed and renewed >= self._earliest(when, day)]
        if not covered:
            return self._over(certificate, limit - _DAY, cite.get("until_age", ""), day)
        age, when = next(item for item in due if item[1] > covered[-1])
        medical = self.values("medical", day)
        second = age > medical["second_from_age"]
        source = medical["cite_second"] if second else cite.get("medical", "")
        return self._over(certificate, when - _DAY, source, day)

    def _due_birthdays(self, day: date) -> Iterator[tuple[int, date]]:
        """Ages and birthdays on which a proof of fitness is due, a little beyond ``day``."""
        rule, age = self.values("medical", day), self.values("medical", day)["from_age"]
        while True:
            yield age, add_years(self.person.birth_date, age)
            if add_years(self.person.birth_date, age) > add_years(day, 10):
                return
            every = "every_years" if age < rule["second_from_age"] else "second_every_years"
            age += rule[every]

    def _earliest(self, due: date, day: date) -> date:
        """The first day on which a renewal already counts for a due birthday."""
        months = self.values("medical", day).get("earliest_months_before", 0)
        index = due.year * 12 + due.month - 1 - months
        first = date(index // 12, index % 12 + 1, 1)
        return first + (due.day - 1) * _DAY

    @staticmethod
    def _renewed(certificate: Certificate, day: date) -> date | None:
        renewed = certificate.renewed_on
        return renewed if renewed is not None and renewed <= day else None

    def _proved_fit(self, certificate: Certificate, valid: Mapping[str, Any], day: date) -> date | None:
        """The last proof of fitness that counts for a certificate.

        It is the one that led to the renewal (§ 81(3)); without a renewal the one of the crew list
        where the former law asks for no more, or where the certificate itself was issued on it.
        """
        if certificate.renewed_on is not None:
            return self._renewed(certificate, day)
        proof = self.person.medical_on
        if proof is None:
            return None
        if valid.get("proof_alone"):
            return proof if proof <= day else None
        _, first_due = next(self._due_birthdays(day))
        return min(proof, certificate.issued_on) if certificate.issued_on >= self._earliest(first_due, day) else None

    def _refresher_due(
        self, certificate: Certificate, rule: Mapping[str, Any], cite: Mapping[str, str], day: date
    ) -> Bar | None:
        years = rule.get("refresher_within_years")
        if years is None:
            return None
        courses = [
            other
            for other in (certificate, *self.certificates)
            if other.kind in (certificate.kind, CertificateKind.BREATHING_REFRESHER) and other.issued_on <= day
        ]
        end = max((self._course_keeps(other, years) for other in courses), default=None)
        if end is None:
            return None
        return self._over(certificate, end, cite.get("refresher", ""), day, "breathing_refresher")

    def _course_keeps(self, course: Certificate, years: int) -> date:
        """Until when a course counts: the law's time, no longer than its own document says."""
        if self.rulebook.readings["breathing_refresher"] == "calendar_year":
            end = date(course.issued_on.year + years, 12, 31)
        else:
            end = add_years(course.issued_on, years) - _DAY
        return end if course.valid_until is None else min(end, course.valid_until)

    def _stated_end(
        self, certificate: Certificate, valid: Mapping[str, Any], cite: Mapping[str, str], day: date
    ) -> Bar | None:
        if certificate.valid_until is not None:
            return self._over(certificate, certificate.valid_until, "", day)
        if valid.get("stated") and not certificate.unlimited:
            de, en = "ohne angegebenes Gültigkeitsende", "without a stated last day"
            return self._bar(certificate, cite.get("stated", ""), de, en)
        return None

    def _over(self, certificate: Certificate, last: date, cite: str, day: date, reading: str = "") -> Bar | None:
        if day <= last:
            return None
        when = long_day(last)
        return self._bar(certificate, cite, f"gültig nur bis {when}", f"valid until {when}", reading)
