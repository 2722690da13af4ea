"""Asks the rules which moves a unit has on a board, and what each costs at least and at most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.bit_parallel import derive, read_atom, string_of
from hexcourt.solver.placement.hex_facts import HexFacts
from hexcourt.solver.position.states import Move, State
from hexcourt.solver.rulebase.rulebase import cached_by_rules


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
        """Return whether something about the move is not known."""
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


def moves_of(
    told: HexFacts,
    hexes: Collection[str] | None = None,
    pieces: Collection[Piece] = (),
    naming: frozenset[str] = frozenset(),
) -> Moves:
    """Ask for all moves of a unit on a board, or for those alone that name one of some hexes."""
    facts = [told.facts(pieces, hexes), *told.unasked(hexes or (), naming)]
    return _moves(told.unit.profile, "\n".join(facts), naming)


@cached_by_rules(8)
def _moves(profile: str, facts: str, naming: frozenset[str]) -> Moves:
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
"""What the rules derive of moves that ``read_moves`` reads; their first argument is the move."""

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


Atoms = Callable[[str], Iterable[Sequence[str]]]
"""Gives the arguments of all atoms of a predicate by its name."""


def read_moves(atoms: Atoms) -> Moves:
    """Read moves out of what the rules derive."""

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
