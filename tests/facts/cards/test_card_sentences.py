"""Sentences of victory conditions and special rules, read: what each comes to, what is kept as not
understood, and that all is written so that it reads back equal.
"""

from __future__ import annotations

import doctest
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.areas.area import (
    BesideHexrow,
    Buildings,
    Compass,
    Edge,
    Hexes,
    Hexrow,
    NamedArea,
    OfTerrain,
    OnBoards,
    Within,
    both,
)
from hexcourt.facts.areas.meaning import Ground
from hexcourt.facts.areas.tokens import NotUnderstood
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.sentences.meaning import changes_of, given_of, hexes_of
from hexcourt.facts.cards.sentences.read_special_rules import read_special_rule
from hexcourt.facts.cards.sentences.read_units import CountedPlaces, Places, Units
from hexcourt.facts.cards.sentences.read_victory import read_victory
from hexcourt.facts.cards.sentences.special_rules import (
    AreaIs,
    Begins,
    BuildingLevels,
    ChangeLevel,
    ChangeTerrain,
    Conditions,
    DelayedEntry,
    FortifiedHexes,
    Has,
    HiddenSetup,
    Is,
    MayNotEnter,
    MostSetUpInHex,
    MovesFirst,
    NoEffectOnSight,
    NotThere,
    Partly,
    Season,
    Separation,
    SetsUpFirst,
    SetUpIn,
    SpecialRule,
    Weather,
    Wind,
)
from hexcourt.facts.cards.sentences.victory import (
    ANY_SIDE,
    AT_END,
    AT_ONCE,
    AllOf,
    AnyOf,
    Control,
    ControlMore,
    Eliminate,
    Exit,
    ExitValue,
    NoUnits,
    Outnumber,
    Points,
    Presence,
    SoleUnits,
    Victory,
    Win,
)
from hexcourt.facts.geometry.coordinates import BoardHex, HexName
from hexcourt.facts.maps.changes.meaning import meaning_of
from hexcourt.solver.position.areas import Areas
from hexcourt.solver.scenario.opening import open_board
from tests.effort import tries

VICTORY = {
    "The Germans win if they have at least 3 unbroken squads within two hexes of K5.": (
        "german wins if have at least 3 unbroken squad in at least 1 of hexes of "
        "(within 2 hexes of hex K5)"
    ),
    "The Germans win if they have a squad at least 2 hexes from K5.": (
        "german wins if have at least 1 squad in at least 1 of hexes of (at least 2 hexes from hex K5)"
    ),
    "The Russians win at game end if they Control at least 5 stone buildings on board 20.": (
        "russian wins at end if Control at least 5 of buildings of (any stone building hex, board 20)"
    ),
    "The Germans win immediately upon Controlling buildings F5 and K5.": (
        "german wins at once if Control all of building F5, building K5"
    ),
    "The Americans win if there are no Good Order German MMC on or east of hexrow Q at game end.": (
        "american wins at end if no german good order mmc in (on or east of hexrow Q)"
    ),
    "To win, the Finns must exit ≥ 12 VP off the west edge between A3 and A8.": (
        "finnish wins if exit at least 12 VP off west edge between A3 and A8"
    ),
    "The British win at the end of the game if they Control hex K7 and have exited at least "
    "four AFVs off "
    "the north edge.": (
        "british wins at end if (Control all of hex K7) and (exit at least 4 afv off north edge)"
    ),
    "The Russians win at once if no German units remain on board 2; any other outcome is a "
    "German victory.": (
        "russian wins at once if no german unit in (board 2). Otherwise german wins"
    ),
    "The Japanese win at game end if they have amassed >= 25 CVP or Control building M7.": (
        "japanese wins at end if (amass at least 25 CVP) or (Control all of building M7)"
    ),
    "Victory Conditions: The Germans win at game end if they have at least twice as many Good "
    "Order squads "
    "as the Russians.": (
        "german wins at end if at least 2 times as many good order squad as the enemy"
    ),
    "Control is determined by hexes, not buildings.": "Control is by hexes",
    "Exit VP: squad 3, half-squad 2, leader 1 and AFV 5.": (
        "Exit Victory Points: squad 3, half-squad 2, leader 1, afv 5"
    ),
    "The Italians win at game end if they have a Good Order MMC in at least two of hexes K5, L6 "
    "and M5.": (
        "italian wins at end if have at least 1 good order mmc in at least 2 of hex K5, hex L6, hex M5"
    ),
    "The French win when all German AFVs have been eliminated. If neither side wins, the game "
    "is a draw.": ("french wins if eliminate all german afv. Otherwise it is a draw"),
    "Control F5 or K5": "Control at least 1 of hex F5, hex K5",
    "Control at least 2 more of f5, k5 than the enemy Controls of n4, j2": (
        'Control at least 2 more of "f5", "k5" than the enemy Controls of "n4", "j2"'
    ),
    "at least 3 times as many unbroken squad-equivalents as the enemy": (
        "at least 3 times as many unbroken squad-equivalent as the enemy"
    ),
}
"""What each comes to, as it is written."""

RULES = {
    "All walls are hedges.": "wall is hedge",
    "Grain is out of season and all orchards are out of season.": (
        "grain is out of season. orchard is out of season"
    ),
    "Building 2M7 is a wooden building.": "building 2M7 is wooden building",
    "Hexes K5 and K6 are shellholes.": "(hexes K5, K6) is shellholes",
    "No Russian vehicle may enter woods prior to Turn 4.": (
        "russian vehicle may not enter any woods before Turn 4"
    ),
    "Guns may set up using HIP in any building hex.": "gun may set up HIP in (any building hex)",
    "All Guns must set up on board 4.": "gun must set up in (board 4)",
    "German squads may not set up within 2 hexes of each other.": (
        "german squad must set up >= 3 hexes from each other"
    ),
    "EC are Wet with a Mild Breeze from the west at start.": "EC are wet. wind is mild to the east",
    "Weather is Ground Snow.": "weather is ground snow",
    "Bore Sighting is NA.": "bore sighting is not available",
    "Russian 6-2-8s are Elite and Stealthy.": (
        "russian 6-2-8 unit is elite. russian 6-2-8 unit is stealthy"
    ),
    "The Germans may designate two building hexes of board 3 as Fortified.": (
        "german may fortify 2 building hexes in (board 3)"
    ),
    "German reinforcements may delay entry by up to two turns.": (
        "german reinforcement may delay entry by 2 Turns"
    ),
    "The Russians move first.": "russian moves first",
    "Marsh hexes are impassable to vehicles.": "vehicle may not enter any marsh",
    "Brush has no effect on LOS.": "brush has no effect on LOS",
    "All stone buildings are wooden.": "stone building is wooden building",
    "The Polish AT Gun begins the scenario emplaced.": "polish at gun begins emplaced",
    "No more than one squad may set up in each hex.": "no more than 1 squad may set up per hex",
    "Rooftops are not allowed; Kindling is NA.": (
        "rooftops is not available. kindling is not available"
    ),
    "Building F5 is a two-story building.": "building F5 have 1 upper levels",
    "Treat all wheat fields as brush.": "grain is brush",
    "AFV may not enter woods unless CE.": (
        "afv may not enter any woods [not understood: unless CE]"
    ),
    "Germans do not have Assault Fire. The Russian player rolls a die for each squad.": (
        "german unit does not have assault fire. [not understood: The Russian player rolls a die for "
        "each squad]"
    ),
}


@pytest.mark.parametrize("text", VICTORY)
def test_victory_conditions(text: str) -> None:
    read = read_victory(text, ("f5", "k5", "n4", "j2"))
    assert str(read.value) == VICTORY[text]
    assert read.notes == ()
    assert read_victory(str(read.value)).value == read.value


@pytest.mark.parametrize("text", RULES)
def test_special_rules(text: str) -> None:
    read = read_special_rule(text)
    assert ". ".join(map(str, read.value)) == RULES[text]
    assert read_special_rule(". ".join(map(str, read.value))).value == read.value


@pytest.mark.parametrize(
    "text",
    [
        "Prior to setup the German player rolls one die for each squad",
        "The Germans are brave",
        "The Germans win if they Control building F5 or K5 and M7",  # which of them?
        "The Germans win if the Russians do not Control building F5",
        "The Germans win if they Control at most 3 of buildings F5, K5, M7 and I7",  # no distance
        "The Germans win if they Control fewer than 3 of F5, K5 and M7",
        "The Germans win if they Control at least 2 hexes from K5",  # how many, or how far?
        "The Germans win only if they Control building F5",
        "AFVs and Guns may not set up in the same hex",  # any two, or one of each?
        "All bridges are stone",
        "Only German units may enter woods",
        "Woods are nice",
        "",
    ],
)
def test_what_says_nothing_that_is_understood_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_special_rule(text)
    with pytest.raises(NotUnderstood):
        read_victory(text)


# --- written forms ---------------------------------------------------------------------------------

_hexes = st.builds(
    BoardHex,
    st.builds(HexName, st.integers(0, 33), st.integers(0, 12)),
    st.none() | st.sampled_from(["2", "v"]),
)
_one = st.builds(lambda name, kind: kind((name,)), _hexes, st.sampled_from([Hexes, Buildings]))
_plain = st.one_of(_one, st.sampled_from([NamedArea("f5"), NamedArea("east bank")]))
_areas = st.one_of(
    _plain,
    st.builds(Within, st.integers(1, 5), _plain),
    st.builds(lambda side: BesideHexrow(side, Hexrow("Q"), True), st.sampled_from(Compass)),
    st.builds(lambda board: OnBoards((board,)), st.sampled_from("2v")),
    st.builds(lambda each: both((OfTerrain(("stone building",)), each)), _plain),
    st.just(OfTerrain(("woods", "building"))),
)
_edges = st.builds(lambda side: Edge((side,)), st.sampled_from(Compass))
_no_area = st.none() | _areas
_sides = st.sampled_from(["german", "axis minor", "enemy"])
_units = st.builds(
    Units,
    st.sampled_from([("mmc",), ("at gun",), ("squad", "leader"), ("half-squad", "crew", "smc")]),
    st.just("") | _sides,
    st.sampled_from([(), ("good order",), ("unbroken", "concealed")]),
    st.sampled_from([(), ("prisoner",)]),
    st.sampled_from(["", "4-4-7", "-2"]),
    st.none() | st.integers(2, 12),
)
_several = st.builds(replace, _units, number=st.none())
_alike = st.builds(replace, _several, kinds=st.just(("gun",)))
_places = st.one_of(
    st.lists(_areas, min_size=1, max_size=3, unique=True).map(lambda parts: Places(tuple(parts))),
    st.builds(
        lambda area, counted: Places((area,), counted),
        _areas,
        st.sampled_from([CountedPlaces.HEXES, CountedPlaces.BUILDINGS, CountedPlaces.LOCATIONS]),
    ),
)
_numbers = st.integers(1, 20)
_least = st.none() | _numbers
_goals = st.one_of(
    st.builds(Control, _places, _least),
    st.builds(ControlMore, _places, _places, _numbers),
    st.builds(Exit, _numbers, st.none(), st.none() | _edges),
    st.builds(Exit, _least, _several, st.none() | _areas),
    st.builds(Presence, _several, _places, _least, _numbers),
    st.builds(SoleUnits, _several, _areas),
    st.builds(NoUnits, _several, _no_area),
    st.builds(Outnumber, _several, st.fractions(1, 4, max_denominator=4), st.booleans(), _no_area),
    st.builds(Points, _numbers, st.sampled_from(["VP", "CVP"]), st.booleans()),
    st.builds(Eliminate, _several, _least),
)
_some_goals = st.lists(_goals, min_size=2, max_size=3).map(tuple)
_wins = st.builds(
    Win,
    _goals | st.builds(AllOf, _some_goals) | st.builds(AnyOf, _some_goals),
    st.sampled_from(["german", "new zealand", ANY_SIDE]),
    st.sampled_from(["", AT_ONCE, AT_END]),
    st.sampled_from([(), ("unless it rains",)]),
)
_victories = st.builds(
    Victory,
    st.lists(_wins, min_size=1, max_size=2).map(tuple),
    st.sampled_from(["", "russian", "draw"]),
    st.sampled_from(["", "hexes", "buildings"]),
    st.lists(st.builds(ExitValue, _several, _numbers), max_size=2).map(tuple),
    st.sampled_from([(), ("whatever the weather",)]),
)


@tries(200)
@given(_victories)
def test_what_victory_conditions_write_reads_back_equal(victory: Victory) -> None:
    assert read_victory(str(victory), ("f5", "east bank")).value == victory


_terrain = st.sampled_from(["woods", "stone building", "hedge", "grain", "open ground", "flooded"])
_other_terrain = st.sampled_from(["brush", "wooden building", "wall", "burnt"])
_printed = st.sampled_from(["woods", "hedge", "grain"])
_rules = st.one_of(
    st.builds(ChangeTerrain, _terrain, _other_terrain, _no_area),
    st.builds(ChangeTerrain, _printed, _other_terrain, _no_area, st.just(True)),
    st.builds(lambda level: ChangeLevel(level, level - 1), st.integers(-1, 4)),
    st.builds(Season, _terrain, st.booleans()),
    st.builds(AreaIs, _one, _terrain),
    st.builds(BuildingLevels, st.integers(0, 4), st.none() | _one),
    st.builds(NoEffectOnSight, _terrain),
    st.builds(NotThere, st.sampled_from(["smoke", "sewer movement"]), st.none() | _several),
    st.builds(Conditions, st.sampled_from(["wet", "moderate"])),
    st.builds(Wind, st.sampled_from(["none", "mild"])),
    st.builds(Wind, st.sampled_from(["mild", "heavy"]), st.sampled_from(Compass)),
    st.builds(Weather, st.sampled_from(["rain", "ground_snow"])),
    st.builds(MayNotEnter, _several, _areas, before=st.none() | _numbers),
    st.builds(MayNotEnter, _several, terrain=_terrain, before=st.none() | _numbers),
    st.builds(MayNotEnter, _several, before=_numbers),
    st.builds(DelayedEntry, _several, _least, st.none() | _edges),
    st.builds(MovesFirst, st.just("") | _sides),
    st.builds(SetsUpFirst, _sides),
    st.builds(HiddenSetup, _units, st.booleans(), _no_area),
    st.builds(Separation, _alike, _numbers, st.none() | _several),
    st.builds(SetUpIn, _several, _areas, st.booleans()),
    st.builds(MostSetUpInHex, _several, _numbers),
    st.builds(FortifiedHexes, _sides, _numbers, _no_area),
    st.builds(Begins, _units, st.sampled_from(["malfunctioned", "in motion"])),
    st.builds(Has, _several, st.sampled_from(["assault fire", "smoke"]), st.booleans()),
    st.builds(Is, _several, st.sampled_from(["fanatic", "assault engineers"]), _no_area),
)
_with_words = st.one_of(_rules, st.builds(Partly, _rules, st.just("unless it rains")))


@tries(300)
@given(_with_words)
def test_what_a_special_rule_writes_reads_back_equal(rule: SpecialRule) -> None:
    assert read_special_rule(str(rule), ("f5", "east bank")).value == (rule,)


_WORDS = (
    "the German squads may not set up in building F5 4-4-7 woods are is level 2 no wind than Control "
    "at least 3 of , . and exit VP off edge north ( ) [ ] within hexes - Turn before wins if stone EC "
    'delay entry more : " have or all half'
)


@tries(300)
@given(st.lists(st.sampled_from(_WORDS.split()), max_size=14).map(" ".join))
def test_no_text_brings_down_the_reader(text: str) -> None:
    for read in (read_victory, read_special_rule):
        try:
            read(text, ("f5",))
        except BadInput as error:
            assert "\n" not in str(error)


# --- what rules come to on a board ------------------------------------------------------------------

CHANGES = {
    "Orchards are out of season": ("orchard -> orchard_out_of_season",),
    "Grain is out of season": (),
    "All stone buildings are wooden": tuple(
        f"building(stone,{upper}) -> building(wood,{upper})" for upper in range(3)
    ),
    "Building L33 is a wooden building": ("L33 M33: building(stone,2) -> building(wood,2)",),
    "Building L33 is a single story building": ("L33 M33: building(stone,2) -> building(stone,0)",),
    "Hedges on or east of hexrow E are walls": ("on or east of hexrow E: hedge -> wall",),
    "Hex C30 is woods": ("C30: all -> woods",),
    "Hexes whose single terrain is brush are woods": ("D30 I33: brush -> woods",),
    "Roads do not exist": ("no roads",),
    "Level 2 hexes are level 1": ("level 2 -> level 1",),
    "Smoke is not available": (),
}


@pytest.mark.parametrize("text", CHANGES)
def test_special_rules_as_changes_of_a_map(text: str) -> None:
    (rule,) = read_special_rule(text).value
    assert changes_of(rule, ground()) == CHANGES[text]
    assert all(meaning_of(each) for each in CHANGES[text])


@pytest.mark.parametrize("text", ["Building L33 is a Factory", "Hedge hexes are flooded hexes"])
def test_changes_that_a_map_cannot_be_told_are_refused(text: str) -> None:
    (rule,) = read_special_rule(text).value
    with pytest.raises(BadInput):
        changes_of(rule, ground())


def test_hexes_of_rules_and_goals() -> None:
    (rule,) = read_special_rule("AFV may not enter building L33").value
    assert hexes_of(rule, ground()) == ("L33", "M33")
    (win,) = read_victory("Control at least 2 of buildings L33 and M37").value.wins
    assert hexes_of(win.goal, ground()) == ("L33", "M33", "M37")
    assert given_of(read_special_rule("Weather is rain").value[0]) == ("weather(rain)",)


@cache
def ground() -> Ground:
    return Areas(open_board("budapest")).ground


# --- the documents ----------------------------------------------------------------------------------

DOCUMENT = Path(__file__).parent.parent.parent.parent / "docs" / "reference" / "sentences.md"


def test_the_document_tells_what_sentences_come_to() -> None:
    _, victory, rules = DOCUMENT.read_text("utf-8").split("| --- | --- |\n")
    for text, written in _rows(victory):
        assert str(read_victory(text).value) == written
    for text, written in _rows(rules):
        assert ". ".join(map(str, read_special_rule(text).value)) == written


def test_examples_of_the_document_are_true() -> None:
    text = DOCUMENT.read_text("utf-8")
    examples = doctest.DocTestParser().get_doctest(text, {}, "sentences", "sentences", 0)
    found = doctest.DocTestRunner().run(examples)
    assert (found.attempted, found.failed) == (9, 0)


def _rows(table: str) -> list[list[str]]:
    lines = table.split("\n\n")[0].splitlines()
    assert len(lines) > 10
    return [line.strip("| ").split(" | ") for line in lines]
