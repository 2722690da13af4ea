"""Questions that the tests of the rules put, as cases without an answer: small boards, one rule each.

``docs/mutants.csv`` names for each statement of the rules a test that fails without it. These tests are
run, and noted is what they ask: actions and attacks, lines of sight, and boards on which moves are
derived. Of moves whole questions are asked, from each hex of such a board.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, board_lines
from hexcourt.facts.boards.records import Location
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.pieces.pieces import Piece, piece_text
from hexcourt.facts.tracing.movement_facts import MovementFacts
from hexcourt.solver.actions import judging
from hexcourt.solver.conformance.cases import Case
from hexcourt.solver.placement.hex_facts import HexFacts
from hexcourt.solver.register.marks import marked_tests
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.sight.los_engine import LosEngine

PROJECT = Path(__file__).resolve().parent.parent
MUTANTS = PROJECT / "docs" / "mutants.csv"

MAX_HEXES = 40
"""Of larger boards, but for embedded ones, no cases are made."""

LONGEST = 40_000
"""The most characters of the facts of a board; those of drawings are long."""

MAX_MARKED = 12
"""How many tests are run of a rule of which no statement was tried to be taken out."""

MOVING_UNITS = ("squad", "truck", "tank")
"""The units that move where a test does not tell which."""

_UNIT = re.compile(r"\bunit\((\w+)\)\.")
_PIECE = re.compile(
    r"\b((?:counter|roadblock|trench|foxhole|tunnel|breach|trail_break|enemy|street_vehicle)"
    r"\((?:[^()\n]|\([^()]*\))*\))\."
)
_GIVEN = re.compile(r"\bgiven\(((?:[^()\n]|\([^()]*\))*)\)\.")


def killers() -> Mapping[str, frozenset[str]]:
    """Map the numbers of rules to the tests that are known to fail without one of their statements."""
    found: dict[str, set[str]] = defaultdict(set)
    with MUTANTS.open(encoding="utf-8", newline="") as opened:
        for row in csv.DictReader(opened):
            if row["test"]:
                found[row["number"]].add(row["test"])
    return {number: frozenset(some) for number, some in found.items()}


class Notes:
    """A plugin of pytest that notes for each test what it asks of the rules."""

    def __init__(self, numbers: Iterable[str]) -> None:
        """Begin with nothing noted of the rules of some numbers."""
        self.of_number: dict[str, dict[str, Case]] = {number: {} for number in numbers}
        self._killers = killers()
        self._of_item: dict[str, list[str]] = {}
        self._test = ""
        self._inside = False
        self._board: Board | None = None
        self._stack = ExitStack()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run what is known to fail without a rule; of rules of which nothing is, what is marked."""
        marked: Counter[str] = Counter()
        for item in items:
            numbers = [n for n in self.of_number if item.nodeid in self._killers.get(n, ())]
            told = {n for e in item.own_markers if e.name == "rule" for n in e.args}
            for number in sorted(told & self.of_number.keys() - self._killers.keys()):
                if marked[number] < MAX_MARKED:
                    numbers.append(number)
                    marked[number] += 1
            if numbers:
                self._of_item[item.nodeid] = numbers
        items[:] = [each for each in items if each.nodeid in self._of_item]

    def pytest_collection_finish(self) -> None:
        """Stand between the tests and the rules."""
        for name in ("judge_actions", "judge_attack"):
            own = getattr(judging, name)
            noting = getattr(self, f"_{name}")(own)
            for module in [*sys.modules.values()]:
                if getattr(module, name, None) is own:
                    self._stack.enter_context(patch.object(module, name, noting))
        of_classes = (
            (LosEngine, "rule"),
            (HexFacts, "facts"),
            (MovementFacts, "__init__"),
            (ActiveRules, "ground"),
        )
        for owner, name in of_classes:
            noting = getattr(self, f"_{name.strip('_')}")(getattr(owner, name))
            self._stack.enter_context(patch.object(owner, name, noting))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Have what was asked by an earlier test be asked anew."""
        self._test = item.nodeid
        self._board = None
        for module in (getattr(item, "module", None), sys.modules.get("tests.case_rows")):
            for each in vars(module).values() if module is not None else ():
                if hasattr(each, "cache_clear"):
                    each.cache_clear()

    def pytest_unconfigure(self) -> None:
        """Step aside."""
        self._stack.close()

    def _note(
        self,
        board: Board,
        question: str,
        arguments: dict[str, Any],
        place: Iterable[str] = (),
        given: Iterable[str] = (),
    ) -> None:
        where = _position_of(board)
        if where is None:
            return
        fields: dict[str, Any] = {**where, "place": tuple(place), "given": tuple(given)}
        case = Case(id=".", question=question, arguments=arguments, answer="unknown", **fields)
        for number in self._of_item.get(self._test, ()):
            self.of_number[number].setdefault(str(case.asked), case)

    def _judge_actions(self, own: Callable[..., Any]) -> Callable[..., Any]:
        def judged(
            board: Board, actions: Iterable[str], given: Iterable[str] = (), *more: Any
        ) -> Any:
            actions, given = list(actions), list(given)
            for some in [actions] if len(set(actions)) < len(actions) else [[e] for e in actions]:
                self._note(board, "legal", {"actions": some}, given=given)
            return self._alone(own, board, actions, given, *more)

        return judged

    def _judge_attack(self, own: Callable[..., Any]) -> Callable[..., Any]:
        def judged(board: Board, attack: str, target: str, given: Iterable[str] = ()) -> Any:
            given = list(given)
            self._note(board, "effect", {"attack": attack, "target": target}, given=given)
            return self._alone(own, board, attack, target, given)

        return judged

    def _alone(self, own: Callable[..., Any], *arguments: Any) -> Any:
        self._inside = True
        try:
            return own(*arguments)
        finally:
            self._inside = False

    def _rule(self, own: Callable[..., Any]) -> Callable[..., Any]:
        def ruled(
            engine: LosEngine,
            a: Location,
            b: Location,
            statuses: Any = None,
            *more: Any,
            **named: Any,
        ) -> Any:
            if not self._inside and not named.get("shifted"):
                states = statuses if isinstance(statuses, Mapping) else {}
                ends = {"viewer": a.name, "target": b.name}
                told = {"viewer_status": states.get(a.name), "target_status": states.get(b.name)}
                self._note(engine.board, "los", {**ends, **{k: v for k, v in told.items() if v}})
            return own(engine, a, b, statuses, *more, **named)

        return ruled

    def _init(self, own: Callable[..., Any]) -> Callable[..., Any]:
        def begun(facts: MovementFacts, board: Board) -> None:
            self._board = board
            own(facts, board)

        return begun

    def _facts(self, own: Callable[..., Any]) -> Callable[..., Any]:
        def written(facts: HexFacts, *arguments: Any, **named: Any) -> Any:
            self._board = facts.board
            return own(facts, *arguments, **named)

        return written

    def _ground(self, own: Callable[..., Any]) -> Callable[..., Any]:
        def grounded(rules: ActiveRules, facts: str, *arguments: Any, **named: Any) -> Any:
            if not self._inside and self._board is not None:
                self._moves(self._board, facts)
            return own(rules, facts, *arguments, **named)

        return grounded

    def _moves(self, board: Board, facts: str) -> None:
        """Note what may be asked of moves on a board, with the pieces that stand in facts."""
        unit = _UNIT.search(facts)
        units = [unit[1]] if unit else MOVING_UNITS
        there = {line.rstrip(".") for line in board_lines(board)}
        pieces = [e for e in dict.fromkeys(_PIECE.findall(facts)) if e not in there]
        place = [piece_text(Piece(e, ())) for e in pieces]
        given = [*dict.fromkeys(_GIVEN.findall(facts))]
        names = [each.name for each in board.hexes][:8]
        for each in units:
            for name in names:
                more = {"start": name, "unit": each.replace("_", "-"), "every_state": True}
                self._note(board, "reach", more, place, given)
        for name in names:
            self._note(board, "adjacent", {"location": name}, place, given)
        for each in units:
            more = {"scheduled": names[:1], "unit": each.replace("_", "-")}
            self._note(board, "entry", more, place, given)


def _position_of(board: Board) -> dict[str, str] | None:
    """Return the facts of a small board, or the name of an embedded one; None for others."""
    if board.name in embedded_names() and len(board.hexes) > MAX_HEXES:
        return {"board": board.name} if board is embedded_board(board.name) else None
    if len(board.hexes) > MAX_HEXES:
        return None
    of_itself = ("source(", "layout(", "place(") if board.raster is None else ("source(",)
    text = "".join(f"{e}\n" for e in board_lines(board) if not e.startswith(of_itself))
    return {"facts": text} if len(text) <= LONGEST else None


def questions_of_tests(numbers: Iterable[str]) -> Mapping[str, list[Case]]:
    """Run the tests of some rules, and map the number of each to what they ask; raises BadInput where
    one fails.
    """
    notes = Notes(numbers)
    known = {each for some in killers().values() for each in some}
    files = {each.partition("::")[0] for each in known}
    files |= {each.file for each in marked_tests(PROJECT / "tests") if "asp" in each.file}
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-x", "--no-header"]
    status = pytest.main([*options, *(str(PROJECT / each) for each in sorted(files))], [notes])
    if status != 0:
        raise BadInput("a test of the rules fails; mend it first")
    return {number: [*some.values()] for number, some in notes.of_number.items()}
