"""Reads saves and logs of VASSAL (``.vsav``, ``.vlog``): the public way to what they say.

    save = read_save(Path("setup.vsav"))
    save.chart.in_play, save.counters, save.labels, save.groups

Raises BadInput for what is no save, is damaged, or is larger than ``facts/base/sizes.py`` allows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from hexcourt.facts.base.errors import LONGEST_NAME, BadInput, listed, shown
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.sizes import LONGEST_COMMAND, LONGEST_LABEL, MAX_CAPTIONS
from hexcourt.facts.formats.vassal.counters import (
    UNKNOWN,
    Slot,
    facing_of,
    kind_of,
    name_of,
    nation_of,
    read_palette,
    states_of,
)
from hexcourt.facts.formats.vassal.save import (
    ColouredHexes,
    Info,
    Label,
    Save,
    SavedCounter,
    SavedGroup,
)
from hexcourt.facts.formats.vassal.save_map import (
    Chart,
    SavedBoard,
    SavedSpot,
    archive_of,
    chart,
    read_boards,
)
from hexcourt.facts.formats.vassal.save_text import (
    OpenedSave,
    SavedPiece,
    commands,
    fields,
    open_save,
    read_piece,
    read_stack,
)
from hexcourt.facts.geometry.coordinates import parse_hex

# --- Markers of a setup: hexes of a colour, lines along hexsides, and whom a caption is about -------


CALLED = {"green": "lime", "pink": "fuchsia"}
"""What captions call the colours of markers that VASL calls otherwise."""

VICTORY = "vc"
"""The colour of markers of victory hexes."""

_COLOUR = "(black|blue|green|pink|red|white|yellow)"
_FILLED = pattern(rf"{_COLOUR} ?(?:0-hex|Perimeter)", re.IGNORECASE)
_RADIUS = pattern(rf"{_COLOUR} ([1-9])-hex", re.IGNORECASE)
_LINE = pattern(rf"(?:.* )?{_COLOUR} perimeter", re.IGNORECASE)
_VICTORY_HEX = pattern(r"VC Hex [LS]")
_TEMPLATE = "ob_setup"
_ABOUT_A_SETUP = pattern(r"\b(sets? up|enters?|placed in)\b", re.IGNORECASE)
_LONGEST_CAPTION = 400

OF_A_SIDE = (
    *("squad", "half-squad", "crew", "leader", "commissar", "hero", "armor-leader", "smc"),
    *("infantry", "sw", "gun", "vehicle", "concealment"),
)
"""The kinds of counters that a side's order of battle has."""


def coloured_hexes(counters: Sequence[SavedCounter]) -> tuple[ColouredHexes, ...]:
    """List the hexes that markers give a colour, colour by colour.

    A marker that fills a radius is given at its middle: ``lime radius 4``.
    """
    return (*_by_colour(counters, _fill), *_by_colour(counters, _radius))


def coloured_lines(counters: Iterable[SavedCounter]) -> tuple[ColouredHexes, ...]:
    """List the places of perimeter lines, colour by colour."""
    return _by_colour(counters, _line)


def _by_colour(
    counters: Iterable[SavedCounter], colour_of: Callable[[SavedCounter], str | None]
) -> tuple[ColouredHexes, ...]:
    found: dict[str, list[SavedSpot | None]] = {}
    for each in counters:
        colour = colour_of(each)
        if colour is not None:
            found.setdefault(colour, []).append(each.spot)
    return tuple(
        ColouredHexes(
            colour,
            tuple(sorted((each for each in spots if each is not None), key=_order)),
            spots.count(None),
        )
        for colour, spots in sorted(found.items())
    )


def _fill(counter: SavedCounter) -> str | None:
    if _VICTORY_HEX.fullmatch(counter.base):
        return VICTORY
    # a line and a filled hex may be called alike but for their slot: "Blue perimeter", "Perimeter"
    if _LINE.fullmatch(counter.base):
        return None
    named = _FILLED.fullmatch(counter.name)
    return _called(named[1]) if named else None


def _radius(counter: SavedCounter) -> str | None:
    named = _RADIUS.fullmatch(counter.name)
    return f"{_called(named[1])} radius {named[2]}" if named else None


def _line(counter: SavedCounter) -> str | None:
    named = _LINE.fullmatch(counter.name) if _fill(counter) is None else None
    return _called(named[1]) if named else None


def _called(colour: str) -> str:
    return CALLED.get(colour.lower(), colour.lower())


def _order(spot: SavedSpot) -> tuple[str, int, int, int]:
    name = parse_hex(spot.hex)
    return spot.board, name.column, name.row, -1 if spot.number is None else spot.number


def groups(counters: Iterable[SavedCounter], labels: Sequence[Label]) -> tuple[SavedGroup, ...]:
    """Assign each counter of a side that lies beside the boards to the caption of a setup or entry that
    is nearest above it.

    Captions are the labels that vasl-templates made for that; in a setup without such labels those
    that speak of it briefly. Taken by place alone, so a caption's counters are likely, not sure.
    """
    captions = [each for each in labels if each.template and _TEMPLATE in each.template]
    captions = (captions or list(filter(_is_caption, labels)))[:MAX_CAPTIONS]
    below: dict[int, list[SavedCounter]] = {number: [] for number in range(len(captions))}
    for each in counters:
        placed = each.spot is not None and not each.spot.beside
        if each.kind in OF_A_SIDE and not placed:
            above = [n for n, caption in enumerate(captions) if caption.y <= each.y]
            if above:
                nearest = min(above, key=lambda n: _gap(captions[n], each))
                below[nearest].append(each)
    found = (SavedGroup(captions[n], tuple(some)) for n, some in below.items() if some)
    return tuple(sorted(found, key=lambda each: (each.caption.template or "", each.caption.y)))


def _is_caption(label: Label) -> bool:
    return len(label.text) <= _LONGEST_CAPTION and _ABOUT_A_SETUP.search(label.text) is not None


def _gap(caption: Label, counter: SavedCounter) -> float:
    return 0.8 * abs(caption.x - counter.x) + counter.y - caption.y


# --- Labels: HTML to plain lines ------------------------------------------------------------------


_COMMENT = "<!--"
_TEMPLATE_ID = "vasl-templates:id"
_BREAKING = frozenset({"br", "p", "div", "li", "tr", "table", "ul", "h1", "h2", "h3", "hr"})
_SKIPPED = frozenset({"style", "head", "script", "title"})
_NAME = pattern(r"/?([A-Za-z0-9]+)")


@dataclass(frozen=True, slots=True)
class LabelText:
    """What a label says: its lines, joined by newlines, and the id that vasl-templates gave it
    (``german/ob_setup_2.1``), None where it gave none.
    """

    text: str
    template: str | None


def read_label(written: str) -> LabelText:
    """Read what is written on a label; text beyond LONGEST_LABEL characters is cut off."""
    if not written.lstrip()[:6].lower().startswith(("<html", _COMMENT)):
        return LabelText(_tidy(written), None)
    texts: list[str] = []
    template: str | None = None
    skipping: str | None = None
    for is_tag, part in _parts(written):
        if not is_tag:
            texts += [] if skipping else [re.sub(r"\s+", " ", _unescaped(part))]
        elif part.startswith("!--"):
            words = part[3:].split(maxsplit=2)
            if template is None and len(words) > 1 and words[0] == _TEMPLATE_ID:
                template = words[1]
        else:
            named = _NAME.match(part)
            name = named[1].lower() if named else ""
            if name in _SKIPPED:
                skipping = None if part.startswith("/") else name
            elif name in _BREAKING:
                texts.append("\n")
    return LabelText(_tidy("".join(texts)), template)


def _parts(written: str) -> Iterator[tuple[bool, str]]:
    """Split HTML into texts and what stands between angle brackets, in one pass."""
    at = 0
    while at < len(written):
        start = written.find("<", at)
        mark = "-->" if written.startswith(_COMMENT, start) else ">"
        end = written.find(mark, start) if start >= 0 else -1
        if end < 0:
            yield False, written[at:]
            return
        yield False, written[at:start]
        yield True, written[start + 1 : end]
        at = end + len(mark)


def _unescaped(part: str) -> str:
    try:
        return unescape(part)
    except ValueError:  # a number of thousands of digits
        return part


def _tidy(text: str) -> str:
    lines = (" ".join(each.split()) for each in text.splitlines())
    return "\n".join(each for each in lines if each)[:LONGEST_LABEL]


# --- Remarks about a save -------------------------------------------------------------------------


_CHANGE = pattern(r"(\w+?)To(\w+)")
_TWICE = pattern(r"(\w+)\1")
_MAX_NAMED = 6
_OF_TERRAIN = ("terrain-overlay", "destruction")


def remarks(
    placed: Chart,
    folders: Sequence[Path],
    counters: Sequence[SavedCounter],
    norths: Collection[int],
    unread: int,
    recorded: int,
) -> Iterator[str]:
    """List what was left out, taken as given, or could not be given."""
    if not placed.placed:
        yield "the save has no boards"
    if placed.in_play and not norths:
        yield "no counter says where North is: taken as up"
    if len(norths) > 1:
        yield "counters for North point several ways: the first is taken"
    fillers = [shown(each.board.name) for each in placed.placed if each.board.is_filler]
    if fillers:
        yield f"left out, as fillers beside the map: {listed(fillers)}"
    yield from _about_archives(placed, folders)
    names = Counter(each.board.name for each in placed.in_play)
    twice = [shown(name) for name, times in names.items() if times > 1]
    if twice:
        yield (
            f"there more than once: {listed(twice)}; the map's reader takes a board once, as its "
            "hexes would have the same names"
        )
    for each in placed.in_play:
        yield from _about_version(each.board, each.archive_version)
        if each.overrun is not None:
            width, height = each.overrun
            yield (
                f"board {shown(each.board.name)}: cropped beyond its {width} by {height} pixels, which "
                "the map's reader refuses"
            )
        yield from _about_changes(each.board)
        if each.board.zoom != 1.0:
            name = shown(each.board.name)
            yield f"board {name}: lies {each.board.zoom:g} times as large as printed; placed as printed"
    terrain = [each.name for each in counters if each.kind in _OF_TERRAIN and each.spot]
    if terrain:
        yield f"counters that change terrain are no part of a configuration: {_some(terrain)}"
    unknown = [each.base for each in counters if each.kind == UNKNOWN]
    if unknown:
        yield f"counters of unknown kind: {_some(unknown)}"
    if unread:
        yield f"counters that could not be read: {unread}"
    if recorded:
        yield f"a log: its {recorded} recorded commands are not played"


def _some(names: Sequence[str]) -> str:
    """List some names, each with how often it is there."""
    lines = [f"{times} x {shown(each)}" for each, times in Counter(names).items()]
    more = f" and {len(lines) - _MAX_NAMED} more" if len(lines) > _MAX_NAMED else ""
    return f"{', '.join(lines[:_MAX_NAMED])}{more}"


def _about_archives(placed: Chart, folders: Sequence[Path]) -> Iterator[str]:
    lacking = [each.board for each in placed.in_play if each.archive_version is None]
    if lacking and folders:
        names = listed(dict.fromkeys(shown(str(archive_of(each, folders))) for each in lacking))
        yield (
            f"not there: {names}; hexes are named as on boards of the usual size, and terrain, lines of "
            "sight and moves need the archives"
        )


def _about_version(board: SavedBoard, version: str | None) -> Iterator[str]:
    if version is not None and board.version not in (None, version):
        yield (
            f"board {shown(board.name)}: saved with version {shown(str(board.version))}, the archive "
            f"has {shown(version)}"
        )


def _about_changes(board: SavedBoard) -> Iterator[str]:
    """Describe words for terrain changes that are empty, given twice, run together, or at odds."""
    name = shown(board.name)
    if board.surplus:
        yield f"board {name}: empty words among its terrain changes: {board.surplus}"
    again = [each for each, times in Counter(board.changes).items() if times > 1]
    if again:
        words = ", ".join(map(shown, again))
        yield f"board {name}: terrain changes given more than once: {words}"
    becomes: dict[str, dict[str, None]] = {}
    for word in dict.fromkeys(each for each in board.changes if len(each) <= LONGEST_NAME):
        twice = _TWICE.fullmatch(word)
        if twice:
            yield f"board {name}: {shown(word)} looks like {shown(twice[1])} written twice"
        change = _CHANGE.fullmatch(twice[1] if twice else word)
        if change:
            becomes.setdefault(change[1], {})[change[2]] = None
    for what, targets in becomes.items():
        if len(targets) > 1:
            yield (
                f"board {name}: {shown(what)} becomes {listed(map(shown, targets))}, which "
                "contradict one another"
            )


MAIN_MAPS = ("Map0", "Main Map")
"""What versions of VASL call the map that the boards lie on."""

BEGIN = "begin_save"

_NORTHS = ("up", "right", "down", "left")
_NORTH = "North"


def read_save(path: Path, folders: Sequence[Path] = (), module: Path | None = None) -> Save:
    """Read a save. Board archives in ``folders``, the first first, tell the hexes of boards that are not
    of the usual size; ``module`` (.vmod) tells what counters are that their names and pictures do not.
    """
    opened = open_save(path)
    palette = read_palette(module) if module is not None else {}
    try:
        return _save(str(path), opened, folders, palette)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


@dataclass(slots=True)
class _Commands:
    """What the commands of a save tell, gathered one by one."""

    pieces: list[SavedPiece] = field(default_factory=list)
    beneath: dict[str, int] = field(default_factory=dict)
    boards: tuple[SavedBoard, ...] = ()
    info: Info = field(default_factory=Info)
    extensions: list[tuple[str, str]] = field(default_factory=list)
    unread: int = 0
    recorded: int = 0
    is_save: bool = False

    def add(self, command: str) -> None:
        """Add a counter or a stack of counters; count what cannot be read."""
        stack = read_stack(command)
        if stack is not None:
            self.beneath |= {each: number for number, each in enumerate(stack)}
            return
        piece = read_piece(command)
        if piece is None:
            self.unread += 1
        else:
            self.pieces.append(piece)


def _save(
    source: str, opened: OpenedSave, folders: Sequence[Path], palette: Mapping[str, Slot]
) -> Save:
    result = _commands(opened.text)
    if not result.is_save:
        raise BadInput(f"member savedGame does not hold {BEGIN}; name a save of VASSAL")
    placed = chart(result.boards, folders)
    on_map = [each for each in result.pieces if each.chart in MAIN_MAPS]
    texts = [tuple(map(read_label, each.labels)) for each in on_map]
    counters = tuple(
        _counter(each, some, result.beneath.get(each.ident, 0), placed, palette)
        for each, some in zip(on_map, texts, strict=True)
    )
    labels = tuple(_labels(counters, texts))
    norths = _norths(on_map)
    return Save(
        source=source,
        header=opened.header,
        vasl=opened.vasl,
        vassal=opened.vassal,
        chart=placed,
        north=_NORTHS[next(iter(norths), 0)],
        north_given=bool(norths),
        info=result.info,
        extensions=tuple(result.extensions),
        counters=counters,
        labels=labels,
        colours=coloured_hexes(counters),
        lines=coloured_lines(counters),
        groups=groups(counters, labels),
        elsewhere=len(result.pieces) - len(on_map),
        recorded=result.recorded,
        notes=tuple(remarks(placed, folders, counters, norths, result.unread, result.recorded)),
    )


def _commands(text: str) -> _Commands:
    """Gather what is saved; what a log has recorded after that is counted alone."""
    result = _Commands()
    for _, command in commands(text):
        name, _, rest = command.partition("\t")
        is_piece = command.startswith("+/")
        if len(command) > LONGEST_COMMAND and (is_piece or name in ("bd", "INFO", "EXT")):
            raise BadInput(
                f"has a command of more than {LONGEST_COMMAND} characters; give another save"
            )
        if command == BEGIN:
            result.is_save = True
        elif is_piece:
            result.add(command)
        elif name == "LOG":
            result.recorded += 1
        elif name == "bd" and not result.boards:  # a second map repeats it
            result.boards = read_boards(command)
        elif name == "INFO":
            result.info = _info(rest)
        elif name == "EXT":
            parts = fields(rest, "\t")
            result.extensions.append((parts[0], parts[1] if len(parts) > 1 else ""))
    return result


def _info(text: str) -> Info:
    """Read the turn information.

    Behind the setup's notes stand private ones, each behind its writer's user id: they are left alone.
    """
    parts = [each.strip() for each in fields(text, "\t")]
    notes = (parts[7] if len(parts) > 7 else "").split("|")
    return Info(tuple(parts[:7]), tuple(each.strip() for each in notes if each.strip(" ?")))


def _counter(
    piece: SavedPiece,
    texts: Sequence[LabelText],
    beneath: int,
    placed: Chart,
    palette: Mapping[str, Slot],
) -> SavedCounter:
    slot = palette.get(piece.gpid or "")
    kind = kind_of(piece, slot)
    return SavedCounter(
        name=name_of(piece),
        base=piece.base,
        kind=kind,
        nation=nation_of(piece, slot),
        gpid=piece.gpid,
        x=piece.x,
        y=piece.y,
        spot=placed.spot(piece.x, piece.y),
        beneath=beneath,
        hidden=piece.hidden,
        concealed=piece.concealed,
        facing=tuple(facing_of(piece).items()),
        turned=piece.turned,
        states=states_of(piece),
        label="\n".join(each.text for each in texts if each.text) or None,
    )


def _labels(counters: Sequence[SavedCounter], texts: Sequence[Sequence[LabelText]]) -> list[Label]:
    """List the labels of the map from the top down."""
    found = []
    for counter, entry in zip(counters, texts, strict=True):
        if counter.kind == "label" and counter.label:
            template = next((each.template for each in entry if each.template), None)
            found.append(Label(counter.label, template, counter.x, counter.y, counter.spot))
    return sorted(found, key=lambda each: (each.y, each.x))


def _norths(pieces: Sequence[SavedPiece]) -> tuple[int, ...]:
    """Read the compass: how often counters turn North from up, clockwise, each way once."""
    found = (each.turned for each in pieces if each.base == _NORTH and each.turned)
    return tuple(dict.fromkeys(steps for steps, of in found if of == len(_NORTHS)))
