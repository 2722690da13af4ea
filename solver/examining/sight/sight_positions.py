"""Turns a world of lines of sight into positions as a user has them, and asks the program about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece, piece_text
from hexcourt.solver.examining.positions.printed_facts import facts_file
from hexcourt.solver.moving.moves import hexes_in
from hexcourt.solver.placing.statuses import check_status
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.position.opening import opened_anew
from hexcourt.solver.position.state_words import vertex_words
from hexcourt.solver.seeing.session import SightCourt
from hexcourt.solver.seeing.whole_line import Ruling

CHANGED = 2
"""The line of a world after one change: lines are numbered in tens, of which the last figure tells."""


_TOLD_BESIDE = {
    "clear": ("shelters", "perhaps_shelters", "advantage", "hull_down", "passes", "hinders"),
    "blocked": ("otherwise", "shelters"),
}
"""What is told beside a verdict."""


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of a line: its verdict, the rules that block it or leave it open, its hindrance."""

    verdict: str
    rules: frozenset[str]
    hindrance: int

    @property
    def words(self) -> str:
        """Write it as answers do."""
        more = f"+{self.hindrance}" if self.hindrance and self.verdict == "clear" else ""
        return f"{self.verdict}{more}"

    @property
    def reasoned(self) -> str:
        """Write it with its rules."""
        return " by ".join([self.words, *([", ".join(sorted(self.rules))] * bool(self.rules))])


@dataclass(frozen=True)
class Line:
    """One line of a world: the facts file, pieces, both ends, their statuses, and what is said of it."""

    facts: str
    laid: tuple[str, ...]
    ends: tuple[str, str]
    statuses: Mapping[str, str]
    said: Said

    @property
    def board(self) -> Board:
        """Read the facts file."""
        return parse_board(self.facts, "smallest.lp")

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        told = [f"--place '{each}'" for each in self.laid]
        for end, option in zip(self.ends, ("from", "to"), strict=True):
            if end in self.statuses:
                told.append(f"--{option}-status {self.statuses[end]}")
        return " ".join(["hexcourt los smallest.lp", *self.ends, *told])

    def ruling(self, explain: bool = False) -> Ruling:
        """Ask the shipped program; raises BadInput where it does not take the position."""
        position = BoardState(opened_anew(self.board), self.laid)
        board = position.board_of_lines
        a, b = (read_location(board, each)[0] for each in self.ends)
        statuses = {}
        for place, end in ((a, self.ends[0]), (b, self.ends[1])):
            if end in self.statuses:
                check_status(board, place, self.statuses[end])
                statuses[place.name] = self.statuses[end]
        return SightCourt(board).rule(a, b, statuses, explain)[1]

    def differs(self) -> str:
        """Ask the shipped program; say in what it differs, "" if in nothing."""
        try:
            ruling = self.ruling()
        except BadInput as error:
            return f"the program does not take it: {error}"
        said = said_of(ruling)
        if said != self.said:
            return f"the program says {said.reasoned}, the world {self.said.reasoned}"
        return ""


def said_of(ruling: Ruling) -> Said:
    """Gather what the program says of a line."""
    rules = {"blocked": ruling.blocked, "unknown": ruling.unknown}.get(ruling.verdict, ())
    return Said(ruling.verdict, frozenset(rules), ruling.hindrance)


@dataclass(frozen=True)
class SightPosition:
    """The lines of a world, as it is first."""

    lines: tuple[Line, ...]

    @property
    def facts(self) -> str:
        """Give the facts file."""
        return self.lines[0].facts

    @property
    def board(self) -> Board:
        """Read the facts file."""
        return self.lines[0].board

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        return self.lines[0].command

    @property
    def caption(self) -> str:
        """Name the line."""
        return " to ".join(self.lines[0].ends)

    @property
    def verdict(self) -> str:
        """Say what each line is."""
        first, *others = self.lines
        told = [first.said.words]
        for each in others:
            facts = "" if each.facts == first.facts else ", with a facts file changed,"
            told.append(f"{each.command.removeprefix('hexcourt ')}{facts} {each.said.words}")
        return "; ".join(told)

    def answered(self) -> str:
        """Ask the law in force; raises BadInput where it does not take the position."""
        ruling = self.lines[0].ruling(explain=True)
        told = [said_of(ruling).reasoned]
        told += [
            f"{each.effect.replace('_', ' ')} {each.value} {each.end} by {each.citation.number}"
            for each in ruling.reasons
            if each.effect in _TOLD_BESIDE.get(ruling.verdict, ())
        ]
        return ", ".join(dict.fromkeys(told))

    def ask_again(self, atoms: Iterable[str], broken: str | None, further: str) -> str:
        """Ask the shipped program; say what differs from a world's atoms, "" if nothing."""
        del atoms, broken, further  # a property holds of what the lines say
        return "; ".join(filter(None, (each.differs() for each in self.lines)))


def position_of(atoms: Iterable[str]) -> SightPosition:
    """Turn the atoms of a world into its lines, those that are told."""
    held: dict[str, list[clingo.Symbol]] = {}
    for each in atoms:
        symbol = parse_term(each)
        held.setdefault(symbol.name, []).append(symbol)
    told = sorted({each.arguments[0].number for each in held.get("end", ())})
    change = next((each.arguments[0] for each in held.get("changes", ())), None)
    return SightPosition(tuple(_line(held, number, change) for number in told))


def _line(
    held: Mapping[str, list[clingo.Symbol]], number: int, change: clingo.Symbol | None
) -> Line:
    gone = _gone(held, change) if number % 10 == CHANGED else frozenset()
    laid = [each.arguments[0] for each in held.get("laid", ()) if each.arguments[0] not in gone]
    facts = facts_file(held, gone)
    board = parse_board(facts, "smallest.lp")
    hexes = {e.name: hex_name.string for e, hex_name in _of_line(held, "end_named", number)}
    ends = {
        e.name: _location(board, hexes[e.name], place)
        for e, place in _of_line(held, "stands_for", number)
    }
    statuses = {ends[e.name]: said.name for e, said in _of_line(held, "status_for", number)}
    return Line(
        facts,
        tuple(_piece_text(each) for each in laid),
        (ends["a"], ends["b"]),
        statuses,
        _said(held, number),
    )


def _of_line(
    held: Mapping[str, list[clingo.Symbol]], name: str, number: int
) -> Iterator[tuple[clingo.Symbol, clingo.Symbol]]:
    """Give what is told of both ends of a line."""
    for each in held.get(name, ()):
        line, end, told = each.arguments
        if line.number == number:
            yield end, told


def _gone(
    held: Mapping[str, list[clingo.Symbol]], change: clingo.Symbol | None
) -> frozenset[clingo.Symbol]:
    """List what a change takes away: hexside terrain, or a counter."""
    if change is None or change.name not in ("taken_side", "taken_counter"):
        return frozenset()
    place = change.arguments[0]
    named = {each.arguments[0]: each.arguments[1] for each in held["named"]}
    if change.name == "taken_counter":
        laid = (each.arguments[0] for each in held.get("laid", ()))
        return frozenset(each for each in laid if each.arguments[0] == named[place])
    (sides,) = (e.arguments[1:] for e in held["side_of"] if e.arguments[0] == place)
    both = [named[each] for each in sides]
    kept = {
        str(each.arguments[2])
        for each in held.get("side_for", ())
        if each.arguments[0].number % 10 == CHANGED and each.arguments[1] == place
    }
    return frozenset(
        each
        for each in held.get("hexside", ())
        if each.arguments[:2] == both and str(each.arguments[2]) not in kept
    )


def _said(held: Mapping[str, list[clingo.Symbol]], number: int) -> Said:
    def about(name: str) -> Iterator[clingo.Symbol]:
        return (e.arguments[1] for e in held.get(name, ()) if e.arguments[0].number == number)

    (verdict,) = (each.name for each in about("verdict"))
    rules = frozenset(each.string for each in about(verdict)) if verdict != "clear" else frozenset()
    return Said(verdict, rules, max((each.number for each in about("total")), default=0))


def _location(board: Board, name: str, place: clingo.Symbol) -> str:
    """Write a Location as a user does."""
    if place.name == "vertex":
        return vertex_words(board, name, place.arguments[0].number)
    if place.name == "crest":
        beyond = board.neighbours[board.indices[name], place.arguments[0].number]
        return f"{name}/CR{board.hexes[beyond].name}"
    return Location(name, str(place), 0).name


def _piece_text(term: clingo.Symbol) -> str:
    fact = str(term)
    return piece_text(Piece(fact, tuple(hexes_in(fact))))
