"""Asks the law about features that it counts together along a line.

Where the law says that a verdict hangs on what else the line meets (``counted``), as along embankments
(FB6.1231), the counted features of a line are told together, with their hexes. Lines that look equal
then are asked once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hexcourt.facts.digests import digest_of
from hexcourt.facts.lines.runs import Ends, Runs
from hexcourt.facts.lines.scene import Scene
from hexcourt.facts.lines.situations import Sight, SightLines, Situations
from hexcourt.facts.lines.told_situations import Marks, Told, sight_facts
from hexcourt.solver.seeing.rulings.kept_rulings import kept_under
from hexcourt.solver.seeing.rulings.marked_rulings import Ruling
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.lawbook import in_force


class Whole(NamedTuple):
    """What the law is told of a line: for each counted feature, from the upper end on, its situation,
    its hex and the hexes of its hexside (none for what is no hexside terrain); for each hex its
    embankment, -1 for none.

    Hexes and embankments are numbered as they come; the upper end's hex is 0, the lower end's 1.
    """

    situations: tuple[int, ...]
    hexes: tuple[int, ...]
    hexsides: tuple[tuple[int, ...], ...]
    embankments: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Known:
    """The keys of the situations met so far, and the sights they speak of."""

    keys: npt.NDArray[np.int64]
    sights: Sequence[Sight]
    terms: tuple[str, ...]


class WholeLines:
    """What the law has decided so far about the counted features of lines of one board.

    It is kept as what it says of situations is: by a mark of each feature of each line.
    """

    def __init__(self) -> None:
        self.decided: dict[Whole, tuple[Ruling, ...]] = {}

    def decide(self, lines: Sequence[Whole], known: Known) -> list[Ruling]:
        """Say what the law says of each feature of some lines, line by line."""
        fresh = [line for line in dict.fromkeys(lines) if line not in self.decided]
        if fresh:
            marks = _marks(fresh, known)
            rulings, numbers = kept_under(in_force()).find(np.concatenate(marks))
            parts = np.split(numbers, np.cumsum([len(each) for each in marks])[:-1])
            for line, part in zip(fresh, parts, strict=True):
                if (part >= 0).all():
                    self.decided[line] = tuple(rulings[each] for each in part.tolist())
            self._ask(
                {
                    line: mark
                    for line, mark in zip(fresh, marks, strict=True)
                    if line not in self.decided
                },
                known,
            )
        return [each for line in lines for each in self.decided[line]]

    def _ask(self, lines: Mapping[Whole, Marks], known: Known) -> None:
        """Ask the law about lines, and keep what it says."""
        if not lines:
            return
        said = _ask(list(lines), known)
        kept_under(in_force()).keep(np.concatenate([*lines.values()]), said)
        for line in lines:
            self.decided[line] = tuple(said[: len(line.situations)])
            del said[: len(line.situations)]


def _marks(lines: Sequence[Whole], known: Known) -> list[Marks]:
    """Mark the features of lines so that equal marks stand for equal facts of equal lines."""
    met = {situation for line in lines for situation in line.situations}
    numbers = np.array(sorted(met), dtype=np.int64)
    marks = Told.of(known.keys[numbers], known.sights, known.terms).marks().tolist()
    mark_of = dict(zip(numbers.tolist(), marks, strict=True))
    found = []
    for line in lines:
        told = ([mark_of[each] for each in line.situations], *line[1:])
        first = np.uint64(int(digest_of([repr(told)])[:16], 16))
        found.append(first + np.arange(len(line.situations), dtype=np.uint64))
    return found


def gather(
    scene: Scene,
    traced: tuple[Ends, Runs, SightLines],
    found: Situations,
    counted: npt.NDArray[np.int64],
    situations: npt.NDArray[np.int64],
) -> tuple[list[int], list[Whole]]:
    """Gather counted runs, given by their numbers in ``found``, into lines.

    ``situations`` numbers the situation of every run. Of runs that look alike one after the other only
    the first is kept; those kept come back in the order in which the lines list them.
    """
    ends, runs, lines = traced
    of_line = np.searchsorted(found.starts, counted, side="right") - 1
    borders = np.flatnonzero(np.diff(of_line, prepend=-1, append=-1)).tolist()
    kept: list[int] = []
    gathered: list[Whole] = []
    for first, last in pairwise(borders):
        line, some = int(of_line[first]), counted[first:last]
        number = int(lines.line[line])
        where = scene.board.owners[ends[number]].tolist()
        if found.lower_first[line]:
            some, where = some[::-1], where[::-1]
        traced_runs = some + (runs.starts[number] - found.starts[line])
        features = zip(
            situations[some].tolist(),
            runs.hexes[traced_runs].tolist(),
            scene.touchables.hexside[runs.codes[traced_runs]].tolist(),
            strict=True,
        )
        alike = groupby(zip(features, some.tolist(), strict=True), key=itemgetter(0))
        distinct = [next(group) for _, group in alike]
        kept += [run for _, run in distinct]
        gathered.append(_whole(scene, where, [feature for feature, _ in distinct]))
    return kept, gathered


def _whole(scene: Scene, ends: list[int], features: list[tuple[int, int, int]]) -> Whole:
    """Write a line down so that equal lines look equal: features are situation, hex and hexside."""
    numbers = {ends[0]: 0, ends[1]: 1}
    hexes, hexsides = [], []
    for _, here, side in features:
        flanks = scene.hexsides.sides[side, :2].tolist() if side >= 0 else []
        hexes.append(numbers.setdefault(here, len(numbers)))
        hexsides.append(tuple(numbers.setdefault(each, len(numbers)) for each in flanks))
    held = scene.board.embankments[list(numbers)].tolist()
    first = {embankment: held.index(embankment) for embankment in held if embankment >= 0}
    return Whole(
        tuple(situation for situation, _, _ in features),
        tuple(hexes),
        tuple(hexsides),
        tuple(first.get(embankment, -1) for embankment in held),
    )


def _ask(lines: Sequence[Whole], known: Known) -> list[Ruling]:
    """Ask the law about lines."""
    features = [each for line in lines for each in line.situations]
    told = Told.of(known.keys[features], known.sights, known.terms)
    lines_of = [number for number, line in enumerate(lines) for _ in line.situations]
    sights = dict(zip(lines_of, told.sight.tolist(), strict=True))
    facts = told.features(lines_of)
    feature = label = 0
    for number, line in enumerate(lines):
        facts.append(sight_facts(number, known.sights[sights[number]]))
        facts.append(f"end_hex({number},a,{label}). end_hex({number},b,{label + 1}).")
        for own, flanks in zip(line.hexes, line.hexsides, strict=True):
            facts.append(f"lies_in({feature},{label + own}).")
            facts += [f"on_side({feature},{label + flank})." for flank in flanks]
            feature += 1
        for place, embankment in enumerate(line.embankments):
            if embankment >= 0:
                facts.append(f"embankment({label + place},{label + embankment}).")
        label += len(line.embankments)
    return _answers("\n".join(facts), len(features))


def _answers(facts: str, features: int) -> list[Ruling]:
    grounded = Law("features").ground(facts)  # atoms live no longer than this
    atoms = grounded.symbolic_atoms
    rules = [""] * features
    hindrance = [0] * features
    for atom in atoms.by_signature("surely_blocks", 2):
        of, rule = atom.symbol.arguments
        rules[of.number] = min(filter(None, (rules[of.number], rule.string)))
    for atom in atoms.by_signature("surely_hinders", 2):
        feature, value = (argument.number for argument in atom.symbol.arguments)
        hindrance[feature] = max(hindrance[feature], value)
    both = zip(rules, hindrance, strict=True)
    return [Ruling(rule, "", value, 0, False, False) for rule, value in both]
