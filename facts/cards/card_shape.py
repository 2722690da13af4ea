"""The shape of a scenario card, key by key: reading checks by it, and its JSON Schema is made of it."""

from __future__ import annotations

import json
from typing import Any

from hexcourt.facts.cards.shapes import Day, Flag, Many, Named, Number, Numbers, Table, Text, TextOr
from hexcourt.facts.sizes import (
    LARGEST_SIDE,
    MOST_AREAS,
    MOST_BOARDS,
    MOST_CONDITIONS,
    MOST_GROUPS,
    MOST_MAP_LINES,
    MOST_OF_A_UNIT,
    MOST_OVERLAYS,
    MOST_SIDES,
    MOST_UNIT_LINES,
)

FORMAT = "hexcourt-card/1"
NORTHS = {
    "top": "up",
    "right": "right",
    "bottom": "down",
    "left": "left",
    "up": "up",
    "down": "down",
}
"""Where North lies on the drawn map, as cards and as boards say it."""

LAST_TURN = 99
ANY_SIDE, DRAW, BY_DIE = "any", "draw", "?"
WHENS = ("end", "at once")

_SENTENCE = "Set up on or east of hexrow K"

_BOARD = TextOr(
    "a board: its number, its name or its path",
    Text("", "01 reversed"),
    Table(
        "",
        "a board",
        {
            "board": Text("its number or name, or the path of its archive", "01"),
            "at": Numbers("its place in the map: boards to its left, boards above", (0, 0), 0, 98),
            "reversed": Flag("whether it lies turned by 180 degrees"),
            "crop": Numbers(
                "what is left of it, in pixels as printed: left, top, width, height, -1 for the rest",
                (928, 0, 872, -1),
                -1,
                LARGEST_SIDE,
            ),
            "version": Text("the version of the archive that the card was made with", "6.3"),
            "changes": Many(
                "words of changes of this board alone", Text("", "NoRoads"), MOST_MAP_LINES
            ),
        },
        ("board",),
    ),
)

_MAP = Table(
    "the map: boards, overlays, what is in play",
    "map",
    {
        "north": Text("where North lies on the drawn map", "top", tuple(NORTHS)),
        "boards": Many("the boards, each at its place", _BOARD, MOST_BOARDS),
        "rows": Many(
            "the boards by rows from the top, in place of boards",
            Many("", _BOARD, MOST_BOARDS),
            MOST_BOARDS,
        ),
        "boards_folder": Many(
            "the folders of the board archives", Text("", "../boards"), MOST_MAP_LINES, True
        ),
        "play": Many(
            "what is in play; all where it is empty", Text("", "hexrows A-P"), MOST_MAP_LINES
        ),
        "overlays": Many(
            "overlays",
            Table(
                "",
                "an overlay",
                {
                    "name": Text("its name", "og1"),
                    "board": Text("the board on which it lies", "01"),
                    "hexes": Many(
                        "the hexes on which its hexes 1 and 2 lie", Text("", "K5"), 2, alone=True
                    ),
                    "archive": Text("the path of its archive", "ovrO"),
                    "upper_levels": Number("the upper levels of its buildings", 0, 4),
                },
                ("name", "board"),
            ),
            MOST_OVERLAYS,
        ),
        "overlay_folder": Text("the folder of the archives of overlays", "overlays"),
        "changes": Many(
            "words of changes of the whole map", Text("", "woods -> orchard"), MOST_MAP_LINES
        ),
    },
)

_TURNS = Table(
    "how long the game is, and who sets up and moves first",
    "turns",
    {
        "count": Number("how many turns", 1, LAST_TURN),
        "half": Flag("whether the last turn has one player turn only"),
        "sets_up_first": Text("a side, or ? where a die decides", "german"),
        "moves_first": Text("a side, or ? where a die decides", "russian"),
    },
)

_RULE = Table(
    "a special rule",
    "a rule",
    {
        "id": Text("its name, such as ssr1", "ssr1"),
        "say": Many("sentences", Text("", "No sewers"), MOST_CONDITIONS, alone=True),
        "text": Text("words that are kept without being read", empty=True),
        "change": Many(
            "changes of the map", Text("", "woods -> orchard"), MOST_MAP_LINES, alone=True
        ),
        "law": Text("a file of house rules beside the card", "house.lp"),
    },
    ("id",),
)

_SIDE = Table(
    "a side",
    "a side",
    {
        "name": Text("its name in small letters", "german"),
        "elr": Number("its ELR", 0, 5),
        "san": Number("its SAN", 0, 12),
        "friendly_edge": Text("its friendly board edge", "south", empty=True),
    },
    ("name",),
)

_ENTRY = TextOr(
    "how it enters: a sentence, or a table",
    Text("", "Enter on Turn 1 along the east edge"),
    Table(
        "",
        "an entry",
        {
            "turn": Number("the turn", 1, LAST_TURN),
            "after": Flag("whether it may enter on a later turn, too"),
            "where": Text("along what", "the east edge"),
            "spent": Text("what it has spent before it enters", "half MP"),
            "exit": Text("where it leaves", "the west edge"),
        },
        ("turn", "where"),
    ),
)

_LIMIT = Table(
    "what limits its setup, or is told beside it",
    "a limit",
    {
        "per_hex": Named("the most of a kind in one hex", Number("", 1, MOST_OF_A_UNIT), 20),
        "apart": Table(
            "how far units of a kind set up from each other",
            "apart",
            {"what": Text("", "gun"), "hexes": Number("", 1, 99)},
            ("what", "hexes"),
        ),
        "not_adjacent": Text("what it may not set up adjacent to", "MMC"),
        "not_with": Text("what it may not be in one hex with", "other MMC"),
        "bore_sighted": Many(
            "Locations that it has Bore Sighted", Text("", "K7"), MOST_UNIT_LINES, alone=True
        ),
        "pre_registered": Many(
            "hexes that it has Pre-Registered", Text("", "K7"), MOST_UNIT_LINES, alone=True
        ),
        "hip": Table(
            "what may set up hidden",
            "hip",
            {
                "what": Text("", "squad"),
                "count": Number("", 1, MOST_OF_A_UNIT),
                "where": Text("", "building"),
            },
            ("what",),
        ),
    },
)

_GROUP = Table(
    "a group: what stands behind one sentence of setup or entry",
    "a group",
    {
        "id": Text("its name, by which areas and questions call it", "g1"),
        "side": Text("its side", "german"),
        "setup": Text("where it sets up: the name of an area, or a sentence", _SENTENCE),
        "entry": _ENTRY,
        "units": Many("[count] [kind] name", Text("", "3 squad 4-6-7"), MOST_UNIT_LINES),
        "fortifications": Many("[count] kind [detail]", Text("", "4 foxhole 1S"), MOST_UNIT_LINES),
        "placed": Many("counters with a hex", Text("", "foxhole 1S K7"), MOST_UNIT_LINES),
        "limit": _LIMIT,
    },
    ("id", "side"),
)

_VICTORY = Table(
    "who wins",
    "victory",
    {
        "otherwise": Text("the side that wins where no condition holds, or draw", "german"),
        "condition": Many(
            "conditions, any of which will do",
            Table(
                "",
                "a condition",
                {
                    "winner": Text("a side, or any", "russian"),
                    "when": Text("when it is looked at", "end", WHENS),
                    "say": Many(
                        "sentences, all of which have to hold",
                        Text("", "Control building F5"),
                        MOST_CONDITIONS,
                        alone=True,
                    ),
                    "text": Text("words that are kept without being read", empty=True),
                },
                ("winner",),
            ),
            MOST_CONDITIONS,
        ),
    },
)

CARD = Table(
    "a scenario card",
    "a card",
    {
        "format": Text("what tells a card from other files", FORMAT, (FORMAT,)),
        "id": Text("its name, for files and messages", "guards-counterattack"),
        "title": Text("its title", "The Guards Counterattack", empty=True),
        "date": Day("when it was"),
        "rules": Text("whose rules are played", "asl", ("asl", "aslsk")),
        "counters": Text("the save of VASSAL to compare with", "setup.vsav"),
        "limits": Text("the file of counter limits to keep to (.tsv)", "limits.tsv"),
        "map": _MAP,
        "turns": _TURNS,
        "areas": Named(
            "areas by name: a sentence, or several of which any will do",
            Many("", Text("", "building F5"), MOST_AREAS, alone=True),
            MOST_AREAS,
        ),
        "rule": Many("special rules", _RULE, MOST_GROUPS),
        "side": Many("sides", _SIDE, MOST_SIDES),
        "group": Many("groups", _GROUP, MOST_GROUPS),
        "victory": _VICTORY,
    },
    ("format", "map"),
)


def json_schema() -> str:
    """Write the JSON Schema of cards, for editors."""
    whole: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": "A scenario card of hexcourt (docs/scenarios.md)",
        **CARD.schema(),
    }
    return json.dumps(whole, indent=2) + "\n"
