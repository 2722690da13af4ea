"""Certificates: an answer in a folder, with all that is needed to check it.

What a certificate by itself proves is that the ground program has no stable model, or has the one
shown; for a program with ``GOAL_ATOM`` it is about its models in which that atom holds, and a model
without it shows beside a refutation that the program does not contradict itself. That it is what
``program.lp`` grounds to is found out by grounding that again (``regrounds``), and what the program
has to do with a question by writing it again (``hexcourt.solver.query.certifying``).

| file | what |
| --- | --- |
| ``question.json`` | what was asked, as the caller put it |
| ``board.lp`` | where there is one: the board that it was asked of |
| ``program.lp`` | the rules and the facts given; any clingo reads it |
| ``ground.aspif`` | the ground program |
| ``loops.txt`` | sets of atoms that would hold each other up, which the formula forbids |
| ``formula.cnf`` | its translation into clauses, DIMACS |
| ``atoms.tsv`` | which variable is which atom; ``#`` marks auxiliary atoms |
| ``proof.drat``, ``core.txt`` | unsatisfiable: the proof, and the numbers of the clauses it needs |
| ``model.txt``, ``values.txt`` | satisfiable: the true atoms; all values, as SAT solvers print them |
| ``model.txt`` | unsatisfiable, of what is sought: a model without it |
| ``bounds/`` | where there is one: a certificate of its own, of the bounds of an answer |
| ``reply-1/`` ... | of a game: a certificate for each reply |
| ``beyond-2/``, ``held-1/`` ... | of what is best: one for each thing stated but the first |
| ``manifest.json`` | verdict, tools, sizes, and the SHA-256 of every other file |
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import (
    IrregularError,
    opened,
    put_on_disk,
    read_json,
    umask,
    was_read,
)
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.proof import stable_models
from hexcourt.solver.proof.clauses import Cnf, Loop
from hexcourt.solver.proof.ground_program import (
    GOAL_ATOM,
    GroundProgram,
    with_goal,
    without_goal,
    write_aspif,
)
from hexcourt.solver.proof.proof_checking import ProofCheck, check_proof
from hexcourt.solver.proof.stable_models import decide, objection

# Folders, read with care, written whole or not at all


LARGEST_FILE = 512 << 20
"""The largest file that is read, in bytes."""
LARGEST_JSON = 16 << 20
"""The largest of those that are JSON, which take many times as much when they are read."""
MANIFEST = "manifest.json"


class UnreadableError(BadInput):
    """A file is there and cannot be read: nothing is known of it."""


def digest(content: bytes) -> str:
    """Return the SHA-256 of a file's content."""
    return hashlib.sha256(content).hexdigest()


def read_file(folder: Path, name: str, largest: int = LARGEST_FILE) -> bytes:
    """Read a file of a folder; raises BadInput, also for links and what is larger than ``largest``."""
    path = folder / name
    try:
        with opened(path, links=False) as (stream, size):
            content = stream.read(largest + 1) if size <= largest else b""
    except IrregularError:
        raise BadInput(f"{path}: is no regular file; restore the file") from None
    except OSError as error:
        if path.is_symlink():
            raise BadInput(f"{path}: is a link; put the file itself there") from None
        if name == MANIFEST and folder.is_dir() and all(map(Path.is_dir, folder.iterdir())):
            inside = sorted(each.parent for each in folder.glob(f"*/{MANIFEST}"))
            mend = (
                f"one of those in it, such as {inside[0]}"
                if inside
                else "a folder that --certify wrote"
            )
            raise BadInput(
                f"{folder}: is no certificate, it has no {MANIFEST}; name {mend}"
            ) from None
        reason = error.strerror or type(error).__name__
        kind = BadInput if isinstance(error, FileNotFoundError) else UnreadableError
        raise kind(f"{path}: cannot be read ({reason}); restore the file") from None
    if max(size, len(content)) > largest:
        raise BadInput(f"{path}: more than {largest >> 20} MiB; certify a smaller question")
    return content


class OpenedFolder:
    """The files of a folder, each opened once: what is checked of one is what is used of it."""

    def __init__(self, folder: Path, largest: int = LARGEST_FILE) -> None:
        """Keep in mind that files of ``largest`` bytes are read at the most."""
        self.folder, self._largest = folder, largest
        self._read: dict[str, bytes | BadInput] = {}

    def content(self, name: str) -> bytes:
        """Return the content of a file, as it was when it was first asked for; raises BadInput."""
        if name not in self._read:
            most = min(self._largest, LARGEST_JSON) if name.endswith(".json") else self._largest
            try:
                self._read[name] = read_file(self.folder, name, most)
            except BadInput as error:
                self._read[name] = error
        found = self._read[name]
        if isinstance(found, BadInput):
            raise found
        return found

    def text(self, name: str) -> str:
        """Decode the content of a file; raises BadInput with the line that is not UTF-8."""
        return as_text(self.folder, name, self.content(name))


def as_text(folder: Path, name: str, content: bytes) -> str:
    """Decode a file's content; raises BadInput with the line that is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{folder / name}, line {line}: not UTF-8 text; restore the file") from None


def write_folder(folder: Path, files: Mapping[str, str], known: frozenset[str]) -> None:
    """Write a folder of text files by way of a temporary one beside it.

    An older folder is replaced if it is empty or holds a manifest and none but ``known`` files; any
    other is left alone: BadInput.
    """
    target = check_target(folder, known)
    try:
        made = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise _unwritable(target, error) from None
    try:
        for name, text in files.items():
            (made / name).parent.mkdir(exist_ok=True)
            (made / name).write_bytes(text.encode())
            put_on_disk(made / name)
        made.chmod(0o777 & ~umask())
        _swap(made, target)
    except OSError as error:
        raise _unwritable(target, error) from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def check_target(folder: Path, known: frozenset[str]) -> Path:
    """Return the place that a folder may be written to; raises BadInput."""
    try:
        target = folder.resolve()
        if not target.name or not target.parent.is_dir():
            raise BadInput(f"{folder}: the folder to put it in does not exist; make it first")
        if target.exists() and not target.is_dir():
            raise BadInput(f"{folder}: is no folder; choose another place")
        names = files_in(target) if target.exists() else set()
    except OSError as error:  # a name that no folder can have, or a folder that may not be read
        raise BadInput(f"{folder}: {error.strerror}; choose another place") from None
    if names and (MANIFEST not in names or not {PART.sub(f"{BOUNDS}/", n) for n in names} <= known):
        raise BadInput(f"{folder}: is no certificate and not empty; choose another place")
    for name in sorted(names):
        if was_read(target / name):
            raise BadInput(f"{folder / name}: was read for this answer; choose another folder")
    return target


def files_in(folder: Path) -> set[str]:
    """List what is in a folder, and in the folders in it, with ``/`` between."""
    found: set[str] = set()
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink():
            found |= {f"{each.name}/{inner.name}" for inner in each.iterdir()} or {f"{each.name}/"}
        else:
            found.add(each.name)
    return found


def _swap(made: Path, target: Path) -> None:
    """Put a new folder in the place of an old one, which comes back if that fails."""
    if not target.exists():
        made.rename(target)
        return
    aside = made.with_name(f"{made.name}.old")
    target.rename(aside)
    try:
        made.rename(target)
    except OSError:
        aside.rename(target)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _unwritable(folder: Path, error: OSError) -> BadInput:
    return BadInput(f"{folder}: cannot be written ({error.strerror}); choose another place")


# Files of a certificate


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
PART = pattern(rf"({BOUNDS}|(?:reply|beyond|held)-[1-9][0-9]{{0,2}})/")
"""How the names of files of a certificate within another begin."""


def question_object(text: str) -> Mapping[str, Any]:
    """Read ``question.json``; raises BadInput where it is no object, or can be read in two ways."""
    try:
        document = read_json(text)
    except (ValueError, RecursionError):
        raise BadInput("question.json is no JSON that tells each name once; certify anew") from None
    if not isinstance(document, dict):
        raise BadInput("question.json is no JSON object; certify anew")
    return document


def json_text(known: Mapping[str, object]) -> str:
    """Write ``question.json``; raises BadInput for what JSON cannot hold, or is too large for it."""
    try:
        text = json.dumps(known, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False)
        size = len(text.encode())  # half a surrogate pair is text to JSON, but no file can hold it
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"the question is no JSON ({error}); use plain values") from None
    if size >= LARGEST_JSON:
        raise BadInput(
            f"the question and its rows take more than {LARGEST_JSON >> 20} MiB; ask for fewer rows"
        )
    return f"{text}\n"


def check_statement(known: Mapping[str, object], stated: Mapping[str, object]) -> None:
    """Compare ``question.json`` with what is stated, written again from what was read of it:
    nothing more, nothing less and nothing of another type; raises BadInput.
    """
    every = sorted({*known, *stated})
    wrong = [each for each in every if _only(known, each) != _only(stated, each)]
    if wrong:
        names = ", ".join(map(ascii, wrong))[:80]
        raise BadInput(f"question.json, {names}: is not so; certify anew")


def _only(known: Mapping[str, object], name: str) -> str:
    return json_text({name: known[name]} if name in known else {})


def manifest_text(
    verdict: str,
    about_goal: bool,
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
        "sought": GOAL_ATOM if about_goal else None,
        "tools": dict(tools),
        "sizes": dict(zip(("rules", "variables", "clauses", "proof lines"), sizes, strict=True)),
        "files": {
            name: {"bytes": len(each), "sha256": digest(each)}
            for name, each in sorted(contents.items())
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def files_of(verdict: str, about_goal: bool) -> tuple[str, ...]:
    """List the files that a certificate has in any case."""
    witness = (WITNESS,) if about_goal and verdict == UNSATISFIABLE else ()
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
    """Return the number, from 1, of the first clause that values break; 0 for none."""
    held = [False] * (cnf.variables + 1)
    for variable in true:
        if variable <= cnf.variables:
            held[variable] = True
    for number, clause in enumerate(cnf.clauses, start=1):
        if not any(held[abs(literal)] == (literal > 0) for literal in clause):
            return number
    return 0


class UndecidedError(RuntimeError):
    """The conflicts allowed did not suffice for an answer."""


class UnprovedError(RuntimeError):
    """An answer was found, but its proof or model did not stand the check: a fault of the tools."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that was written: where, its verdict, and its size.

    ``true`` are the names of the true atoms, none where the verdict is "unsatisfiable"; ``proof_lines``
    is 0 where it is "satisfiable"; ``checks`` are those passed before it was written.
    """

    folder: Path
    verdict: str
    true: tuple[str, ...]
    rules: int
    variables: int
    clauses: int
    proof_lines: int
    checks: tuple[ProofCheck, ...]


@dataclass(frozen=True, slots=True)
class CertificateDraft:
    """A certificate before it is written: what it is, and its files but the manifest."""

    made: Certificate
    files: Mapping[str, str]
    has_goal: bool


def draft(
    rules: str,
    given: Sequence[str],
    question: Mapping[str, object],
    *,
    constants: Mapping[str, int] | None = None,
    conflicts: int | None = None,
    about_goal: bool = False,
) -> CertificateDraft:
    """Answer whether a program has a stable model, with ``about_goal`` one in which ``GOAL_ATOM`` holds.

    ``rules`` is a whole program, ``given`` are facts without their full stop (see ``ground``),
    ``question`` is what JSON can hold. Raises ProgramError for a program that there is no proof for,
    UndecidedError after so many ``conflicts``.
    """
    from hexcourt.solver.proof.grounding import ground_text, program_text

    text = program_text(rules, given, constants)
    query = json_text(question)
    program = ground_text(text)
    wanted = with_goal(program) if about_goal else program
    decision = decide(wanted, conflicts)
    cnf, outcome = decision.cnf, decision.outcome
    if isinstance(outcome, stable_models.Undecided):
        raise UndecidedError(f"{outcome.conflicts} conflicts did not decide it; allow more")
    files = {
        "question.json": query,
        "program.lp": text,
        "ground.aspif": write_aspif(program),
        "loops.txt": loops_lines(decision.loops),
        "formula.cnf": cnf.dimacs(),
        "atoms.tsv": atoms_table(program),
    }
    if isinstance(outcome, stable_models.Refutation):
        checks = _refuted(cnf, outcome, files)
        if about_goal:
            files["model.txt"] = _witness(program, conflicts)
        verdict, true, lines = UNSATISFIABLE, frozenset[int](), len(outcome.proof)
    else:
        checks = _satisfied(wanted, cnf, outcome, files)
        verdict, true, lines = SATISFIABLE, outcome.true, 0
    names = tuple(name for atom, name in program.names if atom in true)
    sizes = len(program.rules), cnf.variables, len(cnf.clauses), lines
    return CertificateDraft(Certificate(Path(), verdict, names, *sizes, checks), files, about_goal)


def write_certificate(
    folder: Path,
    main: CertificateDraft,
    board: str | None = None,
    parts: Mapping[str, CertificateDraft] | None = None,
) -> Certificate:
    """Write a certificate into a folder, with the board that it is about and its parts by name."""
    files = dict(main.files)
    if board is not None:
        files["board.lp"] = board
    for part, each in (parts or {}).items():
        inner = dict(each.files)
        inner[MANIFEST] = _manifest(each, inner)
        files |= {f"{part}/{name}": text for name, text in inner.items()}
    files[MANIFEST] = _manifest(main, files)
    write_folder(folder, files, ALL_FILES)
    return replace(main.made, folder=folder)


def regrounds(
    texts: Mapping[str, str], name: str = "grounding", made_with: str = "unknown"
) -> ProofCheck:
    """Check, with clingo, that a certificate's program grounds to its ground program.

    ``name`` is that of the check, ``made_with`` the version of clingo that the certificate names.
    """
    from hexcourt.solver.proof.ground_program import ProgramError
    from hexcourt.solver.proof.grounding import ground_text

    try:
        same = write_aspif(ground_text(texts["program.lp"])) == texts["ground.aspif"]
    except ProgramError as error:
        return ProofCheck(name, False, f"program.lp does not ground ({error}); certify anew")
    if same:
        return ProofCheck(name, True, "ground.aspif is what program.lp grounds to, by clingo again")
    tools = f"clingo {version('clingo')}, certified with {made_with[:20]!a}"
    text = f"ground.aspif is not what program.lp grounds to ({tools}); certify anew"
    return ProofCheck(name, False, text)


def _refuted(
    cnf: Cnf, outcome: stable_models.Refutation, files: dict[str, str]
) -> tuple[ProofCheck, ...]:
    proof = "".join(f"{line}\n" for line in outcome.proof)
    files["proof.drat"] = proof
    files["core.txt"] = "".join(f"{number}\n" for number in outcome.core)
    checks = tuple(check_proof(cnf.clauses, outcome.core, proof))
    for check in checks:
        if not check.ok:
            raise UnprovedError(check.sentence)
    return checks


def _satisfied(
    program: GroundProgram, cnf: Cnf, outcome: stable_models.Model, files: dict[str, str]
) -> tuple[ProofCheck, ...]:
    atoms = {atom for atom in outcome.true if atom <= program.atoms}
    result = objection(program, atoms)
    broken = falsified(cnf, outcome.true)
    if result or broken:
        raise UnprovedError(result or f"the SAT solver's model breaks clause {broken}")
    files["model.txt"] = model_lines(program, atoms)
    files["values.txt"] = values_lines(cnf, outcome.true)
    return (ProofCheck("model", True, "the model is stable by the reduct"),)


def _witness(program: GroundProgram, conflicts: int | None) -> str:
    """Find a model of a program without what is sought: one that has none proves whatever one likes."""
    bare = without_goal(program)
    outcome = decide(bare, conflicts).outcome
    if isinstance(outcome, stable_models.Undecided):
        raise UndecidedError(f"{outcome.conflicts} conflicts found no model; allow more")
    if isinstance(outcome, stable_models.Refutation):
        raise UnprovedError("the program has no answer set at all: it contradicts itself")
    atoms = {atom for atom in outcome.true if atom <= program.atoms}
    result = objection(bare, atoms)
    if result:
        raise UnprovedError(result)
    return model_lines(program, atoms)


def _manifest(draft: CertificateDraft, files: Mapping[str, str]) -> str:
    made = draft.made
    tools = {name: version(name) for name in TOOLS}
    sizes = made.rules, made.variables, made.clauses, made.proof_lines
    contents = {name: text.encode() for name, text in files.items()}
    return manifest_text(made.verdict, draft.has_goal, tools, sizes, contents)
