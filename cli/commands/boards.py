"""Commands about boards, and coordinates on them."""

from __future__ import annotations

from pathlib import Path

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded
from hexcourt.cli.showing.output import Page


@click.command()
@options.as_json
@guarded
def boards(as_json: bool) -> int:
    """List the embedded boards, with size and source."""
    from hexcourt.cli.boards import showing

    return showing.list_boards(Page(), as_json)


@click.group()
def board() -> None:
    """Show a board, or write it out as facts."""


@board.command("show")
@click.argument("board_name", metavar="BOARD")
@click.argument("hex_name", metavar="[HEX]", required=False)
@options.svg
@options.as_json
@guarded
def board_show(board_name: str, hex_name: str | None, svg: Path | None, as_json: bool) -> int:
    """Show what is on a board, or in one hex: levels, terrain, Locations, hexsides, depictions."""
    from hexcourt.cli.boards import showing

    return showing.show_board(Page(), board_name, hex_name, svg, as_json)


@board.command("facts")
@click.argument("board_name", metavar="BOARD")
@guarded
def board_facts(board_name: str) -> int:
    """Write a board as sorted ASP facts, which bare clingo reads."""
    from hexcourt.cli.boards import showing

    click.echo(showing.board_facts(board_name), nl=False)
    return 0


@click.command()
@click.argument("coordinate", metavar="COORDINATE")
@options.as_json
@guarded
def coordinate(coordinate: str, as_json: bool) -> int:
    """Say what a grid coordinate names: 1E4h1, F3-E3, 14oAK7, 1E4caD3/D4 (A2.2)."""
    from hexcourt.cli.boards import coordinates

    return coordinates.say_coordinate(Page(), coordinate, as_json)
