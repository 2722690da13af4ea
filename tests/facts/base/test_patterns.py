"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import copy
import pickle
import re

import pytest

from hexcourt.facts.base.patterns import pattern


def test_a_pattern_finds_what_re_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    whole = re.compile
    monkeypatch.setattr(
        re, "compile", lambda text, flags=0: compiled.append(text) or whole(text, flags)
    )
    found = pattern("[a-f]+", re.IGNORECASE)
    assert compiled == []
    assert found.fullmatch("BAD") is not None
    assert found.fullmatch("GOOD") is None
    assert found.sub("-", "face to face") == "- to -"
    assert compiled == ["[a-f]+"] * 2  # once for each of its functions
    assert found.pattern == "[a-f]+"


def test_a_pattern_is_copied_and_pickled() -> None:
    found = pattern("[0-9]+")
    assert found.match("12") is not None
    assert copy.deepcopy(found).match("34") is not None
    assert pickle.loads(pickle.dumps(pattern("[0-9]+"))).match("a") is None


def test_a_pattern_of_bytes() -> None:
    assert pattern(rb"a|b").findall(b"cab") == [b"a", b"b"]
