"""Worked examples as facts files, and counters as users write them: read, refused, packaged."""

from collections import Counter as Tally
from pathlib import Path

import clingo
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.sizes import LARGEST_FACTS_FILE
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Counter, Outline, Raster
from hexcourt.facts.examples.worked_example import (
    PREDICATES,
    ExampleUnit,
    LineClaim,
    StatedPlace,
    afv_at,
    embedded_example,
    example_board,
    example_names,
    parse_example,
    read_example,
)
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.pieces.pieces import PLACEMENTS, counter_of, read_one
from tests.effort import tries
from tests.tiny import tiny

PROJECT = Path(__file__).parent.parent.parent.parent


def read_placement(text: str) -> Counter:
    """Read one counter."""
    return counter_of(read_one(text, PLACEMENTS, 'rubble("G37",stone)'))


SMALL = """\
% a tank and a gun, and a squad that may stand in two places
example("by hand").  on_board("small").  source("made up").
reads_as(orchard,orchard_out_of_season).
rubble("B1",stone).  debris("A2",under).
unit("T",afv).       at("T","A1").
unit("G",gun).       at("G","A2h1",emplaced).
unit("S",squad).     may_be_at("S","B1").    may_be_at("S","A2",entrenched).
claim(10,"G","T",no).
claim(2,"T","G",yes).  hindrance(2,1).  given(2,"G",not_emplaced).  mark(2,star).  mark(2,dagger).
may_be_rubble("A2",wood).  may_be("b1",woods).  may_be("b1",brush).  may_be("b1",woods).
note("T",low,"a doubt").
"""


# --- counters to place ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "counter"),
    [
        ('rubble("G37",stone)', Counter("G37", "ground", "rubble(stone)")),
        ('rubble("G37",wood).', Counter("G37", "ground", "rubble(wood)")),
        (' rubble( "G38" , stone , under ) . ', Counter("G38", "under", "rubble(stone)")),
        ('debris("F36")', Counter("F36", "ground", "debris")),
        ('debris("G38",under)', Counter("G38", "under", "debris")),
        ('debris("G38",ground)', Counter("G38", "ground", "debris")),
        ('afv("G37")', Counter("G37", "ground", "afv")),
        ('wreck("AA1")', Counter("AA1", "ground", "wreck")),
    ],
)
def test_a_placement(text: str, counter: Counter) -> None:
    assert read_placement(text) == counter


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'the counter to place is missing; write one such as rubble("G37",stone)'),
        (" . ", 'the counter to place is missing; write one such as rubble("G37",stone)'),
        (
            'debriss("F36")',
            'debriss("F36"): debriss/1 is not a predicate of counters; '
            "write debris(Hex) or debris(Hex, Place)",
        ),
        (
            "mud(1)",
            "mud(1): mud/1 is not a predicate of counters; write one of rubble, debris, afv, wreck",
        ),
        (
            'rubble("G37")',
            'rubble("G37"): rubble takes 2 or 3 arguments, not 1; '
            "write rubble(Hex, Material) or rubble(Hex, Material, Place)",
        ),
        (
            'rubble("G37",steel)',
            'rubble("G37",steel): rubble has steel as its Material; write stone or wood',
        ),
        (
            'debris("F36",roof)',
            'debris("F36",roof): debris has roof as its Place; write ground or under',
        ),
        (
            "rubble(G37,steel)",
            "rubble(G37,steel): rubble has steel as its Material; write stone or wood",
        ),
        (
            "rubbel(G37,stone)",
            "rubbel(G37,stone): rubbel/2 is not a predicate of counters; write rubble(Hex, Material)",
        ),
        (
            "rubble(G37)",
            "rubble(G37): rubble takes 2 or 3 arguments, not 1; write rubble(Hex, Material)",
        ),
        ('afv("A1"). afv("A2")', 'afv("A1"). afv("A2"): these are 2 counters; place each by'),
        ("% nothing", "% nothing: % begins a comment; leave comments out"),
        ('afv(""', 'afv("": . stands where a comma or a closing parenthesis belongs; mend'),
        ("#include", "#include: #include is a directive; leave it out"),
        ('afv("\x1b")', "afv(\" \"): unprintable character '\\x1b'; leave it out"),
    ],
)
def test_a_placement_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as raised:
        read_placement(text)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("debris(f36)", 'debris("F36")'),
        ("debris(F36,under)", 'debris("F36",under)'),
        ("rubble('G37',Stone)", 'rubble("G37",stone)'),
        ('AFV("G37")', 'afv("G37")'),
        ("rubble G37 wood", 'rubble("G37",wood)'),
        ("AFV( 1aE4 )", 'afv("1aE4")'),
        ('afv("A1"', 'afv("A1")'),
    ],
)
def test_a_placement_with_one_reading_is_understood(text: str, meant: str) -> None:
    assert read_placement(text) == read_placement(meant)


# --- examples -------------------------------------------------------------------------------------


def test_an_example() -> None:
    example = parse_example(SMALL, "small.lp")
    assert (example.name, example.board, example.source) == ("by hand", "small", "made up")
    assert dict(example.reads_as) == {"orchard": "orchard_out_of_season"}
    assert example.placed == (
        Counter("A2", "under", "debris"),
        Counter("B1", "ground", "rubble(stone)"),
    )
    assert example.units == (
        ExampleUnit("T", "afv", StatedPlace("A1")),
        ExampleUnit("G", "gun", StatedPlace("A2h1", "emplaced")),
        ExampleUnit("S", "squad", None, (StatedPlace("B1"), StatedPlace("A2", "entrenched"))),
    )
    assert example.claims == (
        LineClaim(2, "T", "G", "yes", 1, {"G": "not_emplaced"}, frozenset({"star", "dagger"})),
        LineClaim(10, "G", "T", "no", None, {}, frozenset()),
    )
    assert example.rubble_choices == (Counter("A2", "ground", "rubble(wood)"),)
    assert dict(example.readings) == {"b1": ("brush", "woods")}
    assert example.notes == (("T", "low", "a doubt"),)


def test_what_may_be_left_out() -> None:
    example = parse_example('on_board("small").', "files/plain.lp")
    assert (example.name, example.source) == ("plain", "")
    assert not any((example.units, example.claims, example.counters, example.reads_as))


def test_the_order_of_the_facts_makes_no_difference() -> None:
    turned = "\n".join(reversed(SMALL.splitlines()))
    first, second = parse_example(SMALL, "x"), parse_example(turned, "x")
    assert (first.claims, first.placed, first.notes) == (
        second.claims,
        second.placed,
        second.notes,
    )


def test_an_afv_in_place_is_a_counter() -> None:
    example = parse_example(SMALL, "small.lp")
    assert example.counters == (Counter("A1", "ground", "afv"), *example.placed)
    assert afv_at("G38/under") == Counter("G38", "under", "afv")


def test_a_unit_may_stand_in_one_place_and_be_looked_for_in_others() -> None:
    facts = 'unit("S",squad). at("S","A1",entrenched). may_be_at("S","A2"). may_be_at("S","A2").'
    (unit,) = parse_example('on_board("b"). ' + facts, "x").units
    assert unit == ExampleUnit("S", "squad", StatedPlace("A1", "entrenched"), (StatedPlace("A2"),))


REFUSALS = [
    ('unti("A",squad).', "unti/2 is not a predicate of examples; write unit(Unit, Kind)"),
    ('unit("A").', "unit takes 2 arguments, not 1; write unit(Unit, Kind)"),
    ('unit("A",tank).', "unit has tank as its Kind; write squad, gun or afv"),
    ('unit("",squad).', 'unit has "" as its Unit; write a short quoted name of a unit such as'),
    ('unit("A",squad). unit("A",gun).', 'unit("A") has two kinds, squad and gun; keep one'),
    ('on_board("c").', 'on_board has two boards, "b" and "c"; keep one'),
    ('example("a"). example("c").', 'example has two names, "a" and "c"; keep one'),
    ('at("T","A1").', 'unit T is not declared; add unit("T",squad)'),
    ('at("S12","A1").', 'unit S12 is not declared; add unit("S12",squad), or write S1'),
    ('at("S1","a1").', 'at has "a1" as its Location; write a quoted Location such as'),
    ('at("S1","A1"). at("S1","A2").', 'at("S1") has two places, "A1" and "A2"; keep one'),
    ('at("V1","A1h1").', "AFV V1 is upstairs in A1h1; name a Location on the ground"),
    ('may_be_at("V1","A1/L2").', "AFV V1 is upstairs in A1/L2; name a Location on the ground"),
    ('at("S1","A1",broken).', "at has broken as its Status; write entrenched or emplaced"),
    ('may_be_at("S1","A1",not_emplaced).', "may_be_at has not_emplaced as its Status; write"),
    ('claim(1,"S1","V1",maybe).', "claim has maybe as its Says; write yes, no or silent"),
    ('claim(0,"S1","V1",yes).', "claim has 0 as its Number; write the number of a claim, from 1"),
    ('claim(1,"S1","S1",yes).', "claim 1 is of a line from S1 to itself; name two units"),
    (
        'claim(1,"S1","V1",yes). claim(1,"S1","V1",no).',
        'claim(1) has two meanings, "S1","V1",yes and "S1","V1",no; keep one',
    ),
    ("hindrance(7,1).", "claim 7 is not declared; add claim(7,Viewer,Target,Says)"),
    ('given(7,"S1",emplaced).', "claim 7 is not declared; add claim(7,Viewer,Target,Says)"),
    ("mark(7,star).", "claim 7 is not declared; add claim(7,Viewer,Target,Says)"),
    ("mark(7,circle).", "mark has circle as its Mark; write star, dagger or double_dagger"),
    (
        'claim(1,"S1","V1",yes). hindrance(1,1). hindrance(1,2).',
        "hindrance(1) has two values, 1 and 2; keep one",
    ),
    (
        'claim(1,"S1","V1",yes). given(1,"V1",emplaced). given(1,"V1",not_emplaced).',
        'given(1,"V1") has two statuses, emplaced and not_emplaced; keep one',
    ),
    ("reads_as(orchrd,open).", "terrain orchrd is not known; write orchard"),
    ("reads_as(orchard,afv).", "terrain afv is not known; write"),
    (
        "reads_as(orchard,open). reads_as(orchard,woods).",
        "reads_as(orchard) has two readings, open and woods; keep one",
    ),
    ('may_be("b1",building(stone,99)).', "terrain building(stone,99) is not known; write"),
    ('may_be_rubble("A1",steel).', "may_be_rubble has steel as its Material; write stone or wood"),
    ("claim(X) :- unit(X).", "X is a variable; write plain facts alone"),
]


@pytest.mark.parametrize(("facts", "sentence"), REFUSALS)
def test_refusals(facts: str, sentence: str) -> None:
    with pytest.raises(BadInput) as raised:
        parse_example('on_board("b"). unit("S1",squad). unit("V1",afv).\n' + facts, "x.lp")
    assert str(raised.value).startswith(f"x.lp, line 2: {sentence}")
    assert ";" in str(raised.value), "a mend follows"


def test_an_example_needs_a_board() -> None:
    with pytest.raises(BadInput, match=r"^x: the example names no board; add on_board\("):
        parse_example("", "x")


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my.lp"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert read_example(path) == parse_example(SMALL, "small.lp")
    path.write_bytes(b'on_board("b").\nnote("caf\xe9",low,"x").')
    with pytest.raises(BadInput, match="line 2: not UTF-8 text; save the file as UTF-8"):
        read_example(path)
    with path.open("wb") as opened:
        opened.truncate(LARGEST_FACTS_FILE + 1)
    with pytest.raises(BadInput, match="bytes are too many for an example's facts"):
        read_example(path)
    with pytest.raises(BadInput, match="cannot be read"):
        read_example(tmp_path / "none.lp")


# --- any text at all ------------------------------------------------------------------------------

ARGUMENTS = [
    "1",
    "2",
    "-1",
    '"A"',
    '"B"',
    '"A1"',
    '"A1h1"',
    '"G38/under"',
    "squad",
    "afv",
    "gun",
    "yes",
    "silent",
    "stone",
    "under",
    "entrenched",
    "star",
    "orchard",
    "woods",
    "low",
    "f(g)",
]
LIKELY = [
    'on_board("b").',
    'unit("A",squad).',
    'unit("B",afv).',
    'claim(1,"A","B",yes).',
    'at("B","A1").',
    'may_be_at("A","A1h1").',
    "mark(1,star).",
    'given(1,"A",emplaced).',
]

likely = st.sampled_from(LIKELY)
facts = st.builds(
    lambda name, words: f"{name}({','.join(words)}).",
    st.sampled_from([*PREDICATES, "board", "unti"]),
    st.lists(st.sampled_from(ARGUMENTS), min_size=1, max_size=4),
)


@tries(75)
@given(st.lists(likely | facts, max_size=9).map("\n".join) | st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (lambda: parse_example(text, "x"), lambda: read_placement(text)):
        try:
            read()
        except BadInput as error:
            assert "\n" not in str(error)


@tries(25)
@given(st.lists(likely, max_size=9))
def test_likely_texts_are_read(lines: list[str]) -> None:
    example = parse_example("\n".join([*LIKELY[:4], *lines]), "x")
    assert len(example.claims) == 1
    assert len(example.counters) == ('at("B","A1").' in lines)


# --- the board as the example reads it ------------------------------------------------------------


def read_on(board: Board, more: str) -> Board:
    return example_board(parse_example(f'example("e"). on_board("b"). {more}', "x"), board)


def test_terrain_reads_as_another() -> None:
    board = tiny("A1 orchard, A2 woods, B1 orchard, A1-A2 hedge")
    read = read_on(board, "reads_as(orchard,orchard_out_of_season). reads_as(hedge,wall).")
    assert read.hex("A1").terrain == ("orchard_out_of_season",)
    assert read.hex("A1").inherent == "orchard_out_of_season"
    assert read.hex("A2") is board.hex("A2")
    assert dict(read.hexsides) == {("A1", "A2"): frozenset({"wall"})}
    assert read_on(board, "reads_as(orchard,open).").hex("B1").inherent is None
    assert read_on(board, "reads_as(woods,orchard).").hex("A2").inherent == "orchard"
    assert read_on(board, "") is board


def test_readings_do_not_chain() -> None:
    board = tiny("A1 orchard, A2 woods")
    read = read_on(board, "reads_as(orchard,woods). reads_as(woods,orchard).")
    assert [record.terrain for record in read.hexes] == [("woods",), ("orchard",)]
    assert [record.inherent for record in read.hexes] == [None, "orchard"]


def test_outlines_and_pixels_are_read_too() -> None:
    ring = (((0, 0), (9, 0), (0, 9)),)
    board = tiny("A1")
    drawn = Board(
        name="b",
        source="",
        layout=board.layout,
        hexes=board.hexes,
        locations=board.locations,
        outlines=(Outline("o", "orchard", None, ring),),
        raster=Raster(
            ("open", "orchard", "woods"),
            np.array([[0, 1, 2]], np.uint8),
            np.zeros((1, 3), np.int8),
        ),
    )
    read = read_on(drawn, "reads_as(orchard,woods). reads_as(woods,brush).")
    assert read.outlines == (Outline("o", "woods", None, ring),)
    assert read.raster is not None
    assert [read.raster.terms[number] for number in read.raster.terrain[0]] == [
        "open",
        "woods",
        "brush",
    ]
    merged = read_on(drawn, "reads_as(orchard,woods).").raster
    assert merged is not None
    assert merged.terms == ("open", "woods")
    assert merged.terrain.tolist() == [[0, 1, 1]]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ('unit("A",squad). at("A","A9").', "e: hex A9 is not on board"),
        ('unit("A",squad). at("A","A1h2").', "e: Location A1h2 does not exist on board"),
        ('unit("A",squad). may_be_at("A","A1h2").', "e: Location A1h2 does not exist on board"),
        ('debris("A1",under).', "e: Location A1/under does not exist on board"),
        ('may_be_rubble("B7",stone).', "e: hex B7 is not on board"),
        ('may_be("b1",woods).', 'e: outline "b1" is not on board'),
    ],
)
def test_what_the_board_lacks_is_refused(more: str, sentence: str) -> None:
    with pytest.raises(BadInput) as raised:
        read_on(tiny("A1"), more)
    assert str(raised.value).startswith(sentence)


def test_the_nearest_outline_is_offered() -> None:
    with pytest.raises(BadInput, match=r'outline "b113" is not on board budapest; write "b13"$'):
        read_on(embedded_board("budapest"), 'may_be("b113",woods).')


# --- the embedded examples ------------------------------------------------------------------------


def test_embedded_examples() -> None:
    assert example_names() == ("fb_6_123", "fb_6_1242")
    with pytest.raises(BadInput, match=r"^no embedded example is called fb_6_124; write fb_6_124?"):
        embedded_example("fb_6_124")


@pytest.mark.parametrize("name", example_names())
def test_bare_clingo_reads_every_embedded_fact(name: str) -> None:
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    control.load(str(PROJECT / "examples" / f"{name}.lp"))
    control.ground()
    assert messages == []
    claims = sum(atom.symbol.name == "claim" for atom in control.symbolic_atoms)
    assert claims == len(embedded_example(name).claims)


@pytest.mark.parametrize("name", example_names())
def test_the_board_has_all_that_an_example_names(name: str) -> None:
    example = embedded_example(name)
    board = embedded_board(example.board)
    assert example_board(example, board).locations == board.locations


def test_artificial_terrain_on_an_embankment() -> None:
    example = embedded_example("fb_6_1242")
    assert example.name == "FB6.1242 EX"
    assert [unit.name for unit in example.units] == list("ABCDEFGHIJ")
    assert len({(claim.viewer, claim.target) for claim in example.claims}) == 90
    assert Tally(claim.says for claim in example.claims) == {"yes": 52, "no": 36, "silent": 2}
    assert {
        claim.viewer + claim.target: claim.hindrance
        for claim in example.claims
        if claim.hindrance is not None
    } == {"AD": 1, "AE": 1, "AF": 1, "AG": 2, "FA": 1, "ED": 3, "CD": 0} | dict.fromkeys(
        ("CB", "CE", "CG", "CH"), 1
    )
    assert [counter.hex for counter in example.counters if counter.terrain == "afv"] == [
        "E37",
        "G37",
    ]
    assert sum(counter.hex == "G38" for counter in example.counters) == 2


def test_lines_of_sight_by_an_embankment() -> None:
    example = embedded_example("fb_6_123")
    assert len(example.claims) == 432
    assert Tally(claim.says for claim in example.claims) == {"yes": 249, "no": 183}
    told = {unit.name: unit.place for unit in example.units if not unit.candidates}
    assert told == {
        "H": StatedPlace("E33"),
        "N": StatedPlace("F31"),
        "Y": StatedPlace("K33"),
        "Z": StatedPlace("L33h2"),
    }
    assert all(unit.place in (*unit.candidates, told.get(unit.name)) for unit in example.units)
    assert {unit.name: unit.kind for unit in example.units if unit.kind != "squad"} == {
        "H": "gun",
        "N": "gun",
        "Q": "afv",
    }
    assert len(example.rubble_choices) == 4
    marks = Tally(mark for claim in example.claims for mark in claim.marks)
    assert marks == {"star": 21, "dagger": 7, "double_dagger": 1}


def test_guns_have_two_rows() -> None:
    claims = embedded_example("fb_6_123").claims
    for viewer in "HN":
        statuses = Tally(claim.given[viewer] for claim in claims if claim.viewer == viewer)
        assert statuses == {"emplaced": 27, "not_emplaced": 27}
    for claim in claims:
        for mark, gun in (("dagger", "N"), ("double_dagger", "H")):
            if mark in claim.marks:
                assert (claim.target, claim.given[gun]) == (gun, "not_emplaced")
