"""What a question came to, in the one world that there is or in all worlds of some families: as a value,
as rows and as lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.answer.words import counted, in_columns, level_words
from hexcourt.solver.language.question import UNIVERSAL, Question
from hexcourt.solver.position.board_language import HALVED
from hexcourt.solver.query.deciding import AskedNumber, Decision, Outcome, Row, Value
from hexcourt.solver.query.worlds import World
from hexcourt.solver.sandbox.limited_run import OutOfBudget

VERDICTS = ("yes", "no", "unknown")
IMPOSSIBLE = "impossible"

NONE = AskedNumber(None, None)
"""There is no such number."""


@dataclass(frozen=True, slots=True)
class WorldCounts:
    """How many worlds say what; those that decide the answer are ``witnesses``: yes for what is asked of
    some world, no for what is claimed of all.

    All numbers add up: ``total`` are the worlds that ``counts`` has as yes, no and unknown, and those
    not decided because a limit was met (``over``); ``excluded`` are further worlds, which may not be.
    ``rows`` tells in how many worlds each row holds, and ``perhaps`` in how many others it may hold;
    ``values`` how many worlds come to each number, ``open_values`` how many to one that is not decided,
    and ``valueless`` how many to none. In ``vacuous`` worlds a claim is about nothing, in
    ``perhaps_vacuous`` it may be.

    ``smallest`` are the deciding worlds of the fewest pieces, ``minimal`` those of which no part tells
    the same. Worlds that are not decided are ``open``; ``impossible`` ones are given with the reason;
    ``left_out`` are pieces that may not lie, with the rule. ``unlisted`` worlds are counted, but are not
    among those given by name. ``undetermined_statuses`` says which statuses of units are undetermined in
    how many worlds. ``uncounted`` worlds were left as soon as the answer was settled; ``dropped`` counts
    pieces of the families that bear on nothing asked.
    """

    total: int
    counts: Mapping[str, int]
    over: int
    excluded: int
    witnesses: tuple[World, ...]
    open: tuple[World, ...]
    smallest: tuple[World, ...]
    minimal: tuple[World, ...]
    impossible: tuple[tuple[World, str], ...]
    left_out: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Row, int], ...]
    perhaps: tuple[tuple[Row, int], ...]
    values: tuple[tuple[int, int], ...]
    open_values: tuple[tuple[AskedNumber, int], ...]
    valueless: int
    vacuous: int
    perhaps_vacuous: int
    unlisted: int
    as_is: str = ""
    undetermined_statuses: tuple[str, ...] = ()
    uncounted: int = 0
    dropped: int = 0

    @property
    def every(self) -> int:
        """Count all worlds of the families, with those that may not be."""
        return self.total + self.excluded


@dataclass(frozen=True)
class QueryResult:
    """The answer to a question: yes, no, unknown or out_of_budget.

    ``rows`` are what was asked for, for a claim its counterexamples; ``perhaps`` rows that
    depend on ``undecided`` rules. ``number`` is what was asked for, in halves for levels and
    costs; of many worlds it is the range of their numbers. A claim is about so many ``cases``,
    at least and at most; one about nothing is ``vacuous``. ``worlds`` says about the worlds varied.
    """

    question: Question
    answer: str
    rows: tuple[Row, ...] = ()
    perhaps: tuple[Row, ...] = ()
    number: AskedNumber | None = None
    cases: tuple[int, int] = (0, 0)
    vacuous: bool = False
    undecided: tuple[str, ...] = ()
    worlds: WorldCounts | None = None
    over: OutOfBudget | None = None

    @property
    def value(self) -> tuple[int | None, int | None] | None:
        """Return the number asked for, at least and at most: nothing first where there may be none."""
        if self.number is None:
            return None
        return None if self.number.may_lack else self.number.least, self.number.most


def finding(question: Question, outcome: Decision) -> QueryResult:
    """Describe what an outcome answers, or that a limit was met."""
    if isinstance(outcome, OutOfBudget):
        return QueryResult(question, "out_of_budget", over=outcome)
    certain = set(outcome.certain)
    perhaps = tuple(row for row in outcome.possible if row not in certain)
    rows = outcome.certain
    if question.mode in ("min", "max"):
        rows, perhaps = best_rows(question.mode, rows), best_rows(question.mode, perhaps)
    return QueryResult(
        question,
        verdict(question, outcome),
        rows,
        perhaps,
        number_of(question, outcome),
        outcome.cases,
        question.then is not None and outcome.cases[1] == 0,
        outcome.rules,
    )


def verdict(question: Question, outcome: Decision) -> str:
    """Return yes, no or unknown: ``all`` and ``never`` hold where there is no row."""
    if isinstance(outcome, OutOfBudget):
        return "out_of_budget"
    if outcome.goal is None or (question.mode == "which" and outcome.goal and not outcome.certain):
        return "unknown"
    wants_none = (question.then is not None) != (question.mode == "never")
    return "yes" if outcome.goal != wants_none else "no"


def number_of(question: Question, outcome: Outcome) -> AskedNumber | None:
    """Return the number asked for; nothing where none was."""
    if question.mode == "count":
        return AskedNumber(len(outcome.certain), len(outcome.possible))
    if question.mode not in ("min", "max"):
        return None
    if outcome.best is not None:
        return outcome.best
    pick = min if question.mode == "min" else max
    found = pick((row[0] for row in outcome.certain if isinstance(row[0], int)), default=None)
    return AskedNumber(found, found)


def best_rows(mode: str, rows: Sequence[Row]) -> tuple[Row, ...]:
    """List the rows of the least or greatest number."""
    numbered = [row for row in rows if isinstance(row[0], int)]
    if not numbered:
        return tuple(rows)
    best = (min if mode == "min" else max)(row[0] for row in numbered)
    return tuple(row for row in numbered if row[0] == best)


# --- in words ---


def counts_of(finding: QueryResult) -> dict[str, int]:
    """Count what was found."""
    worlds = finding.worlds
    if worlds is None:
        found = {"rows": len(finding.rows), "perhaps": len(finding.perhaps)}
        if finding.question.then is not None:
            found["cases"] = finding.cases[0]
        return found
    return {
        "worlds": worlds.total,
        **{f"worlds_{entry}": number for entry, number in worlds.counts.items()},
        "worlds_out_of_budget": worlds.over,
        "impossible": worlds.excluded,
        "worlds_in_all": worlds.every,
        "worlds_vacuous": worlds.vacuous,
        "worlds_perhaps_vacuous": worlds.perhaps_vacuous,
        "worlds_unlisted": worlds.unlisted,
        **({"worlds_uncounted": worlds.uncounted} if worlds.uncounted else {}),
        **({"pieces_dropped": worlds.dropped} if worlds.dropped else {}),
    }


def rows_of(finding: QueryResult) -> Iterator[dict[str, Any]]:
    """Return what was found as rows."""
    question = finding.question
    if finding.number is not None:
        yield _number_row(question, finding.number)
    for rows, certain in ((finding.rows, True), (finding.perhaps, False)):
        for row in rows:
            yield {"row": _named(question, row), "certain": certain}
    if finding.undecided:
        yield {"undecided": list(finding.undecided)}
    if finding.over is not None:
        yield {"limit": finding.over.what, "why": finding.over.sentence}
    if finding.worlds is not None:
        yield from _world_rows(question, finding.worlds)


def _world_rows(question: Question, worlds: WorldCounts) -> Iterator[dict[str, Any]]:
    says = "no" if question.mode in UNIVERSAL else "yes"
    smallest, minimal = set(worlds.smallest), set(worlds.minimal)
    for world in worlds.witnesses:
        yield {
            "world": pieces_of(world),
            "says": says,
            "smallest": world in smallest,
            "minimal": world in minimal,
        }
    for world in worlds.open:
        yield {"world": pieces_of(world), "says": "unknown"}
    for world, why in worlds.impossible:
        yield {"world": pieces_of(world), "impossible": why}
    for piece, rule in worlds.left_out:
        yield {"left_out": piece, "rule": rule}
    if question.columns:
        for row, number, perhaps in row_worlds(worlds):
            yield {"row": _named(question, row), "worlds": number, "worlds_possible": perhaps}
    for value, number in worlds.values:
        yield {**_number_row(question, AskedNumber(value, value)), "worlds": number}
    for open_value, number in worlds.open_values:
        yield {**_number_row(question, open_value), "worlds": number}
    if worlds.valueless:
        yield {**_number_row(question, NONE), "worlds": worlds.valueless}


def row_worlds(worlds: WorldCounts) -> Iterator[tuple[Row, int, int]]:
    """Return for each row in how many worlds it holds, and in how many others it may."""
    perhaps = dict(worlds.perhaps)
    for row, number in worlds.rows:
        yield row, number, perhaps.pop(row, 0)
    yield from ((row, 0, number) for row, number in perhaps.items())


def _number_row(question: Question, number: AskedNumber) -> dict[str, Any]:
    """Write a number at least and at most; one that may not be there has its least apart."""
    least, most = _number(question, number.least), _number(question, number.most)
    if number.may_lack:
        return {"value": None, "value_most": most, "value_least": least}
    return {"value": least, "value_most": most}


def _named(question: Question, row: Row) -> dict[str, Any]:
    return {
        name: value / 2 if is_halved(question, name) and isinstance(value, int) else value
        for name, value in zip(question.columns, row, strict=True)
    }


def _number(question: Question, value: int | None) -> float | int | None:
    if value is None or question.mode == "count" or not question.names:
        return value
    return value / 2 if is_halved(question, question.names[0]) else value


def is_halved(question: Question, name: str) -> bool:
    """Return whether a variable counts halves: levels, MF and MP."""
    return question.kinds.get(name) in HALVED


def pieces_of(world: World) -> list[str]:
    """Write the pieces of a world as ``--place`` takes them."""
    return [piece_text(piece) for piece in world]


MAX_SHOWN = 8
"""How many worlds, counterexamples or values are shown without being asked for."""

MAX_ROWS = 400
"""How many rows are shown as text; ``--json`` gives them all."""


def lines_of(finding: QueryResult) -> Iterator[str]:
    """Describe what was found, line by line."""
    if finding.worlds is not None:
        yield from _world_lines(finding, finding.worlds)
    else:
        yield from _lines(finding)
    is_open = finding.answer == "unknown" or finding.perhaps or finding.worlds is not None
    if finding.undecided and is_open:
        yield f"not decided: {', '.join(finding.undecided)}"
    if finding.over is not None:
        yield f"out of budget: {finding.over.sentence}"


def _lines(finding: QueryResult) -> Iterator[str]:
    """Describe what was found in the one world that there is."""
    question = finding.question
    if question.mode in ("count", "min", "max"):
        yield from _value_lines(finding)
    elif question.then is not None:
        yield from _claim_lines(finding)
    elif question.mode == "which":
        yield f"{finding.answer}: {counted(len(finding.rows), 'answer')}"
        yield from table(question, finding.rows)
    elif question.mode == "never" and finding.answer == "no":
        yield "no: it happens"
        yield from _witness(question, finding.rows)
    else:
        yield finding.answer
        if question.mode != "never":
            yield from _witness(question, finding.rows)
    is_open = question.mode == "which" or finding.answer == "unknown"
    if finding.perhaps and question.columns and is_open:
        yield f"perhaps {counted(len(finding.perhaps), 'more answer')}:"
        yield from table(question, finding.perhaps)


def _witness(question: Question, rows: Sequence[Row]) -> Iterator[str]:
    if rows and question.columns:
        yield f"  such as {_row_words(question, rows[0])}"


def _claim_lines(finding: QueryResult) -> Iterator[str]:
    question, (least, most) = finding.question, finding.cases
    cases = counted(least, "case") if least == most else f"{least} to {most} cases"
    if finding.vacuous:
        yield "yes, but there is no case: the claim is about nothing (vacuous)"
    elif finding.answer == "yes":
        yield f"yes: it holds in all of {cases}"
    elif finding.answer == "unknown":
        yield f"unknown: it may hold in all of {cases}, or not"
    else:
        yield f"no: {len(finding.rows)} of {cases} break it"
        yield from table(question, finding.rows)


def _value_lines(finding: QueryResult) -> Iterator[str]:
    question, number = finding.question, finding.number or NONE
    words = number_words(question, number)
    if number.most is None:
        yield f"{finding.answer}: there is none"
        return
    yield f"unknown: {words}, if what is not decided allows it" if number.may_lack else words
    if len(question.columns) > 1 and question.mode != "count":
        yield from _witness(question, finding.rows or finding.perhaps)


def number_words(question: Question, number: AskedNumber) -> str:
    """Describe between which numbers the one asked for lies."""
    name = question.names[0] if question.mode != "count" else ""
    least, most = (_value_words(question, name, value) for value in (number.least, number.most))
    return least if least == most else f"between {least} and {most}"


def table(question: Question, rows: Sequence[Row]) -> Iterator[str]:
    """List rows: single values in columns, others one a line."""
    shown = rows[:MAX_ROWS]
    if len(question.columns) == 1:
        words = [_value_words(question, question.columns[0], row[0]) for row in shown]
        yield from (f"  {line}" for line in in_columns(words))
    elif question.columns:
        yield from (f"  {_row_words(question, row)}" for row in shown)
    if len(rows) > len(shown):
        yield f"  and {len(rows) - len(shown)} more (--json gives them all)"


def _row_words(question: Question, row: Row) -> str:
    pairs = zip(question.columns, row, strict=True)
    return ", ".join(f"{name} = {_value_words(question, name, value)}" for name, value in pairs)


def _value_words(question: Question, name: str, value: Value | None) -> str:
    if isinstance(value, int) and is_halved(question, name):
        return level_words(value)
    return str(value)


def _world_lines(finding: QueryResult, worlds: WorldCounts) -> Iterator[str]:
    question = finding.question
    if not worlds.total:
        yield f"{finding.answer}, but no world is in the family: the answer is about nothing (vacuous)"
    else:
        lines = [f"{word} in {number}" for word, number in worlds.counts.items() if number]
        lines += [f"not decided for a limit in {worlds.over}"] if worlds.over else []
        lines += [f"not counted in {worlds.uncounted}"] if worlds.uncounted else []
        result = _WORDS.get(finding.answer, finding.answer)
        yield f"{result}: {', '.join(lines)} of {counted(worlds.total, 'world')}"
        if worlds.uncounted:
            yield "settled before all worlds were counted; --count counts them"
        yield f"as it is, without a piece of the families: {_WORDS.get(worlds.as_is, worlds.as_is)}"
    # In how many worlds the claim is about nothing.
    certain, perhaps = worlds.vacuous, worlds.perhaps_vacuous
    if certain:
        yield f"in {counted(certain, 'world')} the claim is about nothing (vacuous)"
    if perhaps:
        yield f"in {counted(perhaps, 'world')} it is not decided whether the claim is about anything"
    if worlds.smallest and question.mode in ("exists", *UNIVERSAL):
        says = "no" if question.mode in UNIVERSAL else "yes"
        what = "such worlds" if worlds.as_is == says else "smallest change"
        if worlds.uncounted:
            what = "such worlds that were found"
        yield f"{what}, {counted(len(worlds.smallest[0]), 'piece')}:"
        yield from few(" and ".join(pieces_of(world)) or "none" for world in worlds.smallest)
        larger = [world for world in worlds.minimal if world not in set(worlds.smallest)]
        if larger:
            yield "minimal, though larger (no part of it does):"
            yield from few(" and ".join(pieces_of(world)) for world in larger)
    if question.mode == "which" and (worlds.rows or worlds.perhaps):
        yield from _row_counts(question, worlds)
    if question.mode in ("count", "min", "max"):
        yield from _number_counts(question, worlds)
    yield from _left_out(worlds)


_WORDS = {"out_of_budget": "out of budget"}


def _row_counts(question: Question, worlds: WorldCounts) -> Iterator[str]:
    every = list(row_worlds(worlds))
    always = [row for row, number, _ in every if number == worlds.total]
    sometimes = [each for each in every if each[1] < worlds.total]
    yield f"in every world {counted(len(always), 'answer')}"
    yield from table(question, always)
    if sometimes:
        yield f"in some worlds {counted(len(sometimes), 'answer')} (with how many):"
        yield from few(
            f"{_row_words(question, row)}: {_worlds_words(number, perhaps)}"
            for row, number, perhaps in sometimes
        )


def _worlds_words(number: int, perhaps: int) -> str:
    if not perhaps:
        return str(number)
    return f"{number}, perhaps in {perhaps} more" if number else f"perhaps in {perhaps}"


def _number_counts(question: Question, worlds: WorldCounts) -> Iterator[str]:
    """Describe how many worlds come to each number, or to none."""
    items = [(AskedNumber(value, value), number) for value, number in worlds.values]
    lines = [
        *(f"{number_words(question, value)}: {n}" for value, n in items),
        *(f"{_open_words(question, value)}: {n}" for value, n in worlds.open_values),
        *([f"none: {worlds.valueless}"] if worlds.valueless else []),
    ]
    if lines:
        yield "values, and in how many worlds:"
        yield from few(lines)


def _open_words(question: Question, number: AskedNumber) -> str:
    """Describe what is not decided of a number."""
    return number_words(question, number) + (", or none" if number.may_lack else "")


def _left_out(worlds: WorldCounts) -> Iterator[str]:
    if worlds.excluded:
        yield f"{counted(worlds.excluded, 'world')} cannot be:"
        yield from few(why for _, why in worlds.impossible)
    if worlds.dropped:
        yield f"{counted(worlds.dropped, 'piece')} of the families can bear on nothing that is asked"
    if worlds.left_out:
        yield f"{counted(len(worlds.left_out), 'piece')} may not lie there:"
        yield from few(f"{piece} ({rule})" for piece, rule in worlds.left_out)


def few(lines: Iterable[str]) -> Iterator[str]:
    """Show the first few lines, and say how many more there are."""
    items = list(dict.fromkeys(lines))
    yield from (f"  {line}" for line in items[:MAX_SHOWN])
    if len(items) > MAX_SHOWN:
        yield f"  and {len(items) - MAX_SHOWN} more (--json gives them all)"
