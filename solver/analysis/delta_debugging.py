"""A difference between two rule sets on a board reduced: the hexes, what is drawn and printed there
and the pieces without which it would be gone, and nothing else.

What may go is tried away in chunks, halved until they are single things (delta debugging: Zeller and
Hildebrandt 2002); at the end each thing that is left is needed.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, board_lines
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.geometry.hexes import distance
from hexcourt.solver.analysis.board_answers import (
    QUESTIONS,
    BoardQuestion,
    command_of,
)
from hexcourt.solver.placement.hex_facts import hexes_in
from hexcourt.solver.position.opening import reopened
from hexcourt.solver.rulebase.rulebase import RuleBase, use_rules
from hexcourt.solver.scenario.opening import open_board

FILE = "smallest.lp"
"""How the facts file of a position is called where it has no other name."""

T = TypeVar("T")
TwoReplies = tuple[str | None, str | None]
"""What two rule sets say; nothing where one knows nothing of what is asked."""

_STAYS = ("board", "layout", "hex", "place", "elevation")
_OF_OUTLINE = ("outline", "corner", "confidence")
_NAME = pattern(r'"((?:[^"\\]|\\.)*)"')
_NOT_DRAWN = (*_STAYS, *_OF_OUTLINE, "source")
_HEX_NAME = pattern(r"[A-Z]+[0-9]+")


@dataclass(frozen=True)
class ReducedQuestion:
    """What is asked of a board, with what of it may not go: the hexes that it names; ``pieces`` are what
    it lays or is given, which may. ``ask`` asks the active rules of a facts file.
    """

    board: Board
    hexes: frozenset[str]
    pieces: tuple[str, ...]
    ask: Callable[[str, Sequence[str]], str | None]
    command: Callable[[str, Sequence[str]], str]


@dataclass(frozen=True)
class CutPosition:
    """A board reduced: its facts file, the pieces that lie there, and the question."""

    facts: str
    pieces: tuple[str, ...]
    question: ReducedQuestion

    @property
    def board(self) -> Board:
        """Read the facts file."""
        return parse_board(self.facts, FILE)

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        return self.command_on(FILE)

    def command_on(self, name: str) -> str:
        """Write the question as a user asks it of the facts file by its name."""
        return self.question.command(name, self.pieces)

    @property
    def summary(self) -> str:
        """Return what of it is not plain open ground at level 0."""
        facts = self.facts.splitlines()
        hexes = sum(each.startswith("hex(") for each in facts)
        lines = [
            each.rstrip(".")
            for each in facts
            if not each.startswith((*(f"{name}(" for name in _NOT_DRAWN), "location", "%"))
            and not each.endswith(",open).")
        ]
        lines += [e.rstrip(".") for e in facts if e.startswith("elevation(") and ",0)" not in e]
        lines += [e.rstrip(".") for e in facts if e.startswith("location(") and ",ground," not in e]
        return ", ".join([f"{hexes} hex{'es' * (hexes != 1)}", *lines])

    def ask(self, rule_base: RuleBase) -> str | None:
        """Ask a rule set."""
        return _answer_of(rule_base, self.question, self.facts, self.pieces)


def question_of(query: BoardQuestion) -> ReducedQuestion | None:
    """Return what is asked of a board one thing at a time; nothing for what is asked as a whole."""
    if query.subject not in QUESTIONS:
        return None
    board = open_board(query.board)

    def ask(facts: str, _pieces: Sequence[str]) -> str | None:
        return QUESTIONS[query.subject](reopened(parse_board(facts, FILE)), query.words)

    def command(name: str, _pieces: Sequence[str]) -> str:
        return command_of(query.subject, query.words, name)

    named = {name for name in _HEX_NAME.findall(query.words) if name in board.by_name}
    named |= {name for name in hexes_in(query.words) if name in board.by_name}
    return ReducedQuestion(board, frozenset(named), (), ask, command)


def cut_down(
    question: ReducedQuestion,
    rule_sets: tuple[RuleBase, RuleBase],
    stays: Callable[[TwoReplies], bool],
    until: float,
) -> CutPosition | None:
    """Cut a board down as long as what two rule sets say of it ``stays`` a difference; nothing where
    it is none on the board as it is written, or time is over.
    """

    def holds(facts: str, pieces: Sequence[str]) -> bool:
        items = []
        for rule_base in rule_sets:
            try:
                items.append(_answer_of(rule_base, question, facts, pieces))
            except (BadInput, RuleError, ValueError):
                return False
        return stays((items[0], items[1]))

    return cut_down_while(question, holds, until)


def cut_down_while(
    question: ReducedQuestion, holds: Callable[[str, Sequence[str]], bool], until: float
) -> CutPosition | None:
    """Cut a board down as long as something ``holds`` of its facts file and the pieces; nothing where
    it does not hold of the board as it is written, or time is over.
    """
    cut = _Cutting(question, holds, until)
    cut.hexes()
    cut.pieces()
    cut.facts()
    return cut.position


def _answer_of(
    rule_base: RuleBase, question: ReducedQuestion, facts: str, pieces: Sequence[str]
) -> str | None:
    with use_rules(rule_base):
        return question.ask(facts, pieces)


class _Cutting:
    """A board on its way to be reduced."""

    def __init__(
        self, question: ReducedQuestion, holds: Callable[[str, Sequence[str]], bool], until: float
    ) -> None:
        self.question = question
        self.holds = holds
        self.until = until
        self.lines: Sequence[str] = board_lines(question.board)
        self.all_pieces = question.pieces
        self.found = False

    @property
    def position(self) -> CutPosition | None:
        if not self.found and not self._try(self.lines):
            return None
        return CutPosition(_text(self.lines), self.all_pieces, self.question)

    def _try(self, lines: Sequence[str], placed: Sequence[str] | None = None) -> bool:
        if time.monotonic() >= self.until:
            return False
        pieces = self.all_pieces if placed is None else tuple(placed)
        if not self.holds(_text(lines), pieces):
            return False
        self.lines, self.all_pieces, self.found = lines, pieces, True
        return True

    def hexes(self) -> None:
        """Take hexes away: all that lie far off at once, if that will do."""
        every, whole = self.question.board.by_name, self.lines
        for reach in (0, 1, 2):
            if self._try(_without(whole, every.keys() - _near(self.question, reach))):
                break
        else:
            if not self._try(whole):
                return
        left = {name for each in self.lines if each.startswith("hex(") for name in hexes_in(each)}
        start = self.lines
        fewest(
            sorted(left - self.question.hexes),
            lambda some: self._try(_without(start, left - self.question.hexes - set(some))),
        )

    def pieces(self) -> None:
        """Take pieces away."""
        if self.found:
            fewest(self.all_pieces, lambda some: self._try(self.lines, some))

    def facts(self) -> None:
        """Take away what is drawn and printed."""
        if not self.found:
            return
        staying = [each for each in self.lines if _stays(each)]
        parts: dict[str, list[str]] = defaultdict(list)
        for each in self.lines:
            if not _stays(each):
                parts[_part(each)].append(each)
        order = {each: number for number, each in enumerate(self.lines)}

        def lines_of(some: Iterable[str]) -> list[str]:
            return sorted([*staying, *(e for p in some for e in parts[p])], key=order.__getitem__)

        fewest(sorted(parts), lambda some: self._try(lines_of(some)))


def fewest(items: Sequence[T], holds: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """Find some of the items of which ``holds`` is true, and of none of which it is without one more;
    of all of them it is.
    """
    remaining = list(items)
    if not remaining or holds([]):
        return []
    size = (len(remaining) + 1) // 2
    while True:
        start, gone = 0, False
        while start < len(remaining):
            rest = remaining[:start] + remaining[start + size :]
            if len(rest) < len(remaining) and holds(rest):
                remaining, gone = rest, True
            else:
                start += size
        if size == 1 and not gone:
            return remaining
        size = size if gone and size == 1 else max(1, size // 2)


def _text(lines: Sequence[str]) -> str:
    return "\n".join([*lines, ""])


def _stays(fact: str) -> bool:
    return fact.startswith(tuple(f"{name}(" for name in _STAYS)) or ",ground," in fact


def _part(fact: str) -> str:
    """Name what a fact goes with: an outline with its corners; all spans, notes and areas together."""
    name = fact.partition("(")[0]
    if name in _OF_OUTLINE:
        match = _NAME.search(fact)
        return f"outline {match[1] if match else ''}"
    if name in ("span", "note", "area", "area_means", "part_of", "half_hex", "also_named"):
        return name
    return fact


def _without(lines: Sequence[str], gone: Collection[str]) -> list[str]:
    """Leave out all that is about some hexes; pictures stay."""
    dropped = set(gone)
    return [
        each
        for each in lines
        if each.startswith(_OF_OUTLINE) or dropped.isdisjoint(_NAME.findall(each))
    ]


def _near(question: ReducedQuestion, reach: int) -> set[str]:
    """List the hexes on the way between those named, and so many round them."""
    places = {record.name: record.place for record in question.board.hexes}
    named = sorted(question.hexes)
    ends = [(places[a], places[b]) for a, b in combinations(named, 2)]
    ends += [(places[a], places[a]) for a in named]
    return {
        name
        for name, place in places.items()
        for a, b in ends
        if distance(a, place) + distance(place, b) <= distance(a, b) + reach
    }
