"""Commands about boards, and coordinates on them."""

from __future__ import annotations

from pathlib import Path

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded, show


@click.command()
@options.as_json
@guarded
def boards(as_json: bool) -> int:
    """List the embedded boards, with size and source."""
    from hexcourt.solver.answering.boards.listing import list_boards

    return show(list_boards(), as_json)


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
    from hexcourt.cli.showing.output import draw, keep_board
    from hexcourt.solver.answering.boards.shown import show_board
    from hexcourt.solver.position.opening import open_board

    board = open_board(board_name)
    answer = show_board(board, hex_name)
    if svg is not None:
        keep_board(board_name, svg)
        draw(svg, board, highlighted=() if hex_name is None else (answer.rows[0]["hex"],))
    return show(answer, as_json)


@board.command("facts")
@click.argument("board_name", metavar="BOARD")
@guarded
def board_facts(board_name: str) -> int:
    """Write a board as sorted ASP facts, which bare clingo reads."""
    from hexcourt.facts.boards.writing_boards import board_text
    from hexcourt.solver.position.opening import checked_board

    click.echo(board_text(checked_board(board_name)), nl=False)
    return 0


@click.command()
@click.argument("coordinate", metavar="COORDINATE")
@options.as_json
@guarded
def coordinate(coordinate: str, as_json: bool) -> int:
    """Say what a grid coordinate names: 1E4h1, F3-E3, 14oAK7, 1E4caD3/D4 (A2.2)."""
    from hexcourt.solver.answering.boards.coordinates import read_coordinate

    return show(read_coordinate(coordinate), as_json)
