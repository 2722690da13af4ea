"""Certificates checked from their folder alone, without a logic solver.

Everything in the folder is distrusted: sizes are limited, links are not followed, and what the files
say of each other is found out anew. Not checked here is what ``ground.aspif`` has to do with
``program.lp``, and that with a question (``hexcourt.solver.query.certifying`` does).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from hexcourt.facts.base.errors import BadInput, quoted
from hexcourt.facts.base.files import read_json
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.proof.certificate import (
    BOARD,
    LARGEST_FILE,
    MANIFEST,
    PART,
    SCHEMA,
    TOOLS,
    UNSATISFIABLE,
    VERDICT_FILES,
    WITNESS,
    OpenedFolder,
    UnreadableError,
    atoms_table,
    digest,
    falsified,
    files_in,
    files_of,
    json_text,
    manifest_text,
    question_object,
    read_loops,
    read_model,
    read_numbers,
    read_values,
)
from hexcourt.solver.proof.clauses import Cnf, translate
from hexcourt.solver.proof.ground_program import (
    GOAL_ATOM,
    GroundProgram,
    ProgramError,
    read_aspif,
    with_goal,
    without_goal,
)
from hexcourt.solver.proof.proof_checking import ProofCheck, check_proof
from hexcourt.solver.proof.stable_models import objection

_VERSION = pattern(r"[0-9A-Za-z.+-]{1,40}")


@dataclass(frozen=True, slots=True)
class Verification:
    """What a certificate claims, and every check of it, in order.

    ``has_goal`` tells that it is about models in which ``GOAL_ATOM`` holds; ``texts`` are the files that
    had their digests, ``tools`` the versions it was made with, ``program`` what ``ground.aspif`` says,
    and ``parts`` are the certificates within it, by name.
    """

    folder: Path
    verdict: str
    checks: tuple[ProofCheck, ...]
    has_goal: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)
    program: GroundProgram | None = None
    parts: Mapping[str, Verification] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Return whether all checks held."""
        return all(check.ok for check in self.checks)


def kind_stated(found: Verification) -> str:
    """Return what kind of certificate ``question.json`` names; "" where its folder does not hold."""
    return str(question_object(found.texts["question.json"]).get("kind")) if found.ok else ""


def verify(folder: Path, largest: int = LARGEST_FILE, checkers: str | None = None) -> Verification:
    """Check a certificate, its files being of ``largest`` bytes at most.

    ``checkers`` is a folder in which proof checkers are looked for first. Raises BadInput for what is
    no certificate; all else that is wrong comes out as checks that failed. Each file is opened once.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder}: is no folder; name the folder of a certificate")
    return _verified(_Part(OpenedFolder(folder, largest), _names(folder)), checkers)


@dataclass(frozen=True, slots=True)
class _Part:
    """The certificate in a folder, or the one within it, whose names begin with ``within``."""

    files: OpenedFolder
    every: frozenset[str]
    within: str = ""

    @property
    def folder(self) -> Path:
        return self.files.folder / self.within

    @property
    def names(self) -> frozenset[str]:
        return frozenset(
            n.removeprefix(self.within) for n in self.every if n.startswith(self.within)
        )

    def content(self, name: str) -> bytes:
        return self.files.content(self.within + name)

    def text(self, name: str) -> str:
        return self.files.text(self.within + name)


def _verified(part: _Part, checkers: str | None) -> Verification:
    manifest = _manifest(part)
    verdict = cast(str, manifest["verdict"])
    about_goal = manifest.get("sought") == GOAL_ATOM
    texts: dict[str, str] = {}
    checks = list(_files(part, manifest, texts))
    read: list[GroundProgram] = []
    sizes: list[int] = []
    if all(check.ok for check in checks):
        checks += _contents(texts, verdict, about_goal, checkers, read, sizes)
    parts: dict[str, Verification] = {}
    listed = dict.fromkeys(texts)
    for name in [each.removesuffix(f"/{MANIFEST}") for each in texts if PART.match(each)]:
        parts[name] = within = _verified(replace(part, within=f"{name}/"), checkers)
        checks += [replace(each, name=f"{name}: {each.name}") for each in within.checks]
        listed |= dict.fromkeys(f"{name}/{each}" for each in within.texts)
    if all(check.ok for check in checks):
        contents = {name: part.content(name) for name in listed}
        checks.append(_manifest_check(part.text(MANIFEST), manifest, about_goal, sizes, contents))
    result = manifest.get("tools")
    tools = {str(k): str(v) for k, v in result.items()} if isinstance(result, dict) else {}
    program = read[0] if read else None
    return Verification(
        part.folder, verdict, tuple(checks), about_goal, texts, tools, program, parts
    )


def _manifest(part: _Part) -> Mapping[str, object]:
    """Read the manifest as far as it can be used."""
    text = part.text(MANIFEST)
    place = part.folder / MANIFEST
    try:
        content = read_json(text)
    except (ValueError, RecursionError):
        raise BadInput(f"{place}: is no JSON that tells each name once; restore the file") from None
    schema = content.get("schema") if isinstance(content, dict) else None
    if not isinstance(content, dict) or type(schema) is not int or schema != SCHEMA:
        raise BadInput(f"{place}: is no manifest of schema {SCHEMA}; certify anew")
    if not isinstance(content.get("verdict"), str) or content["verdict"] not in VERDICT_FILES:
        raise BadInput(f"{place}: the verdict is none of {sorted(VERDICT_FILES)}; certify anew")
    if content.get("sought") not in (None, GOAL_ATOM):
        raise BadInput(f"{place}: what is sought is not {GOAL_ATOM}; certify anew")
    return content


def _manifest_check(
    text: str,
    manifest: Mapping[str, object],
    about_goal: bool,
    sizes: Sequence[int],
    contents: Mapping[str, bytes],
) -> ProofCheck:
    """Check that a manifest says what its files are, and nothing else."""
    result = manifest.get("tools")
    tools: dict[str, Any] = result if isinstance(result, dict) else {}
    versions = (isinstance(v, str) and _VERSION.fullmatch(v) for v in tools.values())
    if tuple(tools) == TOOLS and all(versions):
        verdict = cast(str, manifest["verdict"])
        written = json.loads(manifest_text(verdict, about_goal, tools, sizes, contents))
        if json_text(written) == json_text(manifest):
            return ProofCheck(
                "manifest", True, f"{MANIFEST} says what the files are, and nothing else"
            )
    sentence = f"{MANIFEST} says something else than what the files are; certify anew"
    return ProofCheck("manifest", False, sentence)


def _files(
    part: _Part, manifest: Mapping[str, object], texts: dict[str, str]
) -> Iterator[ProofCheck]:
    """Check each file by its digest, and keep its text."""
    result, folder = manifest.get("files"), part.folder
    listed = result if isinstance(result, dict) else {}
    inner = [n for n in listed if PART.match(n) and PART.sub("", n) == MANIFEST]
    also = () if part.within else ([BOARD] if BOARD in listed else []) + inner
    verdict = cast(str, manifest["verdict"])
    wanted = (*files_of(verdict, manifest.get("sought") == GOAL_ATOM), *also)
    strangers = (part.names | set(listed)) - {MANIFEST, *wanted}
    within = tuple(name.removesuffix(MANIFEST) for name in also if name != BOARD)
    strangers = frozenset(name for name in strangers if not name.startswith(within))
    for name in sorted(strangers):
        text = f"{folder}: {quoted(name)} is not part of the certificate; take it away"
        yield ProofCheck("folder", False, text)
    for name in wanted:
        about = listed.get(name)
        try:
            content = part.content(name)
            texts[name] = part.text(name)
        except UnreadableError:
            raise
        except BadInput as error:
            yield ProofCheck(f"file {name}", False, str(error))
            continue
        if not isinstance(about, dict) or about.get("sha256") != digest(content):
            text = f"{folder / name}: its digest is not that of {MANIFEST}; restore the file"
            yield ProofCheck(f"file {name}", False, text)
        else:
            yield ProofCheck(f"file {name}", True, f"{name} has the digest of {MANIFEST}")


def _names(folder: Path) -> frozenset[str]:
    try:
        return frozenset(files_in(folder))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadInput(f"{folder}: cannot be listed ({reason}); allow reading it") from None


def _contents(
    texts: Mapping[str, str],
    verdict: str,
    about_goal: bool,
    checkers: str | None,
    read: list[GroundProgram],
    sizes: list[int],
) -> Iterator[ProofCheck]:
    """Check what the files say, each step resting on those before."""
    yield _checked("question", lambda: _question(texts["question.json"]))
    try:
        program = read_aspif(texts["ground.aspif"])
    except ProgramError as error:
        yield ProofCheck("translation", False, f"ground.aspif, {error}; certify anew")
        return
    read.append(program)
    try:
        wanted = with_goal(program) if about_goal else program
        cnf = translate(wanted, read_loops(texts["loops.txt"]))
    except ValueError as error:
        text = f"ground.aspif with loops.txt cannot be translated ({error}); certify anew"
        yield ProofCheck("translation", False, text)
        return
    yield _checked("translation", lambda: _translation(program, cnf, texts))
    lines = texts["proof.drat"].count("\n") if verdict == UNSATISFIABLE else 0
    sizes += [len(program.rules), cnf.variables, len(cnf.clauses), lines]
    if verdict == UNSATISFIABLE:
        try:
            core = read_numbers(texts["core.txt"])
        except ValueError:
            yield ProofCheck("proof", False, "core.txt holds what is no number; certify anew")
            return
        yield from check_proof(cnf.clauses, core, texts["proof.drat"], checkers=checkers)
        if about_goal:
            yield _checked("witness", lambda: _witness(without_goal(program), texts))
    else:
        yield _checked("model", lambda: _model(wanted, cnf, texts))


def _checked(name: str, check: Callable[[], str]) -> ProofCheck:
    """Make a check of a function that gives a sentence or raises ValueError with one."""
    try:
        return ProofCheck(name, True, check())
    except BadInput as error:
        return ProofCheck(name, False, str(error))
    except (ValueError, RecursionError) as error:
        return ProofCheck(name, False, f"{error}; certify anew")


def _question(text: str) -> str:
    question_object(text)
    return "question.json says what was asked"


def _translation(program: GroundProgram, cnf: Cnf, texts: Mapping[str, str]) -> str:
    for name, text in (("formula.cnf", cnf.dimacs()), ("atoms.tsv", atoms_table(program))):
        if texts[name] != text:
            one = texts[name]
            pairs = zip(one.split("\n"), text.split("\n"), strict=False)
            same = 0
            for left, right in pairs:
                if left != right:
                    break
                same += 1
            line = same + 1
            raise ValueError(f"{name}, line {line}: is not what ground.aspif translates to")
    return f"formula.cnf, {len(cnf.clauses)} clauses, is the translation of ground.aspif"


def _witness(bare: GroundProgram, texts: Mapping[str, str]) -> str:
    try:
        atoms = read_model(bare, texts[WITNESS])
    except ValueError as error:
        raise ValueError(f"{WITNESS}, {error}") from None
    result = objection(bare, atoms)
    if result:
        raise ValueError(f"{WITNESS} is no stable model: {result}")
    return (
        f"the program does not contradict itself: {WITNESS}, {len(atoms)} atoms, is a stable model"
    )


def _model(program: GroundProgram, cnf: Cnf, texts: Mapping[str, str]) -> str:
    try:
        atoms = read_model(program, texts["model.txt"])
    except ValueError as error:
        raise ValueError(f"model.txt, {error}") from None
    result = objection(program, atoms)
    if result:
        raise ValueError(f"model.txt is no stable model: {result}")
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
