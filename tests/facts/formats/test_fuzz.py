"""A million damaged inputs in numbered pieces, a seed a piece: ``make thorough`` tries all of them.

`HEXCOURT_FUZZ=100-199` tries some pieces. Pieces that were tried are written to `.fuzzed`, with a digest
of the program, and not tried again by the same program: a night that was broken off goes on from there.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from hexcourt.facts.base.cache import digest_of
from tests.effort import FACTOR
from tests.fuzzing import tried

ROOT = Path(__file__).parents[3]
DONE = ROOT / ".fuzzed"
PIECES, IN_PIECE = 1_000, 1_000
FEW = 60
"""How many of two pieces `make test` tries."""


def pieces() -> range:
    told = os.environ.get("HEXCOURT_FUZZ", "0-1" if FACTOR == 1 else f"0-{PIECES - 1}")
    first, _, last = told.partition("-")
    return range(int(first), int(last or first) + 1)


@cache
def program() -> str:
    """Digest what is tried."""
    rooms = (ROOT / name for name in ("facts", "solver", "asp", "tests/fuzzing.py"))
    files = (each for room in rooms for each in ([room] if room.is_file() else room.rglob("*")))
    return digest_of(
        each.read_text("utf-8") for each in sorted(files) if each.suffix in (".py", ".lp", ".tsv")
    )


def is_done(piece: int) -> bool:
    return DONE.exists() and f"{piece} {program()}\n" in DONE.read_text("utf-8")


@pytest.mark.parametrize("piece", pieces())
def test_whatever_is_read_is_a_value_or_one_sentence(piece: int, tmp_path: Path) -> None:
    whole = FACTOR > 1 or "HEXCOURT_FUZZ" in os.environ
    if whole and is_done(piece):
        pytest.skip("this program was tried with it before")
    found = [tried(f"{piece} {n}", tmp_path) for n in range(IN_PIECE if whole else FEW)]
    assert not any(found), "\n".join(filter(None, found))
    if whole:
        with DONE.open("a", encoding="utf-8") as done:
            done.write(f"{piece} {program()}\n")
