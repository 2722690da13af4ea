"""Plants faults in scenario cards, and counts how often advice undoes them.

    python bench/advice.py [--faults N] [--seed N]... [--half 0|1] [CARD]...

A fault is a slip of a designer (``SLIPS``): something mistyped, left out, listed twice or swapped. It
is planted where a check then fails or warns, or finds worse than before, and no check finds less amiss,
since what makes another check worse when it is undone is never proposed. The faults of a seed are spread
over the cards and the kinds of slips. A fault is undone where one of the proposals for the first finding
that it makes brings back a card that says what it said before, and mended where there is a proposal at
all. Each proposal is put to all checks once more. ``--half`` plants one half of all slips alone, so that
what was tuned with one half can be measured with the other.
"""

from __future__ import annotations

import argparse
import random
import re
import time
import tomllib
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.solver.scenario.advise import PROPOSALS, Advisor
from hexcourt.solver.scenario.checks import Finding, FindingKind
from hexcourt.solver.scenario.scenario import Scenario

CARDS = sorted((Path(__file__).parent.parent / "examples" / "cards").glob("*.toml"))

Change = tuple[int, int, str]
"""From where to where of the card's text is replaced, and by what."""

_HEX = r"[A-Z]{1,2}[0-9]{1,2}"
_SENTENCES = re.compile(
    r"^(?!id|side|name|units|fort|title|winner|when|otherwise|\w+_first).+", re.MULTILINE
)
_LIST = re.compile(rf"hexes ({_HEX}(?:, {_HEX})+)")


@dataclass(frozen=True)
class Fault:
    """A slip: what kind it is, in words, and the card's text with it."""

    kind: str
    says: str
    text: str


# --- slips --------------------------------------------------------------------------------------------


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Go through the sentences of areas, setup, entry and victory, with where they begin."""
    for line in _SENTENCES.finditer(text, text.index("[turns]")):
        for each in re.finditer(r'"([^"]+)"', line[0]):
            yield line.start() + each.start(1), each[1]


def _in_sentences(pattern: str, text: str) -> Iterator[tuple[int, int, str]]:
    for start, sentence in _sentences(text):
        for match in re.finditer(pattern, sentence):
            yield start + match.start(), start + match.end(), match[0]


def _numbers(number: int) -> set[str]:
    """List numbers that are typed for another: up to four off, a digit twice, or one too many."""
    near = {str(number + step) for step in range(-4, 5) if number + step > 0}
    return (near | {f"{number}{number % 10}", f"{number}0"}) - {str(number)}


def _hex_mistyped(text: str, board: Board) -> Iterator[Change]:
    for start, end, name in _in_sentences(rf"\b{_HEX}\b", text):
        column, row = re.findall(r"[A-Z]+|[0-9]+", name)
        others = {column[:-1] + chr(ord(column[-1]) + step) + row for step in (-1, 1)}
        others |= {f"{column}{int(row) + step}" for step in (-10, -1, 1, 10)}
        others.add(column + row[::-1])
        for other in sorted(others - {name}):
            if re.fullmatch(r"[A-Z]{1,2}[1-9][0-9]?", other):
                yield start, end, other


def _hex_left_out(text: str, board: Board) -> Iterator[Change]:
    for start, end, listed in _in_sentences(_LIST.pattern, text):
        names = listed.removeprefix("hexes ").split(", ")
        for name in names:
            rest = [each for each in names if each != name]
            yield start, end, f"hex{'es' * (len(rest) > 1)} {', '.join(rest)}"


def _hex_too_many(text: str, board: Board) -> Iterator[Change]:
    for start, end, listed in _in_sentences(rf"hex(es)? {_HEX}(?:, {_HEX})*", text):
        names = listed.partition(" ")[2].split(", ")
        beside = {
            board.hexes[n].name
            for name in names
            for n in board.neighbours[board.indices[name]].tolist()
            if n >= 0
        }
        for other in sorted(beside - {*names}):
            yield start, end, f"hexes {', '.join([*names, other])}"


def _hexrow_mistyped(text: str, board: Board) -> Iterator[Change]:
    for start, end, row in _in_sentences(r"(?<=hexrow )[A-Z]\b", text):
        for step in (-3, -2, -1, 1, 2, 3):
            if "A" <= chr(ord(row) + step) <= "Z":
                yield start, end, chr(ord(row) + step)


def _side_of_the_map(text: str, board: Board) -> Iterator[Change]:
    sides = ("north", "east", "south", "west")
    for start, end, side in _in_sentences(rf"\b({'|'.join(sides)})\b", text):
        yield from ((start, end, other) for other in sides if other != side)


def _number_in_a_sentence(text: str, board: Board) -> Iterator[Change]:
    for start, end, number in _in_sentences(r"(?<![A-Za-z0-9-])[0-9]+\b", text):
        yield from ((start, end, other) for other in sorted(_numbers(int(number))))


def _listed(key: str, text: str) -> Iterator[tuple[int, int, str]]:
    for whole in re.finditer(rf"^{key} *= *\[(.*)\]", text, re.MULTILINE):
        for each in re.finditer(r'"([^"]+)"', whole[1]):
            yield whole.start(1) + each.start(1), whole.start(1) + each.end(1), each[1]


def _number_of(key: str, text: str) -> Iterator[Change]:
    for start, end, what in _listed(key, text):
        match = re.match(r"([0-9]+) ", what)
        number, rest = (int(match[1]), what[match.end() :]) if match else (1, what)
        for other in sorted(_numbers(number)):
            yield start, end, f"{other} {rest}"


def _number_of_units(text: str, board: Board) -> Iterator[Change]:
    yield from _number_of("units", text)


def _number_of_fortifications(text: str, board: Board) -> Iterator[Change]:
    yield from _number_of("fortifications", text)


def _listed_twice(text: str, board: Board) -> Iterator[Change]:
    for key in ("units", "fortifications"):
        for _, end, what in _listed(key, text):
            yield end, end, f'", "{what}'


def _turn_of_entry(text: str, board: Board) -> Iterator[Change]:
    for match in re.finditer(r"(?<=turn = )[0-9]+", text):
        for other in sorted(_numbers(int(match[0]))):
            yield match.start(), match.end(), other


def _number_of_turns(text: str, board: Board) -> Iterator[Change]:
    for match in re.finditer(r"(?<=^count = )[0-9]+", text, re.MULTILINE):
        for other in sorted(_numbers(int(match[0]))):
            yield match.start(), match.end(), other


def _half_turn(text: str, board: Board) -> Iterator[Change]:
    match = re.search(r"^half *= *true", text, re.MULTILINE)
    if match:
        yield match.end() - 4, match.end(), "false"
    else:
        match = re.search(r"^count = [0-9]+\n", text, re.MULTILINE)
        assert match
        yield match.end(), match.end(), "half = true\n"


def _other_player(keys: str, text: str) -> Iterator[Change]:
    sides = re.findall(r"\[\[side\]\]\nname = \"(\w+)\"", text)
    for match in re.finditer(rf"(?<=^)({keys}) *= *\"(\w+)\"", text, re.MULTILINE):
        for other in sides:
            if other != match[2]:
                yield match.start(2), match.end(2), other


def _who_is_first(text: str, board: Board) -> Iterator[Change]:
    yield from _other_player("sets_up_first|moves_first", text)


def _side_of_a_group(text: str, board: Board) -> Iterator[Change]:
    yield from _other_player("side", text)


def _winner(text: str, board: Board) -> Iterator[Change]:
    yield from _other_player("winner|otherwise", text)


def _another_area(text: str, board: Board) -> Iterator[Change]:
    areas = [*tomllib.loads(text)["areas"]]
    for start, end, name in _in_sentences(rf"\b({'|'.join(areas)})\b", text):
        yield from ((start, end, other) for other in areas if other != name)


def _compass(text: str, board: Board) -> Iterator[Change]:
    for match in re.finditer(r"^north *= *\"(top)\"", text, re.MULTILINE):
        for other in ("right", "bottom", "left"):
            yield match.start(1), match.end(1), other


SLIPS: Mapping[str, Callable[[str, Board], Iterator[Change]]] = {
    each.__name__.strip("_").replace("_", " "): each
    for each in (
        *(_hex_mistyped, _hex_left_out, _hex_too_many, _hexrow_mistyped, _side_of_the_map),
        *(_number_in_a_sentence, _number_of_units, _number_of_fortifications, _listed_twice),
        *(_turn_of_entry, _number_of_turns, _half_turn, _who_is_first, _side_of_a_group),
        *(_winner, _another_area, _compass),
    )
}


def slips(kind: str, text: str, board: Board) -> Iterator[Fault]:
    """Go through the slips of one kind."""
    for start, end, new in SLIPS[kind](text, board):
        changed = text[:start] + new + text[end:]
        number = text.count("\n", 0, start)
        lines = [each.splitlines()[number].strip() for each in (text, changed)]
        if meaning(changed) != meaning(text):
            yield Fault(kind, f"{lines[1]}, not {lines[0]}", changed)


def meaning(text: str) -> Any:
    """Return what a card says: of a list of hexes the order does not matter."""

    def of(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: of(each) for key, each in value.items() if each is not False}
        if isinstance(value, list):
            return [of(each) for each in value]
        names = re.fullmatch(rf"(?:hex|hexes) ({_HEX}(?:(?:,|,? and) {_HEX})*)", str(value))
        return sorted(re.findall(_HEX, names[1])) if names else value

    return of(tomllib.loads(text))


# --- faults -------------------------------------------------------------------------------------------


class CardWithFaults:
    """A card that is right, and faults of it that are found."""

    def __init__(self, file: Path, chance: random.Random, half: int | None = None) -> None:
        self.file = file
        self.scenario = Scenario(card_of(file.read_text("utf-8"), str(file)))
        self.right = Advisor(self.scenario, lambda: False)
        text, board = self.scenario.card.text, self.scenario.position.board
        self.slips: dict[str, list[Fault]] = {}
        for kind in SLIPS:
            some = list(slips(kind, text, board))
            if half is not None:
                some = [each for each in some if zlib.crc32(each.text.encode()) % 2 == half]
            chance.shuffle(some)
            self.slips[kind] = some

    def advisor(self, text: str) -> Advisor:
        """Put a changed card to all checks; raises BadInput where it is no card any more."""
        changed = self.scenario.with_card(card_of(text, str(self.file)))
        return Advisor(changed, lambda: False, self.right.known)

    def found(self, fault: Fault) -> tuple[Advisor, Finding] | None:
        """Return the first finding that is new or worse with a fault, if it is a fault that is found."""
        try:
            advisor = self.advisor(fault.text)
        except BadInput:
            return None
        worth, before = advisor.worth, self.right.worth
        if any(worth[key] < before[key] for key in before):
            return None
        new = [
            each
            for each in advisor.findings
            if each.found in (FindingKind.FAIL, FindingKind.WARN)
            and worth[each.check, each.subject] > before[each.check, each.subject]
        ]
        new.sort(key=lambda each: each.found is not FindingKind.FAIL)
        return (advisor, new[0]) if new else None


def faults(cards: list[CardWithFaults]) -> Iterator[tuple[CardWithFaults, Fault, Advisor, Finding]]:
    """Go through faults that are found, one after another of each card and kind."""
    left = {(card, kind) for card in cards for kind in SLIPS}
    while left:
        for kind in SLIPS:
            for card in cards:
                while (card, kind) in left:
                    if not card.slips[kind]:
                        left.remove((card, kind))
                    elif found := card.found(fault := card.slips[kind].pop()):
                        yield card, fault, *found
                        break


def makes_worse(card: CardWithFaults, advisor: Advisor, text: str) -> bool:
    after = card.advisor(text).worth
    return any(after[key] > advisor.worth[key] for key in after)


def plant(seed: int, files: list[Path], number: int, half: int | None) -> Counter[str]:
    """Plant so many faults, and count what comes of them."""
    cards = [CardWithFaults(file, random.Random(f"{seed} {file.name}"), half) for file in files]
    counts: Counter[str] = Counter()
    for card, fault, advisor, finding in faults(cards):
        if counts["tried"] == number:
            break
        began = time.process_time()
        proposed = advisor.proposals(finding)[:PROPOSALS]
        took = time.process_time() - began
        right = meaning(card.scenario.card.text)
        back = any(meaning(each.edit.text) == right for each in proposed)
        what = "undone" if back else "mended" if proposed else "not mended"
        counts.update({"tried": 1, "undone": int(back), "mended": int(bool(proposed))})
        counts["worse"] += sum(makes_worse(card, advisor, each.edit.text) for each in proposed)
        where = f"{card.file.stem}: {fault.kind}: {fault.says}"
        print(f"{took:5.1f} CPU s  {what}: {where} ({finding.check} {finding.subject})", flush=True)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", nargs="*", type=Path, default=CARDS)
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--seed", type=int, action="append")
    parser.add_argument("--half", type=int, choices=(0, 1))
    told = parser.parse_args()
    for seed in told.seed or [30]:
        counts = plant(seed, told.cards, told.faults, told.half)
        print(
            f"seed {seed}: of {counts['tried']} faults {counts['undone']} are undone by one of the "
            f"first proposals, {counts['mended']} are mended; {counts['worse']} proposals make a "
            "check worse",
            flush=True,
        )


if __name__ == "__main__":
    main()
