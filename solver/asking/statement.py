"""What a certificate states: a question, what it was asked of, and what is claimed of it.

A statement is all that its program can be written from again, beside the board's own facts and the law
that is installed; ``question.json`` of a certificate holds it and what it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from typing import Any

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.facts.boards.writing_boards import board_text
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import piece_text
from hexcourt.facts.showing import quoted
from hexcourt.solver.asking.claims import Claim, claim_rules, read_claim
from hexcourt.solver.asking.one_program import direct_program, without_doubt
from hexcourt.solver.asking.outcomes import UNIVERSAL
from hexcourt.solver.asking.session import Court
from hexcourt.solver.asking.sources.path_facts import Mover
from hexcourt.solver.asking.worlds import World, worlds_of
from hexcourt.solver.placing.placing import with_counters
from hexcourt.solver.placing.statuses_in_worlds import StatusTally
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.law_locations import with_law_locations
from hexcourt.solver.proving.certificates.layout import (
    SATISFIABLE,
    UNSATISFIABLE,
    check_told,
    told_object,
)
from hexcourt.solver.proving.programs.program import SOUGHT
from hexcourt.solver.statutes.lawbook import in_force

MEANINGS = {
    "nowhere": "no world decides the question, however the law is read where it is open",
    "shown": "this world decides it; nothing that is asked hangs on what the law leaves open",
    "everywhere": "this world decides it, however the law is read where it is open",
    "rows": "no row or number is beyond what is claimed, however the law is read where it is open",
}
"""What is proved of a question, by kind."""

_VERDICTS = {
    "nowhere": UNSATISFIABLE,
    "shown": SATISFIABLE,
    "everywhere": UNSATISFIABLE,
    "rows": UNSATISFIABLE,
}


@dataclass(frozen=True)
class Statement:
    """What is stated of a court: the answer to a question, in all worlds of its families or, as ``kind``
    says, in the ``world`` that decides it; and what is claimed of rows and numbers.

    A claim of kind "rows" is proved with the answer; beside any other it is about the bounds in all
    worlds, and proved by a certificate of its own.
    """

    court: Court
    question: str
    vary: tuple[str, ...]
    answer: str
    kind: str
    world: World | None = None
    claim: Claim | None = None

    @property
    def verdict(self) -> str:
        """Give what the program has to be for the statement to hold."""
        return _VERDICTS[self.kind]

    @cached_property
    def as_json(self) -> dict[str, Any]:
        """Give the statement as plain values."""
        court, position = self.court, self.court.position
        world = None if self.world is None else [piece_text(piece) for piece in self.world]
        return {
            "question": self.question,
            "answer": self.answer,
            "kind": self.kind,
            "meaning": MEANINGS[self.kind],
            "claim": None if self.claim is None else self.claim.as_json,
            "world": world,
            "vary": list(self.vary),
            "granted": list(self.granted),
            "board": position.opened.name,
            "board_digest": position.opened.digest,
            "law": in_force().digest,
            **({"amended": list(in_force().assumed)} if in_force().assumed else {}),
            "hexcourt": version("hexcourt"),
            "placed": list(position.placed),
            "given": list(position.given),
            "without": list(position.taken),
            "unit": court.mover.unit.name,
            "half_allowance": court.mover.unit.allowance,
            "from": court.mover.start,
            "turns": court.mover.turns,
        }

    @property
    def board(self) -> str:
        """Write the board's facts."""
        return board_text(self.court.position.opened)

    @property
    def granted(self) -> tuple[str, ...]:
        """Say which statuses of units are in doubt in the world that decides, or in how many of all."""
        survey = self.court.survey(self.question, self.vary)
        if self.world is not None or not self.vary:
            return survey.statuses.words(self.world or ())
        tally = StatusTally(survey.statuses)
        for world, outcome in survey.decided():
            if not isinstance(outcome, str):
                tally.add(world)
        return tally.words

    def program(self) -> tuple[str, tuple[str, ...]]:
        """Write the program of the statement: rules, and the facts given."""
        asked = self.court.read(self.question)
        if self.kind == "rows":
            return self._claimed()
        direct = direct_program(self.court, asked.text, self.vary, self.world)
        if self.kind == "shown":
            direct = without_doubt(direct)
        against = direct.confirming if self.kind == "everywhere" else direct.refuting
        return _seeking(direct.rules, against), direct.given

    def bounds(self) -> tuple[str, tuple[str, ...]] | None:
        """Write the program of the bounds, if any are claimed beside the answer."""
        return None if self.claim is None or self.kind == "rows" else self._claimed()

    def _claimed(self) -> tuple[str, tuple[str, ...]]:
        asked = self.court.read(self.question)
        assert self.claim is not None
        direct = direct_program(self.court, asked.text, self.vary)
        rules = f"{direct.rules}\n{claim_rules(asked, self.claim)}"
        return _seeking(rules, ":- not wrong."), direct.given


def _seeking(rules: str, constraint: str) -> str:
    """Bar by a constraint only what is sought: a model without it shows that the rest holds together."""
    barred = constraint.removeprefix(":-").strip()
    return f"{rules}\n{{ {SOUGHT} }}.\n:- {SOUGHT}, {barred}\n"


def court_of(board: Board, position: BoardState, mover: Mover) -> Court:
    """Open the court of a BoardState on another board."""
    return Court(
        replace(position, opened=board),
        unit=mover.unit.name,
        allowance=mover.unit.allowance,
        start=mover.start,
        turns=mover.turns,
    )


def reopened(text: str, origin: str) -> Board:
    """Open the board that facts tell of, with what the law adds to it."""
    return with_counters(with_law_locations(parse_board(text, origin)), ())


@dataclass(frozen=True, slots=True)
class LawNeeded:
    """A statement is of another law than the one that is installed: which, and of which version."""

    law: str
    version: str
    amended: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """Say which law is needed, and which is there."""
        if self.amended:
            files = quoted(", ".join(self.amended), 200)
            return f"it is of {files}; verify it with the same files after --amend"
        return (
            f"it is of the law {quoted(self.law)} of hexcourt {quoted(self.version)}, installed is "
            f"{in_force().digest} of hexcourt {version('hexcourt')}; verify it with that version"
        )


def read_statement(text: str, board: str) -> Statement | LawNeeded:
    """Read a statement and open the court that it is about; raises BadInput where it is none, or says
    what is not so of its board, its families or itself.
    """
    told = told_object(text)
    law = _typed(told, "law", str)
    if law != in_force().digest:
        amended = tuple(_strings(told, "amended")) if "amended" in told else ()
        return LawNeeded(law, _typed(told, "hexcourt", str), amended)
    placed, given, taken = (tuple(_strings(told, each)) for each in ("placed", "given", "without"))
    court = Court(
        BoardState(reopened(board, _typed(told, "board", str)), placed, given, taken),
        unit=_typed(told, "unit", str),
        allowance=_typed(told, "half_allowance", int),
        start=None if told.get("from") is None else _typed(told, "from", str),
        turns=_typed(told, "turns", int),
    )
    asked = court.read(_typed(told, "question", str))
    kind = _typed(told, "kind", str)
    if kind not in MEANINGS:
        raise BadInput("question.json, kind: is none that is known; certify anew")
    vary = tuple(_strings(told, "vary"))
    world = None if told.get("world") is None else _strings(told, "world")
    claim = None if told.get("claim") is None else read_claim(asked, told["claim"])
    if (kind in ("shown", "everywhere")) != (world is not None):
        raise BadInput("question.json: a world decides, or none does; certify anew")
    if kind == "rows" and (claim is None or not claim.some or vary):
        raise BadInput("question.json: rows are claimed of one world, or none are; certify anew")
    decides = kind != "nowhere"
    answer = "yes" if decides != (asked.mode in UNIVERSAL) else "no"
    found = None if world is None else _world(court, asked.text, vary, world)
    statement = Statement(court, _typed(told, "question", str), vary, answer, kind, found, claim)
    check_told(told, statement.as_json)
    return statement


def _world(court: Court, question: str, vary: tuple[str, ...], told: list[str]) -> World:
    """Find a world of some families; raises BadInput where there is none such, or it cannot be."""
    survey = court.survey(question, vary)
    for world in worlds_of(survey.families):
        if [piece_text(piece) for piece in world] == told:
            why = survey.impossible(world)
            if why:
                raise BadInput(f"question.json, world: {why}")
            return world
    raise BadInput("question.json, world: is none of the families; certify anew")


def _typed(told: Mapping[str, Any], name: str, kind: type) -> Any:
    if type(told.get(name)) is not kind:
        raise BadInput(f"question.json, {name}: is missing or not as it should be; certify anew")
    return told[name]


def _strings(told: Mapping[str, Any], name: str) -> list[str]:
    found: list[str] = _typed(told, name, list)
    if not all(isinstance(each, str) for each in found):
        raise BadInput(f"question.json, {name}: holds what is no text; certify anew")
    return found
