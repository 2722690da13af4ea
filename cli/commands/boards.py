"""Commands about boards, and coordinates on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import BAD_INPUT, Commands, complain, limited, progress_bar, show
from hexcourt.facts.base.errors import BadInput, quoted


@click.command()
@options.as_json
@limited
def boards(as_json: bool) -> int:
    """List the embedded boards, with size and source."""
    from hexcourt.solver.boards.answers import list_boards

    return show(list_boards(), as_json)


@click.group(cls=Commands)
def board() -> None:
    """Show a board, write it out as facts, look for errors in its data, compare two, draft one."""


@board.command("show")
@options.takes("board", "boards", "board show", "pictures", "json")
@limited
def board_show(
    board_name: str,
    hex_name: str | None,
    boards: Sequence[Path],
    as_json: bool,
    **files: Any,
) -> int:
    """Show what is on a board, or in one hex: levels, terrain, Locations, hexsides, depictions."""
    from hexcourt.cli.render.output import Pictures
    from hexcourt.facts.maps.compose_map import checked_folders
    from hexcourt.solver.boards.answers import show_board
    from hexcourt.solver.scenario.opening import open_board

    pictures = Pictures(**files)
    pictures.check(board_name)
    board = open_board(board_name, checked_folders(boards))
    answer = show_board(board, hex_name)
    if pictures:
        pictures.draw(board, highlighted=() if hex_name is None else (answer.rows[0]["hex"],))
    return show(answer, as_json)


@board.command("facts")
@options.takes("board", "boards", "json")
@limited
def board_facts(board_name: str, boards: Sequence[Path], as_json: bool) -> int:
    """Write a board as sorted ASP facts, which bare clingo reads."""
    from hexcourt.cli.render.output import put
    from hexcourt.facts.boards.board import board_text
    from hexcourt.facts.maps.compose_map import checked_folders
    from hexcourt.solver.answer.words import text_answer
    from hexcourt.solver.scenario.opening import checked_board

    board = checked_board(board_name, checked_folders(boards))
    if as_json:
        return show(text_answer("board facts", board_text(board), board), as_json)
    put(board_text(board))
    return 0


@board.command("lint")
@options.takes("board lint", "boards", "workers", "progress", "json")
@limited
def board_lint(
    archives: Sequence[str],
    boards: Sequence[Path],
    select: Sequence[str],
    ignore: Sequence[str],
    pairs: bool,
    why: bool,
    workers: int | None,
    explain: str | None,
    picture: bool,
    crops: Path | None,
    as_json: bool,
) -> int:
    """Look for errors and oddities in board archives, and at the seams of maps (docs/reference/lint.md).

    Exit status: 0 nothing found, 1 findings, 2 an archive could not be read.
    """
    from hexcourt.facts.formats.vassal.folders import archive_in
    from hexcourt.facts.maps.compose_map import checked_folders
    from hexcourt.solver.boards.lint_answers import explain_code, is_unread, lint_boards

    folders = checked_folders(boards)
    if explain is not None:
        return show(explain_code(explain), as_json)
    if not archives:
        raise BadInput("no archive is named; write such as hexcourt board lint bd01 bd02")
    if picture:
        from hexcourt.facts.drafting.needed import need_libraries

        need_libraries("board lint --picture")
    elif crops is not None:
        raise BadInput("--crops shows where pictures differ; give --picture with it")
    with contextmanager(progress_bar)("boards", len(archives)) as tell:
        found = [str(archive_in(folders, each) or each) for each in archives]
        answer = lint_boards(
            found, select, ignore, pairs, lambda name: tell(1, None), workers, picture, crops
        )
    for row in answer.rows:
        if "refused" in row:
            complain(row["refused"])
    status = show(answer, as_json, why)
    return BAD_INPUT if is_unread(answer) else status


@board.command("draft")
@options.takes("board draft", "json")
@limited
def board_draft(
    archive: Path,
    legend: Path | None,
    buildings: Path | None,
    origin: str | None,
    hex_size: str | None,
    picture: str | None,
    out: Path,
    as_json: bool,
) -> int:
    """Draft a board from the picture of a map that has no LOSData (docs/howto/draft.md)."""
    from hexcourt.facts.drafting.needed import need_libraries

    need_libraries("board draft")
    from hexcourt.facts.base.files import whole_file
    from hexcourt.facts.drafting.drafts import draft_board
    from hexcourt.facts.drafting.lists import read_buildings, read_legend
    from hexcourt.facts.formats.write_archive import archive_bytes
    from hexcourt.solver.boards.draft_answers import draft_answer

    draft = draft_board(
        archive,
        None if legend is None else read_legend(legend),
        None if buildings is None else read_buildings(buildings),
        _two_numbers(origin, "--origin"),
        _two_numbers(hex_size, "--hex"),
        picture,
    )
    with whole_file(out) as temporary:
        temporary.write_bytes(archive_bytes(draft.archive))
    return show(draft_answer(draft, archive, out), as_json)


@board.command("legend")
@options.takes("board legend", "json")
@limited
def board_legend(
    archive: Path,
    legend: Path | None,
    picture: str | None,
    out: Path,
    samples: Path | None,
    as_json: bool,
) -> int:
    """List the colours of a map that nothing names, as a legend to fill in (docs/howto/draft.md)."""
    from hexcourt.facts.drafting.needed import need_libraries

    need_libraries("board legend")
    from hexcourt.facts.base.files import whole_file
    from hexcourt.facts.drafting.colours import legend_text, sample_sheet, unnamed_colours
    from hexcourt.facts.drafting.lists import read_legend, shipped_legend
    from hexcourt.facts.drafting.pictures import read_map_picture
    from hexcourt.solver.boards.draft_answers import colours_answer

    read = read_map_picture(archive, picture)
    palette = shipped_legend(read.board) if legend is None else read_legend(legend)
    found, known = unnamed_colours(read, palette)
    with whole_file(out) as temporary:
        temporary.write_text(legend_text(found), encoding="utf-8")
    if samples is not None:
        with whole_file(samples) as temporary:
            temporary.write_bytes(sample_sheet(read, found))
    return show(colours_answer(found, known, archive, out), as_json)


def _two_numbers(text: str | None, option: str) -> tuple[float, float] | None:
    """Read two numbers with a comma between."""
    if text is None:
        return None
    match = re.fullmatch(r"(-?\d{1,5}(?:\.\d{1,6})?),(-?\d{1,5}(?:\.\d{1,6})?)", text.strip())
    if match is None:
        raise BadInput(f"{option} {quoted(text)}: write two numbers such as 56.25,64.5")
    return float(match[1]), float(match[2])


@board.command("diff")
@options.takes("board diff", "boards", "pictures", "json")
@limited
def board_diff(
    old: str,
    new: str,
    boards: Sequence[Path],
    pairs: bool,
    as_json: bool,
    **files: Any,
) -> int:
    """Compare two boards: hexes and hexsides that differ, and the lines that differ.

    Exit status: 0 nothing differs, 1 something does. Name and source are listed, and are no difference.
    """
    from hexcourt.cli.render.output import Pictures, both_drawn
    from hexcourt.facts.maps.compose_map import checked_folders
    from hexcourt.solver.boards.map_answers import compare_boards, comparison_answer
    from hexcourt.solver.scenario.opening import open_board

    pictures = Pictures(**files)
    pictures.check(old, new)
    folders = checked_folders(boards)
    found = compare_boards(open_board(old, folders), open_board(new, folders), pairs)
    answer = comparison_answer(found, (old, new))
    if pictures:
        pictures.write(both_drawn(found.old, found.new, found.hexes, pictures.look))
    return show(answer, as_json)


@click.command()
@options.takes("coordinate", "json")
@limited
def coordinate(coordinate: str, as_json: bool) -> int:
    """Describe what a grid coordinate names: 1E4h1, F3-E3, 14oAK7, 1E4caD3/D4 (A2.2)."""
    from hexcourt.solver.boards.answers import read_coordinate

    return show(read_coordinate(coordinate), as_json)
