"""Rows about board data: what is wrong or odd about it, and what differs between two boards."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from hexcourt.facts.boards.piece_table import COUNTERS
from hexcourt.solver.answer.schema_questions import (
    Confidence,
    Count,
    Positive,
    Shape,
    Strings,
    note,
)


class Evidence(Shape):
    """What shows a finding."""

    pixels: Annotated[Count | None, note("how many show it")]
    at: Annotated[list[Count] | None, note("one of them, from the upper left corner")]
    metadata: Annotated[str | None, note("what the metadata say")]


class LintFinding(Shape):
    """One finding about the data of a board (board lint)."""

    board: Annotated[str, note("as it was named")]
    code: str
    title: str
    hexes: Strings
    finding: str
    certainty: Literal["certain", "likely", "odd"]
    evidence: Evidence
    mend: Annotated[str, note("what a map maker would do")]
    rests_on: Annotated[str | None, note("a rule")]


class UnreadBoard(Shape):
    """A board that could not be read (board lint)."""

    board: str
    refused: str


class ExplainedCode(Shape):
    """What a code of findings means (board lint --explain)."""

    code: str
    title: str
    meaning: str
    mend: str
    rests_on: str | None


class DraftedBoard(Shape):
    """What a board was drafted from (board draft)."""

    picture: Annotated[str, note("the member of the archive")]
    other_pictures: Strings
    grid: Annotated[str, note("where the hex grid comes from")]
    fit: Annotated[float, note("along which share of the hexsides lines are drawn")]
    origin: Annotated[list[float], note("the centre of the first hex, in pixels")]
    hex_size: Annotated[list[float], note("from column to column, and hex to hex, in pixels")]
    known: Annotated[float, note("the share of pixels whose colours are known")]


class DraftMark(Shape):
    """What is not sure of a hex of a draft (board draft)."""

    hex: str
    marks: Annotated[
        Strings, note("off, unread, guessed(storeys), guessed(level), guessed(ground)")
    ]


class DifferentHeading(Shape):
    """What differs of two boards as wholes (board diff)."""

    differs: Literal["name", "source", "size", "map rules"]
    old: str
    new: str


class LocationsAlone(Shape):
    """The Locations that one of two boards has alone (board diff)."""

    only_on: Literal["old", "new"]
    locations: Strings


class BoardChange(Shape):
    """One difference of a hex or a hexside between two boards (board diff)."""

    change: Annotated[str, note("level, terrain, hexside, drawing, and so on")]
    hexes: Strings
    old: str
    new: str
    pixels: Annotated[Count | None, note("how many are drawn otherwise")]
    place: Annotated[Count, note("changes that hang together have one number")]


class LineCause(Shape):
    """Lines that differ between two boards and are due to the same places of changes (board diff)."""

    cause: Annotated[list[Count], note("places")]
    together: Annotated[bool, note("false: of several places each alone turns the lines")]
    hexes: Strings
    lines: Count
    kinds: Annotated[dict[str, Count], note("as clear -> blocked")]


class ChangedLine(Shape):
    """A line that is judged otherwise on the new board (board diff)."""

    from_: str = field(name="from")
    to: str
    old: Annotated[str, note("clear, clear+2, blocked by A6.2, ...")]
    new: str
    causes: Annotated[list[Count], note("places")]
    together: Annotated[bool, note("false: of several places each alone turns the line")]


# --- Rows about boards and coordinates, the register of rules, and worked and printed examples ----


Status = Literal["entrenched", "emplaced"]


Coordinate = Annotated[
    dict[str, str],
    Meta(
        description="what a grid coordinate names, part by part (coordinate)",
        extra_json_schema={"required": ["hex"]},
    ),
]


class HexLocation(Shape):
    """A Location of a hex."""

    name: str
    place: str
    level: Annotated[float | None, note("null: undecided")]
    undecided: Annotated[str | UnsetType, note("why its level is")] = UNSET


class Depiction(Shape):
    """What is drawn in a hex: an outline, or on an archive so many pixels."""

    terrain: str
    name: str | UnsetType = UNSET
    confidence: Confidence | UnsetType = UNSET
    level: float | UnsetType = UNSET
    pixels: Positive | UnsetType = UNSET


class HexCounter(Shape):
    """A counter in a hex."""

    terrain: Annotated[str, Meta(extra_json_schema={"enum": list(COUNTERS)})]
    place: Literal["ground", "under"]


class Note(Shape):
    """What is to be known of how a board was read."""

    confidence: str
    text: str


class Hex(Shape):
    """One hex (board show); levels in whole levels, halves as .5."""

    hex: str
    level: float
    terrain: Strings
    inherent: str | None
    bed: float | None
    stairwell: bool
    locations: list[HexLocation]
    hexsides: Annotated[dict[str, list[str]], note("terrain, by the hex on the other side")]
    depictions: list[Depiction]
    features: Strings
    counters: list[HexCounter]
    notes: list[Note]
    boards: Annotated[list[str], Meta(min_length=1, max_length=2)] | UnsetType = UNSET
    half_hex: bool | UnsetType = UNSET
    also_named: Annotated[list[str], Meta(max_length=1)] | UnsetType = UNSET


class EmbeddedBoard(Shape):
    """One embedded board (boards)."""

    name: str
    hexes: Count
    locations: Count
    source: str


class Kept(Shape):
    """What is kept of earlier work in one folder of the cache (cache show, cache clear)."""

    folder: str
    files: Count
    bytes: Count


class NamedArea(Shape):
    """An area, or a sentence about one, and the hexes that it holds (map areas)."""

    area: Annotated[str | None, note("its name; null: the sentence that was asked")]
    kind: Literal["area", "setup", "entry", "placed"]
    sentences: Annotated[Strings, note("as written, any of them")]
    read: Annotated[Strings, note("as they were understood")]
    hexes: Strings
    notes: Annotated[Strings, note("what in them was read as something else, or not at all")]


class RegisteredStatement(Shape):
    """A statement of the rules, in our words."""

    sentence: str
    confidence: Confidence
    file: str
    line: Positive
    program: str
    needs: Strings
    gives: Strings
    fails_without: Annotated[str | None, note("a test; null: none was found, or none was tried")]


class Paragraph(Shape):
    """One paragraph of the documents, or a rule that these lean on (rules)."""

    number: str
    document: str
    subject: str
    state: Literal["decided", "dice", "unknown", "contradiction", "heading", "missing"]
    confidence: Annotated[Confidence | None, note("the least of its rules")]
    text: Literal["whole", "cut", "heading", "outside"]
    rules: Count
    tests: Count
    examples: Count
    statements: list[RegisteredStatement] | UnsetType = UNSET
    held_by: Annotated[Strings | UnsetType, note("tests")] = UNSET
    shown_by: Annotated[Strings | UnsetType, note("examples")] = UNSET
    open: Annotated[str | UnsetType, note("what its text leaves open")] = UNSET
    contradiction: str | UnsetType = UNSET


class PrintedExample(Shape):
    """One printed example of the documents, derived by a command (examples run)."""

    example: str
    rule: str
    asks: str
    printed: Annotated[str, note("what the document says, in our words")]
    command: str
    derived: Annotated[str, note("what the command says")]
    outcome: Literal["agreed", "contradiction", "differs", "no board"]
    readings: Annotated[str, note("how a contradiction may be read")]


class Example(Shape):
    """One worked example that comes with the program (examples list)."""

    name: str
    title: str
    board: str
    units: Count
    claims: Count


class Claim(Shape):
    """One claim and what came of it (examples run)."""

    claim: Positive
    viewer: Annotated[str, note("a unit")]
    target: str
    from_: Annotated[str, note("the viewer's Location: K5, K5/L2, K5/under")] = field(name="from")
    from_status: Status | None
    to: str
    to_status: Status | None
    printed: Literal["yes", "no", "silent"]
    printed_hindrance: Count | None
    marks: list[Literal["star", "dagger", "double_dagger"]]
    verdict: Literal["clear", "blocked", "unknown"]
    hindrance: Count | None
    rule: str | None
    outcome: Literal["agreed", "differs", "contradicted", "too_close", "gap", "unknown"]
    remarks: Annotated[Strings, note("in which hindrance or mark claim and rules differ")]


class UnmetClaim(Shape):
    """One claim that the placement told does not meet (examples solve)."""

    claim: Positive
    viewer: str
    target: str
    printed: Literal["yes", "no", "silent"]
    outcome: Literal["contradicted", "marks_missed", "too_close"]


class Unit(Shape):
    """Where one unit may stand (examples solve)."""

    unit: str
    post: Annotated[str, note("in the placement told: Location, and status")]
    posts: Annotated[Strings, note("in any placement as good")]
    candidates: Strings
    found: Literal["only candidate", "forced", "several", "several, interchangeable"]


class Choice(Shape):
    """What was open about the board (examples solve)."""

    choice: Annotated[str, note("rubble in a hex, or the name of an outline")]
    value: Annotated[str, note("in the placement told: as_printed, or terrain")]
    values: Annotated[Strings, note("in any placement as good")]
    found: Literal["forced", "several"]


# --- Rows about maps as they are laid (map show) --------------------------------------------------


Two = Annotated[list[str], Meta(min_length=2, max_length=2)]


class LaidBoard(Shape):
    """A board of a map."""

    board: str
    row: Positive
    place: Positive
    reversed: bool
    crop: Annotated[
        list[int] | None, note("x, y, width, height of the printed board; -1: to its end")
    ]
    version: str
    version_wanted: Annotated[str | None, note("null: the configuration names none")]
    hexes: Count
    hexrows: Annotated[Two, note("the first and the last")]


class MapEdge(Shape):
    """An edge of the map by compass."""

    edge: Literal["north", "east", "south", "west"]
    hexes: Strings


class MapSeam(Shape):
    """The hexes that two or more boards have in common."""

    seam: Annotated[Strings, note("the boards")]
    hexes: Strings


class LaidOverlay(Shape):
    """An overlay, and the hexes that it covers."""

    overlay: str
    hexes: Strings


class MadeChange(Shape):
    """What a change of terrain came to on a board."""

    change: str
    board: Annotated[str | None, note("null: the whole map")]
    outcome: Literal["made", "nothing", "refused"]
    meaning: Annotated[str | None, note("in words of hexcourt")]
    cited: Annotated[str | None, note("where its word and the rule are told")]
    why: str | None
    hexes: Strings
    hexsides: list[Two]


# --- Rows about saves of VASSAL (map tell) --------------------------------------------------------


Pair = Annotated[list[int], Meta(min_length=2, max_length=2)]
Pixels = Annotated[Pair, note("across, down")]


class TurnInformation(Shape):
    """What the save says of the turn; null where that is open."""

    first: Annotated[str | None, note("the side that moves first")]
    mover: str | None
    turn: str | None
    axis_elr: str | None
    axis_san: str | None
    allied_elr: str | None
    allied_san: str | None


class SavedGame(Shape):
    """A save as a whole (map tell)."""

    header: Annotated[str, note("how its text is kept: !VCSK, VOBS, xz, plain and so on")]
    vasl: str | None
    vassal: str | None
    north: Literal["up", "right", "down", "left"]
    north_told: Annotated[bool, note("whether a counter says so; without one it is taken as up")]
    info: TurnInformation
    setup_notes: Strings
    extensions: Annotated[dict[str, str], note("versions by name")]
    elsewhere: Annotated[Count, note("counters off the main map")]
    recorded: Annotated[Count, note("commands of a log, which are not played")]
    remarks: Annotated[Strings, note("what was left out, taken as given or could not be told")]


class SavedOverlay(Shape):
    """An overlay, and the hexes that its hexes 1 and 2 lie on."""

    name: str
    hexes: Annotated[list[str], Meta(min_length=2, max_length=2)]


class SavedBoardRow(Shape):
    """A board of a save; hexrows and numbers first and last, of those in play."""

    board: str
    row: Positive
    place: Positive
    reversed: bool
    filler: Annotated[bool, note("no terrain, but a place for notes")]
    crop: Annotated[
        list[int] | None, note("x, y, width, height of the printed board; -1: to its end")
    ]
    version: str | None
    archive_version: Annotated[str | None, note("null: the archive is not there")]
    overlays: list[SavedOverlay]
    changes: Annotated[Strings, note("words for terrain changes, as they stand")]
    zoom: Annotated[float, note("how much larger than printed it lies")]
    corner: Pixels
    size: Pixels
    hexes: Count
    hexrows: Strings
    numbers: list[int]


class SavedSpot(Shape):
    """Where something lies on the boards of a save."""

    board: str
    hex: str
    coordinate: Annotated[str, note("as A2.2 writes it, for questions on the map")]
    where: Literal["centre", "hexside", "vertex", "inside"]
    number: Annotated[int | None, note("of hexside or vertex, as the map lies")]
    distance: Annotated[float, note("pixels from there, or from the centre")]
    beside: Annotated[bool, note("beside the boards, where the rest of a half-hex would be")]
    others: Annotated[Strings, note("what other boards call the same hex")]


class SavedCounterRow(Shape):
    """A counter of a save; turned as steps, of how many, clockwise."""

    counter: str
    base: str
    kind: str
    nation: str | None
    gpid: str | None
    x: int
    y: int
    at: Annotated[SavedSpot | None, note("null: beside the boards")]
    beneath: Annotated[Count, note("what lies below it in its stack")]
    hidden: bool
    concealed: bool
    facing: Annotated[dict[str, int], note("vca, tca or ca, as VASL numbers them")]
    turned: Pair | None
    states: Strings
    label: str | None


class SavedMarks(Shape):
    """Hexes, or lines along hexsides, that markers give a colour."""

    colour: str
    marks: Literal["hexes", "lines"]
    spots: list[SavedSpot]
    off_map: Count


class SavedLabel(Shape):
    """A text on the map of a save."""

    label: str
    template: Annotated[str | None, note("the id that vasl-templates gave it")]
    x: int
    y: int
    at: SavedSpot | None


class SavedGroup(Shape):
    """A caption, and how many counters of which name lie nearest below it."""

    caption: str
    template: str | None
    counters: dict[str, int]
