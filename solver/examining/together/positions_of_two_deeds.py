"""Turns a world of two deeds into a position as a user has it, and asks the program about it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.solver.deeds.judging import judge_deeds
from hexcourt.solver.examining.positions.asked_positions import ToldPosition
from hexcourt.solver.examining.positions.deed_positions import PLACED, laid_text, said_text
from hexcourt.solver.examining.positions.printed_facts import PRINTED, facts_file

_VERDICTS = ("verdict", "alone_verdict")


class Verdicts(NamedTuple):
    """What is said of two deeds, each beside the other, and of the first one alone."""

    first: str
    second: str
    alone: str


@dataclass(frozen=True)
class TwoDeeds(ToldPosition[Verdicts]):
    """Two deeds on a facts file, each with how often it is done, and what the world says of them."""

    deeds: tuple[str, str]
    times: tuple[int, int]

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        deeds = (f"'{each}'" for each in (*self._first, *self._second))
        return " ".join(["hexcourt legal smallest.lp", *deeds, *self.options])

    @property
    def caption(self) -> str:
        """Name both deeds."""
        return " beside ".join(self.deeds)

    def in_words(self, told: Verdicts) -> str:
        """Write what is told in a line."""
        return f"{told.first} and {told.second} together, the first {told.alone} alone"

    def asked(self) -> Verdicts:
        """Ask the law in force of both deeds, in either order, and of the first one alone."""
        first, second = self._verdicts((*self._first, *self._second))
        turned = self._verdicts((*self._second, *self._first))
        if turned != (second, first):
            return Verdicts("one order", "another", "otherwise")
        (alone,) = self._verdicts(self._first)
        return Verdicts(first, second, alone)

    @property
    def _first(self) -> tuple[str, ...]:
        return (self.deeds[0],) * self.times[0]

    @property
    def _second(self) -> tuple[str, ...]:
        return (self.deeds[1],) * self.times[1]

    def _verdicts(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Ask of some deeds; give the verdict on each that is another one than that before."""
        ruled = judge_deeds(self.board, texts, [*self.laid, *self.given])
        return tuple({each.deed: each.verdict for each in ruled}.values())


def position_of(atoms: Iterable[str]) -> TwoDeeds:
    """Turn the atoms of a world into a position."""
    held: dict[str, list[clingo.Symbol]] = {}
    for each in atoms:
        if each.partition("(")[0] in (*PRINTED, *PLACED, *_VERDICTS, "first"):
            symbol = parse_term(each)
            held.setdefault(symbol.name, []).append(symbol)
    facts = facts_file(held)
    board = parse_board(facts, "smallest.lp")
    first = held["first"][0].arguments[0]
    second = next(e.arguments[0] for e in held["asked"] if e.arguments[0] != first)
    laid = [each.arguments[0] for each in held.get("laid", ())]
    times, verdicts = _told(held["times"]), _told(held["verdict"])
    return TwoDeeds(
        facts,
        tuple(laid_text(each) for each in laid if each not in (first, second)),
        tuple(said_text(board, "given", each.arguments[0]) for each in held.get("given", ())),
        Verdicts(
            verdicts[first].name,
            verdicts[second].name,
            _told(held["alone_verdict"])[first].name,
        ),
        (_text(board, first, laid), _text(board, second, laid)),
        (times[first].number, times[second].number),
    )


def _told(said: Iterable[clingo.Symbol]) -> dict[clingo.Symbol, clingo.Symbol]:
    return {each.arguments[0]: each.arguments[1] for each in said}


def _text(board: Board, deed: clingo.Symbol, laid: Sequence[clingo.Symbol]) -> str:
    return laid_text(deed) if deed in laid else said_text(board, "deed", deed)
