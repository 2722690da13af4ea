"""Try house rules: one question put to both rule sets, and files of questions with expected answers."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from hexcourt.cli.commands.questions import given_arguments
from hexcourt.cli.commands.running import position_of, show
from hexcourt.cli.render.printed_examples import Command, output_of
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_toml
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.formats.kinds import RULE_TESTS, expecting
from hexcourt.solver.answer.answer import Answer, Verdict
from hexcourt.solver.answer.arguments import QUESTIONS
from hexcourt.solver.answer.words import counted
from hexcourt.solver.api.position import put_question
from hexcourt.solver.rulebase.lint_house_rules import problems_of
from hexcourt.solver.rulebase.read_house_rules import (
    amended_rules,
    read_house_rules,
    read_own_rules,
)

DIFFER = 1
_COMPARED = ("answer", "counts", "rows", "error")


def try_question(
    command: Command, amend: Sequence[Path], question: Sequence[str], as_json: bool = False
) -> int:
    """Ask a question by the installed and by the amended rules; return 0 if the answers are equal."""
    if not amend:
        raise BadInput(
            "rules try: --amend is missing; write rules try --amend house.lp los BOARD VIEWER TARGET"
        )
    rules = amended_rules(read_house_rules(amend))
    files = [word for path in amend for word in ("--amend", str(path))]
    if as_json:
        return _tried_as_json(command, files, question)
    before = output_of(command, list(question)).rstrip()
    after = output_of(command, [*question, *files]).rstrip()
    assumptions = {f"taken for granted: {each}" for each in rules.assumed}
    plain = "\n".join(line for line in after.splitlines() if line not in assumptions)
    click.echo("as it is:")
    click.echo(_indented(before))
    for each in rules.assumed:
        click.echo(f"by {each}:")
    click.echo(_indented("the same" if plain == before else plain))
    return 0 if plain == before else DIFFER


def _tried_as_json(command: Command, files: Sequence[str], question: Sequence[str]) -> int:
    answers = [
        json.loads(output_of(command, [*question, *more, "--json"]).partition("\nhexcourt: ")[0])
        for more in ((), files)
    ]
    first, second = ({key: each.get(key) for key in _COMPARED} for each in answers)
    rows = [
        {"rules": rules, "answer": each}
        for rules, each in zip(("as it is", "amended"), answers, strict=True)
    ]
    same = first == second
    answer = Answer("rules try", None, "yes" if same else "no", {"tried": list(question)}, rows)
    return show(answer, as_json=True)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def lint_rules(path: Path) -> Answer:
    """List what is wrong with a file of house rules: yes if nothing is."""
    found = problems_of(read_own_rules(path))
    lines = [f"{path}:{each.line}:{each.column}: {each.message}" for each in found]
    rows = [
        {"problem": each.message, "file": str(path), "line": each.line, "column": each.column}
        for each in found
    ]
    counts = {"problems": len(found)}
    head = f"{path}: {counted(len(found), 'problem')}"
    verdict = "no" if found else "yes"
    return Answer(
        "rules lint", None, verdict, {"file": str(path)}, rows, counts, lines=(*lines, head)
    )


class RuleTest(Struct, forbid_unknown_fields=True, frozen=True):
    """A question as on the command line, without its board, and the answer that is expected.

    ``says`` is a text that the answer in words, with its reasons, has to contain. ``board`` and
    ``amend`` take the place of those of the file.
    """

    question: str
    answer: Verdict
    says: str = ""
    board: str = ""
    amend: tuple[str, ...] | None = None


class RuleTests(Struct, forbid_unknown_fields=True, frozen=True):
    """A file of tests, with the board and the house rules of those that name none."""

    test: tuple[RuleTest, ...]
    board: str = ""
    amend: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuleTestOutcome:
    """A test, the command that it ran, and the answer."""

    number: int
    test: RuleTest
    command: str
    answer: Answer

    @property
    def text(self) -> str:
        """Return the answer in words, with its reasons."""
        return self.answer.text(why=True)

    @property
    def passed(self) -> bool:
        """Return whether the answer is the expected one."""
        return self.answer.answer == self.test.answer and self.test.says in self.text

    @property
    def row(self) -> dict[str, Any]:
        """Return the test as a row of the answer."""
        return {
            "test": self.number,
            "command": self.command,
            "expected": self.test.answer,
            "says": self.test.says,
            "answer": self.answer.answer,
            "passed": self.passed,
            "text": self.text,
        }

    def lines(self) -> Iterator[str]:
        """Write what a failed test expected, and what was answered why."""
        says = f' that says "{self.test.says}"' * bool(self.test.says)
        yield f"test {self.number} failed: {self.command}"
        yield f"  expected {self.test.answer}{says}; the answer is {self.answer.answer}:"
        yield from _indented(_indented(self.text)).splitlines()


def run_tests(commands: click.Group, path: Path) -> Answer:
    """Run a file of tests from the folder that it is in: yes if all pass.

    Raises BadInput, naming the file and the test, where one cannot be asked.
    """
    tests = _read_tests(path)
    with chdir(path.parent):
        tested = [
            _run_test(commands, path.name, number, each, tests)
            for number, each in enumerate(tests.test, 1)
        ]
    failed = [each for each in tested if not each.passed]
    head = (
        f"{counted(len(tested), 'test')}: {len(tested) - len(failed)} passed, {len(failed)} failed"
    )
    return Answer(
        "rules test",
        None,
        "no" if failed else "yes",
        {"file": str(path)},
        [each.row for each in tested],
        {"passed": len(tested) - len(failed), "failed": len(failed)},
        lines=(head, *(line for each in failed for line in each.lines())),
    )


def _read_tests(path: Path) -> RuleTests:
    content = read_toml(path, "a file of tests", expecting("a file of tests (.toml)", RULE_TESTS))
    try:
        tests = msgspec.convert(content, RuleTests)
    except msgspec.ValidationError as error:
        raise BadInput(
            f"{path}: {error}; see docs/howto/amending.md, Tests of house rules"
        ) from None
    if not tests.test:
        raise BadInput(f"{path}: holds no test; write [[test]] with question and answer")
    return tests


def _run_test(
    commands: click.Group, file: str, number: int, test: RuleTest, tests: RuleTests
) -> RuleTestOutcome:
    try:
        words = _words_of(test, tests)
        command = commands.commands[words[0]]
        with command.make_context(words[0], list(words[1:])) as context:
            arguments = given_arguments(QUESTIONS[words[0]], context.params)
            position = position_of(context.params["board_name"], context.params)
            answer = put_question(position, words[0], arguments)
            return RuleTestOutcome(number, test, f"hexcourt {shlex.join(words)}", answer)
    except click.UsageError as error:
        raise BadInput(f"{file}, test {number}: {error.format_message()}") from None
    except BadInput as error:
        raise BadInput(f"{file}, test {number}: {error}") from None


def _words_of(test: RuleTest, tests: RuleTests) -> list[str]:
    """Write the command of a test, with its board and its house rules."""
    try:
        name, *rest = shlex.split(test.question) or [""]
    except ValueError as error:
        raise BadInput(f"question: {error}; close the quotation mark") from None
    questions = [each for each in QUESTIONS if each != "matrix"]
    if name not in questions:
        raise BadInput(f"question: begins with no question; begin with {', '.join(questions)}")
    board = test.board or tests.board
    if not board:
        raise BadInput(f"board is missing; write board = '{embedded_names()[0]}' or a facts file")
    amend = tests.amend if test.amend is None else test.amend
    return [name, board, *rest, *(word for each in amend for word in ("--amend", each))]
