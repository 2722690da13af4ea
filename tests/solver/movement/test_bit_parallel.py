"""Many worlds reckoned at once say what clingo says of each."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import clingo
import pytest
from clingo.control import BackendType

from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.solver.movement import bit_parallel
from hexcourt.solver.movement.bit_parallel import GroundRules, OutOfOrderError, read_atom, string_of
from hexcourt.solver.movement.conditional import FEWEST
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from tests import effort
from tests.tiny import tiny

CHOSEN = ("c0", "c1", "c2", "c3", "c4", "c5", "c6")
CHOICES = "".join(f"{{ {each} }}." for each in CHOSEN)
WORLDS = [set(some) for count in range(len(CHOSEN) + 1) for some in combinations(CHOSEN, count)]


def grounded(program: str, folder: Path) -> tuple[clingo.Control, bytes]:
    file = folder / "ground.aspif"
    control = clingo.Control(["--warn=none"])
    control.register_backend(BackendType.Aspif, str(file), replace=True)
    control.add("base", [], f"{program}\n#show.")
    control.ground([("base", [])])
    control.solve()
    return control, file.read_bytes().partition(b"\n")[2].removesuffix(b"\n0\n")


def reckoned(program: str, folder: Path) -> list[set[str]]:
    """Tell what holds in each world, reckoned side by side."""
    control, text = grounded(program, folder)
    atoms = {str(each.symbol): each.literal for each in control.symbolic_atoms}
    values = GroundRules(text, [atoms[name] for name in CHOSEN]).decide(
        [[atoms[name] for name in world] for world in WORLDS]
    )
    return [
        {name for name, atom in atoms.items() if int(values[atom, n // 64]) >> n % 64 & 1}
        for n in range(len(WORLDS))
    ]


def solved(program: str) -> list[set[str]]:
    """Tell what holds in each world, each solved by itself."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    told = []
    for world in WORLDS:
        assumed = [(clingo.Function(name), name in world) for name in CHOSEN]
        with control.solve(assumptions=assumed, yield_=True) as models:
            (model,) = models
            told.append({str(symbol) for symbol in model.symbols(atoms=True)})
    return told


def program_of(chance: random.Random) -> str:
    """Write rules in layers: denied and counted is what lies below, circles are within a layer."""
    below, rules = list(CHOSEN), [CHOICES, "f."]
    for layer in range(4):
        own = [f"a{layer}_{n}" for n in range(4)]
        for head in own * 2:
            held = chance.sample([*below, *own, "f"], 2)
            denied = [f"not {each}" for each in chance.sample(below, chance.randrange(2))]
            rules.append(f"{head} :- {', '.join([*held, *denied])}.")
        some = chance.sample(below, 3)
        weights = "; ".join(f"{chance.randrange(-3, 5)},{each} : {each}" for each in some)
        bound = f"{chance.choice(['<=', '>=', '=', '!='])} {chance.randrange(-2, 6)}"
        rules.append(f"s{layer} :- #sum {{ {weights} }} {bound}.")
        below += [*own, f"s{layer}"]
    chance.shuffle(rules)
    return "\n".join(rules)


@pytest.mark.parametrize("seed", range(effort.of(12)))
def test_every_world_is_as_it_is_by_itself(seed: int, tmp_path: Path) -> None:
    program = program_of(random.Random(seed))
    assert reckoned(program, tmp_path) == solved(program)


def test_atoms_that_say_the_same_in_a_circle_hold_only_for_a_reason(tmp_path: Path) -> None:
    program = CHOICES + "a :- b. b :- a. a :- c0. b :- c1, d. d :- b. e :- not a. g :- e, not d."
    found = reckoned(program, tmp_path)
    assert found == solved(program)
    assert {"a", "b", "e", "g"} <= set().union(*found)


@pytest.mark.parametrize(
    "further",
    [
        "a :- not b. b :- not a.",
        "a :- c0, not b. b :- a, c1.",
        "a :- #sum { -1,b : b; 2,c : c0 } >= 1. b :- a, c1.",
        "{ a }.",
        "{ a : c0 }.",
        "{ c0 } :- c1.",
        "a ; b :- c0.",
        ":- c0.",
        "#external a. b :- a, c0.",
        "#minimize { 1 : c0 }.",
    ],
)
def test_what_has_no_one_answer_in_each_world_is_refused(further: str, tmp_path: Path) -> None:
    with pytest.raises(OutOfOrderError):
        reckoned(CHOICES + further, tmp_path)


@pytest.mark.parametrize(
    "term",
    [
        'leads(go(at("K5",ground),bypass("K6",0,1),by(0,cw,1)),at("K5",level(1)),bypass("K6",0,1))',
        'price(go(at("a,(\\"b)\\\\",level(2)),at("\\n\\"",ground),reverse),-14)',
        'unfit("1-K5","Q4.1")',
        "mover(infantry)",
        'barred(turn("K5",rubble(of(stone))),"A2.5")',
    ],
)
def test_an_atom_is_taken_apart_as_clingo_does(term: str) -> None:
    symbol = clingo.parse_term(term)
    name, arguments = read_atom(str(symbol).encode())
    assert (name, arguments) == (symbol.name, tuple(map(str, symbol.arguments)))
    written = [each for each in symbol.arguments if each.type is clingo.SymbolType.String]
    assert [string_of(str(each)) for each in written] == [each.string for each in written]


def test_where_the_rules_cannot_be_computed_every_piece_is_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces = [read_piece(f'roadblock("A{row}","A{row + 1}")') for row in range(1, FEWEST + 1)]
    road = ", ".join(f"A{row}-A{row + 1} road(paved)" for row in range(1, 9))
    changed = []
    for circles in (bit_parallel.MAX_CIRCLES, 0):
        monkeypatch.setattr(bit_parallel, "MAX_CIRCLES", circles)
        engine = MovementEngine(tiny(f"A1:A9, {road}"), unit_named("tank"))
        engine.prepare(pieces)
        assert (engine.asked(tuple(pieces[:1])) is None) == (circles == 0)
        world = engine.suppose(pieces[::3])
        changed.append([(list(each.gone), each.table.edges) for each in world.changes])
    assert changed[0] == changed[1] != []
