"""Counts how many sentences of published scenarios are understood, how many of these can be compared
with what was found by hand, and which do not agree.

    python bench/sentences.py FOLDER

FOLDER holds ``sentences_setup.json`` and ``sentences_vc_ssr.json``, and boards in ``boards``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from sentence_terms import facts_of

from hexcourt.facts.areas.read_sentences import read_sentence
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.sentences.meaning import hexes_of
from hexcourt.facts.cards.sentences.read_special_rules import read_special_rule
from hexcourt.facts.cards.sentences.read_victory import read_victory
from hexcourt.facts.cards.sentences.special_rules import ChangeTerrain, Partly
from hexcourt.facts.geometry.coordinates import parse_board_hex
from hexcourt.facts.maps.compose_map import compose
from hexcourt.facts.maps.configuration import configuration_of
from hexcourt.solver.position.areas import Areas

NORTHS = {"top": "up", "right": "right", "bottom": "down", "left": "left"}


@dataclass
class Count:
    """What became of the sentences of a file."""

    sentences: int = 0
    understood: int = 0
    partly: int = 0
    compared: int = 0
    wrong: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        share = self.understood / max(1, self.sentences)
        return (
            f"{self.sentences} sentences: {self.understood} understood ({share:.1%}), "
            f"{self.partly} partly, {len(self.refused)} not; "
            f"{self.compared} compared, {len(self.wrong)} wrong"
        )


class Maps:
    """The maps of configurations."""

    def __init__(self, folder: Path) -> None:
        self.folders = (folder / "boards", folder.parent / "vasl" / "boards")
        self.told: Mapping[str, Any] = json.loads(
            (folder / "sentences_setup.json").read_text("utf-8")
        )
        self.areas = cache(self._areas)

    def _areas(self, name: str) -> Areas:
        scenario = self.told["configurations"][name]
        rows: dict[int, dict[int, dict[str, object]]] = {}
        for each in scenario["boards"]:
            folder = next(f for f in self.folders if (f / f"bd{each['name']}").exists())
            entry = {"board": str(folder / f"bd{each['name']}"), "reversed": each["reversed"]}
            entry |= {"crop": each["crop_px"]} if "crop_px" in each else {}
            rows.setdefault(each["grid"][1], {})[each["grid"][0]] = entry
        lines = [[row[at] for at in sorted(row)] for _, row in sorted(rows.items())]
        told = configuration_of({"north": NORTHS[scenario["north"]], "rows": lines})
        return Areas(compose(told, Path()).board)

    def expected(self, name: str, hexes: Iterable[str]) -> frozenset[str]:
        """Give hexes as a map calls them."""
        parts = (each.split("=")[0].split(":") for each in hexes)
        known = self.areas(name).ground.names.hexes
        return frozenset(
            known[replace(parse_board_hex(told), board=board.lstrip("0"))] for board, told in parts
        )


def setups(maps: Maps) -> Count:
    found = Count()
    for each in maps.told["sentences"]:
        found.sentences += 1
        try:
            sentence = read_sentence(each["text"]).value
        except BadInput as error:
            found.refused.append(str(error))
            continue
        found.understood += 1
        if "hexes" in each and each["config"] in maps.told["configurations"]:
            hexes = maps.areas(each["config"]).ground.of_sentence(sentence)
            found.compared += 1
            if hexes != maps.expected(each["config"], each["hexes"]):
                found.wrong.append(f"{each['id']}: {each['text']}")
    return found


def victories_and_rules(folder: Path, maps: Maps) -> Count:
    found = Count()
    told: list[dict[str, Any]] = json.loads((folder / "sentences_vc_ssr.json").read_text("utf-8"))
    for each in told:
        found.sentences += 1
        values, whole = _read(each)
        if values is None:
            found.refused.append(f"{each['id']}: {each['text']}")
            if each["answer"] != "not understood":
                continue
        elif each["answer"] == "not understood":
            found.wrong.append(f"{each['id']}: {each['text']}")
        if values is None:
            continue
        found.understood += whole
        found.partly += not whole
        facts = {fact for value in values for fact in facts_of(value)}
        terms = {_bare(fact) for fact in each["facts"] if " = " not in fact and " for " not in fact}
        terms = {term for term in terms if not term.startswith("check:")}
        found.compared += bool(terms)
        if not {term for term in terms if not _tells_the_building(term, facts)} <= facts:
            found.wrong.append(f"{each['id']}: {sorted(terms - facts)}, but {sorted(facts)}")
        if "hexes" in each and each["config"] in maps.told["configurations"]:
            found.wrong += _hexes_wrong(each, values, maps)
    return found


def _hexes_wrong(each: Mapping[str, Any], values: tuple[Any, ...], maps: Maps) -> list[str]:
    ground = maps.areas(each["config"]).ground
    changes = [value for value in values if isinstance(value, ChangeTerrain)]
    looked_at = changes or [goal for value in values for goal in _goals(value)]
    try:
        sets = [hexes for value in looked_at if (hexes := hexes_of(value, ground)) is not None]
    except BadInput:
        return []  # an area that has no name here
    hexes = frozenset().union(*sets)
    if not sets or hexes == maps.expected(each["config"], each["hexes"]):
        return []
    return [f"{each['id']}: other hexes: {' '.join(sorted(hexes))}"]


def _goals(value: Any) -> Iterable[Any]:
    return [win.goal for win in value.wins] if hasattr(value, "wins") else [value]


def _tells_the_building(term: str, facts: Iterable[str]) -> bool:
    """Tell whether a fact differs by what "the building" or the victory places are called."""
    names = {"x3": "the_building", "vset": "victory_buildings"}
    return any(term.replace(f",{name}", f",{told}") in facts for name, told in names.items())


def _bare(fact: str) -> str:
    return fact.replace("y:", "").replace(" ", "")


def _read(each: Mapping[str, Any]) -> tuple[tuple[Any, ...] | None, bool]:
    """Read a sentence: its values, and whether all of it is understood."""
    reader: Callable[[str], Any] = read_victory if each["kind"] == "vc" else read_special_rule
    try:
        value = reader(each["text"]).value
    except BadInput:
        return None, False
    if each["kind"] == "vc":
        return (value,), value.understood
    return value, not any(isinstance(rule, Partly) for rule in value)


def main() -> None:
    folder = Path(sys.argv[1])
    maps = Maps(folder)
    for title, count in (
        ("setup and entry", setups(maps)),
        ("victory and special rules", victories_and_rules(folder, maps)),
    ):
        print(f"{title}: {count}")
        for each in count.wrong:
            print(f"  wrong: {each}")


if __name__ == "__main__":
    main()
