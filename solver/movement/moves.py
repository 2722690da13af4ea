"""Asks the law which moves a unit has on a board, and what each costs at least and at most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.movement_facts import movement_facts
from hexcourt.solver.movement.bit_parallel import derive, read_atom, string_of
from hexcourt.solver.position.states import Move, State
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules

INFANTRY = "moving_infantry"
VEHICLE = "moving_vehicle"

MOST_HALVES = 1_999
"""The most halves of an MF or MP that a unit is given."""

_SAID = {"half_squad": "half-squad", "inexperienced": "inexperienced squad"}

_HEX = re.compile(r'"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Edge:
    """A move from one state to another.

    ``price`` is what it surely costs and ``dearest`` what it costs at most, in halves of an MF or
    MP. Dice decide what comes of a ``risky`` move; whether a ``doubtful`` one is allowed is not
    known. Whether a move that ``may_keep_bonus`` does keep the road bonus is not known either. It
    passes along so many ``hexsides``.
    """

    source: State
    target: State
    move: Move
    price: int
    dearest: int
    risky: bool = False
    doubtful: bool = False
    keeps_bonus: bool = False
    may_keep_bonus: bool = False
    hexsides: int = 0

    @property
    def in_doubt(self) -> bool:
        """Tell whether something about the move is not known."""
        return self.doubtful or self.may_keep_bonus or self.price != self.dearest


@dataclass(frozen=True)
class Moves:
    """All moves of a unit, sorted; the states in which a phase may end; ``met`` maps a move to the
    hexsides (hex, direction) of the roadblocks it meets; ``unfit`` a hex where the unit may not be
    to the rule.

    Setting out costs ``start_price`` in the first turn, but nothing where a unit is ``in_motion``,
    and ``later_price`` in later ones; a unit with a ``minimum_move`` may make one move for all that
    it has. ``rules`` number those that give the bonus and the minimum move.
    """

    edges: tuple[Edge, ...]
    resting: frozenset[State]
    start_price: int
    later_price: int
    in_motion: frozenset[State]
    stop_price: int
    bonus: int
    rules: Mapping[str, str]
    minimum_move: bool
    met: Mapping[str, tuple[tuple[str, int], ...]]
    unfit: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit by its name in the law's table, and what it may spend in a phase, in halves."""

    name: str
    kind: str
    allowance: int

    @property
    def profile(self) -> str:
        """Name the law that it moves by."""
        return INFANTRY if self.kind == "infantry" else VEHICLE

    @property
    def factor(self) -> str:
        """Name what it spends."""
        return "MF" if self.kind in ("infantry", "wagon") else "MP"

    @property
    def said(self) -> str:
        """Name it with its article: ``a squad``, ``an assault gun``."""
        words = _SAID.get(self.name, self.name.replace("_", " "))
        return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def known_units() -> Mapping[str, tuple[str, int]]:
    """List the units of the law's table with their kind and allotment in halves."""
    return _known_units(active_rules())


@cache
def _known_units(lawbook: RuleBase) -> Mapping[str, tuple[str, int]]:
    grounded = ActiveRules("units").ground("")  # atoms live no longer than this
    atoms = grounded.symbolic_atoms
    allotments = {
        a.symbol.arguments[0].name: a.symbol.arguments[1].number
        for a in atoms.by_signature("allotment", 2)
    }
    kinds = {
        a.symbol.arguments[0].name: a.symbol.arguments[1].name
        for a in atoms.by_signature("unit_kind", 3)
    }
    return {name: (kinds[name], allotments[name]) for name in sorted(kinds)}


def unit_named(name: str, allowance: int | None = None) -> Unit:
    """Give a unit of the law's table; raises BadInput for any other name."""
    units = known_units()
    if name not in units:
        said = f"unit {name[:40]} is not known" if name.strip() else "the unit is missing"
        raise BadInput(f"{said}; choose one of {', '.join(units)}")
    kind, allotment = units[name]
    if allowance is not None and not 1 <= allowance <= MOST_HALVES:
        raise BadInput(f"{allowance} halves of an MF or MP are none; give from 1 to {MOST_HALVES}")
    return Unit(name, kind, allotment if allowance is None else allowance)


def hexes_in(term: str) -> list[str]:
    """List the hexes that a fact names."""
    return _HEX.findall(term)


class MoveLaw:
    """The law of movement for one board and one unit."""

    def __init__(self, board: Board, unit: Unit, further: Iterable[str] = ()) -> None:
        self.board = board
        self.unit = unit
        self._by_hex = movement_facts(board)
        about = f"unit({unit.name}). allowance({unit.allowance})."
        rules = [f"map_rule({rule})." for rule in board.map_rules]
        self._always = "\n".join([about, *rules, *further])

    def ground(
        self,
        hexes: Collection[str] | None = None,
        pieces: Collection[Piece] = (),
        profile: str | None = None,
    ) -> clingo.Control:
        """Ground the law over the whole board, or over some of its hexes, with pieces laid on it."""
        return ActiveRules(profile or self.unit.profile).ground(self.facts(pieces, hexes))

    def facts(self, pieces: Collection[Piece] = (), hexes: Collection[str] | None = None) -> str:
        """Write what the law is told of the unit, the board or some of its hexes, and pieces on it."""
        laid = sorted(f"{piece.fact}." for piece in pieces)
        told = self.told(self._by_hex if hexes is None else hexes)
        return "\n".join([self._always, *told, *laid])

    def told(self, hexes: Collection[str]) -> list[str]:
        """List the facts about some hexes."""
        facts = [fact for name in sorted(hexes) for fact in self._by_hex[name]]
        if len(hexes) == len(self._by_hex):
            return facts
        return [fact for fact in facts if not _points_outside(fact, hexes)]

    def moves(
        self,
        hexes: Collection[str] | None = None,
        pieces: Collection[Piece] = (),
        naming: frozenset[str] = frozenset(),
    ) -> Moves:
        """Ask for all moves, or for those alone that name one of some hexes."""
        facts = [self.facts(pieces, hexes), *self.unasked(hexes or (), naming)]
        return _moves(self.unit.profile, "\n".join(facts), naming, active_rules())

    def unasked(self, hexes: Collection[str], naming: Collection[str]) -> list[str]:
        """Write which of some hexes need no moves among them, where only moves that name certain hexes
        are asked for; what house rules read nobody knows.
        """
        if not naming or active_rules().is_enlarged:
            return []
        return [f"unasked({string_term(name)})." for name in sorted(set(hexes).difference(naming))]

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """List the hexes next to each hex."""
        names = [record.name for record in self.board.hexes]
        return {
            name: tuple(names[n] for n in row if n >= 0)
            for name, row in zip(names, self.board.neighbours.tolist(), strict=True)
        }

    @cached_property
    def _bearing(self) -> Mapping[str, frozenset[str]]:
        """List of each hex the others on whose moves it bears, as the law says."""
        return _bearing_of(self.facts(), active_rules())

    def touched(self, piece: Piece) -> frozenset[str]:
        """List the hexes whose moves a piece can change: its own, those at its hexside's ends, and
        those on whose moves they bear; under house rules all.
        """
        if active_rules().is_enlarged:
            return frozenset(self._by_hex)
        beside = [set(self.neighbours[name]) for name in piece.hexes]
        shared = set.intersection(*beside) if len(beside) > 1 else set()
        here = {*piece.hexes, *shared}
        return frozenset(here.union(*(self._bearing.get(name, ()) for name in here)))

    def around(self, hexes: Collection[str]) -> frozenset[str]:
        """List some hexes and those next to them, beyond which no printed rule looks: of house rules
        nobody knows.
        """
        if active_rules().is_enlarged:
            return frozenset(self._by_hex)
        return frozenset({*hexes, *(each for name in hexes for each in self.neighbours[name])})


@lru_cache(maxsize=8)
def _bearing_of(facts: str, lawbook: RuleBase) -> Mapping[str, frozenset[str]]:
    grounded = ActiveRules("bearing").ground(facts)  # atoms live no longer than this
    found: dict[str, set[str]] = {}
    for atom in grounded.symbolic_atoms.by_signature("bears_on", 2):
        here, there = atom.symbol.arguments
        found.setdefault(here.string, set()).add(there.string)
    return {name: frozenset(others) for name, others in found.items()}


@lru_cache(maxsize=8)
def _moves(profile: str, facts: str, naming: frozenset[str], lawbook: RuleBase) -> Moves:
    """Ask for the moves that facts give, once: a session asks of one board again and again."""
    _, atoms = derive(profile, facts, (*OF_MOVES, *_OF_UNITS))
    named = re.compile("|".join(map(re.escape, sorted(map(string_term, naming)))).encode())
    of_moves = tuple(f"{name}(".encode() for name, _ in OF_MOVES)
    told: dict[str, list[Sequence[str]]] = {}
    for text, _ in atoms:
        if not naming or not text.startswith(of_moves) or named.search(text):
            name, arguments = read_atom(text)
            told.setdefault(name, []).append(arguments)
    return read_moves(lambda name: told.get(name, ()))


OF_MOVES = (
    ("leads", 3),
    ("price", 2),
    ("dearest", 2),
    ("risky", 3),
    ("doubtful", 2),
    ("keeps_bonus", 1),
    ("bonus_doubt", 2),
    ("along", 3),
    ("meets_roadblock", 3),
)
"""What the law derives of moves that ``read_moves`` reads; their first argument is the move."""

_OF_UNITS = (
    ("rests", 1),
    ("unfit", 2),
    ("start_price", 2),
    ("later_price", 2),
    ("in_motion", 1),
    ("stop_price", 2),
    ("bonus", 2),
    ("minimum_move", 2),
)
"""And of the unit, and of where it may be."""


def _points_outside(fact: str, hexes: Collection[str]) -> bool:
    return fact.startswith("adjoins(") and hexes_in(fact)[1] not in hexes


Atoms = Callable[[str], Iterable[Sequence[str]]]
"""Gives the arguments of all atoms of a predicate by its name."""


def read_moves(atoms: Atoms) -> Moves:
    """Read moves out of what the law derives."""

    def moves(name: str) -> frozenset[str]:
        return frozenset(each[0] for each in atoms(name))

    def number(name: str) -> int:
        return max((int(each[0]) for each in atoms(name)), default=0)

    prices = {move: int(cost) for move, cost in atoms("price")}
    dearest = {move: int(cost) for move, cost in atoms("dearest")}
    for move, price in prices.items():
        if price < 0:  # of house rules alone, which no table bounds
            raise BadInput(
                f"{move}: would cost less than nothing; let house rules charge 0 at the least"
            )
    risky, doubtful = moves("risky"), moves("doubtful")
    keeps, may_keep = moves("keeps_bonus"), moves("bonus_doubt")
    passed = Counter(move for move, _, _ in atoms("along"))
    found = [
        Edge(
            State.parse(source),
            State.parse(target),
            Move(move),
            prices[move],
            dearest[move],
            move in risky,
            move in doubtful,
            move in keeps,
            move in may_keep,
            passed[move],
        )
        for move, source, target in atoms("leads")
    ]
    met: dict[str, tuple[tuple[str, int], ...]] = {}
    for move, owner, direction in atoms("meets_roadblock"):
        met[move] = (*met.get(move, ()), (string_of(owner), int(direction)))
    return Moves(
        edges=tuple(sorted(found, key=lambda edge: (edge.source, edge.move, edge.target))),
        resting=frozenset(map(State.parse, moves("rests"))),
        start_price=number("start_price"),
        later_price=number("later_price"),
        in_motion=frozenset(map(State.parse, moves("in_motion"))),
        stop_price=number("stop_price"),
        bonus=number("bonus"),
        rules={
            name: string_of(rule)
            for name in ("bonus", "minimum_move")
            for _, rule in sorted(map(tuple, atoms(name)))
        },
        minimum_move=bool(moves("minimum_move")),
        met=met,
        unfit={string_of(owner): string_of(rule) for owner, rule in atoms("unfit")},
    )
