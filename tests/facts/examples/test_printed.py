"""The printed examples of the documents: all 99 are derived as printed, or listed as contradictions."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from hexcourt.cli.main import main
from hexcourt.cli.render.printed_examples import try_printed
from hexcourt.facts.examples.printed import PrintedExample, printed_examples
from hexcourt.solver.register.register import register
from tests.cli.test_commands import answer, hexcourt
from tests.effort import one_of

SHARED = Path(__file__).resolve().parent.parent.parent.parent.parent / "shared"
BOARDS = SHARED / "vasl" / "boards"
ROWS = SHARED / "examples" / "examples.csv"
CONTRADICTIONS = {"PB15", "PB26", "PB27", "O609", "O01", "O03"}


def name_of(example: PrintedExample) -> str:
    return example.name


CONTRADICTING = [each for each in printed_examples() if each.name in CONTRADICTIONS]
AGREED = [each for each in printed_examples() if each.name not in CONTRADICTIONS]


@pytest.mark.parametrize("example", [*CONTRADICTING, *one_of(AGREED, 12)], ids=name_of)
def test_what_is_printed_is_derived(example: PrintedExample) -> None:
    if example.boards and not BOARDS.is_dir():
        pytest.skip("no board archives in ../shared/vasl")
    tried = try_printed(partial(main.main, prog_name="hexcourt"), example, BOARDS)
    expected = "contradiction" if example.name in CONTRADICTIONS else "agreed"
    assert tried.outcome == expected, tried.output


def test_a_contradiction_comes_with_its_readings() -> None:
    assert {each.name for each in printed_examples() if each.readings} == CONTRADICTIONS


def test_examples_are_of_paragraphs() -> None:
    numbers = {each.paragraph.number for each in register()}
    assert {each.rule for each in printed_examples()} <= numbers


@pytest.mark.skipif(not ROWS.is_file(), reason="no examples in ../shared/examples")
def test_every_row_is_there() -> None:
    with ROWS.open(encoding="utf-8", newline="") as opened:
        rows = {row["id"] for row in csv.DictReader(opened)}
    assert {each.name for each in printed_examples()} == rows


def test_an_example_that_does_not_agree_is_told() -> None:
    (example,) = [each for each in printed_examples() if each.name == "PB01"]
    wrong = replace(example, says=("no such words",))
    command = partial(main.main, prog_name="hexcourt")
    assert try_printed(command, wrong, None).outcome == "differs"


def test_one_by_name_and_as_json() -> None:
    found = answer("examples", "run", "PB31")
    assert found["answer"] == "yes"
    (row,) = found["rows"]
    assert row["outcome"] == "agreed"
    assert "minefield(at) 3" in row["derived"]
    without = hexcourt("examples", "run", "A207")
    assert without.exit_code == 3
    assert "--boards" in without.stdout
    assert hexcourt("examples", "run", "A207", "--boards", "nowhere").exit_code == 2
