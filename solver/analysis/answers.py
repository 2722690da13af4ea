"""Answers about the rule set itself: what bounded worlds show of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.solver.analysis.certifying import (
    NOT_ASKED_FOR,
    CertificateOutcome,
    certify_examined,
    make_folder,
)
from hexcourt.solver.analysis.consistency import EntryPointsTried, try_entry_points
from hexcourt.solver.analysis.core.programs import PositionFamily, accepted, worlds_of
from hexcourt.solver.analysis.core.repairs import (
    Repairing,
    Repairs,
    is_amendment,
    needless,
    needless_lines,
    shared_by,
)
from hexcourt.solver.analysis.core.search import KeptSearches
from hexcourt.solver.analysis.core.touched import touched
from hexcourt.solver.analysis.core.two_rule_sets import both_of
from hexcourt.solver.analysis.difference_answers import differences_since, place_of
from hexcourt.solver.analysis.findings import (
    CHECKS,
    CLASSES,
    CheckExtent,
    ExaminedFamily,
    RuleFinding,
    examine,
    examine_on,
    property_sentences,
    was_examined,
)
from hexcourt.solver.analysis.gathering import gather
from hexcourt.solver.analysis.generators.families import (
    all_families,
    family_of,
    first_family,
    smallest_of,
)
from hexcourt.solver.analysis.last_green import Since
from hexcourt.solver.analysis.own_properties import check_properties
from hexcourt.solver.analysis.wording import WORDING, WordingReport, words_of
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import cited_row, counted
from hexcourt.solver.explain.rendering import as_json, as_text
from hexcourt.solver.rulebase.reasons import cited_for
from hexcourt.solver.rulebase.rulebase import (
    HouseRules,
    active_rules,
    all_worlds_programs,
    other_rules,
    printed_rules,
)
from hexcourt.solver.rulebase.statement import Citation, RuleStatement
from hexcourt.solver.sandbox.children import most_members

_NOT_LOOKED_AT = (
    "lines of sight along hexspines for more than two hexes, at other angles for more than "
    "three, between vertices of two hexes, over trams, roadblocks and overlays",
    "sums of prices; whole paths, which are sampled",
    "what is drawn in a hex beside its centre dot",
    "three actions at once",
    "maps joined of boards",
)
"""What no family of the shipped rules looks at."""


def _not_looked_at() -> tuple[str, ...]:
    return _NOT_LOOKED_AT if other_rules() is None else ()


def analyse_rules(
    command: str,
    checks: Sequence[str],
    named: Sequence[str] = (),
    hexes: int | None = None,
    seconds: float = 1800.0,
    own: HouseRules | None = None,
    tell: Callable[[str], None] = lambda _: None,
    changed: bool = False,
    mutants: Mapping[str, str] | None = None,
    folder: Path | None = None,
    green: Since | None = None,
) -> Answer:
    """Examine the rules by some checks; findings are kept to the rules or files ``named``, if any are,
    else to what house rules bring about where the active rules are amended.

    ``own`` are properties of a user's own. Where only what ``changed`` is wanted,
    families whose searches are not kept are looked at in their smallest scope, which cannot tell what
    never occurs; those that do not depend on what changed since ``green``, if anything did, are left
    out. What is answered otherwise since then is given, too. ``mutants`` tell which test fails
    without each rule: also given is what no world needs. What families do not show, or nothing
    but what is accepted, is certified into a ``folder``.
    """
    families, rules = _families(named, hexes)
    properties = own.text if own is not None else ""
    if own is not None:
        check_properties(own, families)
    _check_names(rules, properties)
    numbers = [number for some in active_rules().numbers for number in some]
    kept_to = _of_house_rules(numbers) if numbers and not rules else _wanted(rules)
    if numbers and not named:
        hang = [each for each in families if both_of(each, printed_rules(), active_rules()).first]
        families = hang or families[:1]
    if folder is not None:
        make_folder(folder, rules, properties)
    until = time.monotonic() + seconds
    differs = green is not None and bool(green.comparison.changes)
    spent = _ProcessorTime(QUICK_CHECK_SECONDS / most_members(None))

    def report(family: PositionFamily) -> Iterator[FamilyReport]:
        wanted, kept_searches = checks, None
        if changed and green is not None and differs:
            wanted = [each for each in checks if each in CLASSES]
            family = smallest_of(family.name)
            both = both_of(family, green.comparison.old, green.comparison.new)
            if not both.first:
                yield _unchanged(
                    family, f"nothing of it depends on what changed since {green.name}"
                )
                return
            if spent.over():
                yield _skipped(_unlooked(family), family, wanted)
                return
            worlds = worlds_of(family, active_rules(), properties)
            only = touched(worlds, both, green.comparison.old)
            if not only.any:
                why = f"what changed since {green.name} derives nothing otherwise there"
                yield _unchanged(family, why)
                return
            kept_searches = KeptSearches(worlds, only.keep(worlds), spent.until)
        elif changed:
            kept_searches = KeptSearches(worlds_of(family, active_rules(), properties))
            if not was_examined(kept_searches, checks):
                wanted, kept_searches = [each for each in checks if each in CLASSES], None
                family = smallest_of(family.name)
        left = until - time.monotonic()
        changes = green.comparison if green is not None and differs else None
        for examined in examine_on(
            family, wanted, left, properties, kept_to, tell, kept=kept_searches, since=changes
        ):
            report = _family_report(examined, since=green)
            if changed and differs and spent.over():
                report = _skipped(report, family, wanted)
                yield report
                break
            yield report
        if folder is not None:
            report = _family_report(
                examined, certify_examined(examined, folder, until, tell), green
            )
            yield report
        lines = (line for _, some in report.lines for line in some)
        for line in "\n".join((*report.scope, *lines)).splitlines():
            tell(line)

    words = None
    if "words" in checks and any(each.file == WORDING for each in all_worlds_programs()):
        worded = words_of(active_rules(), kept_to)
        words = _of_part(worded, [], _worded_lines(worded))
    questions = [each for each in families if set(checks) & set(each.checks)]
    # those that take longest first, so that none is left with one at the end
    order = sorted(range(len(questions)), key=lambda each: not questions[each].compares)
    if changed and differs:  # the quickest first, as not all may be searched
        order.reverse()
    since = len(questions)
    if green is not None:
        order = [since, *order]

    def work(number: int) -> Iterator[FamilyReport]:
        if number == since and green is not None:
            return _since(green, until - time.monotonic(), tell, changed)
        return report(questions[number])

    # one after the other where proofs are made, which take much memory
    came = gather(work, order, until, alone=folder is not None)
    parts = [came.found.get(number) or _unlooked(family) for number, family in enumerate(questions)]
    if came.stopped:
        parts = [
            part if number in came.done else _stopped(part, family, checks, came.stopped)
            for number, (part, family) in enumerate(zip(parts, questions, strict=True))
        ]
    if since in came.found:
        parts = [came.found[since], *parts]
    answer = _answer(command, parts, {"rules": list(named)}, words)
    if mutants is None:
        return answer
    idle = needless(
        (row for part in parts for row in part.findings), active_rules().blocks, mutants
    )
    rows = [*answer.rows, *(each.as_row for each in idle)]
    return replace(answer, rows=rows, lines=(*answer.lines, *needless_lines(idle)))


@dataclass(frozen=True, slots=True)
class FamilyReport:
    """What is given about a family, or of the words of the rules: rows and lines of what was looked at,
    those of findings, of which only ``open`` ones have lines, each with the key of its cause, and what
    was not looked at; ``further`` rows are of what is no finding.
    """

    looked: list[dict[str, Any]]
    findings: list[dict[str, Any]]
    stale: tuple[str, ...]
    open: int
    scope: tuple[str, ...]
    lines: tuple[tuple[str, tuple[str, ...]], ...]
    left_out: frozenset[str] = frozenset()
    profile: str = ""
    further: Sequence[dict[str, Any]] = ()

    @property
    def complete(self) -> bool:
        """Return whether all that was looked for was looked for to the end, where there was any
        world; what a quick look leaves out was not looked for.
        """
        return all(_ended(each) or "skipped" in each for each in self.looked)


def _family_report(
    examined: ExaminedFamily,
    certified: Mapping[str, CertificateOutcome] = MappingProxyType({}),
    since: Since | None = None,
) -> FamilyReport:
    """Return what came of examining a family, and of each check what was certified of it."""
    family = examined.worlds.family
    scope, looked = [_scope_line(examined)], []
    for each in examined.looked:
        proved = certified.get(each.check, NOT_ASKED_FOR)
        scope.append(_looked_line(examined, each, proved.sentence))
        looked.append(_looked_row(examined, each) | proved.row)
    scope += _never_fired(examined)
    return _of_part(examined, looked, scope, family.left_out, family.profile, since)


def _of_part(
    part: ExaminedFamily | WordingReport,
    looked: list[dict[str, Any]],
    scope: Iterable[str],
    left_out: frozenset[str] = frozenset(),
    profile: str = "",
    since: Since | None = None,
) -> FamilyReport:
    located = _Located(part.findings, since)
    unmet = [each for each in part.findings if each.accepted is None]
    lines = [(located.cause(e), ("", *_finding_lines(e), *located.lines(e))) for e in unmet]
    lines += ((key, ("", key, _NO_LONGER_OCCURS)) for key in part.stale)
    rows = [_row(each) | located.row(each) for each in part.findings]
    scope_lines, items = tuple(scope), tuple(lines)
    return FamilyReport(looked, rows, part.stale, len(unmet), scope_lines, items, left_out, profile)


MAX_NAMED = 3
"""How many statements that may be at fault the text names at most."""


class _Located:
    """Finds which statements bring findings about."""

    def __init__(self, findings: Sequence[RuleFinding], since: Since | None) -> None:
        self._since = since
        changes = since.comparison.changes if since is not None else ()
        self._changed = {each.text for change in changes for each in change.new}
        self._shared = shared_by(each.repairs for each in findings)

    def _suspects(self, finding: RuleFinding) -> list[RuleStatement]:
        return finding.repairs.ranked(self._changed, self._shared)

    def cause(self, finding: RuleFinding) -> str:
        """Return by what findings of one cause are grouped: the likeliest statement that changed, if one
        brings it about, else the statements without one of which it is gone, else what is found.
        """
        changed = [
            each.place
            for each in self._suspects(finding)
            if each.text in self._changed or is_amendment(each)
        ][:1]
        known = finding.undone or tuple(changed) or tuple(sorted(finding.repairs.cause))
        if finding.check == "gaps" and not (finding.undone or changed):
            known = ()
        numbers = (each.number for each in finding.rules)
        return " ".join(known or (finding.check, finding.kind.partition("(")[0], *numbers))

    def row(self, finding: RuleFinding) -> dict[str, Any]:
        """Return it as plain values."""
        fields: dict[str, Any] = {}
        if finding.accepted is None:
            fields["cause"] = self.cause(finding)
        if finding.repairs.suspects:
            fields["suspects"] = [
                statement_row(each) | {"changed": each.text in self._changed}
                for each in self._suspects(finding)
            ]
        if finding.undone:
            fields["undone"] = list(finding.undone)
        return fields

    def lines(self, finding: RuleFinding) -> Iterator[str]:
        """Write what is most likely at fault."""
        if finding.undone and self._since is not None:
            yield f"  gone without what changed since {self._since.name}: {listed(finding.undone)}"
        suspects = self._suspects(finding)
        if suspects:
            more = len(suspects) - MAX_NAMED
            text = ", ".join(map(self._named, suspects[:MAX_NAMED]))
            yield f"  look first at: {text}{f', and {more} more' if more > 0 else ''}"

    def _named(self, each: RuleStatement) -> str:
        return f"{placed(each)}{', changed' if each.text in self._changed else ''}"


def placed(each: RuleStatement) -> str:
    """Name a statement: its place, and the rule that is cited for it."""
    cited = cited_for(each)
    return f"{place_of(each)}{f' ({cited.number})' if cited is not None else ''}"


def statement_row(each: RuleStatement) -> dict[str, Any]:
    """Return a statement as a row: where it stands, what is cited for it, and how sure that is."""
    cited = cited_for(each)
    return {
        "place": place_of(each),
        "text": " ".join(each.text.split()),
        "rule": None if cited is None else cited.number,
        "confidence": None if cited is None else cited.confidence,
    }


_NO_LONGER_OCCURS = (
    "  is accepted in asp/worlds/analysis_baseline.tsv, but occurs no more; take it out there"
)


QUICK_CHECK_SECONDS = 28.0
"""How many seconds of CPU time all processes of a quick look take before they begin no more checks."""


class _ProcessorTime:
    """The CPU time that each process that asks may take from when it first asks."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._began: dict[int, float] = {os.getpid(): time.process_time()}

    @property
    def until(self) -> float:
        """Return what the clock of this process shows then; a child's clock begins anew."""
        return self._began.get(os.getpid(), 0.0) + self._seconds

    def over(self) -> bool:
        """Return whether this process has taken its time."""
        return time.process_time() >= self.until


def _skipped(part: FamilyReport, family: PositionFamily, checks: Sequence[str]) -> FamilyReport:
    """Describe the checks that a quick look leaves out."""
    made = {each["looked"] for each in part.looked}
    left = [each for each in checks if each in family.checks and each not in made]
    why = "a quick look takes no longer"
    ended = [each | ({} if _ended(each) else {"skipped": why}) for each in part.looked]
    lines = (f"  not searched: {listed(left)}, as {why}; leave out --changed to search all",)
    rows = [
        _row_of(family, CheckExtent(each, (), False, 0, 0.0, False), None) | {"skipped": why}
        for each in left
    ]
    return replace(part, looked=[*ended, *rows], scope=(*part.scope, *lines[: len(left)]))


def _ended(looked: Mapping[str, Any]) -> bool:
    """Return whether a search came to its end, where there was any world."""
    return bool(looked["complete"] or looked["empty"])


def _unchanged(family: PositionFamily, why: str) -> FamilyReport:
    """Describe a family that does not depend on what changed."""
    scope = (f"in worlds of {family.name}: {why}",)
    return FamilyReport([], [], (), 0, scope, (), family.left_out, family.profile)


def _since(
    green: Since, seconds: float, tell: Callable[[str], None], quick: bool
) -> Iterator[FamilyReport]:
    """Compare the rules with the last green ones."""
    for each in differences_since(green.comparison, green.name, seconds, tell, quick):
        yield FamilyReport([], [], (), 0, each.lines, (), profile="los", further=each.rows)


def _unlooked(family: PositionFamily) -> FamilyReport:
    """Describe a family at which nothing was looked yet."""
    scope = (f"in all worlds of {family.name}: {family.scope_words}",)
    return FamilyReport([], [], (), 0, scope, (), family.left_out, family.profile)


def _stopped(
    part: FamilyReport, family: PositionFamily, checks: Sequence[str], why: str
) -> FamilyReport:
    """Describe the checks of a family that were not made, and why."""
    made = {each["looked"] for each in part.looked}
    left = [each for each in checks if each in family.checks and each not in made]
    lines = [f"  {each:<12}stopped, as {why}: nothing is said of it" for each in left]
    rows = [_row_of(family, CheckExtent(each, (), False, 0, 0.0, False), None) for each in left]
    return replace(part, looked=[*part.looked, *rows], scope=(*part.scope, *lines))


def _families(named: Sequence[str], hexes: int | None) -> tuple[list[PositionFamily], list[str]]:
    """Return the families that are named, all where none is, from rules and files."""
    families = [each for each in named if each in all_families()] or list(all_families())
    return [family_of(each, hexes) for each in families], [
        e for e in named if e not in all_families()
    ]


def _check_names(named: Sequence[str], properties: str) -> None:
    """Refuse what is neither a rule of the rules, nor a file of it, nor a property."""
    known = {name for each in active_rules().blocks for name in (each.number, each.citation.file)}
    known |= set(property_sentences(properties))
    for each in named:
        if each.removeprefix("asp/").rpartition("/")[2] not in known:
            raise BadInput(
                f"{each[:60]}: is no rule, file or property of the rules, and no family of worlds; "
                f"families are {', '.join(all_families())}"
            )


MAX_REASONS = 40
"""How many lines the derivation of a finding takes at most."""


def explain_finding(
    key: str, seconds: float, hexes: int | None = None, own: HouseRules | None = None
) -> tuple[Answer, RuleFinding]:
    """Find one finding again, by its key, and tell all about it; ``own`` are properties of a user's own.

    Raises BadInput where there is no such finding.
    """
    wanted = " ".join(key.split())
    check = wanted.partition(" ")[0]
    if check not in CHECKS:
        raise BadInput(f"{key[:60]}: is no finding; `hexcourt rules check` lists them")
    if check == "words":
        return _explained_words(key, wanted)
    word = [*wanted.split(), ""][1]
    family = family_of(word if word in all_families() else first_family(), hexes)
    further = own.text if own is not None else ""
    if own is not None:
        check_properties(own, [family])
    examined = examine(
        family, (check,), seconds, further, wanted=lambda each, _: each == wanted, whole=True
    )
    if not examined.findings:
        raise _not_found(key, check)
    (found,) = examined.findings
    answer = _answer("rules explain", [_family_report(examined)], {"finding": wanted})
    located = _Located([found], None)
    row, lines = _row(found) | located.row(found), [*_finding_lines(found), *located.lines(found)]
    if found.shown is not None:
        row |= _repairs_row(found.repairs)
        lines += _repair_lines(found.repairs)
        derivation = Repairing(examined.worlds).why(found.shown, MAX_REASONS)
        words = {derivation.goal: found.sentence}
        row["why"] = as_json(derivation, words.get)
        lines += ("", "why:", *(f"  {each}" for each in as_text(derivation, words.get)))
    lines += _explained(examined, found)
    return replace(answer, lines=tuple(lines), rows=[row]), found


def _not_found(key: str, check: str) -> BadInput:
    """Report that there is no such finding; an amended rule set has other findings than the printed
    one.
    """
    amended = " --amend FILE" if active_rules().house_rules else ""
    by = f" by {listed(active_rules().assumed)}" if amended else ""
    text = f"`hexcourt rules {check}{amended}` lists what is"
    return BadInput(f"{key[:60]}: this is not found{by}; {text}")


def _repairs_row(repairs: Repairs) -> dict[str, Any]:
    return {
        "in_conflict": [*map(statement_row, repairs.in_conflict)],
        "fixed_without": [[*map(statement_row, some)] for some in repairs.fixed_without],
    }


def _repair_lines(repairs: Repairs) -> Iterator[str]:
    if repairs.in_conflict:
        yield f"  enough for it, with none to spare: {_places(repairs.in_conflict)}"
    if repairs.fixed_without:
        ways = " or ".join(_places(each) for each in repairs.fixed_without)
        yield f"  gone without: {ways}"


def _places(some: Sequence[RuleStatement]) -> str:
    return ", ".join(map(placed, some))


def _explained_words(key: str, wanted: str) -> tuple[Answer, RuleFinding]:
    worded = words_of(active_rules(), lambda each, _: each == wanted)
    if not worded.findings:
        raise _not_found(key, "words")
    (found,) = worded.findings
    blocks = (each for each in active_rules().blocks if each.citation in found.rules)
    written = (
        line
        for each in blocks
        for line in ("", f"{each.file}:{each.line}", *each.text.rstrip("\n").split("\n"))
    )
    answer = _answer("rules explain", [], {"finding": wanted}, _of_part(worded, [], ()))
    return replace(answer, lines=(*_finding_lines(found), *written), rows=[_row(found)]), found


def _wanted(named: Sequence[str]) -> Callable[[str, Sequence[Citation]], bool]:
    """Keep to findings about some rules, files or properties."""
    wanted = {each.removeprefix("asp/").rpartition("/")[2] for each in named}

    def is_wanted(key: str, rules: Sequence[Citation]) -> bool:
        result = any(f"broken({each}," in key for each in wanted)
        return result or not wanted or any({each.number, each.file} & wanted for each in rules)

    return is_wanted


def _of_house_rules(numbers: Sequence[str]) -> Callable[[str, Sequence[Citation]], bool]:
    """Keep to findings about house rules, and to those that the printed rule set does not have: of
    what holds in any scope all that it has is accepted.
    """
    is_about = _wanted(numbers)

    def is_wanted(key: str, rules: Sequence[Citation]) -> bool:
        is_new = key.split()[0] in CLASSES and key not in accepted()
        return is_new or is_about(key, rules)

    return is_wanted


def _answer(
    command: str,
    parts: Sequence[FamilyReport],
    arguments: dict[str, Any],
    words: FamilyReport | None = None,
) -> Answer:
    every = (*parts, *([words] if words is not None else []))
    findings = [row for part in every for row in part.findings]
    stale = [{"stale": key} for part in every for key in part.stale]
    unmet = sum(part.open for part in every)
    looked = [row for part in parts for row in part.looked]
    nowhere = bool(looked) and all(row["empty"] for row in looked)
    complete = all(part.complete for part in parts) and not nowhere
    verdict = "no" if unmet or stale else "yes" if complete else "unknown"
    return Answer(
        command,
        None,
        verdict,
        arguments,
        [
            *(row for part in parts for row in (*part.further, *part.looked)),
            *findings,
            *stale,
        ],
        {"findings": len(findings), "open": unmet, "stale": len(stale)},
        profile=parts[0].profile if parts else "los",
        lines=tuple(_lines(parts, every)),
    )


def _lines(parts: Sequence[FamilyReport], every: Sequence[FamilyReport]) -> Iterator[str]:
    for each in every:
        yield from each.scope
    by_cause: dict[str, list[tuple[str, ...]]] = {}
    for each in every:
        for cause, lines in each.lines:
            by_cause.setdefault(cause, []).append(lines)
    for first, *others in by_cause.values():
        yield from first
        if others:
            keys = "; ".join(lines[1] for lines in others[:MAX_NAMED])
            left = ", ..." * (len(others) > MAX_NAMED)
            yield f"  {counted(len(others), 'more finding')} of the same cause: {keys}{left}"
    if parts:
        left_out = sorted(frozenset().union(*(each.left_out for each in parts)))
        if unseen := (*_not_looked_at(), *left_out):
            yield from ("", f"not looked at: {', '.join(unseen)}")


def _worded_lines(worded: WordingReport) -> Iterator[str]:
    counted = f"{worded.citations} citations, {worded.statements} statements"
    yield f"in the rules as they are written: {counted}"
    count = len(worded.findings)
    text = f"{count} findings" if count != 1 else "1 finding"
    yield (
        f"  {'words':<12}{text} (complete; {worded.unread} citations are of chapters whose text is "
        "not at hand: their numbers were not looked up)"
    )


def _looked_line(examined: ExaminedFamily, looked: CheckExtent, certified: str) -> str:
    found = [each for each in examined.findings if each.check == looked.check]
    accepted = sum(each.accepted is not None for each in found)
    text = f"{len(found)} findings" if len(found) != 1 else "1 finding"
    text += f", {accepted} of them accepted" if accepted else ""
    end = "complete" if looked.complete else "stopped: there may be more"
    end = "no world is in this scope, so that nothing is shown" if looked.empty else end
    took = f"{looked.solves} solves, {looked.seconds:.0f} s"
    if looked.complete and not looked.solves:
        took = "as kept from an earlier run"
    return f"  {looked.check:<12}{text} ({end}; {took}; {certified})"


def _never_fired(examined: ExaminedFamily) -> Iterator[str]:
    never = examined.never_fired
    if never:
        count = len({cited for _, cited in examined.worlds.accounted.values()})
        numbers = listed(sorted({each.number for each in never}))
        yield f"  never fired {len(never)} of {count} citations, so that nothing is said of {numbers}"


def _finding_lines(finding: RuleFinding) -> Iterator[str]:
    yield finding.key
    yield f"  {finding.sentence}"
    for each in finding.rules:
        yield f"    {each.number}  {each.file}:{each.line}"
    if finding.position is not None:
        yield f"  smallest: {finding.position.summary}"
        yield f"    {finding.position.command}: {finding.position.verdict}"
    if finding.differs:
        yield f"  not confirmed, so that the generator errs: {finding.differs}"
    if finding.accepted is not None:
        yield f"  accepted by {finding.accepted.number}: {finding.accepted.sentence}"


def _explained(examined: ExaminedFamily, finding: RuleFinding) -> Iterator[str]:
    """Write the position as a facts file, and the rules as they are written."""
    if finding.position is not None:
        yield from ("", "smallest.lp:")
        yield from (f"  {each}" for each in finding.position.facts.splitlines())
    for cited in finding.rules:
        for statement, own in examined.worlds.accounted.values():
            if own == cited:
                yield from ("", f"{statement.file}:{statement.line}")
                yield from (f"  {each}" for each in statement.text.splitlines())


def _scope_line(examined: ExaminedFamily) -> str:
    worlds = examined.worlds
    things = ", ".join(f"{len(some)} {kind}" for kind, some in worlds.scope.things.items())
    words = "; ".join(filter(None, [worlds.family.scope_words, things]))
    return f"in all worlds of {worlds.family.name}: {words}"


def _looked_row(examined: ExaminedFamily, looked: CheckExtent) -> dict[str, Any]:
    never = examined.never_fired
    keys = None if never is None else [each.key for each in never]
    return _row_of(examined.worlds.family, looked, keys)


def _row_of(
    family: PositionFamily, looked: CheckExtent, never_fired: list[str] | None
) -> dict[str, Any]:
    return {
        "looked": looked.check,
        "worlds": family.name,
        "scope": dict(family.scope),
        "complete": looked.complete,
        "empty": looked.empty,
        "classes": looked.seen,
        "solves": looked.solves,
        "not_looked_at": [*_not_looked_at(), *sorted(family.left_out)],
        "never_fired": never_fired,
    }


def _row(finding: RuleFinding) -> dict[str, Any]:
    position = finding.position
    return {
        "finding": finding.key,
        "check": finding.check,
        "sentence": finding.sentence,
        "rules": [_cited_row(each) for each in finding.rules],
        "smallest": None
        if position is None
        else {
            "facts": position.facts,
            "command": position.command,
            "says": position.verdict,
            "confirmed": not finding.differs,
            **({"differs": finding.differs} if finding.differs else {}),
        },
        "accepted": None if finding.accepted is None else str(finding.accepted),
    }


def _cited_row(cited: Citation) -> dict[str, Any]:
    return {**cited_row(cited), "file": cited.file, "line": cited.line}


# Consistency of entry points


EVALUATED_TWICE = ("sight", "sight_at_angles", "sight_in_bypass")
"""The families whose lines are decided in two ways."""


def compare_entry_points(
    named: Sequence[str],
    worlds: int,
    hexes: int | None,
    seconds: float,
    tell: Callable[[str], None] = lambda _: None,
) -> Answer:
    """Judge lines of random worlds as a whole and by situations: no where one differs, else unknown, as
    samples prove nothing.
    """
    for each in named:
        if each not in EVALUATED_TWICE:
            raise BadInput(
                f"{each[:40]}: is no family of lines; name one of {', '.join(EVALUATED_TWICE)}"
            )
    until = time.monotonic() + seconds
    wanted = [
        all_families()[each] if hexes is None else family_of(each, hexes)
        for each in named or EVALUATED_TWICE
    ]
    tried = [
        try_entry_points(each, worlds, time.monotonic() + (until - time.monotonic()) / left, tell)
        for left, each in zip(range(len(wanted), 0, -1), wanted, strict=True)
    ]
    differ = sum(len(each.differing) for each in tried)
    return Answer(
        "rules consistency",
        None,
        "no" if differ else "unknown",
        {"rules": list(named)},
        [
            {
                "looked": "consistency",
                "worlds": each.family.name,
                "scope": dict(each.family.scope),
                "complete": False,
                "classes": len(each.differing),
                "empty": False,
                "solves": each.worlds,
                "not_looked_at": [],
                "never_fired": None,
            }
            for each in tried
        ],
        {"findings": differ, "open": differ, "stale": 0},
        profile="los",
        lines=tuple(_entry_point_lines(tried)),
    )


def _entry_point_lines(tried: Sequence[EntryPointsTried]) -> Iterator[str]:
    for each in tried:
        yield f"in worlds of {each.family.name} by chance: {each.family.scope_words}"
        text = "the same" if not each.differing else f"{len(each.differing)} differ"
        short = "" if each.worlds == each.wanted else f", as time was over before all {each.wanted}"
        sampled = f"sampled: {each.worlds} worlds{short}"
        yield f"  a line as a whole, and by its situations: {text} ({sampled})"
        for ways in each.differing:
            yield f"  {ways.line.command}: {ways.whole} as a whole, {ways.fast} by situations"
            yield from (f"    {fact}" for fact in ways.line.facts.splitlines())
    yield "in all worlds, properties compare what else is computed twice: entry, actions and steps"
