"""A question as one program: the rules, the facts, the worlds and what is asked, for bare clingo.

This is the specification of what a ``QuerySession`` answers from tables: here the rules itself
judges lines and
moves. Such a program can be written out, and its answer can be certified.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.piece_table import PIECE_SIGNATURES
from hexcourt.solver.language.question import UNIVERSAL, Question
from hexcourt.solver.placement.placement import met_by_lines
from hexcourt.solver.position.board_language import OF_LINES, PATHS, NeededFacts, demanded, unquoted
from hexcourt.solver.position.locations import MAX_TURNS
from hexcourt.solver.query.deciding import without_facts
from hexcourt.solver.query.path_facts import AskedWay, PathFacts, PathTerm
from hexcourt.solver.query.session import QuerySession, Survey
from hexcourt.solver.query.sight_facts import PROFILE as LINES
from hexcourt.solver.query.sight_facts import sight_of, write_lines
from hexcourt.solver.query.worlds import World, worlds_of
from hexcourt.solver.rulebase.rulebase import active_rules

MAX_WORLDS = 200_000
"""From how many worlds on a question is not written out."""

MAX_LINES = 3_000
"""How many lines of sight a program may be told."""

_TITLE = """\
% {question}
% on board {board}. This program needs nothing else: clingo FILE 0 answers it.
% Every answer set is a world (of {worlds}), and where the rules leave something open one reading of it;
% {meaning}.
"""

_HELD = """
% Lines, moves and ranges were worked out for these worlds and this question alone: no answer set is left
% where a bound is raised, or a piece lies that is none of the families'. Have it written out anew."""

_PIECE_FACT = pattern(
    rf'^((?:{"|".join(dict(PIECE_SIGNATURES))})\("[^:\n]*?\))(?:\.| :- not )', re.M
)

_NOTHING_OPEN = """\
:- judged(_,_,_,L), open_line(L).
#defined judged/4. #defined open_line/1.
:- asks(I,W,_,_,_), W = (path;bypass_path), comes(I,loose), not comes(I,sure).
:- open_value(_,_,_).
:- value(I,W,loose,_), not value(I,W,sure,_).
#defined asks/5. #defined comes/2. #defined open_value/3. #defined value/4.
"""
"""What is asked hangs on nothing that the rules leave open."""


@dataclass(frozen=True)
class Direct:
    """A question as a program: ``rules``, and ``given`` facts without full stops, which a certificate
    keeps as conditions. ``refuting`` is the constraint under which an answer set is a world that
    decides the question: one that says yes, or for a claim one that breaks it; ``confirming`` the
    constraint under which it is one that does not.
    """

    rules: str
    given: tuple[str, ...]
    refuting: str
    confirming: str

    @property
    def text(self) -> str:
        """Write the whole program."""
        return "\n".join([self.rules, *(f"{fact}." for fact in self.given), ""])


def direct_program(
    session: QuerySession,
    question: str,
    vary: Sequence[str] = (),
    world: World | None = None,
    by_hand: bool = False,
) -> Direct:
    """Write a question out, in all worlds of its families or in one of them; raises BadInput where it
    would be given too much. What may be changed ``by_hand`` has no answer set that was not
    worked out.
    """
    survey = session.survey(question, vary)
    query = survey.question
    query.check_bounded()
    if world is None and survey.size > MAX_WORLDS:
        raise BadInput(
            f"{survey.size} worlds are too many to write out (at most {MAX_WORLDS}); vary less"
        )
    worlds = list(worlds_of(survey.families)) if world is None else [world]
    sights = {sight_of(each) for _, each in demanded(survey.demand, OF_LINES)}
    ways = {key: v for key, v in survey.demand.items() if key[0] in PathFacts.names and v}
    if any(key[0] == "exposed" and values for key, values in survey.demand.items()):
        raise BadInput("exposed: cannot be written as one program; ask without program and certify")
    parts = [
        _title(session, query, len(worlds)),
        _rules(([LINES] if sights else []) + ([_ways_profile(session)] if ways else [])),
        _base(session, query, survey if world is None else None, world or ()),
        session.open_facts(query),
        *(f"{piece.fact}." for piece in (*session.pieces, *(world or ()))),
        *(_choices(survey, by_hand) if world is None else ()),
        *_same_in_all_worlds(session, survey.demand),
    ]
    given: tuple[str, ...] = ()
    if sights:
        if len(sights) * max(1, len(worlds) // 100) > MAX_LINES * 100:
            raise BadInput(
                f"{len(sights)} lines of sight are too many to write out; ask about fewer"
            )
        supposed = met_by_lines(session.pieces)
        placed = [met_by_lines(world) | supposed for world in worlds]
        written = write_lines(session.sights, sights, placed)
        parts += [f"{fact}." for fact in written.about]
        given = written.touched
    if ways:
        parts += [
            session.ways.session.hex_facts.facts(session.pieces),
            *_asks(session, ways, survey),
        ]
    parts += [query.rules, survey.decider.goal, *(_held(survey, parts) if by_hand else ())]
    universal = query.mode in UNIVERSAL
    breaks = query.then is not None or query.mode == "never" or not universal
    constraints = (":- not goal.", ":- goal.")
    return Direct("\n".join(parts), given, *(constraints if breaks else constraints[::-1]))


def without_doubt(direct: Direct) -> Direct:
    """Leave out what depends on anything that the rules leave open."""
    return replace(direct, rules=f"{direct.rules}\n{_NOTHING_OPEN}")


def _title(session: QuerySession, question: Question, worlds: int) -> str:
    shown = "broken" if question.then is not None else "answer"
    text = " ".join(question.text.split())
    meaning = f"goal, and the rows of {shown}, are what it comes to"
    return _TITLE.format(question=text, board=session.board.title, worlds=worlds, meaning=meaning)


def _base(session: QuerySession, question: Question, survey: Survey | None, world: World) -> str:
    """Write what is looked up on the board: what pieces do away with holds where none of them lies."""
    if survey is None:
        added = "".join(f"\n{fact}." for fact in sorted(session.added(question, world)))
        return without_facts(session.base(question), session.gone(question, world)) + added
    removing: dict[str, list[str]] = {}
    for piece in sorted({piece for family in survey.families for piece in family.pieces}):
        for fact in session.gone(question, (piece,)):
            removing.setdefault(fact, []).append(f"not {piece.fact}")
    remaining = [f"{fact} :- {', '.join(absent)}." for fact, absent in sorted(removing.items())]
    for piece in sorted({piece for family in survey.families for piece in family.pieces}):
        remaining += [f"{e} :- {piece.fact}." for e in sorted(session.added(question, (piece,)))]
    return "\n".join([without_facts(session.base(question), removing), *remaining])


def _rules(profiles: Sequence[str]) -> str:
    """Return the programs of some profiles, each once."""
    every = [program for name in profiles for program in active_rules().profile(name).programs]
    gone = (f"#defined {each}." for each in sorted(active_rules().gone))
    return "\n".join([*{each.name: each.own_text for each in every}.values(), *gone])


def _ways_profile(session: QuerySession) -> str:
    return f"judged_ways_{'infantry' if session.ways.session.on_foot else 'vehicle'}"


def _choices(survey: Survey, by_hand: bool) -> Iterator[str]:
    """Describe which pieces may lie: of families that share a piece each chooses for itself."""
    for number, family in enumerate(survey.families):
        chosen = [f"chosen({number},{piece.fact})" for piece in family.pieces]
        least, most = str(family.least), str(family.most)
        if by_hand:
            yield f"#const least_{number} = {least}. #const most_{number} = {most}."
            least, most = f"least_{number}", f"most_{number}"
        yield f"{least} {{ {'; '.join(chosen)} }} {most}."
        yield from (f"{p.fact} :- {c}." for p, c in zip(family.pieces, chosen, strict=True))
    # Leave out the worlds that cannot be.
    every = {piece.fact for family in survey.families for piece in family.pieces}
    for world, outcome in survey.decided():
        if isinstance(outcome, str):
            here = {piece.fact for piece in world}
            absent = (f"not {fact}" for fact in sorted(every - here))
            yield f":- {', '.join([*sorted(here), *absent])}."


def _held(survey: Survey, parts: Sequence[str]) -> Iterator[str]:
    """Forbid worlds that were not worked out: a line not written for some pieces would read as one that
    is not seen, a move as one that is not made.
    """
    yield _HELD
    for number, family in enumerate(survey.families):
        yield from (f"worked_out({number},{piece.fact})." for piece in family.pieces)
        yield f":- chosen({number},P), not worked_out({number},P)."
        yield f":- most_{number} > {family.most}. :- least_{number} < {family.least}."
        so_many = f"#count {{ P : chosen({number},P) }}"
        yield f":- {so_many} > {family.most}. :- {so_many} < {family.least}."
    placed = dict.fromkeys(_PIECE_FACT.findall("\n".join(parts)))
    yield from (f"worked_out(lying,{fact})." for fact in placed)
    for name, arity in PIECE_SIGNATURES:
        piece = f"{name}({','.join('ABC'[:arity])})"
        yield f":- {piece}, not worked_out(lying,{piece}), not chosen(_,{piece})."
        yield f"#defined {name}/{arity}."
    yield "#defined chosen/2. #defined worked_out/2."


def _same_in_all_worlds(session: QuerySession, demand: NeededFacts) -> Iterator[str]:
    """Return what does not depend on worlds: ranges, and what is ADJACENT as the board is."""
    for source in (session.measurer, session.beside):
        for atom in sorted(source.known_facts(demand, session.pieces).certain):
            yield f"{atom}."


def _asks(
    session: QuerySession, ways: Mapping[tuple[str, int], Iterable[tuple[str, ...]]], survey: Survey
) -> Iterator[str]:
    """Ask for ways, by number."""
    number = 0
    for (name, _), values in sorted(ways.items()):
        for arguments in sorted(values):
            yield from _asked_way(session.ways, number, name, arguments)
            number += 1
    turns = session.mover.turns
    if any(name == "arrives" for name, _ in ways):
        turns = max(turns, _latest(survey))
    yield f"turns({'any' if turns >= MAX_TURNS else turns})."


def _latest(survey: Survey) -> int:
    """Find the last turn in which anything arrives, in any world."""
    latest = 1
    for world in worlds_of(survey.families):
        result = survey.session.known_facts(survey.demand, world)
        atoms = (a for a in result.certain | result.open_atoms if a.startswith("arrives("))
        turns = (a[:-1].rsplit(",", 1)[1] for a in atoms)
        latest = max([latest, *map(int, turns)])
    return latest


def _asked_way(
    source: PathFacts, number: int, name: str, arguments: tuple[str, ...]
) -> Iterator[str]:
    way = AskedWay.of(name, tuple(map(unquoted, arguments)))
    what, terms = name, '""'
    if name in PATHS:
        terms = arguments[2]
    elif source.is_start((way.start, way.goal)):
        return
    elif way.start is not None:
        what = f"{name}_from"
    ends = f"{string_term(way.start or '')},{string_term(way.goal)}"
    yield f"asks({number},{what},{ends},{terms})."
    for state in source.starts(way.start):
        yield f"begins_at({number},{state})."
    for state in source.goals(way.goal):
        yield f"ends_at_state({number},{state})."
    if name == "bypass_path":
        yield f"bypass_only({number})."
    bit = 1
    for term in way.terms:
        yield _term(number, term, bit)
        bit *= 2 if term.wanted else 1


def _term(number: int, term: PathTerm, bit: int) -> str:
    """Write what is asked of a path: what it may not pass, or what it must."""
    text = ",".join(map(string_term, term.about))
    if term.kind == "enters":
        what, without = f"hex({text})", f"without_hex({number},{text})"
    elif len(term.about) == 1:
        what, without = "roadblock", f"without_roadblocks({number})"
    else:
        what, without = f"crossing({text})", f"without_crossing({number},{text})"
    return f"must_pass({number},{bit},{what})." if term.wanted else f"{without}."
