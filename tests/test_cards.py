"""Scenario cards: read from TOML, every key checked."""

from __future__ import annotations

from hexcourt.facts.cards.card import Unit


def test_a_unit_writes_itself_back() -> None:
    assert str(Unit(3, "squad", "4-6-7")) == "3 squad 4-6-7"
    assert str(Unit(1, "sw", "LMG")) == "LMG"
