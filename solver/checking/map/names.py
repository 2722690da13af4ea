"""S01: whether the hexes, hexrows, boards and buildings that the card names are in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from hexcourt.facts.areas.area import (
    Area,
    BesideGrain,
    BesideHexrow,
    Buildings,
    Edge,
    EdgeBeside,
    EdgeBetween,
    Hexes,
    Hexrows,
    HexRun,
    OnBoards,
)
from hexcourt.facts.areas.map_names import MapNames, Scope
from hexcourt.facts.cards.units import read_placed
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import BoardHex, parse_board_hex
from hexcourt.facts.showing import shown
from hexcourt.solver.checking.files.remarks import remarks
from hexcourt.solver.checking.finding import Finding, Found
from hexcourt.solver.checking.map.told import parts_in_scope
from hexcourt.solver.checking.scenario import Scenario

CODE = "S01"
RULES = ("A2.2",)


def check(scenario: Scenario) -> Iterator[Finding]:
    """Tell of each name that is none of the map, and how many are."""
    names = scenario.areas.ground.names
    good: dict[str, set[str]] = {"hex": set(), "building": set(), "hexrow": set(), "board": set()}
    told: set[tuple[str, str]] = set()
    for subject, area, scope in parts_in_scope(scenario):
        for kind, name, look in _names(area, names, scope):
            try:
                look()
                good[kind].add(name)
            except BadInput as error:
                if (subject, name) not in told:
                    told.add((subject, name))
                    several = " names " in str(error) or "there are " in str(error)
                    found = Found.UNKNOWN if several else Found.FAIL
                    yield Finding(CODE, subject, found, _sentence(str(error)), RULES)
    for subject, text, why in scenario.not_understood:
        if " is not on map " in why and (subject, why) not in told:
            known = any(each[0] == subject for each in told)
            if not known:
                told.add((subject, why))
                yield Finding(CODE, subject, Found.FAIL, _sentence(f"{text}: {why}"), RULES)
    for group in scenario.card.groups:
        for text in group.placed:
            _, hex_ = read_placed(text)
            try:
                good["hex"].add(names.hex(parse_board_hex(hex_)))
            except BadInput as error:
                sentence = f"{shown(text)}: {error}."
                told.add((f"group {group.id}", text))
                yield Finding(CODE, f"group {group.id}", Found.FAIL, sentence, RULES)
    yield from remarks(scenario)
    counts = [(len(found), kind) for kind, found in good.items() if found]
    if counts:
        listed = ", ".join(f"{n} {_plural(kind, n)}" for n, kind in counts)
        all_ = (
            "All that is named is in play" if not told else "The others that are named are in play"
        )
        yield Finding(CODE, "names", Found.PASS, f"{all_}: {listed}.", RULES)


def _names(
    area: Area, names: MapNames, told: Scope
) -> Iterator[tuple[str, str, Callable[[], object]]]:
    """List what an area itself names: the kind, the name, and how it is found."""
    scope = tuple(each for each in names.boards if each.lower() in {b.lower() for b in told})
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


def _plural(kind: str, number: int) -> str:
    return kind if number == 1 else f"{kind}es" if kind == "hex" else f"{kind}s"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
