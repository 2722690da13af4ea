"""S08: whether the units of each group fit into its area, all groups of a side at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexcourt.facts.base.errors import listed, quoted, shown
from hexcourt.facts.boards.records import Location
from hexcourt.facts.cards.card import CardUnit, Group
from hexcourt.solver.answer.words import counted
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.setup.asking import (
    NO,
    UNKNOWN,
    YES,
    Kinds,
    Room,
    SetupVerdict,
    agreed,
    at,
    kinds_of,
    rule_name,
    rules_for,
    setup_rules,
)
from hexcourt.solver.scenario.setup.fitting import Bin, Fit, Fitting, Item, conflicts, fit_parts
from hexcourt.solver.scenario.setup.guns import gun_actions, gun_placements
from hexcourt.solver.scenario.setup.limits import (
    GroupLimit,
    bounds,
    confined,
    known,
    limits_of,
    setup_locations,
    special_limits,
)
from hexcourt.solver.scenario.setup.sighted import sets_up

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario


def check_capacity(scenario: Scenario) -> Iterator[Finding]:
    """Report for each group whether it fits, and which groups do not fit together."""
    every = [each for each in scenario.card.groups if sets_up(scenario, each)]
    placed = [each for each in every if setup_locations(scenario, each) is not None and each.units]
    for group in every:
        if group.units and setup_locations(scenario, group) is None:
            yield Finding.of(group.id, FindingKind.UNKNOWN, "where it sets up is not understood")
    names = {rule_name(unit.kind) for group in placed for unit in group.units}
    kinds = kinds_of(names)
    for side in dict.fromkeys(each.side for each in placed):
        groups = [each for each in placed if each.side == side]
        yield from _Side(scenario, groups, kinds).findings()
    if not any(each.units for each in every):
        yield Finding("setup", FindingKind.PASS, "No group with units sets up on the map.")


@dataclass(frozen=True)
class _Stack:
    """An item with what it is made of, and what the rules say of it in each Location."""

    item: Item
    unit: CardUnit
    places: Mapping[str, SetupVerdict]

    def where(self, *verdicts: str) -> frozenset[str]:
        return frozenset(name for name, each in self.places.items() if each.verdict in verdicts)


class _Side:
    """The groups of one side, as they set up together."""

    def __init__(self, scenario: Scenario, groups: Sequence[Group], kinds: Kinds) -> None:
        self.scenario = scenario
        self.groups = {each.id: each for each in groups}
        self.kinds = kinds
        self.board = scenario.board
        self.rules = setup_rules(scenario.ground)
        self.locations = {
            each.id: tuple(
                self.board.locations_by_name[name] for name in setup_locations(scenario, each) or ()
            )
            for each in groups
        }
        hexes = {place.hex for some in self.locations.values() for place in some}
        self.rooms = self.rules.rooms(hexes)
        self.limits = [each for group in groups for each in limits_of(scenario, group)]
        self.limits += special_limits(scenario, groups[0].side)
        self.messages: dict[str, dict[str, None]] = {}
        self.stacks = tuple(self._stacks())

    def _stacks(self) -> Iterator[_Stack]:
        self.rules.ask(action for each in self.groups.values() for action in self._actions(each))
        for group in self.groups.values():
            for unit, count in _alike(group.units).items():
                kind = rule_name(unit.kind)
                fills = tuple((room.what, room.amount) for room in self.kinds.fills.get(kind, ()))
                if fills:
                    item = Item(f"{group.id}:{kind}:{unit.name}", kind, group.id, count, fills)
                    where = self._where(group, unit)
                    places = self._verdict(unit, kind, where)
                    yield _Stack(item, unit, places)

    def _where(self, group: Group, unit: CardUnit) -> tuple[Location, ...]:
        """Return the Locations of a group in which a unit may set up by special rules."""
        places = self.locations[group.id]
        left = confined(self.scenario, group, unit, {each.hex for each in places})
        self.messages.setdefault(group.id, {}).update(dict.fromkeys(left.sentences))
        self.limits += {GroupLimit(group.id, text, ""): None for text in left.open}.keys() - set(
            self.limits
        )
        return tuple(each for each in places if each.hex in left.hexes)

    def _actions(self, group: Group) -> Iterator[str]:
        """Write all that the rules are asked of a group, to be asked together."""
        places = self.locations[group.id]
        for unit in _alike(group.units):
            kind = rule_name(unit.kind)
            if kind == "gun":
                yield from gun_actions(unit.name, places).values()
            for counts_as in self.kinds.any_of.get(kind, ()):
                yield from (_sets_up(counts_as, each) for each in places)

    def _verdict(
        self, unit: CardUnit, kind: str, places: Iterable[Location]
    ) -> Mapping[str, SetupVerdict]:
        if kind == "gun":
            return gun_placements(self.rules, unit.name, places)
        actions = {
            each.name: [_sets_up(unit, each) for unit in self.kinds.any_of[kind]] for each in places
        }
        found = self.rules.ask(action for some in actions.values() for action in some)
        return {name: agreed(found[action] for action in some) for name, some in actions.items()}

    # --- findings -------------------------------------------------------------------------------------

    def findings(self) -> Iterator[Finding]:
        """Return what does not fit, then of each other group that it does."""
        found, left, perhaps = conflicts(self._problem(surely=False, widely=False))
        for each in found:
            yield self._conflict(each)
        wide = {each.group for each in self.limits if each.others and not each.own}
        surely = fit_parts(self._problem(surely=True, widely=True).without(left))
        alone = surely
        if not all(self._is_placed(name, surely) for name in self.groups.keys() - left - wide):
            # which other units are meant does not matter to groups without such a limit
            alone = fit_parts(self._problem(surely=True, widely=False).without(left))
        for name in self.groups:
            if name in left:
                continue
            if not any(each.item.group == name for each in self.stacks):
                yield from (
                    Finding.of(name, FindingKind.UNKNOWN, each) for each in self._not_known(name)
                )
            else:
                settled = surely if name in wide or self._is_placed(name, surely) else alone
                yield self._group(name, settled, perhaps)

    def _not_known(self, name: str) -> Iterator[str]:
        """Describe what of a group is not known."""
        unknown_words = [
            shown(str(each))
            for each in _alike(self.groups[name].units)
            if rule_name(each.kind) not in {*self.kinds.fills, *self.kinds.roomless}
        ]
        if unknown_words:
            yield f"how much room {listed(unknown_words, 'and')} takes is not known"
        for limit in self.limits:
            if limit.group in ("", name) and not known(limit, self.kinds):
                yield f'the limit "{limit.sentence}" is not understood'

    def _problem(self, surely: bool, widely: bool) -> Fitting:
        """Write what is to fit: surely, or as far as no rule is known to refuse it; limits speak of
        units of other groups too where they are read ``widely``.
        """
        verdicts = (YES,) if surely else (YES, UNKNOWN)
        may = {each.item.name: each.where(*verdicts) for each in self.stacks}
        bins = []
        for place in sorted({each for some in self.locations.values() for each in some}):
            takes = frozenset(name for name, places in may.items() if place.name in places)
            room = tuple(
                (each.what, each.amount)
                for each in self.rooms.get((place.hex, place.place), ())
                if surely or each.what not in self.kinds.open_ended
            )
            if takes:
                bins.append(Bin(place.name, place.hex, room, takes))
        items = tuple(each.item for each in self.stacks)
        limits = [each for each in self.limits if known(each, self.kinds)]
        hexes = {each.hex for each in bins}
        return Fitting(
            items, tuple(bins), bounds(limits, items, self.kinds, self.board, hexes, widely)
        )

    def _conflict(self, found: Fit) -> Finding:
        groups = [each for each in found.groups if each]
        stacks = [each for each in self.stacks if each.item.group in groups]
        words = listed([f"{name}'s {self._units(name)}" for name in groups], "and")
        places = {place for name in groups for place in self.locations[name]}
        room = counted(len(places), "Location")
        limits = [each.split(" ", 1)[1] for each in found.limits]
        limits += (text for name in groups for text in self.messages.get(name, ()))
        under = f" with {listed([quoted(each.rstrip('. ')) for each in limits])}" if limits else ""
        rules = (*self._rules(stacks, NO), *self._room_rules(stacks))
        alone = len(stacks) == 1 and stacks[0].item.count == 1
        verb = "does" if alone else "do"
        together = "together " if len(groups) > 1 else ""
        sentence = (
            f"{words} {verb} not fit {together}into {room}{under}: {self._need(stacks)}, "
            f"{self._room(stacks, (YES, UNKNOWN))}{' without this' if found.limits else ''}"
        )
        undetermined = self._elsewhere(groups)
        verdict = FindingKind.UNKNOWN if undetermined else FindingKind.FAIL
        hexes = tuple(dict.fromkeys(each.hex for each in sorted(places)))[:40]
        units = tuple(str(unit) for name in groups for unit in self.groups[name].units)
        witness = Witness(hexes=hexes, units=units)
        words = (
            f"{sentence}; {undetermined}." if undetermined else f"{sentence}."
        )  # as groups are called
        return Finding(", ".join(groups), verdict, words, tuple(sorted({*rules})), witness)

    def _elsewhere(self, groups: Iterable[str]) -> str:
        """Describe where else Infantry of some groups may be than in the Locations that were counted."""
        foot = {each.item.group for each in self.stacks if "bulky" not in dict(each.item.fills)}
        for name in foot.intersection(groups):
            group = self.groups[name]
            if any(each.kind == "pillbox" for each in group.fortifications):
                return f"what the pillboxes of {name} hold is not counted"
            if any(each.unit_class == "vehicle" for each in group.units):
                return f"who rides in the vehicles of {name} is not known"
        return ""

    def _group(self, name: str, surely: Fit, perhaps: Fit) -> Finding:
        stacks = [each for each in self.stacks if each.item.group == name]
        places = self.locations[name]
        hexes = counted(len({each.hex for each in places}), "hex", "hexes")
        where = f"{counted(len(places), 'Location')} of {hexes}"
        rules = self._room_rules(stacks)
        if self._is_placed(name, surely):
            full = self._full(name, stacks)
            alone = sum(each.item.count for each in stacks) == 1
            sentence = f"{self._units(name)} {'fits' if alone else 'fit'} into {where}{full}"
            open_ends = list(self._not_known(name))
            return Finding(
                name,
                FindingKind.UNKNOWN if open_ends else FindingKind.PASS,
                "; ".join([sentence, *open_ends]) + ".",
                tuple(sorted({*rules, *self._rules(stacks, YES)})),
                self._witness(stacks, surely),
            )
        rules = tuple(sorted({*rules, *self._rules(stacks, UNKNOWN)}))
        if not self._is_placed(name, perhaps):
            sentence = f"whether {self._units(name)} fit into {where} was not found out"
        elif any(each.where(YES) != each.where(YES, UNKNOWN) for each in stacks):
            sentence = (
                f"whether {self._units(name)} fit into {where} depends on Locations of which the "
                "documents do not speak"
            )
        else:
            sentence = f"whether {self._units(name)} fit into {where} beside others is not known"
        return Finding(
            name, FindingKind.UNKNOWN, f"{sentence}.", rules, self._witness(stacks, perhaps)
        )

    def _is_placed(self, name: str, found: Fit) -> bool:
        placed = {item for item, _ in found.placed or {}}
        return all(each.item.name in placed for each in self.stacks if each.item.group == name)

    def _full(self, name: str, stacks: Sequence[_Stack]) -> str:
        """Describe that a group leaves no room, or with whom it shares its area."""
        own = {each.name for each in self.locations[name]}
        others = [
            other
            for other, places in self.locations.items()
            if other != name and not own.isdisjoint(each.name for each in places)
        ]
        shared = f", shared with {listed(others, 'and')}" if others else ""
        halves = sum(each.item.count * dict(each.item.fills).get("halves", 0) for each in stacks)
        room = self._total(stacks, "halves", (YES,))
        if halves and halves == room:
            squads = _squads(halves)
            return (
                f": exactly full, with room for {squads} in {counted(len(own), 'Location')}{shared}"
            )
        return shared

    def _total(self, stacks: Iterable[_Stack], what: str, verdicts: tuple[str, ...]) -> int:
        names = {
            name
            for each in stacks
            if what in dict(each.item.fills)
            for name in each.where(*verdicts)
        }
        rooms = (room for name in names for room in self._rooms_in(name))
        return sum(room.amount for room in rooms if room.what == what)

    def _need(self, stacks: Sequence[_Stack]) -> str:
        needs = Counter[str]()
        for each in stacks:
            for what, amount in each.item.fills:
                needs[what] += amount * each.item.count
        items = [
            _amount(what, needs[what]) for what in ("halves", "singles", "bulky") if needs[what]
        ]
        return f"{listed(items, 'and')} to set up"

    def _room(self, stacks: Sequence[_Stack], verdicts: tuple[str, ...]) -> str:
        whats = {what for each in stacks for what, _ in each.item.fills} - set(
            self.kinds.open_ended
        )
        items = [
            _amount(what, self._total(stacks, what, verdicts))
            for what in ("halves", "singles")
            if what in whats
        ]
        where = {name for each in stacks for name in each.where(*verdicts)}
        if not where:
            return "and no Location there that takes them"
        return f"room for {listed(items, 'and')}" if items else "few Locations that take them"

    def _units(self, name: str) -> str:
        found = _alike(self.groups[name].units)
        taking = [
            (unit, count)
            for unit, count in found.items()
            if rule_name(unit.kind) not in self.kinds.roomless
        ]
        kinds = Counter[str]()
        for unit, count in taking:
            kinds[unit.kind] += count
        items = (counted(n, shown(kind), _MANY_OF.get(kind)) for kind, n in kinds.items())
        return listed(list(items), "and") or "nothing"

    def _rules(self, stacks: Iterable[_Stack], verdict: str) -> tuple[str, ...]:
        return rules_for((ruled for each in stacks for ruled in each.places.values()), verdict)

    def _room_rules(self, stacks: Iterable[_Stack]) -> tuple[str, ...]:
        whats = {what for each in stacks for what, _ in each.item.fills}
        found = {
            room.rule
            for each in stacks
            for name in each.places
            for room in self._rooms_in(name)
            if room.what in whats
        }
        return tuple(sorted(found))

    def _rooms_in(self, name: str) -> tuple[Room, ...]:
        place = self.board.locations_by_name[name]
        return self.rooms.get((place.hex, place.place), ())

    def _witness(self, stacks: Iterable[_Stack], found: Fit) -> Witness:
        units = {each.item.name: each.unit for each in stacks}
        placement = [
            (str(CardUnit(count, units[item].kind, units[item].name)), place)
            for (item, place), count in (found.placed or {}).items()
            if item in units
        ]
        return Witness(placement=tuple(sorted(placement, key=lambda each: (each[1], each[0]))))


def _sets_up(unit: str, place: Location) -> str:
    return f"sets_up({unit},{at(place)})"


def _alike(units: Iterable[CardUnit]) -> Mapping[CardUnit, int]:
    """Count units by kind and name."""
    found: dict[CardUnit, int] = {}
    for each in units:
        one = CardUnit(1, each.kind, each.name)
        found[one] = found.get(one, 0) + each.count
    return found


def _squads(halves: int) -> str:
    whole, half = divmod(halves, 2)
    if half:
        return f"{whole}½ squads" if whole else "half a squad"
    return counted(whole, "squad")


def _amount(what: str, amount: int) -> str:
    if what == "halves":
        return _squads(amount)
    return counted(amount, "single man" if what == "singles" else "vehicle or Gun", _MANY[what])


_MANY_OF = {"hero": "heroes"}
_MANY = {"singles": "single men", "bulky": "vehicles and Guns"}
