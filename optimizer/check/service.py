"""Who may serve in which function on which shift, and what bars the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from optimizer.check.authorisations import needs_authorisation, unnamed_stretches
from optimizer.check.crew_facts import facts_of
from optimizer.check.general_bars import general_bars
from optimizer.check.measures import lost_with_patent, measure_bar
from optimizer.check.need import Seat
from optimizer.check.rhine_rules import under_rhine
from optimizer.check.rhine_service import opens_on_rhine
from optimizer.check.tables import table_of
from optimizer.check.validity import Bar, Validity
from optimizer.domain import Certificate, CertificateKind, Function, Person, SafetyRole, Shift
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.terms import normalise, term
from optimizer.timeline import age_on

#: Whoever may be on board may go the rounds at night, cabin staff included.
_NO_CREW = frozenset({Function.CABIN_STAFF, Function.NIGHT_PATROL})
_NO_CERTIFICATE = frozenset({*_NO_CREW, Function.ADDITIONAL})


@dataclass(frozen=True)
class Service:
    """One person on one shift.

    Every day of the shift counts: a certificate that ends during it does not carry it.
    """

    instance: Instance
    shift: Shift
    person: Person

    @cached_property
    def days(self) -> Sequence[date]:
        return self.shift.interval.days()

    @cached_property
    def held(self) -> tuple[Certificate, ...]:
        return self.instance.certificates.get(self.person.crew_id, ())

    @cached_property
    def validity(self) -> Validity:
        return Validity(self.instance.rulebook, self.person, self.held)

    def bars(self, function: Function) -> tuple[Bar, ...]:
        """Why the person may not serve in a function; empty if they may."""
        if function not in self._known:
            self._known[function] = self._bars(function)
        return self._known[function]

    @cached_property
    def _rhine(self) -> bool:
        """Whether the Rhine's regulation says who may serve as what."""
        return under_rhine(self.instance, self.shift)

    @cached_property
    def _known(self) -> dict[Function, tuple[Bar, ...]]:
        """Answers of :meth:`bars`, asked for again with every way to seat the crew."""
        return {}

    def _bars(self, function: Function) -> tuple[Bar, ...]:
        rulebook = self.instance.rulebook
        crew, counts = function not in _NO_CREW, function not in _NO_CERTIFICATE
        found = list(general_bars(rulebook, self.person, self.days, crew=crew, minimum_crew=counts, rhine=self._rhine))
        if function not in _NO_CERTIFICATE:
            found += self.certificate_bars(function)
        if function is Function.NIGHT_PATROL:
            found += self._minor_bars()
        return tuple(found)

    def _minor_bars(self) -> Iterator[Bar]:
        """Rounds at night are no work for minors, whatever watch they stand."""
        limit = self.instance.rulebook.values("youth.age_limit", self.days[0])
        if limit is not None and age_on(self.person.birth_date, self.days[0]) < limit["adult_age"]:
            adult = limit["adult_age"]
            de, en = f"Kontrollgang erst ab {adult} Jahren", f"night patrol only from the age of {adult}"
            yield self._cited("youth.night", de, en)

    def may_sit(self, seat: Seat) -> bool:
        """Whether the person may take a seat, its age and service time included."""
        if (seat.own or seat.min_service_days is not None) and not self._serves_in_own_right(seat.function):
            return False
        if seat.patent and not self._holds_patent():
            return False
        return self._old_enough(seat) and not self.bars(seat.function)

    def _holds_patent(self) -> bool:
        """A certificate of the management level that is valid all through the shift; no authorisation is asked."""
        listed = self.instance.rulebook.values("rhine.lower_function", self.days[0]) or {}
        return any(c.kind in listed.get("any_lower", ()) and not self._flaw_bars(c, None) for c in self.held)

    def could_sit(self, seat: Seat, function: Function) -> bool:
        """The same once nothing bars the person from a function any more."""
        if not self.bars(function):
            return self.may_sit(seat)
        granted = bool(self.certificate_bars(function))
        own = seat.function == function or self._serves_in_own_right(seat.function)
        if (seat.own or seat.min_service_days is not None) and not own:
            return False
        return self._old_enough(seat) and (granted or not self.certificate_bars(seat.function))

    def _old_enough(self, seat: Seat) -> bool:
        """Age and service time as far as the place asks for them."""
        if self._too_young(seat) or (self.person.training_year or 0) < (seat.min_training_year or 0):
            return False
        return (self.person.service_days or 0) >= (seat.min_service_days or 0)

    def _too_young(self, seat: Seat) -> bool:
        """Whether the seat's age keeps the person away; a passed final examination may stand for it (§ 104(4))."""
        if seat.min_age is None or age_on(self.person.birth_date, self.days[0]) >= seat.min_age:
            return False
        passed = self.person.final_exam_on
        return not seat.unless_examined or passed is None or passed > self.days[0]

    def _serves_in_own_right(self, function: Function) -> bool:
        """Whether a certificate of that very function carries it, whatever else the person holds."""
        own = Function.DECKHAND if function is Function.DECKHAND_180 else function
        return any(not self._route_bars(certificate, function) for certificate in self._holding(own))

    def certificate_bars(self, function: Function) -> tuple[Bar, ...]:
        """Bars from certificates alone: those of the certificate that comes closest."""
        routes = [self._route_bars(c, function) for c in self.held if self._opens(c, function)]
        if routes:
            return min(routes, key=len)
        return (self._nothing_held(function),)

    def leading_bars(self, *, authorisations: bool) -> tuple[Bar, ...]:
        """Bars from leading this vessel, with or without the authorisations of § 16."""
        found = self.certificate_bars(Function.BOATMASTER)
        levels = {
            rule.rule_id
            for rule in self.instance.rulebook.starting_with("certificate.")
            if _dated(rule.on(self.days[0])).get("level") == "authorisation"
        }
        return tuple(bar for bar in found if authorisations or bar.rule_id not in levels)

    def role_bars(self, role: SafetyRole) -> tuple[Bar, ...]:
        """Why the person may not act in a safety role (§ 17, § 110 BinSchPersV)."""
        day = self.days[0]
        routes = [
            self._flaw_bars(certificate, None)
            for certificate in self.held
            if role in self._values(certificate, day).get("safety_roles", ())
        ]
        if routes:
            return (*min(routes, key=len), *self._young_first_aider(role))
        rules = (r for r in self.instance.rulebook.starting_with("certificate."))
        rule = next(r for r in rules if role in _dated(r.on(day)).get("safety_roles", ()))
        words = [term("safety_role", role, lang) for lang in ("de", "en")]
        text = Text(f"kein Nachweis als {words[0]}", f"no certificate as {words[1]}")
        return (Bar(rule.rule_id, self.instance.rulebook.citation(rule.rule_id, day), text),)

    def _young_first_aider(self, role: SafetyRole) -> tuple[Bar, ...]:
        """§ 16.07: first aiders on the Rhine have a least age."""
        rule_id = "rhine.safety.first_aider_age"
        rule = self.instance.rulebook.values(rule_id, self.days[0])
        if not self._rhine or rule is None or role != rule["role"]:
            return ()
        if age_on(self.person.birth_date, self.days[0]) >= rule["min_age"]:
            return ()
        least = rule["min_age"]
        return (
            self._cited(rule_id, f"Ersthelfer erst ab {least} Jahren", f"first aider only from the age of {least}"),
        )

    def holds(self, kind: CertificateKind) -> bool:
        """Whether the person holds a certificate of the kind that is valid all through the shift."""
        return any(c.kind is kind and not self._flaw_bars(c, None) for c in self.held)

    def leads_without_company(self, function: Function) -> bool:
        """Whether every certificate for leading forbids being alone in the wheelhouse."""
        rule = self.instance.rulebook.values("certificate.restriction", self.days[0]) or {}
        if function not in rule.get("no_solo_wheelhouse", {}).get("functions", ()):
            return False
        fit = [c for c in self._holding(function) if not self._flaw_bars(c, function)]
        return bool(fit) and all("no_solo_wheelhouse" in self._restrictions(c) for c in fit)

    def _restrictions(self, certificate: Certificate) -> frozenset[str]:
        """Those entered in the certificate, and those of the proof of fitness still to be entered."""
        return frozenset((*certificate.restrictions, *self.person.medical_restrictions))

    def _values(self, certificate: Certificate, day: date) -> Any:
        return self.validity.values(certificate.kind, day)

    def _holding(self, function: Function) -> list[Certificate]:
        """Certificates of that very function."""
        return [c for c in self.held if function in self._own_functions(c)]

    def _own_functions(self, certificate: Certificate, day: date | None = None) -> tuple[str, ...]:
        rule = self._values(certificate, day or self.days[0])
        by_route = rule.get("functions_by_route", {})
        route = certificate.acquired_by or certificate.route
        return (*rule.get("functions", ()), *by_route.get(route, ()))

    def _opens(self, certificate: Certificate, function: Function) -> bool:
        """Whether a certificate, if valid, qualifies for the function on every day of the shift."""
        return all(self._opens_on(certificate, function, day) for day in self.days)

    def _opens_on(self, certificate: Certificate, function: Function, day: date) -> bool:
        own, rulebook = self._own_functions(certificate, day), self.instance.rulebook
        if self._rhine:
            level = self._values(certificate, day).get("level")
            return opens_on_rhine(rulebook, certificate.kind, own, level, function, day)
        if function in own or self._ferry_books.get(function) in own:
            return True
        if function is Function.DECKHAND_180 and certificate.kind == self._dh180["certificate"]:
            return True
        minder = rulebook.values("substitution.engineer_as_engine_minder", day) or {}
        if function == minder.get("fills") and certificate.kind in minder["certificates"]:
            return True
        level = self._values(certificate, day).get("level")
        if function is Function.APPRENTICE:
            apprentice = rulebook.values("substitution.apprentice", day) or {}
            return level in apprentice.get("levels", ())
        return self._lower_opens(certificate, own, function, day)

    def _lower_opens(self, certificate: Certificate, own: tuple[str, ...], function: Function, day: date) -> bool:
        """§ 96(2) sentence 1 in the text of the day."""
        rule = self.instance.rulebook.values("substitution.lower_function", day) or {}
        order = rule.get("order", ())
        if function not in order:
            return False
        if certificate.kind in rule["any_lower"]:
            return True
        ranks = [order.index(name) for name in own if name in order]
        down = certificate.kind in rule["own_level_down"]
        return down and bool(ranks) and max(ranks) > order.index(function)

    @cached_property
    def _ferry_books(self) -> Mapping[str, str]:
        """Functions that the old ferry books fill on this vessel (§ 112(5), § 113(6))."""
        table = table_of(facts_of(self.instance, self.shift))
        books = table.own("ferry_books") if table is not None else None
        return {} if books is None else books["fills"]

    @cached_property
    def _dh180(self) -> Any:
        return self.instance.rulebook.values("certificate.deckhand_180", self.days[0]) or {}

    def _route_bars(self, certificate: Certificate, function: Function) -> tuple[Bar, ...]:
        """Everything that keeps one certificate from carrying the function on this shift."""
        found = list(self._flaw_bars(certificate, function))
        found += self._substitution_bars(certificate, function)
        found += self._restriction_bars(certificate)
        if function in self._leading:
            found += self._scope_bars(certificate)
            found += self._authorisation_bars(bool(found))
        return tuple(dict.fromkeys(found))

    def _flaw_bars(self, certificate: Certificate, function: Function | None) -> tuple[Bar, ...]:
        lapsed = (self.validity.flaw(certificate, day) for day in self.days)
        flaw = next((bar for bar in lapsed if bar is not None), None)
        measure = measure_bar(self.instance, self.person, certificate, function, self.days)
        return tuple(bar for bar in (flaw, measure) if bar is not None)

    @cached_property
    def _leading(self) -> Sequence[str]:
        rule = self.instance.rulebook.values("certificate.boatmaster_needed", self.days[0]) or {}
        return rule.get("functions", ())

    def _substitution_bars(self, certificate: Certificate, function: Function) -> Iterator[Bar]:
        own, day = self._own_functions(certificate), self.days[0]
        if function is Function.APPRENTICE and function not in own:
            rule = self.instance.rulebook.values("substitution.apprentice", day) or {}
            if age_on(self.person.birth_date, day) < rule["min_age"]:
                yield self._cited(
                    "substitution.apprentice",
                    f"als Ersatz erst ab {rule['min_age']} Jahren",
                    f"as a replacement only from the age of {rule['min_age']}",
                )
        if function is Function.DECKHAND_180 and certificate.kind == self._dh180["certificate"]:
            needed, found = self._dh180["validated_days"]["from"], certificate.validated_days or 0
            if found < needed:
                yield self._cited(
                    "certificate.deckhand_180",
                    f"{found} von {needed} Tagen Fahrzeit bestätigt",
                    f"{found} of {needed} days of service validated",
                    self._dh180["cite"],
                )

    def _restriction_bars(self, certificate: Certificate) -> Iterator[Bar]:
        rule = self.instance.rulebook.values("certificate.restriction", self.days[0]) or {}
        if "daylight_only" in self._restrictions(certificate) and not self.shift.daylight:
            yield self._cited(
                "certificate.restriction",
                "nur bei Tageslicht, die Schicht ist nicht als Tagfahrt angegeben",
                "in daylight only, and the shift is not stated to be in daylight",
                rule.get("cite", ""),
            )

    def _scope_bars(self, certificate: Certificate) -> Iterator[Bar]:
        """Ferry sites entered in the certificate, and § 11(3) for free-moving ferries."""
        rule, vessel = self._values(certificate, self.days[0]), self.instance.vessel_of(self.shift)
        if rule.get("scope") == "ferry_sites":
            entered = {normalise(site) for site in certificate.scope}
            missing = [site for site in vessel.ferry_sites if normalise(site) not in entered]
            code, cite = f"certificate.{certificate.kind}", rule["cite"]["scope"]
            if missing:
                names = ", ".join(missing)
                de, en = f"gilt nicht für die Fährstelle {names}", f"not for the ferry site {names}"
                yield self._cited(code, de, en, cite)
            elif not vessel.ferry_sites:
                de, en = "Fährstelle des Schiffs fehlt", "the vessel's ferry site is not stated"
                yield self._cited(code, de, en, cite)
        yield from self._free_moving_bars(certificate)

    def _free_moving_bars(self, certificate: Certificate) -> Iterator[Bar]:
        rule = self.instance.rulebook.values("certificate.free_moving_ferry", self.days[0]) or {}
        features = self.instance.vessel_of(self.shift).features
        free = features.get(rule.get("feature", ""))
        if free is None:
            # Whoever says neither may have a free-moving ferry.
            free = features.get("cable_guided") is not True
        if not free or certificate.kind not in rule.get("certificates", ()):
            return
        besides = [c for c in self.held if self._values(c, self.days[0]).get("level") in rule["besides_levels"]]
        if all(self._flaw_bars(c, None) for c in besides):
            yield self._cited(
                "certificate.free_moving_ferry",
                "auf einer frei fahrenden Fähre zusätzlich ein Zeugnis der Einstiegsebene nötig",
                "a free-moving ferry needs an entry-level certificate in addition",
                rule["cite"],
            )

    def _authorisation_bars(self, patent_flawed: bool) -> Iterator[Bar]:
        day = self.days[0]
        for rule in self.instance.rulebook.starting_with("certificate."):
            values = _dated(rule.on(day))
            if values.get("level") == "authorisation" and needs_authorisation(
                self.instance, self.shift, values["needed"], day
            ):
                yield from self._authorisation(rule.rule_id, values, patent_flawed)
        lng = self.instance.rulebook.values("certificate.lng", day) or {}
        if self.instance.vessel_of(self.shift).features.get(lng.get("feature", "")):
            held = [c for c in self.held if c.kind == lng["certificate"]]
            flaws = [self._flaw_bars(c, None) for c in held]
            if not any(not flaw for flaw in flaws):
                yield from (bar for flaw in flaws for bar in flaw)
                de, en = "kein gültiges LNG-Zeugnis", "no valid LNG certificate"
                yield self._cited("certificate.lng", de, en, lng["cite"])

    def _authorisation(self, rule_id: str, values: Any, patent_flawed: bool) -> Iterator[Bar]:
        held = [c for c in self.held if f"certificate.{c.kind}" == rule_id]
        name, cite = self.instance.rulebook.rule(rule_id).name, values["cite"]
        flaws = {c: self._flaw_bars(c, None) for c in held}
        valid = [c for c in held if not flaws[c]]
        lost = {c: lost_with_patent(self.instance, self.person, c, self.days) for c in valid}
        kept = [c for c in valid if lost[c] is None]
        if not held:
            yield self._cited(rule_id, f"{name.de} fehlt", f"{name.en} is missing", cite["needed"])
        elif not valid:
            yield from flaws[held[0]]
        elif patent_flawed and values.get("valid", {}).get("with_patent"):
            text = Text(f"{name.de} endet mit dem Patent", f"{name.en} ends with the patent")
            yield Bar(rule_id, cite["with_patent"], text, follows=True)
        elif not kept:
            text = next(reason for reason in lost.values() if reason is not None)
            yield Bar(rule_id, cite["with_patent"], text)
        elif unnamed := unnamed_stretches(self.instance, self.shift, values["needed"], kept, self.days[0]):
            where = [", ".join(part.in_words(lang) for part in unnamed) for lang in ("de", "en")]
            de, en = f"{name.de} gilt nicht für {where[0]}", f"{name.en} is not for {where[1]}"
            yield self._cited(rule_id, de, en, cite["needed"])

    def _nothing_held(self, function: Function) -> Bar:
        leading = function in self._leading
        code = "certificate.boatmaster_needed" if leading else "certificate.needed"
        words = [term("function", function, lang) for lang in ("de", "en")]
        return self._cited(code, f"kein Zeugnis als {words[0]}", f"no certificate as {words[1]}")

    def _cited(self, rule_id: str, de: str, en: str, citation: str = "") -> Bar:
        citation = citation or self.instance.rulebook.citation(rule_id, self.days[0])
        return Bar(rule_id, citation, Text(de, en))


def _dated(version: Any) -> Any:
    return version.values if version is not None else {}
