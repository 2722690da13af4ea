"""Grid coordinates as the rules write them (A2.2, A2.71): one parser, one printer, round trip.

A coordinate is written in this order, every part but the hex being optional::

    Wire/ Bridge/   beneath that counter
    hex             1E4, E4, 14oAK7, PBK13, [PB]B13
    -hex, -hex-hex  Bypass of a hexside, or the vertex of three hexes: F3-E3, X0-W1-W0
    h<level>        height: h1, h-1, h0.5 (also h½)
    En, Pi          inside an entrenchment or a pillbox
    /CR, /HD        Crest or HD status and the hex faced: E4/CRE5
    ca              Covered Arc centred on a hexspine: caD3/D4
    P, R            Passenger or Rider and the vehicle's name and ID: E4P SdKfz 251/1 B

The parser takes the suffixes in any order (but P or R last), with spaces before them and before the
hex or vehicle they name; the printer keeps the order above, and sets a space only before a vehicle.
Where the notation is ambiguous, these conventions decide:

- Columns are A to Z, then AA to ZZ, AAA and so on. A board number may carry the letter a or b
  (``1aE4``); a board may be one small letter other than o (``yE4``); a board in capitals is what
  precedes the last run of one letter, so ``PBK13`` is K13 on board PB and ``PBB13`` is BB13 on
  board P.
- After the overlay mark o the column is the longest last run that leaves the overlay a letter:
  ``14oKK7`` is overlay K, hex K7.
- Brackets hold any board or overlay id and end every ambiguity: ``[PB]B13``, ``[14oOG1]K7``. In them
  an o before a capital or a digit starts the overlay id, so no board id holds such an o.
- The vehicle is all that follows ``P`` or ``R``, to the end. The printer sets a space before it;
  the parser needs that space where a pillbox or a hex could be meant: ``Pi`` is always the pillbox
  (``E4P iX`` is a Passenger), and ``E4P7`` is refused, as it could be hex P7 after an id E4.
- A hex without a board id is kept so; whoever holds the map knows on which board it lies.
- The order of hexes is kept as written, though only the first one of a Bypass matters (A2.2):
  ``X0-W1-W0`` and ``X0-W0-W1`` are different values for one vertex, as are ``caD3/D4`` and
  ``caD4/D3`` for one hexspine.

Whether hexes are adjacent depends on the board's layout, so it is not looked at here.
"""

#! A2.2 high: a grid coordinate names board, hex, and where in the hex; Bypass names the hex passed first
#! A2.71 high: the hex of an overlay is written with o and its ID behind the board: 14oAK7
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import matching
from hexcourt.facts.base.patterns import pattern

MAX_LENGTH = 80
"""The most characters a written coordinate may have."""

MAX_NUMBER = 9_999
"""The largest row number, and the largest height or depth in half levels."""

HEX_NAME = r"(?:\[[A-Za-z0-9_.-]{1,20}\]|[0-9]{1,6}[ab]?|[a-np-z])?[A-Z]{1,8}[0-9]{1,4}"
"""A regular expression for the name of a hex on a board (``E4``) or on a map of boards (``1E4``)."""

HEX = matching('a quoted hex name such as "F31"', HEX_NAME)
"""The argument of a fact that names a hex."""

_ID = "[A-Za-z0-9_.-]"
_BOARD_LETTERS = f"(?:(?!o[A-Z0-9]){_ID})"
_BOARD = pattern(f"(?!0[0-9]){_BOARD_LETTERS}+")
_OVERLAY = pattern(f"[A-Z0-9]{_ID}*")
_BRACKETS = pattern(rf"\[({_BOARD_LETTERS}*)(?:o({_OVERLAY.pattern}))?\]")
_PLAIN_BOARD = pattern("[0-9]+[ab]?|[a-np-z](?=[A-Zo])|[A-Z]+(?=o[A-Z])")
_SURPLUS_ZEROS = pattern("^0+(?=[0-9])")
_OVERLAY_MARK = pattern("o")
_CAPITALS = pattern("[A-Z]+")
_DIGITS = pattern("[0-9]+")
_COLUMN = pattern(r"([A-Z])\1*")
_LAST_RUN = pattern(r"([A-Z]*?)(([A-Z])\3*)")
_LAST_RUN_AFTER_LETTER = pattern(r"([A-Z]+?)(([A-Z])\3*)")
_BENEATH = pattern("Wire/|Bridge/")
_DASH = pattern("-")
_SLASH = pattern("/")
_SPACES = pattern(" *")
_SUFFIX = pattern("h|En|Pi|/CR|/HD|ca|P|R")
_LIKE_HEX_NAME = pattern(r"([A-Z])\1*[0-9]")
_LEVEL = pattern(r"(-?)(?:([0-9]+)(\.0|\.5|½)?|(½))")
_LEVEL_RUNS_ON = pattern("[0-9.½]|/[0-9]")


class CoordinateError(BadInput):
    """A coordinate that cannot be read or written: one sentence with the text, place and mend."""


def _refusal(text: str, problem: str, at: int, mend: str) -> CoordinateError:
    """Word a refusal; ``at`` counts characters from 0, the sentence counts them from 1."""
    shown = text if len(text) <= MAX_LENGTH else text[:20] + "..."
    if not shown.isprintable():
        shown = ascii(shown)[1:-1]
    return CoordinateError(f'"{shown}": {problem} at character {at + 1}; {mend}')


def _check_length(text: str) -> None:
    if len(text) > MAX_LENGTH:
        problem = f"{len(text)} characters are too many, the first surplus one"
        raise _refusal(text, problem, MAX_LENGTH, f"write at most {MAX_LENGTH}")


def _match_end(pattern: re.Pattern[str], text: str) -> int:
    """Find the first character that a pattern cannot cover."""
    match = pattern.match(text)
    return match.end() if match else 0


def column_index(letters: str) -> int:
    """Return the number of a hex column from its letters (A2.2): A is 0, Z is 25, AA is 26.

    Raises CoordinateError unless the letters are one capital, alone or repeated.
    """
    _check_length(letters)
    if not _COLUMN.fullmatch(letters):
        mend = "write one capital letter, alone or repeated, for example A or AA"
        raise _refusal(letters, "not a hex column", _match_end(_COLUMN, letters), mend)
    return 26 * (len(letters) - 1) + ord(letters[0]) - ord("A")


def column_letters(index: int) -> str:
    """Return the letters of a hex column from its number: 0 is A, 25 is Z, 26 is AA.

    Raises CoordinateError for a number below 0 or one that needs more than MAX_LENGTH letters.
    """
    if not 0 <= index < 26 * MAX_LENGTH:
        raise CoordinateError(
            f"number of a hex column: out of bounds; count from 0 (A) to {26 * MAX_LENGTH - 1}"
        )
    repeats, letter = divmod(index, 26)
    return chr(ord("A") + letter) * (repeats + 1)


@dataclass(frozen=True, slots=True, order=True)
class HexName:
    """A hex's printed name, column and row (A2.2).

    ``column`` counts from 0 (A); ``row`` is the printed number, from 0 to MAX_NUMBER. Raises
    CoordinateError for a name outside these bounds.
    """

    column: int
    row: int

    def __post_init__(self) -> None:
        letters = column_letters(self.column)
        if not 0 <= self.row <= MAX_NUMBER:
            raise CoordinateError(
                f"row of a hex in column {letters}: out of bounds; give 0 to {MAX_NUMBER}"
            )
        _check_length(str(self))

    @property
    def letters(self) -> str:
        """The column as printed: A, Z, AA."""
        return column_letters(self.column)

    def __str__(self) -> str:
        return f"{self.letters}{self.row}"


@dataclass(frozen=True, slots=True)
class BoardHex:
    """A hex with the board (A2.2) and the out-of-place overlay (A2.71) its name belongs to.

    ``board`` and ``overlay`` are ids without mark or brackets, None where not written. A board
    number carries no surplus zeros. Raises CoordinateError for an id that cannot be written.
    """

    name: HexName
    board: str | None = None
    overlay: str | None = None

    def __post_init__(self) -> None:
        if self.board is not None and not _BOARD.fullmatch(self.board):
            mend = "use letters, digits, - _ . without surplus zeros or an o that starts an overlay"
            raise _refusal(self.board, "not a board id", _match_end(_BOARD, self.board), mend)
        if self.overlay is not None and not _OVERLAY.fullmatch(self.overlay):
            mend = "start with a capital or a digit and go on with letters, digits, - _ ."
            place = _match_end(_OVERLAY, self.overlay)
            raise _refusal(self.overlay, "not an overlay id", place, mend)

    def adjoins(self, other: BoardHex, lower: int) -> bool:
        """Return whether two hexes may adjoin where the odd columns (``lower`` 1) of a board, or the
        even ones (0), lie half a hex lower; of two boards nothing is known. One without a board is on
        that of the other one.
        """
        if None not in (self.board, other.board) and self.board != other.board:
            return True
        if self.overlay != other.overlay:
            return True
        columns = abs(self.name.column - other.name.column)
        half_rows = [2 * each.row + (each.column % 2 == lower) for each in (self.name, other.name)]
        return columns <= 1 and abs(half_rows[0] - half_rows[1]) == 2 - columns

    def __str__(self) -> str:
        overlay = f"o{self.overlay}" if self.overlay is not None else ""
        prefix = (self.board or "") + overlay
        return f"{prefix}{self.name}" if self._is_plain() else f"[{prefix}]{self.name}"

    def _is_plain(self) -> bool:
        """Return whether the hex reads back without brackets."""
        board, letters = self.board or "", self.name.letters
        capitals = _CAPITALS.fullmatch(board) is not None
        if not (capitals or re.fullmatch("([0-9]+[ab]?|[a-np-z])?", board)):
            return False
        if self.overlay is not None:
            run = _LAST_RUN_AFTER_LETTER.fullmatch(self.overlay + letters)
            return run is not None and run[2] == letters
        if not capitals:
            return True
        run = _LAST_RUN.fullmatch(board + letters)
        return run is not None and run[2] == letters


class Shelter(StrEnum):
    """What a unit is inside of, rather than merely in its hex (A2.2)."""

    ENTRENCHMENT = "En"
    PILLBOX = "Pi"


class Status(StrEnum):
    """A status whose counter faces a hex (A2.2)."""

    CREST = "CR"
    HULL_DOWN = "HD"


class Role(StrEnum):
    """How a vehicle conveys a unit (A2.2)."""

    PASSENGER = "P"
    RIDER = "R"


@dataclass(frozen=True, slots=True)
class Facing:
    """Crest or HD status and the hex that the centre of its counter faces (A2.2)."""

    status: Status
    toward: BoardHex

    def __str__(self) -> str:
        return f"/{self.status}{self.toward}"


@dataclass(frozen=True, slots=True)
class ConveyedUnit:
    """A Passenger or Rider and its vehicle (A2.2).

    ``vehicle`` holds name and ID as written, for example ``SdKfz 251/1 B``. Raises CoordinateError
    if it is empty, unprintable or has surplus spaces.
    """

    role: Role
    vehicle: str

    def __post_init__(self) -> None:
        vehicle = self.vehicle
        if not (vehicle and vehicle.isprintable() and vehicle == " ".join(vehicle.split())):
            raise CoordinateError(
                f"vehicle {vehicle!a}: not a name and ID; give printable words, one space apart"
            )

    def __str__(self) -> str:
        return f"{self.role} {self.vehicle}"


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A grid coordinate with all that A2.2 and A2.71 let it say; ``str`` gives its canonical form.

    ``hex`` is the hex occupied or, in Bypass, the one passed through. ``bypass`` holds the further
    hexes written: none, one (a hexside) or two (a vertex). ``half_levels`` is the height above the
    hex's ground level in half levels: 2 for h1, -2 for h-1, 0 where no height is written, as that
    means ground level. ``covered_arc`` holds the two hexes whose common hexside is the hexspine on
    which the CA is centred.

    Raises CoordinateError for more than two Bypass hexes, a hex named twice in a Bypass or a CA, a
    height beyond MAX_NUMBER half levels or a canonical form beyond MAX_LENGTH characters.
    """

    hex: BoardHex
    bypass: tuple[BoardHex, ...] = ()
    half_levels: int = 0
    inside: Shelter | None = None
    facing: Facing | None = None
    covered_arc: tuple[BoardHex, BoardHex] | None = None
    conveyed: ConveyedUnit | None = None
    beneath_wire: bool = False
    beneath_bridge: bool = False

    def __post_init__(self) -> None:
        if abs(self.half_levels) > MAX_NUMBER:
            raise CoordinateError(
                f"height in hex {self.hex}: out of bounds; give {MAX_NUMBER} half levels at most"
            )
        if len(self.bypass) > 2:
            raise CoordinateError(
                f"Bypass in hex {self.hex}: too many hexes; give one more, or two for a vertex"
            )
        for hexes in ((self.hex, *self.bypass), self.covered_arc or ()):
            if len(set(hexes)) < len(hexes):
                named = ", ".join(map(str, hexes))
                raise CoordinateError(f"hexes {named}: one is named twice; give different hexes")
        _check_length(str(self))

    def check_neighbours(self) -> None:
        """Refuse hexes that adjoin on no board, whichever columns lie lower on it (CoordinateError)."""
        arc = self.covered_arc or ()
        facing = (self.facing.toward,) if self.facing is not None else ()
        beside = [(self.hex, each) for each in (*self.bypass, *arc, *facing)]
        beside += [*pairwise(self.bypass), *pairwise(arc)]
        ways = [0, 1]
        for one, other in beside:
            ways = [lower for lower in ways if one.adjoins(other, lower)]
            if not ways:
                raise CoordinateError(
                    f"hexes {one}, {other}: they do not adjoin; name hexes that share a hexside"
                )

    def __str__(self) -> str:
        wire = "Wire/" if self.beneath_wire else ""
        bridge = "Bridge/" if self.beneath_bridge else ""
        hexes = "-".join(map(str, (self.hex, *self.bypass)))
        level = _level_text(self.half_levels) if self.half_levels else ""
        arc = f"ca{self.covered_arc[0]}/{self.covered_arc[1]}" if self.covered_arc else ""
        return (
            f"{wire}{bridge}{hexes}{level}{self.inside or ''}{self.facing or ''}{arc}"
            f"{self.conveyed or ''}"
        )


def _level_text(half_levels: int) -> str:
    whole, half = divmod(abs(half_levels), 2)
    return f"h{'-' if half_levels < 0 else ''}{whole}{'.5' if half else ''}"


_SMALL_HEX = pattern("(?:^|(?<=[-/ ])|(?<=/cr)|(?<=/CR)|(?<=ca))[0-9]{0,3}[a-z]{1,2}(?=-?[0-9])")
"""A hex in small letters: where a coordinate may name one, nothing else is letters and a number."""


def parse_coordinate(text: str) -> Coordinate:
    """Read a grid coordinate in any form of A2.2 or A2.71; blanks at either end do not count.

    Raises CoordinateError, and nothing else, for every text that is not one.
    """
    _check_length(text)
    return _Reader(text).coordinate()


def in_capitals(text: str) -> str:
    """Write a coordinate's hexes in capitals, where a user wrote them small: ``f31``, ``k13-l12``."""
    named = _SMALL_HEX.sub(lambda match: match[0].upper(), text.strip())
    named = re.sub("(?<=[0-9])(en|pi)(?=$|ca)", lambda match: match[0].capitalize(), named)
    return re.sub("/cr(?=[A-Z])", "/CR", named)


def parse_hex(text: str) -> HexName:
    """Read a hex's bare name, column letters and row number, such as ``E4`` or ``GG10``.

    Raises CoordinateError for anything else, a board id included.
    """
    _check_length(text)
    reader = _Reader(text)
    name = reader.hex_name()
    if not reader.at_end():
        raise reader.refusal(f"unexpected {reader.character()}", "write column and row alone")
    return name


def board_number(name: str) -> str:
    """Return a board's number as A2.2 writes it, without the zeros before it: bd01 is 1, 00 is 0."""
    return _SURPLUS_ZEROS.sub("", name.removeprefix("bd"))


def parse_board_hex(text: str) -> BoardHex:
    """Read a hex with its board or overlay before it, or without, such as ``1E4``; nothing may follow.

    Raises CoordinateError for anything else.
    """
    _check_length(text)
    reader = _Reader(text)
    found = reader.board_hex()
    if not reader.at_end():
        raise reader.refusal(f"unexpected {reader.character()}", "write a hex alone")
    return found


class _Reader:
    """Reads a text from left to right; ``at`` is the next character, counted from 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = len(text.rstrip())
        self.at = len(text) - len(text.lstrip())
        for place in range(self.at, self.end):
            if not text[place].isprintable():
                raise self.refusal("unprintable character", "leave it out", place)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Step over what the pattern matches here, if it does."""
        match = pattern.match(self.text, self.at, self.end)
        if match is not None:
            self.at = match.end()
        return match

    def meets(self, pattern: re.Pattern[str]) -> bool:
        """Return whether the pattern matches here, without a step."""
        return pattern.match(self.text, self.at, self.end) is not None

    def at_end(self) -> bool:
        return self.at >= self.end

    def character(self) -> str:
        """Name the next character for a refusal."""
        return "end" if self.at_end() else f'"{self.text[self.at]}"'

    def refusal(self, problem: str, mend: str, at: int | None = None) -> CoordinateError:
        return _refusal(self.text, problem, self.at if at is None else at, mend)

    def coordinate(self) -> Coordinate:
        beneath = self.beneath()
        first = self.board_hex()
        coordinate = Coordinate(
            first,
            self.bypass(first),
            beneath_wire="Wire/" in beneath,
            beneath_bridge="Bridge/" in beneath,
        )
        written: set[str] = set()
        while not self.at_end():
            coordinate = self.suffix(coordinate, written)
        return coordinate

    def beneath(self) -> set[str]:
        """Read the counters that the unit is beneath."""
        counters: set[str] = set()
        while counter := self.take(_BENEATH):
            if counter[0] in counters:
                problem = f'second "{counter[0]}"'
                raise self.refusal(problem, "write it once", counter.start())
            counters.add(counter[0])
            self.take(_SPACES)
        return counters

    def bypass(self, first: BoardHex) -> tuple[BoardHex, ...]:
        """Read the further hexes of a Bypass (A2.2: the hex passed through comes first)."""
        hexes = [first]
        while dash := self.take(_DASH):
            if len(hexes) == 3:
                mend = "name two hexes for a hexside or three for a vertex"
                raise self.refusal("fourth hex", mend, dash.end())
            self.need("hex of a Bypass", "name two hexes for a hexside or three for a vertex")
            hexes.append(self.other_hex(hexes))
        return tuple(hexes[1:])

    def other_hex(self, hexes: list[BoardHex]) -> BoardHex:
        """Read a hex that must not be among those before it."""
        start = self.at
        another = self.board_hex()
        if another in hexes:
            raise self.refusal(f"hex {another} named twice", "name different hexes", start)
        return another

    def board_hex(self) -> BoardHex:
        """Read a hex with its board and overlay, in brackets or plain."""
        if self.text.startswith("[", self.at):
            board, overlay = self.brackets()
            return BoardHex(self.hex_name(), board, overlay)
        number = self.take(_PLAIN_BOARD)
        board = _SURPLUS_ZEROS.sub("", number[0]) if number else ""
        mark = self.take(_OVERLAY_MARK)
        capitals = self.capitals()
        run = (_LAST_RUN_AFTER_LETTER if mark else _LAST_RUN).fullmatch(capitals[0])
        if run is None:
            mend = "write both, for example 14oAK7"
            raise self.refusal("overlay id or column missing", mend, capitals.start())
        if mark:
            return BoardHex(self.named(run[2]), board or None, run[1])
        if board and run[1]:
            mend = f"repeat one letter, or write [{board}{run[1]}]{run[2]} for that board id"
            raise self.refusal(f'column "{capitals[0]}" of mixed letters', mend, capitals.start())
        return BoardHex(self.named(run[2]), board or run[1] or None)

    def brackets(self) -> tuple[str | None, str | None]:
        """Read board and overlay id in brackets."""
        start = self.at
        ids = self.take(_BRACKETS)
        if ids is None or not (ids[1] or ids[2]):
            mend = "write for example [PB]B13 or [14oOG1]K7"
            raise self.refusal("no board or overlay id in brackets", mend, start)
        return _SURPLUS_ZEROS.sub("", ids[1]) or None, ids[2]

    def hex_name(self) -> HexName:
        """Read column letters and row number."""
        capitals = self.capitals()
        run = _COLUMN.fullmatch(capitals[0])
        if run is None:
            problem = f'column "{capitals[0]}" of mixed letters'
            raise self.refusal(problem, "repeat one letter, for example AA", capitals.start())
        return self.named(capitals[0])

    def capitals(self) -> re.Match[str]:
        capitals = self.take(_CAPITALS)
        if capitals is None:
            mend = "write capital letters and a row number, for example E4"
            raise self.refusal(f"hex column missing, {self.character()} found", mend)
        return capitals

    def named(self, letters: str) -> HexName:
        """Read the row number that completes a hex's name."""
        row = self.take(_DIGITS)
        if row is None:
            mend = f"write for example {letters}4"
            raise self.refusal(f'row number missing after "{letters}"', mend)
        if int(row[0]) > MAX_NUMBER:
            raise self.refusal("row number too large", f"write at most {MAX_NUMBER}", row.start())
        return HexName(column_index(letters), int(row[0]))

    def suffix(self, coordinate: Coordinate, written: set[str]) -> Coordinate:
        """Read one suffix; ``written`` collects the kinds read so far, each allowed once."""
        self.take(_SPACES)
        key = None if self.meets(_LIKE_HEX_NAME) else self.take(_SUFFIX)
        if key is None:
            raise self.unknown_suffix()
        kind = {"Pi": "En", "/HD": "/CR"}.get(key[0], key[0])
        if kind in written:
            problem = f'"{key[0]}" after another suffix of its kind'
            raise self.refusal(problem, "keep only one", key.start())
        written.add(kind)
        match key[0]:
            case "h":
                return replace(coordinate, half_levels=self.level(key.start()))
            case "En" | "Pi":
                return replace(coordinate, inside=Shelter(key[0]))
            case "/CR" | "/HD":
                self.take(_SPACES)
                beside = f"name one that adjoins {coordinate.hex}, for example BB3/CRBB2"
                self.need("hex that the unit faces", beside)
                return replace(coordinate, facing=Facing(Status(key[0][1:]), self.board_hex()))
            case "ca":
                return replace(coordinate, covered_arc=self.covered_arc())
            case _:
                return replace(coordinate, conveyed=self.conveyed(Role(key[0])))

    def unknown_suffix(self) -> CoordinateError:
        problem = f"unexpected {self.character()}"
        if self.meets(_LIKE_HEX_NAME):
            mend = "bracket an id that holds digits, as in [14oOG1]K7, or put a space after P or R"
            return self.refusal(problem, mend)
        if self.meets(_DASH):
            return self.refusal(problem, "name all hexes before any suffix, for example F3-E3h1")
        if self.text.endswith("Pi", 0, self.at):
            mend = 'as "Pi" is the pillbox, write "P i" for a vehicle whose name starts with i'
            return self.refusal(problem, mend)
        return self.refusal(problem, "go on with h, En, Pi, /CR, /HD, ca, P or R, or end")

    def level(self, start: int) -> int:
        """Read a height in half levels; ``start`` is where its h stands."""
        level = self.take(_LEVEL)
        if level is None:
            mend = f"write for example {self.text[:start].strip()}h1"
            raise self.refusal('level missing after "h"', mend, start)
        if self.meets(_LEVEL_RUNS_ON):
            mend = "write whole or half levels, for example h1 or h1.5"
            raise self.refusal("level that is neither whole nor half", mend, level.start())
        half = level[3] in (".5", "½") or level[4] is not None
        half_levels = 2 * int(level[2] or 0) + half
        if half_levels > MAX_NUMBER:
            mend = f"write at most {MAX_NUMBER / 2}"
            raise self.refusal("level too large", mend, level.start())
        return -half_levels if level[1] else half_levels

    def covered_arc(self) -> tuple[BoardHex, BoardHex]:
        """Read the two hexes whose hexside is the hexspine of a CA."""
        self.take(_SPACES)
        mend = "name the two hexes that the Covered Arc begins with, for example E4caD3/D4"
        self.need("first hex of the Covered Arc", mend)
        first = self.board_hex()
        if not self.take(_SLASH):
            raise self.refusal(f'"/" missing after ca{first}', mend)
        self.need("second hex of the Covered Arc", mend)
        return first, self.other_hex([first])

    def need(self, what: str, mend: str) -> None:
        """Refuse a coordinate that ends before something which it has begun to name."""
        if self.at_end():
            raise self.refusal(f"{what} missing", mend)

    def conveyed(self, role: Role) -> ConveyedUnit:
        """Read the vehicle, which is all the rest."""
        vehicle = " ".join(self.text[self.at : self.end].split())
        if not vehicle:
            mend = f'write its name and ID, for example "{role} T-34 B"'
            raise self.refusal(f'vehicle missing after "{role}"', mend, self.at - 1)
        self.at = self.end
        return ConveyedUnit(role, vehicle)
