"""The options that several commands share, each declared once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.render.output import remember
from hexcourt.solver.position.arguments import choices_of, range_of, whole
from hexcourt.solver.sandbox.limited_run import MEMORY, MEMORY_NAME, SECONDS_NAME
from hexcourt.solver.sandbox.processes import can_fork


def a_number(_context: object, _option: object, value: float) -> float:
    """Refuse what is a float but no number."""
    if value != value:
        raise click.BadParameter("nan is no number; write for example 1")
    return value


STATUSES = click.Choice(choices_of("status"), case_sensitive=False)

as_json = click.option("--json", "as_json", is_flag=True, help="Answer as JSON (docs/answers.md).")
_svg = click.option(
    "--svg", type=click.Path(path_type=Path), help="Draw the answer into this file."
)
_png = click.option(
    "--png",
    type=click.Path(path_type=Path),
    help="The same as PNG; needs the extra: pip install 'hexcourt[png]'.",
)


_around = click.option(
    "--around",
    type=click.IntRange(*whole("around")),
    metavar="N",
    help="Draw only the part of the map within so many hexes of what is marked on it.",
)


def pictures(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give the options of every command that draws a board."""
    return _svg(_png(command))


def answer_pictures(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give the options of every command that draws its answer on the map."""
    return _svg(_png(_around(command)))


_board = click.argument("board_name", metavar="BOARD")
_board_or_list = click.argument("board_name", metavar="BOARD", required=False)
boards = click.option(
    "--boards",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="A folder of board archives (bd01 and so on), more than once if wanted. Archives are looked "
    "for there, in boards_folder of a card, and beside the card or map.",
)


def board(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give what names a board, and the folders in which it is looked for."""
    return _board(boards(command))


def board_or_list(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give what names a board, which may be left out, and the folders in which it is looked for."""
    return _board_or_list(boards(command))


status = click.option("--status", type=STATUSES, help="Status of the unit looked at.")
place = click.option(
    "--place",
    "placed",
    multiple=True,
    metavar="PIECE",
    help='Lay a piece on the board, more than once if wanted: rubble("G37",stone), debris("F36"), '
    'afv("G37"), wreck("G37"), beneath a bridge debris("G38",under); roadblock("L12","K13"), '
    'trench("D24"), foxhole("D24"), tunnel("C25","E25"), breach("F31","F32"), trail_break("G37"), '
    'enemy("K13"), street_vehicle("L12","K13").',
)
given = click.option(
    "--given",
    multiple=True,
    metavar="FACT",
    help='What is given beside the board, more than once if wanted: fortified("C25"), the status of a '
    'unit, emplaced("F31"), or a piece as --place takes it.',
)
amend = click.option(
    "--amend",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Amend the law by a file of house rules, more than once if wanted: house.lp "
    "(docs/amending.md).",
)
area = click.option(
    "--area",
    "areas",
    multiple=True,
    metavar="NAME=SENTENCE",
    help="Give an area a name, more than once if wanted: 'bank=on or east of hexrow Q' "
    "(docs/areas.md).",
)
progress = click.option(
    "--progress/--no-progress",
    default=None,
    expose_value=False,
    callback=remember,
    help="Tell on standard error how far it is: on a terminal always, elsewhere by a line now and then.",
)
margin = click.option(
    "--margin",
    type=click.FloatRange(*range_of("margin")),
    callback=a_number,
    default=0.0,
    show_default=True,
    help="Call lines too close when moving the thread by less than this would change the verdict: "
    "up to 1 pixel of an archive, up to 15 thousandths of a hex of an embedded board.",
)
within = click.option(
    "--range",
    "within",
    type=click.IntRange(*whole("within")),
    metavar="N",
    help="Only Locations within so many hexes of each other.",
)
workers = click.option(
    "--workers",
    type=click.IntRange(*whole("workers")),
    metavar="N",
    help="How many may be at work side by side; one a core, if left out. Little work takes one.",
)
unit = click.option(
    "--unit",
    required=True,
    metavar="UNIT",
    help="The unit that moves: squad, half-squad, crew, leader, hero, inexperienced, tank, "
    "assault-gun, halftrack, armoured-car, truck, jeep, motorcycle or wagon.",
)
allowance = click.option(
    "--mf",
    "--mp",
    "allowance",
    metavar="N",
    help="What it may spend in a turn, whole or half MF or MP: 4.5. Without it, what units of its "
    "kind have.",
)
turns = click.option(
    "--turns",
    type=click.IntRange(*whole("turns")),
    default=1,
    show_default=True,
    help="How many turns the unit has.",
)


_NOT_HELD = "" if can_fork() else " Here it may go beyond for a moment (docs/limits.md)."


def limits(
    seconds: float, mebibytes: int = MEMORY
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give the options of every command that say what it may use up."""
    time = click.option(
        "--limit-seconds",
        type=click.FloatRange(min=0, min_open=True, max=10.0**9),
        callback=a_number,
        envvar=SECONDS_NAME,
        default=seconds,
        show_default=True,
        help="How long it may take.",
    )
    memory = click.option(
        "--limit-memory",
        type=click.IntRange(min=1, max=1 << 30),
        envvar=MEMORY_NAME,
        default=mebibytes,
        show_default=True,
        help="How many MiB it may take beside what is loaded." + _NOT_HELD,
    )
    return lambda command: time(memory(command))


def limit(name: str) -> Any:
    """Give what the command at work was told by one of these options."""
    return click.get_current_context().params[name]
