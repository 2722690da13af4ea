"""Writes the index of predicates, docs/reference/predicates.md, from the rules.

Usage: python bench/predicates.py
"""

from __future__ import annotations

from pathlib import Path

from hexcourt.solver.register.register import index_text
from hexcourt.solver.rulebase.rulebase import active_rules

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "predicates.md"


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(index_text(active_rules()), "utf-8")


if __name__ == "__main__":
    main()
