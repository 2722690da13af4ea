"""Opens the board that a command names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.files import is_zip, read_bytes
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.boards.sizes import LARGEST_ARCHIVE
from hexcourt.facts.boards.terrain import is_building, kind_of
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.formats.read_board import read_board
from hexcourt.facts.maps.configuration import SUFFIX
from hexcourt.facts.maps.frames import with_named_places
from hexcourt.facts.tracing.movement_facts import movement_facts, printed_facts
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules

# --- Adds to a board the Locations that the law says its hexes have beside those printed ----------


PROFILE = "locations"

_TELLING = frozenset({"dot(white_cross)", "manhole"})
"""What is printed in hexes that have further Locations, beside buildings."""


def with_law_locations(board: Board) -> Board:
    """Add Cellars, Steeples, Rooftops and sewers, as if no counter lay on the board.

    What counters do away with is for ``with_counters`` to take out. Only hexes that can have any are
    told of (a test holds this equal to telling of all).
    """
    plain = {r.name for r in board.hexes if not _TELLING.isdisjoint(r.features)}
    drawn = set(board.by_name) if active_rules().is_enlarged else _with_drawn_buildings(board)
    if not plain and not drawn:
        return board
    bare = replace(board, counters=(), locations=tuple(e for e in board.locations if e.printed))
    told = movement_facts(bare) if drawn else printed_facts(bare)
    facts = [fact for name in sorted(plain | drawn) for fact in told[name]]
    known = {(each.hex, each.place) for each in board.locations}
    found = _ask(board.map_rules, facts)
    added = tuple(sorted(each for each in found if (each.hex, each.place) not in known))
    return (
        board.with_counters(board.counters, board.hexes, (*board.locations, *added))
        if added
        else board
    )


def with_breaches(board: Board, breaches: Collection[tuple[str, ...]]) -> Board:
    """Add Breaches, by which Locations open into each other."""
    every = tuple(sorted({*board.breaches, *breaches}))
    told = movement_facts(board)
    near = (
        board.by_name
        if active_rules().is_enlarged
        else sorted({name for each in every for name in each})
    )
    laid = [f"breach({string_term(one)},{string_term(other)})." for one, other in every]
    found = _ask(board.map_rules, [*(fact for name in near for fact in told[name]), *laid])
    opens = {(each.hex, each.place): each.opens for each in found}
    locations = (
        replace(each, opens=tuple(sorted({*each.opens, *opens.get((each.hex, each.place), ())})))
        for each in board.locations
    )
    return board.breached(every, tuple(locations))


def named_place(board: Board, name: str, place: str, said: str) -> Location | None:
    """Give a place that boards do not list, ``vertex(N)`` or ``crest(N)`` of a hex, if there is such."""
    here = board.indices[name]
    around = [board.hexes[n].name for n in board.neighbours[here].tolist() if n >= 0]
    told = movement_facts(board)
    near = board.by_name if active_rules().is_enlarged else (name, *around)
    facts = [fact for each in near for fact in told[each]]
    found = _ask(board.map_rules, [*facts, f"wanted({string_term(name)},{place})."])
    return next((replace(each, said=said) for each in found if each.place == place), None)


def _with_drawn_buildings(board: Board) -> set[str]:
    """List the hexes whose Locations hang on how buildings are drawn: how far Factories reach, and those
    with Cellars.
    """
    drawn = {each.terrain for each in board.outlines}
    drawn.update(board.raster.terms if board.raster is not None else ())
    drawn.update(term for record in board.hexes for term in record.terrain)
    if any(kind_of(term) == "factory" for term in drawn):
        return set(board.by_name)
    named = board.map_rules or any("map_rule(cellars)" in r.features for r in board.hexes)
    return {r.name for r in board.hexes if named and any(map(is_building, r.terrain))}


def _ask(map_rules: Iterable[str], told: Iterable[str]) -> tuple[Location, ...]:
    facts = [*(f"map_rule({rule})." for rule in map_rules), *told]
    return _asked("\n".join(facts), active_rules())


@lru_cache(maxsize=16)
def _asked(facts: str, lawbook: RuleBase) -> tuple[Location, ...]:
    """Ask for the Locations that facts give, once: boards are opened again and again."""
    grounded = ActiveRules(PROFILE).ground(facts)  # atoms live no longer than this
    atoms = grounded.symbolic_atoms

    def told_of(predicate: str) -> dict[tuple[str, str], str]:
        listed = (atom.symbol.arguments for atom in atoms.by_signature(predicate, 3))
        return {(name.string, str(place)): _plain(value) for name, place, value in listed}

    unsure, traced = told_of("unsure_level"), told_of("traced_at")
    perhaps: dict[tuple[str, str], list[int]] = {}
    for atom in atoms.by_signature("may_lie_at", 3):
        hex_name, spot, height = atom.symbol.arguments
        perhaps.setdefault((hex_name.string, str(spot)), []).append(height.number)
    indoors: dict[str, list[int]] = {}
    for atom in atoms.by_signature("indoor_side", 2):
        name, side = atom.symbol.arguments
        indoors.setdefault(name.string, []).append(side.number)
    opens: dict[tuple[str, str], list[str]] = {}
    for atom in atoms.by_signature("opens", 4):
        here, place, there, where = map(_plain, atom.symbol.arguments)
        opens.setdefault((here, place), []).append(Location(there, where, 0).name)
    return tuple(
        Location(
            name,
            place,
            int(level),
            unsure.get((name, place), ""),
            tuple(sorted(perhaps.get((name, place), ()))),
            int(traced[name, place]) if (name, place) in traced else None,
            tuple(sorted(indoors.get(name, ()))) if (name, place) in traced else (),
            tuple(sorted(opens.get((name, place), ()))),
        )
        for (name, place), level in told_of("level_at").items()
    )


def _plain(symbol: clingo.Symbol) -> str:
    return symbol.string if symbol.type == clingo.SymbolType.String else str(symbol)


_ONE_OF = (
    "a VASL board archive (a zip), a facts file (.lp), a configuration of boards or a scenario card "
    "(.toml)"
)


def opened_anew(board: Board) -> Board:
    """Open a board again as the law that is in force has it."""
    printed = replace(board, locations=tuple(each for each in board.locations if each.printed))
    return with_areas(with_counters(with_law_locations(printed), ()))


def open_board(name: str, boards: Sequence[Path] = ()) -> Board:
    """Open an embedded board by its name, a facts file (``.lp``), a VASL board archive or a
    configuration of such archives (``.toml``) by its path; what its counters do away with is gone.
    Archives are looked for in the folders of ``boards``, too.
    """
    return with_counters(checked_board(name, boards), ())


def checked_board(name: str, boards: Sequence[Path] = ()) -> Board:
    """Open a board as it is told, its counters on it, but what they do away with still there.

    Raises BadInput, naming the board, where one of its counters may not lie where it does.
    """
    board = with_law_locations(_opened(name, boards))
    try:
        with_counters(board, ())
        return with_areas(board)
    except BadInput as error:
        raise BadInput(f"{shown_name(name)}: {error}") from None


def _opened(name: str, boards: Sequence[Path]) -> Board:
    if name in embedded_names():
        return embedded_board(name)
    path = Path(name)
    if name.lower() in embedded_names() and not path.exists():
        return embedded_board(name.lower())
    shown = shown_name(name)
    try:
        if name and boards and not path.exists():
            from hexcourt.facts.maps.compose_map import archive_in

            path = archive_in(boards, name) or path
        if not name or not path.exists():
            raise BadInput(no_such_board(name))
        if not path.is_file():
            raise BadInput(f"{shown}: is no file; give {_ONE_OF}")
        if path.suffix.lower() == ".lp":
            return read_board(path)
        if path.suffix.lower() == SUFFIX:
            from hexcourt.facts.maps.compose_map import read_map

            return read_map(path, sentence_finder, boards)
        content = read_bytes(path, LARGEST_ARCHIVE, "a board")
        if is_zip(content):
            from hexcourt.facts.formats.import_archive import import_board

            return with_named_places(import_board(path, content))
    except (ValueError, OSError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{shown}: cannot be read; give the path of a board") from None
    if not content:
        raise BadInput(f"{shown}: the file is empty; give {_ONE_OF}")
    if content.startswith(b"PK"):
        raise BadInput(f"{shown}: the zip archive is cut short or damaged; fetch the board again")
    raise BadInput(f"{shown}: is of none of the kinds that boards are; give {_ONE_OF}")


def with_areas(board: Board, areas: Mapping[str, Sequence[str]] | None = None) -> Board:
    """Give a board with the hexes of the areas that it, or ``areas``, tells by sentences."""
    if not (areas or board.area_sentences):
        return board
    from hexcourt.solver.position import areas as finding  # it takes some time to import

    return finding.with_areas(board, areas)


def sentence_finder(
    board: Board, areas: Mapping[str, tuple[str, ...]]
) -> Callable[[str], Collection[str]]:
    """Give what finds the hexes of a board that a sentence about an area, or its name, tells of."""
    from hexcourt.solver.position import areas as finding  # it takes some time to import

    known = finding.Areas(board, areas)
    return lambda sentence: known.of([sentence])


def no_such_board(name: str) -> str:
    """Say that there is no such board, and which there are."""
    from difflib import get_close_matches

    shown = shown_name(name)
    near = get_close_matches(name.lower()[:60], embedded_names(), n=1, cutoff=0.6)
    if near:
        return f"{shown}: no such board; write {near[0]}, or the path of an archive or facts file"
    known = ", ".join(embedded_names())
    return f"{shown}: no such board; give the path of an archive or facts file, or one of {known}"


def shown_name(name: str) -> str:
    """Give a name as it can be printed: a long or unprintable one quoted and cut."""
    return name if 0 < len(name) <= 120 and name.isprintable() else repr(name[:60])
