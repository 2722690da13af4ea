"""A question that was written out as a program says nothing of worlds that it was not written for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import clingo
import pytest

from hexcourt.solver.api.position import Position
from hexcourt.solver.query.direct_encoding import direct_program
from hexcourt.solver.query.session import QuerySession
from tests.effort import one_in, some_of
from tests.tiny import tiny

HILLS = tiny("A1 @2, A2 building(stone,1), A3, B1, B2 building(stone,1), B3 @4, C1, C2 woods, C3")
RUBBLE = "{ rubble(H,stone) : building(H,stone) } <= 1"
ASKED = {
    "line": ('never : sees("A1", "B2")', RUBBLE),
    "not seen": ('exists : not sees("B1", "A3")', RUBBLE),
    "counted": ('count H : hex(H), sees(H, "C1")', RUBBLE),
    "move": ('exists : reach("A1", "A3", C), C <= 4', RUBBLE),
    "adjacent": ('exists : adjacent("A1", "A2"), sees("A3", "B1")', RUBBLE),
    "at least one": ('which H : hex(H), sees(H, "A3")', RUBBLE.replace("<= 1", "= 1")),
}

World = frozenset[str]


@cache
def written(name: str) -> str:
    question, family = ASKED[name]
    return direct_program(QuerySession(Position(HILLS)), question, (family,), by_hand=True).text


def worlds(text: str) -> dict[World, set[bool]]:
    """Map the pieces of each answer set to whether the goal is in it, in one reading or another."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], f"{text}\n#show chosen/2. #show counter/3.")
    control.ground([("base", [])])
    found: dict[World, set[bool]] = {}
    with control.solve(yield_=True) as solved:
        for model in solved:
            shown = [str(each) for each in model.symbols(shown=True)]
            lying = frozenset(each for each in shown if each.startswith("counter("))
            found.setdefault(lying, set()).add("goal" in shown)
    return found


def raised(text: str) -> str:
    return text.replace("#const most_0 = 1", "#const most_0 = 5")


def raised_in_the_choice(text: str) -> str:
    return re.sub(r"\} most_0\.", "} 5.", text)


def lowered(text: str) -> str:
    return text.replace("#const least_0 = 1", "#const least_0 = 0")


def lowered_in_the_choice(text: str) -> str:
    return re.sub(r"least_0 \{", "0 {", text)


def one_more(text: str) -> str:
    piece = 'counter("C1",ground,rubble(stone))'
    return text.replace(" }", f"; chosen(0,{piece}) }}", 1) + f"\n{piece} :- chosen(0,{piece})."


def one_that_lies(text: str) -> str:
    return f'{text}\ncounter("A2",ground,rubble(stone)).'


def no_choice(text: str) -> str:
    both = (f'counter("{name}",ground,rubble(stone)).' for name in ("A2", "B2"))
    return "\n".join([re.sub(r"^least_0 \{.*$", "", text, flags=re.MULTILINE), *both])


def chosen_twice(text: str) -> str:
    both = (f'chosen(0,counter("{name}",ground,rubble(stone))).' for name in ("A2", "B2"))
    return "\n".join([text.replace("} most_0.", "}."), *both])


CHANGES: tuple[Callable[[str], str], ...] = (
    raised,
    raised_in_the_choice,
    lowered,
    lowered_in_the_choice,
    one_more,
    one_that_lies,
    no_choice,
    chosen_twice,
)


def cases() -> Iterator[tuple[str, Callable[[str], str]]]:
    for name, (_, family) in ASKED.items():
        for change in CHANGES:
            if "lowered" not in change.__name__ or "= 1" in family.replace("<= 1", ""):
                yield name, change


@one_in(2)
@pytest.mark.parametrize(("name", "change"), some_of(list(cases()), 6))
def test_what_was_not_worked_out_has_no_answer_set(name: str, change: Callable[[str], str]) -> None:
    whole = written(name)
    changed = change(whole)
    assert changed != whole
    known, found = worlds(whole), worlds(changed)
    assert known and all(known[world] == goals for world, goals in found.items())
    if change in (raised, lowered, no_choice, chosen_twice):
        assert not found  # a bound that was changed is refused, not kept to


def test_a_bound_may_be_made_narrower_by_hand() -> None:
    narrower = written("line").replace("#const most_0 = 1", "#const most_0 = 0")
    assert list(worlds(narrower)) == [frozenset()]


@one_in(2)
@pytest.mark.parametrize("name", ASKED)
def test_what_is_written_out_says_what_is_answered(name: str) -> None:
    question, family = ASKED[name]
    found = worlds(written(name))
    plain = direct_program(QuerySession(Position(HILLS)), question, (family,)).text
    assert found == worlds(plain) and len(found) >= 2
