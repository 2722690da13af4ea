"""The commands about saves: what they print and write, and that maps are read as they were written."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hexcourt.cli.main import main
from hexcourt.facts.formats.vassal.read_save import read_save
from hexcourt.facts.maps.compose_map import read_map
from hexcourt.solver.boards.save_answers import coordinate
from tests import saves_written as write
from tests.answer_shape import check_answer
from tests.documents import Shown, examples_of, page, says
from tests.effort import one_in

pytestmark = pytest.mark.usefixtures("kept", "engines")

PAGE = "saves.md"
SHARED = Path(__file__).parent.parent.parent.parent / "shared" / "scenarios"
AT_HAND = sorted(
    path
    for name in ("S_001", "S_003", "S_018", "S_019", "S_020", "S_048")
    for path in (SHARED / "samples").glob(f"{name}_*.vsav")
)
"""Samples of boards that lie there too, and whose terrain changes do not contradict one another."""


def example() -> bytes:
    """Write the save that the page shows."""
    gun = write.layer(["+ ca3", "+ ca4"])
    squad = write.layer(["4-6-7 1sq"], ["ge/ge467S"])
    return write.save_file(
        write.board("rz", (0, 0), (928, 0, 872, -1), "6.1", ["SSR", "NoGrain", "NoGrain"])
        + write.board("y", (0, 1), (0, 0, 872, -1), "6.0")
        + write.board("Blank0", (1, 0)),
        "INFO\tAllied\tAllied\t1\t3\t?\t3\t?\tA crossing|5 Turns\t",
        write.counter("North", (200, 200), ("rotate;4;88", "3")),
        write.counter(
            "4-6-8 Esq", (400 + 225, 1045 + 290), ("conceal;C;x;ge", "null;"), (squad, "1")
        ),
        write.counter(
            "MMG", (400 + 225, 1045 + 290), ("conceal;C;x;ge", "null;"), image="ge/geMMG"
        ),
        write.counter(
            "37L AT", (400 + 56, 1045 + 258), (gun, "2"), ("hide;x", "me"), image="am/gun/amAT37LL"
        ),
        *(
            write.counter("0-hex", (400 + 56, 400 + y), (write.layer(["Blue 0-hex"]), "1"))
            for y in (64, 129, -64)
        ),
        write.label(
            "<html><!-- vasl-templates:id russian/ob_setup_1.1 -->Enter on Turn 2", (1600, 500)
        ),
        write.counter("T-34", (1610, 600), image="ru/veh/T34"),
        write.counter("T-34", (1650, 600), image="ru/veh/T34"),
        write.counter("9-1", (1610, 650), ("conceal;C;x;ru", "null;"), image="ru/ruL91"),
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("setup.vsav").write_bytes(example())
    return tmp_path


def hexcourt(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.mark.parametrize("block", examples_of(PAGE), ids=lambda block: block[0].command)
def test_the_page_shows_what_is_said(here: Path, block: tuple[Shown, ...]) -> None:
    for shown in block:
        done = hexcourt(*shown.arguments)
        assert done.exit_code == 0
        assert says(done.stdout, shown.lines), done.stdout


def test_the_python_of_the_page_is_true(here: Path) -> None:
    text = page(PAGE).read_text("utf-8")
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE, PAGE, 0)
    found = doctest.DocTestRunner().run(examples)
    assert found.attempted > 4
    assert found.failed == 0


def test_the_page_shows_both_commands() -> None:
    shown = {each.arguments[1] for block in examples_of(PAGE) for each in block}
    assert shown == {"from", "tell"}


def test_the_answer_as_json(here: Path) -> None:
    done = hexcourt("map", "tell", "setup.vsav", "--json")
    check_answer(done.stdout)
    told = json.loads(done.stdout)
    assert told["question"]["command"] == "map tell"
    assert told["counts"] == {
        "boards": 2,
        "hexes": 328,
        "counters": 11,
        "hidden": 1,
        "concealed": 0,
    }
    (gun,) = [row for row in told["rows"] if row.get("counter") == "37L AT"]
    assert (gun["kind"], gun["nation"], gun["hidden"]) == ("gun", "american", True)
    assert (gun["facing"], gun["at"]["coordinate"]) == ({"ca": 4}, "yB4")


def test_what_is_written_and_what_is_printed_are_the_same(here: Path) -> None:
    assert hexcourt("map", "from", "setup.vsav", "--out", "map.toml").stdout == ""
    assert Path("map.toml").read_text("utf-8") == hexcourt("map", "from", "setup.vsav").stdout


def test_paths_of_boards_are_seen_from_the_file(here: Path) -> None:
    Path("maps").mkdir()
    Path("boards").mkdir()
    hexcourt("map", "from", "setup.vsav", "--out", "maps/map.toml", "--boards", "boards")
    assert '"../boards/bdz"' in Path("maps/map.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("from", "missing.vsav"), "missing.vsav: cannot be read (No such file or directory)"),
        (("tell", "."), ".: "),
        (("from", "setup.vsav", "--out", "setup.vsav"), "was read for this answer"),
        (("from", "setup.vsav", "--out", "missing/map.toml"), "folder missing does not exist"),
        (("from", "setup.vsav", "--boards", "missing"), "missing: there is no such folder"),
        (("tell", "setup.vsav", "--boards", "setup.vsav"), "setup.vsav: there is no such folder"),
        (("tell", "setup.vsav", "--module", "missing.vmod"), "missing.vmod: cannot be read"),
        (("from", "none.vsav"), "has no boards"),
    ],
)
def test_what_the_commands_refuse(here: Path, arguments: tuple[str, ...], said: str) -> None:
    Path("none.vsav").write_bytes(write.save_file("bd\t"))
    done = hexcourt("map", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert Path("setup.vsav").read_bytes() == example()


@one_in(3)
@pytest.mark.skipif(not AT_HAND, reason="the sample saves are not here")
@pytest.mark.parametrize("path", AT_HAND, ids=lambda path: path.stem)
def test_a_map_from_a_save_has_its_hexes_by_their_names(path: Path, tmp_path: Path) -> None:
    out, boards = tmp_path / "map.toml", SHARED / "boards"
    done = hexcourt("map", "from", path, "--boards", boards, "--out", out)
    assert done.exit_code == 0
    laid, save = read_map(out), read_save(path, [boards])
    assert len(laid.hexes) == save.chart.hexes()
    aliases = laid.sections.aliases if laid.sections is not None else {}
    for placed in save.chart.in_play:
        for name, x, y in placed.hexes:
            written = coordinate(placed.board.name, name)
            record = laid.hex(aliases.get(written, written))
            across, down = laid.layout.centre(record.place)
            assert (abs(across - x + 400) <= 2, abs(down - y + 400) <= 2) == (True, True)
