"""Worlds of lines of sight: one line straight down a column of hexes, and the same line changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from types import MappingProxyType

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location, kinds, known_inherent_terms, storeys
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.analysis.core.programs import PositionFamily, Scope
from hexcourt.solver.analysis.generators.line_shapes import (
    centre_shapes,
    shape_facts,
    vertex_shapes,
    within_one_hex,
)
from hexcourt.solver.analysis.generators.witnesses import (
    AtomsByName,
    alike_terrains,
    board_words,
    facts_file,
    firsts,
    piece_words,
    term_in_words,
    terrain_scope,
)
from hexcourt.solver.placement.statuses import Statuses, check_status
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.position.opening import reopened
from hexcourt.solver.position.states import vertex_words
from hexcourt.solver.rulebase.rulebase import RuleBase, use_rules
from hexcourt.solver.rulebase.statement import RuleStatement
from hexcourt.solver.sight.exact_los import LineVerdict
from hexcourt.solver.sight.los_engine import LosEngine, unmentioned_terrain

# Positions of lines of sight


CHANGED = 2
"""The line of a world after one change: lines are numbered in tens, of which the last figure tells."""


_SHOWN_WITH = {
    "clear": ("shelters", "perhaps_shelters", "advantage", "hull_down", "passes", "hinders"),
    "blocked": ("otherwise", "shelters"),
}
"""What is told beside a verdict."""


@dataclass(frozen=True, slots=True)
class LineSummary:
    """What is said of a line: its verdict, the rules that block it or leave it open, its hindrance."""

    verdict: str
    rules: frozenset[str]
    hindrance: int

    @property
    def words(self) -> str:
        """Write it as answers do."""
        more = f"+{self.hindrance}" if self.hindrance and self.verdict == "clear" else ""
        return f"{self.verdict}{more}"

    @property
    def reasoned(self) -> str:
        """Write it with its rules."""
        return " by ".join([self.words, *([", ".join(sorted(self.rules))] * bool(self.rules))])


@dataclass(frozen=True)
class WorldLine:
    """One line of a world: the facts file, pieces, what is given, both ends, their statuses, and what is
    said of it.
    """

    facts: str
    placed: tuple[str, ...]
    given: tuple[str, ...]
    ends: tuple[str, str]
    statuses: Mapping[str, str]
    expected: LineSummary

    @property
    def board(self) -> Board:
        """Read the facts file."""
        return parse_board(self.facts, "smallest.lp")

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        lines = [f"--place '{each}'" for each in self.placed]
        lines += [f"--given '{each}'" for each in self.given]
        for end, option in zip(self.ends, ("from", "to"), strict=True):
            if end in self.statuses:
                lines.append(f"--{option}-status {self.statuses[end]}")
        return " ".join(["hexcourt los smallest.lp", *self.ends, *lines])

    def program_verdict(self, explain: bool = False) -> LineVerdict:
        """Ask the shipped program; raises BadInput where it does not take the position."""
        position = BoardState(reopened(self.board), self.placed, self.given)
        board = position.board_of_lines
        a, b = (read_location(board, each)[0] for each in self.ends)
        statuses = {}
        for place, end in ((a, self.ends[0]), (b, self.ends[1])):
            if end in self.statuses:
                check_status(board, place, self.statuses[end])
                statuses[place.name] = self.statuses[end]
        return LosEngine(board).rule(a, b, statuses, explain)[1]

    def differs(self) -> str:
        """Ask the shipped program; say in what it differs, "" if in nothing."""
        try:
            ruling = self.program_verdict()
        except BadInput as error:
            return f"the program does not take it: {error}"
        result = summary_of(ruling)
        if result != self.expected:
            return f"the program says {result.reasoned}, the world {self.expected.reasoned}"
        return ""


def summary_of(ruling: LineVerdict) -> LineSummary:
    """Gather what the program says of a line."""
    rules = {"blocked": ruling.blocked, "unknown": ruling.unknown}.get(ruling.verdict, ())
    return LineSummary(ruling.verdict, frozenset(rules), ruling.hindrance)


@dataclass(frozen=True)
class SightPosition:
    """The lines of a world, as it is first."""

    lines: tuple[WorldLine, ...]

    @property
    def facts(self) -> str:
        """Return the facts file."""
        return self.lines[0].facts

    @property
    def board(self) -> Board:
        """Read the facts file."""
        return self.lines[0].board

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        return self.lines[0].command

    @property
    def summary(self) -> str:
        """Return what of it is not plain open ground at level 0."""
        return board_words(self.facts)

    @property
    def caption(self) -> str:
        """Name the line."""
        return " to ".join(self.lines[0].ends)

    @property
    def verdict(self) -> str:
        """Describe what each line is."""
        first, *others = self.lines
        items = [first.expected.words]
        for each in others:
            facts = "" if each.facts == first.facts else ", with a facts file changed,"
            items.append(f"{each.command.removeprefix('hexcourt ')}{facts} {each.expected.words}")
        return "; ".join(items)

    def answered(self) -> str:
        """Ask the active rules; raises BadInput where they do not take the position."""
        ruling = self.lines[0].program_verdict(explain=True)
        items = [summary_of(ruling).reasoned]
        items += [
            f"{each.effect.replace('_', ' ')} {each.value} {each.end} by {each.citation.number}"
            for each in ruling.reasons
            if each.effect in _SHOWN_WITH.get(ruling.verdict, ())
        ]
        return ", ".join(dict.fromkeys(items))

    def ask_again(self, atoms: Iterable[str], broken: str | None, further: str) -> str:
        """Ask the shipped program; say what differs from a world's atoms, "" if nothing."""
        del atoms, broken, further  # a property holds of what the lines say
        return "; ".join(filter(None, (each.differs() for each in self.lines)))


def position_of(atoms: Iterable[str]) -> SightPosition:
    """Turn the atoms of a world into its lines, those that are given."""
    held = AtomsByName(atoms)
    numbers = sorted({each.number for each in firsts(held, "end")})
    change = next(iter(firsts(held, "changes")), None)
    return SightPosition(tuple(_line(held, number, change) for number in numbers))


def _line(held: AtomsByName, number: int, change: clingo.Symbol | None) -> WorldLine:
    gone = _gone(held, change) if number % 10 == CHANGED else frozenset()
    placed = [each for each in firsts(held, "laid") if each not in gone]
    facts = facts_file(held, gone)
    board = parse_board(facts, "smallest.lp")
    hexes = {e.name: hex_name.string for e, hex_name in _of_line(held, "end_named", number)}
    ends = {
        e.name: _location(board, hexes[e.name], place)
        for e, place in _of_line(held, "stands_for", number)
    }
    statuses = {ends[e.name]: entry.name for e, entry in _of_line(held, "status_for", number)}
    return WorldLine(
        facts,
        tuple(piece_words(each) for each in placed),
        tuple(term_in_words(board, "given", each) for each in firsts(held, "given")),
        (ends["a"], ends["b"]),
        statuses,
        _summary_in(held, number),
    )


def _of_line(
    held: AtomsByName, name: str, number: int
) -> Iterator[tuple[clingo.Symbol, clingo.Symbol]]:
    """Return what is given about both ends of a line."""
    for each in held.get(name, ()):
        line, end, result = each.arguments
        if line.number == number:
            yield end, result


def _gone(held: AtomsByName, change: clingo.Symbol | None) -> frozenset[clingo.Symbol]:
    """List what a change takes away: hexside terrain, or a counter."""
    if change is None or change.name not in ("taken_side", "taken_counter"):
        return frozenset()
    place = change.arguments[0]
    named = {each.arguments[0]: each.arguments[1] for each in held["named"]}
    if change.name == "taken_counter":
        return frozenset(each for each in firsts(held, "laid") if each.arguments[0] == named[place])
    (sides,) = (e.arguments[1:] for e in held["side_of"] if e.arguments[0] == place)
    both = [named[each] for each in sides]
    remaining = {
        str(each.arguments[2])
        for each in held.get("side_for", ())
        if each.arguments[0].number % 10 == CHANGED and each.arguments[1] == place
    }
    return frozenset(
        each
        for each in held.get("hexside", ())
        if each.arguments[:2] == both and str(each.arguments[2]) not in remaining
    )


def _summary_in(held: AtomsByName, number: int) -> LineSummary:
    def about(name: str) -> Iterator[clingo.Symbol]:
        return (e.arguments[1] for e in held.get(name, ()) if e.arguments[0].number == number)

    (verdict,) = (each.name for each in about("verdict"))
    rules = frozenset(each.string for each in about(verdict)) if verdict != "clear" else frozenset()
    return LineSummary(verdict, rules, max((each.number for each in about("total")), default=0))


def _location(board: Board, name: str, place: clingo.Symbol) -> str:
    """Write a Location as a user does."""
    if place.name == "vertex":
        return vertex_words(board, name, place.arguments[0].number)
    if place.name == "crest":
        beyond = board.neighbours[board.indices[name], place.arguments[0].number]
        return f"{name}/CR{board.hexes[beyond].name}"
    if place.name == "pillbox":
        here, arc = board.neighbours[board.indices[name]], place.arguments[0].number
        return f"{name}Pica{board.hexes[here[arc - 1]].name}/{board.hexes[here[arc]].name}"
    return Location(name, str(place), 0).name


DECISIVE = (
    "blocks",
    "hinders",
    "doubtful",
    "no_line_within",
    "unsettled",
    "blocked",
    "shelters",
    "perhaps_shelters",
    "hull_down",
    "advantage",
)
"""What rules say of a line, and of what it touches."""

STATUSES = ("entrenched", "emplaced")

PRINTED = (
    *("open", "other", "building", "factory", "bridge", "water", "depression", "embankment"),
    "road",
)
"""The kinds of terrain that fill hexes."""

_STANDS = ("hexside", "depression")
"""The kinds of what a line meets on hexsides; tram lines are left out."""


def _scope(
    family: PositionFamily,
    rule_base: RuleBase,
    rules: Sequence[RuleStatement],
    chosen: Collection[str] = (),
) -> Scope:
    """Take from the rules what fills hexes and stands on hexsides, some of it if it is ``chosen``."""
    kind = kinds()
    with use_rules(rule_base):
        bare = unmentioned_terrain()
    printed = alike_terrains(rules, PRINTED, family.storeys)
    over = [each for each in alike_terrains(rules, _STANDS, 9) if each not in printed]
    over += [each for each in printed if kind[each] == "depression"][:1]
    if chosen:
        printed, over = ([each for each in some if each in chosen] for some in (printed, over))
    over.append("building_side")
    facts = [
        *(f"scope_terrain({each})." for each in printed),
        *(f"scope_over({each})." for each in over),
        *(f"scope_kind({each},{kind[each]})." for each in {*printed, *over}),
        *(f"scope_bare({each})." for each in printed if each in bare),
        *(f"scope_inherent({each})." for each in printed if each in known_inherent_terms()),
        *(f"scope_place({each},{storeys(each)})." for each in printed if storeys(each)),
        *(
            f"scope_status({each},{status})."
            for each, status in _statuses(rule_base, tuple(printed))
        ),
        *_shapes(family),
    ]
    return terrain_scope(tuple(sorted(facts)), tuple(printed), tuple(over))


def _shapes(family: PositionFamily) -> Iterator[str]:
    """Return the shapes of lines: between centre dots, from vertices, and within one hex."""
    scope, lines = family.scope, family.scope["most_lines"]
    farthest = scope["most_hexes"] - 1
    shapes = centre_shapes(
        min(farthest, scope["farthest_down"]), min(farthest, scope["farthest_at_angles"])
    )
    shapes += vertex_shapes(min(farthest, scope["farthest_in_bypass"]), len(shapes) + 1)
    for each in shapes:
        yield from shape_facts(each, lines, "most_guessed" in scope)
    if scope["within_hex"]:
        yield from within_one_hex(len(shapes) + 1, lines, "most_guessed" in scope)


@lru_cache(maxsize=64)
def _statuses(rule_base: RuleBase, terrains: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Ask the rule set in which terrain units may be in a status: in a row of hexes that lie apart."""
    names = {f"A{2 * number + 1}": term for number, term in enumerate(terrains)}
    facts = "".join(
        f'hex("{name}"). elevation("{name}",{int(term == "emrr")}). terrain("{name}",{term}). '
        f"{_bed(name, term)}"
        for name, term in names.items()
    )
    board = parse_board(facts, "terrains.lp")
    posts = [(name, status) for name in names for status in STATUSES]
    with use_rules(rule_base):
        refused = {(each.name, each.status) for each in Statuses(board).verdicts(posts, ())}
    return tuple((names[n], status) for n, status in posts if (n, status) not in refused)


def _bed(name: str, term: str) -> str:
    if kinds()[term] == "bridge":
        return f'bed("{name}",-2). location("{name}",under,-2). '
    return f'bed("{name}",0). ' if kinds()[term] == "depression" else ""


def _lines(most_hexes: int, most_lines: int, **more: int) -> MappingProxyType[str, int]:
    """Bound worlds: lines straight down a column if nothing else is said."""
    plain = {"most_hexes": most_hexes, "most_lines": most_lines, "most_sides": 2}
    plain |= {"farthest_down": most_hexes - 1, "farthest_at_angles": 0, "farthest_in_bypass": 0}
    plain |= {"within_hex": 0}
    plain |= {"most_counters": 1, "most_slopes": 1, "highest_ground": 4, "highest_storey": 2}
    return MappingProxyType({**plain, **more})


_AT_ANGLES = {"farthest_down": 0, "farthest_at_angles": 3}
_IN_BYPASS = {"farthest_down": 0, "farthest_in_bypass": 1, "within_hex": 1}

SIGHT_AT_ANGLES = PositionFamily(
    name="sight_at_angles",
    profile="los",
    programs=("sight.lp", "sight_checks.lp"),
    wanted=(
        "verdict",
        "total",
        *DECISIVE,
        "passes",
        "otherwise",
        "swept_away",
        "house_wall",
        "cloud",
    ),
    decisive=DECISIVE,
    examined=("sight/",),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps"),
    differences="sight_differences.lp",
    scope=_lines(4, 1, **_AT_ANGLES),
)
"""A line along a hexspine, or at another angle than straight down a column."""

SIGHT_IN_BYPASS = replace(SIGHT_AT_ANGLES, name="sight_in_bypass", scope=_lines(2, 1, **_IN_BYPASS))
"""A line from a vertex to the centre dot of a hex next to it, or within one hex."""

_LOW = {"most_sides": 1, "most_slopes": 0, "highest_ground": 2, "highest_storey": 1}

_THROUGH_AIR = (
    *("open", "brush", "woods", "building(stone,0)", "building(stone,1)", "building(wood,1)"),
    *("bridge(stone)", "gully", "wall"),
)

SIGHT_THROUGH_AIR = replace(
    SIGHT_AT_ANGLES,
    name="sight_through_air",
    programs=("sight.lp", "air.lp", "sight_checks.lp"),
    scoped=partial(_scope, chosen=_THROUGH_AIR),
    scope=_lines(
        3,
        1,
        **{**_LOW, "most_sides": 2, "farthest_at_angles": 2, "farthest_in_bypass": 2},
        within_hex=1,
        most_given=2,
        most_guessed=1,
    ),
)
"""A line past or from what fills the air, in weather or by night, past a building whose height a draft
guesses, or from a pillbox.
"""

SIGHT = replace(
    SIGHT_AT_ANGLES,
    name="sight",
    checks=("conflicts", "gaps", "dead", "shadowed"),
    scope=_lines(5, 1),
    further=(SIGHT_THROUGH_AIR, SIGHT_AT_ANGLES, SIGHT_IN_BYPASS),
)
"""A line of sight straight down two to five hexes."""

SIGHT_TURNED = replace(
    SIGHT,
    name="sight_turned",
    programs=("sight.lp", "sight_checks.lp", "sight_properties.lp"),
    checks=("properties",),
    differences="",
    examined=(),
    further=(),
    compares=True,
    scope=_lines(3, 2),
)
"""A line held against itself looked along from its other end."""

SIGHT_CHANGED = replace(SIGHT_TURNED, name="sight_changed", scope=_lines(3, 3, **_LOW))
"""And against itself after one change."""

SPINE_TURNED = replace(SIGHT_TURNED, name="spine_turned", scope=_lines(3, 2, **_LOW, **_AT_ANGLES))
"""The same along a hexspine."""

BYPASS_CHANGED = replace(
    SIGHT_TURNED,
    name="bypass_changed",
    scope=_lines(2, 3, **_LOW, **{**_IN_BYPASS, "within_hex": 0}),
)
"""The same from a vertex, after one change too."""

ONE_HEX_CHANGED = replace(
    SIGHT_TURNED,
    name="one_hex_changed",
    scope=_lines(2, 3, **{**_LOW, "highest_ground": 0}, farthest_down=0, within_hex=1),
)
"""And within one hex."""
