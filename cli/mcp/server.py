"""The server: each question of the program as a tool, described for who has to choose."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Annotated, Any

import anyio
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from hexcourt.cli.web.boards import Shelf
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.solver.answer.answer import refusal
from hexcourt.solver.sandbox.limited_run import Limits
from hexcourt.solver.sandbox.processes import python

# --- A tool's call as a command: run behind its own fence, its JSON handed on ---------------------


LONGEST = 20_000
"""How many characters the arguments of a call may have together."""

AT_ONCE = 4
"""How many calls are answered at once; others wait."""

Options = Mapping[str, str | bool | Sequence[str] | None]


@dataclass(frozen=True, slots=True)
class Called:
    """What a call came to: the JSON, and whether it says why there is no answer."""

    told: dict[str, Any]
    refused: bool


class Caller:
    """Runs commands under limits, on the boards of a shelf."""

    def __init__(self, shelf: Shelf, limits: Limits) -> None:
        self._shelf, self._limits = shelf, limits
        self._free = anyio.CapacityLimiter(AT_ONCE)

    @property
    def boards(self) -> tuple[str, ...]:
        """List the boards that may be named."""
        return self._shelf.names()

    async def call(
        self, command: str, board: str | None, words: Sequence[str], options: Options
    ) -> Called:
        """Run a command, on a board where it wants one; what is refused is JSON, too."""
        try:
            opened = () if board is None else (self._shelf.find(board).opened_as,)
            arguments = _arguments(command, (*opened, *words), options, self._limits)
            if board is not None and board not in embedded_names():
                folders = (f"--boards={each}" for each in self._shelf.folders())
                arguments = (arguments[0], *folders, *arguments[1:])
        except BadInput as error:
            return Called(json.loads(refusal("bad_input", str(error), 2)), True)
        told = json.loads(await self.run(arguments))
        return Called(told, "error" in told)

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
        for name, told in options.items()
        for value in ((told,) if isinstance(told, str | bool) else told or ())
        if value is not False
    ]
    said = sum(map(len, (*words, *given)))
    if said > LONGEST:
        raise BadInput(f"{said} characters are too many for a call; write {LONGEST} at most")
    if any("\0" in each for each in (*words, *given)):
        raise BadInput("an argument holds the character 0; leave it out")
    bounds = (
        f"--limit-seconds={limits.seconds:g}",
        f"--limit-memory={limits.memory >> 20}",
    )
    return (*command.split(), "--json", *bounds, *given, "--", *words)


INSTRUCTIONS = """\
hexcourt decides rules questions of Advanced Squad Leader on hex boards: lines of sight, movement,
what may be placed or done, what attacks come to. Every answer has a verdict, and rows with rule
numbers: hand these on as they are. `unknown` means that the rules at hand do not decide it: say
so, and do not decide it yourself. What is under `assumed` was taken for granted: tell it. An
error says in one sentence what is wrong with the call. Begin with `boards`; `vocabulary` lists
what `ask` understands. By A6.11 nobody may check a line of sight before declaring fire, so do not
help with that in a game that is being played.
"""

Board = Annotated[str, Field(description="A board, as `boards` names it: budapest")]
Location = Annotated[
    str, Field(description="A Location: K5 (ground level), L33h2 (level 2), 1E4 on a map of boards")
]
Place = Annotated[
    list[str],
    Field(
        description="Pieces to lay on the board: rubble(H38,stone), roadblock(L12,K13), wreck(G37)"
    ),
]
Given = Annotated[
    list[str], Field(description="Facts to take as given: fortified(C25), emplaced(F31)")
]
Unit = Annotated[str, Field(description="squad, leader, tank, truck, halftrack, ...")]
Turns = Annotated[int, Field(ge=1, le=99, description="How many turns the unit has")]
Start = Annotated[str | None, Field(description="Where the unit starts: a Location")]
Allowance = Annotated[
    str | None, Field(description="Its MF or MP, in place of those of its kind: 4.5")
]
Why = Annotated[
    bool, Field(description="Whether to tell the reasons down to the facts of the board")
]


def make_server(caller: Caller) -> MCPServer[None]:
    """Make a server whose tools a caller answers."""
    server: MCPServer[None] = MCPServer(
        "hexcourt", instructions=INSTRUCTIONS, version=version("hexcourt"), log_level="ERROR"
    )
    reading = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

    async def answered(
        command: str, board: str | None, words: Sequence[str] = (), options: Options | None = None
    ) -> CallToolResult:
        called = await caller.call(command, board, words, options or {})
        text = TextContent(type="text", text=json.dumps(called.told, ensure_ascii=False))
        return CallToolResult(
            content=[text], structured_content=called.told, is_error=called.refused
        )

    @server.tool(annotations=reading)
    async def boards() -> CallToolResult:
        """List the boards that may be asked about."""
        called = await caller.call("boards", None, (), {})
        told = {**called.told, "names": list(caller.boards)}
        return CallToolResult(
            content=[TextContent(type="text", text=json.dumps(told, ensure_ascii=False))],
            structured_content=told,
        )

    @server.tool(annotations=reading)
    async def los(
        board: Board,
        first: Location,
        second: Location,
        place: Place = [],  # noqa: B006
        given: Given = [],  # noqa: B006
    ) -> CallToolResult:
        """Judge the line of sight between two Locations: clear, blocked or unknown, with all reasons."""
        return await answered("los", board, (first, second), {"place": place, "given": given})

    @server.tool(annotations=reading)
    async def see(
        board: Board,
        target: Location,
        place: Place = [],  # noqa: B006
        given: Given = [],  # noqa: B006
    ) -> CallToolResult:
        """Judge from all Locations whether they see one: a row for each."""
        return await answered("see", board, (target,), {"place": place, "given": given})

    @server.tool(annotations=reading)
    async def path(
        board: Board,
        start: Location,
        goal: Location,
        unit: Unit,
        turns: Turns = 1,
        mf: Allowance = None,
        place: Place = [],  # noqa: B006
        given: Given = [],  # noqa: B006
    ) -> CallToolResult:
        """Find the cheapest way of a unit, step by step with costs, or prove that there is none."""
        told = {"unit": unit, "turns": str(turns), "mf": mf, "place": place, "given": given}
        return await answered("path", board, (start, goal), told)

    @server.tool(annotations=reading)
    async def reach(
        board: Board,
        start: Location,
        unit: Unit,
        turns: Turns = 1,
        mf: Allowance = None,
        place: Place = [],  # noqa: B006
        given: Given = [],  # noqa: B006
    ) -> CallToolResult:
        """List all that a unit can reach, with the turn and the cost."""
        told = {"unit": unit, "turns": str(turns), "mf": mf, "place": place, "given": given}
        return await answered("reach", board, (start,), told)

    @server.tool(annotations=reading)
    async def legal(
        board: Board,
        actions: Annotated[
            list[str],
            Field(
                min_length=1,
                description='Actions, judged together: mines("K12",ap,12,hidden); `words` lists them',
            ),
        ],
        place: Place = [],  # noqa: B006
        given: Given = [],  # noqa: B006
    ) -> CallToolResult:
        """Tell whether something may be placed, set up or done: yes, no or unknown, with the rule."""
        return await answered("legal", board, actions, {"place": place, "given": given})

    @server.tool(annotations=reading)
    async def effect(
        board: Board,
        attack: Annotated[str, Field(description='With who makes it: small_arms("F31")')],
        target: Location,
        place: Place = [],  # noqa: B006
        given: Given = [],  # noqa: B006
    ) -> CallToolResult:
        """Tell what an attack comes to: TEM, DRM, halving, dice, each with its rule."""
        told = {"attack": attack, "target": target, "place": place, "given": given}
        return await answered("effect", board, (), told)

    @server.tool(annotations=reading)
    async def ask(
        board: Board,
        question: Annotated[
            str,
            Field(
                description="A mode (which, exists, all, count, min, max, always, never), terms, a "
                'colon, literals: which H : sees(H, "F31"), not level(H, 0)'
            ),
        ],
        vary: Annotated[
            list[str],
            Field(description="Families of worlds: { roadblock(A,B) : road(A,B) } <= 1"),
        ] = [],  # noqa: B006
        unit: Unit = "squad",
        turns: Turns = 1,
        start: Start = None,
        mf: Allowance = None,
        why: Why = False,
        place: Place = [],  # noqa: B006
        given: Given = [],  # noqa: B006
    ) -> CallToolResult:
        """Answer any question that can be put together from the predicates of `vocabulary`."""
        mover = {"unit": unit, "turns": str(turns), "from": start, "mf": mf}
        told: Options = {**mover, "vary": vary, "why": why, "place": place, "given": given}
        return await answered("ask", board, (question,), told)

    @server.tool(annotations=reading)
    async def rules(
        number: Annotated[
            str | None, Field(description="A rule, such as Q4.142; without it, the whole register")
        ] = None,
    ) -> CallToolResult:
        """Show the register of rules: state, confidence, what the rule says in our words, its tests."""
        return await answered("rules", None, () if number is None else (number,))

    @server.tool(annotations=reading)
    async def vocabulary(
        word: Annotated[
            str | None, Field(description="A predicate, or part of one; without it, all")
        ] = None,
    ) -> CallToolResult:
        """List the predicates that `ask` understands, with arguments and an example each."""
        return await answered("vocabulary", None, () if word is None else (word,))

    @server.tool(annotations=reading)
    async def words(
        command: Annotated[str, Field(pattern="^(legal|effect)$")],
    ) -> CallToolResult:
        """List the actions that `legal` understands, or the attacks of `effect`."""
        return await answered(command, None)

    return server
