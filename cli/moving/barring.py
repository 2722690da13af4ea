"""Answers what bars every way: the fewest pieces, and the proof that no fewer do."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from time import monotonic
from typing import Any

from rich.console import Console
from rich.progress import Progress

from hexcourt.cli.moving.path_rows import show_granted, show_placed
from hexcourt.cli.moving.read_movers import Mover, assumed, given, open_court
from hexcourt.cli.showing.answers import Answer
from hexcourt.cli.showing.output import say
from hexcourt.cli.showing.words import (
    counted,
    piece_words,
)
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.pieces.laid_pieces import Piece, piece_text
from hexcourt.solver.moving.cutting import Cut, cut, kinds_of_pieces
from hexcourt.solver.moving.movement import MovementCourt, Way
from hexcourt.solver.moving.path_ends import goals_of
from hexcourt.solver.position.state_words import state_words
from hexcourt.solver.position.states import State
from hexcourt.solver.position.whereabouts import Whereabouts, read_whereabouts

MOST_SHOWN = 3
"""How many of the ways that prove a cut are shown without being asked for."""


_PLURALS = {
    "enemy": "enemy units",
    "roadblock": "roadblocks",
    "rubble": "rubble",
    "wreck": "wrecks",
}


class _OutOfTime(Exception):
    """The time for a search is over; ``least`` pieces are needed at least."""

    def __init__(self, least: int) -> None:
        super().__init__(least)
        self.least = least


def cut_ways(
    console: Console,
    mover: Mover,
    goal: str,
    kinds: Sequence[str],
    most: int,
    turns: int | None,
    seconds: float,
    why: bool,
    as_json: bool,
) -> int:
    """Find a smallest set of pieces that bars every way, or prove that there is none so small."""
    _check_kinds(kinds)
    court, where, starts = open_court(mover)
    end = read_whereabouts(court.board, court.unit, goal)
    goals = goals_of(court, end, starts)
    until = monotonic() + seconds
    found: list[Cut] = []
    least = 0
    try:
        for surely in (True, False):
            found.append(_one_cut(court, starts, goals, kinds, most, turns, surely, until))
        answer_is = _verdict(*found)
    except _OutOfTime as over:
        least = max([over.least, *(each.at_least for each in found)])
        answer_is = "out_of_budget"
    rows = [_cut_row(each, n == 0) for n, each in enumerate(found)]
    shown = found[-1] if found else None
    ways = () if shown is None else shown.ways
    rows += [{"proof": list(_passed(court, way)), "certain": way.sure} for way in ways]
    answer = Answer(
        "cut",
        court.board,
        answer_is,
        given(court, mover, to=goal, **{"with": list(kinds)}, max=most, turns=turns),
        rows,
        {"at_least": max([least, *(each.at_least for each in found)]), "ways": len(ways)},
        assumed(court, where),
        court.unit.profile,
    )
    if as_json:
        say(console, answer.as_json())
    else:
        _show_cut(console, court, (where, end), answer, found, why)
    return answer.exit_status


def _check_kinds(kinds: Iterable[str]) -> None:
    for kind in kinds:
        if kind not in kinds_of_pieces():
            known = ", ".join(kinds_of_pieces())
            raise BadInput(f"--with {kind[:40]}: cannot bar a way; write one of {known}")


def _one_cut(
    court: MovementCourt,
    starts: Sequence[State],
    goals: Collection[State],
    kinds: Sequence[str],
    most: int,
    turns: int | None,
    surely: bool,
    until: float,
) -> Cut:
    with Progress(
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as progress:
        task = progress.add_task("", total=None)

        def told(least: int, ways: int) -> None:
            what = f"{counted(least, 'piece')} at least, {counted(ways, 'way')} known"
            progress.update(task, description=what)
            if monotonic() > until:
                raise _OutOfTime(least)

        return cut(court, starts, goals, kinds, most, turns, surely, told)


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
    }


def _show_cut(
    console: Console,
    court: MovementCourt,
    ends: tuple[Whereabouts, Whereabouts],
    answer: Answer,
    found: Sequence[Cut],
    why: bool,
) -> None:
    where, end = ends
    turns = answer.arguments["turns"]
    within = "" if turns is None else f" within {counted(turns, 'turn')}"
    between = f"of {court.unit.said} from {where.text} to {end.text}{within}"
    kinds = listed((_PLURALS[each] for each in answer.arguments["with"]), "or")
    if answer.answer == "out_of_budget":
        least = counted(answer.counts["at_least"], "piece")
        say(
            console,
            f"out of time: to bar every way {between} takes {least} ({kinds}) at least",
        )
        say(console, "give more time with --seconds")
        return
    sure, loose = found
    {"yes": _show_set, "no": _show_no_set, "unknown": _show_between}[answer.answer](
        console, between, kinds, sure, loose
    )
    show_placed(console, court)
    show_granted(console, court, where)
    _show_proof(console, court, sure if answer.answer == "no" else loose, why)


def _show_set(console: Console, between: str, kinds: str, sure: Cut, loose: Cut) -> None:
    pieces = loose.pieces or ()
    if not pieces:
        say(console, f"yes: there is no way {between} as it is; 0 pieces bar it")
        return
    size = f"{counted(len(pieces), 'piece')} {'bars' if len(pieces) == 1 else 'bar'}"
    say(console, f"yes: {size} every way {between}, and no fewer do (proved):")
    _show_pieces(console, pieces)


def _show_pieces(console: Console, pieces: Iterable[Piece]) -> None:
    for piece in pieces:
        say(console, f"  {piece_words(piece)}: {piece_text(piece)}")


def _show_no_set(console: Console, between: str, kinds: str, sure: Cut, loose: Cut) -> None:
    if sure.possible:
        size = counted(sure.most, "piece")
        say(console, f"no: no set of up to {size} ({kinds}) bars every way {between} (proved)")
    else:
        say(console, f"no: no set of {kinds} of any size bars every way {between} (proved)")


def _show_between(console: Console, between: str, kinds: str, sure: Cut, loose: Cut) -> None:
    fewest = counted(len(sure.pieces or ()), "piece")
    say(console, f"unknown: to bar every way {between} takes {fewest} ({kinds}) at least")
    if loose.pieces is not None:
        say(console, f"{counted(len(loose.pieces), 'piece')} bar also what is not decided:")
        _show_pieces(console, loose.pieces)
    else:
        left = f"up to {loose.most} pieces" if loose.possible else "any size"
        say(
            console, f"and no set of {left} bars what is not decided, too; the certain ways, these:"
        )
        _show_pieces(console, sure.pieces or ())


def _passed(court: MovementCourt, way: Way) -> Iterator[str]:
    """Name all that a way passes."""
    for state in (way.start, *(step.edge.target for step in way.steps)):
        yield state_words(court.board, state)


def _show_proof(console: Console, court: MovementCourt, found: Cut, why: bool) -> None:
    ways = found.ways
    if not ways:
        return
    if not found.possible and len(ways) == 1:
        say(
            console,
            f"of the {counted(found.candidates, 'piece')} that may lie none bars this way:",
        )
    elif not found.possible:
        say(console, f"these {len(ways)} ways cannot be barred together:")
    else:
        fewer = counted(found.at_least - 1, "piece")
        say(console, f"the proof: {counted(len(ways), 'way')} that {fewer} cannot bar together")
    shown = ways if why else ways[:MOST_SHOWN]
    for way in shown:
        say(console, f"  {' > '.join(_passed(court, way))}")
    if len(shown) < len(ways):
        say(console, f"  and {len(ways) - len(shown)} more (--why shows them)")
