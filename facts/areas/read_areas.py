"""Reads what a sentence says of where: areas, as values."""

from __future__ import annotations

from hexcourt.facts.areas.area import (
    Area,
    AtLevel,
    BesideGrain,
    BesideHexrow,
    Beyond,
    Buildings,
    Edge,
    Except,
    Hexes,
    Hexrow,
    Hexrows,
    HexRun,
    NamedArea,
    NextTo,
    Numbered,
    OfTerrain,
    Within,
    both,
    either,
)
from hexcourt.facts.areas.patterns import form
from hexcourt.facts.areas.read_edges import Ambiguous, EdgeReader, Joint, Part, combined
from hexcourt.facts.areas.tokens import (
    HEX_WORDS,
    SIDES,
    hex_of,
    hexrow_of,
    names_terrain,
    terrain_words,
)
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.sizes import DEEPEST_AREA
from hexcourt.facts.geometry.coordinates import BoardHex, column_index

_BEFORE = "in|on|at|along|of|from|the|by|via|inside|only|@hexes|that are|that is|which are"
"""Words that may stand before an area and add nothing to it."""

_MAX_BEFORE = 6

_BOUNDS = (
    (">=", ">=|at least"),
    ("<=", "<=|at most"),
    ("<", "<|less than|lower than|fewer than"),
    (">", ">|more than|higher than|greater than"),
)
_WAYS = (
    ((True, 0), "within|with in|<=|at most|no more than|not more than|up to|no farther than"),
    ((True, 0), "no further than"),
    ((True, -1), "<|less than|fewer than"),
    ((False, 0), ">=|at least|no less than|not less than|no closer than"),
    ((False, 1), ">|more than"),
)
"""How a distance is limited: whether it is at most so many hexes, and what is added to their number."""

_WAYS_BEHIND = (
    ((False, 0), "or (more|greater|farther|further)"),
    ((True, 0), "or (less|fewer|closer)"),
)
"""The same behind the number."""

_MATERIALS = {"stone": "stone", "wooden": "wooden", "wood": "wooden"}
_SAME_TERRAIN = {"open_ground": "open", "plowed_field": "plowed", "grain_field": "grain"}


def _within_bounds(
    first: tuple[int | None, int | None], second: tuple[int | None, int | None] | None
) -> Numbered | None:
    """Put two bounds together: one is the least, the other the most."""
    if not second:
        return Numbered(*first)
    least = [each for each in (first[0], second[0]) if each is not None]
    most = [each for each in (first[1], second[1]) if each is not None]
    return Numbered(least[0], most[0]) if len(least) == 1 and least <= most else None


class AreaReader(EdgeReader):
    """Reads areas at a cursor."""

    def area(self) -> Area | None:
        """Read as much of an area as there is; nothing where none begins. Raises BadInput where the
        words have two readings.
        """
        start = self.at.at
        first = self.at.attempt(self._excepted) or self.at.attempt(self._item)
        if first is None:
            return None
        parts = [Part(Joint.NONE, first, start)]
        while (part := self.at.attempt(lambda: self._further(parts[-1].area))) is not None:
            parts.append(part)
        try:
            return combined(parts)
        except Ambiguous as error:
            raise self.at.refusal(error.at, f"this can be read in two ways; {error.mend}") from None

    # --- parts -----------------------------------------------------------------------------------

    def _further(self, before: Area) -> Part | None:
        """Read a part that follows another."""
        at = self.at
        has_comma = self.has(",")
        start = at.at
        excepted = at.attempt(self._excepted)
        if excepted is not None:
            return Part(Joint.NONE, excepted, start)
        joint = Joint.OR if self.has("@or") else Joint.AND if self.has("and") else Joint.NONE
        if joint is Joint.NONE and at.ahead("in"):
            joint = Joint.IN
        found = at.attempt(self._bounds) if isinstance(before, Numbered) else None
        found = found or at.attempt(self._item)
        return None if found is None else Part(joint, found, start, has_comma)

    # but not, except: what an area leaves out
    _excepted = form(
        (
            "(but not|and not|not|except|excluding|other than) [for|those] {of:_item}",
            Except,
        )
    )

    def _item(self) -> Area | None:
        """Read one place or condition."""
        at = self.at
        for _ in range(_MAX_BEFORE):
            found: Area | None = at.first_of(
                self.grouped,
                self.named,
                self._beside,
                self._hexrows,
                self._next_to,
                self.roads_off,
                self.edge,
                self.off_board,
                self.on_boards,
                self._distance,
                self._numbered,
                self._level,
                self.anywhere,
                self._buildings,
                self._terrain,
                self._hexes,
            )
            if found is not None:
                return found
            if not self.has(_BEFORE):
                return None
        return None

    def grouped(self) -> Area | None:
        """Read an area between parentheses."""
        at = self.at
        if not at.word("("):
            return None
        at.deep += 1
        if at.deep > DEEPEST_AREA:
            raise BadInput(
                f"more than {DEEPEST_AREA} parentheses within one another; name parts of it"
            )
        found = self.area()
        at.deep -= 1
        return found if found is not None and at.word(")") else None

    def named(self) -> Area | None:
        """Read the name of an area."""
        at, token = self.at, self.at.here
        if token is None:
            return None
        if token.kind == "quoted" and token.text[1:-1].strip():
            at.at += 1
            return NamedArea(token.text[1:-1])
        for name in sorted(at.names, key=len, reverse=True):
            if at.text[token.at :].startswith(name) and (end := self._ending(token.at + len(name))):
                if names_terrain(name) and (self._noun_at(end) or self._lists_terrain()):
                    continue
                at.at = end
                return NamedArea(name)
        return None

    def _lists_terrain(self) -> bool:
        """Return whether kinds of terrain come next that share a noun: ``woods or orchard hexes``."""
        found: list[Area | None] = []
        self.at.attempt(lambda: found.append(self._terrain()))  # and back to where it was
        return found != [None]

    def _noun_at(self, at: int) -> bool:
        """Return whether a noun stands there, or the name of a hex: what is before it is terrain."""
        behind = self.at.tokens[at : at + 1]
        return any(e.low in HEX_WORDS or (e.kind == "hex" and hex_of(e.text)) for e in behind)

    def _ending(self, end: int) -> int:
        """Return the token behind the one that ends there, 0 where none does."""
        return next((n + 1 for n, each in enumerate(self.at.tokens) if each.end == end), 0)

    # --- hexrows ---------------------------------------------------------------------------------

    def _beside(self) -> Area | None:
        """Read ``on or west of hexrow Q``, ``north of hexgrain A5-K10``."""
        on = self.has("{_:on}")
        side = self.side()
        if side is None or not (self.has("of") or on):
            return None
        if self.has("@hexrow"):
            row = self.at.hexrow()
            return None if row is None else BesideHexrow(side, Hexrow(*row), on)
        grain = self._chain() if self.has("hexgrain|hexgrains|hex grain") else ()
        return None if len(grain) < 2 else BesideGrain(side, grain, on)

    def _chain(self) -> tuple[BoardHex, ...]:
        """Read hexes joined by dashes."""
        found = [self.at.hex()]
        while found[-1] is not None and self.at.word("-"):
            found.append(self.at.hex())
        return tuple(each for each in found if each is not None) if found[-1] is not None else ()

    def _hexrows(self) -> Area | None:
        at = self.at
        between = bool(at.attempt(self.between))
        if not self.has("@hexrow"):
            return None
        first = at.hexrow()
        if first is None:
            return None
        joint = "(@to|and)" if between else "@to"
        last = self.value(joint + " [@hexrow] {row:_hexrow}")
        if last is None:
            listed = None if between else at.attempt(lambda: self._list_of_hexrows(first))
            if listed is not None:
                return listed
            if between or self._lists_hexrows():
                return None
            last = first
        self.has("inclusive")
        return Hexrows(Hexrow(*first), Hexrow(*last))

    def _hexrow(self) -> tuple[str, str | None] | None:
        return self.at.hexrow()

    def _list_of_hexrows(self, first: tuple[str, str | None]) -> Area | None:
        """Read ``A, B and C``, ``Q or R``; of two that are no neighbours those between may be meant."""
        at = self.at
        found, chosen = [Hexrow(*first)], False
        while self._lists_hexrows():
            chosen = at.ahead("or", "and/or") or chosen
            self.has(", and / or|, and|, or|@or|and|,")
            row = at.hexrow()
            if row is None:
                return None
            found.append(Hexrow(*row))
        columns = [column_index(each.letters) for each in found]
        close = columns == list(range(columns[0], columns[0] + len(columns)))
        if len(found) < 2 or (len(found) == 2 and not (close or chosen)):
            return None
        return either(Hexrows(each, each) for each in found)

    def _lists_hexrows(self) -> bool:
        """Return whether a list of hexrows goes on: two of them, or all between, nobody knows."""
        tokens = [*self.at.tokens[self.at.at + 1 : self.at.at + 4]]
        while tokens and tokens[0].low in ("and", "or", "/"):
            tokens.pop(0)
        return self.at.ahead("and", ",", "or") and any(
            each.kind == "word" and each.text.isupper() and hexrow_of(each.text)
            for each in tokens[:1]
        )

    # --- numbers and distances -------------------------------------------------------------------

    def _bound(self) -> tuple[int | None, int | None] | None:
        """Read one bound: least and most."""
        at = self.at
        sign = next((each for each, words in _BOUNDS if self.has(words)), None)
        number = at.number()
        if number is None:
            return None
        if sign is None and self.has("or (more|higher|greater|above)"):
            sign = ">="
        elif sign is None:
            sign = "<=" if self.has("or (less|lower|fewer|below)") else None
        if sign is None:
            return None
        if at.ahead("of", "from", "away", *HEX_WORDS):
            return None
        most = number - 1 if sign == "<" else number if sign == "<=" else None
        least = number + 1 if sign == ">" else number if sign == ">=" else None
        return least, most

    # >= 3 and <= 7
    _bounds = form(("{first:_bound} [[and|,|but] {second:_bound}]", _within_bounds))

    def _numbered(self) -> Area | None:
        """Read ``hexes <= 4``, ``hexes numbered 3 to 7``, ``between hexes numbered 5 and 8``."""
        at = self.at
        between = self.has("{_:between}")
        if not self.has("[any|all] (@hexes|?(numbered))"):
            return None
        numbered = self.has(
            "with (coordinates|a coordinate|a number|numbers) of|numbered|number|numbers"
            "|with (coordinates|coordinate|numbers)"
        )
        between = self.has("{_:between}") or between
        found: Area | None = at.attempt(self._bounds)
        if found is not None:
            return found
        if not (numbered or between):
            return self.form(
                "{first:number} @to {last:number} !(of|from|away|@hexes)",
                lambda first, last: Numbered(first, last) if first <= last else None,
            )
        first = at.number()
        last = self.value(("(@to|and)" if between else "@to") + " {number}")
        if first is None or (at.ahead("and", ",", "or") and self._number_follows()):
            return None
        if last is None:
            return None if between else Numbered(first, first)
        return Numbered(first, last) if first <= last else None

    def _number_follows(self) -> bool:
        return any(
            each.kind == "number" for each in self.at.tokens[self.at.at + 1 : self.at.at + 2]
        )

    def _distance(self) -> Area | None:
        """Read ``within 3 hexes of N4``, ``>= 4 hexes from N4``, ``4 or more hexes from N4``."""
        self.has("any|all")
        noun = self.has("@hexes")
        self.has("{_:on} ?(within)")
        bare = self.at.ahead("within")  # "at most 3 of" may be a number of places
        way = next((way for way, words in _WAYS if self.has(words)), None)
        number = self.at.number()
        way = way or self._way_behind()
        noun = self.has("@hexes") if way is None else noun
        way = way or self._way_behind()
        if way is None or number is None:
            return None
        most, change = way
        if not self.has("@hexes") and not (noun or (bare and self.at.ahead("of"))):
            return None
        if not self.has("[away] (of|from)" if most else "[away] (of|from|to)"):
            return None
        aim = self._aim(any_will_do=most)
        if aim is None:
            return None
        return Within(number + change, aim) if most else Beyond(number + change, aim)

    def _way_behind(self) -> tuple[bool, int] | None:
        return next((way for way, words in _WAYS_BEHIND if self.has(words)), None)

    def _aim(self, any_will_do: bool) -> Area | None:
        """Read what distances are counted from; of several hexes any will do, or all are meant."""
        at = self.at
        at.word("the")
        joint = ",|, or|@or|/" if any_will_do else ",|, and|and"
        edge = at.attempt(lambda: self._possible_edges(any_will_do))
        if edge is not None:
            return edge
        found = at.attempt(lambda: self._hex_list(joint) if self.has("@buildings") else None)
        if found is not None:
            return Buildings(found)
        area = at.first_of(self.grouped, self.named, self._terrain, self._any_terrain)
        if area is not None:
            return area
        self.has("@hexes")
        hexes = self._hex_list(joint)
        return None if hexes is None else Hexes(hexes)

    def _possible_edges(self, any_will_do: bool) -> Edge | None:
        at, start = self.at, self.at.at
        edge = self.edge_of_board()
        known = {each.low for each in at.tokens[start : at.at]}
        if edge is None or (len(edge.sides) > 1 and ("or" if not any_will_do else "and") in known):
            return None
        return edge

    _next_to = form(
        ("[{on}] adjacent to {of:_beside_which}", lambda on, of: NextTo(of, bool(on))),
    )

    def _beside_which(self) -> Area | None:
        return self._aim(any_will_do=True)

    # --- terrain and levels ----------------------------------------------------------------------

    # hexes on level 2, level 2 or higher
    _level = form(
        (
            "[any|all] [@hexes] [on|at|of] (level|levels) [{below=-}] {number}"
            " [or {higher=higher|more|greater|above}|or {lower=lower|less|below}] [@hexes]",
            lambda below, number, higher, lower: AtLevel(
                None if lower else -number if below else number,
                None if higher else -number if below else number,
            ),
        )
    )

    def _terrain(self) -> Area | None:
        """Read ``any building hex``, ``woods or orchard hexes``."""
        at = self.at
        every = self.has("any|all")
        found = at.attempt(lambda: self.listed(self._terrain_word))
        plural = at.tokens[at.at - 1].low if at.at else ""
        if not found or not (
            self.has("@hexes")
            or (len(found) == 1 and "building" in found[0] and (every or plural[-1] == "s"))
        ):
            return None
        return None if self._hex_follows() else OfTerrain(tuple(dict.fromkeys(found)))

    def _any_terrain(self) -> Area | None:
        """Read ``any road``, ``a building``: what distances are counted from."""
        at = self.at
        word = self._terrain_word() if self.has("any|a|an") else None
        bare = word is not None and not self._hex_follows() and not at.ahead(*HEX_WORDS)
        return OfTerrain((word,)) if bare and word is not None else None

    def _terrain_word(self) -> str | None:
        at = self.at
        built = next((each for each in _MATERIALS if self.has(f"{each} @buildings")), None)
        if built is not None:
            return f"{_MATERIALS[built]} building"
        if self.has("@buildings"):
            return "building"
        for length in (4, 3, 2, 1):
            words = [each.low for each in at.tokens[at.at : at.at + length]]
            term = "_".join(words)
            for each in (term, term.removesuffix("s")):
                each = _SAME_TERRAIN.get(each, each)
                if len(words) == length and each in terrain_words():
                    at.at += length
                    return each.replace("_", " ")
        return None

    # --- Hexes ------------------------------------------------------------------------------------

    def _hex_follows(self) -> bool:
        token = self.at.here
        return token is not None and token.kind == "hex" and hex_of(token.text) is not None

    def _hex_list(self, joint: str = "@joint") -> tuple[BoardHex, ...] | None:
        """Read hexes that some words join; nothing where the list goes on by another word."""
        found = self.listed(self.at.hex, joint)
        if found is None or self.at.attempt(lambda: self.has("@joint|-") and self._hex_follows()):
            return None
        return tuple(dict.fromkeys(found))

    _buildings = form(("@buildings {hexes:_hex_list}", Buildings))

    def _hexes(self) -> Area | None:
        """Read hexes by name: ``road hexes N3, N4 and A6-A10``, ``west A5 or south I10``."""
        at = self.at
        run = self.form("{_:between} [@hexes] {first:hex} (@to|and) {last:hex}", _run)
        if run is not None:
            return run
        result = at.attempt(self._terrain_word) or ""
        self.has("following ?(@hexes)")
        if not self.has("@hexes") and result:
            return None
        self.has("from|:")
        found = at.attempt(lambda: self.listed(lambda: self._hex_or_run(result)))
        return either(found) if found else None

    def _hex_or_run(self, text: str) -> Area | None:
        at = self.at
        side = at.word(*SIDES)
        first = at.hex()
        if first is None:
            return None
        last = self.value("@to {last:hex}")
        if last is not None and at.ahead("-"):
            return None  # a road, or a line of another kind
        found: Area = Hexes((first,), text) if last is None else HexRun(first, last)
        return found if side is None else both((Edge((SIDES[side],)), found))


def _run(_: bool, first: BoardHex, last: BoardHex) -> HexRun:
    return HexRun(first, last)
