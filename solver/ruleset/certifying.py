"""Certificates of answers about facts files: no reading of the worlds that are stated says otherwise.

A yes to whether there is a world is shown by one world in which every reading says yes. A no, and a
claim of all worlds, are shown by all worlds together. What is sought is a reading that says otherwise:
there is none. Beside the refutation goes a reading, so that the program does not contradict itself.
Whoever verifies has the facts in the folder, and writes the program again from them, the question and
the active rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import (
    certificate_row,
    certificate_size,
    check_lines,
    check_row,
    what_failed,
)
from hexcourt.solver.proof.certificate import (
    ALL_FILES,
    BOARD,
    UNSATISFIABLE,
    UndecidedError,
    check_statement,
    check_target,
    draft,
    question_object,
    write_certificate,
)
from hexcourt.solver.proof.ground_program import GOAL_ATOM, ProgramError
from hexcourt.solver.proof.grounding import program_text
from hexcourt.solver.proof.proof_checking import ProofCheck
from hexcourt.solver.proof.second_grounder import program_checks
from hexcourt.solver.proof.verification import Verification
from hexcourt.solver.rulebase.rulebase import active_rules, other_rules
from hexcourt.solver.ruleset.asking import GOAL, RuleSetQuestion, World, asked

KIND = "facts"
"""What ``question.json`` names this kind of certificate."""

CLAIMS = ("exists", "all", "always", "never")
"""The modes that are certified: their answer is yes or no, and nothing else."""


def _stated(query: RuleSetQuestion, answer: str, world: World | None) -> dict[str, Any]:
    """State an answer: of all worlds, or that one of them decides."""
    return {
        "kind": KIND,
        "meaning": "no reading of the world, or of any world where none is named, says otherwise",
        "question": query.question.text,
        "vary": list(query.vary),
        "answer": answer,
        "world": None if world is None else list(world),
        "rules": active_rules().digest,
        "hexcourt": version("hexcourt"),
    }


def _program(query: RuleSetQuestion, answer: str, world: World | None) -> str:
    """Write the program that has no answer set with what is sought: a reading that says otherwise."""
    otherwise = (answer == "yes") == query.negative
    goal = f":- {GOAL_ATOM}, {'not ' * otherwise}{GOAL}."
    return f"{query.rules(world)}\n{{ {GOAL_ATOM} }}.\n{goal}\n"


def certified(
    query: RuleSetQuestion, folder: Path, conflicts: int | None
) -> tuple[str, dict[str, Any]]:
    """Certify an answer into a folder; say what was certified, and give it as a row.

    Raises BadInput for an answer that nothing certifies.
    """
    answer = query.verdict
    if query.question.mode not in CLAIMS:
        raise BadInput(f"{query.question.mode}: is not certified; ask exists, all, always or never")
    if answer not in ("yes", "no"):
        raise BadInput(f"the answer is {answer}: there is nothing to certify; ask for more")
    check_target(folder, ALL_FILES)
    world = query.deciding.world if query.deciding is not None else None
    try:
        text = _program(query, answer, world)
        made = draft(text, (), _stated(query, answer, world), conflicts=conflicts, about_goal=True)
    except (ProgramError, UndecidedError) as error:
        return f"no certificate: {error}", {"limit": "conflicts", "why": str(error)}
    if made.made.verdict != UNSATISFIABLE:
        raise BadInput("the proof says otherwise than the answer; please report this")
    written = write_certificate(folder, made, query.facts.text)
    return f"certified in {folder}: {certificate_size(written)}", certificate_row(written, folder)


def verify_facts(found: Verification) -> Answer:
    """Compare a certificate whose folder was checked with its question and the active rules."""
    document = question_object(found.texts["question.json"])
    checks: list[ProofCheck] = []
    needed = document.get("rules") != active_rules().digest
    if not needed:
        try:
            checks += _checks(found, document)
        except BadInput as error:
            checks.append(ProofCheck("statement", False, str(error)))
    every = (*found.checks, *checks)
    holds = all(each.ok for each in every)
    verdict = "no" if not holds else "unbound" if needed else "yes"
    lines = list(_lines(document, every, verdict))
    arguments = {"folder": str(found.folder)}
    return Answer("verify", None, verdict, arguments, [*map(check_row, every)], lines=lines)


def _checks(found: Verification, document: Mapping[str, Any]) -> Iterator[ProofCheck]:
    question, vary, world = (document.get(each) for each in ("question", "vary", "world"))
    texts = [question, *(vary if isinstance(vary, list) else [None])]
    texts += world if isinstance(world, list) else [] if world is None else [None]
    if not all(isinstance(each, str) for each in texts) or document.get("answer") not in (
        "yes",
        "no",
    ):
        raise BadInput("question.json: states no answer; certify anew")
    query = asked(found.texts.get(BOARD, ""), str(question), [*map(str, vary or ())], BOARD)
    answer = str(document["answer"])
    if (world is not None) != ((answer == "no") == query.claims):
        raise BadInput("question.json, world: does not go with the answer; certify anew")
    if query.question.mode not in CLAIMS:
        raise BadInput(f"question.json: {query.question.mode} is not certified; certify anew")
    chosen = None if world is None else tuple(map(str, world))
    if chosen is not None and chosen not in {each.world for each in query.outcomes}:
        raise BadInput("question.json, world: is none of the families; certify anew")
    check_statement(document, _stated(query, answer, chosen))
    text = program_text(_program(query, answer, chosen))
    proves = found.verdict == UNSATISFIABLE and found.has_goal
    words = "a refutation proves that no reading says otherwise"
    yield ProofCheck("statement", proves, words if proves else "it proves no answer; certify anew")
    yield from program_checks(found, text, "question, facts and rules")


def _lines(
    document: Mapping[str, Any], every: tuple[ProofCheck, ...], verdict: str
) -> Iterator[str]:
    if verdict == "yes":
        vary = "".join(f", varied by {each}" for each in document["vary"])
        yield (
            f"yes: proved that {document['question']!r}{vary} is answered {document['answer']}, of "
            f"the facts in {BOARD}, by the rules {active_rules().digest} of {_where()}"
        )
    elif verdict == "unbound":
        yield (
            "a ground program is refuted; that it is the question's was not checked: it is of the "
            f"rules {str(document.get('rules'))[:40]!a}, and {active_rules().digest} are active; name "
            "their folder with --rules"
        )
    else:
        yield what_failed(every)
    yield from check_lines(every)


def _where() -> str:
    other = other_rules()
    return f"hexcourt {version('hexcourt')}" if other is None else str(other)
