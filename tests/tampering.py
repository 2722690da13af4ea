"""Forged certificates of eleven kinds, all their digests put right: what a liar would hand in.

A forger has our own tools. Where a kind needs it he proves another program, and puts the question's own
in its place.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.proof.certificate import UnprovedError, draft, write_certificate
from hexcourt.solver.query.statement import MEANINGS, RulesNeeded, Statement, read_statement

Files = dict[str, str]
"""The files of a certificate by name, ``/`` between folder and name."""


@dataclass(frozen=True)
class Genuine:
    """A true certificate: its files, and what it states."""

    files: Mapping[str, str]

    @property
    def told(self) -> dict[str, Any]:
        return dict(json.loads(self.files["question.json"]))

    @property
    def stated(self) -> Statement:
        found = read_statement(self.files["question.json"], self.files["board.lp"])
        assert not isinstance(found, RulesNeeded)
        return found


def read_files(folder: Path) -> Files:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def write_sealed(folder: Path, files: Mapping[str, str]) -> None:
    """Write a certificate with the digests that its files have."""
    sealed = dict(files)
    for place in ("bounds/", ""):
        name = f"{place}manifest.json"
        if name not in sealed:
            continue
        manifest = json.loads(sealed[name])
        for each, about in manifest["files"].items():
            content = sealed.get(place + each, "").encode()
            about.update(sha256=sha256(content).hexdigest(), bytes=len(content))
        sealed[name] = json.dumps(manifest)
    for name, text in sealed.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def opened_and_spoilt(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often each file of a folder is opened, and spoil it as soon as it was."""
    times: Counter[str] = Counter()
    opened = os.open

    def open_and_spoil(path: Any, flags: int, *more: Any, **others: Any) -> int:
        handle = opened(path, flags, *more, **others)
        place = Path(os.fsdecode(path)) if isinstance(path, str | Path) else Path()
        if place.is_relative_to(folder) and place.is_file():
            times[place.relative_to(folder).as_posix()] += 1
            content = os.pread(handle, 1 << 26, 0)
            place.unlink()
            place.write_bytes(content.replace(b"1", b"2") + b" ")
        return handle

    monkeypatch.setattr(os, "open", open_and_spoil)
    return times


def questioned(files: Mapping[str, str], told: Mapping[str, Any]) -> Files:
    text = json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    inner = {"bounds/question.json": text} if "bounds/question.json" in files else {}
    return {**files, "question.json": text, **inner}


# --- eleven kinds -----------------------------------------------------------------------------------


def another_question(one: Genuine, other: Genuine, random: Random) -> Files:
    told = one.told
    text = told["question"]
    changes = {
        str(other.told["question"]),
        text.replace("A1", "C3").replace("B1", "A2"),
        text.replace("exists", "never").replace("count", "which"),
        text.replace(": ", ": not ", 1),
        f"{text}, 1 = 2",
    }
    return questioned(one.files, {**told, "question": random.choice(sorted(changes - {text}))})


def answer_turned_round(one: Genuine, other: Genuine, random: Random) -> Files:
    told = one.told
    told["answer"] = "no" if told["answer"] == "yes" else "yes"
    if random.random() < 0.7:
        kind = random.choice([kind for kind in MEANINGS if kind != told["kind"]])
        told |= {"kind": kind, "meaning": MEANINGS[kind]}
    if random.random() < 0.5:
        told["world"] = None if told["world"] is not None else []
    if random.random() < 0.5:
        told["claim"] = None
    return questioned(one.files, told)


def no_question(one: Genuine, other: Genuine, random: Random) -> Files:
    text = random.choice(["{}", "[]", "", "null", '{"question": 1}', "{" * 9, '"yes"', "NaN"])
    if random.random() < 0.5:
        told = one.told
        told[random.choice(sorted(told))] = random.choice([None, 7, [], {}, "x", [["x"]], -1])
        return questioned(one.files, told)
    return {**one.files, "question.json": text}


def another_board(one: Genuine, other: Genuine, random: Random) -> Files:
    lines = one.files["board.lp"].split("\n")
    kinds = ("elevation(", "hexside(", "inherent(", "location(", "terrain(", "outline(", "hex(")
    at = random.choice([n for n, line in enumerate(lines) if line.startswith(kinds)])
    bent = lines[at].replace(",0)", ",4)").replace("wall", "hedge").replace(",2)", ",0)")
    lines[at : at + 1] = [bent] if bent != lines[at] else []
    text = "\n".join(lines)
    told = one.told
    if random.random() < 0.5:
        told["board"] = "budapest"
    return questioned({**one.files, "board.lp": text}, told)


def other_rules(one: Genuine, other: Genuine, random: Random) -> Files:
    changed = random.choice(
        ["0" * 16, "", one.told["rules_digest"][::-1], "\u202e" * 40, "x" * 10_000]
    )
    return questioned(one.files, {**one.told, "rules_digest": changed})


def another_program(one: Genuine, other: Genuine, random: Random) -> Files:
    lines = one.files["program.lp"].split("\n")
    at = random.randrange(len(lines))
    texts = (
        "\n".join(lines[:at] + lines[at + 1 :]),
        one.files["program.lp"] + "goal.\n",
        "garbage",
        '#include "/etc/passwd".',
        "",
        other.files["program.lp"],
    )
    text = random.choice(texts)
    return {**one.files, "program.lp": text if text != one.files["program.lp"] else text + "%"}


def another_ground_program(one: Genuine, other: Genuine, random: Random) -> Files:
    """Prove a program that was bent, and leave the question's own beside it."""
    bent = random.choice([":- sought.", "goal.", ":- not goal.", "wrong.", "sees(1,2). :- goal."])
    rules, given = one.stated.program()
    try:
        forged = draft(f"{rules}\n#defined wrong/0. {bent}\n", given, one.told, about_goal=True)
    except UnprovedError:
        return another_program(one, other, random)
    files = _issued(one, forged)
    if random.random() < 0.7:
        files["program.lp"] = one.files["program.lp"]
    return files


def another_proof(one: Genuine, other: Genuine, random: Random) -> Files:
    names = [n for n in one.files if n.split("/")[-1] in ("proof.drat", "core.txt", "model.txt")]
    name = random.choice(names)
    lines = one.files[name].split("\n")
    at = random.randrange(len(lines))
    changes = ("", lines[at] + "1", lines[at].replace("1", "2"), "0", "-" + lines[at])
    lines[at : at + 1] = [random.choice(changes)]
    if random.random() < 0.3:
        lines = lines[: len(lines) // 2]
    return {**one.files, name: "\n".join(lines)}


def contradiction(one: Genuine, other: Genuine, random: Random) -> Files:
    """State the opposite, and prove it of a program that holds a contradiction or nothing at all."""
    told = one.told
    told["answer"] = "no" if told["answer"] == "yes" else "yes"
    told |= {"kind": "nowhere", "meaning": MEANINGS["nowhere"], "claim": None, "world": None}
    rules = random.choice(["{ sought }. :- sought.", "{ sought }. a. :- a, sought.", "sought."])
    try:
        forged = draft(rules, [], told, about_goal=True)
    except UnprovedError:
        return no_question(one, other, random)
    files = _issued(one, forged)
    if random.random() < 0.3:
        files |= {"ground.aspif": "asp 1 0 0\n1 0 0 0 0\n0\n", "proof.drat": "", "core.txt": "1\n"}
    if random.random() < 0.5:
        files["program.lp"] = one.files["program.lp"]
    return questioned(files, told)


def another_claim(one: Genuine, other: Genuine, random: Random) -> Files:
    """Claim something else of rows, numbers, worlds or pieces."""
    told = one.told
    claim = told["claim"]
    if claim is None or random.random() < 0.3:
        name = random.choice(["world", "vary", "placed", "given", "without", "granted", "unit"])
        told[name] = random.choice([["rubble(A1,stone)"], [], None, "tank", ['wall("A1","A2")']])
        return questioned(one.files, told)
    if "number" in claim:
        shift = random.choice([[1, 1], [-1, -1], [0, -1], [1, 0], [5, 9]])
        claim["number"] = [n + by for n, by in zip(claim["number"], shift, strict=True)]
    elif random.random() < 0.5:
        claim["possible"] = claim["possible"][1:]
        claim["certain"] = [row for row in claim["certain"] if row in claim["possible"]]
    else:
        row = ["Z9"] * max(1, len((claim["possible"] or [[""]])[0]))
        claim["possible"] = [*claim["possible"], row]
        claim["certain"] = [*claim["certain"], row]
    return questioned(one.files, told)


def claim_issued_anew(one: Genuine, other: Genuine, random: Random) -> Files:
    """Bend a claim so that what it proves stays provable, and have our own tools prove it."""
    told = one.told
    claim = told["claim"]
    if claim is None:
        return answer_turned_round(one, other, random)
    if "possible" in claim and random.random() < 0.6:
        twice = [*claim["possible"], *claim["possible"][:1]]
        claim["possible"] = twice or [["Z9"], ["Z9"]]
        claim["certain"] = claim["certain"] and twice
    else:
        claim |= {"number": [7, 7]}
        if random.random() < 0.5:
            claim.pop("possible", None), claim.pop("certain", None)
    try:
        bent = Genuine({**one.files, "question.json": json.dumps(told)}).stated
        forged = draft(*bent.program(), told, about_goal=True)
    except (BadInput, UnprovedError):
        return questioned(one.files, told)
    return _issued(one, forged)


KINDS = (
    another_question,
    answer_turned_round,
    no_question,
    another_board,
    other_rules,
    another_program,
    another_ground_program,
    another_proof,
    contradiction,
    another_claim,
    claim_issued_anew,
)


def _issued(one: Genuine, forged: Any) -> Files:
    """Write a forged draft as our own tools write a certificate."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        write_certificate(Path(folder) / "c", forged, one.files["board.lp"])
        return read_files(Path(folder) / "c")
