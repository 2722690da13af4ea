"""Overlays on boards (A2.7): read, oriented, placed, drawn, and what follows for lines of sight."""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, board_text
from hexcourt.facts.formats.import_archive import board_of
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.formats.vasl_archive import Archive, read_archive
from hexcourt.facts.geometry.hexes import neighbour
from hexcourt.facts.maps.compose_map import read_composed_map, read_map
from hexcourt.facts.maps.joining import Section, join
from hexcourt.facts.maps.overlays.apply_overlays import (
    Base,
    OverlaidBoards,
    overlays_of,
    with_overlays,
)
from hexcourt.facts.maps.overlays.archives import archive_name, read_overlay_archive
from hexcourt.facts.maps.overlays.placing import placed
from hexcourt.facts.tracing.sight_lines import every_pair
from hexcourt.solver.boards.map_answers import map_answer
from hexcourt.solver.scenario.opening import open_board
from tests.effort import of, one_in, some_of, tries
from tests.facts.formats.test_archive_fuzz import board_zip, payload
from tests.facts.maps.test_joining import judged, sampled
from tests.overlay_archives import (
    BRUSH,
    GULLY,
    ODD,
    OPEN0,
    OPEN1,
    STONE,
    USUAL,
    WOODS,
    archive,
    cut,
    picture,
    with_piece,
)
from tests.rulings import rule

SHARED = Path(__file__).parents[4] / "shared" / "vasl"
WOODS_CODE, BRUSH_CODE, WALL_CODE, ORCHARD_CODE = 60, 25, 72, 63
COLUMNS, ROWS = 13, 5
SIZE = (675, 322)


def drawn(boxes: list[tuple[slice, slice, int, int]], name: str = "1") -> Archive:
    """Make an archive of a small geomorphic board with boxes of terrain on it."""
    terrain, level = np.zeros(SIZE, np.uint8), np.zeros(SIZE, np.int8)
    for across, down, code, height in boxes:
        terrain[across, down], level[across, down] = code, height
    stairways = np.zeros(COLUMNS * ROWS + COLUMNS // 2, np.bool_)
    none: Mapping[str, frozenset[int]] = MappingProxyType({})
    named = MappingProxyType({"name": name})
    return Archive(name, COLUMNS, ROWS, level, terrain, stairways, named, none, none)


@cache
def strewn(name: str = "1") -> Archive:
    """Make a board strewn with patches of terrain, the same ones each time."""
    chosen = random.Random(name)
    boxes = []
    for code in [WOODS_CODE, 41, ORCHARD_CODE, WALL_CODE, 30, 65, BRUSH_CODE] * 8:
        x, y = chosen.randrange(SIZE[0]), chosen.randrange(SIZE[1])
        size = 5 if code == WALL_CODE else chosen.randrange(20, 60)
        level = -1 if code == 30 else chosen.choice((0, 0, 1))
        boxes.append((slice(x, x + size), slice(y, y + 30), code, level))
    return drawn(boxes, name)


def base(held: Archive, turned: bool = False) -> Base:
    return Base(held.attributes["name"], held, turned, True)


def board(table: OverlaidBoards, name: str = "1") -> Board:
    """Derive a board on which pieces are laid."""
    held, lying = table.applied(name)
    return with_overlays(board_of(held), lying)


def write_board(path: Path, held: Archive) -> None:
    pairs = np.stack([held.elevation.view(np.uint8), held.terrain], axis=-1)
    sizes = (held.columns, held.rows, *held.terrain.shape)
    stairways = bytes(len(held.stairways))
    metadata = f'<boardMetadata name="{held.attributes["name"]}" version="1"/>'
    path.write_bytes(board_zip(payload(sizes, pairs.tobytes(), stairways), metadata))  # type: ignore[arg-type]


OVERLAYS = {
    "x1": (OPEN0, OPEN0),
    "x2": (WOODS, WOODS),
    "x3": (STONE, STONE),
    "x4": (OPEN1, OPEN1),
    "x5": (ODD, ODD),
    "x6": (BRUSH, OPEN0),
    "x7": (GULLY, GULLY),
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay out boards 1 and 2 and an archive of overlays in one folder."""
    folder = tmp_path_factory.mktemp("overlays")
    for name in ("1", "2"):
        write_board(folder / name, drawn([(slice(0, 60), slice(0, 322), 0, 1)], name))
    pictures = {
        f"{name}{'abcdef'[way]}": picture(colours, 4, way)
        for name, colours in OVERLAYS.items()
        for way in range(6)
    }
    pictures["x9a"] = picture((WOODS,))
    pictures["x13a"] = picture((WOODS, WOODS))  # another hex lies above its only one
    pictures["x12a"] = pictures["x12d"] = b"GIF89a"
    for number in ("8", "10"):
        pictures |= {f"x{number}a": picture((WOODS, WOODS)), f"x{number}d": picture((OPEN0, OPEN0))}
    archive(folder / "ovrX", pictures, f"x1 {USUAL}\nx8 b2; ; ;zz; ;\nversion 3\nrubbish")
    return folder


def laid(folder: Path, *overlays: str, rows: str = '[["1"]]', more: str = "") -> Board:
    path = folder / "map.toml"
    listed = ", ".join(f"{{ {each} }}" for each in overlays)
    path.write_text(f"rows = {rows}\noverlays = [{listed}]\n{more}")
    return read_map(path)


def on(name: str, *hexes: str, of_board: str = "1") -> str:
    return f'name = "{name}", board = "{of_board}", hexes = {list(hexes)}'.replace("'", '"')


def test_an_overlay_beyond_a_crop_is_told(table: Path) -> None:
    laid(
        table,
        on("x2", "J3", "J2", of_board="01"),
        rows='[[{ board = "1", crop = [0, 0, 225, -1] }]]',
    )
    told = map_answer(read_composed_map(table / "map.toml")).text()
    assert "overlay x2: on none of the hexes that are left" in told


# --- read, oriented, placed --------------------------------------------------------------------


@rule("A2.7")
@pytest.mark.parametrize("way", range(6))
def test_hexes_1_and_2_lie_where_they_are_told(table: Path, way: int) -> None:
    held = board_of(drawn([]))
    second = held.by_place[neighbour((6, 4), way)].name
    found = laid(table, on("x2", "G3", second))
    assert overlays_of(found) == {"x2": tuple(sorted(["1G3", f"1{second}"]))}
    woods = {each.name for each in found.hexes if each.terrain == ("woods",)}
    assert woods == {"1G3", f"1{second}"}


def test_terrain_and_level_are_those_of_the_colours(table: Path) -> None:
    found = laid(table, on("x4", "G3", "G2"), on("x7", "K3", "K2"))
    assert found.hex("1G3").level == found.hex("1G2").level == 2
    assert found.hex("1K3").terrain == ("gully",)
    assert (found.hex("1K3").level, found.hex("1K3").bed) == (-2, -2), "beneath what is around it"


def test_a_building_of_which_the_levels_are_told(table: Path) -> None:
    two = laid(table, on("x3", "G3", "G2") + ", upper_levels = 2")
    assert two.hex("1G3").terrain == ("building(stone,2)",)
    assert two.location("1G3h2").level == 4
    assert "untold(storeys)" not in two.hex("1G3").features
    assert "untold(storeys)" in laid(table, on("x3", "G3", "G2")).hex("1G3").features


def test_what_is_told_of_overlays_is_told_by_facts_files_too(table: Path) -> None:
    found = laid(table, on("x3", "G3", "G2"), on("x2", "K3", "K2"))
    again = parse_board(board_text(found), "again")
    assert overlays_of(again) == overlays_of(found)
    assert again.overlay_edges == found.overlay_edges
    assert "x3 on G3 and G2 of board 1" in found.source


def test_colours_of_an_archive_s_own(tmp_path: Path) -> None:
    write_board(tmp_path / "1", drawn([]))
    odd = {"o1a": picture((ODD,))}
    archive(tmp_path / "ovrO", odd, f"o1 {USUAL}", "// own\nv4WoodsGreen 1,2,3\nNobody 9,9,9\n")
    found = laid(tmp_path, on("o1", "G3"))
    assert found.hex("1G3").terrain == ("woods",)
    assert "untold(ground)" not in found.hex("1G3").features


@pytest.mark.parametrize(
    ("name", "expected"),
    [("o2", "ovrO"), ("be3", "ovrBE"), ("be7", "ovrBE"), ("1", "ovr1"), ("rr10", "ovrRR")],
)
def test_archives_are_called_by_their_overlays(name: str, expected: str) -> None:
    assert archive_name(name) == expected


def test_overlays_that_have_the_pictures_of_another(tmp_path: Path) -> None:
    pictures = {f"be1{way}": picture((WOODS, WOODS)) for way in "ad"}
    found = read_overlay_archive(
        archive(tmp_path / "ovrBE", pictures, f"be1 {USUAL}\nplaceAt C2 C1")
    )
    assert found.has("be2") and found.origin("be3", "a") == "b2"
    assert not found.has("be4")
    assert found.place == ("C2", "C1")


def test_an_overlay_that_bears_its_coordinates_lies_there_if_nothing_is_told(
    tmp_path: Path,
) -> None:
    write_board(tmp_path / "1", drawn([]))
    pictures = {f"o2{way}": picture((WOODS, WOODS)) for way in "ad"}
    archive(tmp_path / "ovrO", pictures, f"o2 {USUAL}\nplaceAt C3 C2")
    assert overlays_of(laid(tmp_path, 'name = "o2", board = "1"')) == {"o2": ("1C2", "1C3")}


@pytest.mark.parametrize(
    ("overlays", "said"),
    [
        ([on("x2", "G3", "G5")], "overlay 1, x2: G3 and G5 do not adjoin"),
        ([on("x2", "G3")], "it covers several hexes; name two that adjoin, not G3 twice"),
        ([on("x9", "G3", "G2")], "it covers one hex alone; write G3 for both its hexes"),
        ([on("x2", "Z3", "Z2")], "hex 'Z3' is not on board 1: write one as that board calls it"),
        ([on("x2", "?", "G2")], "hex '?' is not on board 1"),
        ([on("x2", "G3", "G2", of_board="7")], "the map has no board 7; write one of 1"),
        ([on("x2", "G1", "G0")], "hex 'G0' is not on board 1"),
        ([on("x13", "H0")], "1 of the 2 hexes that it covers are not on the map; lay it"),
        (
            [on("x2", "G3", "G2"), on("x1", "H2", "G2")],
            "it overlaps overlay 1, x2 in hex G2 of board 1",
        ),
        (
            [on("x8", "G3", "H3")],
            "has no orientation c of x8, in which hex 2 lies to the lower right",
        ),
        ([on("x8", "G3", "G4")], "data gives x8 the origin 'zz'; write such as b2 there"),
        (
            [on("x11", "G3", "G4")],
            "has no overlay x11; it has x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x12 and x13",
        ),
        ([on("x12", "G3", "G4")], "the picture of x12, orientation d, is no whole GIF"),
        (
            [on("w1", "G3", "G4")],
            "its archive ovrW is not beside the map or in 'overlays'; put it there",
        ),
        (
            [on("x2", "G3", "G4") + ', archive = "ovrZ"'],
            "there is no archive 'ovrZ' beside the map",
        ),
        ([on("x2", "G3", "G4") + ', archive = "1"'], "member data is missing"),
        (['name = "x2", board = "1"'], "hexes are missing"),
        (['name = "x", board = "1"'], "overlay 1: name is 'x'; write a text such as \"o2\""),
        (
            [on("x2", "G3", "G4") + ", upper_levels = 5"],
            "upper_levels is 5; write a whole number from 0 to 4",
        ),
        (
            [on("x2", "G3", "G4") + ", hexe = 5"],
            "hexe is no key of an overlay; did you mean hexes?",
        ),
        (['name = "x2"'], "overlay 1: an overlay has no board; write board ="),
        ([on("x2", "G3", "G4", "G5")], "hexes has 3 parts; give 1 to 2, as in"),
    ],
)
def test_what_cannot_be_laid_is_one_sentence(table: Path, overlays: list[str], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        laid(table, *overlays)
    assert said in str(refused.value)
    assert str(refused.value).startswith(f"{table / 'map.toml'}: ")
    assert "\n" not in str(refused.value)


# --- what is laid over the same terrain changes nothing ----------------------------------------


def same_lines(one: Board, other: Board, pairs: int, prefix: str = "") -> list[str]:
    """List sampled pairs of hexes that are judged otherwise on another board."""
    names = [each.name for each in one.hexes]
    some = sampled(len(names), pairs)
    there = [prefix + each for each in names]
    found = zip(judged(one, names, some), judged(other, there, some), strict=True)
    return [f"{some[n]}: {a} {b}" for n, (a, b) in enumerate(found) if a != b]


@rule("A2.7")
@pytest.mark.parametrize("middle", some_of([(6, 4), (3, 3), (9, 5), (4, 6), (11, 3)], 2))
def test_the_board_s_own_pixels_laid_on_it_change_nothing(middle: tuple[int, int]) -> None:
    held = base(strewn())
    places = [middle, neighbour(middle, 1), neighbour(middle, 2)]
    over = board(with_piece(held, cut(held, places)))
    plain = board_of(strewn())
    assert over.raster == plain.raster
    assert over.locations == plain.locations
    bare = [each for each in over.hexsides if over.hexsides[each] - {"overlay_edge"}]
    assert {each: over.hexsides[each] - {"overlay_edge"} for each in bare} == dict(plain.hexsides)
    assert not any("untold" in each for record in over.hexes for each in record.features)
    free = over.with_overlay_edges([])
    assert same_lines(plain, cleared(free), of(400)) == []


def cleared(found: Board) -> Board:
    """Give a board without the edges of overlays, of which A2.72 tells."""
    sides = {pair: terms - {"overlay_edge"} for pair, terms in found.hexsides.items()}
    return replace(found, hexsides=MappingProxyType({p: t for p, t in sides.items() if t}))


@one_in(3)
@rule("A2.7")
@pytest.mark.parametrize(("across", "down", "turned"), [(1, 0, False), (0, 1, True), (1, 1, True)])
def test_an_overlay_is_the_same_alone_and_on_a_map_of_four(
    across: int, down: int, turned: bool
) -> None:
    held = base(drawn([]), turned)
    piece = cut(base(strewn("7")), [(6, 4), (7, 3), (5, 5)])
    alone = board(with_piece(held, piece))
    others = [base(strewn(name)) for name in ("2", "3", "4")]
    rows = [[others.pop() for _ in range(2 if row != down else 1)] for row in range(2)]
    rows[down].insert(across, held)
    table = with_piece(held, piece, rows)
    assert list(table.sheets) == ["1"]
    sections = [
        [Section(board(table) if each is held else board_of(each.archive), each.id, each.turned)
         for each in row]
        for row in rows
    ]  # fmt: skip
    joined = join(sections)
    inner = [each.name for each in alone.hexes if 0 < each.place[0] < 12 and 0 <= each.place[1] < 9]
    some = sampled(len(inner), of(300))
    assert judged(alone, inner, some) == judged(joined, [f"1{each}" for each in inner], some)


def test_an_overlay_reaches_over_a_seam_as_if_there_were_none(table: Path) -> None:
    two = '[["1", "2 reversed"]]'
    found = laid(table, on("x2", "L3", "M3"), rows=two)
    combined = found.called("1M3")
    assert overlays_of(found) == {"x2": ("1L3", combined)}
    assert found.hex("1L3").terrain == found.hex(combined).terrain == ("woods",)
    # the picture overhangs the seam: on the other board lies the other half of it
    seam = int(found.layout.centre((12, 0))[0])
    y = int(found.layout.centre(found.hex(combined).place)[1])
    raster = found.raster
    assert raster is not None
    row = [raster.terms[n] for n in raster.terrain[seam - 20 : seam + 20, y + 8]]
    assert set(row) == {"woods"}


@rule("A2.7")
def test_lines_that_touch_nothing_changed_stay_as_they_are() -> None:
    held = base(strewn())
    piece = cut(base(drawn([(slice(0, 675), slice(0, 322), WOODS_CODE, 0)])), [(9, 5), (10, 4)])
    over, plain = board(with_piece(held, piece)), board_of(strewn())
    west = [each.name for each in plain.hexes if each.place[0] < 6]
    pairs = every_pair(len(west))[:: 3 if of(1) == 1 else 1]
    assert judged(plain, west, pairs) == judged(over, west, pairs)
    assert judged(plain, ["G3", "M3"], np.array([[0, 1]])) != judged(
        over, ["G3", "M3"], np.array([[0, 1]])
    )


# --- strangers' archives -----------------------------------------------------------------------


@tries(60)
@given(st.data())
def test_damaged_archives_are_refused_in_one_sentence(
    table: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray((table / "ovrX").read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    content = content[: data.draw(st.integers(len(content) // 2, len(content)))]
    path = tmp_path_factory.getbasetemp() / "ovrDAMAGED"
    path.write_bytes(content)
    try:
        found = read_overlay_archive(path)
        if found.has("x2"):
            placed(found, "x2", 0, base(drawn([])).grid, ("G3", "G2"))
    except BadInput as error:
        assert "\n" not in str(error)
        assert str(error).startswith(str(path))


@tries(60)
@given(st.data())
def test_damaged_pictures_are_refused_in_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(picture((WOODS, BRUSH)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.one_of(st.integers(0, 40), st.integers(0, len(content) - 1)))
        content[at] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / "ovrO"
    archive(path, {"o2a": bytes(content), "o2d": b""}, f"o2 {USUAL}")
    try:
        placed(read_overlay_archive(path), "o2", 0, base(drawn([])).grid, ("G3", "G2"))
    except BadInput as error:
        assert "\n" not in str(error)


@rule("A2.7")
def test_an_overlay_covers_the_hexes_on_which_it_is_told_to_lie(tmp_path: Path) -> None:
    """Where the archive gives it another origin, it is refused with what it would cover."""
    write_board(tmp_path / "1", drawn([]))
    pictures = {f"q1{'abcdef'[way]}": picture((WOODS, WOODS), 4, way) for way in range(6)}
    archive(tmp_path / "ovrQ", pictures, "q1 b2;b1;c1;d2;d2;c3")
    lies = laid(tmp_path, 'name = "q1", board = "1", hexes = ["F2", "G2"]')
    assert lies.overlaid == {"1F2", "1G2"}
    wrong = "orientation d, would cover F1 and F2, not F3, for data gives it a wrong origin"
    with pytest.raises(BadInput, match=wrong) as refused:
        laid(tmp_path, 'name = "q1", board = "1", hexes = ["F2", "F3"]')
    assert "\n" not in str(refused.value)


def test_an_overlay_of_one_hex_may_lie_six_ways(tmp_path: Path) -> None:
    """The second hex tells which, and is not covered."""
    write_board(tmp_path / "1", drawn([]))
    ways = ("F1", "G2", "G3", "F3", "E3", "E2")
    archive(
        tmp_path / "ovrQ", {f"q1{way}": picture((WOODS,)) for way in "abcdef"}, "q1 " + "b2;" * 6
    )
    for second in ways:
        lies = laid(tmp_path, f'name = "q1", board = "1", hexes = ["F2", "{second}"]')
        assert lies.overlaid == {"1F2"}


@one_in(2)
@pytest.mark.parametrize(
    ("name", "file", "data"),
    [
        ("xp_b1", "ovrXP_B", "xp_b1 xp_b2;xp_b1;c1;d1;d2;c3"),
        ("RTTRA", "ovrRTTRA", f"rttra {USUAL}"),
        ("dw_st12", "ovrDW_ST", f"dw_st12 {USUAL}"),
        ("7", "ovr7", f"7 {USUAL}"),
    ],
)
def test_overlays_of_all_names_are_laid(tmp_path: Path, name: str, file: str, data: str) -> None:
    write_board(tmp_path / "1", drawn([]))
    drawings = {
        f"{name.lower()}{'abcdef'[way]}": picture((WOODS, WOODS), 4, way) for way in range(6)
    }
    archive(tmp_path / file, drawings, data)
    lies = laid(tmp_path, f'name = "{name}", board = "1", hexes = ["F2", "F1"]')
    assert lies.overlaid == {"1F1", "1F2"}
    assert read_overlay_archive(tmp_path / file).overlays == (name.lower(),)


@pytest.mark.parametrize("name", ["ovrXP_B1", "OVRxp_b1"])
def test_an_overlay_may_be_called_as_its_file_is(tmp_path: Path, name: str) -> None:
    write_board(tmp_path / "1", drawn([]))
    drawings = {f"xp_b1{'abcdef'[way]}": picture((WOODS, WOODS), 4, way) for way in range(6)}
    archive(tmp_path / "ovrXP_B", drawings, f"xp_b1 {USUAL}")
    lies = laid(tmp_path, f'name = "{name}", board = "1", hexes = ["F2", "F1"]')
    assert lies.overlaid == {"1F1", "1F2"}


@pytest.mark.parametrize(
    "name", ["", "../o2", "o2/..", "o 2", "o2.gif", "o" * 30, "_", "o-2", "2o"]
)
def test_what_is_no_name_of_an_overlay_is_refused(tmp_path: Path, name: str) -> None:
    write_board(tmp_path / "1", drawn([]))
    with pytest.raises(BadInput, match="overlay 1: name is"):
        laid(tmp_path, f'name = "{name}", board = "1", hexes = ["F2", "F1"]')


# --- the archives that players have ------------------------------------------------------------


@pytest.mark.skipif(not (SHARED / "overlays").is_dir(), reason="no archives of overlays at hand")
def test_overlays_of_players_cover_whole_hexes_whichever_way_they_lie() -> None:
    held = Base("18", read_archive(SHARED / "boards" / "bd18"), False, True)
    first = (16, 8)
    cases = [
        (path, name, way)
        for folder in ("overlays", "overlays_more")
        for path in sorted((SHARED / folder).glob("ovr*"))
        for name in read_overlay_archive(path).overlays
        for way in range(6)
    ]
    assert len({name for _, name, _ in cases}) > 50
    for path, name, way in some_of(cases, 37):
        found = read_overlay_archive(path)
        second = first if found.is_single(name) else neighbour(first, way)
        if found.origin(name, "a" if second == first else "abcdef"[way]) is None:
            assert name == "1" and way not in (0, 3)
            continue
        hexes = (held.names[first], held.names[second])
        if (name, way) == ("hd2", 4):  # of which data has a wrong origin
            with pytest.raises(BadInput, match="would cover P6 and Q6, not Q5 and P5"):
                placed(found, name, 0, held.grid, hexes)
            continue
        piece = placed(found, name, 0, held.grid, hexes)
        alone = len(piece.covered) == 1  # then the other hex tells which way it lies
        assert {first, first if alone else second} <= piece.covered, (name, way)
        xs, ys = np.nonzero(piece.picture.opaque)
        places = piece.layout.places_at(xs + piece.left + 0.5, ys + piece.top + 0.5)
        counts = np.unique(places, axis=0, return_counts=True)[1] / (56.25 * 64.5)
        if name != "1" and "xp" not in name:  # those end in half-hexes, or let the ground through
            rim = 0.35 if name.startswith("hd") else 0.25  # hedges hang over the hexes beside
            assert not ((counts > rim) & (counts < 0.75)).any(), (name, way)
        assert set(np.unique(piece.picture.terrain[piece.picture.opaque]).tolist()) <= {
            *range(256),
            -1,
        }


@pytest.mark.skipif(not (SHARED / "overlays").is_dir(), reason="no archives of overlays at hand")
def test_the_examples_of_the_document_are_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (Path(__file__).parents[3] / "docs" / "reference" / "overlays.md").read_text("utf-8")
    (configuration,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (console,) = re.findall(r"^```\n(\$ .*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "map.toml").write_text(configuration)
    (tmp_path / "bd01").symlink_to(SHARED / "boards" / "bd01")
    (tmp_path / "overlays").symlink_to(SHARED / "overlays")
    monkeypatch.chdir(tmp_path)
    for asked in console.split("$ hexcourt ")[1:]:
        command, expected = asked.split("\n", 1)
        result = CliRunner().invoke(main, shlex.split(command))
        assert result.stdout == expected, command


@rule("B.6")
@pytest.mark.skipif(not (SHARED / "overlays").is_dir(), reason="no archives of overlays at hand")
def test_an_orchard_fills_its_hexes_though_its_picture_shows_single_trees(tmp_path: Path) -> None:
    told = tmp_path / "map.toml"
    held = f'rows = [["{SHARED / "boards" / "bd01"}"]]\noverlay_folder = "{SHARED / "overlays"}"\n'
    told.write_text(held + 'overlays = [{ name = "o2", board = "1", hexes = ["U5", "U6"] }]\n')
    laid = open_board(str(told))
    assert [each.name for each in laid.hexes if each.inherent == "orchard"] == ["1U5", "1U6"]
    assert laid.raster is not None
    orchard = laid.raster.terrain == laid.raster.terms.index("orchard")
    for name in ("1U5", "1U6"):
        x, y = laid.layout.centre(laid.by_name[name].place)
        assert orchard[int(x) - 18 : int(x) + 18, int(y) - 28 : int(y) + 28].all()
