"""Judges many sight lines by asking the law about each of them whole, some hundreds at a time.

So lines are judged under house rules: what lets a line be put together from its features, and these be
told apart by what the printed law looks at, need not hold of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from hexcourt.facts.lines.line_facts import ALONE, Called, SightLine
from hexcourt.solver.seeing.whole_line import PROFILE
from hexcourt.solver.statutes.law import Law

BATCH = 300
"""How many lines the law is asked about at once."""

Written = Callable[[Called], SightLine]
"""Writes a line by some numbers."""

Said = tuple[str, str, int]
"""The verdict on a line, the rule that blocks it or leaves it open, "" for none, and its hindrance."""


class JudgedWhole:
    """Lines by their facts, each judged once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], Said] = {}

    def judge(self, lines: Sequence[Written]) -> list[Said]:
        """Judge lines, which are written anew where they are not known."""
        keys = [write(ALONE).facts for write in lines]
        fresh = {
            key: write for key, write in zip(keys, lines, strict=True) if key not in self._known
        }
        waiting = iter(fresh.items())
        while some := list(islice(waiting, BATCH)):
            said = _ask([write for _, write in some])
            self._known.update(zip((key for key, _ in some), said, strict=True))
        return [self._known[key] for key in keys]


def _ask(lines: Sequence[Written]) -> list[Said]:
    facts: list[str] = []
    first = 0
    for number, write in enumerate(lines):
        line = write(Called(number, first))
        facts += line.facts
        first += len(line.features)
    grounded = Law(PROFILE).ground("\n".join(_each_once(facts)))  # atoms live no longer than this
    atoms = grounded.symbolic_atoms

    def told(predicate: str) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for atom in atoms.by_signature(predicate, 2):
            number, value = atom.symbol.arguments
            found.setdefault(number.number, []).append(str(value).strip('"'))
        return found

    verdicts, totals = told("verdict"), told("total")
    rules = {"blocked": told("blocked"), "unknown": told("unknown"), "clear": {}}
    said: list[Said] = []
    for number in range(len(lines)):
        (verdict,) = verdicts[number]
        rule = min(rules[verdict].get(number, [""]))
        hindrance = max(map(int, totals.get(number, ["0"])))
        said.append((verdict, rule, hindrance if verdict == "clear" else 0))
    return said


def _each_once(facts: Iterable[str]) -> Iterator[str]:
    return iter(dict.fromkeys(facts))
