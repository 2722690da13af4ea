"""Answers whatever is asked of a board, in the one world as it is or in every world of some families."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from hexcourt.cli.asking.explaining import Explained, explained, turned
from hexcourt.cli.moving.read_movers import read_unit
from hexcourt.cli.showing.answers import AS_DRAWN, Answer
from hexcourt.cli.showing.output import say
from hexcourt.cli.showing.words import counted, in_columns, laid_words, level_words
from hexcourt.facts.pieces.laid_pieces import piece_text
from hexcourt.solver.asking.deciding import Row, Value
from hexcourt.solver.asking.language.question import Question
from hexcourt.solver.asking.language.vocabulary import HALVED, Askable, askables, find_askables
from hexcourt.solver.asking.outcomes import UNIVERSAL, Finding, Worlds
from hexcourt.solver.asking.session import Court
from hexcourt.solver.asking.worlds import World
from hexcourt.solver.guarding.limits import Limits, OutOfBudget, run_limited

MOST_SHOWN = 8
"""How many worlds, counterexamples or values are shown without being asked for."""

MOST_ROWS = 400
"""How many rows are shown as text; ``--json`` gives them all."""


@dataclass(frozen=True)
class Asking:
    """A question with all that was said beside it."""

    board: str
    question: str
    suppose: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    vary: tuple[str, ...] = ()
    unit: str = "squad"
    allowance: str | None = None
    start: str | None = None
    turns: int = 1
    why: bool = False
    why_not: bool = False
    every: bool = False
    most: int = 40
    svg: Path | None = None
    certify: Path | None = None
    dump: Path | None = None
    limits: Limits = field(default_factory=Limits)

    @property
    def arguments(self) -> dict[str, Any]:
        """Give the question's arguments for JSON."""
        return {
            "question": self.question,
            "suppose": list(self.suppose),
            "without": list(self.without),
            "vary": list(self.vary),
            "unit": self.unit,
            "from": self.start,
            "turns": self.turns,
        }

    def court(self) -> Court:
        """Open the court that it is put to."""
        unit = read_unit(self.unit, self.allowance)
        return Court(
            self.board,
            unit=unit.name,
            allowance=unit.allowance,
            start=self.start,
            turns=self.turns,
            suppose=self.suppose,
            without=self.without,
        )


@dataclass(frozen=True)
class Reply:
    """What comes back of a question: what is printed, and the exit status."""

    lines: tuple[str, ...]
    exit_status: int


def ask(console: Console, asking: Asking, as_json: bool) -> int:
    """Answer a question, in a process of its own: it may come from anybody."""
    found = run_limited(lambda: _reply(asking, as_json), asking.limits)
    if isinstance(found, OutOfBudget):
        return _out_of_budget(console, asking, found, as_json)
    for line in found.lines:
        say(console, line)
    return found.exit_status


def _reply(asking: Asking, as_json: bool) -> Reply:
    court = asking.court()
    finding = court.ask(asking.question, vary=asking.vary, limits=asking.limits)
    laid = laid_words(court.board, court.changed.pieces)
    rows: list[Mapping[str, Any]] = list(_rows(finding))
    lines = list(_finding_lines(finding))
    for told in _further(court, finding, asking):
        lines += told.lines
        rows += told.rows
    answer = Answer(
        "ask",
        court.board,
        finding.answer,
        asking.arguments,
        rows,
        _counts(finding),
        (*laid, AS_DRAWN),
        "asking",
    )
    return Reply((answer.as_json(),) if as_json else tuple(lines), answer.exit_status)


def _further(court: Court, finding: Finding, asking: Asking) -> Iterator[Explained]:
    """Give what else was wanted: reasons, what would turn the answer, the program, a certificate."""
    if asking.why or asking.svg is not None:
        yield explained(court, finding, asking.most, asking.every, asking.svg)
    if asking.why_not:
        yield turned(court, finding, asking.vary)
    if asking.dump is not None or asking.certify is not None:
        from hexcourt.cli.asking.certifying import certified, write_question

        if asking.dump is not None:
            yield Explained((write_question(court, asking, asking.dump),), ())
        if asking.certify is not None:
            line, row = certified(court, finding, asking, asking.certify)
            yield Explained((line,), (row,))


def _out_of_budget(console: Console, asking: Asking, over: OutOfBudget, as_json: bool) -> int:
    answer = Answer(
        "ask", None, "out_of_budget", asking.arguments, [{"limit": over.what, "why": over.sentence}]
    )
    say(console, answer.as_json() if as_json else f"out of budget: {over.sentence}")
    return answer.exit_status


# --- as rows -------------------------------------------------------------------------------------------


def _counts(finding: Finding) -> dict[str, int]:
    worlds = finding.worlds
    if worlds is None:
        found = {"rows": len(finding.rows), "perhaps": len(finding.perhaps)}
        if finding.question.then is not None:
            found["cases"] = finding.cases[0]
        return found
    return {
        "worlds": worlds.total,
        **{f"worlds_{said}": number for said, number in worlds.counts.items()},
        "impossible": len(worlds.impossible),
    }


def _rows(finding: Finding) -> Iterator[dict[str, Any]]:
    asked = finding.question
    if finding.value is not None:
        least, most = (_number(asked, value) for value in finding.value)
        yield {"value": least, "value_most": most}
    for rows, certain in ((finding.rows, True), (finding.perhaps, False)):
        for row in rows:
            yield {"row": _named(asked, row), "certain": certain}
    if finding.undecided:
        yield {"undecided": list(finding.undecided)}
    if finding.over is not None:
        yield {"limit": finding.over.what, "why": finding.over.sentence}
    if finding.worlds is not None:
        yield from _world_rows(asked, finding.worlds)


def _world_rows(asked: Question, worlds: Worlds) -> Iterator[dict[str, Any]]:
    says = "no" if asked.mode in UNIVERSAL else "yes"
    smallest, minimal = set(worlds.smallest), set(worlds.minimal)
    for world in worlds.telling:
        yield {
            "world": _pieces(world),
            "says": says,
            "smallest": world in smallest,
            "minimal": world in minimal,
        }
    for world in worlds.open:
        yield {"world": _pieces(world), "says": "unknown"}
    for world, why in worlds.impossible:
        yield {"world": _pieces(world), "impossible": why}
    for piece, rule in worlds.left_out:
        yield {"left_out": piece, "rule": rule}
    for row, number in worlds.rows if asked.columns else ():
        yield {"row": _named(asked, row), "worlds": number}
    for value, number in worlds.values:
        yield {"value": _number(asked, value), "worlds": number}


def _named(asked: Question, row: Row) -> dict[str, Any]:
    return {
        name: value / 2 if _is_halved(asked, name) and isinstance(value, int) else value
        for name, value in zip(asked.columns, row, strict=True)
    }


def _number(asked: Question, value: int | None) -> float | int | None:
    if value is None or asked.mode == "count" or not asked.names:
        return value
    return value / 2 if _is_halved(asked, asked.names[0]) else value


def _is_halved(asked: Question, name: str) -> bool:
    return asked.kinds.get(name) in HALVED


def _pieces(world: World) -> list[str]:
    return [piece_text(piece) for piece in world]


# --- in words ------------------------------------------------------------------------------------------


def _finding_lines(finding: Finding) -> Iterator[str]:
    if finding.worlds is not None:
        yield from _world_lines(finding, finding.worlds)
    else:
        yield from _lines(finding)
    if finding.undecided and (finding.answer == "unknown" or finding.perhaps):
        yield f"not decided: {', '.join(finding.undecided)}"
    if finding.over is not None:
        yield f"out of budget: {finding.over.sentence}"


def _lines(finding: Finding) -> Iterator[str]:
    """Say what was found in the one world that there is."""
    asked = finding.question
    if asked.mode in ("count", "min", "max"):
        yield from _value_lines(finding)
    elif asked.then is not None:
        yield from _claim_lines(finding)
    elif asked.mode == "which":
        yield f"{finding.answer}: {counted(len(finding.rows), 'answer')}"
        yield from _table(asked, finding.rows)
    elif asked.mode == "never" and finding.answer == "no":
        yield "no: it happens"
        yield from _witness(asked, finding.rows)
    else:
        yield finding.answer
        if asked.mode != "never":
            yield from _witness(asked, finding.rows)
    if finding.perhaps and (asked.mode == "which" or finding.answer == "unknown"):
        yield f"perhaps {counted(len(finding.perhaps), 'more answer')}:"
        yield from _table(asked, finding.perhaps)


def _witness(asked: Question, rows: Sequence[Row]) -> Iterator[str]:
    if rows and asked.columns:
        yield f"  such as {_row_words(asked, rows[0])}"


def _claim_lines(finding: Finding) -> Iterator[str]:
    asked, (least, most) = finding.question, finding.cases
    cases = counted(least, "case") if least == most else f"{least} to {most} cases"
    if finding.vacuous:
        yield "yes, but there is no case: the claim is about nothing (vacuous)"
    elif finding.answer == "yes":
        yield f"yes: it holds in all of {cases}"
    elif finding.answer == "unknown":
        yield f"unknown: it may hold in all of {cases}, or not"
    else:
        yield f"no: {len(finding.rows)} of {cases} break it"
        yield from _table(asked, finding.rows)


def _value_lines(finding: Finding) -> Iterator[str]:
    asked = finding.question
    least, most = finding.value or (None, None)
    if most is None:
        yield f"{finding.answer}: there is none"
        return
    words = [
        _value_words(asked, asked.names[0] if asked.mode != "count" else "", v)
        for v in (least, most)
    ]
    if least == most:
        yield words[0]
    elif least is None:
        yield f"unknown: {words[1]}, if what is not decided allows it"
    else:
        yield f"between {' and '.join(words)}"
    if len(asked.columns) > 1 and asked.mode != "count":
        yield from _witness(asked, finding.rows or finding.perhaps)


def _table(asked: Question, rows: Sequence[Row]) -> Iterator[str]:
    """List rows: single values in columns, others one a line."""
    shown = rows[:MOST_ROWS]
    if len(asked.columns) == 1:
        words = [_value_words(asked, asked.columns[0], row[0]) for row in shown]
        yield from (f"  {line}" for line in in_columns(words))
    elif asked.columns:
        yield from (f"  {_row_words(asked, row)}" for row in shown)
    if len(rows) > len(shown):
        yield f"  and {len(rows) - len(shown)} more (--json gives them all)"


def _row_words(asked: Question, row: Row) -> str:
    pairs = zip(asked.columns, row, strict=True)
    return ", ".join(f"{name} = {_value_words(asked, name, value)}" for name, value in pairs)


def _value_words(asked: Question, name: str, value: Value | None) -> str:
    if isinstance(value, int) and _is_halved(asked, name):
        return level_words(value)
    return str(value)


def _world_lines(finding: Finding, worlds: Worlds) -> Iterator[str]:
    asked = finding.question
    if not worlds.total:
        yield f"{finding.answer}, but no world is in the family: the answer is about nothing (vacuous)"
    else:
        told = [f"{word} in {number}" for word, number in worlds.counts.items() if number]
        yield f"{finding.answer}: {', '.join(told)} of {counted(worlds.total, 'world')}"
        yield f"as it is, without a piece of the families: {worlds.as_is}"
    if worlds.vacuous and worlds.total:
        yield f"in {counted(worlds.vacuous, 'world')} the claim is about nothing (vacuous)"
    if worlds.smallest and asked.mode in ("exists", *UNIVERSAL):
        says = "no" if asked.mode in UNIVERSAL else "yes"
        what = "such worlds" if worlds.as_is == says else "smallest change"
        yield f"{what}, {_of_pieces(worlds.smallest[0])}:"
        yield from _some(" and ".join(_pieces(world)) or "none" for world in worlds.smallest)
        larger = [world for world in worlds.minimal if world not in set(worlds.smallest)]
        if larger:
            yield "minimal, though larger (no part of it does):"
            yield from _some(" and ".join(_pieces(world)) for world in larger)
    if asked.mode == "which" and worlds.rows:
        yield from _row_counts(asked, worlds)
    if worlds.values and asked.mode in ("count", "min", "max"):
        name = asked.names[0] if asked.mode != "count" else ""
        yield "values, and in how many worlds:"
        yield from _some(f"{_value_words(asked, name, v)}: {n}" for v, n in worlds.values)
    yield from _left_out(worlds)


def _row_counts(asked: Question, worlds: Worlds) -> Iterator[str]:
    always = [row for row, number in worlds.rows if number == worlds.total]
    sometimes = [(row, number) for row, number in worlds.rows if number < worlds.total]
    yield f"in every world {counted(len(always), 'answer')}"
    yield from _table(asked, always)
    if sometimes:
        yield f"in some worlds {counted(len(sometimes), 'answer')} (with how many):"
        yield from _some(f"{_row_words(asked, row)}: {number}" for row, number in sometimes)


def _left_out(worlds: Worlds) -> Iterator[str]:
    if worlds.impossible:
        yield f"{counted(len(worlds.impossible), 'world')} cannot be:"
        yield from _some(why for _, why in worlds.impossible)
    if worlds.left_out:
        yield f"{counted(len(worlds.left_out), 'piece')} may not lie there:"
        yield from _some(f"{piece} ({rule})" for piece, rule in worlds.left_out)


def _of_pieces(world: World) -> str:
    return counted(len(world), "piece")


def _some(lines: Iterable[str]) -> Iterator[str]:
    """Show the first few lines, and say how many more there are."""
    told = list(dict.fromkeys(lines))
    yield from (f"  {line}" for line in told[:MOST_SHOWN])
    if len(told) > MOST_SHOWN:
        yield f"  and {len(told) - MOST_SHOWN} more (--json gives them all)"


# --- what may be asked -------------------------------------------------------------------------


def show_vocabulary(console: Console, word: str | None, as_json: bool) -> int:
    """List what may be asked, with arguments and an example each."""
    found = tuple(askables().values()) if word is None else find_askables(word)
    rows = [_askable_row(each) for each in found]
    answer = Answer("vocabulary", None, "done", {"word": word}, rows, profile="asking")
    if as_json:
        say(console, answer.as_json())
        return answer.exit_status
    for each in found:
        arguments = ", ".join(f"{kind} {name}" for kind, name in each.arguments)
        say(console, f"{each.name}({arguments})")
        say(console, f"    {each.sentence}")
        say(console, f"    {each.example}")
    return answer.exit_status


def _askable_row(each: Askable) -> dict[str, Any]:
    return {
        "predicate": each.name,
        "arguments": [{"kind": kind, "name": name} for kind, name in each.arguments],
        "judged": each.told,
        "sentence": each.sentence,
        "example": each.example,
    }
