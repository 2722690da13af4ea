"""A state is its term in the rules, with named parts; nothing else takes it apart."""

from __future__ import annotations

import pickle

import pytest

from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.solver.movement.moves import moves_of
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.position.states import Move, State, hexes_of

MADE = {
    'at("L13",ground)': State.at("L13"),
    'at("L33",level(2))': State.at("L33", "level(2)"),
    'heading("E4",ground,3)': State.heading("E4", "ground", 3),
    'bypass("K13",2,3)': State.along("bypass", "K13", 2, 3),
    'vbm("1K13",2,2)': State.along("vbm", "1K13", 2, 2),
    'crest("BB3",0)': State.facing("crest", "BB3", 0),
    'off("Y1",5)': State.facing("off", "Y1", 5),
    'outside("Y1",5)': State.facing("outside", "Y1", 5),
}
PARTS = ("kind", "hex", "place", "hexside", "vertex")
TOLD = {
    'at("L33",level(2))': ("at", "L33", "level(2)", None, None),
    'heading("E4",ground,3)': ("heading", "E4", "ground", None, 3),
    'bypass("K13",2,3)': ("bypass", "K13", None, 2, 3),
    'crest("BB3",0)': ("crest", "BB3", None, 0, None),
    'outside("Y1",5)': ("outside", "Y1", None, 5, None),
}


@pytest.mark.parametrize("term", MADE)
def test_a_state_is_its_term(term: str) -> None:
    read = State.parse(term)
    assert read == MADE[term] == term
    assert hash(read) == hash(term)
    assert pickle.loads(pickle.dumps(read)).hex == read.hex


@pytest.mark.parametrize("term", TOLD)
def test_parts_have_names(term: str) -> None:
    state = State.parse(term)
    for name, value in zip(PARTS, TOLD[term], strict=True):
        if value is None:
            with pytest.raises(ValueError, match="has no such part"):
                getattr(state, name)
        else:
            assert getattr(state, name) == value


@pytest.mark.parametrize(
    "term",
    ["L13", "at(L13,ground)", 'at("L13")', 'bypass("K13",2)', 'crest("K13",2,3)', 'by("K13",2)'],
)
def test_what_is_no_state_is_refused(term: str) -> None:
    with pytest.raises(ValueError, match="is no state"):
        State.parse(term)


def test_a_state_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        State.at("L13").hex = "L14"  # type: ignore[misc]


def test_without_its_arc_a_vehicle_is_in_its_location() -> None:
    assert State.heading("E4", "ground", 3).without_arc == State.at("E4")
    assert State.facing("off", "Y1", 5).without_arc == State.facing("off", "Y1", 5)


@pytest.mark.parametrize(
    ("by", "hexsides"), [("by(2,cw,2)", (2, 3)), ("by(2,ccw,2)", (1, 0)), ("tunnel", ())]
)
def test_a_move_tells_the_hexsides_that_it_passes(by: str, hexsides: tuple[int, ...]) -> None:
    assert Move(f'go(at("A1",ground),bypass("A2",3,4),{by})').hexsides == hexsides


@pytest.mark.parametrize("unit", ["squad", "tank"])
def test_every_state_and_move_of_the_rules_is_read(unit: str) -> None:
    board = embedded_board("pegasus")
    moves = moves_of(HexFacts(board, unit_named(unit)))
    known = {record.name for record in board.hexes}
    for edge in moves.edges:
        assert hexes_of((edge.source, edge.target)) <= known
        assert set(edge.move.hexes) <= known
    kinds = {state.kind for edge in moves.edges for state in (edge.source, edge.target)}
    assert kinds >= ({"at", "bypass", "off"} if unit == "squad" else {"heading", "vbm", "off"})
