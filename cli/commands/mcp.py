"""The command ``hexcourt mcp``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import refuse
from hexcourt.solver.sandbox.limited_run import Limits

CALL_SECONDS = 60.0
"""How long a call may take where nothing else is said."""


@click.command("mcp")
@click.option(
    "--boards",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="The folder of boards and maps that may be asked about beside the embedded boards.",
)
@options.limits(CALL_SECONDS)
def mcp(folder: Path | None, limit_seconds: float, limit_memory: int) -> None:
    """Answer chat assistants over the Model Context Protocol, on standard input and output.

    The limits are those of each call. See docs/howto/assistants.md for how to name it to an assistant.
    """
    try:
        import anyio

        from hexcourt.cli.mcp.server import Caller, make_server, serve_on_streams
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("anyio", "mcp", "mcp_types", "pydantic"):
            raise
        sys.exit(refuse("mcp is not installed, which assistants need; pip install 'hexcourt[mcp]'"))
    from hexcourt.cli.web.boards import Shelf

    shelf = Shelf(None if folder is None else folder.resolve())
    server = make_server(Caller(shelf, Limits(limit_seconds, limit_memory << 20)))
    anyio.run(serve_on_streams, server)
