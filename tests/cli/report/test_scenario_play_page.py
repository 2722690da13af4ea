"""What checks of play and what-if questions say: scenario_play.md and what_if.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexcourt.facts.cards.read_cards import read_card
from hexcourt.solver.scenario.checks import selected
from hexcourt.solver.scenario.running import run_checks
from hexcourt.solver.scenario.scenario import Scenario
from tests import effort
from tests.cli.test_commands import hexcourt
from tests.documents import DOCS, Shown, examples_of, page, says

pytestmark = pytest.mark.usefixtures("kept", "engines")

SHARED = Path(__file__).parents[4] / "shared"
BOARDS = SHARED / "vasl" / "boards"
CARD = SHARED / "scenarios" / "example_card.toml"
PAGES = ("scenario_play.md", "what_if.md")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Lay the pages' card into a folder, and work there."""
    text = re.search(r"```toml\n(.*?)```", page(PAGES[0]).read_text("utf-8"), re.DOTALL)
    assert text is not None
    assert text[1] == (DOCS.parent / "examples" / "cards" / "convoy.toml").read_text("utf-8")
    (tmp_path / "convoy.toml").write_text(text[1])
    monkeypatch.chdir(tmp_path)
    yield tmp_path


BLOCKS = [block for name in PAGES for block in examples_of(name)]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "block", effort.some_of(BLOCKS, 29), ids=lambda block: block[0].arguments[-1]
)
def test_the_pages_show_what_is_found(block: tuple[Shown, ...]) -> None:
    for shown in block:
        result = hexcourt(*shown.arguments)
        assert says(result.output, shown.lines), result.output


@effort.long
@pytest.mark.skipif(not (CARD.is_file() and BOARDS.is_dir()), reason="no card in ../shared")
def test_the_guards_counterattack_can_be_won_as_is_known() -> None:
    case = Scenario(read_card(CARD), [BOARDS])
    found = run_checks(case, selected(["S15,S16,S17,S18,S19"]))
    assert {each.found for each in found} == {"pass"}
    said = {each.subject: each.sentence.replace("1", "") for each in found if each.check == "S18"}
    for place, near in {
        "f5": "E4, 2 hexes from F5",
        "j2": "J4, 2 hexes from J2",
        "m7": "M5, 2 hexes from L6",
        "i7": "G4, 4 hexes from I7",
        "m9": "M5, 4 hexes from M9",
    }.items():
        assert near in said[place]
