"""Certificates of what is best, of choices of the fewest pieces, and of third moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.certifying import verify_folder
from hexcourt.solver.answer.answer import Verdict
from hexcourt.solver.api.position import Position
from hexcourt.solver.proof.certificate import UnprovedError, draft, write_certificate
from hexcourt.solver.query.best_statement import BestStatement, read_best
from hexcourt.solver.query.certifying import certify_statement
from hexcourt.solver.query.objectives import joined
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.sandbox.limited_run import Limits
from tests import effort
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

STREET = "C1:C5"
SEEN = 'max N : N = #count { H : sees("C3",H), hex(H) }, hex("C3")'
PLACED = 'min N : N = #count { H : rubble(H), hex(H) }, hex("C3")'
ENEMIES = '{ enemy(("C1";"C5")) } = 1'
RUBBLE = '{ rubble(("C2";"C4"),stone) } <= 1'

WORLDS: dict[str, Any] = {
    "question": 'never : sees("C1","C5")',
    "best": [SEEN],
    "vary": ['{ rubble(("C2";"C4"),stone) } <= 2'],
}
FRONT = {**WORLDS, "best": ["min" + SEEN[3:], PLACED], "question": 'exists : hex("C1")'}
GUARANTEED: dict[str, Any] = {
    "question": "exists : enemy(E)",
    "best": ["max N : N = #count { H : enemy(E), sees(E,H), hex(H) }, enemy(F)"],
    "choose": ['{ enemy(("C1";"C3";"C5")) } = 1'],
    "against": [RUBBLE],
}
FEWEST: dict[str, Any] = {
    "question": 'never : sees("C1","C5")',
    "choose": ['{ rubble(("C2";"C3";"C4"),stone) } <= 3'],
    "against": ["clear(1)"],
}
THIRD: dict[str, Any] = {
    "question": 'never : enemy(E), sees(E,"C3")',
    "choose": ['{ foxhole("C3") } = 1'],
    "against": [ENEMIES],
    "then": [RUBBLE],
}
LOST = {**THIRD, "then": ['{ rubble("C2",stone) } <= 1']}
THIRD_BEST = {
    **GUARANTEED,
    "against": ['{ rubble("C2",stone) } <= 1'],
    "then": ['{ wreck("C4") } <= 1'],
}
NONE = {**WORLDS, "question": 'exists : sees("C1","C5"), rubble("C2")'}

CASES = {
    "worlds": (WORLDS, "in no world of"),
    "front": (FRONT, "in no world of"),
    "guaranteed": (GUARANTEED, "for no choice of"),
    "fewest": (FEWEST, "and for none of fewer than 2 pieces"),
    "third move": (THIRD, "given the third move of"),
    "third move lost": (LOST, "then"),
    "third move, best": (THIRD_BEST, "given the third move of"),
    "none": (NONE, "in no world of"),
}


def certified(asked: dict[str, Any], folder: Path) -> Any:
    return Position(tiny(STREET)).ask(**asked, certify=folder)


@pytest.mark.parametrize("name", effort.sample(["worlds", "third move"], [*CASES]))
def test_what_is_certified_is_verified(name: str, tmp_path: Path) -> None:
    asked, words = CASES[name]
    found = certified(asked, tmp_path / "proof")
    assert found.lines[-1].startswith("certified in "), found.lines
    checked = verify_folder(tmp_path / "proof")
    assert checked.verdict is Verdict.YES, checked.lines
    assert words in checked.lines[0]
    stated = checked.lines[1:]
    for row in found.rows:
        if "reply" in row and "best" in row:
            assert any(" and ".join(row["pieces"]) in line for line in stated)


def forge(stated: BestStatement) -> list[BestStatement]:
    """State what is not so: other values, other pieces, replies left out."""
    first, *rest = stated.held
    forged = []
    for by in (-1, 1):
        values = tuple(each + by for each in first.values)
        forged += [replace(stated, held=(first._replace(values=values), *rest))] * bool(values)
    forged.append(replace(stated, held=(first._replace(pieces=first.pieces[1:]), *rest)))
    if first.rescues:
        forged.append(replace(stated, held=(first._replace(rescues=first.rescues[1:]), *rest)))
        bent = first.rescues[0]._replace(placed=())
        forged.append(replace(stated, held=(first._replace(rescues=(bent,)), *rest)))
        worlds = tuple(tuple(each.beats.has) for each in first.rescues)
        forged.append(replace(stated, held=(first._replace(rescues=(), excluded=worlds), *rest)))
    if stated.refuted and stated.refuted[0].replies:
        fewer = stated.refuted[0]._replace(replies=stated.refuted[0].replies[1:])
        forged.append(replace(stated, refuted=(fewer, *stated.refuted[1:])))
    if stated.fewer is not None:
        forged.append(replace(stated, fewer=stated.fewer + 1))
    if rest:
        forged.append(replace(stated, held=(first,)))
    return forged


@pytest.mark.parametrize(
    "name",
    effort.sample(
        ["third move"],
        ["worlds", "front", "fewest", "guaranteed", "third move", "third move, best"],
    ),
)
def test_no_forged_statement_is_verified(name: str, tmp_path: Path) -> None:
    """Whoever forges has our own tools, but no proof of what is not so."""
    certified(CASES[name][0], tmp_path / "proof")
    text, board = ((tmp_path / "proof" / n).read_text() for n in ("question.json", "board.lp"))
    stated = read_best(text, board)
    assert isinstance(stated, BestStatement)
    forgeries = forge(stated)
    assert len(forgeries) >= 3
    for number, each in enumerate(forgeries):
        with pytest.raises((BadInput, UnprovedError)):
            certify_statement(each, tmp_path / "again", Limits())
        try:
            parts = {
                name: draft(*inner.program(), inner.as_json, about_goal=True)
                for name, inner in each.parts.items()
            }
            main = draft(*each.program(), each.as_json, about_goal=True)
        except (BadInput, UnprovedError):
            continue
        folder = tmp_path / str(number)
        write_certificate(folder, main, board, parts)
        assert verify_folder(folder).verdict is not Verdict.YES, each


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("exists : hex(H)", "exists : hex(H), level(H_n1,L_n1), L_n1 >= 0.5"),
        ('never : sees("C1","C5")', 'exists : not sees("C1","C5"), level(H_n1,L_n1), L_n1 >= 0.5'),
        ('never : not sees("C1","C5")', 'exists : sees("C1","C5"), level(H_n1,L_n1), L_n1 >= 0.5'),
        (
            'never : enemy(E), sees(E,"C3")',
            'exists : #count { E : enemy(E), sees(E,"C3") } <= 0, level(H_n1,L_n1), L_n1 >= 0.5',
        ),
    ],
)
def test_a_claim_and_a_number_are_asked_as_one(claim: str, expected: str) -> None:
    session = QuerySession(tiny(STREET))
    assert joined(session, claim, ["max L : level(H,L)"], [1]) == expected
    assert session.ask(expected, vary=[ENEMIES]).answer in ("yes", "no")


def test_a_claim_that_cannot_be_asked_with_a_number_is_named(tmp_path: Path) -> None:
    asked = {**WORLDS, "question": 'all H : hex(H) -> not sees("C1",H)'}
    assert (
        certified({**WORLDS, "question": 'all H : hex(H) -> range("C1",H) <= 9'}, tmp_path / "p")
        .lines[-1]
        .startswith("not certified: a claim with ->")
    )
    assert certified(asked, tmp_path / "p").lines[-1].startswith("not certified: ")
    assert not (tmp_path / "p").exists()


@pytest.fixture(scope="module")
def stated_of_worlds(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return the statement of a certificate, and the text of its board."""
    proof = tmp_path_factory.mktemp("worlds") / "proof"
    certified(WORLDS, proof)
    return (proof / "question.json").read_text(), (proof / "board.lp").read_text()


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["held"][0].update(values=["x"]),
        lambda told: told["held"][0].update(values=[]),
        lambda told: told["held"].clear(),
        lambda told: told.update(best=[]),
        lambda told: told.update(fewer_than="2"),
        lambda told: told.update(refuted=[{}]),
        lambda told: told.update(vary=[]),
        lambda told: told["held"][0].update(pieces=['wreck("C1")']),
        lambda told: told.pop("then"),
    ],
)
def test_what_is_no_statement_is_refused(
    stated_of_worlds: tuple[str, str], change: Callable[[Any], Any], tmp_path: Path
) -> None:
    question, board = stated_of_worlds
    told = json.loads(question)
    change(told)
    with pytest.raises((BadInput, UnprovedError)) as refused:
        stated = read_best(json.dumps(told), board)
        assert isinstance(stated, BestStatement)
        certify_statement(stated, tmp_path / "again", Limits())
    assert "\n" not in str(refused.value)
