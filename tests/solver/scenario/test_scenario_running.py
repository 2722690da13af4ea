"""Checks are run each by itself, findings in one order, and not again while nothing changes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexcourt.facts.base import cache
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.solver.sandbox.limited_run import Limits
from hexcourt.solver.sandbox.processes import can_fork
from hexcourt.solver.scenario.checks import Check, Finding, FindingKind, Witness, selected
from hexcourt.solver.scenario.running import run_checks
from hexcourt.solver.scenario.scenario import Scenario

CARD = """\
format = "hexcourt-card/1"
title = "{title}"
[map]
boards = ["budapest"]
[areas]
house = "{house}"
"""

WITNESS = Witness(("L33",), (("L33", "M37"),), ("L33", "M34"), ("2 LMG",), (("LMG", "L33"),))


class Runs:
    """A check that counts how often it is run."""

    def __init__(self, *needs: str) -> None:
        self.count = 0
        self.check = Check("S99", "counted", "Counts.", (), (), needs, self.run)

    def run(self, scenario: Scenario) -> Iterator[Finding]:
        self.count += 1
        for subject, found in (
            ("g10", FindingKind.PASS),
            ("g2", FindingKind.PASS),
            ("g3", FindingKind.FAIL),
        ):
            yield Finding(subject, found, "Said.", ("A6.1",), WITNESS)

    def on(self, title: str = "one", house: str = "building L33") -> tuple[Finding, ...]:
        card = card_of(CARD.format(title=title, house=house), "card.toml")
        return run_checks(Scenario(card), [self.check])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    return tmp_path / cache.CHECKS.name


def test_findings_are_told_worst_first_and_g2_before_g10() -> None:
    assert [each.subject for each in Runs("map").on()] == ["g3", "g2", "g10"]


def test_a_check_is_done_again_only_where_what_it_reads_changed(folder: Path) -> None:
    runs = Runs("areas")
    first = runs.on()
    assert runs.on(title="another") == first and runs.count == 1
    runs.on(house="building M37")
    assert runs.count == 2 and len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"sum": "x", "findings": "[]"}', b"\xff"])
def test_a_damaged_entry_is_ignored(content: bytes, folder: Path) -> None:
    runs = Runs("areas")
    first = runs.on()
    (entry,) = folder.iterdir()
    entry.write_bytes(content)
    assert runs.on() == first and runs.count == 2


def test_without_a_folder_nothing_is_kept() -> None:
    runs = Runs("areas")
    runs.on()
    runs.on()
    assert runs.count == 2


def test_bad_input_makes_a_check_unknown_by_name(folder: Path) -> None:
    def run(scenario: Scenario) -> Iterator[Finding]:
        raise BadInput("board 07: there is none; name another")
        yield

    check = Check("S98", "refused", "Refuses.", (), (), ("map",), run)
    card = card_of(CARD.format(title="", house="building L33"), "card.toml")
    (finding,) = run_checks(Scenario(card), [check])
    assert (finding.found, finding.sentence) == ("unknown", "board 07: there is none; name another")
    assert not folder.exists()


def test_what_was_given_up_is_looked_for_again(folder: Path) -> None:
    runs = Runs("map")
    over = Finding("g1", FindingKind.UNKNOWN, "Takes too long.", given_up=True)
    check = Check("S99", "slow", "Counts.", (), (), ("map",), lambda case: [*runs.run(case), over])
    case = Scenario(card_of(CARD.format(title="one", house="building L33"), "card.toml"))
    run_checks(case, [check])
    run_checks(case, [check])
    assert runs.count == 2


# --- limits of each check --------------------------------------------------------------------------


def starved(code: str) -> Check:
    """Make a check that finds one thing, and then needs more memory than there is."""

    def run(scenario: Scenario) -> Iterator[Finding]:
        yield Finding("g1", FindingKind.FAIL, "Said before.")
        raise MemoryError

    return Check(code, "starved", "Starves.", (), (), ("map",), run)


def endless(code: str) -> Check:
    def run(scenario: Scenario) -> Iterator[Finding]:
        yield Finding("g1", FindingKind.PASS, "Said before.")
        while True:
            signal.pause()

    return Check(code, "endless", "Ends never.", (), (), ("map",), run)


@pytest.fixture
def case() -> Scenario:
    return Scenario(card_of(CARD.format(title="", house="building L33"), "card.toml"))


@pytest.mark.skipif(not can_fork(), reason="limits are kept by forked processes")
def test_a_check_that_meets_a_limit_loses_nothing_that_is_found(case: Scenario) -> None:
    received: list[list[str]] = []
    checks = [starved("S96"), Runs("map").check]
    limits = Limits(600, 1 << 30)
    found = run_checks(
        case,
        checks,
        limits=limits,
        on_findings=lambda some: received.append([each.check for each in some]),
    )
    told = [(each.check, each.subject, str(each.found)) for each in found]
    assert told[:2] == [("S96", "g1", "fail"), ("S96", "check", "unknown")]
    assert [each[0] for each in told[2:]] == ["S99"] * 3
    assert received == [["S96"] * 2, ["S99"] * 3]
    (broken,) = (each for each in found if each.subject == "check")
    assert broken.given_up and "Not looked at to its end: more than 1024 MiB" in broken.sentence


@pytest.mark.skipif(not can_fork(), reason="limits are kept by forked processes")
@pytest.mark.parametrize(("limits", "in_all"), [(Limits(0.5), None), (Limits(600), 0.5)])
def test_a_check_without_end_is_broken_off(
    case: Scenario, limits: Limits, in_all: float | None
) -> None:
    found = run_checks(case, [endless("S97")], limits=limits, in_all=in_all)
    assert found[-1].subject in ("check", "g1")
    (broken,) = (each for each in found if each.subject == "check")
    assert broken.found is FindingKind.UNKNOWN and "not done in" in broken.sentence


def test_limits_change_nothing_else(case: Scenario) -> None:
    checks = selected(["S01,S03,S06,S07,S08"])
    assert run_checks(case, checks, limits=Limits(600)) == run_checks(case, checks)
