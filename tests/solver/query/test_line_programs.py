"""Lines as programs: equal to the exact verdict in every world, and resting on what they say."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import Piece, read_piece
from hexcourt.solver.placement.placement import met_by_lines
from hexcourt.solver.position.changes import one_way_round
from hexcourt.solver.query.line_programs import LineProgram
from hexcourt.solver.query.sight_facts import SightFacts
from hexcourt.solver.sight.batch_los import BLOCKED
from hexcourt.solver.sight.exact_los import AskedLine
from hexcourt.solver.sight.multi_world_los import WorldVerdict
from tests import effort
from tests.solver.query.test_families import board_of

BOARDS = ("budapest", "barricades", "pegasus", "village", "cut out")
COUNTERS = ("rubble({},stone)", "rubble({},wood)", "debris({})", "afv({})", "wreck({})")


def mixture(name: str, sight: AskedLine, chance: random.Random) -> frozenset[Piece]:
    """Choose counters, roadblocks and breaches near a line, of which many may not lie together."""
    board = board_of(name)
    places = board.locations_by_name
    ends = [places[each].hex for each in (sight.viewer, sight.target)]
    whole = board.range(*ends)
    hexes = [
        each.name
        for each in board.hexes
        if sum(board.range(each.name, end) for end in ends) <= whole + 1
    ]
    found = [each.format(f'"{name}"') for name in hexes for each in chance.sample(COUNTERS, 2)]
    for first in hexes:
        for second in hexes:
            if first < second and board.range(first, second) == 1:
                sort = chance.choice(("roadblock", "roadblock", "breach"))
                found.append(f'{sort}("{first}","{second}")')
    some = chance.sample(found, min(len(found), chance.randint(1, 6)))
    return met_by_lines(one_way_round(read_piece(each)) for each in some)


def any_line(chance: random.Random) -> tuple[str, AskedLine]:
    name = chance.choice(BOARDS)
    board = board_of(name)
    first = chance.choice(board.locations)
    near = [each for each in board.locations if 0 < board.range(first.hex, each.hex) <= 7]
    status = chance.choice(("", "", "", "emplaced", "entrenched"))
    return name, AskedLine(first.name, chance.choice(near).name, status)


@dataclass(frozen=True)
class Case:
    board: str
    sight: AskedLine
    program: LineProgram
    may: frozenset[Piece]
    held: frozenset[Piece]

    def world(self, chance: random.Random) -> frozenset[Piece]:
        return self.held | {each for each in sorted(self.may) if chance.random() < 0.5}


def any_case(chance: random.Random) -> Case:
    """Choose a line with pieces near it, some of which lie in every world."""
    for _ in range(99):
        name, sight = any_line(chance)
        source = SightFacts(board_of(name))
        near = source.pieces_near([sight], mixture(name, sight, chance))[sight]
        held = frozenset(each for each in near if chance.random() < 0.1)
        program = source.program(sight, near - held, held) if near - held else None
        if program is not None:
            return Case(name, sight, program, near - held, held)
    raise AssertionError("no line can be tried")


@effort.one_in(2)
@pytest.mark.parametrize("number", range(effort.sample(10, 2_000)))
def test_a_line_of_mixed_pieces_is_judged_by_its_program_as_exactly(number: int) -> None:
    chance = random.Random(f"line {number}")
    case = any_case(chance)
    exact = SightFacts(board_of(case.board))
    for _ in range(effort.sample(4, 20)):
        here = case.world(chance)
        try:
            wanted = exact.evaluate([case.sight], here)[case.sight]
        except BadInput:  # these may not lie together
            continue
        found = case.program.evaluate(here)
        told = (case.board, case.sight, sorted(each.fact for each in here))
        assert _said(found) == _said(wanted), told


@effort.one_in(2)
@pytest.mark.parametrize("number", range(effort.sample(10, 500)))
def test_what_a_verdict_rests_on_decides_it_in_every_world(number: int) -> None:
    chance = random.Random(f"core {number}")
    case = any_case(chance)
    exact = SightFacts(board_of(case.board))
    here = case.world(chance)
    while not _can_be(exact, case, here):
        here = case.world(chance)
    has, lacks = case.program.rests(here, True)
    assert has <= here
    assert not lacks & here
    for _ in range(12):
        other = (case.world(chance) | has) - lacks
        if _can_be(exact, case, other):
            assert _said(case.program.evaluate(other)) == _said(case.program.evaluate(here))


def _can_be(exact: SightFacts, case: Case, here: frozenset[Piece]) -> bool:
    try:
        exact.session(here)
    except BadInput:
        return False
    return True


def _said(found: WorldVerdict | None) -> tuple[int, int]:
    """Give verdict and hindrance; a line without an end is no more seen than a blocked one."""
    return (
        (BLOCKED, 0)
        if found is None or found.verdict == BLOCKED
        else (found.verdict, found.hindrance)
    )
