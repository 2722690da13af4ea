"""Connections that send half a request, or take no answer: ended in time, and others are served."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from hexcourt.cli.web import connections
from hexcourt.cli.web.connections import IDLE, MAX_CONNECTIONS, MAX_OF_A_CLIENT, Connection

HALF = b"GET / HTTP/1.1\r\nhost: here\r\n"
WHOLE = HALF + b"\r\n"
BODY = b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\n"


class Clock:
    """A loop whose timers run off when they are told to."""

    def __init__(self) -> None:
        self.timers: list[SimpleNamespace] = []
        self.asked: list[Coroutine[Any, Any, Any]] = []

    def call_later(self, seconds: float, act: Callable[[], object]) -> SimpleNamespace:
        timer = SimpleNamespace(seconds=seconds, act=act)
        timer.cancel = lambda: self.timers.remove(timer) if timer in self.timers else None
        self.timers.append(timer)
        return timer

    def create_task(self, asked: Coroutine[Any, Any, Any], **more: object) -> MagicMock:
        asked.close()
        self.asked.append(asked)
        return MagicMock()

    def pass_by(self, seconds: float) -> None:
        """Let all timers run off that take no longer."""
        for timer in [each for each in self.timers if each.seconds <= seconds]:
            timer.cancel()
            timer.act()


class Wire:
    """A transport to a client that may take nothing."""

    def __init__(self, client: str) -> None:
        self.client, self.sent, self.left, self.closed = client, b"", 0, ""

    def get_extra_info(self, what: str) -> object:
        return (self.client, 1) if what in ("peername", "sockname") else None

    def write(self, data: bytes) -> None:
        self.sent += data

    def get_write_buffer_size(self) -> int:
        return self.left

    def is_closing(self) -> bool:
        return bool(self.closed)

    def close(self) -> None:
        self.closed = self.closed or "closed"

    def abort(self) -> None:
        self.closed = "aborted"

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Host:
    """A server without a network."""

    def __init__(self) -> None:
        async def app(scope: object, receive: object, send: object) -> None: ...

        self.config = Config(
            app, http=Connection, ws="none", log_config=None, timeout_keep_alive=IDLE
        )  # type: ignore[arg-type]
        self.config.load()
        self.state, self.clock = ServerState(), Clock()

    def open(self, client: str = "here", sent: bytes = b"") -> tuple[Connection, Wire]:
        made = Connection(self.config, self.state, {}, self.clock)  # type: ignore[arg-type]
        wire = Wire(client)
        made.connection_made(wire)  # type: ignore[arg-type]
        if sent:
            made.data_received(sent)
        return made, wire


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.mark.parametrize("sent", [b"", b"G", HALF])
def test_half_a_head_is_waited_for_no_longer_than_told(host: Host, sent: bytes) -> None:
    connection, wire = host.open(sent=sent)
    for each in b"x: y\r\nx: z\r\n" if sent else b"":
        connection.data_received(bytes([each]))  # dripping is no new beginning
    assert len(host.clock.timers) == 1
    host.clock.pass_by(connections.SECONDS_TO_ARRIVE)
    assert wire.closed and wire.sent.startswith(b"HTTP/1.1 408 ")
    assert b"did not arrive in time" in wire.sent
    assert connection not in host.state.connections


@pytest.mark.parametrize("sent", [WHOLE, BODY])
def test_a_whole_head_is_answered_however_long_that_takes(host: Host, sent: bytes) -> None:
    _, wire = host.open(sent=sent)
    host.clock.pass_by(1e9)
    assert not wire.closed and len(host.clock.asked) == 1


def answered(connection: Connection) -> None:
    connection.cycle.response_complete = True
    connection.on_response_complete()


def test_the_next_request_has_its_own_time(host: Host) -> None:
    connection, wire = host.open(sent=WHOLE)
    answered(connection)
    assert [each.seconds for each in host.clock.timers] == [IDLE]
    connection.data_received(b"G")
    assert [each.seconds for each in host.clock.timers] == [connections.SECONDS_TO_ARRIVE]
    host.clock.pass_by(connections.SECONDS_TO_ARRIVE)
    assert wire.closed


def test_a_body_that_nobody_reads_is_not_waited_for(host: Host) -> None:
    connection, wire = host.open(sent=BODY)
    answered(connection)
    connection.data_received(b"x")
    host.clock.pass_by(connections.SECONDS_TO_ARRIVE)
    assert wire.closed


def test_an_answer_has_to_be_taken_in_time(host: Host) -> None:
    connection, wire = host.open(sent=WHOLE)
    connection.pause_writing()
    connection.resume_writing()
    assert not host.clock.timers
    connection.pause_writing()
    host.clock.pass_by(IDLE)
    assert wire.closed == "aborted"


def test_what_a_client_leaves_lying_is_dropped(host: Host) -> None:
    connection, wire = host.open(sent=WHOLE)
    answered(connection)
    wire.left = 1
    host.clock.pass_by(IDLE)
    assert wire.closed == "aborted"
    connection.connection_lost(ConnectionError())
    assert not host.clock.timers and not host.state.connections


def test_whoever_waits_makes_room_for_others(host: Host) -> None:
    crowd = [host.open("crowd", HALF) for _ in range(300)]
    assert sum(not wire.closed for _, wire in crowd) == MAX_OF_A_CLIENT
    assert all(wire.closed for _, wire in crowd[:-MAX_OF_A_CLIENT]), "the first go first"
    for client in ("crowd", "other"):
        _, wire = host.open(client, WHOLE)
        assert not wire.closed
    assert len(host.clock.asked) == 2


def test_a_client_with_few_connections_keeps_them(host: Host) -> None:
    few = [host.open(f"client {number}", HALF)[1] for number in range(MAX_CONNECTIONS // 2)]
    for _ in range(300):
        host.open("crowd", HALF)
    assert not any(wire.closed for wire in few)
    assert len(host.state.connections) < MAX_CONNECTIONS


def test_what_is_being_answered_makes_no_room(host: Host) -> None:
    served = [host.open("crowd", WHOLE)[1] for _ in range(MAX_OF_A_CLIENT)]
    _, late = host.open("crowd")
    assert late.closed and not any(wire.closed for wire in served)
    assert not host.open("other", WHOLE)[1].closed
