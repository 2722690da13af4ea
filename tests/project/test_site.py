"""The documents as a site: every link leads somewhere, and a strict build has pages and search."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

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


@pytest.mark.parametrize("page", [PROJECT / "README.md", *SITE.pages()], ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    SITE.rewritten(page.read_text("utf-8"), page)


def test_a_dead_link_is_found_and_what_is_no_page_is_named_alone() -> None:
    page = PROJECT / "docs" / "limits.md"
    with pytest.raises(SITE.DeadLink, match=r"docs/limits.md: nowhere.md#x leads nowhere"):
        SITE.rewritten("see [there](nowhere.md#x)", page)
    told = "[law](../asp/README.md) [a](maps.md#x) [b](../README.md) [c](https://x) `[d](e)`"
    assert SITE.rewritten(told, page).startswith(
        "law [a](maps.md#x) [b](../index.md) [c](https://x)"
    )
    fenced = "```\n[x](nowhere.md)\n```\n"
    assert SITE.rewritten(fenced, page) == fenced


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
    assert {"index", "search", "library", "register", "docs/predicates", "docs/limits"} <= names
    assert "open_board" in (site / "library.html").read_text("utf-8")
    assert "Q4.142" in (site / "register.html").read_text("utf-8")
    assert "roadblock" in (site / "searchindex.js").read_text("utf-8")
    for page in site.rglob("*.html"):
        loaded = re.findall(
            r'<(?:script|link|img)\b[^>]*?(?:src|href)="([^"]+)"', page.read_text("utf-8")
        )
        assert not [each for each in loaded if re.match(r"(?:[a-z]+:)?//", each)], page
