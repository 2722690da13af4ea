"""The program of one search in the worlds of a family, cut down to what that search hangs on.

Beside the rules that what is sought hangs on all constraints are kept, and all choices, with what they
hang on: the worlds are those of the family.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from hexcourt.solver.examining.worlds import Worlds, sliced
from hexcourt.solver.proving.programs.program import SOUGHT
from hexcourt.solver.statutes.lawbook import Lawbook
from hexcourt.solver.statutes.program import Program
from hexcourt.solver.statutes.statute import Signature, Statute


def sought_program(
    worlds: Worlds, lawbook: Lawbook, kind: str, names: frozenset[str], but: Iterable[str]
) -> str:
    """Write the program of which no answer set holds what is sought: a class of a ``kind``, but these.

    Where ``names`` are given, ``broken/2`` is asked of these properties alone.
    """
    family = worlds.family
    constants = [e for e in lawbook.profile(family.profile).statutes if e.kind == "constant"]
    own = Program("", worlds.text).statutes
    every = [
        each
        for each in (*constants, *sliced(family, lawbook), *own)
        if (each.names != ("class",) or first_argument(each) == kind)
        and (each.names != ("broken",) or not names or first_argument(each) in names)
    ]
    kept = _needed(every)
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


def _needed(statutes: Sequence[Statute]) -> list[Statute]:
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
    return [each for each in statutes if each in kept or each.kind == "constant"]


def first_argument(statute: Statute) -> str:
    """Give the first argument of its head."""
    return str(statute.node.head.atom.symbol.arguments[0])
