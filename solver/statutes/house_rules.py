"""Uses the rules as a user's house rules amend them."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from hexcourt.solver.statutes.lawbook import HouseRules, enacted, in_force


def under(rules: tuple[HouseRules, ...]) -> AbstractContextManager[object]:
    """Return a context in which some house rules hold; raises BadInput as ``law_with`` does."""
    if not rules or in_force().house_rules == rules:
        return nullcontext()
    from hexcourt.solver.statutes.amendments.amending import law_with  # it imports clingo

    return enacted(law_with(rules))
