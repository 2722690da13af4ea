"""Answers that show a scenario: its map, and where each group sets up, enters, or is already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexcourt.facts.areas.sentences import Entry
from hexcourt.facts.boards.writing_boards import hex_order
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.units import read_placed
from hexcourt.facts.errors import listed
from hexcourt.facts.showing import shown
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.words import counted, in_columns
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.checking.setup.confined import setup_hexes


def show_scenario(scenario: Scenario) -> Answer:
    """Tell of each group where it is, and of each named area what hexes it has; raises BadInput where
    the map cannot be laid.
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
        lines=tuple(map(scenario.short, _lines(scenario, rows))),
    )


def _group_row(scenario: Scenario, group: Group) -> Mapping[str, Any]:
    entry = scenario.entry(group)
    enters = isinstance(entry, Entry)
    hexes = scenario.entry_hexes(group) if enters else setup_hexes(scenario, group)
    return {
        "group": group.id,
        "side": group.side,
        "kind": "entry" if enters else "setup" if scenario.setup(group) else None,
        "sentence": str(group.entry) if group.entry is not None else group.setup,
        "turn": entry.turn if enters and entry is not None else None,
        "hexes": list(hexes or ()),
        "units": list(map(str, group.units)),
        "fortifications": list(map(str, group.fortifications)),
        "placed": [_placed(scenario, each) for each in group.placed],
    }


def _placed(scenario: Scenario, text: str) -> Mapping[str, Any]:
    """Tell of a placed counter; the hex is nothing where the map does not have it."""
    counter, name = read_placed(text)
    found = scenario.board.called(name)
    return {"counter": counter, "hex": found if found in scenario.board.by_name else None}


def _area_row(scenario: Scenario, name: str) -> Mapping[str, Any]:
    hexes = sorted(scenario.board.areas[name], key=hex_order)
    return {"area": name, "sentences": list(scenario.card.areas[name]), "hexes": hexes}


def _lines(scenario: Scenario, rows: list[Mapping[str, Any]]) -> Iterator[str]:
    card, board = scenario.card, scenario.board
    turns = "" if card.turns.count is None else f", {counted(card.turns.count, 'turn')}"
    yield f"{shown(card.title or card.id)}: {counted(len(board.hexes), 'hex', 'hexes')}{turns}"
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
    told = f"{does} {where}" if does else "is placed" if row["placed"] else "is not understood"
    yield f"{row['side']} {shown(row['group'])} {told}: {shown(listed(row['units']), 300)}".rstrip(
        ": "
    )
    yield from (f"    {line}" for line in in_columns(row["hexes"]))
    for each in row["placed"]:
        yield f"    {shown(each['counter'])} in {each['hex'] or 'no hex of the map'}"
