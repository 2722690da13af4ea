"""Writes the cases of ``cases/``: questions about bounded positions, and about the embedded boards.

    python bench/cases.py FOLDER [--family NAME]... [--each N] [--rules FOLDER]

Of each family of bounded positions there are first positions that show, between them, every statement
of the rules that decides, alone if it can (``sole``, ``applied``), or that fires there; then positions
by chance. What is asked of a position is the question that ``hexcourt rules check`` prints with it. The
answers are those of the program; what was asked already is left out.
"""

from __future__ import annotations

import argparse
import random
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import click
import clingo
from msgspec.structs import replace

from hexcourt.cli.commands.questions import given_arguments
from hexcourt.cli.main import main as hexcourt
from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.boards.records import CREST_LINE, kind_of, known_terms
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.geometry.hexes import distance
from hexcourt.solver.analysis.core.programs import worlds_of
from hexcourt.solver.analysis.core.search import Search, TimeOverError, models
from hexcourt.solver.analysis.generators.families import all_families, family_of
from hexcourt.solver.answer.arguments import QUESTIONS
from hexcourt.solver.conformance.cases import CHECK, FACTS, Case, answered, written
from hexcourt.solver.rulebase.rulebase import (
    active_rules,
    other_rules,
    printed_rules,
    rules_of_folder,
    use_rules,
)
from hexcourt.solver.scenario.opening import open_board

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

FAMILIES = {
    "actions": 1,
    "statuses": 1,
    "beside_a_piece": 1,
    "beside_an_action": 1,
    "attacks": 1,
    "shots": 2,
    "close_shots": 2,
    "sight": 2,
    "sight_at_angles": 3,
    "sight_in_bypass": 2,
    "moves_on_foot": 2,
    "moves_of_vehicles": 2,
    "bypass_on_foot": 2,
    "bypass_of_vehicles": 2,
    "past_obstacles_on_foot": 2,
    "past_obstacles_of_vehicles": 2,
    "entry_on_foot": 2,
    "entry_of_vehicles": 2,
}
"""The families whose positions are asked about as any user does, and in how many hexes."""

OTHERS = ("lines", "hexsides", "terrains", "boards", "paths", "rules", "cards")
"""What is asked beside families."""

SHOWN = ("sole", "applied", "fired")
SECONDS = 150.0


def positions(name: str, count: int) -> Iterator[list[str]]:
    """Return the atoms of positions of a family: those that show statements, then some by chance."""
    worlds = worlds_of(family_of(name, FAMILIES.get(name)), active_rules())
    search = Search(worlds)
    control, until = search._control, time.monotonic() + SECONDS
    search._optimise("ignore")
    for kind in SHOWN:
        searching = clingo.Function("searching__", [clingo.Function(kind)])
        unseen = sorted(search._classes.get(kind, ()), key=str)
        try:
            for model in models(control, [(searching, True)], until) if unseen else ():
                yield [*map(str, model.symbols(atoms=True))]
                shown = set(model.symbols(shown=True))
                unseen = [each for each in unseen if each not in shown]
                model.context.add_clause([(searching, False), *((u, True) for u in unseen)])
        except TimeOverError:
            print(f"{name}: stopped while searching for {kind}", flush=True)
    solver = control.configuration.solver
    assert isinstance(solver, clingo.Configuration)
    solver.rand_freq, solver.sign_def = 1.0, "rnd"
    for seed in range(count):
        solver.seed = seed
        with control.solve(yield_=True) as handle:
            found = handle.model()
            if found is not None:
                yield [*map(str, found.symbols(atoms=True))]


def case_of(command: str, facts: str, name: str, source: str) -> Case:
    """Turn the command that asks about a position into a case."""
    word, *rest = shlex.split(command)[1:]
    assert isinstance(hexcourt, click.Group)
    asked = hexcourt.commands[word]
    with asked.make_context(word, rest) as context:
        arguments: dict[str, Any] = given_arguments(QUESTIONS[word], context.params)
        told = {each: context.params.get(each, ()) for each in ("place", "given")}
    plain = {
        key: list(each) if isinstance(each, tuple) else each
        for key, each in arguments.items()
        if each is not None and each != QUESTIONS[word].defaults.get(key, ...) and key != "why"
    }
    return Case(
        id=name,
        question=word,
        arguments=plain,
        answer="unknown",
        facts=facts,
        source=source,
        **told,
    )


def of_family(name: str, count: int) -> Iterator[Case]:
    """Return the cases of a family."""
    family = family_of(name, FAMILIES.get(name))
    seen: set[str] = set()
    for atoms in positions(name, count):
        position = family.read(atoms)
        try:
            told = f"bounded positions: {name}"
            case = case_of(position.command, position.facts, f"{name}-{len(seen) + 1}", told)
            key = str({**case.asked, "id": ""})
            if key in seen:
                continue
            case = answered(case)
        except (BadInput, RuleError, ValueError, KeyError, click.ClickException) as error:
            print(f"{name}: left out: {str(error)[:150]}", flush=True)
            continue
        seen.add(key)
        yield case


ROW = ("A1", "A2", "A3")
LEVELS = ((0, 0, 0), (0, 2, 0), (2, 0, 2), (0, 0, 2), (4, 0, 0), (2, 2, 0), (0, 0, 1))
"""The levels of three hexes in a row, in half levels."""

ALL_LEVELS = tuple(each for each in product(range(4), repeat=3) if min(each) == 0)
"""All up to one level and a half: half levels too, which between both ends only an embankment has
(FB6.121).
"""

EMBANKMENT = "emrr"

Levels = tuple[int, ...]


ACTIONS = (
    'sets_up_concealed("A1")', 'fortify(foxhole, "A1")', 'fortify(trench, "A1")', 'burns("A1")',
    'mines("A1", ap, 6, hidden)', 'mines("A1", ap, 6, revealed)', 'afv("A1")', 'debris("A1")',
    'gun("A1", inf, medium, emplaced)', 'gun("A1", at, small, emplaced)', 'counts_as_building("A1")',
    'uses_manhole("A1")', 'ambush("A1")', 'turns_vca("A1")', 'rubble("A1", stone)', 'wire("A1")',
)  # fmt: skip
"""What is asked of one hex of each terrain."""


def hex_facts(name: str, level: int, terrain: str) -> list[str]:
    """Write the facts of a hex of one terrain."""
    return [
        f'hex("{name}").',
        f'elevation("{name}",{level}).',
        f'terrain("{name}",{terrain}).',
        f'location("{name}",ground,{level}).',
    ]


def asked_of(
    source: str, question: str, arguments: dict[str, Any], positions: Iterable[list[str]]
) -> Iterator[Case]:
    """Ask one thing of positions, each given by its facts."""
    for facts in positions:
        text = "\n".join([*facts, ""])
        case = Case(
            id=".",
            question=question,
            arguments=arguments,
            answer="unknown",
            facts=text,
            source=source,
        )
        try:
            yield answered(case)
        except (BadInput, RuleError) as error:
            print(f"{source}: left out: {str(error)[:150]}", flush=True)


def of_lines() -> Iterator[Case]:
    """Return cases of a line over one hex of each terrain, between open ones."""

    def row(term: str, levels: Levels) -> list[str]:
        hexes = zip(ROW, levels, ("open", term, "open"), strict=True)
        return [e for n, x, t in hexes for e in hex_facts(n, x, t)]

    terms = sorted(known_terms() - {CREST_LINE})
    yield from _at_all_levels("lines over one hex", terms, [row], LEVELS)


def of_hexsides() -> Iterator[Case]:
    """Return cases of a line over one hexside of each terrain, near its end or in its middle."""

    def row(term: str, levels: Levels, side: str) -> list[str]:
        ground = [e for n, x in zip(ROW, levels, strict=True) for e in hex_facts(n, x, "open")]
        return [*ground, f"hexside({side},{term})."] if term != "open" else ground

    terms = sorted(e for e in known_terms() if kind_of(e) == "hexside")
    rows = [partial(row, side=each) for each in ('"A1","A2"', '"A2","A3"')]
    yield from _at_all_levels("lines over one hexside", terms, rows, LEVELS[:-1])


def _at_all_levels(
    source: str,
    terms: Sequence[str],
    rows: Sequence[Callable[[str, Levels], list[str]]],
    first: Sequence[Levels],
) -> Iterator[Case]:
    """Ask lines over each terrain at the ``first`` levels; then over each that is ever told from open
    ground, and over this, at all others. So what is asked keeps its number.
    """

    def lines(term: str, some: Iterable[Levels]) -> Iterator[Case]:
        positions = (row(term, levels) for levels in some for row in rows)
        return asked_of(source, "los", {"viewer": "A1", "target": "A3"}, positions)

    def further(term: str) -> Iterator[Case]:
        whole = (each for each in ALL_LEVELS if each[1] % 2 == 0 or term == EMBANKMENT)
        return lines(term, (each for each in whole if each not in first))

    every = dict.fromkeys((*terms, "open"))
    parts = {term: ([*lines(term, first)], [*further(term)]) for term in every}
    told = {t: [(e.answer, e.value) for some in parts[t] for e in some] for t in every}
    for term in terms:
        yield from parts[term][0]
    for term in terms:
        if term == "open" or told[term] != told["open"]:
            yield from parts[term][1]


def of_terrains() -> Iterator[Case]:
    """Return cases of what may be done or placed in one hex of each terrain."""
    terms = sorted(e for e in known_terms() - {CREST_LINE} if kind_of(e) != "hexside")
    for action in ACTIONS:
        rows = (hex_facts("A1", 0, term) for term in terms)
        yield from asked_of("one hex of each terrain", "legal", {"actions": [action]}, rows)


def of_boards(count: int) -> Iterator[Case]:
    """Return cases on the embedded boards: lines of sight, paths, what is ADJACENT."""
    for board in embedded_names():
        names = sorted(open_board(board).by_name)
        chance = random.Random(board)
        for number in range(count):
            a, b = chance.sample(names, 2)
            arguments: dict[str, Any] = {"viewer": a, "target": b}
            question = ("los", "los", "los", "path", "adjacent")[number % 5]
            if question == "path":
                near = [each for each in names if each[0] == a[0] and each != a]
                unit = chance.choice(("squad", "truck", "tank"))
                goal = chance.choice(near)
                arguments = {"start": a, "goal": goal, "unit": unit, "turns": 3}
            if question == "adjacent":
                arguments = {"location": a}
            case = Case(
                id=f"{board}-{number + 1}",
                question=question,
                arguments=arguments,
                answer="unknown",
                board=board,
                source=f"embedded board: {board}",
            )
            yield from kept(case)


def kept(case: Case) -> Iterator[Case]:
    """Return a case with its answer; nothing, and say why, where its position is none."""
    try:
        yield answered(case)
    except BadInput as error:
        print(f"{case.id}: left out: {error}", flush=True)


MAX_TRIED = 60
"""How many questions are tried for a rule until so many as are wanted come out otherwise without it."""


def of_rules(most: int = 2, numbers: Iterable[str] = ()) -> Iterator[Case]:
    """Return for each rule some cases that are answered otherwise without it: questions of its tests."""
    from bench.tested_positions import questions_of_tests

    every = {each.number for each in printed_rules().blocks if each.statements}
    written_down = [*of_table()]
    for number, some in questions_of_tests(sorted(numbers or every)).items():
        own = [each for each in written_down if each.source.endswith(f" {number}")]
        tried = [*own, *sorted(some, key=lambda e: e.size)]
        found = [*deciding(number, tried, max(most, len(own)))]
        print(f"{number}: {len(found)} of {len(tried)} questions", flush=True)
        yield from found


def of_table() -> Iterator[Case]:
    """Return the questions of rules that no test asks so, from the table that lists them."""
    from tests.tiny import RIM, tiny_facts

    text = Path(__file__).with_name("rule_questions.tsv").read_text("utf-8")
    for line in text.splitlines()[1:]:
        number, board, question = line.split("\t")
        word, _, rest = question.partition(" ")
        roomy = board.startswith("rim(300), ")  # so that what is in a hex can be passed by
        drawn, rim = (board.partition(", ")[2], 300) if roomy else (board, RIM)
        facts = "" if board in embedded_names() else tiny_facts(drawn, rim)
        case = case_of(f"hexcourt {word} {FACTS} {rest}", facts, ".", f"tiny boards: {number}")
        yield replace(case, board="" if facts else board)


def deciding(number: str, cases: Sequence[Case], most: int) -> Iterator[Case]:
    """Return the first of some cases that are answered otherwise without a rule, with their answers."""
    found = 0
    without = printed_rules().without([number])
    for each in cases[:MAX_TRIED]:
        try:
            case = answered(replace(each, source=f"tiny boards: {number}"))
        except (BadInput, RuleError):
            continue
        try:
            with use_rules(without):
                fails = answered(case).outcome != case.outcome
        except (BadInput, RuleError):
            fails = True
        if fails:
            found += 1
            yield replace(case, id=f"rules-{number}-{found}")
            if found == most:
                return


BOARD = "pegasus"
"""The board of the cards that are checked."""


def of_cards() -> Iterator[Case]:
    """Return cases about cards of scenarios: whether units fit, what is registered, who comes in time
    and wins. They are for the rules of ``asp/design/``, of which no board alone is asked.
    """
    from tests.tiny_cards import HEAD, condition, group

    def at(where: str, units: str, name: str = "r1", side: str = "red", **limits: str) -> str:
        more = "".join(f"limit.{key} = {e}\n" for key, e in limits.items())
        return group(name, side, units, f'setup = "{where}"', more)

    here, blue = "hex I9", at("hex J8", "2 squad 4-6-7", "b1", "blue")
    off = condition("red", "Exit 3 VP off the north edge")
    armour = condition("red", "Exit 2 AFV off the north edge")
    far = condition("red", "Control hex Q14")
    apart = condition("red", "Control hex AA14")
    have = condition("red", "have at least 3 squads in hex J10")
    control = [condition(side, "Control hex J10") for side in ("red", "blue")]
    seen = [
        (number, "S13", [at(here, "gun 57L AT", **{how: f'["{where}"]'})])
        for number, how in (("C6.4", "bore_sighted"), ("C1.73", "pre_registered"))
        for where in ("I10", "N15")
    ]
    cards = [
        ("A25.22", "S08", [at(here, "4 leader 8-0, commissar 9-0")]),
        ("A12.11", "S08", [at(here, "3 squad 4-6-7, ?")]),
        ("D3.4", "S08", [at(here, "tank-destroyer Marder, 4 leader 8-0, armor-leader 9-1")]),
        *seen,
        ("A4.5", "S15", [at(here, "squad 4-6-7, truck Opel"), blue, far]),
        ("D6.1", "S15", [at(here, "squad 4-6-7, truck Opel"), blue, apart]),
        ("A26.21", "S17", [at(here, "squad 4-6-7, half-squad 2-3-7"), blue, off]),
        ("A26.21", "S17", [at(here, "squad 4-6-7"), blue, off]),
        (
            "D1.2",
            "S17",
            [at(here, "2 tank PzIV"), blue, armour],
        ),
        ("A1.31", "S18", [at(here, "2 squad 4-6-7"), blue, have]),
        ("A26.1", "S18", [at(here, "2 squad 4-6-7"), blue, *control]),
    ]
    for number, check, parts in cards:
        last = [each for each in parts if "[[victory" in each]
        first = [each for each in parts if "[[victory" not in each]
        head = HEAD.replace('board = "tiny"', f'board = "{BOARD}"')
        turns, otherwise = "[turns]\ncount = 1", '[victory]\notherwise = "blue"'
        text = "\n".join([head, turns, *first, otherwise, *last])
        yield from kept(
            Case(
                id=number,
                question=CHECK,
                arguments={"card": text, "checks": [check]},
                answer="unknown",
                board=BOARD,
                source=f"cards of scenarios: {number}",
            )
        )


PATH_UNITS = ("truck", "tank", "halftrack", "motorcycle", "squad")


def of_paths(count: int) -> Iterator[Case]:
    """Return cases of what a path of each unit costs between near hexes of the embedded boards."""
    for board in embedded_names():
        hexes = open_board(board).by_name
        chance = random.Random(f"{board} paths")
        for number in range(count):
            start = chance.choice(sorted(hexes))
            place = hexes[start].place
            near = [n for n, e in hexes.items() if n != start and distance(place, e.place) <= 3]
            unit = PATH_UNITS[number % len(PATH_UNITS)]
            ends = {"start": start, "goal": chance.choice(sorted(near)), "unit": unit, "turns": 2}
            case = Case(
                id=f"{board}-path-{number + 1}",
                question="path",
                arguments=ends,
                answer="unknown",
                board=board,
                source=f"embedded board: {board}",
            )
            yield from kept(case)


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--family", action="append")
    parser.add_argument("--each", type=int, default=260)
    parser.add_argument(
        "--rules", type=Path, help="another rule set, of whose families all are taken"
    )
    chosen = parser.parse_args()
    with rules_of_folder(chosen.rules):
        write(chosen.folder, chosen.family or every_name(), chosen.each)


def every_name() -> list[str]:
    """List the files that are written of the rules in use."""
    return [*FAMILIES, *OTHERS] if other_rules() is None else [*all_families()]


def write(folder: Path, names: Iterable[str], each_family: int) -> None:
    """Write the file of each name."""
    for name in names:
        began = time.process_time()
        others = {"lines": of_lines, "hexsides": of_hexsides, "terrains": of_terrains}
        others |= {"rules": of_rules, "cards": of_cards}
        if name in ("boards", "paths"):
            of = (of_boards if name == "boards" else of_paths)(each_family)
        else:
            of = others[name]() if name in others else of_family(name, each_family)
        named = (replace(each, id=f"{name}-{n}") for n, each in enumerate(of, 1))
        cases = [*(named if name in others and name != "rules" else of)]
        (folder / f"{name}.jsonl").write_text(written(cases), "utf-8")
        said = {
            each: sum(c.answer == each for c in cases) for each in sorted({c.answer for c in cases})
        }
        took = time.process_time() - began
        print(f"{name}: {len(cases)} cases, {said}, {took:.0f} s of CPU", flush=True)


if __name__ == "__main__":
    main()
