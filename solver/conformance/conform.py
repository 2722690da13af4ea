"""Holds another program against the rules: what both answer, where they differ, and why.

Each class of differences is given once, with the smallest position that shows it: what may go is
tried away, and both are asked anew each time (``solver/analysis/delta_debugging.py``).
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.analysis.delta_debugging import ReducedQuestion, cut_down_while, fewest
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.conformance.cases import CHECK, FACTS, Case, answered, corpus
from hexcourt.solver.conformance.partners import FunctionPartner, Partner, PartnerReply
from hexcourt.solver.rulebase.rulebase import active_rules, other_rules
from hexcourt.solver.ruleset.facts import read_facts
from hexcourt.solver.scenario.opening import open_board

MAX_SHOWN = 40
"""How many classes of differences are told, and made small."""

SHRINKING = 10.0
"""How many seconds making one position small may take."""

MAX_REGRESSION_CASES = 3
"""How many cases of each kind and rule on which both agree are kept as regression tests."""

AGREED, DIFFERS, OPEN, UNDECIDED, UNSUPPORTED = (
    "agreed", "differs", "open", "undecided", "unsupported"
)  # fmt: skip
"""What comes of a case. ``open`` is what the rules leave open, ``undecided`` what the partner does: no
difference is seen there."""

_NAME = pattern(r"[A-Z]+[0-9]+")
_DRAWN = ("layout(", "place(", "board(", "source(")
_LEFT_OPEN = ("unknown", "too_close", "out_of_budget")


@dataclass(frozen=True)
class ComparedCase:
    """A case with the answer of the rules, and what the partner says."""

    case: Case
    partner_answer: PartnerReply

    @property
    def outcome(self) -> str:
        """Return what comes of it."""
        entry = self.partner_answer["answer"]
        if entry == "unsupported":
            return UNSUPPORTED
        if self.case.answer in _LEFT_OPEN:
            return AGREED if entry == "unknown" else OPEN
        if entry == "unknown":
            return UNDECIDED
        value = self.partner_answer.get("value")
        is_given = value is not None and self.case.value is not None
        same = entry == self.case.answer and (not is_given or _alike(value, self.case.value))
        return AGREED if same else DIFFERS

    @property
    def rule(self) -> str:
        """Return the number of the rule that decides, "" where none is cited."""
        return next(iter(self.case.rules), "")

    @property
    def difference(self) -> tuple[str, str, str, str]:
        """Return the class of a difference: what is asked, the rule, and both answers."""
        ours: str = self.case.answer
        theirs = str(self.partner_answer["answer"])
        if ours == theirs:
            ours, theirs = _differing_parts(ours, self.case.value, self.partner_answer.get("value"))
        return self.case.kind, self.rule, ours, theirs


def _alike(one: Any, other: Any) -> bool:
    """Compare values as JSON has them: 1 and 1.0 are one number."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_alike(one[each], other[each]) for each in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)


def _differing_parts(text: str, ours: Any, theirs: Any) -> tuple[str, str]:
    """Return both values, of those with names what is unlike alone."""
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        names = sorted({*ours, *theirs})
        unlike = [n for n in names if not _alike(ours.get(n), theirs.get(n))][:2]
        lines = (" ".join(f"{n} {e.get(n, 'nothing')}" for n in unlike) for e in (ours, theirs))
        one, other = lines
        return f"{text} {one}", f"{text} {other}"
    return f"{text} {ours}", f"{text} {theirs}"


def compare(cases: Sequence[Case], partner: Partner, until: float) -> list[ComparedCase]:
    """Ask the partner all cases, whose answers are those of the rules, up to a point in time."""
    found = []
    for case, entry in zip(cases, partner.answers([each.asked for each in cases]), strict=False):
        found.append(ComparedCase(case, entry))
        if time.monotonic() >= until:
            break
    return found


def conform(
    partner: Partner | Callable[[dict[str, Any]], Mapping[str, Any]],
    cases: Sequence[Case] | None = None,
    seconds: float = 600.0,
    questions: Sequence[str] = (),
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[Answer, list[Case]]:
    """Compare another program with the rules: yes where no answer differs, unknown where nothing that
    the rules decide was answered.

    Args:
        partner: the other program, or a Python function from a question to an answer.
        cases: what is asked, with the answers of the rules; those that come with the program if none
            are given.
        seconds: for how long it is asked; the last half is for making positions small.
        questions: of which questions alone (``los``, ``path``), all if none is named.
        tell: is called with what is done next.

    Returns:
        The answer, and the cases to keep as regression tests: the smallest position of each class of
        differences, and some of each kind and rule on which both agree.

    Raises:
        BadInput: the partner gave no readable answer.

    """
    other: Partner = FunctionPartner(partner) if callable(partner) else partner
    every = corpus() if cases is None else cases
    if cases is None and active_rules().house_rules:
        every = answer_again(every, tell)
    queries = [each for each in every if not questions or each.question in questions]
    if not queries:
        raise BadInput("conform: there is nothing to ask; name other cases or questions")
    began = time.monotonic()
    tell(f"{other.name}: {counted(len(queries), 'question')}")
    found = compare(queries, other, began + seconds / 2)
    differing: dict[tuple[str, str, str, str], list[ComparedCase]] = defaultdict(list)
    for each in found:
        if each.outcome == DIFFERS:
            differing[each.difference].append(each)
    remaining: list[Case] = []
    rows: list[dict[str, Any]] = [*_agreement(found)]
    lines = [*_agreement_lines(found, len(queries))]
    by_size = sorted(differing.items(), key=lambda e: (-len(e[1]), e[0]))
    for key, some in by_size[:MAX_SHOWN]:
        first = min(some, key=lambda each: each.case.size)
        tell(f"making small: {first.case.id}")
        small = _smallest(first, other, min(began + seconds, time.monotonic() + SHRINKING))
        remaining.append(small.case)
        rows.append(_difference_row(key, small, len(some)))
        lines += _difference_lines(key, small, len(some))
    if len(by_size) > MAX_SHOWN:
        lines.append(f"and {len(by_size) - MAX_SHOWN} more classes")
    counts = Counter(each.outcome for each in found)
    fields = {name: counts[name] for name in (AGREED, DIFFERS, OPEN, UNDECIDED, UNSUPPORTED)}
    decided = counts[AGREED] + counts[DIFFERS]
    verdict = (
        "no" if counts[DIFFERS] else "yes" if decided and len(found) == len(queries) else "unknown"
    )
    answer = Answer("conform", None, verdict, {"partner": other.name}, rows, fields, lines=lines)
    return answer, [*remaining, *_agreed_cases(found)]


def answer_again(cases: Iterable[Case], tell: Callable[[str], None] = lambda _: None) -> list[Case]:
    """Answer cases by the active rules; what these do not take is left out."""
    tell("answering the cases by the rules")
    found = []
    for each in cases:
        with suppress(BadInput, RuleError):
            found.append(answered(each))
    return found


def _agreement(found: Sequence[ComparedCase]) -> Iterator[dict[str, Any]]:
    """Count by what is asked, and by the rule that decides."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for each in found:
        counts[each.case.kind, each.rule][each.outcome] += 1
    for (kind, rule), entry in sorted(counts.items()):
        outcomes = {name: entry[name] for name in (AGREED, DIFFERS, OPEN, UNDECIDED, UNSUPPORTED)}
        yield {"kind": kind, "rule": rule or None, **outcomes}


def _agreement_lines(found: Sequence[ComparedCase], query: int) -> Iterator[str]:
    counts = Counter(each.outcome for each in found)
    decided = counts[AGREED] + counts[DIFFERS]
    stopped = f" of {query}, as time was over" * (len(found) < query)
    yield f"{counted(len(found), 'question')}{stopped}: {counts[AGREED]} of {decided} answers agree"
    for name, words in (
        (OPEN, "left open by the rules, decided by the other program"),
        (UNDECIDED, "decided by the rules, left open by the other program"),
        (UNSUPPORTED, "not supported by the other program"),
    ):
        if counts[name]:
            yield f"  {counts[name]} {words}"
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for each in found:
        by_kind[each.case.question][each.outcome] += 1
    for kind, entry in sorted(by_kind.items()):
        if entry[AGREED] + entry[DIFFERS]:
            yield f"  {kind}: {entry[AGREED]} of {entry[AGREED] + entry[DIFFERS]}"


def _difference_row(
    key: tuple[str, str, str, str], small: ComparedCase, count: int
) -> dict[str, Any]:
    kind, rule, ours, theirs = key
    case = small.case
    return {
        "difference": kind,
        "rule": rule or None,
        "rules": list(case.rules),
        "reason": case.reason,
        "ours": ours,
        "theirs": theirs,
        "count": count,
        "case": msgspec.to_builtins(case),
    }


def _difference_lines(
    key: tuple[str, str, str, str], small: ComparedCase, count: int
) -> Iterator[str]:
    kind, rule, ours, theirs = key
    case = small.case
    yield ""
    by = f" by {rule}" if rule else ""
    yield f"{kind}: the rules say {ours}{by}, the other program {theirs} ({counted(count, 'case')})"
    if case.reason:
        yield f"  {rule}: {case.reason}"
    yield f"  smallest: {case.words()}"
    yield from (f"    {e}" for e in case.facts.splitlines() if not e.startswith(_DRAWN))
    if case.board:
        yield f"    on {case.board}"
    yield from (f"    placed {each}" for each in case.place)
    yield from (f"    given {each}" for each in case.given)


def _agreed_cases(found: Iterable[ComparedCase]) -> Iterator[Case]:
    remaining: Counter[tuple[str, str]] = Counter()
    for each in sorted(found, key=lambda each: each.case.size):
        of = each.case.kind, each.rule
        if each.outcome == AGREED and remaining[of] < MAX_REGRESSION_CASES:
            remaining[of] += 1
            yield each.case


# The smallest position


def _smallest(first: ComparedCase, partner: Partner, until: float) -> ComparedCase:
    """Make the position of a difference small while it stays one of its class."""
    if other_rules() is not None:
        return _fewest_facts(first, partner, until)
    case, small = first.case, first
    if case.question == CHECK:  # a card is no position that anything could be taken from
        return first
    board = parse_board(case.facts, FACTS) if case.facts else open_board(case.board)
    named = {name for each in _texts(case.arguments) for name in _NAME.findall(each)}

    def of(facts: str, pieces: Sequence[str]) -> Case:
        place, given = (tuple(e for e in some if e in pieces) for some in (case.place, case.given))
        fields: dict[str, Any] = {"facts": facts, "board": "", "place": place, "given": given}
        return msgspec.structs.replace(case, id=f"{case.id}-small", **fields)

    def holds(facts: str, pieces: Sequence[str]) -> bool:
        nonlocal small
        found = _still_differs(of(facts, pieces), first, partner)
        small = found or small
        return found is not None

    question = ReducedQuestion(
        board,
        frozenset(named & board.by_name.keys()),
        (*case.place, *case.given),
        lambda _facts, _pieces: None,
        lambda _name, _pieces: case.words(),
    )
    cut_down_while(question, holds, until)
    return small


def _still_differs(case: Case, first: ComparedCase, partner: Partner) -> ComparedCase | None:
    """Compare a smaller case; None where it shows no difference of the same class, or is none."""
    try:
        tried = answered(case)
        (fields,) = partner.answers([tried.asked])
    except (BadInput, RuleError):
        return None
    one = ComparedCase(tried, fields)
    return one if one.outcome == DIFFERS and one.difference == first.difference else None


def _fewest_facts(first: ComparedCase, partner: Partner, until: float) -> ComparedCase:
    """Take facts away while the difference stays one of its class."""
    small = first

    def holds(some: Sequence[str]) -> bool:
        nonlocal small
        if time.monotonic() >= until:
            return False
        text = "".join(f"{each}\n" for each in some)
        case = msgspec.structs.replace(first.case, id=f"{first.case.id}-small", facts=text)
        found = _still_differs(case, first, partner)
        small = found or small
        return found is not None

    fewest(read_facts(first.case.facts, FACTS).lines, holds)
    return small


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


# Cases run by the rules


def run_cases(
    cases: Sequence[Case], named: str, tell: Callable[[str], None] = lambda _: None
) -> Answer:
    """Answer cases by the active rules, and compare with what they expect: yes where all agree."""
    failed: list[tuple[Case, str, Case | None]] = []
    for number, case in enumerate(cases):
        if number % 100 == 0:
            tell(f"{number} of {len(cases)} cases")
        try:
            now = answered(case)
        except (BadInput, RuleError) as error:
            failed.append((case, str(error), None))
            continue
        same = now.answer == case.answer and _alike(now.value, case.value)
        if not same or now.rules[:1] != case.rules[:1]:
            failed.append((case, _in_words(now), now))
    lines = [
        f"{counted(len(cases), 'case')}: {len(cases) - len(failed)} passed, {len(failed)} failed"
    ]
    for case, entry, _ in failed[:MAX_SHOWN]:
        lines += (
            f"{case.id} failed: {case.words()}",
            f"  expected {_in_words(case)}",
            f"  but {entry}",
        )
    if len(failed) > MAX_SHOWN:
        lines.append(f"and {len(failed) - MAX_SHOWN} more")
    rows = [
        {"failed": case.id, "expected": _in_words(case), "answer": entry}
        for case, entry, _ in failed
    ]
    counts = {"passed": len(cases) - len(failed), "failed": len(failed)}
    return Answer(
        "cases run", None, "no" if failed else "yes", {"file": named}, rows, counts, lines=lines
    )


def _in_words(case: Case) -> str:
    value = "" if case.value is None else f" {case.value}"
    return f"{case.answer}{value}{f' by {case.rules[0]}' if case.rules else ''}"
