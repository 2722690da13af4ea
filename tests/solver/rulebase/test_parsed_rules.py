"""The parsed rules that are shipped are read, and only with the rules that they were read from."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

import pytest

from hexcourt.facts.base.cache import VALUES_TABLE, VARIABLE, check_sum
from hexcourt.solver.rulebase import rulebase
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import RuleBase, kept_reading


def rules(digest: str) -> RuleBase:
    return RuleBase(MappingProxyType[str, Program]({}), frozenset(), digest)


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str, list[str]], Path]:
    """Ship a value named "firing los" for the rules of a digest."""
    monkeypatch.setenv(VARIABLE, "off")
    monkeypatch.setattr(rulebase, "PARSED", tmp_path)

    def ship(digest: str, value: list[str]) -> Path:
        path = tmp_path / f"{digest}-{rulebase._readers()}.sqlite"
        row = ("firing los", json.dumps(value))
        with closing(sqlite3.connect(path)) as opened, opened:
            opened.execute(f"CREATE TABLE {VALUES_TABLE}")
            opened.execute("INSERT INTO kept VALUES (?,?,?)", (*row, check_sum(row)))
        return path

    return ship


def read() -> list[str]:
    return ["parsed"]


def test_what_is_shipped_is_not_parsed(shipped: Callable[[str, list[str]], Path]) -> None:
    shipped("a" * 32, ["shipped"])
    assert kept_reading(rules("a" * 64), "firing los", read) == ["shipped"]
    assert kept_reading(rules("a" * 64), "firing others", read) == ["parsed"]


def test_of_other_rules_nothing_is_taken(
    shipped: Callable[[str, list[str]], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped("a" * 32, ["shipped"])
    assert kept_reading(rules("b" * 64), "firing los", read) == ["parsed"]
    monkeypatch.setattr(rulebase, "_readers", lambda: "read otherwise")
    assert kept_reading(rules("a" * 64), "firing los", read) == ["parsed"]


@pytest.mark.parametrize("spoil", [b"", b"not a database, however long" * 99])
def test_a_damaged_file_is_passed_over(
    spoil: bytes, shipped: Callable[[str, list[str]], Path]
) -> None:
    shipped("a" * 32, ["shipped"]).write_bytes(spoil)
    assert kept_reading(rules("a" * 64), "firing los", read) == ["parsed"]
