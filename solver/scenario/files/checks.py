"""S21 and S22: a card held against the counters of its save, and against a list of limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from hexcourt.facts.base.errors import BadInput, listed, quoted
from hexcourt.facts.base.files import read_text
from hexcourt.facts.boards.board import hex_order
from hexcourt.facts.boards.sizes import MAX_CARD_UNITS
from hexcourt.facts.cards.card import CardUnit, Group
from hexcourt.facts.cards.draft import CardDraft
from hexcourt.facts.cards.draft_from_saves import (
    VBM,
    draft_of_save,
    marker_colours,
    side_of,
    unit_of,
)
from hexcourt.facts.cards.read_cards import read_placed, read_unit
from hexcourt.facts.formats.kinds import expecting
from hexcourt.facts.formats.vassal.read_save import OF_A_SIDE
from hexcourt.facts.formats.vassal.save import Save, SavedCounter, SavedGroup
from hexcourt.facts.geometry.coordinates import board_number
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.files.against_card import captioned, hexes_of_spots, marked
from hexcourt.solver.scenario.files.boards import can_compose_map, is_beside
from hexcourt.solver.scenario.scenario import Scenario

# --- S22: whether there are as many counters as the card wants, by a table of the designer's own
#
# Its lines are ``side<TAB>unit<TAB>most``: ``russian<TAB>squad 5-2-7<TAB>20``; lines that begin with #
# are remarks.


_LIMITS = expecting("a limits file, in rows of side, unit and number")
_SUCH = "write side, unit and number with tabs between: russian, squad 5-2-7, 20"


def check_limits(scenario: Scenario) -> Iterator[Finding]:
    """Compare the units of the card with its limits file."""
    card = scenario.card
    if card.limits is None:
        sentence = (
            'The card names no limits file; write limits = "limits.tsv" to have counters counted.'
        )
        yield Finding("card", FindingKind.UNKNOWN, sentence)
        return
    limits = read_limits(scenario.folder / card.limits)
    wanted: Counter[tuple[str, str, str]] = Counter()
    for group in card.groups:
        for each in group.units:
            wanted[group.side, each.kind, each.name.lower()] += each.count
    over = [each for each in sorted(wanted) if wanted[each] > limits.get(each, wanted[each])]
    for side, kind, name in over:
        there = limits[side, kind, name]
        what = f"{side.capitalize()} {kind} {name}".rstrip()
        sentence = f"{wanted[side, kind, name]} {what}, {there} in the mix."
        yield Finding(what, FindingKind.FAIL, sentence)
    without_limit = [each for each in sorted(wanted) if each not in limits]
    for side, kind, name in without_limit:
        what = f"{side.capitalize()} {kind} {name}".rstrip()
        yield Finding(what, FindingKind.UNKNOWN, f"The limits file does not tell of {what}.")
    if not over and not without_limit:
        yield Finding("card", FindingKind.PASS, "All units are within the limits file.")


def read_limits(path: Path) -> dict[tuple[str, str, str], int]:
    """Read a limits file; raises BadInput with line and mend."""
    found: dict[tuple[str, str, str], int] = {}
    for number, line in enumerate(read_text(path, _LIMITS).splitlines(), 1):
        parts = [each.strip() for each in line.split("\t")]
        if not line.strip() or line.startswith("#") or (number == 1 and parts[-1] == "most"):
            continue
        where = f"{path}, line {number}"
        if len(parts) != 3 or not (parts[2].isdecimal() and len(parts[2]) < 6):
            raise BadInput(f"{where}: is no limit; {_SUCH}")
        try:
            unit = read_unit(parts[1])
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        found[parts[0].lower(), unit.kind, unit.name.lower()] = min(int(parts[2]), MAX_CARD_UNITS)
    return found


# --- S21: whether the card says what the counters, boards and markers of the save say -------------


_DUMMIES = "concealment"
_NORTHS = {"up": "top", "right": "right", "down": "bottom", "left": "left"}

Tally = Counter[tuple[str, str]]
"""How many units there are, by kind and name."""


def check_counters(scenario: Scenario) -> Iterator[Finding]:
    """Compare the card with the save that it names."""
    save = scenario.save
    if save is None:
        sentence = "The card names no save to compare with."
        yield Finding("card", FindingKind.PASS, sentence)
        return
    draft = draft_of_save(save, "")
    yield from _map(scenario, save, draft)
    yield from _numbers(scenario, draft)
    found = captioned(scenario, save) if can_compose_map(scenario) else {}
    yield from _order_of_battle(scenario, save, found)
    yield from _unknown_counters(save)
    yield from _labels(save)
    if can_compose_map(scenario):
        yield from _markers(scenario, save, found)


def _map(scenario: Scenario, save: Save, draft: CardDraft) -> Iterator[Finding]:
    card = scenario.card
    if save.north_given and card.north and card.north != save.north:
        here, there = _NORTHS[card.north], _NORTHS[save.north]
        yield Finding("map", FindingKind.FAIL, f"North: card {here}, file {there}.")
    fields = {
        board_number(_file_name(each.text)): (
            *(column, row),
            bool(each.reversed) or each.text.endswith(" reversed"),
        )
        for row, some in enumerate(card.map.rows)
        for column, each in enumerate(some)
    }
    saved = {board_number(each.name): (*each.at, each.reversed) for each in draft.boards}
    if saved and fields != saved:
        text = f"Boards: card {_board_words(fields)}; file {_board_words(saved)}."
        same = set(fields) == set(saved)
        mend = " They lie otherwise." if same else ""
        yield Finding("map", FindingKind.FAIL, text + mend)
    if not draft.boards and card.map.rows:
        yield Finding("map", FindingKind.WARN, "The file has no boards to compare with.")


def _file_name(text: str) -> str:
    return text.removesuffix(" reversed").strip().replace("\\", "/").rsplit("/", 1)[-1]


def _board_words(known: Mapping[str, tuple[int, int, bool]]) -> str:
    words = (
        f"{name}{' reversed' if turned else ''} at [{column}, {row}]"
        for name, (column, row, turned) in sorted(known.items())
    )
    return listed(words)


def _numbers(scenario: Scenario, draft: CardDraft) -> Iterator[Finding]:
    card = scenario.card
    turns, theirs = card.turns, draft.turns
    pairs: list[tuple[str, object, object]] = [("Turns", turns.count, theirs.count)]
    pairs += [
        ("Sets up first", turns.sets_up_first or None, theirs.sets_up_first or None),
        ("Moves first", turns.moves_first or None, theirs.moves_first or None),
    ]
    for side in card.sides:
        other = next((each for each in draft.sides if each.name == side.name), None)
        if other is not None:
            name = side.name.capitalize()
            pairs += [(f"{name} ELR", side.elr, other.elr), (f"{name} SAN", side.san, other.san)]
    for what, here, there in pairs:
        if here is not None and there is not None and here != there:
            sentence = f"{what}: card {here}, file {there}."
            yield Finding("turns" if "e" in what[:2] else what, FindingKind.WARN, sentence)


def _order_of_battle(
    scenario: Scenario, save: Save, found: Mapping[str, SavedGroup]
) -> Iterator[Finding]:
    """Compare units side by side: of all groups where the card has them all, else of those found."""
    left = [each for each in save.groups if not any(each is other for other in found.values())]
    own = [each for each in scenario.card.groups if each.units or each.placed]
    whole = not left or not found
    for side in (each.name for each in scenario.card.sides):
        groups = [e for e in own if e.side == side and (whole or e.id in found)]
        there = [each for each in save.groups if each in found.values() or whole]
        counters = _counters(save, there, side, whole)
        yield _compared(side, groups, counters)
    for each in () if whole else left:
        text = each.caption.text.replace("\n", " / ")
        yield Finding(
            f"caption {quoted(text)}", FindingKind.WARN, "The card has no group of this caption."
        )


def _counters(
    save: Save, groups: Sequence[SavedGroup], side: str, whole: bool
) -> list[SavedCounter]:
    sides = {side_of(each) for each in groups}
    some = [
        counter
        for group in groups
        for counter in group.counters
        if (counter.nation if counter.nation in sides else side_of(group)) == side
    ]
    if whole:
        some += [
            each
            for each in save.counters
            if each.kind in OF_A_SIDE
            and each.nation == side
            and each.spot is not None
            and not each.spot.beside
        ]
    return some


def _compared(side: str, groups: Sequence[Group], counters: Iterable[SavedCounter]) -> Finding:
    here = _tally(unit for each in groups for unit in (*each.units, *_placed_units(each)))
    there = _tally(map(unit_of, counters))
    if not any(kind == _DUMMIES for kind, _ in here):
        there = Counter({each: n for each, n in there.items() if each[0] != _DUMMIES})
    known = _without_loose_kinds(here, there)
    differences = tuple(_differences(side, *known))
    if not here and not there:
        return Finding(side, FindingKind.PASS, f"{side.capitalize()}: no units to compare.")
    if differences:
        units = tuple(f"{each.id}: {unit}" for each in groups for unit in each.units)
        return Finding(side, FindingKind.FAIL, " ".join(differences), (), Witness(units=units))
    text = ", ".join(f"{number} {name or kind}" for (kind, name), number in sorted(here.items()))
    return Finding(side, FindingKind.PASS, f"{side.capitalize()}: card and file agree: {text}.")


def _tally(units: Iterable[CardUnit]) -> Tally:
    found: Tally = Counter()
    for each in units:
        found[each.kind, each.name] += each.count
    return found


def _without_loose_kinds(here: Tally, there: Tally) -> tuple[Tally, Tally]:
    """Call kinds that a save cannot distinguish (a truck is a vehicle) by what has the same name."""
    by_name = {name.lower(): (kind, name) for kind, name in here if name}
    found: Tally = Counter()
    for (kind, name), number in there.items():
        same = (kind, name) in here
        found[(kind, name) if same else by_name.get(name.lower(), (kind, name))] += number
    return here, found


def _differences(side: str, here: Tally, there: Tally) -> Iterator[str]:
    kinds = dict.fromkeys(kind for kind, _ in (*here, *there))
    for kind in sorted(kinds):
        mine = {name: n for (each, name), n in here.items() if each == kind}
        theirs = {name: n for (each, name), n in there.items() if each == kind}
        if mine != theirs:
            many = kind if kind.endswith("s") or kind == "sw" else f"{kind}s"
            total = f"card {sum(mine.values())}, file {sum(theirs.values())}"
            names = (
                f"{name or kind} {mine.get(name, 0)} / {theirs.get(name, 0)}"
                for name in sorted({*mine, *theirs})
                if mine.get(name) != theirs.get(name)
            )
            yield f"{side.capitalize()} {many}: {total} ({', '.join(names)})."


def _placed_units(group: Group) -> Iterator[CardUnit]:
    for text in group.placed:
        try:
            yield read_unit(read_placed(text)[0].removesuffix(VBM))
        except BadInput:  # a counter that is no unit: a wreck, a foxhole
            continue


def _unknown_counters(save: Save) -> Iterator[Finding]:
    some = Counter(each.name for each in save.counters if each.kind == "unknown")
    if some:
        sentence = f"{sum(some.values())} counters of the file are of unknown kind."
        names = tuple(f"{n} {name}" for name, n in sorted(some.items()))
        yield Finding("file", FindingKind.UNKNOWN, sentence, (), Witness(units=names))


def _labels(save: Save) -> Iterator[Finding]:
    labels = Counter(
        (each.label, each.kind) for each in save.counters if each.kind in _LABELLED and each.label
    )
    vehicles = {each.name for each in save.counters}
    for (label, _), number in sorted(labels.items()):
        if number > 1 and label not in vehicles:
            sentence = f"Label {quoted(label)} is on {number} counters."
            yield Finding(f"label {label}", FindingKind.WARN, sentence)


_LABELLED = ("squad", "half-squad", "crew", "leader", "commissar", "hero")


def _markers(scenario: Scenario, save: Save, found: Mapping[str, SavedGroup]) -> Iterator[Finding]:
    """Compare the markers of a caption's colours with all that its sentence says of places, and leave
    out what other captions of these colours say.
    """
    agreed = []
    fields = {name: _hexes_of_sentence(scenario, scenario.card.group(name)) for name in found}
    for name, saved in sorted(found.items()):
        group = scenario.card.group(name)
        result = marked(scenario, save, saved.caption.text)
        enters, hexes = scenario.enters(group), scenario.hexes_of_group(group)
        if result is None or hexes is None:
            continue
        own = fields[name]
        others = [each for each in save.groups if each is not saved and _shares(saved, each)]
        names = [next((n for n, one in found.items() if one is each), "") for each in others]
        theirs = [fields.get(each) for each in names]
        if own is None or None in theirs:  # what else has markers of these colours is not known
            continue
        allowed = own.union(*(each for each in theirs if each is not None))
        outside = [each for each in result.hexes if each not in allowed]
        if not outside:
            agreed.append(name)
        elif not (
            hexes and enters and is_beside(scenario, hexes, result.hexes)
        ):  # that is told by S05
            yield _outside(group, result.colours, outside, whole=len(outside) == len(result.hexes))
    if agreed:
        sentence = f"The markers of {listed(agreed)} lie where the sentences say."
        yield Finding("markers", FindingKind.PASS, sentence)


def _hexes_of_sentence(scenario: Scenario, group: Group) -> frozenset[str] | None:
    """Return all hexes that the sentence of a group speaks of; None where it is not understood."""
    entry = scenario.entry(group)
    hexes = scenario.hexes_of_group(group)
    if entry is None or entry.exit is None or hexes is None:
        return None if hexes is None else frozenset(hexes)
    try:
        return frozenset(hexes) | scenario.areas.ground.hexes(entry.exit)
    except BadInput:
        return None


def _shares(one: SavedGroup, other: SavedGroup) -> bool:
    """Return whether the captions of two groups name markers of one colour."""
    mine, theirs = (
        {c for some in marker_colours(each.caption.text) for c in some} for each in (one, other)
    )
    return bool(mine & theirs)


def _outside(group: Group, colours: Sequence[str], hexes: Sequence[str], whole: bool) -> Finding:
    some = sorted(hexes, key=hex_order)
    shown = f"{', '.join(some[:6])}{' ...' if len(some) > 6 else ''}"
    all_or = "All" if whole else "Some"
    sentence = (
        f"{all_or} {listed(colours)} markers of group {group.id} lie outside of what its sentence "
        f"says: {shown}."
    )
    return Finding(f"group {group.id}", FindingKind.FAIL, sentence, (), Witness(hexes=tuple(some)))


_TERRAIN = ("terrain-overlay", "destruction")


def compared(
    scenario: Scenario, target: str, hexes: Collection[str], every: Collection[str]
) -> tuple[FindingKind, str] | None:
    """Return whether counters show that ``hexes`` become a terrain, as ``every`` hex of rules that
    say so does; None where the save has no counters of it.
    """
    save = scenario.readable_save
    marked = frozenset() if save is None else _marked(scenario, save, target)
    if not marked:
        return None
    lack = sorted(set(hexes) - marked, key=hex_order)
    more = sorted(marked - set(every), key=hex_order)
    text = f"{len(set(hexes) & marked)} of them have counters of {target}"
    text += (
        f"; {' '.join(lack)} {'lacks' if len(lack) == 1 else 'lack'} one at the centre"
        if lack
        else ""
    )
    text += (
        f"; no rule makes {target} of {' '.join(more)}, which {'has' if len(more) == 1 else 'have'} one"
        if more
        else ""
    )
    return (FindingKind.WARN if lack or more else FindingKind.PASS), text


def _marked(scenario: Scenario, save: Save, target: str) -> frozenset[str]:
    words = target.lower().split()
    spots = [
        (each.spot.board, each.spot.hex)
        for each in save.counters
        if each.kind in _TERRAIN and each.spot is not None and each.spot.where == "centre"
        if all(word in each.name.lower() for word in words)
    ]
    return frozenset(hexes_of_spots(scenario, spots))
