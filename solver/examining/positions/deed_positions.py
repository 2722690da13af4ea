"""Turns a world into a position as a user has it, and asks the shipped program about that again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece, piece_text
from hexcourt.solver.deeds.judging import judge_deeds
from hexcourt.solver.deeds.reading import Given, read_given, read_said
from hexcourt.solver.deeds.words import words
from hexcourt.solver.examining.positions.asked_positions import PlacedPosition
from hexcourt.solver.examining.positions.printed_facts import PRINTED, facts_file
from hexcourt.solver.moving.moves import MoveLaw, hexes_in, unit_named
from hexcourt.solver.position.state_words import state_words
from hexcourt.solver.position.states import State
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.lawbook import worlds_program

DECISIVE = ("refused", "allowed", "doubtful")
"""What rules say of a deed."""

PLACED = ("laid", "given", "asked", "times")


@dataclass(frozen=True)
class WorldPosition(PlacedPosition):
    """A world as a user has it: a facts file, pieces and given things, and the deed that is asked."""

    deed: str
    times: int
    verdict: str

    @property
    def command(self) -> str:
        """Write the question as a user asks it; the facts file is called smallest.lp."""
        deeds = " ".join([f"'{self.deed}'"] * self.times)
        return " ".join(["hexcourt legal smallest.lp", deeds, *self.options])

    @property
    def caption(self) -> str:
        """Name the deed."""
        return self.deed

    def answered(self) -> str:
        """Ask the law in force; raises BadInput where it does not take the position."""
        told = [*self.laid, *self.given]
        ruling = judge_deeds(self.board, [self.deed] * self.times, told)[0]
        rules = ", ".join(dict.fromkeys(each.number for each in ruling.rules))
        more = sorted(
            {f", {what} by {cited.number}" for what, cited in (*ruling.risks, *ruling.brings)}
        )
        return "".join([ruling.verdict, " by " * bool(rules), rules, *more])

    def ask_again(self, atoms: Iterable[str], broken: str | None, further: str) -> str:
        """Ask the shipped program; say what differs from a world's atoms, "" if nothing."""
        return ask_again(self, said_in(atoms), broken, further)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of a position: the law's own words on the deed, as atoms without their numbers."""

    said: frozenset[str]
    verdict: str


def position_of(atoms: Iterable[str]) -> WorldPosition:
    """Turn the atoms of a world into a position."""
    held: dict[str, list[clingo.Symbol]] = {}
    for each in atoms:
        if each.partition("(")[0] in (*PRINTED, *PLACED, "verdict"):
            symbol = parse_term(each)
            held.setdefault(symbol.name, []).append(symbol)
    facts = facts_file(held)
    board = parse_board(facts, "smallest.lp")
    (deed,) = (each.arguments[0] for each in held["asked"])
    laid = [each.arguments[0] for each in held.get("laid", ())]
    given = [each.arguments[0] for each in held.get("given", ())]
    verdicts = {str(e.arguments[0]): e.arguments[1].name for e in held.get("verdict", ())}
    return WorldPosition(
        facts,
        tuple(laid_text(each) for each in laid if each != deed),
        tuple(said_text(board, "given", each) for each in given),
        laid_text(deed) if deed in laid else said_text(board, "deed", deed),
        held["times"][0].arguments[1].number,
        verdicts[str(deed)],
    )


def said_in(atoms: Iterable[str]) -> Asked:
    """Gather what the law says of the deed in a world."""
    read = [
        parse_term(each)
        for each in atoms
        if each.partition("(")[0] in (*DECISIVE, "asked", "verdict")
    ]
    deed = next(each.arguments[0] for each in read if each.name == "asked")
    said = {str(each) for each in read if each.name in DECISIVE and each.arguments[0] == deed}
    verdict = next(
        e.arguments[1].name for e in read if e.name == "verdict" and e.arguments[0] == deed
    )
    return Asked(frozenset(said), verdict)


def ask_again(
    position: WorldPosition, expected: Asked, broken: str | None = None, further: str = ""
) -> str:
    """Ask the shipped program about a position; say what differs from what is expected, "" if nothing.

    The facts file, the pieces, what is given and the deed are read as a user's are; ``further`` are
    properties of a user's own.
    """
    try:
        board = position.board
        given = read_given(board, [*position.laid, *position.given])
        texts = [position.deed] * position.times
        told = judge_deeds(board, texts, [*position.laid, *position.given])
    except BadInput as error:
        return f"the program does not take it: {error}"
    if told[0].verdict != expected.verdict:
        return f"the program says {told[0].verdict}, the world {expected.verdict}"
    atoms = _asked_whole(board, position, given, further if broken is not None else None)
    said = {
        each
        for each in atoms
        if each.partition("(")[0] in DECISIVE
        and each.split("(", 1)[1].startswith(_term(board, position))
    }
    if said != expected.said:
        return f"the program says {sorted(said)}, the world {sorted(expected.said)}"
    if broken is not None and broken not in atoms:
        return f"{broken} does not hold there"
    return ""


def _asked_whole(
    board: Board, position: WorldPosition, given: Given, further: str | None
) -> frozenset[str]:
    """Ground the whole law over a position; with the properties, and further ones, unless None."""
    law = MoveLaw(board, unit_named("squad"))
    term = _term(board, position)
    pieces = [*given.pieces]
    if (piece := _asked_piece(board, position)) is not None:
        pieces.append(piece)
    counted = Counter([term] * position.times)
    told = [law.facts(pieces), *(f"given({each.term})." for each in given.facts)]
    told += [f"asked({term})."]
    told += [f"times({each},{number})." for each, number in counted.items()]
    if further is not None:
        told += [_read_deed(board, position), worlds_program("properties.lp").text, further]
    grounded = Law("cases").ground("\n".join(told))
    return frozenset(str(each.symbol) for each in grounded.symbolic_atoms if each.is_fact)


def _read_deed(board: Board, position: WorldPosition) -> str:
    """Tell of a deed what properties ask: its word and its places."""
    term = parse_term(_term(board, position))
    lines = [f"deed_word({term},{term.name})."]
    for each in term.arguments:
        if each.type is clingo.SymbolType.Function and each.name == "at":
            lines.append(f"deed_place({term},{each.arguments[0]},{each.arguments[1]}).")
    return "\n".join(lines)


def _asked_piece(board: Board, position: WorldPosition) -> Piece | None:
    laid = read_given(board, [position.deed]).pieces if _is_laid(position.deed) else ()
    return next(iter(laid), None)


def _is_laid(text: str) -> bool:
    return ("deed", text.partition("(")[0]) not in words()


def _term(board: Board, position: WorldPosition) -> str:
    piece = _asked_piece(board, position)
    return piece.fact if piece is not None else read_said(board, "deed", position.deed).term


def laid_text(term: clingo.Symbol) -> str:
    """Write a piece as a user lays it."""
    fact = str(term)
    return piece_text(Piece(fact, tuple(hexes_in(fact))))


def said_text(board: Board, role: str, term: clingo.Symbol) -> str:
    """Write a deed, an attack or a given thing as a user does."""
    word = words()[role, term.name]
    told = [
        f'"{state_words(board, State.parse(each))}"' if kind == "place" else str(each)
        for each, (kind, _) in zip(term.arguments, word.arguments, strict=True)
    ]
    return f"{word.name}({', '.join(told)})" if told else word.name
