"""The rules as they are written: reasons whose sentence does not fit what they say are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexcourt.solver.analysis.core.programs import BASELINE, accepted
from hexcourt.solver.analysis.wording import words_of
from hexcourt.solver.rulebase.meaning import statements_fingerprint
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import active_rules
from tests.amended_rules import Amendment, amended

PROJECT = Path(__file__).parent.parent.parent.parent

BOTH_WAYS = """%! Z9.9 high: mines lie in woods alone
refused(X,"Z9.9") :- asked(X), X = inspects(enemy), not given(woods).
allowed(X,"Z9.9") :- asked(X), X = inspects(enemy), given(woods).
"""
APART = """%! Z9.9 high: mines lie in woods alone
refused(X,"Z9.9") :- asked(X), X = inspects(enemy), not given(woods).
%! Z9.9 high: there they may lie
allowed(X,"Z9.9") :- asked(X), X = inspects(enemy), given(woods).
"""
OF_ANOTHER = """%! Z9.9 high: it is so
refused(X,"Z9.9") :- asked(X), X = inspects(enemy).
refused(X,"A2.9") :- asked(X), X = inspects(own).
"""
FROM_NOWHERE = """%! Z9.9 high: it is so
refused(X,R) :- asked(X), X = inspects(enemy), R = "Z9.9".
"""
HANDED_ON = """%! Z9.9 high: it is so
refused(X,R) :- asked(X), X = inspects(enemy), refused(inspects(own),R).
"""
PRICE = """%! Z9.9 high: it is worth {} points
worth(mule,whole,{},"Z9.9").
"""


def found(text: str) -> list[str]:
    with amended(Amendment(text=text, program="setting_up.lp")):
        kinds = [each.key.split()[1:3] for each in words_of(active_rules()).findings]
    return [kind for kind, number in kinds if number in ("Z9.9", "Q4.99")]


def test_this_rule_set_has_none() -> None:
    assert [each.key for each in words_of(active_rules()).findings if each.accepted is None] == []
    assert words_of(active_rules()).stale == ()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (BOTH_WAYS, ["both_ways"]),
        (APART, []),
        (OF_ANOTHER, ["of_another"]),
        (FROM_NOWHERE, ["from_nowhere"]),
        (HANDED_ON, []),
        (PRICE.format(3, 2), ["other_value"]),
        (PRICE.format(3, 3), []),
        (PRICE.format("many", 3), []),
        (PRICE.format(3, 3).replace("Z9.9", "Q4.99"), ["no_paragraph"]),
        (PRICE.format(3, 3).replace("Z9.9", "Q4.14"), []),
    ],
)
def test_a_sentence_that_does_not_fit_is_found(text: str, kinds: list[str]) -> None:
    assert found(text) == kinds


def test_a_baseline_outlives_other_words_and_names_of_variables() -> None:
    """What is accepted of a rule is weighed anew where its statements change, and there alone."""
    said = '%! Z1 high: {}\nrefused({x},"Z1") :- asked({x}), {x} = trench({h}), {more}({h}).\n'
    first, renamed, changed = (
        Program("z.lp", said.format(words, x=x, h=h, more=more)).blocks[0]
        for words, x, h, more in (
            ("nobody digs here", "X", "H", "hex"),
            ("nobody may dig in this hex", "Action", "Where", "hex"),
            ("nobody digs here", "X", "H", "wet"),
        )
    )
    assert statements_fingerprint(first) == statements_fingerprint(renamed)
    assert statements_fingerprint(first) != statements_fingerprint(changed)


def test_each_accepted_finding_has_its_reason() -> None:
    text = (PROJECT / "asp" / "worlds" / BASELINE).read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    assert {len(row) for row in rows} == {8}
    assert len(accepted()) == len(rows) - 1
    assert all(each.number and each.sentence for each in accepted().values())
    known = {each.number for each in active_rules().blocks}
    assert {number for row in rows[1:] for number in row[2].split()} <= known
