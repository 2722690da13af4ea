"""Writes the JSON schema of answers, docs/answer.schema.json, from the types it is declared in.

Usage: python bench/answer_schema.py
"""

from __future__ import annotations

from pathlib import Path

from hexcourt.solver.answer.schema import json_schema

PAGE = Path(__file__).resolve().parent.parent / "docs" / "answer.schema.json"


def main() -> None:
    """Write the schema anew."""
    PAGE.write_text(json_schema(), "utf-8")


if __name__ == "__main__":
    main()
