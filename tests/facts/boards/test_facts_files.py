"""Boards as facts files: written, read back, refused."""

import re
from collections.abc import Callable
from cProfile import Profile
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import MappingProxyType

import clingo
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import SourceText, read_facts, written
from hexcourt.facts.base.sizes import LARGEST_FACTS_FILE
from hexcourt.facts.boards.board import Board, board_lines, board_text, hexside_key, natural
from hexcourt.facts.boards.records import (
    Hex,
    Location,
    Outline,
    Raster,
    kind_of,
    known_inherent_terms,
    known_terms,
    span_lines,
)
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.formats.read_board import PREDICATES, parse_board, read_board
from hexcourt.facts.geometry.hexes import STEPS, Layout
from hexcourt.facts.pieces.pieces import PIECES as LAID
from tests.effort import tries

PROJECT = Path(__file__).parent.parent.parent.parent
VOCABULARY = PROJECT / "asp" / "vocabulary"
ARCHIVES = PROJECT.parent / "shared" / "vasl" / "boards"

TINY = """\
% three hexes round a vertex; the building stands in A2
board("tiny").   source("made up").
hex("A1"). hex("A2"). hex("B1").
elevation("A2",2).   terrain("A2",building(stone,1)).
stairwell("A2").     location("A2",level(1),4).
hexside("B1","A1",wall).
outline("house",building(stone,1),ground).
corner("house",0,0,-200,800). corner("house",0,1,200,800). corner("house",0,2,0,1200).
feature("B1",road( paved , "C1" )).
note("house",low,"a \\"doubt\\"\\nin two lines").
"""

DRAWN = """\
hex("A1").
layout(width,3,1). layout(height,2,1).
span(0,0,1,open,0).
span(0,2,2,woods,0).
span(1,0,2,open,-2).
"""


# --- what is left out -----------------------------------------------------------------------------


def test_a_board_by_hand() -> None:
    board = parse_board(TINY, "tiny.lp")
    assert (board.name, board.source) == ("tiny", "made up")
    assert [record.place for record in board.hexes] == [(0, 0), (0, 2), (1, 1)]
    assert board.hex("A2") == Hex("A2", (0, 2), 2, terrain=("building(stone,1)",), stairwell=True)
    assert board.hex("B1").terrain == ("open",)
    assert board.hex("B1").features == ('road(paved,"C1")',)
    assert board.locations == (
        Location("A1", "ground", 0),
        Location("A2", "ground", 2),
        Location("A2", "level(1)", 4),
        Location("B1", "ground", 0),
    )
    assert dict(board.hexsides) == {("A1", "B1"): frozenset({"wall"})}
    assert board.outlines == (
        Outline("house", "building(stone,1)", None, (((-200, 800), (200, 800), (0, 1200)),)),
    )
    assert board.notes == (("house", "low", 'a "doubt"\nin two lines'),)


def test_layout_and_name_by_default() -> None:
    board = parse_board('hex("AA1").', "maps/plain.lp")
    assert board.name == "plain"
    assert board.layout == Layout(
        Fraction(872), Fraction(1000), (Fraction(0), Fraction(0)), (23254, 500)
    )
    assert board.hex("AA1").place == (26, 0)


def test_every_second_column_lies_lower() -> None:
    board = parse_board('hex("B1"). hex("A1"). hex("C3").', "x.lp")
    assert [record.place for record in board.hexes] == [(0, 0), (1, 1), (2, 4)]


def test_a_place_given_overrules_the_name() -> None:
    board = parse_board('hex("B1"). place("B1",1,-1).', "x.lp")
    assert board.hex("B1").place == (1, -1)


def test_a_ground_location_given_overrules_the_elevation() -> None:
    board = parse_board('hex("A1"). elevation("A1",4). location("A1",ground,5).', "x.lp")
    assert board.ground_locations == (Location("A1", "ground", 5),)


def test_a_fact_may_be_repeated() -> None:
    assert parse_board('hex("A1"). elevation("A1",2).' * 2, "x.lp").hex("A1").level == 2


def test_pixels() -> None:
    raster = parse_board(DRAWN, "x.lp").raster
    assert raster is not None
    assert raster.terms == ("open", "woods")
    assert raster.terrain.T.tolist() == [[0, 0, 1], [0, 0, 0]]
    assert raster.level.T.tolist() == [[0, 0, 0], [-2, -2, -2]]


# --- round trips ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [TINY, DRAWN])
def test_round_trip_by_hand(text: str) -> None:
    board = parse_board(text, "tiny.lp")
    assert parse_board(board_text(board), "again.lp") == board


@pytest.mark.parametrize("name", embedded_names())
def test_round_trip_of_embedded_boards(name: str) -> None:
    board = embedded_board(name)
    text = board_text(board)
    assert parse_board(text, "again.lp") == board
    assert text == (PROJECT / "facts" / "boards" / f"{name}.lp").read_text("utf-8")


def test_round_trip_of_an_archive() -> None:
    if not ARCHIVES.is_dir():
        pytest.skip("no board archives in ../shared/vasl/boards")
    board = import_board(min(ARCHIVES.iterdir()))
    assert parse_board(board_text(board), "again.lp") == board


names = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20)
levels = st.integers(-60, 60)
terms = st.sampled_from(sorted(known_terms()))
triangles = st.lists(
    st.tuples(st.integers(-999, 999), st.integers(-999, 999)), min_size=3, max_size=5
).map(tuple)
outlines = st.builds(
    Outline,
    st.from_regex("[ab][0-9]{1,3}", fullmatch=True),
    terms,
    st.none() | levels,
    st.lists(triangles, min_size=1, max_size=3).map(tuple),
    st.sampled_from(["high", "medium", "low"]),
)


@st.composite
def rasters(draw: st.DrawFn, width: int, height: int) -> Raster:
    """Draw a few pixels; only the terms in use are listed."""
    pixels = width * height
    kinds = draw(
        st.lists(st.sampled_from(["open", "woods", "wall"]), min_size=pixels, max_size=pixels)
    )
    heights = draw(st.lists(levels, min_size=pixels, max_size=pixels))
    used = tuple(sorted(set(kinds)))
    return Raster(
        used,
        np.array([used.index(kind) for kind in kinds], np.uint8).reshape(width, height),
        np.array(heights, np.int8).reshape(width, height),
    )


@st.composite
def hex_at(draw: st.DrawFn, name: str, place: tuple[int, int]) -> Hex:
    """Draw what is in a hex."""
    kinds = tuple(sorted(draw(st.sets(terms, min_size=1, max_size=2))))
    own = next((term for term in kinds if term in known_inherent_terms()), None)
    return Hex(
        name,
        place,
        draw(levels),
        kinds,
        draw(st.just(own) | terms),
        draw(st.none() | levels),
        draw(st.booleans()),
        draw(st.frozensets(st.integers(0, 5))),
        tuple(sorted(draw(st.sets(st.sampled_from(["manhole", 'road(paved,"A1")']))))),
    )


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a small board in the order in which boards are read."""
    places = draw(
        st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6).map(
            lambda cells: sorted((column, 2 * row + column % 2) for column, row in cells)
        )
    )
    named = {place: f"{'ABCD'[place[0]]}{place[1] // 2 + 1}" for place in places}
    hexes = tuple(draw(hex_at(name, place)) for place, name in named.items())
    places_in = draw(st.sampled_from([("ground",), ("ground", "level(1)", "under")]))
    locations = tuple(
        Location(record.name, place, draw(levels)) for record in hexes for place in places_in
    )
    sides = {
        hexside_key(name, named[other]): draw(st.frozensets(terms, min_size=1, max_size=2))
        for place, name in named.items()
        for step in STEPS[:2]
        if (other := (place[0] + step[0], place[1] + step[1])) in named
    }
    extent = (draw(st.integers(1, 6)), draw(st.integers(1, 6)))
    step = draw(st.fractions(1, 99, max_denominator=99))
    drawn = draw(st.lists(outlines, max_size=3, unique_by=lambda each: each.name))
    notes = draw(st.sets(st.tuples(st.just("A1"), st.just("low"), names), max_size=2))
    return Board(
        name=draw(names),
        source=draw(names),
        layout=Layout(step, step, (-step, step), extent),
        hexes=hexes,
        locations=locations,
        hexsides=MappingProxyType(sides),
        outlines=tuple(sorted(drawn, key=lambda each: natural(each.name))),
        raster=draw(st.none() | rasters(*extent)),
        notes=tuple(sorted(notes)),
    )


@tries(6)
@given(boards())
def test_round_trip_of_random_boards(board: Board) -> None:
    lines = board_lines(board)
    assert len(set(lines)) == len(lines)
    assert parse_board(board_text(board), "again.lp") == board


def test_names_that_begin_alike_can_be_sorted() -> None:
    names = ["b10", "b2", "b", "bc", "b2c", "2b", "b1 2"]
    assert sorted(names, key=natural) == ["2b", "b", "b1 2", "b2", "b2c", "b10", "bc"]


def test_facts_are_sorted_whatever_the_order_of_the_board() -> None:
    board = embedded_board("budapest")
    turned = Board(
        name=board.name,
        source=board.source,
        layout=board.layout,
        hexes=board.hexes[::-1],
        locations=board.locations[::-1],
        hexsides=MappingProxyType(dict(list(board.hexsides.items())[::-1])),
        outlines=board.outlines[::-1],
        notes=board.notes[::-1],
    )
    assert board_lines(turned) == board_lines(board)
    assert turned.digest == board.digest


def calls_of(work: Callable[[], object]) -> int:
    """Count the calls, of Python and of C, that some work makes."""
    profile = Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


def test_reading_pixels_takes_work_in_step_with_them() -> None:
    chance = np.random.default_rng(1)
    counted = []
    for height in (10, 40):
        stripes = chance.integers(0, 3, (height, 645)).repeat(30, axis=0)
        raster = Raster(
            ("open", "wall", "woods"),
            stripes.astype(np.uint8),
            np.zeros((30 * height, 645), np.int8),
        )
        lines = span_lines(raster)
        head = f'hex("A1"). layout(width,{30 * height},1). layout(height,645,1).\n'
        text = head + "\n".join([*lines, ""])
        assert parse_board(text, "x.lp").raster == raster
        counted.append(calls_of(partial(parse_board, text, "x.lp")))
    assert len(lines) > 17_000
    assert counted[1] < 5 * counted[0]  # four times the pixels


# --- the vocabulary and clingo --------------------------------------------------------------------


def test_the_predicates_are_those_of_the_vocabulary() -> None:
    files = ("board.lp", "given.lp", "pieces.lp")
    text = "".join((VOCABULARY / name).read_text("utf-8") for name in files)
    described = dict(re.findall(r"^%\? (\w+)\((.*?)\)", text, re.MULTILINE))
    others = set(LAID) - {"counter"}  # a board's facts may have counters, and no other piece
    declared = {name: told for name, told in described.items() if name not in others}
    assert {name: len(arguments) for name, arguments in PREDICATES.items()} == {
        name: arguments.count(",") + 1 for name, arguments in declared.items()
    }
    for name, arguments in PREDICATES.items():
        assert [each for each, _ in arguments] == declared[name].split(", ")


@pytest.mark.parametrize(
    "board", [*map(embedded_board, embedded_names()), parse_board(DRAWN, "x.lp")]
)
def test_bare_clingo_reads_every_fact(board: Board) -> None:
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    control.load(str(VOCABULARY / "vocabulary.lp"))
    control.add("base", [], board_text(board))
    control.ground()
    assert messages == []
    assert sorted(f"{atom.symbol}." for atom in control.symbolic_atoms) == sorted(
        board_lines(board)
    )


# --- the embedded boards --------------------------------------------------------------------------


def test_embedded_boards() -> None:
    assert embedded_names() == ("barricades", "budapest", "pegasus")
    assert [len(embedded_board(name).hexes) for name in embedded_names()] == [83, 132, 112]


def test_an_embankment_lies_half_a_level_up() -> None:
    embankment = embedded_board("budapest").hex("F31"), embedded_board("budapest").hex("F32")
    assert [record.level for record in embankment] == [4, 5]
    assert embankment[1].inherent == "emrr"


def test_a_railway_bridge_spans_a_sunken_road() -> None:
    board = embedded_board("budapest")
    assert board.hex("G38").bed == 2
    assert [(place.place, place.level) for place in board.locations_of("G38")] == [
        ("under", 2),
        ("ground", 5),
    ]


def test_an_unknown_embedded_board_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^no embedded board is called budapst; write budapest$"):
        embedded_board("budapst")


def test_terms_have_classes() -> None:
    assert (kind_of("emrr"), kind_of("woods"), kind_of("crest")) == ("embankment", "other", "edge")
    assert known_inherent_terms() >= {"orchard", "emrr"}
    with pytest.raises(BadInput, match=r"^terrain wods is not known; write woods$"):
        kind_of("wods")


# --- refusals -------------------------------------------------------------------------------------

NONE = ""
A1 = 'hex("A1").\n'
OUTLINED = A1 + 'outline("h",woods,ground).\n'
SIZED = A1 + "layout(width,2,1). layout(height,1,1).\n"
REFUSALS = [
    (NONE, "", ': the board has no hexes; add facts such as hex("A1").'),
    (NONE, "% nothing\n", ': the board has no hexes; add facts such as hex("A1").'),
    (NONE, 'hex("A1")', ", line 1: the text ends where a full stop belongs; complete it"),
    (
        NONE,
        'hex("A1"',
        ", line 1: the text ends where a comma or a closing parenthesis belongs; complete it",
    ),
    (
        NONE,
        'hex("A1"]).',
        ", line 1: ] stands where a comma or a closing parenthesis belongs; mend the fact",
    ),
    (
        NONE,
        'hex("A1).\nhex("A2").',
        ', line 1: " begins a string that does not end well; write "..." on one line',
    ),
    (
        A1,
        "#script (python)\nmain = 1\n#end.",
        ", line 2: #script is a directive; leave it out: a facts file holds plain facts alone",
    ),
    (
        A1,
        '#include "other.lp".',
        ", line 2: #include is a directive; leave it out: a facts file holds plain facts alone",
    ),
    (
        A1,
        "#const n = 3.",
        ", line 2: #const is a directive; leave it out: a facts file holds plain facts alone",
    ),
    (
        A1,
        "#show hex/1.",
        ", line 2: #show is a directive; leave it out: a facts file holds plain facts alone",
    ),
    (
        A1,
        'elevation("A1",2) :- hex("A1").',
        ", line 2: :- makes this a rule with a body; write plain facts alone",
    ),
    (A1, ':- hex("A1").', ", line 2: :- makes this a rule with a body; write plain facts alone"),
    (A1, '{ stairwell("A1") }.', ", line 2: { makes this a choice; write plain facts alone"),
    (
        A1,
        'stairwell("A1") ; bed("A1",0).',
        ", line 2: ; makes this a disjunction, pool or condition; write each fact by itself",
    ),
    (
        A1,
        'stairwell("A1") | bed("A1",0).',
        ", line 2: | makes this a disjunction, pool or condition; write each fact by itself",
    ),
    (A1, "elevation(H,2).", ", line 2: H is a variable; write plain facts alone"),
    (A1, "elevation(_,2).", ", line 2: _ is a variable; write plain facts alone"),
    (
        A1,
        'place("A1",0..2,0).',
        ", line 2: .. makes this an interval; write each number as a fact of its own",
    ),
    (
        A1,
        'elevation("A1",1;2).',
        ", line 2: ; makes this a disjunction, pool or condition; write each fact by itself",
    ),
    (A1, 'elevation("A1",1+1).', ", line 2: + is an operation; write the result as a whole number"),
    (
        A1,
        'elevation("A1",02).',
        ", line 2: 02 is not a number; write a whole number without leading zeros",
    ),
    (
        A1,
        'elevation("A1",9999999999).',
        ", line 2: 9999999999 is out of range; write at most 2147483647",
    ),
    (A1, 'elevation("A1",@f()).', ", line 2: @ calls a script; write plain facts alone"),
    (A1, 'not stairwell("A1").', ", line 2: not negates; write plain facts alone"),
    (A1, '-stairwell("A1").', ", line 2: - negates; write plain facts alone"),
    (A1, "&sum { 1 }.", ", line 2: & is a theory atom; write plain facts alone"),
    (
        A1,
        "%* a block *%",
        ", line 2: %* starts a block comment; write % at the start of each line instead",
    ),
    (A1, 'stairwell("A1").\x1b[2J', ", line 2: unprintable character '\\x1b'; leave it out"),
    (
        A1,
        'feature("A1",f(f(f(f(f(f(f(f(f(0)))))))))).',
        ", line 2: a term is nested over 8 deep; write it flatter",
    ),
    (
        A1,
        'elevaton("A1",2).',
        ", line 2: elevaton/2 is not a predicate of boards; write elevation(Hex, Level)",
    ),
    (
        A1,
        "zzz(1).",
        ", line 2: zzz/1 is not a predicate of boards; write one of board, source, "
        "layout, hex, place, elevation, terrain, inherent, bed, stairwell, slope, "
        "hexside, location, outline, corner, confidence, feature, span, counter, map_rule, part_of, "
        "half_hex, also_named, north, area_means, area, given, note",
    ),
    (
        A1,
        'elevation("A1",2,3).',
        ", line 2: elevation takes 2 arguments, not 3; write elevation(Hex, Level)",
    ),
    (A1, "stairwell.", ", line 2: stairwell takes 1 argument, not 0; write stairwell(Hex)"),
    (
        A1,
        'elevation("A1","2").',
        ', line 2: elevation has "2" as its Level; write a level (half levels, -60 to 60)',
    ),
    (
        A1,
        'elevation("A1",high).',
        ", line 2: elevation has high as its Level; write a level (half levels, -60 to 60)",
    ),
    (
        A1,
        'elevation("A1",61).',
        ", line 2: elevation has 61 as its Level; write a level (half levels, -60 to 60)",
    ),
    (A1, "hex(a1).", ', line 2: hex has a1 as its Hex; write a quoted hex name such as "F31"'),
    (A1, 'hex("a1").', ', line 2: hex has "a1" as its Hex; write a quoted hex name such as "F31"'),
    (A1, 'place("A1",-2,0).', ", line 2: place has -2 as its Column; write a column (0 to 4000)"),
    (
        A1,
        'location("A1",roof,4).',
        ", line 2: location has roof as its Place; write ground, under or level(1) to level(9)",
    ),
    (
        A1,
        'slope("A1",6).',
        ", line 2: slope has 6 as its Direction; write a direction (0 N, 1 NE, ... 5 NW)",
    ),
    (
        A1,
        "layout(size,1,1).",
        ", line 2: layout has size as its Item; write one of column_step, "
        "hex_height, origin_x, origin_y, width, height",
    ),
    (
        A1,
        "layout(width,1,0).",
        ", line 2: layout has 0 as its Denominator; write a whole number from 1",
    ),
    (A1, "layout(width,0,1).", ", line 2: layout width is 0; write more than 0"),
    (A1, "layout(width,1,2).", ", line 2: layout width is 1/2; write a whole number"),
    (A1, "layout(width,2000000,1).", ", line 2: layout width is 2000000; write 1000000 at most"),
    (A1, 'terrain("A1",wods).', ", line 2: terrain wods is not known; write woods"),
    (
        A1,
        'terrain("A1","woods").',
        ', line 2: terrain has "woods" as its Terrain; write a terrain term such as woods',
    ),
    (
        A1,
        'inherent("A1",zzzzzz).',
        ", line 2: terrain zzzzzz is not known; write open or another known term",
    ),
    (
        A1,
        'note("A1",sure,"text").',
        ", line 2: note has sure as its Confidence; write high, medium or low",
    ),
    (
        A1,
        'elevation("A1",2).\nelevation("A1",4).',
        ', line 3: elevation("A1") has two levels, 2 and 4; keep one',
    ),
    (
        A1,
        'place("A1",0,0).\nplace("A1",0,2).',
        ', line 3: place("A1") has two places, 0,0 and 0,2; keep one',
    ),
    (
        A1,
        'place("A1",0,1).',
        ", line 2: column 0 and half row 1 of A1 add up to an odd number; mend one of them",
    ),
    (
        A1,
        'hex("A2").\nplace("A2",0,0).',
        ", line 3: hexes A1 and A2 share one place; give each its own",
    ),
    (A1, 'bed("A1",0). bed("A1",-2).', ', line 2: bed("A1") has two depths, 0 and -2; keep one'),
    (
        A1,
        'inherent("A1",orchard). inherent("A1",debris).',
        ', line 2: inherent("A1") has two inherent terrains, orchard and debris; keep one',
    ),
    (
        A1,
        'location("A1",ground,0). location("A1",ground,2).',
        ', line 2: location("A1",ground) has two levels, 0 and 2; keep one',
    ),
    (
        A1,
        "layout(width,1,1). layout(width,2,1).",
        ", line 2: layout(width) has two values, 1,1 and 2,1; keep one",
    ),
    (A1, 'board("a"). board("b").', ', line 2: board has two names, "a" and "b"; keep one'),
    (
        NONE,
        'hex("AB1").',
        ', line 1: hex AB1 has no place and its name tells none; add place("AB1",Column,HalfRow)',
    ),
    (A1, 'elevation("A2",2).', ', line 2: hex A2 is not on the board; add hex("A2"), or write A1'),
    (A1, 'hexside("A1","Z9",wall).', ', line 2: hex Z9 is not on the board; add hex("Z9")'),
    (
        A1,
        'hex("A3"). hexside("A1","A3",wall).',
        ", line 2: hexes A1 and A3 do not adjoin; name two neighbours",
    ),
    (
        A1,
        'hexside("A1","A1",wall).',
        ", line 2: hexes A1 and A1 do not adjoin; name two neighbours",
    ),
    (OUTLINED, "", ', line 2: outline "h" has no corners; add corner("h",0,0,X,Y) and so on'),
    (
        A1,
        'corner("h",0,0,1,1).',
        ', line 2: outline "h" is not declared; add outline("h",Terrain,Base)',
    ),
    (
        A1,
        'confidence("h",low).',
        ', line 2: outline "h" is not declared; add outline("h",Terrain,Base)',
    ),
    (
        OUTLINED,
        'outline("h",brush,ground).',
        ', line 3: outline("h") has two descriptions, woods,ground and brush,ground; keep one',
    ),
    (
        OUTLINED,
        'corner("h",0,0,1,1). corner("h",0,1,2,2).',
        ', line 3: ring 0 of outline "h" has 2 corners; give 3 at least',
    ),
    (
        OUTLINED,
        'corner("h",0,0,1,1). corner("h",0,2,2,2). corner("h",0,3,2,1).',
        ', line 3: ring 0 of "h" has corner 3 but 3 in all; count from 0',
    ),
    (
        OUTLINED,
        'corner("h",1,0,1,1). corner("h",1,1,2,2). corner("h",1,2,2,1).',
        ', line 3: outline "h" has a ring 1 but 1 in all; count from 0',
    ),
    (
        OUTLINED,
        'corner("h",0,0,1,1). corner("h",0,0,2,2).',
        ', line 3: corner("h",0,0) has two points, 1,1 and 2,2; keep one',
    ),
    (
        A1,
        "span(0,0,1,open,0).\n",
        ", line 2: a board drawn by spans needs its width; add layout(width,Pixels,1)",
    ),
    (
        SIZED,
        "span(0,0,1,open,0).\nspan(0,1,1,woods,0).\n",
        ", line 4: the stretch of row 0 from 1 to 1 overlaps another; cover each pixel once",
    ),
    (
        SIZED,
        "span(0,0,2,open,0).\n",
        ", line 3: the stretch of row 0 from 0 to 2 leaves the drawing; mend it, or "
        "layout width and height",
    ),
    (
        SIZED,
        "span(1,0,1,open,0).\n",
        ", line 3: the stretch of row 1 from 0 to 1 leaves the drawing; mend it, or "
        "layout width and height",
    ),
    (
        SIZED,
        "span(0,1,0,open,0).\n",
        ", line 3: the stretch of row 0 from 1 to 0 leaves the drawing; mend it, or "
        "layout width and height",
    ),
    (
        SIZED,
        "span(0,0,0,open,0).\n",
        ", line 4: no span covers the pixel in row 0, column 1; cover each pixel once",
    ),
    (
        SIZED,
        "span(0,0,0,open,0).\nspan(0,1,1,wods,0).\n",
        ", line 4: terrain wods is not known; write woods",
    ),
    (
        SIZED,
        "span(0,0,0,open,0).\nspan(0,1,1,woods,99).\n",
        ", line 4: span has 99 as its Level; write a level (half levels, -60 to 60)",
    ),
    (
        A1,
        "layout(width,20000,1). layout(height,20000,1).\nspan(0,0,0,open,0).\n",
        ", line 3: a drawing of 20000 by 20000 pixels is too large; give 8000000 at most",
    ),
    (
        NONE,
        'hex("A1"). place("A1",4000,4000).',
        ": the drawing is 3488582 by 2000500; give nearer hexes or a layout within 1000000",
    ),
    (
        NONE,
        'hex("A9999").',
        ", line 1: hex A9999 has no place and its name tells none; add "
        'place("A9999",Column,HalfRow)',
    ),
]


@pytest.mark.parametrize(("head", "text", "sentence"), REFUSALS)
def test_refusals(head: str, text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_board(head + text, "b.lp")
    assert str(refused.value) == f"b.lp{sentence}"


def test_lines_are_counted_past_spans() -> None:
    text = 'hex("A1").\nlayout(width,1,1). layout(height,3,1).\n'
    text += "".join(f"span({row},0,0,open,0).\n" for row in range(3)) + "nothing.\n"
    with pytest.raises(BadInput, match=r"^b\.lp, line 6: nothing/0"):
        parse_board(text, "b.lp")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "tiny.lp"
    path.write_text(TINY, "utf-8")
    assert read_board(path) == parse_board(TINY, "x.lp")
    path.write_bytes(TINY.replace("\n", "\r\n").encode())
    assert read_board(path) == parse_board(TINY, "x.lp")


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match=r"none\.lp: cannot be read \(No such file or directory\); name"
    ):
        read_board(tmp_path / "none.lp")
    with pytest.raises(BadInput, match="is a folder; give the path of a board's facts"):
        read_board(tmp_path)
    latin = tmp_path / "latin.lp"
    latin.write_bytes(b'hex("A1").\nnote("A1",low,"\xe9").')
    with pytest.raises(
        BadInput, match=r"latin\.lp, line 2: not UTF-8 text; save the file as UTF-8"
    ):
        read_board(latin)
    large = tmp_path / "large.lp"
    with large.open("wb") as opened:
        opened.truncate(LARGEST_FACTS_FILE + 1)
    with pytest.raises(
        BadInput, match=r"large\.lp: \d+ bytes are too many .*; give 16 MiB at most"
    ):
        read_board(large)


def test_nothing_is_included_or_run(tmp_path: Path) -> None:
    (tmp_path / "secret.lp").write_text('hex("A1").', "utf-8")
    included = f'#include "{tmp_path / "secret.lp"}".'
    for text in (included, f'"\\q {included}', f"%* *% {included}", f'note("{included}'):
        with pytest.raises(BadInput):
            parse_board(text, "b.lp")


# --- fuzzing --------------------------------------------------------------------------------------


def survives(text: str) -> None:
    """Read a text that may be anything: a board or a refusal of one line."""
    try:
        board = parse_board(text, "b.lp")
    except BadInput as refused:
        assert "\n" not in str(refused)
    else:
        assert parse_board(board_text(board), "again.lp") == board


@tries(175)
@given(st.text())
def test_any_text(text: str) -> None:
    survives(text)


PIECES = (
    'hex("A1").|hex(|"A1"|"B1"|,|)|).|.|place|(|0|-1|99999999999|span(0,0,0,open,0).\n|woods|ground|'
    'layout(width,1,1).|layout(height,1,1).|outline("a",woods,0).|corner("a",0,|..|:-|X|'
    '\n| |level(1)|f(g(0,-2),h)|"\\n\\"\\\\"|%*|%|#include|00|0x1|not|-|p.|\'|_a'
)
pieces = st.sampled_from(PIECES.split("|"))


@tries(225)
@given(st.lists(pieces, max_size=14).map("".join))
def test_any_order_of_pieces(text: str) -> None:
    survives(text)
    try:
        facts = list(read_facts(SourceText(text, "b.lp")))
    except BadInput:
        return
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    control.add("base", [], text)
    control.ground()
    assert messages == []
    assert {str(atom.symbol) for atom in control.symbolic_atoms} == {
        f"{fact.predicate}({','.join(map(written, fact.arguments))})".removesuffix("()")
        for fact in facts
    }


@tries(225)
@given(
    st.sampled_from([TINY, DRAWN]),
    st.lists(
        st.tuples(st.integers(0, 600), st.integers(0, 12), st.text(max_size=3) | pieces), max_size=3
    ),
)
def test_spoilt_boards(text: str, changes: list[tuple[int, int, str]]) -> None:
    for at, length, instead in changes:
        at = min(at, len(text))
        text = text[:at] + instead + text[at + length :]
    survives(text)
