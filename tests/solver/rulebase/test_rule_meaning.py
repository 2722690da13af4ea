"""What statements say: one form for all names of variables and all orders of a body."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexcourt.solver.rulebase.meaning import meanings, statements_fingerprint
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import printed_rules
from hexcourt.solver.rulebase.statement import RuleStatement
from tests.effort import some_of

_VARIABLE = re.compile(r'"[^"]*"|(?<![\w\'])[A-Z]\w*')


def rewritten(statement: RuleStatement) -> str:
    """Name the variables otherwise, and turn the body round."""
    node = statement.node
    said = f"{node.head} :- {'; '.join(map(str, reversed(node.body)))}." if node.body else str(node)
    names: dict[str, str] = {}

    def name(match: re.Match[str]) -> str:
        word = match[0]
        return word if word[0] == '"' else names.setdefault(word, f"Z{97 - len(names)}")

    return _VARIABLE.sub(name, said)


def rules() -> Iterator[RuleStatement]:
    return (e for e in printed_rules().statements if e.kind in ("fact", "rule", "choice"))


def test_rules_say_the_same_however_they_are_written() -> None:
    for each in some_of([*rules()], 5):
        (other,) = Program("", rewritten(each)).statements
        assert set(meanings(each)) == set(meanings(other)), each.place


def test_rules_that_say_something_else_are_told_apart() -> None:
    for each in some_of([*rules()], 3):
        plain = str(each.node)
        turned = plain.replace(" < ", " <= ", 1)
        if turned != plain:
            (other,) = Program("", turned).statements
            assert set(meanings(each)) != set(meanings(other)), each.place


def block(text: str) -> str:
    (found,) = Program("x.lp", text).blocks
    return statements_fingerprint(found)


def test_a_rule_keeps_its_fingerprint_through_harmless_changes() -> None:
    says = "%! Z1 high: so it is\n"
    plain = block(says + 'refused(X,"Z1") :- X = mines(H,_,_,_), asked(X), holds(H,brush).\n')
    assert plain == block(
        "%! Z1 low: so\n%  it is\n% a remark\n"
        'refused(W,"Z1") :- holds(K,brush), asked(W),\n   W = mines(K,_,_,_).\n'
    )
    assert plain != block(
        says + 'refused(X,"Z1") :- X = mines(H,_,_,_), asked(X), holds(H,woods).\n'
    )
