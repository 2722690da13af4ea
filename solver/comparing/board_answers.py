"""What a law answers on the embedded boards: lines of sight, moves and their charges, Locations,
statuses, deeds, claims of examples; each answer is a text by what was asked, fit to be compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.embedded import embedded_names, example_names
from hexcourt.facts.errors import BadInput
from hexcourt.facts.lines.sighting import every_pair
from hexcourt.solver.deeds.judging import judge_deeds
from hexcourt.solver.deeds.reading import read_said
from hexcourt.solver.deeds.words import words_of
from hexcourt.solver.examples.conformance import try_claims
from hexcourt.solver.examples.named import open_example
from hexcourt.solver.examples.unit_places import printed_unit_places
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.placing.statuses import Statuses
from hexcourt.solver.position.opening import open_board
from hexcourt.solver.seeing.bulk import VERDICTS
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

UNITS = ("squad", "truck", "tank")
"""The units whose moves are compared."""

DEED_HEXES = 24
"""On how many hexes of a board deeds are tried: those that differ most, each terrain once at least."""

MOST_WHOLE = 1_500
"""How many pairs are judged where each line has to be judged whole."""

_OF_MOVES = (("charged", 4), ("perhaps", 4), ("barred", 2), ("doubtful", 2), ("risky", 3))


def lines(board: Board) -> Iterator[tuple[str, str]]:
    """Judge the lines of sight between all hexes at ground level."""
    places = board.ground_locations
    pairs = every_pair(len(places))
    if house_rules_on_lines() is OnLines.WHOLE and len(pairs) > MOST_WHOLE:
        pairs = pairs[:: len(pairs) // MOST_WHOLE + 1]
    table = SightCourt(board).table(places, pairs, measured=False)
    names = [each.table_name for each in places]
    found = table.verdicts
    columns = (
        pairs.tolist(),
        found.verdict.tolist(),
        found.hindrance.tolist(),
        found.rule.tolist(),
    )
    for (a, b), verdict, hindrance, rule in zip(*columns, strict=True):
        more = f"+{hindrance}" if hindrance else f" by {table.rules[rule]}" if rule else ""
        yield f"line {names[a]} to {names[b]}", f"{VERDICTS[verdict]}{more}"


def moves(board: Board) -> Iterator[tuple[str, str]]:
    """Tell every move of some units with its price and what it is charged."""
    for unit in UNITS:
        law = MoveLaw(board, unit_named(unit))
        grounded = law.ground()
        told: dict[str, list[str]] = defaultdict(list)
        for name, arity in _OF_MOVES:
            for atom in grounded.symbolic_atoms.by_signature(name, arity):
                about, *rest = atom.symbol.arguments
                told[str(about)].append(f"{name}({','.join(map(str, rest))})")
        leads = {
            str(atom.symbol.arguments[0])
            for atom in grounded.symbolic_atoms.by_signature("leads", 3)
        }
        for move in sorted({*told, *leads}):
            may = "may" if move in leads else "may not"
            yield f"{unit} {move}", f"{may}: {' '.join(sorted(told[move]))}"


def places(board: Board) -> Iterator[tuple[str, str]]:
    """Tell the Locations, and which statuses units may not have there."""
    for each in board.locations:
        unsure = f", unsure by {each.unsure}" if each.unsure else ""
        yield f"Location {each.name}", f"level {each.sight_level / 2:g}{unsure}"
    posts = [(e.name, status) for e in board.locations for status in ("emplaced", "entrenched")]
    for ruled in Statuses(board).ruled(posts, board.counters):
        said = "refused" if ruled.refused else "in doubt"
        yield f"{ruled.status} in {ruled.name}", f"{said}: {ruled.why}"


def deeds(board: Board) -> Iterator[tuple[str, str]]:
    """Tell of deeds of all kinds in some hexes of a board whether they may be done, each by itself."""
    hexes = _varied_hexes(board)
    for word in words_of("deed"):
        texts = []
        for name in hexes:
            text = _on(word.example, name, board)
            if text is not None:
                texts.append(text)
        texts = list(dict.fromkeys(texts))
        if not texts:
            continue
        for ruling in judge_deeds(board, texts):
            rules = ", ".join(dict.fromkeys(each.number for each in ruling.rules))
            yield ruling.deed, f"{ruling.verdict}{' by ' * bool(rules)}{rules}"


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
    "lines of sight": (lines, frozenset({"los", "features"})),
    "moves": (moves, frozenset({"moving_infantry", "moving_vehicle"})),
    "Locations and statuses": (places, frozenset({"locations", "placing", "counters"})),
    "deeds": (deeds, frozenset({"cases"})),
    "claims of examples": (claims, frozenset({"los", "features"})),
}
"""What is asked on boards, with the profiles that answer it."""


def answers(
    law: Lawbook,
    profiles: Collection[str],
    tell: Callable[[str], None] = lambda _: None,
    boards: Iterable[str] = (),
) -> Said:
    """Ask a law all that some profiles have a say in, on all embedded boards or on some."""
    said: dict[Asked, str] = {}
    with enacted(law):
        for name in boards or embedded_names():
            board = open_board(name)
            for subject, (ask, asked) in SUBJECTS.items():
                if asked.isdisjoint(profiles):
                    continue
                tell(f"{name}: {subject}")
                for words, answer in ask(board):
                    said[Asked(subject, name, words)] = answer
    return said


def sampled(one: Said, other: Said) -> bool:
    """Tell whether some lines were asked of one law alone, as asking about all takes long."""
    return any(each.subject == "lines of sight" for each in one.keys() ^ other.keys())


def answer_again(law: Lawbook, wanted: Asked) -> str | None:
    """Ask a law one thing again; nothing where it does not answer that."""
    with enacted(law):
        opened = open_board(wanted.board)
        if wanted.subject == "lines of sight":
            return _line_again(opened, wanted.words)
        return _asked_all(law, wanted.subject, opened).get(wanted.words)


@lru_cache(maxsize=16)
def _asked_all(law: Lawbook, subject: str, board: Board) -> Mapping[str, str]:
    ask, _ = SUBJECTS[subject]
    return dict(ask(board))


def _line_again(board: Board, words: str) -> str | None:
    _, first, _, second = words.split()
    by_name = {each.table_name: each for each in board.ground_locations}
    if not {first, second} <= by_name.keys():
        return None
    ends = (by_name[first], by_name[second])
    table = SightCourt(board).table(ends, np.array([[0, 1]]), measured=False)
    found = table.verdicts
    hindrance, rule = int(found.hindrance[0]), int(found.rule[0])
    more = f"+{hindrance}" if hindrance else f" by {table.rules[rule]}" if rule else ""
    return f"{VERDICTS[found.verdict[0]]}{more}"
