"""Measures how easily each page of the documents reads: words, semicolons, Flesch reading ease.

Usage: python bench/readability.py [PAGE ...]

Prose alone is measured: paragraphs and list items. Headings, code blocks, tables, pictures and program
output are left out. A piece of code in a sentence and the number of a rule count as one short word.
Exit status 1 if a page misses a bound of ``BOUNDS`` or of ``LONGEST``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
DOCS = PROJECT / "docs"

BOUNDS = {"tutorial": 60.0, "howto": 60.0, "reference": 0.0}
"""The least reading ease by folder, 50 for all others."""

MIN_EASE = 50.0
MAX_SEMICOLONS = 3.0
"""Semicolons per 1,000 words."""

LONGEST = 1500
"""Words of a page outside ``docs/reference``."""

_FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`]+`")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)\s]*\)")
_RULE = re.compile(
    r"\b[A-Z]{1,2}\d+(?:\.\d+)+[a-z]?\b|\b\d+(?:[.,]\d+)+\b|[\w./-]+\.(?:md|py|lp|toml)\b"
)
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured of a page: its words, semicolons per 1,000 words, and reading ease."""

    page: Path
    words: int
    semicolons: float
    ease: float

    @property
    def folder(self) -> str:
        """Return the page's folder under ``docs``, or an empty text."""
        inside = self.page.is_relative_to(DOCS)
        return self.page.relative_to(DOCS).parent.as_posix() if inside else ""

    def misses(self) -> list[str]:
        """List the bounds that the page misses, one phrase each."""
        least = BOUNDS.get(self.folder, MIN_EASE)
        found = []
        if self.ease < least:
            found.append(f"reading ease {self.ease:.0f}, at least {least:.0f}")
        if self.semicolons > MAX_SEMICOLONS:
            found.append(f"{self.semicolons:.1f} semicolons per 1,000 words, at most 3")
        if self.words > LONGEST and self.folder != "reference":
            found.append(f"{self.words} words, at most {LONGEST}")
        return found


def documents() -> list[Path]:
    """List the pages that are measured: the README and all of ``docs``."""
    return [PROJECT / "README.md", *sorted(DOCS.rglob("*.md"))]


def prose(text: str) -> str:
    """Return the sentences of a page in Markdown, one paragraph or list item a line."""
    return "\n".join(_sentences(text))


def measure(page: Path) -> Measure:
    """Measure one page; needs pyphen."""
    text = prose(page.read_text("utf-8"))
    words = len(text.split())
    return Measure(page, words, 1000 * text.count(";") / max(words, 1), reading_ease(text))


def reading_ease(text: str) -> float:
    """Return Flesch's reading ease of a text: 206.835 - 1.015 words a sentence - 84.6 syllables a word.

    Sentences and syllables are counted as textstat does, which uses pyphen too. Textstat itself is no
    dependency: its wheels install a package named tests, which hides that of this project.
    """
    words = re.sub(r"[^\w\s']", "", text.lower()).split()
    found = re.findall(r"\b[^.!?]+[.!?]*", text)
    sentences = max(1, sum(len(each.split()) > 2 for each in found))
    if not words:
        return 100.0
    hyphens = _hyphens()
    syllables = sum(len(hyphens.positions(each)) + 1 for each in words)
    return 206.835 - 1.015 * len(words) / sentences - 84.6 * syllables / len(words)


@cache
def _hyphens() -> Any:
    import pyphen

    return pyphen.Pyphen(lang="en_US")


def _sentences(text: str) -> Iterator[str]:
    text = re.sub(r"<!--.*?-->", "", _FENCE.sub("", text), flags=re.DOTALL)
    text = _LINK.sub(r"\1", _PICTURE.sub("", _CODE.sub("this", text)))
    text = _RULE.sub("it", text)
    for paragraph in re.split(r"\n\s*\n", text):
        lines: list[str] = []
        for line in paragraph.splitlines():
            if line.startswith(("#", "|", ">>>", "...")):
                continue
            if _ITEM.match(line) and lines:
                yield _ended(lines)
                lines = []
            lines.append(_ITEM.sub("", line).strip())
        if lines:
            yield _ended(lines)


def _ended(lines: list[str]) -> str:
    text = re.sub(r"[*_]{1,2}(\S(?:.*?\S)?)[*_]{1,2}", r"\1", " ".join(lines).strip())
    return text if text.endswith((".", "?", "!")) else f"{text.rstrip(':;,')}."


def main(named: list[str]) -> int:
    """Print a line for each page, and what it misses; return the exit status."""
    pages = [Path(each).resolve() for each in named] or documents()
    missed = 0
    for found in map(measure, pages):
        name = found.page.relative_to(PROJECT)
        print(
            f"{name!s:44} {found.words:6} words {found.semicolons:5.1f} ; {found.ease:5.1f}"
            + "".join(f"  ! {each}" for each in found.misses())
        )
        missed += bool(found.misses())
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
