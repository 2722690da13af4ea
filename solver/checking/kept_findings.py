"""Keeps what checks found, by what they looked at: an unchanged check is not done again.

A file for each check and each state of what it reads: the parts of the card that it needs, the files
of boards and save, the law, and the program itself. It is only a copy of what the check would find: a
file that is damaged or foreign is done without, and the folder is cleared of the oldest ones.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from hexcourt.facts.caching import CHECKS, cache_folder
from hexcourt.facts.cards.finding_boards import with_boards
from hexcourt.facts.digests import digest_of
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.text_files import read_bytes
from hexcourt.facts.formats.whole_files import write_whole
from hexcourt.facts.sizes import LARGEST_ARCHIVE, LARGEST_SAVE
from hexcourt.solver.checking.checks import Check
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.statutes.lawbook import in_force

MOST_FILES = 1_000
"""How many findings of checks are kept; the ones written longest ago go first."""

LARGEST = 2 << 20
"""How large a file of findings is at most, in bytes."""

_FORM = "1"
_ON_THE_MAP = frozenset({"map", "areas", "special", "groups"})


class KeptFindings:
    """What is kept for one scenario, under the law that is in force."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.folder = cache_folder()

    def find(self, check: Check) -> list[Finding] | None:
        """Find what a check found before; None where nothing is kept."""
        path = self._path(check)
        if path is None or not path.is_file():
            return None
        try:
            return _read(read_bytes(path, LARGEST).decode("utf-8"))
        except (BadInput, ValueError, TypeError, KeyError, RecursionError):
            return None

    def keep(self, check: Check, findings: Sequence[Finding]) -> None:
        """Keep what a check found, where that can be, unless it was given up."""
        if any(each.given_up for each in findings):
            return
        path = self._path(check)
        text = _text(findings)
        if path is None or path.exists() or len(text) > LARGEST:
            return
        with suppress(OSError, BadInput):
            _make_room(path.parent)
            write_whole(path, text)

    def _path(self, check: Check) -> Path | None:
        if self.folder is None:
            return None
        try:
            told = digest_of(
                [_FORM, check.code, in_force().digest, _program(), *self._parts(check)]
            )
        except BadInput:  # a file that is not there: the check will say so
            return None
        return self.folder / CHECKS / f"{check.code}-{told}.json"

    def _parts(self, check: Check) -> Iterator[str]:
        """Tell all that a check reads."""
        needs = set(check.needs)
        if needs & _ON_THE_MAP and needs != {"groups", "limits"}:
            needs |= {"map", "areas", "special"}
        for each in sorted(needs):
            yield each
            yield from self._part(each)

    def _part(self, name: str) -> Iterator[str]:
        card = self.scenario.card
        if name == "map":
            yield repr((card.id, card.north, card.map, dict(card.versions)))
            yield from self._boards()
        elif name in ("counters", "limits"):
            told = card.counters if name == "counters" else card.limits
            yield str(told)
            if told is not None:
                path = self.scenario.beside(told)
                yield _digest(path, LARGEST_SAVE)
        elif name == "groups":
            yield repr([replace(each, line=0) for each in card.groups])
        elif name == "areas":
            yield repr(dict(card.areas))
        elif name == "victory":
            yield repr((card.otherwise, card.conditions))
        elif name == "special":
            yield repr(card.special)
        else:
            yield repr(getattr(card, name))

    def _boards(self) -> Iterator[str]:
        """Digest the files of boards and overlays."""
        card = self.scenario.card
        told = with_boards(card, self.scenario.boards)
        for entry in (each for row in told.rows for each in row):
            path = self.scenario.folder / entry.text
            yield _digest(path, LARGEST_ARCHIVE) if path.is_file() else entry.text
        if told.overlays:
            yield self.scenario.board.digest


@cache
def _digest(path: Path, most: int) -> str:
    return hashlib.sha256(read_bytes(path, most, "a file of the scenario")).hexdigest()


@cache
def _program() -> str:
    """Fingerprint the program: one that was changed checks anew."""
    root = Path(__file__).parent.parent.parent
    told = []
    for folder in ("facts", "solver"):
        for each in sorted((root / folder).rglob("*")):
            if each.suffix in (".py", ".tsv", ".lp"):
                about = each.stat()
                told.append(f"{each.relative_to(root)} {about.st_size} {about.st_mtime_ns}")
    return digest_of(told)


def _make_room(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    files = sorted(folder.glob("*.json"), key=lambda each: each.stat().st_mtime)
    for each in files[: max(0, len(files) - MOST_FILES + 1)]:
        each.unlink(missing_ok=True)


def _text(findings: Sequence[Finding]) -> str:
    rows = [
        [each.check, each.subject, str(each.found), each.sentence, each.rules, each.witness.row()]
        for each in findings
    ]
    said = json.dumps(rows)
    return json.dumps({"sum": digest_of([said]), "findings": said})


def _read(text: str) -> list[Finding]:
    """Read findings; raises ValueError, TypeError or KeyError where they are not as written."""
    told = json.loads(text)
    if digest_of([told["findings"]]) != told["sum"]:
        raise ValueError("damaged")
    return [_finding(*row) for row in json.loads(told["findings"])]


def _finding(
    check: str, subject: str, found: str, sentence: str, rules: list[str], witness: dict[str, Any]
) -> Finding:
    shown = Witness(
        tuple(witness["hexes"]),
        tuple((first, second) for first, second in witness["lines"]),
        tuple(witness["path"]),
        tuple(witness["units"]),
        tuple((unit, place) for unit, place in witness["placement"]),
    )
    return Finding(check, subject, Found(found), sentence, tuple(rules), shown)
