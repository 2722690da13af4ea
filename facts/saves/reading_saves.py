"""Reads saves and logs of VASSAL (``.vsav``, ``.vlog``): the public way to what they say.

    save = read_save(Path("setup.vsav"))
    save.chart.in_play, save.counters, save.labels, save.groups

Raises BadInput for what is no save, is damaged, or is larger than ``facts/sizes.py`` allows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hexcourt.facts.errors import BadInput
from hexcourt.facts.saves import markers
from hexcourt.facts.saves.charting import Chart, SavedBoard, chart, read_boards
from hexcourt.facts.saves.container import Opened, open_save
from hexcourt.facts.saves.kinds import Slot, facing_of, kind_of, name_of, nation_of, states_of
from hexcourt.facts.saves.markup import LabelText, read_label
from hexcourt.facts.saves.module_palette import read_palette
from hexcourt.facts.saves.remarks import remarks
from hexcourt.facts.saves.saved import Info, Label, Save, SavedCounter
from hexcourt.facts.saves.sequences import commands, fields
from hexcourt.facts.saves.traits import Piece, read_piece, read_stack
from hexcourt.facts.sizes import LONGEST_COMMAND

MAIN_MAPS = ("Map0", "Main Map")
"""What versions of VASL call the map that the boards lie on."""

BEGIN = "begin_save"

_NORTHS = ("up", "right", "down", "left")
_NORTH = "North"


def read_save(path: Path, folder: Path | None = None, module: Path | None = None) -> Save:
    """Read a save. Board archives in ``folder`` tell the hexes of boards that are not of the usual size;
    ``module`` (.vmod) tells what counters are that their names and pictures do not.
    """
    opened = open_save(path)
    palette = read_palette(module) if module is not None else {}
    try:
        return _save(str(path), opened, folder, palette)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


@dataclass(slots=True)
class _Told:
    """What the commands of a save tell, gathered one by one."""

    pieces: list[Piece] = field(default_factory=list)
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


def _save(source: str, opened: Opened, folder: Path | None, palette: Mapping[str, Slot]) -> Save:
    told = _told(opened.text)
    if not told.is_save:
        raise BadInput(f"member savedGame does not hold {BEGIN}; name a save of VASSAL")
    laid = chart(told.boards, folder)
    on_map = [each for each in told.pieces if each.chart in MAIN_MAPS]
    texts = [tuple(map(read_label, each.labels)) for each in on_map]
    counters = tuple(
        _counter(each, some, told.beneath.get(each.ident, 0), laid, palette)
        for each, some in zip(on_map, texts, strict=True)
    )
    labels = tuple(_labels(counters, texts))
    norths = _norths(on_map)
    return Save(
        source=source,
        header=opened.header,
        vasl=opened.vasl,
        vassal=opened.vassal,
        chart=laid,
        north=_NORTHS[next(iter(norths), 0)],
        north_told=bool(norths),
        info=told.info,
        extensions=tuple(told.extensions),
        counters=counters,
        labels=labels,
        colours=markers.coloured_hexes(counters),
        lines=markers.coloured_lines(counters),
        groups=markers.groups(counters, labels),
        elsewhere=len(told.pieces) - len(on_map),
        recorded=told.recorded,
        notes=tuple(remarks(laid, folder, counters, norths, told.unread, told.recorded)),
    )


def _told(text: str) -> _Told:
    """Gather what is saved; what a log has recorded after that is counted alone."""
    told = _Told()
    for _, command in commands(text):
        name, _, rest = command.partition("\t")
        is_piece = command.startswith("+/")
        if len(command) > LONGEST_COMMAND and (is_piece or name in ("bd", "INFO", "EXT")):
            raise BadInput(
                f"has a command of more than {LONGEST_COMMAND} characters; give another save"
            )
        if command == BEGIN:
            told.is_save = True
        elif is_piece:
            told.add(command)
        elif name == "LOG":
            told.recorded += 1
        elif name == "bd" and not told.boards:  # a second map repeats it
            told.boards = read_boards(command)
        elif name == "INFO":
            told.info = _info(rest)
        elif name == "EXT":
            parts = fields(rest, "\t")
            told.extensions.append((parts[0], parts[1] if len(parts) > 1 else ""))
    return told


def _info(told: str) -> Info:
    """Read the turn information.

    Behind the setup's notes stand private ones, each behind its writer's user id: they are left alone.
    """
    parts = [each.strip() for each in fields(told, "\t")]
    notes = (parts[7] if len(parts) > 7 else "").split("|")
    return Info(tuple(parts[:7]), tuple(each.strip() for each in notes if each.strip(" ?")))


def _counter(
    piece: Piece,
    texts: Sequence[LabelText],
    beneath: int,
    laid: Chart,
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
        spot=laid.spot(piece.x, piece.y),
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
    for counter, told in zip(counters, texts, strict=True):
        if counter.kind == "label" and counter.label:
            template = next((each.template for each in told if each.template), None)
            found.append(Label(counter.label, template, counter.x, counter.y, counter.spot))
    return sorted(found, key=lambda each: (each.y, each.x))


def _norths(pieces: Sequence[Piece]) -> tuple[int, ...]:
    """Read the compass: how often counters turn North from up, clockwise, each way once."""
    found = (each.turned for each in pieces if each.base == _NORTH and each.turned)
    return tuple(dict.fromkeys(steps for steps, of in found if of == len(_NORTHS)))
