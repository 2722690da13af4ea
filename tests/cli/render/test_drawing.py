"""Drawings of tiny boards: what is drawn, how often, and that it is a sound document."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from defusedxml import ElementTree

from hexcourt.cli.render.canvas import Marks
from hexcourt.cli.render.sheet import draw_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND, UNDER, Counter, Hex, Location, Outline, Raster
from hexcourt.facts.geometry.hexes import Layout
from hexcourt.solver.answer.words import level_words

MINUS = "\N{MINUS SIGN}"
SVG = "{http://www.w3.org/2000/svg}"
SQUARE = ((600, 700), (900, 700), (900, 1200), (600, 1200))


def board(*hexes: Hex, **further: Any) -> Board:
    """Build a board of 1000 units a hex from hexes."""
    places = tuple(Location(each.name, GROUND, each.level) for each in hexes)
    layout = Layout(Fraction(872), Fraction(1000), (Fraction(581), Fraction(500)), (9000, 9000))
    return Board("tiny", "made by hand", layout, hexes, places, **further)


def three(**further: Any) -> Board:
    return board(Hex("A1", (0, 0), 0), Hex("A2", (0, 2), 0), Hex("B1", (1, 1), 2), **further)


def pixels(terms: tuple[str, ...], terrain: np.ndarray, level: np.ndarray | None = None) -> Board:
    """Build a board of two hexes of 40 pixels, one above the other, drawn as pixels."""
    hexes = (Hex("A1", (0, 0), 0), Hex("A2", (0, 2), 0))
    places = tuple(Location(each.name, GROUND, 0) for each in hexes)
    layout = Layout(Fraction(35), Fraction(40), (Fraction(25), Fraction(20)), terrain.shape)
    ground = np.zeros(terrain.shape, np.int8) if level is None else level
    raster = Raster(terms, terrain.astype(np.uint8), ground)
    return Board("pixels", "made by hand", layout, hexes, places, raster=raster)


def drawn(text: str) -> Any:
    return ElementTree.fromstring(text)


def of_class(root: Any, wanted: str) -> list[Any]:
    return [each for each in root.iter() if wanted in each.get("class", "").split()]


def shapes(root: Any, wanted: str) -> list[dict[str, str]]:
    """List what groups of a class draw, each with all attributes that bear on it."""
    found: list[dict[str, str]] = []

    def walk(element: Any, above: dict[str, str]) -> None:
        here = {**above, **element.attrib}
        if element.tag in (f"{SVG}path", f"{SVG}use"):
            found.append(here)
        for each in element:
            walk(each, here)

    for group in of_class(root, wanted):
        walk(group, {})
    return found


def hexes(root: Any, wanted: str = "hexes") -> list[str]:
    return [each["data-hex"] for each in shapes(root, wanted)]


def way_of(root: Any, shape: dict[str, str]) -> str:
    """Return the path of a shape, or of what it draws once more."""
    name = shape.get("{http://www.w3.org/1999/xlink}href", "#")[1:]
    found = (each.get("d") for each in root.iter() if each.get("id") == name)
    return shape.get("d") or next(found)


def texts(root: Any) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def tooltips(root: Any) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}title")]


def legend(root: Any) -> list[str]:
    return [texts(entry)[-1] for entry in of_class(root, "entry")]


def covered(path: str) -> float:
    """Measure the area that an even-odd path of separate rings without holes covers."""
    total = 0.0
    for ring in path.split("z")[:-1]:
        numbers = [int(each) for each in re.findall(r"-?\d+", ring)]
        points = np.cumsum(np.array(numbers).reshape(-1, 2), axis=0).astype(float)
        xs, ys = points[:, 0], points[:, 1]
        total += abs(float(np.sum(xs * np.roll(ys, -1) - ys * np.roll(xs, -1)))) / 2
    return total


# Hexes and levels


def test_every_hex_is_drawn_with_its_name() -> None:
    root = drawn(draw_board(three()))
    assert hexes(root) == ["A1", "A2", "B1"]
    assert {"A1", "A2", "B1"} <= set(texts(root))


def test_a_hex_tells_its_level_and_terrain_on_hover() -> None:
    root = drawn(draw_board(board(Hex("A1", (0, 0), 5, ("woods",), bed=-2, stairwell=True))))
    assert f"A1: level 2½; woods; bottom at level {MINUS}1; stairwell" in tooltips(root)


def test_levels_are_printed_off_level_0_and_off_the_usual_level() -> None:
    root = drawn(draw_board(three()))
    assert [texts(each) for each in of_class(root, "levels")] == [["1"]]
    high = board(Hex("A1", (0, 0), 4), Hex("A2", (0, 2), 4), Hex("B1", (1, 1), 0))
    assert of_class(drawn(draw_board(high)), "levels") == []


@pytest.mark.parametrize(
    ("half_levels", "text"),
    [
        (0, "0"),
        (4, "2"),
        (5, "2½"),
        (1, "½"),
        (-1, MINUS + "½"),
        (-2, MINUS + "1"),
        (-3, MINUS + "1½"),
    ],
)
def test_half_levels_are_written_as_players_do(half_levels: int, text: str) -> None:
    assert level_words(half_levels) == text


def test_only_some_hexes() -> None:
    root = drawn(draw_board(three(), only={"B1"}))
    assert hexes(root) == ["B1"]


def test_hexes_that_do_not_hang_together_are_drawn_as_pieces_beside_each_other() -> None:
    apart = board(Hex("A1", (0, 0), 0), Hex("H1", (7, 1), 0))
    assert len(of_class(drawn(draw_board(apart)), "map")) == 2
    together = drawn(draw_board(apart, Marks(line=("A1", "H1"))))
    assert len(of_class(together, "map")) == 1
    assert len(of_class(together, "line")) == 1


def test_no_hexes_at_all() -> None:
    assert hexes(drawn(draw_board(three(), only=()))) == []


def test_a_hex_that_is_not_on_the_board_is_refused() -> None:
    with pytest.raises(BadInput, match="Z9"):
        draw_board(three(), only={"Z9"})
    with pytest.raises(BadInput, match="Z9"):
        draw_board(three(), Marks(seen={"Z9": "clear"}))


# Outlines


def test_an_outline_is_drawn_with_its_holes() -> None:
    hole = ((650, 800), (700, 800), (700, 900))
    root = drawn(draw_board(three(outlines=(Outline("w1", "woods", None, (SQUARE, hole)),))))
    (outline,) = shapes(root, "outlines")
    assert outline.get("fill-rule") == "evenodd"
    assert outline["d"].count("M") == 2
    assert "woods" in legend(root)


def test_an_outline_elsewhere_is_left_out() -> None:
    far = tuple((x + 7000, y) for x, y in SQUARE)
    root = drawn(draw_board(three(outlines=(Outline("w1", "woods", None, (far,)),))))
    assert shapes(root, "outlines") == []
    assert "woods" not in legend(root)


def test_higher_ground_with_an_outline_leaves_the_rest_of_its_hex_alone() -> None:
    hill = ((300, 1200), (900, 1200), (900, 1800), (300, 1800))
    hexes = (Hex("A1", (0, 0), 0), Hex("A2", (0, 2), 4), Hex("B1", (1, 1), 0))
    root = drawn(draw_board(board(*hexes, outlines=(Outline("g1", "ground", 4, (hill,)),))))
    plain, hill_top = (each["fill"] for each in shapes(root, "ground"))
    assert plain != hill_top
    assert {"level 0", "level 2"} <= set(legend(root))


def test_higher_buildings_are_darker() -> None:
    fills = []
    for height in range(4):
        outline = Outline("b1", f"building(stone,{height})", None, (SQUARE,))
        (shape,) = shapes(drawn(draw_board(three(outlines=(outline,)))), "outlines")
        fills.append(int(shape["fill"][1:3], 16))
    assert fills == sorted(fills, reverse=True)
    assert len(set(fills)) == 4


def test_terrain_that_nobody_has_heard_of_is_still_drawn() -> None:
    outline = Outline("x1", "moon_base(glass)", None, (SQUARE,))
    sides = {("A1", "A2"): frozenset({"force_field"})}
    root = drawn(draw_board(three(outlines=(outline,), hexsides=sides)))
    assert len(shapes(root, "outlines")) == 1
    assert len(shapes(root, "hexsides")) == 1
    assert {"moon base (glass)", "force field"} <= set(legend(root))


def test_inherent_terrain_fills_its_hex() -> None:
    orchard = Hex("A1", (0, 0), 0, ("orchard",), "orchard")
    root = drawn(draw_board(board(orchard, Hex("A2", (0, 2), 0))))
    assert len(shapes(root, "fillings")) == 1
    assert "orchard" in legend(root)


def test_terrain_with_an_outline_does_not_fill_its_hex() -> None:
    tree = Hex("A1", (0, 0), 0, ("woods",))
    outline = Outline("w1", "woods", None, (SQUARE,))
    assert len(shapes(drawn(draw_board(board(tree))), "fillings")) == 1
    assert shapes(drawn(draw_board(board(tree, outlines=(outline,)))), "fillings") == []


# Pixels


def test_pixels_become_outlines_of_nearly_the_same_area() -> None:
    terrain = np.zeros((50, 80))
    terrain[10:30, 20:50] = 1
    root = drawn(draw_board(pixels(("open", "woods"), terrain)))
    (shape,) = of_class(root, "terrain")
    assert covered(shape.get("d")) == pytest.approx(4 * 600, rel=0.02)
    assert not list(root.iter(f"{SVG}image"))


def test_a_slanting_border_becomes_one_straight_edge() -> None:
    terrain = np.tri(80, 80, -1)[:50]
    (shape,) = of_class(drawn(draw_board(pixels(("open", "woods"), terrain))), "terrain")
    assert shape.get("d").count(" ") < 12


def test_pixels_that_touch_at_a_corner_and_holes_are_kept() -> None:
    terrain = np.zeros((50, 80))
    terrain[10:20, 10:20] = terrain[20:30, 20:30] = 1
    terrain[13:16, 13:16] = 0
    (shape,) = of_class(drawn(draw_board(pixels(("open", "woods"), terrain))), "terrain")
    assert 2 <= shape.get("d").count("M") <= 3


def test_ground_of_pixels_is_tinted_level_by_level() -> None:
    level = np.zeros((50, 80), np.int8)
    level[10:30, 10:30] = 2
    level[15:20, 15:20] = 5
    root = drawn(draw_board(pixels(("open",), np.zeros((50, 80)), level)))
    assert len({each.get("fill") for each in of_class(root, "ground")}) == 3
    assert {"level 0", "level 1", "level 2½"} <= set(legend(root))


def test_terrain_of_pixels_outside_the_hexes_asked_for_is_left_out() -> None:
    terrain = np.zeros((50, 80))
    terrain[10:30, 60:70] = 1
    tiny = pixels(("open", "woods"), terrain)
    assert len(of_class(drawn(draw_board(tiny, only={"A2"})), "terrain")) == 1
    assert of_class(drawn(draw_board(tiny, only={"A1"})), "terrain") == []


def test_unknown_terrain_of_pixels_is_drawn() -> None:
    terrain = np.zeros((50, 80))
    terrain[10:30, 20:50] = 1
    root = drawn(draw_board(pixels(("open", "moon_base"), terrain)))
    assert "moon base" in legend(root)


# Hexsides


def test_hexsides_run_between_the_vertices_that_two_hexes_share() -> None:
    root = drawn(draw_board(three(hexsides={("A1", "A2"): frozenset({"wall", "crest"})})))
    assert "wall" in legend(root)
    ways = {way_of(root, each) for each in shapes(root, "hexsides")}
    assert len(ways) == 1  # at y = 1000 units, which are 72 pixels
    assert re.fullmatch(r"M\d+ 72h-?\d+", ways.pop())


@pytest.mark.parametrize("term", ["building_side", "road(paved)", "crest", "gully"])
def test_what_does_not_stand_on_a_hexside_is_not_drawn_there(term: str) -> None:
    root = drawn(draw_board(three(hexsides={("A1", "A2"): frozenset({term})})))
    assert shapes(root, "hexsides") == []


def test_kinds_of_hexside_look_different() -> None:
    def look(term: str) -> tuple[tuple[str | None, ...], ...]:
        root = drawn(draw_board(three(hexsides={("A1", "A2"): frozenset({term})})))
        names = ("stroke", "stroke-width", "stroke-dasharray")
        return tuple(tuple(each.get(name) for name in names) for each in shapes(root, "hexsides"))

    terms = [
        "wall",
        "hedge",
        "bocage",
        "cliff",
        "rowhouse_wall(2)",
        "interior_factory_wall(1)",
        "roadblock",
    ]
    terms += ["railway_embankment", "narrow_street(paved)", "fence", "cactus_hedge", "force_field"]
    assert len({look(term) for term in terms}) == len(terms)


def test_a_hexside_at_the_edge_of_the_board() -> None:
    edge = Hex("A2", (0, 2), 0, features=('hexside(wall,"A3")', 'hexside(wall,"Z9")'))
    root = drawn(draw_board(board(edge)))
    assert {way_of(root, each).count("M") for each in shapes(root, "hexsides")} == {1}


def test_railways_are_drawn_from_centre_to_centre() -> None:
    root = drawn(draw_board(three(hexsides={("A1", "A2"): frozenset({"rail(tram)"})})))
    assert {way_of(root, each).count("M") for each in shapes(root, "ways")} == {1}
    assert "railway line" in legend(root)


# What a question found


@pytest.mark.parametrize("verdict", ["clear", "blocked", "too_close", "unknown"])
def test_a_sight_line_shows_its_verdict(verdict: str) -> None:
    root = drawn(draw_board(three(), Marks(line=("A1", "A2"), verdict=verdict)))
    (line,) = of_class(root, "line")
    assert verdict in line.get("class").split()
    assert len(list(line.iter(f"{SVG}circle"))) == 2
    assert any(text.startswith("sight line A1 to A2: ") for text in legend(root))


def test_verdicts_differ_by_dash_as_well_as_by_colour() -> None:
    looks = set()
    for verdict in ("clear", "blocked", "too_close", "unknown"):
        (line,) = of_class(drawn(draw_board(three(), Marks(("A1", "A2"), verdict))), "line")
        stroke = list(line.iter(f"{SVG}path"))[1]
        looks |= {stroke.get("stroke"), stroke.get("stroke-dasharray")}
    assert len(looks) == 8


def test_where_a_line_is_blocked() -> None:
    marks = Marks(line=("A1", "A2"), verdict="blocked", blocked_at=("B1",))
    root = drawn(draw_board(three(), marks))
    assert [each.get("data-hex") for each in of_class(root, "blocked-at")] == ["B1"]
    assert len(of_class(of_class(root, "line")[0], "cross")) == 1


def test_who_sees_and_who_does_not() -> None:
    marks = Marks(target="A1", seen={"A2": "clear", "B1": "blocked"})
    root = drawn(draw_board(three(), marks))
    assert hexes(root, "clear") == ["A2"]
    assert len(of_class(root, "blocked")) == 1
    assert [each.get("data-hex") for each in of_class(root, "target")] == ["A1"]
    assert {"clear: 1 hex", "blocked: 1 hex", "A1, looked at"} <= set(legend(root))
    assert any(text.startswith("B1:") and text.endswith("blocked") for text in tooltips(root))


def test_a_verdict_that_nobody_has_heard_of_counts_as_unknown() -> None:
    root = drawn(draw_board(three(), Marks(seen={"A1": "perhaps"})))
    assert len(of_class(root, "unknown")) == 1


def test_highlighted_hexes() -> None:
    root = drawn(draw_board(three(), Marks(highlighted=("A1", "B1"))))
    assert len(of_class(root, "highlighted")) == 2


OF_THREE = ["level 0", "level 1", "centre dot", "level of the hex"]


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ({"stairwell": True}, ["stairwell"]),
        ({"features": ("manhole",)}, ["centre dot", "manhole"]),
        ({"level": 2}, ["centre dot"]),
        ({}, ["centre dot"]),
    ],
    ids=str,
)
def test_the_legend_tells_the_signs_in_hexes(printed: dict[str, Any], told: list[str]) -> None:
    record = replace(Hex("A1", (0, 0), 0), **printed)
    assert legend(drawn(draw_board(board(record))))[1:] == told


def test_the_legend_lists_only_what_is_drawn() -> None:
    assert legend(drawn(draw_board(three()))) == OF_THREE


# Counters

KINDS = {
    "rubble(stone)": "stone rubble",
    "rubble(wood)": "wooden rubble",
    "debris": "debris",
    "afv": "AFV",
    "wreck": "wreck",
}


def place_of(counter: Any) -> tuple[float, float]:
    """Read where a counter is drawn."""
    move = re.match(r"translate\((\S+) (\S+)\)", counter.find(f"{SVG}g").get("transform"))
    assert move is not None
    return float(move[1]), float(move[2])


def test_every_counter_is_drawn_once_in_its_hex() -> None:
    counters = (Counter("A1", GROUND, "afv"), Counter("A1", GROUND, "debris"))
    root = drawn(draw_board(three(counters=(*counters, Counter("B1", GROUND, "wreck")))))
    shown = [(each.get("data-hex"), each.get("data-terrain")) for each in of_class(root, "counter")]
    assert sorted(shown) == [("A1", "afv"), ("A1", "debris"), ("B1", "wreck")]
    assert {"A1: AFV", "A1: debris", "B1: wreck"} <= set(tooltips(root))
    assert "A1: level 0; open; counters AFV, debris" in tooltips(root)


def test_without_counters_none_is_drawn() -> None:
    root = drawn(draw_board(three()))
    assert of_class(root, "counter") == []
    assert not set(KINDS.values()) & set(legend(root))


@pytest.mark.parametrize("terrain", KINDS)
def test_the_legend_lists_the_kinds_of_counters_that_are_on_the_map(terrain: str) -> None:
    root = drawn(draw_board(three(counters=(Counter("A1", GROUND, terrain),))))
    assert legend(root) == [*OF_THREE, KINDS[terrain]]
    elsewhere = three(counters=(Counter("A1", GROUND, terrain),))
    assert KINDS[terrain] not in legend(drawn(draw_board(elsewhere, only={"B1"})))


def test_kinds_of_counters_look_different() -> None:
    looks = set()
    for terrain in (*KINDS, "moon_base"):
        root = drawn(draw_board(three(counters=(Counter("A1", GROUND, terrain),))))
        (counter,) = of_class(root, "counter")
        looks.add(tuple(each.get("d") for each in counter.iter(f"{SVG}path")))
    assert len(looks) == len(KINDS) + 1


def test_counters_in_one_hex_lie_side_by_side() -> None:
    counters = tuple(Counter("A1", GROUND, each) for each in ("afv", "debris", "wreck"))
    root = drawn(draw_board(three(counters=counters)))
    shown = {each.get("data-terrain"): place_of(each) for each in of_class(root, "counter")}
    assert shown["debris"][0] + 12 < shown["wreck"][0] < shown["afv"][0] - 12


def test_a_counter_under_a_bridge_is_lower_and_fainter() -> None:
    counters = (Counter("A1", GROUND, "debris"), Counter("A1", UNDER, "wreck"))
    tiny = three(counters=counters)
    under = replace(tiny, locations=(*tiny.locations, Location("A1", UNDER, -2)))
    root = drawn(draw_board(under))
    shown = {each.get("data-terrain"): each for each in of_class(root, "counter")}
    assert place_of(shown["wreck"])[1] > place_of(shown["debris"])[1] + 12
    assert float(shown["wreck"].get("opacity")) < float(shown["debris"].get("opacity", 1))
    assert "fainter: under a bridge" in legend(root)
    assert "A1: wreck (under the bridge)" in tooltips(root)


def test_counters_lie_within_the_map_where_its_edge_cuts_their_hex() -> None:
    counters = tuple(Counter("A1", GROUND, each) for each in ("afv", "wreck"))
    nought = Fraction(0)
    cut = Layout(Fraction(872), Fraction(1000), (nought, nought), (9000, 9000))
    corner = replace(three(counters=counters), layout=cut)
    shown = [place_of(each) for each in of_class(drawn(draw_board(corner)), "counter")]
    assert all(x >= 12 and y >= 12 for x, y in shown)


def test_counters_are_above_the_map_and_below_the_answer() -> None:
    sides = {("A1", "A2"): frozenset({"wall"})}
    tiny = three(hexsides=sides, counters=(Counter("A1", GROUND, "afv"),))
    (whole,) = of_class(drawn(draw_board(tiny, Marks(line=("A1", "A2")))), "map")
    layers = [each.get("class") for each in whole]
    assert layers.index("hexsides") < layers.index("counters") < layers.index("marks")


def test_rubble_fades_the_building_in_its_hex_alone() -> None:
    astride = Outline("b1", "building(stone,1)", None, (((600, 700), (600, 1200), (900, 1200)),))
    alone = Outline("b2", "building(wood,0)", None, (((560, 300), (620, 300), (600, 400)),))
    tiny = three(outlines=(astride, alone))
    assert all("opacity" not in each for each in shapes(drawn(draw_board(tiny)), "outlines"))
    rubble = replace(tiny, counters=(Counter("A1", GROUND, "rubble(stone)"),))
    root = drawn(draw_board(rubble))
    shown = [(each["d"].count("l"), each["clip-path"]) for each in shapes(root, "outlines")]
    gone, standing = "url(#cleared-0)", "url(#standing-0)"
    assert len({way for way, _ in shown}) == 2
    assert sorted(clip for _, clip in shown) == [gone, gone, standing]
    faint = [each for each in shapes(root, "outlines") if each.get("opacity")]
    assert [each["clip-path"] for each in faint] == [gone, gone]
    assert "stone building, 1 upper level" in legend(root)
    assert "wooden building, ground level only" not in legend(root)


def test_rubble_leaves_other_terrain_alone() -> None:
    woods = three(outlines=(Outline("w1", "woods", None, (SQUARE,)),))
    rubble = replace(woods, counters=(Counter("A1", GROUND, "rubble(stone)"),))
    (outline,) = shapes(drawn(draw_board(rubble)), "outlines")
    assert (outline.get("opacity"), outline.get("clip-path")) == (None, None)


def test_rubble_empties_a_hex_whose_building_has_no_outline() -> None:
    house = board(Hex("A1", (0, 0), 0, ("building(stone,1)",)), Hex("A2", (0, 2), 0))
    assert len(shapes(drawn(draw_board(house)), "fillings")) == 1
    rubble = replace(house, counters=(Counter("A1", GROUND, "rubble(stone)"),))
    root = drawn(draw_board(rubble))
    assert shapes(root, "fillings") == []
    assert "A1: level 0; open; counters stone rubble" in tooltips(root)


def test_rubble_fades_the_building_pixels_in_its_hex_alone() -> None:
    terrain = np.zeros((50, 80))
    terrain[20:30, 30:50] = 1
    tiny = pixels(("open", "building(stone,1)"), terrain)
    rubble = replace(tiny, counters=(Counter("A1", GROUND, "rubble(stone)"),))
    standing, gone = of_class(drawn(draw_board(rubble)), "terrain")
    assert standing.get("opacity") is None
    assert float(gone.get("opacity")) < 1
    assert covered(standing.get("d")) == covered(gone.get("d")) == pytest.approx(400, rel=0.05)


# The document


def test_names_and_captions_are_escaped() -> None:
    odd = replace(three(), name="a <b> & 'c'")
    root = drawn(draw_board(odd, Marks(caption='<&> ]]> "quoted"\nsecond \x00\x1b\ud800 line')))
    assert "a <b> & 'c'" in texts(root)
    captions = [each.text for each in of_class(root, "caption")]
    assert captions == ['<&> ]]> "quoted"', "second \ufffd\ufffd\ufffd line"]


def test_a_long_caption_is_broken_into_lines() -> None:
    root = drawn(draw_board(three(), Marks(caption="word " * 60)))
    assert len(of_class(root, "caption")) > 3


def test_equal_boards_give_equal_text() -> None:
    sides = {("A1", "A2"): frozenset({"wall", "hedge", "force_field", "cliff", "bocage"})}
    outlines = (Outline("w1", "woods", None, (SQUARE,)), Outline("a1", "brush", None, (SQUARE,)))
    seen = {"A2": "clear", "B1": "blocked"}
    first = draw_board(three(hexsides=sides, outlines=outlines), Marks(seen=seen))
    turned = {("A1", "A2"): frozenset(sorted(sides["A1", "A2"], reverse=True))}
    again = three(hexsides=turned, outlines=outlines[::-1])
    assert first == draw_board(again, Marks(seen=dict(reversed(seen.items()))))


def test_equal_counters_give_equal_text() -> None:
    counters = (Counter("A1", GROUND, "afv"), Counter("A1", GROUND, "rubble(wood)"))
    outlines = (Outline("b1", "building(wood,1)", None, (SQUARE,)),)
    first = draw_board(three(counters=counters, outlines=outlines))
    again = three(counters=tuple(map(replace, counters)), outlines=outlines)
    assert first == draw_board(again)


def patterned() -> Board:
    terrain = np.zeros((50, 80))
    terrain[10:30, 20:50] = 1
    return pixels(("open", "brush"), terrain)


def rubbled() -> Board:
    house = (Outline("b1", "building(stone,1)", None, (SQUARE,)),)
    return three(outlines=house, counters=(Counter("A1", GROUND, "rubble(stone)"),))


@pytest.mark.parametrize("tiny", [patterned(), rubbled()], ids=["patterned", "rubbled"])
def test_every_reference_is_defined_in_the_document(tiny: Board) -> None:
    root = drawn(draw_board(tiny, Marks(seen={"A1": "blocked", "A2": "too_close"})))
    known = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(known) == len(set(known))
    for each in root.iter():
        for name, value in each.items():
            assert "http" not in value
            assert "script" not in each.tag
            assert not name.startswith("on")
            assert set(re.findall(r"url\(#(.*?)\)", value)) <= set(known)


def test_the_size_is_that_of_the_view() -> None:
    root = drawn(draw_board(three()))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
