"""Answers what bars every way: the fewest pieces, and the proof that no fewer do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.pieces.pieces import Piece, piece_text
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted, piece_words
from hexcourt.solver.movement.cutting import PLURALS, Cut, cut
from hexcourt.solver.movement.engine import MovementEngine, Way
from hexcourt.solver.movement.mover import Mover, assumed, given, open_engine
from hexcourt.solver.movement.path_rows import granted_lines, placed_lines
from hexcourt.solver.movement.routes import goals_of
from hexcourt.solver.position.states import state_words
from hexcourt.solver.position.whereabouts import Whereabouts, read_whereabouts

MOST_SHOWN = 3
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
    """Find a smallest set of pieces that bars every way, or prove that there is none so small."""
    _check_kinds(kinds)
    engine, where, starts = open_engine(mover)
    end = read_whereabouts(engine.board, engine.unit, goal)
    goals = goals_of(engine, end, starts)
    until = monotonic() + seconds
    found: list[Cut] = []
    least = 0

    def told(pieces: int, ways: int) -> None:
        progress(pieces, ways)
        if monotonic() > until:
            raise _OutOfTime(pieces)

    try:
        for surely in (True, False):
            found.append(cut(engine, starts, goals, kinds, most, turns, surely, told))
        answer_is = _verdict(*found)
    except _OutOfTime as over:
        least = max([over.args[0], *(each.at_least for each in found)])
        answer_is = "out_of_budget"
    rows = [_cut_row(each, n == 0) for n, each in enumerate(found)]
    shown = found[-1] if found else None
    ways = () if shown is None else shown.ways
    rows += [{"proof": list(_passed(engine, way)), "certain": way.sure} for way in ways]
    at_least = max([least, *(each.at_least for each in found)])
    told_of = _Told(engine, (where, end), answer_is, tuple(kinds), turns, at_least)
    return Answer(
        "cut",
        engine.board,
        answer_is,
        given(engine, mover, goal=goal, kinds=list(kinds), most=most, turns=turns),
        rows,
        {"at_least": at_least, "ways": len(ways)},
        assumed(engine, mover, where),
        engine.unit.profile,
        tuple(_cut_lines(told_of, found, False)),
        tuple(_cut_lines(told_of, found, True)),
    )


@dataclass(frozen=True)
class _Told:
    """What the words of an answer are made of besides the sets that were found."""

    engine: MovementEngine
    ends: tuple[Whereabouts, Whereabouts]
    answer: str
    kinds: tuple[str, ...]
    turns: int | None
    at_least: int


def _check_kinds(kinds: Iterable[str]) -> None:
    for kind in kinds:
        if kind not in PLURALS:
            known = ", ".join(PLURALS)
            raise BadInput(f"kind {kind[:40]}: cannot block a path; write one of {known}")


def _verdict(sure: Cut, loose: Cut) -> str:
    """Judge from the pieces that bar all sure ways, and those that bar all possible ones."""
    if sure.pieces is None:
        return "no"
    if loose.pieces is None or len(loose.pieces) != len(sure.pieces):
        return "unknown"
    return "yes"


def _cut_row(found: Cut, certain: bool) -> dict[str, Any]:
    return {
        "bars": "certain ways" if certain else "possible ways",
        "pieces": None if found.pieces is None else [piece_text(p) for p in found.pieces],
        "at_least": found.at_least,
        "max": found.most,
        "possible": found.possible,
        "candidates": found.candidates,
        "tried": [str(each) for each in found.rules],
        "left_out": [piece_text(each) for each in found.left_out],
    }


def _cut_lines(told: _Told, found: Sequence[Cut], why: bool) -> Iterator[str]:
    engine, (where, end) = told.engine, told.ends
    within = "" if told.turns is None else f" within {counted(told.turns, 'turn')}"
    between = f"of {engine.unit.said} from {where.text} to {end.text}{within}"
    kinds = listed((PLURALS[each] for each in told.kinds), "or")
    if told.answer == "out_of_budget":
        least = counted(told.at_least, "piece")
        yield f"out of time: to bar every way {between} takes {least} ({kinds}) at least"
        yield "give more time with --seconds"
        return
    sure, loose = found
    lines = {"yes": _set_lines, "no": _no_set_lines, "unknown": _between_lines}[told.answer]
    yield from lines(between, kinds, sure, loose)
    yield from placed_lines(engine)
    yield from granted_lines(engine, where)
    if sure.pieces != ():
        yield f"tried: {counted(sure.candidates, 'piece')} that rules give leave for, no others"
        yield from (f"  {each}" for each in sure.rules)
    if sure.pieces != () and sure.left_out:
        left = ", ".join(map(piece_text, sure.left_out))
        yield f"not tried, as the path begins or ends there: {left}"
    yield from _proof_lines(engine, sure if told.answer == "no" else loose, why)


def _set_lines(between: str, kinds: str, sure: Cut, loose: Cut) -> Iterator[str]:
    pieces = loose.pieces or ()
    if not pieces:
        yield f"yes: there is no way {between} as it is; 0 pieces bar it"
        return
    size = f"{counted(len(pieces), 'piece')} {'bars' if len(pieces) == 1 else 'bar'}"
    yield f"yes: {size} every way {between}, and no fewer do (proved):"
    yield from _piece_lines(pieces)


def _piece_lines(pieces: Iterable[Piece]) -> Iterator[str]:
    for piece in pieces:
        yield f"  {piece_words(piece)}: {piece_text(piece)}"


def _no_set_lines(between: str, kinds: str, sure: Cut, loose: Cut) -> Iterator[str]:
    size = f"up to {sure.most} of" if sure.possible else "any of"
    tried = f"{size} the {counted(sure.candidates, 'piece')} tried ({kinds})"
    yield f"no: no set of {tried} bars every way {between} (proved)"


def _between_lines(between: str, kinds: str, sure: Cut, loose: Cut) -> Iterator[str]:
    fewest = counted(len(sure.pieces or ()), "piece")
    yield f"unknown: to bar every way {between} takes {fewest} ({kinds}) at least"
    if loose.pieces is not None:
        yield f"{counted(len(loose.pieces), 'piece')} bar also what is not decided:"
        yield from _piece_lines(loose.pieces)
    else:
        left = f"up to {loose.most} pieces" if loose.possible else "any size"
        yield (f"and no set of {left} bars what is not decided, too; the certain ways, these:")
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
        yield (f"of the {counted(found.candidates, 'piece')} tried none bars this way:")
    elif not found.possible:
        yield f"these {len(ways)} ways cannot be barred together:"
    else:
        fewer = counted(found.at_least - 1, "piece")
        yield f"the proof: {counted(len(ways), 'way')} that {fewer} cannot bar together"
    shown = ways if why else ways[:MOST_SHOWN]
    for way in shown:
        yield f"  {' > '.join(_passed(engine, way))}"
    if len(shown) < len(ways):
        yield f"  and {len(ways) - len(shown)} more (--why shows them)"
