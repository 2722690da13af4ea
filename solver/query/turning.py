"""What would turn an answer: pieces of families, or the smallest changes of what is placed and given."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.geometry.coordinates import HEX_NAME
from hexcourt.solver.answer.words import cited_row, counted
from hexcourt.solver.movement.routes import blocking_rules_of
from hexcourt.solver.position.board_language import OF_LINES, demanded, unquoted
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.query.outcomes import MAX_SHOWN, QueryResult, few, pieces_of, verdict
from hexcourt.solver.query.path_facts import AskedWay
from hexcourt.solver.query.reasons import ExplanationText, line_reasons, world_words
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.query.sight_facts import sight_of
from hexcourt.solver.query.worlds import World
from hexcourt.solver.sandbox.limited_run import Limits

MAX_CHANGED = 300
"""How many changed positions are asked about at most."""

MAX_CITED = 12
"""Of how many lines and paths it is told by which rules they come out otherwise."""


def changes_of_family(
    session: QuerySession, finding: QueryResult, vary: Sequence[str]
) -> ExplanationText:
    """Describe which of the smallest changes of a declared family would turn the answer."""
    survey = session.survey(finding.question.text, vary)
    question = finding.question
    before = survey.as_is
    other: list[World] = []
    unsettled = 0
    for world, outcome in survey.decided():
        if isinstance(outcome, str):
            continue
        result = verdict(question, outcome)
        if result not in ("yes", "no"):
            unsettled += 1
        if result in (before, "unknown", "out_of_budget") or (other and len(world) > len(other[0])):
            continue
        if other and len(world) < len(other[0]):
            other.clear()
        other.append(world)
    rows = tuple({"turns": pieces_of(world), "from": before} for world in other)
    if not other:
        text = f"no change of the family turns the answer ({before} as it is)"
        if unsettled:
            text += f"; in {counted(unsettled, 'world')} that is not decided"
        return ExplanationText((text,), rows)
    size = counted(len(other[0]), "piece")
    head = f"{before} as it is; the smallest changes that turn it, {size}:"
    return ExplanationText((head, *few(map(world_words, other))), rows)


# --- what is placed and given ---------------------------------------------------------------------


@dataclass(frozen=True)
class _Change:
    """Something placed, given or taken away (``kind``) as it is written, and what is in its place."""

    kind: str
    old: str
    new: str | None = None

    @property
    def words(self) -> str:
        if self.new is not None:
            return f"{self.new} in place of {self.old}"
        return f"with {self.old} there again" if self.kind == "taken" else f"without {self.old}"


def changes_of_position(
    session: QuerySession,
    finding: QueryResult,
    opened: Callable[[BoardState], QuerySession],
    limits: Limits,
) -> ExplanationText:
    """Describe which of the smallest changes of what is placed, given and taken away turn the answer:
    something is left out, or a piece lies in a hex beside its own, or on a hexside that meets its own.
    Each changed position is asked anew,
    in the session that ``opened`` gives.
    """
    position, before, deadline = session.position, finding.answer, Deadline(limits)
    changes = _changes(session)
    if not changes:
        raise BadInput(
            "--why-not: nothing is placed or given that could be otherwise; say what may change, such "
            "as --vary '{ roadblock(A,B) : road(A,B) } <= 1'"
        )
    attempts, undecided, complete = count(1), 0, True
    found: list[tuple[tuple[_Change, ...], QuerySession]] = []
    for size in range(1, len({(each.kind, each.old) for each in changes}) + 1):
        for some in combinations(changes, size):
            if len({(each.kind, each.old) for each in some}) < size:
                continue
            if next(attempts) > MAX_CHANGED or deadline.passed:
                complete = False
                break
            try:
                other = opened(_changed(position, some))
                result = other.ask(finding.question.text).answer
            except BadInput:  # a piece that may not lie there
                continue
            undecided += result not in ("yes", "no")
            if result in ("yes", "no") and result != before:
                found.append((some, other))
        if found or not complete:
            break
    rows: list[Mapping[str, Any]] = []
    lines: list[str] = []
    for some, other in found:
        rules = (
            _rules_between(session, other, finding.question.text) if len(rows) < MAX_SHOWN else []
        )
        words = [each.words for each in some]
        rows.append({"otherwise": words, "from": before, "rules": rules})
        cited = f" ({', '.join(rule['rule'] for rule in rules)})" if rules else ""
        lines.append(f"{' and '.join(words)}{cited}")
    if found:
        head = f"{before} as it is; the smallest changes of what is placed and given that turn it"
        many = counted(len(found[0][0]), "change")
        return ExplanationText((f"{head}, {many}:", *few(lines)), tuple(rows))
    text = f"no change that was tried turns the answer ({before} as it is)"
    more = f"; {counted(undecided, 'changed position')} not decided" if undecided else ""
    late = "" if complete else "; not all were tried"
    return ExplanationText((f"{text}{more}{late}",), ())


def _changes(session: QuerySession) -> list[_Change]:
    """List what may be changed by itself: what leaves something out first."""
    position = session.position
    written = (("placed", position.placed), ("given", position.given), ("taken", position.taken))
    found = [_Change(kind, text) for kind, texts in written for text in texts]
    for text in position.placed:
        moved = _moved(text, session.ground.neighbours)
        found += [_Change("placed", text, each) for each in moved if each not in position.placed]
    return found


def _moved(text: str, neighbours: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Write a piece anew in each hex beside its own, or on each hexside that shares a vertex."""
    names = [each for each in re.finditer(rf"\b{HEX_NAME}\b", text) if each[0] in neighbours]
    if len(names) == 1:
        near = neighbours[names[0][0]]
    elif len(names) == 2 and names[1][0] in neighbours[names[0][0]]:
        near = [each for each in neighbours[names[0][0]] if each in neighbours[names[1][0]]]
    else:
        return
    for name in names:
        yield from (f"{text[: name.start()]}{each}{text[name.end() :]}" for each in near)


def _changed(position: BoardState, some: Iterable[_Change]) -> BoardState:
    """Return a position with some changes; raises BadInput for one that cannot be."""
    texts = {kind: list(getattr(position, kind)) for kind in ("placed", "given", "taken")}
    for each in some:
        at = texts[each.kind].index(each.old)
        texts[each.kind][at : at + 1] = [] if each.new is None else [each.new]
    placed, given, taken = (tuple(texts[kind]) for kind in ("placed", "given", "taken"))
    lender = position.lender or position
    return replace(position, placed=placed, given=given, taken=taken, lender=lender)


def _rules_between(
    before: QuerySession, after: QuerySession, question: str
) -> list[dict[str, Any]]:
    """List the rules by which lines and paths of a question come out otherwise in two positions: those
    that bear on them in one of these alone.
    """
    demand = before.demand(before.read(question), ())
    questions = list(demanded(demand, {name for name, _ in demand}))[:MAX_CITED]
    one, two = ({row["rule"]: row for row in _rules_of(s, questions)} for s in (before, after))
    return [row for rule, row in sorted({**two, **one}.items()) if (rule in one) != (rule in two)]


def _rules_of(
    session: QuerySession, questions: Iterable[tuple[str, tuple[str, ...]]]
) -> Iterator[dict[str, Any]]:
    for name, values in questions:
        if name in OF_LINES:
            for row in line_reasons(session, sight_of(values)):
                if row["effect"] != "passes":
                    yield {key: row[key] for key in ("rule", "confidence", "sentence")}
        elif name in session.ways.names:
            way = AskedWay.of(name, tuple(map(unquoted, values)))
            world = session.ways.session.suppose(session.pieces)
            for surely in (True, False):
                found = session.ways.asked_search(way, world, surely)
                if found is None:
                    continue
                search, goals = found
                if all(search.reached(goal) is None for goal in goals):
                    engine = session.ways.session
                    for rule in blocking_rules_of(engine, search.world, search, goals):
                        yield cited_row(rule.citation)
