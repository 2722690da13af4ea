"""Use the rules as a user's house rules amend them."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from hexcourt.solver.rulebase.rulebase import HouseRules, active_rules, use_rules
from hexcourt.solver.sandbox.threads import carry


def under_house_rules(rules: tuple[HouseRules, ...]) -> AbstractContextManager[object]:
    """Return a context in which some house rules hold; raises BadInput as ``amended_rules`` does."""
    if not rules or active_rules().house_rules == rules:
        return nullcontext()
    from hexcourt.solver.rulebase.read_house_rules import amended_rules  # it imports clingo

    return use_rules(amended_rules(rules))


carry(under_house_rules, lambda: active_rules().house_rules)
