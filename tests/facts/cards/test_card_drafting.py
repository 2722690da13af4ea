"""Cards drafted from saves and from scenarios of vasl-templates read back, and lose nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.card import Card, CardUnit
from hexcourt.facts.cards.draft_from_saves import (
    marker_colours,
    side_named,
    split_caption,
    without_markers,
)
from hexcourt.facts.cards.drafting import drafted_text, read_or_draft
from hexcourt.facts.cards.read_cards import card_of

SHARED = Path(__file__).parent.parent.parent.parent.parent / "shared" / "scenarios"
SAMPLES = sorted((SHARED / "samples").glob("*.vsav"))

TEMPLATE = {
    "SCENARIO_NAME": "Tiny",
    "SCENARIO_DATE": "1942-10-06",
    "PLAYER_1": "german",
    "PLAYER_1_ELR": "4",
    "PLAYER_2": "russian",
    "SSR": ["Building <b>X3</b> is a Factory.", "What nobody &quot;reads&quot;."],
    "VICTORY_CONDITIONS": "The Germans win if they<br>Control X3.",
    "OB_SETUPS_1": [{"caption": "Set up in building\nN4", "id": 1}],
    "OB_SETUPS_2": [{"caption": "Enter on Turn 2 on I1", "id": 1}],
    "OB_VEHICLES_2": [{"name": "T-34 M41"}],
}


def drafted(*paths: Path) -> tuple[Card, str]:
    text = drafted_text(paths, (), paths[0].parent)
    return card_of(text, "card.toml"), text


def test_a_scenario_of_vasl_templates_becomes_a_card(tmp_path: Path) -> None:
    path = tmp_path / "tiny.json"
    path.write_text(json.dumps(TEMPLATE), "utf-8")
    card, text = drafted(path)
    assert (card.title, str(card.date)) == ("Tiny", "1942-10-06")
    assert [(each.name, each.elr) for each in card.sides] == [("german", 4), ("russian", None)]
    first, second = card.groups
    assert (first.side, first.setup) == ("german", "Set up in building N4")
    assert second.entry is not None and second.entry.sentence == "Enter on Turn 2 on I1"
    assert card.special[1].say == ('What nobody "reads".',)
    assert card.conditions[0].text == "The Germans win if they Control X3."
    assert "# russian vehicles, in no group: T-34 M41" in text


@pytest.mark.parametrize("text", ["[]", '{"a": 1}', "{", '{"SCENARIO_NAME": NaN', "\x00"])
def test_what_is_no_scenario_is_one_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadInput, match=r"bad\.json"):
        drafted(path)


def test_captions_are_parted() -> None:
    caption = "German Forces, Group 1\nElmts. of somebody\nEnters on Turn 1 east edge (red hexes)."
    title, sentence = split_caption(caption)
    assert title == "German Forces, Group 1 / Elmts. of somebody"
    assert without_markers(sentence) == "Enters on Turn 1 east edge."
    assert side_named(title) == "german"
    assert marker_colours("north edge (fuchsia/black, lime)") == (("fuchsia", "black"), ("lime",))
    assert without_markers("building X3 (stone) (see SSR 3)") == "building X3 (stone) (see SSR 3)"


shared = pytest.mark.skipif(not SAMPLES, reason="the sample saves are not here")


@shared
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_becomes_a_card_with_all_its_counters(path: Path) -> None:
    card = read_or_draft(path)
    expected = json.loads(Path(f"{path}.expect.json").read_text("utf-8"))
    assert [len(row) for row in card.map.rows] or not expected["boards"]
    assert card.counters == Path(path.name)
    groups = expected.get("ob_groups_by_caption") or []
    assert len(card.groups) >= len(groups)


@shared
def test_scenario_and_save_are_merged_by_their_captions() -> None:
    folder = SHARED / "samples"
    card, _ = drafted(folder / "Scenario_C.json", folder / "Scenario_C.vsav")
    assert len(card.groups) == 17
    assert card.group("german-1").units == (
        CardUnit(3, "squad", "4-6-7"),
        CardUnit(1, "leader", "9-1"),
        CardUnit(1, "sw", "LMG"),
    )
    assert (card.side("german").elr, card.turns.count) == (4, 7)


@shared
def test_counters_near_a_caption_of_another_side_are_of_no_group() -> None:
    card = read_or_draft(SHARED / "samples" / "S_018_Baking_Bread.vsav")
    (stray,) = [each for each in card.groups if not each.setup and each.entry is None]
    assert (stray.side, stray.units) == ("german", (CardUnit(1, "leader", "9-2"),))
