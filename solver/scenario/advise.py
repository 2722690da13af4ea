"""What to change on a card: small edits that mend what a check finds, each tried by all checks.

Edits (``edits.py``) that mend the finding, as its check says, are put to all checks: one that makes
anything worse is no advice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from types import MappingProxyType
from typing import Any

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.rulebase.ground import under_house_rules
from hexcourt.solver.sandbox.children import send_early
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, run_limited
from hexcourt.solver.scenario.checks import Check, Finding, FindingKind, every_check, selected
from hexcourt.solver.scenario.edits import OMISSIONS, Edit, Place, edits
from hexcourt.solver.scenario.running import checked_again, state_of
from hexcourt.solver.scenario.scenario import Scenario

PROPOSALS = 3
"""How many changes are proposed for a finding."""

TRIED = 12
"""How many edits that mend a finding are put to all checks at most."""

ALIKE = 6
"""Of how many edits of one kind at one place that is done before others are looked at."""

PAIRS = 24
"""Of how many edits, the most plausible, pairs are tried where no single one mends."""

TRIED_PAIRS = 150
"""How many pairs are tried at most."""

_BADNESS = {FindingKind.PASS: 0, FindingKind.WARN: 1, FindingKind.UNKNOWN: 1, FindingKind.FAIL: 2}


@dataclass(frozen=True)
class Proposal:
    """A change that mends a finding and makes nothing worse, and how many findings it mends in all."""

    edit: Edit
    mends: int
    diff: tuple[str, ...]


# --- advice -------------------------------------------------------------------------------------------


class Advisor:
    """Finds the smallest edits of a card that mend findings and make nothing worse.

    ``known`` are findings of a scenario that differs a little, by check and state.
    """

    def __init__(
        self,
        scenario: Scenario,
        is_late: Callable[[], bool],
        known: Mapping[tuple[str, str | None], Sequence[Finding]] = MappingProxyType({}),
    ) -> None:
        self.scenario = scenario
        self.known: dict[tuple[str, str | None], Sequence[Finding]] = {}
        self._is_late = is_late
        self._edits = list(edits(scenario.card.text, scenario.position.board))
        for check in every_check():
            state = state_of(scenario, check)
            self.known[check.code, state] = checked_again(scenario, [check], known)
        self.findings = tuple(each for some in self.known.values() for each in some)
        self.worth = _worth(self.findings)

    def proposals(self, finding: Finding) -> list[Proposal]:
        """Propose edits that mend a finding: first those that mend most, of these one for each place of
        the card and kind of edit, the most plausible first. Pairs of edits are tried where no single
        one mends it.
        """
        ordered = self._ordered(self._edits, finding)
        return self._mending(ordered, finding) or self._mending(
            self._pairs(ordered, finding), finding
        )

    def _ordered(self, some: Iterable[Edit], finding: Finding) -> list[Edit]:
        """Sort edits by how plausible they are; of those alike at one place the first few come first."""
        numbers: Counter[tuple[Place, str]] = Counter()
        first: list[Edit] = []
        rest: list[Edit] = []
        for edit in sorted(some, key=lambda each: plausibility(each, finding)):
            numbers[edit.place, edit.kind] += 1
            (first if numbers[edit.place, edit.kind] <= ALIKE else rest).append(edit)
        return [*first, *rest]

    def _pairs(self, ordered: Sequence[Edit], finding: Finding) -> Iterator[Edit]:
        """Go through pairs of edits of two places, each of which is among the most plausible."""
        further: dict[int, list[Edit]] = {}
        board = self.scenario.position.board
        tried = 0
        for total in range(1, 2 * PAIRS):
            for first in range(max(0, total - PAIRS + 1), min(total, PAIRS, len(ordered))):
                if first not in further:
                    some = edits(ordered[first].text, board)
                    further[first] = self._ordered(some, finding)[:PAIRS]
                if total - first >= len(further[first]):
                    continue
                one, two = ordered[first], further[first][total - first]
                if one.place != two.place and (tried := tried + 1) <= TRIED_PAIRS:
                    kind = f"{one.kind} and {two.kind}"
                    says = f"{one.says}, and {two.says}"
                    yield replace(two, cost=one.cost + two.cost, kind=kind, says=says)

    def _mending(self, ordered: Iterable[Edit], finding: Finding) -> list[Proposal]:
        """Return the best of some edits, the most plausible given first, that mend a finding."""
        found: list[Proposal] = []
        seen: set[str] = set()
        (check,) = selected([finding.check])
        tried = 0
        for edit in ordered:
            if self._is_late() or tried >= TRIED:
                break
            changed = None if edit.text in seen else self._changed(edit)
            seen.add(edit.text)
            if changed is None or not self._is_improved(changed, check, finding):
                continue
            tried += 1
            if mends := self._improvements(changed):
                found.append(Proposal(edit, mends, _diff(self.scenario.card.text, edit.text)))
        return _chosen(found)

    def _changed(self, edit: Edit) -> Scenario | None:
        try:
            return self.scenario.with_card(card_of(edit.text, self.scenario.card.source))
        except BadInput:
            return None

    def _improvements(self, changed: Scenario) -> int:
        """Count the findings that a changed card makes better; none where it makes one worse."""
        mends = 0
        for check in every_check():
            now = _worth(checked_again(changed, [check], self.known))
            was = {key: worth for key, worth in self.worth.items() if key[0] == check.code}
            if any(now[key] > was.get(key, 0) for key in now):
                return 0
            mends += sum(now[key] < worth for key, worth in was.items())
        return mends

    def _is_improved(self, changed: Scenario, check: Check, finding: Finding) -> bool:
        """Return whether a check finds less amiss of the subject than before, and no more of others."""
        now = _worth(checked_again(changed, [check], self.known))
        key = (finding.check, finding.subject)
        return now[key] < self.worth[key] and all(now[each] <= self.worth[each] for each in now)


def _chosen(found: Sequence[Proposal]) -> list[Proposal]:
    """Choose what is proposed: first what mends most, of these one for each place and kind of edit; what
    only takes something out after all others. The last one is of a further place or kind where there is
    one that does more than that.
    """
    numbers: Counter[tuple[int, Place, str]] = Counter()
    ranks: list[tuple[int, bool, int]] = []
    for each in found:
        kind = each.mends, each.edit.place, each.edit.kind
        ranks.append((-each.mends, each.edit.is_last_resort, numbers[kind]))
        numbers[kind] += 1
    order = sorted(range(len(found)), key=ranks.__getitem__)
    chosen, rest = order[: PROPOSALS - 1], order[PROPOSALS - 1 :]
    known = {found[n].edit.family for n in chosen}
    other = (
        n for n in rest if not found[n].edit.is_last_resort and found[n].edit.family not in known
    )
    last = next(other, next(iter(rest), None))
    return [found[n] for n in (*chosen, *([] if last is None else [last]))]


def plausibility(edit: Edit, finding: Finding) -> tuple[int, ...]:
    """Order edits by how plausible they are: small ones of what the finding is about first, then those
    of what its sentence names and larger ones, those of what it does not name last; then those that
    take out a hex that it names; those that put no other in its place, or another where the map has not
    got it; those that leave nothing odd; and those that leave hexes together, since areas seldom have a
    straggler; then those that name hexes with many Locations, as cards mostly do.
    """
    about, named = (
        set(re.findall(r"condition [0-9]+|[\w-]+", each))
        for each in (finding.subject, finding.sentence)
    )
    hexes = about | named | set(finding.witness.hexes)
    distance = 0 if edit.about & about else 1 if edit.about & named else 2
    return (
        edit.cost + distance,
        distance,
        edit.taken.isdisjoint(hexes),
        (edit.kind in OMISSIONS) is edit.is_missing,
        edit.odd,
        edit.stragglers,
        -edit.pairs,
        -edit.rises,
    )


def _worth(findings: Iterable[Finding]) -> Counter[tuple[str, str]]:
    """Sum up by check and subject how bad the findings are."""
    found: Counter[tuple[str, str]] = Counter()
    for each in findings:
        found[each.check, each.subject] += _BADNESS[each.found]
    return found


def _diff(before: str, after: str) -> tuple[str, ...]:
    lines = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return tuple(each for each in lines if not each.startswith(("---", "+++")))


def advise_scenario(scenario: Scenario, finding: str = "", limits: Limits | None = None) -> Answer:
    """Propose small changes of a card for each finding that fails or warns, or for those of one check
    (``S08``) or of one subject (``S08:g1``); yes where each has a proposal, and unknown where one has
    none, since there may be larger changes.

    It works in a process of its own; where it meets a limit, what was proposed until then is answered.
    """
    allowed = limits or Limits()
    code, _, subject = finding.partition(":")
    codes = {each.code for each in selected([code])} if code.strip() else None
    if not scenario.card.text:
        raise BadInput(f"{scenario.card.source}: is no written card; write one with scenario new")
    scenario.position  # noqa: B018  # what is wrong with the map is said here

    def work() -> Answer:
        deadline = Deadline(allowed)
        advisor = Advisor(scenario, lambda: deadline.passed)
        wanted = [
            each
            for each in advisor.findings
            if each.found in (FindingKind.FAIL, FindingKind.WARN)
            and (codes is None or each.check in codes)
            and subject in ("", each.subject)
        ]
        if subject and not wanted:
            raise BadInput(
                f"finding {shown(finding)}: nothing such fails or warns; see scenario check"
            )
        wanted.sort(key=lambda each: each.found is not FindingKind.FAIL)
        proposed_for: list[tuple[Finding, list[Proposal]]] = []
        for each in wanted:
            if not deadline.passed:
                proposed_for.append((each, advisor.proposals(each)))
                send_early(_answer(scenario, finding, proposed_for, len(wanted)))
        return _answer(scenario, finding, proposed_for, len(wanted))

    with under_house_rules(scenario.house_rules):
        found = run_limited(work, allowed)
    if isinstance(found, OutOfBudget):
        line = f"out of budget: {found.sentence}"
        rows = [{"limit": found.what, "why": found.sentence}]
        return Answer("scenario advise", None, "out_of_budget", {}, rows, lines=(line,))
    return found


def _answer(
    scenario: Scenario,
    finding: str,
    proposed_for: Sequence[tuple[Finding, list[Proposal]]],
    wanted: int,
) -> Answer:
    rows: list[Mapping[str, Any]] = []
    lines: list[str] = []
    for each, proposed in proposed_for:
        lines.append(f"{each.check} {each.found} {each.subject}: {each.sentence}")
        for one in proposed:
            others = counted(one.mends - 1, "other finding") if one.mends > 1 else ""
            lines.append(f"  {one.edit.says}{f' (mends {others}, too)' if others else ''}")
            lines += (f"    {line}" for line in one.diff)
            rows.append(
                {
                    "check": each.check,
                    "subject": each.subject,
                    "finding": each.sentence,
                    "edit": one.edit.says,
                    "diff": list(one.diff),
                    "mends": one.mends,
                }
            )
        if not proposed:
            lines.append(
                "  no small change of the card mends it and makes nothing worse, and no two"
            )
    left = wanted - len(proposed_for)
    if left:
        lines.append(f"{counted(left, 'finding')} not looked at for want of time")
    if not wanted:
        lines.append("nothing to mend")
    answer = "yes" if not left and all(proposed for _, proposed in proposed_for) else "unknown"
    arguments = {"card": scenario.card.source, **({"finding": finding} if finding else {})}
    counts = {"proposals": len(rows)}
    return Answer(
        "scenario advise", None, answer, arguments, rows, counts, (), "cases", tuple(lines)
    )
