"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["hexcourt.solver.asking.session"])
def test_examples_of_docstrings_are_true(name: str) -> None:
    found = doctest.testmod(
        importlib.import_module(name), optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert found.attempted > 0
    assert found.failed == 0
