"""Why an answer is what it is: derived from the question down to the facts of the board.

First the question is explained from what it was given; then the lines of sight that this rests
on are given to the rules in full, and explained with it. Ways are given step by step.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from clingo import parse_term

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.fact_syntax import atom_text
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.geometry.coordinates import HEX_NAME
from hexcourt.facts.tracing.touched import hexes_of
from hexcourt.solver.answer.words import beside_words, cited_row, reason_words
from hexcourt.solver.explain.rendering import as_json, as_text
from hexcourt.solver.explain.theory import Derivation, Failure, Theory, theory_of
from hexcourt.solver.explain.why import matching, why
from hexcourt.solver.explain.why_not import why_not
from hexcourt.solver.language.question import ANSWER, BROKEN, UNIVERSAL, Question
from hexcourt.solver.movement.engine import Way
from hexcourt.solver.movement.moves import explain
from hexcourt.solver.movement.path_rows import rule_words, step_lines, way_row
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.placement.placement import met_by_lines
from hexcourt.solver.placement.surroundings import ADJACENT, Neighbour, neighbours_of
from hexcourt.solver.position.board_language import OF_LINES, NeededFacts, demanded
from hexcourt.solver.position.locations import read_unit_position
from hexcourt.solver.query.deciding import Outcome, Row, WorldState, row_of
from hexcourt.solver.query.outcomes import QueryResult, pieces_of
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.sight_facts import PROFILE as LINES
from hexcourt.solver.query.sight_facts import WrittenLines, sight_of, write_lines
from hexcourt.solver.query.worlds import World
from hexcourt.solver.sight.answers import reason_rows
from hexcourt.solver.sight.exact_los import AskedLine

_HEX = pattern(f'"({HEX_NAME})"')
_OF_BOARD = pattern(
    r"(?:terrain|inherent|elevation|bed|location|named|lies_at|hexside|feature|stairwell)\("
)
_FEATURE = pattern(r"(touch|lies_in)\(([0-9]+),(.*)\)")


class Provenance:
    """Describes where facts about one board, and about lines over it, come from.

    ``touched`` are the facts of lines: they tell in which hex each feature lies. ``taken`` is what is
    taken for so in one reading of the rules, with the rules for want of which it is not decided.
    """

    def __init__(
        self,
        board: Board,
        touched: Iterable[str] = (),
        taken: Mapping[str, Iterable[str]] = MappingProxyType({}),
    ) -> None:
        self.board = board
        self.taken = taken
        found = (_FEATURE.fullmatch(fact) for fact in touched)
        self._hex_of = {
            match[2]: match[3].strip('"') for match in found if match and match[1] == "lies_in"
        }

    def __call__(self, atom: str) -> str | None:
        """Describe where a fact comes from; nothing where it says so itself."""
        if atom in self.taken:
            return f"not decided for want of {listed(self.taken[atom])}, taken for so here"
        match = _FEATURE.fullmatch(atom)
        if match is not None and match[1] == "touch":
            name = self._hex_of.get(match[2])
            terrain = re.split(r",(?![^(]*\))", match[3])[1]
            return None if name is None else self._drawn(name, terrain)
        named = _HEX.search(atom)
        if _OF_BOARD.match(atom) and named is not None:
            notes = [text for subject, _, text in self.board.notes if subject == named[1]]
            return "; ".join([f"board {self.board.title}", *notes[:1]])
        return None

    def _drawn(self, name: str, terrain: str) -> str:
        """Describe what a line touches in a hex, and which depiction shows it."""
        shown = self._outlines.get((name, terrain), ())
        return "; ".join([f"in hex {name}", *shown[:2]])

    @cached_property
    def _outlines(self) -> Mapping[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for outline in self.board.outlines:
            for name in hexes_of(self.board, outline):
                text = f"outline {outline.name}, {outline.confidence} confidence"
                found.setdefault((name, outline.terrain), []).append(text)
        return found


MAX_LINES = 3
"""How many lines of sight are explained with an answer."""

_SIGHT = pattern(r'(?:sees|hindrance|blocked)\((".*?"),(".*?")(?:,([a-z]+))?(?:,([a-z]+))?')
_ADJACENT_ATOM = pattern(r'(adjacent|connected)\("([^"]+)","([^"]+)"\)')
_PATH_ATOM = pattern(r"(reach|arrives|path|bypass_path)\((.*)\)")


@dataclass(frozen=True)
class AnswerReasons:
    """Why an answer is what it is: a derivation, or a failure to derive; the lines of sight, the ways
    and the ADJACENT Locations that it rests on; the pieces of the world that it is about.

    Where the rules leave something open, one reading of it is explained: ``taken`` is what holds there,
    with the rules for want of which that is not decided. What is derived is ``certain`` if it is so in
    every reading.
    """

    found: Derivation | Failure
    sights: tuple[AskedLine, ...]
    ways: tuple[tuple[str, Way], ...]
    beside: tuple[tuple[str, Neighbour], ...]
    world: World
    taken: Mapping[str, tuple[str, ...]]
    certain: bool


def reasons(
    session: QuerySession,
    finding: QueryResult,
    world: World = (),
    most: int = 40,
    every: bool = False,
) -> AnswerReasons:
    """Explain an answer in one world: its first row, or if there is none how near one came.

    ``most`` lines are given at most; ``every`` asks for all alternative reasons.
    """
    question = finding.question
    demand = session.demand(question, world)
    state = session.state(question, demand, world)
    decider = session.decider(question)
    outcome = decider.decide([state])[0]
    assert isinstance(outcome, Outcome)  # without a limit
    rows = outcome.certain or outcome.possible
    chosen = None if outcome.goal else next(iter(rows), None)
    taken = _taken(state, decider.reading(state, chosen))
    first = _theory(session, question, (state, taken), world, ())
    row = _row(first, question, rows)
    result = _explained(first, question, row, 200, False)
    matches = map(_SIGHT.match, state.known_facts.open_atoms)
    doubtful = {_sight_in(match) for match in matches if match}
    sights = tuple(s for s in _sights(result, demand) if s not in doubtful)[:MAX_LINES]
    theory = _theory(session, question, (state, taken), world, sights) if sights else first
    provenance = Provenance(session.board, _written(session, sights, world).touched, taken)
    found = _explained(theory, question, row, most, every, provenance)
    ways, beside = _ways(session, result, world), _beside(session, result, world)
    certain = outcome.goal is not None
    return AnswerReasons(found, sights, ways, beside, world, taken, certain)


def _taken(state: WorldState, held: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """Map what holds in a reading to the rules for want of which it is not decided."""
    return {
        atom: undetermined.rules
        for undetermined in sorted(state.known_facts.doubts)
        for atom in undetermined.atoms
        if atom in held
    }


def about_world(finding: QueryResult) -> World:
    """Choose the world to explain: the smallest that decides the answer, or one that is not decided."""
    worlds = finding.worlds
    if worlds is None:
        return ()
    for some in (worlds.smallest, worlds.open):
        if some:
            return some[0]
    text = "yes" if finding.question.mode in UNIVERSAL else "no"
    if not worlds.total:
        raise BadInput(
            "no world is in the family, so there is none to explain; vary something else"
        )
    if worlds.over:
        raise BadInput(
            f"every world that was decided says {text}, and others were not, for a limit; ask about one "
            "with --place"
        )
    raise BadInput(
        f"every world says {text}, so there is none to explain; ask about one with --place"
    )


def _row(theory: Theory, question: Question, rows: Collection[Row]) -> str | None:
    """Find the first row of an answer, or counterexample, of some: nothing where there is none."""
    found = matching(theory, _pattern(question))
    known = set(rows)
    held = (atom for atom in found if row_of(parse_term(atom)) in known)
    return min(held, key=lambda atom: (len(atom), atom), default=None)


def _pattern(question: Question) -> str:
    name = ANSWER if question.then is None else BROKEN
    return atom_text(name, "_" * question.arity)


def _explained(
    theory: Theory,
    question: Question,
    row: str | None,
    most: int,
    every: bool,
    provenance: Provenance | None = None,
) -> Derivation | Failure:
    if row is None:
        return why_not(theory, _pattern(question), most)
    return why(theory, row, most, every, provenance)


def _theory(
    session: QuerySession,
    question: Question,
    read: tuple[WorldState, Collection[str]],
    world: World,
    sights: Collection[AskedLine],
) -> Theory:
    """Return what a question is decided from: known facts, what is taken of the rest, and some
    lines as the rules judge them.
    """
    state, taken = read
    known = {atom for sight in sights for atom in state.known_facts.certain if _is_of(atom, sight)}
    facts = [*sorted((state.known_facts.certain - known) | state.pieces | set(taken))]
    looked_up, rules = session.parts(question)
    facts_text = [each for each in looked_up if each.removesuffix(".") not in state.gone]
    if not sights:
        text = "\n".join([*facts_text, *(f"{fact}." for fact in facts)])
        return theory_of("asking", text, f"{rules}\n{question.rules}")
    lines = _written(session, sights, world)
    facts += [*lines.about, *lines.touched, *lines.placed]
    text = "\n".join([*facts_text, *(f"{fact}." for fact in dict.fromkeys(facts))])
    return theory_of(LINES, text, f"{rules}\n{question.rules}")


def _written(session: QuerySession, sights: Collection[AskedLine], world: World) -> WrittenLines:
    pieces = (*session.pieces, *world)
    return write_lines(session.sights, sights, [met_by_lines(pieces)])


def _is_of(atom: str, sight: AskedLine) -> bool:
    match = _SIGHT.match(atom)
    return match is not None and _sight_in(match) == sight


def _sight_in(match: re.Match[str]) -> AskedLine:
    result = match.groups() if match[0].startswith("sees") else match.groups()[:2]
    return sight_of(tuple(each for each in result if each))


def _texts(found: Derivation | Failure) -> Iterable[str]:
    """List the atoms that an explanation names."""
    if isinstance(found, Derivation):
        yield from found.nodes
        for node in found.nodes.values():
            for step in node.steps:
                for premise in step.premises:
                    yield from premise.atoms
                    yield premise.text
        return
    for miss in found.misses.values():
        for attempt in miss.attempts:
            for trial in attempt.trials:
                yield trial.premise.text
                yield trial.missing or ""


def _sights(result: Derivation | Failure, demand: NeededFacts) -> tuple[AskedLine, ...]:
    """List the lines of sight that an explanation names, those that are asked for."""
    questions = {sight_of(each) for _, each in demanded(demand, OF_LINES)}
    found: dict[AskedLine, None] = {}
    for text in _texts(result):
        for match in _SIGHT.finditer(text):
            sight = _sight_in(match)
            if sight in questions:
                found[sight] = None
    if not found and len(questions) <= MAX_LINES:
        found = dict.fromkeys(sorted(questions))
    return tuple(found)


def _beside(
    session: QuerySession, result: Derivation | Failure, world: World
) -> tuple[tuple[str, Neighbour], ...]:
    """Find why the Locations of an explanation are ADJACENT, or connected."""
    found: dict[str, Neighbour] = {}
    for atom in result.nodes if isinstance(result, Derivation) else ():
        match = _ADJACENT_ATOM.fullmatch(atom)
        if match is not None:
            kind, here, there = match[1], match[2], match[3]
            where = read_unit_position(session.board, unit_named("squad"), here)
            place = where.states[0].place
            pieces = (*session.pieces, *world)
            for each in neighbours_of(
                session.board, where.hex, place, pieces, session.ground_given
            ):
                fits = each.adjacent == (kind == ADJACENT)
                if fits and Location(each.hex, each.place, 0).name == there:
                    found.setdefault(atom, each)
    return tuple(found.items())


def _ways(
    session: QuerySession, result: Derivation | Failure, world: World
) -> tuple[tuple[str, Way], ...]:
    """Find the ways that an explanation rests on."""
    found: dict[str, Way] = {}
    if isinstance(result, Failure):
        return ()
    for atom in result.nodes:
        match = _PATH_ATOM.fullmatch(atom)
        if match is None or atom in found:
            continue
        way = session.ways.way(match[1], match[2], (*session.pieces, *world))
        if way is not None:
            found[atom] = way
    return tuple(found.items())


# Describes why an answer is what it is: as lines and as rows of JSON


@dataclass(frozen=True)
class ExplanationText:
    """An explanation as lines to print and as rows of JSON."""

    lines: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]


def explain_answer(
    session: QuerySession, finding: QueryResult, most: int = 40, every: bool = False
) -> ExplanationText:
    """Describe why an answer is what it is."""
    if finding.answer == "out_of_budget":
        return ExplanationText((), ())
    try:
        world = about_world(finding)
    except BadInput as error:
        return ExplanationText((f"why: {error}",), ())
    result = reasons(session, finding, world, most - 1, every)
    tree = as_json(result.found)
    lines = [_head(result)]
    lines += [f"  {line}" for line in as_text(result.found)]
    rows: list[Mapping[str, Any]] = [{"why": tree, "world": pieces_of(result.world)}]
    room = most - len(lines)
    for found in (
        _looked_past(session, result),
        _shown_ways(session, result),
        _shown_beside(result),
    ):
        for block, row in found:
            rows.append(row)
            if len(block) <= room:
                lines += block
                room -= len(block)
            elif room > 1:
                lines += [*block[: room - 1], f"  ... {len(block) - room + 1} more lines"]
                room = 0
    return ExplanationText(tuple(lines), tuple(rows))


def _head(result: AnswerReasons) -> str:
    """Describe of which world an explanation is, and whether of one reading of the rules only."""
    where = f", where {world_words(result.world)}" if result.world else ""
    if not result.certain:
        return f"why perhaps{where}:"
    return f"why{where}, in one reading of what is not decided:" if result.taken else f"why{where}:"


def _looked_past(
    session: QuerySession, result: AnswerReasons
) -> Iterator[tuple[list[str], Mapping[str, Any]]]:
    """Describe what clear lines pass without being blocked, and what hinders them."""
    if isinstance(result.found, Failure):
        return
    for sight in result.sights:
        reason_list = line_reasons(session, sight, result.world)
        words = [f"  {part}" for row in reason_list for part in reason_words(row)]
        if words:
            yield (
                [f"along the line from {_sight_words(sight)}:", *words],
                {
                    "line": [sight.viewer, sight.target],
                    "reasons": reason_list,
                },
            )


def line_reasons(
    session: QuerySession, sight: AskedLine, world: World = ()
) -> list[dict[str, Any]]:
    """List what the rules say of a line in a world, as rows, in order from the viewer's end."""
    met = met_by_lines((*session.pieces, *world))
    engine = session.sights.session(session.sights.pieces_near([sight], met)[sight])
    viewer, target = (engine.board.location(n) for n in (sight.viewer, sight.target))
    return reason_rows(
        *engine.rule(viewer, target, sight.statuses(session.sights.units), explain=True)
    )


def _sight_words(sight: AskedLine) -> str:
    viewer, target = (
        f"{name} ({status})" if status else name
        for name, status in ((sight.viewer, sight.viewer_status), (sight.target, sight.status))
    )
    return f"{viewer} to {target}"


def _shown_ways(
    session: QuerySession, result: AnswerReasons
) -> Iterator[tuple[list[str], Mapping[str, Any]]]:
    """List ways step by step, each step with its costs and rules."""
    movement = session.ways.session if result.ways else None
    for atom, way in result.ways:
        if movement is None or not way.steps:
            continue
        pieces = (*session.pieces, *result.world)
        charged = explain(movement.hex_facts, {step.edge.move for step in way.steps}, pieces)
        row = way_row(movement, "found", way, charged)
        yield [f"{atom}:", *step_lines(movement, row, why=True)], {"atom": atom, **row}


def _shown_beside(result: AnswerReasons) -> Iterator[tuple[list[str], Mapping[str, Any]]]:
    """Describe why Locations are ADJACENT."""
    for atom, neighbour in result.beside:
        row = cited_row(neighbour.citation, atom=atom, because=beside_words(neighbour.why))
        yield [f"{atom}: {row['because']}", f"  {rule_words(row)}"], row


def world_words(world: World) -> str:
    """Name the pieces of a world."""
    return " and ".join(pieces_of(world)) or "nothing is placed"
