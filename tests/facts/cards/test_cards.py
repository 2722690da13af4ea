"""Scenario cards: read from TOML, every key checked, every error with its line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.card import Card, CardUnit, Fortification
from hexcourt.facts.cards.read_cards import (
    card_of,
    is_card,
    json_schema,
    read_card,
    read_fortification,
    read_placed,
    read_unit,
    toml_lines,
)

CARD = """\
format = "hexcourt-card/1"
date = 1942-10-06
[map]
north = "top"
boards = [ { board = "budapest" } ]
[turns]
count = 5
[areas]
"the house" = "building L33"
[[rule]]
id = "ssr1"
text = "What nobody reads."
[[side]]
name = "german"
elr = 4
[[side]]
name = "russian"
[[group]]
id = "g1"
side = "german"
setup = "the house"
units = [
    "3 squad 4-6-7",
    "leader 9-1", "2 LMG",
]
fortifications = ["24 AP mine factors", "4 foxhole 1S"]
placed = ["wreck M37"]
[[group]]
id = "r1"
side = "russian"
entry = { turn = 2, after = true, where = "the east edge", spent = "half MP" }
units = ["2 truck"]
[victory]
otherwise = "german"
[[victory.condition]]
winner = "russian"
say = "Control the house"
"""
"""A card that is read; line 18 begins the first group."""


def read(text: str = CARD) -> Card:
    return card_of(text, "card.toml")


def refused(text: str) -> str:
    with pytest.raises(BadInput) as error:
        read(text)
    return str(error.value)


def test_a_card_is_read_and_nothing_is_lost() -> None:
    card = read()
    first, second = card.groups
    assert first.units == (
        CardUnit(3, "squad", "4-6-7"),
        CardUnit(1, "leader", "9-1"),
        CardUnit(2, "sw", "LMG"),
    )
    assert first.fortifications[0] == Fortification(24, "mine factors", "AP")
    assert first.placed == ("wreck M37",)
    assert second.entry is not None
    assert str(second.entry).startswith("Enter on or after Turn 2 along the east edge")
    assert card.special[0].text == "What nobody reads."
    assert card.conditions[0].say == ("Control the house",)
    assert (card.north, str(card.date), card.otherwise) == ("up", "1942-10-06", "german")
    assert (first.line, card.line_of("group", 0, "units", 2)) == (18, 24)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("setup =", "setpu =", "line 21: setpu is no key of a group; did you mean setup?"),
        ('"leader 9-1"', '"leeder 9-1"', "line 24: unit 'leeder 9-1'"),
        ('"leader 9-1"', '"9-1"', "write leader 9-1"),
        ("3 squad 4-6-7", "1000000 squad 4-6-7", "line 23: unit"),
        ('id = "r1"', 'id = "g1"', "line 29: group g1: there is one already, in line 18"),
        ('side = "russian"', 'side = "rusian"', "line 30: side 'rusian': the card has none"),
        ("building L33", "the house on level 1", "line 9: area the house: is defined by itself"),
        ("count = 5", 'count = "5"', "line 7: count is '5'; write a whole number"),
        ('"4 foxhole 1S"', '"4 foxhle 1S"', "line 26: fortification 'foxhle 1S'"),
        ('"wreck M37"', '"wreck"', "line 27: placed 'wreck': ends in no hex"),
        ('north = "top"', 'north = "topp"', "line 4: north is 'topp'; did you mean top?"),
        ("[turns]", "[turns", "line 6: cannot be read as TOML"),
        ("hexcourt-card/1", "hexcourt-card/9", "line 1: format is"),
        ('[ { board = "budapest" } ]', '["01", "02"]', "line 5: board 1 has no place"),
        (
            'setup = "the house"',
            'setup = "x"\nentry = "y"',
            "line 18: group g1: sets up and enters",
        ),
        ('name = "russian"', 'name = "german"', "line 17: side german: there is one already"),
        ("date = 1942-10-06", 'date = "autumn"', "line 2: date is 'autumn'"),
    ],
)
def test_an_error_names_line_thing_and_mend(old: str, new: str, said: str) -> None:
    assert old in CARD
    sentence = refused(CARD.replace(old, new, 1))
    assert sentence.startswith("card.toml, line "), sentence
    assert said in sentence


def test_areas_that_name_each_other_in_a_circle_are_refused() -> None:
    text = CARD.replace('"building L33"', '"the barn"\n"the barn" = "the house"')
    assert "area the house: is defined by itself by way of the barn and the house" in refused(text)


def test_a_sentence_that_is_not_understood_is_kept() -> None:
    card = read(CARD.replace('"building L33"', '"somewhere nice"'))
    assert card.areas["the house"] == ("somewhere nice",)


@pytest.mark.parametrize(
    "text", ["3 squad 4-6-7", "LMG", "leader 9-1", "2 truck", "gun 57L AT", "6 ?"]
)
def test_a_unit_writes_itself_back(text: str) -> None:
    assert str(read_unit(text)) == text


def test_units_are_read_in_many_and_whatever_the_case() -> None:
    assert read_unit("2 Half-Squads 2-3-7") == read_unit("2 half squad 2-3-7")
    assert read_unit("2 lmg") == CardUnit(2, "sw", "LMG")
    assert read_unit("12 x squad 4-4-7").count == 12


@pytest.mark.parametrize(
    ("text", "kind"),
    [("6 anti-tank mine factors", "AT"), ("3 A-T mines", "AT"), ("12 anti-personnel mines", "AP")],
)
def test_mines_are_of_two_kinds(text: str, kind: str) -> None:
    assert read_fortification(text).detail == kind


@pytest.mark.parametrize(
    "text", ["24 AP mine factors", "roadblock", "pillbox 1+3+5", "6 fortified location", "2 wire"]
)
def test_a_fortification_writes_itself_back(text: str) -> None:
    assert str(read_fortification(text)) == text


def test_a_placed_counter_is_parted_from_its_hex() -> None:
    for text, hexes in (("K7", "K7"), ("L12-K13", "L12 K13"), ("D24caE24/E25", "D24 E24 E25")):
        counter, at = read_placed(f"foxhole 1S {text}")
        assert (counter, [str(each) for each in at]) == ("foxhole 1S", hexes.split())


def test_lines_are_told_of_every_key_and_part() -> None:
    text = (
        '# first\n[a]\nb.c = """x\ny"""\nd = [\n  1, # one\n  { e = "#" },\n]\n'
        '[[f]]\n[[f]]\n[f.g]\n"h i" = 2\n'
    )
    tomllib.loads(text)
    lines = toml_lines(text)
    expected = {
        ("a",): 2,
        ("a", "b", "c"): 3,
        ("a", "d"): 5,
        ("a", "d", 0): 6,
        ("a", "d", 1, "e"): 7,
        ("f", 1): 10,
        ("f", 1, "g", "h i"): 12,
    }
    assert {place: lines.get(place) for place in expected} == expected


def test_boards_lie_at_their_places_or_by_rows() -> None:
    two = '[ { board = "02", at = [0, 1] }, { board = "01", at = [0, 0], reversed = true } ]'
    placed = read(CARD.replace('[ { board = "budapest" } ]', two))
    by_rows = read(CARD.replace('boards = [ { board = "budapest" } ]', 'rows = [["01"], ["02"]]'))
    for card in (placed, by_rows):
        assert [[each.text for each in row] for row in card.map.rows] == [["01"], ["02"]]
    assert placed.map.rows[0][0].reversed
    gap = two.replace("[0, 1]", "[1, 1]")
    assert "a map has no gaps" in refused(CARD.replace('[ { board = "budapest" } ]', gap))


def test_the_schema_takes_what_the_reading_takes_and_refuses_what_it_refuses() -> None:
    check = Draft202012Validator(json.loads(json_schema()))
    told = tomllib.loads(CARD) | {"date": "1942-10-06"}
    check.validate(told)
    for part, value in (("map", {"nrth": "top"}), ("turns", {"count": 0}), ("titel", "x")):
        assert not check.is_valid(told | {part: value})


def test_a_card_is_told_from_a_map_by_its_format(tmp_path: Path) -> None:
    card, chart = tmp_path / "card.toml", tmp_path / "map.toml"
    card.write_text(CARD, "utf-8")
    chart.write_text('rows = [["bd01"]]', "utf-8")
    assert is_card(card) and not is_card(chart)
    assert read_card(card).id == "card"
