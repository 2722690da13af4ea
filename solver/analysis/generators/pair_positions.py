"""Worlds of two actions at once: the rule set is asked of both together, and of the first one alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

import clingo

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.piece_table import PIECE_SIGNATURES
from hexcourt.facts.boards.terrain import kinds
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.actions.judging import judge_actions
from hexcourt.solver.analysis.core.programs import Family, Scope
from hexcourt.solver.analysis.generators.action_positions import (
    ACTIONS,
    NEVER_PRINTED,
)
from hexcourt.solver.analysis.generators.witnesses import (
    ToldPosition,
    alike_terrains,
    by_name,
    facts_file,
    firsts,
    piece_words,
    said_words,
    terrain_scope,
)
from hexcourt.solver.rulebase.rulebase import RuleBase
from hexcourt.solver.rulebase.statement import RuleStatement

# Positions of two actions


class Verdicts(NamedTuple):
    """What is said of two actions, each beside the other, and of the first one alone."""

    first: str
    second: str
    alone: str


@dataclass(frozen=True)
class TwoDeeds(ToldPosition[Verdicts]):
    """Two actions on a facts file, each with how often it is done, and what the world says of them."""

    actions: tuple[str, str]
    times: tuple[int, int]

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        actions = (f"'{each}'" for each in (*self._first, *self._second))
        return " ".join(["hexcourt legal smallest.lp", *actions, *self.options])

    @property
    def caption(self) -> str:
        """Name both actions."""
        return " beside ".join(self.actions)

    def in_words(self, told: Verdicts) -> str:
        """Write what is told in a line."""
        return f"{told.first} and {told.second} together, the first {told.alone} alone"

    def asked(self) -> Verdicts:
        """Ask the active rules of both actions, in either order, and of the first one alone."""
        first, second = self._verdicts((*self._first, *self._second))
        turned = self._verdicts((*self._second, *self._first))
        if turned != (second, first):
            return Verdicts("one order", "another", "otherwise")
        (alone,) = self._verdicts(self._first)
        return Verdicts(first, second, alone)

    @property
    def _first(self) -> tuple[str, ...]:
        return (self.actions[0],) * self.times[0]

    @property
    def _second(self) -> tuple[str, ...]:
        return (self.actions[1],) * self.times[1]

    def _verdicts(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Ask of some actions; give the verdict on each that is another one than that before."""
        ruled = judge_actions(self.board, texts, [*self.laid, *self.given])
        return tuple({each.action: each.verdict for each in ruled}.values())


def position_of(atoms: Iterable[str]) -> TwoDeeds:
    """Turn the atoms of a world into a position."""
    held = by_name(atoms)
    facts = facts_file(held)
    board = parse_board(facts, "smallest.lp")
    (first,) = firsts(held, "first")
    second = next(each for each in firsts(held, "asked") if each != first)
    laid = firsts(held, "laid")
    times, verdicts, alone = (
        {each.arguments[0]: each.arguments[1] for each in held[name]}
        for name in ("times", "verdict", "alone_verdict")
    )
    return TwoDeeds(
        facts,
        tuple(piece_words(each) for each in laid if each not in (first, second)),
        tuple(said_words(board, "given", each) for each in firsts(held, "given")),
        Verdicts(verdicts[first].name, verdicts[second].name, alone[first].name),
        (_text(board, first, laid), _text(board, second, laid)),
        (times[first].number, times[second].number),
    )


def _text(board: Board, action: clingo.Symbol, laid: Sequence[clingo.Symbol]) -> str:
    return piece_words(action) if action in laid else said_words(board, "action", action)


def _scope(family: Family, rule_base: RuleBase, rules: Sequence[RuleStatement]) -> Scope:
    actions = ACTIONS.scoped(family, rule_base, rules)
    filling = {*kinds().values()} - {*NEVER_PRINTED}
    apart = {*alike_terrains(rules, filling, family.storeys)}
    left = {f"scope_terrain({each})." for each in actions.things["terrains"] if each not in apart}
    return terrain_scope(
        tuple(each for each in actions.facts if each not in left),
        tuple(each for each in actions.things["terrains"] if each in apart),
        actions.things["hexside terrains"],
        actions.shapes,
    )


_LOOKED_FOR = ("checks.lp", "two_actions_checks.lp", "two_actions_properties.lp")
_ASKED = frozenset(("asked", "times"))

BESIDE_A_PIECE = replace(
    ACTIONS,
    name="beside_a_piece",
    programs=(
        *("printed.lp", "given.lp", "actions.lp", "two_actions.lp", "beside_a_piece.lp"),
        *_LOOKED_FOR,
    ),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps", "properties"),
    differences="two_actions_differences.lp",
    told_apart=_ASKED | dict(PIECE_SIGNATURES).keys(),
    further=(),
    scope=MappingProxyType(
        {**ACTIONS.scope, "most_features": 0, "most_given": 0}
        | {"most_asked": 2, "highest_level": 1, "highest_number": 6}
    ),
    storeys=1,
    compares=True,
)
"""An action beside a piece that is laid together with it, on up to two hexes."""

BESIDE_AN_ACTION = replace(
    BESIDE_A_PIECE,
    name="beside_an_action",
    programs=tuple(
        "beside_an_action.lp" if each == "beside_a_piece.lp" else each
        for each in BESIDE_A_PIECE.programs
    ),
    told_apart=_ASKED,
    scope=MappingProxyType(
        {**BESIDE_A_PIECE.scope, "most_features": 1, "most_pieces": 1, "most_given": 1}
    ),
)
"""An action beside another one that puts something there, in one hex or the next."""
