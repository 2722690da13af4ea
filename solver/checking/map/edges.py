"""S03: whether the edges that the card names have the hexes that it means."""

from __future__ import annotations

from collections.abc import Iterator

from hexcourt.facts.areas.area import Area, Compass, Edge, EdgePart, RoadsOff, all_of
from hexcourt.facts.boards.writing_boards import hex_order
from hexcourt.facts.errors import BadInput
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.map.names import hexes_named
from hexcourt.solver.checking.map.told import areas_told
from hexcourt.solver.checking.play.conditions import found_of
from hexcourt.solver.checking.scenario import Scenario

CODE = "S03"
RULES = ("A2.5", "A2.6")


def check(scenario: Scenario) -> Iterator[Finding]:
    """Tell how many hexes each edge has, and of each part of one whether it has any."""
    sides: set[Compass] = set()
    ground = scenario.areas.ground
    for subject, area in areas_told(scenario):
        edges = [each for each in all_of(area) if isinstance(each, Edge)]
        if not edges:
            continue
        sides.update(side for each in edges for side in each.sides or Compass)
        try:
            hexes = ground.hexes(area)
        except BadInput as error:
            if "edge" in str(error):
                yield Finding(CODE, subject, found_of(error), _sentence(str(error)), RULES)
            continue
        told = f"'{area}'"
        if hexes:
            sentence = f"{told} has {len(hexes)} hex{'es' * (len(hexes) > 1)}."
            yield Finding(CODE, subject, Found.PASS, sentence, RULES)
        else:
            sentence = f"No hex of the map is in {told}{_elsewhere(scenario, area)}."
            yield Finding(CODE, subject, Found.FAIL, sentence, RULES)
    for subject, text, why in scenario.not_understood:
        if "edge" in text.lower():
            sentence = f"Not understood: '{text}': {why}."
            yield Finding(CODE, subject, Found.UNKNOWN, sentence, RULES)
    for side in sorted(sides):
        yield _of_side(scenario, side)


def _of_side(scenario: Scenario, side: Compass) -> Finding:
    ground = scenario.areas.ground
    hexes = ground.hexes(Edge((side,)))
    roads = tuple(sorted(ground.hexes(RoadsOff(Edge((side,)))), key=hex_order))
    by = f"; roads leave by {', '.join(roads)}" if roads else ""
    sentence = f"The {side} edge has {len(hexes)} hexes{by}."
    return Finding(CODE, f"{side} edge", Found.PASS, sentence, RULES, Witness(roads))


def _elsewhere(scenario: Scenario, area: Area) -> str:
    """Say on which edges the hexes lie that an area names."""
    ground, found = scenario.areas.ground, []
    for part in all_of(area):
        for told in hexes_named(part) if not isinstance(part, EdgePart) else ():
            try:
                name = ground.names.hex(told)
            except BadInput:
                continue
            on = [side for side in Compass if name in ground.hexes(Edge((side,)))]
            found += [
                f"{told} is on the {' and '.join(on)} edge" if on else f"{told} is on no edge"
            ]
    return f": {'; '.join(dict.fromkeys(found))}" if found else ""


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
