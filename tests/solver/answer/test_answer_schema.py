"""The shape of answers is declared once; the published schema is made of it."""

from __future__ import annotations

import ast
import json
import runpy
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from hexcourt import open_board
from hexcourt.cli.main import main
from hexcourt.solver.answer.arguments import QUESTIONS
from hexcourt.solver.answer.schema import ROWS, SHAPES, json_schema, read_document
from tests.answer_shape import SCHEMA, check_answer
from tests.effort import sample

PROJECT = Path(__file__).resolve().parent.parent.parent.parent
BENCH = runpy.run_path(str(PROJECT / "bench" / "answer_schema.py"))
LINE = open_board("pegasus").los("K12", "K13").as_json()


def test_the_published_schema_is_up_to_date() -> None:
    """`python bench/answer_schema.py` writes it anew."""
    assert (PROJECT / "docs" / "answer.schema.json").read_text("utf-8") == json_schema()


def test_the_types_of_rows_are_up_to_date() -> None:
    """`python bench/answer_schema.py` writes them anew."""
    written = (PROJECT / "solver" / "answer" / "row_types.pyi").read_text("utf-8")
    assert written == BENCH["row_types"]()


def test_every_question_types_its_rows() -> None:
    tree = ast.parse((PROJECT / "solver" / "api" / "position.py").read_text("utf-8"))
    methods = [each for node in tree.body if isinstance(node, ast.ClassDef) for each in node.body]
    typed = {
        m.name: ast.unparse(m.returns)
        for m in methods
        if isinstance(m, ast.FunctionDef) and m.returns
    }
    for name in QUESTIONS:
        assert typed[name] == f"Answer[{BENCH['row_name'](name)}]"
    assert typed["area"] == "Answer[MapAreasRow]"


def test_what_only_some_rows_have_may_be_missing() -> None:
    types: dict[str, Any] = {}
    exec(BENCH["row_types"](), types)  # our own text
    line, way = types["LosRow"], types["PathRow"]
    assert "verdict" in line.__required_keys__ and "reasons" in line.__optional_keys__
    assert "from" in way.__required_keys__ and {"steps", "blocks"} <= way.__optional_keys__


def test_the_published_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA.schema)


def test_every_kind_of_row_is_in_the_schema() -> None:
    kinds = SCHEMA.schema["$defs"]["Document"]["properties"]["rows"]["items"]["anyOf"]
    named = {each["$ref"].rpartition("/")[2] for each in kinds if "$ref" in each}
    structures = {kind for each in ROWS.values() for kind in each if isinstance(kind, type)}
    assert named == {kind.__name__ for kind in structures}


def test_every_type_of_the_table_is_part_of_an_answer() -> None:
    assert set(SHAPES) - {"OtherArguments"} <= set(SCHEMA.schema["$defs"])


def test_every_command_that_prints_json_has_its_rows() -> None:
    assert set(ROWS) == {*_answering(main, ""), "matrix"}  # as JSON from Python alone


def _answering(group: Any, prefix: str) -> list[str]:
    found = []
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            found += _answering(command, f"{prefix}{name} ")
        elif any("--json" in option.opts for option in command.params):
            found.append(f"{prefix}{name}")
    return found


def changed(path: list[Any], value: Any) -> str:
    """Change one place of an answer; without a value it goes."""
    document = json.loads(LINE)
    here = document
    for key in path[:-1]:
        here = here[key]
    if value is None:
        del here[path[-1]]
    else:
        here[path[-1]] = value
    return json.dumps(document)


WRONG = [
    (["rows", 0, "verdict"], "open"),
    (["rows", 0, "verdict"], None),
    (["rows", 0, "range"], -1),
    (["rows", 0, "margin"], "0"),
    (["rows", 0, "colour"], "red"),
    (["rows", 0], {"undecided": []}),
    (["answer"], "maybe"),
    (["schema"], 1),
    (["question", "command"], "guess"),
    (["question", "arguments", "margins"], 1),
    (["rules"], None),
]


@pytest.mark.parametrize(("path", "value"), WRONG, ids=str)
def test_what_is_no_answer_fits_neither_schema_nor_types(path: list[Any], value: Any) -> None:
    wrong = changed(path, value)
    with pytest.raises(jsonschema.ValidationError):
        SCHEMA.validate(json.loads(wrong))
    with pytest.raises(msgspec.ValidationError):
        read_document(wrong)


def test_rows_belong_to_their_command() -> None:
    mixed = changed(["rows", 0], {"undecided": ["Q4.2"]})
    SCHEMA.validate(json.loads(mixed))
    with pytest.raises(msgspec.ValidationError):
        read_document(mixed)


def test_answers_fit_both() -> None:
    check_answer(LINE)
    check_answer(open_board("pegasus").matrix(within=sample(1, 99)).as_json())
