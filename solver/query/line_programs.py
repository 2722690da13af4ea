"""One line of sight in every world of its pieces, as one small program.

What a line meets adds up stretch by stretch: what it meets in a hex depends on the pieces there.
So the line is traced with no piece, with each piece by itself, and with each mixture of the
pieces of one stretch, and each stretch is written once for each of its mixtures, under the
condition that just these pieces lie. The rules of lines are grounded once over all of it, with
the pieces as free choices. A world is a full assumption about them, and the core of a refutation
says on which pieces a verdict rests.

Where stretches are no matter of a few pieces (``MAX_TRACED``), there is no such program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, groupby
from typing import NamedTuple

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.line_facts import LineNames
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.sight.batch_los import BLOCKED, CLEAR, UNKNOWN
from hexcourt.solver.sight.multi_world_los import WorldVerdict

PROFILE = "los"

MAX_TRACED = 400
"""In how many worlds a line is traced at most, to write its program."""

_STEP = 1_000
"""More features than a stretch has: they are numbered by stretch, and so in order."""

_OF_FEATURE = pattern(r"([a-z_]+)\(([1-9][0-9]*)([,)].*)")

_OUTCOMES = """
said(gone)      :- gone.
said(V)         :- verdict(0,V), not gone.
may_see         :- said(clear).
may_see         :- said(unknown).
hindered(N)     :- said(clear), total(0,N).
for_want_of(R)  :- said(unknown), unknown(0,R).
#defined gone/0. #defined verdict/2. #defined total/2. #defined unknown/2.
#show said/1. #show may_see/0. #show hindered/1. #show for_want_of/1.
"""

Pieces = frozenset[Piece]

Line = Callable[[Pieces, LineNames], Sequence[str] | None]
"""Gives the facts of a line where some pieces lie, by its numbers; nothing where it has no two ends."""


class _Traced(NamedTuple):
    """What a line meets in a world: the facts of the line and its ends, and of each feature in order
    its hex and its facts, as (name, what follows the number).
    """

    line: tuple[str, ...]
    features: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]

    @property
    def hexes(self) -> list[str]:
        """List the hexes in order, each as often as the line comes to it."""
        return [name for name, _ in groupby(name for name, _ in self.features)]


class _NotSeparableError(Exception):
    """A line does not add up stretch by stretch, or has too many parts."""


@dataclass(frozen=True, eq=False)
class _Writer:
    """Writes the program of a line. ``line`` gives its facts where some pieces lie, ``ends`` are the
    hexes of its ends, ``reach`` tells in which hexes a line can meet a piece; ``near`` are pieces that
    may lie, ``held`` those that do in every world.
    """

    line: Line
    ends: frozenset[str]
    reach: Callable[[Piece], frozenset[str]]
    near: Pieces
    held: Pieces
    _known: dict[Pieces, _Traced | None] = field(default_factory=dict)

    def traced(self, some: Pieces) -> _Traced | None:
        """Trace the line in a world; nothing where it has an end that is no more."""
        if some not in self._known:
            if len(self._known) >= MAX_TRACED:
                raise _NotSeparableError
            facts = self.line(self.held | some, LineNames(0, 1))
            self._known[some] = None if facts is None else _read(facts)
        return self._known[some]

    @cached_property
    def _trace_without_pieces(self) -> _Traced:
        bare = self.traced(frozenset())
        if bare is None:
            raise _NotSeparableError
        return bare

    @cached_property
    def _single(self) -> Mapping[Piece, _Traced | None]:
        return {piece: self.traced(frozenset({piece})) for piece in sorted(self.near)}

    # --- stretches: hexes that the line comes to one after another -

    @cached_property
    def stretches(self) -> Sequence[frozenset[str]]:
        """List the stretches in order: hexes that the line goes to and fro between are one."""
        order = [frozenset({name}) for name in dict.fromkeys(self._trace_without_pieces.hexes)]
        for traced in (self._trace_without_pieces, *filter(None, self._single.values())):
            order = _merged(order, traced.hexes)
        return order

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {name: n for n, hexes in enumerate(self.stretches) for name in hexes}

    def _facts(self, traced: _Traced, stretch: int | None) -> tuple[str, ...]:
        """Write the facts of a stretch, or of the line as a whole, as they are in a world."""
        if stretch is None:
            return traced.line
        if any(name not in self._places for name in traced.hexes):
            raise _NotSeparableError
        here = [facts for name, facts in traced.features if self._places[name] == stretch]
        return tuple(
            f"{name}({_STEP * (stretch + 1) + number}{rest}"
            for number, facts in enumerate(here)
            for name, rest in facts
        )

    # --- the pieces that change a stretch ----------------------------------------------------

    @cached_property
    def _changing(self) -> Mapping[int | None, Pieces]:
        """Map each stretch to the pieces that change it: by themselves, or one beside another."""
        numbers = (None, *range(len(self.stretches)))
        found: dict[int | None, set[Piece]] = {number: set() for number in numbers}
        for piece, traced in self._single.items():
            for number in numbers:
                hexes = self.ends if number is None else self.stretches[number]
                lies_there = piece.predicate == "counter" and not hexes.isdisjoint(piece.hexes)
                if lies_there or self._is_changed(traced, number):
                    found[number].add(piece)
        for first, second in self._beside():
            traced = self.traced(frozenset({first, second}))
            for number in numbers:
                both = {first, second}
                apart = [each for each in both if self._is_changed(self._single[each], number)]
                alone = self._single[apart[0]] if apart else self._trace_without_pieces
                if len(apart) < 2 and self._differ(traced, alone, number):
                    found[number] |= both
        return {number: frozenset(some) for number, some in found.items()}

    def _beside(self) -> Iterator[tuple[Piece, Piece]]:
        """Go through the roadblocks with each counter that may do away with what they run on to."""
        for block in sorted(self.near):
            if block.predicate != "counter":
                for other in sorted(self.near):
                    reach = self.reach(block)
                    if other.predicate == "counter" and not reach.isdisjoint(other.hexes):
                        yield block, other

    def _is_changed(self, traced: _Traced | None, number: int | None) -> bool:
        return self._differ(traced, self._trace_without_pieces, number)

    def _differ(self, one: _Traced | None, other: _Traced | None, number: int | None) -> bool:
        if one is None or other is None:
            return number is None and one is not other
        return self._facts(one, number) != self._facts(other, number)

    # --- the program -------------------------------------------------------------------------

    def written(self) -> tuple[str, str]:
        """Write the program, and as plain facts what it may derive."""
        order = {piece: number for number, piece in enumerate(sorted(self.near))}
        parts = [f"{{ lies(0..{len(order) - 1}) }}."] if order else []
        every: set[str] = set()
        for number, pieces in self._changing.items():
            mixtures = []
            for some in _mixtures(pieces):
                placed = [
                    f"{'' if each in some else 'not '}lies({order[each]})"
                    for each in sorted(pieces)
                ]
                try:
                    traced = self.traced(some)
                except BadInput:  # these may not lie together
                    parts.append(f":- {', '.join(placed)}.")
                    continue
                gone = ("gone",) if number is None else ()
                facts = gone if traced is None else self._facts(traced, number)
                mixtures.append((", ".join(placed) or "#true", facts))
            always = set(mixtures[0][1]).intersection(*(facts for _, facts in mixtures))
            parts += [f"{fact}." for fact in mixtures[0][1] if fact in always]
            for place, (lying_here, facts) in enumerate(mixtures):
                name = f"mixture({-1 if number is None else number},{place})"
                own = [f"{fact} :- {name}." for fact in facts if fact not in always]
                parts += [f"{name} :- {lying_here}.", *own] if own else []
            every.update(fact for _, facts in mixtures for fact in facts)
        plain = "\n".join(f"{fact}." for fact in sorted(every - {"gone"}))
        return "\n".join([*parts, _OUTCOMES]), plain


def _mixtures(pieces: Pieces) -> Iterator[Pieces]:
    """Go through all mixtures of some pieces, fewest first."""
    for size in range(len(pieces) + 1):
        yield from map(frozenset, combinations(sorted(pieces), size))


def _read(facts: Sequence[str]) -> _Traced:
    line: list[str] = []
    features: dict[int, list[tuple[str, str]]] = {}
    hexes: dict[int, str] = {}
    for fact in facts:
        match = _OF_FEATURE.fullmatch(fact)
        if match is None:
            line.append(fact)
            continue
        features.setdefault(int(match[2]), []).append((match[1], match[3]))
        if match[1] == "lies_in":
            hexes[int(match[2])] = match[3]
    return _Traced(
        tuple(line), tuple((hexes[n], tuple(some)) for n, some in sorted(features.items()))
    )


def _merged(order: list[frozenset[str]], hexes: Sequence[str]) -> list[frozenset[str]]:
    """Order some hexes by the stretches: make one of what lies between otherwise."""
    last = 0
    for name in hexes:
        here = next((n for n, some in enumerate(order) if name in some), None)
        if here is None:  # met in this world alone
            order = [*order[: last + 1], frozenset({name}), *order[last + 1 :]]
            here = last + 1
        if here < last:
            between = frozenset().union(*order[here : last + 1])
            order = [*order[:here], between, *order[last + 1 :]]
        last = here
    return order


class LineProgram:
    """The verdicts of the rules on one line, in every world of the pieces near it."""

    def __init__(self, program: str, like: str, near: Sequence[Piece], held: Pieces) -> None:
        """``near`` are the pieces that may lie near the line, ``held`` those that do in every world."""
        self.held = held
        self._control = ActiveRules(PROFILE).ground(program, like=like)
        atoms = self._control.symbolic_atoms
        self._literals = {}
        for number, piece in enumerate(near):
            atom = atoms[clingo.Function("lies", [clingo.Number(number)])]
            assert atom is not None
            self._literals[piece] = atom.literal
        names = {"said": 1, "hindered": 1, "for_want_of": 1, "may_see": 0}
        self._outcomes = {
            atom.symbol: atom.literal
            for name, arity in names.items()
            for atom in atoms.by_signature(name, arity)
        }
        self._known: dict[Pieces, frozenset[clingo.Symbol]] = {}

    def has(self, here: Pieces) -> bool:
        """Return whether it has the world in which just these pieces lie near the line."""
        return here & self.held == self.held and (here - self.held).issubset(self._literals)

    def evaluate(self, here: Pieces) -> WorldVerdict | None:
        """Judge the line where some of its pieces lie; nothing where it has an end that is no more. Of
        an unknown line the rule may be another than that of its first feature.
        """
        known: dict[str, list[clingo.Symbol]] = {}
        for each in self._model(here):
            known.setdefault(each.name, []).extend(each.arguments)
        (result,) = (each.name for each in known["said"])
        if result == "gone":
            return None
        verdict = {"clear": CLEAR, "blocked": BLOCKED, "unknown": UNKNOWN}[result]
        rules = sorted(each.string for each in known.get("for_want_of", ()))
        hindrance = max((each.number for each in known.get("hindered", ())), default=0)
        return WorldVerdict(verdict, rules[0] if rules else "", hindrance)

    def rests(self, here: Pieces, hindrance: bool) -> tuple[Pieces, Pieces]:
        """Return on which pieces it rests whether the line is seen, and the ``hindrance`` if that is
        asked for: those that lie, and those that do not.
        """
        model = self._model(here)
        is_unknown = any(str(each) == "said(unknown)" for each in model)
        core: set[int] = set()
        for atom, literal in sorted(self._outcomes.items()):
            if atom in model and (atom.name != "hindered" or hindrance):
                is_yes = any(each.name == "may_see" for each in model)
                if is_yes or atom.name != "said":
                    core |= self._core(here, -literal)
            elif atom.name == "may_see" or (atom.name == "for_want_of" and is_unknown):
                core |= self._core(here, literal)
        return (
            frozenset(piece for piece, n in self._literals.items() if n in core),
            frozenset(piece for piece, n in self._literals.items() if -n in core),
        )

    def _assumed(self, here: Pieces) -> list[int]:
        return [n if piece in here else -n for piece, n in self._literals.items()]

    def _model(self, here: Pieces) -> frozenset[clingo.Symbol]:
        mine = here.intersection(self._literals)
        if mine not in self._known:
            with self._control.solve(assumptions=self._assumed(mine), yield_=True) as models:
                found = [frozenset(each.symbols(shown=True)) for each in models]
            if len(found) != 1:
                raise RuntimeError("a line has no verdict, or several")
            self._known[mine] = found[0]
        return self._known[mine]

    def _core(self, here: Pieces, against: int) -> set[int]:
        """Return literals of a world, none too many, that leave no answer set with another one."""
        core = self._refuting(self._assumed(here), against)
        if core is None:
            raise RuntimeError("a verdict is not that of its world")
        for literal in sorted(core):
            less = self._refuting([n for n in sorted(core) if n != literal], against)
            if literal in core and less is not None:
                core = less
        return core

    def _refuting(self, assumed: Sequence[int], against: int) -> set[int] | None:
        """Return those of some assumptions that leave no answer set; nothing where there is one."""
        core: list[int] = []
        if not self._control.solve(
            assumptions=[*assumed, against], on_core=core.extend
        ).unsatisfiable:
            return None
        return set(core).intersection(assumed)


def line_program(
    line: Line,
    ends: frozenset[str],
    reach: Callable[[Piece], frozenset[str]],
    near: Pieces,
    held: Pieces,
) -> LineProgram | None:
    """Write and ground the program of a line; nothing where the line does not add up by stretches."""
    try:
        program, like = _Writer(line, ends, reach, near, held).written()
    except (_NotSeparableError, BadInput):
        return None
    return LineProgram(program, like, sorted(near), held)
