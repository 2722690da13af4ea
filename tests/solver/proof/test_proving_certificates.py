"""Certificates: written, checked without clingo, and distrusted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.proof import certificate
from hexcourt.solver.proof.certificate import (
    Certificate,
    UndecidedError,
    UnprovedError,
    draft,
    regrounds,
    write_certificate,
)
from hexcourt.solver.proof.stable_models import Decision, Model, Refutation, decide
from hexcourt.solver.proof.verification import Verification, verify
from tests.effort import PATIENCE

PIGEONS = """
#defined pigeon/1. #defined hole/1.
1 { in(P,H) : hole(H) } 1 :- pigeon(P). :- hole(H), 2 { in(P,H) }.
"""
WAYS = """
#defined edge/2. #defined bridge/2.
{ built(X,Y) : bridge(X,Y) } 1.
reached(a). reached(Y) :- reached(X), edge(X,Y). reached(Y) :- reached(X), built(X,Y).
:- not reached(z).
"""
BARRED = WAYS + ":- built(c,y)."
ISLANDS = [f"edge({x},{y})" for x, y in ("ab", "ba", "bc", "cb", "xy", "yx", "yz", "zy", "zx")]


def certified_folder(
    folder: Path,
    rules: str,
    given: Sequence[str],
    question: Mapping[str, object],
    conflicts: int | None = None,
) -> Certificate:
    return write_certificate(folder, draft(rules, given, question, conflicts=conflicts))


def refuted(folder: Path) -> Certificate:
    given = [f"pigeon({n})" for n in range(6)] + [f"hole({n})" for n in range(5)]
    return certified_folder(folder, PIGEONS, given, {"question": "do six fit five?"})


def shown(folder: Path) -> Certificate:
    return certified_folder(
        folder, WAYS, [*ISLANDS, "bridge(c,y)"], {"question": "is there a way?"}
    )


def failed(verification: Verification) -> list[str]:
    return [check.name for check in verification.checks if not check.ok]


# --- there and back -------------------------------------------------------------------------------


def test_a_refutation_there_and_back(tmp_path: Path) -> None:
    made = refuted(tmp_path / "proof")
    assert made.verdict == "unsatisfiable" and made.proof_lines > 10 and not made.true
    checked = verify(tmp_path / "proof")
    assert checked.ok and checked.verdict == "unsatisfiable"
    assert [check.name for check in checked.checks][-4:-2] == ["question", "translation"]
    assert json.loads((tmp_path / "proof/question.json").read_text())["question"].endswith("five?")
    assert regrounds(verify(tmp_path / "proof").texts).ok


def test_a_model_there_and_back(tmp_path: Path) -> None:
    made = shown(tmp_path / "model")
    assert made.verdict == "satisfiable" and "built(c,y)" in made.true
    checked = verify(tmp_path / "model")
    assert checked.ok and checked.verdict == "satisfiable"
    assert "built(c,y)" in (tmp_path / "model/model.txt").read_text().split("\n")
    assert regrounds(verify(tmp_path / "model").texts).ok


def test_loops_are_part_of_a_certificate(tmp_path: Path) -> None:
    made = certified_folder(tmp_path / "loops", BARRED, [*ISLANDS, "bridge(c,y)"], {})
    assert made.verdict == "unsatisfiable"
    assert (tmp_path / "loops/loops.txt").read_text().strip()
    assert verify(tmp_path / "loops").ok


def test_ordered_circles_are_part_of_a_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexcourt.solver.proof.stable_models.ROUNDS", 1)
    certified_folder(tmp_path / "ordered", BARRED, [*ISLANDS, "bridge(c,y)"], {})
    assert (tmp_path / "ordered/loops.txt").read_text() == "ordered\n"
    assert verify(tmp_path / "ordered").ok


def test_two_certificates_of_one_question_are_equal(tmp_path: Path) -> None:
    refuted(tmp_path / "one")
    refuted(tmp_path / "two")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


WITHOUT_CLINGO = """
import sys
class Barred:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("clingo", "pysat", "pysolvers"):
            raise ImportError(f"{name} is barred")
sys.meta_path.insert(0, Barred())
from pathlib import Path
from hexcourt.solver.proof.verification import verify
for folder in sys.argv[1:]:
    assert verify(Path(folder)).ok
print("checked", "clingo" in sys.modules)
"""


def test_checking_needs_no_clingo(tmp_path: Path) -> None:
    refuted(tmp_path / "proof")
    shown(tmp_path / "model")
    asked = [sys.executable, "-c", WITHOUT_CLINGO, str(tmp_path / "proof"), str(tmp_path / "model")]
    ran = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.stdout == "checked False\n", ran.stderr


@pytest.mark.parametrize(("said", "holds"), [("s VERIFIED", True), ("s NOT VERIFIED", False)])
def test_a_checker_can_be_named(said: str, holds: bool, tmp_path: Path) -> None:
    refuted(tmp_path / "proof")
    (tmp_path / "tools").mkdir()
    checker = tmp_path / "tools" / "drat-trim"
    checker.write_text(f"#!/bin/sh\necho '{said}'\n")
    checker.chmod(0o755)
    checked = verify(tmp_path / "proof", checkers=str(tmp_path / "tools"))
    assert [c.ok for c in checked.checks if c.name == "proof by drat-trim"] == [holds]
    assert checked.ok == holds


# --- faults are noticed ---------------------------------------------------------------------------


def sealed(folder: Path, name: str, change: Callable[[str], str]) -> None:
    """Change a file and its digest with it."""
    text = change((folder / name).read_text())
    (folder / name).write_text(text)
    manifest = json.loads((folder / "manifest.json").read_text())
    content = text.encode()
    manifest["files"][name] = {"bytes": len(content), "sha256": sha256(content).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def without_line(number: int) -> Callable[[str], str]:
    return lambda text: "\n".join(text.split("\n")[:number] + text.split("\n")[number + 1 :])


@pytest.mark.parametrize(
    ("name", "change", "check"),
    [
        ("formula.cnf", without_line(40), "translation"),
        ("formula.cnf", lambda text: text.replace("-1 ", "1 ", 1), "translation"),
        ("formula.cnf", lambda text: text + "1 0\n", "translation"),
        ("ground.aspif", without_line(9), "translation"),
        ("ground.aspif", lambda text: text[: len(text) // 2], "translation"),
        ("ground.aspif", lambda text: text.replace("1 0 0 ", "2 0 0 "), "translation"),
        ("loops.txt", lambda text: "1 2\n", "translation"),
        ("loops.txt", lambda text: "x\n", "translation"),
        ("atoms.tsv", lambda text: text.replace("in(", "out(", 1), "translation"),
        ("proof.drat", lambda text: text[: len(text) // 2], "proof by dratify"),
        ("proof.drat", lambda text: text.rsplit("\n", 2)[0][:-4], "proof by dratify"),
        ("proof.drat", lambda text: "-1 0\n" + text, "proof by dratify"),
        ("proof.drat", lambda text: "99999999999999999999 0\n" + text, "proof by dratify"),
        ("core.txt", without_line(3), "proof by dratify"),
        ("core.txt", lambda text: text + "9999999\n", "proof by dratify"),
        ("core.txt", lambda text: text + "-1\n", "proof by dratify"),
        ("core.txt", lambda text: text + "one\n", "proof"),
        ("question.json", lambda text: "[]", "question"),
        ("question.json", lambda text: "[" * 100_000, "question"),
    ],
)
def test_a_changed_refutation_fails(
    name: str, change: Callable[[str], str], check: str, tmp_path: Path
) -> None:
    refuted(tmp_path / "c")
    sealed(tmp_path / "c", name, change)
    assert check in failed(verify(tmp_path / "c"))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("model.txt", without_line(3)),
        ("model.txt", lambda text: text + "built(c,x)\n"),
        ("model.txt", lambda text: text.replace("built(c,y)\n", "")),
        ("model.txt", lambda text: ""),
        ("values.txt", lambda text: "s SATISFIABLE\nv 0\n"),
        ("values.txt", lambda text: text.replace("v ", "v -", 1)),
        ("values.txt", lambda text: "s SATISFIABLE\nv x 0\n"),
        ("values.txt", lambda text: ""),
    ],
)
def test_a_changed_model_fails(name: str, change: Callable[[str], str], tmp_path: Path) -> None:
    shown(tmp_path / "c")
    sealed(tmp_path / "c", name, change)
    assert failed(verify(tmp_path / "c")) == ["model"]


def test_every_file_is_under_seal(tmp_path: Path) -> None:
    for make in (refuted, shown):
        make(tmp_path / "c")
        for path in sorted((tmp_path / "c").iterdir()):
            content = path.read_bytes()
            path.write_bytes(content + b" ")
            if path.name != "manifest.json":
                assert failed(verify(tmp_path / "c")) == [f"file {path.name}"]
            path.write_bytes(content)
        assert verify(tmp_path / "c").ok


def test_another_program_is_noticed_with_clingo(tmp_path: Path) -> None:
    refuted(tmp_path / "c")
    sealed(tmp_path / "c", "program.lp", lambda text: text.replace("pigeon(5).\n", ""))
    assert verify(tmp_path / "c").ok  # the proof still is one of the ground program
    assert not regrounds(verify(tmp_path / "c").texts).ok
    sealed(tmp_path / "c", "program.lp", lambda text: text + "x :- y.\n")
    assert not regrounds(verify(tmp_path / "c").texts).ok


def test_the_verdict_cannot_be_turned_round(tmp_path: Path) -> None:
    refuted(tmp_path / "c")
    path = tmp_path / "c/manifest.json"
    path.write_text(path.read_text().replace('"unsatisfiable"', '"satisfiable"'))
    assert "file model.txt" in failed(verify(tmp_path / "c"))


def test_a_wrong_translation_does_not_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(
            "hexcourt.solver.proof.clauses.Translation.forbid_loop", lambda self, loop: None
        )
        patched.setattr("hexcourt.solver.proof.clauses.Founding.unfounded", lambda self, true: [])
        with pytest.raises(UnprovedError, match="nothing derives it"):
            certified_folder(tmp_path / "c", BARRED, [*ISLANDS, "bridge(c,y)"], {})
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("fault", [Refutation(("0",), (1,)), Model(frozenset((1, 2)))])
def test_a_lying_solver_is_found_out(
    fault: Refutation | Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        certificate,
        "decide",
        lambda program, conflicts: Decision(decide(program).cnf, decide(program).loops, fault),
    )
    with pytest.raises(UnprovedError):
        shown(tmp_path / "c")
    assert not list(tmp_path.iterdir())


# --- hostile folders ------------------------------------------------------------------------------


def manifest_of(content: object) -> Callable[[Path], object]:
    return lambda folder: (folder / "manifest.json").write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda folder: (folder / "manifest.json").unlink(), "manifest.json: cannot be read"),
        (lambda folder: (folder / "manifest.json").write_bytes(b"\xff"), "line 1: not UTF-8"),
        (lambda folder: (folder / "manifest.json").write_text("{"), "is no JSON"),
        (lambda folder: (folder / "manifest.json").write_text("[" * 200_000), "is no JSON"),
        (lambda folder: (folder / "manifest.json").write_text("9" * 9000), "is no JSON"),
        (lambda folder: (folder / "manifest.json").write_text(" " * 2_000_000), "more than 1 MiB"),
        (lambda folder: (folder / "manifest.json").write_text('{"a":1,"a":2}'), "each name once"),
        (manifest_of([]), "no manifest of schema"),
        (manifest_of({"schema": 1}), "no manifest of schema"),
        (manifest_of({"schema": 3, "verdict": ["x"]}), "the verdict is none of"),
        (manifest_of({"schema": 3, "verdict": "maybe"}), "the verdict is none of"),
    ],
)
def test_what_is_no_certificate(
    spoil: Callable[[Path], object], sentence: str, tmp_path: Path
) -> None:
    folder = tmp_path / "c"
    refuted(folder)
    spoil(folder)
    with pytest.raises(BadInput, match=sentence):
        verify(folder, largest=1 << 20)


def test_a_certificate_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "nothing"):
        with pytest.raises(BadInput, match="is no folder"):
            verify(place)


def replaced(name: str, make: Callable[[Path], object]) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        (folder / name).unlink()
        make(folder / name)

    return change


@pytest.mark.parametrize(
    ("spoil", "name", "sentence"),
    [
        (lambda folder: (folder / "proof.drat").unlink(), "file proof.drat", "cannot be read"),
        (replaced("proof.drat", lambda p: p.symlink_to("/dev/zero")), "file proof.drat", "a link"),
        (replaced("core.txt", lambda p: p.symlink_to("loops.txt")), "file core.txt", "a link"),
        (replaced("proof.drat", os.mkfifo), "file proof.drat", "no regular file"),
        (replaced("core.txt", Path.mkdir), "file core.txt", "no regular file|cannot be read"),
        (replaced("core.txt", lambda p: p.write_bytes(b"1\n\xff")), "file core.txt", "line 2: not"),
        (
            lambda f: (f / "core.txt").write_text("1" * 2_000_000),
            "file core.txt",
            "more than 1 MiB",
        ),
        (lambda folder: (folder / "extra").write_text(""), "folder", "'extra' is not part"),
        (
            lambda f: Path(os.fsdecode(bytes(f / "x") + b"\xff")).write_text(""),
            "folder",
            "not part",
        ),
        (manifest_of({"schema": 3, "verdict": "unsatisfiable"}), "file core.txt", "digest"),
        (
            manifest_of({"schema": 3, "verdict": "unsatisfiable", "files": {"../x": 1}}),
            "folder",
            "'../x' is not part",
        ),
        (
            manifest_of({"schema": 3, "verdict": "unsatisfiable", "files": {"core.txt": 1}}),
            "file core.txt",
            "digest",
        ),
    ],
)
def test_hostile_files_fail_a_check(
    spoil: Callable[[Path], object], name: str, sentence: str, tmp_path: Path
) -> None:
    refuted(tmp_path / "c")
    spoil(tmp_path / "c")
    checked = verify(tmp_path / "c", largest=1 << 20)
    assert name in failed(checked)
    told = [check.sentence for check in checked.checks if check.name == name]
    assert re.search(sentence, told[0])


# --- writing --------------------------------------------------------------------------------------


def test_a_certificate_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    refuted(tmp_path / "c")
    shown(tmp_path / "c")
    assert verify(tmp_path / "c").verdict == "satisfiable"
    (tmp_path / "c/notes.txt").write_text("mine")
    with pytest.raises(BadInput, match="no certificate and not empty"):
        shown(tmp_path / "c")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/model.txt").write_text("mine")
    with pytest.raises(BadInput, match="no certificate and not empty"):
        shown(tmp_path / "mine")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["c", "mine"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    shown(tmp_path / "c")
    assert verify(tmp_path / "c").ok


@pytest.mark.parametrize("place", ["file", "file/c", "nothing/c"])
def test_where_no_certificate_can_be(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"choose another place|make it first"):
        shown(tmp_path / place)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_failed_write_leaves_the_old_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuted(tmp_path / "c")

    def full(self: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BadInput, match="No space left"):
        shown(tmp_path / "c")
    monkeypatch.undo()
    assert [each.name for each in tmp_path.iterdir()] == ["c"]
    assert verify(tmp_path / "c").verdict == "unsatisfiable"


@pytest.mark.parametrize("question", [{"a": {1}}, {"a": float("nan")}, {"a": "\ud800"}])
def test_a_question_is_json(question: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no JSON"):
        certified_folder(tmp_path / "c", "a.", [], question)


def test_too_few_conflicts(tmp_path: Path) -> None:
    given = [f"pigeon({n})" for n in range(9)] + [f"hole({n})" for n in range(8)]
    with pytest.raises(UndecidedError, match="allow more"):
        certified_folder(tmp_path / "c", PIGEONS, given, {}, conflicts=10)
    assert not list(tmp_path.iterdir())
