"""The smallest sets of pieces that block every way, and the proof that none is smaller.

The sets are found by implicit hitting sets (Moreno-Centeno and Karp, "The implicit hitting set
approach", 2013): while a way is open in the world of the set in hand, every answer must differ from
that set in a piece that bears on the way: have one that could bar it, or lack one that it needs, as a
piece may open moves too (rubble on Rail Cars). python-sat's Hitman names the smallest set that does so
for all ways found so far (Ignatiev et al., "RC2: an efficient MaxSAT solver", 2019): its size is a lower
bound, and it is an answer as soon as no way is left. What that rests on: a move of the board as it is
that no piece alone changes is not changed by several together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from types import MappingProxyType
from typing import Any

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.piece_table import pieces_with
from hexcourt.facts.pieces.pieces import Piece, piece_text
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted, piece_words
from hexcourt.solver.movement.engine import MoveGraph, MovementEngine, Wanted, Way
from hexcourt.solver.movement.mover import Mover, assumed, given, open_engine
from hexcourt.solver.movement.path_rows import assumption_lines, placed_lines
from hexcourt.solver.movement.routes import goals_of, nearest
from hexcourt.solver.placement.hex_facts import HexFacts, hexes_in
from hexcourt.solver.placement.placement import refusals
from hexcourt.solver.position.locations import UnitPosition, read_unit_position
from hexcourt.solver.position.states import State, hexes_of, state_words
from hexcourt.solver.rulebase.ground import ActiveRules, atoms_of
from hexcourt.solver.rulebase.reasons import reasons_for
from hexcourt.solver.rulebase.rulebase import cached_by_rules
from hexcourt.solver.rulebase.statement import Citation

PROFILE = "placing"

PLURALS = MappingProxyType(dict(sorted(pieces_with("cut").items())))
"""The kinds of pieces that may be asked for, each with what several of them are called."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The outcome of a search for pieces that block every way from a start to a goal.

    ``pieces`` is a smallest set, nothing where there is none of ``most`` pieces or fewer;
    ``at_least`` pieces are needed, which is proved: ``ways`` cannot be blocked with fewer.
    ``possible`` tells that pieces of these kinds could bar the way at all; so many ``candidates`` were
    tried, which these ``rules`` permit for. ``left_out`` are those that were not, as the way begins
    or ends there.
    """

    pieces: tuple[Piece, ...] | None
    at_least: int
    most: int
    ways: tuple[Way, ...]
    possible: bool
    candidates: int
    rules: tuple[Citation, ...]
    left_out: tuple[Piece, ...] = ()


def candidates(hex_facts: HexFacts, kinds: Collection[str]) -> Mapping[Piece, Citation]:
    """Map the pieces of some kinds that may lie on the board to the rules that permit."""
    return _candidates(hex_facts, frozenset(kinds))


@cached_by_rules(8)
def _candidates(hex_facts: HexFacts, kinds: frozenset[str]) -> Mapping[Piece, Citation]:
    grounded = ActiveRules(PROFILE).ground(hex_facts.facts())
    found = [e for e in atoms_of(grounded, "may_lay", 2) if e.arguments[0].name in kinds]
    cited = {
        str(atom.arguments[1]): rules[0]
        for atom, rules in reasons_for(grounded, PROFILE, found).items()
    }
    pieces = [Piece(fact, tuple(hexes_in(fact))) for fact in sorted(cited)]
    refused = {fact for fact, _ in refusals(hex_facts, set(hex_facts.neighbours), pieces)}
    return {piece: cited[piece.fact] for piece in pieces if piece.fact not in refused}


def cut(
    engine: MovementEngine,
    starts: Sequence[State],
    goals: Collection[State],
    kinds: Collection[str],
    most: int,
    turns: int | None = None,
    surely: bool = True,
    progress: Callable[[int, int], None] = lambda size, ways: None,
    within: Collection[str] | None = None,
    wanted: Wanted | None = None,
) -> Cut:
    """Find a smallest set of pieces that blocks every way; without ``turns``, however long it
    takes.

    ``progress`` is given how many pieces are needed at least, and how many ways are known. Where
    given, each piece lies in a hex of ``within``, and only ways by ``wanted`` moves have to be
    blocked.
    """
    unknown = sorted(set(kinds) - set(PLURALS))
    if unknown:
        raise BadInput(f"{unknown[0]}: cannot block a path; choose of {', '.join(PLURALS)}")
    cited = candidates(engine.hex_facts, kinds)
    pieces = tuple(cited)
    if within is not None:
        pieces = tuple(each for each in pieces if not set(within).isdisjoint(each.hexes[:2]))
    every, ends = pieces, hexes_of((*starts, *goals))
    pieces = tuple(p for p in pieces if p.predicate != "enemy" or ends.isdisjoint(p.hexes))
    begun = hexes_of(starts)

    def begins_with(piece: Piece) -> bool:
        """Return whether the unit may begin where it does with a piece there (A2.9)."""
        return engine.suppose([piece]).forbidden_hexes.isdisjoint(begun)

    pieces = tuple(p for p in pieces if begun.isdisjoint(p.hexes) or begins_with(p))
    remaining = frozenset(pieces)
    left_out = tuple(each for each in every if each not in remaining)
    rules = tuple(sorted({cited[each] for each in pieces}, key=str))
    ways: list[Way] = []
    clauses: list[Clause] = []
    chosen: tuple[Piece, ...] = ()
    while True:
        progress(len(chosen), len(ways))
        world = engine.suppose(chosen)
        way = _open_way(world, starts, goals, turns, surely, wanted)
        if way is None:
            return Cut(chosen, len(chosen), most, tuple(ways), True, len(pieces), rules, left_out)
        clause = _differing(engine, way, pieces, chosen, turns is not None, surely)
        if not any(clause):  # the way that no piece bars
            return Cut(None, most + 1, most, (way,), False, len(pieces), rules, left_out)
        ways.append(way)
        clauses.append(clause)
        smallest = _smallest(clauses)
        if smallest is None:
            return Cut(None, most + 1, most, tuple(ways), False, len(pieces), rules, left_out)
        if len(smallest) > most:
            return Cut(None, len(smallest), most, tuple(ways), True, len(pieces), rules, left_out)
        chosen = smallest


def _open_way(
    world: MoveGraph,
    starts: Sequence[State],
    goals: Collection[State],
    turns: int | None,
    surely: bool,
    wanted: Wanted | None,
) -> Way | None:
    if turns is None:
        search = world.explore(starts, surely, wanted)
    else:
        search = world.search(starts, turns, surely, wanted)
    return nearest(search, goals)


Clause = tuple[frozenset[Piece], frozenset[Piece]]
"""What every answer differs in from a set that leaves a way open: it has one of the first pieces, or
lacks one of the second.
"""


def _differing(
    engine: MovementEngine,
    way: Way,
    pieces: Sequence[Piece],
    chosen: Collection[Piece],
    dearer_counts: bool,
    surely: bool,
) -> Clause:
    """Return what could block a way that some chosen pieces leave open: of a move that is as it
    is without them, the pieces that take it away, make it undetermined where it is to be sure,
    or more expensive where its cost counts; of another, whatever piece touches its hexes.
    """
    moves = {step.edge for step in way.steps}
    near = {name for edge in moves for name in edge.move.hexes}
    touching = {each for each in pieces if not near.isdisjoint(engine.hex_facts.touched(each))}
    by_cost = dearer_counts or not engine.at_any_cost
    changed = {
        each: engine.changed_by(each) if by_cost else engine.edges_blocked_by(each, surely)
        for each in touching
    }
    printed = frozenset(engine.world.tables[0].edges)
    others = {
        edge
        for edge in moves
        if edge not in printed or any(edge in changed[each] for each in touching & set(chosen))
    }
    near = {name for edge in others for name in edge.move.hexes}
    bearing = {
        each
        for each in touching
        if not near.isdisjoint(engine.hex_facts.touched(each))
        or not changed[each].isdisjoint(moves)
    }
    return frozenset(bearing.difference(chosen)), frozenset(
        each
        for each in bearing.intersection(chosen)
        if not near.isdisjoint(engine.hex_facts.touched(each))
    )


def _smallest(clauses: Sequence[Clause]) -> tuple[Piece, ...] | None:
    """Name the smallest set that differs from all that leave a way open; nothing where there is none."""
    useful = sorted({piece for clause in clauses for each in clause for piece in each})
    numbers = {piece: number for number, piece in enumerate(useful)}
    chosen = smallest_hitting_set(
        [[numbers[piece] for piece in sorted(have)] for have, lack in clauses if not lack],
        [
            ([numbers[piece] for piece in sorted(have)], [numbers[piece] for piece in sorted(lack)])
            for have, lack in clauses
            if lack
        ],
    )
    return None if chosen is None else tuple(useful[number] for number in chosen)


def smallest_hitting_set(
    sets: Sequence[Sequence[int]],
    either: Iterable[tuple[Sequence[int], Sequence[int]]] = (),
) -> list[int] | None:
    """Return a smallest set of numbers that has one of each set, or nothing.

    Of each pair in ``either`` it has one of the first numbers, or lacks one of the second.
    """
    from pysat.examples.hitman import Atom, Hitman

    also = [[Atom(n) for n in have] + [Atom(n, sign=False) for n in lack] for have, lack in either]
    with Hitman(bootstrap_with=sets, subject_to=also) as hitman:
        found = hitman.get()
    return None if found is None else sorted(found)


# Answers what bars every way: the fewest pieces, and the proof that no fewer do


MAX_SHOWN = 3
"""How many of the ways that prove a cut are shown without being asked for."""


class _OutOfTime(Exception):
    """The time for a search is over; its argument is how many pieces are needed at least."""


def cut_paths(
    mover: Mover,
    goal: str,
    kinds: Sequence[str],
    most: int = 8,
    turns: int | None = None,
    seconds: float = 120.0,
    progress: Callable[[int, int], None] = lambda pieces, ways: None,
) -> Answer:
    """Find a smallest set of pieces that blocks every way, or prove that there is none so small."""
    _check_kinds(kinds)
    engine, where, starts = open_engine(mover)
    end = read_unit_position(engine.board, engine.unit, goal)
    goals = goals_of(engine, end, starts)
    until = monotonic() + seconds
    found: list[Cut] = []
    least = 0

    def report(pieces: int, ways: int) -> None:
        progress(pieces, ways)
        if monotonic() > until:
            raise _OutOfTime(pieces)

    try:
        for surely in (True, False):
            found.append(cut(engine, starts, goals, kinds, most, turns, surely, report))
        answer_is = _verdict(*found)
    except _OutOfTime as over:
        least = max([over.args[0], *(each.at_least for each in found)])
        answer_is = "out_of_budget"
    rows = [_cut_row(each, n == 0) for n, each in enumerate(found)]
    shown = found[-1] if found else None
    ways = () if shown is None else shown.ways
    rows += [{"proof": list(_passed(engine, way)), "certain": way.sure} for way in ways]
    at_least = max([least, *(each.at_least for each in found)])
    parts_of = _AnswerParts(engine, (where, end), answer_is, tuple(kinds), turns, at_least)
    return Answer(
        "cut",
        engine.board,
        answer_is,
        given(engine, mover, goal=goal, kinds=list(kinds), most=most, turns=turns),
        rows,
        {"at_least": at_least, "ways": len(ways)},
        assumed(engine, mover, where),
        engine.unit.profile,
        tuple(_cut_lines(parts_of, found, False)),
        tuple(_cut_lines(parts_of, found, True)),
    )


@dataclass(frozen=True)
class _AnswerParts:
    """What the words of an answer are made of besides the sets that were found."""

    engine: MovementEngine
    ends: tuple[UnitPosition, UnitPosition]
    answer: str
    kinds: tuple[str, ...]
    turns: int | None
    at_least: int


def _check_kinds(kinds: Sequence[str]) -> None:
    if not kinds:
        raise BadInput(f"kinds: names none; write one of {', '.join(PLURALS)}")
    for kind in kinds:
        if kind not in PLURALS:
            known = ", ".join(PLURALS)
            raise BadInput(f"kind {kind[:40]}: cannot block a path; write one of {known}")


def _verdict(sure: Cut, loose: Cut) -> str:
    """Judge from the pieces that block all sure ways, and those that block all possible ones."""
    if sure.pieces is None:
        return "no"
    if loose.pieces is None or len(loose.pieces) != len(sure.pieces):
        return "unknown"
    return "yes"


def _cut_row(found: Cut, certain: bool) -> dict[str, Any]:
    return {
        "blocks": "certain ways" if certain else "possible ways",
        "pieces": None if found.pieces is None else [piece_text(p) for p in found.pieces],
        "at_least": found.at_least,
        "max": found.most,
        "possible": found.possible,
        "candidates": found.candidates,
        "tried": [str(each) for each in found.rules],
        "left_out": [piece_text(each) for each in found.left_out],
    }


def _cut_lines(facts: _AnswerParts, found: Sequence[Cut], why: bool) -> Iterator[str]:
    engine, (where, end) = facts.engine, facts.ends
    within = "" if facts.turns is None else f" within {counted(facts.turns, 'turn')}"
    between = f"of {engine.unit.with_article} from {where.text} to {end.text}{within}"
    kinds = listed((PLURALS[each] for each in facts.kinds), "or")
    if facts.answer == "out_of_budget":
        least = counted(facts.at_least, "piece")
        yield f"out of time: to block every path {between} takes {least} ({kinds}) at least"
        yield "give more time with --seconds"
        return
    sure, loose = found
    lines = {"yes": _set_lines, "no": _no_set_lines, "unknown": _between_lines}[facts.answer]
    yield from lines(between, kinds, sure, loose)
    yield from placed_lines(engine)
    yield from assumption_lines(engine, where)
    if sure.pieces != ():
        yield f"tried: {counted(sure.candidates, 'piece')} that rules permit, no others"
        yield from (f"  {each}" for each in sure.rules)
    if sure.pieces != () and sure.left_out:
        left = ", ".join(map(piece_text, sure.left_out))
        yield f"not tried, as the path begins or ends there: {left}"
    yield from _proof_lines(engine, sure if facts.answer == "no" else loose, why)


def _set_lines(between: str, kinds: str, sure: Cut, loose: Cut) -> Iterator[str]:
    pieces = loose.pieces or ()
    if not pieces:
        yield f"yes: there is no path {between} as it is; 0 pieces block it"
        return
    size = f"{counted(len(pieces), 'piece')} {'blocks' if len(pieces) == 1 else 'block'}"
    yield f"yes: {size} every path {between}, and no fewer do (proved):"
    yield from _piece_lines(pieces)


def _piece_lines(pieces: Iterable[Piece]) -> Iterator[str]:
    for piece in pieces:
        yield f"  {piece_words(piece)}: {piece_text(piece)}"


def _no_set_lines(between: str, kinds: str, sure: Cut, loose: Cut) -> Iterator[str]:
    size = f"up to {sure.most} of" if sure.possible else "any of"
    tried = f"{size} the {counted(sure.candidates, 'piece')} tried ({kinds})"
    yield f"no: no set of {tried} blocks every path {between} (proved)"


def _between_lines(between: str, kinds: str, sure: Cut, loose: Cut) -> Iterator[str]:
    fewest = counted(len(sure.pieces or ()), "piece")
    yield f"unknown: to block every path {between} takes {fewest} ({kinds}) at least"
    if loose.pieces is not None:
        yield f"{counted(len(loose.pieces), 'piece')} also block what is not decided:"
        yield from _piece_lines(loose.pieces)
    else:
        left = f"up to {loose.most} pieces" if loose.possible else "any size"
        yield f"and no set of {left} blocks what is not decided, too; the certain paths, these:"
        yield from _piece_lines(sure.pieces or ())


def _passed(engine: MovementEngine, way: Way) -> Iterator[str]:
    """Name all that a way passes."""
    for state in (way.start, *(step.edge.target for step in way.steps)):
        yield state_words(engine.board, state)


def _proof_lines(engine: MovementEngine, found: Cut, why: bool) -> Iterator[str]:
    ways = found.ways
    if not ways:
        return
    if not found.possible and len(ways) == 1:
        yield f"of the {counted(found.candidates, 'piece')} tried none blocks this path:"
    elif not found.possible:
        yield f"these {len(ways)} paths cannot be blocked together:"
    else:
        fewer = counted(found.at_least - 1, "piece")
        yield f"the proof: {counted(len(ways), 'path')} that {fewer} cannot block together"
    shown = ways if why else ways[:MAX_SHOWN]
    for way in shown:
        yield f"  {' > '.join(_passed(engine, way))}"
    if len(shown) < len(ways):
        yield f"  and {len(ways) - len(shown)} more (--why shows them)"
