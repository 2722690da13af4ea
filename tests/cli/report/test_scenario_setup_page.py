"""Setup, first sight and entry on real boards: scenario_checks.md, and one known scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexcourt.facts.cards.read_cards import read_card
from hexcourt.solver.scenario.checks import Finding, selected
from hexcourt.solver.scenario.running import run_checks
from hexcourt.solver.scenario.scenario import Scenario
from tests.cli.test_commands import hexcourt
from tests.documents import Shown, examples_of, page, says
from tests.effort import one_of

pytestmark = pytest.mark.usefixtures("kept", "engines")

SHARED = Path(__file__).parents[4] / "shared"
BOARDS = SHARED / "vasl" / "boards"
CARD = SHARED / "scenarios" / "example_card.toml"
PAGE = "scenario_checks.md"

needs_boards = pytest.mark.skipif(not BOARDS.is_dir(), reason="no boards in ../shared/vasl/boards")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Lay the page's card and the boards into a folder, and work there."""
    text = re.search(r"```toml\n(.*?)```", page(PAGE).read_text("utf-8"), re.DOTALL)
    assert text is not None
    (tmp_path / "crossroads.toml").write_text(text[1])
    (tmp_path / "boards").symlink_to(BOARDS)
    monkeypatch.chdir(tmp_path)
    yield tmp_path


@needs_boards
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "block", one_of(examples_of(PAGE), 4), ids=lambda block: block[0].arguments[-1]
)
def test_the_page_shows_findings(block: tuple[Shown, ...]) -> None:
    for shown in block:
        result = hexcourt(*shown.arguments)
        assert says(result.output, shown.lines), result.output


@needs_boards
@pytest.mark.skipif(not CARD.is_file(), reason="no card in ../shared/scenarios")
def test_the_guards_counterattack_sets_up_as_is_known() -> None:
    case = Scenario(read_card(CARD), [BOARDS])
    found = run_checks(case, selected(["S08,S11,S12"]))
    assert {each.found for each in found} == {"pass"}
    assert full(found) == {"g3", "r3"}
    unseen = {
        place for each in found if each.check == "S11" for place in out_of_sight(each.sentence)
    }
    assert unseen == {"F6", "F6h1", "F6h2", "L7", "N3", "N4", "N2", "G3"}
    (fire,) = (each.sentence for each in found if each.check == "S12")
    assert fire.startswith("234 of 945 pairs of Locations")
    assert re.search(r"nearest 1?F5-1?E4, range 2", fire)


def full(found: tuple[Finding, ...]) -> set[str]:
    """List the groups that leave no room."""
    return {each.subject for each in found if "exactly full" in each.sentence}


def out_of_sight(sentence: str) -> set[str]:
    """List the Locations that a finding says are out of sight."""
    told, mark, _ = sentence.partition(" out of sight")
    names = re.findall(r"\b1?([A-Z]+[0-9]+(?:h[0-9])?)\b", told)
    return set(names) if mark else set()
