"""The predicates that describe a worked example."""

from __future__ import annotations

from types import MappingProxyType

from hexcourt.facts.examples.worked_example import SHELTERS
from hexcourt.facts.formats.predicates import (
    HEX,
    NAME,
    NOTE,
    TERRAIN,
    TEXT,
    Predicates,
    choices,
    matching,
    numbers,
    optional,
)
from hexcourt.facts.pieces.counter_reading import MATERIAL, PLACEMENTS

UNIT = matching('a short quoted name of a unit such as "A"', ".{1,40}")
CLAIM = numbers("the number of a claim, from 1", 1, 1_000_000)

_BOARD = matching('a quoted name of a board such as "budapest", or the path of one', ".{1,400}")
_TITLE = matching('a short quoted name such as "budapest"', ".{1,80}")
_LOCATION = matching(
    'a quoted Location such as "L33", "L33h2" or "G38/under"',
    "[A-Z]{1,8}[0-9]{1,4}(?:h[1-9]|/L[1-9]|/under)?",
)
_KIND = choices("squad, gun or afv", "squad", "gun", "afv")
_STATUS = choices("entrenched or emplaced", "entrenched", "emplaced")
_SUPPOSED = choices(
    "entrenched, not_entrenched, emplaced or not_emplaced",
    "entrenched",
    "not_entrenched",
    "emplaced",
    "not_emplaced",
)
_SAYS = choices("yes, no or silent", "yes", "no", "silent")
_HINDRANCE = numbers("a hindrance from 0 to 99", 0, 99)
_MARK = choices("star, dagger or double_dagger", "star", "dagger", "double_dagger")
_MEANING = choices("shelters, entrenched or emplaced", SHELTERS, "entrenched", "emplaced")
_RULE = matching('a quoted rule number such as "FB6.124"', r"[A-Z]+\.?[0-9][0-9.]*")

PREDICATES: Predicates = MappingProxyType(
    {
        "example": (("Name", _TITLE),),
        "on_board": (("Board", _BOARD),),
        "source": (("Text", TEXT),),
        "reads_as": (("Terrain", TERRAIN), ("Terrain", TERRAIN)),
        **PLACEMENTS,
        "unit": (("Unit", UNIT), ("Kind", _KIND)),
        "at": (("Unit", UNIT), ("Location", _LOCATION), ("Status", optional(_STATUS))),
        "claim": (("Number", CLAIM), ("Viewer", UNIT), ("Target", UNIT), ("Says", _SAYS)),
        "hindrance": (("Number", CLAIM), ("Hindrance", _HINDRANCE)),
        "given": (("Number", CLAIM), ("Unit", UNIT), ("Status", _SUPPOSED)),
        "mark": (("Number", CLAIM), ("Mark", _MARK)),
        "mark_means": (("Mark", _MARK), ("What", _MEANING), ("Rule", _RULE)),
        "may_be_at": (("Unit", UNIT), ("Location", _LOCATION), ("Status", optional(_STATUS))),
        "may_be_rubble": (("Hex", HEX), ("Material", MATERIAL)),
        "may_be": (("Outline", NAME), ("Terrain", TERRAIN)),
        "note": NOTE,
    }
)
"""The predicates with the name and the kind of each argument."""
