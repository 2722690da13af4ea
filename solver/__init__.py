"""Joins rules and facts, solves, and returns answers with reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexcourt.solver.query.session import QuerySession

__all__ = ["QuerySession"]


def __getattr__(name: str) -> Any:
    """Load the session of questions when it is asked for: commands that ask none need not wait."""
    if name == "QuerySession":
        from hexcourt.solver.query.session import QuerySession

        return QuerySession
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
