"""Checks what a question names, before anything is solved: predicates, places, terrain, kinds.

Whatever is misspelt is refused with a mend: else it would read as "no".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from clingo import String, ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND
from hexcourt.facts.boards.terrain import COUNTERS, known_terms, nearest_term
from hexcourt.solver.language.terms import (
    Scope,
    Wording,
    alternatives,
    compared,
    has_variable,
    is_aggregate,
    is_atom,
    is_comparison,
    is_constant,
    is_number,
    operands,
    string_in,
    terms_within,
)
from hexcourt.solver.language.vocabulary import (
    MATERIALS,
    NUMBERS,
    PLACES,
    SIDES,
    STATUSES,
    Askable,
    askables,
    meant,
)
from hexcourt.solver.movement.charges import surroundings_of
from hexcourt.solver.movement.moves import unit_named
from hexcourt.solver.position.areas import no_such_area
from hexcourt.solver.position.changes import locations_listed
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.position.whereabouts import DUG, Whereabouts, read_whereabouts
from hexcourt.solver.rulebase.reasons import deciding
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules

# --- Checks the constants of a question against board and law: places, terrain, rules and the like


_AT_constants = ast.ASTType
_CHOICES_constants = {"status": STATUSES, "material": MATERIALS, "side": SIDES}
_JUDGING_constants = "judged_sights"


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
        elif kind in _CHOICES_constants and str(argument) not in _CHOICES_constants[kind]:
            raise BadInput(
                f"{text}: {shown} is no {kind}; write {listed(_CHOICES_constants[kind], 'or')}"
            )
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
    return _rules_of_sight(active_rules())


@cache
def _rules_of_sight(lawbook: RuleBase) -> frozenset[str]:
    return frozenset(number for _, number in deciding(lawbook, _JUDGING_constants))


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
    if term.ast_type is _AT_constants.Function and term.arguments:
        return rf"{term.name}\({','.join(map(_pattern, term.arguments))}\)"
    return (
        ".+" if has_variable(term) or term.ast_type is _AT_constants.Pool else re.escape(str(term))
    )


def _an_example(board: Board) -> str:
    return board.hexes[len(board.hexes) // 2].name if board.hexes else "A1"


BESIDE = ("adjacent", "connected")
"""The predicates that are told of Locations alone, not of other places."""

_AT = ast.ASTType
_CHOICES = {"status": STATUSES, "material": MATERIALS}
_LIKE_A_HEX = re.compile(r"([A-Z])\1?[0-9]{1,2}(h[0-9.]+|En)?")
_RULE = re.compile(r'"([A-Z]{1,3}[0-9][0-9.]*)"')
_JUDGING = "judged_sights"


class Names:
    """What the predicates, constants and variables of one question are."""

    def __init__(self, board: Board, wording: Wording) -> None:
        self.board = board
        self.wording = wording
        self.constants = Constants(board, wording)
        self.kinds: dict[str, str] = {}

    # --- variables -------------------------------------------------------------------------------

    def check_variables(self, variables: Iterable[str]) -> None:
        """Refuse variables that are hexes without their quotation marks."""
        for name in variables:
            if _LIKE_A_HEX.fullmatch(name):
                raise BadInput(
                    f'{name}: without quotation marks is a variable; write "{name}", or give the '
                    "variable a name that is unlike a hex"
                )

    def give_kind(self, variable: str, kind: str) -> None:
        """Say what a variable is; raises BadInput where it is something else already."""
        if variable == "_":
            return
        known = self.kinds.setdefault(variable, kind)
        if known == kind:
            return
        if known in PLACES and kind in PLACES:
            self.kinds[variable] = min(known, kind, key=PLACES.index)
        elif not {known, kind} <= {"number", "turn"}:
            shown = self.wording.fresh.get(variable, variable)
            raise BadInput(f"{shown}: is a {known} and a {kind} at once; use two variables")

    # --- predicates ------------------------------------------------------------------------------

    def check(self, node: ast.AST, scope: Scope) -> None:
        """Check a literal of a predicate, and give its variables their kinds."""
        if not is_atom(node):
            return
        for function in alternatives(node.atom.symbol):
            askable = self.askable(function)
            text = self.wording.of_atom(function)
            for kind, argument in zip(askable.kinds, function.arguments, strict=True):
                self._check_argument(text, kind, argument)
                self._check_reckoning([argument])
                if askable.name in BESIDE:
                    self.constants.check_location(argument)

    def askable(self, function: ast.AST) -> Askable:
        """Find the predicate; raises BadInput where there is none of that name and arity."""
        if function.ast_type is not _AT.Function:
            raise BadInput(
                f"{self.wording.of(function)}: is no literal of the vocabulary; write not before what "
                "does not hold"
            )
        known = askables().get((function.name, len(function.arguments)))
        if known is not None:
            return known
        forms = [each.form for each in askables().values() if each.name == function.name]
        if forms:
            raise BadInput(
                f"{self.wording.of(function)[:60]}: {function.name[:20]} has other arguments; "
                f"write {listed(forms, 'or')}"
            )
        if any(term.split("(")[0] == function.name for term in known_terms()):
            told = f"terrain(H, {function.name}), or shows(H, {function.name}) where it is drawn"
            raise BadInput(f"{function.name}: is terrain; write {told}")
        raise BadInput(f"{function.name[:40]}: may not be asked{meant(function.name)}")

    # --- constants ---------------------------------------------------------------------------------

    def _check_argument(self, text: str, kind: str, argument: ast.AST) -> None:
        for each in alternatives(argument):
            if each.ast_type is _AT.Variable:
                self.give_kind(each.name, kind)
            else:
                self.constants.check(text, kind, each)

    # --- comparisons and aggregates --------------------------------------------------------------

    def kind_of(self, term: ast.AST) -> str:
        """Give the kind of a term, empty where it is not known."""
        if term.ast_type is _AT.Variable:
            return self.kinds.get(term.name, "")
        found = {self.kind_of(each) for each in operands(term)} & {"level", "cost"}
        return min(found, default="")

    def check_use(self, node: ast.AST, scope: Scope) -> None:
        """Check what is compared and reckoned with, the kinds of all variables being known."""
        if is_comparison(node):
            self._check_reckoning(compared(node.atom))
            self._check_compared(node, compared(node.atom))
        elif is_aggregate(node) and node.atom.ast_type is _AT.BodyAggregate:
            self._check_aggregate(node)

    def check_terms(self, terms: Iterable[ast.AST]) -> None:
        """Check what is reckoned in terms."""
        self._check_reckoning(terms)

    def _check_reckoning(self, terms: Iterable[ast.AST]) -> None:
        for term in terms_within(terms):
            for each in operands(term):
                kind = self.kind_of(each)
                if is_constant(each) or (kind and kind not in NUMBERS):
                    shown = self.wording.of(each)
                    what = f"is a {kind}" if kind else "is no number"
                    raise BadInput(
                        f"{self.wording.of(term)}: {shown} {what}, and cannot be reckoned with; name it "
                        "alone"
                    )

    def _check_compared(self, node: ast.AST, terms: list[ast.AST]) -> None:
        text = self.wording.of(node)
        kinds = sorted({kind for each in terms if (kind := self.kind_of(each))})
        named = [kind for kind in kinds if kind not in NUMBERS]
        every = [each for term in terms for each in alternatives(term)]
        numbers = [each for each in every if is_number(each)]
        if named and (len(kinds) > len(named) or numbers):
            other = next((kind for kind in kinds if kind in NUMBERS), "number")
            raise BadInput(f"{text}: compares a {named[0]} with a {other}; compare like with like")
        if len(named) > 1 and not set(named) <= set(PLACES):
            raise BadInput(
                f"{text}: compares a {named[0]} with a {named[1]}; compare like with like"
            )
        for each in every:
            if not is_constant(each):
                continue
            if named:
                self.constants.check(text, named[0], each)
            elif kinds or numbers:
                what = kinds[0] if kinds else "number"
                raise BadInput(f"{text}: {self.wording.of(each)[:40]} is no {what}; write a number")

    def _check_aggregate(self, node: ast.AST) -> None:
        adds = node.atom.function in (ast.AggregateFunction.Sum, ast.AggregateFunction.SumPlus)
        for element in node.atom.elements:
            self._check_reckoning(element.terms)
            first = element.terms[0] if element.terms else None
            if adds and first is not None:
                kind = self.kind_of(first)
                if is_constant(first) or (kind and kind not in NUMBERS):
                    raise BadInput(
                        f"{self.wording.of(first)}: is no number to add up; put a number first, or "
                        "count with #count"
                    )

    # --- names as tables have them ---------------------------------------------------------------

    def settled(self, kind: str, term: ast.AST) -> ast.AST:
        """Write a Location as tables name it: ``L33h2`` for ``L33/L2``."""
        if term.ast_type is _AT.Pool:
            return term.update(arguments=[self.settled(kind, each) for each in term.arguments])
        name = string_in(term)
        if name is None or kind not in ("location", "place"):
            return term
        try:
            found, status = read_location(self.board, name)
        except BadInput:  # some other place, such as a cellar or a hexside
            return term
        return term if status is not None else term.update(symbol=String(found.name))
