"""Measures certificates: whole questions on Budapest certified and verified, and by which grounder.

Seconds are those of the processor, of children too: how busy the machine is does not count.

.venv/bin/python bench/certificates.py
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from hexcourt.solver.proof.certificate import Certificate
from hexcourt.solver.query.certifying import certify_answer, verify_statement
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.sandbox.limited_run import Limits

T = TypeVar("T")

RUBBLE = '{ rubble(H,stone) : building(H,stone), range(H, "F31") <= 2 } <= 2'
ASKED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ('never : sees("C30", "N39")', ()),
    ('which H : hex(H), sees(H, "F31"), range(H, "F31") <= 4', ()),
    ('which H : sees(H, "F31", emplaced)', ()),
    ('count H : hex(H), sees(H, "G38")', ()),
    ('max L : sees(H, "G38"), level(H, L)', ()),
    ("all A, B : embankments(A,B) >= 2, sees(A,B,entrenched) -> level(A) >= 2.5", ()),
    ('exists : sees("L33h2", "E31")', (RUBBLE,)),
    ('count H : sees(H, "E31"), range(H, "E31") <= 2', (RUBBLE,)),
)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    begin = sum(os.times()[:4])
    found = work()
    return sum(os.times()[:4]) - begin, found


def main() -> None:
    for question, vary in ASKED:
        with tempfile.TemporaryDirectory() as place:
            measure(question, vary, Path(place) / "proof")


def measure(question: str, vary: tuple[str, ...], folder: Path) -> None:
    session = QuerySession("budapest")
    found = session.ask(question, vary=vary)
    written, made = timed(lambda: certify_answer(session, found, vary, folder, Limits(600)))
    assert isinstance(made, Certificate), made
    checked, verified = timed(lambda: verify_statement(folder))
    assert verified.is_bound, verified.every
    apart = "with" if verified.is_grounded_independently else "without"
    print(f"{question}{' of ' if vary else ''}{'; '.join(vary)}")
    print(
        f"  certified in {written:.1f} s, verified in {checked:.1f} s, {apart} a grounder of "
        f"our own; {made.rules} ground rules, {made.clauses} clauses"
    )


if __name__ == "__main__":
    main()
