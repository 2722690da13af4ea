"""Lets in only what this machine's own page and programs send; gives every answer its headers.

A page from elsewhere, open in the same browser, can send requests here, and a foreign name can be
made to lead to this machine. So the name that a request was sent to has to be this server's own, and
a request that tells where it came from has to come from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexcourt.cli.serving.work import error_body

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
        told = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await sent({"type": "http.response.start", "status": status, "headers": told})
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
