"""Reasons are derivations: the sentence cited for an atom is that of the statement that derived it."""

from __future__ import annotations

import random
import re

import pytest

from hexcourt.facts.boards.records import kind_of, known_terms
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.solver.movement.moves import explain
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.position.changes import read_pieces
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.reasons import deciding, reasons_for
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sight.los_engine import LosEngine
from tests import effort
from tests.amended_rules import Amendment, amended, repealed
from tests.derivations import wrong_reasons
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

UNITS = ("squad", "tank", "truck", "motorcycle")


@effort.one_in(2)
@pytest.mark.parametrize(
    ("name", "unit"),
    effort.one_of([(name, unit) for name in embedded_names() for unit in UNITS], 3),
)
def test_every_reason_of_a_move_is_cited_by_what_derived_it(name: str, unit: str) -> None:
    """`bench/reasons.py` tries whole boards."""
    board = embedded_board(name)
    near = HexFacts(board, unit_named(unit)).neighbours
    drawn = random.Random(f"{name} {unit}").sample(sorted(near), effort.sample(2, 16))
    hexes = {each for middle in drawn for each in (middle, *near[middle])}
    count, wrong = wrong_reasons(board, unit, hexes)
    assert count > 100
    assert not wrong


def test_reasons_beside_pieces_are_cited_by_what_derived_them() -> None:
    board = embedded_board("pegasus")
    pieces = read_pieces(board, ['roadblock("L12","K13")', 'trench("K12")', 'rubble("K14",stone)'])
    hexes = {"K12", "K13", "L12", "L13", "K14", "L11", "J13"}
    for unit in ("squad", "tank"):
        count, wrong = wrong_reasons(board, unit, hexes, pieces)
        assert count > 100
        assert not wrong


def sentence(rows: str, move: str, unit: str = "squad") -> list[str]:
    hex_facts = HexFacts(tiny(rows), unit_named(unit))
    return [str(each.citation) for each in explain(hex_facts, [move])[move].charges]


GO = 'go(at("A1",ground),at("A2",ground))'


def test_a_number_that_is_handed_on_is_cited_where_it_was_given() -> None:
    """Entry costs stand in a table, from which four rules hand their number on."""
    assert sentence("A1, A2 brush", GO) == ["B12.4: brush costs Infantry 2 MF"]
    tracked = ["B12.4: brush costs tracked vehicles and halftracks 2 MP"]
    assert sentence("A1, A2 brush", GO, "tank") == tracked
    assert (
        sentence("A1, A2 brush", 'go(at("A1",ground),at("A2",ground),reverse)', "tank") == tracked
    )


def test_an_atom_of_two_rules_has_two_citations() -> None:
    text = """
    %! X1.1 high: one sentence
    remark(M,"X1.1") :- move(M).

    %! X1.1 low: another
    remark(M,"X1.1") :- crosses(M,_,_).
    """
    lines = "\n".join(line.strip() for line in text.splitlines())
    with amended(Amendment(text=lines, program="a04_moving.lp")):
        hex_facts = HexFacts(tiny("A1, A2"), unit_named("squad"))
        found = explain(hex_facts, [GO])[GO].remarks
    assert [each.sentence for each in found] == ["one sentence", "another"]


def test_what_is_not_of_the_rules_has_no_citation() -> None:
    grounded = ActiveRules("moving_infantry").ground("")
    (atom,) = [
        each.symbol
        for each in grounded.symbolic_atoms.by_signature("entry_cost", 4)
        if str(each.symbol).startswith("entry_cost(infantry,crag,")
    ]
    assert reasons_for(grounded, "moving_infantry", [atom])[atom][0].sentence == (
        "a crag costs Infantry 2 MF"
    )
    assert reasons_for(grounded, "moving_infantry", []) == {}


def test_a_repealed_rule_is_cited_no_more() -> None:
    with repealed("B12.4"):
        assert sentence("A1, A2 brush", GO) == ["B1.4: Open Ground costs Infantry 1 MF"]


def test_what_has_a_number_of_its_own_decides() -> None:
    found = {each.names[0] for each, _ in deciding(active_rules(), "moving_infantry")}
    assert {"entry_cost", "charged", "doubtful"} <= found
    assert found.isdisjoint({"terrain_cost", "price"})  # these hand numbers on, or have none


SPOKEN_OF = {
    "orchard": ("orchard", "olive_grove", "palm_trees"),
    "light woods": ("light_woods",),
    "wall": ("wall", "rowhouse_wall", "interior_factory_wall", "roadblock", "factory_wall"),
    "hedge": ("hedge", "cactus_hedge", "bocage"),
    "bocage": ("bocage",),
    "roadblock": ("roadblock",),
    "factory": ("factory", "factory_wall", "interior_factory_wall"),
    "tower": ("bfp_tower", "tower", "storage_tank", "tower_hindrance"),
    "bridge": ("bridge", "rr_bridge", "bridge_road"),
    "gully": ("gully",),
    "hillock": ("hillock",),
    "embankment": ("emrr",),
    "church": ("building_of_unknown_height",),
    "vehicle": ("afv", "wreck", "emrr"),
    "debris": ("debris",),
    "cliff": ("cliff",),
}
"""Words of sentences, and the terrain that each speaks of."""

OF_MORE = ("the like", "obstacle", "hindrance", "terrain")
"""Words of sentences that speak of more terrain than they name."""


@pytest.mark.parametrize("kind", ["hexside", "other"])
def test_sentences_speak_of_the_terrain_that_they_are_cited_for(kind: str) -> None:
    """A statement that is right of more terrain than its sentence names cites a false reason."""
    terms = [t for t in sorted(known_terms()) if (kind_of(t) == "hexside") == (kind == "hexside")]
    few = [each for each in terms if each in ("factory(stone,1)", "orchard", "roadblock", "wall")]
    for term in effort.sample(few, terms):
        for viewer, target in ((0, 0), (2, 0), (6, 0), (1, 1), (0, 2), (4, 0)):
            middle = f"A2, A2-A3 {term}" if kind == "hexside" else f"A2 {term}"
            board = tiny(f"A1 @{viewer}, {middle}, A3, A4 @{target}")
            line, ruling = LosEngine(board).rule(
                *(board.location(name) for name in ("A1", "A4")), explain=True
            )
            for reason in ruling.reasons:
                told = reason.citation.sentence
                if reason.feature is None or any(each in told for each in OF_MORE):
                    continue
                of = line.features[reason.feature].terrain.split("(")[0]
                spoken = [
                    each for each in SPOKEN_OF if re.search(rf"\b{each}", told, re.IGNORECASE)
                ]
                named = {each for word in spoken for each in SPOKEN_OF[word]}
                assert not spoken or of in named, (reason.citation, of)
