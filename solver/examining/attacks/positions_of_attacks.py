"""Turns a world of attacks into a position as a user has it, and asks the program about it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.solver.deeds.judging import Effects, judge_attack
from hexcourt.solver.examining.positions.asked_positions import ToldSet
from hexcourt.solver.examining.positions.deed_positions import laid_text, said_text
from hexcourt.solver.examining.positions.printed_facts import PRINTED, facts_file
from hexcourt.solver.position.state_words import hexside_words, state_words
from hexcourt.solver.position.states import State

DECISIVE = ("effect", "outcome", "unsure")
"""What rules say of an attack."""

_PLACED = ("laid", "given", "attacks", "aims_at")


@dataclass(frozen=True)
class AttackPosition(ToldSet):
    """An attack on a facts file with pieces and what is given, and what the world says of it."""

    attack: str
    target: str

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        asked = f"--attack '{self.attack}' --target '{self.target}'"
        return " ".join(["hexcourt effect smallest.lp", asked, *self.options])

    @property
    def caption(self) -> str:
        """Name the attack and its target."""
        return f"{self.attack} against {self.target}"

    def asked(self) -> frozenset[str]:
        """Ask the law in force what it derives that the attack comes to."""
        return frozenset(_said(parse_term(each)) for each in self._judged().derived)

    def answered(self) -> str:
        """Ask the law in force; raises BadInput where it does not take the position."""
        return self.in_words(_told(self._judged()))

    def _judged(self) -> Effects:
        return judge_attack(self.board, self.attack, self.target, [*self.laid, *self.given])


def _told(effects: Effects) -> frozenset[str]:
    """Write what an attack comes to as tests and answers do, without the rules' sentences."""
    found = {
        f"{each.what}{f' {each.dr}:' * bool(each.dr)} {each.value} {each.citation.number}"
        for each in effects.found
    }
    return frozenset(found | {f"{what} unknown {cited.number}" for what, cited in effects.unknown})


def _said(atom: clingo.Symbol) -> str:
    """Write an atom as what an attack comes to."""
    *said, rule = atom.arguments
    what, *rest = map(str, said)
    if atom.name == "unsure":
        return f"{what} unknown {rule.string}"
    return f"{' '.join([what, *(f'{each}:' for each in rest[:-1]), rest[-1]])} {rule.string}"


def position_of(atoms: Iterable[str]) -> AttackPosition:
    """Turn the atoms of a world into a position."""
    held: dict[str, list[clingo.Symbol]] = {}
    for each in atoms:
        if each.partition("(")[0] in (*PRINTED, *_PLACED, *DECISIVE):
            symbol = parse_term(each)
            held.setdefault(symbol.name, []).append(symbol)
    facts = facts_file(held)
    board = parse_board(facts, "smallest.lp")
    return AttackPosition(
        facts,
        tuple(laid_text(each.arguments[0]) for each in held.get("laid", ())),
        tuple(said_text(board, "given", each.arguments[0]) for each in held.get("given", ())),
        frozenset(_said(each) for name in DECISIVE for each in _of(held, name)),
        said_text(board, "attack", held["attacks"][0].arguments[0]),
        _target_text(board, held["aims_at"][0].arguments[0]),
    )


def _of(held: dict[str, list[clingo.Symbol]], name: str) -> Sequence[clingo.Symbol]:
    return held.get(name, ())


def _target_text(board: Board, term: clingo.Symbol) -> str:
    if term.name == "along":
        return hexside_words(board, term.arguments[0].string, term.arguments[1].number)
    state = State.read(str(term))
    return str(term) if state is None else state_words(board, state)
