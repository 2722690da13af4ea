"""Upper limits of boards, maps, archives, saves and scenario cards (docs/reference/limits.md).

Those of the parts of maps and cards stand in their schemas (``map_schema.json``, ``card_schema.json``).
Sizes are checked before anything of that size is made. Input within all limits is read in some
seconds and some hundred megabytes.
"""

from __future__ import annotations

MAX_PIXELS = 8_000_000
"""The most pixels of a drawing: those of seven boards of the usual size."""

LARGEST_SIDE = 20_000
"""The longest side of a drawing, in pixels."""

MAX_HEXSIDE_PIXELS = 2_000_000
"""The most pixels of hexside terrain, each of which looks for its hexside."""

MAX_HEXES = 20_000
"""The most hexes of a board or map."""

MAX_HEXES_OUTLINED = 3_000
"""The most hexes of a board that is drawn by outlines, or not drawn at all."""

MAX_OUTLINES = 2_000
"""The most outlines of a board."""

MAX_CORNERS = 40_000
"""The most corners of all outlines of a board."""

MAX_BOARDS = 48
"""The most boards of a map."""

MAX_AREAS = 200
"""The most named areas of a map."""

LONGEST_AREA = 1_000
"""The most characters of a sentence about an area."""

DEEPEST_AREA = 10
"""The most parentheses within one another in such a sentence."""

MAX_MAP_PIXELS = 60_000_000
"""The most pixels of the drawings of all boards of a map: 48 of the usual size."""

LARGEST_ARCHIVE = 64 << 20
"""The largest archive, in bytes."""

LARGEST_PACKED = 32 << 20
"""The largest LOSData as it lies in the archive, in bytes."""

LARGEST_LOSDATA = 32 << 20
"""The largest LOSData unpacked, in bytes."""

LARGEST_METADATA = 2 << 20
"""The largest BoardMetadata.xml unpacked, in bytes."""

LARGEST_SAVE = 24 << 20
"""The largest save or log of VASSAL, in bytes."""

LARGEST_SAVED_GAME = 48 << 20
"""The largest savedGame of a save unpacked, in bytes; most saves spend two bytes on one of text."""

LARGEST_SAVED_TEXT = 12 << 20
"""The most text of a save, in bytes: ten times that of a large scenario."""

LARGEST_ABOUT = 1 << 20
"""The largest other member of a save unpacked, in bytes."""

LARGEST_MODULE = 256 << 20
"""The largest module of VASSAL, in bytes."""

LARGEST_BUILD_FILE = 64 << 20
"""The largest buildFile of a module unpacked, in bytes."""

MAX_COMMANDS = 100_000
"""The most commands of a save or log."""

DEEPEST_COMMAND = 16
"""How deep commands of a save may be nested; VASSAL goes to 3."""

LONGEST_COMMAND = 120_000
"""The most characters of a command of a save that is read; one for a counter takes some 5,000."""

MAX_TRAITS = 150
"""The most traits of a counter; those of VASL have 40."""

LONGEST_LABEL = 25_000
"""The most characters of a label that are read."""

MAX_CAPTIONS = 500
"""The most captions of a save whose counters are looked for."""

MAX_SAVED_BOARDS = 99
"""The most boards of a save, fillers among them."""

LARGEST_OVERLAYS = 16 << 20
"""The largest archive of overlays, in bytes."""

LARGEST_PICTURE = 2 << 20
"""The largest picture of an overlay as it lies in the archive, in bytes."""

LONGEST_CARD_TEXT = 4_000
"""The most characters of a text of a scenario card."""

MAX_GROUPS = 200
"""The most groups of a card, and the most special rules."""

MAX_OF_A_UNIT = 500
"""The most units of one line of a card."""

MAX_CARD_UNITS = 3_000
"""The most units of a card."""

LARGEST_DRAFTED_JSON = 4 << 20
"""The largest scenario of vasl-templates, in bytes."""
