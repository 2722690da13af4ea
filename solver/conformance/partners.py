"""Other programs that answer rules questions: commands, servers, functions, logic programs, records.

Each is asked by one JSON object a question, and answers by one: ``answer`` is ``yes``, ``no`` or
``unknown``, or ``unsupported`` for what the program does not speak of; ``value``, if it is there, what
the answer comes to (docs/reference/conform.md).
"""

from __future__ import annotations

import http.client
import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import clingo

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.base.files import read_json, read_text
from hexcourt.facts.formats.kinds import FACTS, HOUSE_RULES, expecting
from hexcourt.solver.conformance.cases import Case, read_cases
from hexcourt.solver.rulebase.program import Program, grounded

SECONDS = 20.0
"""How long a partner may take for one answer."""

LONGEST = 1 << 20
"""How long the line of an answer may be, in bytes."""

ANSWERS = ("yes", "no", "unknown", "unsupported", "done")

PartnerQuery = Mapping[str, Any]
PartnerReply = Mapping[str, Any]


class Partner(Protocol):
    """A program that answers rules questions."""

    name: str

    def answers(self, questions: Sequence[PartnerQuery]) -> Iterator[PartnerReply]:
        """Answer questions in their order; raises BadInput where one gets no readable answer."""

    def close(self) -> None:
        """End it."""


def checked(value: Any, query: PartnerQuery, name: str) -> PartnerReply:
    """Check one answer of a partner; raises BadInput, naming the question, where it is none."""
    where = f"{name}: the answer to {query['id']}"
    if not isinstance(value, dict) or value.get("answer") not in ANSWERS:
        entry = json.dumps(value)[:80]
        raise BadInput(
            f"{where} is {entry}; write an object with answer, one of {', '.join(ANSWERS)}"
        )
    if value.get("id", query["id"]) != query["id"]:
        raise BadInput(
            f"{where} is for {str(value['id'])[:60]}; answer in the order of the questions"
        )
    return value


class CommandPartner:
    """A program that reads a question a line on standard input, and writes an answer a line."""

    def __init__(self, command: str) -> None:
        self.name = command
        self._start()

    def _start(self) -> None:
        try:
            words = shlex.split(self.name)
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except (OSError, ValueError, IndexError) as error:
            raise BadInput(
                f"{self.name[:80]}: cannot be run ({error}); check the command"
            ) from None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._in_step = True
        self._errors = b""
        for work in (self._read, self._listen):
            threading.Thread(target=work, daemon=True).start()

    def _read(self) -> None:
        out, lines = self._process.stdout, self._lines
        assert out is not None
        with suppress(ValueError, OSError):
            while line := out.readline(LONGEST):
                lines.put(line)
        lines.put(b"")

    def _listen(self) -> None:
        """Keep the last of what it writes on standard error, so that it is never held up there."""
        errors = self._process.stderr
        assert errors is not None
        with suppress(ValueError, OSError):
            while some := errors.readline(LONGEST):
                self._errors = some

    def _write(self, questions: Sequence[PartnerQuery]) -> None:
        into = self._process.stdin
        assert into is not None
        with suppress(OSError, ValueError):
            for each in questions:
                into.write(json.dumps(each).encode() + b"\n")
            into.flush()

    def answers(self, questions: Sequence[PartnerQuery]) -> Iterator[PartnerReply]:
        """Write all questions, and read the answers meanwhile."""
        if not self._in_step:  # what it still writes would answer other questions
            self.close()
            self._start()
        self._in_step = False
        threading.Thread(target=self._write, args=(questions,), daemon=True).start()
        for each in questions:
            try:
                line = self._lines.get(timeout=SECONDS)
            except queue.Empty:
                raise BadInput(
                    f"{self.name}: no answer to {each['id']} in {SECONDS:g} s; write a line for each "
                    "line read, and flush it"
                ) from None
            if not line:
                self._process.wait(SECONDS)
                message = self._errors.decode("utf-8", "replace").strip()[:120]
                raise BadInput(
                    f"{self.name}: ended with status {self._process.returncode} before it answered "
                    f"{each['id']}{f' ({message})' * bool(message)}; answer until the input ends"
                )
            yield checked(_json(line, each, self.name), each, self.name)
        self._in_step = True

    def close(self) -> None:
        """End the process."""
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._process.kill()
        self._process.wait()


def _json(line: bytes, query: PartnerQuery, name: str) -> Any:
    try:
        return read_json(line)
    except (ValueError, RecursionError):
        entry = line.decode("utf-8", "replace").strip()[:80]
        raise BadInput(
            f"{name}: the answer to {query['id']} is no JSON, or has a name twice: {entry!r}; write "
            "one object a line"
        ) from None


class HttpPartner:
    """A server that answers a question sent by POST."""

    def __init__(self, url: str) -> None:
        self.name = url
        self._parts = urlsplit(url)
        if self._parts.scheme not in ("http", "https") or not self._parts.hostname:
            raise BadInput(
                f"{url[:80]}: is no address; write one such as http://127.0.0.1:8000/ask"
            )
        kind = http.client.HTTPSConnection
        if self._parts.scheme == "http":
            kind = http.client.HTTPConnection  # type: ignore[assignment]
        self._connection = kind(self._parts.hostname, self._parts.port, timeout=SECONDS)

    def answers(self, questions: Sequence[PartnerQuery]) -> Iterator[PartnerReply]:
        """Send one question after the other, over one connection."""
        path = (self._parts.path or "/") + (f"?{self._parts.query}" if self._parts.query else "")
        for each in questions:
            try:
                body = json.dumps(each)
                self._connection.request("POST", path, body, {"Content-Type": "application/json"})
                reply = self._connection.getresponse()
                text = reply.read(LONGEST)
            except (OSError, http.client.HTTPException) as error:
                raise BadInput(
                    f"{self.name}: cannot be asked ({error}); check the server"
                ) from None
            if reply.status != http.client.OK:
                raise BadInput(f"{self.name}: answers {each['id']} with status {reply.status}")
            yield checked(_json(text, each, self.name), each, self.name)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class FunctionPartner:
    """A Python function from a question to an answer."""

    def __init__(self, function: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
        self.name = getattr(function, "__name__", "the function")
        self._function = function

    def answers(self, questions: Sequence[PartnerQuery]) -> Iterator[PartnerReply]:
        """Call it for each question."""
        for each in questions:
            yield checked(dict(self._function(dict(each))), each, self.name)

    def close(self) -> None:
        """Leave it as it is."""


class ProgramPartner:
    """A logic program of another vocabulary, with rules that map it.

    It is given the facts of the position, ``place(P)`` and ``given(G)``, ``ask(Question)`` and
    ``argument(Name,Value)``; it derives ``answer(yes)``, ``answer(no)`` or ``answer(unknown)``, and, if
    it likes, ``value(N)``. Names are texts in quotation marks.
    """

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        such = expecting("a logic program (.lp)", FACTS, HOUSE_RULES)
        self._program = Program(path.name, read_text(path, such))
        try:
            self._nodes = [each.node for each in self._program.statements]
        except RuleError as error:
            raise BadInput(f"{path}: {' '.join(str(error).split())}") from None

    def answers(self, questions: Sequence[PartnerQuery]) -> Iterator[PartnerReply]:
        """Ground it over the facts of each question."""
        for each in questions:
            lines = [str(each.get("facts", "")), f"ask({each['question']})."]
            lines += (
                f"argument({n},{_term(e)})." for n, v in each["arguments"].items() for e in _all(v)
            )
            lines += (f"{n}({_piece(e)})." for n in ("place", "given") for e in each.get(n, ()))
            lines += ("#show.", "#show answer/1.", "#show value/1.", "#defined answer/1.")
            lines += (f"#defined {e}." for e in ("value/1", "place/1", "given/1"))
            try:
                control = grounded(self._nodes, "\n".join(lines))
            except RuleError as error:
                raise BadInput(f"{self.name}: {each['id']}: {error}") from None
            yield checked(self._answer_of(control), each, self.name)

    @staticmethod
    def _answer_of(control: clingo.Control) -> PartnerReply:
        with control.solve(yield_=True, async_=True) as handle:
            if not handle.wait(SECONDS):
                handle.cancel()
                return {"answer": "unknown"}
            model = handle.model()
            atoms = [] if model is None else model.symbols(shown=True)
        fields: dict[str, Any] = {"answer": "unsupported"}
        for each in sorted(atoms):
            (result,) = each.arguments
            number = result.type is clingo.SymbolType.Number
            fields[each.name] = result.number if number else str(result)
        return fields

    def close(self) -> None:
        """Leave it as it is."""


def _all(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list | tuple) else (value,)


def _term(value: Any) -> str:
    return str(int(value)) if isinstance(value, int | float) else json.dumps(str(value))


def _piece(text: str) -> str:
    """Return a piece as a term; as a text where it is none."""
    try:
        return str(clingo.parse_term(text))
    except RuntimeError:
        return json.dumps(text)


class RecordedPartner:
    """Answers that were recorded: a file of cases whose answers are another program's."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self.cases: list[Case] = read_cases(path)
        self._by_name = {each.id: each for each in self.cases}

    def answers(self, questions: Sequence[PartnerQuery]) -> Iterator[PartnerReply]:
        """Look the answers up; what is asked of a changed position is not recorded."""
        for each in questions:
            case = self._by_name.get(each["id"])
            if case is None or case.asked != each:
                yield {"answer": "unsupported"}
            else:
                yield {"answer": case.answer, "value": case.value}

    def close(self) -> None:
        """Leave it as it is."""
