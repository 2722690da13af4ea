"""Asks the rules which lines are too close to call: by their verdict as drawn, and when moved."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import first_reason
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules
from hexcourt.solver.rulebase.statement import Citation
from hexcourt.solver.sight.situation_cache import DECIDING

PROFILE = "close_calls"


def close_call(drawn: str, moved: Collection[str]) -> Citation | None:
    """Tell by which rule a line with this verdict is too close to call, its thread giving others when
    it is ``moved`` by hardly anything; nothing where it is not.
    """
    return _close_call(drawn, frozenset(moved), active_rules())


@lru_cache(maxsize=256)
def _close_call(drawn: str, moved: frozenset[str], rule_base: RuleBase) -> Citation | None:
    with DECIDING:
        return _cited("too_close", "thread", drawn, moved)


def close_hindrance(drawn: int, moved: Collection[int]) -> Citation | None:
    """Tell by which rule the hindrance of a clear line is a close call, its thread meeting other
    hindrances when it is ``moved``; nothing where it is not.
    """
    return _close_hindrance(drawn, frozenset(moved), active_rules())


@lru_cache(maxsize=256)
def _close_hindrance(drawn: int, moved: frozenset[int], rule_base: RuleBase) -> Citation | None:
    with DECIDING:
        return _cited("close_hindrance", "thread_hindered", drawn, moved)


def hindrances_may_be_close() -> bool:
    """Tell whether hindrances that differ when a thread is moved are close calls."""
    return close_hindrance(0, [1]) is not None


def _cited(told: str, fact: str, drawn: object, moved: frozenset[Any]) -> Citation | None:
    """Ask the rules what it says of a line as drawn and as moved, and by which rule."""
    facts = [f"{fact}(0,drawn,{drawn}).", *(f"{fact}(0,moved,{each})." for each in sorted(moved))]
    grounded = ActiveRules(PROFILE).ground("\n".join(facts))
    return first_reason(grounded, PROFILE, atoms_of(grounded, told, 2))


def close_calls(verdicts: tuple[str, ...]) -> npt.NDArray[np.bool_]:
    """Tell of each verdict as drawn, and each to either side, whether the line is too close to call."""
    with DECIDING:
        return _close_calls(verdicts, active_rules())


@lru_cache(maxsize=8)
def _close_calls(verdicts: tuple[str, ...], rule_base: RuleBase) -> npt.NDArray[np.bool_]:
    each = [*product(range(len(verdicts)), repeat=3)]
    facts = [
        f"thread({number},drawn,{verdicts[drawn]})."
        f" thread({number},moved,({verdicts[one]};{verdicts[other]}))."
        for number, (drawn, one, other) in enumerate(each)
    ]
    grounded = ActiveRules(PROFILE).ground("\n".join(facts))
    found = np.zeros((len(verdicts),) * 3, dtype=np.bool_)
    for number, _ in arguments_of(grounded, "too_close", 2):
        found[each[number.number]] = True
    return found


def rule_of_close_calls() -> str:
    """Give the number of the rule by which lines are too close to call; "" where none is in force."""
    found = close_call("clear", ["blocked"]) or close_call("blocked", ["clear"])
    return "" if found is None else found.number
