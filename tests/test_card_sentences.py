"""Sentences of victory conditions and special rules, read: what each comes to, what is kept as not
understood, and that all is written so that it reads back equal.
"""

from __future__ import annotations

import pytest

from hexcourt.facts.areas.refusing import NotUnderstood
from hexcourt.facts.cards.sentences.reading_rules import read_special_rule
from hexcourt.facts.cards.sentences.reading_victory import read_victory

VICTORY = {
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
        "Woods are nice",
        "",
    ],
)
def test_what_says_nothing_that_is_understood_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_special_rule(text)
    with pytest.raises(NotUnderstood):
        read_victory(text)
