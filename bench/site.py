"""Builds the documents as a site with search: the same Markdown, the register, and the library's pages.

Usage: python bench/site.py [FOLDER]

Everything is strict: a link that leads nowhere, or a name that is not there, ends it.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
SITE = PROJECT / "site"

OUTER = ("CHANGELOG", "CONTRIBUTING", "SECURITY")
PARTS = {
    "Asking": "shell answers questions movement rules law_check amending sweeps examples",
    "Boards and scenarios": "boards maps overlays areas sentences saves lint scenarios",
    "Where you are": "serve assistants python pictures",
    "Behind it": "architecture limits predicates embankment agreement speed progress",
}
"""The lists of pages; a page that is in none, such as a new one, is added to the last."""

CONFIG = {
    "project": "hexcourt",
    "root_doc": "index",
    "extensions": "myst_parser,sphinx.ext.autodoc",
    "html_theme": "furo",
    "html_title": "hexcourt",
    "html_show_copyright": "0",
    "html_show_sourcelink": "0",
    "html_copy_source": "0",
    "highlight_language": "none",
    "myst_heading_anchors": "4",
    "autodoc_member_order": "bysource",
    "autodoc_typehints": "description",
    "suppress_warnings": "misc.highlighting_failure",
}

LIBRARY = """\
# The library

What `from hexcourt import ...` gives; [python.md](docs/python.md) shows how it is used.

```{eval-rst}
.. autofunction:: hexcourt.open_board

.. autoclass:: hexcourt.Position
   :members:

.. autoclass:: hexcourt.Answer
   :members:

.. autoclass:: hexcourt.Verdict
   :members:
   :undoc-members:

.. autoclass:: hexcourt.Limits
   :members:

.. autoexception:: hexcourt.BadInput
```
"""

_LINK = re.compile(r"`[^`\n]+`|(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)


class DeadLink(Exception):
    """A link leads nowhere."""


def rewritten(text: str, page: Path) -> str:
    """Write a page's links as the site needs them: what is no page of it is named, not linked.

    Raises DeadLink for one that leads to no file of the project.
    """

    def link(match: re.Match[str]) -> str:
        image, label, target = match.groups()
        if target is None:
            return match[0]
        file, _, heading = target.partition("#")
        if not file or re.match(r"[a-z]+:", target):
            return match[0]
        found = (page.parent / file).resolve()
        if not found.exists() or not found.is_relative_to(PROJECT):
            raise DeadLink(f"{page.relative_to(PROJECT)}: {target} leads nowhere")
        if found == PROJECT / "README.md":
            up = "../" if page.parent != PROJECT else ""
            return f"{image}[{label}]({up}index.md{'#' * bool(heading)}{heading})"
        in_docs = found.is_relative_to(PROJECT / "docs")
        return match[0] if found in set(pages()) or in_docs else label

    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _LINK.sub(link, part) for part in parts)


def pages() -> list[Path]:
    """List the documents of the site."""
    outer = [PROJECT / f"{name}.md" for name in OUTER]
    return [*outer, *sorted((PROJECT / "docs").glob("*.md"))]


def write_sources(folder: Path) -> None:
    """Lay the sources of the site out as the project lies, so that links between pages hold."""
    (folder / "docs").mkdir()
    for page in pages():
        text = rewritten(page.read_text("utf-8"), page)
        (folder / page.relative_to(PROJECT)).write_text(text, "utf-8")
    for other in sorted((PROJECT / "docs").rglob("*")):
        if other.suffix in (".svg", ".png", ".json", ".csv"):
            copy = folder / other.relative_to(PROJECT)
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(other, copy)
    readme = PROJECT / "README.md"
    lists = "\n".join(_lists())
    (folder / "index.md").write_text(
        f"{rewritten(readme.read_text('utf-8'), readme)}\n{lists}\n", "utf-8"
    )
    (folder / "library.md").write_text(LIBRARY, "utf-8")
    (folder / "register.md").write_text("\n".join(_register()), "utf-8")


def _lists() -> Iterator[str]:
    names = [page.stem for page in pages() if page.parent.name == "docs"]
    listed = {name for part in PARTS.values() for name in part.split()}
    further = [name for name in names if name not in listed]
    for title, part in PARTS.items():
        found = [f"docs/{name}" for name in part.split() if name in names]
        if title == "Where you are":
            found.append("library")
        if title == "Behind it":
            found += ["register", *(f"docs/{name}" for name in further), *OUTER]
        yield from ("```{toctree}", ":hidden:", f":caption: {title}", "", *found, "```", "")


def _register() -> Iterator[str]:
    from hexcourt.solver.register.answers import list_rules

    yield "# The register of rules"
    yield ""
    yield "Every paragraph of the documents, and what is made of it ([rules.md](docs/rules.md))."
    yield ""
    yield "| paragraph | document | subject | state | confidence |"
    yield "| --- | --- | --- | --- | --- |"
    for row in list_rules().rows:
        told = (
            row.get(key) or "" for key in ("number", "document", "subject", "state", "confidence")
        )
        yield f"| {' | '.join(str(each).replace('|', '/') for each in told)} |"


def build(site: Path = SITE) -> int:
    """Build the site; give 0 where nothing was amiss."""
    from sphinx.cmd.build import build_main

    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder, "sources")
        sources.mkdir()
        write_sources(sources)
        settings = [f"-D{name}={value}" for name, value in CONFIG.items()]
        told = ["-q", "-W", "--keep-going", "-E", "-C", "-b", "html", *settings]
        return build_main([*told, "-d", str(Path(folder, "doctrees")), str(sources), str(site)])


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE))
