"""Writes the JSON schemas of answers, docs/answer.schema.json, and of cases, cases/case.schema.json.

Usage: python bench/answer_schema.py
"""

from __future__ import annotations

import json
from pathlib import Path

from hexcourt.solver.answer.schema import json_schema
from hexcourt.solver.conformance.cases import case_schema

PROJECT = Path(__file__).resolve().parent.parent
PAGE = PROJECT / "docs" / "answer.schema.json"
CASES = PROJECT / "cases" / "case.schema.json"


def main() -> None:
    """Write the schemas anew."""
    PAGE.write_text(json_schema(), "utf-8")
    CASES.write_text(json.dumps(case_schema(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
