"""Lays the map of a configuration: what a file tells becomes one board.

What changes the drawing of a board is done to its archive, before anything is derived from it: so a
changed board is derived as a printed one is, inherent terrain, hexsides, Locations and all. The order:

1. the archives are opened, and it is settled where their hexes lie;
2. overlays are placed on them;
3. terrain is changed, as the boards' entries and the whole map tell;
4. each archive becomes a board (``importing``), of which the crop is left;
5. the boards are joined (``joining``), and what is not in play is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, listed, shown, shown_value
from hexcourt.facts.base.files import is_file, is_folder, is_zip, read_bytes
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex
from hexcourt.facts.boards.sizes import LARGEST_ARCHIVE, MAX_MAP_PIXELS
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.formats.import_archive import board_of, title_of
from hexcourt.facts.formats.kinds import BOARD_ARCHIVE, FACTS, expect_kind
from hexcourt.facts.formats.read_board import NORTHS, read_board
from hexcourt.facts.formats.vasl_archive import Archive, read_archive
from hexcourt.facts.formats.vassal.folders import archive_in
from hexcourt.facts.geometry.coordinates import CoordinateError, board_number, parse_board_hex
from hexcourt.facts.geometry.hexes import Position
from hexcourt.facts.maps.changes.meaning import Made, notes_of, refuse_unmade
from hexcourt.facts.maps.changes.on_archives import WrittenChange, changed_archives, split_changes
from hexcourt.facts.maps.changes.on_facts import changed_facts, in_play
from hexcourt.facts.maps.changes.reading import HexesByPlace
from hexcourt.facts.maps.configuration import (
    REVERSED,
    BoardEntry,
    Configuration,
    read_configuration,
)
from hexcourt.facts.maps.frames import check_names, frame_of, with_named_places
from hexcourt.facts.maps.joining import PlacedSection, Section, join, placed_sections
from hexcourt.facts.maps.overlays.apply_overlays import (
    Base,
    OverlaidHexes,
    apply_overlays,
    with_overlays,
)
from hexcourt.facts.maps.overlays.placing import PlacedOverlay

# --- Opening boards -------------------------------------------------------------------------------


_ID = pattern("[A-Za-z0-9_.-]{1,20}")


def _open_archive(
    folder: Path, entry: BoardEntry, every: Sequence[BoardEntry]
) -> tuple[Archive, bool]:
    """Open the archive of one entry of every, and tell whether it lies reversed."""
    name, turned = _name_and_turn(folder, entry)
    path = folder / name
    if not is_file(path):
        wanted = dict.fromkeys(_name_and_turn(folder, each)[0] for each in every)
        lacking = [each for each in wanted if not is_file(folder / each)]
        near = get_close_matches(path.name, _files(path.parent), n=1, cutoff=0.6)
        mend = (
            f"did you mean {near[0]}?"
            if near and len(lacking) == 1
            else "give the path of a VASL board archive, or its folder by --boards"
        )
        names = listed(map(shown_value, lacking), "or")
        raise BadInput(f"{entry.where}: there is no board {names} beside the file; {mend}")
    content = read_bytes(path, LARGEST_ARCHIVE, "a VASL board archive")
    if not is_zip(content):
        raise BadInput(
            f"{entry.where}: {shown_value(name)} is no VASL board archive (a zip); name one"
        )
    return read_archive(path, content), turned


def archive_paths(path: Path, boards: Sequence[Path]) -> Iterator[Path]:
    """List where the boards of the map of a file are opened from."""
    found = found_boards(read_configuration(path), boards, path.parent)
    yield from (path.parent / _name_and_turn(path.parent, e)[0] for row in found.rows for e in row)


def open_facts(folder: Path, entry: BoardEntry) -> Board | None:
    """Open the board of an entry that names an embedded board or a facts file, nothing for another."""
    name, turned = _name_and_turn(folder, entry)
    path = folder / name
    known = is_file(path)
    if not known and name in embedded_names():
        found = embedded_board(name)
    elif known and path.suffix.lower() == ".lp":
        found = read_board(path)
    else:
        return None
    if turned:
        raise BadInput(
            f"{entry.where}: {name} is given as facts, and cannot be reversed; leave that out"
        )
    if found.raster is not None:
        raise BadInput(f"{entry.where}: {name} is drawn as pixels; give the archive that it is of")
    return found


def board_id(archive: Archive, where: str) -> str:
    """Return the board's number as A2.2 writes it: without the zeros before it."""
    title = title_of(archive)
    found = board_number(title)
    try:
        if str(parse_board_hex(f"[{found}]A1").board) == found and _ID.fullmatch(found):
            return found
    except CoordinateError:
        pass
    raise BadInput(
        f"{where}: the archive calls its board {shown_value(title)}, which no coordinate can name; "
        "mend the name in its BoardMetadata.xml"
    )


def _name_and_turn(folder: Path, entry: BoardEntry) -> tuple[str, bool]:
    """Split ``bd02 reversed``, unless there is a file of that very name."""
    name, words = entry.text, entry.text.rsplit(maxsplit=1)
    if entry.reversed is not None:
        return name, entry.reversed
    if len(words) < 2 or is_file(folder / name):
        return name, False
    first, last = words
    if last == REVERSED:
        return first, True
    if is_file(folder / first):
        raise BadInput(
            f"{entry.where}: {shown_value(last)} after {first} is unknown; write {REVERSED} or nothing"
        )
    return name, False


def _files(folder: Path) -> list[str]:
    """List some files that a misspelt name may mean."""
    try:
        return sorted(each.name for each in islice(folder.iterdir(), 500))
    except (OSError, ValueError):
        return []


# --- Archives in folders: ``01``, ``bd01``, ``bd01 reversed`` -------------------------------------


def checked_folders(folders: Sequence[str | Path]) -> tuple[Path, ...]:
    """Return folders of archives as paths; raises BadInput where one is not there."""
    for each in folders:
        if not is_folder(Path(each)):
            name = shown(str(each))
            raise BadInput(f"{name}: there is no such folder; name that of your board archives")
    return tuple(map(Path, folders))


def found_boards(
    configuration: Configuration, folders: Sequence[Path], beside: Path
) -> Configuration:
    """Return a map with the paths of its boards, looked for in some folders, the first first, then in
    those of VASL. What lies ``beside`` the map, or is found nowhere, stays as it was written.
    """
    rows = tuple(tuple(_found(each, folders, beside) for each in row) for row in configuration.rows)
    return replace(configuration, rows=rows)


def _found(entry: BoardEntry, folders: Sequence[Path], beside: Path) -> BoardEntry:
    name, turned = entry.text, entry.reversed
    words = name.rsplit(maxsplit=1)
    if turned is None and len(words) == 2 and words[1] == REVERSED:
        name, turned = words[0], True
    path = None if name in embedded_names() else archive_in(folders, name, beside)
    if path is None:
        return entry
    home = beside.absolute()
    text = str(path.relative_to(home) if path.is_relative_to(home) else path)
    return replace(entry, text=text, reversed=bool(turned))


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """What an archive draws: with its overlays, then with its terrain changed; and these overlays."""

    printed: Archive
    changed: Archive
    overlays: tuple[PlacedOverlay, ...]


@dataclass(frozen=True)
class ComposedMap:
    """A map as it is placed: the board, its sections by rows, and what became of its changes.

    ``versions`` are those of the archives by board, ``wanted`` those that the configuration names,
    ``drawings`` what the archives draw. A map of a board that is given by facts has no sections.
    """

    configuration: Configuration
    board: Board
    rows: tuple[tuple[PlacedSection, ...], ...]
    versions: Mapping[str, str]
    wanted: Mapping[str, str]
    made: tuple[Made, ...]
    drawings: Mapping[str, BoardDrawing] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def changed(self) -> tuple[str, ...]:
        """Name the hexes whose terrain is changed, as the map names them."""
        lines = (f"{made.board}{name}" for made in self.made for name in made.hexes)
        return tuple(dict.fromkeys(self.board.called(each) for each in lines))


AreaFinder = Callable[[Board, Mapping[str, tuple[str, ...]]], Callable[[str], Collection[str]]]
"""Takes a board and what its named areas are said to be; gives what finds the hexes of a sentence."""


def read_map(
    path: Path,
    areas: AreaFinder | None = None,
    boards: Sequence[Path] = (),
    text: str | None = None,
) -> Board:
    """Compose the map that a file describes; raises BadInput, naming file, board and mend. With
    ``areas`` its changes, and what is in play, may be given by sentences about areas. Archives are
    looked for in the folders of ``boards``, then beside the file. ``text`` is that of the file if it was
    read before.
    """
    result = found_boards(read_configuration(path, text), boards, path.parent)
    try:
        placed = compose(result, path.parent, path.stem, areas=areas)
        refuse_unmade(placed.made)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    return placed.board


def read_composed_map(
    path: Path, areas: AreaFinder | None = None, boards: Sequence[Path] = ()
) -> ComposedMap:
    """Compose a map to be looked at: what cannot be changed is given with the rest."""
    if path.suffix.lower() != ".toml":
        such = "a configuration of boards (.toml)"
        content = read_bytes(path, LARGEST_ARCHIVE, such)
        expect_kind(path, content, such, FACTS, BOARD_ARCHIVE)
        raise BadInput(
            f"{path}: is no configuration of boards (.toml); write one, such as "
            f'rows = [["{path.name}"]]'
        )
    result = found_boards(read_configuration(path), boards, path.parent)
    try:
        return compose(result, path.parent, path.stem, counted=True, areas=areas)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def compose(
    configuration: Configuration,
    folder: Path,
    name: str = "map",
    counted: bool = False,
    areas: AreaFinder | None = None,
) -> ComposedMap:
    """Compose a map; paths of boards are seen from ``folder``, ``counted`` says whether changed hexes
    are to be listed. Changes that cannot be made are left out, and given. ``areas`` as for ``read_map``.
    """
    by_facts = _board_of_facts(configuration, folder)
    if by_facts is not None:
        return _compose_facts(configuration, by_facts, areas)
    opened = _opened(configuration, folder)
    check_names([[each.id for each in row] for row in opened])
    rows = placed_sections([[each.sketch for each in row] for row in opened])
    every = [each for row in opened for each in row]
    placed = apply_overlays(
        configuration.overlays,
        configuration.overlay_folder,
        folder,
        [[each.base for each in row] for row in opened],
    )
    overlaid = {name: each for name, (_, each) in placed.items()}

    def joined(archives: Mapping[str, Archive]) -> Board:
        sections = [
            [each.section(archives[each.id], overlaid.get(each.id)) for each in row]
            for row in opened
        ]
        return join(sections, configuration.north or NORTHS[0], name)

    printed = {
        each.id: placed[each.id][0] if each.id in placed else each.base.archive for each in every
    }
    places = replace(
        places_of(rows), sentences=_sentences(areas, configuration, lambda: joined(printed))
    )
    terrain, given, made_given = split_changes(_changes(configuration, every))
    archives, made = changed_archives(
        printed,
        {each.id: each.base.turned for each in every},
        terrain,
        places,
        counted,
    )
    made = (*made, *made_given)
    board = joined(archives)
    if configuration.play:
        board = in_play(board, places.played(configuration.play))
    if made:
        board = replace(board, notes=notes_of(made))
    board = replace(
        board, north=configuration.north, area_sentences=configuration.areas, given=given
    )
    versions = {each.id: each.base.archive.attributes.get("version", "?") for each in every}
    wanted = {each.id: each.entry.version for each in every if each.entry.version is not None}
    drawings = {
        name: BoardDrawing(each, archives[name], overlaid[name].pieces if name in overlaid else ())
        for name, each in printed.items()
    }
    return ComposedMap(
        configuration,
        board,
        rows,
        MappingProxyType(versions),
        MappingProxyType(wanted),
        made,
        MappingProxyType(drawings),
    )


def _board_of_facts(configuration: Configuration, folder: Path) -> Board | None:
    """Open the board of a map that is given by facts."""
    every = [each for row in configuration.rows for each in row]
    found = [board for each in every if (board := open_facts(folder, each)) is not None]
    if found and len(every) > 1:
        raise BadInput(
            f"board {found[0].title} is given as facts, drawn as outlines; let a map have it alone, or "
            "join VASL board archives"
        )
    return found[0] if found else None


def _sentences(
    areas: AreaFinder | None, configuration: Configuration, printed: Callable[[], Board]
) -> Callable[[str], frozenset[Position]] | None:
    """Return what finds the places of a sentence, on the map before anything is changed, which is not
    placed unless it is needed.
    """
    if areas is None:
        return None

    @cache
    def known() -> tuple[Board, Callable[[str], Collection[str]]]:
        board = replace(printed(), north=configuration.north)
        return board, areas(board, configuration.areas)

    def found(sentence: str) -> frozenset[Position]:
        board, hexes = known()
        return frozenset(board.by_name[each].place for each in hexes(sentence))

    return found


def _compose_facts(
    configuration: Configuration, printed: Board, areas: AreaFinder | None
) -> ComposedMap:
    """Compose the map of one board that is given by facts."""
    (entry,) = configuration.rows[0]
    if entry.reversed or configuration.overlays:
        what = "reversed" if entry.reversed else "put under overlays"
        raise BadInput(
            f"board {printed.title} is given as facts, and cannot be {what}; leave that out"
        )
    places = HexesByPlace(
        {each.place: (("", each.name),) for each in printed.hexes},
        sentences=_sentences(areas, configuration, lambda: printed),
    )
    every = (*entry.changes, *configuration.changes)
    terrain, given, made_given = split_changes(WrittenChange(each) for each in every)
    board, made = changed_facts(printed, [each.text for each in terrain], places)
    made = (*made, *made_given)
    remaining = {each.place for each in board.hexes}
    if entry.crop is not None:
        frame = frame_of(printed, entry.crop, False, entry.where)
        remaining = {place for place in remaining if frame.holds(place)}
    if configuration.play:
        remaining &= places.played(configuration.play)
    board = replace(
        in_play(board, remaining),
        notes=tuple(sorted({*board.notes, *notes_of(made)})),
        north=configuration.north,
        area_sentences=configuration.areas,
        given=tuple(sorted({*board.given, *given})),
    )
    none: Mapping[str, str] = MappingProxyType({})
    return ComposedMap(configuration, board, (), none, none, made)


@dataclass(frozen=True)
class _Opened:
    """A board of the map as its archive has it."""

    entry: BoardEntry
    base: Base

    @property
    def id(self) -> str:
        """Return the board's number as coordinates write it."""
        return self.base.id

    @property
    def sketch(self) -> Section:
        """Return the board with its hexes alone, to lay it out."""
        hexes = tuple(Hex(name, place, 0) for place, name in self.base.names.items())
        board = Board(self.base.grid.title, "", self.base.grid.layout, hexes, ())
        return self._section(board)

    def section(self, archive: Archive, overlaid: OverlaidHexes | None) -> Section:
        """Return the board as its changed archive has it."""
        return self._section(with_overlays(with_named_places(board_of(archive)), overlaid))

    def _section(self, board: Board) -> Section:
        return Section(board, self.id, self.base.turned, self.entry.crop)


def _opened(configuration: Configuration, folder: Path) -> list[list[_Opened]]:
    rows: list[list[_Opened]] = []
    every = [each for row in configuration.rows for each in row]
    pixels = 0
    for row in configuration.rows:
        rows.append([])
        for entry in row:
            archive, turned = _open_archive(folder, entry, every)
            pixels += archive.terrain.size
            if pixels > MAX_MAP_PIXELS:
                raise BadInput(
                    f"{entry.where}: the drawings have more than {MAX_MAP_PIXELS} pixels in all; "
                    "join fewer boards"
                )
            base = Base(board_id(archive, entry.where), archive, turned, entry.crop is None)
            rows[-1].append(_Opened(entry, base))
    return rows


def _changes(configuration: Configuration, opened: list[_Opened]) -> list[WrittenChange]:
    own = [WrittenChange(text, each.id) for each in opened for text in each.entry.changes]
    return own + [WrittenChange(text) for text in configuration.changes]


def places_of(rows: tuple[tuple[PlacedSection, ...], ...]) -> HexesByPlace:
    """Return what the boards of a map call its hexes."""
    found: dict[Position, tuple[tuple[str, str], ...]] = {}
    for each in (each for row in rows for each in row):
        for record in each.hexes:
            place = each.place(record.place)
            found[place] = (*found.get(place, ()), (each.section.id, record.name))
    return HexesByPlace(dict(sorted(found.items())))
