"""FB6.12 beside lines of sight: weather, SMOKE grenades, Fire Lanes, FFMO and Interdiction."""

from __future__ import annotations

import pytest

from hexcourt.facts.formats.embedded import embedded_board
from tests.case_rows import ACTION, ATTACK, action, attack, ruled, worked

BANK = "A1 emrr@1, A2, A3 emrr@1, B1 sunken_road@-2"
RAIN = "weather(rain)"
SNOW = "weather(ground_snow)"
LOW = "A1:A4, A2 emrr@1"

WEATHER = [
    *(
        action(
            f"{name}, {weather}", "FB6.122", BANK, f'weather_penalty("{a}","{b}",{who})', says,
            weather,
        )
        for weather in (RAIN, SNOW)
        for name, a, b, who, says in (
            ("onto it", "A2", "A1", "infantry", "no FB6.122"),
            ("a vehicle onto it", "A2", "A1", "vehicle", "no FB6.122"),
            ("out of the Sunken Road", "B1", "A1", "infantry", "yes FB6.122"),
            ("into the Sunken Road", "A1", "B1", "infantry", "yes FB6.122"),
            ("a vehicle out of the Sunken Road", "B1", "A1", "vehicle", "no FB6.122"),
        )
    ),
    action("off it in Rain", "E3.54", BANK, 'weather_penalty("A1","A2",infantry)',
         "unknown E3.54", RAIN),
    action("off it in mist", "E3.32", BANK, 'weather_penalty("A1","A2",infantry)',
         "unknown E3.32", "weather(mist)"),
    action("onto it in mist", "E3.32", BANK, 'weather_penalty("A2","A1",infantry)',
         "unknown E3.32", "weather(mist)"),
    action("out of the Sunken Road in mist", "E3.32", BANK,
         'weather_penalty("B1","A1",infantry)', "unknown E3.32", "weather(mist)"),
    action("out of the Sunken Road in Rain and mist", "FB6.122", BANK,
         'weather_penalty("B1","A1",infantry)', "yes FB6.122", RAIN, "weather(mist)"),
    action("onto it in Rain and mist", "E3.32", BANK,
         'weather_penalty("A2","A1",infantry)', "unknown E3.32", RAIN, "weather(mist)"),
    action("off it in Snow", "E3.723", BANK, 'weather_penalty("A1","A2",infantry)',
         "unknown E3.723", SNOW),
    action("no weather", "FB6.122", BANK, 'weather_penalty("A2","A1",infantry)',
         "unknown FB6.122"),
    action("G38 to F37", "FB6.122", "budapest", 'weather_penalty("G38/under","F37",infantry)',
         "yes FB6.122", RAIN),
]  # fmt: skip

THROWN = [
    attack("up", "FB6.1211", BANK, 'smoke_grenade("A2")', "A1", "further_dr none FB6.1211"),
    attack("down", "A24.1", BANK, 'smoke_grenade("A1")', "A2", "further_dr unknown A24.1"),
    attack("too far", "A24.1", BANK, 'smoke_grenade("A3")', "A1",
           "smoke_grenade impossible A24.1"),
    attack("on one level", "A24.1", "A1 emrr@1, A2 emrr@1", 'smoke_grenade("A2")', "A1",
           "further_dr unknown A24.1"),
    attack("in a Cellar", "A24.1", "barricades", 'smoke_grenade("C25")', "C25/cellar",
           "further_dr unknown A24.1"),
]  # fmt: skip

LANES = [
    attack("below", "FB6.1243", LOW, 'fire_lane("A1")', "A4", "fire_lane none FB6.1243",
           'lane_level("A4",1)'),
    attack("in it", "A9.22", LOW, 'fire_lane("A1")', "A4", "fire_lane attacks A9.22",
           'lane_level("A4",0)'),
    attack("on one level", "A9.22", LOW, 'fire_lane("A1")', "A4", "fire_lane attacks A9.22"),
    attack("not told", "FB6.1243", LOW, 'fire_lane("A1")', "A2", "fire_lane unknown FB6.1243"),
    attack("over debris", "FB6.1243", LOW, 'fire_lane("A1")', "A4",
           "fire_lane attacks A9.22 | left_out(\"A3\",debris) hindrance FB6.1243",
           'lane_level("A3",1)', 'lane_level("A4",0)', 'debris("A3")'),
    attack("past woods", "A6.7", "A1:A4, A2 brush", 'fire_lane("A1")', "A4",
           "fire_lane attacks A9.22 | hindrance 1 A6.7"),
    attack("past debris", "A6.7", "A1:A4, A3 brush +afv", 'fire_lane("A1")', "A4",
           "fire_lane attacks A9.22 | hindrance 3 A6.7", 'debris("A2")'),
    attack("debris on the bank", "A9.22", LOW, 'fire_lane("A1")', "A4",
           "fire_lane attacks A9.22 | hindrance 1 A6.7", 'lane_level("A2",1)', 'debris("A2")'),
    attack("above the debris on the bank", "FB6.1243", LOW, 'fire_lane("A1")', "A4",
           "fire_lane attacks A9.22 | left_out(\"A2\",debris) hindrance FB6.1243",
           'lane_level("A2",2)', 'debris("A2")'),
    attack("at a level not told", "FB6.1243", f"{LOW}, A4 @1", 'fire_lane("A1")', "A4",
           "fire_lane attacks A9.22 | hindrance unknown FB6.1243", 'lane_level("A4",1)',
           'afv("A3")'),
]  # fmt: skip

HOUSE = "A1 building(stone,1) level(1) stairwell"
CELLARS = f"{HOUSE}, map_rule(cellars), A2 building(stone,1), A1-A2 building_side"
HALLS = "A1 factory(stone,1), A2 factory(stone,1), A1-A2 building_side, A2-A3 road(paved), A3:A4"
BETWEEN = "hindrance 0 O.4C | open_ground none O.4C | residual_at quasi(1) O.4C | tem 0 O.4C"
EXPOSED = [
    attack("in the open", "A4.6", "A1:A4", 'small_arms("A4")', "A1", "drm(ffmo) -1 A4.6",
           "moving"),
    attack("not moving", "", "A1:A4", 'small_arms("A4")', "A1", ""),
    attack("on the bank", "FB6.124", LOW, 'small_arms("A4")', "A2", "drm(ffmo) -1 FB6.124",
           "moving"),
    attack("at its foot", "A4.6 FB6.124", LOW, 'small_arms("A4")', "A1",
           "drm(ffmo) 0 A4.6 | tem(emrr) 1 FB6.124 | hull_down possible FB6.124",
           "moving"),
    attack("in debris on it", "A4.6", "A1:A4, A2 emrr@1 +debris", 'small_arms("A4")', "A2",
           "drm(ffmo) 0 A4.6 | tem(debris) 1 FB6.12422 | tem(debris) 1 O1.3 | tem 1 A2.4",
           "moving"),
    attack("hindered", "A4.6", "A1:A4, A3 brush", 'small_arms("A4")', "A1",
           "drm(ffmo) 0 A4.6 | hindrance 1 A6.7", "moving"),
    attack("with Height Advantage", "A4.6", "A1 @2, A2:A4", 'small_arms("A4")', "A1",
           "drm(ffmo) 0 A4.6 | height_advantage 1 B10.31", "moving"),
    attack("in Bypass", "A10.531", "A1:A3, B1, A1 building(stone,0)", 'small_arms("A3")', "A1-A2-B1",
           "drm(ffmo) unknown A10.531", "moving"),
    attack("given in Bypass", "A10.531", "A1:A3, B1, A1 building(stone,0)", 'small_arms("A3")', "A1",
           "drm(ffmo) unknown A10.531", "moving", 'in_bypass("A1")'),
    attack("in an orchard", "O.1", "A1:A4, A1 orchard", 'small_arms("A4")', "A1",
           "drm(ffmo) 0 O.1", "moving"),
    attack("in an orchard with a road", "A10.531", "A1:A4, A1 orchard, A1-A2 road(dirt)",
           'small_arms("A4")', "A1", "drm(ffmo) unknown A10.531", "moving"),
    attack("under the trees beside a road", "O.1", "A1:A4, A1 orchard, A1-A2 road(dirt)",
           'small_arms("A4")', "A1", "drm(ffmo) 0 O.1", "moving", 'took_cover("A1",orchard)'),
    attack("perhaps along a tram line", "A10.531", "A1:A4, A1 orchard, A1-A2 rail(tram)",
           'small_arms("A4")', "A1", "drm(ffmo) unknown A10.531", "moving"),
    attack("in an orchard out of season", "A10.531", "A1:A4, A1 orchard_out_of_season",
           'small_arms("A4")', "A1", "drm(ffmo) unknown A10.531", "moving"),
    attack("hindered in an orchard", "A4.6", "A1:A4, A1 orchard, A3 brush", 'small_arms("A4")', "A1",
           "drm(ffmo) 0 A4.6 | hindrance 1 A6.7", "moving"),
    attack("along a tram line", "FB6.33", "A1:A4, A1 orchard, A1-A2 rail(tram)",
           'small_arms("A4")', "A1", "drm(ffmo) -1 FB6.33", "moving", 'along_rails("A1")'),
    attack("Interdiction on the bank", "FB6.124", LOW, 'interdiction("A4")', "A2",
           "interdiction possible FB6.124"),
    attack("Interdiction in the open", "A10.532", "A1:A4", 'interdiction("A4")', "A1",
           "interdiction possible A10.532"),
    attack("Interdiction in an orchard", "O.1", "A1:A4, A1 orchard", 'interdiction("A4")', "A1",
           "interdiction negated O.1"),
    attack("Interdiction in woods", "A10.532", "A1:A4, A1 woods", 'interdiction("A4")', "A1",
           "interdiction negated A10.532 | tem(woods) 1 B13.3 | tem 1 A2.4"),
    attack("on an upper Level", "A4.6", f"A1:A4, {HOUSE}", 'small_arms("A3")', "A1h1",
           "drm(ffmo) 0 A4.6 | tem(building(stone,1)) 3 B23.3 | tem 3 A2.4", "moving"),
    attack("Interdiction on an upper Level", "A10.532", f"A1:A4, {HOUSE}", 'interdiction("A3")', "A1h1",
           "interdiction negated A10.532 | tem(building(stone,1)) 3 B23.3 | tem 3 A2.4"),
    attack("Interdiction in a Cellar", "A10.532", f"A1:A4, {CELLARS}",
           'interdiction("A3")', "A2/cellar",
           "interdiction negated A10.532 | tem(cellar) 4 O6.11"),
    attack("Interdiction in Crest status", "A10.532", "A1:A4, A2 gully@-2", 'interdiction("A4")',
           "A2/CRA3",
           "interdiction negated A10.532 | tem(entrenchment) 2 B20.9"),
    attack("in Crest status over an orchard", "A10.531", "A1:A4, A2 gully@-2 orchard@-2",
           'small_arms("A4")',
           "A2/CRA1", "drm(ffmo) unknown A10.531 | tem(entrenchment) unknown B20.9", "moving"),
    attack("on a Rooftop", "A10.531", "A1 factory(stone,1) stairwell, A2:A4", 'small_arms("A4")',
           "A1/rooftop",
           "drm(ffmo) unknown A10.531 | tem unknown B23.8", "moving"),
    attack("Interdiction on a Rooftop", "A10.531", "A1 factory(stone,1) stairwell, A2:A4",
           'interdiction("A4")',
           "A1/rooftop", "interdiction unknown A10.531 | tem unknown B23.8"),
    attack("between the Levels of a Factory", "O.4C", HALLS, 'small_arms("A1")', 'quasi("A2",1)',
           f"drm(ffmo) 0 O.4C | {BETWEEN}", "moving"),
    attack("Interdiction between the Levels of a Factory", "O.4C", HALLS, 'interdiction("A1")',
           'quasi("A2",1)',
           f"interdiction negated O.4C | {BETWEEN}"),
]  # fmt: skip


@pytest.mark.parametrize(ACTION, WEATHER)
def test_fb6_122_weather(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected


@pytest.mark.parametrize(ATTACK, [*THROWN, *LANES, *EXPOSED])
def test_fb6_12_attacks(
    board: str, attack: str, target: str, given: tuple[str, ...], expected: list[str]
) -> None:
    assert worked(board, attack, target, given) == expected


def test_fb6_12_the_hexes_of_the_cogwheel_railway() -> None:
    board = embedded_board("budapest")
    embankment = [each.name for each in board.hexes if each.inherent == "emrr"]
    assert embankment == ["F32", "F33", "F34", "F35", "F36", "F37", "H38", "H39"]
    levels = {name: board.location(name).level for name in (*embankment, "G38", "G38/under")}
    assert levels == {**dict.fromkeys([*embankment, "G38"], 5), "G38/under": 2}
    ground_level = {
        each.name for each in board.hexes if any(f.startswith("rail(glrr") for f in each.features)
    }
    assert ground_level >= {"G32", "H30", "H31"}
    numbers = {int(board.embankments[board.indices[name]]) for name in embankment}
    assert len(numbers) == 2, "the bridge parts two embankments"
