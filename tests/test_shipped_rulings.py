"""The rulings on situations that are shipped: those of the law, or not used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hexcourt.facts.lines.situations import Sight
from hexcourt.facts.lines.told_situations import BIT, LEVELS, Marks, Ranges, Told
from hexcourt.solver.answering.seeing.matrices import judge_pairs
from hexcourt.solver.position.opening import open_position
from hexcourt.solver.position.position import Position
from hexcourt.solver.seeing.rulings import counted_features, precedents, shipped_rulings
from hexcourt.solver.seeing.rulings.kept_rulings import KeptRulings, law_digest
from hexcourt.solver.seeing.rulings.marked_rulings import Numbers, Ruling, Rulings
from hexcourt.solver.seeing.rulings.shipped_rulings import (
    MOST_RANGE,
    NOTHING,
    SHIPPED,
    Shipped,
    shipped,
)
from hexcourt.solver.statutes.lawbook import in_force

from .tiny import tiny

HILLS = (
    "A1:A9, B1:B9, C1:C9, A2 @2, A3 woods@2, A4 orchard, A5 building(stone,1), A6 grain, A7 @4,"
    " A3-A4 wall, B2 @2, B3 @4, B5 woods, B6 brush@2, C1 @6, C4 @2, C5 orchard@2, C8 grain@2"
)


class Listening(KeptRulings):
    """Keeps nothing, but hears what is looked for and what the law was asked."""

    def __init__(self) -> None:
        super().__init__(None)
        self.sought: list[tuple[Marks, Told | None, Ranges | None]] = []
        self.heard: dict[int, Ruling] = {}

    def find(
        self, marks: Marks, told: Told | None = None, ranges: Ranges | None = None
    ) -> tuple[Sequence[Ruling], Numbers]:
        self.sought.append((marks, told, ranges))
        return super().find(marks, told, ranges)

    def keep(self, marks: Marks, said: Sequence[Ruling]) -> None:
        self.heard.update(zip(marks.tolist(), said, strict=True))


def test_what_is_shipped_is_what_the_law_says(monkeypatch: pytest.MonkeyPatch) -> None:
    known = shipped(law_digest(in_force()))
    if known is NOTHING:
        pytest.skip("what is shipped was made under other rules: run bench/commonest.py")
    listening = Listening()
    for module in (precedents, counted_features):
        monkeypatch.setattr(module, "kept_under", lambda lawbook: listening)
    for position in (open_position("budapest"), Position(tiny(HILLS))):
        judge_pairs(position, "all", workers=1)
    for told_whole, least in ((True, 1_000), (False, 1_000)):
        compared = 0
        for marks, told, ranges in listening.sought:
            if (told is None) != told_whole:
                continue
            if told is None:
                numbers = known.said.of_marks(marks)
            else:
                numbers = known.find(known.looked_at(told), ranges)
            for mark, number in zip(marks.tolist(), numbers.tolist(), strict=True):
                if number >= 0:
                    compared += 1
                    assert known.said.rulings[number] == listening.heard[mark]
        assert compared > least


NO, YES = Ruling("", "", 0, 0, True, False), Ruling("A6.4", "", 0, 0, True, False)
WITHIN, GRAZED = BIT["within(#,a)"], BIT["grazed(#)"]


def few() -> tuple[Told, Shipped]:
    """Make up situations of one core, of which the law looks at one fact of two."""
    bits = np.array([0, WITHIN, GRAZED, WITHIN | GRAZED])
    numbers = np.zeros(4, dtype=np.int64)
    told = Told(bits, numbers, numbers, ["woods"], [Sight(2, 0, 0, False)])
    marks = told.at(np.array([0, 1])).marks()
    sizes = (1, MOST_RANGE + 1, MOST_RANGE + 1)
    grid = np.zeros(sizes, dtype=np.int64)
    grid[0, 2, 3] = 1
    found = Shipped(
        cores=told.at(np.array([0])).marks(),
        mask_of=np.array([0]),
        masks=np.array([LEVELS | WITHIN]),
        said=Rulings(marks, np.array([0, 1]), (NO, YES)).sorted,
        ranged=marks[:1],
        grid_of=np.array([0]),
        grids=grid,
        alike={"bamboo": "woods"},
    )
    return told, found


def test_what_the_law_does_not_look_at_is_left_out() -> None:
    told, found = few()
    looked = found.looked_at(told)
    assert looked.bits.tolist() == [0, WITHIN, 0, WITHIN]
    assert found.find(looked, None).tolist() == [0, 1, 0, 1]
    ranges = np.array([2, 2, 2, 2]), np.array([3, 3, 4, 3])
    assert found.find(looked, ranges).tolist() == [1, -1, 0, -1]
    far = np.full(4, MOST_RANGE + 1), np.full(4, 3)
    assert found.find(looked, far).tolist() == [-1] * 4
    bamboo = found.looked_at(replace(told, terms=["bamboo"]))
    assert found.find(bamboo, None).tolist() == [0, 1, 0, 1]
    another = replace(told, terms=["brush"])
    assert found.looked_at(another).bits.tolist() == told.bits.tolist()
    assert found.find(another, None).tolist() == [-1] * 4


def test_of_other_rules_and_damaged_it_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = in_force()
    assert law_digest(law.without(["A6.4"])) != law_digest(law) != law_digest(law.without(["B9.2"]))
    assert law_digest(law.without(["Q4.142"])) == law_digest(law)  # it says nothing of lines
    assert SHIPPED.exists()
    path = tmp_path / "some.rulings"
    monkeypatch.setattr(shipped_rulings, "SHIPPED", path)
    told, found = few()
    whole = found.written("one")
    path.write_bytes(whole)
    again = shipped.__wrapped__("one")
    assert again.find(again.looked_at(told), None).tolist() == [0, 1, 0, 1]
    assert again.said.rulings == (NO, YES) and again.written("one") == whole
    assert shipped.__wrapped__("another") is NOTHING
    assert NOTHING.looked_at(told) is told and set(NOTHING.find(told, None).tolist()) == {-1}
    for place in range(4, len(whole)):
        damaged = whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :]
        read = Shipped.read(damaged, "one")  # some bits of packed bytes tell nothing
        assert read is NOTHING or read.written("one") == whole
        assert Shipped.read(whole[:place], "one") is NOTHING
    path.unlink()
    assert shipped.__wrapped__("one") is NOTHING
