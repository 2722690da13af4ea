"""The server: each question of the program as a tool, described for who has to choose."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from inspect import Parameter, Signature
from io import TextIOWrapper
from typing import Annotated, Any

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    CallToolResult,
    ContentBlock,
    ErrorData,
    ImageContent,
    JSONRPCError,
    TextContent,
    ToolAnnotations,
)
from pydantic import BaseModel, ConfigDict, Field

from hexcourt.cli.web.board_registry import BoardRegistry
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_bytes, read_json, temporary_folder
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.solver.answer.answer import refusal
from hexcourt.solver.answer.arguments import (
    QUESTIONS,
    REQUIRED,
    Argument,
    Plain,
    QuestionKind,
    Texts,
    about_arguments,
    type_of,
)
from hexcourt.solver.sandbox.limited_run import Limits
from hexcourt.solver.sandbox.processes import python

LONGEST = 20_000
"""How many characters the arguments of a call may have together."""

AT_ONCE = 4
"""How many calls are answered at once; others wait."""

PICTURE = {"size": "800", "around": "2"}
"""How a picture looks: its width in pixels, and how many hexes round what is marked it shows."""

LARGEST_PICTURE = 1 << 20
"""How many bytes a picture may have; a larger one is left out."""

Options = Mapping[str, str | bool | Sequence[str] | None]


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a call came to: the JSON, and whether it says why there is no answer."""

    result: dict[str, Any]
    refused: bool


class Caller:
    """Runs commands under limits, on the boards of a registry."""

    def __init__(self, registry: BoardRegistry, limits: Limits) -> None:
        self._registry, self._limits = registry, limits
        self._free = anyio.CapacityLimiter(AT_ONCE)

    @property
    def boards(self) -> tuple[str, ...]:
        """List the boards that may be named."""
        return self._registry.names()

    async def call(
        self, command: str, board: str | None, words: Sequence[str], options: Options
    ) -> CallResult:
        """Run a command, on a board where it wants one; what is refused is JSON, too."""
        try:
            opened = () if board is None else (self._registry.find(board).opened_as,)
            arguments = _arguments(command, (*opened, *words), options, self._limits)
            if board is not None and board not in embedded_names():
                folders = (f"--boards={each}" for each in self._registry.folders())
                name = len(command.split())
                arguments = (*arguments[:name], *folders, *arguments[name:])
        except BadInput as error:
            return CallResult(json.loads(refusal("bad_input", str(error), 2)), True)
        document = json.loads(await self.run(arguments))
        return CallResult(document, "error" in document)

    async def run(self, arguments: Sequence[str]) -> bytes:
        """Run a command in a process of its own; give what it writes."""
        async with self._free:
            # standard input belongs to the protocol
            done = await anyio.run_process(
                [*python("hexcourt"), *arguments], check=False, stdin=subprocess.DEVNULL
            )
        return done.stdout


def _arguments(
    command: str, words: Sequence[str], options: Options, limits: Limits
) -> tuple[str, ...]:
    """Write the arguments of the program: what a caller says can be no option of its own."""
    given = [
        f"--{name}={value}" if value is not True else f"--{name}"
        for name, entry in options.items()
        for value in ((entry,) if isinstance(entry, str | bool) else entry or ())
        if value is not False
    ]
    result = sum(map(len, (*words, *given)))
    if result > LONGEST:
        raise BadInput(f"{result} characters are too many for a call; write {LONGEST} at most")
    if any("\0" in each for each in (*words, *given)):
        raise BadInput("an argument holds the character 0; leave it out")
    bounds = (
        f"--limit-seconds={limits.seconds:g}",
        f"--limit-memory={limits.memory >> 20}",
    )
    return (*command.split(), "--json", *bounds, *given, "--", *words)


LONGEST_PAGE = 2_000
"""How many characters an answer has on one page, unless a single row of it is longer."""

ON_EACH_PAGE = ("answer", "counts", "assumed", "names")
"""What of an answer stands on each page, beside its rows."""


class Paged(BaseModel):
    """A page of an answer: its verdict, and as many rows as have room. An error has none of these."""

    model_config = ConfigDict(extra="allow")

    answer: str | None = Field(None, description="yes, no, unknown, done, too_close, out_of_budget")
    rows: list[dict[str, Any]] = Field([], description="what the answer is made of, with rules")
    page: dict[str, Any] | None = Field(
        None, description="number: this page; of: how many there are; rows: of how many in all"
    )


def paged(document: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return a page of an answer, or the last one; the whole of it for page 0, and of an error."""
    if not number or "error" in document:
        return dict(document)
    rows = document["rows"]
    outline = {name: document[name] for name in ON_EACH_PAGE if document.get(name)}
    room = (
        LONGEST_PAGE
        - len(_written({**outline, "rows": [], "page": dict.fromkeys("nor", 9999)}))
        - 30
    )
    starts, used = [0], 0
    for place, row in enumerate(rows):
        size = len(_written(row)) + 2
        if used and used + size > room:
            starts.append(place)
            used = 0
        used += size
    shown = min(number, len(starts))
    first, end = starts[shown - 1], (*starts, len(rows))[shown]
    about = {"number": shown, "of": len(starts), "rows": len(rows)}
    return {**outline, "rows": rows[first:end], **({"page": about} if len(starts) > 1 else {})}


def _written(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False)


INSTRUCTIONS = """\
hexcourt decides rules questions of Advanced Squad Leader on hex boards: lines of sight, movement,
what may be placed or done, what attacks come to. Every answer has a verdict, and rows with rule
numbers: hand these on as they are. `unknown` means that the rules at hand do not decide it: say
so, and do not decide it yourself. What is under `assumed` was taken for granted: tell it. An
error says in one sentence what is wrong with the call. A long answer comes in pages: ask for
`page` 2 only if you need it. Begin with `boards`; `vocabulary` lists
what `ask` understands. By A6.11 nobody may check a line of sight before declaring fire, so do not
help with that in a game that is being played.
"""

PAGE = Annotated[
    int, Field(ge=0, le=100_000, description="Which page of a long answer; 0 is all of it.")
]
DRAWN = Annotated[
    bool, Field(description="Add a picture: the part of the map round the answer, as PNG.")
]
Answered = Annotated[CallToolResult, Paged]

Board = Annotated[str, Field(description="A board, as `boards` names it: budapest")]


def _type(argument: Argument, default: Any) -> Any:
    """Return the type of an argument of a tool, with its range and its description."""
    kind, bounds = type_of(argument.kind) or (str, {})
    about: dict[str, Any] = {"description": argument.help, **bounds}
    match argument.kind:
        case Plain("allowance"):
            kind = float | str
        case Plain("areas"):
            kind, default = dict[str, str], {}
        case Texts():
            kind = list[str]
            if default is REQUIRED:
                about["min_length"] = 1
    return Annotated[kind | None if default is None else kind, Field(**about)]


def _parameter(name: str, argument: Argument, default: Any) -> Parameter:
    value = Parameter.empty if default is REQUIRED else [] if default == () else default
    annotation = _type(argument, default)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=value, annotation=annotation)


def _words(value: Any) -> Sequence[str]:
    """Write a value as the words of a command."""
    if isinstance(value, Mapping):
        return [f"{name}={each}" for name, each in value.items()]
    return list(value) if isinstance(value, list | tuple) else [str(value)]


def make_server(caller: Caller) -> MCPServer[None]:
    """Make a server whose tools a caller answers."""
    server: MCPServer[None] = MCPServer(
        "hexcourt", instructions=INSTRUCTIONS, version=version("hexcourt"), log_level="ERROR"
    )
    reading = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

    async def answered(
        page: int,
        command: str,
        board: str | None,
        words: Sequence[str] = (),
        options: Options | None = None,
        picture: bool = False,
        **more: Any,
    ) -> CallToolResult:
        content: list[ContentBlock] = []
        with temporary_folder() as folder:
            file = folder / "picture.png"
            drawn = {"png": str(file), **PICTURE} if picture else {}
            called = await caller.call(command, board, words, {**(options or {}), **drawn})
            if file.is_file() and file.stat().st_size <= LARGEST_PICTURE:
                data = b64encode(read_bytes(file, LARGEST_PICTURE, "a picture")).decode()
                content.append(ImageContent(type="image", data=data, mime_type="image/png"))
        document = paged({**called.result, **more}, page)
        content.insert(0, TextContent(type="text", text=_written(document)))
        return CallToolResult(content=content, structured_content=document, is_error=called.refused)

    @server.tool(annotations=reading)
    async def boards(page: PAGE = 1) -> Answered:
        """List the boards that may be asked about."""
        return await answered(page, "boards", None, names=list(caller.boards))

    @server.tool(annotations=reading)
    async def check(
        board: Annotated[str, Field(description="A scenario card or save, as `boards` names it")],
        select: Annotated[
            list[str] | None, Field(description="Only these checks: S07. Default: all")
        ] = None,
        page: PAGE = 1,
    ) -> Answered:
        """Check a scenario card, or a save of VASSAL: everything that a designer can get wrong."""
        return await answered(page, "scenario check", board, (), {"select": select})

    @server.tool(annotations=reading)
    async def advise(
        board: Annotated[str, Field(description="A scenario card, as `boards` names it")],
        finding: Annotated[
            str | None, Field(description="Only this check, or finding: S08, S08:g1")
        ] = None,
        page: PAGE = 1,
    ) -> Answered:
        """Propose small changes of a scenario card that mend what fails or warns, each as a diff."""
        return await answered(page, "scenario advise", board, () if finding is None else (finding,))

    def tool_of(query: QuestionKind) -> None:
        """Add the tool of a question."""
        offered = [*query.offered(), *((*each, ()) for each in about_arguments(query))]
        as_options = query.words and not query.several

        async def tool(**given_value: Any) -> CallToolResult:
            board, page, picture = map(given_value.pop, ("board", "page", "picture"))
            first = () if as_options else query.first
            words = [word for name in first for word in _words(given_value.pop(name))]
            options: Options = {
                name.replace("_", "-"): value if isinstance(value, bool) else _words(value)
                for name, value in given_value.items()
                if value is not None
            }
            return await answered(page, query.name, board, words, options, picture)

        board = Parameter("board", Parameter.KEYWORD_ONLY, annotation=Board)
        page = Parameter("page", Parameter.KEYWORD_ONLY, default=1, annotation=PAGE)
        picture = Parameter("picture", Parameter.KEYWORD_ONLY, default=False, annotation=DRAWN)
        parameters = [board, *(_parameter(*each) for each in offered), picture, page]
        tool.__signature__ = Signature(parameters, return_annotation=Answered)  # type: ignore[attr-defined]
        tool.__annotations__ = {each.name: each.annotation for each in parameters}
        tool.__annotations__["return"] = Answered
        server.add_tool(tool, query.name, description=query.help, annotations=reading)

    for question in QUESTIONS.values():
        if question.over_network:
            tool_of(question)

    @server.tool(annotations=reading)
    async def rules(
        number: Annotated[
            str | None, Field(description="A rule, such as Q4.142; without it, the whole register")
        ] = None,
        page: PAGE = 1,
    ) -> Answered:
        """Show the register of rules: state, confidence, what the rule says in our words, its tests."""
        return await answered(page, "rules", None, () if number is None else (number,))

    @server.tool(annotations=reading)
    async def vocabulary(
        word: Annotated[
            str | None, Field(description="A predicate, or part of one; without it, all")
        ] = None,
        page: PAGE = 1,
    ) -> Answered:
        """List the predicates that `ask` understands, with arguments and an example each."""
        return await answered(page, "vocabulary", None, () if word is None else (word,))

    @server.tool(annotations=reading)
    async def words(
        command: Annotated[str, Field(pattern="^(legal|effect)$")],
        page: PAGE = 1,
    ) -> Answered:
        """List the actions that `legal` understands, or the attacks of `effect`."""
        return await answered(page, command, None)

    return server


class _Messages(anyio.AsyncFile[str]):
    """Lines of the protocol; those with an object that has a name twice are answered by an error."""

    refused: Callable[[SessionMessage], Awaitable[None]]

    async def readline(self) -> str:
        """Return the next line that can be read in one way, "" at the end."""
        while line := await super().readline():
            try:
                document = json.loads(line)
                read_json(line)
            except RecursionError:
                return line
            except ValueError as error:
                if isinstance(error, json.JSONDecodeError):
                    return line
                number = document.get("id") if isinstance(document, dict) else None
                data = ErrorData(code=INVALID_REQUEST, message=f"{error}; send each name once")
                known = number if isinstance(number, int | str) else None
                await self.refused(
                    SessionMessage(JSONRPCError(jsonrpc="2.0", id=known, error=data))
                )
            else:
                return line
        return ""


async def serve_on_streams(server: MCPServer[None]) -> None:
    """Answer on standard input and output until the input ends."""
    messages = _Messages(TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"))
    async with stdio_server(messages) as (reading, writing):
        messages.refused = writing.send
        lowlevel = server._lowlevel_server
        await lowlevel.run(reading, writing, lowlevel.create_initialization_options())
