"""The court: joins law and facts, asks, and returns answers with reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexcourt.solver.asking.session import Court

__all__ = ["Court"]


def __getattr__(name: str) -> Any:
    """Load the court of questions when it is asked for: commands that ask none need not wait."""
    if name == "Court":
        from hexcourt.solver.asking.session import Court

        return Court
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
