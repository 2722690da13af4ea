"""Checks the constants of a question against board and law: places, terrain, rules and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from clingo import ast

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND
from hexcourt.facts.boards.terrain_terms import COUNTERS, known_terms, nearest_term
from hexcourt.facts.errors import BadInput, listed
from hexcourt.solver.areas.naming import no_such_area
from hexcourt.solver.asking.language.terms import Wording, has_variable, is_constant, string_in
from hexcourt.solver.asking.language.vocabulary import MATERIALS, NUMBERS, PLACES, SIDES, STATUSES
from hexcourt.solver.moving.adjacency import surroundings_of
from hexcourt.solver.moving.moves import unit_named
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.position.pieces import locations_listed
from hexcourt.solver.position.whereabouts import DUG, Whereabouts, read_whereabouts
from hexcourt.solver.statutes.lawbook import Lawbook, in_force
from hexcourt.solver.statutes.reasons import deciding

_AT = ast.ASTType
_CHOICES = {"status": STATUSES, "material": MATERIALS, "side": SIDES}
_JUDGING = "judged_sights"


class Constants:
    """Checks what a question names as an argument of some kind."""

    def __init__(self, board: Board, wording: Wording) -> None:
        self.board = board
        self.wording = wording

    def check(self, text: str, kind: str, argument: ast.AST) -> None:
        """Check one argument that is no variable; ``text`` is what it is an argument of."""
        shown = self.wording.of(argument)[:40]
        if kind in PLACES:
            self._check_place(text, kind, argument)
        elif kind in _CHOICES and str(argument) not in _CHOICES[kind]:
            raise BadInput(f"{text}: {shown} is no {kind}; write {listed(_CHOICES[kind], 'or')}")
        elif kind in NUMBERS and is_constant(argument):
            raise BadInput(f"{text}: {shown} is no {kind}; write a number")
        elif kind == "counter" and not _is_among(argument, COUNTERS):
            raise BadInput(f"{text}: {shown} is no counter; write {listed(COUNTERS, 'or')}")
        elif kind == "terrain":
            self._check_terrain(text, argument)
        elif kind == "board":
            self._check_board(text, argument)
        elif kind == "area":
            self._check_area(text, argument)
        elif kind == "rule":
            self._check_rule(text, argument)
        elif kind == "feature":
            self._check_feature(text, argument)

    def _check_place(self, text: str, kind: str, argument: ast.AST) -> None:
        name = string_in(argument)
        if name is None:
            raise BadInput(
                f"{text}: {self.wording.of(argument)[:40]} is no {kind}; quote its name, such as "
                f'"{_an_example(self.board)}"'
            )
        if kind == "hex":
            self.board.hex(name)
        elif kind == "location":
            _, status = read_location(self.board, name)
            if status is not None:
                raise BadInput(
                    f"{text}: {name} tells a status; name the Location alone, and write the status as "
                    f"in sees(H, L, {status})"
                )

        else:
            self._check_whereabouts(self._whereabouts(name))

    def _whereabouts(self, name: str) -> Whereabouts:
        """Read a place as a squad's, else as a tank's: no unit is told of yet."""
        try:
            return read_whereabouts(self.board, unit_named("squad"), name)
        except BadInput as error:
            try:
                return read_whereabouts(self.board, unit_named("tank"), name)
            except BadInput:
                raise error from None

    def _check_whereabouts(self, where: Whereabouts) -> None:
        """Refuse a Location that its hex does not have, and that no piece can add to it."""
        if not where.states[0].in_location:
            return
        wanted = {state.place for state in where.states}
        if wanted.isdisjoint((GROUND, *DUG)):
            here = surroundings_of(self.board, where.hex).places
            if wanted.isdisjoint(here):
                known = locations_listed(where.hex, here)
                raise BadInput(f"{where.text}: there is no such Location; {where.hex} has: {known}")

    def check_location(self, argument: ast.AST) -> None:
        """Refuse a place that is no one Location: in Bypass, or in any entrenchment."""
        name = string_in(argument)
        if name is None:
            return
        where = self._whereabouts(name)
        if len(where.states) > 1 or where.states[0].kind != "at":
            such = f"{where.hex} or {where.hex}/{DUG[0]}"
            raise BadInput(f"{name}: is no one Location; name one, such as {such}")

    def _check_terrain(self, text: str, argument: ast.AST) -> None:
        if _is_among(argument, known_terms()):
            return
        term = self.wording.of(argument)[:40]
        if _is_among(argument, COUNTERS):
            raise BadInput(f"{text}: {term} lies as a counter; write counter(H, {term})")
        raise BadInput(f"{text}: terrain {term} is not known{nearest_term(term)}")

    def _check_board(self, text: str, argument: ast.AST) -> None:
        known = self.board.sections.boards if self.board.sections is not None else ()
        if string_in(argument) not in known:
            shown = self.wording.of(argument)[:40]
            boards = listed((f'"{each}"' for each in known), "or")
            mend = f"write {boards}" if known else "ask about a map that is joined of boards"
            raise BadInput(f"{text}: {shown} is no board of the map; {mend}")

    def _check_area(self, text: str, argument: ast.AST) -> None:
        name = string_in(argument)
        if name is None:
            shown = self.wording.of(argument)[:40]
            raise BadInput(f'{text}: {shown} is no area; quote its name, such as "east bank"')
        if name not in self.board.areas:
            raise BadInput(f"{text}: {no_such_area(name, tuple(self.board.areas))}")

    def _check_rule(self, text: str, argument: ast.AST) -> None:
        number = string_in(argument)
        if number is None:
            raise BadInput(
                f'{text}: {self.wording.of(argument)[:40]} is no rule; quote its number, such as "A6.2"'
            )
        if number not in rules_of_sight():
            near = get_close_matches(number[:20], sorted(rules_of_sight()), n=1, cutoff=0.5)
            mend = f'write "{near[0]}"' if near else "ask which R : blocked(A, B, R)"
            raise BadInput(f"{text}: no line of sight is judged by rule {number[:20]}; {mend}")

    def _check_feature(self, text: str, argument: ast.AST) -> None:
        known = _features(self.board)
        name = str(argument).split("(")[0]
        if name not in known:
            near = get_close_matches(name[:40], sorted(known), n=1, cutoff=0.5)
            mend = f"write {near[0]}" if near else f"choose one of {listed(sorted(known), 'or')}"
            raise BadInput(f"{text}: {name[:40]} is no feature; {mend}")


def rules_of_sight() -> frozenset[str]:
    """Give the numbers of the rules by which lines of sight are judged."""
    return _rules_of_sight(in_force())


@cache
def _rules_of_sight(lawbook: Lawbook) -> frozenset[str]:
    return frozenset(number for _, number in deciding(lawbook, _JUDGING))


def _features(board: Board) -> frozenset[str]:
    """Give the names of what hexes may show besides terrain."""
    found = (each.split("(")[0] for record in board.hexes for each in record.features)
    return frozenset((*FEATURES, *found))


FEATURES = ("dot", "hexside", "manhole", "map_edge", "rail", "road", "stairwell_symbol", "steeple")
"""What hexes of the embedded boards show besides terrain."""


def _is_among(term: ast.AST, known: Iterable[str]) -> bool:
    """Tell whether a term is one of the known ones, or may be, its variables being anything."""
    return any(map(re.compile(_pattern(term)).fullmatch, known))


def _pattern(term: ast.AST) -> str:
    """Write what a term for terrain may be, its variables being anything."""
    if term.ast_type is _AT.Function and term.arguments:
        return rf"{term.name}\({','.join(map(_pattern, term.arguments))}\)"
    return ".+" if has_variable(term) or term.ast_type is _AT.Pool else re.escape(str(term))


def _an_example(board: Board) -> str:
    return board.hexes[len(board.hexes) // 2].name if board.hexes else "A1"
