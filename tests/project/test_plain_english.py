"""Documents, help texts, messages, docstrings and names read easily, and use standard terms."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from hexcourt.cli.main import main
from hexcourt.solver.rulebase.rulebase import active_rules
from tests.project.test_reference import READABILITY, REFERENCE

TERMS = (
    *("laws?", "statutes?", "lawbook", "in force", "enacted"),
    *("courts?", "hear", "hears", "heard", "hearings?", "precedents?"),
    *("told", "tells of", "told apart"),
    *("deeds?", "doors?"),
    *("laid",),
    *("doubts?", "doubted", "doubtful", "unsure", "unsettled"),
    *("barred", "bars", "bars? (?:a|all|any|every)", "strange to"),
    *("dear", "dearer", "dearest"),
    *("fenced?", "fences", "council", "side by side"),
    *("shelf", "shelves", "ranged"),
    *("cut down", "both ways"),
    *("reckon", "reckons", "reckoned", "hangs? on", "gives? leave", "has a say"),
)
"""Terms that mean something private, or that a plainer one replaces."""

PRIVATE = re.compile(rf"\b(?:{'|'.join(TERMS)})\b", re.IGNORECASE)
LEFT_OUT = {"progress.md", "predicates.md"}
"""What was done and when, and the names and comments of the rules themselves."""

PAGES = [each for each in READABILITY.documents() if each.name not in LEFT_OUT]
GENERATED = {*REFERENCE.PAGES}


def words_of(page: Path) -> str:
    """Return a page without its code and output, tables included."""
    text = re.sub(
        r"^( *)```.*?^\1```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    return re.sub(r"`[^`]+`|\]\([^)]*\)", "", text)


def helps(group: click.Group, before: str = "hexcourt") -> Iterator[tuple[str, str]]:
    """List every command with its help: a command keeps the names of the help option it is first
    asked with.
    """
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        shown = click.Context(command, info_name=name, **main.context_settings)
        yield f"{before} {name}", command.get_help(shown)
        if isinstance(command, click.Group):
            yield from helps(command, f"{before} {name}")


def test_pages_use_standard_terms() -> None:
    found = {page.name: PRIVATE.findall(words_of(page)) for page in PAGES}
    assert {page: terms for page, terms in found.items() if terms} == {}


def test_help_uses_standard_terms() -> None:
    found = {name: PRIVATE.findall(text) for name, text in helps(main)}
    assert {name: terms for name, terms in found.items() if terms} == {}


def test_messages_use_standard_terms() -> None:
    rows = [row for row in REFERENCE.messages_text().split("\n") if row.startswith("| `")]
    assert len(rows) > 400
    assert [row for row in rows if PRIVATE.search(row)] == []


CODE = sorted(
    path
    for folder in ("solver", "facts", "cli")
    for path in (READABILITY.PROJECT / folder).rglob("*.py")
)
OLD_NAMES = frozenset(
    (
        "told",
        "said",
        "laid",
        "kept",
        "asked",
        "heard",
        "judged",
        "barred",
        "shut",
        "doubt",
        "doubts",
    )
)
"""Names that say of a value only that somebody passed it on; what it holds names it better."""


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """List all nodes of a module, itself first."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


OLD_NAMES_LEFT = {
    ("solver/analysis/findings.py", "kept"),
    ("solver/position/board_state.py", "kept"),
    ("solver/rulebase/reasons.py", "asked"),
    ("facts/base/errors.py", "kept"),
}
"""Arguments that are passed by name, and the like. The list may only shrink."""

ORDINARY = re.compile(r"side by side|both ways|walls and bars|their bars", re.IGNORECASE)
"""What is plain English in a docstring: two drawings, two methods, bars of a picture."""


def names_in_functions(nodes: tuple[ast.AST, ...]) -> Iterator[str]:
    """List the arguments and the local variables of a module's functions."""
    seen: set[ast.AST] = set()
    for node in nodes:  # a function stands before those within it
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node not in seen:
            for each in ast.walk(node):
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                    seen.add(each)
                if isinstance(each, ast.arg):
                    yield each.arg
                elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    yield each.id


PRIVATE_WORDS = frozenset(
    (
        *("told", "untold", "tell", "tells", "telling", "said", "laid", "laying", "lying"),
        *("court", "hear", "heard", "hearing", "deed", "deeds", "door", "doors", "law", "laws"),
        *("shelf", "council", "reckon", "reckoned", "whereabouts", "strange", "granted", "meant"),
        *("unspoken", "plainest", "sought", "mended", "unfit", "starved", "barred", "parted"),
        *("unheard", "asides", "shut", "dearest", "counsel", "ruled", "upheld", "judged"),
    )
)
"""Words that name nothing in the field; a name with one of them says too little."""

PRIVATE_IN_RULES = frozenset(
    (
        *(
            "told",
            "untold",
            "heard",
            "spoken",
            "speaks",
            "shut",
            "dear",
            "dearer",
            "dearest",
            "heap",
        ),
        *("heaped", "roomy", "shuns", "shunned", "astray"),
    )
)
"""The same of predicates, some of which are plain English: a move may be barred."""

NAMES_LEFT: set[tuple[str, str]] = set()
"""Names that may stay. The list may only shrink."""

ODD_VERBS = frozenset(("Tell", "Say", "Give", "Let", "Have", "Part", "Lay", "Hold", "Bar"))
"""Verbs at the beginning of a docstring that say less than Return, List, Write, Split, Check."""


def names_defined(nodes: tuple[ast.AST, ...]) -> Iterator[str]:
    """List the functions, classes, constants, variables and attributes that a module defines."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
                for each in ast.walk(target):
                    if isinstance(each, ast.Name):
                        yield each.id
                    elif isinstance(each, ast.Attribute):
                        yield each.attr


def prose_of(docstring: str) -> str:
    """Return a docstring without names and examples."""
    prose, _, _ = docstring.partition(">>>")
    return ORDINARY.sub("", re.sub(r"``[^`]+``|`[^`]+`", "", prose))


def test_local_names_say_what_they_hold() -> None:
    found = {
        (path.relative_to(READABILITY.PROJECT).as_posix(), name)
        for path in CODE
        for name in names_in_functions(nodes_of(path))
        if name in OLD_NAMES
    }
    assert found - OLD_NAMES_LEFT == set()
    assert OLD_NAMES_LEFT - found == set(), "mended: take it off the list"


TABLES = (
    *(f"solver/answer/{name}.tsv" for name in ("arguments", "questions", "rows")),
    *("solver/scenario/checks.tsv", "cli/commands/options.tsv"),
    *("facts/linting/finding_codes.tsv", "facts/maps/changes/words.tsv"),
)
"""Tables whose texts users read."""


def texts_in(nodes: tuple[ast.AST, ...]) -> Iterator[str]:
    """List the texts that a module holds, docstrings left out."""
    left_out = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in left_out
        ):
            yield node.value


def test_texts_of_answers_use_standard_terms() -> None:
    """A predicate of the rules may be named in them: ``doubtful``."""
    found = [
        (path.name, text)
        for path in CODE
        for text in texts_in(nodes_of(path))
        if " " in text.strip()
        if PRIVATE.search(re.sub(r"rowhouse bars|refused, doubtful", "", text))
    ]
    found += [
        (name, cell)
        for name in TABLES
        for cell in re.split(r"[\t\n|]", (READABILITY.PROJECT / name).read_text("utf-8"))
        if " " in cell.strip() and PRIVATE.search(cell.replace("rowhouse bars", ""))
    ]
    assert found == []


def test_docstrings_use_standard_terms() -> None:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        (path.name, getattr(node, "name", "module"), terms)
        for path in CODE
        for node in nodes_of(path)
        if isinstance(node, kinds)
        if (terms := PRIVATE.findall(prose_of(ast.get_docstring(node) or "")))
    ]
    assert found == []


def test_names_say_what_they_are() -> None:
    found = {
        (path.relative_to(READABILITY.PROJECT).as_posix(), name)
        for path in CODE
        for name in names_defined(nodes_of(path))
        if PRIVATE_WORDS & {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}
    }
    assert found - NAMES_LEFT == set()
    assert NAMES_LEFT - found == set(), "mended: take it off the list"


def test_predicates_say_what_they_are() -> None:
    every = {head.name for each in active_rules().statements for head in each.heads}
    assert len(every) > 900
    assert {name for name in every if PRIVATE_IN_RULES & set(name.split("_"))} == set()


def test_docstrings_begin_with_a_standard_verb() -> None:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        (path.name, node.name, docstring.partition("\n")[0])
        for path in CODE
        for node in nodes_of(path)
        if isinstance(node, kinds)
        if (docstring := ast.get_docstring(node) or "") and docstring.split()[0] in ODD_VERBS
    ]
    assert found == []


def test_pages_read_easily() -> None:
    pytest.importorskip("pyphen", reason="needs pip install 'hexcourt[docs]'")
    written = [each for each in PAGES if each.name not in GENERATED]
    found = {page.name: READABILITY.measure(page).misses() for page in written}
    assert {page: misses for page, misses in found.items() if misses} == {}


def test_what_is_hard_to_read_is_found(tmp_path: Path) -> None:
    pytest.importorskip("pyphen", reason="needs pip install 'hexcourt[docs]'")
    page = tmp_path / "page.md"
    page.write_text(
        "Notwithstanding considerations; interoperability necessitates; deliberation.\n"
    )
    assert len(READABILITY.measure(page).misses()) == 2
