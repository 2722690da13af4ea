"""Maps as they are shown, and maps of boards that are told by facts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.maps.compose_map import read_composed_map
from hexcourt.solver.api.position import open_position
from hexcourt.solver.scenario.opening import open_board
from tests.answer_shape import check_answer
from tests.documents import examples_of, page, says
from tests.facts.maps.test_terrain_changes import HEDGE, WOODS, archive, archive_file, around, side
from tests.rulings import rule

pytestmark = pytest.mark.usefixtures("kept", "engines")

FACTS = """
hex("A1"). hex("A2"). hex("A3"). hex("A4"). hex("B1"). hex("B2"). hex("B3").
terrain("A2",woods). terrain("A3",orchard). terrain("B2",building(stone,1)). stairwell("B2").
terrain("A4",gully). bed("A4",-2). elevation("A4",-2). elevation("B3",4). hexside("B2","B3",crest).
location("B2",ground,0). location("B2",level(1),2).
hexside("A1","B1",hedge). hexside("A1","A2",road(paved)). feature("A1",road(paved,"Z9")).
"""


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    (tmp_path / "tiny.lp").write_text(FACTS, "utf-8")
    return tmp_path


def written(folder: Path, changes: list[str], more: str = "", board: str = "tiny.lp") -> Path:
    text = f'rows = [["{board}"]]\nchanges = {json.dumps(changes)}\n{more}'
    (folder / "map.toml").write_text(text, "utf-8")
    return folder / "map.toml"


def changed(folder: Path, *changes: str, more: str = "") -> Board:
    return open_board(str(written(folder, list(changes), more)))


def as_facts(board: Board) -> dict[str, Any]:
    return {each.name: (each.terrain, each.level, each.inherent) for each in board.hexes}


def test_terrain_of_a_board_told_by_facts(facts: Path) -> None:
    printed = as_facts(changed(facts))

    def differs(*changes: str) -> dict[str, Any]:
        now = as_facts(changed(facts, *changes))
        return {name: told for name, told in now.items() if told != printed[name]}

    assert differs("woods -> brush") == {"A2": (("brush",), 0, None)}
    assert differs("woods -> orchard") == {"A2": (("orchard",), 0, "orchard")}
    assert differs("OrchardOutOfSeason") == {
        "A3": (("orchard_out_of_season",), 0, "orchard_out_of_season")
    }
    assert differs("orchard -> open") == {"A3": (("open",), 0, None)}
    assert differs("A1: open -> grain") == {"A1": (("grain",), 0, None)}
    assert differs("Level2ToLevel1") == {"B3": (("open",), 2, None)}
    assert differs("level 2 -> grain") == {"B3": (("grain",), 0, None)}
    assert differs("gully -> open") == {"A4": (("open",), 0, None)}
    assert differs("level 0 -> level 1")["A4"] == (("gully",), 0, None), "it sinks with its ground"
    assert differs("NoHillNums", "NoGrain") == {}


def test_what_follows_from_hexes(facts: Path) -> None:
    raised = changed(facts, "building(stone,1) -> building(stone,2)")
    assert [each.name for each in raised.locations_of("B2")] == ["B2", "B2h1", "B2h2"]
    gone = changed(facts, "building -> open")
    assert [each.name for each in gone.locations_of("B2")] == ["B2"]
    rubbled = changed(facts, "B2: building -> rubble(stone)")
    assert [each.terrain for each in rubbled.counters] == ["rubble(stone)"]
    assert [each.name for each in rubbled.locations_of("B2")] == ["B2"]
    assert ("B2", "B3") not in changed(facts, "level 2 -> level 0").hexsides
    assert changed(facts, "NoStairwells").by_name["B2"].stairwell, "two floors have their own"


def test_hexsides_of_a_board_told_by_facts(facts: Path) -> None:
    assert changed(facts, "hedge -> wall").hexsides["A1", "B1"] == {"wall"}
    assert ("A1", "B1") not in changed(facts, "hedge A1-B1 -> open").hexsides
    assert changed(facts, "open A2-B2 -> wall").hexsides["A2", "B2"] == {"wall"}
    bare = changed(facts, "NoRoads")
    assert ("A1", "A2") not in bare.hexsides and bare.by_name["A1"].features == ()


WRONG = {
    "NoBridge": "'no bridges' applies to the pixels of an archive; write it for hexes",
    "swamp -> marsh": "nothing of that is on the map; leave it out",
    "A1: woods -> brush": "nothing of that is there, but open; name what is, or leave it out",
    "A1-A3: hedge -> wall": "names A1-A3, which do not adjoin",
    "A2: woods -> ground": "ground lies in no hex by itself",
}


@pytest.mark.parametrize("told", WRONG)
def test_what_cannot_be_made_of_facts(facts: Path, told: str) -> None:
    with pytest.raises(BadInput) as refusal:
        changed(facts, told)
    assert f"{told}" in str(refusal.value) and WRONG[told] in str(refusal.value)


def test_contradictions_on_facts(facts: Path) -> None:
    with pytest.raises(BadInput, match="'woods -> brush' has taken it before"):
        changed(facts, "woods -> brush", "woods -> grain")
    laid = read_composed_map(written(facts, ["woods -> brush", "woods -> brush"]))
    assert laid.made[1].why == "given already, as woods -> brush"


def test_boards_told_by_facts_lie_alone(facts: Path) -> None:
    (facts / "map.toml").write_text('rows = [["tiny.lp", "pegasus"]]')
    with pytest.raises(
        BadInput, match="is given as facts, drawn as outlines; let a map have it alone"
    ):
        open_board(str(facts / "map.toml"))
    (facts / "map.toml").write_text('rows = [["pegasus reversed"]]')
    with pytest.raises(BadInput, match="pegasus is given as facts, and cannot be reversed"):
        open_board(str(facts / "map.toml"))
    assert len(changed(facts, more='play = ["hexrow A"]').hexes) == 4


@rule("B12.2")
def test_outlines_change_as_a_whole(tmp_path: Path) -> None:
    for changes, told in {
        (): "blocked by A6.2",
        ("woods -> brush",): "clear, hindrance +1",
    }.items():
        path = written(tmp_path, list(changes), board="pegasus")
        assert told in str(open_position(str(path)).los("I12", "J14"))
    spread = written(tmp_path, ["K12: all -> grain"], board="pegasus")
    with pytest.raises(
        BadInput, match=r"paved_road is drawn over .* together; tell of all of these"
    ):
        open_board(str(spread))


# --- map show ----------------------------------------------------------------------------------------


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    archive_file(tmp_path, "bd1", archive([(*side("D2"), HEDGE, 0), (*around("F2"), WOODS, 0)]))
    archive_file(tmp_path, "bd2", archive([(*around("F2"), WOODS, 0)]))
    return tmp_path


def shown(path: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["map", "show", str(path), *more])


def test_a_map_is_shown(boards: Path) -> None:
    (boards / "map.toml").write_text(
        'north = "right"\n'
        'rows = [[{ board = "bd1", version = "5", crop = [0, 0, 450, -1] }, "bd2 reversed"]]\n'
        'changes = ["HedgesToOG", "woods -> brush", "NoRods", "Winter"]\n'
    )
    result = shown(boards / "map.toml")
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "map: 76 hexes, 24 of them half-hexes, North is right",
        "row 1, place 1: board 1, version 6 (the scenario names 5), cropped to [0, 0, 450, -1]: "
        "40 hexes of hexrows A to I",
        "row 1, place 2: board 2 reversed, version 6: 40 hexes of hexrows A to I",
        "north edge: 4 hexes: 2A4, 2A3, 2A2, 2A1",
        "east edge: 17 hexes: 1A4, 1B4, 1C4, 1D4, 1E4, 1F4, 1G4, 1H4, ...",
        "south edge: 4 hexes: 1A1, 1A2, 1A3, 1A4",
        "west edge: 17 hexes: 1A1, 1B0, 1C1, 1D0, 1E1, 1F0, 1G1, 1H0, ...",
        "seam of board 1 and 2: 4 hexes: 2I4, 2I3, 2I2, 2I1",
        "HedgesToOG (hedge -> open) on board 1 is made: 1 hexside: D2-D3",
        "woods -> brush on board 1 is made: 1 hex: F2",
        "woods -> brush on board 2 is made: 1 hex: F2",
        "NoRods cannot be made: it is no word for a change of terrain; write NoRoads",
        "Winter (snow is weather (E3)) changes nothing: it has no effect on lines of sight nor "
        "movement by itself; give it with --given, such as weather(ground_snow)",
    ]


def test_changes_beyond_a_crop_are_not_counted(boards: Path) -> None:
    cropped = 'rows = [[{ board = "bd1", crop = [0, 0, 225, -1] }]]\n'
    (boards / "map.toml").write_text(f'{cropped}changes = ["HedgesToOG", "woods -> brush"]')
    assert shown(boards / "map.toml").output.splitlines()[-3:-1] == [
        "HedgesToOG (hedge -> open) on board 1 is made: 1 hexside: D2-D3",
        "woods -> brush on board 1 is made: only beyond what is left of the board",
    ]


def test_a_bare_board_is_no_configuration(boards: Path) -> None:
    assert 'write one, such as rows = [["bd1"]]' in shown(boards / "bd1").output


def test_a_map_as_json_and_as_a_picture(boards: Path) -> None:
    text = 'rows = [["bd1"], ["bd2"]]\nchanges = ["HedgesToOG", "woods -> brush", "NoRods"]\n'
    (boards / "map.toml").write_text(text)
    result = shown(boards / "map.toml", "--json", "--svg", str(boards / "map.svg"))
    check_answer(result.output)
    answer = json.loads(result.output)
    assert answer["counts"] == {
        "boards": 2, "changes": 3, "half_hexes": 24, "hexes": 76, "refused": 1,
    }  # fmt: skip
    change = next(each for each in answer["rows"] if each.get("change") == "HedgesToOG")
    assert change["hexsides"] == [["D2", "D3"]] and change["outcome"] == "made"
    assert change["cited"] == "LOSSSRules terrainMap; B9"
    picture = (boards / "map.svg").read_text("utf-8")
    assert "North is up" in picture and "<svg" in picture
    refused = shown(boards / "map.toml", "--svg", str(boards / "bd1"))
    assert refused.exit_code == 2, "nothing read is written over"


def test_pieces_lie_on_changed_maps_as_on_bare_ones(boards: Path) -> None:
    (boards / "map.toml").write_text('rows = [["bd1"]]\nchanges = ["woods -> brush"]\n')
    position = open_position(str(boards / "map.toml"), ('debris("1F3")',))
    assert position.los("1F1", "1F3").answer in ("yes", "no")
    assert position.legal('wreck("1F2")').answer == "yes"
    vary = ["ask", str(boards / "map.toml"), 'exists : sees("1F1", "1F3")']
    result = CliRunner().invoke(
        main, [*vary, "--vary", '{ debris(H) : hex(H), range(H, "1F2") <= 1 } <= 1']
    )
    assert result.exit_code in (0, 1), result.output


def test_the_page_shows_what_commands_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page("maps.md").read_text("utf-8")
    for name, content in re.findall(r"^```toml\n# (\S+)\n(.*?)^```", text, re.M | re.S):
        (tmp_path / name).write_text(content, "utf-8")
    monkeypatch.chdir(tmp_path)
    shown = [each for block in examples_of("maps.md") for each in block]
    assert len(shown) == 5
    for each in shown:
        result = CliRunner().invoke(main, list(each.arguments))
        assert says(result.output, each.lines), result.output


@pytest.mark.parametrize("name", ["card.toml", "setup.vsav"])
def test_the_map_of_a_card_or_save_is_shown_by_another_command(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text('format = "hexcourt-card/1"\n')
    done = CliRunner().invoke(main, ["map", "show", str(tmp_path / name)])
    assert done.exit_code == 2
    assert "is a card or a save; `hexcourt scenario show` shows its map" in done.stderr
