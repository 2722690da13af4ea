"""Answers when and where units enter whose scheduled hexes are obstructed (A2.5)."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from hexcourt.cli.showing.answers import AS_DRAWN, Answer
from hexcourt.cli.showing.output import say
from hexcourt.cli.showing.words import counted
from hexcourt.facts.errors import BadInput
from hexcourt.solver.moving.entry import PROFILE, entry
from hexcourt.solver.position.opening import open_board


def find_entry(
    console: Console,
    board_name: str,
    scheduled: Sequence[str],
    obstructed: Sequence[str],
    as_json: bool,
) -> int:
    """Tell how many turns late units enter, and by which hexes."""
    board = open_board(board_name)
    scheduled, obstructed = ([*map(board.called, each)] for each in (scheduled, obstructed))
    unknown = sorted(set(obstructed) - set(board.by_name))
    if unknown:
        raise BadInput(
            f"--obstructed {unknown[0]}: no such hex on board {board.name}; name another"
        )
    found = entry(board, scheduled, obstructed)
    rows = [{"hex": name, "turns_late": found.turns} for name in found.hexes]
    answer = Answer(
        "entry",
        board,
        "no" if found.turns is None else "yes",
        {"scheduled": list(scheduled), "obstructed": list(obstructed)},
        rows,
        {"hexes": len(rows)},
        (AS_DRAWN,),
        PROFILE,
    )
    if as_json:
        say(console, answer.as_json())
        return answer.exit_status
    by = ", ".join(scheduled)
    if found.turns is None:
        say(console, f"no: who is to enter by {by} finds no way in on this side of the water")
    elif not found.turns:
        say(console, f"yes: who is to enter by {by} enters on time, by {', '.join(found.hexes)}")
    else:
        late = counted(found.turns, "turn")
        where = counted(len(rows), "hex", "hexes")
        say(console, f"yes: who is to enter by {by} enters {late} late, by one of {where}:")
        say(console, f"  {', '.join(found.hexes)}")
    for rule in found.rules:
        say(console, f"  {rule}")
    return answer.exit_status
