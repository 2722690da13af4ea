"""Measures questions: warm answers, reasons, and the certificates of two named claims.

python bench/questions.py [FOLDER OF VASL BOARDS]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hexcourt.solver.proof.certificate import Certificate
from hexcourt.solver.query.certifying import certify_answer, verify_statement
from hexcourt.solver.query.reasons import reasons
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.sandbox.limited_run import Limits

CLAIMS = (
    (
        "two roadblocks cannot bar K12 from L13",
        "pegasus",
        99,
        'always : path("L13","K12")',
        ("{ roadblock(A,B) : road(A,B); roadblock(A,B) : narrow(A,B) } = 2",),
    ),
    (
        "no unit below level 2½ sees past two embankments to an entrenched unit",
        "budapest",
        1,
        "all A, B : embankments(A,B) >= 2, sees(A,B,entrenched) -> level(A) >= 2.5",
        (),
    ),
)


def main(folders: Sequence[str]) -> None:
    boards = ["budapest", *(str(Path(folder) / "bd01") for folder in folders)]
    for board in boards:
        warm_sights(board)
    warm_ways()
    explained()
    for claim in CLAIMS:
        certificate(*claim)


def warm_sights(board: str) -> None:
    session = QuerySession(board)
    names = [record.name for record in session.board.hexes][40:56]
    session.ask(f'which H : sees(H, "{names[0]}")')
    print(f"{Path(board).name}, warm")
    pairs = [f'exists : sees("{name}", "{names[0]}")' for name in names[1:]]
    print(f"  does one hex see another, each time another: {spread(session, pairs)}")
    whole = [f'which H : sees(H, "{name}")' for name in names[1:]]
    print(f"  who sees a hex, each time another: {spread(session, whole)}")
    print(f"  who sees a hex, asked before: {spread(session, whole)}")
    print(f"  looked up only: {spread(session, ['count H : building(H), level(H) >= 1'] * 9)}")


def warm_ways() -> None:
    session = QuerySession("pegasus", start="L13")
    names = [record.name for record in session.board.hexes][20:40]
    session.ask(f'min C : reach("{names[0]}", C)')
    print("pegasus, warm")
    asked = [f'min C : reach("{name}", C)' for name in names[1:]]
    print(f"  the least cost to a hex, each time another: {spread(session, asked)}")


def explained() -> None:
    session = QuerySession("budapest")
    names = [record.name for record in session.board.hexes]
    seconds = []
    for first, second in zip(names[::9], names[::-7], strict=False):
        if first != second:
            found = session.ask(f'exists : sees("{first}", "{second}")')
            seconds.append(timed(lambda f=found: reasons(session, f))[0])
    print(f"--why on budapest: {told(seconds)}")


def certificate(name: str, board: str, turns: int, question: str, vary: tuple[str, ...]) -> None:
    session = QuerySession(board, turns=turns)
    asked, found = timed(lambda: session.ask(question, vary=vary, limits=Limits(600)))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "certificate"
        written, made = timed(lambda: certify_answer(session, found, vary, place, Limits(600)))
        checked, verified = timed(lambda: verify_statement(place))
    assert isinstance(made, Certificate)
    print(f"{name}: {found.answer}, asked in {asked:.1f} s")
    size = f"{made.rules} ground rules, {made.clauses} clauses, {made.proof_lines} lines of proof"
    print(
        f"  certified in {written:.1f} s, verified in {checked:.1f} s ({verified.is_bound}): {size}"
    )


def spread(session: QuerySession, questions: Sequence[str]) -> str:
    return told([timed(lambda q=each: session.ask(q))[0] for each in questions])


def told(seconds: Sequence[float]) -> str:
    median, worst = 1000 * statistics.median(seconds), 1000 * max(seconds)
    return f"median {median:.1f} ms, worst {worst:.1f} ms of {len(seconds)}"


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    result = work()
    return time.perf_counter() - begun, result


if __name__ == "__main__":
    main(sys.argv[1:])
