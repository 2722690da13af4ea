"""Answers about a facts file by the rules of another folder: text, rows, reasons, certificate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hexcourt.solver.answer.answer import AskedAnswer
from hexcourt.solver.answer.words import cited_row, counted
from hexcourt.solver.explain.rendering import as_json, as_text
from hexcourt.solver.explain.theory import Derivation, Failure, theory_of
from hexcourt.solver.explain.why import why
from hexcourt.solver.explain.why_not import why_not
from hexcourt.solver.language.question import ANSWER, BROKEN
from hexcourt.solver.rulebase.program import grounded
from hexcourt.solver.rulebase.rulebase import ANSWERS
from hexcourt.solver.rulebase.statement import Citation
from hexcourt.solver.ruleset.asking import GOAL, RuleSetOutcome, RuleSetQuestion, asked
from hexcourt.solver.ruleset.certifying import certified

MAX_SHOWN = 8
"""How many worlds the text of an answer names."""


def ask_facts(
    facts: str,
    question: str,
    vary: Sequence[str] = (),
    reasons: bool = False,
    lines: int = 40,
    certify: Path | None = None,
    conflicts: int | None = None,
    name: str = "facts",
) -> AskedAnswer:
    """Answer a question about a facts file by the rules of the folder in use.

    Args:
        facts: the text of the facts file.
        question: a mode, terms, a colon and what is asked, such as ``which X : verdict(X,yes)``.
        vary: families of facts, such as ``{ trained(P,safety) : person(P) } <= 1``.
        reasons: derive the answer, in at most so many ``lines``.
        lines: how many lines a derivation takes at most.
        certify: a folder for a certificate of the answer.
        conflicts: after how many conflicts a proof is given up; None for no limit.
        name: how messages name the facts file.

    Raises:
        BadInput: facts, question or families are none, or have too many worlds.

    """
    query = asked(facts, question, vary, name)
    shown = query.deciding or next(iter(query.possible), None)
    rows, text = list(_rows(query, shown)), list(_lines(query, shown))
    tree = None
    if shown is not None:
        found = _explained(query, shown, lines)
        rows += (cited_row(each) for each in cited_in(found))
        if reasons:
            tree = as_json(found)
            rows.append({"why": tree, "world": list(shown.world)})
            text += as_text(found)
    if certify is not None:
        line, row = certified(query, certify, conflicts)
        text.append(line)
        rows.append(row)
    arguments = {"question": query.question.text, "vary": list(vary)}
    return AskedAnswer(
        "ask",
        None,
        query.verdict,
        arguments,
        rows,
        _counts(query),
        profile=ANSWERS,
        lines=text,
        tree=tree,
        program=f"{query.rules()}\n",
    )


def _counts(query: RuleSetQuestion) -> dict[str, int]:
    counts = Counter(each.verdict for each in query.outcomes)
    says = ("yes", "no", "unknown")
    return {
        "worlds": len(query.possible),
        **{f"worlds_{each}": counts[each] for each in says},
        "impossible": counts[""],
    }


def _rows(query: RuleSetQuestion, shown: RuleSetOutcome | None) -> Iterator[dict[str, Any]]:
    if shown is None:
        return
    question = query.question
    if question.mode in ("count", "min", "max"):
        least, most = _number(question.mode, shown)
        yield {"value": least, "value_most": most}
    for rows, certain in ((shown.certain, True), (shown.possible, False)):
        for each in rows:
            yield {"row": dict(zip(question.columns, each, strict=True)), "certain": certain}
    if query.families:
        says = "no" if query.claims else "yes"
        smallest = len(query.deciding.world) if query.deciding else 0
        for one in query.possible:
            if one.verdict == says:
                is_smallest = len(one.world) == smallest
                yield {"world": list(one.world), "says": says, "smallest": is_smallest}
            elif one.verdict == "unknown":
                yield {"world": list(one.world), "says": "unknown"}


def _number(mode: str, outcome: RuleSetOutcome) -> tuple[int | None, int | None]:
    """Return the number asked for, at least and at most; None where a reading has none."""
    found: list[int | None] = []
    for rows in outcome.readings:
        values = [each[0] for each in rows if isinstance(each[0], int)] if mode != "count" else []
        best = (min if mode == "min" else max)(values, default=None)
        found.append(len(rows) if mode == "count" else best)
    numbers = [each for each in found if each is not None]
    return (None if None in found else min(numbers)), max(numbers, default=None)


def _lines(query: RuleSetQuestion, shown: RuleSetOutcome | None) -> Iterator[str]:
    question, counts = query.question, Counter(each.verdict for each in query.possible)
    if shown is None:
        yield "unknown: the facts and the rules contradict each other in every world"
        return
    if query.families:
        each_says = ", ".join(f"{word} in {n}" for word, n in sorted(counts.items()))
        yield f"{query.verdict}: {each_says} of {counted(len(query.possible), 'world')}"
        decides = [e for e in query.possible if e.verdict == ("no" if query.claims else "yes")]
        for one in decides[:MAX_SHOWN]:
            yield f"  {' and '.join(one.world) or 'nothing beside the facts'}"
        if len(decides) > MAX_SHOWN:
            yield f"  and {len(decides) - MAX_SHOWN} more"
    elif question.mode in ("count", "min", "max"):
        least, most = _number(question.mode, shown)
        yield f"{query.verdict}: {least}" if least == most else f"between {least} and {most}"
        return
    else:
        yield query.verdict
    for rows, words in ((shown.certain, ""), (shown.possible, " (not certain)")):
        for each in rows if question.columns else ():
            pairs = zip(question.columns, each, strict=True)
            yield f"  {', '.join(f'{name} = {value}' for name, value in pairs)}{words}"


def _explained(query: RuleSetQuestion, outcome: RuleSetOutcome, most: int) -> Derivation | Failure:
    """Derive the goal in one reading of a world, or find what comes near to it."""
    control = grounded((), query.rules(outcome.world), "--models=1")
    with control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None  # the world has a reading
        atoms = model.symbols(atoms=True)
    certain = "".join(f"{each}.\n" for each in (*query.facts.certain, *outcome.world))
    held = {*map(str, atoms)}
    certain += "".join(f"{each}.\n" for each in query.facts.undetermined if each in held)
    program = query.question.exact_rules("").program
    row = f"{BROKEN if query.question.then is not None else ANSWER}"
    goals = [each for each in sorted(atoms) if each.name == row]
    theory = theory_of(ANSWERS, certain, program, [each for each in atoms if each.name != GOAL])
    if goals:
        return why(theory, goals[0], most)
    arity = query.question.arity
    return why_not(theory, f"{row}({','.join('_' * arity)})" if arity else row, most)


def cited_in(found: Derivation | Failure) -> list[Citation]:
    """List the rules that a derivation rests on, those nearest to the goal first."""
    cited: list[Citation] = []
    if isinstance(found, Failure):
        for attempt in (each for miss in found.misses.values() for each in miss.attempts):
            for trial in attempt.trials:
                cited += cited_in(trial.because) if trial.because is not None else ()
            cited += [attempt.rule.citation] if attempt.rule.citation is not None else ()
        return list(dict.fromkeys(cited))
    waiting, seen = [found.goal], dict.fromkeys([found.goal])
    for atom in waiting:
        node = found.nodes.get(atom)
        for step in node.steps[:1] if node is not None else ():
            if step.rule.citation is not None:
                cited.append(step.rule.citation)
            for premise in step.premises:
                fresh = [each for each in premise.atoms if each not in seen]
                seen |= dict.fromkeys(fresh)
                waiting += fresh
    return list(dict.fromkeys(cited))
