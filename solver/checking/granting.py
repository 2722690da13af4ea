"""Says which special rules of a card the answers about its map apply, and which they do not."""

from __future__ import annotations

from collections.abc import Iterator

from hexcourt.facts.cards.card import Card, CardRule
from hexcourt.facts.showing import shown

_LONGEST = 120


def granted(card: Card) -> Iterator[str]:
    """Say of each special rule whether it is applied."""
    for each in card.special:
        applied = [f"change {text}" for text in each.change]
        applied += [f"house rules {each.law}"] if each.law is not None else []
        if applied:
            yield f"special rule {shown(each.id)} is applied: {shown(', '.join(applied), _LONGEST)}"
        else:
            yield f"special rule {shown(each.id)} is not applied: {_words(each)}"


def _words(rule: CardRule) -> str:
    return shown("; ".join((*rule.say, *filter(None, (rule.text,)))) or "it says nothing", _LONGEST)
