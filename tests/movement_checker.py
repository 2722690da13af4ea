"""An independent checker of ways: every step walked in plain Python, from the tables of costs alone.

Nothing here comes from the rules in ``asp``: what is legal and what it costs is told a second time, by
rule number, from the facts of the board (``facts.movement_facts``) and the numbers of
``asp/tables/movement.lp``. ``Walker.moves`` lists the moves that may be made from a state, each with a
``Ruling``; ``disagreements`` holds a way of the solver against them. Costs are in halves of an MF or MP,
levels in half levels.

Not covered, so that ``NotImplementedError`` is raised: sewers and tunnels (what they cost is not in the
documents).
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from hexcourt.facts.boards.board import Board
from hexcourt.facts.geometry.hexes import neighbour
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.movement_facts import movement_facts
from hexcourt.solver.movement.engine import Step, Way
from hexcourt.solver.placement.hex_facts import Unit
from hexcourt.solver.rulebase.ground import ActiveRules

VBM_GAUGE = 248
"""The clearance that VBM needs (D2.3), in thousandths of a hex."""
GOOD_PART = 60
"""The share of a hex that an obstacle beside its centre must cover to count (A2.4), in thousandths."""

State = tuple[str | int, ...]
Fact = tuple[str, ...]

_TERM = re.compile(r'[(),]|"[^"]*"|[^(),"]+')


def split_term(text: str) -> tuple[str, list[str]]:
    """Part a term into its name and its arguments, each as text, strings without their quotes."""
    name, _, inside = text.partition("(")
    parts, depth = [""], 0
    for token in _TERM.findall(inside[:-1]):
        depth += (token == "(") - (token == ")")
        if token == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += token
    return name, [part.strip('"') if part.startswith('"') else part for part in parts]


def parsed(state: str) -> State:
    """Read a state of the rules."""
    name, arguments = split_term(state)
    return (name, *(int(each) if each.isdigit() else each for each in arguments))


def written(state: State) -> str:
    """Write a state as the rules do."""
    name, where, *rest = state
    return f'{name}("{where}",{",".join(map(str, rest))})'


# --- the tables -----------------------------------------------------------------------------------


@cache
def table(name: str, arity: int) -> frozenset[Fact]:
    """List the facts of one predicate of the tables."""
    atoms = _tables().symbolic_atoms.by_signature(name, arity)
    return frozenset(
        tuple(str(each).strip('"') for each in atom.symbol.arguments) for atom in atoms
    )


@cache
def _tables():  # type: ignore[no-untyped-def]
    return ActiveRules("units").ground("")


@dataclass(frozen=True)
class Prices:
    """What a kind of mover pays, by terrain: (cost, rule)."""

    entry: dict[str, tuple[int, str]]
    depression: dict[str, tuple[int, str]]
    side: dict[str, tuple[int, str]]
    barred: frozenset[str]
    closed_sides: frozenset[str]
    risks: frozenset[str]
    takes_all: frozenset[str]


@cache
def prices(kind: str, allowance: int) -> Prices:
    """Gather what a kind of mover with an allowance pays."""
    pays = dict(table("costs_as", 2)).get(kind, kind)

    def of(name: str) -> dict[str, tuple[int, str]]:
        return {t: (int(c), r) for k, t, c, r in table(name, 4) if k == pays}

    entry = of("entry_cost")
    counted = 0 if pays == "infantry" or allowance <= 2 else 2  # D2.13: the MP that starts it
    whole = allowance - counted
    wholes = {t: (whole, r) for k, t, r in table("whole_allotment", 3) if k == pays}
    entry |= wholes
    halves = {t: (allowance // 2, r) for k, t, r in table("half_allotment", 3) if k == pays}
    sides = {"wall", "hedge", "cactus_hedge", "bocage"}
    return Prices(
        entry=entry | {t: each for t, each in halves.items() if t not in sides},
        depression=of("depression_cost"),
        side=of("hexside_cost") | {t: each for t, each in halves.items() if t in sides},
        barred=frozenset(t for k, t, _ in table("no_entry", 3) if k == pays),
        closed_sides=frozenset(t for k, t, _ in table("no_crossing", 3) if k == pays),
        risks=frozenset(t for k, t, _ in table("bog_risk", 3) if k == pays),
        takes_all=frozenset(wholes),
    )


@cache
def terrain_class(name: str) -> frozenset[str]:
    """List the terrain of a class of the tables: like_open, walled, obstacle_to_pass, ..."""
    return frozenset(each for (each,) in table(name, 1))


# --- the ground -----------------------------------------------------------------------------------


class Ground:
    """What lies on a board, with pieces laid on it."""

    def __init__(self, board: Board, pieces: Iterable[Piece] = ()) -> None:
        self.map_rules = board.map_rules
        self.facts: dict[str, list[Fact]] = defaultdict(list)
        told = [fact[:-1] for facts in movement_facts(board).values() for fact in facts]
        for text in [*told, *(piece.fact for piece in pieces)]:
            name, arguments = split_term(text)
            self.facts[name].append(tuple(arguments))
        self.hexes = sorted(h for (h,) in self.facts["hex"])
        self.places = {record.name: record.place for record in board.hexes}
        self.beyond = {(a, int(d)): b for a, b, d in self.facts["adjoins"]}
        self.edges = {(h, int(d)): kind for h, d, kind in self.facts["edge"]}
        self._over: dict[tuple[str, int], set[str]] = defaultdict(set)
        for h, d, term in self.facts["over"]:
            self._over[h, int(d)].add(term)
        self.beds = {h: int(level) for h, level in self.facts["bed"]}
        self.locations = {(h, p): int(level) for h, p, level in self.facts["location"]}
        self.elevations = {h: int(level) for h, level in self.facts["elevation"]}
        self.features = set(self.facts["feature"])
        self.stairwells = {h for (h,) in self.facts["stairwell"]}
        self.trenches = {h for (h,) in self.facts["trench"]}
        self.foxholes = {h for (h,) in self.facts["foxhole"]}
        self.breaches = {frozenset(each) for each in self.facts["breach"]}
        self.counters: dict[tuple[str, str], set[str]] = defaultdict(set)
        for h, p, term in self.facts["counter"]:
            self.counters[h, p].add(term)
        self.enemies: dict[str, set[str]] = defaultdict(set)
        for h, p in self.facts["enemy"]:
            # A2.8: entrenchments are no Locations of their own
            self.enemies[h].add("ground" if p in ("trench", "foxhole") else p)
        self._gaps: dict[tuple[str, int], dict[str, int]] = defaultdict(dict)
        for h, d, term, gap in self.facts["clearance"]:
            self._gaps[h, int(d)][term] = int(gap)

    # hexsides

    def over(self, name: str, side: int) -> set[str]:
        """List what a hexside carries, seen from either of its hexes."""
        other = self.beyond.get((name, side))
        there = self._over[other, (side + 3) % 6] if other else set()
        return self._over[name, side] | there

    def shared(self, one: str, other: str) -> int | None:
        """Find the hexside of the first hex that parts it from the second."""
        for side in range(6):
            if self.beyond.get((one, side)) == other:
                return side
        return None

    def narrow(self, name: str, side: int) -> str:
        """Tell whether a Narrow Street runs along a hexside, and of which kind (Q4.1)."""
        for term in self.over(name, side):
            if term.startswith("narrow_street("):
                return term[14:-1]
        return ""

    def road(self, name: str, side: int) -> bool:
        """Tell whether a road runs over a hexside."""
        return any(term.startswith("road(") for term in self.over(name, side))

    def rail(self, name: str, side: int) -> bool:
        """Tell whether a railway runs over a hexside."""
        return any(term.startswith("rail(") for term in self.over(name, side))

    @cached_property
    def roadblocks(self) -> tuple[set[frozenset[str]], set[frozenset[str]]]:
        """List the hexsides of roadblocks: across Narrow Streets (Q4.141), and others."""
        across, others = set(), set()
        for one, two, *_ in self.facts["roadblock"]:
            side = self.shared(one, two)
            if side is None:
                continue
            if not self.narrow(one, side):
                others.add(frozenset((one, two)))
            elif not self.rubbled_by_counter(one) and not self.rubbled_by_counter(two):  # Q4.15
                across.add(frozenset((one, two)))
        return across, others

    def blocked(self, name: str, side: int) -> bool:
        """Tell whether a roadblock lies on a hexside, no Narrow Street."""
        return frozenset((name, self.beyond.get((name, side), ""))) in self.roadblocks[1]

    def straddled(self, name: str, side: int) -> bool:
        """Tell whether a roadblock straddles a Narrow Street along a hexside."""
        return frozenset((name, self.beyond.get((name, side), ""))) in self.roadblocks[0]

    def extended(self, name: str, vertex: int) -> bool:
        """Tell whether a roadblock runs on from a vertex of a hex to its centre (B29.2)."""
        left = self.beyond.get((name, (vertex - 1) % 6))
        right = self.beyond.get((name, vertex))
        return frozenset((left, right)) in self.roadblocks[1]

    # hexes

    def rubbled_by_counter(self, name: str) -> set[str]:
        """List the rubble counters that have taken the place of a building."""
        return {
            term
            for place in ("ground", "cellar")
            for term in self.counters[name, place]
            if term.startswith("rubble")
        }

    def printed(self, name: str) -> set[str]:
        """List what is printed in a hex (A2.4)."""
        return self._printed[name]

    @cached_property
    def _printed(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for h, term in [*self.facts["terrain"], *self.facts["inherent"]]:
            found[h].add(term)
        for h, term, share in self.facts["depicted"]:
            large = term in terrain_class("obstacle_to_pass") and int(share) >= GOOD_PART
            if large or term == "rail_cars":  # FB6.2
                found[h].add(term)
        return found

    def bridged(self, name: str) -> bool:
        """Tell whether a hex has a bridge."""
        return any(t.startswith("bridge(") or t == "rr_bridge" for t in self.printed(name))

    def two_ways(self, name: str) -> bool:
        """Tell whether there is a Location beneath its bridge."""
        return self.bridged(name) and (name, "under") in self.locations

    def on_deck_way(self, name: str, side: int) -> bool:
        """Tell whether the way on a bridge leads over a hexside (B6.4)."""
        over = self.over(name, side)
        if "rr_bridge" in self.printed(name):
            return self.rail(name, side)
        return (self.road(name, side) and "sunken_road" not in over) or self.rail(name, side)

    def entry_point(self, name: str, side: int) -> str:
        """Name the Location that one leaves by and enters over a hexside."""
        return "under" if self.two_ways(name) and not self.on_deck_way(name, side) else "ground"

    def holds(self, name: str, place: str = "ground") -> set[str]:
        """List the terrain where the ground, or what is beneath a bridge, is entered."""
        if self.bridged(name):
            deck = {t for t in self.printed(name) if t.startswith("bridge(") or t == "rr_bridge"}
            if place == "under":
                return (self.printed(name) - deck) | self.counters[name, "under"]
            return deck | self.counters[name, "ground"]
        found = self.printed(name) | self.counters[name, "ground"]
        if rubble := self.rubbled_by_counter(name):  # B24.1, O6.6
            found -= terrain_class("walled") | {"rail_cars"}
            found |= rubble
        return found - {"afv", "wreck"}

    def level(self, name: str, place: str = "ground") -> int:
        """Give the level of a Location."""
        if place in ("trench", "foxhole"):
            place = "ground"
        if place == "under":
            return self.beds.get(name, self.locations.get((name, place), 0))
        return self.locations.get((name, place), self.elevations[name])

    def railway(self, name: str) -> bool:
        """Tell whether a railway runs through a hex; a tram in a paved road is but a road (FB6.31), a
        building with a railway a house (FB6.4).
        """
        return not self.walled(name) and any(
            term.startswith("rail(") and not (term == "rail(tram)" and "road(paved)" in over)
            for over in (self.over(name, side) for side in range(6))
            for term in over
        )

    def bottom(self, name: str, place: str = "ground") -> bool:
        """Tell whether a Location lies at the bottom of a depression."""
        if name not in self.beds or (place == "ground" and self.bridged(name)):
            return False
        return place == "under" or self.level(name, place) == self.beds[name]

    def runs_through(self, name: str, side: int) -> bool:
        """Tell whether a depression runs through a hexside."""
        return not _DEPRESSIONS.isdisjoint(self.over(name, side))

    def covered(self, name: str, place: str) -> bool:
        """Tell whether rubble or debris covers the road of a hex (O.1)."""
        if (name,) in self.facts["trail_break"]:
            return False
        return any(t == "debris" or t.startswith("rubble") for t in self.holds(name, place))

    def walled(self, name: str) -> set[str]:
        """List the buildings that stand in a hex."""
        return self.holds(name) & terrain_class("walled")

    def factory(self, name: str) -> set[str]:
        """List the Factories that stand in a hex."""
        return self.holds(name) & terrain_class("factory_terrain")

    def road_serves(self, one: str, other: str, side: int, places: tuple[str, str]) -> bool:
        """Tell whether one goes from hex to hex along a road (B3.4)."""
        if not self.road(one, side):
            return False
        return self.open_road(one, places[0], other) and self.open_road(other, places[1], one)

    def open_road(self, name: str, place: str, other: str) -> bool:
        """Tell whether the road of a hex is open towards another hex (O.1, B23.4)."""
        if self.covered(name, place):
            return False
        if place != "ground" or (name, "building_tram_line") in self.features:  # FB6.5
            return True
        centre = {t for h, t in self.facts["terrain"] if h == name} & self.walled(name)
        if centre - terrain_class("factory_terrain"):
            return False
        # O.4: an Entrance serves from outside the Factory, and where it has a roof
        return not centre or not (
            self.factory(other) or any(t.startswith(_ROOFLESS) for t in centre)
        )

    def obstacle(self, name: str) -> set[str]:
        """List the obstacles of a hex that may be passed by."""
        if self.bridged(name):
            return set()
        return self.holds(name) & terrain_class("obstacle_to_pass")

    def gap(self, name: str, side: int) -> int:
        """Give how near the obstacles of a hex come to a hexside, 401 where they keep away."""
        obstacles = terrain_class("obstacle_to_pass")  # the least of a depiction fills a hexside
        return min(
            (gap for t, gap in self._gaps[name, side].items() if t in obstacles), default=401
        )

    def corner_hexes(self, name: str, vertex: int) -> list[tuple[str, int]]:
        """List the two places next to a hex at a vertex: hex or "", and the hexside towards it."""
        return [(self.beyond.get((name, d % 6), ""), d % 6) for d in (vertex - 1, vertex)]


_DEPRESSIONS = frozenset(
    ("gully", "dry_stream", "shallow_stream", "deep_stream", "sunken_road", "wadi")
)
_ROOFLESS = ("roofless_factory", "gutted_factory")


def across(side: int, vertex: int) -> int:
    """Number a vertex of a hex, an end of its hexside, as the hex beyond that hexside does."""
    return (side + 4) % 6 if vertex == side else (side + 3) % 6


def other_end(side: int, vertex: int) -> int:
    """Give the other end of a hexside."""
    return (side + 1) % 6 if vertex == side else side


# --- what a move costs ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Ruling:
    """What a legal move costs at least and at most, and what else is true of it."""

    least: int
    most: int
    keeps_bonus: bool = False
    risky: bool = False
    doubtful: bool = False


@dataclass
class Bill:
    """What a move is charged; ``base`` is what going uphill multiplies."""

    base: int = 0
    sure: int = 0
    perhaps: int = 0
    keeps_bonus: bool = False
    risky: bool = False
    barred: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def ruling(self, times: int = 1) -> Ruling | None:
        """Give the ruling, nothing where the move is barred."""
        if self.barred:
            return None
        least = times * (self.base + self.sure)
        return Ruling(
            least, least + times * self.perhaps, self.keeps_bonus, self.risky, bool(self.doubts)
        )


Made = tuple[str, State, Bill, int]
Found = dict[tuple[str, str], Ruling]


class Walker:
    """Lists the moves of one unit on one board."""

    def __init__(
        self,
        board: Board,
        unit: Unit,
        pieces: Iterable[Piece] = (),
    ) -> None:
        self.ground = Ground(board, pieces)
        self.unit = unit
        self.prices = prices(unit.kind, unit.allowance)
        self.on_foot = unit.kind == "infantry"
        self._known: dict[State, Found] = {}

    # states

    @property
    def start_price(self) -> int:
        """Give what it costs to set out: a vehicle starts for 1 MP (D2.11)."""
        return 0 if self.on_foot else 2

    @property
    def bonus(self) -> int:
        """Give the road bonus (B3.4)."""
        return max((int(c) for k, c, _ in table("road_bonus", 3) if k == self.unit.kind), default=0)

    def rests(self, state: State) -> bool:
        """Tell whether a phase may end there (A4.3: not in Bypass; A2.5: not still to enter)."""
        return state[0] not in ("bypass", "outside")

    def moves(self, source: str) -> Found:
        """List the legal moves from a state: (move, target) with its ruling."""
        state = parsed(source)
        if state not in self._known:
            found: Found = {}
            for move, target, bill, times in self._from(state):
                ruling = bill.ruling(times)
                if ruling is not None:
                    found[move, written(target)] = ruling
            self._known[state] = found
        return self._known[state]

    def _from(self, state: State) -> Iterator[Made]:
        makers = _FOOT if self.on_foot else _WHEELS
        if state[0] == "at" and state[2] == "sewer":
            raise NotImplementedError("sewers")
        yield from makers[str(state[0])](self, *state[1:])

    # parts of a bill that all movers share

    def enter(self, bill: Bill, name: str, place: str) -> None:
        """Charge the terrain of a Location (A2.4), no road followed."""
        cost, doubts = self.terrain(self.ground.holds(name, place), self.ground.bottom(name, place))
        bill.base += cost
        self.mind(bill, name, place)
        bill.doubts += doubts

    def mind(self, bill: Bill, name: str, place: str) -> None:
        """Mind what bars the entry of terrain, and its Bog Checks."""
        held = self.ground.holds(name, place)
        bill.barred += sorted(held & self.prices.barred)
        bill.risky |= not held.isdisjoint(self.prices.risks)

    def terrain(self, held: set[str], in_depression: bool) -> tuple[int, list[str]]:
        """Add up what terrain costs, and list what has no known cost; what takes all leaves nothing for
        other terrain.
        """
        priced = {*self.prices.entry, "shellholes"} - self.prices.takes_all
        if not held.isdisjoint(self.prices.takes_all):
            held = held - priced
        paid: dict[str, int] = {}
        opened = self.prices.entry["open"][0]
        extra = sunken = 0
        doubts = []
        for term in sorted(held):
            if term == "shellholes" and term in self.prices.entry:
                extra = self.prices.entry[term][0]  # B2.4: more than other terrain
            elif term in _DEPRESSIONS:
                if in_depression and term in self.prices.depression:
                    sunken += self.prices.depression[term][0]
                elif term not in self.prices.barred:
                    doubts.append(term)
            elif term in self.prices.entry and term != "open":
                cost, rule = self.prices.entry[term]
                paid[rule] = max(paid.get(rule, 0), cost)
            # B32.1: half a level up onto an embankment has no known cost, but the hex is open
            elif term not in {*terrain_class("like_open"), *self.prices.barred, "emrr"}:
                doubts.append(term)
        if sunken and self.on_foot:  # B19.4: vehicles alone pay for Open Ground IN it, too
            opened = 0
        return (sum(paid.values()) or opened) + sunken + extra, doubts

    def cross(self, bill: Bill, name: str, side: int) -> None:
        """Charge what lies on a hexside that is crossed; a road that is followed leads through it."""
        ground = self.ground
        other = ground.beyond.get((name, side), "")
        through = bill.keeps_bonus
        paid: dict[str, int] = {}
        for term in ground.over(name, side):
            if term in self.prices.closed_sides:
                breach = term.startswith("rowhouse") and frozenset((name, other)) in ground.breaches
                if not breach and not (through and term != "cliff"):
                    bill.barred.append(term)
            elif through:
                continue
            elif term in self.prices.side:
                cost, rule = self.prices.side[term]
                paid[rule] = max(paid.get(rule, 0), cost)
                bill.risky |= term in self.prices.risks
            elif term == "railway_embankment":
                if self.on_foot:
                    bill.perhaps += 2  # O2.1: no more than over a wall
                else:
                    bill.doubts.append("O2.1")
            elif term == "fence" or term.startswith(("dune_crest", "interior_factory_wall")):
                bill.doubts.append("B9.1, O5.31")
        bill.sure += sum(paid.values())
        if ground.blocked(name, side):
            if self.on_foot:
                bill.sure += 2  # B29.4
            else:
                bill.barred.append("B29.4")

    def climb(self, bill: Bill, start: int, end: int, hidden: bool = False) -> None:
        """Charge Infantry for going up, or down an abrupt change (B10.4); ``hidden`` where the
        documents do not say whether it is paid (B19.4, B4.4).
        """
        rise = end - start
        if rise > 0:
            full, half = divmod(rise, 2)
            more = max(0, 2 * full - 1) * bill.base
            if hidden:
                bill.perhaps += more + half * bill.base
            else:
                bill.sure += more
                bill.perhaps += half * bill.base  # B32.1
        elif -rise >= 4:
            more = (-rise // 2 - 1) * bill.base
            bill.perhaps += more if hidden else 0
            bill.sure += 0 if hidden else more

    def go_up(self, bill: Bill, start: int, end: int, by_road: bool = False) -> None:
        """Charge a vehicle for going up a level (B10.4)."""
        if abs(end - start) > 2 and not by_road:
            bill.barred.append("B10.4")
        if end > start:
            bill.sure += 2
            bill.perhaps += 6

    def held_by_enemy(self, name: str, place: str) -> bool:
        """Tell whether a known enemy occupies a Location (A4.14)."""
        return ("ground" if place in ("trench", "foxhole") else place) in self.ground.enemies[name]

    def meet_enemy(self, bill: Bill) -> None:
        """Bar Infantry from a Location that an enemy holds (A4.14); vehicles may overrun him there."""
        (bill.barred if self.on_foot else bill.doubts).append("A4.14")

    def along(self, name: str, side: int, place: str) -> tuple[str, str] | None:
        """Give hex and Location beyond a hexside of a Location, if it is left over that hexside."""
        other = self.ground.beyond.get((name, side))
        if other is None or self.ground.entry_point(name, side) != place:
            return None
        return other, self.ground.entry_point(other, (side + 3) % 6)

    def past_bridge(self, name: str, side: int, place: str) -> tuple[str, str] | None:
        """Give the way of Infantry between a Sunken Road beneath a bridge and the bank (FB6.122)."""
        ground = self.ground
        other = ground.beyond.get((name, side))
        places = ("under", "ground") if place == "under" else ("ground", "under")
        beneath, bank = (name, other) if place == "under" else (other, name)
        if not other or not beneath or not bank or not self.on_foot or not ground.two_ways(beneath):
            return None
        sunken = any("sunken_road" in ground.over(beneath, d) for d in range(6))
        rails = "rr_bridge" in ground.printed(beneath) and ("emrr" in ground.printed(bank))
        usual = self.along(name, side, place) == (other, places[1])
        plain = place in places[0] and sunken and rails and not ground.two_ways(bank)
        return (other, places[1]) if plain and not usual else None

    def hex_to_hex(
        self,
        name: str,
        side: int,
        place: str,
        follows: bool = True,
        there: tuple[str, str] | None = None,
    ) -> tuple[str, str, Bill] | None:
        """Charge the move from a Location to the next over a hexside, all but hills; roads are for those
        who may follow them.
        """
        ground = self.ground
        there = there or self.along(name, side, place)
        if there is None:
            return None
        other, arrived = there
        bill = Bill()
        road = ground.road_serves(name, other, side, (place, arrived))
        if road and follows:
            bill.base = self.prices.entry["road"][0]
            bill.keeps_bonus = True
        else:
            self.enter(bill, other, arrived)
        self.cross(bill, name, side)
        if ground.straddled(name, side):
            if self.on_foot:
                bill.perhaps += 2  # Q4.141: is not printed
            else:
                bill.doubts.append("Q4.141")
        if self.held_by_enemy(other, arrived):
            self.meet_enemy(bill)
        both = ground.bottom(name, place) and ground.bottom(other, arrived)
        if both and not ground.runs_through(name, side):
            bill.doubts.append("B20.9")
        for hex_, d in ((name, side), (other, (side + 3) % 6)):
            unknown = ground.bridged(hex_) and not ground.two_ways(hex_)
            if unknown and not ground.on_deck_way(hex_, d):
                bill.doubts.append("B6.4")
        return other, arrived, bill

    def leave_map(self, name: str, side: int, place: str, out: bool = True) -> Bill:
        """Charge leaving the map, or coming onto it (A2.6)."""
        bill = Bill()
        if self.ground.road(name, side) and self.ground.open_road(name, place, ""):
            bill.base = self.prices.entry["road"][0]
            bill.keeps_bonus = True
        else:
            self.enter(bill, name, place)
        self.cross(bill, name, side)
        if self.ground.edges[name, side] == "cut":
            bill.doubts.append("A2.1")
        if not out and self.held_by_enemy(name, place):
            self.meet_enemy(bill)
        return bill

    # --- Infantry ---------------------------------------------------------------------------------

    def foot_at(self, name: str, place: str) -> Iterator[Made]:
        """List the moves of Infantry from a Location."""
        here: State = ("at", name, place)

        def go(target: State, bill: Bill, how: str = "") -> tuple[str, State, Bill, int]:
            more = f",{how}" if how else ""
            return f"go({written(here)},{written(target)}{more})", target, bill, 1

        for target, bill in self.in_buildings(name, place):
            if self.held_by_enemy(str(target[1]), str(target[2])):
                self.meet_enemy(bill)
            yield go(target, bill)
        if place not in ("ground", "under"):
            return
        ground = self.ground
        level = ground.level(name, place)
        for side in range(6):
            if (name, side) in ground.edges:
                if ground.entry_point(name, side) == place:
                    yield go(("off", name, side), self.leave_map(name, side, place))
                continue
            if ground.bottom(name, place) and self.has_crest(name, side):
                bill = Bill(base=8 if self.has_rubble(name, place) else 4)  # O.3, B20.91
                if self.held_by_enemy(name, place):
                    self.meet_enemy(bill)
                yield go(("crest", name, side), bill)
            past = self.past_bridge(name, side, place)
            if past is not None:
                found = self.hex_to_hex(name, side, place, there=past)
                assert found is not None
                other, arrived, bill = found
                self.climb(bill, level, ground.level(other, arrived), ground.bottom(other, arrived))
                yield go(("at", other, arrived), bill)
            found = self.hex_to_hex(name, side, place)
            if found is None:
                continue
            other, arrived, bill = found
            self.climb(
                bill,
                level,
                ground.level(other, arrived),
                ground.bottom(*((name, place) if bill.keeps_bonus else (other, arrived))),
            )
            yield go(("at", other, arrived), bill)
            if self.has_crest(other, (side + 3) % 6) and not ground.bottom(name, place):
                yield go(
                    ("crest", other, (side + 3) % 6),
                    self.into_crest(name, side, level, other, arrived),
                )
            if arrived == "ground":
                for vertex in (side, (side + 1) % 6):
                    start = across(side, vertex)
                    yield from (
                        go(target, bill, how)
                        for target, bill, how in self.runs(name, side, other, start, level, None)
                    )

    def has_crest(self, name: str, side: int) -> bool:
        """Tell whether there is Crest status behind a hexside (B20.9)."""
        bottom = self.ground.bottom(name) or self.ground.bottom(name, "under")
        return (
            bottom
            and not self.ground.bridged(name)
            and (name, side) in self.ground.beyond
            and not self.ground.runs_through(name, side)
        )

    def has_rubble(self, name: str, place: str) -> bool:
        """Tell whether there is rubble in a Location."""
        return any(t.startswith("rubble") for t in self.ground.holds(name, place))

    def rim(self, name: str) -> int:
        """Give the level of Crest status: one level above the bottom."""
        return self.ground.beds[name] + 2

    def into_crest(self, name: str, side: int, level: int, other: str, place: str) -> Bill:
        """Charge going into Crest status from outside (B20.91): as Open Ground."""
        bill = Bill(base=self.prices.entry["open"][0])
        self.cross(bill, name, side)
        self.climb(bill, level, self.rim(other))
        if self.held_by_enemy(other, place):
            self.meet_enemy(bill)
        return bill

    def foot_crest(self, name: str, side: int) -> Iterator[Made]:
        """List the moves of Infantry from Crest status."""
        ground = self.ground
        here: State = ("crest", name, side)

        def go(target: State, bill: Bill, how: str = "") -> tuple[str, State, Bill, int]:
            more = f",{how}" if how else ""
            return f"go({written(here)},{written(target)}{more})", target, bill, 1

        place = "under" if ground.two_ways(name) else "ground"
        held = ground.holds(name) - _DEPRESSIONS
        cost, doubts = self.terrain(held, False)
        if held.isdisjoint({*self.prices.entry, *self.prices.takes_all} - {"open", "shellholes"}):
            cost -= self.prices.entry["open"][0]
        down = Bill(base=2, perhaps=2 + cost, doubts=doubts)  # B20.91, B19.4
        if self.held_by_enemy(name, place):
            self.meet_enemy(down)
        yield go(("at", name, place), down)
        found = self.hex_to_hex(name, side, ground.entry_point(name, side), follows=False)
        if found is not None:
            other, arrived, bill = found
            if "B20.9" in bill.doubts:
                bill.doubts.remove("B20.9")
            hidden = ground.bottom(other, arrived)
            self.climb(bill, self.rim(name), ground.level(other, arrived), hidden)
            yield go(("at", other, arrived), bill)

    # Bypass

    def bypass_level(self, name: str, side: int) -> int:
        """Give the level of a unit in Bypass: on a Narrow Street in the lower hex (Q4.11)."""
        level = self.ground.level(name)
        other = self.ground.beyond.get((name, side))
        if other is not None and self.ground.narrow(name, side):
            return min(level, self.ground.level(other))
        return level

    def passed_in(self, name: str, side: int) -> str:
        """Tell which hex a unit is in that passes along a hexside (Q4.11)."""
        other = self.ground.beyond.get((name, side))
        if other is None or self.bypass_level(name, side) == self.ground.level(name):
            return name
        return other

    def rubbled_street(self, name: str, side: int) -> bool:
        """Tell whether rubble lies in a hex of a Narrow Street (Q4.15)."""
        hexes = (name, self.ground.beyond.get((name, side), ""))
        return self.ground.narrow(name, side) and any(
            h == each and "rubble" in c
            for h, _, c in self.ground.facts["counter"]
            for each in hexes
        )

    def leave_vertex(
        self, bill: Bill, passed: tuple[str, int], d: int | None, into: tuple[str, str]
    ) -> None:
        """Charge entering a hex from a vertex: along its road alone from a Narrow Street (Q4.11)."""
        (name, side), (other, arrived) = passed, into
        road = d is not None and self.ground.narrow(name, side) and self.ground.road(name, d)
        if road and self.ground.open_road(other, arrived, ""):
            bill.base = self.prices.entry["road"][0]
            bill.keeps_bonus = True
        else:
            self.enter(bill, other, arrived)

    def passed(self, name: str) -> int | None:
        """Give what passing the obstacle of a hex costs, nothing where it cannot be passed (A4.3)."""
        ground = self.ground
        obstacle = ground.obstacle(name)
        if not obstacle or ground.beds.get(name) is not None:
            return None
        others = ground.holds(name) - obstacle
        if any(t.startswith("rubble") for t in others):
            return None
        if "debris" in others:  # B.9: a counter fills its hex
            return None
        inherent = {t for h, t in ground.facts["inherent"] if h == name}
        opened = self.prices.entry["open"][0]
        for term in inherent & others:
            if term in self.prices.barred or self.terrain({term}, False)[0] > opened:
                return None
        return self.terrain(others, False)[0]

    def runs(
        self,
        name: str,
        side: int | None,
        other: str,
        start: int,
        level: int,
        behind: int | None,
        beyond: bool = False,
    ) -> Iterator[tuple[State, Bill, str]]:
        """List the runs along hexsides of a hex from its vertex ``start``: from the hex next to it over
        a hexside, or from Bypass there, come along hexside ``behind`` of this hex.
        """
        cost = self.passed(other)
        if cost is not None and side is not None:
            shared = (side + 3) % 6
            yield from self.runs_from(name, side, other, start, behind, shared, cost, level, beyond)

    def runs_from(
        self,
        name: str,
        side: int,
        other: str,
        start: int,
        behind: int | None,
        shared: int,
        cost: int,
        level: int | None = None,
        beyond: bool = False,
    ) -> Iterator[tuple[State, Bill, str]]:
        """List the runs along hexsides of a hex that is entered over its hexside ``shared``."""
        ground = self.ground
        for way in ("cw", "ccw"):
            sides = [(start + n if way == "cw" else start - 1 - n) % 6 for n in range(5)]
            if behind is None and sides[0] == shared:
                continue  # not along the hexside that is crossed
            if behind == sides[0]:
                continue  # not back along the hexside that one came by
            bill = Bill()
            self.cross(bill, name, side)
            if sides[0] != shared and ground.extended(other, start):
                bill.perhaps += 2  # B29.2: is not told
            bill.perhaps += 2 * beyond
            highest = None
            at = start
            for count, last in enumerate(sides, 1):
                if ground.gap(other, last) < 1:
                    if not ground.narrow(other, last):
                        break
                    bill.doubts.append("Q4.11")  # is cut off
                if count > 1 and ground.extended(other, at):
                    bill.sure += 2
                if ground.straddled(other, last):
                    bill.sure += 2  # Q4.141
                if self.held_by_enemy_anywhere(self.passed_in(other, last)):
                    bill.barred.append("A4.3")
                if self.rubbled_street(other, last):
                    bill.doubts.append("Q4.15")
                at = other_end(last, at)
                here = self.bypass_level(other, last)
                highest = here if highest is None else max(highest, here)
                total = Bill(
                    base=cost * (2 if count > 2 else 1),
                    sure=bill.sure,
                    perhaps=bill.perhaps,
                    barred=list(bill.barred),
                    doubts=[*bill.doubts, *self.terrain(self.others(other), False)[1]],
                )
                total.barred += sorted(self.others(other) & self.prices.barred)
                if level is not None:
                    self.climb(total, level, highest)
                yield ("bypass", other, last, at), total, f"by({start},{way},{count})"

    def others(self, name: str) -> set[str]:
        """List the terrain of a hex beside the obstacle that is passed."""
        return self.ground.holds(name) - self.ground.obstacle(name)

    def held_by_enemy_anywhere(self, name: str) -> bool:
        """Tell whether an enemy is anywhere in a hex."""
        return bool(self.ground.enemies[name])

    def foot_bypass(self, name: str, side: int, vertex: int) -> Iterator[Made]:
        """List the moves of Infantry from Bypass, at a vertex."""
        ground = self.ground
        here: State = ("bypass", name, side, vertex)
        level = self.bypass_level(name, side)

        def go(target: State, bill: Bill, how: str = "") -> tuple[str, State, Bill, int]:
            more = f",{how}" if how else ""
            return f"go({written(here)},{written(target)}{more})", target, bill, 1

        into = Bill()
        self.enter(into, name, "ground")
        self.climb(into, level, ground.level(name), ground.bottom(name))
        if self.held_by_enemy(name, "ground"):
            self.meet_enemy(into)
        yield go(("at", name, "ground"), into)
        for other, d in ground.corner_hexes(name, vertex):
            beyond = d != side and ground.extended(name, vertex)
            if not other:
                continue
            there = across(d, vertex)
            arrived = ground.entry_point(other, (d + 3) % 6)
            bill = Bill()
            self.leave_vertex(bill, (name, side), d, (other, arrived))
            self.cross(bill, name, d)
            bill.perhaps += 2 * beyond  # B29.2: is not told
            hidden = ground.bottom(other, arrived) and not bill.keeps_bonus
            self.climb(bill, level, ground.level(other, arrived), hidden)
            if self.held_by_enemy(other, arrived):
                self.meet_enemy(bill)
            yield go(("at", other, arrived), bill)
            if arrived == "ground":
                behind = (d + 3) % 6 if d == side else None
                for target, run, how in self.runs(
                    name, d, other, there, level, -1 if behind is None else behind, beyond
                ):
                    yield go(target, run, how)
        yield from (
            go(target, bill) for target, bill in self.off_at_vertex(name, vertex, level)
        )  # A2.6

    def off_at_vertex(self, name: str, vertex: int, level: int) -> Iterator[tuple[State, Bill]]:
        """List the ways off the map at a vertex: into the mirror images of the hexes there."""
        ground = self.ground
        here = [(name, vertex)]
        here += [(g, across(d, vertex)) for g, d in ground.corner_hexes(name, vertex) if g]
        for hex_, v in here:
            for d in ((v - 1) % 6, v):
                if (hex_, d) in ground.edges:
                    place = ground.entry_point(hex_, d)
                    bill = Bill()
                    self.enter(bill, hex_, place)
                    self.climb(bill, level, ground.level(hex_, place), ground.bottom(hex_, place))
                    if ground.edges[hex_, d] == "cut":
                        bill.doubts.append("A2.1")
                    yield ("off", hex_, d), bill

    def gone(self, name: str, side: int) -> Iterator[Made]:
        """List nothing: who has left does not come back (A2.6)."""
        yield from ()

    def foot_outside(self, name: str, side: int) -> Iterator[Made]:
        """List the ways onto the map, and along its edge."""
        place = self.ground.entry_point(name, side)
        target: State = ("at", name, place)
        bill = self.leave_map(name, side, place, out=False)
        yield f"go({written(('outside', name, side))},{written(target)})", target, bill, 1
        for start in (side, (side + 1) % 6) if place == "ground" else ():
            for passed, run, how in self.runs_in(name, side, start):
                yield self.passing(("outside", name, side), passed, run, how)
        yield from self.hops(name, side)

    def runs_in(self, name: str, side: int, start: int) -> Iterator[tuple[State, Bill, str]]:
        """List the runs in Bypass from outside the map, by a vertex of the hexside crossed."""
        cost = self.passed(name)
        if cost is not None:
            yield from self.runs_from(name, side, name, start, None, side, cost)

    def passing(
        self, here: State, target: State, bill: Bill, how: str = ""
    ) -> tuple[str, State, Bill, int]:
        """Doubt what comes from outside straight into Bypass (A2.5)."""
        bill.doubts.append("A2.5")
        if self.ground.edges[str(here[1]), int(here[2])] == "cut":
            bill.doubts.append("A2.1")
        return f"go({written(here)},{written(target)}{how and ','}{how})", target, bill, 1

    def hops(self, name: str, side: int) -> Iterator[Made]:
        """List the moves from hex to hex outside the map, at the Open Ground rate (A2.51)."""
        ground = self.ground
        outside = {
            (h, d): neighbour(ground.places[h], d)
            for (h, d), kind in ground.edges.items()
            if kind == "map" and self.has_edge(h, d)
        }
        if (name, side) not in outside:
            return
        near = {neighbour(outside[name, side], d) for d in range(6)}
        for (h, d), place in outside.items():
            if place in near:
                target: State = ("outside", h, d)
                move = f"go({written(('outside', name, side))},{written(target)})"
                yield move, target, Bill(base=self.prices.entry["open"][0]), 1

    def has_edge(self, name: str, side: int) -> bool:
        """Tell whether the ground level of a hex is left over a hexside."""
        return self.ground.entry_point(name, side) == "ground"

    # inside buildings

    def in_buildings(self, name: str, place: str) -> Iterator[tuple[State, Bill]]:
        """List the moves by stairs, over upper levels, in Cellars and entrenchments."""
        yield from self.by_stairs(name, place)
        yield from self.upstairs(name, place)
        yield from self.in_cellars(name, place)
        yield from self.entrenched(name, place)

    def storeys(self, name: str) -> list[str]:
        """List the Locations that a stairwell of a hex joins, from the lowest up."""
        ground = self.ground
        stairs = name in ground.stairwells and not self.has_rubble(name, "ground")
        cross = (name, "dot(white_cross)") in ground.features and bool(ground.walled(name))
        if not stairs and not cross:
            return []
        levels = [p for h, p in ground.locations if h == name and p.startswith("level(")]
        found = ["ground", *sorted(levels, key=lambda p: ground.locations[name, p])]
        if cross:  # Q4.2
            found.append("steeple")
        if stairs and self.has_cellar(name):
            found.insert(0, "cellar")
        return found

    def by_stairs(self, name: str, place: str) -> Iterator[tuple[State, Bill]]:
        """List the moves up and down a stairwell (B23.22), and to a Factory's roof (O.4B)."""
        storeys = self.storeys(name)
        for low, high in itertools.pairwise(storeys):
            bill = Bill(base=2)
            if high == "steeple" and not self.known_height(name):
                bill.doubts.append("Q4.2")
            if place == low:
                yield ("at", name, high), bill
            elif place == high:
                yield ("at", name, low), bill
        storeys_of_roof = self.roof(name)
        access = name in self.ground.stairwells or any(self.ground.road(name, d) for d in range(6))
        if storeys_of_roof and access and place in ("ground", "rooftop"):
            target = "rooftop" if place == "ground" else "ground"
            yield ("at", name, target), Bill(base=4 if storeys_of_roof == 1 else 6)

    def known_height(self, name: str) -> bool:
        """Tell whether the height of the building in a hex is known."""
        return not any("unknown" in term for term in self.ground.walled(name))

    def roof(self, name: str) -> int:
        """Give the storeys of a Factory with a roof in a hex, 0 where there is none."""
        sizes = [
            int(t[:-1].split(",")[1]) for t in self.ground.factory(name) if t.startswith("factory(")
        ]
        return max(sizes, default=0) if not self.has_rubble(name, "ground") else 0

    def joined(self, name: str, side: int) -> str | None:
        """Give the hex that a building goes on into over a hexside, no rowhouse bar between."""
        over = self.ground.over(name, side)
        other = self.ground.beyond.get((name, side))
        if other is None or "building_side" not in over:
            return None
        walls = any(t.startswith(("rowhouse_wall", "interior_factory_wall")) for t in over)
        if walls and frozenset((name, other)) not in self.ground.breaches:
            return None
        return other

    def upstairs(self, name: str, place: str) -> Iterator[tuple[State, Bill]]:
        """List the moves from hex to hex of a building on an upper level, or over its roof (B23.4)."""
        ground = self.ground
        if place.startswith("level(") and not self.has_rubble(name, "ground"):
            for side in range(6):
                other = self.joined(name, side)
                if other is None or self.has_rubble(other, "ground"):
                    continue
                for h, p in ground.locations:
                    same = ground.locations[h, p] == ground.locations[name, place]
                    if h == other and p.startswith("level(") and same:
                        yield ("at", other, p), Bill(base=4)
        if place == "rooftop" and self.roof(name):
            for side in range(6):
                other = self.joined(name, side)
                if other is not None and self.roof(other) == self.roof(name):
                    yield ("at", other, "rooftop"), Bill(base=2, perhaps=2)

    def has_cellar(self, name: str) -> bool:
        """Tell whether a hex has a Cellar (O6.1): multi-hex buildings of the RB map, no Factory."""
        ground = self.ground
        if "cellars" not in ground.map_rules or not self.on_foot:
            return False
        buildings = ground.printed(name) & terrain_class("walled")
        if not buildings or buildings & terrain_class("factory_terrain"):
            return False
        if any(t.startswith("rubble") for t in ground.counters[name, "cellar"]):
            return False  # O6.6
        return any("building_side" in ground.over(name, side) for side in range(6))

    def in_cellars(self, name: str, place: str) -> Iterator[tuple[State, Bill]]:
        """List the moves between Cellars, and between trenches and Cellars (O6.2, O6.21)."""
        ground = self.ground
        for side in range(6):
            other = ground.beyond.get((name, side))
            if other is None:
                continue
            if place == "cellar" and self.joined(name, side) and self.has_cellar(other):
                yield ("at", other, "cellar"), Bill(base=4)
            for trench, cellar, here, there in (
                (name, other, "trench", "cellar"),
                (other, name, "cellar", "trench"),
            ):
                opens = self.has_cellar(cellar) and not self.has_rubble(cellar, "ground")
                if place == here and trench in ground.trenches and opens:
                    yield ("at", other, there), Bill(base=4)

    def entrenched(self, name: str, place: str) -> Iterator[tuple[State, Bill]]:
        """List the moves into, out of and between entrenchments (B27.4, B27.5)."""
        ground = self.ground
        for kind, where in (("trench", ground.trenches), ("foxhole", ground.foxholes)):
            if name in where and place in ("ground", kind):
                yield ("at", name, kind if place == "ground" else "ground"), Bill(base=2)
        for side in range(6):
            other = ground.beyond.get((name, side))
            if other is None or "cliff" in ground.over(name, side):
                continue
            to_trench = place == "trench" and other in ground.trenches
            to_house = place == "trench" and self.opens_to_trench(other)
            from_house = (
                place == "ground" and other in ground.trenches and self.opens_to_trench(name)
            )
            if to_trench or to_house or from_house:
                bill = Bill()
                self.enter(bill, other, "ground")
                self.climb(bill, ground.level(name), ground.level(other), ground.bottom(other))
                yield ("at", other, "ground" if to_house else "trench"), bill

    def opens_to_trench(self, name: str) -> bool:
        """Tell whether a trench leads into the ground level of a building (B27.5, O6.21)."""
        return bool(self.ground.walled(name)) and not self.has_cellar(name)

    # --- vehicles ---------------------------------------------------------------------------------

    def wheels_heading(self, name: str, place: str, vertex: int) -> Iterator[Made]:
        """List the moves of a vehicle from a Location: turns, forward, in reverse, VBM, off the map."""
        ground = self.ground
        held = ground.holds(name, place)
        slow = held & (terrain_class("walled") | terrain_class("rubble_terrain") | _SLOW)
        for step in (1, 5):
            bill = Bill(base=4 if slow else 2, risky=bool(held & terrain_class("factory_terrain")))
            yield f'turn("{name}",{place})', ("heading", name, place, (vertex + step) % 6), bill, 1
        for sides, times, how in (
            ((vertex - 1, vertex), 1, ""),
            ((vertex + 2, vertex + 3), 4, ",reverse"),
        ):
            for side in (each % 6 for each in sides):
                if (name, side) in ground.edges:
                    if times == 1 and ground.entry_point(name, side) == place:
                        move = f"go({written(('at', name, place))},{written(('off', name, side))})"
                        yield move, ("off", name, side), self.leave_map(name, side, place), 1
                    continue
                found = self.hex_to_hex(name, side, place)
                if found is not None:
                    other, arrived, bill = found
                    bill = self.driven(bill, name, place, other, arrived)
                    move = (
                        f"go({written(('at', name, place))},{written(('at', other, arrived))}{how})"
                    )
                    yield move, ("heading", other, arrived, vertex), bill, times
        for side in ((vertex - 1) % 6, vertex):
            yield from self.vbm_begun(name, place, side, vertex)

    def driven(self, bill: Bill, name: str, place: str, other: str, arrived: str) -> Bill:
        """Charge a vehicle for hills, and mind what it may not enter."""
        start, end = self.ground.level(name, place), self.ground.level(other, arrived)
        self.go_up(bill, start, end, bill.keeps_bonus)
        if not bill.keeps_bonus and arrived == "ground" and self.ground.railway(other):
            bill.perhaps += 2  # B32.1
        self.meet_vehicles(bill, other, arrived)
        return bill

    def meet_vehicles(self, bill: Bill, name: str, place: str) -> None:
        """Charge perhaps for each vehicle or wreck in the Location that is entered (D2.14)."""
        bill.perhaps += 2 * len(self.ground.counters[name, place] & {"afv", "wreck"})

    def vbm_begun(self, name: str, place: str, side: int, vertex: int) -> Iterator[Made]:
        """List the VBM begun from the middle of a hex into that beyond a hexside (D2.3)."""
        ground = self.ground
        other = ground.beyond.get((name, side))
        if other is None or self.along(name, side, place) != (other, "ground"):
            return
        start = across(side, vertex)
        # the hexside of the other hex at that vertex that is not shared
        shared = (side + 3) % 6
        run = start if shared != start else (start - 1) % 6
        bill = self.along_side(other, run, start)
        if bill is None:
            return
        self.cross(bill, name, side)
        if self.at_roadblock(other, start):
            bill.barred.append("D2.37")
        self.go_up(bill, ground.level(name, place), self.bypass_level(other, run))
        target: State = ("vbm", other, run, other_end(run, start))
        yield f"go({written(('at', name, place))},{written(target)})", target, bill, 1

    def vbm_free(self, name: str, side: int) -> bool:
        """Tell whether VBM along a hexside is possible in a hex (D2.3, Q4.11)."""
        ground = self.ground
        if self.passed(name) is None:
            return False
        if ground.narrow(name, side):
            other = ground.beyond.get((name, side))
            return other is None or ground.level(name) <= ground.level(other)
        return ground.gap(name, side) >= VBM_GAUGE

    def along_side(self, name: str, side: int, start: int) -> Bill | None:
        """Charge VBM along a hexside of a hex from a vertex, the crossing into the hex apart."""
        ground = self.ground
        if not self.vbm_free(name, side):
            return None
        cost = self.passed(name)
        assert cost is not None
        narrow = ground.narrow(name, side)
        bill = Bill(base=cost * (1 if narrow else 2))
        others = self.others(name)
        bill.barred += sorted(others & self.prices.barred)
        bill.risky |= not others.isdisjoint(self.prices.risks)
        bill.doubts += self.terrain(others, False)[1]
        if any(
            term.startswith("rail(") and not (term == "rail(tram)" and "road(paved)" in over)
            for over in [ground.over(name, side)]
            for term in over
        ):  # FB6.22, FB6.31
            bill.sure += 2 if narrow else 4
        if ground.straddled(name, side):
            bill.barred.append("Q4.141")
        other = ground.beyond.get((name, side), "")
        if {(name, other), (other, name)} & set(ground.facts["street_vehicle"]):
            bill.barred.append("B6.431")
        if self.held_by_enemy_anywhere(self.passed_in(name, side)):
            bill.doubts.append("A4.3")
        if self.rubbled_street(name, side):
            bill.doubts.append("Q4.126")
        return bill

    def at_roadblock(self, name: str, vertex: int) -> bool:
        """Tell whether a roadblock, no Narrow Street's, ends at a vertex of a hex."""
        ground = self.ground
        sides = [(vertex - 1) % 6, vertex]
        return ground.extended(name, vertex) or any(ground.blocked(name, d) for d in sides)

    def wheels_vbm(self, name: str, side: int, vertex: int) -> Iterator[Made]:
        """List the moves of a vehicle at a vertex, come in VBM along a hexside."""
        ground = self.ground
        here: State = ("vbm", name, side, vertex)
        level = self.bypass_level(name, side)
        clockwise = vertex == (side + 1) % 6
        heading = (side + 2) % 6 if clockwise else (side + 5) % 6
        ahead_side = vertex if clockwise else (vertex - 1) % 6
        stopped = self.at_roadblock(name, vertex)

        def go(target: State, bill: Bill, how: str = "") -> tuple[str, State, Bill, int]:
            to = ("at", *target[1:3]) if target[0] == "heading" else target
            more = f",{how}" if how else ""
            return f"go({written(here)},{written(to)}{more})", target, bill, 1

        def out(other: str, d: int | None) -> tuple[str, Bill]:
            arrived = ground.entry_point(other, (d + 3) % 6) if d is not None else "ground"
            bill = Bill()
            self.leave_vertex(bill, (name, side), d, (other, arrived))
            if d is not None:
                self.cross(bill, name, d)
            if self.held_by_enemy(other, arrived):
                self.meet_enemy(bill)
            self.go_up(bill, level, ground.level(other, arrived), bill.keeps_bonus)
            railway = d is not None and arrived == "ground" and ground.railway(other)
            if railway and not bill.keeps_bonus:
                bill.perhaps += 2  # B32.1
            if d is not None:
                self.meet_vehicles(bill, other, arrived)
            return arrived, bill

        def turned(bill: Bill, narrow: str = "") -> Bill:
            bill.sure += 2  # D2.33
            if self.unit.kind == "motorcycle" and (narrow or ground.narrow(name, side)):
                bill.doubts.append("Q4.123")
            return bill

        ahead = ground.beyond.get((name, ahead_side))
        if ahead is not None:
            arrived, bill = out(ahead, ahead_side)
            if stopped:
                bill.barred.append("D2.37")
            yield go(("heading", ahead, arrived, heading), bill)
        away = (heading - 1) % 6 if clockwise else (heading + 1) % 6
        towards = (heading + 1) % 6 if clockwise else (heading - 1) % 6
        beside = ground.beyond.get((name, side))
        if beside is not None:
            arrived, bill = out(beside, side)
            yield go(("heading", beside, arrived, away), turned(bill), f"facing({away})")
        arrived, bill = out(name, None)
        bill.doubts.append("D2.3")
        yield go(("heading", name, arrived, towards), turned(bill), f"facing({towards})")
        # along the two other hexsides at the vertex, each in both of its hexes
        for other, d in [(name, None), *ground.corner_hexes(name, vertex)]:
            if not other:
                continue
            v = vertex if d is None else across(d, vertex)
            came = side if d is None else (d + 3) % 6 if d == side else None
            for run in ((v - 1) % 6, v):
                if run == came:
                    continue
                total = self.along_side(other, run, v)
                if total is None:
                    continue
                if d is not None:
                    self.cross(total, name, d)
                if stopped:
                    total.barred.append("D2.37")
                self.go_up(total, level, self.bypass_level(other, run))
                yield go(
                    ("vbm", other, run, other_end(run, v)), turned(total, ground.narrow(other, run))
                )
        yield from self.vbm_off(here, heading)

    def vbm_off(self, here: State, heading: int) -> Iterator[Made]:
        """List the ways off the map from VBM: not into the mirror image of a hex with an obstacle."""
        ground = self.ground
        name, side, vertex = str(here[1]), int(here[2]), int(here[3])
        clockwise = vertex == (side + 1) % 6
        ahead_side = vertex if clockwise else (vertex - 1) % 6
        stopped = self.at_roadblock(name, vertex)
        if (name, ahead_side) in ground.edges and ground.beyond.get((name, side)):
            # the edge lies ahead: into the mirror image of the hex beside
            beside = ground.beyond[name, side]
            v = across(side, vertex)
            d = v if (v - 1) % 6 == (side + 3) % 6 else (v - 1) % 6
            if (beside, d) in ground.edges and not self.stands(beside):
                bill = self.off_bill(beside, d, self.bypass_level(name, side))
                if stopped:
                    bill.barred.append("D2.37")
                target: State = ("off", beside, d)
                yield f"go({written(here)},{written(target)})", target, bill, 1
        if (name, side) in ground.edges:
            ahead = ground.beyond.get((name, ahead_side))
            if ahead is not None and not self.stands(ahead):
                v = across(ahead_side, vertex)
                d = v if (v - 1) % 6 == (ahead_side + 3) % 6 else (v - 1) % 6
                if (ahead, d) in ground.edges:
                    bill = self.off_bill(ahead, d, self.bypass_level(name, side))
                    bill.sure += 2
                    away = (heading - 1) % 6 if clockwise else (heading + 1) % 6
                    target = ("off", ahead, d)
                    yield f"go({written(here)},{written(target)},facing({away}))", target, bill, 1

    def stands(self, name: str) -> bool:
        """Tell whether an obstacle stands in a hex that VBM does not leave the map into."""
        return self.has_rubble(name, "ground") or bool(self.ground.obstacle(name))

    def off_bill(self, name: str, side: int, level: int) -> Bill:
        """Charge leaving the map from a vertex, at a level, into the mirror image of a hex."""
        bill = Bill()
        place = self.ground.entry_point(name, side)
        self.enter(bill, name, place)
        self.go_up(bill, level, self.ground.level(name, place))
        if self.ground.edges[name, side] == "cut":
            bill.doubts.append("A2.1")
        return bill

    def wheels_outside(self, name: str, side: int) -> Iterator[Made]:
        """List the ways onto the map, with the VCA inward, and along its edge."""
        place = self.ground.entry_point(name, side)
        for vertex in ((side + 3) % 6, (side + 4) % 6):
            bill = self.leave_map(name, side, place, out=False)
            self.meet_vehicles(bill, name, place)
            move = f"go({written(('outside', name, side))},{written(('at', name, place))})"
            yield move, ("heading", name, place, vertex), bill, 1
        for start, run in ((side, (side - 1) % 6), ((side + 1) % 6, (side + 1) % 6)):
            if (total := self.along_side(name, run, start)) is not None:
                self.cross(total, name, side)
                if self.at_roadblock(name, start):
                    total.barred.append("D2.37")
                yield self.passing(
                    ("outside", name, side), ("vbm", name, run, other_end(run, start)), total
                )
        yield from self.hops(name, side)


_SLOW = frozenset(("woods", "light_woods", "forest", "pine_woods", "rail_cars"))
_FOOT = {
    "at": Walker.foot_at,
    "crest": Walker.foot_crest,
    "bypass": Walker.foot_bypass,
    "off": Walker.gone,
    "outside": Walker.foot_outside,
}
_WHEELS = {
    "heading": Walker.wheels_heading,
    "vbm": Walker.wheels_vbm,
    "off": Walker.gone,
    "outside": Walker.wheels_outside,
}


# --- ways -----------------------------------------------------------------------------------------


def disagreements(walker: Walker, way: Way) -> list[str]:
    """Walk a way step by step, and list all that is not as the tables have it."""
    found: list[str] = []
    here, turn, spent = way.start, 1, walker.start_price
    on_road, over = walker.bonus > 0, False
    for number, step in enumerate(way.steps, 1):
        edge = step.edge
        told = f"step {number}, {edge.move}"
        if step.turn != turn:
            if step.turn < turn:
                found.append(f"{told}: turn {step.turn} after turn {turn}")
            if not walker.rests(parsed(here)):
                found.append(f"{told}: turn {turn} ends in {here}")
            # D2.4: a vehicle in Motion need not be started again
            turn, spent, on_road, over = step.turn, 0, walker.bonus > 0, False
        if edge.source != here:
            found.append(f"{told}: begins in {edge.source}, not in {here}")
        ruling = walker.moves(edge.source).get((edge.move, edge.target))
        here = edge.target
        if ruling is None:
            found.append(f"{told}: is not legal")
            continue
        found += _differences(told, ruling, step, way.sure, walker.on_foot)
        first = spent == (walker.start_price if turn == 1 else 0)
        on_road &= ruling.keeps_bonus
        limit = walker.unit.allowance + (walker.bonus if on_road else 0)
        total = spent + (ruling.most if way.sure else ruling.least)
        if over:
            found.append(f"{told}: follows a minimum move")
        if total > limit:
            total, over, on_road = walker.unit.allowance, True, False
            if not (walker.on_foot and first and walker.rests(parsed(here))):
                found.append(f"{told}: costs more than there is")
        if over != step.minimum_move:
            found.append(f"{told}: a minimum move is not told as one, or something else is")
        if step.spent != total:
            found.append(f"{told}: {step.spent} told as spent, not {total}")
        spent = total
    rested = way.turn > turn and way.spent == 0 and walker.rests(parsed(here))
    if (way.turn, way.spent) != (turn, spent) and not rested:
        found.append(f"the way ends in turn {way.turn} at {way.spent}, not {turn} at {spent}")
    return found


def _differences(told: str, ruling: Ruling, step: Step, sure: bool, on_foot: bool) -> list[str]:
    edge = step.edge
    found = []
    for what, mine, its in (
        ("least", ruling.least, edge.price),
        ("most", ruling.most, edge.highest_price),
        ("risky", ruling.risky, edge.risky),
        ("doubtful", ruling.doubtful, edge.doubtful),
        ("keeps bonus", on_foot and ruling.keeps_bonus, on_foot and edge.keeps_bonus),
    ):
        if mine != its:
            found.append(f"{told}: {what} {its}, not {mine}")
    if sure and edge.doubtful:
        found.append(f"{told}: doubtful on a sure way")
    return found


def brute_force(walker: Walker, starts: Sequence[str]) -> dict[str, int]:
    """Find the least sure cost of every state that one phase reaches: all moves tried again and again
    until nothing gets cheaper (Bellman and Ford).
    """
    allowance, bonus = walker.unit.allowance, walker.bonus
    first = (walker.start_price, bonus > 0)
    costs: dict[tuple[str, bool], int] = {(start, first[1]): first[0] for start in starts}
    changed = True
    while changed:
        changed = False
        for (state, on_road), spent in list(costs.items()):
            for (_, target), ruling in walker.moves(state).items():
                if ruling.doubtful:
                    continue
                still = on_road and ruling.keeps_bonus
                total = spent + ruling.most
                if total > allowance + (bonus if still else 0):
                    least = walker.on_foot and spent == 0 and state in starts
                    if not (least and walker.rests(parsed(target))):
                        continue
                    total, still = allowance, False  # A4.134
                if total < costs.get((target, still), 1 << 20):
                    costs[target, still] = total
                    changed = True
    found: dict[str, int] = {}
    for (state, _), spent in costs.items():
        found[state] = min(spent, found.get(state, spent))
    return found
