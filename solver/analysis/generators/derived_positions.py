"""Worlds of what no question asks alone: what lies on the ground, and what scenarios are checked by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import clingo

from hexcourt.facts.boards.piece_table import COUNTERS
from hexcourt.solver.analysis.core.programs import PositionFamily, Scope
from hexcourt.solver.analysis.generators.action_positions import distinguishable_terrains
from hexcourt.solver.analysis.generators.move_positions import MOVES_ON_FOOT, scope_of_moves
from hexcourt.solver.analysis.generators.witnesses import (
    AtomsByName,
    ExpectedSet,
    facts_file,
    firsts,
    piece_words,
    terrain_scope,
)
from hexcourt.solver.placement.hex_facts import INFANTRY, HexFacts, unit_named
from hexcourt.solver.placement.placement import check_pieces
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.opening import reopened
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.rulebase import RuleBase, use_rules
from hexcourt.solver.rulebase.statement import RuleStatement

# Positions of what is derived


@dataclass(frozen=True)
class DerivedPosition(ExpectedSet):
    """A facts file with pieces and a unit, further facts, and what a profile derives there of some
    predicates.
    """

    unit: str
    allowance: int
    further: tuple[str, ...]
    profile: str
    names: frozenset[str]

    @property
    def command(self) -> str:
        """Write what the profile is given; no one command asks for all that it derives."""
        if not self.unit:
            return f"asp/profiles/{self.profile}.lp on {' '.join(self.further)}"
        full = unit_named(self.unit).allowance
        spent = [f"allowance({self.allowance})."] * (self.allowance != full)
        text = " ".join([*self.options, f"--unit {self.unit}", *spent, *self.further])
        return f"asp/profiles/{self.profile}.lp on smallest.lp {text}"

    @property
    def caption(self) -> str:
        """Name the profile."""
        return f"what {self.profile} derives"

    def asked(self) -> frozenset[str]:
        """Ask the active rules."""
        grounded = self._grounded()  # atoms live no longer
        facts = (each.symbol for each in grounded.symbolic_atoms if each.is_fact)
        return _derived_atoms(facts, self.names, self.unit)

    def _grounded(self) -> clingo.Control:
        if not self.unit:
            return ActiveRules(self.profile).ground("\n".join(self.further))
        position = BoardState(reopened(self.board), self.placed, self.given)
        hex_facts = HexFacts(position.board, unit_named(self.unit, self.allowance), self.further)
        check_pieces(hex_facts, position.pieces)
        return hex_facts.ground(pieces=position.pieces, profile=self.profile)


_OF_TABLES = ("allotment", "unit_kind")
"""What tables tell of all units."""


def _derived_atoms(
    atoms: Iterable[clingo.Symbol], names: frozenset[str], unit: str
) -> frozenset[str]:
    """Write what is derived of some predicates; of tables what is given about the unit."""
    return frozenset(
        str(each)
        for each in atoms
        if f"{each.name}/{len(each.arguments)}" in names
        and (each.name not in _OF_TABLES or each.arguments[0].name == unit)
    )


def situation_of(
    atoms: Iterable[str],
    profile: str,
    names: frozenset[str],
    further: frozenset[str] = frozenset(),
    answers: frozenset[str] = frozenset(),
) -> DerivedPosition:
    """Turn the atoms of a world of facts without a board into a position, as ``position_of`` does."""
    held = AtomsByName(atoms)
    result = _derived_atoms((each for some in held.values() for each in some), names, "")
    result |= {*map(str, firsts(held, "determined"))}
    facts = _beside(held, further)
    return DerivedPosition("", (), (), result, "", 0, facts, profile, names | answers)


def position_of(
    atoms: Iterable[str],
    profile: str,
    names: frozenset[str],
    further: frozenset[str],
    answers: frozenset[str] = frozenset(),
) -> DerivedPosition:
    """Turn the atoms of a world into a position: given are those of some predicates; beside the
    board the rule set is given what the world tells, and those ``further`` ones. Of ``answers``,
    which may be left open, the world tells which are determined.
    """
    held = AtomsByName(atoms)
    symbols = [each for some in held.values() for each in some]
    described = _beside(held, further)
    unit = firsts(held, "unit")[0].name
    sure = {*map(str, firsts(held, "determined"))}
    return DerivedPosition(
        facts=facts_file(held),
        placed=tuple(map(piece_words, firsts(held, "laid"))),
        given=(),
        expected=_derived_atoms(symbols, names, unit) | sure,
        unit=unit,
        allowance=firsts(held, "allowance")[0].number,
        further=described,
        profile=profile,
        names=names | answers,
    )


def _beside(held: AtomsByName, further: frozenset[str]) -> tuple[str, ...]:
    """List what is given beside the board, and what follows from that for the rules."""
    result = firsts(held, "world_fact")
    facts = {str(each) for each in result if each.arguments}
    facts |= {str(each) for name in further for each in held.get(name, ())}
    return tuple(f"{each}." for each in sorted(facts))


_UNITS = ("squad", "half_squad", "crew", "leader", "hero", "truck", "tank", "halftrack", "wagon")

_PLACED = (
    *("holds/2", "beneath/2", "runs_beneath/2", "gone/2", "spot/2", "level_at/3"),
    *("traced_at/3", "may_lie_at/3", "unsure_level/3", "storey/3", "bottom/2", "sunken_in/2"),
    *("runs_through/2", "crest_side/2", "stairs/3", "roof_stairs/3", "opens/4", "indoor_side/2"),
    *("joined/3", "barred_house/3", "under_one_roof/2", "cellar_way/2", "narrow/3"),
    *("narrow_block/2", "road_block/2", "lies_across/2", "extension/2", "stretch/6", "lies/6"),
    *("may_lay/2", "bears_on/2", "reach/1", "access_point/1", "roof_in_use/1", "built/1"),
    *("factory_hex/1", "rubbled/1", "cleared/1", "collapsed/1", "strewn/1", "opened/1"),
    *("deck/1", "manhole/1", "embankment_hex/1", "ground_unknown/1", "passed_obstacle/1"),
    *("roaded/1", "roadless/1", "overbuilt/1", "small_beside_road/1", "unroofed/1"),
)


def _names(signatures: Iterable[str]) -> tuple[str, ...]:
    return tuple(each.partition("/")[0] for each in signatures)


GROUND = replace(
    MOVES_ON_FOOT,
    name="ground",
    profile="ground",
    programs=("printed.lp", "moves.lp", "further_pieces.lp", "ground.lp"),
    wanted=(
        *_names(_PLACED),
        "refused",
        "soil",
        "walled",
        "house_wall",
        "material",
        "with_cellars",
    ),
    decisive=(),
    handed_on=frozenset(),
    further=(),
    examined=(),
    scoped=partial(scope_of_moves, mover=INFANTRY),
    read=partial(
        position_of, profile="ground", names=frozenset(_PLACED), further=frozenset(("given",))
    ),
    checks=(),
    differences="ground_differences.lp",
    cut=frozenset(("price", "max_price", "base", "bypass_cost")),
    scope=MappingProxyType(
        {**MOVES_ON_FOOT.scope, "most_hexes": 3, "most_given": 1, "most_beyond": 0}
    ),
    storeys=1,
)
"""What lies on up to three hexes, and how high."""

_CHECKED = (
    *("worth/4", "worth_unknown/3", "as_unit/2", "fills/4", "roomless/2", "room/5", "of_class/2"),
    *(
        "gains/3",
        "advances/2",
        "has/1",
        "only_once/2",
        "assaults/1",
        "not_counted/2",
        "holds/1",
        "too_close/2",
    ),
    *("close_hindrance/2", "refused/2", "doubtful/2", "allowed/2", "verdict/2", "open_ended/2"),
    *("allotment/2", "unit_kind/3", "most_in_place/3", "not_shared/3"),
)
_OF_LINES = ("sees/2", "sees/3", "sees/4", "hindrance/3", "blocked/3")
_SCENARIO_FACTS = (
    *("setup_kind", "times", "side", "stands_for", "control_least", "counts", "control_more"),
    *("counts_against", "present_least", "sole", "empty_of", "outnumber", "ahead"),
    *("all_of", "any_of", "meant", "units_needed", "asks_for", "brought", "mans", "given"),
)


def _scope_of_scenarios(
    family: PositionFamily, rule_base: RuleBase, rules: Sequence[RuleStatement]
) -> Scope:
    del family, rules
    with use_rules(rule_base):
        units = [unit_named(each) for each in _UNITS]
    terrains = ("open", "building(stone,1)")
    facts = (
        *(f"scope_terrain({each})." for each in terrains),
        *(f"scope_unit({each.name},{each.allowance})." for each in units),
    )
    return terrain_scope(facts, terrains, ())


_STATED = (
    *("allowed", "refused", "doubtful", "worth", "worth_unknown", "fills", "roomless", "room"),
    *("gains", "not_counted", "too_close", "close_hindrance"),
)
"""What rules say of scenarios."""

DESIGN = replace(
    GROUND,
    name="design",
    profile="design",
    programs=("printed.lp", "design.lp", "design_checks.lp", "heard.lp"),
    wanted=(*_names((*_CHECKED, *_OF_LINES)), "walled", "house_wall", "depression_terrain"),
    decisive=_STATED,
    examined=("design/", "sight/a06_close_calls.lp"),
    scoped=_scope_of_scenarios,
    read=partial(
        position_of,
        profile="design",
        names=frozenset(_CHECKED),
        further=frozenset(_SCENARIO_FACTS),
        answers=frozenset(_OF_LINES),
    ),
    checks=("dead", "shadowed"),
    differences="design_differences.lp",
    scope=MappingProxyType({"most_hexes": 1, "most_over": 0, "most_features": 1, "most_told": 4}),
)
"""Room for units, points for those who leave, what is registered, outcomes, a turn at the best."""

_CONCLUDED = ("comes/4", "turn_of/3", "cost_of/3", "value/4", "settled/3")
_ANSWERS = ("path/3", "bypass_path/3", "reach/2", "reach/3", "arrives/2", "arrives/3")
_ASKED_OF_WAYS = ("asks", "begins_at", "ends_at_state", "turns")
_PASSED = (
    ("open", "woods", "brush", "building(stone,0)"),
    ("road(paved)", "wall", "narrow_street(paved)"),
    ("woods",),
)

_LITTLE = 2
"""What units have to spend, in halves: so that two hexes, with the road bonus, are all they have."""

WAYS = replace(
    GROUND,
    name="ways",
    profile="judged_ways_infantry",
    programs=("printed.lp", "drawn.lp", "moves.lp", "ways.lp"),
    wanted=(*_names((*_CONCLUDED, *_ANSWERS)), "refused", "soil", "walled", "house_wall", "spot"),
    scoped=partial(scope_of_moves, chosen=_PASSED, mover=INFANTRY, allowance=_LITTLE),
    read=partial(
        position_of,
        profile="judged_ways_infantry",
        names=frozenset(_CONCLUDED),
        further=frozenset(_ASKED_OF_WAYS),
        answers=frozenset(_ANSWERS),
    ),
    differences="way_differences.lp",
    cut=frozenset(),
    scope=MappingProxyType(
        {"most_hexes": 3, "most_over": 1, "most_features": 0, "most_pieces": 1}
        | {"most_drawn": 1, "most_given": 0}
    ),
)
"""Ways of a squad that has 1 MF, between two of three hexes, with all sums."""

_OF_MOVES = ("leads", "price", "max_price", "doubtful", "keeps_bonus", "bonus_doubt")
"""What the rules say of moves, as it is given of ways."""


def _without_board(
    family: PositionFamily, rule_base: RuleBase, rules: Sequence[RuleStatement]
) -> Scope:
    del family, rule_base, rules
    return terrain_scope((), (), ())


GIVEN_WAYS = replace(
    WAYS,
    name="given_ways",
    programs=("ways.lp", "given_ways.lp"),
    wanted=_names((*_CONCLUDED, *_ANSWERS)),
    scoped=_without_board,
    read=partial(
        situation_of,
        profile="judged_ways_infantry",
        names=frozenset(_CONCLUDED),
        further=frozenset(
            (*_ASKED_OF_WAYS, *_OF_MOVES, "meets_roadblock", "given", "unit", "allowance")
        ),
        answers=frozenset(_ANSWERS),
    ),
    cut=frozenset((*_OF_MOVES, "meets_roadblock")),
    scope=MappingProxyType({"most_hexes": 3, "most_moves": 3, "most_said": 2}),
)
"""Ways through up to three moves of which the prices are given, not charged for terrain."""

_FIRED_AT = (
    *("open", "woods", "brush", "shellholes", "orchard", "gully", "building(stone,1)"),
    *("factory(stone,1)", "bridge(stone)", "emrr"),
)
_OF_FIRE = ("effect/3", "outcome/4", "unsure/2")
_FIRE_FACTS = (
    *("attack", "attack_by", "target", "given", "fire_line", "fire_blocked", "fire_unknown"),
    *("fire_hindrance", "fire_hinders", "fire_level", "fire_unsure", "fire_cover"),
    *("fire_cover_perhaps", "fire_hull_down", "fire_faces", "fire_advantage"),
)

GIVEN_FIRE = replace(
    GROUND,
    name="given_fire",
    profile="cases",
    programs=("printed.lp", "given.lp", "given_fire.lp"),
    wanted=(*_names(_OF_FIRE), "refused", "walled", "house_wall", "spot", "factory_hex"),
    scoped=partial(
        scope_of_moves,
        chosen=(_FIRED_AT, ("road(paved)", "wall", "building_side", "rail(tram)"), ()),
        mover=INFANTRY,
    ),
    read=partial(
        position_of, profile="cases", names=frozenset(_OF_FIRE), further=frozenset(_FIRE_FACTS)
    ),
    differences="attack_differences.lp",
    cut=frozenset(("price", "max_price", "bypass_cost")),
    scope=MappingProxyType(
        {"most_hexes": 2, "most_over": 1, "most_features": 0, "most_pieces": 1}
        | {"most_given": 0, "most_told": 2, "most_said": 1}
    ),
)
"""Fire along a line of which it is given what it meets."""

_VERDICT_PREDICATES = (
    *("verdict/2", "blocked/2", "unknown/2", "unsettled/2", "hinders/3", "total/2", "shelters/4"),
    *("perhaps_shelters/4", "hull_down/3", "advantage/3", "passes/2", "otherwise/2"),
)
_PARTS = ("roadblock_across_street", "roadblock_extension")
_NOT_PRINTED = (
    *(*_PARTS, "roadblock_on_crest", *(f"end_of({each})" for each in _PARTS)),
    *(f"screening({each})" for each in (*_PARTS, f"end_of({_PARTS[0]})")),
    *("sunken(rubble(stone))", "sunken(debris)", "on_railway(debris)", "on_railway(rubble(stone))"),
    *("on_bridge(debris)", "on_bridge(afv)"),
    *COUNTERS,
)
"""What a line touches that is in no hex printed."""


def _scope_of_situations(
    family: PositionFamily, rule_base: RuleBase, rules: Sequence[RuleStatement]
) -> Scope:
    del rule_base
    printed, over = distinguishable_terrains(family, rules)
    touched = dict.fromkeys((*printed, *over, *_NOT_PRINTED))
    return terrain_scope(tuple(f"scope_touched({each})." for each in touched), printed, over)


SITUATIONS = replace(
    GROUND,
    name="situations",
    profile="los",
    programs=("situations.lp",),
    wanted=_names(_VERDICT_PREDICATES),
    scoped=_scope_of_situations,
    read=partial(situation_of, profile="los", names=frozenset(_VERDICT_PREDICATES)),
    differences="sight_differences.lp",
    scope=MappingProxyType({"most_hexes": 5}),
)
"""Lines of sight as they are told to the rules, with what no board of the other worlds holds."""
