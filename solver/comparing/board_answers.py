"""What a law answers on boards: lines of sight, ADJACENT Locations, moves and their charges, Locations,
statuses, deeds, claims of examples; each answer is a text by what was asked, fit to be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.embedded import embedded_names, example_names
from hexcourt.facts.errors import BadInput
from hexcourt.facts.lines.sighting import every_pair
from hexcourt.solver.checking.opening import open_board
from hexcourt.solver.comparing import one_answer
from hexcourt.solver.comparing.adjacent_sight import adjacent_sight
from hexcourt.solver.comparing.both_ways import verdict_of
from hexcourt.solver.comparing.one_answer import ADJACENT, DEEDS, LINES, MOVES, PLACES
from hexcourt.solver.deeds.reading import read_said
from hexcourt.solver.deeds.words import words_of
from hexcourt.solver.examples.conformance import try_claims
from hexcourt.solver.examples.named import open_example
from hexcourt.solver.examples.unit_places import printed_unit_places
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.seeing.house_rules import OnLines, house_rules_on_lines
from hexcourt.solver.seeing.session import SightCourt
from hexcourt.solver.statutes.lawbook import Lawbook, enacted


@dataclass(frozen=True, slots=True, order=True)
class Asked:
    """What is asked: the subject, the board, and the words of the question."""

    subject: str
    board: str
    words: str


Said = Mapping[Asked, str]
"""What a law says; the texts of two laws are equal where the answers are."""


@dataclass(frozen=True)
class Step:
    """What is asked of a law together, and how it is called."""

    name: str
    ask: Callable[[], Iterable[tuple[Asked, str]]]


CLAIMS = "claims of examples"

UNITS = ("squad", "truck", "tank")
"""The units whose moves are compared."""

DEED_HEXES = 24
"""On how many hexes of a board deeds are tried: those that differ most, each terrain once at least."""

MOST_WHOLE = 1_500
"""How many pairs are judged where each line has to be judged whole."""


def lines(board: Board) -> Iterator[tuple[str, str]]:
    """Judge the lines of sight between all hexes at ground level."""
    places = board.ground_locations
    pairs = every_pair(len(places))
    if house_rules_on_lines() is OnLines.WHOLE and len(pairs) > MOST_WHOLE:
        pairs = pairs[:: len(pairs) // MOST_WHOLE + 1]
    table = SightCourt(board).table(places, pairs, measured=False)
    names = [each.table_name for each in places]
    for pair, (a, b) in enumerate(pairs.tolist()):
        yield f"line {names[a]} to {names[b]}", verdict_of(table, pair)


def moves(board: Board) -> Iterator[tuple[str, str]]:
    """Tell every move of some units with its price and what it is charged."""
    for unit in UNITS:
        told = one_answer.told_of_moves(MoveLaw(board, unit_named(unit)).ground())
        yield from ((f"{unit} {move}", said) for move, said in told.items())


def places(board: Board) -> Iterator[tuple[str, str]]:
    """Tell the Locations, and which statuses units may not have there."""
    for each in board.locations:
        yield f"Location {each.name}", one_answer.told_of_place(each)
    posts = [f"{s} in {e.name}" for e in board.locations for s in ("emplaced", "entrenched")]
    yield from one_answer.statuses(board, posts).items()


def deeds(board: Board) -> Iterator[tuple[str, str]]:
    """Tell of deeds of all kinds in some hexes of a board whether they may be done, each by itself."""
    hexes = _varied_hexes(board)
    for word in words_of("deed"):
        told = (_on(word.example, name, board) for name in hexes)
        texts = list(dict.fromkeys(text for text in told if text is not None))
        if texts:
            yield from one_answer.told_of_deeds(board, texts).items()


def _on(example: str, name: str, board: Board) -> str | None:
    """Turn the example of a deed to a hex of a board; nothing where it does not fit there."""
    first, quote, rest = example.partition('"')
    place, _, after = rest.partition('"')
    if not quote or '"' in after:
        return None
    there = place.partition("/")[1] + place.partition("/")[2]
    text = f'{first}"{name}{there}"{after}'
    try:
        read_said(board, "deed", text)
    except BadInput:
        return None
    return text


def _varied_hexes(board: Board) -> list[str]:
    """Choose hexes such that each kind of ground is among them."""
    kinds: dict[tuple[str, ...], str] = {}
    for each in board.hexes:
        held = tuple(sorted({*each.terrain, *each.features}))
        kinds.setdefault(held, each.name)
    return sorted(sorted(kinds.values())[:DEED_HEXES])


def claims(board: Board) -> Iterator[tuple[str, str]]:
    """Try the claims of the examples on a board."""
    for name in example_names():
        named = open_example(name)
        if named.example.board != board.name:
            continue
        position = named.position(named.example.counters)
        posts = printed_unit_places(position.board_of_lines, named.example, position.statuses)
        for found in try_claims(SightCourt(position.board_of_lines), named.example, posts):
            claim = f"claim {found.claim.number} of {name}: {found.claim.viewer} to {found.claim.target}"
            hindrance = f"+{found.judged.hindrance}" if found.judged.hindrance else ""
            yield claim, f"{found.judged.verdict}{hindrance}, {found.outcome}"


SUBJECTS: Mapping[str, tuple[Callable[[Board], Iterator[tuple[str, str]]], frozenset[str]]] = {
    CLAIMS: (claims, frozenset({"los", "features"})),
    ADJACENT: (adjacent_sight, frozenset({"los", "features", "adjacency"})),
    PLACES: (places, frozenset({"locations", "placing", "counters"})),
    DEEDS: (deeds, frozenset({"cases"})),
    LINES: (lines, frozenset({"los", "features"})),
    MOVES: (moves, frozenset({"moving_infantry", "moving_vehicle"})),
}
"""What is asked on boards, with the profiles that answer it."""


def steps_on_boards(profiles: Collection[str], boards: Iterable[str] = ()) -> Iterator[Step]:
    """List all that some profiles have a say in, on all embedded boards or on some."""
    for name in boards or embedded_names():
        for subject, (ask, asked) in SUBJECTS.items():
            if not asked.isdisjoint(profiles):
                yield Step(f"{name}: {subject}", partial(_asked_on, name, subject, ask))


def _asked_on(
    name: str, subject: str, ask: Callable[[Board], Iterator[tuple[str, str]]]
) -> Iterator[tuple[Asked, str]]:
    for words, answer in ask(open_board(name)):
        yield Asked(subject, name, words), answer


def answers(law: Lawbook, profiles: Collection[str], boards: Iterable[str] = ()) -> Said:
    """Ask a law all that some profiles have a say in, on all embedded boards or on some."""
    with enacted(law):
        return dict(told for step in steps_on_boards(profiles, boards) for told in step.ask())


def sampled(one: Said, other: Said) -> bool:
    """Tell whether some lines were asked of one law alone, as asking about all takes long."""
    return any(each.subject == LINES for each in one.keys() ^ other.keys())


def answer_again(law: Lawbook, wanted: Asked) -> str | None:
    """Ask a law one thing again; nothing where it does not answer that."""
    with enacted(law):
        board = open_board(wanted.board)
        if wanted.subject in one_answer.ASKED:
            return one_answer.ASKED[wanted.subject](board, wanted.words)
        return dict(SUBJECTS[wanted.subject][0](board)).get(wanted.words)
