"""Runs checks of a scenario: in their order, each by itself and within limits of its own, findings
sorted.

What a check found before is not looked for again (``kept_findings``). A check that meets bad input or
a limit is answered ``unknown`` with the sentence of that, beside what it has found; the others go on.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from hexcourt.facts.base.cache import CHECKS, cache_folder
from hexcourt.facts.base.digests import digest_of
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_bytes, write_whole
from hexcourt.facts.boards.sizes import LARGEST_ARCHIVE, LARGEST_SAVE
from hexcourt.facts.cards.card_map import with_boards
from hexcourt.solver.rulebase.house_rules import under
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sandbox.limited_run import (
    Limits,
    OutOfBudget,
    out_of_budget,
    run_limited,
    say_early,
)
from hexcourt.solver.sandbox.processes import can_fork
from hexcourt.solver.scenario.checks import Check, Finding, Found, Witness
from hexcourt.solver.scenario.scenario import Scenario

# --- Keeps what checks found, by what they looked at: an unchanged check is not done again --------
#
# A file for each check and each state of what it reads: the parts of the card that it needs, the files
# of boards and save, the rules, and the program itself. It is only a copy of what the check would
# find: a
# file that is damaged or foreign is done without, and the folder is cleared of the oldest ones.


MOST_FILES = 1_000
"""How many findings of checks are kept; the ones written longest ago go first."""

LARGEST = 2 << 20
"""How large a file of findings is at most, in bytes."""

_FORM = "1"
_ON_THE_MAP = frozenset({"map", "areas", "special", "groups"})


class KeptFindings:
    """What is kept for one scenario, under the active rules."""

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
                [_FORM, check.code, active_rules().digest, _program(), *self._parts(check)]
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


Tell = Callable[[int, str | None], None]
"""Takes how many checks are done, and what is done next."""

Hear = Callable[[tuple[Finding, ...]], None]
"""Takes what a check found, as soon as that is done."""

BROKEN_OFF = "Not looked at to its end"
"""What is said first of a check that met a limit."""

_LEAST = 0.1
"""How many seconds a check has where the time of all is over; what is kept is found within these."""

_WORST_FIRST = (Found.FAIL, Found.UNKNOWN, Found.WARN, Found.PASS)


def run_checks(
    scenario: Scenario,
    checks: Sequence[Check],
    tell: Tell = lambda done, what: None,
    limits: Limits | None = None,
    hear: Hear = lambda found: None,
    in_all: float | None = None,
) -> tuple[Finding, ...]:
    """Run checks, each within ``limits`` where there are any, and within so many seconds ``in_all``;
    give their findings by check, what is worst first, and let them be heard as they come.
    """
    found: list[Finding] = []
    until = None if in_all is None else time.monotonic() + in_all
    for each in checks:
        tell(0, f"{each.code} {each.title}")
        short = (_short(scenario, one) for one in _findings(scenario, each, _left(limits, until)))
        done = tuple(sorted(dict.fromkeys(short), key=_order))
        hear(done)
        found += done
        tell(1, None)
    return tuple(found)


def _short(scenario: Scenario, finding: Finding) -> Finding:
    """Say what was found as its reader says it; witnesses keep the names that the map has."""
    subject, sentence = scenario.short(finding.subject), scenario.short(finding.sentence)
    if (subject, sentence) == (finding.subject, finding.sentence):
        return finding
    return replace(finding, subject=subject, sentence=sentence)


def _findings(scenario: Scenario, check: Check, limits: Limits | None) -> Iterable[Finding]:
    try:
        with under(scenario.house_rules):
            kept = KeptFindings(scenario)
            found = kept.find(check)
            if found is None:
                found = _within(scenario, check, limits)
                kept.keep(check, found)
            return found
    except BadInput as error:
        return [Finding(check.code, "card", Found.UNKNOWN, str(error))]


def _left(limits: Limits | None, until: float | None) -> Limits | None:
    """Give the limits of the next check, which may take what is left of the time at most."""
    if limits is None or until is None:
        return limits
    return replace(limits, seconds=max(_LEAST, min(limits.seconds, until - time.monotonic())))


def _within(scenario: Scenario, check: Check, limits: Limits | None) -> list[Finding]:
    """Run a check; where it meets a limit, give what it has found, and that it was broken off."""
    nothing = [Finding(check.code, "card", Found.PASS, "The card has nothing to look at.")]
    if limits is None or not can_fork():
        return list(check.run(scenario)) or nothing

    def work() -> tuple[bool, list[Finding]]:
        found: list[Finding] = []
        for each in check.run(scenario):
            found.append(each)
            say_early((False, found))
        return True, found

    until = time.monotonic() + limits.seconds
    told = run_limited(work, limits)
    done, found = (False, []) if isinstance(told, OutOfBudget) else told
    if done:
        return found or nothing
    met = told if isinstance(told, OutOfBudget) else None
    if met is None:  # what it said before is what came back
        met = out_of_budget("seconds" if time.monotonic() >= until else "memory", limits)
    sentence = f"{BROKEN_OFF}: {met.sentence}."
    return [*found, Finding(check.code, "check", Found.UNKNOWN, sentence, given_up=True)]


def _order(finding: Finding) -> tuple[object, ...]:
    rank = _WORST_FIRST.index(finding.found)
    return finding.check, rank, tuple(_natural(finding.subject)), finding.sentence


def _natural(text: str) -> Iterator[tuple[int, str]]:
    """Part a text so that g2 comes before g10."""
    for word, number in re.findall(r"([^0-9]+)|([0-9]+)", text):
        yield (0, word.lower()) if word else (int(number[:18]), number)
