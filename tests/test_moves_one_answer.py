"""Questions of movement that can be asked in several ways: one rule decides them all."""

from __future__ import annotations

import pytest

from hexcourt import Position, open_board

from .rulings import rule


@pytest.fixture(scope="module")
def budapest() -> Position:
    return open_board("budapest")


@rule("FB6.122")
@pytest.mark.parametrize("bank", ["F37", "H38"])
def test_the_bank_is_next_to_the_sunken_road_beneath_the_bridge(
    budapest: Position, bank: str
) -> None:
    beneath = "G38/under"
    for one, two in ((beneath, bank), (bank, beneath)):
        assert two in {row["location"] for row in budapest.adjacent(one).rows if row["adjacent"]}
        assert str(budapest.path(one, two, unit="squad").verdict) == "yes"
        assert len(budapest.path(one, two, unit="squad").rows[0]["steps"]) == 1
        assert two in {row["location"] for row in budapest.reach(one, unit="squad").rows}
        assert str(budapest.ask(f'exists : adjacent("{one}","{two}")').verdict) == "yes"
        penalty = f'weather_penalty("{one}","{two}",infantry)'
        assert str(budapest.give("weather(rain)").legal(penalty).verdict) == "yes"
    tank = budapest.path(beneath, bank, unit="tank")
    assert len(tank.rows[0]["steps"]) > 1


@rule("FB6.122")
def test_the_bank_is_next_to_no_other_sunken_road(budapest: Position) -> None:
    raining = budapest.give("weather(rain)")
    assert str(raining.legal('weather_penalty("G38/under","F36",infantry)').verdict) == "no"
