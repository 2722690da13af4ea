"""Worlds of moves: every move of a unit between two hexes, some terrains at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from types import MappingProxyType
from typing import TypedDict

import clingo
import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.tracing.clearance import FARTHEST
from hexcourt.facts.tracing.movement_facts import measured
from hexcourt.solver.analysis.core.programs import PositionFamily, Scope
from hexcourt.solver.analysis.generators.line_positions import PRINTED
from hexcourt.solver.analysis.generators.witnesses import (
    AtomsByName,
    ExpectedPosition,
    ExpectedSet,
    alike_terrains,
    facts_file,
    firsts,
    ground_facts,
    piece_words,
    term_in_words,
    terrain_scope,
)
from hexcourt.solver.movement.moves import entry
from hexcourt.solver.placement.hex_facts import INFANTRY, VEHICLE, HexFacts, given_lines, unit_named
from hexcourt.solver.placement.placement import check_pieces
from hexcourt.solver.position.board_state import BoardState, mover_terms
from hexcourt.solver.position.opening import reopened
from hexcourt.solver.position.states import Move
from hexcourt.solver.rulebase.rulebase import RuleBase, use_rules
from hexcourt.solver.rulebase.statement import RuleStatement

# Positions of moves


DECISIVE = ("charged", "perhaps", "barred", "doubtful", "risky")
"""What rules say of a move."""

OF_MOVES = (
    *(*DECISIVE, "remark", "leads", "keeps_bonus", "bonus_doubt", "for_cover"),
    *("chooses", "meets_roadblock"),
)
"""What is told of a move."""

OF_UNITS = (
    *("start_price", "later_price", "stop_price", "most", "minimum_move", "bonus"),
    *("in_motion", "rests", "unfit", "may_clear"),
)
"""What is told of the unit, wherever it goes."""

_UNIT = "the unit"

_SUMS = ("(uphill,", "(downhill,", "charged(vbm,")
"""What going up and down, and what VBM costs: sums of other prices."""

_CENTRES = {"A1": (0, 0), "A2": (0, 1000), "B1": (872, 500)}
"""Where the centre dots of the hexes of ``printed.lp`` lie, in thousandths of a hex."""

MoveAtoms = Mapping[str, frozenset[str]]
"""What is said of each move, and of the unit."""


@dataclass(frozen=True)
class MovePosition(ExpectedPosition[MoveAtoms]):
    """The moves of a unit on a facts file with pieces, and what the world says of each."""

    unit: str

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        return " ".join(["hexcourt path smallest.lp A1 A2 --why --unit", self.unit, *self.options])

    @property
    def caption(self) -> str:
        """Name the unit."""
        return f"moves of a {self.unit}"

    def in_words(self, facts: MoveAtoms) -> str:
        """Write what is said of each move."""
        lines = (
            f"{move}: {' '.join(sorted(some)) or 'nothing'}" for move, some in sorted(facts.items())
        )
        return "; ".join(lines)

    def unlike(self, facts: MoveAtoms) -> str:
        """Name the move of which the program says something else."""
        query, mine = _level(facts), _level(self.expected)
        unlike = sorted(each for each in {*query, *mine} if query.get(each) != mine.get(each))
        if unlike:
            one = unlike[0]
            items = [sorted(each.get(one, ["no move"])) for each in (query, mine)]
            return f"of {one} the program says {items[0]}, the world {items[1]}"
        return ""

    def asked(self) -> MoveAtoms:
        """Ask the active rules about all moves."""
        position = BoardState(reopened(self.board), self.placed, self.given)
        unit = unit_named(self.unit)
        given = mover_terms(unit, position.parsed_facts)
        hex_facts = HexFacts(position.board, unit, given_lines(given))
        grounded = hex_facts.ground(pieces=position.pieces)
        return move_atoms(each.symbol for each in grounded.symbolic_atoms if each.is_fact)


def move_atoms(symbols: Iterable[clingo.Symbol]) -> MoveAtoms:
    """Gather what is said of the unit, and of each move that does not come from beyond the board."""
    found: dict[str, set[str]] = defaultdict(set)
    moves = set()
    for each in symbols:
        if each.name == "move" and len(each.arguments) == 1:
            moves.add(Move(each.arguments[0]))
        elif each.name in OF_MOVES and each.arguments:
            move, *rest = map(str, each.arguments)
            found[move].add(f"{each.name}({','.join(rest)})")
        elif each.name in OF_UNITS:
            found[_UNIT].add(str(each))
    known = {str(each) for each in moves} | {_UNIT}
    return {each: frozenset(found[each]) for each in known}


def _level(facts: MoveAtoms) -> MoveAtoms:
    """Leave out the sums that not all families tell."""
    return {
        move: frozenset(each for each in item if not any(sum_ in each for sum_ in _SUMS))
        for move, item in facts.items()
    }


def position_of(atoms: Iterable[str]) -> MovePosition:
    """Turn the atoms of a world into a position."""
    held = AtomsByName(atoms)
    items = [each for name in ("move", *OF_MOVES, *OF_UNITS) for each in held.get(name, ())]
    return MovePosition(expected=move_atoms(items), **place_of(held))


class MoveWorld(TypedDict):
    """What lies where in a world, and who moves."""

    facts: str
    placed: tuple[str, ...]
    unit: str
    given: tuple[str, ...]


def place_of(held: AtomsByName) -> MoveWorld:
    """Write what lies in a world as a user does."""
    facts = facts_file(held) + "".join(f"{each}\n" for each in _outlines(held))
    board = parse_board(facts, "smallest.lp")
    return MoveWorld(
        facts=facts,
        placed=tuple(map(piece_words, firsts(held, "laid"))),
        unit=firsts(held, "unit")[0].name,
        given=tuple(sorted(term_in_words(board, "given", e) for e in firsts(held, "given"))),
    )


def _outlines(held: AtomsByName) -> Iterator[str]:
    """Write what does not fill its hex as outlines."""
    for each in held.get("drawn", ()):
        name, terrain, shape = each.arguments
        yield from outline_facts(name.string, str(terrain), str(shape), _CENTRES[name.string])


# Positions of entry


_OF_RULES = ("refused", "allowed", "doubtful", "obstructed", "undecided")
"""What rules say of entry by a hex."""

EntryFacts = frozenset[str]
"""Who comes in where, how many turns late, and what rules say of it."""


@dataclass(frozen=True)
class EntryPosition(ExpectedSet):
    """Entry by some hexes of a facts file with pieces, and what the world says of each."""

    unit: str
    scheduled: tuple[str, ...]

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        hexes = " ".join(self.scheduled)
        return " ".join([f"hexcourt entry smallest.lp {hexes} --unit", self.unit, *self.options])

    @property
    def caption(self) -> str:
        """Name the unit."""
        return f"entry of a {self.unit}"

    def in_words(self, entry_told: EntryFacts) -> str:
        """Return for each hex who comes in there."""
        return "; ".join(sorted(entry_told))

    def asked(self) -> EntryFacts:
        """Ask the active rules of each hex, in both ways."""
        position = BoardState(reopened(self.board), self.placed, self.given)
        unit = unit_named(self.unit)
        given = mover_terms(unit, position.parsed_facts)
        come = entry(position.board, unit, self.scheduled, position.pieces, given)
        lines = [
            f"scheduled({string_term(n)}). asked(enters({string_term(n)}))." for n in self.scheduled
        ]
        lines += given_lines(given)
        hex_facts = HexFacts(position.board, unit, lines)
        check_pieces(hex_facts, position.pieces)
        profile = unit.profile.replace("moving", "entering")
        grounded = hex_facts.ground(pieces=position.pieces, profile=profile)  # atoms live no longer
        facts = [each.symbol for each in grounded.symbolic_atoms if each.is_fact]
        came = {f"{name} {late} turns late" for name, late in come.surely}
        came |= {f"{name} perhaps {late} turns late" for name, late in come.perhaps}
        return frozenset(came | _entry_atoms([e for e in facts if e.name not in _COMING]))


_COMING = {"comes_on": "{} {} turns late", "perhaps_on": "{} perhaps {} turns late"}
"""What is asked by `hexcourt entry`."""


def _entry_atoms(symbols: Iterable[clingo.Symbol]) -> set[str]:
    """Write what the rule set derives of entry."""
    found = set()
    for each in symbols:
        if each.name in _COMING:
            found.add(_COMING[each.name].format(each.arguments[0].string, each.arguments[1]))
        elif each.name in (*_OF_RULES, "verdict") and len(each.arguments) == 2:
            about, result = each.arguments
            if about.type == clingo.SymbolType.String or about.name == "enters":
                found.add(f"{about} {each.name} {result}")
    return found


def entry_position_of(atoms: Iterable[str]) -> EntryPosition:
    """Turn the atoms of a world into a position."""
    held = AtomsByName(atoms)
    scheduled = tuple(sorted(each.string for each in firsts(held, "scheduled")))
    known = frozenset(_entry_atoms(each for some in held.values() for each in some))
    return EntryPosition(scheduled=scheduled, expected=known, **place_of(held))


UNITS = {INFANTRY: ("squad",), VEHICLE: ("truck", "tank", "motorcycle", "halftrack")}
"""The units that move."""

_OF_ANY = (
    *('is_blocked("A1")', 'is_cleared("A2")', 'roofless("A2")', 'held(at("A2",ground))'),
    *("weather(rain)", "weather(ground_snow)", "weather(mist)"),
)

GIVEN = {
    INFANTRY: (
        *(f'took_cover("A2",{each})' for each in ("shellholes", "woods", "orchard")),
        *("double_time", "advancing", "assault_movement", *_OF_ANY),
    ),
    VEHICLE: (
        *("turreted(tank)", "turret_at(tank,0)", "turret_at(tank,1)", "main_armament(tank,75,l)"),
        *("towing(gun)", *_OF_ANY),
    ),
}
"""What may be given of them."""

_OVER = ("hexside", "edge")

_Chosen = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Terrain in hexes, on hexsides, and drawn so that it does not fill its hex."""


def _every_terrain(family: PositionFamily, rules: Sequence[RuleStatement]) -> _Chosen:
    printed, over = (alike_terrains(rules, each, family.storeys) for each in (PRINTED, _OVER))
    return tuple(printed), tuple(over), ()


def scope_of_moves(
    family: PositionFamily,
    rule_base: RuleBase,
    rules: Sequence[RuleStatement],
    chosen: _Chosen | None = None,
    mover: str | None = None,
    allowance: int | None = None,
) -> Scope:
    """Take terrain, units and what may be given of them from the rules, some of it if it is ``chosen``;
    an ``allowance`` in place of what units have is theirs.
    """
    printed, over, drawn = chosen or _every_terrain(family, rules)
    mover = mover or next(each for each in UNITS if each.partition("_")[2] in family.profile)
    with use_rules(rule_base):
        units = [unit_named(each, allowance) for each in UNITS[mover]]
    facts = (
        *ground_facts(printed, over),
        *(f"scope_unit({each.name},{each.allowance})." for each in units),
        *(f"scope_given({each})." for each in GIVEN[mover]),
        *(f"scope_drawn({each})." for each in drawn),
        *(shape_facts() if drawn else ()),
    )
    return terrain_scope(facts, printed, over)


_WANTED = (
    *(
        *OF_MOVES,
        *OF_UNITS,
        "move",
        "refused",
        "soil",
        "walled",
        "house_wall",
        "spot",
        "leads",
        "possible",
    ),
    *("cot", "bypass_cost", "along", "enters", "has_cost"),
)
"""What is looked at in worlds of moves."""


_MOVES = PositionFamily(
    name="moves_on_foot",
    profile=INFANTRY,
    programs=("printed.lp", "drawn.lp", "moves.lp", "move_checks.lp", "move_properties.lp"),
    wanted=_WANTED,
    decisive=DECISIVE,
    examined=("moving/",),
    scoped=scope_of_moves,
    read=position_of,
    checks=("conflicts", "gaps", "properties"),
    differences="move_differences.lp",
    cut=frozenset(("price", "max_price", "base")),
    scope=MappingProxyType(
        {"most_hexes": 2, "most_over": 1, "most_features": 1, "most_pieces": 2}
        | {"most_drawn": 0, "most_given": 1, "most_beyond": 1}
    ),
    storeys=1,
    handed_on=frozenset(DECISIVE),
)

MOVES_UPHILL = replace(
    _MOVES,
    name="moves_uphill",
    cut=frozenset(("price", "max_price", "bypass_cost")),
    checks=("conflicts",),
    scope=MappingProxyType({**_MOVES.scope, "most_pieces": 0}),
    storeys=0,
)
"""Moves of a squad between two hexes without pieces, with what going up and down adds."""

_OF_VEHICLES = replace(
    _MOVES,
    name="moves_of_vehicles",
    profile=VEHICLE,
    cut=_MOVES.cut | {"bypass_cost"},
)

_BESIDE = (
    ("open", "woods", "building(stone,0)", "rail_cars", "brush", "marsh", "gully"),
    (
        *("narrow_street(paved)", "road(paved)", "rail(glrr)", "wall", "cliff", "overlay_edge"),
        *("gully", "building_side"),
    ),
    ("woods", "building(stone,0)", "rail_cars"),
)
"""What those who pass along hexsides meet."""

BYPASS_ON_FOOT = replace(
    _MOVES,
    name="bypass_on_foot",
    programs=("printed.lp", "drawn.lp", "moves.lp", "move_checks.lp"),
    checks=("conflicts", "gaps"),
    scoped=partial(scope_of_moves, chosen=_BESIDE),
    cut=frozenset(("price", "max_price")),
    scope=MappingProxyType(
        {"most_hexes": 3, "most_over": 2, "most_features": 0, "most_pieces": 1}
        | {"most_drawn": 2, "most_given": 0, "most_beyond": 0}
    ),
)
"""Infantry Bypass through three hexes that meet at a vertex."""

BYPASS_OF_VEHICLES = replace(BYPASS_ON_FOOT, name="bypass_of_vehicles", profile=VEHICLE)
"""VBM through them."""

PAST_OBSTACLES_ON_FOOT = replace(
    BYPASS_ON_FOOT,
    name="past_obstacles_on_foot",
    programs=_MOVES.programs,
    checks=("properties",),
    scope=MappingProxyType(
        {**BYPASS_ON_FOOT.scope, "most_hexes": 2, "most_over": 1, "most_drawn": 1}
    ),
)
"""Bypass between two hexes, of which more is asked."""

PAST_OBSTACLES_OF_VEHICLES = replace(
    PAST_OBSTACLES_ON_FOOT, name="past_obstacles_of_vehicles", profile=VEHICLE
)
"""VBM between them."""

_IN_AIR = (
    ("open", "building(stone,1)", "factory(stone,1)", "bridge(stone)", "woods"),
    ("road(paved)", "building_side", "narrow_street(paved)"),
    ("woods",),
)
"""Where they come to what fills the air."""

AIR_ON_FOOT = replace(
    PAST_OBSTACLES_ON_FOOT,
    name="air_on_foot",
    programs=("printed.lp", "drawn.lp", "moves.lp", "further_pieces.lp", "move_checks.lp"),
    wanted=(*_WANTED, "with_cellars", "factory_terrain", "indoor_side"),
    checks=("conflicts", "gaps"),
    scoped=partial(scope_of_moves, chosen=_IN_AIR),
    scope=MappingProxyType({**PAST_OBSTACLES_ON_FOOT.scope, "most_pieces": 2, "most_given": 2}),
)
"""Moves of a squad into SMOKE, a Blaze, an FFE or dust, and past them."""

AIR_OF_VEHICLES = replace(AIR_ON_FOOT, name="air_of_vehicles", profile=VEHICLE)
"""Those of vehicles."""

_ENTRY = replace(
    _MOVES,
    name="entry_on_foot",
    profile="entering_infantry",
    programs=(
        *("printed.lp", "moves.lp", "entry.lp", "move_checks.lp", "entry_checks.lp"),
        *("heard.lp", "entry_properties.lp"),
    ),
    wanted=(*_WANTED, "comes_on", "perhaps_on", "verdict", "enters_map", "obstructed", "undecided"),
    decisive=(*DECISIVE, *_OF_RULES),
    examined=("moving/", "design/"),
    read=entry_position_of,
    checks=("dead", "shadowed", "properties"),
    differences="entry_differences.lp",
    cut=frozenset(("price", "max_price", "base", "bypass_cost")),
)

ENTRY_OF_VEHICLES = replace(
    _ENTRY, name="entry_of_vehicles", profile="entering_vehicle", checks=("properties",)
)
"""Vehicles come onto the map: `hexcourt entry`, what scenarios ask, and the moves themselves."""

ENTRY_ON_FOOT = replace(_ENTRY, further=(ENTRY_OF_VEHICLES,))
"""A squad does."""

MOVES_OF_VEHICLES = replace(
    _OF_VEHICLES,
    checks=("conflicts", "gaps", "dead", "shadowed", "properties"),
    further=(BYPASS_OF_VEHICLES, AIR_OF_VEHICLES, ENTRY_OF_VEHICLES),
)
"""Moves of a truck or a tank between two hexes."""

MOVES_ON_FOOT = replace(
    _MOVES,
    checks=MOVES_OF_VEHICLES.checks,
    further=(MOVES_UPHILL, BYPASS_ON_FOOT, AIR_ON_FOOT, _OF_VEHICLES, _ENTRY),
)
"""Moves of a squad between two hexes."""


Corners = tuple[tuple[int, int], ...]

_BLANK = 'hex("A1"). elevation("A1",0). terrain("A1",open). location("A1",ground,0).'
_MEASURED = "woods"
_INSIDE = 0.999
"""How much of its hex a depiction covers at the most, so that no corner belongs to another hex."""

_RIMS = {"small": 300, "middle": 100}
_CUTS = {"side": 260, "most": -100}
"""Depictions that leave a rim free on all sides; and that lie on one side of a straight cut, so far
from the centre dot: thousandths of a hex.
"""


def outline_facts(name: str, terrain: str, shape: str, centre: tuple[int, int]) -> Iterator[str]:
    """Write a depiction in a hex as facts, its centre dot in drawing units."""
    yield f'outline("{name} {terrain}",{terrain},ground).'
    for number, (x, y) in enumerate(shapes()[shape]):
        yield f'corner("{name} {terrain}",0,{number},{x + centre[0]},{y + centre[1]}).'


@cache
def shapes() -> Mapping[str, Corners]:
    """Map the names of shapes to their corners about the centre dot, as terms of a world."""
    corners = _INSIDE * parse_board(_BLANK, "blank.lp").layout.corner_offsets()
    reach = float(np.abs(corners[:, 1]).max())
    found = {name: _rounded(corners * (1 - rim / reach)) for name, rim in _RIMS.items()}
    for name, cut in _CUTS.items():
        for direction in range(6):
            found[f"{name}({direction})"] = _rounded(_beyond(corners, direction, cut))
    return MappingProxyType(found)


@cache
def shape_facts() -> tuple[str, ...]:
    """Return what a world has to know of each shape: its share, its distances, its middle."""
    return tuple(fact for shape in shapes() for fact in _measured_facts(shape))


def _measured_facts(shape: str) -> Iterator[str]:
    drawn = "\n".join([_BLANK, *outline_facts("A1", _MEASURED, shape, (0, 0))])
    shown = measured(parse_board(drawn, "shape.lp")).shown[0, _MEASURED]
    yield f"scope_shape({shape},{shown.share})."
    for direction, gap in enumerate(shown.gaps):
        if gap <= FARTHEST:
            yield f"scope_gap({shape},{direction},{gap})."
    if not shape.startswith("side"):
        yield f"scope_centred({shape})."


def _beyond(corners: npt.NDArray[np.float64], direction: int, cut: int) -> npt.NDArray[np.float64]:
    """Keep of a hex what lies so far toward a hexside."""
    toward = corners[direction] + corners[(direction + 1) % 6]
    depth = corners @ (toward / np.hypot(*toward)) - cut
    remaining = []
    for number, corner in enumerate(corners):
        after = (number + 1) % 6
        if depth[number] >= 0:
            remaining.append(corner)
        if (depth[number] >= 0) != (depth[after] >= 0):
            share = depth[number] / (depth[number] - depth[after])
            remaining.append(corner + share * (corners[after] - corner))
    return np.array(remaining)


def _rounded(corners: npt.NDArray[np.float64]) -> Corners:
    return tuple((round(x), round(y)) for x, y in corners.tolist())
