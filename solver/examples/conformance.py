"""Worked examples as a user names them; tries their claims against what the rules say."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType

import numpy as np

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Counter, Location
from hexcourt.facts.examples.printed import printed_examples
from hexcourt.facts.examples.worked_example import (
    SHELTERS,
    Example,
    LineClaim,
    MarkMeaning,
    StatedPlace,
    embedded_example,
    example_board,
    example_names,
    read_example,
)
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.placement.statuses import check_status
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.opening import no_such_board, shown_name
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.batch_los import VERDICTS
from hexcourt.solver.sight.los_engine import LosEngine


@dataclass(frozen=True, slots=True, order=True)
class UnitPlace:
    """A Location, and the status of the unit there."""

    location: Location
    status: str | None = None

    def given(self, supposed: str | None) -> UnitPlace:
        """Return the post of a unit that is supposed to have a status, or not to have it."""
        if supposed is None:
            return self
        return UnitPlace(self.location, None if supposed.startswith("not_") else supposed)

    @property
    def name(self) -> str:
        """Write Location and status."""
        return f"{self.location.name} {self.status}" if self.status else self.location.name


def unit_place_at(
    board: Board, place: StatedPlace, given: Mapping[str, str] = MappingProxyType({})
) -> UnitPlace:
    """Find a post on a board; a unit whose status the example does not tell has the one ``given`` of
    its Location.
    """
    location = board.location(place.location)
    return UnitPlace(location, place.status or given.get(location.name))


def printed_unit_places(
    board: Board, example: Example, given: Mapping[str, str] = MappingProxyType({})
) -> Mapping[str, UnitPlace]:
    """Return the posts of all units; raises BadInput for a unit that stands nowhere."""
    found = {}
    for unit in example.units:
        if unit.place is None:
            raise BadInput(
                f'{example.name}: unit {unit.name} stands nowhere; add at("{unit.name}",Location)'
            )
        found[unit.name] = unit_place_at(board, unit.place, given)
    return found


AGREED, CONTRADICTED, DIFFERS, GAP, TOO_CLOSE, UNKNOWN = (
    "agreed", "contradicted", "differs", "gap", "too_close", "unknown"
)  # fmt: skip
"""What came of a claim. Of a gap nothing is printed; what differs agrees but for hindrance or marks."""

_SAYS = {"clear": "yes", "blocked": "no"}


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """What the rules say of a line: verdict, the rule that blocks it, hindrance, whether moving the
    thread by the drawing's grain changes the verdict.
    """

    verdict: str
    rule: str | None
    hindrance: int
    close: bool


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """What came of a claim; ``remarks`` say in which hindrance or mark rules and claim differ."""

    claim: LineClaim
    viewer: UnitPlace
    target: UnitPlace
    result: CheckedLine
    outcome: str
    remarks: tuple[str, ...] = ()


def check_lines(
    engine: LosEngine, lines: Sequence[tuple[UnitPlace, UnitPlace]]
) -> list[CheckedLine]:
    """Judge lines between posts."""
    posts = sorted({post for line in lines for post in line}, key=lambda post: post.name)
    numbers = {post: number for number, post in enumerate(posts)}
    pairs = np.array([[numbers[a], numbers[b]] for a, b in lines], dtype=np.int64).reshape(-1, 2)
    table = engine.table([post.location for post in posts], pairs, [post.status for post in posts])
    found = table.verdicts
    return [
        CheckedLine(
            VERDICTS[found.verdict[n]],
            table.rules[found.rule[n]] or None,
            int(found.hindrance[n]),
            bool(table.margin[n] == 0),
        )
        for n in range(len(table))
    ]


def line_of(claim: LineClaim, posts: Mapping[str, UnitPlace]) -> tuple[UnitPlace, UnitPlace]:
    """Return the posts of a claim's viewer and target, with the statuses that it supposes."""
    viewer, target = (posts[u].given(claim.given.get(u)) for u in (claim.viewer, claim.target))
    return viewer, target


def try_claims(
    engine: LosEngine, example: Example, posts: Mapping[str, UnitPlace]
) -> tuple[ClaimResult, ...]:
    """Try the claims of an example, its units standing at their posts."""
    lines = [line_of(claim, posts) for claim in example.claims]
    evaluated = check_lines(engine, lines)
    return tuple(
        _finding(engine, example, *each)
        for each in zip(example.claims, lines, evaluated, strict=True)
    )


def _finding(
    engine: LosEngine,
    example: Example,
    claim: LineClaim,
    line: tuple[UnitPlace, UnitPlace],
    evaluated: CheckedLine,
) -> ClaimResult:
    remarks: tuple[str, ...] = ()
    if evaluated.verdict == "clear" and claim.says == "yes":
        remarks = (
            *_hindrance_remarks(claim, evaluated),
            *mark_remarks(engine, example.meanings, claim, line),
        )
    return ClaimResult(claim, *line, evaluated, _outcome(claim, evaluated, remarks), remarks)


def _outcome(claim: LineClaim, evaluated: CheckedLine, remarks: tuple[str, ...]) -> str:
    if claim.says == "silent":
        return GAP
    if evaluated.verdict == "unknown":
        return UNKNOWN
    if evaluated.close:
        return TOO_CLOSE
    if _SAYS[evaluated.verdict] != claim.says:
        return CONTRADICTED
    return DIFFERS if remarks else AGREED


def _hindrance_remarks(claim: LineClaim, evaluated: CheckedLine) -> tuple[str, ...]:
    if claim.hindrance in (None, evaluated.hindrance):
        return ()
    return (f"hindrance: printed +{claim.hindrance}, derived +{evaluated.hindrance}",)


def mark_remarks(
    engine: LosEngine,
    meanings: Mapping[str, MarkMeaning],
    claim: LineClaim,
    line: tuple[UnitPlace, UnitPlace],
) -> tuple[str, ...]:
    """Describe which marks of a claim do not fit its line."""
    found = []
    for mark, meaning in meanings.items():
        printed = mark in claim.marks
        if meaning.what == SHELTERS:
            derived = _sheltered(engine, line, meaning.rule)
        elif printed:
            # Would a rule block if the target had the status that the mark speaks of?
            a, b = line
            _, ruling = engine.rule(a.location, b.location, (a.status, meaning.what))
            derived = meaning.rule in ruling.blocked
        else:
            continue
        if printed != derived:
            text = "printed, not derived" if printed else "derived, not printed"
            found.append(f"{mark}: {text} ({meaning.rule})")
    return tuple(found)


def _sheltered(engine: LosEngine, line: tuple[UnitPlace, UnitPlace], rule: str) -> bool:
    """Return whether a rule shelters the target from the viewer."""
    a, b = line
    _, ruling = engine.rule(a.location, b.location, (a.status, b.status), explain=True)
    return any(
        reason.effect == SHELTERS and reason.citation.number == rule and reason.end == "b"
        for reason in ruling.reasons
    )


@dataclass(frozen=True)
class NamedExample:
    """An example, the ``name`` that the user gave it, its board, and what is ``placed`` and ``given``
    besides what the example tells.
    """

    name: str
    example: Example
    board: Board
    placed: tuple[str, ...] = ()
    given: tuple[str, ...] = ()

    def position(self, counters: Sequence[Counter]) -> BoardState:
        """Return the BoardState that its claims are about, some of its own counters on the board."""
        with self.naming_refusals():
            opened = with_counters(example_board(self.example, self.board), counters)
        return BoardState(opened, self.placed, self.given)

    @contextmanager
    def naming_refusals(self) -> Iterator[None]:
        """Name the example in a refusal as the user did."""
        try:
            yield
        except BadInput as error:
            text = str(error).removeprefix(f"{self.example.name}: ")
            raise BadInput(f"{self.name}: {text}") from None


def open_example(name: str, placed: Iterable[str] = (), given: Iterable[str] = ()) -> NamedExample:
    """Open an example by its name, or a file by its path."""
    example = _read(name)
    try:
        board = _board_of(name, example)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None
    return NamedExample(name, example, board, tuple(placed), tuple(given))


def check_statuses(board: Board, posts: Iterable[UnitPlace]) -> None:
    """Refuse a status, of a unit or supposed by a claim, that nobody can have where the unit stands."""
    for post in dict.fromkeys(posts):
        if post.status is not None:
            check_status(board, post.location, post.status)


def _read(name: str) -> Example:
    if name in example_names():
        return embedded_example(name)
    path = Path(name)
    shown = shown_name(name)
    try:
        found = bool(name) and path.exists()
    except (OSError, ValueError):
        found = False
    if not found and any(each.name == name for each in printed_examples()):
        raise BadInput(f"{name}: has no units to look for; write hexcourt examples run {name}")
    if not found:
        near = get_close_matches(name[:60], example_names(), n=1, cutoff=0.6)
        mend = f"write {near[0]}" if near else f"write one of {', '.join(example_names())}"
        raise BadInput(f"{shown}: no such example; {mend}, or the path of a file")
    if not path.is_file():
        raise BadInput(f"{shown}: is no file; give the path of an example's facts (.lp)")
    if zipfile.is_zipfile(path):
        raise BadInput(f"{shown}: is an archive, no example; name it in one, by on_board")
    return read_example(path)


def _board_of(name: str, example: Example) -> Board:
    """Open the board of an example; a path counts from the folder of the example's file."""
    if name in example_names() or example.board in embedded_names():
        return open_board(example.board)
    path = Path(name).parent / example.board
    if not path.exists():
        raise BadInput(no_such_board(example.board))
    return open_board(str(path))
