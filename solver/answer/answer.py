"""The one shape of an answer, for every question; text, JSON and notebooks render it.

An answer is computed whole before anything of it is shown: its verdict, the rows it is made of, its
witness, the rules that it rests on, what is not decided, and what was taken for granted.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from typing import TYPE_CHECKING, Any, Generic, Protocol, Unpack

from hexcourt.facts.base.errors import BadInput, listed, shown, visible
from hexcourt.solver.answer.arguments import PictureOptions, checked
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sandbox.threads import at_work

if TYPE_CHECKING:
    from pandas import DataFrame
    from typing_extensions import TypeVar

    # without a type of its rows, as where they were read, an answer may have any
    Row = TypeVar("Row", bound=Mapping[str, Any], covariant=True, default=Any)
else:
    from typing import TypeVar

    Row = TypeVar("Row")


SCHEMA = 3
"""The version of the JSON shape; a key that is renamed or removed raises it."""


class Verdict(StrEnum):
    """What an answer comes to."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    DONE = "done"
    TOO_CLOSE = "too_close"
    OUT_OF_BUDGET = "out_of_budget"
    UNBOUND = "unbound"


EXIT_STATUS: Mapping[str, int] = {
    "yes": 0,
    "done": 0,
    "no": 1,
    "unknown": 3,
    "too_close": 3,
    "out_of_budget": 3,
    "unbound": 4,
}

OF_LINE: Mapping[str, Verdict] = {
    "clear": Verdict.YES,
    "blocked": Verdict.NO,
    "unknown": Verdict.UNKNOWN,
    "too_close": Verdict.TOO_CLOSE,
}
"""What a verdict on one line of sight answers."""

AS_DRAWN = "orchards, grain and brush as drawn on the board"
NO_COUNTERS = "no counters on the map"
READ_BY_NO_RULE = ": no rule of "
"""What is said of what lies on the map, or is given, and no rule that was asked reads."""

MAX_ROWS_SHOWN, MAX_LINES_SHOWN = 10, 20
"""How many rows, and lines of text, a notebook shows."""


def not_read_by(questions: str) -> str:
    """Report that no rule of some questions reads a thing: what follows the thing's name."""
    return f"{READ_BY_NO_RULE}{questions} speaks of it"


class Source(Protocol):
    """What an answer cites of a board: its name, where it is from, and its fingerprint."""

    @property
    def name(self) -> str:
        """Name the board."""

    @property
    def source(self) -> str:
        """Return where the board is from."""

    @property
    def digest(self) -> str:
        """Return the fingerprint of what is on the board."""


@dataclass(frozen=True, slots=True)
class CitedBoard:
    """The name, the source and the fingerprint of a board, without the board."""

    name: str
    source: str
    digest: str


@dataclass(frozen=True, slots=True, order=True)
class CitedRule:
    """A rule that an answer rests on, in our own words."""

    number: str
    confidence: str
    sentence: str

    def __str__(self) -> str:
        sure = "" if self.confidence == "high" else f", {self.confidence} confidence"
        return f"{self.number}{sure}: {self.sentence}"


@dataclass(frozen=True, repr=False, eq=False)
class Answer(Generic[Row]):
    """An answer to a question about a board, or about none.

    ``rows`` are what it is made of, as JSON has them. What they hold is typed (``row_types.pyi``).
    ``lines`` say it in words, ``why`` with every reason.
    """

    command: str
    board: Source | None
    answer: str
    arguments: Mapping[str, Any]
    rows: Sequence[Row]
    counts: Mapping[str, int] = field(default_factory=dict)
    assumed: Sequence[str] = ()
    profile: str = "los"
    lines: Sequence[str] = ()
    why: Sequence[str] | None = None
    rules_digest: str = field(default_factory=lambda: active_rules().digest)
    """The fingerprint of the active rules."""
    position: Any = None
    """The ``BoardState`` that was asked about, for pictures; JSON has the question itself."""

    def __post_init__(self) -> None:
        """Add by which house rules the rules were amended, and what the board was opened on."""
        items = (*active_rules().assumed, *getattr(self.board, "assumptions", ()))
        amended = [each for each in items if each not in self.assumed]
        change = object.__setattr__
        if amended:
            lines = [f"taken for granted: {each}" for each in amended]
            change(self, "assumed", (*self.assumed, *amended))
            change(self, "lines", _with_second(self.lines, lines))
            change(self, "why", None if self.why is None else _with_second(self.why, lines))
        for name in ("lines", "why"):
            change(self, name, _each_on_one(getattr(self, name)))

    @property
    def verdict(self) -> Verdict:
        """Return what the answer comes to."""
        return Verdict(self.answer)

    @property
    def exit_status(self) -> int:
        """Return the status the command ends with."""
        return EXIT_STATUS[self.answer]

    @property
    def reasons(self) -> tuple[CitedRule, ...]:
        """List the rules that its rows cite, each once."""
        found = (
            CitedRule(each["rule"], each["confidence"], each["sentence"])
            for each in _mappings(self.rows)
            if "sentence" in each and "confidence" in each and each.get("rule")
        )
        return tuple(dict.fromkeys(found))

    @property
    def undecided(self) -> tuple[str, ...]:
        """List the numbers of the rules for want of which something is not known."""
        found: dict[str, None] = {}
        for each in _mappings(self.rows):
            result = each.get("undecided", ())
            found |= dict.fromkeys(t["rule"] if isinstance(t, Mapping) else t for t in result)
            if each.get("verdict") == "unknown":  # a line has one rule, an action all of its own
                result = (each, *each.get("rules", ()))
                found |= dict.fromkeys(t["rule"] for t in result if t.get("rule"))
            if "effect" in each and each.get("value", "") is None:
                found[each["rule"]] = None
            if each.get("certain") is False:
                found |= dict.fromkeys(each.get("rules", ()))
        return tuple(found)

    @property
    def witness(self) -> Row | None:
        """Return the row that shows the answer: the path found, the row of a table that holds or breaks
        a claim, the smallest set. Return nothing where there is none.
        """
        shown = ("way", "row", "value", "world", "pieces")
        return next((row for row in self.rows if any(name in row for name in shown)), None)

    @checked
    def text(self, why: bool = False) -> str:
        """Write the answer in words, and the pieces and facts that made no difference. ``why`` with
        every reason.
        """
        lines = self.why if why and self.why is not None else self.lines
        idle = (each for each in self.assumed if READ_BY_NO_RULE in each and each not in lines)
        return "\n".join([*lines, *map(visible, idle)])

    def as_json(self) -> str:
        """Write the answer as JSON, keys sorted. Its shape is in ``solver/answer/schema.py``."""
        whole = {
            "schema": SCHEMA,
            "hexcourt": _version(),
            "question": {
                "command": self.command,
                "board": None if self.board is None else shown(self.board.name),
                "arguments": dict(self.arguments),
            },
            "answer": str(self.answer),
            "board": None
            if self.board is None
            else {"source": self.board.source, "digest": self.board.digest},
            "rules": {"profile": self.profile, "digest": self.rules_digest},
            "assumed": list(self.assumed),
            "counts": dict(self.counts),
            "rows": [dict(row) for row in self.rows],
        }
        return json.dumps(whole, indent=2, sort_keys=True, ensure_ascii=False)

    @checked
    def svg(self, around: int | None = None, **look: Unpack[PictureOptions]) -> str:
        """Draw the answer on its map, or on the part of it within ``around`` hexes of what is marked, as
        an SVG document. Raises BadInput where it has none.

        Further arguments: ``title``, ``legend`` (``"below"``, ``"answer"`` for the signs of the
        answer alone, ``"none"``), ``grey``, ``size`` (the width in pixels) and ``north`` (an arrow).
        """
        import hexcourt  # whose counter draws: nothing here knows how

        with at_work():
            return hexcourt.draw_answer(self, around=around, **look)

    @checked
    def png(self, around: int | None = None, **look: Unpack[PictureOptions]) -> bytes:
        """Draw it as PNG, with arguments as in ``svg``. The extra ``png`` has to be installed."""
        import hexcourt

        return hexcourt.png_of(self.svg(around, **look))

    @checked
    def records(self, kind: str | None = None) -> list[dict[str, Any]]:
        """Return the rows flat, as tables want them: what a row holds in a mapping stands beside the
        rest, as ``perhaps.turn``, the columns of a question by their own names. ``kind`` picks the rows
        that have such an entry: ``row``, ``world``, ``way``. Raises BadInput where rows of this command
        never have it.
        """
        if kind is not None and not any(kind in row for row in self.rows):
            from hexcourt.solver.answer.schema import entries_of  # it imports all schemas

            if kind not in (known := entries_of(self.command)):
                raise BadInput(f"kind {shown(kind)}: no row has it; name {listed(known, 'or')}")
        rows = [row for row in self.rows if kind is None or kind in row]
        held = {name for row in rows for name, value in row.items() if isinstance(value, Mapping)}
        return [_flat(row, held) for row in rows]

    @checked
    def to_pandas(self, kind: str | None = None) -> DataFrame:
        """Return the records as a DataFrame, for which pandas has to be installed."""
        try:
            from pandas import DataFrame
        except ImportError:
            raise BadInput(
                "to_pandas: pandas is not installed; pip install pandas, or take records()"
            ) from None
        return DataFrame(self.records(kind))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash(self.as_json())

    def __bool__(self) -> bool:
        """Refuse to be taken for its verdict: there are more of these than two."""
        raise TypeError(
            "an answer is neither true nor false; compare its verdict, as in answer.verdict == 'yes'"
        )

    def __copy__(self) -> Answer:
        """Return itself: it never changes."""
        return self

    def __deepcopy__(self, copied: dict[int, Any]) -> Answer:
        """Copy its rows and what else can be changed; the board never changes."""
        made = object.__new__(type(self))
        for name, value in self.__dict__.items():
            mask = name in ("board", "position")
            object.__setattr__(made, name, value if mask else deepcopy(value, copied))
        return made

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy for another process is made of: it cites the board without carrying it."""
        state = dict(self.__dict__)
        state["position"] = None
        if self.board is not None:
            state["board"] = CitedBoard(self.board.name, self.board.source, self.board.digest)
        return state

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        about = "" if self.board is None else f" on {shown(self.board.name)}"
        return f"<{self.command}{about}: {self.answer}, {len(self.rows)} rows>"

    def _repr_html_(self) -> str:
        """Show the answer in a notebook: what it says, its map, and its rows as a table."""
        import hexcourt

        lines = self.text().split("\n")
        left = len(lines) - MAX_LINES_SHOWN
        lines = [*lines[:MAX_LINES_SHOWN], *[f"and {left} more lines: print(answer)"] * (left > 0)]
        before, after = "<pre>" + escape("\n".join(lines)) + "</pre>", _table(self.rows)
        try:
            svg = self.svg(around=2, legend="answer")
        except BadInput:  # it has none
            return before + after
        return before + hexcourt.image_beside(svg, len(before + after)) + after


def _flat(row: Mapping[str, Any], held: Collection[str]) -> dict[str, Any]:
    """Flatten the mappings of a row into it; ``held`` are their names in any row."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name == "row":
            flat |= value
        elif isinstance(value, Mapping):
            flat |= {f"{name}.{inner}": each for inner, each in value.items()}
        elif name not in held or value is not None:
            flat[name] = value
    return flat


def _version() -> str:
    from importlib.metadata import version  # which takes some time to import

    return version("hexcourt")


def refusal(kind: str, sentence: str, status: int) -> str:
    """Write as JSON why there is no answer; its shape is in ``solver/answer/schema.py``."""
    error = {"kind": kind, "sentence": sentence, "status": status}
    whole = {"schema": SCHEMA, "hexcourt": _version(), "error": error}
    return json.dumps(whole, indent=2, sort_keys=True)


def _with_second(lines: Sequence[str], texts: Sequence[str]) -> tuple[str, ...]:
    """Put something behind the first line."""
    return (*lines[:1], *texts, *lines[1:])


def _each_on_one(lines: Sequence[str] | None) -> Sequence[str] | None:
    """Show each line on one line, whatever it quotes; lines that need nothing stay what they are."""
    if lines is None or all(map(str.isprintable, lines)):
        return lines
    return tuple(map(visible, lines))


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    """List all mappings in rows, however deep."""
    if isinstance(value, Mapping):
        yield value
        for each in value.values():
            yield from _mappings(each)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for each in value:
            yield from _mappings(each)


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write the plain values of the first rows as an HTML table."""
    left = len(rows) - MAX_ROWS_SHOWN
    more = f"<p>{left} more rows: <code>.records()</code></p>" if left > 0 else ""
    rows = rows[:MAX_ROWS_SHOWN]
    plain = [{k: v for k, v in row.items() if not isinstance(v, Mapping | list)} for row in rows]
    names = list(dict.fromkeys(name for row in plain for name in row))
    if not names:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in names) + "</tr>"
        for row in plain
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    return "" if value is None else escape(str(value))


@dataclass(frozen=True, repr=False, eq=False)
class AskedAnswer(Answer):
    """An answer to a question: with its derivation as a tree, and written out as one program, where
    these were wanted.
    """

    tree: Mapping[str, Any] | None = None
    program: str | None = None
