"""Commands about movement."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded, position_of, progress_bar, show
from hexcourt.solver.position.arguments import choices_of, whole


@click.command()
@options.board
@click.argument("start", metavar="FROM")
@click.argument("goal", metavar="TO")
@options.unit
@options.allowance
@options.turns
@click.option(
    "--only",
    type=click.Choice(choices_of("only"), case_sensitive=False),
    help="Pass the hexes between by Bypass or VBM alone.",
)
@click.option(
    "--avoid",
    multiple=True,
    metavar="HEX|PIECE",
    help="Stay out of a hex, F33, or lay a piece and stay clear of it, "
    'roadblock("L12","K13"); more than once if wanted.',
)
@options.place
@options.given
@options.amend
@click.option("--why", is_flag=True, help="Give every part of each cost, with rule numbers.")
@options.answer_pictures
@options.as_json
@guarded
def path(
    board_name: str,
    start: str,
    goal: str,
    unit: str,
    allowance: str | None,
    turns: int,
    only: str | None,
    avoid: tuple[str, ...],
    why: bool,
    as_json: bool,
    **laid: Any,
) -> int:
    """Find the cheapest path of a unit, step by step, or prove that there is none.

    FROM and TO are Locations (L13, L33h2, C25/cellar), Bypass (K13-L12, at a vertex K13-L12-K12),
    Crest status (BB3/CRBB2), a vehicle with its VCA (E4caD3/D4), or off the map (Y1/off): see
    docs/movement.md.
    """
    answer = position_of(board_name, laid).path(
        start, goal, unit=unit, allowance=allowance, turns=turns, only=only, avoid=avoid
    )
    return show(answer, as_json, why, laid)


@click.command()
@options.board
@click.argument("start", metavar="FROM")
@options.unit
@options.allowance
@options.turns
@options.place
@options.given
@options.amend
@click.option(
    "--all",
    "every_state",
    is_flag=True,
    help="List every state: each hexside and vertex in Bypass, each VCA.",
)
@options.answer_pictures
@options.as_json
@guarded
def reach(
    board_name: str,
    start: str,
    unit: str,
    allowance: str | None,
    turns: int,
    every_state: bool,
    as_json: bool,
    **laid: Any,
) -> int:
    """List every Location that a unit can reach, each with its cheapest cost.

    Locations that are reached only if an undecided rule allows it come last, with the rule.
    """
    answer = position_of(board_name, laid).reach(
        start, unit=unit, allowance=allowance, turns=turns, every_state=every_state
    )
    return show(answer, as_json, options=laid)


@click.command()
@options.board
@click.argument("start", metavar="FROM")
@click.argument("goal", metavar="TO")
@options.unit
@click.option(
    "--with",
    "kinds",
    required=True,
    multiple=True,
    metavar="KIND",
    help="What may be laid: roadblock, rubble, wreck or enemy; more than once if wanted.",
)
@click.option(
    "--max",
    "most",
    type=click.IntRange(*whole("most")),
    default=8,
    show_default=True,
    help="How many pieces at most.",
)
@options.allowance
@click.option(
    "--turns",
    type=click.IntRange(*whole("turns")),
    help="How many turns the unit has; any number, if left out.",
)
@options.place
@options.given
@options.amend
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, max=86_400),
    callback=options.a_number,
    default=120.0,
    show_default=True,
    help="Give up the search after so long, and say how many pieces are needed at least.",
)
@click.option("--why", is_flag=True, help="Show every way that the proof rests on.")
@options.progress
@options.answer_pictures
@options.as_json
@guarded
def cut(
    board_name: str,
    start: str,
    goal: str,
    unit: str,
    kinds: tuple[str, ...],
    most: int,
    allowance: str | None,
    turns: int | None,
    seconds: float,
    why: bool,
    as_json: bool,
    **laid: Any,
) -> int:
    """Find the fewest pieces that bar every path, and prove that no fewer do."""
    position = position_of(board_name, laid)
    with contextmanager(progress_bar)("", None) as tell:

        def told(pieces: int, ways: int) -> None:
            tell(what=f"pieces at least: {pieces}, ways known: {ways}")

        answer = position.cut(
            start,
            goal,
            unit=unit,
            kinds=kinds,
            most=most,
            allowance=allowance,
            turns=turns,
            seconds=seconds,
            progress=told,
        )
    return show(answer, as_json, why, laid)


@click.command()
@options.board
@click.argument("location", metavar="LOCATION")
@options.place
@options.given
@options.amend
@options.answer_pictures
@options.as_json
@guarded
def adjacent(board_name: str, location: str, as_json: bool, **laid: Any) -> int:
    """List the Locations ADJACENT to one, or connected with it, and why.

    It tells what other Locations the hex has: levels of a building, cellar, sewer, rooftop, trench.
    """
    return show(position_of(board_name, laid).adjacent(location), as_json, options=laid)


@click.command("entry")
@options.board
@click.argument("scheduled", metavar="HEX...", nargs=-1, required=True)
@click.option(
    "--obstructed",
    metavar="HEX",
    multiple=True,
    help="A hex that cannot be entered now whatever lies there, as for a Blaze.",
)
@click.option(
    "--unit",
    default="squad",
    show_default=True,
    metavar="UNIT",
    help="The unit that is to enter.",
)
@options.place
@options.given
@options.amend
@options.answer_pictures
@options.as_json
@guarded
def enter(
    board_name: str,
    scheduled: tuple[str, ...],
    obstructed: tuple[str, ...],
    unit: str,
    as_json: bool,
    **laid: Any,
) -> int:
    """Tell when and where units enter that are to enter by one of some HEXes at the edge of the map.

    If all of these are obstructed, by enemies or rubble there, it is a turn late within four hexes of
    them, and so on (A2.5).
    """
    position = position_of(board_name, laid)
    answer = position.entry(*scheduled, obstructed=obstructed, unit=unit)
    return show(answer, as_json, options=laid)
