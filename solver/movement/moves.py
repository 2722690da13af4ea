"""Asks the rules which moves a unit has on a board, and what each costs at least and at most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.bit_parallel import derive, read_atom, string_of
from hexcourt.solver.placement.hex_facts import HexFacts, Unit, given_lines
from hexcourt.solver.placement.placement import check_pieces
from hexcourt.solver.position.states import Move, State
from hexcourt.solver.rulebase.ground import ActiveRules, atoms_of
from hexcourt.solver.rulebase.reasons import possible_reasons, reasons_for
from hexcourt.solver.rulebase.rulebase import cached_by_rules
from hexcourt.solver.rulebase.statement import Citation


@dataclass(frozen=True, slots=True)
class MoveEdge:
    """A move from one state to another.

    ``price`` is what it surely costs and ``highest_price`` what it costs at most, in halves of an MF or
    MP. Dice decide what comes of a ``risky`` move; whether a ``doubtful`` one is allowed is not
    known. Whether a move that ``may_keep_bonus`` does keep the road bonus is not known either. It
    passes along so many ``hexsides``. One ``within`` a Location is known for Assault Movement alone.
    """

    source: State
    target: State
    move: Move
    price: int
    highest_price: int
    risky: bool = False
    doubtful: bool = False
    keeps_bonus: bool = False
    may_keep_bonus: bool = False
    hexsides: int = 0
    within: bool = False

    @property
    def in_doubt(self) -> bool:
        """Return whether something about the move is not known."""
        return self.doubtful or self.may_keep_bonus or self.price != self.highest_price


NO_PRICE = 1 << 24
"""More than any unit may spend: where no rule says what setting out costs, no unit does
(``asp/moving/a04_spending.lp``).
"""


@dataclass(frozen=True)
class Moves:
    """All moves of a unit, sorted; the states in which a phase may end; ``met`` maps a move to the
    hexsides (hex, direction) of the roadblocks it meets; ``forbidden_hexes`` a hex where the unit may
    not be to the rule.

    Setting out costs ``start_price`` in the first turn, but nothing where a unit is ``in_motion``,
    and ``later_price`` in later ones; a unit with a ``minimum_move`` may make one move for all that
    it has. It may spend ``allowance`` halves of an MF or MP in a phase, surely in a later one
    ``later_allowance``. ``rules`` number those that give the bonus and the minimum move, and those by
    which it ``advances`` or ``assaults``; ``gains`` map what gives it more MF to the rule.
    """

    edges: tuple[MoveEdge, ...]
    resting: frozenset[State]
    start_price: int
    later_price: int
    in_motion: frozenset[State]
    stop_price: int
    bonus: int
    rules: Mapping[str, str]
    minimum_move: bool
    allowance: int
    later_allowance: int
    gains: Mapping[str, str]
    met: Mapping[str, tuple[tuple[str, int], ...]]
    forbidden_hexes: Mapping[str, str]


def moves_of(
    hex_facts: HexFacts,
    hexes: Collection[str] | None = None,
    pieces: Collection[Piece] = (),
    naming: frozenset[str] = frozenset(),
) -> Moves:
    """Ask for all moves of a unit on a board, or for those alone that name one of some hexes."""
    facts = [hex_facts.facts(pieces, hexes), *hex_facts.unasked(hexes or (), naming)]
    return _moves(hex_facts.unit.profile, "\n".join(facts), naming)


@cached_by_rules(8)
def _moves(profile: str, facts: str, naming: frozenset[str]) -> Moves:
    """Ask for the moves that facts give, once: a session asks of one board again and again."""
    _, atoms = derive(profile, facts, (*OF_MOVES, *_OF_UNITS))
    named = re.compile("|".join(map(re.escape, sorted(map(string_term, naming)))).encode())
    of_moves = tuple(f"{name}(".encode() for name, _ in OF_MOVES)
    known: dict[str, list[Sequence[str]]] = {}
    for text, _ in atoms:
        if not naming or not text.startswith(of_moves) or named.search(text):
            name, arguments = read_atom(text)
            known.setdefault(name, []).append(arguments)
    return read_moves(lambda name: known.get(name, ()))


OF_MOVES = (
    ("leads", 3),
    ("price", 2),
    ("max_price", 2),
    ("risky", 3),
    ("doubtful", 2),
    ("keeps_bonus", 1),
    ("bonus_doubt", 2),
    ("along", 3),
    ("meets_roadblock", 3),
    ("stays_in_location", 1),
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
    ("most", 2),
    ("gains", 3),
    ("only_once", 2),
    ("advances", 2),
    ("assaults", 1),
)
"""And of the unit, and of where it may be."""


Atoms = Callable[[str], Iterable[Sequence[str]]]
"""Gives the arguments of all atoms of a predicate by its name."""


def read_moves(atoms: Atoms) -> Moves:
    """Read moves out of what the rules derive."""

    def moves(name: str) -> frozenset[str]:
        return frozenset(each[0] for each in atoms(name))

    def number(name: str, otherwise: int = 0) -> int:
        return max((int(each[0]) for each in atoms(name)), default=otherwise)

    prices = {move: int(cost) for move, cost in atoms("price")}
    highest_price = {move: int(cost) for move, cost in atoms("max_price")}
    for move, price in prices.items():
        if price < 0:  # of house rules alone, which no table bounds
            raise BadInput(
                f"{move}: would cost less than nothing; let house rules charge 0 at the least"
            )
    risky, doubtful = moves("risky"), moves("doubtful")
    keeps, may_keep, within = moves("keeps_bonus"), moves("bonus_doubt"), moves("stays_in_location")
    passed = Counter(move for move, _, _ in atoms("along"))
    found = [
        MoveEdge(
            State.parse(source),
            State.parse(target),
            Move(move),
            prices[move],
            highest_price[move],
            move in risky,
            move in doubtful,
            move in keeps,
            move in may_keep,
            passed[move],
            move in within,
        )
        for move, source, target in atoms("leads")
    ]
    met: dict[str, tuple[tuple[str, int], ...]] = {}
    for move, owner, direction in atoms("meets_roadblock"):
        met[move] = (*met.get(move, ()), (string_of(owner), int(direction)))
    allowance = max((int(halves) for how, halves in atoms("most") if how == "any"), default=0)
    again = moves("only_once")
    once = sum(int(halves) for what, halves, _ in atoms("gains") if what in again)
    return Moves(
        edges=tuple(sorted(found, key=lambda edge: (edge.source, edge.move, edge.target))),
        resting=frozenset(map(State.parse, moves("rests"))),
        start_price=number("start_price", NO_PRICE),
        later_price=number("later_price", NO_PRICE),
        in_motion=frozenset(map(State.parse, moves("in_motion"))),
        stop_price=number("stop_price"),
        bonus=number("bonus"),
        rules={
            name: string_of(rule)
            for name in ("bonus", "minimum_move", "advances", "assaults")
            for *_, rule in sorted(map(tuple, atoms(name)))
        },
        minimum_move=bool(moves("minimum_move")),
        allowance=allowance,
        later_allowance=allowance - once,
        gains={what: string_of(rule) for what, _, rule in sorted(map(tuple, atoms("gains")))},
        met=met,
        forbidden_hexes={string_of(owner): string_of(rule) for owner, rule in atoms("unfit")},
    )


# What the rules charge for a move, part by part, and what they say of entry onto the map


@dataclass(frozen=True, slots=True)
class Charge:
    """A part of what a move costs, in halves of an MF or MP; ``perhaps`` where the rule for it is
    not known.
    """

    what: str
    cost: int
    perhaps: bool
    citation: Citation


@dataclass(frozen=True, slots=True)
class MoveReasons:
    """What the rules say of one move: what is charged, at what risk it is, what is undetermined or
    remarked on, what blocks it, and beside which vertices it may be declared to pass (Q4.141);
    ``bonus`` are the rules for want of which it is not known whether it keeps the road bonus.
    """

    charges: tuple[Charge, ...] = ()
    risks: tuple[tuple[str, Citation], ...] = ()
    doubts: tuple[Citation, ...] = ()
    remarks: tuple[Citation, ...] = ()
    blocking: tuple[Citation, ...] = ()
    choices: tuple[int, ...] = field(default=())
    bonus: tuple[Citation, ...] = ()

    @property
    def undecided(self) -> tuple[Citation, ...]:
        """List the rules for want of which the move or its cost is not known."""
        return (*self.doubts, *(each.citation for each in self.charges if each.perhaps))

    @property
    def in_doubt(self) -> tuple[Citation, ...]:
        """List those for want of which a way with the move in it may not be there."""
        return (*self.undecided, *self.bonus)


def explain(
    hex_facts: HexFacts, moves: Collection[str], pieces: Collection[Piece] = ()
) -> Mapping[str, MoveReasons]:
    """Ask the rules about some moves, the hexes around them being given to it."""
    named = {name for move in moves for name in Move(move).hexes}
    around = hex_facts.around(named)
    near = [piece for piece in pieces if around.issuperset(piece.hexes)]
    facts = [hex_facts.facts(near, around), *hex_facts.unasked(around, named)]
    grounded = ActiveRules(hex_facts.unit.profile).ground("\n".join(facts), wanted=_MOVE_PREDICATES)
    wanted = set(moves)
    found = {move: _Found() for move in sorted(wanted)}
    for name, arity in _MOVE_PREDICATES:
        for atom in atoms_of(grounded, name, arity):
            move = str(atom.arguments[0])
            if move in wanted:
                found[move].setdefault(name, []).append(atom)
    atoms = (each for item in found.values() for some in item.values() for each in some)
    cited = reasons_for(grounded, hex_facts.unit.profile, atoms)
    return {move: _reasons(item, cited) for move, item in found.items()}


_MOVE_PREDICATES = (
    ("charged", 4),
    ("perhaps", 4),
    ("risky", 3),
    ("doubtful", 2),
    ("remark", 2),
    ("barred", 2),
    ("chooses", 2),
    ("bonus_doubt", 2),
)
"""What the rules say of moves; these are the first arguments."""

_Found = dict[str, list[clingo.Symbol]]
"""The atoms about a move by their names."""


def _reasons(found: _Found, cited: Mapping[clingo.Symbol, tuple[Citation, ...]]) -> MoveReasons:
    def report(name: str) -> list[clingo.Symbol]:
        return sorted(found.get(name, []), key=lambda atom: str(atom.arguments[1:]))

    def rules(name: str) -> tuple[Citation, ...]:
        return tuple(each for atom in report(name) for each in cited[atom])

    charges = [
        Charge(str(atom.arguments[1]), atom.arguments[2].number, name == "perhaps", cited[atom][0])
        for name in ("charged", "perhaps")
        for atom in report(name)
    ]
    return MoveReasons(
        charges=tuple(charges),
        risks=tuple((str(each.arguments[1]), cited[each][0]) for each in report("risky")),
        doubts=rules("doubtful"),
        remarks=rules("remark"),
        blocking=rules("barred"),
        choices=tuple(each.arguments[1].number for each in report("chooses")),
        bonus=rules("bonus_doubt"),
    )


def why_forbidden(
    hex_facts: HexFacts, name: str, pieces: Collection[Piece] = ()
) -> Citation | None:
    """Return the rule by which the unit cannot be in a hex, none where it can."""
    around = hex_facts.around({name})
    near = [piece for piece in pieces if around.issuperset(piece.hexes)]
    grounded = hex_facts.ground(around, near, wanted=(("unfit", 2),))
    atoms = [a for a in atoms_of(grounded, "unfit", 2) if a.arguments[0].string == name]
    cited = reasons_for(grounded, hex_facts.unit.profile, atoms)
    return next((each for atom in sorted(cited) for each in cited[atom]), None)


@dataclass(frozen=True, slots=True)
class MapEntry:
    """By which hexes units enter, each with how many turns late, and by which perhaps; the rules that
    say so, those that are wanting, and why scheduled hexes are obstructed.
    """

    surely: tuple[tuple[str, int], ...]
    perhaps: tuple[tuple[str, int], ...]
    rules: tuple[Citation, ...]
    obstructed: tuple[tuple[str, Citation], ...] = ()
    undecided: tuple[tuple[str, Citation], ...] = ()

    @property
    def turns(self) -> int | None:
        """Return how many turns late they surely enter, none where that is not known or never."""
        return max((late for _, late in self.surely), default=None)


def profile_of(unit: Unit) -> str:
    """Name the rules of entry of a unit."""
    return f"entry_{'infantry' if unit.kind == 'infantry' else 'vehicle'}"


def entry(
    board: Board,
    unit: Unit,
    scheduled: Collection[str],
    pieces: Iterable[Piece] = (),
    given: Iterable[str] = (),
) -> MapEntry:
    """Return where units enter that are scheduled by some hexes; ``given`` are terms of the rules.

    Raises BadInput, with the rule, where a scheduled hex is not at the edge of the map.
    """
    for name in scheduled:
        board.hex(name)
    lines = [f"scheduled({string_term(name)})." for name in sorted(scheduled)]
    lines += given_lines(given)
    hex_facts = HexFacts(board, unit, lines)
    placed = tuple(sorted(set(pieces)))
    check_pieces(hex_facts, placed)
    profile = profile_of(unit)
    wanted = tuple(
        (name, 2) for name in ("refused", "comes_on", "perhaps_on", "obstructed", "undecided")
    )
    grounded = hex_facts.ground(pieces=placed, profile=profile, wanted=wanted)
    for symbol, citation in _cited(grounded, profile, "refused"):
        if symbol.arguments[0].name == "scheduled":
            name = symbol.arguments[0].arguments[0].string
            raise BadInput(f"{name}: {citation}; name a hex at the edge")
    comes = list(_cited(grounded, profile, "comes_on"))
    rules = {citation for _, citation in comes} or set(possible_reasons(profile, "comes_on"))
    return MapEntry(
        _hexes(symbol for symbol, _ in comes),
        _hexes(symbol for symbol, _ in _cited(grounded, profile, "perhaps_on")),
        tuple(sorted(rules, key=lambda rule: rule.line)),
        _by_hex(_cited(grounded, profile, "obstructed"), scheduled),
        _by_hex(_cited(grounded, profile, "undecided")),
    )


def _cited(
    grounded: clingo.Control, profile: str, name: str
) -> Iterator[tuple[clingo.Symbol, Citation]]:
    """List the atoms of a predicate with two arguments, each with the first statement that gives it."""
    for symbol, cited in reasons_for(grounded, profile, atoms_of(grounded, name, 2)).items():
        yield from ((symbol, each) for each in cited)


def _hexes(symbols: Iterable[clingo.Symbol]) -> tuple[tuple[str, int], ...]:
    found = {(each.arguments[0].string, each.arguments[1].number) for each in symbols}
    return tuple(sorted(found))


def _by_hex(
    cited: Iterable[tuple[clingo.Symbol, Citation]], only: Collection[str] | None = None
) -> tuple[tuple[str, Citation], ...]:
    found = {(symbol.arguments[0].string, citation) for symbol, citation in cited}
    return tuple(sorted((each for each in found if only is None or each[0] in only), key=str))
