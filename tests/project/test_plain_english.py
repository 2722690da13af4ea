"""The documents read easily, and use standard terms: so do help texts and messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from hexcourt.cli.main import main
from tests.project.test_reference import READABILITY, REFERENCE

TERMS = (
    *("laws?", "statutes?", "lawbook", "in force", "enacted"),
    *("courts?", "hear", "hears", "heard", "hearings?", "precedents?"),
    *("told", "tells of", "told apart"),
    *("deeds?", "doors?"),
    *("laid",),
    *("doubts?", "doubted", "doubtful", "unsure", "unsettled"),
    *("barred", "bars", "bars? (?:a|all|any|every)", "strange to"),
    *("dear", "dearer", "dearest"),
    *("fenced?", "fences", "council", "side by side"),
    *("shelf", "shelves", "ranged"),
    *("cut down", "both ways"),
    *("reckon", "reckons", "reckoned", "hangs? on", "gives? leave", "has a say"),
)
"""Terms that mean something private, or that a plainer one replaces."""

PRIVATE = re.compile(rf"\b(?:{'|'.join(TERMS)})\b", re.IGNORECASE)
LEFT_OUT = {"progress.md", "predicates.md"}
"""What was done and when, and the names and comments of the rules themselves."""

PAGES = [each for each in READABILITY.documents() if each.name not in LEFT_OUT]
GENERATED = {*REFERENCE.PAGES}


def words_of(page: Path) -> str:
    """Return a page without its code and output, tables included."""
    text = re.sub(
        r"^( *)```.*?^\1```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    return re.sub(r"`[^`]+`|\]\([^)]*\)", "", text)


def helps(group: click.Group, before: str = "hexcourt") -> Iterator[tuple[str, str]]:
    """List every command with its help: a command keeps the names of the help option it is first
    asked with.
    """
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        shown = click.Context(command, info_name=name, **main.context_settings)
        yield f"{before} {name}", command.get_help(shown)
        if isinstance(command, click.Group):
            yield from helps(command, f"{before} {name}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_uses_standard_terms(page: Path) -> None:
    assert PRIVATE.findall(words_of(page)) == []


def test_help_uses_standard_terms() -> None:
    found = {name: PRIVATE.findall(text) for name, text in helps(main)}
    assert {name: terms for name, terms in found.items() if terms} == {}


def test_messages_use_standard_terms() -> None:
    rows = [row for row in REFERENCE.messages_text().split("\n") if row.startswith("| `")]
    assert len(rows) > 400
    assert [row for row in rows if PRIVATE.search(row)] == []


@pytest.mark.parametrize(
    "page", [each for each in PAGES if each.name not in GENERATED], ids=lambda page: page.stem
)
def test_a_page_reads_easily(page: Path) -> None:
    pytest.importorskip("pyphen", reason="needs pip install 'hexcourt[docs]'")
    assert READABILITY.measure(page).misses() == []


def test_what_is_hard_to_read_is_found(tmp_path: Path) -> None:
    pytest.importorskip("pyphen", reason="needs pip install 'hexcourt[docs]'")
    page = tmp_path / "page.md"
    page.write_text(
        "Notwithstanding considerations; interoperability necessitates; deliberation.\n"
    )
    assert len(READABILITY.measure(page).misses()) == 2
