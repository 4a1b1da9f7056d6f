"""The law as dated, cited values. Nothing here reasons about vessels or people."""

from optimizer.law.rulebook import LawDataError, Rule, Rulebook, RuleVersion, load_rulebook

__all__ = ["LawDataError", "Rule", "RuleVersion", "Rulebook", "load_rulebook"]
