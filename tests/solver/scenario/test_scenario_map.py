"""Checks of what a card says of its map: names, terrain, edges, special rules, areas."""

from __future__ import annotations

import pytest

from hexcourt.solver.api.position import Position, position_of
from tests import rulings
from tests.tiny_cards import condition, findings, found, group, scenario

HOUSE = "building L33"


def areas(**told: str) -> str:
    lines = "\n".join(f'{name} = "{sentence}"' for name, sentence in told.items())
    return f"[areas]\n{lines}\n"


def rule(*say: str, change: str = "") -> str:
    listed = ", ".join(f'"{each}"' for each in say)
    changes = f'change = ["{change}"]\n' if change else ""
    return f'[[rule]]\nid = "ssr1"\nsay = [{listed}]\n{changes}'


def test_names_that_are_in_play_and_that_are_not() -> None:
    case = scenario(
        "budapest",
        areas(house=HOUSE, far="hex A5 or K30"),
        group("r1", "red", "squad 4-6-7", 'setup = "house"'),
        condition("red", "Control building M37"),
    )
    told = findings("S01", case)
    assert [(each.subject, str(each.found)) for each in told] == [
        ("area far", "fail"),
        ("names", "pass"),
    ]
    assert "hex A5 is not on map" in told[0].sentence.lower().replace("a5", "A5")
    assert "1 hex, 2 buildings" in told[1].sentence


def test_names_are_of_the_boards_that_a_sentence_tells() -> None:
    case = scenario("budapest", areas(bank="on or east of hexrow K, board budapest"))
    assert found("S01", case) == {"names": "pass"}


def test_buildings_are_told_with_hexes_material_and_levels() -> None:
    case = scenario("budapest", areas(house=HOUSE, field="building D30", way="road hex C30"))
    told = {each.subject: each for each in findings("S02", case)}
    assert told["building D30"].found == "fail"
    assert told["building L33"].sentence == (
        "Building L33 has 2 hexes, L33 M33: stone, levels 0-2."
    )
    assert told["building L33"].witness.hexes == ("L33", "M33")
    assert told["area way"].found in ("pass", "fail")


def test_parts_of_edges_that_have_no_hex() -> None:
    entry = 'entry = {{ turn = 1, where = "{}" }}'
    case = scenario(
        "budapest",
        group("r1", "red", "squad 4-6-7", entry.format("north edge")),
        group("r2", "red", "squad 4-6-7", entry.format("east edge, within 2 hexes of C30")),
    )
    assert found("S03", case)["group r1"] == "pass"
    (empty,) = (each for each in findings("S03", case) if each.found == "fail")
    assert empty.subject == "group r2"
    assert "C30 is on the west edge" in empty.sentence


def test_special_rules_that_the_map_does_not_show() -> None:
    def told(*parts: str) -> dict[str, str]:
        return found("S06", scenario("budapest", *parts))

    assert told(rule("Orchards are brush")) == {"rule ssr1": "pass", "special rules": "pass"}
    assert told(rule("Orchards are brush", change="orchard -> woods"))["special rules"] == "pass"
    assert told(rule("Woods are brush"))["special rules"] == "pass"
    assert told(rule("Woods are brush"))["rule ssr1"] == "warn"
    assert told(rule("Grain hexes are flooded hexes"))["rule ssr1"] == "unknown"
    assert told(rule("Smoke is NA unless it rains"))["rule ssr1"] == "unknown"


def test_changes_that_take_one_thing_to_two_others() -> None:
    more = '[[rule]]\nid = "ssr2"\nchange = ["level 1 -> level 0", "level 1 -> level 2"]\n'
    wrong = '[[rule]]\nid = "ssr3"\nchange = ["Level1ToWoodsLevel1ToWoods"]\n'
    told = findings("S06", scenario("budapest", more, wrong))
    assert [str(each.found) for each in told][:2] == ["fail", "fail"]
    assert any("Level 1 is changed 3 times" in each.sentence for each in told)
    assert all(each.found != "pass" for each in told)


def test_areas_that_are_empty_or_meet_or_are_not_understood() -> None:
    case = scenario(
        "budapest",
        group("r1", "red", "squad 4-6-7", f'setup = "{HOUSE}"'),
        group("b1", "blue", "squad 4-6-7", 'setup = "within 1 hex of M33"'),
        group("b2", "blue", "squad 4-6-7", 'setup = "building M37 but not within 9 hexes of M37"'),
        group("b3", "blue", "squad 4-6-7", 'setup = "per SSR 4"'),
    )
    told = found("S07", case)
    assert told["group r1, group b1"] == "fail"
    assert told["group b2"] == "fail"
    assert told["group b3"] == "unknown"
    assert told["areas"] == "pass"


def test_sentences_of_special_rules_change_the_map_and_are_told() -> None:
    fortify = "the Russians may fortify 2 building hexes"
    case = scenario("A1 woods, B1, C1 woods", rule("Woods are orchards", fortify))
    assert case.board.by_name["A1"].terrain == ("orchard",)
    assert case.drawn.board.by_name["A1"].terrain == ("woods",)
    told = "; ".join(case.position.opened.assumptions)
    assert "special rule ssr1 is applied: woods -> orchard" in told
    assert f"special rule ssr1 is not applied: {fortify} (which buildings" in told


def test_hexes_of_placed_counters_are_names_of_the_card() -> None:
    for hex_, expected in (("K30", "pass"), ("K3", "fail")):
        placed = f'setup = "building L33"\nplaced = ["wreck {hex_}"]'
        told = findings("S01", scenario("budapest", group("r1", "red", "squad 4-6-7", placed)))
        assert str(told[0].found) == expected
        assert expected == "pass" or told[0].sentence.startswith("wreck K3: hex K3 is not on map")


def test_an_edge_that_is_not_one_is_not_understood() -> None:
    entry = 'entry = { turn = 1, where = "northeast edge" }'
    case = scenario("budapest", group("r1", "red", "squad 4-6-7", entry))
    assert found("S03", case)["group r1"] == "unknown"


def test_placed_counters_that_the_rules_know_lie_on_the_map() -> None:
    placed = 'placed = ["foxhole 1S A1", "wreck C1", "squad 4-6-7 B1", "foxhole Z9"]'
    case = scenario("A1, B1, C1", group("r1", "red", "squad 4-6-7", 'setup = "hex A1"', placed))
    assert case.position.placed == ('foxhole("A1")', 'wreck("C1")')
    told = case.position.opened.assumptions
    assert told[:2] == (
        "placed counter foxhole 1S A1 is placed",
        "placed counter wreck C1 is placed",
    )
    assert "placed counter squad 4-6-7 B1 is not placed: the rules have no piece" in told
    assert "placed counter foxhole Z9 is not placed: hex Z9 is not on the map" in told


@rulings.rule("D9.4")
@pytest.mark.parametrize(
    ("text", "piece", "hinders"),
    [
        ("vehicle A2", 'afv("A2")', 1),
        ("tank T-34 M43 A2", 'afv("A2")', 1),
        ("2 trucks A2", 'afv("A2")', 1),
        ("T-34 tank wreck A2", 'wreck("A2")', 1),
        ("squad 4-6-7 A2", None, 0),
    ],
)
def test_placed_vehicles_hinder(text: str, piece: str | None, hinders: int) -> None:
    group_of = group("r1", "red", "squad 4-6-7", f'setup = "hex A1"\nplaced = ["{text}"]')
    case = scenario("A1:A3, B1:B3", group_of)
    assert case.position.placed == (() if piece is None else (piece,))
    line = position_of(case).los("A1", "A3").rows[0]
    assert (line["verdict"], line["hindrance"]) == ("clear", hinders)


def test_placed_counters_between_hexes_lie_on_the_map() -> None:
    placed = 'placed = ["roadblock A1-B1", "pillbox 1+3+5 B2caA3/B3", "roadblock B1"]'
    board = f"{', '.join(f'{c}{r}' for c in 'ABC' for r in range(1, 5))}, A1-B1 road(dirt)"
    case = scenario(board, group("r1", "red", "squad 4-6-7", 'setup = "hex A1"', placed))
    assert case.position.placed == ('roadblock("A1","B1")', 'pillbox("B2","A3","B3")')
    told = "; ".join(case.position.opened.assumptions)
    assert "roadblock B1 is not placed: it names 1 hex; write such as roadblock L12-K13" in told
    rows = Position(case.position.opened, case.position.placed).see("B4").rows
    (seen,) = [each for each in rows if "Pi" in each["from"]]
    assert (seen["from"], seen["verdict"]) == ("B2PicaA3/B3", "clear")


def test_counters_that_are_pieces_and_are_not_placed_are_reported() -> None:
    placed = 'placed = ["rubble A2", "trench B1", "wreck A1", "squad 4-6-7 B1", "wreck Z9"]'
    where = f'entry = {{ turn = 1, where = "hex A2" }}\n{placed}'
    case = scenario("A1:A2, B1 marsh", group("r1", "red", "truck Opel", where))
    told = [each.sentence for each in findings("S02", case) if each.found == "unknown"]
    assert told[0].startswith(
        "Rubble A2 is not placed, and left out of all checks: say whether it is"
    )
    assert "B27.1" in told[1]
    assert len(told) == 2
    whole = group("r1", "red", "truck Opel", where.replace("rubble", "stone rubble"))
    rubbled = scenario("A1:A2, B1 marsh", whole)
    assert found("S14", rubbled)["r1"] == "fail"
    assert [each.sentence[:6] for each in findings("S02", rubbled) if each.found == "unknown"] == [
        "Trench"
    ]


def test_sentences_that_make_two_things_of_one_terrain() -> None:
    case = scenario("A1 woods, B1", rule("Woods are orchards", "Woods are brush"))
    told = [each for each in findings("S06", case) if each.found == "fail"]
    assert ["changed 2 times" in each.sentence for each in told] == [True]
    once = scenario("A1 woods, B1", rule("Woods are orchards", "Woods are orchards"))
    assert "fail" not in found("S06", once).values()


def test_terrain_that_a_special_rule_names_and_the_map_has_not() -> None:
    case = scenario("A1 woods, B1", rule("Orchards are brush"))
    assert found("S06", case)["rule ssr1"] == "warn"


def test_enemies_of_whom_one_sets_up_first_may_have_areas_that_meet() -> None:
    case = scenario(
        "budapest",
        group("r1", "red", "squad 4-6-7", 'setup = "building L33"'),
        group("b1", "blue", "squad 4-6-7", 'setup = "Set up second within 1 hex of M33"'),
    )
    assert found("S07", case)["group r1, group b1"] == "warn"
