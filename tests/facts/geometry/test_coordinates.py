"""Grid coordinates (A2.2, A2.71): every form reads, prints and reads back; all else is refused."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from hexcourt.facts.geometry.coordinates import (
    MAX_LENGTH,
    MAX_NUMBER,
    BoardHex,
    ConveyedUnit,
    Coordinate,
    CoordinateError,
    Facing,
    HexName,
    Role,
    Shelter,
    Status,
    column_index,
    column_letters,
    parse_coordinate,
    parse_hex,
)
from tests.effort import tries
from tests.rulings import rule


def at(name: str, board: str | None = None, overlay: str | None = None) -> BoardHex:
    return BoardHex(parse_hex(name), board, overlay)


# ---- the forms of the rules, each already canonical --------------------------------------------

CANONICAL = [
    # A2.2: board number, hex row letter, hex number
    ("E4", Coordinate(at("E4"))),
    ("1E4", Coordinate(at("E4", "1"))),
    ("14E4", Coordinate(at("E4", "14"))),
    ("2X0", Coordinate(at("X0", "2"))),
    ("2I9", Coordinate(at("I9", "2"))),
    ("2Y1", Coordinate(at("Y1", "2"))),
    ("B8", Coordinate(at("B8"))),
    ("AA1", Coordinate(at("AA1"))),
    ("BB0", Coordinate(at("BB0"))),
    ("GG10", Coordinate(at("GG10"))),
    ("II13", Coordinate(at("II13"))),
    ("AAA123", Coordinate(at("AAA123"))),
    ("1aE4", Coordinate(at("E4", "1a"))),
    ("10bGG10", Coordinate(at("GG10", "10b"))),
    ("yE4", Coordinate(at("E4", "y"))),
    ("PBK13", Coordinate(at("K13", "PB"))),
    ("PBB13", Coordinate(at("BB13", "P"))),
    ("BFPCG5", Coordinate(at("G5", "BFPC"))),
    ("BFPCGG5", Coordinate(at("GG5", "BFPC"))),
    ("[PB]B13", Coordinate(at("B13", "PB"))),
    ("[PB]BB13", Coordinate(at("BB13", "PB"))),
    ("[LFT1]E4", Coordinate(at("E4", "LFT1"))),
    ("[BFP-DW1a]E4", Coordinate(at("E4", "BFP-DW1a"))),
    ("[VotG]K7", Coordinate(at("K7", "VotG"))),
    ("[o]K7", Coordinate(at("K7", "o"))),
    # A2.71: o and the overlay's id
    ("14oAK7", Coordinate(at("K7", "14", "A"))),
    ("14aoAK7", Coordinate(at("K7", "14a", "A"))),
    ("yoAK7", Coordinate(at("K7", "y", "A"))),
    ("PBoAK7", Coordinate(at("K7", "PB", "A"))),
    ("oAK7", Coordinate(at("K7", None, "A"))),
    ("14oKK7", Coordinate(at("K7", "14", "K"))),
    ("14oAAA7", Coordinate(at("AA7", "14", "A"))),
    ("14oABK7", Coordinate(at("K7", "14", "AB"))),
    ("[14oKK]K7", Coordinate(at("K7", "14", "KK"))),
    ("[14oOG1]K7", Coordinate(at("K7", "14", "OG1"))),
    ("[oWd3]K7", Coordinate(at("K7", None, "Wd3"))),
    ("[ZooA]K7", Coordinate(at("K7", "Zo", "A"))),
    # A2.2: height, half levels included
    ("1E4h1", Coordinate(at("E4", "1"), half_levels=2)),
    ("1E4h-1", Coordinate(at("E4", "1"), half_levels=-2)),
    ("L33h2", Coordinate(at("L33"), half_levels=4)),
    ("E4h0.5", Coordinate(at("E4"), half_levels=1)),
    ("E4h2.5", Coordinate(at("E4"), half_levels=5)),
    ("E4h-0.5", Coordinate(at("E4"), half_levels=-1)),
    ("E4h-1.5", Coordinate(at("E4"), half_levels=-3)),
    # A2.2: entrenchment, pillbox, Wire and Bridge
    ("E4En", Coordinate(at("E4"), inside=Shelter.ENTRENCHMENT)),
    ("1E4Pi", Coordinate(at("E4", "1"), inside=Shelter.PILLBOX)),
    ("Wire/E4", Coordinate(at("E4"), beneath_wire=True)),
    ("Bridge/1E4", Coordinate(at("E4", "1"), beneath_bridge=True)),
    ("Wire/Bridge/E4", Coordinate(at("E4"), beneath_wire=True, beneath_bridge=True)),
    # A2.2: Passenger and Rider
    (
        "E4P SdKfz 251/1 B",
        Coordinate(at("E4"), conveyed=ConveyedUnit(Role.PASSENGER, "SdKfz 251/1 B")),
    ),
    ("E4R T-34/85 A", Coordinate(at("E4"), conveyed=ConveyedUnit(Role.RIDER, "T-34/85 A"))),
    ("E4P iX", Coordinate(at("E4"), conveyed=ConveyedUnit(Role.PASSENGER, "iX"))),
    ("E4R 7", Coordinate(at("E4"), conveyed=ConveyedUnit(Role.RIDER, "7"))),
    ("E4P R h1En", Coordinate(at("E4"), conveyed=ConveyedUnit(Role.PASSENGER, "R h1En"))),
    # A2.2: Crest and HD
    ("E4/CRE5", Coordinate(at("E4"), facing=Facing(Status.CREST, at("E5")))),
    ("1E4/HD1D4", Coordinate(at("E4", "1"), facing=Facing(Status.HULL_DOWN, at("D4", "1")))),
    ("R4/CRR5", Coordinate(at("R4"), facing=Facing(Status.CREST, at("R5")))),
    ("D4/HDDD5", Coordinate(at("D4"), facing=Facing(Status.HULL_DOWN, at("DD5")))),
    # A2.2: CA
    ("1E4caD3/D4", Coordinate(at("E4", "1"), covered_arc=(at("D3"), at("D4")))),
    ("E4cayD3/[PB]B4", Coordinate(at("E4"), covered_arc=(at("D3", "y"), at("B4", "PB")))),
    # A2.2, A2.6: Bypass and vertex; PB 4.1: hexsides of the Pegasus Bridge map
    ("F3-E3", Coordinate(at("F3"), bypass=(at("E3"),))),
    ("1F3-1E3", Coordinate(at("F3", "1"), bypass=(at("E3", "1"),))),
    ("X0-W1-W0", Coordinate(at("X0"), bypass=(at("W1"), at("W0")))),
    ("PBK13-L12", Coordinate(at("K13", "PB"), bypass=(at("L12"),))),
    ("L12-K13-K12", Coordinate(at("L12"), bypass=(at("K13"), at("K12")))),
    ("DD11-EE11", Coordinate(at("DD11"), bypass=(at("EE11"),))),
    ("F3-E3h1", Coordinate(at("F3"), bypass=(at("E3"),), half_levels=2)),
    # everything at once
    (
        "Wire/1E4-E5-F4h-1Pi/CRE5caD3/D4P Jeep A",
        Coordinate(
            at("E4", "1"),
            (at("E5"), at("F4")),
            -2,
            Shelter.PILLBOX,
            Facing(Status.CREST, at("E5")),
            (at("D3"), at("D4")),
            ConveyedUnit(Role.PASSENGER, "Jeep A"),
            beneath_wire=True,
        ),
    ),
]


@rule("A2.2", "A2.71")
@pytest.mark.parametrize(("text", "coordinate"), CANONICAL, ids=[text for text, _ in CANONICAL])
def test_canonical_form_reads_and_prints(text: str, coordinate: Coordinate) -> None:
    assert parse_coordinate(text) == coordinate
    assert str(coordinate) == text
    assert hash(parse_coordinate(text)) == hash(coordinate)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  1E4\n", "1E4"),
        ("01E04", "1E4"),
        ("[01a]E4", "1aE4"),
        ("[14]E4", "14E4"),
        ("[14oA]K7", "14oAK7"),
        ("[PB]K13", "PBK13"),
        ("E4h0", "E4"),
        ("E4h-0", "E4"),
        ("E4h0.0", "E4"),
        ("E4h1.0", "E4h1"),
        ("E4h½", "E4h0.5"),
        ("E4h-½", "E4h-0.5"),
        ("E4h2½", "E4h2.5"),
        ("E4h02", "E4h2"),
        ("1E4 h1", "1E4h1"),
        ("Wire/ E4", "Wire/E4"),
        ("Bridge/Wire/E4", "Wire/Bridge/E4"),
        ("1E4ca D3/D4", "1E4caD3/D4"),
        ("1E4 ca D3/D4", "1E4caD3/D4"),
        ("E4/CR E5", "E4/CRE5"),
        ("E4 /HD E5", "E4/HDE5"),
        ("E4caD3/D4/HDE5Enh1", "E4h1En/HDE5caD3/D4"),
        ("E4PT-34   B", "E4P T-34 B"),
        ("E4R PzIVF2  A ", "E4R PzIVF2 A"),
        ("E4PPi", "E4P Pi"),
    ],
)
def test_other_spellings_print_canonically(text: str, canonical: str) -> None:
    assert str(parse_coordinate(text)) == canonical
    assert str(parse_coordinate(canonical)) == canonical


@rule("A2.2")
def test_bypass_keeps_the_hex_passed_through_first() -> None:
    assert parse_coordinate("F3-E3") != parse_coordinate("E3-F3")
    assert parse_coordinate("F3-E3").hex == at("F3")


# ---- refusals -----------------------------------------------------------------------------------

FORMS = "go on with h, En, Pi, /CR, /HD, ca, P or R, or end"
NAME_MISSING = "write capital letters and a row number, for example E4"
BRACKETS = "write for example [PB]B13 or [14oOG1]K7"
ID_OR_SPACE = "bracket an id that holds digits, as in [14oOG1]K7, or put a space after P or R"
ARC = "name the two hexes that the Covered Arc begins with, for example E4caD3/D4"
VEHICLE = "write its name and ID, for example "
REPEAT = "repeat one letter, for example AA"
HALVES = "write whole or half levels, for example h1 or h1.5"

REFUSED = [
    ("", "hex column missing, end found at character 1; " + NAME_MISSING),
    ("e4", 'hex column missing, "e" found at character 1; ' + NAME_MISSING),
    ("14", "hex column missing, end found at character 3; " + NAME_MISSING),
    ("h1", 'hex column missing, "h" found at character 1; ' + NAME_MISSING),
    ("wire/E4", 'hex column missing, "w" found at character 1; ' + NAME_MISSING),
    ("14o7", 'hex column missing, "7" found at character 4; ' + NAME_MISSING),
    ("[PB]oAK7", 'hex column missing, "o" found at character 5; ' + NAME_MISSING),
    ("E", 'row number missing after "E" at character 2; write for example E4'),
    ("Éa", 'hex column missing, "É" found at character 1; ' + NAME_MISSING),
    ("E٤", 'row number missing after "E" at character 2; write for example E4'),
    ("E10000", f"row number too large at character 2; write at most {MAX_NUMBER}"),
    (
        "14AAK7",
        'column "AAK" of mixed letters at character 3; '
        "repeat one letter, or write [14AA]K for that board id",
    ),
    ("[PB]AK7", 'column "AK" of mixed letters at character 5; ' + REPEAT),
    ("14oK7", "overlay id or column missing at character 4; write both, for example 14oAK7"),
    ("[]K7", "no board or overlay id in brackets at character 1; " + BRACKETS),
    ("[PB", "no board or overlay id in brackets at character 1; " + BRACKETS),
    ("E4-[P B]C4", "no board or overlay id in brackets at character 4; " + BRACKETS),
    ("14oOG1K7", 'unexpected "K" at character 7; ' + ID_OR_SPACE),
    ("14oOG1P7", 'unexpected "P" at character 7; ' + ID_OR_SPACE),
    ("14oOG1RR7", 'unexpected "R" at character 7; ' + ID_OR_SPACE),
    ("LFT1E4", 'unexpected "E" at character 5; ' + ID_OR_SPACE),
    ("E4x", 'unexpected "x" at character 3; ' + FORMS),
    ("E4en", 'unexpected "e" at character 3; ' + FORMS),
    ("E4+", 'unexpected "+" at character 3; ' + FORMS),
    ("E4h1x", 'unexpected "x" at character 5; ' + FORMS),
    ("E4/XXE5", 'unexpected "/" at character 3; ' + FORMS),
    (
        "F3h1-E3",
        'unexpected "-" at character 5; name all hexes before any suffix, for example F3-E3h1',
    ),
    (
        "E4Pioneer",
        'unexpected "o" at character 5; '
        'as "Pi" is the pillbox, write "P i" for a vehicle whose name starts with i',
    ),
    ("E4h", 'level missing after "h" at character 3; write for example E4h1'),
    ("E4hEn", 'level missing after "h" at character 3; write for example E4h1'),
    ("1F3-E3h-", 'level missing after "h" at character 7; write for example 1F3-E3h1'),
    ("E4h1.25", "level that is neither whole nor half at character 4; " + HALVES),
    ("E4h1.50", "level that is neither whole nor half at character 4; " + HALVES),
    ("E4h1.", "level that is neither whole nor half at character 4; " + HALVES),
    ("E4h1/2", "level that is neither whole nor half at character 4; " + HALVES),
    ("E4h5000", f"level too large at character 4; write at most {MAX_NUMBER / 2}"),
    ("E4h1h2", '"h" after another suffix of its kind at character 5; keep only one'),
    ("E4EnPi", '"Pi" after another suffix of its kind at character 5; keep only one'),
    ("E4PiPi", '"Pi" after another suffix of its kind at character 5; keep only one'),
    ("E4/CRE5/HDE5", '"/HD" after another suffix of its kind at character 8; keep only one'),
    ("E4caD3/D4caD3/D4", '"ca" after another suffix of its kind at character 10; keep only one'),
    ("Wire/Wire/E4", 'second "Wire/" at character 6; write it once'),
    ("E4P", 'vehicle missing after "P" at character 3; ' + VEHICLE + '"P T-34 B"'),
    ("E4R ", 'vehicle missing after "R" at character 3; ' + VEHICLE + '"R T-34 B"'),
    (
        "E4caD3",
        '"/" missing after caD3 at character 7; ' + ARC,
    ),
    ("E4ca", "first hex of the Covered Arc missing at character 5; " + ARC),
    ("E4Pica", "first hex of the Covered Arc missing at character 7; " + ARC),
    ("E4caD3/", "second hex of the Covered Arc missing at character 8; " + ARC),
    (
        "E4/CR",
        "hex that the unit faces missing at character 6; "
        "name one that adjoins E4, for example BB3/CRBB2",
    ),
    (
        "F3-",
        "hex of a Bypass missing at character 4; "
        "name two hexes for a hexside or three for a vertex",
    ),
    ("E4caD3/D3", "hex D3 named twice at character 8; name different hexes"),
    ("E4-E4", "hex E4 named twice at character 4; name different hexes"),
    ("X0-W1-W1", "hex W1 named twice at character 7; name different hexes"),
    (
        "F3-E3-F4-F5",
        "fourth hex at character 10; name two hexes for a hexside or three for a vertex",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED, ids=[text for text, _ in REFUSED])
def test_refusal_names_text_place_and_mend(text: str, sentence: str) -> None:
    with pytest.raises(CoordinateError) as refusal:
        parse_coordinate(text)
    assert str(refusal.value) == f'"{text}": {sentence}'


def test_refusal_shows_unprintable_text_escaped() -> None:
    with pytest.raises(CoordinateError) as refusal:
        parse_coordinate("E4P\tA")
    assert str(refusal.value) == '"E4P\\tA": unprintable character at character 4; leave it out'


def test_text_beyond_the_length_limit_is_refused() -> None:
    longest = "E4P " + "x" * (MAX_LENGTH - 4)
    assert str(parse_coordinate(longest)) == longest
    for read in (parse_coordinate, parse_hex, column_index):
        with pytest.raises(CoordinateError) as refusal:
            read(longest + "x")
        assert str(refusal.value) == (
            '"E4P xxxxxxxxxxxxxxxx...": 81 characters are too many, '
            "the first surplus one at character 81; write at most 80"
        )


def test_canonical_form_beyond_the_length_limit_is_refused() -> None:
    with pytest.raises(CoordinateError, match="82 characters are too many"):
        parse_coordinate("E4h½P " + "x" * (MAX_LENGTH - 6))


def test_coordinate_error_is_a_value_error() -> None:
    with pytest.raises(ValueError):
        parse_coordinate("?")


@pytest.mark.parametrize("board", ["", "01", "P B", "14oA", "É", "[", "x" * 99])
def test_board_id_that_cannot_be_written_is_refused(board: str) -> None:
    with pytest.raises(CoordinateError):
        Coordinate(at("E4", board))


@pytest.mark.parametrize("overlay", ["", "a", "wd3", "O G", "]"])
def test_overlay_id_that_cannot_be_written_is_refused(overlay: str) -> None:
    with pytest.raises(CoordinateError, match="not an overlay id"):
        at("E4", "1", overlay)


@pytest.mark.parametrize("vehicle", ["", " ", " A", "A ", "A  B", "A\nB", "\ud800"])
def test_vehicle_that_cannot_be_written_is_refused(vehicle: str) -> None:
    with pytest.raises(CoordinateError, match="not a name and ID"):
        ConveyedUnit(Role.RIDER, vehicle)


def test_values_out_of_bounds_are_refused() -> None:
    for row in (-1, MAX_NUMBER + 1, 10**5000):
        with pytest.raises(CoordinateError, match="row of a hex in column A: out of bounds"):
            HexName(0, row)
    for half_levels in (MAX_NUMBER + 1, -MAX_NUMBER - 1, 10**5000):
        with pytest.raises(CoordinateError, match="height in hex E4: out of bounds"):
            Coordinate(at("E4"), half_levels=half_levels)
    with pytest.raises(CoordinateError, match="Bypass in hex E4: too many hexes"):
        Coordinate(at("E4"), (at("E5"), at("E6"), at("E7")))
    with pytest.raises(CoordinateError, match="hexes E4, E4: one is named twice"):
        Coordinate(at("E4"), (at("E4"),))
    with pytest.raises(CoordinateError, match="hexes D3, D3: one is named twice"):
        Coordinate(at("E4"), covered_arc=(at("D3"), at("D3")))
    with pytest.raises(CoordinateError, match="too many"):
        HexName(26 * MAX_LENGTH - 1, 1)


# ---- hex names and columns ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "index"),
    [("A", 0), ("B", 1), ("Z", 25), ("AA", 26), ("GG", 32), ("ZZ", 51), ("AAA", 52)],
)
def test_columns(letters: str, index: int) -> None:
    assert column_index(letters) == index
    assert column_letters(index) == letters


def test_every_column_has_its_own_letters() -> None:
    columns = range(26 * MAX_LENGTH)
    assert [column_index(column_letters(column)) for column in columns] == list(columns)


@pytest.mark.parametrize(
    ("letters", "place"), [("", 1), ("a", 1), ("AB", 2), ("AAB", 3), ("A1", 2), ("A ", 2)]
)
def test_letters_of_no_column_are_refused(letters: str, place: int) -> None:
    with pytest.raises(CoordinateError, match=f"not a hex column at character {place};"):
        column_index(letters)


def test_numbers_of_no_column_are_refused() -> None:
    for index in (-1, 26 * MAX_LENGTH, 10**5000):
        with pytest.raises(CoordinateError, match="number of a hex column: out of bounds"):
            column_letters(index)


def test_hex_names() -> None:
    assert parse_hex("A0") == HexName(0, 0)
    assert parse_hex(" GG10 ") == HexName(32, 10)
    assert parse_hex("E04") == HexName(4, 4)
    assert HexName(26, 7).letters == "AA"
    assert str(HexName(26, 7)) == "AA7"
    assert sorted([HexName(26, 1), HexName(25, 3), HexName(25, 2)])[0] == HexName(25, 2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1E4", 'hex column missing, "1" found at character 1; ' + NAME_MISSING),
        ("E4h1", 'unexpected "h" at character 3; write column and row alone'),
        ("PBK13", 'column "PBK" of mixed letters at character 1; ' + REPEAT),
        ("E", 'row number missing after "E" at character 2; write for example E4'),
    ],
)
def test_more_or_less_than_a_hex_name_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(CoordinateError) as refusal:
        parse_hex(text)
    assert str(refusal.value) == f'"{text}": {sentence}'


# ---- properties ---------------------------------------------------------------------------------

ID_TAIL = st.text(string.ascii_letters + string.digits + "-_.", max_size=4)
CAPITALS = st.text("ABKPRZ", min_size=1, max_size=4)
NUMBERED_BOARDS = st.builds(
    lambda number, half: f"{number}{half}", st.integers(0, 99), st.sampled_from(["", "a", "b"])
)
ANY_ID = st.builds(lambda head, tail: head + tail, st.sampled_from("ABoPyh19"), ID_TAIL)
BOARDS = st.none() | NUMBERED_BOARDS | st.sampled_from(["y", "o", "PB", "BFPC", "1a"]) | CAPITALS
OVERLAYS = st.none() | CAPITALS | st.builds(lambda tail: "O" + tail, ID_TAIL)
HEX_NAMES = st.builds(HexName, st.integers(0, 80), st.integers(0, 99) | st.integers(0, MAX_NUMBER))
VEHICLES = st.text("ABPRThi0123/-[].½ ", min_size=1, max_size=12).map(
    lambda text: " ".join(text.split()) or "T-34 B"
)


@st.composite
def board_hexes(draw: st.DrawFn) -> BoardHex:
    name = draw(HEX_NAMES)
    try:
        return BoardHex(name, draw(BOARDS | ANY_ID), draw(st.none() | OVERLAYS))
    except CoordinateError:
        return BoardHex(name)


MAPPED = board_hexes()
NEAR = st.builds(BoardHex, HEX_NAMES) | MAPPED


@st.composite
def coordinates(draw: st.DrawFn) -> Coordinate:
    try:
        return Coordinate(
            hex=draw(MAPPED),
            bypass=tuple(draw(st.lists(NEAR, max_size=2))),
            half_levels=draw(st.integers(-9, 9) | st.integers(-MAX_NUMBER, MAX_NUMBER)),
            inside=draw(st.none() | st.sampled_from(Shelter)),
            facing=draw(st.none() | st.builds(Facing, st.sampled_from(Status), NEAR)),
            covered_arc=draw(st.none() | st.tuples(NEAR, NEAR)),
            conveyed=draw(st.none() | st.builds(ConveyedUnit, st.sampled_from(Role), VEHICLES)),
            beneath_wire=draw(st.booleans()),
            beneath_bridge=draw(st.booleans()),
        )
    except CoordinateError:  # too long, or a hex twice
        reject()


def check_reads_back_or_is_refused(text: str) -> None:
    """Accepted text prints canonically and steadily; refused text gets one sentence."""
    try:
        coordinate = parse_coordinate(text)
    except CoordinateError as refusal:
        sentence = str(refusal)
        assert sentence.isprintable()
        assert " at character " in sentence
        assert "; " in sentence
    else:
        assert parse_coordinate(str(coordinate)) == coordinate
        assert str(parse_coordinate(str(coordinate))) == str(coordinate)


@tries(187)
@given(coordinates())
def test_every_coordinate_reads_back(coordinate: Coordinate) -> None:
    assert parse_coordinate(str(coordinate)) == coordinate


@tries(250)
@given(MAPPED)
def test_every_hex_reads_back(mapped: BoardHex) -> None:
    assert parse_coordinate(str(mapped)) == Coordinate(mapped)
    assert parse_hex(str(mapped.name)) == mapped.name


@tries(500)
@given(st.text(max_size=100))
def test_any_text_is_read_or_refused(text: str) -> None:
    check_reads_back_or_is_refused(text)


TOKENS = [text for text, _ in CANONICAL[:40]] + [
    *("Wire/", "Bridge/", "[", "]", "o", "-", "h", "h1", "h-1", "h½", ".5", "½", "En", "Pi", "P"),
    *("R", "/", "/CR", "/HD", "ca", " ", "  ", "K", "KK", "7", "0", "00", "T-34 A", "i", "\t", "é"),
]


@tries(625)
@given(st.lists(st.sampled_from(TOKENS), max_size=8).map("".join))
def test_any_row_of_tokens_is_read_or_refused(text: str) -> None:
    check_reads_back_or_is_refused(text)


@tries(250)
@given(
    st.sampled_from([text for text, _ in CANONICAL]),
    st.integers(0, MAX_LENGTH),
    st.integers(0, 2),
    st.sampled_from(["", *TOKENS]) | st.characters(),
)
def test_any_slip_in_a_coordinate_is_read_or_refused(
    text: str, place: int, dropped: int, added: str
) -> None:
    check_reads_back_or_is_refused(text[:place] + added + text[place + dropped :])


@tries(250)
@given(st.text("ABZa0 19-h", max_size=6) | st.text(max_size=90))
def test_any_text_is_a_hex_name_or_refused(text: str) -> None:
    try:
        name = parse_hex(text)
    except CoordinateError as refusal:
        assert str(refusal).isprintable()
    else:
        assert parse_hex(str(name)) == name
