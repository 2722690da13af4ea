"""The checks of a card against its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_text
from hexcourt.facts.boards.sizes import MOST_CARD_UNITS
from hexcourt.facts.cards.read_cards import read_unit
from hexcourt.solver.scenario.checks import Check, Finding, Found
from hexcourt.solver.scenario.files.against_counters import COUNTERS
from hexcourt.solver.scenario.files.boards import OVERLAYS, VERSIONS
from hexcourt.solver.scenario.scenario import Scenario

# --- S22: whether there are as many counters as the card wants, by a table of the designer's own
#
# Its lines are ``side<TAB>unit<TAB>most``: ``russian<TAB>squad 5-2-7<TAB>20``; lines that begin with #
# are remarks.


_SUCH = "write side, unit and number with tabs between: russian, squad 5-2-7, 20"


def _run(scenario: Scenario) -> Iterator[Finding]:
    card = scenario.card
    if card.limits is None:
        sentence = (
            'The card names no limits file; write limits = "limits.tsv" to have counters counted.'
        )
        yield Finding("card", Found.UNKNOWN, sentence)
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
        yield Finding(what, Found.FAIL, sentence)
    untold = [each for each in sorted(wanted) if each not in limits]
    for side, kind, name in untold:
        what = f"{side.capitalize()} {kind} {name}".rstrip()
        yield Finding(what, Found.UNKNOWN, f"The limits file does not tell of {what}.")
    if not over and not untold:
        yield Finding("card", Found.PASS, "All units are within the limits file.")


def read_limits(path: Path) -> dict[tuple[str, str, str], int]:
    """Read a limits file; raises BadInput with line and mend."""
    found: dict[tuple[str, str, str], int] = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
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
        found[parts[0].lower(), unit.kind, unit.name.lower()] = min(int(parts[2]), MOST_CARD_UNITS)
    return found


LIMITS = Check(
    "S22",
    "counter limits",
    "Counts the units of the card by side and name, and compares with the limits file that the card "
    "names (limits).",
    ("Counters that a game would need besides, as for Recombining, are not counted.",),
    (),
    ("groups", "limits"),
    _run,
)


CHECKS = (OVERLAYS, VERSIONS, COUNTERS, LIMITS)
