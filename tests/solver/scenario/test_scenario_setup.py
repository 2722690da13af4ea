"""Checks of setup on tiny boards: capacity, Fortifications, Guns, first sight, entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import pytest

from hexcourt.facts.cards.card import (
    Card,
    CardRule,
    CardUnit,
    Condition,
    Fortification,
    Group,
    Side,
    Turns,
    unit_words,
)
from hexcourt.facts.maps.configuration import Configuration
from hexcourt.solver.actions.judging import judge_actions
from hexcourt.solver.scenario.checks import Finding, every_check
from hexcourt.solver.scenario.scenario import Scenario
from hexcourt.solver.scenario.setup.fitting import Bin, Fitting, HexLimit, Item, fit
from tests.rulings import rule
from tests.tiny import tiny
from tests.tiny_cards import OnBoard

pytestmark = pytest.mark.usefixtures("kept", "engines")

MAP = Configuration("", (), (), None, (), (), MappingProxyType({}))


def group(name: str, where: str, *units: str, side: str = "own", **more: Any) -> Group:
    """Write a group: ``group("g1", "A1, A2", "3 squad", "leader 8-0")``."""
    limits = MappingProxyType(more.pop("limits", {}))
    sentence = f"hexes {where}" if where[1:2].isdigit() else where
    return Group(name, side, sentence, units=tuple(map(unit, units)), limits=limits, **more)


def unit(text: str) -> CardUnit:
    """Read a unit: ``3 squad 4-6-7``."""
    first, _, rest = text.partition(" ")
    count, told = (int(first), rest) if first.isdigit() else (1, text)
    word, _, name = told.partition(" ")
    kind = unit_words()[word].kind if word in unit_words() else word
    return CardUnit(count, kind, name or word)


def scenario(board: str, *groups: Group, **more: Any) -> Scenario:
    """Put groups on a tiny board."""
    sides = tuple(Side(each) for each in dict.fromkeys(each.side for each in groups))
    plain = {
        "source": "card.toml",
        "id": "tiny",
        "north": "up",
        "map": MAP,
        "turns": Turns(),
        "areas": {},
        "date": None,
    }
    values = dict.fromkeys((each.name for each in fields(Card)), ()) | plain | more
    return OnBoard(Card(**values | {"sides": sides, "groups": groups}), tiny(board))


def found(code: str, case: Scenario) -> list[str]:
    """List what a check finds: ``g1 pass``."""
    return [f"{each.subject} {each.found}" for each in findings(code, case)]


def findings(code: str, case: Scenario) -> list[Finding]:
    """Run one check."""
    (check,) = (each for each in every_check() if each.code == code)
    return list(check.run(case))


def only(code: str, case: Scenario) -> Finding:
    """Run a check that finds one thing."""
    (each,) = findings(code, case)
    return each


HOUSES = "A1 building(stone,1) level(1) stairwell, A2, A3 deep_stream, A4 water, A5"


# --- S08: capacity ------------------------------------------------------------------------------------

FITTING = [
    pytest.param(["A2", "3 squad", "4 leader", "2 LMG"], "g pass", id="full"),
    pytest.param(["A2", "4 squad"], "g fail", id="too many squads"),
    pytest.param(["A2", "7 half-squad"], "g fail", id="too many half-squads"),
    pytest.param(["A2", "2 squad", "2 half-squad"], "g pass", id="half-squads"),
    pytest.param(["A2", "5 hero"], "g fail", id="too many single men"),
    pytest.param(["A1", "6 squad"], "g pass", id="two levels"),
    pytest.param(["A1", "7 squad"], "g fail", id="more than two levels"),
    pytest.param(["A4", "squad"], "g fail", id="water"),
    pytest.param(["A2, A4", "4 squad"], "g fail", id="water is no room"),
    pytest.param(["A2", "tank"], "g pass", id="a tank"),
    pytest.param(["A2", "2 tank"], "g unknown", id="two tanks"),
    pytest.param(["A2, A5", "2 tank"], "g pass", id="two tanks apart"),
    pytest.param(["A2", "gun 57L AT", "tank"], "g unknown", id="a Gun and a tank"),
    pytest.param(["A2", "boat"], "g unknown", id="no size"),
    pytest.param(["A2", "3 squad", "?"], "g pass", id="concealment"),
    pytest.param(["A2", "tank-destroyer", "4 leader", "armor-leader"], "g pass", id="Armor Leader"),
    pytest.param(["A2", "carrier", "vehicle"], "g unknown", id="two vehicles"),
]


@rule("A5.1", "A2.9", "A12.11", "D3.4", "D1.12")
@pytest.mark.parametrize(("told", "expected"), FITTING)
def test_a_group_fits_or_does_not(told: list[str], expected: str) -> None:
    assert found("S08", scenario(HOUSES, group("g", *told))) == [expected]


@rule("A5.1", "A25.22")
def test_a_commissar_takes_the_room_of_a_leader() -> None:
    assert found("S08", scenario("A1", group("g", "A1", "4 leader", "commissar"))) == ["g fail"]


CHURCH = "A1 building(stone,1) level(1) stairwell feature(dot(white_cross)), A2"


@rule("Q4.21")
def test_a_steeple_takes_one_half_squad() -> None:
    full = group("g", "A1", "6 squad", "half-squad")
    assert found("S08", scenario(CHURCH, full)) == ["g pass"]
    over = group("g", "A1", "6 squad", "2 half-squad")
    assert found("S08", scenario(CHURCH, over)) == ["g fail"]


@rule("A5.1")
@pytest.mark.parametrize(
    "kind", ["smc leader", "vehicle truck", "gun gun", "unit hero", "crew crew"]
)
def test_sentences_speak_of_classes_of_units(kind: str) -> None:
    said, unit_kind = kind.split()
    units = f"2 {unit_kind} AT"
    limits = {"per_hex": {said: 1}}
    case = scenario("A1:A4", group("g", "A1", units, limits=limits))
    assert found("S08", case) == ["g fail"]
    case = scenario("A1:A4", group("g", "A1, A2", units, limits=limits))
    assert found("S08", case) == ["g pass"]


@rule("A5.1")
def test_what_is_exactly_full_is_told() -> None:
    each = only("S08", scenario("A1:A2", group("g", "A1", "3 squad 4-6-7")))
    assert each.sentence == (
        "3 squads fit into 1 Location of 1 hex: exactly full, with room for 3 squads in 1 Location."
    )
    assert each.rules == ("A2.9", "A5.1")
    assert each.witness.placement == (("3 squad 4-6-7", "A1"),)


@rule("A5.1")
def test_groups_that_share_an_area_are_placed_together() -> None:
    one, other, third = (
        group("a", "A1, A2", "3 squad"),
        group("b", "A1", "3 squad"),
        group("c", "A4, A5", "6 squad"),
    )
    assert found("S08", scenario("A1:A5", one, other, third)) == ["a pass", "b pass", "c pass"]
    case = scenario("A1:A5", one, other, group("d", "A2", "squad"), third)
    assert found("S08", case) == ["a, b, d fail", "c pass"]
    assert "a's 3 squads, b's 3 squads and d's 1 squad" in findings("S08", case)[0].sentence


@rule("A5.1")
def test_enemies_do_not_share_room() -> None:
    case = scenario("A1", group("a", "A1", "3 squad"), group("b", "A1", "3 squad", side="enemy"))
    assert found("S08", case) == ["a pass", "b pass"]


@rule("A5.1")
def test_a_placement_is_one_that_the_rules_allow() -> None:
    case = scenario(
        HOUSES, group("a", "A1, A2", "5 squad", "2 half-squad"), group("b", "A2, A5", "3 squad")
    )
    board, actions = case.board, []
    for each in findings("S08", case):
        for told, place in each.witness.placement:
            name = unit(told).kind.replace("-", "_")
            actions += [f'sets_up({name},"{place}")'] * unit(told).count
    assert len(actions) == 10  # nobody is placed twice
    assert {each.verdict for each in judge_actions(board, actions)} == {"yes"}


LIMITED = [
    pytest.param({"per_hex": {"mmc": 1}}, "A1, A2", "pass", id="one each"),
    pytest.param({"per_hex": {"mmc": 1}}, "A1", "fail", id="one in a hex of two Locations"),
    pytest.param({"not_adjacent": "MMC"}, "A1, A2", "pass", id="both in one hex"),
    pytest.param(
        {"not_adjacent": "MMC", "per_hex": {"mmc": 1}}, "A1, A2", "fail", id="two limits together"
    ),
    pytest.param(
        {"not_adjacent": "MMC", "per_hex": {"mmc": 1}}, "A1, A2, A3", "pass", id="two limits"
    ),
    pytest.param({"apart": {"what": "squad", "hexes": 4}}, "A1, A5", "pass", id="four apart"),
    pytest.param({"apart": {"what": "squad", "hexes": 5}}, "A1, A5", "fail", id="five apart"),
    pytest.param({"apart": {"what": "squad", "hexes": 1}}, "A1", "fail", id="not in one hex"),
    pytest.param({"not_with": "other MMC"}, "A1", "fail", id="not with others"),
    pytest.param({"hip": {"what": "squad", "count": 1}}, "A1", "pass", id="hidden"),
]


@rule("A5.1")
@pytest.mark.parametrize(("limits", "where", "expected"), LIMITED)
def test_limits_of_a_sentence_hold(limits: Mapping[str, Any], where: str, expected: str) -> None:
    board = "A1 building(stone,1) level(1) stairwell, A2:A5"
    case = scenario(board, group("g", where, "2 squad", limits=limits))
    assert found("S08", case) == [f"g {expected}"]


def test_a_limit_is_named_where_it_is_to_blame() -> None:
    case = scenario("A1:A2", group("g", "A1, A2", "3 squad", limits={"per_hex": {"mmc": 1}}))
    assert "no more than 1 mmc per hex" in only("S08", case).sentence
    strange = scenario("A1", group("g", "A1", "squad", limits={"per_hex": {"gnome": 1}}))
    assert found("S08", strange) == ["g unknown"]
    assert "no more than 1 gnome per hex" in only("S08", strange).sentence


@rule("A5.1")
def test_what_limits_and_full_locations_leave_is_counted_together() -> None:
    full = group("full", "A1", "3 squad")
    thin = group("thin", "A1, A2", "2 squad", limits={"per_hex": {"squad": 1}})
    assert found("S08", scenario("A1:A3", full, thin)) == ["full, thin fail"]
    thin = group("thin", "A1, A2, A3", "2 squad", limits={"per_hex": {"squad": 1}})
    assert found("S08", scenario("A1:A3", full, thin)) == ["full pass", "thin pass"]


@rule("A5.1")
@pytest.mark.parametrize(
    ("said", "where", "expected"),
    [
        ("Own guns must set up >= 3 hexes from each other", "A1, A2, A3", "fail"),
        ("Own guns must set up >= 3 hexes from each other", "A1, A4", "pass"),
        ("Own guns must set up >= 3 hexes from any other own gun", "A1, A4", "pass"),
        ("Own guns must set up >= 3 hexes from own squads", "A1, A4", "unknown"),
        ("Enemy guns must set up >= 3 hexes from each other", "A1, A2", "pass"),
        ("Two own LMG may not set up in the same hex", "A1, A2", "pass"),
    ],
)
def test_special_rules_limit_setup(said: str, where: str, expected: str) -> None:
    one = group("g", where, "gun 57L AT", "LMG")
    other = group("h", where, "gun 57L AT", "LMG")
    special = (CardRule("ssr1", (said,)),)
    enemy = group("e", "A5", "squad", side="enemy")
    case = scenario("A1:A5", one, other, enemy, special=special)
    (first, *_) = findings("S08", case)
    assert first.found == expected


def test_what_is_not_understood_is_unknown() -> None:
    assert found("S08", scenario("A1", group("g", "by SSR", "squad"))) == ["g unknown"]
    pillbox = group("g", "A1", "4 squad", fortifications=(Fortification(1, "pillbox", "1+3+5"),))
    assert found("S08", scenario("A1", pillbox)) == ["g unknown"]


# --- the search ---------------------------------------------------------------------------------------


def bins(count: int, *items: str) -> tuple[Bin, ...]:
    """Give so many like bins, each with room for three squads."""
    return tuple(
        Bin(f"{items}{n}", f"H{n}", (("halves", 6),), frozenset(items)) for n in range(count)
    )


def squads(name: str, count: int) -> Item:
    """Give squads of a group."""
    return Item(name, "squad", name, count, (("halves", 2),))


def test_pigeonholes_are_counted() -> None:
    both = tuple(Bin(f"b{n}", "H", (("halves", 6),), frozenset("ab")) for n in range(100))
    assert fit(Fitting((squads("a", 150), squads("b", 150)), both)).fits
    assert fit(Fitting((squads("a", 150), squads("b", 151)), both)).groups == ("a", "b")


def test_the_smallest_set_is_named() -> None:
    items = (squads("a", 3), squads("b", 3), squads("c", 4))
    found = fit(Fitting(items, (*bins(1, "a", "b"), *bins(1, "c"))))
    assert found.groups == ("c",)


def test_squads_do_not_fit_into_halves_left_over() -> None:
    rooms = tuple(Bin(f"b{n}", "H", (("halves", 1),), frozenset("a")) for n in range(4))
    assert fit(Fitting((squads("a", 1),), rooms)).fails


def test_nobody_is_placed_twice() -> None:
    bound = HexLimit("0 thin", frozenset("ab"), 2)
    found = fit(Fitting((squads("a", 3), squads("b", 3)), bins(4, "a", "b"), (bound,)))
    assert found.placed is not None
    assert sum(found.placed.values()) == 6


def test_limits_are_among_what_is_to_blame() -> None:
    bound = HexLimit("0 thin", frozenset("a"), 1)
    found = fit(Fitting((squads("a", 3),), bins(2, "a"), (bound,)))
    assert (found.groups, found.limits) == (("a",), ("0 thin",))


# --- S11, S12: first sight ---------------------------------------------------------------------------


def facing(board: str, one: str, other: str) -> Scenario:
    """Let two sides face each other."""
    return scenario(board, group("g", one, "squad"), group("e", other, "squad", side="enemy"))


@rule("A6.1")
def test_what_no_enemy_sees_is_told() -> None:
    case = facing("A1, A2 woods, A3, B1, B2, B3", "A1, B2", "A3")
    one, other = findings("S11", case)
    assert (one.subject, one.found, one.witness.hexes) == ("g", "pass", ("A1",))
    assert one.sentence.startswith("A1 out of sight of every enemy setup Location; 1 of 2")
    assert other.witness.hexes == ()


@rule("A6.1")
def test_pairs_that_see_each_other_are_counted() -> None:
    seen = only("S12", facing("A1, A2 woods, A3, B1, B2, B3", "A1, B2", "A3"))
    assert seen.sentence.startswith("1 of 2 pairs of Locations of own and enemy see each other")
    assert seen.witness.lines == (("B2", "A3"),)
    none = only("S12", facing("A1, A2 woods, A3", "A1", "A3"))
    assert (none.found, none.witness.lines) == ("warn", ())


def test_one_side_alone_is_in_nobodys_sight() -> None:
    case = scenario("A1", group("g", "A1", "squad"))
    assert found("S11", case) == ["sides pass"]
    assert found("S12", case) == ["sides pass"]


def test_hexes_of_both_sides_do_not_see_themselves() -> None:
    both = facing("A1:A2", "A1, A2", "A1, A2")
    assert only("S12", both).sentence.startswith("2 of 2 pairs")


# --- S09: Fortifications -----------------------------------------------------------------------------

WORKS = "A1 building(stone,1) level(1) stairwell, A2, A3, A4 water, A5, A6 crag\nA2-A3 road(paved)"


def works(*told: tuple[int, str, str]) -> dict[str, Any]:
    """Write Fortifications."""
    return {"fortifications": tuple(Fortification(*each) for each in told)}


PLACED = [
    pytest.param("A5", [(1, "foxhole", "1S")], "pass", id="foxhole"),
    pytest.param("A4", [(1, "foxhole", "1S")], "fail", id="foxhole in water"),
    pytest.param("A5", [(2, "foxhole", "1S")], "unknown", id="two foxholes in one hex"),
    pytest.param("A5", [(1, "foxhole", "1S"), (1, "trench", "")], "fail", id="foxhole and trench"),
    pytest.param("A5, A2", [(1, "foxhole", "1S"), (1, "wire", "")], "pass", id="foxhole and Wire"),
    pytest.param("A5", [(1, "foxhole", "1S"), (1, "wire", "")], "unknown", id="both in one hex"),
    pytest.param("A5", [(2, "wire", "")], "fail", id="two Wire in one hex"),
    pytest.param("A6", [(1, "wire", "")], "pass", id="Wire in a crag"),
    pytest.param("A6", [(1, "pillbox", "1+3+5")], "fail", id="pillbox in a crag"),
    pytest.param("A5", [(2, "pillbox", "1+3+5")], "fail", id="two pillboxes in one hex"),
    pytest.param("A2", [(1, "roadblock", "")], "pass", id="roadblock"),
    pytest.param("A5", [(1, "roadblock", "")], "fail", id="roadblock without a road"),
    pytest.param("A2, A3", [(2, "roadblock", "")], "fail", id="two roadblocks, one hexside"),
    pytest.param("A1, A5", [(2, "fortified location", "")], "pass", id="Fortified"),
    pytest.param("A1, A5", [(3, "fortified location", "")], "fail", id="too many Fortified"),
    pytest.param("A5", [(12, "mine factors", "AP")], "pass", id="mines"),
    pytest.param("A5", [(14, "mine factors", "AP")], "fail", id="mines of 8 and 6 in one hex"),
    pytest.param("A5", [(5, "mine factors", "AT")], "pass", id="A-T mines"),
    pytest.param("A5", [(7, "mine factors", "AP")], "warn", id="no such minefield"),
    pytest.param("A5", [(1, "sangar", "")], "unknown", id="sangar"),
]


@rule("B23.9", "B26.1", "B27.1", "B28.1", "B29.1", "B30.1", "O.8")
@pytest.mark.parametrize(("where", "told", "expected"), PLACED)
def test_fortifications_have_places(
    where: str, told: list[tuple[int, str, str]], expected: str
) -> None:
    case = scenario(WORKS, group("g", where, **works(*told)))
    assert found("S09", case)[0] == f"g {expected}"


@rule("B23.9")
def test_what_has_no_place_is_told_with_the_rule() -> None:
    each = only("S09", scenario(WORKS, group("g", "A5", **works((1, "fortified location", "")))))
    assert (each.rules, each.witness.hexes) == (("B23.9",), ("A5",))
    assert each.sentence == "Fortified location has no legal place in the area."


@rule("B30.1")
def test_groups_share_places_for_fortifications() -> None:
    pillbox = works((1, "pillbox", "1+3+5"))
    one, other = group("a", "A5", **pillbox), group("b", "A5", **pillbox)
    assert found("S09", scenario(WORKS, one, other)) == ["a, b fail"]
    other = group("b", "A2, A5", **pillbox)
    assert [e.found for e in findings("S09", scenario("A2, A5", one, other))] == ["pass", "pass"]


@rule("B26.1")
def test_two_wire_counters_do_not_share_a_hex() -> None:
    board = scenario("A1, A2").board
    ruled = judge_actions(board, ['fortify(wire,"A1")', 'fortify(wire,"A1")', 'fortify(wire,"A2")'])
    assert [each.verdict for each in ruled] == ["no", "no", "yes"]


# --- S10: Guns ----------------------------------------------------------------------------------------


GUNS = [
    pytest.param("A2", "gun 57L AT", ["pass"], id="in the open"),
    pytest.param("A4", "gun 57L AT", ["fail"], id="in water"),
    pytest.param("A6", "gun 57L AT", ["fail"], id="not Emplaced on a paved road"),
    pytest.param("A6, A2", "gun 57L AT", ["pass"], id="Emplaced elsewhere"),
    pytest.param("A1", "gun 57L AT", ["pass"], id="AT Gun in a building"),
    pytest.param("A1", "gun 76 ART", ["unknown"], id="another Gun in a building"),
    pytest.param("A1", "gun 57", ["unknown"], id="of a type not told"),
]


@rule("A2.9", "C11.2", "FB6.123", "B23.423")
@pytest.mark.parametrize(("where", "gun", "expected"), GUNS)
def test_guns_have_legal_hexes(where: str, gun: str, expected: list[str]) -> None:
    board = "A1 building(stone,0), A2, A3, A4 deep_stream, A4 water, A5, A6 paved_road, A7, A8"
    case = scenario(board, group("g", where, gun))
    assert [each.found for each in findings("S10", case)] == expected


@rule("A6.1")
def test_a_gun_that_sees_nothing_is_found() -> None:
    blind = scenario("A1, A2 woods, A3 woods, A4", group("g", "A1", "gun 57L AT"))
    assert [each.found for each in findings("S10", blind)] == ["pass", "warn"]
    seeing = scenario("A1, A2, A3 woods, A4", group("g", "A1", "gun 57L AT"))
    assert [each.found for each in findings("S10", seeing)] == ["pass"]


@rule("C11.2", "A2.9")
def test_a_gun_and_a_fortification_share_a_hex() -> None:
    both = group("g", "A1", "gun 57L AT", "crew", **works((1, "wire", "")))
    case = scenario("A1:A4", both)
    assert [found(code, case) for code in ("S08", "S09", "S10")] == [["g pass"]] * 3


# --- S13: what is registered --------------------------------------------------------------------------

SEEN = [
    pytest.param("bore_sighted", "A3", "A1, B2", "pass", id="in sight"),
    pytest.param("bore_sighted", "A3", "A1", "fail", id="out of sight"),
    pytest.param("bore_sighted", "Z9", "A1", "fail", id="no such hex"),
    pytest.param("pre_registered", "A3", "A1, B2", "pass", id="Pre-Registered in sight"),
    pytest.param("pre_registered", "A3", "A1", "unknown", id="Pre-Registered out of sight"),
]


@rule("C6.4", "C1.73")
@pytest.mark.parametrize(("key", "name", "where", "expected"), SEEN)
def test_what_is_registered_is_in_sight(key: str, name: str, where: str, expected: str) -> None:
    board = "A1, A2 woods, A3, B1, B2, B3"
    case = scenario(board, group("g", where, "gun 57L AT", limits={key: [name]}))
    assert only("S13", case).found == expected


# --- S14: entry ---------------------------------------------------------------------------------------


def enters(where: str, *units: str) -> Group:
    """Write a group that enters."""
    return group("g", f"Enter on Turn 1 along {where}", *units)


ENTERING = [
    pytest.param("A1", "squad", ["pass"], id="infantry"),
    pytest.param("A1", "truck", ["pass"], id="truck in the open"),
    pytest.param("B1", "truck", ["fail"], id="truck and a building"),
    pytest.param("A1, B1", "truck", ["pass"], id="truck and another hex"),
    pytest.param("C1", "squad", ["fail"], id="water"),
    pytest.param("D1", "truck", ["unknown"], id="woods need a Bog Check"),
    pytest.param("D1", "squad", ["pass"], id="infantry in woods"),
    pytest.param("A1", "horse", ["unknown"], id="cavalry"),
    pytest.param("A1", "vehicle", ["pass"], id="vehicle of any kind"),
    pytest.param("B1", "vehicle", ["unknown"], id="vehicle that may be a truck"),
    pytest.param("A1", "sw", ["pass"], id="Support Weapons are carried"),
]


@rule("A2.5", "B21.4", "B23.4", "B13.41")
@pytest.mark.parametrize(("where", "units", "expected"), ENTERING)
def test_groups_enter_by_kind_of_unit(where: str, units: str, expected: list[str]) -> None:
    board = "A1, A2, B1 building(stone,0), B2, C1 deep_stream, C1 water, C2, D1 woods, D2"
    case = scenario(board, enters(f"hexes {where}", units))
    assert [each.found for each in findings("S14", case)] == expected


@rule("A2.5")
def test_each_kind_of_a_group_is_told() -> None:
    board = "A1, A2, B1 building(stone,0), B2"
    each = only("S14", scenario(board, enters("hexes A1, B1", "3 squad", "truck", "2 LMG")))
    assert each.sentence == "2 entry hexes: squads by 2, trucks by 1; no road."
    assert each.rules == ("A2.5",)
    both = findings("S14", scenario(board, enters("hexes B1", "3 squad", "truck")))
    assert [each.found for each in both] == ["fail", "pass"]
    assert both[0].rules == ("B23.4",)


# --- S20: observers -----------------------------------------------------------------------------------


@rule("A6.1")
def test_observers_see_the_victory_hexes_or_none_does() -> None:
    board = "A1, A2 woods, A3, A4, B1 woods, B2 woods, B3, B4"
    goal = Condition("own", "end", ("Control hex A4",))
    case = scenario(board, group("g", "A1", "squad", "radio"), conditions=(goal,))
    assert [each.found for each in findings("S20", case)] == ["pass", "fail"]
    case = scenario(board, group("g", "A1, A3", "squad"), conditions=(goal,))
    wide, seen = findings("S20", case)
    assert wide.sentence.startswith("A3 sees 86 % of the map (6 of 7 hexes at ground level)")
    assert seen.sentence.startswith("1 of 1 victory hex are in sight")
