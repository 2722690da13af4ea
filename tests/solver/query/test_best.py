"""The best worlds of a family, against every world."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hexcourt import open_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.api.position import Position
from hexcourt.solver.query.best import find_best
from hexcourt.solver.query.outcomes import number_of, verdict
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.sandbox.limited_run import Limits
from tests import effort
from tests.solver.query.test_families import Case, _pieces_near, board_of

NUMBERS = (
    '{m} N : N = #count {{ H : sees(H,"{a}"), hex(H), range(H,"{a}") <= 2 }}, hex("{a}")',
    '{m} C : reach("{a}","{b}",C)',
    '{m} T : arrives("{a}","{b}",T)',
    '{m} N : hindrance("{a}","{b}",N)',
)
CLAIMS = ('exists : path("{a}","{b}")', 'never : sees("{a}","{b}")', 'exists : hex("{a}")')


def any_case(chance: random.Random) -> tuple[Case, str]:
    board = board_of(chance.choice(["village", "cut out", "pegasus", "budapest"]))
    a = chance.choice(board.hexes).name
    b = chance.choice([each.name for each in board.hexes if 0 < board.range(a, each.name) <= 3])
    pieces = _pieces_near(board, a, b, chance)[:7]
    families = ((tuple(pieces), chance.choice((0, 0, 1)), min(2, len(pieces))),)
    unit = chance.choice(["squad", "truck"])
    claim = chance.choice(CLAIMS).format(a=a, b=b)
    best = chance.choice(NUMBERS).format(a=a, b=b, m=chance.choice(["max", "min"]))
    return Case(board.name, unit, claim, families), best


@pytest.mark.parametrize("number", range(effort.sample(4, 100)))
def test_the_best_is_that_of_every_world(number: int) -> None:
    for attempt in range(99):
        case, best = any_case(random.Random(f"best {number} {attempt}"))
        try:
            case.session().ask(best)
            session = QuerySession(Position(board_of(case.board)), unit=case.unit)
            claims = list(session.survey(case.question, case.vary).decided())
            values = list(session.survey(best, case.vary).decided())
        except BadInput:
            continue
        break
    objective = session.read(best)
    sign = 1 if objective.mode == "max" else -1
    sure, hoped = [], []
    for (_, claim), (_, value) in zip(claims, values, strict=True):
        if isinstance(claim, str) or isinstance(value, str):
            continue
        says, worth = verdict(session.read(case.question), claim), number_of(objective, value)  # type: ignore[arg-type]
        if says == "no" or worth is None or worth.least is None or worth.most is None:
            continue
        ends = sorted((sign * worth.least, sign * worth.most))
        if says == "yes" and not worth.may_lack:
            sure.append(ends[0])
        hoped.append(ends[1])
    found = find_best(
        session, case.question, best, tuple(case.vary), 3, Deadline(Limits(seconds=10_000))
    )
    top = max(sure, default=None)
    better = [each for each in hoped if top is None or each > top]
    assert found.answer == ("unknown" if better else "no" if top is None else "yes")
    assert [sign * each for _, each in found.worlds[:1]] == ([] if top is None else [top])


def test_what_has_no_best_is_refused() -> None:
    session = QuerySession("pegasus")
    family = ("{ roadblock(A,B) : road(A,B) } <= 1",)
    with pytest.raises(BadInput, match="has no best"):
        find_best(
            session, "exists : hex(H)", "exists : hex(H)", family, 1, Deadline(Limits(seconds=100))
        )
    with pytest.raises(BadInput, match="is no claim"):
        find_best(
            session,
            "which H : hex(H)",
            "max N : level(H,N)",
            family,
            1,
            Deadline(Limits(seconds=100)),
        )


def test_what_does_not_go_together_is_named() -> None:
    """A choice can be certified, a best world cannot: so no message names both."""
    position = open_board("pegasus")
    family = ["{ roadblock(A,B) : road(A,B) } <= 1"]
    with pytest.raises(BadInput, match=r"certify does not go with best; leave it out"):
        position.ask("exists : hex(H)", vary=family, best="max N : N = 1", certify=Path("proof"))
    with pytest.raises(BadInput, match=r"why does not go with choose and against; leave it out"):
        position.ask("exists : hex(H)", choose=family, against=["clear(1)"], why=True)
