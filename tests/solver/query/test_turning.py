"""What would turn an answer: the smallest changes of what is placed and given, each asked anew."""

from __future__ import annotations

from itertools import product

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.api.position import Position
from tests.effort import one_in
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

COLUMN = Position(tiny("A1:A5, B1:B5, C1:C1, B1-C1 road(dirt)"))
"""Open ground: a line from A1 to A5 passes A2, A3 and A4."""

CLAIM = 'exists : sees("A1","A5")'


def rubble(name: str) -> str:
    return f'rubble("{name}",stone)'


def asked(placed: tuple[str, ...]) -> Answer:
    return COLUMN.place(*placed).ask(CLAIM, why_not=True)


def changes(answer: Answer) -> list[list[str]]:
    return [row["otherwise"] for row in answer.rows if "otherwise" in row]


def test_a_piece_that_blocks_a_line_is_named_with_the_rules_that_then_do_not_bear() -> None:
    answer = asked((rubble("A3"), 'roadblock("B1","C1")'))
    assert answer.answer == "no"
    row = next(row for row in answer.rows if row.get("otherwise") == [f"without {rubble('A3')}"])
    assert row["from"] == "no"
    assert "A6.2" in {rule["rule"] for rule in row["rules"]}
    assert "roadblock" not in str(changes(answer))
    assert any(f"without {rubble('A3')} (" in line and "A6.2" in line for line in answer.lines)


@one_in(3)
@pytest.mark.parametrize("names", [("A2", "B5"), ("A2", "A4"), ("B3", "A3")])
def test_the_smallest_changes_are_those_of_all_that_may_be_changed(names: tuple[str, str]) -> None:
    def says(*left: str) -> str:
        return COLUMN.place(*map(rubble, left)).ask(CLAIM).answer

    def choices(name: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """What lies in place of a piece, and how that is told."""
        near = [each for each in COLUMN.neighbours(name) if each not in names]
        moved = [((each,), (f"{rubble(each)} in place of {rubble(name)}",)) for each in near]
        return [((name,), ()), ((), (f"without {rubble(name)}",)), *moved]

    turning = [
        {*one[1], *two[1]}
        for one, two in product(*map(choices, names))
        if says(*one[0], *two[0]) == "yes"
    ]
    least = min(map(len, turning))
    expected = sorted(sorted(each) for each in turning if len(each) == least)
    found = sorted(sorted(each) for each in changes(asked(tuple(map(rubble, names)))))
    assert found == expected


def test_a_path_that_comes_to_be_is_told_with_what_barred_it() -> None:
    block = 'roadblock("B1","C1")'
    answer = COLUMN.place(block).ask('exists : path("B1","C1")', unit="truck", why_not=True)
    (row,) = (each for each in answer.rows if "otherwise" in each)
    assert (answer.answer, row["otherwise"]) == ("no", [f"without {block}"])
    assert "B29.4" in {rule["rule"] for rule in row["rules"]}


def test_what_is_given_may_be_left_out() -> None:
    """A leader adds two MF to a unit (A4.12)."""
    led = COLUMN.give("with_leader(leader)")
    answer = led.ask('exists : path("A1","A5")', allowance=2, why_not=True)
    assert (answer.answer, changes(answer)) == ("yes", [["without with_leader(leader)"]])


def test_where_nothing_turns_it_that_is_said() -> None:
    answer = asked(('roadblock("B1","C1")',))
    assert (answer.answer, changes(answer)) == ("yes", [])
    assert answer.lines[-1] == "no change that was tried turns the answer (yes as it is)"


def test_without_anything_placed_a_family_is_asked_for() -> None:
    with pytest.raises(BadInput, match="nothing is placed or given"):
        COLUMN.ask(CLAIM, why_not=True)


def test_a_piece_on_a_hexside_may_lie_on_one_that_meets_it() -> None:
    roads = tiny("A1:A3, B1:B4, A1-A2 road(dirt), A2-A3 road(dirt), A2-B2 road(dirt)")
    told = Position(roads).place('roadblock("A2","A3")')
    answer = told.ask('exists : reach("A2","A3",C), C <= 2', unit="truck", why_not=True)
    assert answer.answer == "no"
    assert ['roadblock("A2","B2") in place of roadblock("A2","A3")'] in changes(answer)
    assert ['without roadblock("A2","A3")'] in changes(answer)
    # no road runs along the other hexside, so nothing may lie there (B29.1)
    assert not any(
        "B2" in each and "A3" in each.split(" in place")[0] for (each,) in changes(answer)
    )
