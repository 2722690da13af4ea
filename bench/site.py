"""Builds the documents as a site with search: the same Markdown, and the register.

Usage: python bench/site.py [FOLDER]

Everything is strict: a link to a file or heading that does not exist is an error.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
DOCS = PROJECT / "docs"
SITE = PROJECT / "site"

OUTER = ("README", "CHANGELOG", "CONTRIBUTING", "SECURITY")
"""The pages beside the folder of the others."""

PARTS = {
    "Tutorials": "tutorial",
    "How to": "howto",
    "Reference": "reference",
    "Explanation": "explanation",
    "Development": "development",
}
"""The lists of pages, and the folder of each."""

FIRST = ("first_line", "first_path", "first_card", "commands", "questions")
"""Pages that begin their lists; the others follow by name."""

CONFIG = {
    "project": "hexcourt",
    "root_doc": "index",
    "extensions": "myst_parser",
    "html_theme": "furo",
    "html_title": "hexcourt",
    "html_show_copyright": "0",
    "html_show_sourcelink": "0",
    "html_copy_source": "0",
    "highlight_language": "none",
    "myst_heading_anchors": "4",
    "suppress_warnings": "misc.highlighting_failure",
}

_LINK = re.compile(r"`[^`\n]+`|(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)


class DeadLink(Exception):
    """A link leads nowhere."""


def rewritten(text: str, page: Path) -> str:
    """Write a page's links as the site needs them: a file that is not in it is named, not linked.

    Raises DeadLink for a link to a file or a heading that the project does not have.
    """

    def link(match: re.Match[str]) -> str:
        image, label, target = match.groups()
        if target is None or re.match(r"[a-z]+:", target):
            return match[0]
        file, _, heading = target.partition("#")
        found = (page.parent / file).resolve() if file else page
        if not found.exists() or not found.is_relative_to(PROJECT):
            raise DeadLink(f"{page.relative_to(PROJECT)}: {target} leads nowhere")
        if heading and heading not in headings(found):
            raise DeadLink(f"{page.relative_to(PROJECT)}: {target} names no heading")
        if not file:
            return match[0]
        if found not in {*pages(), *others()}:
            return label
        to = Path(os.path.relpath(place(found), place(page).parent)).as_posix()
        return f"{image}[{label}]({to}{'#' * bool(heading)}{heading})"

    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _LINK.sub(link, part) for part in parts)


@cache
def headings(page: Path) -> frozenset[str]:
    """List the headings of a page as links name them."""
    text = _FENCE.sub("", page.read_text("utf-8"))
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return frozenset(re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in titles)


@cache
def pages() -> list[Path]:
    """List the documents of the site."""
    return [*(PROJECT / f"{name}.md" for name in OUTER), *sorted(DOCS.rglob("*.md"))]


@cache
def others() -> list[Path]:
    """List the other files of the site: pictures, tables and schemas."""
    found = sorted(DOCS.rglob("*"))
    return [e for e in found if e.suffix in (".svg", ".png", ".webp", ".json", ".csv")]


def place(file: Path) -> Path:
    """Return where a file is placed in the site."""
    return file.relative_to(DOCS if file.is_relative_to(DOCS) else PROJECT)


def write_sources(folder: Path) -> None:
    """Write the sources of the site."""
    for page in pages():
        target = folder / place(page)
        target.parent.mkdir(exist_ok=True)
        target.write_text(rewritten(page.read_text("utf-8"), page), "utf-8")
    for other in others():
        copy = folder / place(other)
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(other, copy)
    with (folder / "index.md").open("a", encoding="utf-8") as home:
        home.write("\n" + "\n".join(_lists()) + "\n")
    (folder / "reference" / "register.md").write_text("\n".join(_register()), "utf-8")
    write_paragraphs(folder / "reference" / "paragraphs")


def _lists() -> Iterator[str]:
    for title, part in PARTS.items():
        names = {page.stem for page in (DOCS / part).glob("*.md")}
        names |= {"register"} if part == "reference" else set()
        ordered = [*(each for each in FIRST if each in names), *sorted(names - set(FIRST))]
        found = [f"{part}/{name}" for name in ordered]
        if part == "development":
            found += [page.stem for page in sorted(DOCS.glob("*.md")) if page.stem != "index"]
            found += OUTER
        yield from ("```{toctree}", ":hidden:", f":caption: {title}", "", *found, "```", "")


def _register() -> Iterator[str]:
    from hexcourt.solver.register.answers import list_rules

    yield "# The register of rules"
    yield ""
    yield "Every paragraph of the documents, and what is made of it ([rules](rules.md))."
    yield ""
    yield "| paragraph | document | subject | state | confidence |"
    yield "| --- | --- | --- | --- | --- |"
    for row in list_rules().rows:
        number = f"[{row['number']}](paragraphs/{row['number']}.md)"
        cells = (row.get(key) or "" for key in ("document", "subject", "state", "confidence"))
        yield f"| {' | '.join(str(each).replace('|', '/') for each in (number, *cells))} |"


def write_paragraphs(folder: Path) -> None:
    """Write a page for each paragraph of the documents, and for each rule that these lean on."""
    from hexcourt.solver.register.answers import show_rule
    from hexcourt.solver.register.register import register, rule_blocks

    folder.mkdir(exist_ok=True)
    numbers = [each.paragraph.number for each in register()]
    for number in dict.fromkeys([*numbers, *(each.number for each in rule_blocks())]):
        lines = paragraph_page(show_rule(number).rows[0])
        (folder / f"{number}.md").write_text("\n".join(lines) + "\n", "utf-8")


def paragraph_page(row: Mapping[str, Any]) -> Iterator[str]:
    """Write the page of a paragraph: what each folder of the rules makes of it, and what holds that."""
    confidence = f", confidence {row['confidence']}" if row["confidence"] else ""
    subject = f": {row['subject']}" if row["subject"] else ""
    yield from ("---", "orphan: true", "---", "", f"# {row['number']}{subject}", "")
    yield f"{row['document']}. State: {row['state']}{confidence}."
    for name in ("open", "contradiction"):
        if row[name]:
            yield from ("", f"*{name.capitalize()}*: {row[name]}")
    layers = groupby(row["statements"], lambda each: each["file"].rpartition("/")[0])
    for layer, statements in layers:
        yield from ("", f"## {layer}")
        for each in statements:
            yield from ("", f"{each['sentence']} ({each['confidence']}, `{each['file']}`)", "")
            yield from ("```", each["program"], "```") if each["program"] else ()
            if each["fails_without"]:
                yield from ("", f"Without it `{each['fails_without']}` fails.")
    for title, key in (("Tests", "held_by"), ("Worked examples", "shown_by")):
        if row[key]:
            yield from ("", f"## {title}", "", *(f"- `{each}`" for each in row[key]))


def build(site: Path = SITE) -> int:
    """Build the site; return 0 if there were no errors."""
    from sphinx.cmd.build import build_main

    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder, "sources")
        sources.mkdir()
        write_sources(sources)
        settings = [f"-D{name}={value}" for name, value in CONFIG.items()]
        arguments = ["-q", "-W", "--keep-going", "-E", "-C", "-b", "html", *settings]
        return build_main(
            [*arguments, "-d", str(Path(folder, "doctrees")), str(sources), str(site)]
        )


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE))
