"""Families that a scenario card tells: where a group may set up, and what it may fortify.

``setup(g1)`` stands for a family of enemy units, ``fortifications(g1)`` for one of each kind of the
group's Fortifications that is a piece of questions: both in the words that questions have anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.showing import shown
from hexcourt.solver.checking.setup.confined import setup_hexes
from hexcourt.solver.position.board_state import OF_GROUP
from hexcourt.solver.statutes.house_rules import under

if TYPE_CHECKING:
    from hexcourt.facts.cards.card import Group
    from hexcourt.solver.checking.scenario import Scenario

_PIECES = {
    "roadblock": "roadblock(A,B) : road(A,B), area({area},A)",
    "foxhole": "foxhole(H) : hex(H), area({area},H)",
    "trench": "trench(H) : hex(H), area({area},H)",
}
"""The Fortifications that are pieces of questions, and where each kind may lie, if the law allows."""


def families_of(scenario: Scenario, vary: Sequence[str]) -> tuple[str, ...]:
    """Write families of groups in the words that all questions have; others stay as they are.

    Raises BadInput where no such group is at hand, or its sentence is not understood.
    """
    found: list[str] = []
    with under(scenario.house_rules):
        for text in vary:
            match = OF_GROUP.fullmatch(text)
            if match is None:
                found.append(text)
                continue
            group = _group(scenario, match["group"])
            if match["what"] == "setup":
                most = int(match["most"]) if match["most"] else None
                found.append(setup_family(scenario, group, most))
            else:
                found += fortification_families(scenario, group)
    return tuple(found)


def _group(scenario: Scenario, name: str) -> Group:
    for each in scenario.card.groups:
        if each.id == name:
            return each
    known = listed((each.id for each in scenario.card.groups), "or")
    raise BadInput(f"group {shown(name)}: the card has none; write {known}")


def fortification_families(scenario: Scenario, group: Group) -> Iterator[str]:
    """Write a family for each kind of a group's Fortifications: all of them, wherever they may lie."""
    _known_hexes(scenario, group)
    counts: dict[str, int] = {}
    for each in group.fortifications:
        counts[each.kind] = counts.get(each.kind, 0) + each.count
    known = {kind: count for kind, count in counts.items() if kind in _PIECES}
    if not known:
        has = listed(counts, "and") if counts else "none"
        raise BadInput(
            f"fortifications({group.id}): group {group.id} has {has}; of these questions vary "
            f"{listed(_PIECES, 'and')} alone"
        )
    for kind, count in known.items():
        yield "{ " + _PIECES[kind].format(area=quoted(group.id)) + " } = " + str(count)


def setup_family(scenario: Scenario, group: Group, most: int | None = None) -> str:
    """Write the setups of a group as a family: enemy units in so many Locations of its area, as few as
    have room for them by the law, and no more than there are units, or ``most``.
    """
    from hexcourt.solver.checking.setup.asking import NO, at, kinds_of, law_name, setup_law

    hexes = _known_hexes(scenario, group)
    setup = scenario.setup(group)
    if setup is not None and (setup.limits or group.limits):
        limits = "; ".join(map(str, setup.limits)) or ", ".join(group.limits)
        raise BadInput(
            f"setup({group.id}): limits of a setup are not looked at ({limits}); write the family out"
        )
    law = setup_law(scenario.position)
    kinds = kinds_of({law_name(each.kind) for each in group.units})
    needs = {"halves": 0, "singles": 0, "bulky": 0}
    counted, units = 0, set()
    for each in group.units:
        rooms = kinds.fills.get(law_name(each.kind), ())
        unit = kinds.units.get(law_name(each.kind))
        counted += each.count if rooms else 0
        units |= {unit} if rooms and unit else set()
        for room in rooms:
            needs[room.what] += each.count * room.amount
    if not units:
        raise BadInput(
            f"setup({group.id}): group {group.id} has no units that set up; name another"
        )
    places = {
        (each.hex, each.place): each for name in hexes for each in scenario.board.locations_of(name)
    }
    rooms_of = law.rooms(hexes)
    deeds = {
        key: [f"sets_up({unit},{at(place)})" for unit in sorted(units)]
        for key, place in places.items()
    }
    said = law.ask(deed for each in deeds.values() for deed in each)
    good = [key for key in places if any(said[deed].verdict != NO for deed in deeds[key])]
    least = max(
        _fewest(
            need, [sum(r.amount for r in rooms_of.get(key, ()) if r.what == what) for key in good]
        )
        for what, need in needs.items()
    )
    if most is not None and most < least:
        raise BadInput(
            f"setup({group.id}): its units need {least} Locations at least; write {least} or more"
        )
    top = min(counted, len(good), most or counted)
    pieces = "; ".join(
        f"enemy({quoted(name)})" if place == "ground" else f"enemy({quoted(name)},{place})"
        for name, place in good
    )
    return f"{least} <= {{ {pieces} }} <= {top}"


def _fewest(need: int, rooms: Iterable[int]) -> int:
    """Tell how many Locations have room enough at least, those with most room taken first."""
    largest = sorted(rooms, reverse=True)
    number = 0
    while need > 0 and number < len(largest) and largest[number]:
        need -= largest[number]
        number += 1
    return number


def _known_hexes(scenario: Scenario, group: Group) -> tuple[str, ...]:
    hexes = setup_hexes(scenario, group)
    if hexes is None:
        raise BadInput(
            f"group {group.id}: it is not understood where it sets up; say it as a card line"
        )
    return hexes
