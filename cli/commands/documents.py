"""The command that shows the documents."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import limited, show
from hexcourt.facts.base.errors import BadInput


@click.command("docs")
@options.takes("docs", "json")
@limited
def docs(page_name: str | None, where: bool, as_json: bool) -> int:
    """List the pages of the documents, or show one of them: hexcourt docs limits.

    In a pipe a page is written as it is, as Markdown.
    """
    from hexcourt.cli.render.output import put
    from hexcourt.solver.answer.answer import Answer

    found = list(pages().values()) if page_name is None else [page(page_name)]
    if page_name is not None and not where and not as_json:
        if sys.stdout.isatty():
            from rich.markdown import Markdown

            from hexcourt.cli.render.console import Console

            Console().print(Markdown(found[0].text))
        else:
            put(found[0].text)
        return 0
    rows = [{"page": each.name, "title": each.title, "path": str(each.path)} for each in found]
    if page_name is not None:
        rows[0]["text"] = found[0].text
    width = max(len(each.name) for each in found)
    lines = [f"{each.name:{width}}  {each.title}" for each in found]
    if where:
        lines = [str(folder() if page_name is None else found[0].path)]
    return show(Answer("docs", None, "done", {"page": page_name}, rows, lines=lines), as_json)


_FIRST = ("readme", "changelog", "contributing", "security")
"""The pages that lie beside the folder of the others."""


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A page of the documents: its name, its title, and where it lies."""

    name: str
    title: str
    path: Path

    @property
    def text(self) -> str:
        """Return the page as Markdown."""
        return self.path.read_text("utf-8")


def folder() -> Path:
    """Return the folder of the documents."""
    return Path(str(files("hexcourt.docs")))


@cache
def pages() -> Mapping[str, DocumentPage]:
    """List all pages by their names."""
    here = folder()
    paths = [here.parent / f"{name.upper()}.md" for name in _FIRST]
    found = [path for path in (*paths, *sorted(here.rglob("*.md"))) if path.is_file()]
    return {path.stem.lower(): _page(path) for path in found}


def page(named: str) -> DocumentPage:
    """Return a page by its name, ``limits``, or by its path; raises BadInput with the nearest."""
    name = Path(named.replace("\\", "/")).name.lower().removesuffix(".md")
    if name in pages():
        return pages()[name]
    near = get_close_matches(name[:40], pages(), n=1, cutoff=0.5)
    mend = f"did you mean {near[0]}?" if near else "`hexcourt docs` lists them"
    raise BadInput(f"{named[:60]}: no page of the documents is called so; {mend}")


def _page(path: Path) -> DocumentPage:
    with path.open(encoding="utf-8") as opened:
        titles = (line[2:].strip() for line in opened if line.startswith("# "))
        return DocumentPage(path.stem.lower(), next(titles, path.stem), path)
