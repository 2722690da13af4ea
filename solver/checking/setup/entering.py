"""S14: whether each group that enters can, by kind of unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from hexcourt.facts.areas.area import Compass
from hexcourt.facts.cards.card import Group
from hexcourt.facts.errors import listed
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.showing import shown
from hexcourt.solver.answering.words import counted
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.setup.asking import (
    NO,
    UNKNOWN,
    YES,
    Ruled,
    agreed,
    kinds_of,
    law_name,
    rulings,
)
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.lawbook import Lawbook, in_force

if TYPE_CHECKING:
    from hexcourt.solver.checking.scenario import Scenario

CODE = "S14"
CARRIED = ("sw", "gun")
"""Classes of units that enter with others."""


def check_entry(scenario: Scenario) -> Iterator[Finding]:
    """Tell of each group that enters by which hexes each kind of its units can."""
    groups = [each for each in scenario.card.groups if each.entry or scenario.entry(each)]
    for group in groups:
        hexes = scenario.entry_hexes(group)
        if hexes is None:
            yield _finding(group, Found.UNKNOWN, "where it enters is not understood")
        elif not hexes:
            yield _finding(group, Found.FAIL, "there is no hex by which it enters")
        else:
            yield from _enters(scenario, group, hexes)
    if not groups:
        yield Finding(CODE, "entry", Found.PASS, "No group enters the map.")


def _enters(scenario: Scenario, group: Group, hexes: Sequence[str]) -> Iterator[Finding]:
    names = {
        law_name(each.kind): each.kind for each in group.units if each.unit_class not in CARRIED
    }
    kinds = kinds_of(names)
    said: list[str] = []
    rules: set[str] = set()
    by_unit: dict[tuple[str, ...], list[str]] = {}
    for name, kind in names.items():
        if name in kinds.any_of:
            by_unit.setdefault(kinds.any_of[name], []).append(shown(kind))
        elif name not in kinds.roomless:
            said_of = f"how {shown(kind)} units enter is not in these documents"
            yield _finding(group, Found.UNKNOWN, said_of)
    worst = Found.PASS
    for units, told in by_unit.items():
        each_of = [_ruled(scenario.position, unit, tuple(hexes), in_force()) for unit in units]
        ruled = {name: agreed(some[name] for some in each_of) for name in hexes}
        can = [each for each in hexes if ruled[each].verdict == YES]
        may = [each for each in hexes if ruled[each].verdict == UNKNOWN]
        who = listed([counted(2, each).removeprefix("2 ") for each in told], "and")
        if can:
            said.append(f"{who} by {len(can)}")
            rules |= _rules(ruled, YES)
        elif may:
            worst = Found.UNKNOWN
            barred = f"{who} surely by none, perhaps by {_named(may)} ({_numbers(ruled, UNKNOWN)})"
            said.append(barred)
            rules |= _rules(ruled, UNKNOWN)
        else:
            sentence = f"{who} can enter by none of {_entry_hexes(hexes)} ({_numbers(ruled, NO)})"
            yield _finding(group, Found.FAIL, sentence, _rules(ruled, NO), hexes)
    if said:
        roads = _roads(scenario, hexes)
        road = f"; road at {_named(roads)}" if roads else "; no road"
        sentence = f"{_entry_hexes(hexes)}: {', '.join(said)}{road}{_spent(scenario, group)}"
        yield _finding(group, worst, sentence, rules, hexes)
    elif not names:
        sentence = f"{_entry_hexes(hexes)}; no unit is told that enters by itself"
        yield _finding(group, Found.PASS, sentence, (), hexes)


@lru_cache(maxsize=64)
def _ruled(
    position: BoardState, unit: str, hexes: tuple[str, ...], _lawbook: Lawbook
) -> Mapping[str, Ruled]:
    """Ask the law by which hexes a unit comes onto the map."""
    mover = unit_named(unit)
    scheduled = [f"scheduled({quoted(each)})." for each in hexes]
    asked = {each: f"enters({quoted(each)})" for each in hexes}
    told = [*scheduled, *(f"asked({each})." for each in asked.values())]
    told += [f"given({each.term})." for each in position.said]
    law = MoveLaw(position.board, mover, told)
    profile = f"entering_{'infantry' if mover.kind == 'infantry' else 'vehicle'}"
    near = None if _may_be_cut_off(position) else law.around(law.around(hexes))
    pieces = [e for e in position.pieces if near is None or near.issuperset(e.hexes)]
    grounded = Law(profile).ground(law.facts(pieces, near))  # atoms live no longer than this
    found = rulings(grounded)
    return {each: found[deed] for each, deed in asked.items()}


def _may_be_cut_off(position: BoardState) -> bool:
    """Tell whether there is rubble, which may cut an entry hex off from the rest of the map."""
    board = position.board
    terrain = {term for each in board.hexes for term in each.terrain}
    return any("rubble" in term for term in (*terrain, *(each.terrain for each in board.counters)))


def _roads(scenario: Scenario, hexes: Sequence[str]) -> list[str]:
    off = {name for side in Compass for name in scenario.areas.asked(f"road_off(H,{side})")}
    return [each for each in hexes if each in off]


def _spent(scenario: Scenario, group: Group) -> str:
    entry = scenario.entry(group)
    told = entry is not None and entry.spent is not None
    return "; what it has spent before is not counted" if told else ""


def _rules(ruled: Mapping[str, Ruled], verdict: str) -> set[str]:
    return {rule for each in ruled.values() if each.verdict == verdict for rule in each.rules}


def _numbers(ruled: Mapping[str, Ruled], verdict: str) -> str:
    return listed(sorted(_rules(ruled, verdict)), "and") or "no rule gives leave"


def _entry_hexes(hexes: Sequence[str]) -> str:
    return counted(len(hexes), "entry hex", "entry hexes")


def _named(names: Sequence[str]) -> str:
    few = [*names[:8], f"{len(names) - 8} more"] if len(names) > 9 else list(names)
    return listed(few, "and")


def _finding(
    group: Group,
    found: Found,
    said: str,
    rules: set[str] | tuple[str, ...] = (),
    hexes: Sequence[str] = (),
) -> Finding:
    sentence = f"{said[0].upper()}{said[1:]}."
    return Finding(
        CODE, group.id, found, sentence, tuple(sorted(rules)), Witness(hexes=tuple(hexes))
    )
