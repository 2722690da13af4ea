"""What kind of file a file is, by what it holds: so that a wrong one is called what it is."""

from __future__ import annotations

import io
import json
import re
import zipfile
from contextlib import suppress
from pathlib import Path

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import DAMAGE, ContentCheck, is_zip
from hexcourt.facts.base.patterns import pattern

SAVE, BOARD_ARCHIVE, ZIP = "a save of VASSAL", "a board archive of VASL", "a zip archive"
CARD, MAP, STUDY, RULE_TESTS = (
    "a scenario card",
    "a map of boards",
    "a study",
    "a file of tests of rules",
)
FACTS, EXAMPLE, HOUSE_RULES = "a facts file", "a worked example", "a file of house rules"
CASES, JSON, PICTURE = "a file of cases", "a JSON file", "a picture"
MODULE = "a module of VASSAL"
SEVEN_ZIP = b"7z\xbc\xaf\x27\x1c"

_MEMBERS = {"savedGame": SAVE, "LOSData": BOARD_ARCHIVE, "buildFile.xml": MODULE}
_SIGNATURES = (
    *((each, PICTURE) for each in (b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"BM")),
    (b"%PDF", "a PDF"),
    (b"<svg", "a drawing (SVG)"),
    (b"<?xml", "an XML file"),
    (b'{"id":', CASES),
)
_KNOWN_LINES = tuple(
    (pattern(rf"^{line}", re.MULTILINE), kind)
    for line, kind in (
        (r'format\s*=\s*"hexcourt-card/', CARD),
        (r"\[\[test\]\]", RULE_TESTS),
        (r"rows\s*=", MAP),
        (r"questions?\s*=", STUDY),
        (r"%! \S+ (?:\d+ )?(?:high|medium|low):", HOUSE_RULES),
        (r"(?:on_board|example)\(", EXAMPLE),
        (r"board\(", FACTS),
    )
)
"""Lines by which text files are known, each with their kind."""


def kind_of(content: bytes) -> str:
    """Return what kind of file has a content, in words; "" where nothing tells."""
    for signature, kind in _SIGNATURES:
        if content.startswith(signature):
            return kind
    if is_zip(content):
        with suppress(*DAMAGE), zipfile.ZipFile(io.BytesIO(content)) as opened:
            return next((_MEMBERS[each] for each in opened.namelist() if each in _MEMBERS), ZIP)
    text = content[:_LOOKED_AT].decode("utf-8-sig", "replace")
    if text[:40].lstrip().lower().startswith(("<!doctype html", "<html")):
        return "a web page (HTML)"
    if text[:1] == "{" and len(content) < _LOOKED_AT:
        with suppress(ValueError, RecursionError):
            json.loads(text)
            return JSON
    return next((kind for line, kind in _KNOWN_LINES if line.search(text)), "")


_LOOKED_AT = 1 << 16


def expect_kind(path: Path, content: bytes, such: str, *kinds: str) -> None:
    """Raise BadInput where a file is known to be of another kind than wanted: ``such`` in words."""
    found = kind_of(content)
    if found and found not in kinds:
        raise BadInput(f"{path}: is {found}; give {such}")


def expecting(such: str, *kinds: str) -> ContentCheck:
    """Return the check that a file is of one of some kinds, or of none that is known."""
    return ContentCheck(such, lambda path, content: expect_kind(path, content, such, *kinds))
