"""Applies the special rules of a card that are given by sentences: what they change of the map,
what they give, and of what is not applied, why.

A rule that has changes of its own, or house rules, means these: its sentences are for the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from hexcourt.facts.areas.meaning import Ground
from hexcourt.facts.areas.tokens import LONGEST_WORDS
from hexcourt.facts.base.errors import BadInput, quoted
from hexcourt.facts.boards.board import Board
from hexcourt.facts.cards.card import Card, CardRule
from hexcourt.facts.cards.sentences.meaning import changes_of, given_of
from hexcourt.facts.cards.sentences.read_special_rules import read_special_rule
from hexcourt.facts.cards.sentences.special_rules import (
    DelayedEntry,
    FortifiedHexes,
    MayNotEnter,
    MostSetUpInHex,
    MovesFirst,
    Partly,
    Season,
    Separation,
    SetsUpFirst,
    SetUpIn,
    SpecialRule,
)
from hexcourt.facts.maps.changes.meaning import DONE, Made

MapUnder = Callable[[Sequence[str]], tuple[Board, tuple[Made, ...]]]
"""Takes changes; gives the map under them, and what became of each."""

_BY_CHECKS = (
    Separation | DelayedEntry | MayNotEnter | MostSetUpInHex | MovesFirst | SetsUpFirst | SetUpIn
)


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """One sentence of a special rule: what it changes or gives, or ``why`` it is not applied."""

    id: str
    text: str
    rule: SpecialRule | None = None
    changes: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class AppliedRules:
    """What the sentences of special rules come to: the map under those that are applied."""

    board: Board
    spoken: tuple[RuleSentence, ...]


def read_rules(card: Card) -> Iterator[tuple[CardRule, str, tuple[SpecialRule, ...], str]]:
    """Read each sentence of the special rules: what it says, or why it is not understood."""
    sides = tuple(each.name for each in card.sides)
    for rule in card.special:
        for text in rule.say:
            yield rule, text, *_read(text, tuple(card.areas), sides)


@lru_cache(256)
def _read(
    text: str, areas: tuple[str, ...], sides: tuple[str, ...]
) -> tuple[tuple[SpecialRule, ...], str]:
    """Read a sentence once for all checks that ask: each asks for every group and Location."""
    try:
        return read_special_rule(text, areas, sides).value, ""
    except BadInput as error:
        return (), str(error).removeprefix(f"{quoted(text, LONGEST_WORDS)}: ")


def unread_rules(card: Card) -> Iterator[tuple[str, str, str]]:
    """List what of the special rules is not understood: the id of the rule, the whole sentence, and
    what is said of it. A rule with changes or house rules of its own means these.
    """
    for rule in card.special:
        if rule.text and not (rule.say or rule.change or rule.house_rules):
            yield rule.id, rule.text, f"not understood, kept as text: '{rule.text}'"
    for rule, text, read, why in read_rules(card):
        if rule.change or rule.house_rules:
            continue
        if why:
            yield rule.id, text, f"not understood: '{text}'"
        for each in read:
            if isinstance(each, Partly):
                yield rule.id, text, f"not understood: '{each.words}'"


def apply_rules(card: Card, ground: Ground, drawn: Board, map_under: MapUnder) -> AppliedRules:
    """Apply what the special rules say to the map that is drawn."""
    spoken = tuple(_spoken(card, ground))
    changes = tuple(dict.fromkeys(each for one in spoken for each in one.changes))
    board, made = map_under(changes) if changes else (drawn, ())
    done = {each.written for each in made if each.outcome == DONE}
    why = {each.written: each.why or each.outcome for each in made if each.written not in done}
    given = {*board.given, *(each for one in spoken for each in one.given)}
    return AppliedRules(_giving(board, given), tuple(_kept(spoken, why)))


def _giving(board: Board, given: Iterable[str]) -> Board:
    items = tuple(sorted(given))
    return board if items == tuple(sorted(board.given)) else replace(board, given=items)


def _kept(spoken: Iterable[RuleSentence], why: dict[str, str]) -> Iterator[RuleSentence]:
    """Split what was changed from what could not be."""
    for each in spoken:
        made = tuple(change for change in each.changes if change not in why)
        if made or each.given or not each.changes:
            yield RuleSentence(each.id, each.text, each.rule, made, each.given, each.why)
        for change in each.changes:
            if change in why:
                reason = f"'{change}': {why[change]}"
                yield RuleSentence(each.id, each.text, each.rule, why=reason)


def _spoken(card: Card, ground: Ground) -> Iterator[RuleSentence]:
    for rule, text, read, why in read_rules(card):
        if rule.change or rule.house_rules:
            continue
        if why:
            yield RuleSentence(rule.id, text, why=why)
        for each in read:
            yield _of_rule(rule.id, text, each, ground)


def _of_rule(name: str, text: str, rule: SpecialRule, ground: Ground) -> RuleSentence:
    if isinstance(rule, Partly):
        return RuleSentence(name, text, rule, why=f"'{rule.words}' is not understood")
    try:
        changes, given = changes_of(rule, ground), given_of(rule)
    except BadInput as error:
        return RuleSentence(name, text, rule, why=str(error))
    return RuleSentence(
        name, text, rule, changes, given, "" if changes or given else _why_not(rule)
    )


def _why_not(rule: SpecialRule) -> str:
    if isinstance(rule, _BY_CHECKS):
        return "it changes nothing on the map; checks read it"
    if isinstance(rule, FortifiedHexes):
        return "which buildings are fortified is chosen at setup; place them, as '1 fortified L33'"
    if isinstance(rule, Season) and rule.in_season:
        return "the map shows it so already"
    return "nothing on the map is changed by it"
