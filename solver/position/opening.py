"""Opens the board that a command names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import is_zip, read_bytes
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.sizes import LARGEST_ARCHIVE
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.formats.kinds import kind_of
from hexcourt.facts.formats.read_board import read_board
from hexcourt.facts.formats.vassal.folders import archive_in, lacks_los_data
from hexcourt.facts.maps.configuration import SUFFIX
from hexcourt.facts.maps.frames import with_named_places
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.placement.rule_locations import with_rule_locations

_ONE_OF = (
    "a VASL board archive (a zip), a facts file (.lp), a configuration of boards or a scenario card "
    "(.toml)"
)


def reopened(board: Board) -> Board:
    """Open a board again as the active rules have it."""
    printed = replace(board, locations=tuple(each for each in board.locations if each.printed))
    return with_areas(with_counters(with_rule_locations(printed), ()))


def open_board(name: str, boards: Sequence[Path] = ()) -> Board:
    """Open an embedded board by its name, a facts file (``.lp``), a VASL board archive or a
    configuration of such archives (``.toml``) by its path; what its counters do away with is gone.
    Archives are looked for in the folders of ``boards``, too.
    """
    return with_counters(checked_board(name, boards), ())


def checked_board(name: str, boards: Sequence[Path] = (), text: str | None = None) -> Board:
    """Open a board as it is given, its counters on it, but what they do away with still there;
    ``text`` is that of a configuration if it was read before.

    Raises BadInput, naming the board, where one of its counters may not lie where it does.
    """
    board = with_rule_locations(_opened(name, boards, text))
    try:
        with_counters(board, ())
        return with_areas(board)
    except BadInput as error:
        raise BadInput(f"{shown_name(name)}: {error}") from None


def _opened(name: str, boards: Sequence[Path], text: str | None) -> Board:
    if name in embedded_names():
        return embedded_board(name)
    path = Path(name)
    if name.lower() in embedded_names() and not path.exists():
        return embedded_board(name.lower())
    shown = shown_name(name)
    try:
        if name and not path.exists():
            path = archive_in(boards, name) or path
        if not name or not path.exists():
            raise BadInput(no_such_board(name))
        if not path.is_file():
            raise BadInput(f"{shown}: is no file; give {_ONE_OF}")
        if path.suffix.lower() == ".lp":
            return read_board(path)
        if path.suffix.lower() == SUFFIX:
            from hexcourt.facts.maps.compose_map import read_map

            return read_map(path, sentence_finder, boards, text)
        content = read_bytes(path, LARGEST_ARCHIVE, "a board")
        if lacks_los_data(content) and (draft := archive_in(boards, name)):
            path, content = draft, read_bytes(draft, LARGEST_ARCHIVE, "a board")
        if is_zip(content):
            from hexcourt.facts.formats.import_archive import import_board

            return with_named_places(import_board(path, content))
    except (ValueError, OSError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{shown}: cannot be read; give the path of a board") from None
    if not content:
        raise BadInput(f"{shown}: the file is empty; give {_ONE_OF}")
    if content.startswith(b"PK"):
        raise BadInput(f"{shown}: the zip archive is cut short or damaged; fetch the board again")
    found = kind_of(content) or "of none of the kinds that boards are"
    raise BadInput(f"{shown}: is {found}; give {_ONE_OF}")


def with_areas(board: Board, areas: Mapping[str, Sequence[str]] | None = None) -> Board:
    """Return a board with the hexes of the areas that it, or ``areas``, tells by sentences."""
    if not (areas or board.area_sentences):
        return board
    from hexcourt.solver.position import areas as finding  # it takes some time to import

    return finding.with_areas(board, areas)


def sentence_finder(
    board: Board, areas: Mapping[str, tuple[str, ...]]
) -> Callable[[str], Collection[str]]:
    """Return what finds the hexes of a board that a sentence about an area, or its name, says about."""
    from hexcourt.solver.position import areas as finding  # it takes some time to import

    known = finding.Areas(board, areas)
    return lambda sentence: known.of([sentence])


def no_such_board(name: str) -> str:
    """Return the sentence that there is no such board, and which there are."""
    from difflib import get_close_matches

    shown = shown_name(name)
    near = get_close_matches(name.lower()[:60], embedded_names(), n=1, cutoff=0.6)
    if near:
        return f"{shown}: no such board; write {near[0]}, or the path of an archive or facts file"
    known = ", ".join(embedded_names())
    mend = f"give the path of an archive or facts file, or one of {known}"
    return f"{shown}: no such board; {mend}; --boards names a folder of archives"


def shown_name(name: str) -> str:
    """Return a name as it can be printed: a long or unprintable one quoted and cut."""
    return name if 0 < len(name) <= 120 and name.isprintable() else repr(name[:60])
