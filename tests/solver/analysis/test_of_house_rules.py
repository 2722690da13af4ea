"""The rules examined as amended by house rules, by the same entry point whatever is looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import hexcourt
from tests.effort import long

UPWARDS = """%! SSR 8 high: nobody looks down
no_line_within(L,"SSR 8") :- end(L,a,X), end(L,b,Y), X > Y.
"""
BROKEN = 'properties one_hex_changed A6.2 broken(higher_sees_less,"SSR 8")'
ACCEPTED = "conflicts FB6.23 B27.1 refused 80a67a"


@pytest.fixture
def amend(tmp_path: Path) -> tuple[str, str]:
    house = tmp_path / "house.lp"
    house.write_text(UPWARDS)
    return "--amend", str(house)


def test_a_property_that_house_rules_break_is_found(amend: tuple[str, str]) -> None:
    found = hexcourt("rules", "properties", "one_hex_changed", *amend)
    assert found.exit_code == 1
    assert "the rules as amended by house.lp (SSR 8)" in found.stdout
    assert BROKEN in found.stdout
    assert (
        "broken(reciprocity,(clear,blocked))" in found.stdout
    )  # no rule of a house cited in its key
    assert hexcourt("rules", "properties", "one_hex_changed").exit_code == 0


@long
def test_a_finding_under_house_rules_is_explained_under_them(
    amend: tuple[str, str], tmp_path: Path
) -> None:
    found = hexcourt("rules", "explain", *BROKEN.split(), *amend, "--out", tmp_path / "out")
    facts = (tmp_path / "out" / "difference_1.lp").read_text("utf-8")
    assert facts.startswith("% hexcourt los difference_1.lp") and "hex(" in facts
    assert (tmp_path / "out" / "difference_1.svg").exists()
    assert found.exit_code == 1
    assert "hexcourt los smallest.lp" in found.stdout
    assert "gone without:" in found.stdout and "look first at: house.lp:2 (SSR 8)" in found.stdout
    found = hexcourt("rules", "explain", *BROKEN.split())
    assert found.exit_code == 2
    assert "this is not found; `hexcourt rules properties` lists what is" in found.stderr


@long
def test_what_is_accepted_of_the_printed_rules_is_so_under_house_rules(
    amend: tuple[str, str],
) -> None:
    found = hexcourt("rules", "explain", *ACCEPTED.split(), "--hexes", "1", *amend)
    assert found.exit_code == 0
    assert "accepted by B27.1" in found.stdout
    found = hexcourt("rules", "explain", "words", "Z9", *amend)
    assert found.exit_code == 2
    assert (
        "not found by the rules as amended by house.lp (SSR 8); `hexcourt rules words --amend"
        in found.stderr
    )
