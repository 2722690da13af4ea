"""A warm session that answers any question about one board.

>>> from hexcourt.solver import QuerySession
>>> session = QuerySession("budapest")
>>> session.ask('which H : sees(H, "F31", emplaced), building(H)').answer
'yes'
>>> session.ask('count H : building(H)').value
(35, 35)
>>> session.ask('all H : sees(H, "F31") -> level(H) >= 2').cases
(70, 70)
>>> finding = session.ask('exists : path("E31", "E32")', vary=['{ rubble("E32",stone) } <= 1'])
>>> finding.answer, finding.worlds.counts["yes"]
('yes', 2)
>>> session.ask('which H : seees(H, "F31")')
Traceback (most recent call last):
    ...
hexcourt.facts.base.errors.BadInput: seees: may not be asked; did you mean sees or enters?
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.piece_table import PIECE_SIGNATURES
from hexcourt.facts.boards.records import PILLBOX, Counter, Location
from hexcourt.facts.pieces.pieces import Piece, counter_of_fact
from hexcourt.solver.language.literals import Body
from hexcourt.solver.language.question import Question, read_question, split_outside_strings
from hexcourt.solver.language.vocabulary import definitions, names_of
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.placement import Placing, refuse
from hexcourt.solver.placement.rule_locations import pillbox_location
from hexcourt.solver.placement.statuses import StatusesInWorlds, StatusTally
from hexcourt.solver.position.board_language import (
    HANGING,
    OF_NEIGHBOURS,
    OF_PATHS,
    BoardLanguage,
    FactSource,
    KnownFacts,
    Lookup,
    NeededFacts,
    demanded,
)
from hexcourt.solver.position.board_state import BoardState, mover_terms
from hexcourt.solver.position.locations import (
    MovingUnit,
    quoted_in_capitals,
    read_unit_position,
    with_quotes,
)
from hexcourt.solver.position.opening import open_board
from hexcourt.solver.query.array_evaluation import PAIRS, evaluate
from hexcourt.solver.query.deciding import (
    Decider,
    Decision,
    Outcome,
    WorldState,
    found_pieces,
    needed_facts,
)
from hexcourt.solver.query.outcomes import (
    QueryResult,
    finding,
    verdict,
)
from hexcourt.solver.query.sight_facts import RangeFacts, SightFacts, WholeLineFacts, sight_of
from hexcourt.solver.query.worlds import (
    Family,
    World,
    count_worlds,
    family_of,
    read_choice,
    worlds_of,
)
from hexcourt.solver.sandbox.limited_run import Limits
from hexcourt.solver.sandbox.threads import at_work

# Paths and families are imported where a question is about them: loading them takes a tenth of a
# short question.
if TYPE_CHECKING:
    from hexcourt.solver.movement.conditional import JointPlacement
    from hexcourt.solver.query.path_facts import PathFacts
    from hexcourt.solver.query.relevance import FamilyQuestion

CHUNK = 2_000
"""How many worlds are decided together."""


_UNLIMITED = Limits(seconds=10.0**9)


class QuerySession:
    """Answers questions about one Position.

    ``about`` is a BoardState, a board with nothing placed on it, or the name or path of one.
    ``unit``, ``allowance`` (in halves of an MF or MP), ``start`` and ``turns`` say who moves in
    questions of movement. Raises BadInput for what does not exist or may not be.
    """

    def __init__(
        self,
        about: BoardState | Board | str,
        *,
        unit: str = "squad",
        allowance: int | None = None,
        start: str | None = None,
        turns: int = 1,
    ) -> None:
        self.position = position = _position(about)
        self.board = position.board
        self.pieces = position.pieces_one_way
        moves = unit_named(unit, allowance)
        self.mover = MovingUnit(moves, start, turns, mover_terms(moves, position.parsed_facts))
        self.ground_given = mover_terms(unit_named("squad"), position.parsed_facts)
        if start is not None:  # also where the question asks for no path
            read_unit_position(self.board, moves, start)
        self.sights = SightFacts(self.board, position.statuses)
        self.measurer = RangeFacts(self.board)
        self._lines = WholeLineFacts(self.sights)
        self.lookup = Lookup(self.board)
        self._placing = Placing(self.board)
        self._pillboxes: dict[Piece, Location] = {}
        self._questions: dict[str, Question] = {}
        self._deciders: dict[tuple[str, int | None], Decider] = {}
        self._demands: dict[tuple[str, World], NeededFacts] = {}

    @cached_property
    def ways(self) -> PathFacts:
        """Return what computes where the unit can go."""
        from hexcourt.solver.query.path_facts import PathFacts

        return PathFacts(self.board, self.mover)

    @cached_property
    def beside(self) -> FactSource:
        """Return what computes which Locations are ADJACENT."""
        from hexcourt.solver.query.path_facts import AdjacentFacts

        return AdjacentFacts(self.board, self.ground_given)

    @cached_property
    def _exposures(self) -> FactSource:
        from hexcourt.solver.query.exposure import ExposureFacts

        return ExposureFacts(self.sights, self.ways)

    def _sources(self, names: Collection[str]) -> Iterator[FactSource]:
        """List what computes some predicates."""
        if not RangeFacts.names.isdisjoint(names):
            yield self.measurer
        if not SightFacts.names.isdisjoint(names):
            yield self.sights
        if not WholeLineFacts.names.isdisjoint(names):
            yield self._lines
        if not OF_PATHS.isdisjoint(names):
            yield self.ways
        if not OF_NEIGHBOURS.isdisjoint(names):
            yield self.beside
        if "exposed" in names:
            yield self._exposures

    def read(self, question: str) -> Question:
        """Read a question; raises BadInput where it is none."""
        if question not in self._questions:
            terms, colon, query = split_outside_strings(question, ":")
            written = f"{terms}{colon}{with_quotes(query, self.board)}"
            self._questions[question] = read_question(
                quoted_in_capitals(written), BoardLanguage(self.board)
            )
        return self._questions[question]

    @at_work()
    def ask(
        self,
        question: str,
        *,
        vary: Sequence[str] = (),
        limits: Limits | None = None,
        tell: Callable[[QueryResult], None] | None = None,
        count: bool = False,
    ) -> QueryResult:
        """Answer a question, in the one world as it is or in every world of some families.

        ``tell`` is given at once what a first world settles; with ``count`` all others are
        counted, too.
        """
        allowed = limits or _UNLIMITED
        if vary:
            from hexcourt.solver.query.settling import Deadline, settle

            deadline = Deadline(allowed)
            survey = self.survey(question, vary, allowed)
            tally = StatusTally(survey.statuses)
            return settle(survey.asked, survey.as_is, tally, deadline, tell, count)
        query = self.read(question)
        outcome = self._evaluated(query)
        if outcome is None:
            decider = self.decider(query, allowed.conflicts)
            state = self.state(query, self.demand(query, ()), ())
            return finding(query, decider.decide([state])[0])
        return finding(query, outcome)

    def _evaluated(self, question: Question) -> Outcome | None:
        """Answer a question about many pairs by arrays, if its form allows it and all is known."""
        if not asks_for_pairs(question) or self.lookup.doubts(self._names(question)).doubts:
            return None
        return evaluate(question, self.base(question), self.sights, self.pieces)

    def families(self, vary: Sequence[str]) -> tuple[Family, ...]:
        """Read families of worlds."""
        found = []
        for text in vary:
            written = with_quotes(text, self.board)
            choice = read_choice(quoted_in_capitals(written), self.board)
            bodies = [body for _, body in choice.elements]
            signatures = {each for body in bodies for each in body.signatures}
            base = self._facts_of(signatures)
            result = self.known_facts(self._demand_of(bodies, base, ()), ())
            result |= self.lookup.doubts(definitions(names_of(signatures))[1])
            if result.doubts:
                rules = sorted(
                    {rule for undetermined in result.doubts for rule in undetermined.rules}
                )
                raise BadInput(
                    f"{choice.text}: where its pieces may lie is not known for want of "
                    f"{listed(rules)}; ask it in the question"
                )
            facts = "".join(f"{each}." for each in sorted(result.certain))
            pieces = found_pieces(choice, f"{base}\n{facts}")
            found.append(family_of(choice, pieces, self.ground, self.pieces))
        return tuple(found)

    def survey(self, question: str, vary: Sequence[str], limits: Limits | None = None) -> Survey:
        """Make ready to decide a question in every world of some families."""
        from hexcourt.solver.movement.conditional import JointPlacement

        query = self.read(question)
        families = self.families(vary)
        among = tuple(sorted({piece for family in families for piece in family.pieces}))
        self._take_pillboxes(among)
        demand = self.demand(query, among)
        # what is wrong with the question itself shows in the world as it is
        self.known_facts(demand, ())
        self.ways.may_lie |= frozenset(among)  # of each world it is asked whether they may
        decider = self.decider(query, limits.conflicts if limits else None)
        joint = JointPlacement(self.ground.facts(self.pieces), among)
        return Survey(self, query, families, demand, decider, joint)

    def state(self, question: Question, demand: NeededFacts, world: World) -> WorldState:
        """Compute all that a question depends on in one world; raises BadInput for one that
        cannot be.
        """
        names = self._names(question)
        placed = (*self.pieces, *world)
        looked_up = frozenset(each.fact for each in placed if each.predicate in names)
        looked_up |= self.added(question, world)
        cleared, left = self._effect(names, world)
        result = self.known_facts(demand, world) | self.lookup.doubts(names, left)
        return WorldState(result, looked_up, self.lookup.gone(names, cleared, left))

    def looks_up(self, question: Question, piece: Piece) -> bool:
        """Return whether a question looks up a piece, or what it does away with."""
        names = self._names(question)
        changed = any(self._effect(names, (piece,))) or self.added(question, (piece,))
        return piece.predicate in names or bool(changed)

    def added(self, question: Question, world: World) -> frozenset[str]:
        """List the facts of Locations that a question looks up, and that pillboxes of a world add."""
        places = (self._pillboxes[each] for each in world if each in self._pillboxes)
        return self.lookup.added(self._names(question), places)

    def _take_pillboxes(self, among: World) -> None:
        """Know the Locations that pillboxes of families are, which there are where these lie."""
        known = {each.name for each in self.board.locations}
        for piece in among:
            place = pillbox_location(self.board, piece) if piece.predicate == PILLBOX else None
            if place is not None and place.name not in known:
                self._pillboxes[piece] = self.board.read[place.name] = place
        self.sights.absent = frozenset(each.name for each in self._pillboxes.values())

    def gone(self, question: Question, world: World) -> frozenset[str]:
        """List the facts that a question looks up that hold no more in a world."""
        names = self._names(question)
        return self.lookup.gone(names, *self._effect(names, world))

    def _effect(
        self, names: frozenset[str], world: World
    ) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
        """Return what pieces do to what a question looks up on the board: the hexes that they clear of
        buildings, and the Locations (hex, place) that are no more.
        """
        counters = _counters(world)
        if not counters or not names & HANGING:
            return frozenset(), frozenset()
        cleared, _, left = self._placing.effect(counters)
        return cleared, left

    def prepare(self, question: Question, demand: NeededFacts, worlds: Sequence[World]) -> None:
        """Ask the rules beforehand about many worlds together, of which will be given."""
        if self._names(question) & HANGING:
            self._placing.prepare(map(_counters, worlds))
        if not OF_PATHS.isdisjoint(name for name, _ in demand):
            self.ways.prepare(demand, [(*self.pieces, *world) for world in worlds])
        if any(name in self.sights.names for name, _ in demand):
            self.sights.prepare(demand, [(*self.pieces, *world) for world in worlds])

    def known_facts(self, demand: NeededFacts, world: World) -> KnownFacts:
        """Compute what is demanded in a world."""
        pieces = (*self.pieces, *world)
        facts_known = KnownFacts()
        for source in self._sources({name for name, _ in demand}):
            facts_known |= source.known_facts(demand, pieces)
        return facts_known

    # --- what a question is decided from ---------------------------------------------------------------

    def decider(self, question: Question, conflicts: int | None = None) -> Decider:
        """Return what decides a question, warm."""
        key = (question.text, conflicts)
        if key not in self._deciders:
            self._deciders[key] = Decider(question, self.base(question), conflicts)
        return self._deciders[key]

    def _names(self, question: Question) -> frozenset[str]:
        signatures = {each for body in question.bodies for each in body.signatures}
        return definitions(names_of(signatures))[1]

    def open_facts(self, question: Question) -> str:
        """Write as choices what a question looks up on the board that is not known."""
        return self.lookup.doubts(self._names(question)).choices

    def base(self, question: Question) -> str:
        """Write what a question looks up on the board, and what it depends on by definition."""
        return self._facts_of({each for body in question.bodies for each in body.signatures})

    def parts(self, question: Question) -> tuple[list[str], str]:
        """Return the facts that a question looks up, and the rules that it depends on by
        definition.
        """
        return self._parts({each for body in question.bodies for each in body.signatures})

    def _parts(self, signatures: Collection[tuple[str, int]]) -> tuple[list[str], str]:
        rules, names = definitions(names_of(signatures))
        declared = [f"#defined {name}/{arity}." for name, arity in sorted(signatures)]
        placed = (f"{each.fact}." for each in self.pieces if each.predicate in names)
        return [*declared, *_INPUTS, *self.lookup.facts(names), *placed], rules

    def _facts_of(self, signatures: Collection[tuple[str, int]]) -> str:
        facts, rules = self._parts(signatures)
        return "\n".join([*facts, rules])

    def demand(self, question: Question, among: World) -> NeededFacts:
        """Find what a question has to be given, whichever of some pieces lie."""
        key = (question.text, among)
        if key not in self._demands:
            added = "".join(f"{each}." for each in sorted(self.added(question, among)))
            base = f"{self.base(question)}\n{self.open_facts(question)}\n{added}"
            self._demands[key] = self._demand_of(question.bodies, base, among)
        return self._demands[key]

    def posts(self, question: str) -> frozenset[tuple[str, str]]:
        """List the Locations whose units a question says to have a status, each with this."""
        query = self.read(question)
        bodies = [each for body in query.bodies for each in body.asked]
        if not any(each.askable.name == "sees" and len(each.arguments) > 2 for each in bodies):
            return frozenset()
        return posts_of(self.demand(query, ()))

    def _demand_of(self, bodies: Sequence[Body], base: str, among: World) -> NeededFacts:
        """Find what some bodies demand; what depends on the board alone is given first, as it
        says where else to look.
        """

        def domain(kind: str) -> Sequence[str]:
            return self._domain(kind, among)

        first = needed_facts(bodies, domain, base, among, steady=True)
        result = self.measurer.known_facts(first, ())
        facts = "".join(f"{each}." for each in sorted(result.certain))
        rest = needed_facts(bodies, domain, f"{base}\n{facts}", among, steady=False)
        return {**first, **rest}

    def _domain(self, kind: str, among: World) -> Sequence[str]:
        """List the places of a kind, whichever of some pieces lie."""
        if kind == "hex":
            return [record.name for record in self.board.hexes]
        if kind == "location":
            boxes = [self._pillboxes[each] for each in among if each in self._pillboxes]
            return [place.name for place in (*self.board.locations, *boxes)]
        return self.ways.places_with((*self.pieces, *among))

    @cached_property
    def ground(self) -> HexFacts:
        """Return the rules of movement for a squad, by which pieces lie."""
        return HexFacts(self.board, unit_named("squad"))


_INPUTS = tuple(
    f"#defined {signature}."
    for signature in (
        *(
            "named/3",
            "lies_at/2",
            "terrain_class/2",
            "hex/1",
            "terrain/2",
            "inherent/2",
            "stairwell/1",
        ),
        *("feature/2", "adjoins/3", "over/3", "edge/3", "depicted/3", "location/3"),
        *(
            "place/3",
            "north/1",
            "area/2",
            "drawn_at_edge/4",
            "part_of/2",
            "half_hex/1",
        ),
        "rubble/1",
        *(f"{name}/{arity}" for name, arity in PIECE_SIGNATURES),
    )
)
"""What the board, or the pieces on it, may have none of."""


def _position(about: BoardState | Board | str) -> BoardState:
    if isinstance(about, BoardState):
        return about
    return BoardState(open_board(about) if isinstance(about, str) else about)


def posts_of(demand: NeededFacts) -> frozenset[tuple[str, str]]:
    """List the Locations whose units something that is demanded says to have a status, each with it."""
    return frozenset(
        post for _, each in demanded(demand, ("sees",)) for post in sight_of(each).posts
    )


@dataclass(frozen=True)
class Survey:
    """A question about every world of some families; worlds have an order, and so numbers."""

    session: QuerySession
    question: Question
    families: tuple[Family, ...]
    demand: NeededFacts
    decider: Decider
    placement: JointPlacement

    @cached_property
    def statuses(self) -> StatusesInWorlds:
        """Return what the rules say, world by world, of the statuses that are supposed and given."""
        return StatusesInWorlds(
            self.session.board, posts_of(self.demand), self.session.sights.units
        )

    @property
    def size(self) -> int:
        """Count the worlds."""
        return count_worlds(self.families)

    @property
    def as_is(self) -> str:
        """Describe what the answer is without a piece of the families."""
        state = self.session.state(self.question, self.demand, ())
        return verdict(self.question, self.decider.decide([state])[0])

    @cached_property
    def asked(self) -> FamilyQuestion:
        """Return what the answers of all worlds are found from."""
        from hexcourt.solver.query.relevance import FamilyQuestion

        session = self.session
        every = {piece for family in self.families for piece in family.pieces}
        # The pieces that may not lie beside some others, and all that lie near them.
        ground, facts = self.session.ground, self.placement.may_be_refused
        refused = [each for each in every if each.fact in facts]
        near = ground.around({name for each in refused for name in ground.touched(each)})
        return FamilyQuestion(
            self.question,
            self.families,
            self.demand,
            session.sights,
            session.ways,
            session.pieces,
            frozenset(each for each in every if session.looks_up(self.question, each)),
            frozenset(each for each in every if not near.isdisjoint(each.hexes)),
            frozenset(self.statuses.hexes),
            self._decided,
        )

    def warm(self, first: int, last: int, members: int) -> None:
        """Ask the rules by so many processes what pieces change in the worlds from one number up to
        another.
        """
        pieces = self.session.pieces
        worlds = islice(worlds_of(self.families), first, last)
        self.session.ways.prepare(self.demand, ((*pieces, *world) for world in worlds), members)

    def decided(
        self, first: int = 0, last: int | None = None
    ) -> Iterator[tuple[World, Decision | str]]:
        """Decide the question in the worlds from one number up to another: for each its pieces, and its
        outcome, or why it cannot be.
        """
        worlds = islice(worlds_of(self.families), first, last)
        while chunk := list(islice(worlds, CHUNK)):
            yield from self._decided(chunk)

    def _decided(self, worlds: Sequence[World]) -> Iterator[tuple[World, Decision | str]]:
        self.session.prepare(self.question, self.demand, worlds)
        self.statuses.prepare(worlds)
        states = [self._state(world) for world in worlds]
        known = [each for each in states if isinstance(each, WorldState)]
        outcomes = iter(self.decider.decide(known))
        for world, state in zip(worlds, states, strict=True):
            yield world, state if isinstance(state, str) else next(outcomes)

    def impossible(self, world: World) -> str:
        """Describe why a world cannot be; nothing where it can."""
        found = self._state(world)
        return found if isinstance(found, str) else ""

    def _state(self, world: World) -> WorldState | str:
        try:
            refuse(self.session.ground, world, self.placement.refusals(world))
            self.statuses.check(world)
            return self.session.state(self.question, self.demand, world)
        except BadInput as error:
            return str(error)


def _counters(world: World) -> frozenset[Counter]:
    return frozenset(counter_of_fact(p.fact) for p in world if p.predicate == "counter")


def asks_for_pairs(question: Question) -> bool:
    """Return whether both ends of some line are variables: other questions ask for few lines."""
    return any(
        PAIRS.get(each.askable.name) == len(each.arguments)
        and all(end.startswith("_") or end[0].isupper() for end in each.arguments[:2])
        for body in question.bodies
        for each in body.asked
    )
