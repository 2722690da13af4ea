"""The rulings on situations that are shipped: those of the law, or not used."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from hexcourt.facts.lines.situations import Marks
from hexcourt.solver.answering.seeing.matrices import judge_pairs
from hexcourt.solver.position.opening import open_position
from hexcourt.solver.position.position import Position
from hexcourt.solver.seeing import kept_rulings, precedents
from hexcourt.solver.seeing.kept_rulings import (
    NONE,
    SHIPPED,
    KeptRulings,
    Ruling,
    Rulings,
    law_digest,
    ship,
    shipped,
)
from hexcourt.solver.statutes.lawbook import in_force

from .tiny import tiny

HILLS = (
    "A1:A9, B1:B9, C1:C9, A2 @2, A3 woods@2, A4 orchard, A5 building(stone,1), A6 grain, A7 @4,"
    " A3-A4 wall, B2 @2, B3 @4, B5 woods, B6 brush@2, C1 @6, C4 @2, C5 orchard@2, C8 grain@2"
)


class Listening(KeptRulings):
    """Keeps nothing, but hears what the law was asked."""

    def __init__(self) -> None:
        super().__init__(None)
        self.heard: dict[int, Ruling] = {}

    def keep(self, marks: Marks, said: Sequence[Ruling]) -> None:
        self.heard.update(zip(marks.tolist(), said, strict=True))


def test_what_is_shipped_is_what_the_law_says(monkeypatch: pytest.MonkeyPatch) -> None:
    known = shipped(law_digest(in_force()))
    if known is NONE:
        pytest.skip("what is shipped was made under other rules: run bench/commonest.py")
    listening = Listening()
    monkeypatch.setattr(precedents, "kept_under", lambda lawbook: listening)
    for position in (open_position("budapest"), Position(tiny(HILLS))):
        judge_pairs(position, "all", workers=1)
    numbers = known.of_marks(np.array([*listening.heard], dtype=np.uint64)).tolist()
    both = [
        (known.rulings[number], said)
        for number, said in zip(numbers, listening.heard.values(), strict=True)
        if number >= 0
    ]
    assert len(both) > 300
    assert all(one == other for one, other in both)


def test_of_other_rules_and_damaged_it_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = in_force()
    assert law_digest(law.without(["A6.4"])) != law_digest(law) != law_digest(law.without(["B9.2"]))
    assert law_digest(law.without(["Q4.142"])) == law_digest(law)  # it says nothing of lines
    assert SHIPPED.exists()
    path = tmp_path / "some.rulings"
    monkeypatch.setattr(kept_rulings, "SHIPPED", path)
    marks = np.array([3, 1, 2], dtype=np.uint64)
    said = [Ruling("A6.2", "", 0, 0, False, False)] * 2 + [Ruling("", "", 1, 0, False, False)]
    ship(path, "one", Rulings.of(marks, said))
    found = shipped.__wrapped__("one")
    assert [found.rulings[n] for n in found.of_marks(marks).tolist()] == said
    assert shipped.__wrapped__("another") is NONE
    whole = path.read_bytes()
    for place in range(4, len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        assert shipped.__wrapped__("one") is NONE
        path.write_bytes(whole[:place])
        assert shipped.__wrapped__("one") is NONE
    path.unlink()
    assert shipped.__wrapped__("one") is NONE
