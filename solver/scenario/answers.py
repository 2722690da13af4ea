"""Answers about scenarios: what checks found, worst first, and where each group is on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from hexcourt.facts.base.errors import BadInput, listed, shown
from hexcourt.facts.boards.board import hex_order
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.read_cards import read_placed
from hexcourt.solver.answer.answer import Answer, CitedBoard
from hexcourt.solver.answer.words import attributes, counted, in_columns
from hexcourt.solver.sandbox.limited_run import Limits
from hexcourt.solver.scenario.checks import (
    Check,
    Finding,
    FindingKind,
    Witness,
    every_check,
    selected,
)
from hexcourt.solver.scenario.running import ReportProgress, run_checks
from hexcourt.solver.scenario.scenario import Scenario

_MAX_SHOWN = 12


def check_scenario(
    scenario: Scenario,
    codes: Iterable[str] = (),
    tell: ReportProgress = lambda done, what: None,
    limits: Limits | None = None,
    hear: Callable[[Sequence[str]], None] = lambda lines: None,
    in_all: float | None = None,
) -> Answer:
    """Check a scenario; no where a check fails, unknown where none does but one is unknown. Each check
    has ``limits`` of its own, all together so many seconds ``in_all``; the lines of what one found are
    evaluated as soon as it is done.
    """
    checks = selected(codes)
    _opened(scenario)

    def report(some: Sequence[Finding]) -> None:
        hear(tuple(_lines(scenario, some)))

    found = run_checks(scenario, checks, tell, limits, report, in_all)
    counts = Counter(str(each.found) for each in found)
    all_assumptions = tuple(dict.fromkeys(each for check in checks for each in check.assumptions))
    return Answer(
        command="scenario check",
        board=_board(scenario),
        answer="no" if counts["fail"] else "unknown" if counts["unknown"] else "yes",
        arguments={"card": scenario.card.source, "checks": [each.code for each in checks]},
        rows=[each.row() for each in found],
        counts={str(each): counts[each] for each in FindingKind},
        assumed=all_assumptions,
        profile="cases",
        lines=(*_lines(scenario, found), count_line(counts, len(checks))),
    )


def _opened(scenario: Scenario) -> None:
    """Open the map and read the sentences once for all checks, which part from here."""
    with suppress(BadInput):  # each check that needs it says so
        scenario.position  # noqa: B018
        scenario.not_understood  # noqa: B018


def _lines(scenario: Scenario, found: Sequence[Finding]) -> Iterator[str]:
    return map(scenario.short, _finding_lines(found))


def list_checks() -> Answer:
    """List the checks that there are."""
    checks = every_check()
    lines = [f"{each.code}  {each.title}" for each in checks]
    return Answer(
        "scenario checks", None, "done", {}, [_check_row(each) for each in checks], lines=lines
    )


def explain_check(code: str) -> Answer:
    """Describe what a check looks at, what it takes for granted, and by which rules it decides."""
    found = selected([code])
    if not code.strip(", ") or len(found) != 1:
        raise BadInput(f"check {shown(code)}: name one check, such as S07")
    (check,) = found
    lines = [f"{check.code}: {check.title}", check.looks_at]
    lines += [f"taken for granted: {each}" for each in check.assumptions]
    lines += [f"by {listed(check.rules)}"] if check.rules else []
    lines += [f"reads of the card: {listed(check.needs)}"]
    return Answer(
        "scenario explain", None, "done", {"check": check.code}, [_check_row(check)], lines=lines
    )


def count_line(counts: Mapping[str, int], checks: int) -> str:
    """Describe how many checks there were, and how many findings of each kind."""
    lines = [
        f"{counts[each]} {each}" for each in ("fail", "unknown", "warn", "pass") if counts[each]
    ]
    ran, found = counted(checks, "check"), counted(sum(counts.values()), "finding")
    return f"{ran}, {found}: {', '.join(lines)}" if lines else f"{ran}, no findings"


def witness_lines(witness: Witness) -> Iterator[str]:
    """Return what shows a finding, cut where it is long."""
    items = (
        ("hexes", witness.hexes),
        ("lines", tuple(f"{a} - {b}" for a, b in witness.lines)),
        ("path", witness.path),
        ("units", witness.units),
        ("placed", tuple(f"{unit} in {place}" for unit, place in witness.placement)),
    )
    for name, parts in items:
        if parts:
            more = f" and {len(parts) - _MAX_SHOWN} more" if len(parts) > _MAX_SHOWN else ""
            joint = " > " if name == "path" else " " if name == "hexes" else ", "
            yield f"{name}: {joint.join(map(shown, parts[:_MAX_SHOWN]))}{more}"


def _finding_lines(found: Sequence[Finding]) -> Iterator[str]:
    for each in found:
        by = f" ({', '.join(each.rules)})" if each.rules else ""
        yield f"{each.check} {each.found} {shown(each.subject)}: {each.sentence}{by}"
        if each.found is not FindingKind.PASS:
            yield from (f"    {line}" for line in witness_lines(each.witness))


def _check_row(check: Check) -> Mapping[str, Any]:
    return {
        "check": check.code,
        **attributes(check, "title", "looks_at", "assumptions", "rules", "needs"),
    }


def _board(scenario: Scenario) -> CitedBoard | None:
    """Cite the map of a scenario, where it can be placed."""
    try:
        board = scenario.board
    except BadInput:
        return None
    return CitedBoard(board.name, board.source, board.digest)


def show_scenario(scenario: Scenario) -> Answer:
    """Report for each group where it is, and of each named area what hexes it has; raises BadInput where
    the map cannot be placed.
    """
    board = scenario.board
    rows: list[Mapping[str, Any]] = [_group_row(scenario, each) for each in scenario.card.groups]
    rows += [_area_row(scenario, name) for name in scenario.card.areas if name in board.areas]
    rows += [
        {"subject": subject, "text": text, "why": why}
        for subject, text, why in scenario.not_understood
    ]
    counts = {
        "groups": len(scenario.card.groups),
        "hexes": len(board.hexes),
        "not_understood": len(scenario.not_understood),
    }
    return Answer(
        command="scenario show",
        board=board,
        answer="done",
        arguments={"card": scenario.card.source},
        rows=rows,
        counts=counts,
        profile="asking",
        lines=tuple(map(scenario.short, _lines_shown(scenario, rows))),
    )


def _group_row(scenario: Scenario, group: Group) -> Mapping[str, Any]:
    entry = scenario.entry(group)
    hexes = scenario.hexes_of_group(group)
    return {
        "group": group.id,
        "side": group.side,
        "kind": "entry" if entry is not None else "setup" if scenario.setup(group) else None,
        "sentence": str(group.entry) if group.entry is not None else group.setup,
        "turn": entry.turn if entry is not None else None,
        "hexes": list(hexes or ()),
        "units": list(map(str, group.units)),
        "fortifications": list(map(str, group.fortifications)),
        "placed": [_placed(scenario, each) for each in group.placed],
    }


def _placed(scenario: Scenario, text: str) -> Mapping[str, Any]:
    """Describe a placed counter; the hex is nothing where the map does not have it."""
    counter, hexes = read_placed(text)
    found = scenario.board.called(str(hexes[0]))
    return {"counter": counter, "hex": found if found in scenario.board.by_name else None}


def _area_row(scenario: Scenario, name: str) -> Mapping[str, Any]:
    hexes = sorted(scenario.board.areas[name], key=hex_order)
    return {"area": name, "sentences": list(scenario.card.areas[name]), "hexes": hexes}


def _lines_shown(scenario: Scenario, rows: list[Mapping[str, Any]]) -> Iterator[str]:
    card, board = scenario.card, scenario.board
    size = (counted(len(board.hexes), "hex", "hexes"), card.turns.length)
    yield f"{shown(card.title or card.id)}: {', '.join(filter(None, size))}"
    for row in rows:
        if "group" in row:
            yield from _group_lines(row)
        elif "area" in row:
            yield f"area {shown(row['area'])}: {counted(len(row['hexes']), 'hex', 'hexes')}"
            yield from (f"    {line}" for line in in_columns(row["hexes"]))
        else:
            yield f"not understood, {shown(row['subject'])}: {shown(row['why'], 300)}"


def _group_lines(row: Mapping[str, Any]) -> Iterator[str]:
    does = {"entry": f"enters on Turn {row['turn']} by", "setup": "sets up in"}.get(
        row["kind"] or ""
    )
    where = counted(len(row["hexes"]), "hex", "hexes")
    text = f"{does} {where}" if does else "is placed" if row["placed"] else "is not understood"
    yield f"{row['side']} {shown(row['group'])} {text}: {shown(listed(row['units']), 300)}".rstrip(
        ": "
    )
    yield from (f"    {line}" for line in in_columns(row["hexes"]))
    for each in row["placed"]:
        yield f"    {shown(each['counter'])} in {each['hex'] or 'no hex of the map'}"
