"""The rules as a value: read once, amended, and without what nobody reads or what stands twice."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.register.register import index_text
from hexcourt.solver.rulebase.declarations import GIVEN_OUT, WORD_MARK, declarations
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.read_house_rules import declared
from hexcourt.solver.rulebase.rulebase import active_rules, read_rulebase, use_rules
from hexcourt.solver.rulebase.statement import Signature
from tests.amended_rules import Amendment, amend, amended, repealed
from tests.effort import PATIENCE

PROJECT = Path(__file__).resolve().parent.parent.parent.parent

UNREAD: dict[str, str] = {}
"""Predicates that nothing reads, with the reason; to be emptied."""

BOOK = active_rules()
PROFILES = [{each.name for each in BOOK.profile(name).programs} for name in BOOK.profiles]


def meet(one: str, other: str) -> bool:
    """Tell whether two programs are ever grounded together."""
    return any(one in profile and other in profile for profile in PROFILES)


def outputs() -> dict[Signature, str]:
    return {each.signature: each.role for each in declarations(BOOK, GIVEN_OUT)}


# --- what the rules say is of use, and is said once --------------------------------------------------


def test_every_predicate_that_is_derived_is_read() -> None:
    derived, read = defaultdict(set), defaultdict(set)
    for statement in BOOK.statements:
        for head in statement.heads:
            derived[head].add(statement.file)
        for each in statement.reads:
            read[each].add(statement.file)
    outside = {*outputs(), *(each.signature for each in declarations(BOOK, WORD_MARK))}
    unread = {
        str(each)
        for each, files in derived.items()
        if each not in outside and not any(meet(a, b) for a in files for b in read[each])
    }
    assert unread <= set(UNREAD)


def test_every_output_is_derived_and_read_outside() -> None:
    derived = {head for statement in BOOK.statements for head in statement.heads}
    of_house_rules_alone = {Signature("counts_as", 2)}
    assert set(outputs()) - derived == of_house_rules_alone
    assert set(outputs().values()) == {"decides", "open", "dice", "tells"}
    programs = [p for room in ("solver", "cli", "tests") for p in (PROJECT / room).rglob("*.py")]
    told = " ".join(program.read_text("utf-8") for program in programs)
    assert not {each.name for each in outputs() if f'"{each.name}"' not in told}


def plain(statement: str) -> str:
    """Number the variables of a statement by their order."""
    names: dict[str, str] = {}

    def renamed(match: re.Match[str]) -> str:
        return match[0] if match[0][0] == '"' else names.setdefault(match[0], f"V{len(names)}")

    return re.sub(r'"[^"]*"|\b_*[A-Z]\w*', renamed, statement)


def twice(told: dict[object, list[str]]) -> Iterator[object]:
    for what, files in told.items():
        if any(meet(one, other) for one, other in combinations(files, 2)):
            yield what


def test_no_rule_stands_twice() -> None:
    told: dict[object, list[str]] = defaultdict(list)
    for statement in BOOK.statements:
        if statement.heads:
            told[plain(str(statement.node))].append(statement.file)
    assert plain("a(X,Y) :- b(Y,X).") == plain("a(H,G) :- b(G,H).") != plain("a(X,Y) :- b(X,Y).")
    assert not list(twice(told))


def test_no_sentence_is_cited_twice() -> None:
    told: dict[object, list[str]] = defaultdict(list)
    for name, program in BOOK.programs.items():
        for each in program.citations:
            told[each.number, each.sentence].append(name)
    assert not list(twice(told))


def test_the_index_of_predicates_is_up_to_date() -> None:
    """`python bench/predicates.py` writes it anew."""
    assert (PROJECT / "docs" / "reference" / "predicates.md").read_text("utf-8") == index_text(BOOK)


# --- statements ---------------------------------------------------------------------------------------


def test_the_rules_are_read_in_one_place() -> None:
    """The register looks only for the folder of the sources."""
    programs = [p for room in ("solver", "cli", "facts") for p in (PROJECT / room).rglob("*.py")]
    opening = {each.name for each in programs if "hexcourt.asp" in each.read_text("utf-8")}
    assert opening == {"rulebase.py", "register.py", "piece_table.py"}  # which reads names alone


def test_two_threads_that_read_the_rules_do_not_wait_for_each_other() -> None:
    book = read_rulebase(Path(__file__).resolve().parents[3] / "asp")
    both = threading.Barrier(2)

    def ground() -> None:
        both.wait()
        with use_rules(book):
            ActiveRules("cases").ground("")

    def read() -> None:
        both.wait()
        for each in book.programs.values():
            assert each.comments

    threads = [threading.Thread(target=each, daemon=True) for each in (ground, read)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(PATIENCE)
    assert not any(each.is_alive() for each in threads)


def test_a_statement_tells_what_it_derives_and_reads() -> None:
    (statement,) = [each for each in BOOK.statements if "among_trees" in each.names]
    assert list(map(str, statement.heads)) == ["among_trees/1"]
    assert list(map(str, statement.reads)) == ["along_tram/1", "touch/4"]
    assert (statement.kind, statement.file) == ("rule", "sight/a06_line_of_sight.lp")
    assert statement.citation == statement.heading
    assert statement.citation is not None and statement.citation.number == "FB6.33"
    assert statement.text.startswith("among_trees(F) :- ") and statement.text.endswith(".")
    lines = (PROJECT / "asp" / statement.file).read_text("utf-8").splitlines()
    assert statement.text.splitlines()[0] in lines[statement.line - 1]


def test_all_kinds_of_statements_are_known() -> None:
    kinds = {each.kind for each in BOOK.statements}
    assert kinds == {"fact", "rule", "choice", "constraint", "constant", "declaration", "minimize"}


def test_what_comes_from_outside_is_declared() -> None:
    assert {Signature("hex", 1), Signature("roadblock", 3)} <= declared(BOOK)


# --- amendments -------------------------------------------------------------------------------------

COSTS = "allotment"


def allotment(unit: str) -> list[int]:
    grounded = ActiveRules("units").ground("")
    return sorted(
        each.symbol.arguments[1].number
        for each in grounded.symbolic_atoms.by_signature(COSTS, 2)
        if each.symbol.arguments[0].name == unit
    )


def test_a_rule_is_added_replaced_and_taken_out() -> None:
    assert allotment("squad") == [8]
    with amended(Amendment(text="allotment(squad,10).")):
        assert allotment("squad") == [8, 10]
    with amended(Amendment(("A4.11",), "allotment(squad,10).")):
        assert (allotment("squad"), allotment("leader"), allotment("tank")) == ([10], [], [26])
        with repealed("D1.12"):
            assert (allotment("squad"), allotment("tank")) == ([10], [])
    assert allotment("squad") == [8]


def test_amended_rules_are_a_value() -> None:
    change = Amendment(("A4.11",), "allotment(squad,10).")
    one, other = amend(BOOK, change), amend(BOOK, change)
    assert one == other and hash(one) == hash(other)
    digests = {BOOK.digest, one.digest, amend(BOOK, Amendment(("A4.11",))).digest}
    assert len(digests) == 3
    assert BOOK == active_rules() == amend(BOOK, Amendment())


@pytest.mark.parametrize(
    ("amendment", "message"),
    [
        (Amendment(("A4.1l",)), r"A4\.1l: no rule is cited by that name; did you mean .*A4\.1"),
        (Amendment(("movement.lp:1",)), r"did you mean movement\.lp:\d+"),
        (Amendment(text="allotment(squad,X) :- heigth(X,1)."), r"line 1: heigth/2 .*height/2"),
        (Amendment(text="#script (python) #end."), "line 1"),
        (Amendment(text="{ allotment(squad,10) }."), "choice"),
        (Amendment(text="allotment(squad"), "line 1"),
        (Amendment(text="fresh(1)."), "name the program"),
        (Amendment(text="fresh(1).", program="movment.lp"), r"did you mean .*movement\.lp"),
    ],
)
def test_a_faulty_amendment_is_bad_input(amendment: Amendment, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        amend(BOOK, amendment)
