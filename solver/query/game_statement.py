"""What the certificate of a game states: that each choice of one side has a reply that beats it.

It lists replies. Each beats the choices that have some pieces and lack others: whatever else lies, the
claim fails in every world that the reply makes of them. A certificate of its own proves that for each
reply. The main program shows that no choice is left that no reply of the list beats. Where each reply is
to have its answer (``each_reply``), the replies are what is placed first, and the answers beat them: the
claim holds in every such world. With a third move (``then``) it fails there whatever is placed at last.
Nothing depends on how the replies were found.
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
from hexcourt.solver.query.direct_encoding import MAX_WORLDS
from hexcourt.solver.query.relevance import Cube
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.statement import (
    RulesNeeded,
    Statement,
    seeking,
    session_stated,
    setting_json,
)
from hexcourt.solver.query.two_sided import every_piece, split_replies
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

    Choices that leave the other side no reply at all (``unanswered``) are no choices. ``fewer`` says of
    choices of fewer than so many pieces alone that none holds.
    """

    session: QuerySession
    question: str
    choose: tuple[str, ...]
    against: tuple[str, ...]
    each_reply: bool
    replies: tuple[Rebuttal, ...]
    unanswered: tuple[World, ...] = ()
    then: tuple[str, ...] = ()
    fewer: int | None = None

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
                most = family.most if self.fewer is None else min(family.most, self.fewer - 1)
                yield family_text(free, least, min(len(free), most - there))
        yield from self.then

    @property
    def undetermined_statuses(self) -> tuple[str, ...]:
        """Describe which statuses of units are undetermined in some world."""
        return statuses_in(self.parts.values())

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
            **({"then": list(self.then)} if self.then else {}),
            **({} if self.fewer is None else {"fewer_than": self.fewer}),
            "replies": rebuttals_json(self.replies),
            "unanswered": list(map(texts_of, self.unanswered)),
        }

    @property
    def reply_lines(self) -> Iterator[str]:
        """Describe which choices each reply beats."""
        for name, reply in zip(self.parts, self.replies, strict=True):
            clear = self.sides[2]
            cleared = f" but {clear} to be cleared" if reply.beats.lacks and clear else ""
            beats = "answers every reply" if self.each_reply else "beats every choice"
            placed = " and ".join(texts_of(reply.placed)) or "nothing placed"
            yield f"  {name}: {placed} {beats}{cube_words(reply.beats)}{cleared}"

    def program(self) -> tuple[str, tuple[str, ...]]:
        """Write the program of the choices that no reply beats: it has no answer set."""
        first, _, clear = self.sides
        every = list(every_piece(first))
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
        if self.fewer is not None:
            lines.append(f"beaten :- #count {{ P : chosen(P) }} >= {self.fewer}.")
        return seeking("\n".join(lines), ":- beaten."), ()

    def objection(self) -> str:
        """Return why a reply is none, or leaves choices unanswered that it should; nothing where all is
        well.
        """
        _, second, clear = self.sides
        for (name, stated), reply in zip(self.parts.items(), self.replies, strict=True):
            if not is_choice(second, reply.placed):
                return f"{name}: its pieces are not as many as the families have"
            survey = stated.survey
            families = survey.families[: len(survey.families) - len(self.then)]
            if survey.size > MAX_WORLDS:
                return f"{name}: beats choices in {survey.size} worlds, too many to write out"
            if any(survey.impossible(world) for world in worlds_of(families)):
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


def statuses_in(statements: Iterable[Statement | GameStatement]) -> tuple[str, ...]:
    """List the undetermined statuses of several statements, each once."""
    every = (text for each in statements for text in each.undetermined_statuses)
    return tuple(dict.fromkeys(every))


def cube_words(cube: Cube) -> str:
    """Describe the choices or worlds that have some pieces and lack others: `` with A without B``."""
    has, lacks = texts_of(cube.has), texts_of(cube.lacks)
    having = f" with {' and '.join(has)}" if has else ""
    return f"{having} without {' and '.join(lacks)}" if lacks else having


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
    fewer = document.get("fewer_than")
    try:
        if fewer is not None and type(fewer) is not int:
            raise TypeError
        stated = GameStatement(
            session,
            document["question"],
            tuple(document["choose"]),
            tuple(document["against"]),
            document["each_reply"] is True,
            (),
            then=tuple(document.get("then", ())),
            fewer=fewer,
        )
        known = known_pieces((*stated.sides[0], *stated.sides[1]))
        replies = read_rebuttals(document["replies"], known)
        unanswered = tuple(tuple(known[each] for each in some) for some in document["unanswered"])
    except (KeyError, TypeError, AttributeError):
        raise BadInput("question.json: is not what is stated of a game; certify anew") from None
    stated = replace(stated, replies=replies, unanswered=unanswered)
    check_statement(document, stated.as_json)
    return stated


def texts_of(pieces: Iterable[Piece]) -> list[str]:
    """Write some pieces, sorted."""
    return [piece_text(each) for each in sorted(pieces)]


def rebuttals_json(replies: Iterable[Rebuttal]) -> list[dict[str, list[str]]]:
    """Return replies as plain values."""
    return [
        {
            "beats_with": texts_of(reply.beats.has),
            "beats_without": texts_of(reply.beats.lacks),
            "placed": texts_of(reply.placed),
        }
        for reply in replies
    ]


def known_pieces(families: Iterable[Family]) -> Mapping[str, Piece]:
    """Map how the pieces of some families are written to them."""
    return {piece_text(piece): piece for family in families for piece in family.pieces}


def read_rebuttals(values: Iterable[Any], known: Mapping[str, Piece]) -> tuple[Rebuttal, ...]:
    """Read replies from plain values; raises KeyError or TypeError for what are none."""

    def read(texts: Sequence[str]) -> World:
        return tuple(known[each] for each in texts)

    return tuple(
        Rebuttal(
            Cube(frozenset(read(each["beats_with"])), frozenset(read(each["beats_without"]))),
            read(each["placed"]),
        )
        for each in values
    )


def is_choice(families: Sequence[Family], pieces: World) -> bool:
    """Return whether some pieces are as many of each family as it has, and none is of two families."""
    counts = [len(set(pieces).intersection(family.pieces)) for family in families]
    return sum(counts) == len(pieces) and all(
        family.least <= number <= family.most
        for family, number in zip(families, counts, strict=True)
    )
