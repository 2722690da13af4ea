"""What docs/howto/scenarios.md shows is what the program says, of the card that comes with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_commands import hexcourt
from tests.documents import DOCS, Shown, examples_of, page, says

pytestmark = pytest.mark.usefixtures("kept", "engines")

PAGE = "scenarios.md"
CARD = (DOCS.parent / "examples" / "cards" / "outpost.toml").read_text("utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Lay the page's cards into a folder, and work there."""
    (tmp_path / "outpost.toml").write_text(CARD, "utf-8")
    (tmp_path / "typo.toml").write_text(
        CARD.replace('setup = "garden"', 'setpu = "garden"'), "utf-8"
    )
    (tmp_path / "crowded.toml").write_text(CARD.replace("L33", "M37"), "utf-8")
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def test_the_page_shows_the_card_that_comes_with_the_program() -> None:
    text = re.search(r"```toml\n(.*?)```", page(PAGE).read_text("utf-8"), re.DOTALL)
    assert text is not None and text[1] == CARD


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("block", examples_of(PAGE), ids=lambda block: " ".join(block[0].arguments))
def test_the_page_shows_answers(block: tuple[Shown, ...]) -> None:
    for shown in block:
        result = hexcourt(*shown.arguments)
        assert says(result.output, shown.lines), result.output
