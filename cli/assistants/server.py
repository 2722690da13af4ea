"""The server: each question of the program as a tool, described for who has to choose."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from hexcourt.cli.assistants.calling import Caller, Options

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
        deeds: Annotated[
            list[str],
            Field(
                min_length=1,
                description='Deeds, judged together: mines("K12",ap,12,hidden); `words` lists them',
            ),
        ],
        place: Place = [],  # noqa: B006
        given: Given = [],  # noqa: B006
    ) -> CallToolResult:
        """Tell whether something may be placed, set up or done: yes, no or unknown, with the rule."""
        return await answered("legal", board, deeds, {"place": place, "given": given})

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
        """List the deeds that `legal` understands, or the attacks of `effect`."""
        return await answered(command, None)

    return server
