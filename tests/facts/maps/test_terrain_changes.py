"""Changes of terrain: each word against a board that is drawn with the changed terrain at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from xml.etree.ElementTree import parse

import numpy as np
import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, board_text
from hexcourt.facts.boards.records import Hex
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.formats.import_archive import board_of, with_filled_hexes
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.geometry.hexes import distance
from hexcourt.facts.maps.changes.meaning import DONE, NOTHING, REFUSED, Made, meaning_of
from hexcourt.facts.maps.changes.on_archives import WrittenChange, changed_archives
from hexcourt.facts.maps.changes.reading import HexesByPlace, change_words
from hexcourt.facts.maps.compose_map import places_of
from hexcourt.facts.maps.joining import Section, placed_sections
from hexcourt.facts.tracing.sight_lines import every_pair
from hexcourt.solver.api.position import Position, open_position
from hexcourt.solver.scenario.opening import open_board
from tests.facts.formats.test_archive_fuzz import board_zip, payload
from tests.facts.maps.test_joining import judged
from tests.rulings import rule

SHARED = Path(__file__).parents[4] / "shared" / "vasl"

OPEN, WATER, MARSH, SHELLHOLES, GRAIN, BRUSH, CRAG, GULLY, STREAM = 0, 8, 14, 15, 24, 25, 26, 30, 32
WOODS, ORCHARD, BARE_ORCHARD, DIRT, PAVED, PATH = 60, 63, 64, 65, 66, 70
WALL, HEDGE, CLIFF, BAR, BRIDGE, RUBBLE = 72, 73, 75, 77, 84, 90
STONE, WOOD = 41, 51

Boxes = Sequence[tuple[slice, slice, int, int]]
NO_SIDES: Mapping[str, frozenset[int]] = MappingProxyType({})
HEXES = [f"{column}{row}" for column in "ABCDEFGHI" for row in range(5)]


def archive(
    drawn: Boxes = (),
    slopes: Mapping[str, frozenset[int]] = NO_SIDES,
    stairs: bool = False,
    name: str = "1",
) -> Archive:
    """Make an open board of 9 hexrows by 4 hexes, with boxes of terrain drawn on it."""
    terrain, level = np.zeros((450, 258), np.uint8), np.zeros((450, 258), np.int8)
    for across, down, code, height in drawn:
        terrain[across, down], level[across, down] = code, height
    flags = np.full(9 * 4 + 4, stairs)
    about = MappingProxyType({"name": name, "version": "6.1"})
    return Archive(
        name, 9, 4, level, terrain, flags, about, slopes, NO_SIDES, pictured=frozenset({"SSO_9"})
    )


def around(name: str, reach: int = 14) -> tuple[slice, slice]:
    """Give a box round the centre dot of a hex."""
    column, row = ord(name[0]) - ord("A"), int(name[1:])
    x, y = 56.25 * column, 64.5 * (row - (0.5 if column % 2 == 0 else 0))
    return (
        slice(max(0, int(x) - reach), int(x) + reach),
        slice(max(0, int(y) - reach), int(y) + reach),
    )


def side(name: str) -> tuple[slice, slice]:
    """Give a box on the lower hexside of a hex."""
    across, down = around(name, 0)
    return slice(across.start - 15, across.start + 15), slice(down.start + 30, down.start + 35)


def spread(code: int, levels: Sequence[int] = (0,)) -> Boxes:
    """Draw terrain round some centre dots, on each of some levels."""
    return [
        (*around(f"{column}{row}"), code, level)
        for column, level in zip("CDEFG", levels, strict=False)
        for row in (1, 2)
    ]


def changed(base: Archive, *told: str) -> tuple[Archive, tuple[Made, ...]]:
    places = places_of(placed_sections([[Section(board_of(base), "1")]]))
    changes = [WrittenChange(text, "1") for text in told]
    found, made = changed_archives({"1": base}, {"1": False}, changes, places, True)
    return found["1"], made


def board(base: Archive, *told: str) -> Board:
    found, made = changed(base, *told)
    assert {each.outcome for each in made} <= {DONE, NOTHING}, [each.sentence for each in made]
    return board_of(found)


def mapped(base: Archive, pixels: Mapping[tuple[int, int | None], tuple[int, int | None]]) -> Board:
    """Derive the board whose pixels of some code and level are other ones."""
    terrain, level = base.terrain.copy(), base.elevation.copy()
    for (code, height), (new, to) in pixels.items():
        here = (base.terrain == code) & (True if height is None else base.elevation == height)
        terrain[here] = new
        if to is not None:
            level[here] = to
    return board_of(
        Archive(**{**vars(base), "terrain": terrain, "elevation": level})  # type: ignore[arg-type]
    )


# --- the shared table: what its words say of codes and levels, without a word of ours ---------------

CODE = {
    "Open Ground": 0, "Plowed Field": 1, "Water": 8, "River": 10, "Marsh": 14, "Shellholes": 15,
    "Grain": 24, "Brush": 25, "Crags": 26, "Dry Stream": 31, "Shallow Stream": 32, "Woods": 60,
    "Orchard": 63, "Orchard, Out of Season": 64, "Wall": 72, "Hedge": 73, "Bocage": 74, "Cliff": 75,
    "Swamp": 133, "Light Woods": 175, "Stone Building": 40, "Gutted Stone Building": 182,
    **{f"Stone Building, Level {n}": 40 + n for n in range(1, 5)},
    **{f"Gutted Stone Building, Level {n}": 182 + n for n in range(1, 5)},
    **{f"Stone Factory, Level {n}.5": 46 + n for n in (1, 2)},
    **{f"Gutted Stone Factory, Level {n}.5": 179 + n for n in (1, 2)},
}  # fmt: skip
"""Code by name: also by the names that the table has and no terrain, which change nothing there."""

UNSURE = {"DTOtoETO", "BridgeToFord", "FloodedStreams", "PondToValley"}
OF_THEIR_OWN = {
    "AllPaved", "AllDirt", "AllStone", "AllWood", "StreamsToGullies", "GulliesToStreams", "WallsOnly",
    "NoRoads", "RowhouseBarsToBuildings", "RowhouseBarsToOpenGround", "NoStairwells", "NoBridge",
    "SwampToSwampPattern", "PalmTrees", "DenseJungle", "Bamboo", "RoadsToPaths", "NoWoodsRoads",
    "RiverToValley",
}  # fmt: skip
PICTURE_ONLY = {"NoWhiteHexIDs", "NoHillNums"}
WEATHER = {"Mud", "Winter"}


def shared_rules() -> list[tuple[str, str, str, str]]:
    if not (SHARED / "SharedBoardMetadata.xml").is_file():
        return []
    root = parse(SHARED / "SharedBoardMetadata.xml").getroot()
    return [
        (r.get("name", ""), r.get("type", ""), r.get("fromValue", ""), r.get("toValue", ""))
        for r in root.iter("LOSSSRule")
    ]


RULES = sorted(set(shared_rules()))
PLAIN = [
    each for each in RULES if each[1] not in ("ignore", "customCode") and each[0] not in UNSURE
]


def test_every_word_is_known() -> None:
    if not RULES:
        pytest.skip("no SharedBoardMetadata.xml in ../shared/vasl")
    known = change_words()
    assert {name for name, *_ in RULES} <= set(known)
    plain = {name for name, *_ in PLAIN}
    apart = OF_THEIR_OWN | UNSURE | PICTURE_ONLY | WEATHER
    assert {name for name, *_ in RULES} == (plain | apart), "each is tried below, or its own test"
    assert all(word.cited for word in known.values())


@pytest.mark.parametrize(
    "told", [each for each in PLAIN if each[0] not in OF_THEIR_OWN], ids=lambda t: t[0]
)
def test_a_word_of_the_table(told: tuple[str, str, str, str]) -> None:
    """A board with the source on several levels, beside woods, a road and a house, is what it is when
    drawn with the target.
    """
    word, kind, source, target = told
    at = int(source.replace("_", "-")) if kind.startswith("elevation") else None
    to = (
        int(target.replace("_", "-")) if kind in ("elevationMap", "terrainToElevationMap") else None
    )
    pixels: dict[tuple[int, int | None], tuple[int, int | None]]
    if at is None:
        code = CODE[source]
        if code in (WALL, HEDGE, CLIFF):
            drawn: Boxes = [(*side(name), code, 0) for name in ("C1", "D2", "E2")]
        else:
            drawn = spread(code, (0, 1) if to is None else (0, 1, -1))
        pixels = {(code, None): (CODE[target] if to is None else OPEN, to)}
    else:
        drawn = [
            *spread(OPEN, (at, at, 0, 5)),
            (*around("H2"), WOODS, at),
            (*around("H3"), DIRT, at),
        ]
        new, level = (OPEN, to) if to is not None else (CODE[target], 0)
        pixels = {(OPEN, at): (new, level), (WOODS, at): (WOODS, level), (DIRT, at): (DIRT, level)}
    extra = [(*around("B2"), STONE, 0), (*around("I2", 8), PAVED, 0)]
    base = archive([*extra, *drawn] if at == 0 else [*drawn, *extra])
    if at == 0:  # all else on the board is level 0, too
        pixels |= {(STONE, 0): (STONE, to), (PAVED, 0): (PAVED, to)}
    assert board(base, word) == mapped(base, pixels)
    assert board_of(base) != mapped(base, pixels)


# --- words that take more to tell -------------------------------------------------------------------


def hexes(of: Board, term: str) -> set[str]:
    return {each.name for each in of.hexes if term in each.terrain}


@pytest.mark.parametrize(
    ("word", "before", "after"),
    [
        ("AllPaved", (DIRT,), (PAVED,)),
        ("AllDirt", (PAVED,), (DIRT,)),
        ("AllStone", (50, 51, 52, 57), (40, 41, 42, 47)),
        ("AllWood", (40, 41, 42, 47), (50, 51, 52, 57)),
        ("StreamsToGullies", (STREAM, 31), (GULLY, 30)),
        ("GulliesToStreams", (GULLY,), (STREAM,)),
        ("SwampToSwampPattern", (MARSH, WOODS), (133, 126)),
        ("PalmTrees", (ORCHARD, WOODS), (129, 126)),
        ("DenseJungle", (WOODS,), (127,)),
        ("Bamboo", (BRUSH, WOODS), (128, 126)),
        ("ShellholesToOrchards", (SHELLHOLES,), (ORCHARD,)),
        ("OrchardsToShellholes", (ORCHARD,), (SHELLHOLES,)),
        ("OrchardsToCrags", (ORCHARD,), (CRAG,)),
        ("ShellholesToCrags", (SHELLHOLES,), (CRAG,)),
    ],
)
def test_words_that_name_several_changes(
    word: str, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    def drawn(codes: Sequence[int]) -> Archive:
        level = {GULLY: -1, STREAM: -1, 31: -1}
        return archive(
            [
                (*around(f"{c}2"), code, level.get(code, 0))
                for c, code in zip("BDFH", codes, strict=False)
            ]
        )

    # what is inherent from now on fills its hex (B.6), which the next test holds
    filled = with_filled_hexes(drawn(after), drawn(before))
    assert board(drawn(before), word) == board_of(filled)


@rule("B.6")
def test_inherent_terrain_fills_the_open_ground_of_a_hex_into_whose_middle_it_comes() -> None:
    road = (slice(0, 450), slice(91, 102), DIRT, 0)
    base = archive([(*around("B2", 12), WOODS, 0), (*around("E2"), WOODS, 0), road])
    found = board(base, "woods -> orchard")
    assert {each.name for each in found.hexes if each.inherent == "orchard"} == {"B2", "E2"}
    assert found.raster is not None
    orchard = found.raster.terrain == found.raster.terms.index("orchard")
    assert orchard[around("B2", 18)].all()
    assert (found.raster.terrain[road[:2]] == found.raster.terms.index("dirt_road")).all()
    (row,) = Position(found).los("B1", "B3").rows
    assert row["hindrance"] == 1, "beside the trees that are drawn, too"
    before = archive([(*around("B2"), ORCHARD, 0)])  # inherent before: as it is drawn
    assert board(before, "orchard -> crag") == mapped(before, {(ORCHARD, None): (CRAG, None)})


def test_walls_only() -> None:
    base, other = (archive([(*side("D2"), code, 0)]) for code in (HEDGE, WALL))
    assert board(base, "WallsOnly") == board_of(other)
    assert board_of(other).hexsides == {("D2", "D3"): frozenset({"wall"})}


def test_dense_jungle_is_dense_whatever_else_the_pacific_has() -> None:
    base = archive([(*around("B2"), WOODS, 0), (*around("D2"), ORCHARD, 0)])
    for told in (("PalmTrees", "DenseJungle"), ("DenseJungle", "PalmTrees")):
        assert hexes(board(base, *told), "dense_jungle") == {"B2"}
    made = changed(base, "Bamboo", "DenseJungle")[1]
    assert {each.written: each.outcome for each in made} == {"Bamboo": NOTHING, "DenseJungle": DONE}


ROAD = (slice(0, 450), slice(92, 102), DIRT, 0)


def test_no_roads() -> None:
    """Nothing changes to lines of sight, and movement has no road."""
    wood, road = (*around("E2", 25), WOODS, 0), (slice(219, 231), slice(0, 258))
    base = archive([wood, (*road, DIRT, 0)])
    without = board(base, "NoRoads")
    assert without == board_of(archive([wood, (*road, OPEN, 0)]))
    assert spent(board_of(base)) == 1, "B3.4: 1 MF along the road through the woods"
    assert spent(without) == 2, "B13.4"
    names = [each.name for each in without.hexes]
    pairs = every_pair(len(names))[::7]
    assert judged(without, names, pairs) == judged(board_of(base), names, pairs)


def spent(on: Board) -> float:
    """Give the MF of a squad that goes from E1 into E2."""
    return float(Position(on).path("E1", "E2", unit="squad").rows[0]["spent"])


def test_roads_on_bridges_stay() -> None:
    drawn = [(slice(0, 450), slice(80, 115), GULLY, -1), (*around("E2", 20), BRIDGE, 0)]
    road = (slice(214, 236), slice(0, 258), DIRT, 0)
    base = archive([*drawn, road, (slice(205, 246), slice(77, 80), BRIDGE, 0)])
    assert board(base, "NoRoads").by_name["E2"] == board_of(base).by_name["E2"]


@rule("B6.4")
def test_no_bridge() -> None:
    gully = (slice(0, 450), slice(80, 115), GULLY, -1)
    road = (slice(219, 231), slice(0, 258), DIRT, 0)
    deck = [
        (slice(210, 219), slice(78, 117), BRIDGE, 0),
        (slice(231, 240), slice(78, 117), BRIDGE, 0),
    ]
    base = archive([gully, road, *deck])
    bridged, bare = board_of(base), board(base, "NoBridge")
    assert [each.place for each in bridged.locations_of("E2")] == ["under", "ground"]
    assert [(each.place, each.level) for each in bare.locations_of("E2")] == [("ground", -2)]
    assert bare.by_name["E2"].terrain == ("gully",) and bare.by_name["E2"].bed == -2
    assert bare.by_name["E1"] == bridged.by_name["E1"]


def test_no_stairwells() -> None:
    base = archive([(*around("D2"), 42, 0), (*around("F2"), STONE, 0)], stairs=True)
    assert board_of(base).by_name["D2"].stairwell
    assert not board(base, "NoStairwells").by_name["D2"].stairwell
    assert board(base, "NoStairwells").by_name["F2"].stairwell, "a house of two floors has its own"


@rule("B23.71")
def test_rowhouse_bars() -> None:
    house = (slice(150, 190), slice(40, 150), STONE, 0)
    base = archive([house, (slice(150, 190), slice(95, 99), BAR, 0)])
    assert board_of(base).hexsides == {("D1", "D2"): frozenset({"rowhouse_wall(1)"})}
    assert board(base, "RowhouseBarsToBuildings") == board_of(archive([house]))
    gap = (slice(150, 190), slice(95, 99), OPEN, 0)
    assert board(base, "RowhouseBarsToOpenGround") == board_of(archive([house, gap]))


def test_woods_close_over_woods_roads() -> None:
    """The road of a hex of woods is closed over, with its verges; in the open it stays."""
    verge = (slice(140, 310), slice(87, 107), OPEN, 0)
    base = archive([(slice(140, 310), slice(50, 150), WOODS, 0), verge, ROAD])
    closed = board(base, "NoWoodsRoads")
    assert hexes(board_of(base), "dirt_road") == {"A2", "C2", "E2", "G2", "I2"}
    assert hexes(closed, "dirt_road") == {"A2", "C2", "G2", "I2"}
    assert "E2" in hexes(closed, "woods")
    paths = board(base, "RoadsToPaths")
    assert hexes(paths, "path") == {"A2", "C2", "G2", "I2"} and "E2" in hexes(paths, "woods")


def test_a_river_becomes_its_valley() -> None:
    """Archives draw rivers and ponds alike; what lies beneath level 0 is a river's."""
    base = archive([(*around("D2"), WATER, -1), (*around("F2"), WATER, 0), (*around("H2"), 10, 0)])
    valley = board(base, "RiverToValley")
    assert hexes(valley, "water") == {"F2"} and hexes(valley, "river") == set()
    assert valley.by_name["D2"].level == -2


# --- levels ------------------------------------------------------------------------------------------


@rule("B10.1")
def test_a_gully_sinks_with_its_hill() -> None:
    hill = (slice(0, 200), slice(0, 258), OPEN, 2)
    base = archive(
        [hill, (*around("C2"), GULLY, 1), (*around("G2"), GULLY, -1), (*around("G3"), STREAM, -2)]
    )
    flat = board(base, "Level2ToLevel1")
    assert (flat.by_name["C2"].level, flat.by_name["C2"].bed) == (0, 0)
    raised = board(base, "Level_1ToLevel0")
    assert raised.by_name["G2"] == board_of(base).by_name["G2"], "a gully is no ground of level -1"
    assert raised.by_name["G3"].level == -2, "a stream in a valley is"


@rule("B11.1")
def test_cliffs_and_slopes_between_hexes_of_one_level_are_gone() -> None:
    hill = (slice(0, 450), slice(130, 258), OPEN, 1)
    slopes = {"D2": frozenset({3}), "D3": frozenset({0}), "E3": frozenset({2})}
    base = archive(
        [hill, (*side("D2"), CLIFF, 0), (*side("F2"), CLIFF, 1)], MappingProxyType(slopes)
    )
    assert board_of(base).by_name["D2"].slopes == {3}
    flat = board(base, "Level1ToLevel0")
    assert flat.hexsides == {} and flat.by_name["D2"].slopes == frozenset()
    assert flat.by_name["E3"].slopes == {2}, "between hexes of one level from the start"


# --- words of our own --------------------------------------------------------------------------------


def test_a_hex_of_its_own() -> None:
    base = archive([(*around("D2"), STONE, 0), (*around("F2"), STONE, 0)], stairs=True)
    after = board(base, "D2: building(stone,1) -> rubble(stone)")
    assert after.by_name["D2"].terrain == ("rubble(stone)",)
    assert after.by_name["D2"].inherent == "rubble(stone)"
    assert [each.name for each in after.locations_of("D2")] == ["D2"]
    assert after.by_name["F2"] == board_of(base).by_name["F2"]
    raised = board(base, "D2, F2: building -> building(wood,2)")
    assert [each.name for each in raised.locations_of("F2")] == ["F2", "F2h1", "F2h2"]


def test_parts_of_a_board() -> None:
    base = archive([(*around(f"{c}{r}"), WOODS, 0) for c in "BDFH" for r in (1, 3)])
    assert hexes(board(base, "hexrows A-D: woods -> brush"), "brush") == {"B1", "B3", "D1", "D3"}
    assert hexes(board(base, "numbers 2-3: woods -> brush"), "woods") == {"B1", "D1", "F1", "H1"}
    both = "hexrows A-D and numbers 2-3: woods -> brush"
    assert hexes(board(base, both), "brush") == {"B3", "D3"}
    assert hexes(board(base, "D1: all -> open"), "woods") == hexes(board_of(base), "woods") - {"D1"}


def test_hexsides() -> None:
    drawn = [(*side("D2"), HEDGE, 0), (*side("F2"), HEDGE, 0)]
    after = board(
        archive(drawn), "hedge D2-D3 -> wall", "D1-D2: open -> bocage", "open G3-F2 -> wall"
    )
    assert {pair: set(terms) for pair, terms in after.hexsides.items()} == {
        ("D2", "D3"): {"wall"},
        ("F2", "F3"): {"hedge"},
        ("D1", "D2"): {"bocage"},
        ("F2", "G3"): {"wall"},
    }
    assert board(archive(drawn), "D3: hedge -> open").hexsides == {
        ("F2", "F3"): frozenset({"hedge"})
    }


def test_levels_of_terrain() -> None:
    base = archive(
        [(*around("D2"), WOODS, 1), (*around("F2"), WOODS, 2), (*around("H2"), GULLY, -1)]
    )
    after = board(base, "woods at level 1 -> brush at level 2", "gully -> open")
    assert [(after.by_name[n].terrain, after.by_name[n].level) for n in ("D2", "F2", "H2")] == [
        (("brush",), 4), (("woods",), 4), (("open",), 0),
    ]  # fmt: skip
    assert board(base, "F2: level 2 -> level 1").by_name["F2"].level == 2


# --- what cannot be made -----------------------------------------------------------------------------

WRONG = {
    "NoRods": "it is no word for a change of terrain; write NoRoads",
    "Level1ToWoodsLevel1ToWoods": "it is no word for a change of terrain; write Level1ToWoods",
    "xyz": "it is no word for a change of terrain; write such as NoRoads",
    "SSO_9": "only a picture in the board's archive tells what it does; say it in words such as",
    "FloodedStreams": "whether a flooded stream is a depression to lines of sight is said by no rule",
    "BridgeToFord": "what a ford in a depression costs is said by no rule at hand",
    "wods -> brush": "terrain 'wods' is not known; write woods",
    "woods -> ": "'woods -> ' is no change; write such as 'woods -> orchard'",
    "woods -> building": "makes building of it, which may be building(stone,0), ",
    "woods -> wall": "wall lies on hexsides, and woods does not; write such as 'open I35-J34 -> wall'",
    "hedge -> woods": "hedge lies on hexsides, and woods does not; write 'hedge -> open'",
    "all -> wall": "wall lies on hexsides; name one such as I35-J34",
    "level 20 -> level 1": "level 20 is too far; write -15 to 15",
    "swamp -> marsh": "nothing of that is on the map; leave it out",
    "D3: woods -> brush": "nothing of that is there, but open; name what is, or leave it out",
    "Z9: woods -> brush": "hex Z9 is not on the map: write such as A1",
    "woods -> woods": "leaves all as it is; write what comes of it",
    "level 1 -> level 1": "leaves all as it is; write what comes of it",
    "open D2-D3 -> woods": "woods lies in hexes, not on hexside D2-D3; write such as 'D2 D3: open",
    "woods D2-D3 -> open": "woods lies in hexes, not on hexside D2-D3; write such as 'D2 D3: woods",
    "all D2-D3 -> wall": "does not say what is to go from hexside D2-D3",
    "D2-G2: hedge -> wall": "names D2-G2, which do not adjoin; name two hexes that do",
    "wall D2-G2 -> open": "names D2-G2, which do not adjoin; name two hexes that do",
    "D2: wall E2-E3 -> open": "names two places; leave one out",
    "somewhere: woods -> brush": "'somewhere' is not understood; write hexes such as A1",
    "board 7: woods -> brush": "board 7 is not on the map; it has 1",
    "woods -> fence": "fence cannot be drawn on this board",
    "woods -> bridge_road": "bridge_road cannot be drawn on this board",
    "woods" + " -> brush" * 50: "is no change; write such as",
}


@pytest.mark.parametrize("told", WRONG, ids=lambda told: told[:40])
def test_what_cannot_be_made_is_told(told: str) -> None:
    base = archive([(*around("D2"), WOODS, 0)])
    after, (made,) = changed(base, told)
    assert made.outcome == REFUSED and WRONG[told] in made.why
    assert "\n" not in made.sentence and len(made.sentence) < 400
    assert board_of(after) == board_of(base), "nothing is changed by halves"


def test_words_that_change_nothing_say_so() -> None:
    base = archive([(*around("D2"), WOODS, 0)])
    told = {t: changed(base, t)[1][0] for t in ("NoHillNums", "Winter", "NoGrain", "NoRoads")}
    assert {each.outcome for each in told.values()} == {NOTHING}
    assert told["NoHillNums"].why == "it has no effect on lines of sight nor movement"
    assert "give it with --given, such as weather(ground_snow)" in told["Winter"].why
    assert told["NoGrain"].why == told["NoRoads"].why == "nothing of that is there"


def test_contradictions_are_told() -> None:
    base = archive([(*around("D2"), GRAIN, 0), (*around("F2"), OPEN, 2), ROAD])

    def whys(*told: str) -> list[str]:
        return [each.why for each in changed(base, *told)[1] if each.outcome != DONE]

    taken = "has taken it before; leave one of them out, or tell this one first"
    assert whys("PlowedFields", "NoGrain") == [f"'PlowedFields' {taken}"]
    assert whys("Level2ToLevel0", "Level2ToWoods") == [f"'Level2ToLevel0' {taken}"]
    assert whys("NoRoads", "AllPaved") == [f"'NoRoads' {taken}"]
    assert whys("grain -> brush", "D2: grain -> woods") == [f"'grain -> brush' {taken}"]
    assert whys("D2: grain -> woods", "NoGrain") == [f"'D2: grain -> woods' {taken}"]
    assert whys("NoGrain", "NoGrain", "grain -> open") == [
        "given already, as NoGrain", "given already, as NoGrain",
    ]  # fmt: skip
    assert whys("BrushToOpenGround", "GrainToBrush") == ["nothing of that is there"]
    assert whys("GrainToBrush", "BrushToOpenGround") == [], "one after the other"


def test_what_was_changed_is_counted() -> None:
    base = archive([(*side("D2"), HEDGE, 0), (*around("F2"), WOODS, 0)])
    _, (first, second) = changed(base, "NoHedges", "woods -> brush")
    assert (first.hexsides, second.hexes, second.pixels) == ((("D2", "D3"),), ("F2",), 28 * 28)
    assert first.sentence == "NoHedges (hedge -> open) on board 1 is made"
    assert meaning_of("NoHedges").cited == "LOSSSRules terrainMap; B9"


def test_lines_far_from_a_change_stay_as_they_are() -> None:
    drawn = [(*around(n, 20), WOODS, 0) for n in ("B2", "C3", "F1", "G3", "H2")]
    bare, after = board_of(archive(drawn)), board(archive(drawn), "hexrows A-C: woods -> open")
    names = [each.name for each in bare.hexes if each.place[0] >= 4]
    pairs = every_pair(len(names))
    assert judged(bare, names, pairs) == judged(after, names, pairs)
    assert re.search("open", str(after.by_name["B2"].terrain))
    with pytest.raises(BadInput):
        meaning_of("NoRods")
    assert HexesByPlace({}).boards == ()


# --- told in a file ----------------------------------------------------------------------------------


def archive_file(folder: Path, name: str, base: Archive) -> None:
    """Write an archive as players have it."""
    pixels = np.stack([base.elevation.view(np.uint8), base.terrain], axis=-1).tobytes()
    content = payload((9, 4, *base.terrain.shape), drawn=pixels, stairways=bytes(40))
    metadata = f'<boardMetadata name="{name[2:]}" version="6"/>'
    (folder / name).write_bytes(board_zip(content, metadata))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    boxes = [(*around("C2"), WOODS, 0), (*around("I2"), STONE, 0), (*around("G2"), GRAIN, 0)]
    for name in ("bd1", "bd2"):
        archive_file(tmp_path, name, archive(boxes))
    return tmp_path


def opened(folder: Path, text: str) -> Board:
    (folder / "map.toml").write_text(text, "utf-8")
    return open_board(str(folder / "map.toml"))


def test_changes_of_a_map(folder: Path) -> None:
    """Those of a board are its own; a hex of two halves is changed on both boards (A2.3)."""
    rows = 'rows = [[{ board = "bd1", changes = ["NoGrain", "C2: woods -> brush"] }, "bd2"]]\n'
    board = opened(folder, rows + 'changes = ["PlowedFields", "1I2: building -> rubble(stone)"]')
    assert {name: board.by_name[name].terrain for name in ("1C2", "2C2", "1G2", "2G2")} == {
        "1C2": ("brush",), "2C2": ("woods",), "1G2": ("open",), "2G2": ("plowed",),
    }  # fmt: skip
    assert board.hex(board.called("1I2")).terrain == ("rubble(stone)",)
    assert ("changes", "high", "NoGrain (grain -> open) on board 1 is made") in board.notes
    again = parse_board(board_text(board), "map.lp")
    assert again.notes == board.notes and again.digest == board.digest


def test_a_map_that_cannot_be_changed_as_told_is_refused(folder: Path) -> None:
    text = 'rows = [["bd1", "bd2 reversed"]]\nchanges = ["NoRods", "BSO_3"]'
    with pytest.raises(BadInput) as refusal:
        opened(folder, text)
    assert str(refusal.value) == (
        f"{folder / 'map.toml'}: NoRods cannot be made: it is no word for a change of terrain; write "
        "NoRoads (and 1 more: `hexcourt map show` lists them)"
    )


def test_what_is_in_play(folder: Path) -> None:
    rows = 'rows = [["bd1", "bd2 reversed"]]\n'
    board = opened(folder, rows + 'play = ["hexrows E-G of board 1", "2I1 2I2"]')
    columns = {each.place[0] for each in board.hexes if each.name.startswith("1")}
    assert columns == {4, 5, 6} and board.sections is not None
    assert {"2I1", "2I2"} <= {board.called(name) for name in ("2I1", "2I2")}
    assert len(board.hexes) == 4 + 5 + 4 + 2
    for wrong, told in {
        "hexrows Y-Z": "hexrow Y is not on the map; it has A to I",
        "hexrows H-Z": "hexrow Z is not on the map; it has A to I",
        "numbers 7-8": "play has 'numbers 7-8', which is no hex of the map",
        "the east": "'the east' is not understood; write hexes such as 1A1",
        "C2": "C2 may be on several boards; write 1C2 or 2C2",
    }.items():
        with pytest.raises(BadInput, match=re.escape(told)):
            opened(folder, rows + f'play = ["{wrong}"]')


# --- what is no terrain ------------------------------------------------------------------------------


@rule("B23.9")
def test_a_fortified_location_is_given_with_every_question(tmp_path: Path) -> None:
    told = tmp_path / "map.toml"
    told.write_text('rows = [["budapest"]]\nchanges = ["fortified F31"]\n', "utf-8")
    attack = 'small_arms("F33")'
    bare, by_hand = (
        open_position("budapest", given=given).effect(attack, "F31").rows
        for given in ((), ('fortified("F31")',))
    )
    laid = open_position(str(told))
    assert laid.effect(attack, "F31").rows == by_hand != bare
    assert parse_board(board_text(laid.opened), "map.lp").given == ('fortified("F31")',)


def test_what_cannot_be_fortified_is_refused_as_the_map_is_opened(tmp_path: Path) -> None:
    told = tmp_path / "map.toml"
    for place, why in (("D31", "B23.9: only a building Location"), ("Q99", "Q99 is not on board")):
        told.write_text(f'rows = [["budapest"]]\nchanges = ["fortified {place}"]\n', "utf-8")
        with pytest.raises(BadInput, match=why):
            open_position(str(told))


# --- areas -------------------------------------------------------------------------------------------


def test_changes_and_play_take_areas_as_the_map_was(tmp_path: Path) -> None:
    told = tmp_path / "map.toml"
    areas = '[areas]\n"old town" = ["building F31", "within 1 hex of E37"]\n'
    changed = "orchard -> brush", "orchard -> open", "on or west of hexrow M"
    named = 'changes = ["old town: {0}", "within 1 hex of K36: {1}"]\nplay = ["{2}"]\n'
    told.write_text(f'rows = [["budapest"]]\n{named.format(*changed)}{areas}', "utf-8")
    laid = open_board(str(told))
    bare = embedded_board("budapest").by_name

    def changed_to(record: Hex) -> str:
        if record.name == "F31" or distance(record.place, bare["E37"].place) <= 1:
            return "brush"
        return "open" if distance(record.place, bare["K36"].place) <= 1 else "orchard"

    orchards = {each: changed_to(each) for each in bare.values() if each.inherent == "orchard"}
    assert set(orchards.values()) == {"brush", "open", "orchard"}
    for record, terrain in orchards.items():
        if record.name in laid.by_name:
            after = laid.by_name[record.name]
            assert (after.inherent == "orchard") == (terrain == "orchard")
            assert ("brush" in after.terrain) == (terrain == "brush")
    assert max(record.name[0] for record in laid.hexes) == "M"


def test_a_place_that_is_no_sentence_either_is_refused(tmp_path: Path) -> None:
    told = tmp_path / "map.toml"
    told.write_text('rows = [["budapest"]]\nchanges = ["near by: woods -> open"]\n', "utf-8")
    with pytest.raises(BadInput, match="'near by' is not understood; write hexes such as C29"):
        open_board(str(told))
    told.write_text(
        'rows = [["budapest"]]\nchanges = ["within 3 hexes of Q9: woods -> open"]\n', "utf-8"
    )
    with pytest.raises(BadInput, match="hex Q9 is not on map"):
        open_board(str(told))
