"""The layers: which folder may import which, and that no modules import each other in a circle."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hexcourt.solver.register.register import predicates
from hexcourt.solver.rulebase.rulebase import active_rules

PROJECT = Path(__file__).parent.parent.parent

LAYERS = (
    *("facts.base", "facts.geometry", "facts.boards", "facts.pieces", "facts.formats"),
    *(
        "facts.tracing",
        "facts.areas",
        "facts.maps",
        "facts.drafting",
        "facts.cards",
        "facts.linting",
        "facts.examples",
    ),
    *("solver.sandbox", "solver.rulebase", "solver.explain", "solver.proof", "solver.answer"),
    *(
        "solver.language",
        "solver.ruleset",
        "solver.placement",
        "solver.position",
        "solver.sight",
        "solver.movement",
    ),
    *("solver.actions", "solver.query", "solver.boards", "solver.register"),
    *(
        "solver.scenario",
        "solver.examples",
        "solver.analysis.core",
        "solver.analysis",
        "solver.studies",
        "solver.api",
        "solver.conformance",
    ),
    *("cli.render", "cli.report", "cli.web", "cli.mcp", "cli.commands", "cli"),
)
"""The folders, lowest first: each may import those before it (docs/development/architecture.md)."""

UPWARD: set[tuple[str, str]] = set()
"""Imports that go upwards as yet. This list only shrinks."""


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {
    module_name(path): path
    for room in ("facts", "solver", "cli")
    for path in sorted((PROJECT / room).rglob("*.py"))
}


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """List statements, and those inside them."""
    for node in body:
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, field, []))


def imported(path: Path) -> Iterator[str]:
    """List the modules of ours that one imports, inside functions too."""
    for node in statements(ast.parse(path.read_text("utf-8")).body):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hexcourt."):
            home = str(node.module).removeprefix("hexcourt.")
            for alias in node.names:
                named = f"{home}.{alias.name}"
                yield named if named in MODULES else home


@cache
def imports() -> dict[str, set[str]]:
    """Map each module of ours to those that it imports."""
    return {name: set(imported(path)) - {name} for name, path in MODULES.items()}


def layer(module: str) -> int:
    folder = next(
        each
        for each in sorted(LAYERS, key=len, reverse=True)
        if f"{module}.".startswith(f"{each}.")
    )
    return LAYERS.index(folder)


def test_imports_go_downwards() -> None:
    upward = {
        (name, other)
        for name, others in imports().items()
        for other in others
        if other in MODULES and name not in ("solver", "facts") and layer(name) < layer(other)
    }
    assert upward == UPWARD


def test_the_base_knows_no_game() -> None:
    words = re.compile(
        r"\b(hexe?s?|hexsides?|terrain|units?|boards?|[A-Z]{1,2}\d+\.\d+)\b(?! value)"
    )
    for path in sorted((PROJECT / "facts" / "base").glob("*.py")):
        assert words.findall(path.read_text("utf-8")) == [], path.name


RULES = (
    *("vocabulary", "tables", "ground", "sight", "moving", "placing", "actions", "design"),
    *("verdicts", "questions", "searching", "worlds"),
)
"""The folders of the rules, lowest first: what one derives is read there and above."""

READ_BELOW = {
    ("sight/b09_cover", "is_blocked"),  # cover is told of whole lines, after their verdict
    # each outcome that is searched is judged by the victory conditions
    *(("design/a26_victory", name) for name in ("controls", "granted_goal", "is_ahead")),
    *(("design/a26_victory", name) for name in ("left", "present")),
}


def test_rules_read_what_lower_folders_derive() -> None:
    def layer_of(program: str) -> int:
        return RULES.index(program.partition("/")[0])

    below = {
        (program, each.form.partition("(")[0].partition("/")[0])
        for each in predicates(active_rules())
        if each.derived and not each.is_given
        for program in each.read
        if layer_of(program) < min(map(layer_of, each.derived))
    }
    assert below == READ_BELOW


def reached_from(module: str) -> set[str]:
    found: set[str] = set()
    waiting = [module]
    while waiting:
        fresh = imports().get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return found


def test_no_modules_import_each_other() -> None:
    reached = {name: reached_from(name) for name in MODULES}
    circles = {
        frozenset(other for other in MODULES if other in reached[name] and name in reached[other])
        for name in MODULES
        if name in reached[name]
    }
    assert circles == set()


def test_types_are_marked_once() -> None:
    assert [each.parent for each in PROJECT.glob("**/py.typed") if ".venv" not in each.parts] == [
        PROJECT
    ]


GENERAL = (
    *("facts/base", "solver/rulebase", "solver/language", "solver/explain", "solver/proof"),
    *("solver/sandbox", "solver/ruleset", "solver/analysis/core"),
)
"""The folders that know no game: a rule set is handed to them as a folder."""

OF_THE_GAME = re.compile(
    r"(?<![a-z])(?:(?:hex|hexside|hexspine|hexrow|terrain|building|hedge|roadblock|foxhole|trench|squad"
    r"|tank|vehicle|gun|leader|board|sight)(?:s|es)?|vertex|vertices|woods|rubble|smoke|infantry"
    r"|bypass|vbm|los|hindrance|tem|elevation)(?![a-z])"
)
"""Words of the game, in lower case."""

PARAGRAPH = re.compile(r"\b[A-Z]{1,3}[0-9]{0,2}\.[0-9]+")
"""The number of a paragraph of the rules, as ``B9.21``; no version and no decimal."""

EXCEPTIONS = {
    ("facts/base/sizes.py", ""): "one table of the sizes of all inputs",
    ("facts/base/files.py", "hex"): "'hex value' is what the TOML reader says of an escape",
    ("solver/ruleset/certifying.py", "board"): "board.lp is a file of certificates already made",
    ("solver/proof/certificate.py", "board"): "board.lp is a file of certificates already made",
    ("solver/proof/verification.py", "board"): "board.lp is a file of certificates already made",
    ("solver/proof/clauses.py", "vertex"): "'vertex elimination' is a method on graphs",
}
"""Where such a word stands, by file and word, "" being any; and why."""


def words_of_the_game(path: Path) -> Iterator[str]:
    """List the words of the game, and paragraph numbers, in names, texts and comments of a file."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
        parted = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", token.string).lower()
        yield from OF_THE_GAME.findall(parted)
        yield from PARAGRAPH.findall(token.string)


def test_general_folders_know_no_game() -> None:
    found = {
        (path.relative_to(PROJECT).as_posix(), word)
        for folder in GENERAL
        for path in sorted((PROJECT / folder).rglob("*.py"))
        for word in words_of_the_game(path)
    }
    assert {(file, word) for file, word in found if (file, "") not in EXCEPTIONS} == {
        each for each in EXCEPTIONS if each[1]
    }


def test_the_words_of_the_game_are_found(tmp_path: Path) -> None:
    told = tmp_path / "told.py"
    told.write_text("HexsideTerrain = 'B9.21'  # woods", "utf-8")
    assert set(words_of_the_game(told)) == {"hexside", "terrain", "woods", "B9.21"}
