"""Programs from outside are let in, or refused with a place and a mend; nothing is run or read."""

from __future__ import annotations

import re
from pathlib import Path

import clingo
import pytest
from clingo.ast import ProgramBuilder, parse_string
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.rulebase.statement import uses
from hexcourt.solver.rulebase.untrusted_program import (
    DEEPEST,
    LONGEST,
    PermittedSyntax,
    checked_statements,
)
from tests.hostile import HOSTILE, Hostile, as_program, of_category

PROJECT = Path(__file__).parent.parent.parent.parent
REFUSAL = re.compile(r"rules\.lp, line (\d+), column (\d+): \S.*; [a-z].*", re.DOTALL)


def refused(text: str, allowed: PermittedSyntax | None = None) -> str:
    with pytest.raises(BadInput) as told:
        checked_statements(text, "rules.lp", allowed=allowed or PermittedSyntax())
    return str(told.value)


def place(text: str, allowed: PermittedSyntax | None = None) -> tuple[int, int]:
    match = REFUSAL.fullmatch(refused(text, allowed))
    assert match
    return int(match[1]), int(match[2])


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a(X) :- b(X), not c(X).", ["a(X) :- b(X); not c(X)."]),
        ("{ a(X) : b(X) } 1 :- c.", ["1 >= { a(X): b(X) } :- c."]),
        (":- a, not not b, 1 < X < 3, X = 1..5.", None),
        ("#false :- a. #true.", ["#false :- a.", "#true."]),
        ("a :- b : c, d; e.", ["a :- b: c, d; e."]),
        (
            "a(S) :- S = #sum+{ X,Y : b(X,Y) }, #count{ X : b(X) } > 2, #min{ X : b(X) } != #inf.",
            None,
        ),
        ("a :- 1 { b; c : d } 2.", None),
        ("a((X,1),f(2;3),-X,|X|,X**2,X\\3,~X,X&1?2^3) :- b(X).", None),
        ('a("\u00e9 % %* \\" \\\\ \\n @f #include") :- b(_).', None),
        ("-a :- -b(1;2,3).", ["-a :- -b(1;2,3)."]),
        ("a. #program base. b.", ["a.", "b."]),
        ("% \u00e9 #script\n%* #include %* *% @ % *%\n *%a. %! A6.1 high: cited", ["a."]),
        ("a :- b.\r\n\tc.", ["a :- b.", "c."]),
        ("a(2147483647,0x7fffffff,0o17,0b11).", ["a(2147483647,2147483647,15,3)."]),
        ("asp :- b.", ["asp :- b."]),
        ("", []),
        ("% nothing", []),
    ],
)
def test_rules_are_let_in(text: str, written: list[str] | None) -> None:
    statements = checked_statements(text, "rules.lp")
    assert statements or not written
    if written is not None:
        assert [str(each) for each in statements] == written


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("a.\n b :- c(@f(1)).", (2, 9)),
        ("a.\n%* \n\n *% #script(python) #end.", (4, 5)),
        ('% "\n#include "x".', (2, 1)),
        ('a("\u00e9\u00e9") :- b. c ; d.', (1, 15)),
        ('a("\u00e9\u00e9") b.', (1, 9)),
        ("a :-\n", (2, 1)),
        ("a :- b. .", (1, 9)),
        ("a :- &b{c}.", (1, 7)),
        ("#count{ X : b(X) } > 1.", (1, 1)),
        ("not a.", (1, 1)),
        ("{ not a : b }.", (1, 1)),
        ("X = 1 :- b(X).", (1, 1)),
        ("a(X) : b(X).", (1, 1)),
        ("a. :~ b. [1@2]", (1, 4)),
        ("a(2147483648).", (1, 3)),
        ("a(X) :- b(X,'F31').", (1, 13)),
        ("a(0x80000000).", (1, 3)),
        ("a.\n\x00b.", (2, 1)),
        ("a(\u2028).", (1, 3)),
        ("a.\rb.", (1, 3)),
        ("a\u00e9.", (1, 2)),
        ('a("b\n").', (1, 3)),
        ("#!/usr/bin/clingo\na.", (1, 1)),
        ("asp 1 0 0\n0\n", (1, 1)),
        ("asp%\n1 0 0", (1, 1)),
        ("#program base(t).", (1, 1)),
        ("#sum++{ 1 : a } :- b.", (1, 6)),
    ],
)
def test_a_refusal_names_line_and_column(text: str, where: tuple[int, int]) -> None:
    assert place(text) == where


def test_callers_may_permit_more_or_less() -> None:
    best = "#minimize{ 1@2,X : a(X) }. #maximise{ 1 : a(1) }. :~ a(X). [X@k,X]"
    assert len(checked_statements(best, "x", allowed=PermittedSyntax(minimize=True))) == 3
    assert place(":~ a(X). [@f(X)]", PermittedSyntax(minimize=True)) == (1, 11)
    assert (
        len(checked_statements("#const k = 1.", "x", allowed=PermittedSyntax(constants=True))) == 1
    )
    assert place("#const k = @f().", PermittedSyntax(constants=True)) == (1, 12)
    assert place("a. { b }.", PermittedSyntax(choices=False)) == (1, 4)
    assert place("#const k = 1.", PermittedSyntax(minimize=True)) == (1, 1)


def test_length_and_depth_have_limits() -> None:
    assert checked_statements("%" * LONGEST, "x") == ()
    assert refused("%" * (LONGEST + 1)).startswith(f"rules.lp: {LONGEST + 1} characters")
    deep = DEEPEST - 1
    for opening, closing in (("(", ")"), ("-", ""), ("f(", ")"), ("~", ""), ("2**", "")):
        assert checked_statements(f"a({opening * deep}1{closing * deep}).", "x")
        assert "nested" in refused(f"a({opening * (deep + 1)}1{closing * (deep + 1)}).")
    assert checked_statements("a(" + "1;" * 1000 + "1,2).", "x")
    assert checked_statements(":- " + "X = 1+2-3, " * 1000 + "b(X).", "x")


def test_parsing_neither_reads_nor_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.lp").write_text("there.")
    read: list[str] = []
    parse_string('#include "there.lp".', lambda each: read.append(str(each)))
    assert "there." in read, "clingo reads files while it parses: the reason for the lexical check"
    refused('#include "there.lp".')
    refused("#script(python) open('made', 'w') #end.")
    for text in ("a :- ((.", "a b c.", "a(", "\u00e9.", 'a("\u00e9', "a :- b, .\n" * 50):
        refused(text)
    assert capfd.readouterr() == ("", "")
    assert [each.name for each in tmp_path.iterdir()] == ["there.lp"]


def test_names_are_told_wherever_they_are_used() -> None:
    text = """{ a(X) : b(X) } 1 :- not c(1;2,3), N = #count{ X : d(X,"p(1)"), not e }, -g : h(f(x)).
              k(1) :- 1 { i : not j }, #true, 1 < 2."""
    names = [use for each in checked_statements(text, "x") for use in uses(each)]
    assert [each.signature for each in names if each.derived] == [("a", 1), ("k", 1)]
    asked = {each.signature for each in names if not each.derived}
    assert asked == {
        *(("b", 1), ("c", 1), ("c", 2), ("d", 2), ("e", 0)),
        *(("-g", 0), ("h", 1), ("i", 0), ("j", 0)),
    }
    begins = [each.node.location.begin for each in names if each.signature.name in "ak"]
    assert [(each.line, each.column) for each in begins] == [
        (1, 3),
        (2, 15),
    ]


def test_the_rules_themselves_would_be_let_in_but_for_its_directives() -> None:
    for program in (PROJECT / "asp").rglob("a06_*.lp"):
        text = re.sub(r"#(defined|include|const)[^.]*\.", "", program.read_text("utf-8"))
        assert checked_statements(text, program.name)


@pytest.mark.parametrize("hostile", of_category("code"), ids=lambda each: each.question[:50])
def test_code_is_refused_with_its_line(hostile: Hostile) -> None:
    assert place(as_program(hostile.question))


def test_hostile_questions_are_many_and_none_crashes(capfd: pytest.CaptureFixture[str]) -> None:
    assert len(HOSTILE) >= 110
    assert len({each.question for each in HOSTILE}) == len(HOSTILE)
    for hostile in HOSTILE:
        for text in (hostile.question, as_program(hostile.question)):
            try:
                checked_statements(text, "rules.lp")
            except BadInput as refusal:
                assert len(str(refusal)) < 300
                assert str(refusal).isprintable()
    assert capfd.readouterr() == ("", "")


PIECES = st.sampled_from(
    [
        *('#include "x"', "#script(lua)", "#end", "#program base", "#true", "#sum", "#", "asp "),
        *"aX_1(){}[],;:.\"\\%\n -|@&=<!*+'$\u00e9\x00",
        *(":-", "..", '"a"', "%*", "*%", "not "),
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_what_is_let_in_is_what_clingo_reads(text: str) -> None:
    """Clingo reads what is let in, comments and all, in the same way, and takes it as a program."""
    try:
        statements = checked_statements(text, "rules.lp")
    except BadInput:
        return
    read: list[str] = []
    parse_string(text, lambda each: read.append(str(each)))
    kept = [each for each in read if not each.startswith(("%", "#program base"))]
    assert [str(each) for each in statements] == kept
    control = clingo.Control()  # a builder does not keep it alive
    with ProgramBuilder(control) as builder:
        for statement in statements:
            builder.add(statement)
