"""What questions about a board may name: hexes, Locations, terrain, areas, rules, and what paths do; and
the facts of the board that they look up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, cached_property
from types import MappingProxyType
from typing import ClassVar, Protocol

from clingo import String, ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, board_lines
from hexcourt.facts.boards.piece_table import COUNTERS
from hexcourt.facts.boards.records import GROUND, Location, kinds, known_terms, nearest_term
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.movement_facts import movement_facts, neighbour_facts
from hexcourt.facts.tracing.raster_clearance import edge_facts
from hexcourt.solver.language.vocabulary import (
    Askable,
    Dialect,
    TermWording,
    is_atom,
    is_constant,
    name_of,
    string_in,
    walk,
)
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.placement.surroundings import surroundings_of
from hexcourt.solver.position.locations import DUG, UnitPosition, read_location, read_unit_position
from hexcourt.solver.rulebase.reasons import deciding
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules
from hexcourt.solver.rulebase.statement import alternatives, has

HALVED = ("level", "cost")
"""The kinds of argument that rules count in halves, and a question in wholes."""

NUMBERS = (*HALVED, "number", "turn")

OF_THE_BOARD_ALONE = ("range", "embankments")
"""The computed predicates that depend on the board alone, not on what is on it."""

SIDES = ("north", "east", "south", "west")
STATUSES = ("entrenched", "emplaced")
MATERIALS = ("stone", "wood")

PATHS, PATH_TERMS = ("path", "bypass_path"), ("crosses", "enters")
"""The predicates of a path, and those of what it passes, which are asked of the one path beside them."""

CROSSED = ("roadblock",)
"""The kinds of pieces that a path may cross."""

_AT = ast.ASTType
_CHOICES = {"status": STATUSES, "material": MATERIALS, "side": SIDES}
_LIKE_A_HEX = pattern(r"([A-Z])\1?[0-9]{1,2}(h[0-9.]+|En)?")

_OF_LOCATIONS = ("adjacent", "connected")
"""The predicates that are known of Locations alone, not of other places."""


class BoardLanguage(Dialect):
    """What one question about a board may name."""

    halved = HALVED
    counts = NUMBERS[len(HALVED) :]
    places = ("hex", "location", "place")
    settled_kinds = ("location", "place")
    steady = OF_THE_BOARD_ALONE
    extended = PATHS
    derived: ClassVar = MappingProxyType({"roadblock": "roadblock_between"})
    example = 'which H : sees(H, "F31")'
    example_literal = "hex(H)"
    example_claim = "all H : hex(H) -> level(H) >= 0"
    example_pool = 'level(("A1";"A2"))'

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def renamed(self, text: str) -> str:
        """Write hexes as the board names them."""
        return self.board.renamed(text)

    def rewritten(self, literals: list[ast.AST]) -> list[ast.AST]:
        """Write what is asked of a path into the path: its last argument, as words."""
        return _with_path_terms(literals, self.wording)

    def check_variable(self, name: str) -> None:
        """Refuse a variable that is a hex without its quotation marks."""
        if _LIKE_A_HEX.fullmatch(name):
            raise BadInput(
                f'{name}: without quotation marks is a variable; write "{name}", or give the '
                "variable a name that is unlike a hex"
            )

    def is_term(self, name: str) -> bool:
        """Return whether a function is a term for terrain, or built like one."""
        return any(each.startswith(f"{name}(") for each in known_terms())

    def other_use(self, name: str) -> str:
        """Report that a name is terrain."""
        if all(term.split("(")[0] != name for term in known_terms()):
            return ""
        return f"is terrain; write terrain(H, {name}), or shows(H, {name}) where it is drawn"

    def bound(self, name: str, kind: str) -> str:
        """Write a literal that bounds a variable of a kind."""
        if kind in NUMBERS:
            return f"{name} = 0..3"
        if kind in self.settled_kinds:
            return f"location({name})"
        return f"shows(H, {name})" if kind == "terrain" else f"hex({name})"

    def settled(self, kind: str, term: ast.AST) -> ast.AST:
        """Write a Location as tables name it: ``L33h2`` for ``L33/L2``."""
        if term.ast_type is _AT.Pool:
            return term.update(arguments=[self.settled(kind, each) for each in term.arguments])
        name = string_in(term)
        if name is None or kind not in self.settled_kinds:
            return term
        try:
            found, status = read_location(self.board, name)
        except BadInput:  # some other place, such as a cellar or a hexside
            return term
        return term if status is not None else term.update(symbol=String(found.name))

    def check_constant(self, text: str, kind: str, argument: ast.AST) -> None:
        """Raise BadInput unless a term is of a kind; ``text`` is the literal that it stands in."""
        shown = self.wording.of(argument)[:40]
        if kind in self.places:
            self._check_place(text, kind, argument)
        elif kind in _CHOICES and str(argument) not in _CHOICES[kind]:
            raise BadInput(f"{text}: {shown} is no {kind}; write {listed(_CHOICES[kind], 'or')}")
        elif kind in self.numbers and is_constant(argument):
            raise BadInput(f"{text}: {shown} is no {kind}; write a number")
        elif kind == "counter" and not _is_among(argument, COUNTERS):
            near = get_close_matches(shown, COUNTERS, n=1, cutoff=0.6) or COUNTERS
            raise BadInput(f"{text}: {shown} is no counter; write {listed(near, 'or')}")
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
                f'"{(self.board.hexes[len(self.board.hexes) // 2].name if self.board.hexes else "A1")}"'
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
            self._check_unit_position(self._unit_position(name))

    def _unit_position(self, name: str) -> UnitPosition:
        """Read a place as a squad's, else as a tank's: no unit is given yet."""
        try:
            return read_unit_position(self.board, unit_named("squad"), name)
        except BadInput as error:
            try:
                return read_unit_position(self.board, unit_named("tank"), name)
            except BadInput:
                raise error from None

    def _check_unit_position(self, where: UnitPosition) -> None:
        """Refuse a Location that its hex does not have, and that no piece can add to it."""
        if not where.states[0].in_location:
            return
        wanted = {state.place for state in where.states}
        if wanted.isdisjoint((GROUND, *DUG)):
            here = surroundings_of(self.board, where.hex).places
            if wanted.isdisjoint(here):
                raise self.board.no_location(where.text, where.hex, here)

    def check_argument(self, askable: Askable, argument: ast.AST) -> None:
        """Refuse a place that is no one Location: in Bypass, or in any entrenchment."""
        name = string_in(argument)
        if name is None or askable.name not in _OF_LOCATIONS:
            return
        where = self._unit_position(name)
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
        # The names of what hexes may show besides terrain.
        found = (each.split("(")[0] for record in self.board.hexes for each in record.features)
        known = frozenset((*FEATURES, *found))
        name = str(argument).split("(")[0]
        if name not in known:
            near = get_close_matches(name[:40], sorted(known), n=1, cutoff=0.5)
            mend = f"write {near[0]}" if near else f"choose one of {listed(sorted(known), 'or')}"
            raise BadInput(f"{text}: {name[:40]} is no feature; {mend}")


def no_such_area(name: str, known: Sequence[str]) -> str:
    """Return the sentence that there is no area of a name, and which there are."""
    near = get_close_matches(name[:40], known, n=2, cutoff=0.5)
    if near:
        return f"area {name[:40]}: there is none; did you mean {listed(near, 'or')}?"
    mend = f"write {listed(known, 'or')}" if known else "give one by --areas or in [areas] of a map"
    return f"area {name[:40]}: there is none; {mend}"


def rules_of_sight() -> frozenset[str]:
    """Return the numbers of the rules by which lines of sight are judged."""
    return _rules_of_sight(active_rules())


@cache
def _rules_of_sight(rule_base: RuleBase) -> frozenset[str]:
    return frozenset(number for _, number in deciding(rule_base, "judged_sights"))


FEATURES = ("dot", "hexside", "manhole", "map_edge", "rail", "road", "stairwell_symbol", "steeple")
"""What hexes of the embedded boards show besides terrain."""


def _is_among(term: ast.AST, known: Iterable[str]) -> bool:
    """Return whether a term is one of the known ones, or may be, its variables being anything."""
    return any(map(re.compile(_pattern(term)).fullmatch, known))


def _pattern(term: ast.AST) -> str:
    """Write what a term for terrain may be, its variables being anything."""
    if term.ast_type is _AT.Function and term.arguments:
        return rf"{term.name}\({','.join(map(_pattern, term.arguments))}\)"
    return ".+" if has(term, _AT.Variable) or term.ast_type is _AT.Pool else re.escape(str(term))


def _with_path_terms(literals: list[ast.AST], wording: TermWording) -> list[ast.AST]:
    """Write what is asked of a path into the path: its last argument, as words."""
    _check_conditions(literals)
    terms = [each for each in literals if name_of(each) in PATH_TERMS]
    paths = [each for each in literals if _is_path(each)]
    if terms and len(paths) != 1:
        shown = wording.of(terms[0])
        raise BadInput(f"{shown}: of which path? Write one path or bypass_path beside it")
    text = "; ".join(sorted(_in_words(each, wording) for each in terms))
    return [
        each.update(atom=each.atom.update(symbol=_joined(each.atom.symbol, text)))
        if _is_path(each)
        else each
        for each in literals
        if name_of(each) not in PATH_TERMS
    ]


def _is_path(node: ast.AST) -> bool:
    return is_atom(node) and next(alternatives(node.atom.symbol)).name in PATHS


def _joined(symbol: ast.AST, text: str) -> ast.AST:
    if symbol.ast_type is _AT.Pool:
        return symbol.update(arguments=[_joined(each, text) for each in symbol.arguments])
    last = ast.SymbolicTerm(symbol.location, String(text))
    return symbol.update(arguments=[*symbol.arguments, last])


def _check_conditions(literals: list[ast.AST]) -> None:
    def check(node: ast.AST) -> None:
        if not is_atom(node):
            return
        names = {each.name for each in alternatives(node.atom.symbol)}
        if not any(node is each for each in literals) and names & {*PATHS, *PATH_TERMS}:
            raise BadInput(
                "path, crosses and enters cannot stand in a condition; write them in the body"
            )
        if node.atom.symbol.ast_type is _AT.Pool and names & set(PATH_TERMS):
            raise BadInput("crosses and enters take no ; between arguments; write each by itself")

    walk(literals, lambda node, scope: check(node))


def _in_words(node: ast.AST, wording: TermWording) -> str:
    """Write what is asked of a path as words: ``not crosses L12 K12``."""
    symbol = node.atom.symbol
    shown = wording.of(node)
    if any(has(each, _AT.Variable) or each.ast_type is _AT.Pool for each in symbol.arguments):
        raise BadInput(f"{shown}: takes no variable; name a hex, or ask once for each hex")
    arguments = [string_in(each) or str(each) for each in symbol.arguments]
    if symbol.name == "crosses" and len(arguments) == 1 and arguments[0] not in CROSSED:
        raise BadInput(
            f"{shown}: a path may cross a {listed(CROSSED, 'or')}, or the hexside of two hexes; write "
            f'crosses("{CROSSED[0]}")'
        )
    return " ".join(["not"] * (node.sign == ast.Sign.Negation) + [symbol.name, *arguments])


# --- the facts of the predicates that a question names, looked up on the board ---

NeededFacts = Mapping[tuple[str, int], frozenset[tuple[str, ...]]]
"""What is asked: for each predicate the values of its arguments that are given (``INPUTS``)."""

INPUTS: Mapping[tuple[str, int], tuple[int, ...]] = {
    ("range", 3): (0, 1),
    ("sees", 2): (0, 1),
    ("sees", 3): (0, 1, 2),
    ("sees", 4): (0, 1, 2, 3),
    ("hindrance", 3): (0, 1),
    ("blocked", 3): (0, 1),
    ("embankments", 3): (0, 1),
    ("exposed", 3): (0, 1),
    ("reach", 2): (0,),
    ("reach", 3): (0, 1),
    ("arrives", 2): (0,),
    ("arrives", 3): (0, 1),
    ("path", 3): (0, 1, 2),
    ("bypass_path", 3): (0, 1, 2),
    ("adjacent", 2): (0,),
    ("connected", 2): (0,),
}
"""Which arguments of a told predicate must be known before it is told."""

OF_LINES = frozenset({"sees", "hindrance", "blocked"})
OF_PATHS = frozenset({"reach", "arrives", "path", "bypass_path"})
OF_NEIGHBOURS = frozenset({"adjacent", "connected"})
"""The told predicates of lines of sight, of paths, and of Locations side by side."""


def demanded(demand: NeededFacts, names: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Go through what is demanded of some predicates, in order: name and arguments of each."""
    for (name, _), values in sorted(demand.items()):
        if name in names:
            yield from ((name, each) for each in sorted(values))


@dataclass(frozen=True, slots=True, order=True)
class Doubt:
    """Atoms of which the rules cannot say which hold, for want of some rules: one of them at most, or
    ``one`` for certain.
    """

    atoms: tuple[str, ...]
    rules: tuple[str, ...]
    one: bool = False

    @property
    def choice(self) -> str:
        """Write it as a choice of the solver's."""
        return f"{'1 ' * self.one}{{ {'; '.join(self.atoms)} }} 1."


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What the rules say in one world: the atoms that hold, and what is undetermined."""

    certain: frozenset[str] = frozenset()
    doubts: frozenset[Doubt] = frozenset()

    def __or__(self, other: KnownFacts) -> KnownFacts:
        """Return what both hold."""
        return KnownFacts(self.certain | other.certain, self.doubts | other.doubts)

    @classmethod
    def joined(cls, parts: Iterable[KnownFacts]) -> KnownFacts:
        """Return what all parts hold."""
        every = list(parts)
        return cls(
            frozenset().union(*(each.certain for each in every)),
            frozenset().union(*(each.doubts for each in every)),
        )

    def changed(self, gone: Iterable[KnownFacts], added: Iterable[KnownFacts]) -> KnownFacts:
        """Return it without what some parts hold, and with what others do."""
        less, more = self.joined(gone), self.joined(added)
        return KnownFacts(
            self.certain - less.certain | more.certain, self.doubts - less.doubts | more.doubts
        )

    @property
    def open_atoms(self) -> frozenset[str]:
        """List the atoms that are undetermined."""
        return frozenset(atom for each in self.doubts for atom in each.atoms)

    @property
    def choices(self) -> str:
        """Write what is undetermined as choices."""
        return "\n".join(each.choice for each in sorted(self.doubts))


class FactSource(Protocol):
    """Describes some predicates, world by world."""

    names: frozenset[str]

    def known_facts(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Return what is demanded where some pieces lie; raises BadInput where they may not."""


def atom(name: str, *arguments: str | int) -> str:
    """Write an atom: texts are quoted, numbers written as they are."""
    lines = (str(each) if isinstance(each, int) else string_term(each) for each in arguments)
    return f"{name}({','.join(lines)})"


def unquoted(argument: str) -> str:
    """Read a quoted argument."""
    return argument[1:-1].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


MEASURED = frozenset({"over", "depicted", "clearance", "drawn_at_edge"})
"""Facts that take some measuring of the board's drawing."""

ADJOINING = frozenset({"adjoins", "edge"})
"""Facts of what lies beyond each hexside."""

HANGING = frozenset({"named", "lies_at", "location", "stairwell"})
"""Facts of Locations and stairwells, which pieces do away with."""

LEVEL = "lies_at"
"""The predicate that tells how high Locations lie."""

_NAME = pattern(r"[a-z_]+")


class Lookup:
    """The facts of one board by predicate."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def gone(
        self, names: Collection[str], cleared: Collection[str], left: Collection[tuple[str, str]]
    ) -> frozenset[str]:
        """List the facts of some predicates that hold no more where pieces have cleared hexes of
        buildings and done away with Locations (hex, place).
        """
        if not cleared and not left:
            return frozenset()
        found = {f"stairwell({string_term(name)})" for name in cleared}
        for place in self.board.locations:
            if (place.hex, place.place) in left:
                at = f"{string_term(place.hex)},{place.place}"
                found |= {f"named({string_term(place.name)},{at})", f"location({at},{place.level})"}
                found.add(_lies_at(place, place.level))
        wanted = {each for each in found if _NAME.match(each)[0] in names}  # type: ignore[index]
        known = {each.removesuffix(".") for each in self.facts(names)} if wanted else set()
        return frozenset(wanted & known)

    def added(self, names: Collection[str], places: Iterable[Location]) -> frozenset[str]:
        """List the facts of some predicates that tell of Locations beside those of the board."""
        found = (fact for place in places for fact in _facts_of_place(place))
        return frozenset(each.removesuffix(".") for each in found if _NAME.match(each)[0] in names)  # type: ignore[index]

    def doubts(self, names: Collection[str], left: Collection[tuple[str, str]] = ()) -> KnownFacts:
        """Return what is not known of some predicates: how high Locations lie that are not ``left``."""
        unsure = [
            each
            for each in self.board.locations
            if each.unsure and LEVEL in names and (each.hex, each.place) not in left
        ]
        return KnownFacts(
            doubts=frozenset(
                Doubt(tuple(_lies_at(each, x) for x in each.perhaps), (each.unsure,), one=True)
                for each in unsure
            )
        )

    def facts(self, names: Collection[str]) -> list[str]:
        """List the facts of some predicates, sorted, each ending in a full stop."""
        sources = [self._measured if MEASURED.intersection(names) else self._plain]
        if sources[0] is self._plain and not ADJOINING.isdisjoint(names):
            sources.append(self._adjoining)
        return [fact for name in sorted(names) for each in sources for fact in each.get(name, ())]

    @cached_property
    def _plain(self) -> Mapping[str, list[str]]:
        lines = [each for each in board_lines(self._undrawn) if not each.startswith("hexside(")]
        return _by_name([*lines, *self._named()])

    @cached_property
    def _adjoining(self) -> Mapping[str, list[str]]:
        return _by_name(neighbour_facts(self._undrawn))

    @cached_property
    def _undrawn(self) -> Board:
        return replace(self.board, outlines=(), raster=None, notes=())

    @cached_property
    def _measured(self) -> Mapping[str, list[str]]:
        every = movement_facts(self.board).values()
        items = [fact for facts in every for fact in facts]
        of_the_map = (each for name in ("north", "area") for each in self._plain.get(name, ()))
        return _by_name([*items, *edge_facts(self.board), *of_the_map, *self._named()])

    def _named(self) -> Iterable[str]:
        """Name the Locations, and class the terrain."""
        for place in self.board.locations:
            yield from _facts_of_place(place)
        if not self.board.north:
            yield "north(up)."
        for name in self.board.half_hexes:
            yield f"half_hex({string_term(name)})."
        here = {term for record in self.board.hexes for term in record.terrain}
        for term in here:
            yield f"terrain_class({term},{kinds()[term]})."


def _facts_of_place(place: Location) -> Iterator[str]:
    yield f"named({string_term(place.name)},{string_term(place.hex)},{place.place})."
    if not place.unsure:
        yield f"{_lies_at(place, place.level)}."


def _lies_at(place: Location, level: int) -> str:
    return f"{LEVEL}({string_term(place.name)},{level})"


def _by_name(facts: Iterable[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fact in sorted(set(facts)):
        match = _NAME.match(fact)
        if match is not None:
            found.setdefault(match[0], []).append(fact)
    return found
