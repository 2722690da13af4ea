"""What commands answer that write something for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexcourt.solver.answer.answer import Answer, Source


def told_text(
    command: str,
    written: str,
    board: Source | None = None,
    counts: Mapping[str, int] | None = None,
    **arguments: Any,
) -> Answer:
    """Answer with a text, or with the file that it was written to."""
    row = {"written": written}
    return Answer(command, board, "done", arguments, (row,), counts or {}, lines=(written,))
