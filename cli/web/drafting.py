"""Drafts of boards from pictures, and the legend for them, as the page asks for them.

They come from the functions of ``board draft`` and ``board legend``. Lists are given as text; a draft is
kept beside the files that were sent, with the picture that lies beneath it on the page.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from hexcourt.cli.web.board_registry import keep_dropped
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_bytes
from hexcourt.facts.boards.sizes import LARGEST_ARCHIVE
from hexcourt.facts.drafting.lists import buildings_of, legend_of, shipped_legend
from hexcourt.facts.drafting.needed import need_libraries
from hexcourt.facts.drafting.palette import Palette
from hexcourt.facts.drafting.pictures import read_map_picture
from hexcourt.facts.formats.write_archive import archive_bytes
from hexcourt.solver.answer.answer import Answer

AN_ARCHIVE = "a VASL board archive"

# the modules that need scipy are imported where they are needed: it may not be installed


def draft(path: Path, name: str, folder: Path, legend: str, buildings: str) -> Answer:
    """Draft a board into a folder, under a name of its own: the same draft always has the same.

    ``name`` is what the server calls the archive; the answer's ``written`` is what it calls the draft.
    Raises BadInput.
    """
    need_libraries("a draft")
    from hexcourt.facts.drafting.colours import marked_picture
    from hexcourt.facts.drafting.drafts import draft_board
    from hexcourt.solver.boards.draft_answers import draft_answer

    listed = buildings_of(buildings, "the buildings")
    made = draft_board(path, _legend(legend), listed)
    drawn = read_bytes(path, LARGEST_ARCHIVE, AN_ARCHIVE)
    mark = sha256(f"{legend}\n{buildings}\n".encode() + drawn).hexdigest()[:8]
    file_name = f"{Path(name).name.partition('.')[0][:60]}-draft-{mark}"
    picture = f"{file_name}.png", marked_picture(made.picture, None)
    content = archive_bytes(made.archive, picture=picture)
    before = folder / file_name
    if before.exists() and read_bytes(before, LARGEST_ARCHIVE, AN_ARCHIVE) != content:
        raise BadInput(
            f"{file_name}: another file of that name was opened; start hexcourt serve again"
        )
    return draft_answer(made, Path(name), Path(keep_dropped(folder, file_name, content)))


def colours(path: Path, name: str, legend: str, at: str | None) -> Answer:
    """Return which colours of a map's picture nothing names, or the one ``at`` a spot; BadInput."""
    need_libraries("a legend")
    from hexcourt.facts.drafting.colours import sample_at, unnamed_colours
    from hexcourt.solver.boards.draft_answers import colours_answer

    read = read_map_picture(path)
    given = _legend(legend)
    palette = shipped_legend(read.board) if given is None else given
    found, known = unnamed_colours(read, palette)
    if at is not None:
        found = [sample_at(read, palette, at)]
    return colours_answer(found, known, Path(name))


def picture(path: Path, colour: str | None = None) -> bytes:
    """Return a map's picture as PNG, or the spots of one colour of it; raises BadInput."""
    need_libraries("a map's picture")
    from hexcourt.facts.drafting.colours import marked_picture

    return marked_picture(read_map_picture(path), colour)


def _legend(text: str) -> Palette | None:
    return legend_of(text, "the legend") if text.strip() else None
