"""What the page offers beside the vocabulary of questions: kinds of pieces, units, examples."""

from __future__ import annotations

import re
from typing import Any

from hexcourt.facts.formats.fact_text import Term
from hexcourt.facts.formats.predicates import HEX, Kind
from hexcourt.facts.pieces.laid_pieces import PIECES


def palette() -> dict[str, Any]:
    """List the kinds of pieces with what each needs to be told, and the units that move."""
    from hexcourt.solver.moving.moves import known_units

    return {
        "pieces": [
            {"kind": kind, "arguments": [_argument(*each) for each in arguments]}
            for kind, arguments in PIECES.items()
        ],
        "units": [name.replace("_", "-") for name in known_units()],
    }


def _argument(name: str, kind: Kind) -> dict[str, Any]:
    words = dict.fromkeys(re.findall(r"\w+", kind.what))
    return {
        "name": name,
        "hex": kind.fits is HEX.fits,
        "optional": kind.optional,
        "choices": [each for each in words if kind.fits(Term(each))],
    }
