"""The documents as a site: every link leads somewhere, and a strict build has pages and search."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from hexcourt.solver.register.register import register, rule_blocks
from tests.effort import PATIENCE

PROJECT = Path(__file__).resolve().parent.parent.parent


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_script", PROJECT / "bench" / "site.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SITE = script()
LOADED = re.compile(r'<(?:script|link|img)\b[^>]*?(?:src|href)="([^"]+)"')


@pytest.mark.parametrize("page", SITE.pages(), ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    SITE.rewritten(page.read_text("utf-8"), page)


def test_a_dead_link_is_found_and_a_file_outside_the_site_is_named_alone() -> None:
    page = PROJECT / "docs" / "reference" / "limits.md"
    with pytest.raises(SITE.DeadLink, match=r"limits.md: nowhere.md#x leads nowhere"):
        SITE.rewritten("see [there](nowhere.md#x)", page)
    with pytest.raises(SITE.DeadLink, match=r"limits.md: maps.md#x names no heading"):
        SITE.rewritten("see [there](maps.md#x)", page)
    links = "[rules](../../asp/README.md) [a](maps.md) [b](../../README.md) [c](https://x) `[d](e)`"
    assert SITE.rewritten(links, page).startswith(
        "rules [a](maps.md) [b](../README.md) [c](https://x)"
    )
    fenced = "```\n[x](nowhere.md)\n```\n"
    assert SITE.rewritten(fenced, page) == fenced


def test_every_picture_that_a_page_shows_is_in_the_site() -> None:
    for page in SITE.pages():
        for target in re.findall(r"!\[[^\]]*\]\(([^):]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).resolve() in SITE.others(), f"{page.name}: {target}"


def test_each_paragraph_has_a_page_of_its_rules(tmp_path: Path) -> None:
    SITE.write_paragraphs(tmp_path)
    numbers = {each.paragraph.number for each in register()} | {e.number for e in rule_blocks()}
    assert {path.stem for path in tmp_path.iterdir()} == numbers
    page = (tmp_path / "B23.71.md").read_text("utf-8")
    for layer in ("sight", "ground", "tables"):
        assert f"\n## {layer}\n" in page
    assert "\nnobody passes through a rowhouse wall (high, `tables/movement.lp`)\n" in page
    assert re.search(r"^Without it `tests/.*` fails\.$", page, re.MULTILINE)
    assert "- `tests/asp/test_los_rules.py::test_buildings`" in page
    shown = (tmp_path / "FB6.1242.md").read_text("utf-8")
    assert "## Worked examples\n\n- `" in shown


@pytest.mark.skipif(
    any(importlib.util.find_spec(each) is None for each in ("sphinx", "myst_parser", "furo")),
    reason="needs pip install 'hexcourt[docs]'",
)
def test_the_site_is_built_strictly_and_searched_without_a_server(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, PROJECT / "bench" / "site.py", tmp_path / "site"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    site = tmp_path / "site"
    names = {path.relative_to(site).with_suffix("").as_posix() for path in site.rglob("*.html")}
    wanted = {"library", "register", "predicates", "limits"}
    assert {"index", "search", *(f"reference/{name}" for name in wanted)} <= names
    assert "open_board" in (site / "reference" / "library.html").read_text("utf-8")
    assert "Q4.142" in (site / "reference" / "register.html").read_text("utf-8")
    assert "roadblock" in (site / "searchindex.js").read_text("utf-8")
    for page in site.rglob("*.html"):
        loaded = re.findall(
            r'<(?:script|link|img)\b[^>]*?(?:src|href)="([^"]+)"', page.read_text("utf-8")
        )
        assert not [each for each in loaded if re.match(r"(?:[a-z]+:)?//", each)], page
