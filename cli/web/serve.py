"""Runs the server: its port, its workers, and the browser."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
import webbrowser
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

import click
import uvicorn

from hexcourt.cli.web.application import application
from hexcourt.cli.web.board_registry import DROPPED, BoardRegistry
from hexcourt.cli.web.connections import IDLE, MAX_CONNECTIONS, Connection
from hexcourt.cli.web.work import WorkerSettings
from hexcourt.cli.web.workers import Workers
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import is_file, temporary_folder
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.formats.vassal.folders import archive_in, vasl_folders
from hexcourt.solver.position.opening import no_such_board
from hexcourt.solver.sandbox.limited_run import Limits

LOCAL = ("127.0.0.1", "localhost")
"""Names of this machine."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """What the command was given."""

    board: str | None
    folder: Path | None
    host: str
    port: int
    browser: bool
    workers: int | None
    limits: Limits


def run_server(wanted: ServeOptions) -> None:
    """Serve until interrupted; raises BadInput where it cannot begin."""
    with temporary_folder() as dropped:
        _run(wanted, dropped)


def _run(wanted: ServeOptions, dropped: Path) -> None:
    registry, name = registry_of(wanted)
    local = wanted.host in LOCAL
    if local:  # nobody else sees what lies on this machine, or sends files to it
        found = vasl_folders() if registry.folder is None and name is None else ()
        registry = replace(registry, more=((DROPPED, dropped), *found))
    listening = _listen(wanted.host, wanted.port)
    port = listening.getsockname()[1]
    names = _names(wanted.host)
    # browsers leave out the port that goes without saying
    hosts = [*(f"{each}:{port}" for each in names), *(names if port == 80 else ())]
    address = f"http://{hosts[0]}/" + (f"?board={quote(name)}" if name else "")
    workers = Workers(WorkerSettings(registry, wanted.limits), wanted.workers)
    first = name or embedded_names()[0]
    settings = uvicorn.Config(
        application(registry, workers, hosts, first, dropped if local else None),
        log_level="warning",
        access_log=False,
        http=Connection,
        ws="none",
        lifespan="on",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MAX_CONNECTIONS,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=2,
    )
    asyncio.run(_serve(_Server(settings, workers), listening, address, wanted.browser))


class _Server(uvicorn.Server):
    """A server that ends its workers first, so that nothing waits for them."""

    def __init__(self, settings: uvicorn.Config, workers: Workers) -> None:
        super().__init__(settings)
        self._workers = workers

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        await self._workers.stop()
        await super().shutdown(sockets)


async def _serve(
    server: uvicorn.Server, listening: socket.socket, address: str, browser: bool
) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        click.echo(f"hexcourt answers at {address} (Ctrl+C ends it)")
        if browser:
            await asyncio.to_thread(webbrowser.open, address)
    await serving


def registry_of(wanted: ServeOptions) -> tuple[BoardRegistry, str | None]:
    """Find the folder that boards may be opened from, and the name of the first one there."""
    name, folder = wanted.board, wanted.folder
    if name is None or name in embedded_names():
        return BoardRegistry(folder), name
    folders = () if folder is None else (folder,)
    path = Path(name) if is_file(Path(name)) else archive_in(folders, name)
    if path is None and name.lower() in embedded_names():
        return BoardRegistry(folder), name.lower()
    if path is None:
        raise BadInput(no_such_board(name))
    registry = BoardRegistry(folder or path.parent)
    return registry, registry.name_of(path)


def _names(host: str) -> list[str]:
    """List the names by which the server may be asked."""
    shown = f"[{host}]" if ":" in host else host
    local = LOCAL if host in LOCAL else ()
    return list(dict.fromkeys([shown, *local]))


def _listen(host: str, port: int) -> socket.socket:
    try:
        if ipaddress.ip_address(host).is_unspecified:
            raise BadInput(f"--host {host}: is every address; name the one to answer at")
    except ValueError as error:
        if isinstance(error, BadInput):
            raise
    # told that it is TCP, asyncio sends what is written at once, where it would wait 40 ms
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)  # Windows lets others share a port
    listening.setsockopt(socket.SOL_SOCKET, alone or socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
        return listening
    except OSError as error:
        listening.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise BadInput(f"--port {port}: is taken; give another one, or 0 for any") from None
        raise BadInput(f"--host {host}: cannot be answered at ({error.strerror})") from None
