"""Answers when and where units enter whose scheduled hexes may be obstructed (A2.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.grid.coordinates import in_capitals
from hexcourt.solver.answering.answer import AS_DRAWN, Answer
from hexcourt.solver.answering.moving.movers import laid_arguments, read_unit, unspoken
from hexcourt.solver.answering.words import counted, laid_words
from hexcourt.solver.moving.entry import Entry, entry, profile_of
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.mover_reading import told_of_mover
from hexcourt.solver.statutes.statute import Citation


def find_entry(
    position: BoardState,
    scheduled: Sequence[str],
    obstructed: Sequence[str] = (),
    unit: str = "squad",
) -> Answer:
    """Tell how many turns late units enter, and by which hexes."""
    board, mover = position.board, read_unit(unit, None)
    scheduled, obstructed = (
        [board.called(in_capitals(name)) for name in each] for each in (scheduled, obstructed)
    )
    unknown = sorted(set(obstructed) - set(board.by_name))
    if unknown:
        raise BadInput(
            f"--obstructed {unknown[0]}: no such hex on board {board.title}; name another"
        )
    blocked = (f"is_blocked({quoted(name)})" for name in obstructed)
    told = (*told_of_mover(mover, position.said), *blocked)
    found = entry(board, mover, scheduled, position.pieces, told)
    rows = [
        {"hex": name, "turns_late": late, "certain": certain}
        for certain, hexes in ((True, found.surely), (False, found.perhaps))
        for name, late in hexes
    ]
    return Answer(
        "entry",
        board,
        "yes" if found.surely else "unknown" if found.perhaps else "no",
        {
            "scheduled": list(scheduled),
            "obstructed": list(obstructed),
            "unit": mover.name,
            **(laid_arguments(position) if position.placed or position.given else {}),
        },
        rows,
        {"hexes": len(found.surely), "unknown": len(found.perhaps)},
        (*laid_words(board, position.pieces), AS_DRAWN, *unspoken(position, mover)),
        profile_of(mover),
        tuple(_lines(f"{mover.said} that is to enter by {', '.join(scheduled)}", found)),
    )


def _lines(who: str, found: Entry) -> Iterator[str]:
    names = [name for name, _ in found.surely]
    if not found.surely and not found.perhaps:
        yield f"no: {who} finds no way in on this side of the water"
    elif not found.surely:
        yield f"unknown: whether {who} enters on time is not decided"
    elif not found.turns:
        yield f"yes: {who} enters on time, by {', '.join(names)}"
    else:
        late = counted(found.turns, "turn")
        yield f"yes: {who} enters {late} late, by one of {counted(len(names), 'hex', 'hexes')}:"
        yield f"  {', '.join(names)}"
    for name, late_by in found.perhaps:
        yield f"  perhaps by {name}, {counted(late_by, 'turn') + ' late' if late_by else 'on time'}"
    for rule in found.rules if found.surely or not found.perhaps else ():
        yield f"  {rule}"
    yield from _reasons("obstructed", found.obstructed)
    open_hexes = {name for name, _ in found.perhaps}
    yield from _reasons("undecided", [each for each in found.undecided if each[0] in open_hexes])


def _reasons(what: str, told: Iterable[tuple[str, Citation]]) -> Iterator[str]:
    for name, citation in told:
        yield f"  {name} {what}: {citation}"
