"""Tables of cases: a row is a board, what is asked on it, and what the rules are to answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from unittest.mock import patch

import pytest
from _pytest.mark.structures import ParameterSet

from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import PIECES
from hexcourt.facts.tracing.movement_facts import movement_facts
from hexcourt.solver.actions.judging import judge_actions
from hexcourt.solver.rulebase.rulebase import active_rules
from tests.rulings import board_of, comes_to, rule, said, written

ACTION = ("board", "action", "given", "expected")
ATTACK = ("board", "attack", "target", "given", "expected")
ALONE = ("stack(", "mines(", "sets_up(", "gun(", "fortify(", *(f"{piece}(" for piece in PIECES))
"""Actions that can change what comes of others: what is set up together (A2.9, O.8), and pieces."""
_TOGETHER: dict[tuple[str, tuple[str, ...]], list[str]] = {}


def action(
    name: str, numbers: str, board: str, asked: str, expected: str, *given: str
) -> ParameterSet:
    """Make a row about an action: ``numbers`` are the rules that decide it, parted by blanks."""
    if not asked.startswith(ALONE):
        _TOGETHER.setdefault((board, given), []).append(asked)
    return pytest.param(board, asked, given, expected, id=name, marks=_marks(numbers))


def attack(
    name: str, numbers: str, board: str, made: str, target: str, expected: str, *given: str
) -> ParameterSet:
    """Make a row about an attack; ``expected`` are its effects, parted by `` | ``."""
    found = sorted(filter(None, expected.split(" | ")))
    return pytest.param(board, made, target, given, found, id=name, marks=_marks(numbers))


def ruled(board: str, asked: str, given: tuple[str, ...]) -> str:
    """Say what comes of an action; actions on one board with the same given are asked together."""
    with measured_once():
        if asked in _TOGETHER.get((board, given), ()):
            return _together(board, given, active_rules())[asked]
        return said(board, asked, *given)


@cache
def _together(board: str, given: tuple[str, ...], _: frozenset[str]) -> dict[str, str]:
    asked = dict.fromkeys(_TOGETHER[board, given])
    return {each.action: written(each) for each in judge_actions(board_of(board), asked, given)}


def worked(board: str, made: str, target: str, given: tuple[str, ...]) -> list[str]:
    """Say what comes of an attack; the TEM in all is left out where it is that of one cover, or none:
    asp/test_attack_findings.py holds it.
    """
    with measured_once():
        found = comes_to(board, made, target, *given)
    covers = [each.partition(" ")[2] for each in found if _COVER.match(each)]
    said = [f"tem {each}" for each in covers] if len(covers) == 1 else []
    return [each for each in found if each not in (*said, *([] if covers else _NO_COVER))]


_COVER = re.compile(r"tem\(.*\) [1-9]")
_NO_COVER = ("tem 0 A2.4", "tem 0 A4.3")


@contextmanager
def measured_once() -> Iterator[None]:
    """Measure each board's drawing once for all cases on it."""
    with patch("hexcourt.solver.placement.hex_facts.movement_facts", _facts_of):
        yield


_MEASURED: dict[int, tuple[Board, Mapping[str, tuple[str, ...]]]] = {}


def _facts_of(board: Board) -> Mapping[str, tuple[str, ...]]:
    if id(board) not in _MEASURED:
        _MEASURED[id(board)] = (
            board,
            movement_facts(board),
        )  # the board lives on, so its id is its own
    return _MEASURED[id(board)][1]


def _marks(numbers: str) -> tuple[pytest.MarkDecorator, ...]:
    return (rule(*numbers.split()),) if numbers else ()
