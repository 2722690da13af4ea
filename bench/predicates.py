"""Writes the index of predicates, docs/predicates.md, from the law.

Usage: python bench/predicates.py
"""

from __future__ import annotations

from pathlib import Path

from hexcourt.solver.register.predicates import index_text
from hexcourt.solver.statutes.lawbook import in_force

PAGE = Path(__file__).resolve().parent.parent / "docs" / "predicates.md"


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(index_text(in_force()), "utf-8")


if __name__ == "__main__":
    main()
