"""What a certificate states: a question, what it was asked of, and what is claimed of it.

A statement is all that its program can be written from again, beside the board's own facts and the rules
that is installed; ``question.json`` of a certificate holds it and what it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from itertools import product
from typing import Any

import clingo

from hexcourt.facts.base.errors import BadInput, quoted
from hexcourt.facts.base.fact_syntax import LARGEST_NUMBER, atom_text, string_term
from hexcourt.facts.boards.board import Board, board_text
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.language.question import ANSWER, UNIVERSAL, Question
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.placement.rule_locations import with_rule_locations
from hexcourt.solver.placement.statuses import StatusTally
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.locations import MovingUnit
from hexcourt.solver.proof.certificate import (
    SATISFIABLE,
    UNSATISFIABLE,
    check_statement,
    question_object,
)
from hexcourt.solver.proof.ground_program import GOAL_ATOM
from hexcourt.solver.query.deciding import GOAL, AskedNumber, Row, Value
from hexcourt.solver.query.direct_encoding import direct_program, without_doubt
from hexcourt.solver.query.outcomes import QueryResult
from hexcourt.solver.query.session import QuerySession, Survey
from hexcourt.solver.query.worlds import World, worlds_of
from hexcourt.solver.rulebase.rulebase import active_rules

# What an answer claims of rows and numbers, as rules that derive ``wrong`` where it is not so
#
# An answer set in which ``wrong`` holds is a world, and a reading of what the rules leave open, against
# the claim; so a proof that there is none is a proof of both bounds: no further row and none less, no
# lower and no higher value.


NUMBERED = ("which", "count", "min", "max")
"""The modes that answer with rows or a number."""

WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed of every world and reading: that ``certain`` rows are among its rows, and none but
    ``possible`` ones (nothing where no rows are claimed); that its ``number`` is not beyond this one;
    and, if ``some``, that there is any row.
    """

    certain: tuple[Row, ...] = ()
    possible: tuple[Row, ...] | None = None
    number: AskedNumber | None = None
    some: bool = False

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the claim as plain values."""
        fields: dict[str, Any] = {"some": self.some}
        if self.possible is not None:
            fields["certain"] = [list(row) for row in self.certain]
            fields["possible"] = [list(row) for row in self.possible]
        if self.number is not None:
            fields["number"] = [self.number.least, self.number.most]
        return fields


def claim_of(finding: QueryResult) -> Claim | None:
    """Claim what was found of rows and numbers; nothing where that is all in the answer itself."""
    mode, number, worlds = finding.question.mode, finding.number, finding.worlds
    if mode not in NUMBERED or finding.over is not None:
        return None
    if worlds is None and finding.answer != "yes":
        return None
    if mode in ("min", "max"):
        if number is None or number.least is None or number.most is None:
            return None
        return Claim(number=AskedNumber(number.least, number.most), some=not number.may_lack)
    if worlds is None:
        return Claim(finding.rows, (*finding.rows, *finding.perhaps), some=True)
    if mode == "count":
        return None if number is None else Claim(number=AskedNumber(number.least, number.most))
    rows = {row for row, _ in (*worlds.rows, *worlds.perhaps)}
    return Claim(possible=tuple(sorted(rows, key=repr)))


def read_claim(question: Question, value: Any) -> Claim:
    """Read a claim from plain values; raises BadInput where it is none about a question."""
    if not isinstance(value, Mapping) or question.mode not in NUMBERED:
        raise BadInput("the claim is none about this question; certify anew")
    number = None
    if "number" in value:
        bounds = value["number"]
        if not isinstance(bounds, list) or len(bounds) != 2 or not all(map(_is_number, bounds)):
            raise BadInput("the claim's number is no pair of numbers; certify anew")
        number = AskedNumber(bounds[0], bounds[1])
    certain, possible = value.get("certain", []), value.get("possible")
    certain = tuple(_read_row(question, row) for row in _listed(certain))
    rows = (
        None if possible is None else tuple(_read_row(question, row) for row in _listed(possible))
    )
    _check_claimed(question, certain, rows, number)
    return Claim(certain, rows, number, value.get("some") is True)


def _check_claimed(
    question: Question,
    certain: Sequence[Row],
    possible: Sequence[Row] | None,
    number: AskedNumber | None,
) -> None:
    """Refuse a claim of what its question does not ask for, or that counts a row twice."""
    if (number is None) == (possible is None):
        raise BadInput("the claim is of rows or of a number, one of both; certify anew")
    if question.mode not in (("which", "count") if number is None else ("count", "min", "max")):
        raise BadInput("the claim is of what the question does not ask for; certify anew")
    for rows in (certain, possible or ()):
        if len({next(_readings(row)) for row in rows}) < len(rows):
            raise BadInput("the claim tells a row twice; certify anew")
    if possible is not None and not set(certain) <= set(possible):
        raise BadInput("the claim's rows are certain and not possible; certify anew")


def _listed(value: Any) -> Sequence[Any]:
    if not isinstance(value, list):
        raise BadInput("the claim's rows are no list; certify anew")
    return value


def _read_row(question: Question, value: Any) -> Row:
    values = _listed(value)
    fine = all(isinstance(each, str) or _is_number(each) for each in values)
    if len(values) != question.arity or not fine:
        raise BadInput("the claim holds what is no row of this question; certify anew")
    return tuple(values)


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) <= LARGEST_NUMBER


def claim_rules(question: Question, claim: Claim) -> str:
    """Write the rules that derive ``wrong`` in a world and reading against a claim."""
    lines = [f"#defined {WRONG}/0."]
    if claim.some:
        lines.append(f"{WRONG} :- not {GOAL}.")
    if claim.possible is not None:
        lines += _row_rules(question, claim)
    if claim.number is not None:
        lines += _count_rules(question, claim.number) if question.mode == "count" else ()
        lines += _value_rules(question, claim) if question.mode in ("min", "max") else ()
    return "\n".join(lines)


def _row_rules(question: Question, claim: Claim) -> Iterator[str]:
    names = [f"X{n}" for n in range(question.arity)]
    yield f"#defined claimed/{question.arity}."
    for row in claim.possible or ():
        yield from (f"{atom_text('claimed', terms)}." for terms in _readings(row))
    yield f"{WRONG} :- {atom_text(ANSWER, names)}, not {atom_text('claimed', names)}."
    for number, row in enumerate(claim.certain):
        yield from (
            f"is_there({number}) :- {atom_text(ANSWER, terms)}." for terms in _readings(row)
        )
    if claim.certain:
        yield f"#defined is_there/1. {WRONG} :- N = 0..{len(claim.certain) - 1}, not is_there(N)."


def _count_rules(question: Question, number: AskedNumber) -> Iterator[str]:
    names = ",".join(f"X{n}" for n in range(question.arity))
    row = atom_text(ANSWER, names.split(","))
    yield f"so_many :- {number.least} <= #count {{ {names} : {row} }} <= {number.most}."
    yield f"{WRONG} :- not so_many."


def _value_rules(question: Question, claim: Claim) -> Iterator[str]:
    assert claim.number is not None
    row = atom_text(ANSWER, ["N", *("_" * (question.arity - 1))])
    least, most = claim.number.least, claim.number.most
    is_number = f"N >= -{LARGEST_NUMBER}, N <= {LARGEST_NUMBER}"
    beyond, within = f"N < {least}", f"N <= {most}"
    if question.mode == "max":
        beyond, within = f"N > {most}", f"N >= {least}"
    yield f"{WRONG} :- {row}, {is_number}, {beyond}."
    any_row = "" if claim.some else f"{row}, {is_number}, "
    yield f"#defined reached/0. reached :- {row}, {is_number}, {within}."
    yield f"{WRONG} :- {any_row}not reached."


def _readings(row: Row) -> Iterator[tuple[str, ...]]:
    """Write a row as terms, in each way: what a string is to us is a string or a term to the solver."""
    yield from product(*map(_terms, row))


def _terms(value: Value) -> tuple[str, ...]:
    if isinstance(value, int):
        return (str(value),)
    try:
        symbol = clingo.parse_term(value, logger=lambda code, result: None)
    except (RuntimeError, UnicodeError):
        return (string_term(value),)
    is_term = str(symbol) == value and symbol.type is not clingo.SymbolType.Number
    return (string_term(value), value) if is_term else (string_term(value),)


MEANINGS = {
    "nowhere": "no world decides the question, however the rules are read where it is open",
    "shown": "this world decides it; nothing that is asked depends on what the rules leave open",
    "everywhere": "this world decides it, however the rules are read where it is open",
    "each": "every world decides it, however the rules are read where it is open",
    "rows": "no row or number is beyond what is claimed, however the rules are read where it is open",
}
"""What is proved of a question, by kind."""

_VERDICTS = {
    "nowhere": UNSATISFIABLE,
    "shown": SATISFIABLE,
    "everywhere": UNSATISFIABLE,
    "each": UNSATISFIABLE,
    "rows": UNSATISFIABLE,
}


@dataclass(frozen=True)
class Statement:
    """What is stated of a session: the answer to a question, in all worlds of its families or, as
    ``kind`` says, in the ``world`` that decides it or in each of them; and what is claimed of rows and
    numbers.

    A claim of kind "rows" is proved with the answer; beside any other it is about the bounds in all
    worlds, and proved by a certificate of its own.
    """

    session: QuerySession
    question: str
    vary: tuple[str, ...]
    answer: str
    kind: str
    world: World | None = None
    claim: Claim | None = None

    @property
    def verdict(self) -> str:
        """Return what the program has to be for the statement to hold."""
        return _VERDICTS[self.kind]

    @cached_property
    def as_json(self) -> dict[str, Any]:
        """Return the statement as plain values."""
        world = None if self.world is None else [piece_text(piece) for piece in self.world]
        return {
            **setting_json(self.session),
            "question": self.question,
            "answer": self.answer,
            "kind": self.kind,
            "meaning": MEANINGS[self.kind],
            "claim": None if self.claim is None else self.claim.as_json,
            "world": world,
            "vary": list(self.vary),
            "granted": list(self.undetermined_statuses),
        }

    @cached_property
    def survey(self) -> Survey:
        """Return the question about every world of the families."""
        return self.session.survey(self.question, self.vary)

    @property
    def board(self) -> str:
        """Write the board's facts."""
        return board_text(self.session.position.opened)

    @cached_property
    def undetermined_statuses(self) -> tuple[str, ...]:
        """Describe which statuses of units are undetermined in the deciding world, or in how many."""
        survey = self.survey
        if self.world is not None or not self.vary:
            return survey.statuses.words(self.world or ())
        tally = StatusTally(survey.statuses)
        for world, outcome in survey.decided():
            if not isinstance(outcome, str):
                tally.add(world)
        return tally.words

    def program(self) -> tuple[str, tuple[str, ...]]:
        """Write the program of the statement: rules, and the facts given."""
        query = self.session.read(self.question)
        if self.kind == "rows":
            return self._claimed()
        direct = direct_program(self.session, query.text, self.vary, self.world)
        if self.kind == "shown":
            direct = without_doubt(direct)
        in_each = self.kind in ("everywhere", "each")
        against = direct.confirming if in_each else direct.refuting
        return seeking(direct.rules, against), direct.given

    def bounds(self) -> tuple[str, tuple[str, ...]] | None:
        """Write the program of the bounds, if any are claimed beside the answer."""
        return None if self.claim is None or self.kind == "rows" else self._claimed()

    def _claimed(self) -> tuple[str, tuple[str, ...]]:
        query = self.session.read(self.question)
        assert self.claim is not None
        direct = direct_program(self.session, query.text, self.vary)
        rules = f"{direct.rules}\n{claim_rules(query, self.claim)}"
        return seeking(rules, ":- not wrong."), direct.given


def seeking(rules: str, constraint: str) -> str:
    """Forbid by a constraint only what is sought: a model without it shows that the rest holds
    together.
    """
    text = constraint.removeprefix(":-").strip()
    return f"{rules}\n{{ {GOAL_ATOM} }}.\n:- {GOAL_ATOM}, {text}\n"


def setting_json(session: QuerySession) -> dict[str, Any]:
    """Return as plain values of what board, rules and unit something is stated."""
    position, mover = session.position, session.mover
    return {
        "board": position.opened.name,
        "board_digest": position.opened.digest,
        "rules_digest": active_rules().digest,
        **({"amended": list(active_rules().assumed)} if active_rules().assumed else {}),
        "hexcourt": version("hexcourt"),
        "placed": list(position.placed),
        "given": list(position.given),
        "without": list(position.taken),
        "unit": mover.unit.name,
        "half_allowance": mover.unit.allowance,
        "from": mover.start,
        "turns": mover.turns,
    }


def session_of(board: Board, position: BoardState, mover: MovingUnit) -> QuerySession:
    """Open the session of a BoardState on another board."""
    return QuerySession(
        replace(position, opened=board),
        unit=mover.unit.name,
        allowance=mover.unit.allowance,
        start=mover.start,
        turns=mover.turns,
    )


def reopened(text: str, origin: str) -> Board:
    """Open the board that facts tell of, with what the rules add to it."""
    return with_counters(with_rule_locations(parse_board(text, origin)), ())


@dataclass(frozen=True, slots=True)
class RulesNeeded:
    """A statement is of another rule set than the one that is installed: which, and of which version."""

    digest: str
    version: str
    amended: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """Describe which rules is needed, and which is there."""
        if self.amended:
            files = quoted(", ".join(self.amended), 200)
            return f"it is of {files}; verify it with the same files after --amend"
        return (
            f"it is of the rules {quoted(self.digest)} of hexcourt {quoted(self.version)}, installed is "
            f"{active_rules().digest} of hexcourt {version('hexcourt')}; verify it with that version"
        )


def session_stated(document: Mapping[str, Any], board: str) -> QuerySession | RulesNeeded:
    """Open the session that a statement is about; raises BadInput where that is none."""
    digest = _typed(document, "rules_digest", str)
    if digest != active_rules().digest:
        amended = tuple(_strings(document, "amended")) if "amended" in document else ()
        return RulesNeeded(digest, _typed(document, "hexcourt", str), amended)
    placed, given, taken = (
        tuple(_strings(document, each)) for each in ("placed", "given", "without")
    )
    return QuerySession(
        BoardState(reopened(board, _typed(document, "board", str)), placed, given, taken),
        unit=_typed(document, "unit", str),
        allowance=_typed(document, "half_allowance", int),
        start=None if document.get("from") is None else _typed(document, "from", str),
        turns=_typed(document, "turns", int),
    )


def read_statement(text: str, board: str) -> Statement | RulesNeeded:
    """Read a statement and open the session that it is about; raises BadInput where it is none, or says
    what is not so of its board, its families or itself.
    """
    document = question_object(text)
    session = session_stated(document, board)
    if isinstance(session, RulesNeeded):
        return session
    query = session.read(_typed(document, "question", str))
    kind = _typed(document, "kind", str)
    if kind not in MEANINGS:
        raise BadInput("question.json, kind: is none that is known; certify anew")
    vary = tuple(_strings(document, "vary"))
    world = None if document.get("world") is None else _strings(document, "world")
    claim = None if document.get("claim") is None else read_claim(query, document["claim"])
    if (kind in ("shown", "everywhere")) != (world is not None):
        raise BadInput("question.json: a world decides, or none does; certify anew")
    if kind == "rows" and (claim is None or not claim.some or vary):
        raise BadInput("question.json: rows are claimed of one world, or none are; certify anew")
    decides = kind != "nowhere"
    answer = "yes" if decides != (query.mode in UNIVERSAL) else "no"
    found = None if world is None else _world(session, query.text, vary, world)
    statement = Statement(
        session, _typed(document, "question", str), vary, answer, kind, found, claim
    )
    check_statement(document, statement.as_json)
    return statement


def _world(session: QuerySession, question: str, vary: tuple[str, ...], texts: list[str]) -> World:
    """Find a world of some families; raises BadInput where there is none such, or it cannot be."""
    survey = session.survey(question, vary)
    for world in worlds_of(survey.families):
        if [piece_text(piece) for piece in world] == texts:
            why = survey.impossible(world)
            if why:
                raise BadInput(f"question.json, world: {why}")
            return world
    raise BadInput("question.json, world: is none of the families; certify anew")


def _typed(fields: Mapping[str, Any], name: str, kind: type) -> Any:
    if type(fields.get(name)) is not kind:
        raise BadInput(f"question.json, {name}: is missing or not as it should be; certify anew")
    return fields[name]


def _strings(fields: Mapping[str, Any], name: str) -> list[str]:
    found: list[str] = _typed(fields, name, list)
    if not all(isinstance(each, str) for each in found):
        raise BadInput(f"question.json, {name}: holds what is no text; certify anew")
    return found
