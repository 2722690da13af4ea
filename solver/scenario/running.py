"""Runs checks of a scenario: in their order, each by itself and within limits of its own, findings
sorted.

The cache on disk holds what each check of a card found last, with a digest of all that it read then: an
unchanged check is not done again. A check that meets bad input or a limit is answered ``unknown`` with
the sentence of that, beside what it has found; the others go on.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from hexcourt.facts.base.cache import CHECKS, CachedValues, digest_of
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_bytes
from hexcourt.facts.boards.sizes import LARGEST_ARCHIVE, LARGEST_SAVE
from hexcourt.facts.cards.card_map import with_boards
from hexcourt.solver.rulebase.ground import under_house_rules
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sandbox.children import send_early
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, run_each
from hexcourt.solver.scenario.checks import Check, Finding, FindingKind, found_of
from hexcourt.solver.scenario.scenario import Scenario

_ON_THE_MAP = frozenset({"map", "areas", "special", "groups"})


def state_of(scenario: Scenario, check: Check) -> str | None:
    """Hash all that a check reads; None where a file of the card is not there."""
    try:
        return digest_of([active_rules().digest, _program(), *_parts(scenario, set(check.needs))])
    except BadInput:
        return None


def _parts(scenario: Scenario, needs: set[str]) -> Iterator[str]:
    """Write the parts of a card that a check needs; what is on the map depends on all of the
    map.
    """
    if needs & _ON_THE_MAP and needs != {"groups", "limits"}:
        needs |= {"map", "areas", "special"}
    for each in sorted(needs):
        yield each
        yield from _part(scenario, each)


def _part(scenario: Scenario, name: str) -> Iterator[str]:
    card = scenario.card
    if name == "map":
        yield repr((card.id, card.north, card.map, card.placed, dict(card.versions)))
        yield from _boards(scenario)
    elif name in ("counters", "limits"):
        file: Path | None = getattr(card, name)
        yield str(file)
        if file is not None:
            yield _digest(scenario.beside(file), LARGEST_SAVE)
    elif name == "groups":
        yield repr([replace(each, line=0) for each in card.groups])
    elif name == "areas":
        yield repr(dict(card.areas))
    elif name == "victory":
        yield repr((card.otherwise, card.conditions))
    else:
        yield repr(getattr(card, name))


def _boards(scenario: Scenario) -> Iterator[str]:
    """Hash the files of boards and overlays."""
    configuration = with_boards(scenario.card, scenario.boards)
    for entry in (each for row in configuration.rows for each in row):
        path = scenario.folder / entry.text
        yield _digest(path, LARGEST_ARCHIVE) if path.is_file() else entry.text
    if configuration.overlays:
        yield scenario.board.digest


@cache
def _digest(path: Path, most: int) -> str:
    return hashlib.sha256(read_bytes(path, most, "a file of the scenario")).hexdigest()


@cache
def _program() -> str:
    """Hash the program: one that was changed checks anew."""
    root = Path(__file__).parent.parent.parent
    files = [each for folder in ("facts", "solver") for each in sorted((root / folder).rglob("*"))]
    stats = ((e, e.stat()) for e in files if e.suffix in (".py", ".tsv", ".lp"))
    return digest_of(f"{e.relative_to(root)} {s.st_size} {s.st_mtime_ns}" for e, s in stats)


ReportProgress = Callable[[int, str | None], None]
"""Takes how many checks are done, and what is done next."""

OnFindings = Callable[[tuple[Finding, ...]], None]
"""Takes what a check found, as soon as that is done."""

BROKEN_OFF = "Not looked at to its end"
"""What is said first of a check that met a limit."""

NAMES = "S01"
"""The check of whether what is named is there: what keeps all from being looked at is its fault."""

_LEAST = 0.1
"""How many seconds a check has where the time of all is over; what is cached is found within these."""

_WORST_FIRST = (FindingKind.FAIL, FindingKind.UNKNOWN, FindingKind.WARN, FindingKind.PASS)


def run_checks(
    scenario: Scenario,
    checks: Sequence[Check],
    tell: ReportProgress = lambda done, what: None,
    limits: Limits | None = None,
    on_findings: OnFindings = lambda found: None,
    in_all: float | None = None,
) -> tuple[Finding, ...]:
    """Run checks, each within ``limits`` where there are any, and within so many seconds ``in_all``;
    give their findings by check, what is worst first, and let them be evaluated as they come.
    """
    found: list[Finding] = []
    given: dict[str, str] = {}
    until = None if in_all is None else time.monotonic() + in_all
    cached = _Cached(scenario, checks)
    new = [each for each in checks if each not in cached.known]
    came: Generator[tuple[list[Finding] | None, OutOfBudget | None], None, None]
    if limits is None:
        came = ((_run(scenario, each), None) for each in new)
    else:
        works = [partial(_run, scenario, each, send_early) for each in new]
        came = run_each(works, lambda: _left(limits, until))
    with closing(came):  # which ends a child that is still at work
        for each in checks:
            tell(0, f"{each.code} {each.title}")
            some = cached.known.get(each)
            if some is None:
                some = _with_end(each, *next(came))
                cached.keep(each, some)
            once = (_once(given, _short(scenario, one)) for one in some)
            done = tuple(sorted(dict.fromkeys(once), key=_order))
            on_findings(done)
            found += done
            tell(1, None)
    return tuple(found)


def checked_again(
    scenario: Scenario,
    checks: Iterable[Check],
    known: Mapping[tuple[str, str | None], Sequence[Finding]],
) -> list[Finding]:
    """Run checks of a scenario that differs from another a little, without the cache on disk: of those
    for which nothing differs, what they found there is ``known``, by their code and state.
    """
    found: list[Finding] = []
    for each in checks:
        last = known.get((each.code, state_of(scenario, each)))
        if last is not None:
            found += last
            continue
        try:
            with under_house_rules(scenario.house_rules):
                found += (_short(scenario, one) for one in each.findings(scenario))
        except BadInput as error:
            found.append(Finding("card", FindingKind.UNKNOWN, str(error), check=each.code))
    return found


def _once(given: dict[str, str], finding: Finding) -> Finding:
    """Return the reason why nothing could be looked at in the first check alone; ``given`` are
    reasons.
    """
    if finding.subject not in ("card", "map") or finding.found in (
        FindingKind.PASS,
        FindingKind.WARN,
    ):
        return finding
    first = given.setdefault(finding.sentence.rstrip("."), finding.check)
    if first == finding.check:
        return finding
    return replace(finding, sentence=f"Not looked at, for what {first} finds.")


def _short(scenario: Scenario, finding: Finding) -> Finding:
    """Write what was found as its reader says it; witnesses keep the names that the map has."""
    subject, sentence = scenario.short(finding.subject), scenario.short(finding.sentence)
    if (subject, sentence) == (finding.subject, finding.sentence):
        return finding
    return replace(finding, subject=subject, sentence=sentence)


class _Cached:
    """What checks found last, where nothing has changed since: ``known``."""

    def __init__(self, scenario: Scenario, checks: Sequence[Check]) -> None:
        self.values = CachedValues(CHECKS, "findings")
        self.known: dict[Check, list[Finding]] = {}
        self._states: dict[Check, str] = {}
        self._source = scenario.card.source
        with suppress(BadInput), under_house_rules(scenario.house_rules):  # each check says so
            for each in checks:
                if (state := state_of(scenario, each)) is None:
                    continue
                self._states[each] = state
                if (last := self.values.find(self._name(each))) and last["state"] == state:
                    self.known[each] = [Finding.of_row(row) for row in last["rows"]]

    def _name(self, check: Check) -> str:
        return f"{check.code} {self._source}"

    def keep(self, check: Check, found: Sequence[Finding]) -> None:
        """Keep what a check found, unless it was given up."""
        state = self._states.get(check)
        if state is not None and not any(each.given_up for each in found):
            rows = [each.row() for each in found]
            self.values.keep(self._name(check), {"state": state, "rows": rows})


def _left(limits: Limits, until: float | None) -> Limits:
    """Return the limits of the next check, which may take what is left of the time at most."""
    if until is None:
        return limits
    return replace(limits, seconds=max(_LEAST, min(limits.seconds, until - time.monotonic())))


def _run(
    scenario: Scenario, check: Check, send: Callable[[list[Finding]], None] = lambda found: None
) -> list[Finding]:
    """Run a check, and send what it has found so far each time it finds more."""
    found: list[Finding] = []
    try:
        with under_house_rules(scenario.house_rules):
            for each in check.findings(scenario):
                found.append(each)
                send(found)
    except BadInput as error:
        found_is = found_of(error) if check.code == NAMES else FindingKind.UNKNOWN
        return [Finding("card", found_is, str(error), given_up=True, check=check.code)]
    nothing = Finding(
        "card", FindingKind.PASS, "The card has nothing to look at.", check=check.code
    )
    return found or [nothing]


def _with_end(check: Check, found: list[Finding] | None, met: OutOfBudget | None) -> list[Finding]:
    """Return what a check found, and that it was broken off where it met a limit."""
    if met is None:
        return found or []
    broken = f"{BROKEN_OFF}: {met.sentence}."
    last = Finding("check", FindingKind.UNKNOWN, broken, given_up=True, check=check.code)
    return [*(found or []), last]


def _order(finding: Finding) -> tuple[object, ...]:
    rank = _WORST_FIRST.index(finding.found)
    return finding.check, rank, tuple(_natural(finding.subject)), finding.sentence


def _natural(text: str) -> Iterator[tuple[int, str]]:
    """Split a text so that g2 comes before g10."""
    for word, number in re.findall(r"([^0-9]+)|([0-9]+)", text):
        yield (0, word.lower()) if word else (int(number[:18]), number)
