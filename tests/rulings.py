"""What tests say of cases: which rules they hold, and how the rules' answer are written in them."""

from __future__ import annotations

from functools import cache

import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.solver.actions.judging import ActionVerdict, Effects, judge_actions, judge_attack
from tests.tiny import tiny


def rule(*numbers: str) -> pytest.MarkDecorator:
    """Mark a test with the rules that it decides: without them it would come out otherwise."""
    return pytest.mark.rule(*numbers)


def said(board: str, action: str, *given: str) -> str:
    """Write what is said of an action: ``yes``, ``yes O.5``, ``no Q4.142 B28.1``, ``yes, bog O.4``."""
    (ruling,) = judge_actions(board_of(board), [action], given)
    return written(ruling)


def written(ruling: ActionVerdict) -> str:
    """Write a ruling on an action."""
    rules = " ".join([ruling.verdict, *sorted({each.number for each in ruling.rules})])
    comes = (*ruling.risks, *ruling.brings)
    return ", ".join([rules, *(f"{what} {cited.number}" for what, cited in comes)])


def comes_to(board: str, attack: str, target: str, *given: str) -> list[str]:
    """Write what an attack comes to, sorted: ``tem(roadblock) 2 Q4.141``, ``sw_dr 6: lost O6.62``."""
    effects = judge_attack(board_of(board), attack, target, given)
    assert_one_value_each(effects)
    found = [
        f"{each.what} {each.dr}: {each.value} {each.citation.number}"
        if each.dr
        else f"{each.what} {each.value} {each.citation.number}"
        for each in effects.found
    ]
    unknown = [f"{what} unknown {cited.number}" for what, cited in effects.unknown]
    return sorted(dict.fromkeys([*found, *unknown]))


SEVERAL = {"attacked_at"}
"""What may be said of an attack several times over: where a unit is attacked on its way (O.4C)."""


def assert_one_value_each(effects: Effects) -> None:
    """Hold that no two rules give an attack, or its target, two values of one thing."""
    values: dict[str, set[str]] = {}
    for each in effects.found:
        if not each.dr and each.what not in SEVERAL:
            values.setdefault(each.what, set()).add(each.value)
    assert not {what: told for what, told in values.items() if len(told) > 1}
    assert not values.keys() & {what for what, _ in effects.unknown}


@cache
def board_of(text: str) -> Board:
    """Give an embedded board by its name, or a tiny one by its text."""
    return embedded_board(text) if text in embedded_names() else tiny(text)
