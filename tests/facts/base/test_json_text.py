"""JSON from outside is read in one way alone, at whichever entry point it comes in."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from hexcourt.cli.web.questions import QUESTIONS, read_body
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_json
from hexcourt.facts.cards.drafting import draft_of_templates
from hexcourt.solver.proof.certificate import question_object
from hexcourt.solver.studies.results import STUDY, Results


@pytest.mark.parametrize(
    "text", ['{"a":1,"a":1}', '[{"b":{"a":1,"a":2}}]', '{"a":NaN}', "[Infinity]"]
)
def test_json_that_can_be_read_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"given twice|is no number"):
        read_json(text)


TWICE = '{"board":"tiny.lp","viewer":"A1","viewer":"A2","target":"A3"}'


def test_every_entry_point_takes_a_name_once(tmp_path: Path) -> None:
    (tmp_path / "card.json").write_text('{"SCENARIO_NAME":"a","SCENARIO_NAME":"b"}')
    (tmp_path / STUDY).write_text('{"digest":"a","digest":"b"}')
    with pytest.raises(BadInput, match=r'no JSON \("viewer" is given twice\); send one object'):
        read_body(TWICE.encode(), QUESTIONS["los"])
    with pytest.raises(BadInput, match="tells a name twice"):
        draft_of_templates(tmp_path / "card.json")
    with pytest.raises(BadInput, match="tells each name once"):
        question_object('{"a":1,"a":2}')
    with pytest.raises(BadInput, match="is damaged"):
        Results(tmp_path, "a").record()


def test_a_refusal_shows_no_object() -> None:
    for shown in (object(), BytesIO(), lambda: None):
        assert " at 0x" not in str(BadInput(f"no image in {shown!r}"))
    assert str(BadInput(f"no image in {object()!r}")) == "no image in an object"
