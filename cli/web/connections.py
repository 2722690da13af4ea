"""Holds every connection to a time for its request, and every client to a number of connections.

What waits for a request, or has sent half of one, takes room from those that ask. So a request has to
arrive in time, however its bytes drip, and an answer has to be taken in time. Where there is no more
room, the connection that has waited longest makes some: one of the client that has most.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections import Counter
from collections.abc import Collection
from itertools import count
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from hexcourt.cli.web.work import error_body

SECONDS_TO_ARRIVE = 10.0
"""How many seconds the head of a request may take to arrive, and its body."""

IDLE = 30
"""How many seconds a connection may wait for its next request, and an answer for whoever asked."""

MAX_CONNECTIONS = 200
"""The most connections that are open at once."""

MAX_OF_A_CLIENT = 100
"""The most of them from one address."""

_NUMBERS = count()
_LATE = error_body("the request did not arrive in time; send it again")


class Connection(H11Protocol):
    """A connection: it ``waits`` while it has asked nothing that is not answered."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; another one makes room where there is none."""
        super().connection_made(transport)
        self._reading: TimerHandle | None = None
        self._writing: TimerHandle | None = None
        self._number = next(_NUMBERS)
        self._read_in_time()
        self._make_room()

    @property
    def waits(self) -> bool:
        """Return whether it waits for a request."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def host(self) -> str:
        """Return the address of its client."""
        return self.client[0] if self.client else ""

    def data_received(self, data: bytes) -> None:
        """Take in what has arrived of a request."""
        super().data_received(data)
        if self.waits:
            self._read_in_time()
        else:
            self._reading = _cancelled(self._reading)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._number = next(_NUMBERS)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Wait until the client takes more of an answer."""
        super().pause_writing()
        self._writing = self.loop.call_later(IDLE, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on with the answer."""
        super().resume_writing()
        self._writing = _cancelled(self._writing)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget all that was waited for."""
        self._reading = _cancelled(self._reading)
        self._writing = _cancelled(self._writing)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def timeout_keep_alive_handler(self) -> None:
        """End it when it has asked nothing more for long."""
        self.end()

    def end(self) -> None:
        """End it, whatever its client has not taken."""
        self.connections.discard(self)
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def _read_in_time(self) -> None:
        if self._reading is None and not self.transport.is_closing():
            self._reading = self.loop.call_later(SECONDS_TO_ARRIVE, self._is_late)

    def _is_late(self) -> None:
        head = b"HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json\r\nconnection: close\r\n"
        self.transport.write(head + b"content-length: %d\r\n\r\n" % len(_LATE) + _LATE)
        self.end()

    def _make_room(self) -> None:
        others: Collection[Any] = self.connections
        own = [each for each in others if each.host == self.host]
        if len(own) > MAX_OF_A_CLIENT:
            crowd = own
        elif len(others) >= MAX_CONNECTIONS:
            crowd = list(others)
        else:
            return
        waiting = [each for each in crowd if each.waits and each is not self]
        held = Counter(each.host for each in crowd)
        first = min(waiting, key=lambda each: (-held[each.host], each._number), default=self)
        first.end()


def _cancelled(timer: TimerHandle | None) -> TimerHandle | None:
    if timer is not None:
        timer.cancel()
    return None
