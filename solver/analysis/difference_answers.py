"""Answers about two versions of the rules: which rules differ, and which answers."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.base.files import is_file, is_folder, make_new_folder
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.analysis import board_answers
from hexcourt.solver.analysis.board_answers import (
    ADJACENT_PAIRS,
    SEEN,
    BoardQuestion,
    QuestionBatch,
    TwoAnswers,
    ask_both,
    steps_on_boards,
)
from hexcourt.solver.analysis.certifying import CertificateOutcome, certify_compared
from hexcourt.solver.analysis.core.programs import BoundedPosition, PositionFamily
from hexcourt.solver.analysis.core.statement_differences import (
    StatementDifference,
    statement_differences,
    table_differences,
)
from hexcourt.solver.analysis.core.touched import UnseenRule, UnseenRules, never_seen
from hexcourt.solver.analysis.core.two_rule_sets import (
    RuleChange,
    RuleSetComparison,
    both_of,
    compare_rule_sets,
)
from hexcourt.solver.analysis.delta_debugging import CutPosition, ReducedQuestion, question_of
from hexcourt.solver.analysis.differences import (
    Difference,
    FamilyComparison,
    WorldDifference,
    counts_by_cause,
    differences,
    differences_in_worlds,
)
from hexcourt.solver.analysis.generators.families import all_families, family_of, largest
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.read_house_rules import (
    amended_rules,
    asked_where,
    read_house_rules,
)
from hexcourt.solver.rulebase.rulebase import (
    AMENDMENTS,
    RuleBase,
    printed_rules,
    read_rulebase,
    use_rules,
)
from hexcourt.solver.rulebase.statement import RuleStatement

WORLDS = "worlds"
"""Rule sets are compared in all worlds of bounded scopes, both asked at once; else on boards."""

MAX_LEFT = 3
"""How many of the steps that were not asked the text names."""


class FurtherCommands(Protocol):
    """What is asked of both rule sets beside boards: commands that documents show."""

    def steps(self, profiles: Collection[str], boards: Sequence[str]) -> Iterable[QuestionBatch]:
        """List those in which some profiles have a say, on some boards or on any."""

    def question(self, query: BoardQuestion) -> ReducedQuestion | None:
        """Return one of them so that its position can be reduced, where that can be."""

    def left_out_in_words(self) -> str:
        """Describe what of them cannot be asked here, "" if all can."""


MAX_SHOWN = 12
"""How many classes of differences, and statements of changes, the text shows."""


def rules_in(folder: Path) -> RuleBase:
    """Read the rules in a folder: ``asp`` of some version, or what holds it."""
    found = next((each for each in (folder / "asp", folder) if is_folder(each / "profiles")), None)
    if found is None:
        if is_file(folder):
            raise BadInput(f"{folder}: is a file; give a folder like asp/, with profiles/ in it")
        raise BadInput(
            f"{folder}: holds no rules; give a folder like asp/, with profiles/ in it, or leave it out"
        )
    try:
        rule_base = read_rulebase(found)
        with use_rules(rule_base):
            for profile in rule_base.profiles:
                ActiveRules(profile).ground_whole()  # what cannot be read is told at once
    except (RuleError, UnicodeDecodeError) as error:
        raise BadInput(f"{folder}: cannot be read as a rule set: {error}") from None
    return rule_base


@dataclass(frozen=True)
class RuleSetsCompared:
    """An answer about two rule sets, with the smallest positions that it says about."""

    answer: Answer
    positions: tuple[BoundedPosition | CutPosition, ...] = ()


def compare(
    folders: Sequence[Path],
    amend: Sequence[Path],
    on: str = "boards",
    boards: Sequence[str] = (),
    tell: Callable[[str], None] = lambda _: None,
    seconds: float = 1800.0,
    further: FurtherCommands | None = None,
    folder: Path | None = None,
) -> RuleSetsCompared:
    """Compare two rule sets: yes where no answer differs. One that is left out is the rules as they
    are, amended by house rules where there are any. What bounded worlds show of both is certified into
    a ``folder``.
    """
    if folder is not None:
        if on != WORLDS:
            raise BadInput("rules diff: boards prove nothing; certify --on worlds")
        make_new_folder(folder)
    if len(folders) + bool(amend) not in (1, 2):
        raise BadInput(
            "rules diff: name two rule sets: OLD and NEW, OLD alone against the rules as they are, "
            "or --amend FILE"
        )
    rule_sets = [rules_in(each) for each in folders]
    if amend:
        rule_sets = (
            [*rule_sets, amended_rules(read_house_rules(amend))] if rule_sets else [printed_rules()]
        )
    if len(rule_sets) == 1:
        rule_sets.append(amended_rules(read_house_rules(amend)) if amend else printed_rules())
    old, new = rule_sets
    comparison = compare_rule_sets(old, new)
    named = [*map(str, folders), *(each.name for each in new.house_rules)]
    until = time.monotonic() + seconds
    try:
        if on == WORLDS:
            return _compared_on_worlds(comparison, named, seconds, tell, folder)
        return _compared_on_boards(comparison, named, boards, tell, until, further)
    except RuleError as error:
        raise BadInput(
            f"rules diff: one of the rule sets cannot be asked by this program: {error}"
        ) from None


def _compared_on_boards(
    comparison: RuleSetComparison,
    named: Sequence[str],
    boards: Sequence[str],
    tell: Callable[[str], None],
    until: float,
    further: FurtherCommands | None,
) -> RuleSetsCompared:
    """Compare two rule sets on boards: no where an answer differs, unknown where not all could be
    asked.
    """
    profiles = comparison.profiles
    steps: list[QuestionBatch] = []
    if comparison.changes:
        steps += steps_on_boards(profiles, boards)
        steps += further.steps(profiles, boards) if further is not None else ()
    outcome = ask_both(comparison, steps, until, tell)

    def question(query: BoardQuestion) -> ReducedQuestion | None:
        result = further.question(query) if further is not None else None
        return result if result is not None else question_of(query)

    late = 0.0 if outcome.interrupted else until
    found = differences(comparison, outcome.old, outcome.new, late, question, tell=tell)
    rows = [*map(_change_row, comparison.changes), *map(_difference_row, found)]
    counts = {
        "changes": len(comparison.changes),
        "rewritten": comparison.rewritten,
        "retold": comparison.retold,
        "asked": len({*outcome.old, *outcome.new}),
        "differ": sum(each.count for each in found),
        "not_asked": len(outcome.left),
    }
    where = ", ".join(boards) or "the embedded boards"
    unasked = further.left_out_in_words() if further is not None and comparison.changes else ""
    answer = Answer(
        "rules diff",
        None,
        "no" if found else "unknown" if outcome.left else "yes",
        {"rule_sets": list(named)},
        rows,
        counts,
        profile="los",
        lines=tuple(_lines(comparison, found, counts, outcome, where, unasked)),
    )
    return RuleSetsCompared(answer, tuple(e.smallest for e in found if e.smallest is not None))


def _compared_on_worlds(
    comparison: RuleSetComparison,
    named: Sequence[str],
    seconds: float,
    tell: Callable[[str], None],
    folder: Path | None,
) -> RuleSetsCompared:
    """Compare two rule sets in bounded worlds: no where one differs, unknown where time was over
    before.
    """
    families = [each for each in all_families().values() if each.differences]
    result = differences_in_worlds(comparison, families, seconds, tell)
    found = [each for compared in result for each in compared.found]
    complete = all(each.complete for each in result)
    proofs = {
        each.family.name: certify_compared(comparison, each, folder, tell)
        for each in result
        if folder is not None and each.asked
    }
    rows = [*map(_change_row, comparison.changes), *map(_world_row, found)]
    for name, proved in proofs.items():
        rows += ({"relation": e or None, "worlds": name, **o.row} for e, o in proved.items())
    counts = {
        "changes": len(comparison.changes),
        "rewritten": comparison.rewritten,
        "retold": comparison.retold,
        "differ": len(found),
    }
    answer = Answer(
        "rules diff",
        None,
        "no" if found else "yes" if complete else "unknown",
        {"rule_sets": list(named)},
        rows,
        counts,
        profile="los",
        lines=tuple(_lines_of_worlds(comparison, result, counts, proofs)),
    )
    return RuleSetsCompared(answer, tuple(e.position for e in found if e.position is not None))


def _lines_of_worlds(
    comparison: RuleSetComparison,
    items: Sequence[FamilyComparison],
    counts: Mapping[str, int],
    proofs: Mapping[str, Mapping[str, CertificateOutcome]],
) -> Iterator[str]:
    yield from _lines_of_changes(comparison, counts)
    for each in items if comparison.changes else ():
        if not each.asked:
            yield f"in worlds of {each.family.name}: nothing of it depends on the rules that differ"
            continue
        if each.complete:
            end = "complete"
        elif each.ended:
            ended = counted(each.ended, "hex", "hexes")
            end = f"complete up to {ended}, then stopped: there may be more"
        else:
            end = "stopped: there may be more"
        kinds = counted(len(each.found), "kind of difference", "kinds of difference")
        worlds = f"{each.family.name} ({each.family.scope_words})"
        proved = proofs.get(each.family.name)
        yield f"in all worlds of {worlds}: {kinds} ({end}{'' if proved else '; not certified'})"
        for relation, outcome in proved.items() if proved else ():
            yield f"  {relation.replace('_', ' ')}{': ' * bool(relation)}{outcome.sentence}"
        if each.complete and not each.derived:
            yield "  what differs is derived alike in all of them, so that they say nothing of it"
        by_cause: dict[tuple[str, ...], list[WorldDifference]] = {}
        for one in each.found:
            by_cause.setdefault(one.causes, []).append(one)
        for causes, some in sorted(by_cause.items(), key=lambda pair: (len(pair[1]), pair[0])):
            yield f"  by {' or '.join(causes) or 'several rules together'}: {len(some)}"
            for one in some[:MAX_SHOWN]:
                yield from _world_lines(one)
            if len(some) > MAX_SHOWN:
                yield f"    and {len(some) - MAX_SHOWN} more"


SHOWN_WHOLE = 160
"""Of two answers that have more characters together only what differs is shown."""

_BETWEEN_PARTS = pattern(r"[;,] ")


def both_in_words(old: str, new: str) -> str:
    """Write what two rule sets answer, one and the other: of long answers what the other has not."""
    if len(old) + len(new) > SHOWN_WHOLE:
        before, after = (dict.fromkeys(_BETWEEN_PARTS.split(each)) for each in (old, new))
        gone = [each for each in before if each not in after]
        come = [each for each in after if each not in before]
        if gone or come:
            old, new = (", ".join(some) or "none of this" for some in (gone, come))
    return f"{old} -> {new}"


def _world_lines(each: WorldDifference) -> Iterator[str]:
    yield f"    {each.what}{f': {both_in_words(each.old, each.new)}' if each.position else ''}"
    if each.position is None:
        yield "      time was over before a smallest position was found"
    else:
        yield f"      smallest: {each.position.summary}"
        yield f"      {each.position.command}"
    if each.is_unexplained:
        yield "      the program answers both the same: what differs is derived, and not shown"
    elif each.alike:
        yield "      not confirmed, so that the generator errs: the program answers alike"


def _world_row(each: WorldDifference) -> dict[str, Any]:
    return {
        "worlds": each.family,
        "kind": each.what,
        "causes": list(each.causes),
        "old": each.old,
        "new": each.new,
        "smallest": None
        if each.position is None
        else {
            "facts": each.position.facts,
            "command": each.position.command,
            "confirmed": each.confirmed,
        },
    }


# What changed since the last rules in which nothing was open


MAX_KINDS, MAX_EACH = 12, 3
"""How many kinds of differences in bounded positions are told at most: in all, and of each family and
number of hexes.
"""

QUICK_SECONDS = 18.0
"""How many seconds of CPU time a quick look takes for searching bounded positions before it starts none
any more.
"""

QUICK_HEXES = 2

UNSEEN_SECONDS = 8.0
"""How many seconds of CPU time more it takes for changed rules that never occur, or never decide."""


@dataclass(frozen=True)
class ChangeReport:
    """What is given about the answers that changed: rows, and lines."""

    rows: list[dict[str, Any]]
    lines: tuple[str, ...]


def differences_since(
    comparison: RuleSetComparison,
    name: str,
    seconds: float,
    tell: Callable[[str], None] = lambda _: None,
    quick: bool = False,
) -> Iterator[ChangeReport]:
    """Compare the active rules with earlier ones: first tables, and each statement that differs by
    itself, then the answers in bounded positions; a ``quick`` look only takes the smallest.
    """
    tables = table_differences(comparison)
    alone = list(statement_differences(comparison))
    rows = [*map(_change_row, comparison.changes), *map(_alone_row, alone)]
    if any(tables):
        rows.append({"no_more_in_tables": [*tables[0]], "new_in_tables": [*tables[1]]})
    counts = {"rewritten": comparison.rewritten, "retold": comparison.retold}
    head = [f"since {name}:", *_lines_of_changes(comparison, counts)]
    head += _table_lines(tables)
    head += [line for each in alone[:MAX_SHOWN] for line in _alone_lines(each)]
    if len(alone) > MAX_SHOWN:
        head.append(f"  and {len(alone) - MAX_SHOWN} more statements derive otherwise")
    yield ChangeReport(rows, tuple(head))
    if not comparison.changes:
        return
    most = QUICK_HEXES if quick else max(largest(each) for each in all_families().values())
    families = [
        family_of(each.name, min(most, largest(each)))
        for each in all_families().values()
        if each.differences
    ]
    hanging = [e for e in families if both_of(e, comparison.old, comparison.new).first]
    limit, began = QUICK_SECONDS if quick else math.inf, time.process_time()
    result = differences_in_worlds(comparison, hanging, seconds, tell, MAX_KINDS, limit, MAX_EACH)
    found = [each for compared in result for each in compared.found]
    confirmed = [each for each in found if each.confirmed]
    others = [each for each in found if not each.confirmed]
    ended = all(each.complete for each in result)
    end = "" if ended else "; stopped, there may be more"
    kinds = counted(len(confirmed), "kind of answer changes", "kinds of answers change")
    names = ", ".join(each.name for each in hanging) or "no family of worlds"
    lines = [f"  {kinds} in bounded positions ({names}{end})"]
    for each in confirmed:
        lines += (f"  {line}" for line in _world_lines(each))
        lines += (f"        by {place}" for place in _causing(comparison, each))
    if others:
        lines.append(f"  {counted(len(others), 'kind')} more without a confirmed position")
    lines += dead_lines(result)
    rows += map(_world_row, found)
    yield ChangeReport(rows, (*head, *lines))
    if quick:
        left = QUICK_SECONDS + UNSEEN_SECONDS - (time.process_time() - began)
        unseen = never_seen(comparison, _accounting(), left)
        rows = [*rows, *map(_unseen_row, unseen.found)]
        yield ChangeReport(rows, (*head, *lines, *unseen_lines(unseen)))


def _accounting() -> list[PositionFamily]:
    """List the families in which it is searched for what never occurs, with two hexes at the most."""
    known = all_families()
    roots = [each for each in known.values() if "dead" in each.checks]
    names = (each.name for root in roots for each in (root, *root.further))
    return [family_of(each, QUICK_HEXES) for each in dict.fromkeys(names)]


_UNSEEN = {
    "dead": "never fires",
    "shadowed": "fires, but another verdict always prevails",
    "redundant": "decides, but another rule always says the same",
}


def unseen_lines(unseen: UnseenRules) -> Iterator[str]:
    """Write which changed rules never occur or decide, and where that was not searched."""
    for each in unseen.found:
        place = f"{place_of(each.statement)} ({each.cited.number})"
        where = f"in small positions of {', '.join(each.families)}"
        yield f"  {each.never}: {place} {_UNSEEN[each.never]} {where}"
    if unseen.left:
        yield (
            f"  not searched for dead, shadowed and redundant rules: {', '.join(unseen.left)}, as a "
            "quick look takes no longer"
        )


def _unseen_row(each: UnseenRule) -> dict[str, Any]:
    return {
        "never": each.never,
        "place": place_of(each.statement),
        "rule": each.cited.number,
        "in_worlds": list(each.families),
    }


def dead_lines(result: Sequence[FamilyComparison]) -> list[str]:
    """Write in which families nothing that changed derives anything otherwise, if it does in none."""
    silent = [each.family.name for each in result if each.complete and not each.derived]
    if not silent or any(each.derived for each in result):
        return []
    return [
        f"  dead in {', '.join(silent)}: nothing that changed derives anything otherwise there, so that "
        "what was added never fires, or repeats other rules"
    ]


def _causing(comparison: RuleSetComparison, each: WorldDifference) -> list[str]:
    """List the changed statements by which a kind of answer changes."""
    some = [e for e in comparison.changes if e.number in each.causes]
    return [
        f"{e.number} ({', '.join(dict.fromkeys(map(place_of, e.new or e.gone)))})" for e in some
    ]


def _table_lines(tables: Sequence[Sequence[str]]) -> Iterator[str]:
    """Write which rows of tables are gone, and which are new."""
    for text, rows in zip(("no more", "new"), tables, strict=True):
        if rows:
            left = f", and {len(rows) - MAX_SHOWN} more" * (len(rows) > MAX_SHOWN)
            yield f"  {text} in tables: {', '.join(rows[:MAX_SHOWN])}{left}"


def _alone_lines(each: StatementDifference) -> Iterator[str]:
    places = dict.fromkeys(map(place_of, each.new or each.gone))
    yield f"  by itself {', '.join(places)} derives otherwise {each.sentence}"


def _alone_row(each: StatementDifference) -> dict[str, Any]:
    return {
        "statements": list(dict.fromkeys(map(place_of, each.new or each.gone))),
        "facts": list(each.facts),
        "before": list(each.before),
        "after": list(each.after),
    }


def _lines(
    comparison: RuleSetComparison,
    found: Sequence[Difference],
    counts: Mapping[str, int],
    both_said: TwoAnswers,
    where_asked: str,
    unasked: str,
) -> Iterator[str]:
    yield from _lines_of_changes(comparison, counts)
    if not comparison.changes:
        return
    more = (
        ", of lines of sight a sample"
        if board_answers.sampled(both_said.old, both_said.new)
        else ""
    )
    yield f"answers that differ on {where_asked}: {counts['differ']} of {counts['asked']}{more}"
    by_cause: dict[tuple[str, ...], list[Difference]] = {}
    for each in found[:MAX_SHOWN]:
        by_cause.setdefault(each.causes, []).append(each)
    totals = counts_by_cause(found)
    for causes in sorted(by_cause, key=lambda each: (totals[each], each)):
        yield f"  by {' or '.join(causes) or 'several rules together'}: {totals[causes]}"
        for each in by_cause[causes]:
            yield f"  {each.count:>5}  {each.subject}: {each.old} -> {each.new}"
            yield f"         such as {each.example.words} on {each.example.board}"
            if each.smallest is not None:
                yield f"         smallest: {each.smallest.summary}"
                yield f"         {each.smallest.command}"
    if len(found) > MAX_SHOWN:
        left = found[MAX_SHOWN:]
        yield f"  and {sum(e.count for e in left)} more in {counted(len(left), 'class', 'classes')}"
    yield from _lines_of_adjacent(both_said)
    if both_said.left:
        why = "interrupted" if both_said.interrupted else "time was over"
        names = ", ".join(both_said.left[:MAX_LEFT])
        further = ", ..." * (len(both_said.left) > MAX_LEFT)
        yield f"not asked, as {why}: {counted(len(both_said.left), 'step')}: {names}{further}"
    if unasked:
        yield unasked


def _lines_of_adjacent(both_said: TwoAnswers) -> Iterator[str]:
    """Return how many ADJACENT_PAIRS Locations see each other under each rule set."""
    unseen, pairs = [], []
    for entry in (both_said.old, both_said.new):
        verdicts = [verdict for query, verdict in entry.items() if query.subject == ADJACENT_PAIRS]
        pairs.append(len(verdicts))
        unseen.append(sum(verdict != SEEN for verdict in verdicts))
    if any(pairs):
        yield (
            f"ADJACENT Locations that do not see each other: {unseen[0]} of {pairs[0]} under the old "
            f"rules, {unseen[1]} of {pairs[1]} under the new"
        )


def _lines_of_changes(comparison: RuleSetComparison, counts: Mapping[str, int]) -> Iterator[str]:
    changes = comparison.changes
    rules = counted(len(changes), "rule differs", "rules differ")
    yield f"{rules}{':' * bool(changes)}"
    where = {(each.file, each.line): names for each, names in asked_where(comparison.new)}
    for change in changes[:MAX_SHOWN]:
        yield f"  {change.kind} {change.number}"
        for sign, some in (("-", change.gone), ("+", change.new)):
            for each in dict.fromkeys(some):
                yield f"    {sign} {place_of(each)}  {' '.join(each.text.split())}"
                names = where.get((each.file, each.line))
                if sign == "+" and names:
                    yield f"      asked in {', '.join(names)}"
    if len(changes) > MAX_SHOWN:
        yield f"  and {len(changes) - MAX_SHOWN} more"
    if counts["rewritten"]:
        yield f"written otherwise, but saying the same: {counted(counts['rewritten'], 'statement')}"
    if counts["retold"]:
        yield f"in other words: {counted(counts['retold'], 'rule')}"


def place_of(statement: RuleStatement) -> str:
    """Name file and line; a file of house rules by its own name."""
    return re.sub(rf"^{AMENDMENTS}/\d+/\d+/", "", statement.place)


def _change_row(change: RuleChange) -> dict[str, Any]:
    def report(some: Sequence[RuleStatement]) -> list[dict[str, str]]:
        return [
            {"place": place_of(e), "text": " ".join(e.text.split())} for e in dict.fromkeys(some)
        ]

    return {
        "change": change.kind,
        "rule": change.number,
        "gone": report(change.gone),
        "new": report(change.new),
    }


def _difference_row(each: Difference) -> dict[str, Any]:
    return {
        "subject": each.subject,
        "causes": list(each.causes),
        "old": each.old,
        "new": each.new,
        "count": each.count,
        "board": each.example.board,
        "example": each.example.words,
        "smallest": None
        if each.smallest is None
        else {"facts": each.smallest.facts, "command": each.smallest.command, "confirmed": True},
    }
