"""S02: whether what the card calls hexes is what they hold: buildings, roads, woods."""

from __future__ import annotations

from collections.abc import Iterator

from hexcourt.facts.areas.area import Buildings, Hexes, OfTerrain
from hexcourt.facts.boards.writing_boards import hex_order
from hexcourt.facts.errors import BadInput
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.map.told import parts_told
from hexcourt.solver.checking.scenario import Scenario

CODE = "S02"
RULES = ("B23.1",)


def check(scenario: Scenario) -> Iterator[Finding]:
    """Tell of each building its hexes, and of each hex that is called something whether it is that."""
    seen: set[str] = set()
    for subject, area in parts_told(scenario):
        if isinstance(area, Buildings):
            for name in area.hexes:
                one = Buildings((name,))
                if str(one) not in seen:
                    seen.add(str(one))
                    yield from _building(scenario, one)
        elif isinstance(area, Hexes) and area.said and f"{subject} {area}" not in seen:
            seen.add(f"{subject} {area}")
            yield from _called(scenario, subject, area)


def _building(scenario: Scenario, area: Buildings) -> Iterator[Finding]:
    ground = scenario.areas.ground
    try:
        hexes = tuple(sorted(ground.hexes(area), key=hex_order))
    except BadInput as error:
        if "no building" in str(error):
            yield Finding(CODE, str(area), Found.FAIL, _sentence(str(error)), RULES)
        return
    stuff = [m for m in ("stone", "wood") if ground.ask(f"building(H,{m})") & set(hexes)]
    material = {"stone": "stone", "wood": "wooden"}.get(stuff[0], "") if len(stuff) == 1 else ""
    upper = max(_upper(scenario, each) for each in hexes)
    levels = f"levels 0-{upper}" if upper else "ground level only"
    about = ", ".join(filter(None, (material, levels)))
    noun = "hex" if len(hexes) == 1 else "hexes"
    sentence = f"{_sentence(str(area))[:-1]} has {len(hexes)} {noun}, {' '.join(hexes)}: {about}."
    yield Finding(CODE, str(area), Found.PASS, sentence, RULES, Witness(hexes))


def _upper(scenario: Scenario, name: str) -> int:
    places = [each.place for each in scenario.board.locations_of(name)]
    return sum(each.startswith("level(") for each in places)


def _called(scenario: Scenario, subject: str, area: Hexes) -> Iterator[Finding]:
    ground = scenario.areas.ground
    try:
        hexes = ground.hexes(Hexes(area.hexes))
        held = ground.hexes(OfTerrain((area.said,)))
    except BadInput:
        return  # S01 tells of it
    wrong = tuple(sorted(hexes - held, key=hex_order))
    if not wrong:
        sentence = f"All {len(hexes)} hexes called {area.said} hold it."
        yield Finding(CODE, subject, Found.PASS, sentence, RULES)
        return
    known = area.said in ("road", "building", "stone building", "wooden building")
    noun = "is no" if len(wrong) == 1 else "are no"
    sentence = f"{' '.join(wrong)} {noun} {area.said} hex{'es' * (len(wrong) > 1)}."
    if not known:
        lies = "does" if len(wrong) == 1 else "do"
        sentence = f"At the centre dot {' '.join(wrong)} {lies} not hold {area.said}."
    yield Finding(
        CODE, subject, Found.FAIL if known else Found.UNKNOWN, sentence, RULES, Witness(wrong)
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
