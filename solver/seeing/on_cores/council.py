"""Has what several processes meet decided once: each situation by one of them, for all.

Members of a team hold the same situations at the same positions. In a round each tells which ones it
has met that are not known, if any, so that nobody waits for long; all then know the same ones, decide a
share of them each, and tell what the law says. Kinds of ends are numbered by each member as it meets
them, so keys are numbered anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hexcourt.facts.lines.situations import Sight, with_sights
from hexcourt.solver.seeing.rulings.precedents import Precedents, Rulings

if TYPE_CHECKING:
    from hexcourt.solver.guarding.team import Member

Keys = npt.NDArray[np.int64]

_COARSE, _FINE = 0, 1


@dataclass(frozen=True, eq=False)
class Heard:
    """What was decided since some moment, to be added to what was known then."""

    sights: Sequence[Sight]
    rules: Sequence[str]
    keys: tuple[Keys, ...]
    rulings: tuple[Rulings, ...]


class Council:
    """Takes part in rounds about what one member's precedents do not know."""

    def __init__(self, member: Member, precedents: Precedents) -> None:
        self._member = member
        self._precedents = precedents
        self._decided = (precedents.coarse, precedents.fine)
        self._known = (len(precedents.sights), *map(len, self._decided))
        for table, decided in enumerate(self._decided):
            decided.counsel = partial(self._meet, table)

    def close(self) -> None:
        """Take part no more: what is not known from now on is decided by this member alone."""
        for decided in self._decided:
            decided.counsel = None
        self._member.leave()

    def heard(self) -> Heard:
        """Give what was decided since this began."""
        sights, *known = self._known
        return Heard(
            self._precedents.sights[sights:],
            self._precedents.rules,
            tuple(each.keys[n:] for each, n in zip(self._decided, known, strict=True)),
            tuple(each.rulings.since(n) for each, n in zip(self._decided, known, strict=True)),
        )

    def _meet(self, table: int, fresh: Keys) -> None:
        """Have all decided that members tell of in this round."""
        told = self._member.share((table, fresh, self._precedents.sights))
        met = [self._distinct(of, told) for of in (_COARSE, _FINE)]
        if not any(map(len, met)):
            return
        place, count = sorted(told).index(self._member.rank), len(told)
        decide = (self._precedents.decide_coarse, self._precedents.decide_fine)
        shares = [keys[place::count] for keys in met]
        said = [
            by(keys) if len(keys) else Rulings.none(0)
            for by, keys in zip(decide, shares, strict=True)
        ]
        parts = self._member.share((self._precedents.rules, said))
        for of, keys in enumerate(met):
            rulings = Rulings.none(len(keys))
            for number, rank in enumerate(sorted(parts)):
                rules, some = parts[rank]
                rulings.put(
                    slice(number, None, count), _in_rules(self._precedents, rules, some[of])
                )
            self._decided[of].add(keys, rulings)

    def _distinct(self, table: int, told: Mapping[int, tuple[int, Keys, list[Sight]]]) -> Keys:
        """List what is to be decided, in the same order in every member."""
        found = [np.zeros(0, dtype=np.int64)]
        for _, (of, keys, sights) in sorted(told.items()):
            if of == table == _COARSE:
                found.append(with_sights(keys, self._numbers(sights)))
            elif of == table:
                found.append(keys)
        together = np.concatenate(found)
        first = np.unique(together, return_index=True)[1]
        return self._decided[table].unknown(together[np.sort(first)])

    def _numbers(self, sights: Sequence[Sight]) -> Keys:
        known = self._precedents.sights
        known += [each for each in sights if each not in known]
        return np.array([known.index(each) for each in sights], dtype=np.int64)


def take_in(precedents: Precedents, heard: Heard) -> None:
    """Add what a member has heard to what was known when it began."""
    precedents.sights += heard.sights
    decided = (precedents.coarse, precedents.fine)
    for each, keys, rulings in zip(decided, heard.keys, heard.rulings, strict=True):
        each.add(keys, _in_rules(precedents, heard.rules, rulings))


def _in_rules(precedents: Precedents, rules: Sequence[str], rulings: Rulings) -> Rulings:
    """Number the rules of rulings anew."""
    numbers = precedents.numbers_of(rules)
    return replace(rulings, rule=numbers[rulings.rule], doubt=numbers[rulings.doubt])
