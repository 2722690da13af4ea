"""What the certificate of what is best states: what is so good, and that nothing is better.

Of worlds it is proved that the claim holds in each of those listed and that its numbers are at least as
good as stated, and that in no world of the families they are better. Of a game it is proved that each
choice listed holds so against every reply, by a third move if need be, and that no choice holds for more
(``GameStatement``). Without a number, that is no choice of fewer pieces. Numbers and claim are asked
together, as one question (``joined``). Nothing depends on how any of it was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.proof.certificate import check_statement, question_object
from hexcourt.solver.query.game_statement import (
    GameStatement,
    Rebuttal,
    cube_words,
    everywhere,
    is_choice,
    known_pieces,
    read_rebuttals,
    rebuttals_json,
    statuses_in,
    texts_of,
)
from hexcourt.solver.query.objectives import (
    Values,
    joined,
    objectives_of,
    signed,
    signs_of,
    values_words,
)
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.statement import RulesNeeded, Statement, session_stated, setting_json
from hexcourt.solver.query.two_sided import split_replies
from hexcourt.solver.query.worlds import World

KIND = "best"

MEANING = "the claim holds with each of these, with numbers as good as stated, and with none better"


class GuaranteedValue(NamedTuple):
    """A world or a choice, what it is worth at least, and what is placed at last after which replies."""

    pieces: World
    values: Values
    rescues: tuple[Rebuttal, ...] = ()
    excluded: tuple[World, ...] = ()


class RefutedChoices(NamedTuple):
    """Replies that together beat every choice that would be better; and choices that leave no reply."""

    replies: tuple[Rebuttal, ...]
    unanswered: tuple[World, ...] = ()


@dataclass(frozen=True)
class BestStatement:
    """What is stated: ``held`` are worth just so much, and nothing is better.

    The numbers are those of ``best``: none, one or two. Of worlds the families are ``vary``; else
    ``refuted`` refutes for each step of the front what is beyond it, or without numbers choices of
    ``fewer`` pieces.
    """

    session: QuerySession
    question: str
    best: tuple[str, ...]
    held: tuple[GuaranteedValue, ...]
    vary: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    refuted: tuple[RefutedChoices, ...] = ()
    fewer: int | None = None

    answer = "best"

    # --- what is stated one by one --------------------------------------------------------------------

    @cached_property
    def steps(self) -> tuple[tuple[int | None, ...], ...]:
        """List from what on numbers are beyond what is held: for two numbers the steps of the front."""
        if not self.best:
            return () if self.fewer is None else ((),)
        signs = signs_of(objectives_of(self.session, self.best))
        front = sorted((signed(signs, each.values) for each in self.held), reverse=True)
        if len(self.best) == 1:
            return ((front[0][0] * signs[0] + signs[0] if front else None,),)
        firsts = [*(each[0] + 1 for each in front), None]
        seconds = [None, *(each[1] + 1 for each in front)]
        return tuple(
            tuple(None if n is None else sign * n for sign, n in zip(signs, step, strict=True))
            for step in zip(firsts, seconds, strict=True)
        )

    @cached_property
    def statements(self) -> Mapping[str, Statement | GameStatement]:
        """Map what is stated one by one to names; the first is that of the certificate itself."""
        found: dict[str, Statement | GameStatement] = {}
        for number, step in enumerate(self.steps, start=1):
            found[f"beyond-{number}"] = self._beyond(number - 1, step)
        for number, each in enumerate(self.held, start=1):
            found[f"held-{number}"] = self._holding(each)
        if not found:
            raise BadInput("there is nothing to certify")
        return found

    def _beyond(self, number: int, step: Sequence[int | None]) -> Statement | GameStatement:
        question = joined(self.session, self.question, self.best, step)
        if self.vary:
            return Statement(self.session, question, self.vary, "no", "nowhere")
        replies, unanswered = self.refuted[number]
        return GameStatement(
            self.session,
            question,
            self.choose,
            self.against,
            False,
            replies,
            unanswered,
            self.then,
            self.fewer,
        )

    def _holding(self, each: GuaranteedValue) -> Statement | GameStatement:
        question = joined(self.session, self.question, self.best, each.values)
        if self.vary:
            return Statement(self.session, question, self.vary, "yes", "everywhere", each.pieces)
        placed, clear = split_replies(self.against)
        families = (*just(each.pieces, clear), *placed)
        if not self.then:
            return everywhere(self.session, question, families, "yes")
        return GameStatement(
            self.session, question, self.then, families, True, each.rescues, each.excluded
        )

    # --- as a certificate -----------------------------------------------------------------------------

    @cached_property
    def _main(self) -> Statement | GameStatement:
        return next(iter(self.statements.values()))

    @property
    def verdict(self) -> str:
        """Return what the program has to be for the statement to hold."""
        return self._main.verdict

    def program(self) -> tuple[str, tuple[str, ...]]:
        """Write the program of the first thing that is stated."""
        return self._main.program()

    @cached_property
    def parts(self) -> Mapping[str, Statement | GameStatement]:
        """Map the names of the certificates within this one to what they state: all but the first, and
        what games rest on.
        """
        first, *others = self.statements.items()
        found: dict[str, Statement | GameStatement] = dict(others)
        for each in (first[1], *(each for _, each in others)):
            if isinstance(each, GameStatement):
                for part in each.parts.values():
                    found[f"reply-{1 + sum(name.startswith('reply') for name in found)}"] = part
        return found

    def objection(self) -> str:
        """Return why what is stated is none of these families, or a game's reply is none; nothing where
        all is well.
        """
        for stated in self.statements.values():
            if isinstance(stated, GameStatement) and (found := stated.objection()):
                return found
        for each in self.held:
            if found := self._objection_to(each):
                return found
        return ""

    def _objection_to(self, each: GuaranteedValue) -> str:
        """Return why a world or a choice is none of the families, or replies are wrongly left out."""
        families = self.session.families(self.vary or self.choose)
        if not is_choice(families, each.pieces):
            return "what is best has not as many pieces as the families have"
        if self.fewer not in (None, len(each.pieces)):
            return "the choice has another number of pieces than is said"
        if self.vary:
            question = joined(self.session, self.question, self.best, each.values)
            return self.session.survey(question, self.vary).impossible(each.pieces)
        if each.excluded:
            placed, clear = split_replies(self.against)
            survey = self.session.survey(self.question, (*just(each.pieces, clear), *placed))
            if not all(map(survey.impossible, each.excluded)):
                return "a reply is said not to be possible, and is"
        return ""

    @property
    def undetermined_statuses(self) -> tuple[str, ...]:
        """Describe which statuses of units are undetermined in some world."""
        return statuses_in((self._main, *self.parts.values()))

    @cached_property
    def as_json(self) -> dict[str, Any]:
        """Return the statement as plain values."""
        return {
            **setting_json(self.session),
            "kind": KIND,
            "meaning": MEANING,
            "question": self.question,
            "best": list(self.best),
            "vary": list(self.vary),
            "choose": list(self.choose),
            "against": list(self.against),
            "then": list(self.then),
            "fewer_than": self.fewer,
            "held": [
                {
                    "pieces": texts_of(each.pieces),
                    "values": list(each.values),
                    "rescues": rebuttals_json(each.rescues),
                    "excluded": list(map(texts_of, each.excluded)),
                }
                for each in self.held
            ],
            "refuted": [
                {
                    "replies": rebuttals_json(each.replies),
                    "unanswered": list(map(texts_of, each.unanswered)),
                }
                for each in self.refuted
            ],
        }

    @property
    def held_lines(self) -> Iterator[str]:
        """List what is held, with what is placed at last after which replies."""
        objectives = objectives_of(self.session, self.best)
        for each in self.held:
            pieces = " and ".join(texts_of(each.pieces)) or "none"
            worth = f"{values_words(objectives, each.values)}: " if self.best else ""
            yield f"  {worth}{pieces}"
            for rescue in each.rescues:
                last = " and ".join(texts_of(rescue.placed)) or "nothing"
                yield f"    {last} after replies{cube_words(rescue.beats)}"


def just(pieces: World, clear: int) -> tuple[str, ...]:
    """Write the family of some pieces all of which lie, but for so many that may be cleared."""
    if not pieces:
        return ()
    least = max(0, len(pieces) - clear)
    return (f"{{ {'; '.join(map(piece_text, pieces))} }} >= {least}",)


def read_best(text: str, board: str) -> BestStatement | RulesNeeded:
    """Read what is stated of what is best; raises BadInput where it is none, or not so."""
    document = question_object(text)
    session = session_stated(document, board)
    if isinstance(session, RulesNeeded):
        return session
    try:
        texts = {
            name: tuple(document[name]) for name in ("best", "vary", "choose", "against", "then")
        }
        fewer = document["fewer_than"]
        if fewer is not None and type(fewer) is not int:
            raise TypeError
        placed = split_replies(texts["against"])[0]
        first = session.families((*texts["vary"], *texts["choose"]))
        others = session.families(placed)
        last = session.families(texts["then"])
        known = known_pieces((*first, *others, *last))

        def worlds(values: Any) -> tuple[World, ...]:
            return tuple(tuple(known[each] for each in some) for some in values)

        held = []
        for each in document["held"]:
            if not all(type(value) is int for value in each["values"]):
                raise TypeError
            ((*pieces,),) = worlds([each["pieces"]])
            rescues = read_rebuttals(each["rescues"], known)
            held.append(
                GuaranteedValue(
                    tuple(pieces), tuple(each["values"]), rescues, worlds(each["excluded"])
                )
            )
        refuted = tuple(
            RefutedChoices(read_rebuttals(each["replies"], known), worlds(each["unanswered"]))
            for each in document["refuted"]
        )
        stated = BestStatement(
            session, document["question"], held=tuple(held), refuted=refuted, fewer=fewer, **texts
        )
        wanted = 0 if stated.vary else len(stated.steps)
        if bool(stated.vary) == bool(stated.choose) or len(refuted) != wanted:
            raise TypeError
        if any(len(each.values) != len(stated.best) for each in held):
            raise TypeError
        if (fewer is not None or not stated.best) and len(held) != 1:
            raise TypeError
        if fewer is not None and stated.best:
            raise TypeError
        assert stated.statements  # it can be stated
    except (KeyError, TypeError, AttributeError, ValueError):
        raise BadInput("question.json: is not what is stated of the best; certify anew") from None
    check_statement(document, stated.as_json)
    return stated
