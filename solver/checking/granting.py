"""Says which special rules of a card the answers about its map apply, and which they do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexcourt.facts.cards.card import Card, CardRule
from hexcourt.facts.showing import shown
from hexcourt.solver.checking.special_rules import Spoken

_LONGEST = 120


def granted(card: Card, spoken: Iterable[Spoken]) -> Iterator[str]:
    """Say of each special rule what of it is applied, and what is not and why."""
    by_rule: dict[str, list[Spoken]] = {}
    for one in spoken:
        by_rule.setdefault(one.id, []).append(one)
    for each in card.special:
        name = f"special rule {shown(each.id)}"
        applied = [f"change {text}" for text in each.change]
        applied += [f"house rules {each.law}"] if each.law is not None else []
        if applied:
            yield f"{name} is applied: {shown(', '.join(applied), _LONGEST)}"
        elif each.id in by_rule:
            yield from dict.fromkeys(f"{name} {_told(one)}" for one in by_rule[each.id])
        else:
            yield f"{name} is not applied: {_words(each)}"


def _told(spoken: Spoken) -> str:
    made = ", ".join((*spoken.changes, *spoken.given))
    if made:
        return f"is applied: {shown(made, _LONGEST)}"
    return f"is not applied: {shown(spoken.text, _LONGEST)} ({shown(spoken.why, _LONGEST)})"


def _words(rule: CardRule) -> str:
    return shown("; ".join((*rule.say, *filter(None, (rule.text,)))) or "it says nothing", _LONGEST)
