"""Sentences of setup and entry, read: what each comes to, what is refused, and with which words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.areas.area import (
    Anywhere,
    Area,
    AtLevel,
    BesideGrain,
    BesideHexrow,
    Beyond,
    Buildings,
    Compass,
    Edge,
    EdgeBeside,
    EdgeBetween,
    Except,
    Hexes,
    Hexrow,
    Hexrows,
    HexRun,
    NamedArea,
    NextTo,
    Numbered,
    OffBoard,
    OfTerrain,
    OnBoards,
    RoadsOff,
    Within,
    both,
    either,
)
from hexcourt.facts.areas.read_sentences import (
    Concealed,
    EntrySentence,
    Hidden,
    MostInHex,
    NotBeside,
    NotWith,
    Order,
    Placed,
    Setup,
    Spent,
    is_sentence,
    read_area,
    read_sentence,
)
from hexcourt.facts.areas.tokens import NotUnderstood, terrain_words
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.sentences.read_special_rules import read_special_rule
from hexcourt.facts.geometry.coordinates import BoardHex, HexName
from hexcourt.facts.maps.configuration import is_name
from tests.effort import tries

READ = {
    "4 or more hexes from N4": "at least 4 hexes from hex N4",
    "2 or fewer hexes from N4": "within 2 hexes of hex N4",
    "hexes N4/N5/N6": "hexes N4, N5, N6",
    "buildings F5/K5": "buildings F5, K5",
    "within 1 hex of N4/N6": "within 1 hex of hexes N4, N6",
    "not adjacent to any road": "anywhere but not adjacent to any road hex",
    "any hex not adjacent to a building": "anywhere but not adjacent to any building hex",
    "hexrows A, C and F": "hexrow A or hexrow C or hexrow F",
    "hexrows D and E": "hexrow D or hexrow E",  # those between are none
    "hexrow Q or T": "hexrow Q or hexrow T",
    "only in building F5": "building F5",
    "any stone building": "any stone building hex",
    "wooden buildings west of hexrow K": "any wooden building hex, west of hexrow K",
    "the following hexes: K4, L5": "hexes K4, L5",
    "hexes with coordinates of 4 or less": "hexes <= 4",
    "hexrow G, numbered 3 to 6": "hexrow G, hexes >= 3 and <= 6",
    "on or north of row G": "on or north of hexrow G",
    "in hexes 2 hexes or more from the north edge": "at least 2 hexes from north edge",
    "no closer than 3 hexes to K5": "at least 3 hexes from hex K5",
    "south edge, on or west of P10": "south edge on or west of P10",
    "any southern or eastern mapboard hex": "south or east edge",
    "anywhere": "anywhere",
    "On Board 2": "board 2",
    "boards 2/5": "board 2/5",
    "any whole hex of board 3": "whole hexes of board 3",
    "hexes>=3 and =<7": "hexes >= 3 and <= 7",
    "in hexes ≤ 4": "hexes <= 4",
    "hexes numbered 4 or less": "hexes <= 4",
    "on and or between hexes numbered 5 and 8": "hexes >= 5 and <= 8",
    "hexes with coordinates <= 4": "hexes <= 4",
    "ON/WEST of hex row q": "on or west of hexrow Q",
    "on and/or south of hexrow uBB": "on or south of hexrow uBB",
    "west of hexrow Q": "west of hexrow Q",
    "on/W of hexrow Q": "on or west of hexrow Q",
    "hexrow E of board 2": "hexrow E, board 2",
    "hexes 3-6": "hexes >= 3 and <= 6",
    "hexes numbered less than 4": "hexes <= 3",
    "hexes more than 4": "hexes >= 5",
    "north edge between I1 & Q1": "north edge between I1 and Q1",
    "bd 02": "board 2",
    "hexes N4 thru N6": "hexes N4-N6",
    "no farther than 3 hexes from N4": "within 3 hexes of hex N4",
    "on/or between hexrows D through O": "on or between hexrows D and O",
    "hexrows B - F": "on or between hexrows B and F",
    "in hexrow K": "hexrow K",
    "N3, N4, M5, and L5": "hexes N3, N4, M5, L5",
    "road hexes N3 and up2": "road hexes N3, uP2",
    "Y10 and/or GG5-GG6": "hex Y10 or hexes GG5-GG6",
    "bldgs AA4, CC3 and/or Y8": "buildings AA4, CC3, Y8",
    "any building hex <= 3 hexes of L6": "any building hex, within 3 hexes of hex L6",
    "woods and/or orchard hexes": "any woods or orchard hex",
    "hexes <= 7 from S6": "within 7 hexes of hex S6",
    "no more than 2 hexes from N4 or K5": "within 2 hexes of hexes N4, K5",
    "> 3 hexes from north and east edge": "at least 4 hexes from (north or east edge)",
    "at least two hexes away from any building": "at least 2 hexes from any building hex",
    "on level 2 or higher": "hexes on level 2 or higher",
    "on or adjacent to K7": "on or adjacent to hex K7",
    "not in or adjacent to building F5": "anywhere but not on or adjacent to building F5",
    "on/north of hexgrain A5-K10": "on or north of hexgrain A5-K10",
    "north and or west edges": "north or west edge",
    "the west edge of Boards 2/5": "west edge of board 2/5",
    "any hex edge": "any edge",
    "south edge and/or east edge between GG6-GG10": "south edge or east edge between GG6 and GG10",
    "north edge on/between hexrows I and Q": "north edge, on or between hexrows I and Q",
    "north edge on/east of C1": "north edge on or east of C1",
    "any single road hex on the east edge of Board 3": "any single road hex on east edge of board 3",
    "west A5 or south I10": "(west edge, hex A5) or (south edge, hex I10)",
    "board v hexes >= 4 and/or on board x": "(board v, hexes >= 4) or board x",
    "board v in hexes >= 6 and anywhere on Board u": "(board v, hexes >= 6) or board u",
    "board y hexes <= 2 and/or >= 9": "board y, (hexes <= 2 or hexes >= 9)",
    "building F5 and hex K7": "building F5 or hex K7",
    "on/east of hexrow K in on/west of hexrow Q": (
        "on or east of hexrow K in on or west of hexrow Q"
    ),
    "(hexes <= 4 or hexrow K) in board 2": "(hexes <= 4 or hexrow K), board 2",
    "east edge (black and red hexes)": "east edge",
    '"east bank" but not g1': '"east bank" but not "g1"',
}


@pytest.mark.parametrize("text", READ)
def test_areas_as_captions_write_them(text: str) -> None:
    read = read_area(text, ("east bank", "g1"))
    assert str(read.value) == READ[text]
    assert read.notes == ()


NOTED = {
    "on or noth of hexrow S": ("on or north of hexrow S", "'noth' was read as 'north'"),
    "north egde": ("north edge", "'egde' was read as 'edge'"),
    "east edge bewteen GG6-GG10": (
        "east edge between GG6 and GG10",
        "'bewteen' was read as 'between'",
    ),
    ">west edge": ("west edge", "'>west' was read as 'west'"),
    "between hexrows I and Q": (
        "on or between hexrows I and Q",
        "'between' was read as 'on or between'",
    ),
    "hexes <= 4)": ("hexes <= 4", "')' closes nothing"),
}


@pytest.mark.parametrize("text", NOTED)
def test_what_is_read_as_something_else_is_noted(text: str) -> None:
    read = read_area(text)
    assert (str(read.value), *read.notes) == NOTED[text]


REFUSED = {
    "per SSR 1": "per SSR 1",
    "along the northeast edge": "along the northeast edge",
    "on nouth edge": "on nouth edge",  # north or south
    "aest edge": None,
    "north of Y1-Y5-AA5 road": "north of Y1-Y5-AA5 road",
    ">= 3 hexes from vY1-vX3-vR6 road section": ">= 3 hexes from vY1-vX3-vR6 road section",
    ">= 2 hexes from Polish Forces setup area": ">= 2 hexes from Polish Forces setup area",
    "hexes <= 4, >= 2 hexes from each other": ">= 2 hexes from each other",
    "hexrow K or blue hexes": "or blue hexes",
    "hexes numbered 5 and 8": None,  # these two, or those between
    "hexrows A and C": None,
    "within 2 hexes of N4 and K5": None,  # of either, or of both
    "on/east of hexrow K and on/west of hexrow C": "and on/west of hexrow C",
    "building F5 and within 2 hexes of K5": "and within 2 hexes of K5",
    "on/north of hexrow BB on Board u and on/south of hexrow V on Board v": (
        "and on/south of hexrow V on Board v"
    ),
    "hexes <= 4 or hexrow K but not board 2": "or hexrow K but not board 2",
    "hexes <= 4 and > 7": None,
    "hexes 3-6 from N4": None,
    "W of N4": "W of N4",
    "Set up": "Set up",
    "anywhere except within 3 hexes of N4 on board 1": "on board 1",
    "building F5 on level 1": "on level 1",  # of the building, or of the ground
    "hexes <= 4 if the player likes": "if the player likes",
    "in bocage hexes": None,
    "(" * 12 + "A5": None,
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_understood_is_refused_with_its_words(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_area(text)
    assert "\n" not in str(caught.value)
    if isinstance(caught.value, NotUnderstood) and REFUSED[text] is not None:
        assert caught.value.words == REFUSED[text]


def test_the_nearest_form_is_offered() -> None:
    with pytest.raises(NotUnderstood) as caught:
        read_area("onn or wesst of the hexrows of Q")
    assert caught.value.form == "on or west of hexrow Q"
    with pytest.raises(NotUnderstood) as caught:
        read_sentence("Leave on Turn 1 along the north edge")
    assert caught.value.form == "Enter on Turn 1 along the north edge"
    for early in ("Set up", "Enter at 1Q1"):
        with pytest.raises(NotUnderstood, match=f"^'{early}': (it ends|not understood; write)"):
            read_sentence(early)


def test_names_stand_before_hexes_and_are_no_part_of_words() -> None:
    assert read_area("f5", ["f5"]).value == NamedArea("f5")
    assert read_area("F5", ["f5"]).value == read_area("f5").value
    assert str(read_area("building f5", ["f5"]).value) == "building F5"
    assert (
        str(read_area("north bank or north edge", ["north bank"]).value)
        == '"north bank" or north edge'
    )


SENTENCES = {
    "Sets up first on/west of hexrow C.": Setup(
        BesideHexrow(Compass.WEST, Hexrow("C"), True), Order("first")
    ),
    "Set up second": Setup(Anywhere(), Order("second")),
    "setup last (after German Forces ) in building F5": Setup(
        Buildings((BoardHex(HexName(5, 5)),)), Order("last", after="German Forces")
    ),
    "Set up at the same time as New Zealand Forces, Group 1 on Board v": Setup(
        OnBoards(("v",)), Order(with_="New Zealand Forces, Group 1")
    ),
    "Set up anywhere at the same time as British Forces but not in hex with British unit.": Setup(
        Anywhere(), Order(with_="British Forces"), (NotWith("British unit"),)
    ),
    "Set up HIP in hexes <= 4 with no more than one MMC per hex and not adjacent to other MMC": Setup(
        Numbered(None, 4), limits=(Hidden(), MostInHex(1, "MMC"), NotBeside("MMC"))
    ),
    "Set up in hexes <= 4. Up to 2 MMCs may be set up HIP. See NOTES.": Setup(
        Numbered(None, 4), remarks=("Up to 2 MMCs may be set up HIP", "See NOTES")
    ),
    "Set up first, concealed, on board 2, one MMC per hex": Setup(
        OnBoards(("2",)), Order("first"), (Concealed(), MostInHex(1, "MMC"))
    ),
    "Set up on board 2; no more than 1 squad per hex; concealed": Setup(
        OnBoards(("2",)), limits=(MostInHex(1, "squad"), Concealed())
    ),
    "Set up last (after Russian set up) anywhere": Setup(Anywhere(), Order("last", "Russian")),
    "Set up simultaneously with German Forces on board v": Setup(
        OnBoards(("v",)), Order(with_="German Forces")
    ),
    "Enter the map on Turns 1-3 along the north edge": EntrySentence(
        1, Edge((Compass.NORTH,)), until=3
    ),
    "Enter during Turn 2, 3 or 4 along any edge": EntrySentence(2, Edge(), until=4),
    "Enters on and or after Trun 3 alont the north egde.": EntrySentence(
        3, Edge((Compass.NORTH,)), after=True
    ),
    "Enter along any edge on Turn 2 or later": EntrySentence(2, Edge(), after=True),
    "Enter on Turn 2 (or later) along N edge": EntrySentence(2, Edge((Compass.NORTH,)), after=True),
    "Moves first by Entering on Turn 1 east edge and exit on west edge.": EntrySentence(
        1, Edge((Compass.EAST,)), exit=Edge((Compass.WEST,)), first=True
    ),
    "Enter on Turn 1 west edge having already expended 6.5 MP (see SSR 2)": EntrySentence(
        1, Edge((Compass.WEST,)), spent=Spent(13 / 2, "MP"), remarks=("see SSR 2",)
    ),
    "Enter on Turn 1 west edge, having used half of their MF allotment": EntrySentence(
        1, Edge((Compass.WEST,)), spent=Spent(None, "MF")
    ),
    "Enter on Turn 1 west edge, having used 1/2 of their MF": EntrySentence(
        1, Edge((Compass.WEST,)), spent=Spent(None, "MF")
    ),
    "Have been placed in Z7.": Placed(Hexes((BoardHex(HexName(25, 7)),))),
}


@pytest.mark.parametrize("text", SENTENCES)
def test_sentences_of_setup_and_entry(text: str) -> None:
    read = read_sentence(text).value
    assert read == SENTENCES[text]
    assert read_sentence(str(read)).value == read
    assert is_sentence(text)


@pytest.mark.parametrize(
    "text",
    [
        "Enter per SSR 4",
        "Enter on Turn 0 along north edge",
        "Enter on Turn 1 along north edge having spent \u00bd MP",  # half of all, or of one
        "Enter on Turn 2, 3, or 4 per SSR 2 dr roll on north edge or south edge",
        "Enter on Turn 1 along north edge. German AFVs exit uI10.",  # not all leave there
        "Enter on Turn 1 along north edge. May enter on Turn 2.",
        "Enter along the north edge",
        "Enter on Turns 1 and 3 along the north edge",  # these, or a part on each
        "Enter on Turn 1 or 3 along the north edge",
        "Enter on Turn 3-2 along the north edge",
        "Set up in building F5 only if the German does",
        "Set up",
        "Set up in hexes <= 4. Guns must set up in road hexes.",
        "Set up in hexes <= 4, no squads",
        "Set up in hexes <= 4 but may stack with another MMC.",
        "set up first off board and enter along north edge",
        "German player purchases units",
    ],
)
def test_sentences_that_say_more_than_is_understood_are_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_sentence(text)


# --- written forms ---------------------------------------------------------------------------------

_boards = st.sampled_from(["2", "5", "2a", "v", "RB"])
_hexes = st.builds(
    BoardHex,
    st.builds(HexName, st.integers(0, 33), st.integers(0, 12)),
    st.none() | st.sampled_from(["2", "v", "2a"]),
)
_some_hexes = st.lists(_hexes, min_size=1, max_size=3, unique=True).map(tuple)
_rows = st.builds(
    Hexrow, st.sampled_from(["A", "K", "BB", "GG"]), st.none() | st.sampled_from("2v")
)
_sides = st.sampled_from(Compass)
_some_boards = st.lists(_boards, min_size=1, max_size=2, unique=True).map(tuple)
_edges = st.builds(
    Edge,
    st.lists(_sides, max_size=2, unique=True).map(tuple),
    st.just(()) | _some_boards,
)
_parts_of_edges = st.one_of(
    _edges,
    st.builds(EdgeBetween, _edges, _hexes, _hexes),
    st.builds(EdgeBeside, _edges, _sides, _hexes, st.booleans()),
)
_numbers = st.integers(0, 12)
_plain = st.one_of(
    st.just(Anywhere()),
    st.just(OffBoard()),
    st.builds(OnBoards, _some_boards, st.booleans()),
    st.just(OnBoards((), whole=True)),
    st.builds(Numbered, _numbers, st.none()),
    st.builds(Numbered, st.none(), _numbers),
    st.builds(lambda low, more: Numbered(low, low + more), _numbers, _numbers),
    st.builds(Hexrows, _rows, _rows),
    st.builds(BesideHexrow, _sides, _rows, st.booleans()),
    st.builds(Hexes, _some_hexes, st.sampled_from(["", "road", "woods"])),
    st.builds(HexRun, _hexes, _hexes),
    st.builds(Buildings, _some_hexes),
    st.sampled_from(
        [OfTerrain(("building",)), OfTerrain(("woods", "light woods")), OfTerrain(("road",))]
    ),
    st.builds(lambda low: AtLevel(low, low), st.integers(-2, 4)),
    st.builds(AtLevel, st.integers(-2, 4), st.none()),
    st.builds(AtLevel, st.none(), st.integers(-2, 4)),
    _parts_of_edges,
    st.builds(RoadsOff, _parts_of_edges, st.booleans()),
    st.builds(
        lambda side, grain, on: BesideGrain(side, grain, on),
        _sides,
        st.tuples(_hexes, _hexes),
        st.booleans(),
    ),
    st.builds(NamedArea, st.sampled_from(["east bank", "g1", "x_1"])),
)


def _around(areas: st.SearchStrategy[Area]) -> st.SearchStrategy[Area]:
    return st.one_of(
        st.builds(Within, _numbers, areas),
        st.builds(Beyond, _numbers, areas),
        st.builds(NextTo, areas, st.booleans()),
    )


def _together(areas: st.SearchStrategy[Area]) -> st.SearchStrategy[Area]:
    several = st.lists(areas, min_size=2, max_size=3)
    parenthesised = several.map(either)
    return st.one_of(
        _around(areas),
        parenthesised,
        st.builds(lambda one, other: both([one, Except(other)]), areas, areas),
        st.builds(lambda one, other: both([one, either([other, NamedArea("g1")])]), areas, areas),
    )


@tries(300)
@given(st.recursive(_plain, _together, max_leaves=5))
def test_what_an_area_writes_reads_back_equal(area: Area) -> None:
    assert read_area(str(area), ("east bank", "g1", "x_1")).value == area


@tries(200)
@given(st.text(st.sampled_from("abeghnorstwxADKNQ0159 ,.-/<>=()½≤\"'"), max_size=60))
def test_no_text_brings_down_the_reader(text: str) -> None:
    for read in (read_area, read_sentence):
        try:
            read(text)
        except BadInput as error:
            assert "\n" not in str(error)


TERRAIN_NAMES = ("bridge", "water", "woods")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("bridge", '"bridge"'),
        ("within 2 hexes of the bridge", 'within 2 hexes of "bridge"'),
        ("within 2 hexes of a bridge", "within 2 hexes of any bridge hex"),
        ("bridge hexes", "any bridge hex"),
        ("bridge or water", '"bridge" or "water"'),
        ("in any woods hex but not bridge", 'any woods hex but not "bridge"'),
        ("woods or orchard hexes", "any woods or orchard hex"),
        ("woods hexes A5, A6", "woods hexes A5, A6"),
    ],
)
def test_an_area_may_be_called_like_terrain(text: str, meant: str) -> None:
    assert str(read_area(text, TERRAIN_NAMES).value) == meant
    assert str(read_area(meant, TERRAIN_NAMES).value) == meant


@pytest.mark.parametrize("name", sorted({*terrain_words(), "north", "within", "Turn"}))
def test_each_kind_of_terrain_may_name_an_area_and_other_words_may_not(name: str) -> None:
    refused = name in ("north", "within", "Turn", "road", "building")
    if not name.isalpha():  # parted by _, and no word that sentences have
        return
    assert is_name(name) is not refused
    if not refused:
        assert read_area(f"within 1 hex of {name}", [name]).value == Within(1, NamedArea(name))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("AFV may not enter water", 'afv may not enter "water"'),
        ("AFV may not enter any water hex", "afv may not enter any water"),
        ("Building X3 is a bridge", "building X3 is bridge"),
        ("Woods are brush", "woods is brush"),
    ],
)
def test_special_rules_tell_such_a_name_from_terrain(text: str, meant: str) -> None:
    (rule,) = read_special_rule(text, TERRAIN_NAMES).value
    assert str(rule) == meant
