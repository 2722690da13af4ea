"""Two deeds at once: what more than one place takes, whatever each is called."""

from __future__ import annotations

import pytest

from hexcourt.facts.errors import BadInput
from hexcourt.solver.deeds.judging import judge_deeds
from hexcourt.solver.position.position import Position

from .rulings import rule
from .tiny import tiny

OPEN = "A1, A2"
STREET = "A1 building(stone,1), A2 building(stone,1), B1, A1-A2 narrow_street(unpaved)"
HOUSE = "A1 building(stone,1) level(1), A2"


def verdicts(rows: str, *deeds: str, given: tuple[str, ...] = ()) -> list[str]:
    """Say what comes of some deeds together."""
    return [
        " ".join([each.verdict, *(one.number for one in each.rules)])
        for each in judge_deeds(tiny(rows), deeds, given)
    ]


@rule("B28.1")
@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ('mines("A1",ap,8,revealed)', "no B28.1"),
        ('mines("A1",ap,6,hidden)', "no B28.1"),
        ('mines("A1",at,3,hidden)', "yes B28.1"),
        ('mines("A2",ap,8,hidden)', "yes B28.1"),
    ],
)
def test_a_hex_has_one_minefield_of_a_kind(other: str, expected: str) -> None:
    assert verdicts(OPEN, 'mines("A1",ap,6,hidden)', other) == [expected] * 2


@rule("B30.1", "B26.1", "B23.9")
def test_fortifications_are_counted_by_their_place_not_by_their_name() -> None:
    dug_in = 'fortify(wire,"A1")', 'fortify(wire,"A1/foxhole")'
    assert verdicts(OPEN, *dug_in, given=('foxhole("A1")',)) == ["no B26.1"] * 2
    levels = 'fortify(fortified,"A1")', 'fortify(fortified,"A1h1")'
    assert verdicts(HOUSE, *levels) == ["yes B23.9"] * 2
    assert verdicts(HOUSE, levels[0], levels[0]) == ["no B23.9"] * 2


@rule("B29.1")
def test_a_hexside_has_one_roadblock_whichever_way_it_lies() -> None:
    one, other = 'roadblock("A1","A2")', 'roadblock("A1","A2","B1")'
    assert verdicts(STREET, one) == verdicts(STREET, other) == ["yes Q4.141"]
    assert verdicts(STREET, one, other) == ["no B29.1"] * 2
    assert verdicts(STREET, one, one) == ["no B29.1"] * 2
    with pytest.raises(BadInput, match=r"B29\.1"):
        Position(tiny(STREET)).place(one, other)


@rule("B27.1", "B27.5")
@pytest.mark.parametrize(
    ("deed", "expected"),
    [
        ('gun("A1/foxhole",at,small,not_emplaced)', "no B27.1"),
        ('gun("A1/foxhole",mortar,small,not_emplaced)', "yes A2.9"),
        ('sets_up(tank,"A1/foxhole")', "no B27.1"),
        ('sets_up(squad,"A1/foxhole")', "yes A2.9"),
    ],
)
def test_a_foxhole_holds_infantry_and_mortars(deed: str, expected: str) -> None:
    assert verdicts(OPEN, deed, given=('foxhole("A1")',)) == [expected]
    plain = "no A2.8" if expected.startswith("yes") else "no A2.8 B27.1"
    assert verdicts(OPEN, deed) == [plain]


@rule("B27.5")
@pytest.mark.parametrize(
    "deed", ['gun("A1/trench",at,small,emplaced)', 'sets_up(tank,"A1/trench")']
)
def test_who_else_is_in_a_trench_is_not_told(deed: str) -> None:
    assert verdicts(OPEN, deed, given=('trench("A1")',)) == ["unknown B27.5"]
