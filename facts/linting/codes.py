"""The codes of findings: what each means, by which rule, and what a map maker would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, quoted, shown


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding; ``rule`` is the paragraph that it rests on, where it rests on one."""

    code: str
    title: str
    meaning: str
    mend: str
    rule: str | None = None


_ALL = (
    Code(
        "B001",
        "a hex listed twice",
        "The metadata have several entries of one kind for one hex. VASL keeps the last; another hex "
        "may have been meant, and then that one has none.",
        "Name the hex that is meant, or take the entry out.",
    ),
    Code(
        "B002",
        "a hex that is not on the board",
        "An entry of the metadata names a hex that the board does not have.",
        "Mend the name, or take the entry out.",
    ),
    Code(
        "B003",
        "an unknown building type",
        "The type that an entry gives a building is none of the terrain types of VASL.",
        "Write a type as SharedBoardMetadata.xml has it.",
    ),
    Code(
        "B004",
        "a type for no building",
        "The metadata give a building type to a hex in which no building is drawn. When LOSData is "
        "made anew, whatever lies at the centre dot becomes that building, all over the hex.",
        "Take the entry out, or name the hex that is meant.",
        "B23.1",
    ),
    Code(
        "B005",
        "another type listed than drawn",
        "The metadata give a building another type than LOSData has: one of both is out of date.",
        "Decide which is right; mend the entry, or make LOSData anew.",
        "B23.22",
    ),
    Code(
        "B006",
        "storeys that no entry gives",
        "LOSData has a building of several storeys, which only an entry of the metadata can give it, "
        "and there is none: when LOSData is made anew the building has one storey.",
        "Add the entries before LOSData is made anew.",
        "B23.22",
    ),
    Code(
        "B007",
        "hills that hasHills denies",
        "hasHills is not TRUE, and the drawing has levels above 0: when LOSData is made anew, all "
        "hills are gone.",
        'Write hasHills="TRUE".',
        "B10.2",
    ),
    Code(
        "B008",
        "hasHills without hills",
        "hasHills is TRUE, and all ground lies on level 0, but for depressions and water.",
        'Write hasHills="FALSE", or look whether the hills got lost.',
        "B10.2",
    ),
    Code(
        "B009",
        "another size",
        "Width or height of the metadata are not those of LOSData, in hexes.",
        "Mend the metadata.",
    ),
    Code(
        "B010",
        "an odd slope",
        "A slope hexside leads off the board, rises both ways, or lies between two levels.",
        "Mend the digits of the slope: 0 is the upper hexside, the others follow clockwise.",
        "B10.211",
    ),
    Code(
        "B011",
        "an unknown terrain code",
        "LOSData has a terrain code that no terrain type has.",
        "Make LOSData anew with the colours of the board known.",
    ),
    Code(
        "B101",
        "one building of several heights",
        "Pixels of one material that hang together have several heights. That may be meant, as of a "
        "church and its tower; it is likely an error where a hex of the building has no entry.",
        "Give all hexes of the building one type, or leave it where the heights are meant.",
        "B23.22",
    ),
    Code(
        "B102",
        "stray pixels of another height",
        "A building has some pixels of another height, mostly along the border of a hex that has no "
        "entry: lines over them meet a lower, or a higher, building.",
        "Give these pixels the height of the building.",
        "B23.22",
    ),
    Code(
        "B103",
        "no stairwell",
        "No hex of a building of two upper levels or more has a stairwell: nobody gets up there.",
        "Look for the stairwell symbol in the picture.",
        "B23.25",
    ),
    Code(
        "B104",
        "a stairwell to nowhere",
        "LOSData has a stairwell in a hex without upper levels. In a Factory it leads to the Rooftop, "
        "and is no finding (O.4B).",
        "Look whether the building lost its storeys, or take the stairwell out.",
        "B23.25",
    ),
    Code(
        "B105",
        "a hex full of building",
        "A building fills a whole hex and ends at its border, as no building is drawn: an entry of the "
        "metadata for a hex without a building leaves that.",
        "Take the entry out and make LOSData anew.",
        "B23.1",
    ),
    Code(
        "B201",
        "a jump of levels",
        "Ground jumps by two levels or more, and there is no cliff. Contours that meet do that, too.",
        "Look whether a cliff is missing, or a colour has the wrong level.",
        "B11.1",
    ),
    Code(
        "B202",
        "a patch off by levels",
        "A patch of ground lies two levels or more above or below all that is round it. Close to a "
        "cliff it is odd, a tooth of its ragged edge; elsewhere an error.",
        "Mend the colour of these pixels.",
        "B10.2",
    ),
    Code(
        "B203",
        "a lone patch of a level",
        "A small patch of ground lies higher than all that is round it, with none as high near.",
        "Mend the colour of these pixels.",
        "B10.2",
    ),
    Code(
        "B204",
        "a centre dot on a level of its own",
        "The centre dot, whose level is that of the hex, lies on a level that hardly any ground round "
        "it has.",
        "Mend the colour round the centre dot.",
        "A2.4",
    ),
    Code(
        "B205",
        "a depression two levels deep",
        "The bottom of a depression lies two levels or more below most of the ground beside it in its "
        "hex, as of a gully that is drawn on one level through hills: it lies one level below.",
        "Give the depression the level below the ground beside it.",
        "B19.2",
    ),
    Code(
        "B301",
        "hexside terrain at no hexside",
        "A stretch of wall, hedge, bocage or cliff lies along no hexside, so that no hexside has it.",
        "Move it to its hexsides, or draw something else.",
        "B9.2",
    ),
    Code(
        "B302",
        "stray pixels of hexside terrain",
        "Some pixels of hexside terrain lie apart: printed numbers that took the colour of a wall "
        "near by, or teeth of a cliff.",
        "Give these pixels the terrain round them.",
        "B9.2",
    ),
    Code(
        "B303",
        "a hexside that misses its terrain",
        "Hexside terrain is drawn along most of a hexside, and its middle shows none of it, or "
        "something else. Here the hexside has it all the same; VASL, which looks at the middle alone, "
        "has not. Gaps for roads and water are no findings.",
        "Draw it across the middle of the hexside.",
        "B9.2",
    ),
    Code(
        "B304",
        "hexside terrain on a short stretch",
        "A hexside has terrain that is drawn along less than half of it.",
        "Draw it along the whole hexside, or take it out.",
        "B9.2",
    ),
    Code(
        "B305",
        "two terrains on one hexside",
        "A hexside has two kinds of hexside terrain.",
        "Decide for one, unless both are meant.",
        "B9.2",
    ),
    Code(
        "B306",
        "a cliff on the level",
        "A cliff lies between two hexes of one level.",
        "Mend the level of either hex, or take the cliff out.",
        "B11.1",
    ),
    Code(
        "B401",
        "half a bridge",
        "A part of a bridge is drawn in a hex whose centre dot lies on no bridge, so that the hex has "
        "no Location beneath it.",
        "Draw the bridge, or its road, across the centre dot, or take it out.",
        "B6.1",
    ),
    Code(
        "B402",
        "one side of a bridge",
        "A bridge is drawn on one side of its road alone.",
        "Draw the other side.",
        "B6.1",
    ),
    Code(
        "B403",
        "a bridge over nothing",
        "Hardly any depression or water is drawn beneath a bridge.",
        "Look whether the depression got lost.",
        "B6.2",
    ),
    Code(
        "B501",
        "a speck of terrain",
        "Some pixels of an obstacle, a hindrance, a depression or water lie apart from all of their "
        "kind: lines that cross them are judged by them.",
        "Give these pixels the terrain round them.",
        "A6.1",
    ),
    Code(
        "B502",
        "inherent terrain of some pixels",
        "Inherent terrain fills a hex of which next to nothing is drawn.",
        "Give these pixels the terrain round them, or draw the hex.",
        "B.6",
    ),
    Code(
        "B601",
        "levels that part at a seam",
        "On a map, ground lies on different levels on both sides of a seam.",
        "Look whether the boards are meant to lie so.",
        "A2.3",
    ),
    Code(
        "B602",
        "terrain that ends at a seam",
        "On a map, a road, a depression, water or a building runs to a seam, and does not go on.",
        "Look whether the boards are meant to lie so.",
        "A2.3",
    ),
    Code(
        "B701",
        "lines that hang on their direction",
        "With --pairs: the line of sight between two hexes is judged otherwise from the other end.",
        "Report it: sight is mutual.",
        "A6.5",
    ),
    Code(
        "B702",
        "lines that hang on which way up",
        "With --pairs: the line of sight between two hexes is judged otherwise on the archive turned "
        "by 180 degrees.",
        "Look at the pixels that the line passes by a hair's breadth; report it.",
        "A2.1",
    ),
)

CODES: Mapping[str, Code] = MappingProxyType({each.code: each for each in _ALL})
"""All codes, by themselves."""


def code_named(text: str) -> Code:
    """Find a code, or say in one sentence that there is none."""
    found = CODES.get(text.strip().upper())
    if found is None:
        raise BadInput(f"{shown(text)} is no code of a finding; {_nearest(text)}")
    return found


def codes_wanted(select: Sequence[str], ignore: Sequence[str]) -> frozenset[str]:
    """List the codes that are asked for: those selected, or all, but for those ignored.

    Both are codes or the beginnings of codes, several with commas between.
    """
    chosen = _begun_by(select) if select else frozenset(CODES)
    return chosen - _begun_by(ignore)


def _begun_by(texts: Sequence[str]) -> frozenset[str]:
    found: set[str] = set()
    for text in (part.strip() for each in texts for part in each.split(",")):
        some = {code for code in CODES if text and code.startswith(text.upper())}
        if not some:
            raise BadInput(f"{quoted(text)} is no code, nor the beginning of one; {_nearest(text)}")
        found |= some
    return frozenset(found)


def _nearest(text: str) -> str:
    near = get_close_matches(text.strip().upper()[:20], CODES, n=1, cutoff=0.6)
    return f"write {near[0]}" if near else f"write one of {min(CODES)} to {max(CODES)}"


# --- Findings -------------------------------------------------------------------------------------


class Confidence(StrEnum):
    """How sure a finding is: an error; one as far as the data tell; or what may well be meant."""

    CERTAIN = "certain"
    LIKELY = "likely"
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: its code, the hexes it is about, a sentence, and the evidence.

    ``pixels`` is how many pixels show it, ``at`` one of them, counted from the upper left corner;
    ``metadata`` is what the metadata says.
    """

    code: str
    hexes: tuple[str, ...]
    sentence: str
    confidence: Confidence
    pixels: int | None = None
    at: tuple[int, int] | None = None
    metadata: str | None = None
