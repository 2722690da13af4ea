"""What the certificate of a game states: that each choice of one side has a reply that beats it.

It lists replies. Each beats the choices that have some pieces and lack others: whatever else lies, the
claim fails in every world that the reply makes of them. A certificate of its own proves that for each
reply. The main program shows that no choice is left that no reply of the list beats. Where each reply is
to have its answer (``each_reply``), the replies are what is placed first, and the answers beat them: the
claim holds in every such world. Nothing depends on how the replies were found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import Piece, piece_text
from hexcourt.solver.language.question import UNIVERSAL
from hexcourt.solver.proof.certificate import UNSATISFIABLE, check_statement, question_object
from hexcourt.solver.query.relevance import Cube
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.statement import (
    RulesNeeded,
    Statement,
    seeking,
    session_stated,
    setting_json,
)
from hexcourt.solver.query.two_sided import split_replies
from hexcourt.solver.query.worlds import Family, World, worlds_of

KIND = "game"

MEANING = "every choice is beaten by one of these replies, as a certificate for each proves"

MAX_REPLIES_TRIED = 20_000
"""How many replies are gone through at most to see that a choice leaves none."""


class Rebuttal(NamedTuple):
    """A reply, and the choices that it beats: they have some pieces and lack others, but for as many as
    the reply may clear.
    """

    beats: Cube
    placed: World


@dataclass(frozen=True)
class GameStatement:
    """What is stated of a game, in which no choice holds, or each reply has its answer.

    Choices that leave the other side no reply at all (``unanswered``) are no choices.
    """

    session: QuerySession
    question: str
    choose: tuple[str, ...]
    against: tuple[str, ...]
    each_reply: bool
    replies: tuple[Rebuttal, ...]
    unanswered: tuple[World, ...] = ()

    verdict = UNSATISFIABLE

    @property
    def answer(self) -> str:
        """Return the answer to the game."""
        return "yes" if self.each_reply else "no"

    @cached_property
    def sides(self) -> tuple[tuple[Family, ...], tuple[Family, ...], int]:
        """Return the families of who places first, those of the other side, and how many pieces that
        may clear.
        """
        placed, clear = split_replies(self.against)
        ours, theirs = self.session.families(self.choose), self.session.families(placed)
        return (theirs, ours, 0) if self.each_reply else (ours, theirs, clear)

    @cached_property
    def parts(self) -> Mapping[str, Statement]:
        """Map the names of the certificates within this one to what they state: for each reply that the
        claim fails, or holds, in every world that it makes of the choices that it beats.
        """
        return {
            f"reply-{number}": everywhere(
                self.session, self.question, self._worlds(reply), self.answer
            )
            for number, reply in enumerate(self.replies, start=1)
        }

    def _worlds(self, reply: Rebuttal) -> Iterator[str]:
        """Write the families of the worlds that a reply makes of the choices that it beats."""
        first, _, clear = self.sides
        has, lacks = reply.beats.has, reply.beats.lacks
        if fixed := sorted(has.union(reply.placed)):
            yield family_text(fixed, len(fixed), len(fixed))
        for family in first:
            free = [piece for piece in family.pieces if piece not in has | lacks]
            there = len(has.intersection(family.pieces))
            if free:
                least = max(0, family.least - clear - there)
                yield family_text(free, least, min(len(free), family.most - there))

    @property
    def undetermined_statuses(self) -> tuple[str, ...]:
        """Describe which statuses of units are undetermined in some world."""
        every = (each for part in self.parts.values() for each in part.as_json["granted"])
        return tuple(dict.fromkeys(every))

    @cached_property
    def as_json(self) -> dict[str, Any]:
        """Return the statement as plain values."""
        return {
            **setting_json(self.session),
            "kind": KIND,
            "meaning": MEANING,
            "question": self.question,
            "answer": self.answer,
            "choose": list(self.choose),
            "against": list(self.against),
            "each_reply": self.each_reply,
            "replies": [
                {
                    "beats_with": _texts(reply.beats.has),
                    "beats_without": _texts(reply.beats.lacks),
                    "placed": _texts(reply.placed),
                }
                for reply in self.replies
            ],
            "unanswered": [_texts(each) for each in self.unanswered],
        }

    @property
    def reply_lines(self) -> Iterator[str]:
        """Describe which choices each reply beats."""
        for name, reply in zip(self.parts, self.replies, strict=True):
            has, lacks = _texts(reply.beats.has), _texts(reply.beats.lacks)
            having = f" with {' and '.join(has)}" if has else ""
            without = f" without {' and '.join(lacks)}" if lacks else ""
            cleared = f" but {self.sides[2]} to be cleared" if lacks and self.sides[2] else ""
            beats = "answers every reply" if self.each_reply else "beats every choice"
            placed = " and ".join(_texts(reply.placed)) or "nothing placed"
            yield f"  {name}: {placed} {beats}{having}{without}{cleared}"

    def program(self) -> tuple[str, tuple[str, ...]]:
        """Write the program of the choices that no reply beats: it has no answer set."""
        first, _, clear = self.sides
        every = [piece for family in first for piece in family.pieces]
        lines = ["#defined chosen/1. #defined beaten/1. #defined lacks/2."]
        for family in first:
            pieces = "; ".join(f"chosen({piece.fact})" for piece in family.pieces)
            lines.append(f"{family.least} {{ {pieces} }} {family.most}.")
        cubes = [reply.beats for reply in self.replies]
        for number, cube in enumerate(cubes):
            body = [f"chosen({piece.fact})" for piece in sorted(cube.has)]
            if clear:
                lines += (f"lacks({number},{piece.fact})." for piece in sorted(cube.lacks))
                body.append(f"#count {{ P : chosen(P), lacks({number},P) }} <= {clear}")
            else:
                body += (f"not chosen({piece.fact})" for piece in sorted(cube.lacks))
            lines.append(f"beaten :- {', '.join(body)}." if body else "beaten.")
        for world in self.unanswered:
            body = [f"{'' if each in world else 'not '}chosen({each.fact})" for each in every]
            lines.append(f"beaten :- {', '.join(body)}." if body else "beaten.")
        return seeking("\n".join(lines), ":- beaten."), ()

    def objection(self) -> str:
        """Return why a reply is none, or leaves choices unanswered that it should; nothing where all is
        well.
        """
        _, second, clear = self.sides
        for (name, stated), reply in zip(self.parts.items(), self.replies, strict=True):
            if not _is_choice(second, reply.placed):
                return f"{name}: its pieces are not as many as the families have"
            survey = stated.survey
            if any(survey.impossible(world) for world in worlds_of(survey.families)):
                return f"{name}: may not lie beside some choice that it is to beat"
        survey = self.session.survey(self.question, [*self.choose, *split_replies(self.against)[0]])
        for choice in self.unanswered:
            worlds = (
                tuple(sorted({*set(choice).difference(gone), *placed}))
                for number in range(clear + 1)
                for gone in combinations(choice, number)
                for placed in worlds_of(second)
            )
            for number, world in enumerate(worlds):
                if number >= MAX_REPLIES_TRIED or not survey.impossible(world):
                    return "a choice is said to leave no reply, and leaves one, or too many to try"
        return ""


def everywhere(session: QuerySession, question: str, vary: Iterable[str], answer: str) -> Statement:
    """State that a claim holds (yes), or fails (no), in every world of some families."""
    holds_unless_shown = (answer == "yes") == (session.read(question).mode in UNIVERSAL)
    return Statement(
        session, question, tuple(vary), answer, "nowhere" if holds_unless_shown else "each"
    )


def family_text(pieces: Sequence[Piece], least: int, most: int) -> str:
    """Write a family of some pieces."""
    return f"{least} {{ {'; '.join(map(piece_text, pieces))} }} {most}"


def read_game(text: str, board: str) -> GameStatement | RulesNeeded:
    """Read what is stated of a game; raises BadInput where it is none, or not so."""
    document = question_object(text)
    session = session_stated(document, board)
    if isinstance(session, RulesNeeded):
        return session
    try:
        stated = GameStatement(
            session,
            document["question"],
            tuple(document["choose"]),
            tuple(document["against"]),
            document["each_reply"] is True,
            (),
        )
        first, second, _ = stated.sides
        known = {piece_text(p): p for family in (*first, *second) for p in family.pieces}

        def read(texts: Sequence[str]) -> World:
            return tuple(known[each] for each in texts)

        replies = tuple(
            Rebuttal(
                Cube(frozenset(read(each["beats_with"])), frozenset(read(each["beats_without"]))),
                read(each["placed"]),
            )
            for each in document["replies"]
        )
        unanswered = tuple(map(read, document["unanswered"]))
    except (KeyError, TypeError, AttributeError):
        raise BadInput("question.json: is not what is stated of a game; certify anew") from None
    stated = replace(stated, replies=replies, unanswered=unanswered)
    check_statement(document, stated.as_json)
    return stated


def _texts(pieces: Iterable[Piece]) -> list[str]:
    return [piece_text(each) for each in sorted(pieces)]


def _is_choice(families: Sequence[Family], pieces: World) -> bool:
    """Return whether some pieces are as many of each family as it has, and none is of two families."""
    counts = [len(set(pieces).intersection(family.pieces)) for family in families]
    return sum(counts) == len(pieces) and all(
        family.least <= number <= family.most
        for family, number in zip(families, counts, strict=True)
    )
