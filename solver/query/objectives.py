"""Numbers that are to be greatest or least: read, compared, and asked together with a claim."""

from __future__ import annotations

from collections.abc import Sequence

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import LARGEST_NUMBER
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.language.question import (
    UNIVERSAL,
    Question,
    masked,
    split_outside_strings,
    terms_of,
)
from hexcourt.solver.query.deciding import AskedNumber
from hexcourt.solver.query.outcomes import is_halved, number_words
from hexcourt.solver.query.session import QuerySession

Values = tuple[int, ...]
"""What a world is worth, by number."""

_VARIABLE = pattern(r"\b_*[A-Z][A-Za-z0-9_']*")


def objectives_of(session: QuerySession, best: Sequence[str]) -> tuple[Question, ...]:
    """Read one number to make best, or two."""
    if len(best) > 2:
        raise BadInput(f"best: {len(best)} numbers are too many; give one, or two for their front")
    found = []
    for each in best:
        objective = session.read(each)
        if objective.mode not in ("min", "max"):
            raise BadInput(
                f"best: {objective.mode} has no best; write 'max N : ...' or 'min N : ...'"
            )
        found.append(objective)
    return tuple(found)


def signs_of(objectives: Sequence[Question]) -> Values:
    """Return for each number the sign by which greater is better."""
    return tuple(1 if each.mode == "max" else -1 for each in objectives)


def signed(signs: Values, values: Values) -> Values:
    """Return values by which greater is better, or what these were."""
    return tuple(sign * each for sign, each in zip(signs, values, strict=True))


def values_words(objectives: Sequence[Question], values: Values) -> str:
    """Write what something is worth, each number in the unit of its objective."""
    return " and ".join(
        number_words(objective, AskedNumber(value, value))
        for objective, value in zip(objectives, values, strict=True)
    )


def joined(
    session: QuerySession, question: str, best: Sequence[str], bounds: Sequence[int | None]
) -> str:
    """Ask for a claim and numbers as one question: whether it holds, and each is as good as its bound.

    Raises BadInput for a claim that cannot be asked so.
    """
    if not best:
        return question
    mark = "_n"
    every = [session.read(each).text for each in (question, *best)]
    while any(mark in text for text in every):
        mark += "n"
    parts = [_as_literal(session, question)]
    for number, (objective, bound) in enumerate(
        zip(objectives_of(session, best), bounds, strict=True), start=1
    ):
        apart = f"{mark}{number}"
        body = split_outside_strings(objective.text, ":")[2].strip().removesuffix(".")
        parts.append(_renamed(body, apart))
        if bound is not None:
            if abs(bound) > LARGEST_NUMBER:
                raise BadInput("a number is out of range")
            name = objective.names[0]
            written = f"{bound / 2:g}" if is_halved(objective, name) else str(bound)
            sign = ">=" if objective.mode == "max" else "<="
            parts.append(f"{_renamed(name, apart)} {sign} {written}")
    return f"exists : {', '.join(parts)}"


def _as_literal(session: QuerySession, question: str) -> str:
    """Write a claim as literals of a body."""
    query = session.read(question)
    body = split_outside_strings(query.text, ":")[2].strip().removesuffix(".").strip()
    if query.mode not in UNIVERSAL or (query.mode == "always" and query.then is None):
        return body
    if query.then is not None:
        raise BadInput(
            "a claim with -> is not certified together with a number; ask exists or never"
        )
    if len(terms_of(body)) == 1 and not query.variables and "{" not in masked(body):
        return body.removeprefix("not ") if body.startswith("not ") else f"not {body}"
    return f"#count {{ {','.join(query.variables) or '1'} : {body} }} <= 0"


def _renamed(text: str, mark: str) -> str:
    """Add a mark to the variables of a text."""
    blank = masked(text)
    found, at = [], 0
    for match in _VARIABLE.finditer(blank):
        found += [text[at : match.end()], mark]
        at = match.end()
    return "".join([*found, text[at:]])
