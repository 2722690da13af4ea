"""The files of a certificate: their names, and the small ones among them in and out."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.json_text import read_json
from hexcourt.solver.proving.certificates.folder import LARGEST_JSON, MANIFEST, digest
from hexcourt.solver.proving.clauses.cnf import Cnf
from hexcourt.solver.proving.clauses.loops import Loop
from hexcourt.solver.proving.programs.program import SOUGHT, GroundProgram

SCHEMA = 3
"""The version of the layout."""
TOOLS = ("clingo", "python-sat", "dratify")
"""The tools whose versions a manifest tells."""
SATISFIABLE = "satisfiable"
UNSATISFIABLE = "unsatisfiable"

COMMON_FILES = (
    "question.json",
    "program.lp",
    "ground.aspif",
    "loops.txt",
    "formula.cnf",
    "atoms.tsv",
)
VERDICT_FILES = {
    SATISFIABLE: ("model.txt", "values.txt"),
    UNSATISFIABLE: ("proof.drat", "core.txt"),
}
BOARD, BOUNDS = "board.lp", "bounds"
WITNESS = "model.txt"

_ONE = frozenset((MANIFEST, *COMMON_FILES, *(n for each in VERDICT_FILES.values() for n in each)))
ALL_FILES = frozenset((*_ONE, BOARD, *(f"{BOUNDS}/{name}" for name in _ONE)))


def told_object(text: str) -> Mapping[str, Any]:
    """Read ``question.json``; raises BadInput where it is no object, or can be read in two ways."""
    try:
        told = read_json(text)
    except (ValueError, RecursionError):
        raise BadInput("question.json is no JSON that tells each name once; certify anew") from None
    if not isinstance(told, dict):
        raise BadInput("question.json is no JSON object; certify anew")
    return told


def json_text(told: Mapping[str, object]) -> str:
    """Write ``question.json``; raises BadInput for what JSON cannot hold, or is too large for it."""
    try:
        text = json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False)
        size = len(text.encode())  # half a surrogate pair is text to JSON, but no file can hold it
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"the question is no JSON ({error}); use plain values") from None
    if size >= LARGEST_JSON:
        raise BadInput(
            f"the question and its rows take more than {LARGEST_JSON >> 20} MiB; ask for fewer rows"
        )
    return f"{text}\n"


def check_told(told: Mapping[str, object], stated: Mapping[str, object]) -> None:
    """Hold what ``question.json`` tells against what is stated, written again from what was read of it:
    nothing more, nothing less and nothing of another type; raises BadInput.
    """
    every = sorted({*told, *stated})
    wrong = [each for each in every if _only(told, each) != _only(stated, each)]
    if wrong:
        names = ", ".join(map(ascii, wrong))[:80]
        raise BadInput(f"question.json, {names}: is not so; certify anew")


def _only(told: Mapping[str, object], name: str) -> str:
    return json_text({name: told[name]} if name in told else {})


def manifest_text(
    verdict: str,
    is_sought: bool,
    tools: Mapping[str, str],
    sizes: Sequence[int],
    contents: Mapping[str, bytes],
) -> str:
    """Write the manifest of a certificate; ``sizes`` count rules, variables, clauses and lines of the
    proof.
    """
    content = {
        "schema": SCHEMA,
        "verdict": verdict,
        "sought": SOUGHT if is_sought else None,
        "tools": dict(tools),
        "sizes": dict(zip(("rules", "variables", "clauses", "proof lines"), sizes, strict=True)),
        "files": {
            name: {"bytes": len(each), "sha256": digest(each)}
            for name, each in sorted(contents.items())
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def files_of(verdict: str, is_sought: bool) -> tuple[str, ...]:
    """List the files that a certificate has in any case."""
    witness = (WITNESS,) if is_sought and verdict == UNSATISFIABLE else ()
    return (*COMMON_FILES, *VERDICT_FILES[verdict], *witness)


def atoms_table(program: GroundProgram) -> str:
    """Write variable and atom, parted by a tab, one a line."""
    lines = (f"{atom}\t{name}" for atom, name in program.name_of().items())
    return "variable\tatom\n" + "".join(f"{line}\n" for line in lines)


def model_lines(program: GroundProgram, atoms: Collection[int]) -> str:
    """Write the names of true atoms, one a line, rising by atom."""
    names = program.name_of()
    return "".join(f"{names[atom]}\n" for atom in sorted(atoms))


def read_model(program: GroundProgram, text: str) -> frozenset[int]:
    """Read the atoms of ``model_lines``; raises ValueError with a sentence."""
    numbers = {name: atom for atom, name in program.name_of().items()}
    found: set[int] = set()
    for line, name in enumerate(text.split("\n")[:-1], start=1):
        if name not in numbers:
            raise ValueError(f"line {line}: {name[:80]!r} is no atom of the program")
        found.add(numbers[name])
    return frozenset(found)


def loops_lines(loops: Iterable[Loop] | None) -> str:
    """Write the atoms of each loop, one loop a line; "ordered" where circles are ordered instead."""
    if loops is None:
        return "ordered\n"
    return "".join(" ".join(map(str, loop)) + "\n" for loop in loops)


def read_loops(text: str) -> list[Loop] | None:
    """Read what ``loops_lines`` writes; raises ValueError."""
    if text == "ordered\n":
        return None
    return [tuple(map(int, line.split())) for line in text.split("\n") if line]


def values_lines(cnf: Cnf, true: Collection[int]) -> str:
    """Write the values of all variables as SAT solvers print them."""
    lines = ("v", *(n if n in true else -n for n in range(1, cnf.variables + 1)), 0)
    return "s SATISFIABLE\n" + " ".join(map(str, lines)) + "\n"


def read_values(text: str) -> frozenset[int]:
    """Read the true variables of ``values_lines``; raises ValueError."""
    head, _, rest = text.partition("\n")
    if head != "s SATISFIABLE" or not rest.startswith("v "):
        raise ValueError("it does not begin with 's SATISFIABLE' and 'v'")
    values = [int(each) for each in rest[2:].split()]
    return frozenset(value for value in values if value > 0)


def read_numbers(text: str) -> list[int]:
    """Read one number a line; raises ValueError."""
    return [int(line) for line in text.split("\n") if line]


def falsified(cnf: Cnf, true: Collection[int]) -> int:
    """Give the number, from 1, of the first clause that values break; 0 for none."""
    held = [False] * (cnf.variables + 1)
    for variable in true:
        if variable <= cnf.variables:
            held[variable] = True
    for number, clause in enumerate(cnf.clauses, start=1):
        if not any(held[abs(literal)] == (literal > 0) for literal in clause):
            return number
    return 0
