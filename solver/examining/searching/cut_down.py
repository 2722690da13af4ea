"""The program of worlds cut down to what one search hangs on.

Beside the rules that what is sought hangs on all constraints are kept, and all choices, with what they
hang on: the worlds are those of the family. What statements say and where they fire is much of the
whole program, of which a search for conflicts or gaps needs little.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from hexcourt.solver.examining.worlds import Worlds, first_argument
from hexcourt.solver.proving.programs.program import SOUGHT
from hexcourt.solver.statutes.program import Program
from hexcourt.solver.statutes.statute import Signature, Statute


class CutDown:
    """The statements of worlds, of which each search needs some."""

    def __init__(self, worlds: Worlds) -> None:
        self._statutes = (*worlds.law, *Program("", worlds.text).statutes)

    def to(self, kind: str, names: frozenset[str] = frozenset()) -> tuple[Statute, ...]:
        """Keep the statements that classes of a ``kind`` hang on; where ``names`` are given, of
        properties these alone are asked.
        """
        return _needed(
            [
                each
                for each in self._statutes
                if (each.names != ("class",) or first_argument(each) == kind)
                and (each.names != ("broken",) or not names or first_argument(each) in names)
            ]
        )


def sought_program(worlds: Worlds, kind: str, names: frozenset[str], but: Iterable[str]) -> str:
    """Write the program that has no answer set with what is sought: a class of a ``kind``, but these."""
    kept = CutDown(worlds).to(kind, names)
    read = sorted({each for statute in kept for each in statute.reads})
    lines = [
        *(f"#defined {each}." for each in read),
        "#defined class_but/1.",
        *(str(each.node) for each in kept),
        *(f"class_but({each})." for each in sorted(but)),
        f"class_shown :- class({kind},C), not class_but(C).",
        f"{{ {SOUGHT} }}.",
        f":- {SOUGHT}, not class_shown.",
    ]
    return "\n".join(lines) + "\n"


def _needed(statutes: Sequence[Statute]) -> tuple[Statute, ...]:
    """Keep what classes, constraints and choices hang on, in its order."""
    deriving: defaultdict[Signature, list[Statute]] = defaultdict(list)
    for each in statutes:
        for head in each.heads:
            deriving[head].append(each)
    kept: set[Statute] = set()
    waiting = [e for e in statutes if e.kind in ("constraint", "choice") or e.names == ("class",)]
    while waiting:
        each = waiting.pop()
        if each not in kept:
            kept.add(each)
            waiting += [other for read in (*each.reads, *each.heads) for other in deriving[read]]
    return tuple(each for each in statutes if each in kept or each.kind == "constant")
