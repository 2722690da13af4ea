"""Answers when and where units enter whose scheduled hexes are obstructed (A2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import in_capitals
from hexcourt.solver.answering.answer import AS_DRAWN, Answer
from hexcourt.solver.answering.moving.movers import laid_arguments, unspoken
from hexcourt.solver.answering.words import counted, laid_words
from hexcourt.solver.moving.entry import PROFILE, Entry, entry
from hexcourt.solver.position.position import Position


def find_entry(
    position: Position, scheduled: Sequence[str], obstructed: Sequence[str] = ()
) -> Answer:
    """Tell how many turns late units enter, and by which hexes."""
    board = position.board
    scheduled, obstructed = (
        [board.called(in_capitals(name)) for name in each] for each in (scheduled, obstructed)
    )
    unknown = sorted(set(obstructed) - set(board.by_name))
    if unknown:
        raise BadInput(
            f"--obstructed {unknown[0]}: no such hex on board {board.name}; name another"
        )
    found = entry(board, scheduled, obstructed)
    rows = [{"hex": name, "turns_late": found.turns} for name in found.hexes]
    return Answer(
        "entry",
        board,
        "no" if found.turns is None else "yes",
        {
            "scheduled": list(scheduled),
            "obstructed": list(obstructed),
            **(laid_arguments(position) if position.placed or position.given else {}),
        },
        rows,
        {"hexes": len(rows)},
        (*laid_words(board, position.pieces), AS_DRAWN, *unspoken(position)),
        PROFILE,
        tuple(_lines(", ".join(scheduled), found)),
    )


def _lines(by: str, found: Entry) -> Iterator[str]:
    if found.turns is None:
        yield f"no: who is to enter by {by} finds no way in on this side of the water"
    elif not found.turns:
        yield f"yes: who is to enter by {by} enters on time, by {', '.join(found.hexes)}"
    else:
        late = counted(found.turns, "turn")
        where = counted(len(found.hexes), "hex", "hexes")
        yield f"yes: who is to enter by {by} enters {late} late, by one of {where}:"
        yield f"  {', '.join(found.hexes)}"
    for rule in found.rules:
        yield f"  {rule}"
