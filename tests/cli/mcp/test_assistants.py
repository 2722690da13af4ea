"""`hexcourt mcp`, asked by the protocol's own client over standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64decode
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from hexcourt.solver.answer.schema import read_document
from hexcourt.solver.sandbox.limited_run import Limits
from tests.answer_shape import SCHEMA
from tests.cli.test_commands import answer

mcp = pytest.importorskip("mcp", reason="needs mcp: pip install 'hexcourt[mcp]'")
anyio = pytest.importorskip("anyio")

from hexcourt.cli.mcp.server import (  # noqa: E402
    LARGEST_PICTURE,
    LONGEST,
    LONGEST_PAGE,
    Caller,
    paged,
)
from hexcourt.cli.web.board_registry import BoardRegistry  # noqa: E402
from tests.tiny_cards import BUDAPEST_CARD as CARD  # noqa: E402

pytestmark = pytest.mark.usefixtures("kept")

CALLS: list[tuple[str, dict[str, Any], str]] = [
    (
        "los",
        {"board": "budapest", "viewer": "G39", "target": "I39", "place": ["rubble(H38,stone)"]},
        "no",
    ),
    ("legal", {"board": "pegasus", "actions": ['mines("K12",ap,12,hidden)']}, "no"),
    ("ask", {"board": "budapest", "question": 'exists : sees("G30", "F31")'}, "yes"),
    ("rules", {"number": "Q4.142"}, "done"),
]
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("los", {"board": "budapest", "viewer": "K99", "target": "L33"}, "K99"),
    ("los", {"board": "/etc/passwd", "viewer": "A1", "target": "A2"}, "no such board here"),
    ("los", {"board": "../secret.lp", "viewer": "A1", "target": "A2"}, "no such board here"),
    ("rules", {"number": "--svg=x.svg"}, "no rule of that number"),
    ("ask", {"board": "budapest", "question": '#script(python) : hex("A1")'}, ""),
]


async def session(folder: Path) -> dict[str, Any]:
    """Ask all in one session, some at once; give what came of it."""
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    told: dict[str, Any] = {}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "hexcourt", "mcp", "--boards", str(folder)], cwd=folder
    )
    async with Client(stdio_client(server)) as client:
        told["tools"] = (await client.list_tools()).tools

        async def call(key: str, name: str, arguments: dict[str, Any]) -> None:
            told[key] = await client.call_tool(name, arguments)

        # one after the other: each worker that is started reads all anew
        for kind, calls in (("asked", CALLS), ("refused", REFUSED)):
            for place, (name, arguments, _) in enumerate(calls):
                await call(f"{kind} {place}", name, {**arguments, "page": 0})
        await call("check", "check", {"board": "card.toml", "select": ["S01"]})
        await call("advice", "advise", {"board": "card.toml", "finding": "S01"})
        await call("boards", "boards", {})
        drawn = {"viewer": "L33h2", "target": "E31", "picture": True}
        await call("drawn", "los", {"board": "budapest", **drawn})
        see = {"board": "budapest", "targets": ["F31"]}
        for page in ({"page": 2}, {"page": 9999}, {"page": 0}):
            await call(f"see {page['page']}", "see", {**see, **page})
        async with anyio.create_task_group() as group:
            group.start_soon(call, "see 1", "see", see)
            own = {"board": "small.lp", "viewer": "A1", "target": "A3"}
            group.start_soon(call, "own", "los", own)
    return told


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("boards")
    (folder / "card.toml").write_text(CARD)
    (folder / "small.lp").write_text('board("small"). hex("A1"). hex("A2"). hex("A3").')
    found: dict[str, Any] = anyio.run(session, folder)
    return found


def test_every_question_is_a_tool_that_only_reads(told: dict[str, Any]) -> None:
    tools = {each.name: each for each in told["tools"]}
    assert {"los", "see", "path", "reach", "legal", "effect", "ask", "rules", "boards"} <= set(
        tools
    )
    assert all(each.description and each.annotations.read_only_hint for each in tools.values())
    for each in tools.values():
        described = each.input_schema["properties"].values()
        assert all("description" in one or "pattern" in one for one in described)


def test_answers_are_those_of_the_program(told: dict[str, Any]) -> None:
    for place, (name, _, verdict) in enumerate(CALLS):
        found = told[f"asked {place}"]
        assert not found.is_error
        assert found.structured_content["answer"] == verdict
        assert json.loads(found.content[0].text) == found.structured_content
        assert (
            read_document(json.dumps(found.structured_content)).question.command.split()[0] == name
        )
    wanted = answer("los", "budapest", "G39", "I39", "--place", "rubble(H38,stone)")
    assert told["asked 0"].structured_content == wanted


def test_an_answer_comes_in_pages(told: dict[str, Any]) -> None:
    whole = told["see 0"].structured_content
    first, second, last = (told[f"see {each}"].structured_content for each in (1, 2, 9999))
    assert first["answer"] == whole["answer"] and first["counts"] == whole["counts"]
    assert (
        first["rows"] + second["rows"] == whole["rows"][: len(first["rows"]) + len(second["rows"])]
    )
    assert last["rows"][-1] == whole["rows"][-1]
    assert first["page"] == {"number": 1, "of": last["page"]["number"], "rows": len(whole["rows"])}
    for each in (1, 2, 9999):
        assert len(told[f"see {each}"].content[0].text) <= LONGEST_PAGE
    every = [
        row for page in range(1, first["page"]["of"] + 1) for row in paged(whole, page)["rows"]
    ]
    assert every == whole["rows"]


def test_tools_say_what_they_give(told: dict[str, Any]) -> None:
    for each in told["tools"]:
        assert {"answer", "rows", "page"} <= set(each.output_schema["properties"]), each.name
        assert "page" in each.input_schema["properties"], each.name


def test_a_card_is_checked(told: dict[str, Any]) -> None:
    found = told["check"]
    assert not found.is_error, found.content
    assert found.structured_content["rows"][0]["check"] == "S01"


def test_a_picture_comes_with_the_answer(told: dict[str, Any]) -> None:
    text, *pictures = told["drawn"].content
    if find_spec("resvg_py") is None:
        assert "pip install 'hexcourt[png]'" in text.text
        return
    (picture,) = pictures
    content = b64decode(picture.data)
    assert picture.mime_type == "image/png" and content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20], "big") == 800 and len(content) < LARGEST_PICTURE
    assert told["drawn"].structured_content["answer"] == "no"
    assert len(told["asked 0"].content) == 1, "and only where it is wanted"


def test_advice_is_given_about_a_card(told: dict[str, Any]) -> None:
    found = told["advice"]
    assert not found.is_error, found.content
    assert found.structured_content["answer"] == "yes" and found.structured_content["rows"] == []


def test_what_is_refused_is_an_error_in_one_sentence(told: dict[str, Any]) -> None:
    for place, (_, _, sentence) in enumerate(REFUSED):
        found = told[f"refused {place}"]
        assert found.is_error
        SCHEMA.validate(found.structured_content)
        assert sentence in found.structured_content["error"]["sentence"]


def test_boards_are_those_of_one_folder(told: dict[str, Any]) -> None:
    assert "small.lp" in told["boards"].structured_content["names"]
    assert told["own"].structured_content["answer"] == "yes"


def test_limits_are_those_of_each_call() -> None:
    async def call(seconds: float, word: str) -> Any:
        limits = Limits(seconds=seconds)
        return await Caller(BoardRegistry(), limits).call("los", "budapest", (word, "E31"), {})

    short = anyio.run(call, 0.001, "L33h2")
    assert short.refused and short.result["error"]["kind"] == "out_of_budget"
    long = anyio.run(call, 600.0, "A" * (LONGEST + 1))
    assert long.refused and "too many" in long.result["error"]["sentence"]


def message(number: int | None, method: str, parameters: str) -> str:
    told = "" if number is None else f'"id": {number}, '
    return f'{{"jsonrpc": "2.0", {told}"method": "{method}", "params": {parameters}}}\n'


def test_a_name_told_twice_is_refused_and_the_next_call_answered() -> None:
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}}
    begin["clientInfo"] = {"name": "tests", "version": "1"}
    argued = '"board": "budapest", "viewer": "F31", "viewer": "E31", "target": "G31"'
    with subprocess.Popen(
        [sys.executable, "-m", "hexcourt", "mcp"], stdin=-1, stdout=-1, text=True
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(message(1, "initialize", json.dumps(begin)))
        server.stdin.write(message(None, "notifications/initialized", "{}"))
        server.stdin.write(
            message(2, "tools/call", f'{{"name": "los", "arguments": {{{argued}}}}}')
        )
        server.stdin.write(
            message(3, "tools/call", '{"name": "vocabulary", "arguments": {"word": "butted"}}')
        )
        server.stdin.flush()
        told = {each["id"]: each for each in (json.loads(server.stdout.readline()) for _ in "123")}
        server.stdin.close()
    assert told[2]["error"]["message"] == '"viewer" is given twice; send each name once'
    assert told[3]["result"]["structuredContent"]["answer"] == "done"
