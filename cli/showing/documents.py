"""The documents that come with the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path

from hexcourt.facts.errors import BadInput

_FIRST = ("readme", "changelog", "contributing", "security")
"""The pages that lie beside the folder of the others."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the documents: its name, its title, and where it lies."""

    name: str
    title: str
    path: Path

    @property
    def text(self) -> str:
        """Give the page as Markdown."""
        return self.path.read_text("utf-8")


def folder() -> Path:
    """Give the folder of the documents."""
    return Path(str(files("hexcourt.docs")))


@cache
def pages() -> Mapping[str, Page]:
    """List all pages by their names."""
    here = folder()
    paths = [here.parent / f"{name.upper()}.md" for name in _FIRST]
    found = [path for path in (*paths, *sorted(here.glob("*.md"))) if path.is_file()]
    return {path.stem.lower(): _page(path) for path in found}


def page(named: str) -> Page:
    """Find a page by its name, ``limits`` or ``docs/limits.md``; raises BadInput with the nearest."""
    name = Path(named.replace("\\", "/")).name.lower().removesuffix(".md")
    if name in pages():
        return pages()[name]
    near = get_close_matches(name[:40], pages(), n=1, cutoff=0.5)
    mend = f"did you mean {near[0]}?" if near else "`hexcourt docs` lists them"
    raise BadInput(f"{named[:60]}: no page of the documents is called so; {mend}")


def _page(path: Path) -> Page:
    with path.open(encoding="utf-8") as opened:
        titles = (line[2:].strip() for line in opened if line.startswith("# "))
        return Page(path.stem.lower(), next(titles, path.stem), path)
