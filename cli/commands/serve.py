"""The commands ``hexcourt serve`` and ``hexcourt mcp``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import BAD_INPUT, complain, refuse
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.sandbox.limited_run import Limits

QUESTION_SECONDS = 60.0
"""How long a question may take where nothing else is said."""


@click.command()
@options.takes("serve")
@options.limits(QUESTION_SECONDS)
def serve(
    board_name: str | None,
    folder: Path | None,
    host: str,
    port: int,
    no_browser: bool,
    workers: int | None,
    limit_seconds: float,
    limit_memory: int,
) -> None:
    """Answer questions in the browser, and as JSON, on this machine alone (docs/reference/serve.md).

    The limits are those of each question. It ends when it is interrupted.
    """
    try:
        from hexcourt.cli.web.serve import ServeOptions, run_server
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("starlette", "uvicorn"):
            raise
        complain(
            f"{error.name} is not installed, which the server needs; pip install 'hexcourt[web]'"
        )
        sys.exit(BAD_INPUT)
    limits = Limits(limit_seconds, limit_memory << 20)
    try:
        run_server(ServeOptions(board_name, folder, host, port, not no_browser, workers, limits))
    except KeyboardInterrupt:  # as it is meant to end
        return
    except BadInput as error:
        complain(str(error))
        sys.exit(BAD_INPUT)


CALL_SECONDS = 60.0
"""How long a call may take where nothing else is said."""


@click.command("mcp")
@options.takes("mcp")
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
    from hexcourt.cli.web.board_registry import BoardRegistry
    from hexcourt.facts.formats.vassal.folders import vasl_folders

    registry = (
        BoardRegistry(None, vasl_folders()) if folder is None else BoardRegistry(folder.resolve())
    )
    server = make_server(Caller(registry, Limits(limit_seconds, limit_memory << 20)))
    anyio.run(serve_on_streams, server)
