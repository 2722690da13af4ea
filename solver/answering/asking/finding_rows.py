"""What was found of a question, as rows of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexcourt.facts.pieces.laid_pieces import piece_text
from hexcourt.solver.asking.deciding import Number, Row
from hexcourt.solver.asking.language.question import Question
from hexcourt.solver.asking.language.vocabulary import HALVED
from hexcourt.solver.asking.outcomes import NONE, UNIVERSAL, Finding, Worlds
from hexcourt.solver.asking.worlds import World


def counts_of(finding: Finding) -> dict[str, int]:
    """Count what was found."""
    worlds = finding.worlds
    if worlds is None:
        found = {"rows": len(finding.rows), "perhaps": len(finding.perhaps)}
        if finding.question.then is not None:
            found["cases"] = finding.cases[0]
        return found
    return {
        "worlds": worlds.total,
        **{f"worlds_{said}": number for said, number in worlds.counts.items()},
        "worlds_out_of_budget": worlds.over,
        "impossible": worlds.barred,
        "worlds_in_all": worlds.every,
        "worlds_vacuous": worlds.vacuous,
        "worlds_perhaps_vacuous": worlds.perhaps_vacuous,
        "worlds_unlisted": worlds.unlisted,
    }


def rows_of(finding: Finding) -> Iterator[dict[str, Any]]:
    """Give what was found as rows."""
    asked = finding.question
    if finding.number is not None:
        yield _number_row(asked, finding.number)
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
    if asked.columns:
        for row, number, perhaps in row_worlds(worlds):
            yield {"row": _named(asked, row), "worlds": number, "worlds_perhaps": perhaps}
    for value, number in worlds.values:
        yield {**_number_row(asked, Number(value, value)), "worlds": number}
    for open_value, number in worlds.open_values:
        yield {**_number_row(asked, open_value), "worlds": number}
    if worlds.valueless:
        yield {**_number_row(asked, NONE), "worlds": worlds.valueless}


def row_worlds(worlds: Worlds) -> Iterator[tuple[Row, int, int]]:
    """Tell for each row in how many worlds it holds, and in how many others it may."""
    perhaps = dict(worlds.perhaps)
    for row, number in worlds.rows:
        yield row, number, perhaps.pop(row, 0)
    yield from ((row, 0, number) for row, number in perhaps.items())


def _number_row(asked: Question, number: Number) -> dict[str, Any]:
    """Write a number at least and at most; one that may not be there has its least apart."""
    least, most = _number(asked, number.least), _number(asked, number.most)
    if number.may_lack:
        return {"value": None, "value_most": most, "value_least": least}
    return {"value": least, "value_most": most}


def _named(asked: Question, row: Row) -> dict[str, Any]:
    return {
        name: value / 2 if is_halved(asked, name) and isinstance(value, int) else value
        for name, value in zip(asked.columns, row, strict=True)
    }


def _number(asked: Question, value: int | None) -> float | int | None:
    if value is None or asked.mode == "count" or not asked.names:
        return value
    return value / 2 if is_halved(asked, asked.names[0]) else value


def is_halved(asked: Question, name: str) -> bool:
    """Tell whether a variable counts halves: levels, MF and MP."""
    return asked.kinds.get(name) in HALVED


def pieces_of(world: World) -> list[str]:
    """Write the pieces of a world as ``--place`` takes them."""
    return [piece_text(piece) for piece in world]
