"""Certificates checked from their folder alone, without a logic solver.

Everything in the folder is distrusted: sizes are limited, links are not followed, and what the files
say of each other is found out anew. Not checked here is that ``program.lp`` grounds to ``ground.aspif``
(``certificate.regrounds`` does, with clingo).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from hexcourt.facts.errors import BadInput
from hexcourt.solver.proving.certificates.folder import (
    LARGEST_FILE,
    MANIFEST,
    as_text,
    digest,
    read_file,
)
from hexcourt.solver.proving.certificates.layout import (
    COMMON_FILES,
    SCHEMA,
    UNSATISFIABLE,
    VERDICT_FILES,
    atoms_table,
    falsified,
    read_loops,
    read_model,
    read_numbers,
    read_values,
)
from hexcourt.solver.proving.clauses.checking import Check, check_proof
from hexcourt.solver.proving.clauses.cnf import Cnf, translate
from hexcourt.solver.proving.clauses.reduct import objection
from hexcourt.solver.proving.programs.aspif import read_aspif
from hexcourt.solver.proving.programs.program import GroundProgram, ProgramError


@dataclass(frozen=True, slots=True)
class Verification:
    """What a certificate claims, and every check of it, in order."""

    folder: Path
    verdict: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Tell that all checks held."""
        return all(check.ok for check in self.checks)


def verify(folder: Path, largest: int = LARGEST_FILE) -> Verification:
    """Check a certificate, its files being of ``largest`` bytes at most.

    Raises BadInput for what is no certificate; all else that is wrong comes out as checks that failed.
    """
    manifest = _manifest(folder, largest)
    verdict = cast(str, manifest["verdict"])
    texts: dict[str, str] = {}
    checks = list(_files(folder, manifest, texts, largest))
    if all(check.ok for check in checks):
        checks += _contents(texts, verdict)
    return Verification(folder, verdict, tuple(checks))


def _manifest(folder: Path, largest: int) -> Mapping[str, object]:
    """Read the manifest as far as it can be used."""
    if not folder.is_dir():
        raise BadInput(f"{folder}: is no folder; name the folder of a certificate")
    text = as_text(folder, MANIFEST, read_file(folder, MANIFEST, largest))
    place = folder / MANIFEST
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(f"{place}: is no JSON; restore the file") from None
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise BadInput(f"{place}: is no manifest of schema {SCHEMA}; certify anew")
    if not isinstance(content.get("verdict"), str) or content["verdict"] not in VERDICT_FILES:
        raise BadInput(f"{place}: the verdict is none of {sorted(VERDICT_FILES)}; certify anew")
    return content


def _files(
    folder: Path, manifest: Mapping[str, object], texts: dict[str, str], largest: int
) -> Iterator[Check]:
    """Hold each file against its digest, and keep its text."""
    wanted = (*COMMON_FILES, *VERDICT_FILES[cast(str, manifest["verdict"])])
    listed = manifest.get("files")
    strangers = _names(folder) - {MANIFEST, *wanted}
    for name in sorted(strangers):
        told = f"{folder}: {ascii(name)[:80]} is not part of the certificate; take it away"
        yield Check("folder", False, told)
    for name in wanted:
        about = listed.get(name) if isinstance(listed, dict) else None
        try:
            content = read_file(folder, name, largest)
            texts[name] = as_text(folder, name, content)
        except BadInput as error:
            yield Check(f"file {name}", False, str(error))
            continue
        if not isinstance(about, dict) or about.get("sha256") != digest(content):
            told = f"{folder / name}: its digest is not that of {MANIFEST}; restore the file"
            yield Check(f"file {name}", False, told)
        else:
            yield Check(f"file {name}", True, f"{name} has the digest of {MANIFEST}")


def _names(folder: Path) -> set[str]:
    try:
        return {each.name for each in folder.iterdir()}
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadInput(f"{folder}: cannot be listed ({reason}); allow reading it") from None


def _contents(texts: Mapping[str, str], verdict: str) -> Iterator[Check]:
    """Check what the files say, each step resting on those before."""
    yield _checked("question", lambda: _question(texts["question.json"]))
    try:
        program = read_aspif(texts["ground.aspif"])
    except ProgramError as error:
        yield Check("translation", False, f"ground.aspif, {error}; certify anew")
        return
    try:
        cnf = translate(program, read_loops(texts["loops.txt"]))
    except ValueError as error:
        told = f"ground.aspif with loops.txt cannot be translated ({error}); certify anew"
        yield Check("translation", False, told)
        return
    yield _checked("translation", lambda: _translation(program, cnf, texts))
    if verdict == UNSATISFIABLE:
        try:
            core = read_numbers(texts["core.txt"])
        except ValueError:
            yield Check("proof", False, "core.txt holds what is no number; certify anew")
            return
        yield from check_proof(cnf.clauses, core, texts["proof.drat"])
    else:
        yield _checked("model", lambda: _model(program, cnf, texts))


def _checked(name: str, check: Callable[[], str]) -> Check:
    """Make a check of a function that gives a sentence or raises ValueError with one."""
    try:
        return Check(name, True, check())
    except (ValueError, RecursionError) as error:
        return Check(name, False, f"{error}; certify anew")


def _question(text: str) -> str:
    try:
        fine = isinstance(json.loads(text), dict)
    except ValueError:
        fine = False
    if not fine:
        raise ValueError("question.json is no JSON object")
    return "question.json says what was asked"


def _translation(program: GroundProgram, cnf: Cnf, texts: Mapping[str, str]) -> str:
    for name, text in (("formula.cnf", cnf.dimacs()), ("atoms.tsv", atoms_table(program))):
        if texts[name] != text:
            line = _first_difference(texts[name], text)
            raise ValueError(f"{name}, line {line}: is not what ground.aspif translates to")
    return f"formula.cnf, {len(cnf.clauses)} clauses, is the translation of ground.aspif"


def _first_difference(one: str, other: str) -> int:
    pairs = zip(one.split("\n"), other.split("\n"), strict=False)
    same = 0
    for left, right in pairs:
        if left != right:
            break
        same += 1
    return same + 1


def _model(program: GroundProgram, cnf: Cnf, texts: Mapping[str, str]) -> str:
    try:
        atoms = read_model(program, texts["model.txt"])
    except ValueError as error:
        raise ValueError(f"model.txt, {error}") from None
    told = objection(program, atoms)
    if told:
        raise ValueError(f"model.txt is no stable model: {told}")
    try:
        true = read_values(texts["values.txt"])
    except ValueError:
        raise ValueError("values.txt is not as SAT solvers print values") from None
    broken = falsified(cnf, true)
    if broken:
        raise ValueError(f"values.txt breaks clause {broken} of formula.cnf")
    if {variable for variable in true if variable <= program.atoms} != atoms:
        raise ValueError("values.txt and model.txt differ about an atom")
    return f"model.txt, {len(atoms)} atoms, is a stable model of ground.aspif"
