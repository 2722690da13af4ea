"""What to change on a card: small edits that mend what a check finds, each tried by all checks.

An edit changes one number, hex, hexrow, side or entry of the card as it is written. Those that mend the
finding, as its check says, are put to all checks: one that makes anything worse is no advice.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from difflib import unified_diff
from types import MappingProxyType
from typing import Any

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.boards.board import Board
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.rulebase.ground import under_house_rules
from hexcourt.solver.sandbox.children import send_early
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, run_limited
from hexcourt.solver.scenario.checks import Check, Finding, FindingKind, every_check, selected
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

Place = tuple[str | int, ...]
Value = str | int | None
"""What a place of the card comes to have; nothing where it is taken out."""

_BADNESS = {FindingKind.PASS: 0, FindingKind.WARN: 1, FindingKind.UNKNOWN: 1, FindingKind.FAIL: 2}
_PARTS = frozenset({"turns", "areas", "group", "victory"})
_SENTENCES = frozenset({"setup", "where", "areas", "say"})
_HEX = re.compile(r"\b[A-Z]{1,2}[0-9]{1,2}\b")


@dataclass(frozen=True)
class Edit:
    """One change of a card: how much it changes, of what kind it is, what it is ``about``, in words, and
    the card's text with it. It takes away the hexes ``taken``. Of the hexes that are left there, so many
    lie by themselves (``stragglers``), and so many pairs adjoin; the hexes that it puts there have so
    many Locations more than those it takes away (``rises``).
    """

    cost: int
    kind: str
    place: Place
    about: frozenset[str]
    says: str
    text: str
    taken: frozenset[str] = frozenset()
    stragglers: int = 0
    pairs: int = 0
    rises: int = 0


@dataclass(frozen=True)
class Proposal:
    """A change that mends a finding and makes nothing worse, and how many findings it mends in all."""

    edit: Edit
    mends: int
    diff: tuple[str, ...]


# --- edits --------------------------------------------------------------------------------------------


def edits(text: str, board: Board) -> Iterator[Edit]:
    """Go through the edits of a card's text."""
    document = tomllib.loads(text)
    for place, value in _leaves(document, ()):
        for cost, kind, says, new in _changes(place, value, board):
            changed = _written(text, document, place, value, new)
            if changed is not None:
                sentence = f"{_named(document, place)}: {says}"
                hexes = _hexes_changed(document, place, new, board)
                yield Edit(cost, kind, place, _about(document, place), sentence, changed, *hexes)


def _leaves(value: Any, place: Place) -> Iterator[tuple[Place, str | int]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _leaves(each, (*place, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _leaves(each, (*place, number))
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield place, value


Change = tuple[int, str, str, Value]
"""How much is changed, of what kind the change is, in words, and what comes of it."""


def _changes(place: Place, value: str | int, board: Board) -> Iterator[Change]:
    """List what may be changed at a place of the card."""
    words = [each for each in place if isinstance(each, str)]
    if words[0] not in _PARTS or words[-1] in ("id", "side"):
        return
    if isinstance(value, int):
        for step in _STEPS:
            if value + step > 0:
                says = f"{value + step} in place of {value}"
                yield _size(step), f"{step:+}", says, value + step
    elif words[-1] in ("units", "fortifications"):
        yield from _of_counted(value)
    elif not _SENTENCES.isdisjoint(words):
        for cost, kind, new in _of_sentence(value, board):
            yield cost, kind, f"{new!r} in place of {value!r}", new
    elif isinstance(place[-1], int):
        for name in _near(value, board):
            yield 1, "another hex", f"{name} in place of {value}", name
        yield 1, "less", f"without {value}", None


_STEPS = (1, -1, 2, -2, 3, -3, 4, -4)


def _size(step: int) -> int:
    """Return how large a change of a number is: one and two are slips of the same kind, and what is
    further off comes after the same slip in what the finding does not name.
    """
    return 1 if abs(step) <= 2 else abs(step) + 1


def _of_counted(value: str) -> Iterator[Change]:
    """Take some of some units or Fortifications away, or give more."""
    match = re.match(r"([0-9]+) +(.*)", value)
    number, what = (int(match[1]), match[2]) if match else (1, value)
    for step in (-1, 1, -2, 2, -3, 3, -4, 4, -5, -6):
        if number + step > 0:
            new = f"{number + step} {what}"
            yield _size(step), f"{step:+}", f"{new!r} in place of {value!r}", new
        elif number + step == 0:
            yield _size(step), "less", f"without {value!r}", None


def _of_sentence(value: str, board: Board) -> Iterator[tuple[int, str, str]]:
    """Change a number, a hexrow, a side of the map or a hex of a sentence, or give one hex more."""
    for match in re.finditer(r"(?<![A-Za-z0-9])[0-9]+(?![A-Za-z0-9])", value):
        for step in _STEPS:
            if int(match[0]) + step >= 0:
                yield _size(step), f"{step:+}", _put(value, match, str(int(match[0]) + step))
    for match in re.finditer(r"(?<![A-Za-z0-9])[A-Z](?![A-Za-z0-9])", value):
        for letter in (chr(ord(match[0]) + 1), chr(ord(match[0]) - 1)):
            if letter.isalpha():
                yield 1, "another hexrow", _put(value, match, letter)
    for match in re.finditer(r"\b(north|east|south|west)(?=(ern)?\b)", value, re.IGNORECASE):
        for side in ("north", "east", "south", "west"):
            if side != match[0].lower():
                yield 1, "another side", _put(value, match, side)
    found = [each for each in _HEX.finditer(value) if each[0] in board.by_name]
    is_list = re.match(r"hex(es)? ", value) is not None
    for match in found:
        for name in _near(match[0], board):
            if name in {each[0] for each in found}:
                continue
            yield 1, "another hex", _put(value, match, name)
            if is_list:
                more = _put(value, match, f"{match[0]}, {name}")
                yield 1, "a hex more", more.replace("hex ", "hexes ", 1)
        if is_list and len(found) > 1:
            less = re.sub(rf"(, |,? and ){match[0]}\b|\b{match[0]}(, | and )", "", value, count=1)
            yield 1, "a hex less", less if len(found) > 2 else less.replace("hexes ", "hex ", 1)


def _hexes_changed(
    document: Any, place: Place, new: Value, board: Board
) -> tuple[frozenset[str], int, int, int]:
    """Return which hexes an edit takes out of a sentence or list, how many of those left adjoin no other
    one of them, how many pairs adjoin, and how many Locations more there are.
    """
    holder: Any = document
    for each in place[:-1]:
        holder = holder[each]
    in_list = isinstance(holder, list)
    old: list[Any] = list(holder) if in_list else [holder[place[-1]]]
    remaining = [each for n, each in enumerate(old) if in_list and n != place[-1]]
    before, after = (
        {name for each in some for name in _HEX.findall(str(each)) if name in board.by_name}
        for some in (old, [*remaining, new])
    )
    beside = {name: after.intersection(_near(name, board)) for name in after}
    alone = sum(not each for each in beside.values()) if len(after) > 1 else 0
    places = [sum(len(board.locations_of(n)) for n in each) for each in (after, before)]
    pairs = sum(map(len, beside.values())) // 2
    return frozenset(before - after), alone, pairs, places[0] - places[1]


def _near(name: str, board: Board) -> list[str]:
    if name not in board.by_name:
        return []
    beside = board.neighbours[board.indices[name]].tolist()
    return [board.hexes[n].name for n in beside if n >= 0]


def _about(document: Any, place: Place) -> frozenset[str]:
    """List the words by which findings name what a place of the card is of."""
    part, name = place[0], place[1] if len(place) > 1 else ""
    if part == "group":
        return frozenset({document["group"][name]["id"]})
    if part == "areas":
        groups = (each["id"] for each in document.get("group", ()) if str(name) in str(each))
        return frozenset({str(name), *groups})
    return frozenset({"condition"} if part == "victory" else {str(part)})


def _put(value: str, match: re.Match[str], new: str) -> str:
    return value[: match.start()] + new + value[match.end() :]


def _written(text: str, document: Any, place: Place, old: str | int, new: Value) -> str | None:
    """Write the card's text with a change; nothing where it is not written plainly enough for that."""
    wanted = deepcopy(document)
    holder = wanted
    for each in place[:-1]:
        holder = holder[each]
    if new is None:
        del holder[place[-1]]
    else:
        holder[place[-1]] = new
    token = json.dumps(old, ensure_ascii=False)
    taken = rf",\s*{re.escape(token)}|{re.escape(token)}\s*,\s*|{re.escape(token)}"
    pattern = taken if new is None else rf"(?<![\w\"]){re.escape(token)}(?![\w\"])"
    put = "" if new is None else json.dumps(new, ensure_ascii=False)
    for match in re.finditer(pattern, text):
        changed = text[: match.start()] + put + text[match.end() :]
        try:
            if tomllib.loads(changed) == wanted:
                return changed
        except tomllib.TOMLDecodeError:
            continue
    return None


def _named(document: Any, place: Place) -> str:
    """Name a place of the card by the group's or condition's own name."""
    words: list[str] = []
    here = document
    for each in place:
        here = here[each]
        if isinstance(here, Mapping) and isinstance(each, int):
            words[-1] = str(here.get("id", f"{words[-1]} {each + 1}"))
        elif isinstance(each, str):
            words.append(each)
    return " ".join(words)


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
        ranks.append((-each.mends, each.edit.kind == "less", numbers[kind]))
        numbers[kind] += 1
    order = sorted(range(len(found)), key=ranks.__getitem__)
    chosen, rest = order[: PROPOSALS - 1], order[PROPOSALS - 1 :]
    known = {(found[n].edit.place, found[n].edit.kind) for n in chosen}
    other = (
        n
        for n in rest
        if found[n].edit.kind != "less" and (found[n].edit.place, found[n].edit.kind) not in known
    )
    last = next(other, next(iter(rest), None))
    return [found[n] for n in (*chosen, *([] if last is None else [last]))]


def plausibility(edit: Edit, finding: Finding) -> tuple[int, ...]:
    """Order edits by how plausible they are: small ones of what the finding is about first, then those
    of what its sentence names and larger ones, those of what it does not name last; then those that
    take out a hex that it names; those that put no other in its place; and those that leave hexes
    together, since areas seldom have a straggler; then those that name hexes with many Locations, as
    cards mostly do.
    """
    about, named = (
        set(re.findall(r"[\w-]+", each)) for each in (finding.subject, finding.sentence)
    )
    hexes = about | named | set(finding.witness.hexes)
    distance = 0 if edit.about & about else 1 if edit.about & named else 2
    return (
        edit.cost + distance,
        distance,
        edit.taken.isdisjoint(hexes),
        edit.kind not in ("less", "a hex less"),
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
