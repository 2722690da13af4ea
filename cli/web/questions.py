"""What may be asked over HTTP: the fields of each question, named as the arguments of its method of a
``Position`` (docs/python.md).

Bodies are read by msgspec, which refuses unknown keys; the OpenAPI document is made from the same types.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from msgspec import Meta, Struct, ValidationError, json, structs

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_json
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.api.position import Position
from hexcourt.solver.position.arguments import range_of
from hexcourt.solver.sandbox.limited_run import Limits

LARGEST_BODY = 256 << 10
"""The largest body of a question, in bytes."""

MOST_PIECES = 200
"""The most pieces, given things or changes of a question."""


def _within(name: str, description: str | None = None) -> Meta:
    """Keep a number to the range that it has wherever it is given."""
    least, most = range_of(name)
    return Meta(ge=least, le=most, description=description)


Text = Annotated[str, Meta(min_length=1, max_length=500)]
Texts = Annotated[tuple[Text, ...], Meta(max_length=MOST_PIECES)]
Long = Annotated[str, Meta(max_length=10_000)]
Status = Literal["emplaced", "entrenched"]
Margin = Annotated[float, _within("margin")]
Turns = Annotated[int, _within("turns")]
Within = Annotated[int, _within("within", "hexes at most, as --range takes it")]
Allowance = Annotated[float, Meta(gt=0, lt=1000)] | Text


class Question(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A question about a board, with pieces on it, what else is given, and what is taken away."""

    method: ClassVar[str]
    board: Annotated[str, Meta(min_length=1, max_length=400, description="as /boards names it")]
    place: Annotated[Texts, Meta(description="pieces, as --place takes them")] = ()
    given: Annotated[Texts, Meta(description="what is given, as --given takes it")] = ()
    without: Annotated[Texts, Meta(description="what is taken away: hedge(K33,J33)")] = ()

    @property
    def arguments(self) -> dict[str, Any]:
        """Give the arguments of the method, by name."""
        shared = {each.name for each in structs.fields(Question)}
        named = (each.name for each in structs.fields(self))
        return {name: getattr(self, name) for name in named if name not in shared}

    def put(self, position: Position, limits: Limits) -> Answer:
        """Put the question to a position."""
        answer: Answer = getattr(position, self.method)(**self.arguments)
        return answer


class Los(Question, frozen=True):
    """Judge one line of sight, with every reason from end to end."""

    method = "los"
    viewer: Text
    target: Text
    viewer_status: Status | None = None
    target_status: Status | None = None
    margin: Margin = 0.0


class See(Question, frozen=True):
    """Tell which hexes and upper Locations see a Location."""

    method = "see"
    target: Text
    status: Status | None = None
    margin: Margin = 0.0
    within: Within | None = None


class Path(Question, frozen=True):
    """Find the cheapest path of a unit, step by step, or prove that there is none."""

    method = "path"
    start: Text
    goal: Text
    unit: Text
    allowance: Allowance | None = None
    turns: Turns = 1
    only: Literal["bypass"] | None = None
    avoid: Texts = ()


class Reach(Question, frozen=True):
    """List every Location that a unit can reach, each with its cheapest cost."""

    method = "reach"
    start: Text
    unit: Text
    allowance: Allowance | None = None
    turns: Turns = 1
    every_state: bool = False


class Cut(Question, frozen=True):
    """Find the fewest pieces that bar every path, and prove that no fewer do."""

    method = "cut"
    start: Text
    goal: Text
    unit: Text
    kinds: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=10)]
    most: Annotated[int, _within("most")] = 8
    allowance: Allowance | None = None
    turns: Turns | None = None
    seconds: Annotated[float, _within("seconds", "at most the server's limit")] = 20

    def put(self, position: Position, limits: Limits) -> Answer:
        """Have the search give up in time."""
        seconds = min(self.seconds, 0.8 * limits.seconds)
        return position.cut(**(self.arguments | {"seconds": seconds}))


class Adjacent(Question, frozen=True):
    """List the Locations ADJACENT to one, or connected with it, and why."""

    method = "adjacent"
    location: Text


class Enter(Question, frozen=True):
    """Tell when and where a unit enters that is to enter by one of some hexes (A2.5)."""

    method = "entry"
    scheduled: Annotated[Texts, Meta(min_length=1)]
    obstructed: Texts = ()
    unit: Text = "squad"

    def put(self, position: Position, limits: Limits) -> Answer:
        """Name the hexes one by one."""
        return position.entry(*self.scheduled, obstructed=self.obstructed, unit=self.unit)


class Legal(Question, frozen=True):
    """Decide whether the rules allow some actions, done together."""

    method = "legal"
    actions: Annotated[Texts, Meta(min_length=1)]

    def put(self, position: Position, limits: Limits) -> Answer:
        """Name the actions one by one."""
        return position.legal(*self.actions)


class Place(Question, frozen=True):
    """Tell of pieces whether they may lie there, beside those that do (``place``)."""

    method = "legal"
    pieces: Annotated[Texts, Meta(min_length=1)]

    def put(self, position: Position, limits: Limits) -> Answer:
        """Ask of laying a piece what is asked of any action."""
        return position.legal(*self.pieces)


class Effect(Question, frozen=True):
    """Tell what an attack on a target comes to."""

    method = "effect"
    attack: Text
    target: Text


class Ask(Question, frozen=True):
    """Answer any question that can be put together from the vocabulary (docs/questions.md)."""

    method = "ask"
    question: Long
    vary: Annotated[tuple[Long, ...], Meta(max_length=10)] = ()
    unit: Text = "squad"
    allowance: Allowance | None = None
    start: Text | None = None
    turns: Turns = 1
    areas: Annotated[dict[str, Long], Meta(max_length=50, description="name: sentence")] = {}
    why: bool = False
    why_not: bool = False
    every: bool = False
    lines: Annotated[int, _within("lines")] = 40

    def put(self, position: Position, limits: Limits) -> Answer:
        """Name the areas, and answer within the limits."""
        named = self.arguments
        areas: Mapping[str, str] = named.pop("areas")
        about = position.name_areas(areas) if areas else position
        return about.ask(**named, limits=limits)


class Check(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Check a scenario card: everything that a designer can get wrong, each finding with its witness."""

    card: Annotated[str, Meta(min_length=1, max_length=400, description="as /boards names it")]
    select: Annotated[Texts, Meta(description="only these checks: S07")] = ()


QUESTIONS: Mapping[str, type[Question]] = {
    each.__name__.lower(): each
    for each in (Los, See, Path, Reach, Cut, Adjacent, Enter, Legal, Place, Effect, Ask)
}
"""Questions by the last part of their address."""

SLOW = frozenset({"ask", "check", "cut"})
"""Questions that may take long: they never hold all workers at once."""

_Body = TypeVar("_Body", bound=Struct)


def read_body(body: bytes, kind: type[_Body]) -> _Body:
    """Read a body as what it should be; raises BadInput."""
    try:
        read_json(body)  # each name once: msgspec would take the last
        return json.decode(body, type=kind)
    except ValidationError as error:
        told = str(error)
        raise BadInput(f"{told[:1].lower()}{told[1:]}; see /api/v1/openapi.json") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"the body is no JSON ({error}); send one object") from None
