"""Areas as users meet them: areas.md, `map areas`, `--areas`, `[areas]` of maps and studies."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.studies.study import read_study
from tests.cli.test_commands import answer, hexcourt
from tests.documents import Shown, examples_of, says
from tests.effort import long

pytestmark = pytest.mark.usefixtures("kept", "engines")

BOARDS = Path(__file__).parents[3] / "shared" / "vasl" / "boards"
PAGE = "areas.md"

MAP = """
north = "right"
rows = [["BOARDS/bd01", "BOARDS/bd02 reversed"]]
[areas]
"russian entry" = "east edge of board 1"
g1 = ["building 1F5", "within 1 hex of 2N4"]
far = "russian entry or g1"
"""


@pytest.mark.parametrize("block", examples_of(PAGE), ids=lambda block: block[0].arguments[-1][:60])
def test_the_page_shows_answers(block: tuple[Shown, ...]) -> None:
    for shown in block:
        result = hexcourt(*shown.arguments)
        assert says(result.output, shown.lines), result.output
        assert (result.exit_code == 2) == shown.lines[0].startswith("hexcourt: ")


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    if not BOARDS.exists():
        pytest.skip("no boards at hand")
    path = tmp_path / "map.toml"
    path.write_text(MAP.replace("BOARDS", str(BOARDS)))
    return path


def test_a_map_file_names_areas(map_file: Path) -> None:
    found = answer("map", "areas", map_file)
    assert [row["area"] for row in found["rows"]] == ["far", "g1", "russian entry"]
    assert found["assumed"] == []  # the file tells where North lies
    far, g1, entry = (set(row["hexes"]) for row in found["rows"])
    assert far == g1 | entry
    assert "1A10" in entry and {"1F5", "1F6", "1G6", "1H5"} <= g1
    asked = answer("ask", map_file, 'count H : area("far",H)')
    assert asked["rows"][0]["value"] == len(far)


def test_wrong_areas_of_a_map_name_the_file(map_file: Path) -> None:
    map_file.write_text(MAP.replace("BOARDS", str(BOARDS)).replace("building 1F5", "building 1A1"))
    wrong = hexcourt("los", map_file, "1A1", "1A2")
    assert wrong.exit_code == 2
    assert wrong.stderr.startswith(f"hexcourt: {map_file}: area g1: building 1A1: no building lies")


def test_an_empty_area_is_a_no() -> None:
    found = answer("map", "areas", "budapest", "hexes >= 60")
    assert (found["answer"], found["rows"][0]["hexes"]) == ("no", [])
    assert found["rows"][0]["read"] == ["hexes >= 60"]


def test_units_enter_at_edges_alone() -> None:
    result = hexcourt("map", "areas", "budapest", "Enter on Turn 1 at H38")
    assert "none of these hexes lies at an edge, where units enter (A2.5)" in result.output


def test_what_is_no_area_is_refused() -> None:
    for told in ("flank", "=hexrow K", "flank="):
        wrong = hexcourt("ask", "budapest", "exists : hex(H)", "--area", told)
        assert wrong.exit_code == 2 and "is no area; write a name and a sentence" in wrong.stderr
    wrong = hexcourt("map", "areas", "budapest")
    assert "budapest has no named areas; give a sentence" in wrong.stderr


STUDY = """
board = "budapest"
question = 'exists : area("g1",H), sees(H,"F31")'
vary = ['{ rubble(H,stone) : area("g1",H) } <= 1']
[areas]
"""


def test_a_study_names_areas(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(STUDY + "g1 = 'building L33'\n")
    told = read_study(study)
    session = told.session(told.cases[0])
    assert session.survey(told.questions[0], told.vary).size == 3
    study.write_text(STUDY + "g1 = 'per SSR 1'\n")
    with pytest.raises(BadInput, match=r"^study.toml: area g1: 'per SSR 1': not understood"):
        read_study(study)


@long
def test_a_certificate_holds_for_areas(tmp_path: Path) -> None:
    folder = str(tmp_path / "proof")
    question = 'never : area("g1",H), sees(H,"N39")'
    area = ("--area", "g1=within 1 hex of C30")
    assert hexcourt("ask", "budapest", question, *area, "--certify", folder).exit_code == 0
    assert hexcourt("verify", folder).exit_code == 0
