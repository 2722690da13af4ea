"""A card that is drafted: what files tell of a scenario, and how several such are merged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from hexcourt.facts.cards.card import Side, Turns, Unit


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A board of the map, at (boards to its left, boards above)."""

    name: str
    at: tuple[int, int]
    reversed: bool = False
    crop: tuple[int, int, int, int] | None = None
    version: str | None = None
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftGroup:
    """A group: the sentence of its caption, what else the caption says (``title``), its counters.

    ``template`` is the id that vasl-templates gave the caption, empty where none did: by it the
    groups of two files are known to be one.
    """

    side: str
    title: str
    sentence: str
    units: tuple[Unit, ...] = ()
    placed: tuple[str, ...] = ()
    template: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What one file, or several merged, tell of a scenario; empty and None where nothing is told."""

    title: str = ""
    date: str = ""
    counters: str = ""
    north: str = ""
    boards: tuple[DraftBoard, ...] = ()
    boards_folders: tuple[str, ...] = ()
    overlays: tuple[tuple[str, str, tuple[str, str]], ...] = ()
    turns: Turns = field(default_factory=Turns)
    sides: tuple[Side, ...] = ()
    groups: tuple[DraftGroup, ...] = ()
    rules: tuple[str, ...] = ()
    victory: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def merged(drafts: Sequence[Draft]) -> Draft:
    """Merge drafts: what the first tells stands, the others fill what is left open."""
    found = Draft()
    for each in drafts:
        found = Draft(
            title=found.title or each.title,
            date=found.date or each.date,
            counters=found.counters or each.counters,
            north=found.north or each.north,
            boards=found.boards or each.boards,
            overlays=found.overlays or each.overlays,
            turns=_turns(found.turns, each.turns),
            sides=tuple(_sides((*found.sides, *each.sides))),
            groups=_groups(found.groups, each.groups),
            rules=_longer(found.rules, each.rules),
            victory=found.victory or each.victory,
            remarks=tuple(dict.fromkeys((*found.remarks, *each.remarks))),
        )
    return found


def _turns(first: Turns, other: Turns) -> Turns:
    return Turns(
        first.count if first.count is not None else other.count,
        first.half or (first.count is None and other.half),
        first.sets_up_first or other.sets_up_first,
        first.moves_first or other.moves_first,
    )


def _sides(sides: Iterable[Side]) -> Iterable[Side]:
    found: dict[str, Side] = {}
    for each in sides:
        known = found.get(each.name, each)
        found[each.name] = replace(
            known,
            elr=known.elr if known.elr is not None else each.elr,
            san=known.san if known.san is not None else each.san,
        )
    return found.values()


def _groups(first: Sequence[DraftGroup], others: Sequence[DraftGroup]) -> tuple[DraftGroup, ...]:
    """Put groups together: those of one caption are one, with the units that either tells."""
    found = list(first)
    by_template = {each.template: n for n, each in enumerate(found) if each.template}
    by_sentence = {(each.side, each.sentence): n for n, each in enumerate(found)}
    for each in others:
        at = by_template.get(each.template, by_sentence.get((each.side, each.sentence)))
        if at is None:
            found.append(each)
        else:
            known = found[at]
            found[at] = replace(
                known, units=known.units or each.units, placed=known.placed or each.placed
            )
    return tuple(found)


def _longer(first: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    return tuple(first if len(first) >= len(other) else other)
