"""Commands about maps as scenarios lay them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import Commands, hand_out, limited, position_of, show
from hexcourt.facts.base.errors import BadInput


@click.group("map", cls=Commands)
def maps() -> None:
    """Show the map of a scenario, find areas of it, take it from a save of VASSAL (.vsav, .vlog)."""


@maps.command("areas")
@options.takes("map areas", "boards", "areas", "amend", "pictures", "around", "json")
@limited
def map_areas(board_name: str, sentence: str | None, as_json: bool, **more: Any) -> int:
    """List the hexes of the named areas of a map, or of a sentence about where.

    SENTENCE is an area, such as 'on or east of hexrow Q', or a whole sentence of setup or entry: 'Enter
    on Turn 1 along the north edge' (docs/reference/areas.md). MAP may be any board.
    """
    from hexcourt.solver.boards.answers import find_area, list_areas

    position = position_of(board_name, more)
    board = position.opened
    answer = list_areas(board) if sentence is None else find_area(board, sentence)
    return show(replace(answer, position=position), as_json, options=more)


@maps.command("show")
@options.takes("map show", "boards", "pictures", "json")
@limited
def map_show(path: Path, boards: Sequence[Path], as_json: bool, **files: Any) -> int:
    """Show the map of a configuration: boards, edges, seams, changes (docs/reference/maps.md)."""
    from hexcourt.cli.render.output import Pictures
    from hexcourt.facts.cards.read_cards import is_card
    from hexcourt.facts.formats.vassal import SAVES
    from hexcourt.facts.maps.compose_map import checked_folders, read_composed_map
    from hexcourt.solver.boards.map_answers import map_answer
    from hexcourt.solver.position.opening import sentence_finder

    if path.suffix.lower() in SAVES or (path.suffix == ".toml" and is_card(path)):
        raise BadInput(f"{path}: is a card or a save; `hexcourt scenario show` shows its map")
    pictures = Pictures(**files)
    pictures.check(str(path))
    placed = read_composed_map(path, sentence_finder, checked_folders(boards))
    if pictures:
        changed = tuple(name for name in placed.changed if name in placed.board.by_name)
        caption = f"North is {placed.board.north or 'up'}"
        pictures.draw(placed.board, highlighted=changed, highlight="changed", caption=caption)
    return show(map_answer(placed), as_json)


@maps.command("from")
@options.takes("save", "boards", "map from", "json")
@limited
def map_from(save: Path, boards: Sequence[Path], out: Path | None, as_json: bool) -> int:
    """Write the boards of a save as a configuration of boards (docs/howto/saves.md)."""
    from hexcourt.facts.formats.vassal.read_save import read_save
    from hexcourt.facts.formats.vassal.save import configuration_text
    from hexcourt.facts.maps.compose_map import checked_folders

    place = Path() if out is None else out.parent
    folders = checked_folders(boards) or (place,)
    text = configuration_text(read_save(save, folders), folders, place)
    return hand_out("map from", text, out, as_json, save=str(save))


@maps.command("tell")
@options.takes("save", "boards", "map tell", "json")
@limited
def show_save(save: Path, boards: Sequence[Path], module: Path | None, as_json: bool) -> int:
    """List what a save holds: boards, counters by hex, markers, captions with their counters.

    Hidden counters are listed, too: look at no save of a game that you play.
    """
    from hexcourt.facts.formats.vassal.read_save import read_save
    from hexcourt.facts.maps.compose_map import checked_folders
    from hexcourt.solver.boards.save_answers import save_answer

    result = read_save(save, checked_folders(boards) or (Path(),), module)
    return show(save_answer(result), as_json)
