"""What is kept on disk of earlier work: it changes no answer, whatever happens to it."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner

from hexcourt.cli.main import main
from hexcourt.facts.base import cache
from hexcourt.facts.boards.board import Board
from hexcourt.facts.tracing.situations import FIELDS, KEY_BITS, LAYOUT, LineFact, Sight, bit_layout
from hexcourt.solver.rulebase.rulebase import active_rules, kept_reading
from hexcourt.solver.sight import situation_cache, situation_facts
from hexcourt.solver.sight.los_engine import LosEngine
from hexcourt.solver.sight.situation_facts import (
    FeatureVerdict,
    Marks,
    Ranges,
    SituationFacts,
    SituationStore,
)
from tests.tiny import tiny

HILLS = "A1:A9, A2 @2, A3 woods@2, A4 orchard, A5 building(stone,1), A6 grain, A7 @4, A3-A4 wall"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    return tmp_path / cache.SITUATIONS.name


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many situations the rules were asked about, time by time."""
    counts: list[int] = []
    ask = situation_cache._ask

    def counting(facts: str, features: int, like: str) -> list[FeatureVerdict]:
        counts.append(features)
        return ask(facts, features, like)

    monkeypatch.setattr(situation_cache, "_ask", counting)
    yield counts


def judged(board: Board) -> list[object]:
    places = [each for each in board.locations if each.printed]
    pairs = np.array([(a, b) for a in range(len(places)) for b in range(a)])
    table = LosEngine(board).table(places, pairs)
    said = table.verdicts
    columns = (said.verdict, [table.rules[each] for each in said.rule], said.hindrance)
    return [list(each) for each in zip(*columns, strict=True)]


def judged_anew(_: int) -> list[object]:
    return judged(tiny(HILLS))


def test_what_is_kept_is_not_asked_again_and_says_the_same(folder: Path, asked: list[int]) -> None:
    first = judged(tiny(HILLS))
    assert sum(asked) > 20
    asked.clear()
    assert judged(tiny(HILLS)) == first
    assert not asked
    # of another board only what was not met is asked
    other = HILLS + ", A8 marsh"
    judged(tiny(other))
    some = sum(asked)
    asked.clear()
    cache.clear()
    judged(tiny(other))
    assert 0 < some < sum(asked)


def test_nothing_is_kept_where_it_is_off(
    folder: Path, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")
    first = judged(tiny(HILLS))
    told = sum(asked)
    assert judged(tiny(HILLS)) == first and sum(asked) == 2 * told
    assert not folder.exists() and cache.cache_folder() is None


def only_file(folder: Path) -> Path:
    (found,) = folder.glob("*.sqlite")
    return found


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def of_bytes(path: Path) -> None:
    path.write_bytes(b"no database at all" * 1000)


def foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE said (situation TEXT, rule TEXT)")


def forged(path: Path) -> None:
    with sqlite3.connect(path) as ours:
        ours.execute("UPDATE said SET rulings = replace(rulings, 'A6.2', 'X1.1')")


def garbled(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for place in range(4096, len(content), 97):
        content[place] ^= 0x55
    path.write_bytes(bytes(content))


@pytest.mark.parametrize("spoil", [cut_short, of_bytes, foreign, forged, garbled])
def test_a_damaged_or_foreign_store_is_never_believed(
    spoil: object, folder: Path, asked: list[int]
) -> None:
    first = judged(tiny(HILLS))
    assert callable(spoil)
    spoil(only_file(folder))
    assert judged(tiny(HILLS)) == first
    asked.clear()
    judged(tiny(HILLS))
    assert judged(tiny(HILLS)) == first
    asked.clear()
    assert judged(tiny(HILLS)) == first
    assert not asked, "it is made anew"


def test_a_folder_in_the_way_and_one_that_cannot_be_written(folder: Path) -> None:
    first = judged(tiny(HILLS))
    path = only_file(folder)
    path.unlink()
    path.mkdir()
    assert judged(tiny(HILLS)) == first
    path.rmdir()
    folder.rmdir()
    folder.write_text("a file where a folder should be")
    assert judged(tiny(HILLS)) == first


def test_several_writers_at_once(folder: Path) -> None:
    with ProcessPoolExecutor(3) as pool:
        said = list(pool.map(judged_anew, range(6)))
    assert all(each == said[0] for each in said)
    with sqlite3.connect(only_file(folder)) as ours:
        assert ours.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_it_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = replace(cache.SITUATIONS, most_bytes=40_000)
    monkeypatch.setattr(situation_facts, "SITUATIONS", small)
    path = folder / "0.sqlite"
    for some in range(20):
        marks = np.arange(200, dtype=np.uint64) + np.uint64(200 * some)
        SituationStore(path).keep(marks, [FeatureVerdict("B1.1", "", some, 0, False, False)] * 200)
    assert path.stat().st_size <= 40_960
    one = marks[:1], [FeatureVerdict("B1.1", "", 0, 0, False, False)]
    for number in range(1, 20):
        SituationStore(folder / f"{number}.sqlite").keep(*one)
    assert len(list(folder.glob("*.sqlite"))) == small.most_files


def test_it_is_shown_and_cleared_and_nothing_else_is(folder: Path) -> None:
    judged(tiny(HILLS))
    beside = folder.parent / "diary.txt"
    beside.write_text("mine")
    shown = CliRunner().invoke(main, ["cache", "show"])
    assert shown.exit_code == 0 and "situations: 1 file," in shown.output
    assert CliRunner().invoke(main, ["cache", "clear"]).output.startswith("removed ")
    assert beside.read_text() == "mine" and not list(folder.iterdir())


def misread(path: Path) -> None:
    with sqlite3.connect(path) as ours:
        ours.execute("UPDATE kept SET value = '[6]'")


@pytest.mark.parametrize("spoil", [cut_short, of_bytes, foreign, misread, garbled])
def test_of_the_rules_nothing_is_believed_that_was_not_read_in_it(
    spoil: Callable[[Path], None], folder: Path
) -> None:
    read: list[int] = []

    def reading() -> list[int]:
        read.append(1)
        return [*range(5000)]

    for times in (1, 1):
        assert (
            kept_reading(active_rules(), "some", reading) == [*range(5000)] and len(read) == times
        )
    spoil(only_file(folder.parent / cache.RULES.name))
    assert kept_reading(active_rules(), "some", reading) == [*range(5000)] and len(read) == 2
    assert kept_reading(active_rules(), "others", lambda: [7]) == [7]
    assert kept_reading(active_rules().without(["A6.4"]), "some", lambda: [8]) == [8]


def test_many_small_additions_become_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(situation_facts, "MAX_ROWS", 3)
    path = folder / "0.sqlite"
    marks = np.arange(40, dtype=np.uint64) * np.uint64(1 << 58)
    said = [FeatureVerdict("B1.1", "", each % 5, 0, False, False) for each in range(40)]
    other = SituationStore(path)
    for each in range(0, 40, 2):
        SituationStore(path).keep(marks[each : each + 2], said[each : each + 2])
        rulings, numbers = other.find(marks)
        assert [rulings[n] for n in numbers[: each + 2].tolist()] == said[: each + 2]
        assert (numbers[each + 2 :] == -1).all()
    with sqlite3.connect(path) as ours:
        assert ours.execute("SELECT count(*) FROM said").fetchone()[0] <= 3


def test_situations_that_differ_have_other_marks() -> None:
    sights = [
        Sight(2, 0, 0, False),
        Sight(2, 0, 0, True),
        Sight(2, 1, 0, False),
        Sight(2, 0, 1, False),
    ]
    of_sight, of_terrain = (LAYOUT[name][0] for name in ("sight", "terrain"))
    keys = np.concatenate([np.arange(2_000) | of << of_sight for of in range(4)])
    ranges = (keys % 40, keys // 40 % 50)

    def marked(some: npt.NDArray[np.int64], *terms: str, at: Ranges | None = None) -> Marks:
        return SituationFacts.of(some, sights, terms).marks(at)

    marks = [
        marked(keys, "woods"),
        marked(keys, "grain"),
        marked(keys, "woods", at=ranges),
        marked(keys, "woods", at=(ranges[0] + 60, ranges[1])),
    ]
    assert len(np.unique(np.concatenate(marks))) == 4 * 8_000
    # numbers that hang on the board have no say
    assert (marked(keys[:9], "woods") == marks[0][:9]).all()
    assert (marked(keys[:9] | 1 << of_terrain, "grain", "woods") == marks[0][:9]).all()
    assert (
        SituationFacts.of(keys[:9], sights[1:], ["woods"]).marks() == marks[0][2_000:2_009]
    ).all()


def test_line_facts_are_laid_out_by_their_table_alone() -> None:
    assert [each.name for each in FIELDS] == list(LAYOUT)
    further = bit_layout([*FIELDS, LineFact("in_marsh", 1, flag=True)])
    assert further["in_marsh"] == (KEY_BITS - 1, 1)
    taken = [bit for shift, bits in further.values() for bit in range(shift, shift + bits)]
    assert taken == list(range(KEY_BITS))


def test_line_facts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=f"65 bits, but a key has {KEY_BITS}"):
        bit_layout([*FIELDS, LineFact("in_marsh", 2)])
    with pytest.raises(ValueError, match="aside is declared twice"):
        bit_layout([*FIELDS, LineFact("aside", 0)])
