"""Statuses of units in the worlds of families: each world is judged by itself, in every way."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner

from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.api.position import Position
from hexcourt.solver.placement.statuses import doubt_words, supposed_words
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.worlds import World
from tests.effort import one_in
from tests.rulings import rule
from tests.tiny import tiny, tiny_facts

HOUSES = "A1:A5, A3 building(stone,0), A4 woods"
HUTS = "A1:A5, A3 huts, A4 woods"
"""Of which the rules do not tell whether Guns are Emplaced in them; nor does it of their rubble."""
RUBBLE = '{ rubble("A3",stone) } <= 1'
HERE = 'exists : sees("A1","A3")'
EMPLACED = 'exists : sees("A1","A3",emplaced)'


def by_itself(position: Position, question: str, world: World) -> tuple[str, ...] | None:
    """Ask of one world by itself what is in doubt of statuses; nothing where it cannot be."""
    facts = [f"{each.fact}" for each in world]
    written = [each.replace("counter(", "").replace("ground,rubble(", "") for each in facts]
    texts = [f"rubble({each[:-2]})" for each in written]
    try:
        alone = position.place(*texts)
    except BadInput:
        return None
    session = QuerySession(alone)
    supposed = supposed_words(session.board, session.posts(question))
    return (*supposed, *doubt_words(session.board, alone.statuses))


@one_in(3)
@rule("C11.2")
@pytest.mark.parametrize("rows", [HOUSES, HUTS])
@pytest.mark.parametrize(
    ("given", "question"),
    [((), EMPLACED), (('emplaced("A3")',), HERE), (('entrenched("A4")',), EMPLACED)],
)
def test_each_world_is_told_as_by_itself(given: tuple[str, ...], question: str, rows: str) -> None:
    position = Position(tiny(rows), given=given)
    vary = ['{ rubble(("A3";"A4";"A5"),stone) } <= 2']
    survey = QuerySession(position).survey(question, vary)
    seen = set()
    for world, outcome in survey.decided():
        alone = by_itself(position, question, world)
        assert (alone is None) == isinstance(outcome, str), world
        if alone is not None:
            assert set(survey.statuses.words(world)) == set(alone), world
            seen.add(alone)
    assert len(seen) > 1


@rule("C11.2")
def test_the_doubt_of_each_world_is_counted() -> None:
    answer = Position(tiny(HUTS)).ask(EMPLACED, vary=[RUBBLE])
    told = [line for line in answer.lines if "undetermined" in line]
    assert [line.split("A3")[0] for line in told] == ["taken for granted: in 1 of 2 worlds "] * 2
    assert all("C11.2" in line for line in told) and told[0] != told[1]
    plain = Position(tiny(HUTS)).ask(EMPLACED, vary=['{ rubble("A5",wood) } <= 1'])
    assert next(line for line in plain.lines if "undetermined" in line).startswith(
        "taken for granted: A3 is emplaced"
    )


@rule("FB6.123")
def test_where_the_house_falls_alone_it_is_in_doubt_that_a_gun_is_emplaced() -> None:
    answer = Position(tiny(HOUSES)).ask(EMPLACED, vary=[RUBBLE])
    (told,) = [line for line in answer.lines if "undetermined" in line]
    assert told.startswith("taken for granted: in 1 of 2 worlds A3 is emplaced")
    assert "C11.2: whether a Gun is Emplaced in rubble" in told
    plain = Position(tiny(HOUSES)).ask(EMPLACED, vary=['{ rubble("A5",wood) } <= 1'])
    assert not [line for line in plain.lines if "undetermined" in line]


@rule("B27.1")
def test_a_world_in_which_nobody_can_be_so_cannot_be() -> None:
    position = Position(tiny(HOUSES), given=('entrenched("A4")',))
    found = position.ask('exists : sees("A2","A4")', vary=['{ rubble("A4",stone) } <= 1'])
    (barred,) = (row for row in found.rows if "impossible" in row)
    assert barred["world"] == ['rubble("A4",stone)'] and "B27.1" in barred["impossible"]
    assert found.counts["worlds"] == 1
    with pytest.raises(BadInput, match=r"B27\.1"):
        position.place('rubble("A4",stone)')


@rule("C11.2")
def test_a_sweep_and_a_certificate_tell_it_of_their_worlds(tmp_path: Path) -> None:
    (tmp_path / "huts.lp").write_text(tiny_facts(HUTS), "utf-8")
    (tmp_path / "study.toml").write_text(
        f"question = '{HERE}'\nboard = 'huts.lp'\nplace = ['debris(\"A5\")']\n"
        f"given = ['emplaced(\"A3\")']\nvary = ['{RUBBLE}']\n",
        "utf-8",
    )
    swept = CliRunner().invoke(main, ["sweep", str(tmp_path / "study.toml"), "--jobs", "1"])
    assert swept.exit_code == 0, swept.output
    with (tmp_path / "study.results" / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    bare, rubbled = (row["granted"] for row in rows)
    assert (
        "whether a Gun is Emplaced in huts" in bare
        and "whether a Gun is Emplaced in rubble" in rubbled
    )
    position = Position(tiny(HUTS), given=('emplaced("A3")',))
    position.ask(HERE, vary=[RUBBLE], certify=tmp_path / "proof")
    kept = "".join(each.read_text("utf-8") for each in (tmp_path / "proof").glob("*.json"))
    assert "A3 is emplaced, which is undetermined" in kept
