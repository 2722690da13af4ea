"""Pictures of answers: each kind drawn on a tiny board, its signs in the legend, its marks in place."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from defusedxml import ElementTree

from hexcourt import open_board
from hexcourt.cli.main import main
from hexcourt.cli.render import answers as asking
from hexcourt.cli.render import notebook, palette
from hexcourt.cli.render.answers import draw_answer, draw_position
from hexcourt.cli.render.canvas import Mark, Marks, Spot
from hexcourt.cli.render.movement import spot_of, spots_named, way_round
from hexcourt.cli.render.notebook import notebook_image
from hexcourt.cli.render.output import png_of
from hexcourt.cli.render.sheet import draw_board, grey_of
from hexcourt.cli.render.signs import AT_RISK, CERTAIN, DOUBTFUL, MORE, UPPER
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.records import Hex
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.api.position import Position
from tests.cli.render.test_drawing import board, hexes, shapes, texts
from tests.documents import DOCS, Shown, examples_of, says
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("kept", "engines")

SVG = "{http://www.w3.org/2000/svg}"
BOARD = """A1:A4, B1:B4, C1:C4, A2 woods, B3 building(stone,1) stairwell level(1), A1-B1 road(paved),
B1-C2 road(paved), A2-A3 wall"""


@cache
def position() -> Position:
    return Position(tiny(BOARD))


@cache
def answers() -> dict[str, Answer]:
    """Ask one question of each kind."""
    here = position()
    families = ["{ roadblock(A,B) : road(A,B) } <= 1"]
    return {
        "los": here.los("A1", "A4"),
        "see": here.see("A1"),
        "path": here.path("A1", "B3h1", unit="squad", turns=2),
        "no path": here.path("A1", "B4", unit="squad", only="bypass", avoid=["B2"]),
        "reach": here.reach("A1", unit="squad", turns=2),
        "cut": here.cut("A1", "C2", unit="squad", kinds=["roadblock", "enemy"]),
        "adjacent": here.adjacent("B3h1"),
        "entry": here.entry("A1", obstructed=["A1"]),
        "legal": here.legal('foxhole("A1")', 'foxhole("B3")'),
        "effect": here.effect('small_arms("A1")', "A2"),
        "which": here.ask("which H : terrain(H, woods)"),
        "pairs": here.ask("which A, B : hexside(A, B, wall), A < B"),
        "broken": here.ask("all H : hex(H) -> not building(H)"),
        "vary": here.ask('never : roadblock("A1","B1")', vary=families),
        "areas": here.area("within 1 hex of B2"),
    }


def drawn(text: str) -> Any:
    return ElementTree.fromstring(text)


def of_class(root: Any, wanted: str) -> list[Any]:
    return [each for each in root.iter() if wanted in each.get("class", "").split()]


def legend(root: Any) -> list[str]:
    return [[*each.iter(f"{SVG}text")][-1].text or "" for each in of_class(root, "entry")]


def told(element: Any) -> str:
    return "".join(each.text or "" for each in element.iter(f"{SVG}title"))


def centre(root: Any, name: str) -> tuple[float, float]:
    """Find the middle of a hex on the map."""
    found = next(each for each in shapes(root, "hexes") if each["data-hex"] == name)
    return float(found["x"]), float(found["y"])


def notes(root: Any) -> list[Any]:
    """List what is written beside marks."""
    return [text for each in of_class(root, "notes") for text in each.iter(f"{SVG}text")]


WRITTEN = {sign.label for sign in (AT_RISK, DOUBTFUL, MORE, UPPER)}
ASKED = ("los", "see", "path", "no path", "reach", "cut", "adjacent", "entry", "legal", "effect")
ASKED += ("which", "pairs", "broken", "vary", "areas")


@pytest.mark.parametrize("name", ASKED)
def test_every_sign_drawn_stands_in_the_legend_and_none_that_is_not(name: str) -> None:
    text = draw_answer(answers()[name])
    root = drawn(text)
    marks = of_class(root, "mark")
    signs = {each.get("data-sign") for each in of_class(root, "entry")} - {None, *WRITTEN}
    assert {each.get("data-sign") for each in marks} == signs
    assert text == draw_answer(answers()[name]), "equal answers give equal text"
    assert name in ("los", "see") or marks
    defined = {each.get("id") for each in root.iter() if each.get("id")}
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= defined


SEEN = [("budapest", "F31"), ("budapest", "N31h1"), ("pegasus", "K12"), ("barricades", "A21")]


def written(row: dict[str, Any]) -> str:
    """Write what of a row stands in its hex: h2+1, cellar?, +3, or nothing."""
    place = re.sub(r"^L(?=[0-9])", "h", row["from"].partition("/")[2])
    if row["verdict"] == "clear":
        return place + (f"+{row['hindrance']}" if row["hindrance"] else "")
    return f"{place}?" if place and row["verdict"] != "blocked" else ""


@pytest.mark.parametrize(("name", "target"), SEEN)
def test_a_picture_shows_all_that_sees(name: str, target: str) -> None:
    answer = open_board(name).see(target)
    root = drawn(draw_answer(answer))
    labels = {style.label: key for key, style in palette.VERDICTS.items()}
    on_hover = (told(each).partition(": ") for group in of_class(root, "hexes") for each in group)
    kinds = {name: labels.get(words.split("; ")[-1], "") for name, _, words in on_hover}
    kinds = {name: key for name, key in kinds.items() if key}
    middles = {name: centre(root, name) for name in kinds}
    beside: dict[str, list[str]] = {name: [] for name in kinds}
    for each in notes(root):
        x, y = float(each.get("x")), float(each.get("y"))
        name = min(middles, key=lambda n: abs(middles[n][0] - x) + abs(middles[n][1] + 16 - y))
        beside[name] += (each.text or "").split()
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in kinds}
    for row in answer.rows:
        rows[row["from"].partition("/")[0]].append(dict(row))
    for name, here in rows.items():
        clear = {row["from"] for row in here if row["verdict"] == "clear"}
        assert (kinds[name] in ("clear", "upper")) == bool(clear)
        assert (kinds[name] == "clear") == (name in clear)
        assert beside[name] == [*filter(None, map(written, here))]
    listed = " ".join(legend(root))
    assert ("clear only from" in listed) == ("upper" in kinds.values())
    grounds = {row["hindrance"] for row in answer.rows if row["from"] in kinds}
    assert ("hindrance from the ground" in listed) == bool(grounds - {None, 0})


def test_the_picture_of_the_readme_is_that_of_its_answer() -> None:
    answer = open_board("budapest").see("F31", status="emplaced")
    assert answer.svg() == (DOCS / "see_budapest_F31.svg").read_text("utf-8")


def test_the_steps_of_a_path_lie_at_their_hexes_with_their_costs() -> None:
    answer = answers()["path"]
    root = drawn(draw_answer(answer))
    dots = [each for each in of_class(root, "dot") if told(each)[:1].isdigit()]
    steps = answer.rows[0]["steps"]
    assert len(dots) == len(steps) > 1
    for dot, step in zip(dots, steps, strict=True):
        x, y = centre(root, dot.get("data-hex"))
        circle = dot.find(f"{SVG}circle")
        aside = 0 if step["to"] == dot.get("data-hex") else 20
        assert abs(float(circle.get("cx")) - x) <= aside + 0.6
        assert abs(float(circle.get("cy")) - y) < 0.6
        assert f"{step['cost']:g} MF" in told(dot)


def test_rows_tint_their_hexes_and_those_alone() -> None:
    root = drawn(draw_answer(answers()["which"]))
    assert hexes(root, "tint") == ["A2"]


def test_what_is_written_beside_rows_is_told_in_the_legend() -> None:
    answer = position().ask('which L : in_hex(L, "B3")')
    root = drawn(answer.svg())
    assert [each.text for each in notes(root)] == ["+h1"]
    assert UPPER.label in legend(root)
    assert UPPER.label not in legend(drawn(draw_answer(answers()["which"])))


def test_pairs_are_lines_from_centre_to_centre() -> None:
    root = drawn(draw_answer(answers()["pairs"]))
    (line,) = of_class(root, "line")
    way = re.fullmatch(r"M(\d+) (\d+)v(-?\d+)", line.find(f"{SVG}path").get("d"))
    assert way is not None
    (x, y), (_, below) = centre(root, "A2"), centre(root, "A3")
    assert [float(each) for each in way.groups()] == [x, y, below - y]


def test_rows_that_break_a_claim_say_so() -> None:
    assert "breaks the claim" in legend(drawn(draw_answer(answers()["broken"])))
    assert "breaks the claim" not in legend(drawn(draw_answer(answers()["which"])))


def test_each_world_that_decides_has_a_small_map(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = answers()["vary"]
    root = drawn(draw_answer(answer))
    (small,) = of_class(root, "small-map")
    assert [told(each) for each in of_class(small, "chip")] == ['roadblock("A1","B1")']
    monkeypatch.setattr(asking, "MAX_WORLDS", 0)
    fewer = drawn(draw_answer(answer))
    assert not of_class(fewer, "small-map")
    assert "the first 0 of 1 worlds are drawn small" in [
        each.text for each in fewer.iter(f"{SVG}text")
    ]


def test_what_is_laid_and_given_is_drawn_with_every_answer() -> None:
    laid = position().place('foxhole("C1")').give('emplaced("A2")')
    for text in (draw_position(laid), laid.los("A1", "A2").svg()):
        root = drawn(text)
        assert [told(each) for each in of_class(root, "chip")] == ['foxhole("C1")', "A2: emplaced"]
        assert {"foxhole", "given: emplaced"} <= set(legend(root))


@pytest.mark.parametrize(
    ("text", "spot"),
    [
        ("B2", Spot("B2")),
        ("B3h1", Spot("B3")),
        ("B2-B1", Spot("B2", hexside=0)),
        ("B2-B1-C2", Spot("B2", vertex=1)),
        ("B2-C2-B1", Spot("B2", vertex=1)),
        ("B2caB1/C2", Spot("B2")),
        ("A1/off", Spot("A1")),
        ("A1, along its N hexside to its NW vertex", Spot("A1", vertex=0)),
        ("A2.4", None),
        ("Z9", None),
        ("woods", None),
        ("b3h1", Spot("B3")),
        (3, None),
    ],
)
def test_places_are_found_on_the_map(text: object, spot: Spot | None) -> None:
    assert spot_of(position().board, text) == spot


@pytest.mark.parametrize(
    "text",
    ['exists H : sees(H, "B2"), not sees(A1, H)', "all : sees(B2,A1)", 'x("b2",a1,12,ap)'],
)
def test_places_are_found_in_what_was_written(text: str) -> None:
    assert set(spots_named(position().board, text)) == {Spot("B2"), Spot("A1")}


def test_bypass_is_drawn_along_its_hexsides() -> None:
    passed = way_round(position().board, "Bypass along B2-B1 and B2-C2", Spot("B2", vertex=2))
    assert [spot.vertex for spot in passed] == [0, 1, 2]


def test_only_the_part_of_a_large_map_is_drawn_where_the_answer_lies() -> None:
    wide = Position(tiny("A1:A200, B1:B200, C1:C200"))
    answer = wide.reach("B9", unit="squad")
    drawn_hexes = [set(hexes(drawn(answer.svg(around)))) for around in (0, None)]
    assert drawn_hexes[0] == {row["hex"] for row in answer.rows} | {"B9"}
    assert drawn_hexes[0] < drawn_hexes[1]
    assert len(drawn_hexes[1]) < 60


# --- files and notebooks -----------------------------------------------------------------------------


def test_pictures_are_written_and_never_over_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("resvg_py", reason="the extra png is not installed")
    monkeypatch.chdir(tmp_path)
    asked = ["adjacent", "pegasus", "L13", "--around", "0"]
    done = CliRunner().invoke(main, [*asked, "--svg", "a.svg", "--png", "a.png"])
    assert done.exit_code == 0, done.output
    assert drawn(Path("a.svg").read_text("utf-8")).tag == f"{SVG}svg"
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    same = CliRunner().invoke(main, [*asked, "--svg", "a.svg", "--png", "./a.svg"])
    assert same.exit_code == 2
    assert "--svg and --png both write" in same.stderr
    Path("b.lp").write_text("x")
    over = CliRunner().invoke(main, ["adjacent", "b.lp", "A1", "--png", "b.lp"])
    assert over.exit_code == 2
    assert Path("b.lp").read_text() == "x"


def test_png_shows_more_than_paper_and_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py", reason="the extra png is not installed")
    from io import BytesIO

    from PIL import Image

    text = answers()["which"].svg()
    image = Image.open(BytesIO(png_of(text)))
    assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 20
    monkeypatch.setattr("hexcourt.cli.render.output.MAX_PIXELS", 10_000)
    small = Image.open(BytesIO(png_of(text)))
    assert small.width * small.height <= 11_000
    monkeypatch.undo()
    assert Image.open(BytesIO(answers()["which"].png(size=200))).width == 200


def test_the_options_of_pictures_change_what_they_say_and_nothing_else() -> None:
    answer = answers()["reach"]
    plain = answer.svg()
    root = drawn(answer.svg(title="A <race>", legend="none", size=300))
    assert (root.get("width"), of_class(root, "legend")) == ("300", [])
    shown_title = next(each.text for each in root.iter(f"{SVG}text"))
    assert (shown_title, root.find(f"{SVG}title").text) == ("A <race>", "A <race>")
    assert len(of_class(root, "mark")) == len(of_class(drawn(plain), "mark"))
    assert "tiny" not in {each.text for each in drawn(answer.svg(title="")).iter(f"{SVG}text")}
    assert answer.svg(legend="below", grey=False, size=None, north=False) == plain
    for wrong in ({"size": 5}, {"legend": "beside"}, {"grey": "yes"}):
        with pytest.raises(BadInput, match="does not fit"):
            answer.svg(**wrong)


def test_a_grey_picture_has_no_colour_and_keeps_turns_apart() -> None:
    text = position().reach("A1", unit="squad", turns=2).svg(grey=True)
    colours = set(re.findall(r'"#([0-9a-f]{6})"', text))
    assert len(colours) > 5 and all(each[:2] == each[2:4] == each[4:] for each in colours)
    assert len({grey_of(each) for each in palette.HUES}) == len(palette.HUES)
    assert (grey_of("none"), grey_of("url(#a)"), grey_of("#fff")) == ("none", "url(#a)", "#ffffff")


@pytest.mark.parametrize(("north", "turned"), [("up", "rotate(0)"), ("left", "rotate(270)")])
def test_the_arrow_points_north_where_that_is_known(north: str, turned: str) -> None:
    laid = Position(replace(tiny("A1, A2"), north=north))
    (arrow,) = of_class(drawn(laid.svg(north=True)), "north")
    assert arrow.find(f"{SVG}g").get("transform") == turned
    assert of_class(drawn(laid.svg()), "north") == []
    with pytest.raises(BadInput, match="does not say where North is"):
        position().svg(north=True)


def test_several_lines_in_a_hex_leave_its_level_free() -> None:
    def lowest(level: int) -> float:
        hexes = (Hex("A1", (0, 0), level), Hex("A2", (0, 2), 0), Hex("A3", (0, 4), 0))
        marks = Marks(signs=(Mark(CERTAIN, (Spot("A1"),), note="3\noff 4"),))
        root = drawn(draw_board(board(*hexes), marks))
        return max(float(each.get("y")) for each in notes(root))

    assert lowest(-2) == lowest(0) - 11


def test_without_a_renderer_one_sentence_says_how_to_install_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hexcourt.cli.render.output.find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"pip install 'hexcourt\[png\]'"):
        answers()["which"].png()


def test_a_notebook_shows_the_map() -> None:
    source = "src='data:image/svg+xml,<svg "
    assert source in answers()["which"]._repr_html_()
    assert source in position()._repr_html_()
    assert "<img" not in position().matrix()._repr_html_(), "which is no picture of the map"


def test_an_answer_in_a_notebook_is_small_and_shows_what_the_file_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    budapest = open_board("budapest")
    asked = (
        budapest.see("F31", status="emplaced"),
        budapest.los("L33h2", "E31"),
        budapest.reach("F31", unit="squad"),
        budapest.reach("I33", unit="squad", turns=3),
        budapest.matrix(within=2),
    )
    for answer in asked:
        assert len(answer._repr_html_().encode()) < 30_000, answer.command
    svg = asked[0].svg()
    monkeypatch.setattr(notebook, "WANTED", len(svg))
    data = notebook_image(svg).partition("svg+xml,")[2].removesuffix("'>")
    small, whole = drawn(unquote(unescape(data))), drawn(svg)
    assert [text.text for text in small.iter(f"{SVG}text")] == texts(whole)
    ways = [
        "".join(each.get("d", "") for each in root.iter(f"{SVG}path")) for root in (small, whole)
    ]
    ring = next(each.get("d") for each in whole.iter(f"{SVG}path") if each.get("id") == "s0")
    assert ways[0] == ways[1].replace(ring, "", 1), "but the hexes, which only tell on hover"
    assert not [each for each in small.iter() if each.get("class") or each.get("data-hex")]


def test_a_large_map_in_a_notebook_is_drawn_coarser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "WANTED", 5_000)
    svg = draw_answer(open_board("budapest").see("F31"))
    data = notebook_image(svg).partition("svg+xml,")[2].removesuffix("'>")
    small = drawn(unquote(unescape(data)))
    names = {text.text for text in small.iter(f"{SVG}text")}
    assert {"E30", "G35"} <= names and not {"F31", "F30", "G31"} & names
    assert small.find(f".//{SVG}pattern[@id='repeated-grid']") is not None
    assert small.find(f".//{SVG}rect[@fill='url(#repeated-grid)']").get("clip-path")  # type: ignore[union-attr]


def test_outlines_keep_their_place_with_fewer_points() -> None:
    steps = " ".join(["1 0"] * 40 + ["0 1"] * 40 + ["-1 0"] * 40 + ["0 -1"] * 39)
    assert notebook._coarser(f"M5 6l{steps}z", 10) == "M5 6l40 0 0 40-40 0z"
    assert notebook._coarser("M5 6l1 0 0 1-1 0z", 10) == "", "too small to be seen"
    assert notebook._coarser("M0 3a2 2 0 1 0 4 0", 10) == "M0 3a2 2 0 1 0 4 0"


def test_outlines_on_a_grid_count_from_ring_to_ring() -> None:
    outline = "M10 20l40 0 0 40-40 0zM90 100l-40 0 1 1 0 40z"
    paths = (
        f'<path d="{outline}" fill="#eee" stroke-width="1"/><path d="{outline}" fill="url(#x)"/>'
    )
    plain, patterned = notebook._on_grid(ElementTree.fromstring(f"<svg>{paths}</svg>"), 4)
    assert plain.get("d") == "m3 5 10 0 0 10-10 0zm20 20-10 0 0 10z"
    assert (plain.get("transform"), plain.get("stroke-width")) == ("scale(4)", "0.25")
    assert patterned.get("d") == outline, "whose pattern would grow with it"


def test_a_map_of_many_jagged_outlines_is_small() -> None:
    """As many points as the largest archive has, along 30 borders as ragged as those of woods."""
    random = Random(29)
    rings = "".join(
        f"M{random.randrange(3000)} {random.randrange(1000)}l"
        + " ".join(f"{random.randint(-2, 3)} {random.randint(-2, 3)}" for _ in range(1200))
        + "z"
        for _ in range(30)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><path class="map" d="{rings}" fill="#5f9460"/></svg>'
    assert len(notebook_image(svg).encode()) < 30_000 < len(svg)


def test_a_notebook_bounds_rows_and_lines() -> None:
    shown_whole = position().reach("A1", unit="squad")._repr_html_()
    assert "more rows" not in position().los("A1", "A4")._repr_html_()
    assert f"{len(position().reach('A1', unit='squad').rows) - 10} more rows" in shown_whole
    assert shown_whole.count("<tr>") == 11


def test_an_answer_without_a_map_is_refused() -> None:
    with pytest.raises(BadInput, match="matrix: its answer is no picture of a board"):
        position().matrix().svg()


def test_rows_are_flat_records(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers()["pairs"].records("row") == [{"A": "A2", "B": "A3", "certain": True}]
    assert answers()["pairs"].records("world") == []
    first = answers()["reach"].records()[0]
    assert first["without_luck.turn"] == 1
    assert "without_luck" not in first
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BadInput, match="pandas is not installed"):
        answers()["pairs"].to_pandas()


def test_rows_become_a_table_of_pandas() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    assert list(answers()["pairs"].to_pandas("row")["B"]) == ["A3"]


# --- documents ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", examples_of("pictures.md"), ids=lambda each: each[0].command)
def test_the_document_shows_answers_and_their_pictures(
    block: tuple[Shown, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (shown,) = block
    assert says(CliRunner().invoke(main, [*shown.arguments]).stdout, shown.lines)
    (picture,) = tmp_path.iterdir()
    assert picture.read_text("utf-8") == (DOCS / "pictures" / picture.name).read_text("utf-8")
