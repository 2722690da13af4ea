"""Games of one choice and one reply: pieces that one side places so that no reply of the other helps.

The search is guided by counterexamples (Janota and others, "Solving QBF with counterexample guided
refinement", 2012). A choice is picked. A reply that beats it rests on some pieces of the choice; no
choice that agrees in these is picked again. A world in which the claim holds rests on pieces too, and no
reply that leads to such a world is tried again. Choices are picked by size, fewest pieces first, so each
size below that of the answer is refuted. Of several choices that hold, each next one does without as
many pieces of those before it as can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from sys import maxsize
from typing import NamedTuple, Protocol

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.pieces.pieces import Piece, piece_text
from hexcourt.solver.query.covering import WorldPicker
from hexcourt.solver.query.relevance import Cube
from hexcourt.solver.query.worlds import Family, World

MAX_CHOICES = 1_000_000_000_000_000
"""With more choices or replies than these no game is tried."""

_CLEAR = pattern(r"\s*clear\(\s*([0-9]{1,3})\s*\)\s*")


class Judge(Protocol):
    """Decides a claim, world by world (``FamilyQuestion``)."""

    def says(self, world: World) -> str | None:
        """Return whether the claim holds in a world: yes, no, unknown; nothing where it cannot be."""

    def cube(self, world: World, can_be: bool = True) -> Cube:
        """Return what that rests on."""


@dataclass(frozen=True)
class Reply:
    """A reply that beats a choice: pieces that it places, and pieces of the choice that it clears.

    It beats every choice of a cube (``beats``), where no more pieces that the cube lacks lie than may be
    cleared.
    """

    choice: World
    placed: World
    cleared: World
    says: str
    beats: Cube

    @property
    def beats_all(self) -> bool:
        """Return whether it beats every choice."""
        return not (self.beats.has or self.beats.lacks)


class Rescue(NamedTuple):
    """What is placed at last (``then``) so that a choice holds after a reply, and all of a cube."""

    placed: World
    cleared: World
    then: World
    after: Cube


@dataclass(frozen=True)
class GameOutcome:
    """What a game comes to: yes, no, unknown or out_of_budget.

    ``choices`` are those of the fewest pieces that win, ``complete`` if there are no others so small;
    ``replies`` beat choices. No choice of fewer than ``at_least`` pieces wins. ``idle`` tells that no
    reply changes anything for the first choice. Choices that leave no reply at all (``unanswered``) are
    no choices. It took so many ``rounds``. Where there is a third move, ``rescues`` say what it is for
    the first choice after each reply; replies that lead to a world that cannot be are ``excluded``.
    Where ``is_one_reply``, all replies are the same one, and nothing may be cleared.
    """

    answer: str
    choices: tuple[World, ...]
    replies: tuple[Reply, ...]
    at_least: int
    rounds: int
    complete: bool = True
    idle: bool = False
    unanswered: tuple[World, ...] = ()
    rescues: tuple[Rescue, ...] = ()
    excluded: tuple[World, ...] = ()
    is_one_reply: bool = False

    @property
    def beats_every_choice(self) -> Reply | None:
        """A reply that beats every choice: by what it rests on, or as no other one is needed."""
        return next((each for each in self.replies if self.is_one_reply or each.beats_all), None)


def split_replies(against: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Split replies into families of pieces that are placed, and how many may be cleared."""
    cleared = [match for each in against if (match := _CLEAR.fullmatch(each))]
    if len(cleared) > 1:
        raise BadInput("against: clear is written twice; write one such as clear(1)")
    families = tuple(each for each in against if not _CLEAR.fullmatch(each))
    return families, int(cleared[0][1]) if cleared else 0


@dataclass
class Game:
    """A search for choices of ``ours`` that hold whatever ``theirs`` reply.

    A reply may also take away ``clear`` pieces of the choice. ``holds`` are the words (yes, no or
    unknown) of worlds in which the choice has held, ``most`` how many choices are listed.
    """

    judge: Judge
    ours: Sequence[Family]
    theirs: Sequence[Family]
    clear: int
    holds: Collection[str]
    most: int
    is_late: Callable[[], bool]
    rounds: int = 0
    replies: list[Reply] = field(default_factory=list)
    unanswered: list[World] = field(default_factory=list)

    def __post_init__(self) -> None:
        every = list(every_piece(self.ours))
        if (twice := repeated(every)) is not None:
            raise BadInput(f"{twice}: is in two families of one side; write each piece once")
        self._mine = frozenset(every)
        self._tried, self._allowed = self._reply_picker(), self._reply_picker()
        self._chosen = self._tried_literals
        self._idle = False

    # --- choices ----------------------------------------------------------------------------------

    def play(self) -> GameOutcome:
        """Find the choices of the fewest pieces that hold against every reply."""
        least = sum(family.least for family in self.ours)
        most = sum(family.most for family in self.ours)
        for size in range(least, most + 1):
            won, complete = self._of_size(size)
            if won or not complete:
                answer = "yes" if won else "out_of_budget"
                return self._outcome(answer, won, size, complete)
        return self._outcome("no", (), most + 1, True)

    def _outcome(
        self, answer: str, won: tuple[World, ...], size: int, complete: bool
    ) -> GameOutcome:
        replies, unanswered = tuple(self.replies), tuple(self.unanswered)
        idle = self._idle and bool(won)
        found = GameOutcome(answer, won, replies, size, self.rounds, complete, idle, unanswered)
        is_lost = answer == "no" and not (unanswered or self.clear)
        return replace(found, is_one_reply=is_lost and len({each.placed for each in replies}) == 1)

    def _of_size(self, size: int) -> tuple[tuple[World, ...], bool]:
        """List the winning choices of so many pieces, and tell whether these are all."""
        picker = WorldPicker(self.ours)
        every = [picker.variables[each] for each in sorted(self._mine)]
        picker.bound(every, size, size)
        for each in self.replies:
            refute(picker, each.beats, self.clear)
        won: list[World] = []
        without = WithoutMany(picker, won, size)
        try:
            while (choice := without.pick()) is not None:
                if self.is_late() or len(won) == self.most:
                    return tuple(won), False
                self.rounds += 1
                beaten = self._beaten(choice)
                if beaten is not None:
                    self.replies.append(beaten)
                    refute(picker, beaten.beats, self.clear)
                    continue
                if self._may_be_answered(choice):
                    won.append(choice)
                else:
                    self.unanswered.append(choice)
                picker.exclude(Cube(frozenset(choice), self._mine.difference(choice)))
        finally:
            picker.close()
        return tuple(won), True

    # --- replies ----------------------------------------------------------------------------------

    def _reply_picker(self) -> WorldPicker:
        """Make what picks replies: the choice is assumed, and the world is what is left of it with what
        is placed.
        """
        picker = WorldPicker([*self.ours, *self.theirs])
        literals = {
            piece: number
            for family in picker.by_family[: len(self.ours)]
            for piece, number in family.items()
        }
        self._tried_literals = literals
        if not self.clear:
            return picker
        taken = []
        for piece, chosen in sorted(literals.items()):
            gone, left = picker.fresh(), picker.fresh()
            taken.append(gone)
            picker.add([-gone, chosen])
            picker.add([-left, chosen])
            picker.add([-left, -gone])
            picker.add([-chosen, gone, left])
            picker.variables[piece] = left
        picker.bound(taken, 0, self.clear)
        return picker

    def _worlds(
        self, picker: WorldPicker, choice: World
    ) -> Iterator[tuple[World, World, str | None, Cube]]:
        """Go through the worlds that replies make of a choice, with what is placed, what the claim comes
        to and what that rests on; whoever asks excludes what is not to come again.
        """
        here = set(choice)
        assumed = [n if piece in here else -n for piece, n in self._chosen.items()]
        second = picker.by_family[len(self.ours) :]
        while (world := picker.pick(assumed)) is not None:
            held = picker.holding(number for family in second for number in family.values())
            placed = {p for family in second for p, number in family.items() if number in held}
            says = self.judge.says(world)
            cube = self.judge.cube(world, says is not None)
            yield world, tuple(sorted(placed)), says, cube

    def replies_to(
        self, choice: World, excluded: list[World] | None = None
    ) -> Iterator[tuple[World, World]]:
        """Go through the worlds that replies make of a choice, one of each cube, with what is placed;
        every world that cannot be goes into ``excluded``, if that is given.
        """
        picker = self._reply_picker()
        every = frozenset(picker.variables)
        for world, placed, says, cube in self._worlds(picker, choice):
            if says is not None:
                yield world, placed
            elif excluded is not None:
                excluded.append(world)
                cube = Cube(frozenset(world), every.difference(world))
            picker.exclude(cube)
        picker.close()

    def _beaten(self, choice: World) -> Reply | None:
        """Find a reply that beats a choice."""
        first = True
        for world, placed, says, cube in self._worlds(self._tried, choice):
            if says is None:
                self._allowed.exclude(cube)
            elif says in self.holds:
                own = cube.has | cube.lacks
                self._idle = first and not self.clear and own <= self._mine
                first = False
            else:
                gone = tuple(sorted(set(choice).difference(world)))
                beats = Cube(cube.has.difference(placed) & self._mine, cube.lacks & self._mine)
                return Reply(choice, placed, gone, says, beats)
            self._tried.exclude(cube)
        return None

    def _may_be_answered(self, choice: World) -> bool:
        """Return whether a choice leaves the other side any reply: one that cannot lie leaves none."""
        for _, _, says, cube in self._worlds(self._allowed, choice):
            if says is not None:
                return True
            self._allowed.exclude(cube)
        return False


@dataclass
class ThirdMove:
    """Judges the worlds of a choice and a reply by what may be placed there at last: a world says yes if
    it does with some placement of the families of ``then``, no if it does with none.

    ``judge`` decides the worlds with all pieces placed. A world rests on what the placement found rests
    on, or on what all placements do that failed, without the pieces that are placed at last. None of
    these is in another family.
    """

    judge: Judge
    then: Sequence[Family]
    _known: dict[World, tuple[str | None, Cube]] = field(default_factory=dict)
    _rescues: dict[World, World] = field(default_factory=dict)
    _won: World | None = None

    def __post_init__(self) -> None:
        self._last = frozenset(every_piece(self.then))

    def says(self, world: World) -> str | None:
        """Return whether the claim holds with some placement; nothing where the world cannot be."""
        if world not in self._known:
            self._known[world] = self._decide(world)
        return self._known[world][0]

    def cube(self, world: World, can_be: bool = True) -> Cube:
        """Return what that rests on; that a world cannot be (not ``can_be``) is known by itself."""
        self.says(world)
        return self._known[world][1]

    def rescue(self, world: World) -> World:
        """Return a placement with which the claim holds in a world where it does with some."""
        self.says(world)
        return self._rescues[world]

    def rescues(self, game: Game, choice: World, excluded: list[World]) -> Iterator[Rescue]:
        """Name what rescues a choice that holds, from every reply: one for each cube of them."""
        for world, placed in game.replies_to(choice, excluded):
            cleared = tuple(sorted(set(choice).difference(world)))
            yield Rescue(placed, cleared, self.rescue(world), self.cube(world))

    def _decide(self, world: World) -> tuple[str | None, Cube]:
        if self.judge.says(world) is None:
            return None, self._split(self.judge.cube(world, False))[0]
        picker = WorldPicker(self.then)
        rests, says = Cube(), "no"
        # what held in the world before is tried first
        placed = picker.pick() if self._won is None else self._won
        while placed is not None:
            everything = tuple(sorted({*world, *placed}))
            here = self.judge.says(everything)
            before, last = self._split(self.judge.cube(everything, here is not None))
            if here == "yes":
                self._won, says, rests = placed, here, before
                self._rescues[world] = placed
                break
            if here == "unknown":
                says = here
            rests |= before
            picker.exclude(last)
            placed = picker.pick()
        picker.close()
        return says, rests

    def _split(self, cube: Cube) -> tuple[Cube, Cube]:
        """Split a cube into what was placed before and what is placed at last."""
        last = self._last
        return Cube(cube.has - last, cube.lacks - last), Cube(cube.has & last, cube.lacks & last)


class WithoutMany:
    """Picks choices of some size that do without as many pieces as can be of each that is ``named``."""

    def __init__(self, picker: WorldPicker, named: Sequence[World], size: int) -> None:
        self._picker = picker
        self._named = named
        self._missing = size
        self._bounds: dict[tuple[World, int], int] = {}

    def pick(self) -> World | None:
        """Pick a choice; nothing where none is left. What was found out of lesser ones stays so."""
        while self._missing:
            assumed = [self._bound(each) for each in self._named if each]
            choice = self._picker.pick(assumed)
            if choice is not None or not assumed:
                return choice
            self._missing -= 1
        return self._picker.pick()

    def _bound(self, named: World) -> int:
        """Return the literal under which so many pieces of a choice are missing."""
        key = named, self._missing
        if key not in self._bounds:
            self._bounds[key] = bound = self._picker.fresh()
            literals = [self._picker.variables[each] for each in named]
            self._picker.bound(literals, 0, max(0, len(named) - self._missing), [-bound])
        return self._bounds[key]


def far_from(worlds: Sequence[World], named: Sequence[World]) -> Iterator[World]:
    """Go through worlds: the next is the one that does without the most pieces of each before it, those
    ``named`` among them, and of such that of the fewest pieces.
    """
    left = sorted(worlds, key=lambda each: (len(each), each))
    missing = [maxsize] * len(left)

    def compare(other: World) -> None:
        for number, each in enumerate(left) if other else ():
            missing[number] = min(missing[number], len(set(other).difference(each)))

    for each in named:
        compare(each)
    while left:
        at = max(range(len(left)), key=missing.__getitem__)
        del missing[at]
        yield (world := left.pop(at))
        compare(world)


def refute(picker: WorldPicker, cube: Cube, clear: int, unless: Sequence[int] = ()) -> None:
    """Pick no choice of a cube any more, of which the other side may clear so many pieces: it needs more
    than these of what the cube lacks.
    """
    if not clear:
        picker.add([*unless, *picker.outside(cube)])
        return
    lacking = [picker.variables[each] for each in sorted(cube.lacks)]
    absent = [-picker.variables[each] for each in sorted(cube.has)]
    picker.bound(lacking, clear + 1, len(lacking), [*unless, *absent])


def enough_replies(
    families: Sequence[Family], clear: int, found: GameOutcome, fewer: int | None = None
) -> tuple[Reply, ...] | None:
    """Return replies that together beat every choice, or every one of ``fewer`` pieces for certain;
    without any of them one is left. Nothing where they do not.
    """
    picker = WorldPicker(families)
    every = sorted(set(every_piece(families)))
    if fewer is not None:
        picker.bound([picker.variables[each] for each in every], 0, fewer - 1)
    for choice in found.unanswered:
        picker.exclude(Cube(frozenset(choice), frozenset(every).difference(choice)))
    sure = [each for each in found.replies if fewer is None or each.says == "no"]
    needed = {picker.fresh(): each for each in sure}
    for number, each in needed.items():
        refute(picker, each.beats, clear, [-number])
    if picker.pick(list(needed)) is not None:
        picker.close()
        return None
    for number in list(needed):
        others = [each for each in needed if each != number]
        if picker.pick(others) is None:
            del needed[number]
    picker.close()
    return tuple(needed.values())


def repeated(pieces: Iterable[Piece]) -> str | None:
    """Return a piece that is there twice, as it is written; nothing where each is there once."""
    counts = Counter(pieces)
    return next((piece_text(piece) for piece, number in counts.items() if number > 1), None)


def check_bounds(families: Sequence[Family]) -> None:
    """Refuse families of which no choice has enough pieces."""
    for family in families:
        if family.least > family.most:
            raise BadInput(
                f"{family.text}: no choice has at least {family.least} of {len(family.pieces)} pieces; "
                "ask for fewer, or let more lie"
            )


def check_sizes(families: Sequence[Family]) -> None:
    """Refuse families that no game can be played with."""
    check_bounds(families)
    for family in families:
        if family.size > MAX_CHOICES:
            raise BadInput(
                f"{family.text}: {family.size} choices are too many; bound the number of pieces"
            )


def every_piece(families: Sequence[Family]) -> Iterator[Piece]:
    """List the pieces of some families."""
    return chain.from_iterable(family.pieces for family in families)


def play(
    judge: Judge,
    sides: tuple[Sequence[Family], Sequence[Family]],
    clear: int,
    each_reply: bool,
    most: int,
    is_late: Callable[[], bool],
) -> GameOutcome:
    """Return whether a choice holds against every reply, or with ``each_reply`` each has its answer.

    What is not known is run twice: against the choice for a certain yes, for it for a certain no.
    """
    ours, theirs = sides
    check_sizes([*ours, *theirs])
    if each_reply:
        # a reply that no choice answers is one that holds against every choice, of the contrary
        for holds, answer in ((("no",), "no"), (("no", "unknown"), "unknown")):
            found = Game(judge, theirs, ours, 0, holds, most, is_late).play()
            if found.answer != "no":
                result = answer if found.answer == "yes" else found.answer
                return GameOutcome(
                    result, found.choices, (), found.at_least, found.rounds, found.complete
                )
        return replace(found, answer="yes")
    sure = Game(judge, ours, theirs, clear, ("yes",), most, is_late).play()
    if sure.answer != "no" or all(each.says == "no" for each in sure.replies):
        return sure
    loose = Game(judge, ours, theirs, clear, ("yes", "unknown"), most, is_late).play()
    if loose.answer == "yes":
        return GameOutcome(
            "unknown", loose.choices, sure.replies, loose.at_least, loose.rounds, loose.complete
        )
    return loose
