"""The register: every paragraph has a state, and every rule a test that fails without it."""

from __future__ import annotations

import csv
import html
import random
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.register.register import (
    ParagraphEntry,
    entry,
    geometry_blocks,
    left_open,
    needs_of,
    paragraphs,
    register,
    rule_blocks,
)
from hexcourt.solver.rulebase.statement import Block
from tests import effort
from tests.cli.test_commands import answer, hexcourt
from tests.documents import Shown, examples_of, says

PROJECT = Path(__file__).resolve().parent.parent.parent.parent
DOCUMENTS = PROJECT.parent / "shared" / "rules"
HEADINGS = {
    "000": ("Q", r"(?<![\w.])(4\.[1-3][0-9]*)(?: [A-Z]{2,}|[^\n]{0,3}NARROW STREET|/)"),
    "001": ("FB", r"^(?:\s*)(6\.[0-9]+)\b"),
    "002": ("A", r"^(2\.[0-9]+)(?: [A-Z]{2,}|:)"),
    "003": ("O", r'<a id="(6\.[0-9]+)">'),
    "004": ("", r"^(O\.[0-9][A-C]?) [A-Z]"),
}
NAMED_BY_RULES = {"E38", "NN14", "QQ12", "R10", "R11", "XX14", "G32", "H30", "H31"}
"""The hexes that paragraphs themselves name (FB6.12 to FB6.6)."""

NUMBERS = [each.number for each in paragraphs(PROJECT)]


@cache
def entries() -> dict[str, ParagraphEntry]:
    """Map each number to its entry in the register."""
    return {each.paragraph.number: each for each in register()}


def kept() -> dict[str, dict[str, str]]:
    with (PROJECT / "docs" / "mutants.csv").open(encoding="utf-8", newline="") as opened:
        return {row["digest"]: row for row in csv.DictReader(opened)}


MUTANTS = kept()


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="no rule documents in ../shared/rules")
@pytest.mark.parametrize("document", HEADINGS)
def test_every_paragraph_of_the_documents_is_listed(document: str) -> None:
    (file,) = DOCUMENTS.glob(f"{document}_*.txt")
    prefix, pattern = HEADINGS[document]
    text = html.unescape(file.read_text("utf-8"))
    found = {prefix + number for number in re.findall(pattern, text, re.MULTILINE)}
    listed = {number for number in entries() if number.startswith(prefix or "O.")}
    assert len(found) > 10
    assert found <= listed, found - listed


def test_every_paragraph_has_a_state() -> None:
    states = Counter(each.state for each in entries().values())
    assert len(entries()) == 99
    assert not states["missing"]
    whole = [each.state for each in entries().values() if each.paragraph.text == "whole"]
    assert sum(state in ("decided", "dice") for state in whole) >= 0.9 * len(whole)


def test_what_is_cut_off_is_never_decided_without_saying_so() -> None:
    for each in entries().values():
        if each.paragraph.text == "cut":
            assert each.paragraph.open
            if each.state == "unknown":
                assert all(set(rule.heads) <= left_open() for rule in each.rules)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_decided_paragraph_has_a_test_that_fails_without_it(number: str) -> None:
    found = entries()[number]
    if found.state not in ("decided", "dice", "contradiction"):
        return
    assert found.tests, f"{number}: no test is marked with it"
    rows = [MUTANTS[each.digest] for each in found.rules if each.digest in MUTANTS]
    assert not rows or any(row["test"] for row in rows)


def test_most_rules_were_taken_out_once() -> None:
    """`make mutate` tries those that are new or have changed."""
    known = [block.key for block in rule_blocks() if block.digest in MUTANTS]
    assert len(known) > len(rule_blocks()) / 2


MISSED = [block for block in rule_blocks() if MUTANTS.get(block.digest, {}).get("test")]


@pytest.mark.parametrize(
    "block",
    random.Random(effort.FACTOR).sample(MISSED, effort.sample(1, 16)),
    ids=lambda each: each.key,
)
def test_a_rule_that_is_missed_is_missed_still(block: Block) -> None:
    """Without the rule the test fails that is kept for it."""
    test = MUTANTS[block.digest]["test"]
    tried = subprocess.run(
        [sys.executable, "bench/mutate.py", "--without", block.key, test], cwd=PROJECT, check=False
    )
    if tried.returncode and not is_collected(test):
        pytest.skip(f"{test} has another name now: run make mutate")
    assert tried.returncode == 0, f"{test} passes without {block.number}: run make mutate"


def is_collected(test: str) -> bool:
    looked = [sys.executable, "-m", "pytest", "--collect-only", test]
    return subprocess.run(looked, cwd=PROJECT, check=False, capture_output=True).returncode == 0


def test_no_example_is_special_cased() -> None:
    found = set()
    for program in (PROJECT / "asp").rglob("*.lp"):
        if program.parent.name == "worlds":  # no rules: worlds have hexes of their own
            continue
        for line in program.read_text("utf-8").splitlines():
            found |= set(re.findall(r'"([A-Z]{1,2}[0-9]{1,2})"', line.split("%")[0]))
    assert found - {each.number for each in rule_blocks()} <= NAMED_BY_RULES


def test_geometry_is_cited_where_it_is_decided() -> None:
    assert {"A2.1", "A2.2", "A2.71"} <= {each.number for each in geometry_blocks(PROJECT / "facts")}


def test_a_rule_tells_what_it_needs_and_gives() -> None:
    told = [each for each in rule_blocks() if each.number == "FB6.33"]
    (block,) = [each for each in told if each.file.startswith("sight/")]
    assert needs_of(block) == (("along_tram", "touch"), ("among_trees",))


def test_an_unknown_number_gets_the_nearest() -> None:
    with pytest.raises(BadInput, match=r"did you mean .*Q4\.14"):
        entry("Q4.1444")
    assert entry("q4.142").paragraph.number == "Q4.142"
    assert entry("B9.2").paragraph.text == "outside"


# --- at the command line ----------------------------------------------------------------------------


def test_the_register_is_shown() -> None:
    found = answer("rules")
    assert [row["number"] for row in found["rows"]] == list(entries())
    assert sum(found["counts"].values()) == 99
    told = hexcourt("rules").stdout
    assert told.startswith("99 paragraphs: ")
    for document in ("Pegasus Bridge", "Festung Budapest", "The Mapboard", "Chapter O"):
        assert f"\n{document}\n" in told


def test_one_rule_is_shown_whole() -> None:
    (row,) = answer("rules", "q4.142")["rows"]
    assert row["number"] == "Q4.142"
    assert row["held_by"] and row["shown_by"] and row["contradiction"]
    told = hexcourt("rules", "Q4.142").stdout
    for statement in row["statements"]:
        assert statement["sentence"] in told
        assert f"asp/{statement['file']}:{statement['line']}" in told
    for test in row["held_by"]:
        assert test in told


def test_an_unknown_rule_is_bad_input() -> None:
    result = hexcourt("rules", "Q4.999")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "did you mean" in result.stderr


def test_a_coordinate_is_told() -> None:
    (row,) = answer("coordinate", "14oAK7")["rows"]
    assert row == {"board": "14", "overlay": "A", "hex": "K7"}
    assert hexcourt("coordinate", "1E4h-1").stdout == "1E4h-1: board 1, hex E4, level −1\n"
    crest = hexcourt("coordinate", "BB3/CRBB2").stdout
    assert crest == "BB3/CRBB2: hex BB3, Crest status facing BB2\n"
    assert hexcourt("coordinate", "K13-L12-K12").stdout.endswith("at the vertex with L12 and K12\n")
    assert hexcourt("coordinate", "nonsense").exit_code == 2


@pytest.mark.parametrize("block", examples_of("rules.md"), ids=lambda block: block[0].command)
def test_the_page_shows_answers(block: tuple[Shown, ...]) -> None:
    for shown in block:
        result = hexcourt(*shown.arguments)
        assert says(result.output, shown.lines), result.output


@pytest.mark.parametrize(
    ("former", "now"),
    [
        (("law", "words"), ("rules", "words")),
        (("law", "doors", "actions"), ("rules", "consistency", "actions")),
        (
            ("law", "try", "los", "pegasus", "K12", "K13"),
            ("rules", "try", "los", "pegasus", "K12", "K13"),
        ),
        (("rules",), ("rules", "list")),
        (("rules", "Q4.142"), ("rules", "show", "Q4.142")),
        (("rules", "--limit-seconds", "60", "Q4.142"), ("rules", "show", "Q4.142")),
    ],
)
def test_former_names_of_commands_answer_the_same(
    former: tuple[str, ...], now: tuple[str, ...]
) -> None:
    one, other = hexcourt(*former), hexcourt(*now)
    assert (one.stdout, one.exit_code) == (other.stdout, other.exit_code)
    notes = [line for line in one.stderr.splitlines() if "in place of" in line]
    assert bool(notes) == (former[0] == "law")
    assert [
        line for line in one.stderr.splitlines() if line not in notes
    ] == other.stderr.splitlines()


def test_every_sub_command_of_the_rules_has_one_name() -> None:
    shown = hexcourt("rules", "--help").stdout
    assert "consistency" in shown and "doors" not in shown
    assert "rules" in hexcourt("--help").stdout and "  law " not in hexcourt("--help").stdout


def test_the_number_of_a_section_lists_its_rules() -> None:
    numbers = [row["number"] for row in answer("rules", "a6")["rows"]]
    assert {"A6.1", "A6.2", "A6.4"} <= set(numbers) and numbers == sorted(numbers)
    assert all(each.startswith("A6.") for each in numbers)
    chapter = {row["number"] for row in answer("rules", "A")["rows"]}
    assert set(numbers) < chapter and all(each[0] == "A" for each in chapter)
    assert [row["number"] for row in answer("rules", "A6.1")["rows"]] == ["A6.1"]
    with pytest.raises(BadInput, match="no rule of that number"):
        entry("ZZ9")
