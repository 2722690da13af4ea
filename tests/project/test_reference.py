"""Pages that come from the source are current, and pictures of the gallery are what commands draw."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from hexcourt.cli.main import main
from tests.documents import DOCS, Shown, examples_of, says

BENCH = Path(__file__).resolve().parent.parent.parent / "bench"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{name}_script", BENCH / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


REFERENCE = script("reference")
READABILITY = script("readability")


@pytest.mark.skipif(sys.platform != "linux", reason="help texts name what differs by system")
@pytest.mark.parametrize("name", REFERENCE.PAGES)
def test_a_page_from_the_source_is_current(name: str) -> None:
    written = (DOCS / "reference" / name).read_text("utf-8")
    assert written == REFERENCE.PAGES[name](), "run: python bench/reference.py"


def test_the_index_of_messages_has_those_that_commands_print() -> None:
    index = (DOCS / "reference" / "messages.md").read_text("utf-8")
    said = CliRunner().invoke(main, ["los", "budapest", "F40", "F31"]).stderr
    assert said.startswith("hexcourt: hex F40 is not on board budapest: ")
    assert "| `hex ... is not on ...: ...` |" in index


@pytest.mark.parametrize("block", examples_of("gallery.md"), ids=lambda each: each[0].command)
def test_the_gallery_shows_what_commands_draw(
    block: tuple[Shown, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (shown,) = block
    assert says(CliRunner().invoke(main, [*shown.arguments]).output, shown.lines)
    (picture,) = tmp_path.iterdir()
    (stored,) = DOCS.rglob(picture.name)
    assert picture.read_text("utf-8") == stored.read_text("utf-8")


def test_prose_is_what_is_measured() -> None:
    text = "# Title\n\nOne `los budapest` two; three A6.4.\n\n```\n$ x; y\n```\n\n| a; |\n\n- an item\n"
    assert READABILITY.prose(text) == "One this two; three it.\nan item."
