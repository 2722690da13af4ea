"""The examples in docstrings, and those of Python in the documents, are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("kept", "engines")

DOCUMENTS = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    "name", ["docs/reference/python.md", "docs/explanation/compared.md", "README.md"]
)
def test_examples_of_documents_are_true(name: str) -> None:
    text = (DOCUMENTS / name).read_text("utf-8")
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    found = doctest.DocTestRunner().run(examples)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "hexcourt",
        "hexcourt.facts.areas.read_sentences",
        "hexcourt.solver.position.areas",
        "hexcourt.solver.query.session",
        "hexcourt.solver.api.position",
    ],
)
def test_examples_of_docstrings_are_true(name: str) -> None:
    found = doctest.testmod(
        importlib.import_module(name), optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert found.attempted > 0
    assert found.failed == 0
