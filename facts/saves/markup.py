"""Reads the texts of labels: HTML as setups write it, to plain lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from hexcourt.facts.sizes import LONGEST_LABEL

_COMMENT = "<!--"
_TEMPLATE = "vasl-templates:id"
_BREAKING = frozenset({"br", "p", "div", "li", "tr", "table", "ul", "h1", "h2", "h3", "hr"})
_SKIPPED = frozenset({"style", "head", "script", "title"})
_NAME = re.compile(r"/?([A-Za-z0-9]+)")


@dataclass(frozen=True, slots=True)
class LabelText:
    """What a label says: its lines, joined by newlines, and the id that vasl-templates gave it
    (``german/ob_setup_2.1``), None where it gave none.
    """

    text: str
    template: str | None


def read_label(written: str) -> LabelText:
    """Read what is written on a label; text beyond LONGEST_LABEL characters is cut off."""
    if not written.lstrip()[:6].lower().startswith(("<html", _COMMENT)):
        return LabelText(_tidy(written), None)
    said: list[str] = []
    template: str | None = None
    skipping: str | None = None
    for is_tag, part in _parts(written):
        if not is_tag:
            said += [] if skipping else [re.sub(r"\s+", " ", _unescaped(part))]
        elif part.startswith("!--"):
            words = part[3:].split(maxsplit=2)
            if template is None and len(words) > 1 and words[0] == _TEMPLATE:
                template = words[1]
        else:
            named = _NAME.match(part)
            name = named[1].lower() if named else ""
            if name in _SKIPPED:
                skipping = None if part.startswith("/") else name
            elif name in _BREAKING:
                said.append("\n")
    return LabelText(_tidy("".join(said)), template)


def _parts(written: str) -> Iterator[tuple[bool, str]]:
    """Part HTML into texts and what stands between angle brackets, in one pass."""
    at = 0
    while at < len(written):
        start = written.find("<", at)
        mark = "-->" if written.startswith(_COMMENT, start) else ">"
        end = written.find(mark, start) if start >= 0 else -1
        if end < 0:
            yield False, written[at:]
            return
        yield False, written[at:start]
        yield True, written[start + 1 : end]
        at = end + len(mark)


def _unescaped(part: str) -> str:
    try:
        return unescape(part)
    except ValueError:  # a number of thousands of digits
        return part


def _tidy(text: str) -> str:
    lines = (" ".join(each.split()) for each in text.splitlines())
    return "\n".join(each for each in lines if each)[:LONGEST_LABEL]
