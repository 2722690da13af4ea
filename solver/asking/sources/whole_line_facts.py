"""Sight lines of questions as facts for the law of whole lines (profile ``judged_sights``).

A line is written once for each set of pieces near it that some world has; it counts in the worlds in
which just these lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.lines.line_facts import Called
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.asking.sources.known_facts import Doubt, KnownFacts, NeededFacts
from hexcourt.solver.asking.sources.sight_facts import Sight, SightFacts, sight_of
from hexcourt.solver.placing.pieces_laid import met_by_lines
from hexcourt.solver.statutes.law import Law

PROFILE = "judged_sights"
NO_STATUS = "none"

BATCH = 200
"""How many lines the law is asked about at once."""


@dataclass(frozen=True, slots=True)
class Written:
    """Lines as facts, without full stops: what each is the line of, and what it touches."""

    about: tuple[str, ...]
    touched: tuple[str, ...]


def write_lines(
    source: SightFacts,
    sights: Iterable[Sight],
    worlds: Sequence[frozenset[Piece]],
) -> Written:
    """Write some lines as they are in some worlds, given by the pieces that lie in each."""
    listed = sorted(sights)
    every = frozenset(piece for world in worlds for piece in world)
    near = source.pieces_near(listed, every)
    about: list[str] = []
    touched: list[str] = []
    first = number = 0
    for sight in listed:
        for some in sorted({near[sight] & world for world in worlds}, key=sorted):
            facts = _line(source, sight, some, Called(number, first))
            if facts is None:
                continue
            about += _about(sight, number, some, near[sight])
            touched += facts
            first += sum(fact.startswith("touch(") for fact in facts)
            number += 1
    return Written(tuple(about), tuple(touched))


def _line(
    source: SightFacts, sight: Sight, counters: frozenset[Piece], called: Called
) -> list[str] | None:
    """Write one line; nothing where one of its ends is no more, or the status cannot be."""
    judged = source.judge([sight], counters)[sight]
    if judged is None:
        return None
    court = source.court(counters)
    viewer, target = (court.board.location(name) for name in (sight.viewer, sight.target))
    line = court.line(viewer, target, sight.statuses(source.units), called=called)
    return [fact.removesuffix(".") for fact in line.facts]


def _about(
    sight: Sight, number: int, some: frozenset[Piece], near: frozenset[Piece]
) -> Iterator[str]:
    ends = f"{quoted(sight.viewer)},{quoted(sight.target)}"
    yield f"line_of({ends},{_told_status(sight)},{number})"
    for piece in sorted(near):
        yield f"{'needs' if piece in some else 'lacks'}({number},{piece.fact})"


def _told_status(sight: Sight) -> str:
    if sight.viewer_status:
        return f"both({sight.viewer_status},{sight.status})"
    return sight.status or NO_STATUS


class WholeLineFacts:
    """Tells which rules block a line, the law being asked about the whole of it."""

    names = frozenset({"blocked"})

    def __init__(self, sights: SightFacts) -> None:
        self.sights = sights
        self._said: dict[tuple[Sight, frozenset[Piece]], KnownFacts] = {}

    def tell(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Tell what is demanded where some pieces lie."""
        asked = {sight_of(each) for each in demand.get(("blocked", 3), ())}
        if not asked:
            return KnownFacts()
        counters = met_by_lines(pieces)
        near = self.sights.pieces_near(asked, counters)
        fresh = [sight for sight in sorted(asked) if (sight, near[sight]) not in self._said]
        for some in batched(fresh, BATCH):
            self._ask(some, near, counters)
        said = [self._said[sight, near[sight]] for sight in asked]
        return KnownFacts(
            frozenset(atom for each in said for atom in each.certain),
            frozenset(doubt for each in said for doubt in each.doubts),
        )

    def _ask(
        self,
        sights: Collection[Sight],
        near: Mapping[Sight, frozenset[Piece]],
        counters: frozenset[Piece],
    ) -> None:
        written = write_lines(self.sights, sights, [counters])
        laid = {fact for about in written.about for fact in _piece_of(about)}
        facts = "\n".join(f"{fact}." for fact in (*written.about, *written.touched, *sorted(laid)))
        grounded = Law(PROFILE).ground(facts)  # atoms live no longer than this
        certain: dict[tuple[str, str], set[str]] = {}
        doubts: dict[tuple[str, str], set[Doubt]] = {}
        for atom in grounded.symbolic_atoms.by_signature("blocked", 3):
            viewer, target, rule = atom.symbol.arguments
            ends = viewer.string, target.string
            if atom.is_fact:
                certain.setdefault(ends, set()).add(str(atom.symbol))
            else:  # the line is not known for want of the rule
                doubt = Doubt((str(atom.symbol),), (rule.string,))
                doubts.setdefault(ends, set()).add(doubt)
        for sight in sights:
            ends = sight.viewer, sight.target
            told = KnownFacts(frozenset(certain.get(ends, ())), frozenset(doubts.get(ends, ())))
            self._said[sight, near[sight]] = told


def _piece_of(about: str) -> Iterator[str]:
    """Give the piece that a line needs."""
    if about.startswith("needs("):
        yield about.removeprefix("needs(").split(",", 1)[1][:-1]


def batched(sights: Sequence[Sight], size: int) -> Iterator[Sequence[Sight]]:
    """Cut a list of lines into batches."""
    return (sights[start : start + size] for start in range(0, len(sights), size))
