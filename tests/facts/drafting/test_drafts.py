"""Boards drafted from tiny pictures: what is drawn is read, and what is not known stays unknown."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.drafting.drafts import BoardDraft, draft_board
from hexcourt.facts.drafting.lists import (
    legend_of,
    read_buildings,
    read_legend,
    shipped_legend,
)
from hexcourt.facts.formats.import_archive import board_of, import_board
from hexcourt.facts.formats.vasl_archive import read_archive
from hexcourt.facts.formats.write_archive import archive_bytes
from hexcourt.solver.answer.schema import read_document
from tests.cli.test_commands import hexcourt
from tests.effort import one_in
from tests.map_pictures import COLOURS, MapPicture, noisy, zipped


def drafted(tmp_path: Path, content: bytes, **told: object) -> tuple[BoardDraft, Board]:
    path = tmp_path / "bdtiny"
    path.write_bytes(content)
    draft = draft_board(path, **told)  # type: ignore[arg-type]
    return draft, board_of(draft.archive)


def refused(tmp_path: Path, content: bytes, name: str = "bdtiny", **told: object) -> str:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadInput) as error:
        draft_board(path, **told)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)
    return str(error.value).replace(str(tmp_path), ".")


def town() -> MapPicture:
    """Draw woods, a hill, a wall, a road, buildings of one hex and of two, a gully past a dot."""
    drawn = MapPicture()
    drawn.disc("E2", "Level1", 40)
    drawn.disc("B2", "WoodsGreen", 15)
    drawn.side("B2", 2, "WallGrey1", 6)
    drawn.path([(0, 140), (226, 140)], "DirtRdL0", 7)
    drawn.box("D1", "StoneBldg5", 9, 9)
    drawn.box("D3", "WoodBldg7", 9, 9)
    drawn.box("D3", "WoodStairwell", 3, 3)
    drawn.disc("C1", "OrchL0", 9)
    return drawn.printed()


def test_a_picture_is_read(tmp_path: Path) -> None:
    draft, board = drafted(tmp_path, town().archive())
    terms = {record.name: record.terrain for record in board.hexes}
    assert terms["B2"] == ("woods",)
    assert terms["D1"] == ("building(stone,0)",)
    assert terms["D3"] == ("building(wood,1)",)
    assert board.hex("C1").inherent == "orchard"
    assert board.hex("E2").level == 2
    assert board.hex("A1").level == 0
    assert board.hexsides["B2", "C3"] == {"wall"}
    assert draft.known == 1
    assert draft.marks == {"D1": ("guessed(storeys)",), "D3": ("guessed(storeys)",)}
    assert board.hex("D1").features == ("guessed(storeys)",)
    (said,) = board.assumptions
    assert said.startswith("a draft read from the picture bdtiny.png, and not checked")


def test_lines_dots_and_names_are_what_lies_round_them(tmp_path: Path) -> None:
    bare, printed = MapPicture(), MapPicture().printed()
    printed.pen.text((80, 70), "B1", fill=(0, 0, 0))
    one, other = (drafted(tmp_path, each.archive())[0].archive for each in (bare, printed))
    assert np.array_equal(one.terrain, other.terrain)
    assert np.array_equal(one.elevation, other.elevation)


def test_a_draft_comes_back_from_its_file(tmp_path: Path) -> None:
    draft, board = drafted(tmp_path, town().archive())
    path = tmp_path / "drafted"
    path.write_bytes(archive_bytes(draft.archive))
    assert path.read_bytes() == archive_bytes(draft.archive)
    again = read_archive(path)
    for name in ("terrain", "elevation", "stairways"):
        assert np.array_equal(getattr(again, name), getattr(draft.archive, name))
    assert again.drafted == draft.archive.drafted
    back = import_board(path)
    assert (back.hexes, back.hexsides, back.assumptions) == (
        board.hexes,
        board.hexsides,
        board.assumptions,
    )


@pytest.mark.parametrize("name", ["BOARDS/TINY/{}", "tiny\\{}", "{}"])
def test_members_of_data_are_found_in_folders_and_in_any_case(tmp_path: Path, name: str) -> None:
    draft, _ = drafted(tmp_path, town().archive())
    content = archive_bytes(draft.archive)
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        members = {each: opened.read(each) for each in opened.namelist()}
    path = tmp_path / "other"
    path.write_bytes(zipped({name.format(each.lower()): members[each] for each in members}))
    again = read_archive(path)
    assert np.array_equal(again.terrain, draft.archive.terrain)
    assert again.attributes == draft.archive.attributes
    path.write_bytes(zipped({"bdtiny.png": b"", "BoardMetadata.xml": b"<boardMetadata/>"}))
    with pytest.raises(
        BadInput, match="or draft the board from its picture with hexcourt board draft"
    ):
        read_archive(path)


def test_a_gully_past_the_dot_is_in_the_hex(tmp_path: Path) -> None:
    drawn = MapPicture()
    _x, y = drawn.centre("C2")
    drawn.path([(0, y + 14), (226, y + 14)], "GullyBrown1", 18)
    draft, board = drafted(tmp_path, drawn.printed().archive())
    assert board.hex("C2").terrain == ("gully",)
    assert board.hex("C2").level == -2
    assert draft.marks["C2"] == ("guessed(ground)",)


@pytest.mark.parametrize("cliff", [True, False])
def test_hexsides_behind_a_cliff_along_a_gully_are_cliffs(tmp_path: Path, cliff: bool) -> None:
    drawn = MapPicture()
    x, _y = drawn.centre("C2")
    drawn.path([(x + 14, 0), (x + 14, 194)], "GullyBrown1", 16)
    if cliff:
        drawn.path([(x + 1, 76), (x + 1, 116)], "Cliff", 10)
    draft, board = drafted(tmp_path, drawn.printed().archive())
    sides = {key for key, terms in board.hexsides.items() if "cliff" in terms}
    assert sides == ({("B1", "C2"), ("B2", "C2")} if cliff else set())
    assert board.hex("C2").terrain == ("gully",)
    assert "guessed(ground)" in draft.marks["C2"]


@pytest.mark.parametrize("hill", ["a knoll beside the dot", "the half of the map"])
def test_a_level_beneath_woods_is_sure_if_met_in_most_directions(tmp_path: Path, hill: str) -> None:
    drawn = MapPicture()
    x, _y = drawn.centre("C2")
    if hill == "the half of the map":
        drawn.pen.rectangle((x, 0, 300, 300), fill=COLOURS["Level1"])
    else:
        drawn.disc("C2", "Level1", 9, 28)
    drawn.disc("C2", "WoodsGreen", 18)
    draft, board = drafted(tmp_path, drawn.printed().archive())
    assert board.hex("C2").terrain == ("woods",)
    guessed = "guessed(level)" in draft.marks.get("C2", ())
    assert guessed == (hill == "the half of the map"), "ground of both levels is about as near"


@pytest.mark.parametrize("round_about", ["Level1", "both"])
def test_far_from_all_ground_the_nearest_level_counts(tmp_path: Path, round_about: str) -> None:
    """A field of a colour that tells no level, three hexes wide."""
    drawn = MapPicture(9, 7, ground="Level1")
    if round_about == "both":
        drawn.pen.rectangle((0, 0, 226, 600), fill=COLOURS["Level0"])
    x, y = drawn.centre("E4")
    drawn.pen.rectangle((x - 110, y - 110, x + 110, y + 110), fill=(1, 2, 200))
    told = tmp_path / "legend.tsv"
    told.write_text("#0102C8\tgrain\t-\n")
    draft, board = drafted(tmp_path, drawn.printed().archive(), legend=read_legend(told))
    assert board.hex("E4").terrain == ("grain",)
    assert ("guessed(level)" in draft.marks.get("E4", ())) == (round_about == "both")
    if round_about == "Level1":
        assert board.hex("E4").level == 2


@pytest.mark.parametrize("dots", [False, True])
def test_the_level_of_a_pond_is_guessed_with_a_dot_over_it_too(tmp_path: Path, dots: bool) -> None:
    drawn = MapPicture()
    drawn.disc("C2", "PondWater", 20)
    draft, board = drafted(tmp_path, (drawn.printed() if dots else drawn).archive())
    assert board.hex("C2").terrain == ("water",)
    assert draft.marks["C2"] == ("guessed(level)",)


def test_what_is_not_known_stays_unknown(tmp_path: Path) -> None:
    drawn = town()
    drawn.disc("C2", (1, 200, 200), 20)  # type: ignore[arg-type]
    draft, board = drafted(tmp_path, drawn.archive())
    assert draft.marks["C2"] == ("unread",)
    assert "unread" in board.hex("C2").features
    assert draft.known < 1


def test_hexes_beyond_the_map_are_none_of_it(tmp_path: Path) -> None:
    drawn = MapPicture(left=70, top=80, margin=(70, 40), border=(9, 9, 9)).printed()
    _draft, board = drafted(tmp_path, drawn.archive())
    assert {"A1", "C2", "E3"} <= set(board.by_name)
    assert {record.name for record in board.hexes} <= set(drawn.names())


def test_the_grid_is_found_in_the_picture(tmp_path: Path) -> None:
    drawn = MapPicture(9, 6).printed()
    draft, board = drafted(tmp_path, zipped({"bdtiny.png": drawn.png()}))
    assert draft.found.source == "lines in the picture"
    assert draft.found.fit > 0.9
    assert [record.name for record in board.hexes] == drawn.names()
    for name in drawn.names():
        assert np.hypot(*(board.centres[board.indices[name]] - drawn.centre(name))) < 3


@one_in(3)
@pytest.mark.parametrize("size", [0.5, 0.8, 1.3])
def test_hexes_of_any_size_are_found(tmp_path: Path, size: float) -> None:
    drawn = MapPicture(17, 9).printed()
    other = drawn.image.resize(
        [round(size * each) for each in drawn.image.size], Image.Resampling.NEAREST
    )
    _, board = drafted(tmp_path, zipped({"bdtiny.png": png_bytes(other)}))
    assert [record.name for record in board.hexes] == drawn.names()
    for name in ("A1", "H5", "Q9"):
        true = size * np.array(drawn.centre(name))
        assert np.hypot(*(board.centres[board.indices[name]] - true)) < 3
    turned = refused(tmp_path, zipped({"bdtiny.png": png_bytes(other.transpose(2))}))
    assert "stand on their points" in turned, "a quarter turn"


def test_what_begins_beside_a_dot_is_guessed_where_lines_alone_tell_the_grid(
    tmp_path: Path,
) -> None:
    drawn = MapPicture(9, 6)
    drawn.box("C3", "WoodsGreen", 12, 12, dx=13)
    drawn.box("E3", "WoodsGreen", 12, 12, dx=20)
    drawn.printed()
    draft, _ = drafted(tmp_path, zipped({"bdtiny.png": drawn.png()}))
    assert draft.marks == {"C3": ("guessed(ground)",)}
    told, _ = drafted(tmp_path, drawn.archive())
    assert told.marks == {}


def test_mixed_colours_are_told(tmp_path: Path) -> None:
    chance = np.random.default_rng(2)
    for most, sentence in ((2, "its colours are dithered"), (200, "come of JPEG or of resizing")):
        drawn = MapPicture(9, 6)
        mixed = 40 + chance.integers(0, most, (400, 500, 3), dtype=np.uint8)
        drawn.image.paste(Image.fromarray(mixed))
        assert sentence in refused(tmp_path, drawn.archive())


def test_hexes_of_a_legend_tell_what_others_look_like(tmp_path: Path) -> None:
    drawn, text = noisy()
    draft, board = drafted(tmp_path, drawn.archive(), legend=legend_of(text, "legend.tsv"))
    for name, terrain, level in (("B6", "woods", 0), ("D6", "grain", 2), ("H6", "open", 0)):
        assert (board.hex(name).terrain, board.hex(name).level) == ((terrain,), level)
        assert draft.marks[name] == ("guessed(level)", "guessed(ground)")
    assert all(board.hex(name).terrain == ("open",) for name in ("H3", "I5", "F2"))
    assert draft.textures is not None
    assert draft.textures.terrain_right >= 0.95
    assert draft.textures.level_right >= 0.95
    assert draft.textures.alone == ("building(stone,0)",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A1\twoods\nZ9\twoods", "the legend names Z9, which is not on the map"),
        ("A1\twoods\nA2\twoods\nB1\topen", "the legend names 3 hexes"),
        ("A1\twoods\nA1\topen", "'A1' has two rows"),
    ],
)
def test_a_legend_whose_hexes_tell_too_little(tmp_path: Path, text: str, sentence: str) -> None:
    drawn, _ = noisy()
    with pytest.raises(BadInput) as error:
        drafted(tmp_path, drawn.archive(), legend=legend_of(text, "legend.tsv"))
    assert sentence in str(error.value)


def test_a_7_zip_archive_is_read(tmp_path: Path) -> None:
    py7zr = pytest.importorskip("py7zr", reason="pip install 'hexcourt[sevenzip]'")
    drawn = town()
    packed = io.BytesIO()
    with py7zr.SevenZipFile(packed, "w") as archive:
        archive.writestr(drawn.png(), "boards/bdtiny.png")
        archive.writestr(drawn.metadata(), "boards/BoardMetadata.xml")
    _, board = drafted(tmp_path, packed.getvalue())
    assert [record.name for record in board.hexes] == drawn.names()
    assert "no whole 7-zip archive" in refused(tmp_path, packed.getvalue()[:200])


def png_bytes(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def test_data_tells_the_grid_and_the_lines_mend_it(tmp_path: Path) -> None:
    drawn = MapPicture(9, 6, left=70, top=83, margin=(20, 20)).printed()
    data = b"x0 73\r\ny0 80\r\n"
    draft, _ = drafted(tmp_path, zipped({"bdtiny.png": drawn.png(), "Data": data}))
    assert draft.found.source == "the member data, moved to the lines in the picture"
    assert np.hypot(*(np.array(draft.found.layout.origin, float) - (70, 83))) < 2


def test_a_list_tells_buildings(tmp_path: Path) -> None:
    told = tmp_path / "buildings.tsv"
    told.write_text("// by hand\nhex\tbuilding\nD1\tstone 2\nd3 Wooden Building, 3 Level\n")
    draft, board = drafted(tmp_path, town().archive(), buildings=read_buildings(told))
    assert board.hex("D1").terrain == ("building(stone,2)",)
    assert board.hex("D3").terrain == ("building(wood,3)",)
    assert draft.marks == {}


@pytest.mark.parametrize(("trees", "is_orchard"), [(11, True), (5, False)])
def test_trees_round_a_building_are_the_hexs_unless_they_are_a_neighbours(
    tmp_path: Path, trees: int, is_orchard: bool
) -> None:
    drawn = MapPicture()
    drawn.box("C2", "StoneBldg5", 6, 6)
    x, y = drawn.centre("C2")
    for off_y in (-21, 21):
        box = (x - trees, y + off_y - 5, x + trees, y + off_y + 5)
        drawn.pen.ellipse(box, fill=COLOURS["OrchL0"])
    _, board = drafted(tmp_path, drawn.archive())
    assert board.hex("C2").terrain[0] == "building(stone,0)"
    assert (board.hex("C2").inherent == "orchard") == is_orchard


def test_slopes_and_embankments_are_those_of_the_metadata(tmp_path: Path) -> None:
    entries = (
        '<slopes><slope hex="C2" hexsides="04"/></slopes>'
        '<rrembankments><rrembankment hex="B2" hexsides="14"/></rrembankments>'
    )
    draft, board = drafted(tmp_path, town().archive(entries))
    assert board.hex("C2").slopes == {0, 4}
    assert draft.archive.embankments == {"B2": {1, 4}}
    with_odd = town().archive(entries.replace('"04"', '"07"'))
    assert "<slope> of hex 'C2' with hexsides '07'" in refused(tmp_path, with_odd)


def test_a_legend_tells_colours(tmp_path: Path) -> None:
    drawn = town()
    drawn.fill("C2", (1, 200, 200))  # type: ignore[arg-type]
    drawn.fill("A2", (2, 100, 100))  # type: ignore[arg-type]
    told = tmp_path / "legend.tsv"
    told.write_text("colour\tterrain\tlevel\n#01C8C8\tgrain\t0\n2,100,100\twater\t-1\n")
    draft, board = drafted(tmp_path, drawn.archive(), legend=read_legend(told))
    assert board.hex("C2").terrain == ("grain",)
    assert board.hex("A2").terrain == ("water",)
    assert board.hex("A2").level == -2
    assert "C2" not in draft.marks


def test_thin_strokes_may_show_other_terrain(tmp_path: Path) -> None:
    drawn = MapPicture()
    grey = (1, 120, 120)
    drawn.box("D1", grey, 9, 9)  # type: ignore[arg-type]
    x, y = drawn.centre("B2")
    for n in range(-18, 19, 6):
        drawn.pen.line([(x - 16, y + n), (x + 16, y + n + 5)], fill=grey, width=2)
    told = tmp_path / "legend.tsv"
    told.write_text("#017878\tstone building\t-\tdebris\n")
    _, board = drafted(tmp_path, drawn.printed().archive(), legend=read_legend(told))
    assert board.hex("D1").terrain == ("building(stone,0)",)
    assert board.hex("B2").inherent == "debris"


RUINS = (
    "#017878\tstone building\t-\tdebris\n#028C8C\tstone building\t-\tdebris\tstone rubble\n"
    "#030000\tinterior factory wall, 2 level\n#B06010\tshellholes\t-\tshellholes\n#604010\tgully\n"
    "#7D9646\topen\t-1\tgully\n"
)


def hatched(drawn: MapPicture, name: str, colour: tuple[int, int, int], step: int) -> None:
    x, y = drawn.centre(name)
    for n in range(-20, 21, step):
        drawn.pen.line([(x - 18, y + n), (x + 18, y + n + 4)], fill=colour, width=2)


def test_strokes_fill_their_hexes(tmp_path: Path) -> None:
    grey, light, crater, core = (1, 120, 120), (2, 140, 140), (176, 96, 16), (96, 64, 16)
    drawn = MapPicture(7, 4)
    hatched(drawn, "B2", grey, 6)
    hatched(drawn, "E2", light, 5)
    drawn.fill("C3", light)  # type: ignore[arg-type]
    drawn.box("A2", grey, 14, 14)  # type: ignore[arg-type]
    for dx, dy in ((-14, -12), (12, -10), (-10, 12), (14, 10)):
        drawn.disc("D1", crater, 8, dx, dy)  # type: ignore[arg-type]
        drawn.disc("D1", core, 1.5, dx, dy)  # type: ignore[arg-type]
    drawn.disc("G2", crater, 6, 12, 0)  # type: ignore[arg-type]
    drawn.box("F3", grey, 24, 24)  # type: ignore[arg-type]
    for n in (-18, -4, 10):  # a striped roof
        x, y = drawn.centre("F3")
        drawn.pen.rectangle((x - 24, y + n, x + 24, y + n + 6), fill=light)
    told = tmp_path / "legend.tsv"
    told.write_text(RUINS)
    _, board = drafted(tmp_path, drawn.printed().archive(), legend=read_legend(told))
    shown = {each.name: each.terrain[-1] for each in board.hexes}
    assert (shown["B2"], shown["E2"], shown["C3"]) == ("debris", "rubble(stone)", "rubble(stone)")
    assert (shown["A2"], shown["D1"], shown["G2"]) == ("building(stone,0)", "shellholes", "open")
    assert shown["F3"] == "building(stone,0)"
    assert board.hex("D1").level == 0


def test_bars_are_walls_in_a_factory_and_between_rowhouses(tmp_path: Path) -> None:
    drawn = MapPicture(7, 4)
    grey, black = (1, 120, 120), (3, 0, 0)
    x, y = drawn.centre("C2")
    drawn.pen.rectangle((x - 70, y - 20, x + 40, y + 50), fill=grey)
    drawn.pen.line((x - 18, y + 32, x + 18, y + 32), fill=black, width=4)
    x, y = drawn.centre("F2")
    drawn.pen.rectangle((x - 10, y - 20, x + 10, y + 70), fill=grey)
    drawn.pen.line((x - 10, y + 32, x + 10, y + 32), fill=black, width=4)
    told = tmp_path / "legend.tsv"
    told.write_text(RUINS)
    draft, board = drafted(tmp_path, drawn.archive(), legend=read_legend(told))
    assert board.hex("C2").terrain == ("factory(stone,2)",)
    assert "interior_factory_wall(2)" in board.hexsides["C2", "C3"]
    assert board.hex("F2").terrain == ("building(stone,1)",)
    assert board.hexsides["F2", "F3"] == {"rowhouse_wall(1)"}
    assert draft.marks["C2"] == ("guessed(storeys)",)


def test_narrow_bands_of_low_ground_are_gullies(tmp_path: Path) -> None:
    drawn = MapPicture(7, 4)
    _x, y = drawn.centre("C2")
    for n, colour in ((-5, (125, 150, 70)), (0, (96, 64, 16)), (5, (125, 150, 70))):
        drawn.pen.line((0, y + n, 400, y + n), fill=colour, width=4)
    drawn.fill("F3", (125, 150, 70))  # type: ignore[arg-type]
    told = tmp_path / "legend.tsv"
    told.write_text(RUINS)
    _, board = drafted(tmp_path, drawn.printed().archive(), legend=read_legend(told))
    assert (board.hex("C2").terrain, board.hex("C2").level) == (("gully",), -2)
    assert (board.hex("F3").terrain, board.hex("F3").level) == (("open",), -2)


@pytest.mark.parametrize(
    ("board", "water"),
    [("PB", (0xAB, 0xE7, 0xFF)), ("RB", (0xAB, 0xE7, 0xFF)), ("HB", (0xAC, 0xE7, 0xFF))],
)
def test_a_shipped_legend_counts_for_its_board_alone(
    tmp_path: Path, board: str, water: tuple[int, int, int]
) -> None:
    found = shipped_legend(board)
    assert found is not None
    assert {each.terrain for each in found.values()} >= {-1, 0, 8, 40, 50, 72}
    assert shipped_legend("01") is None
    drawn = MapPicture()
    drawn.fill("C2", water)  # type: ignore[arg-type]
    for name, expected in ((f"bd{board}", "water"), ("bdtiny", "open")):
        path = tmp_path / name
        path.write_bytes(drawn.archive())
        assert board_of(draft_board(path).archive).hex("C2").terrain == (expected,)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#01C8C8\twods\t0", "legend.tsv, line 1: 'wods' is no terrain; write woods"),
        ("#01C8C8\twoods\thigh", "legend.tsv, line 1: 'high' is no level; write a whole number"),
        (
            "\n// x\nteal\twoods",
            "legend.tsv, line 3: 'teal' is no colour; write one such as #73994D",
        ),
        ("1,2,300\twoods", "legend.tsv, line 1: '1,2,300' is no colour; write numbers up to 255"),
        ("#010101\twoods\n1,1,1\tgrain", "line 2: '1,1,1' has two rows; leave one of them out"),
    ],
)
def test_a_legend_that_cannot_be_read(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "legend.tsv"
    path.write_text(text)
    with pytest.raises(BadInput, match="legend") as error:
        read_legend(path)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("E4 brick 2", "line 1: 'brick 2' is no building; write"),
        ("castle", "line 1: 'castle' is no hex; write a row such as E4 stone 2"),
        ("E4 stone 2\nE4 stone 1", "line 2: E4 has two rows"),
    ],
)
def test_a_list_of_buildings_that_cannot_be_read(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "buildings.tsv"
    path.write_text(text)
    with pytest.raises(BadInput) as error:
        read_buildings(path)
    assert sentence in str(error.value)


def test_archives_that_cannot_be_drafted(tmp_path: Path) -> None:
    seven = refused(tmp_path, b"7z\xbc\xaf\x27\x1c" + b"x" * 40)
    assert "wants py7zr" in seven or "is no whole 7-zip archive" in seven
    rar = refused(tmp_path, b"Rar!" + b"x" * 40)
    assert rar == (
        "./bdtiny: is a RAR archive; unpack it, put its files into a zip archive and give that"
    )
    assert "holds no picture" in refused(tmp_path, zipped({"data": b"x0 1"}))
    assert "is no board archive" in refused(tmp_path, b"nothing")
    assert "is no whole picture" in refused(tmp_path, zipped({"bdtiny.gif": b"GIF89a"}))
    grain = MapPicture().printed()
    turned = grain.metadata().replace("<boardMetadata ", '<boardMetadata altHexGrain="TRUE" ')
    members = {"bdtiny.png": grain.png(), "BoardMetadata.xml": turned.encode()}
    assert "altHexGrain" in refused(tmp_path, zipped(members))
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(noise).save(buffer, "PNG")
    assert "no hex grid is found in bdx.png of 400 by 300 pixels" in refused(
        tmp_path, zipped({"bdx.png": buffer.getvalue()})
    )
    strange = MapPicture(ground="White", border=(3, 200, 100)).archive()
    path = tmp_path / "bdtiny"
    path.write_bytes(strange)
    assert "F9, which is not on the map" in refused(
        tmp_path, town().archive(), buildings={"F9": 40}
    )
    wide = refused(tmp_path, town().archive(), origin=(9000.0, 10.0))
    assert "give the centre of A1 with --origin X,Y" in wide


def test_sizes_of_hexes_that_cannot_be_are_not_taken(tmp_path: Path) -> None:
    drawn = MapPicture(9, 6).printed()
    nothing = zipped({"bdtiny.png": drawn.png(), "data": b"x0 0\ny0 32\ndx 0\ndy 0\n"})
    draft, _ = drafted(tmp_path, nothing)
    assert abs(float(draft.found.layout.column_step) - 56.25) < 0.1
    path, out = tmp_path / "bdtiny", tmp_path / "new"
    command = ("board", "draft", str(path), "--out", str(out))
    assert "it may not fit" not in hexcourt(*command).output
    off = hexcourt(*command, "--origin", "9,9", "--hex", "81,93")
    assert "so few lines follow this grid that it may not fit" in off.output


def test_a_bomb_is_not_decoded(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    Image.new("1", (15_000, 15_000)).save(buffer, "PNG")
    sentence = refused(tmp_path, zipped({"bdtiny.png": buffer.getvalue()}))
    assert "has 15000 by 15000 pixels" in sentence or "is no whole picture" in sentence


def test_a_picture_in_unknown_colours_wants_a_legend(tmp_path: Path) -> None:
    drawn = MapPicture()
    for name in drawn.names():
        drawn.fill(name, (3, 200, 100))  # type: ignore[arg-type]
    sentence = refused(tmp_path, drawn.printed().archive())
    assert "hardly any colour that is known" in sentence
    assert "hexcourt board legend bdtiny" in sentence


def test_members_are_found_whatever_their_case(tmp_path: Path) -> None:
    drawn = town()
    members = {
        "pictures/BDTINY.PNG": drawn.png(),
        "pictures/other.png": MapPicture(2, 2).png(),
        "BOARDMETADATA.XML": drawn.metadata().encode(),
    }
    draft, board = drafted(tmp_path, zipped(members))
    assert draft.picture.member == "pictures/BDTINY.PNG"
    assert len(board.hexes) == len(drawn.names())


def test_the_command_writes_a_board_that_others_take(tmp_path: Path) -> None:
    path, out = tmp_path / "bdtiny", tmp_path / "new"
    path.write_bytes(town().archive())
    told = hexcourt("board", "draft", str(path), "--out", str(out))
    assert told.exit_code == 0, told.output
    assert "a draft of 17 hexes, read from bdtiny.png, not checked" in told.output
    document = hexcourt("board", "draft", str(path), "--out", str(out), "--json")
    read_document(document.output)
    line = hexcourt("los", str(out), "A2", "C2")
    assert "blocked by" in line.output or "clear" in line.output
    assert "taken for granted: a draft read from the picture bdtiny.png" in line.output
    over = hexcourt("board", "draft", str(path), "--out", str(path))
    assert over.exit_code == 2
    assert "was read for this answer" in over.output


def test_what_a_mark_of_a_draft_cannot_say_is_refused(tmp_path: Path) -> None:
    draft, _ = drafted(tmp_path, town().archive())
    path = tmp_path / "new"
    content = archive_bytes(draft.archive)
    path.write_bytes(content)
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    for text, sentence in (
        (b"draft\tx\nA1\tperhaps\n", "draft.tsv has the strange line 'A1 perhaps'"),
        (b"other", "draft.tsv does not begin as of a draft"),
    ):
        path.write_bytes(zipped({**members, "draft.tsv": text}))
        with pytest.raises(BadInput, match="draft") as error:
            read_archive(path)
        assert sentence in str(error.value)
