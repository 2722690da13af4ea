"""S13 and S14: whether what is registered before play is in sight, and whether groups can enter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from hexcourt.facts.areas.area import Compass
from hexcourt.facts.base.errors import BadInput, listed, shown
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.records import Location
from hexcourt.facts.cards.card import Group
from hexcourt.solver.answer.words import counted
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.rulebase import cached_by_rules
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.setup.asking import (
    NO,
    UNKNOWN,
    YES,
    SetupVerdict,
    agreed,
    kinds_of,
    rule_name,
    rules_for,
    rulings,
)
from hexcourt.solver.scenario.setup.limits import setup_locations
from hexcourt.solver.scenario.setup.sighted import sights_between

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario


# --- S14: whether each group that enters can, by kind of unit -------------------------------------


CARRIED = ("sw", "gun")
"""Classes of units that enter with others."""


def check_entry(scenario: Scenario) -> Iterator[Finding]:
    """Report for each group that enters by which hexes each kind of its units can."""
    groups = [each for each in scenario.card.groups if each.entry or scenario.entry(each)]
    for group in groups:
        hexes = scenario.entry_hexes(group)
        if hexes is None:
            yield _finding(group, FindingKind.UNKNOWN, "where it enters is not understood")
        elif not hexes:
            yield _finding(group, FindingKind.FAIL, "there is no hex by which it enters")
        else:
            yield from _enters(scenario, group, hexes)
    if not groups:
        yield Finding("entry", FindingKind.PASS, "No group enters the map.")


def _enters(scenario: Scenario, group: Group, hexes: Sequence[str]) -> Iterator[Finding]:
    names = {
        rule_name(each.kind): each.kind for each in group.units if each.unit_class not in CARRIED
    }
    kinds = kinds_of(names)
    texts: list[str] = []
    rules: set[str] = set()
    by_unit: dict[tuple[str, ...], list[str]] = {}
    for name, kind in names.items():
        if name in kinds.any_of:
            by_unit.setdefault(kinds.any_of[name], []).append(shown(kind))
        elif name not in kinds.roomless:
            not_known = f"how {shown(kind)} units enter is not in these documents"
            yield _finding(group, FindingKind.UNKNOWN, not_known)
    worst = FindingKind.PASS
    for units, entry in by_unit.items():
        each_of = [_verdicts(scenario.ground, unit, tuple(hexes)) for unit in units]
        verdicts = {name: agreed(some[name] for some in each_of) for name in hexes}
        can = [each for each in hexes if verdicts[each].verdict == YES]
        may = [each for each in hexes if verdicts[each].verdict == UNKNOWN]
        who = listed([counted(2, each).removeprefix("2 ") for each in entry], "and")
        if can:
            texts.append(f"{who} by {len(can)}")
            rules.update(rules_for(verdicts.values(), YES))
        elif may:
            worst = FindingKind.UNKNOWN
            text = f"{who} surely by none, perhaps by {_named(may)} ({_numbers(verdicts, UNKNOWN)})"
            texts.append(text)
            rules.update(rules_for(verdicts.values(), UNKNOWN))
        else:
            sentence = (
                f"{who} can enter by none of {_entry_hexes(hexes)} ({_numbers(verdicts, NO)})"
            )
            yield _finding(
                group, FindingKind.FAIL, sentence, rules_for(verdicts.values(), NO), hexes
            )
    if texts:
        roads = _roads(scenario, hexes)
        road = f"; road at {_named(roads)}" if roads else "; no road"
        sentence = f"{_entry_hexes(hexes)}: {', '.join(texts)}{road}{_spent(scenario, group)}"
        yield _finding(group, worst, sentence, rules, hexes)
    elif not names:
        sentence = f"{_entry_hexes(hexes)}; no unit is named that enters by itself"
        yield _finding(group, FindingKind.PASS, sentence, (), hexes)


@cached_by_rules(64)
def _verdicts(
    position: BoardState, unit: str, hexes: tuple[str, ...]
) -> Mapping[str, SetupVerdict]:
    """Ask the rules by which hexes a unit comes onto the map."""
    mover = unit_named(unit)
    scheduled = [f"scheduled({string_term(each)})." for each in hexes]
    questions = {each: f"enters({string_term(each)})" for each in hexes}
    items = [*scheduled, *(f"asked({each})." for each in questions.values())]
    items += [f"given({each.term})." for each in position.parsed_facts]
    hex_facts = HexFacts(position.board, mover, items)
    profile = f"entering_{'infantry' if mover.kind == 'infantry' else 'vehicle'}"
    near = None if _may_be_cut_off(position) else hex_facts.around(hex_facts.around(hexes))
    pieces = [e for e in position.pieces if near is None or near.issuperset(e.hexes)]
    found = rulings(ActiveRules(profile).ground(hex_facts.facts(pieces, near)))
    return {each: found[action] for each, action in questions.items()}


def _may_be_cut_off(position: BoardState) -> bool:
    """Return whether there is rubble, which may cut an entry hex off from the rest of the map."""
    board = position.board
    terrain = {term for each in board.hexes for term in each.terrain}
    return any("rubble" in term for term in (*terrain, *(each.terrain for each in board.counters)))


def _roads(scenario: Scenario, hexes: Sequence[str]) -> list[str]:
    off = {name for side in Compass for name in scenario.areas.asked(f"road_off(H,{side})")}
    return [each for each in hexes if each in off]


def _spent(scenario: Scenario, group: Group) -> str:
    entry = scenario.entry(group)
    is_given = entry is not None and entry.spent is not None
    return "; what it has spent before is not counted" if is_given else ""


def _numbers(verdicts: Mapping[str, SetupVerdict], verdict: str) -> str:
    return listed(rules_for(verdicts.values(), verdict), "and") or "no rule permits it"


def _entry_hexes(hexes: Sequence[str]) -> str:
    return counted(len(hexes), "entry hex", "entry hexes")


def _named(names: Sequence[str]) -> str:
    few = [*names[:8], f"{len(names) - 8} more"] if len(names) > 9 else list(names)
    return listed(few, "and")


def _finding(
    group: Group,
    found: FindingKind,
    text: str,
    rules: Iterable[str] = (),
    hexes: Sequence[str] = (),
) -> Finding:
    return Finding.of(group.id, found, text, rules, Witness(hexes=tuple(hexes)))


# --- S13: whether Bore Sighted Locations and Pre-Registered hexes are seen by those who set up ----


PROFILE = "registering"
KEYS = {
    "bore_sighted": ("bore_sights", "Bore Sighted"),
    "pre_registered": ("registers", "Pre-Registered"),
}
"""Keys of a group's limits, the action that each tells of, and its name."""

_FOUND = {YES: FindingKind.PASS, NO: FindingKind.FAIL, UNKNOWN: FindingKind.UNKNOWN}


def check_registered(scenario: Scenario) -> Iterator[Finding]:
    """Report for each Location that a group registers whether it may."""
    found = [
        each
        for group in scenario.card.groups
        for key in KEYS
        for name in _listed(group.limits.get(key, ()))
        for each in [_registered(scenario, group, key, name)]
    ]
    yield from found
    if not found:
        yield Finding("setup", FindingKind.PASS, "Nothing is Bore Sighted or Pre-Registered.")


def _listed(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(map(str, value)) if isinstance(value, Sequence) else ()


def _registered(scenario: Scenario, group: Group, key: str, name: str) -> Finding:
    action, result = KEYS[key]
    board = scenario.position.board_of_lines
    try:
        target, _ = read_location(board, name)
    except BadInput as error:
        return Finding(group.id, FindingKind.FAIL, f"{result} {shown(name)}: {error}.")
    names = setup_locations(scenario, group)
    if names is None:
        sentence = f"{target.name} is {result} by {group.id}, whose setup area is not understood."
        return Finding(group.id, FindingKind.UNKNOWN, sentence, (), Witness(hexes=(target.hex,)))
    places = [board.locations_by_name[each] for each in names]
    in_sight, witness = _in_sight(scenario, target, places)
    verdicts = _ask(action, target.hex, in_sight)
    sees = {
        YES: f"{target.name}, {result}, is in LOS of {witness.lines[0][0] if witness.lines else ''}",
        NO: f"{target.name}, {result}, is not in LOS of any Location of the area of {group.id}",
        UNKNOWN: f"whether {target.name}, {result}, is in LOS of the area of {group.id} is not known",
    }[in_sight]
    return Finding.of(group.id, _FOUND[verdicts.verdict], sees, verdicts.rules, witness)


def _in_sight(
    scenario: Scenario, target: Location, places: Sequence[Location]
) -> tuple[str, Witness]:
    if target in places:
        return YES, Witness(hexes=(target.hex,), lines=((target.name, target.name),))
    sights = sights_between(scenario, places, (target,))
    pair = sights.nearest()
    if pair is not None:
        return YES, Witness(hexes=(target.hex,), lines=((pair[0].name, pair[1].name),))
    witness = Witness(hexes=(target.hex,))
    return (NO if sights.hidden().all() else UNKNOWN), witness


def _ask(action: str, name: str, in_sight: str) -> SetupVerdict:
    question = f"{action}({string_term(name)})"
    facts = f"asked({question}). in_sight({string_term(name)},{in_sight})."
    return rulings(ActiveRules(PROFILE).ground(facts))[question]
