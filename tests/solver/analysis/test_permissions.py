"""Silence is no leave: whatever may be done, a rule that gives leave is cited for it."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest

from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.solver.rulebase.rulebase import active_rules
from tests.effort import one_of, sample
from tests.tiny import tiny

_SPEC = spec_from_file_location("leave", Path(__file__).parents[3] / "bench" / "leave.py")
assert _SPEC is not None
assert _SPEC.loader is not None
leave = module_from_spec(_SPEC)
_SPEC.loader.exec_module(leave)


@pytest.mark.parametrize("name", one_of(embedded_names(), 3))
def test_no_yes_without_a_rule_that_gives_leave(name: str) -> None:
    rulings = list(leave.judged(embedded_board(name), Random(name), sample(18, 700)))
    assert not leave.without_leave(rulings)
    assert {each.verdict for each in rulings} == {"yes", "no", "unknown"}


def test_each_yes_cites_a_statement_of_the_rules_that_allows() -> None:
    cited = {
        (each.number, each.file, each.line)
        for ruling in leave.judged(tiny("A1:A4, B1:B4 woods"), Random(1), sample(30, 600))
        if ruling.verdict == "yes"
        for each in ruling.rules
    }
    lines = {
        (program.file, number): line
        for program in active_rules().profile("cases").programs
        for number, line in enumerate(program.text.splitlines(), 1)
    }
    assert cited
    assert all(f"%! {number} " in lines[file, line] for number, file, line in cited)


WATERY = ("A1:A4 water, B1:B4 water, A1-A2 road(dirt)", "A1:A4 river@-2, B1:B4 river@-2")


@pytest.mark.parametrize("board", WATERY)
def test_nothing_is_set_up_in_deep_water(board: str) -> None:
    actions = ['gun("A3",at,small,not_emplaced)', 'gun("A3",mortar,small,emplaced)']
    actions += ['stack("A3",2)', 'sets_up(squad,"A3")', 'sets_up(tank,"A3")', 'trench("A3")']
    actions += ['foxhole("B3")', 'mines("A3",ap,6,hidden)', 'mines("A3",at,3,revealed)']
    actions += [f'fortify({kind},"A3")' for kind in ("wire", "pillbox", "at_ditch", "fortified")]
    assert {each.verdict for each in leave.judge_actions(tiny(board), actions)} == {"no"}
