"""One table of questions: their arguments have the same names at all entry points."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import anyio
import click
import msgspec
import pytest

from hexcourt import open_board
from hexcourt.cli.commands.completion import OFFERS
from hexcourt.cli.commands.questions import question_command
from hexcourt.cli.main import main
from hexcourt.cli.web.interface import interface
from hexcourt.cli.web.questions import FILE_REQUESTS, body_of, read_body
from hexcourt.cli.web.questions import QUESTIONS as BODIES
from hexcourt.solver.answer import arguments
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.arguments import (
    ARGUMENTS,
    QUESTIONS,
    REQUIRED,
    Argument,
    PictureOptions,
    QuestionKind,
    Whole,
)
from hexcourt.solver.answer.schema import arguments_type
from hexcourt.solver.api.position import Position, put_question
from hexcourt.solver.sandbox.limited_run import Limits
from tests.cli.test_commands import hexcourt
from tests.tiny import tiny, tiny_facts

pytest.importorskip("mcp")

from hexcourt.cli.mcp.server import Caller, make_server
from hexcourt.cli.web.board_registry import BoardRegistry

SMALL = "A1:A4, B1:B4, A2 woods, A3-A4 hedge"
POSITION = Position(tiny(SMALL))

OWN = {
    "matrix": {"out"},
    "ask": {"tree", "dump", "limit_conflicts"},
}
"""Options of commands that say where answers are written, or how long they may take."""

SHARED = {"board_name", "boards", "amend", "as_json", "limit_seconds", "limit_memory", "around"}
SHARED |= {"rules", "svg", "png", *PictureOptions.__annotations__}


def tools() -> dict[str, dict[str, Any]]:
    listed = anyio.run(make_server(Caller(BoardRegistry(), Limits())).list_tools)
    return {each.name: each.input_schema for each in listed}


def python_names(name: str) -> dict[str, Any]:
    """Map the arguments of a method to their defaults."""
    parameters = list(signature(getattr(Position, name)).parameters.values())[1:]
    return {
        each.name: REQUIRED if each.default is Parameter.empty else each.default
        for each in parameters
    }


def offered(name: str, *entries: str) -> set[str]:
    return {argument for argument, _, _ in QUESTIONS[name].offered(*entries)}


@pytest.mark.parametrize("name", QUESTIONS)
def test_names_and_defaults_are_equal_at_all_entry_points(name: str) -> None:
    asked = QUESTIONS[name]
    assert python_names(name) == asked.defaults
    command = main.commands[name]
    shown = {each.name for each in command.params if isinstance(each.name, str)}
    own = OWN.get(name, set()) | ({"why"} if asked.why else set()) | {"progress"}
    assert shown - SHARED - own == offered(name, "shell") | set(asked.about)
    for each in command.params:
        if isinstance(each, click.Option) and each.name in ARGUMENTS:
            assert each.opts[0] == f"--{each.name.replace('_', '-')}"
            assert set(each.opts[1:]) == {
                f"--{former.replace('_', '-')}" for former in ARGUMENTS[each.name].former
            }
            if each.name in asked.defaults and each.name not in asked.first:
                assert each.required == (asked.defaults[each.name] is REQUIRED)
    if not asked.over_network:
        assert name not in BODIES
        return
    over_network = offered(name) | set(asked.about) | {"board"}
    assert set(BODIES[name].__struct_fields__) == over_network
    schema = tools()[name]
    assert set(schema["properties"]) == over_network | {"page", "picture"}
    required = {each for each, _, default in asked.offered() if default is REQUIRED}
    assert set(schema["required"]) == required | {"board"}


COMMANDS = {
    "check": "scenario check",
    "advise": "scenario advise",
    "draft": "board draft",
    "legend": "board legend",
    "rules": "rules show",
    "vocabulary": "vocabulary",
}
"""What is asked beside questions, over HTTP or by assistants, and its command."""

OF_THE_COMMAND_LINE = {"board_name": "board", "path": "board", "archive": "board"}
"""Arguments without a name that others see; help shows BOARD, CARD or ARCHIVE."""

ALONE = {("legend", "at"), ("scenario new", "from")}
"""A spot of a picture that the page shows; files that a card is drafted from."""


def commands(group: click.Group = main, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """List every command with its name."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def names_at_all_entry_points() -> Iterator[tuple[str, set[str]]]:
    """List what is asked, at each entry point, with the names of its arguments that are shown."""
    for name, command in commands():
        shown = {
            (option.removeprefix("--").replace("-", "_") if option.startswith("--") else option)
            for each in command.params
            if isinstance(each, click.Option)
            for option in getattr(each, "shown", each.opts)
        }
        yield name, shown
    for name, body in {**BODIES, **FILE_REQUESTS}.items():
        yield name, set(body.__struct_fields__)
    for path, methods in interface()["paths"].items():
        for each in methods.values():
            yield path, {parameter["name"] for parameter in each.get("parameters", ())}
    for name, schema in tools().items():
        yield name, set(schema["properties"])
    for name in QUESTIONS:
        yield name, set(python_names(name))
    yield "open_board", set(signature(open_board).parameters)


def test_commands_have_the_same_names_over_http_and_for_assistants() -> None:
    known = dict(commands())
    network = {name for name, each in QUESTIONS.items() if each.over_network}
    assert set(tools()) == network | COMMANDS.keys() - FILE_REQUESTS.keys() | {
        *("boards", "words", "check", "advise")
    }
    fields = [(name, set(body.__struct_fields__)) for name, body in FILE_REQUESTS.items()]
    fields += [
        (n, set(each["properties"]) - {"page"}) for n, each in tools().items() if n in COMMANDS
    ]
    for name, asked in fields:
        named = {
            OF_THE_COMMAND_LINE.get(each.name, each.name) for each in known[COMMANDS[name]].params
        }
        assert {each for each in asked if (name, each) not in ALONE} <= named, name


def test_a_former_name_is_shown_nowhere() -> None:
    former = {each for argument in ARGUMENTS.values() for each in argument.former} | {
        "deeds",
        "card",
    }
    for name, shown in names_at_all_entry_points():
        found = {each for each in shown & (former - ARGUMENTS.keys()) if (name, each) not in ALONE}
        assert not found, name


def test_every_argument_of_an_answer_is_in_the_json_schema() -> None:
    fields = set(arguments_type().__struct_fields__)
    for name, asked in QUESTIONS.items():
        assert offered(name, "shell") | set(asked.about) <= fields


@pytest.mark.parametrize(
    ("former", "now"),
    [
        (("see", "A1", "--range", "2"), ("see", "A1", "--within", "2")),
        (
            ("los", "A1", "A3", "--from-status", "entrenched", "--to-status", "entrenched"),
            ("los", "A1", "A3", "--viewer-status", "entrenched", "--target-status", "entrenched"),
        ),
        (
            ("path", "A1", "A4", "--unit", "squad", "--mf", "3"),
            ("path", "A1", "A4", "--unit", "squad", "--allowance", "3"),
        ),
        (
            ("reach", "A1", "--unit", "truck", "--mp", "3", "--all"),
            ("reach", "A1", "--unit", "truck", "--allowance", "3", "--every-state"),
        ),
        (
            ("cut", "A1", "A4", "--unit", "squad", "--with", "enemy", "--max", "2"),
            ("cut", "A1", "A4", "--unit", "squad", "--kinds", "enemy", "--most", "2"),
        ),
        (
            ("ask", "exists : reach(L,C)", "--from", "A1", "--suppose", "foxhole(A3)"),
            ("ask", "exists : reach(L,C)", "--start", "A1", "--place", "foxhole(A3)"),
        ),
        (
            ("ask", 'which H : area("g",H)', "--area", "g=hexrow A"),
            ("ask", 'which H : area("g",H)', "--areas", "g=hexrow A"),
        ),
    ],
    ids=lambda each: " ".join(each)[:40],
)
def test_former_options_answer_the_same(
    former: tuple[str, ...], now: tuple[str, ...], tmp_path: Path
) -> None:
    board = tmp_path / "board.lp"
    board.write_text(tiny_facts(SMALL), "utf-8")
    told = [hexcourt(words[0], board, *words[1:], "--json") for words in (former, now)]
    assert told[0].stdout == told[1].stdout and "error" not in json.loads(told[0].stdout)
    hidden = {each for each in former if each.startswith("--")} - set(now)
    shown = hexcourt(former[0], "--help").stdout.replace(",", " ").split()
    assert hidden and not hidden.intersection(shown)


def test_former_fields_of_bodies_are_read() -> None:
    body = {"board": "tiny", "target": "A1", "range": 2}
    told = read_body(json.dumps(body).encode(), BODIES["see"])
    assert told.arguments["targets"] == ("A1",) and told.arguments["within"] == 2
    body = {"board": "tiny", "actions": ["foxhole(A1)"]}
    assert read_body(json.dumps(body).encode(), BODIES["legal"]).arguments["actions"]


# --- A question and an argument more, in a copy of the table --------------------------------------


def _nearby(self: Position, location: str, *, patience: int = 3) -> Answer:
    """List nothing, so many times."""
    rows = [{"number": each} for each in range(patience)]
    return Answer("nearby", None, "done", {"location": location}, rows, lines=(f"{patience} rows",))


@pytest.fixture
def nearby(monkeypatch: pytest.MonkeyPatch) -> QuestionKind:
    """Add a question with an argument of its own to the table, and the method that answers it."""
    added = Argument(Whole(1, 5), "How patient it is.", "times", former=("calm",))
    monkeypatch.setitem(ARGUMENTS, "patience", added)  # type: ignore[arg-type]
    asked = QuestionKind("nearby", "List what is near.", ("location",), {"patience": 3})
    monkeypatch.setitem(QUESTIONS, "nearby", asked)
    monkeypatch.setattr(Position, "nearby", _nearby, raising=False)
    return asked


def test_a_question_in_the_table_is_at_all_entry_points(
    nearby: QuestionKind, tmp_path: Path
) -> None:
    assert len(put_question(POSITION, "nearby", {"location": "A1", "patience": 2}).rows) == 2
    command = question_command(nearby)
    assert [each.name for each in command.params[:4]] == [
        "board_name",
        "boards",
        "location",
        "patience",
    ]
    board = tmp_path / "board.lp"
    board.write_text(tiny_facts(SMALL), "utf-8")
    main.add_command(command)
    try:
        assert hexcourt("nearby", board, "A1", "--calm", "4").stdout == "4 rows\n"
        assert "--patience must" not in hexcourt("nearby", board, "A1", "--patience", "4").stderr
        assert hexcourt("nearby", board, "A1", "--patience", "9").exit_code == 2
    finally:
        del main.commands["nearby"]
    told = read_body(b'{"board": "tiny", "location": "A1"}', body_of(nearby)).arguments
    assert told == {"location": "A1", "patience": 3}
    with pytest.raises(Exception, match="patience"):
        read_body(b'{"board": "tiny", "location": "A1", "patience": 9}', body_of(nearby))
    schema = tools()["nearby"]
    assert schema["properties"]["patience"]["maximum"] == 5
    assert "patience" in arguments_type().__struct_fields__
    assert "location" in OFFERS


def test_an_argument_more_is_at_all_entry_points(
    nearby: QuestionKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    los = replace(QUESTIONS["los"], options={**QUESTIONS["los"].options, "patience": 3})
    monkeypatch.setitem(arguments.QUESTIONS, "los", los)
    assert "patience" in {each.name for each in question_command(los).params}
    assert "patience" in body_of(los).__struct_fields__
    assert "patience" in tools()["los"]["properties"]
    fields = {each.name for each in msgspec.structs.fields(arguments_type())}
    assert {"patience", "viewer"} <= fields
