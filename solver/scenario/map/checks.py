"""S01, S02, S03 and S07: names, terrain, edges and areas of a card held against the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from hexcourt.facts.areas.area import (
    Area,
    BesideGrain,
    BesideHexrow,
    Buildings,
    Compass,
    Edge,
    EdgeBeside,
    EdgeBetween,
    EdgePart,
    Hexes,
    Hexrows,
    HexRun,
    OfTerrain,
    OnBoards,
    RoadsOff,
    all_of,
)
from hexcourt.facts.areas.map_names import MapNames, Scope
from hexcourt.facts.areas.read_sentences import Order, Setup
from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.boards.board import hex_order
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.read_cards import read_placed
from hexcourt.facts.geometry.coordinates import BoardHex
from hexcourt.solver.answer.words import counted
from hexcourt.solver.scenario.checks import (
    Finding,
    FindingKind,
    Witness,
    as_sentence,
    found_of,
    rules_of,
)
from hexcourt.solver.scenario.files.against_card import remarks
from hexcourt.solver.scenario.map.special import parts_in_scope, understood_areas
from hexcourt.solver.scenario.scenario import Scenario

# --- S01: whether the hexes, hexrows, boards and buildings that the card names are in play --------


S01_RULES = rules_of("S01")


def check_names(scenario: Scenario) -> Iterator[Finding]:
    """Report for each name that is none of the map, and how many are."""
    names = scenario.areas.ground.names
    good: dict[str, set[str]] = {"hex": set(), "building": set(), "hexrow": set(), "board": set()}
    known: set[tuple[str, str]] = set()
    for subject, area, scope in parts_in_scope(scenario):
        for kind, name, look in _names(area, names, scope):
            try:
                look()
                good[kind].add(name)
            except BadInput as error:
                if (subject, name) not in known:
                    known.add((subject, name))
                    several = " names " in str(error) or "there are " in str(error)
                    found = FindingKind.UNKNOWN if several else FindingKind.FAIL
                    yield Finding(subject, found, as_sentence(str(error)), S01_RULES)
    for subject, text, why in scenario.not_understood:
        if " is not on map " in why and all(each[0] != subject for each in known):
            known.add((subject, why))
            yield Finding(subject, FindingKind.FAIL, as_sentence(f"{text}: {why}"), S01_RULES)
    for subject, text in scenario.card.placed_counters:
        try:
            good["hex"].update(map(names.hex, read_placed(text)[1]))
        except BadInput as error:
            sentence = f"{shown(text)}: {error}."
            known.add((subject, text))
            yield Finding(subject, FindingKind.FAIL, sentence, S01_RULES)
    yield from remarks(scenario)
    counts = [(len(found), kind) for kind, found in good.items() if found]
    if counts:
        many = {"hex": "hexes"}
        listed = ", ".join(counted(n, kind, many.get(kind)) for n, kind in counts)
        which = "The others that are named are" if known else "All that is named is"
        yield Finding("names", FindingKind.PASS, f"{which} in play: {listed}.", S01_RULES)


def _names(
    area: Area, names: MapNames, result: Scope
) -> Iterator[tuple[str, str, Callable[[], object]]]:
    """List what an area itself names: the kind, the name, and how it is found."""
    scope = tuple(each for each in names.boards if each.lower() in {b.lower() for b in result})
    kind = "building" if isinstance(area, Buildings) else "hex"
    for each in hexes_named(area):
        yield kind, str(each), partial(names.hex, each, scope)
    if isinstance(area, BesideHexrow | Hexrows):
        rows = (area.hexrow,) if isinstance(area, BesideHexrow) else (area.first, area.last)
        for row in rows:
            yield "hexrow", str(row), partial(names.column, row, scope)
    if isinstance(area, OnBoards | Edge):
        for board in area.boards:
            yield "board", board, partial(names.board_called, board)


def hexes_named(area: Area) -> tuple[BoardHex, ...]:
    """List the hexes that an area itself names."""
    if isinstance(area, Hexes | Buildings):
        return area.hexes
    if isinstance(area, HexRun | EdgeBetween):
        return area.first, area.last
    if isinstance(area, EdgeBeside):
        return (area.hex,)
    return area.grain if isinstance(area, BesideGrain) else ()


# --- S02: whether what the card calls hexes is what they hold: buildings, roads, woods ------------


S02_RULES = rules_of("S02")


def check_terrain(scenario: Scenario) -> Iterator[Finding]:
    """Report for each building its hexes, of each hex that is called something whether it is that, and
    which counters are not placed.
    """
    seen: set[str] = set()
    for subject, area, _ in parts_in_scope(scenario):
        if isinstance(area, Buildings):
            for name in area.hexes:
                one = Buildings((name,))
                if str(one) not in seen:
                    seen.add(str(one))
                    yield from _building(scenario, one)
        elif isinstance(area, Hexes) and area.noun and f"{subject} {area}" not in seen:
            seen.add(f"{subject} {area}")
            yield from _called(scenario, subject, area)
    for subject, text in dict.fromkeys(scenario.card.placed_counters):
        if why := scenario.not_placed.get(text):
            sentence = f"{shown(text)} is not placed, and left out of all checks: {shown(why, 300)}"
            yield Finding(subject, FindingKind.UNKNOWN, as_sentence(sentence), ())


def _building(scenario: Scenario, area: Buildings) -> Iterator[Finding]:
    ground = scenario.areas.ground
    try:
        hexes = tuple(sorted(ground.hexes(area), key=hex_order))
    except BadInput as error:
        if "no building" in str(error):
            yield Finding(str(area), FindingKind.FAIL, as_sentence(str(error)), S02_RULES)
        return
    stuff = [m for m in ("stone", "wood") if ground.ask(f"building(H,{m})") & set(hexes)]
    material = {"stone": "stone", "wood": "wooden"}.get(stuff[0], "") if len(stuff) == 1 else ""
    upper = max(_upper(scenario, each) for each in hexes)
    levels = f"levels 0-{upper}" if upper else "ground level only"
    about = ", ".join(filter(None, (material, levels)))
    noun = "hex" if len(hexes) == 1 else "hexes"
    sentence = f"{as_sentence(str(area))[:-1]} has {len(hexes)} {noun}, {' '.join(hexes)}: {about}."
    yield Finding(str(area), FindingKind.PASS, sentence, S02_RULES, Witness(hexes))


def _upper(scenario: Scenario, name: str) -> int:
    places = [each.place for each in scenario.board.locations_of(name)]
    return sum(each.startswith("level(") for each in places)


def _called(scenario: Scenario, subject: str, area: Hexes) -> Iterator[Finding]:
    ground = scenario.areas.ground
    try:
        hexes = ground.hexes(Hexes(area.hexes))
        held = ground.hexes(OfTerrain((area.noun,)))
    except BadInput:
        return  # S01 tells of it
    wrong = tuple(sorted(hexes - held, key=hex_order))
    if not wrong:
        sentence = f"All {len(hexes)} hexes called {area.noun} hold it."
        yield Finding(subject, FindingKind.PASS, sentence, S02_RULES)
        return
    known = area.noun in ("road", "building", "stone building", "wooden building")
    noun = "is no" if len(wrong) == 1 else "are no"
    sentence = f"{' '.join(wrong)} {noun} {area.noun} hex{'es' * (len(wrong) > 1)}."
    if not known:
        lies = "does" if len(wrong) == 1 else "do"
        sentence = f"At the centre dot {' '.join(wrong)} {lies} not hold {area.noun}."
    yield Finding(
        subject,
        FindingKind.FAIL if known else FindingKind.UNKNOWN,
        sentence,
        S02_RULES,
        Witness(wrong),
    )


# --- S03: whether the edges that the card names have the hexes that it means ----------------------


S03_RULES = rules_of("S03")


def check_edges(scenario: Scenario) -> Iterator[Finding]:
    """Return how many hexes each edge has, and of each part of one whether it has any."""
    sides: set[Compass] = set()
    ground = scenario.areas.ground
    for subject, area in understood_areas(scenario):
        edges = [each for each in all_of(area) if isinstance(each, Edge)]
        if not edges:
            continue
        sides.update(side for each in edges for side in each.sides or Compass)
        try:
            hexes = ground.hexes(area)
        except BadInput as error:
            if "edge" in str(error):
                yield Finding(subject, found_of(error), as_sentence(str(error)), S03_RULES)
            continue
        words = f"'{area}'"
        if hexes:
            sentence = f"{words} has {len(hexes)} hex{'es' * (len(hexes) > 1)}."
            yield Finding(subject, FindingKind.PASS, sentence, S03_RULES)
        else:
            sentence = f"No hex of the map is in {words}{_elsewhere(scenario, area)}."
            yield Finding(subject, FindingKind.FAIL, sentence, S03_RULES)
    for subject, text, why in scenario.not_understood:
        if "edge" in text.lower():
            yield Finding(subject, FindingKind.UNKNOWN, _unclear(text, why), S03_RULES)
    for side in sorted(sides):
        yield _of_side(scenario, side)


def _unclear(text: str, why: str) -> str:
    """Describe why it is not known what it means on this map."""
    words = f"'{text}': {why}" if text and text[:20] not in why else why
    known = "not understood" in words or found_of(words) is FindingKind.FAIL
    return as_sentence(words if known else f"not understood: {words}")


def _of_side(scenario: Scenario, side: Compass) -> Finding:
    ground = scenario.areas.ground
    hexes = ground.hexes(Edge((side,)))
    roads = tuple(sorted(ground.hexes(RoadsOff(Edge((side,)))), key=hex_order))
    by = f"; roads leave by {', '.join(roads)}" if roads else ""
    sentence = f"The {side} edge has {len(hexes)} hexes{by}."
    return Finding(f"{side} edge", FindingKind.PASS, sentence, S03_RULES, Witness(roads))


def _elsewhere(scenario: Scenario, area: Area) -> str:
    """Describe on which edges the hexes lie that an area names."""
    ground, found = scenario.areas.ground, []
    for part in all_of(area):
        for entry in hexes_named(part) if not isinstance(part, EdgePart) else ():
            try:
                name = ground.names.hex(entry)
            except BadInput:
                continue
            on = [side for side in Compass if name in ground.hexes(Edge((side,)))]
            found += [
                f"{entry} is on the {' and '.join(on)} edge" if on else f"{entry} is on no edge"
            ]
    return f": {'; '.join(dict.fromkeys(found))}" if found else ""


# --- S07: whether areas have hexes, and whether those of enemies meet -----------------------------


S07_RULES = rules_of("S07")
_MAX_SHOWN = 12


def check_areas(scenario: Scenario) -> Iterator[Finding]:
    """Report for each area how many hexes it has, of those that meet, and what is not understood."""
    setups: list[tuple[Group, frozenset[str]]] = []
    good = 0
    for group in scenario.card.groups:
        enters, hexes = scenario.enters(group), scenario.hexes_of_group(group)
        if hexes is None:
            continue  # told below
        if hexes:
            good += 1
            if not enters:
                setups.append((group, frozenset(hexes)))
        elif not group.placed or enters:
            what = "enters by no hex" if enters else "has no hex to set up in"
            text = str(group.entry or group.setup)
            sentence = f"{group.id} {what} of the map: '{text}'."
            yield Finding(f"group {group.id}", FindingKind.FAIL, sentence, S07_RULES)
    for name in scenario.card.areas:
        if name in scenario.areas.names and not scenario.areas.named(name):
            sentence = f"Area {name} has no hex of the map."
            yield Finding(f"area {name}", FindingKind.WARN, sentence, S07_RULES)
    met = list(_meetings(scenario, setups))
    yield from met
    for subject, text, why in scenario.not_understood:
        yield Finding(subject, FindingKind.UNKNOWN, _unclear(text, why), S07_RULES)
    if good:
        apart = "" if met else ", those of enemies pairwise disjoint"
        sentence = f"{good} area{'s' * (good > 1)} of groups, none empty{apart}."
        yield Finding("areas", FindingKind.PASS, sentence, S07_RULES)


def _meetings(scenario: Scenario, setups: list[tuple[Group, frozenset[str]]]) -> Iterator[Finding]:
    """Report enemies who may both set up in a hex: a fault where neither is said to be first."""
    for (one, hexes), (other, more) in combinations(setups, 2):
        if one.side == other.side or not hexes & more:
            continue
        shared = tuple(sorted(hexes & more, key=hex_order))
        some = " ".join(shared[:_MAX_SHOWN])
        rest = f" and {len(shared) - _MAX_SHOWN} more" if len(shared) > _MAX_SHOWN else ""
        sentence = f"{one.id} and {other.id}, who are enemies, may both set up in {some}{rest}."
        subject = f"group {one.id}, group {other.id}"
        ordered = any(_is_ordered(scenario.setup(each)) for each in (one, other))
        found = FindingKind.WARN if ordered else FindingKind.FAIL
        yield Finding(subject, found, sentence, S07_RULES, Witness(shared))


def _is_ordered(setup: Setup | None) -> bool:
    """Return whether a sentence says when a group sets up, or more than where."""
    return setup is not None and (setup.order != Order() or bool(setup.remarks))
