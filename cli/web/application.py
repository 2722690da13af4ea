"""The addresses of the server, what each of them gives, and which requests are let in."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexcourt.cli.web.board_registry import BoardRegistry, keep_dropped
from hexcourt.cli.web.connections import SECONDS_TO_ARRIVE
from hexcourt.cli.web.interface import interface
from hexcourt.cli.web.presenters import kind_of_file
from hexcourt.cli.web.questions import (
    FILE_REQUESTS,
    FORMER,
    LARGEST_BODY,
    MAX_PIECES,
    QUESTIONS,
    FileRequest,
    Question,
    read_body,
)
from hexcourt.cli.web.work import BAD, OK, RequestedBoard, Task, as_json, error_body
from hexcourt.cli.web.workers import Workers
from hexcourt.facts.base.errors import BadInput, RuleError, shown
from hexcourt.facts.boards.sizes import LARGEST_ARCHIVE

# A page from elsewhere, open in the same browser, can send requests here, and a foreign name can be
# made to lead to this machine. So the name that a request was sent to has to be this server's own, and
# a request that tells where it came from has to come from here.


HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; "
    "style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

LONGEST_ADDRESS = 16 << 10
"""The longest address with its query, in bytes."""


class Gate:
    """An ASGI application before another one."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.origins = frozenset(f"http://{host}" for host in self.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request that may come in."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refused(scope)
        if refused is None:
            await self.app(scope, receive, sent)
            return
        status, sentence = refused
        body = error_body(sentence)
        items = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await sent({"type": "http.response.start", "status": status, "headers": items})
        await sent({"type": "http.response.body", "body": body})

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if [each.lower() for each in headers.getlist("host")] not in [[h] for h in self.hosts]:
            return 421, "this server does not go by that name; use the address that it printed"
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, "the address is too long; ask in a body"
        if not self._is_from_here(scope["method"], scope["path"], headers):
            return 403, "requests of other pages are not answered; ask from the page itself"
        return None

    def _is_from_here(self, method: str, path: str, headers: Headers) -> bool:
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is not None and origin not in self.origins:
            return False
        if site in ("cross-site", "same-site"):
            # a link from elsewhere may open the page, but ask nothing
            return method == "GET" and path == "/" and headers.get("sec-fetch-mode") == "navigate"
        referer = headers.get("referer")
        if method in ("GET", "HEAD") or origin is not None or referer is None:
            return True
        try:
            sent_by = urlsplit(referer)
        except ValueError:
            return False
        return f"{sent_by.scheme}://{sent_by.netloc}" in self.origins


KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""The kinds of files that the page may have."""

MAX_DRAWINGS = 16
"""How many maps and drawings are kept."""

API = "/api/v1"

_RUN = token_hex()
"""What tells this run of the program from others, whose pictures may differ."""

_Asked = TypeVar("_Asked", Question, FileRequest)

Endpoint = Callable[[Request], Awaitable[Response]]


def application(
    registry: BoardRegistry,
    workers: Workers,
    hosts: list[str],
    first: str | None,
    dropped: Path | None = None,
) -> Gate:
    """Make the application that serves a registry; all workers open the board ``first`` at the
    start. Into ``dropped``, a folder of the registry, go the files that are sent to be opened.
    """

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await workers.start()
        warm = None if first is None else Task("warm", RequestedBoard(registry.find(first)))
        warming = None if warm is None else asyncio.create_task(workers.warm(warm))
        yield
        await workers.stop()
        if warming is not None:
            warming.cancel()

    served = _Served(registry, workers, dropped)
    routes = [
        Route("/", served.index),
        Route("/page/{name}", served.page),
        *(Route(f"{API}/{name}", each) for name, each in served.gets.items()),
        Route(f"{API}/rules/{{number}}", served.rule),
        *(Route(f"{API}/{name}", served.of_file(name), methods=["POST"]) for name in FILE_REQUESTS),
        Route(f"{API}/open", served.open, methods=["POST"]),
        *(Route(f"{API}/{name}", served.question(name), methods=["POST"]) for name in QUESTIONS),
        *(
            Route(f"{API}/{former}", served.question(name), methods=["POST"])
            for former, name in FORMER.items()
        ),
    ]
    handlers = {HTTPException: _refused, Exception: _broken}
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=life)
    app.router.redirect_slashes = False
    return Gate(app, hosts)


class _Served:
    def __init__(self, registry: BoardRegistry, workers: Workers, dropped: Path | None) -> None:
        self.registry = registry
        self.dropped = dropped
        self.workers = workers
        self._drawings: OrderedDict[str, bytes] = OrderedDict()
        self.gets: dict[str, Endpoint] = {
            "boards": self.boards,
            "map": self.map,
            "map.svg": self.svg,
            "picture": self.picture,
            "card": self.card,
            "questions": _unchanging(_questions),
            "vocabulary": _unchanging(_vocabulary),
            "pieces": _unchanging(_pieces),
            "rules": _unchanging(_rules),
            "openapi.json": _unchanging(_interface),
        }

    async def index(self, request: Request) -> Response:
        return _file("index.html", request)

    async def page(self, request: Request) -> Response:
        return _file(request.path_params["name"], request)

    async def boards(self, request: Request) -> Response:
        listed = await asyncio.to_thread(_listed, self.registry)
        return _json(as_json({"boards": listed, "opens": self.dropped is not None}))

    async def open(self, request: Request) -> Response:
        """Keep a file that was sent, under its name, and give the name of the board that it is."""
        try:
            if self.dropped is None:
                raise BadInput("this server opens no files; start it on your own machine")
            if list(request.query_params.keys()) != ["name"]:
                raise BadInput("name the file: ?name=bd01")
            _require(request, "application/octet-stream")
            content = await _body(request, LARGEST_ARCHIVE)
            name = await asyncio.to_thread(
                keep_dropped, self.dropped, request.query_params["name"], content
            )
        except BadInput as error:
            return _json(error_body(str(error)), BAD)
        return _json(as_json({"board": name}))

    async def map(self, request: Request) -> Response:
        return await self._drawn("map", request, "application/json")

    async def svg(self, request: Request) -> Response:
        return await self._drawn("svg", request, KINDS[".svg"])

    async def picture(self, request: Request) -> Response:
        return await self._drawn("picture", request, "image/png", ("colour",))

    async def _drawn(
        self, what: str, request: Request, kind: str, more: tuple[str, ...] = ()
    ) -> Response:
        try:
            placed = self._requested_board(request, more)
        except BadInput as error:
            return _json(error_body(str(error)), BAD)
        arguments = {
            each: request.query_params[each] for each in more if each in request.query_params
        }
        tag = _tag(what, repr(placed), repr(arguments))
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        if tag not in self._drawings:
            status, body = await self.workers.do(Task(what, placed, arguments))
            if status != OK:
                return _json(body, status)
            self._drawings[tag] = body
        self._drawings.move_to_end(tag)
        while len(self._drawings) > MAX_DRAWINGS:
            self._drawings.popitem(last=False)
        body = self._drawings[tag]
        return Response(body, OK, {"ETag": tag, "Cache-Control": "no-cache"}, kind)

    def _requested_board(self, request: Request, more: tuple[str, ...] = ()) -> RequestedBoard:
        query_params = request.query_params
        names = ("place", "given", "without")
        if set(query_params) - {"board", *names, *more} or len(query_params.getlist("board")) != 1:
            raise BadInput(
                "name one board, and pieces by place, given and without: ?board=budapest"
            )
        if len(query_params.multi_items()) > MAX_PIECES:
            raise BadInput(f"more than {MAX_PIECES} pieces; lay fewer")
        place, given, without = (tuple(query_params.getlist(name)) for name in names)
        return RequestedBoard(self.registry.find(query_params["board"]), place, given, without)

    async def rule(self, request: Request) -> Response:
        return await _unchanging(lambda: _rule(request.path_params["number"]))(request)

    async def card(self, request: Request) -> Response:
        query_params = request.query_params
        try:
            named = [
                value for name, value in query_params.multi_items() if name in ("board", "card")
            ]
            if len(named) != 1 or len(query_params.multi_items()) != 1:  # card is a former name
                raise BadInput("name one card: ?board=mine.toml")
            placed = RequestedBoard(self.registry.find(named[0]))
        except BadInput as error:
            return _json(error_body(str(error)), BAD)
        status, body = await self.workers.do(Task("card", placed))
        return _json(body, status)

    def of_file(self, name: str) -> Endpoint:
        async def ask(request: Request) -> Response:
            async def asked() -> Task:
                wanted = await _read(request, FILE_REQUESTS[name])
                file = RequestedBoard(self.registry.find(wanted.board))
                return Task(name, file, wanted.arguments)

            return await self._answered(request, asked)

        return ask

    def question(self, name: str) -> Endpoint:
        async def ask(request: Request) -> Response:
            async def asked() -> Task:
                wanted = await _read(request, QUESTIONS[name])
                board = await asyncio.to_thread(self.registry.find, wanted.board)
                placed = RequestedBoard(board, wanted.place, wanted.given, wanted.without)
                return Task(name, placed, wanted.arguments)

            return await self._answered(request, asked)

        return ask

    async def _answered(self, request: Request, query: Callable[[], Awaitable[Task]]) -> Response:
        async def is_wanted() -> bool:
            return not await request.is_disconnected()

        try:
            task = await query()
        except BadInput as error:
            return _json(error_body(str(error)), BAD)
        status, body = await self.workers.do(task, is_wanted)
        return _json(body, status)


async def _read(request: Request, kind: type[_Asked]) -> _Asked:
    """Read what a request asks."""
    _require(request, "application/json")
    return read_body(await _body(request, LARGEST_BODY), kind)


def _require(request: Request, kind: str) -> None:
    if request.headers.get("content-type", "").split(";")[0].strip() != kind:
        raise HTTPException(415, f"send the body as {kind}")


async def _body(request: Request, largest: int) -> bytes:
    """Read a body, so long as it is neither too large nor too slow."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(SECONDS_TO_ARRIVE):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise HTTPException(413, f"the body is larger than {largest >> 10} KiB")
                parts.append(part)
    except TimeoutError:
        raise HTTPException(408, "the body did not arrive in time; send it again") from None
    except ClientDisconnect:
        raise HTTPException(400, "the body broke off") from None
    return b"".join(parts)


_READING_RULES = Lock()
"""Held by the one thread that reads the rules, whose statements are not read by two at once."""


def _unchanging(tell: Callable[[], bytes]) -> Endpoint:
    """Return what does not change while the program runs."""

    def report() -> bytes:
        with _READING_RULES:
            return tell()

    async def get(request: Request) -> Response:
        try:
            return _json(await asyncio.to_thread(report))
        except (BadInput, RuleError) as error:
            return _json(error_body(str(error)), 404)

    return get


@cache
def _interface() -> bytes:
    return as_json(interface())


@cache
def _vocabulary() -> bytes:
    from hexcourt.cli.render.vocabulary import vocabulary_answer

    return vocabulary_answer(None).as_json().encode()


@cache
def _pieces() -> bytes:
    from hexcourt.cli.web.presenters import palette

    return as_json(palette())


@cache
def _questions() -> bytes:
    from hexcourt.cli.web.presenters import forms

    return as_json(forms())


@cache
def _rules() -> bytes:
    from hexcourt.solver.register.answers import list_rules

    return list_rules().as_json().encode()


def _rule(number: str) -> bytes:
    from hexcourt.solver.register.answers import show_rule

    return show_rule(number).as_json().encode()


def _listed(registry: BoardRegistry) -> list[dict[str, object]]:
    from hexcourt.facts.formats.embedded import embedded_board, embedded_names

    listed: list[dict[str, object]] = []
    for board in map(embedded_board, embedded_names()):
        fields = {"title": board.title, "hexes": len(board.hexes)}
        listed.append({"name": board.name, **fields, "kind": "board", "folder": None})
    begins = {begin: begin.rstrip("/") for begin, _ in registry.roots}
    for name, path in registry.files().items():
        begin = max((each for each in begins if name.startswith(each)), key=len)
        fields = {"title": shown(name.removeprefix(begin)), "hexes": None}
        kind, folder = kind_of_file(path), begins[begin]
        listed.append({"name": name, **fields, "kind": kind, "folder": folder})
    return listed


def _file(name: str, request: Request) -> Response:
    """Return a file of the page, by its name alone."""
    page = _page()
    if name not in page:
        raise HTTPException(404, "there is no such file")
    content = page[name].read_bytes()
    tag = _tag(name, sha256(content).hexdigest())
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, OK, headers, KINDS["." + name.rpartition(".")[2]])


@cache
def _page() -> dict[str, Any]:
    """Map the names of the page's files to these."""
    listed = files("hexcourt.cli.web.page").iterdir()
    return {each.name: each for each in listed if "." + each.name.rpartition(".")[2] in KINDS}


def _tag(*parts: str) -> str:
    text = "\n".join((_RUN, *parts))
    return f'"{sha256(text.encode()).hexdigest()[:32]}"'


_HTTP_MESSAGES = {
    "Not Found": "there is nothing at this address; /api/v1/openapi.json lists what there is",
    "Method Not Allowed": "this address is asked in another way; see /api/v1/openapi.json",
}
"""What Starlette says, as sentences."""


def _json(body: bytes, status: int = OK) -> Response:
    return Response(body, status, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    result = _HTTP_MESSAGES.get(error.detail, error.detail)
    return _json(error_body(result), error.status_code)


async def _broken(request: Request, error: Exception) -> Response:
    return _json(error_body("an error of the program itself; its console tells more"), 500)
