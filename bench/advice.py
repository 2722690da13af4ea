"""Plants faults in scenario cards, and counts how often advice undoes them.

    python bench/advice.py [--faults N] [--seed N] [CARD]...

A fault is a small change of a card (``edits``) after which a check fails or warns that did not, and no
check finds less amiss: what makes another check worse when it is undone is never proposed. It is undone
where one of the first proposals for what is found then brings the card back as it was, and it is mended
where there is a proposal at all.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.solver.scenario.advise import Advisor, Edit, edits
from hexcourt.solver.scenario.checks import Finding, FindingKind
from hexcourt.solver.scenario.scenario import Scenario

CARDS = sorted((Path(__file__).parent.parent / "examples" / "cards").glob("*.toml"))


def opened(text: str, source: Path) -> Scenario:
    return Scenario(card_of(text, str(source)))


def amiss(findings: tuple[Finding, ...]) -> set[tuple[str, str]]:
    return {
        (e.check, e.subject) for e in findings if e.found in (FindingKind.FAIL, FindingKind.WARN)
    }


def faults(card: Path, chance: random.Random) -> Iterator[tuple[Edit, Advisor, list[Finding]]]:
    """Go through faults of a card, with what is found of each that was not before."""
    scenario = opened(card.read_text(), card)
    right = Advisor(scenario, lambda: False)
    before = amiss(right.findings)
    every = list(edits(scenario.card.text, scenario.position.board))
    chance.shuffle(every)
    for edit in every:
        try:
            changed = scenario.with_card(card_of(edit.text, str(card)))
            advisor = Advisor(changed, lambda: False, right.known)
        except BadInput:
            continue
        new = amiss(advisor.findings) - before
        found = [each for each in advisor.findings if (each.check, each.subject) in new]
        if found and all(advisor.worth[key] >= worth for key, worth in right.worth.items()):
            yield edit, advisor, sorted(found, key=lambda each: each.found is not FindingKind.FAIL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", nargs="*", type=Path, default=CARDS)
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of each card")
    parser.add_argument("--seed", type=int, default=30)
    told = parser.parse_args()
    undone = mended = tried = 0
    share = -(-told.faults // len(told.cards))
    for card in told.cards:
        planted = faults(card, random.Random(told.seed))
        for edit, advisor, found in islice(planted, told.skip, share):
            began = time.process_time()
            proposed = advisor.proposals(found[0])
            back = any(each.edit.text == card.read_text() for each in proposed)
            tried, undone, mended = tried + 1, undone + back, mended + bool(proposed)
            took = time.process_time() - began
            what = "undone" if back else "mended" if proposed else "not mended"
            print(
                f"{took:5.1f} CPU s  {what}: {edit.says} ({found[0].check} {found[0].subject})",
                flush=True,
            )
    print(
        f"of {tried} faults {undone} are undone by one of the first proposals, {mended} are mended"
    )


if __name__ == "__main__":
    main()
