"""The one shape of an answer, for every question: what ``--json`` prints (docs/answer.schema.json)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from hexcourt.facts.boards.board import Board
from hexcourt.solver.statutes.law import Law

SCHEMA = 1
"""The version of the shape."""

EXIT_STATUS = {"yes": 0, "done": 0, "no": 1, "unknown": 3, "too_close": 3, "out_of_budget": 3}

OF_VERDICT = {"clear": "yes", "blocked": "no", "unknown": "unknown", "too_close": "too_close"}
"""What a verdict on one line of sight answers."""

AS_DRAWN = "orchards, grain and brush as drawn on the board"
NO_COUNTERS = "no counters on the map"


@dataclass(frozen=True)
class Answer:
    """An answer to a question about a board, or about none; ``rows`` are what it is made of."""

    command: str
    board: Board | None
    answer: str
    arguments: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]
    counts: Mapping[str, int] = field(default_factory=dict)
    assumed: Sequence[str] = ()
    profile: str = "los"

    @property
    def exit_status(self) -> int:
        """Give the status the command ends with."""
        return EXIT_STATUS[self.answer]

    def as_json(self) -> str:
        """Write the answer as JSON, keys sorted."""
        whole = {
            "schema": SCHEMA,
            "hexcourt": version("hexcourt"),
            "question": {
                "command": self.command,
                "board": None if self.board is None else self.board.name,
                "arguments": dict(self.arguments),
            },
            "answer": self.answer,
            "board": None
            if self.board is None
            else {"source": self.board.source, "digest": self.board.digest},
            "law": {"profile": self.profile, "digest": Law(self.profile).digest},
            "assumed": list(self.assumed),
            "counts": dict(self.counts),
            "rows": [dict(row) for row in self.rows],
        }
        return json.dumps(whole, indent=2, sort_keys=True, ensure_ascii=False)
