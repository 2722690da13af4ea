"""House rules that prevail over other rules, or yield to them, in every way to ask."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.core.two_rule_sets import compare_rule_sets
from hexcourt.solver.api.position import Position, open_position
from hexcourt.solver.rulebase.read_house_rules import amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules, printed_rules
from tests.cli.test_commands import hexcourt

pytestmark = pytest.mark.usefixtures("kept", "engines")

BOARD = """\
hex("A1"). hex("A2"). hex("A3"). hex("A4"). hex("A5").
terrain("A2",woods). terrain("A3",grain). terrain("A4",paved_road). terrain("A5",water).
"""
STREETS = """\
%! SSR 4 high: mines may lie in any paved hex, hidden too
allowed(X,"SSR 4") :- mined_by(X,H,_,_,_), paved(H).
"""
WOODS = """\
%! SSR 8 high: woods hinder by 1, and do not block
hinders(F,1,"SSR 8") :- touch(F,_,woods,_), between(F), not aside(F).
"""


@pytest.fixture
def board(tmp_path: Path) -> Callable[..., Position]:
    path = tmp_path / "board.lp"
    path.write_text(BOARD, "utf-8")

    def open_with(rules: str = "") -> Position:
        house = tmp_path / "house.lp"
        house.write_text(rules, "utf-8")
        return open_position(str(path), amend=[house] if rules else [])

    return open_with


def verdict(position: Position, action: str) -> tuple[str, tuple[str, ...]]:
    (row,) = position.legal(action).rows
    return row["verdict"], tuple(each["rule"] for each in row["rules"])


def test_a_house_rule_prevails_where_it_speaks(board: Callable[..., Position]) -> None:
    hidden = 'mines("A4",ap,6,hidden)'
    assert verdict(board(), hidden) == ("no", ("B28.1",))
    # without precedence a refusal stands beside any permission
    assert verdict(board(STREETS), hidden) == ("no", ("B28.1",))
    amended = board(f'{STREETS}prevails("B28.1").\n')
    assert verdict(amended, hidden) == ("yes", ("SSR 4",))
    # of other hexes B28.1 says what it said
    assert verdict(amended, 'mines("A5",ap,6,hidden)') == ("no", ("B28.1",))


def test_it_prevails_over_one_citation_alone(board: Callable[..., Position]) -> None:
    line = next(
        each.heading.line
        for each in printed_rules().programs["placing/mines.lp"].statements
        if each.heading is not None and "paved" in each.text
    )
    amended = board(f'{STREETS}prevails("mines.lp:{line}").\n')
    assert verdict(amended, 'mines("A4",ap,6,hidden)')[0] == "yes"
    assert verdict(amended, 'mines("A4",ap,7,hidden)') == ("no", ("B28.1",))  # of that strength


def test_a_house_rule_yields(board: Callable[..., Position]) -> None:
    refusing = '%! SSR 5 high: mines lie nowhere\nrefused(X,"SSR 5") :- mined_by(X,_,_,_,_).\n'
    action = 'mines("A1",ap,6,hidden)'
    assert verdict(board(refusing), action)[0] == "no"
    assert verdict(board(f'{refusing}yields("B28.1").\n'), action) == ("yes", ("B28.1",))


def test_lines_of_sight_are_judged_alike_in_every_way(board: Callable[..., Position]) -> None:
    assert board(WOODS).los("A1", "A3").answer == "no"  # A6.2 blocks beside it
    position = board(f'{WOODS}prevails("A6.2").\n')
    line = position.los("A1", "A4")
    assert (line.answer, line.rows[0]["hindrance"]) == ("yes", 2)
    assert "A4+2" in position.see("A1").text()
    assert position.ask('exists : sees("A1","A4")').answer == "yes"
    assert position.ask('exists : hindrance("A1","A4") = 2').answer == "yes"


def test_precedence_is_a_change_of_the_rule_that_gives_it() -> None:
    amended = amended_rules((HouseRules("house.lp", f'{STREETS}prevails("B28.1").\n'),))
    (change,) = compare_rule_sets(printed_rules(), amended).changes
    assert change.number == "SSR 4"
    assert {each.file for each in change.gone} == {"placing/mines.lp"}


TWO = """\
%! SSR 6 high: one
refused(X,"SSR 6") :- mined_by(X,_,_,_,_).
{one}

%! SSR 7 high: two
allowed(X,"SSR 7") :- mined_by(X,_,_,_,_).
{two}
"""


def test_house_rules_prevail_over_each_other(board: Callable[..., Position]) -> None:
    action = 'mines("A1",ap,6,hidden)'
    assert verdict(board(TWO.format(one="", two="")), action)[0] == "no"
    assert verdict(board(TWO.format(one="", two='prevails("SSR 6").')), action)[0] == "yes"
    assert verdict(board(TWO.format(one='yields("SSR 7").', two="")), action)[0] == "yes"


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (
            TWO.format(one='prevails("SSR 7").', two='prevails("SSR 6").'),
            "line 3: SSR 6 prevails over SSR 7, which prevails over SSR 6: that is a circle",
        ),
        (
            TWO.format(one='prevails("SSR 6").', two=""),
            "SSR 6 prevails over SSR 6: that is a circle",
        ),
        (f'{STREETS}prevails("B28.11").\n', "B28.11: no rule is cited by that name; did you mean"),
        (f'{STREETS}prevails("SSR 9").\n', "SSR 9 decides nothing by its number"),
        (f'{WOODS}prevails("A4.31").\n', "SSR 8 and A4.31 never decide about the same thing"),
        (f"{STREETS}prevails(X) :- hex(X).\n", 'prevails names one rule; write prevails("'),
        (
            '%! SSR 6 high: one\nallowed(X,"SSR 6") :- asked(X), is_refused(X).\nprevails("B28.1").\n',
            "SSR 6 reads is_refused/1, which depends on what B28.1 decides",
        ),
    ],
)
def test_precedence_that_makes_no_sense_is_refused(rules: str, sentence: str) -> None:
    with pytest.raises(BadInput) as error:
        amended_rules((HouseRules("house.lp", rules),))
    assert sentence in str(error.value)


def test_an_editor_is_told_the_line(tmp_path: Path) -> None:
    house = tmp_path / "house.lp"
    house.write_text(f'{STREETS}prevails("B28.11").\n', "utf-8")
    assert "house.lp:3:1: B28.11: no rule is cited" in hexcourt("rules", "lint", house).stdout
