"""Commands about lines of sight."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded, position_of, progress_bar, show
from hexcourt.solver.position.arguments import choices_of


@click.command()
@options.board
@click.argument("first", metavar="FROM")
@click.argument("second", metavar="TO")
@click.option("--why", is_flag=True, help="Give every reason, with rule numbers.")
@click.option("--from-status", type=options.STATUSES, help="Status of the unit in FROM.")
@click.option("--to-status", type=options.STATUSES, help="Status of the unit in TO.")
@options.place
@options.given
@options.amend
@options.margin
@options.answer_pictures
@options.as_json
@guarded
def los(
    board_name: str,
    first: str,
    second: str,
    why: bool,
    from_status: str | None,
    to_status: str | None,
    margin: float,
    as_json: bool,
    **laid: Any,
) -> int:
    """Judge one line of sight: verdict, hindrance, and with --why every reason."""
    position = position_of(board_name, laid)
    answer = position.los(
        first, second, viewer_status=from_status, target_status=to_status, margin=margin
    )
    return show(answer, as_json, why, laid)


@click.command()
@options.board
@click.argument("targets", metavar="LOCATION...", nargs=-1, required=True)
@options.status
@options.place
@options.given
@options.amend
@click.option(
    "--why", is_flag=True, help="Name who does not see it, by rule, and what the status changes."
)
@options.margin
@options.within
@options.workers
@options.answer_pictures
@options.as_json
@guarded
def see(
    board_name: str,
    targets: Sequence[str],
    status: str | None,
    why: bool,
    margin: float,
    within: int | None,
    workers: int | None,
    as_json: bool,
    **laid: Any,
) -> int:
    """List which hexes, and upper Locations, can see a Location, or each of several."""
    position = position_of(board_name, laid)
    answer = position.see(*targets, status=status, margin=margin, within=within, workers=workers)
    return show(answer, as_json, why, laid)


@click.command()
@options.board
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="CSV file to write.",
)
@click.option(
    "--locations",
    type=click.Choice(choices_of("locations"), case_sensitive=False),
    default="ground",
    show_default=True,
    help="Ground level only, or upper Locations too.",
)
@options.place
@options.given
@options.amend
@options.margin
@options.within
@options.workers
@options.progress
@options.as_json
@guarded
def matrix(
    board_name: str,
    out: Path,
    locations: str,
    margin: float,
    within: int | None,
    workers: int | None,
    as_json: bool,
    **laid: Any,
) -> int:
    """Judge every unordered pair of Locations once, into a CSV file."""
    from hexcourt.cli.render.output import Page, keep_board, say
    from hexcourt.facts.base.files import write_whole
    from hexcourt.solver.rulebase.rulebase import active_rules
    from hexcourt.solver.sight.matrices import judge_pairs

    keep_board(board_name, out)
    position = position_of(board_name, laid)
    with contextmanager(progress_bar)(f"{position.board.title}: lines of sight", None) as tell:
        found = judge_pairs(position, locations, margin, tell, within, workers)
    write_whole(out, found.csv_parts())
    if as_json:
        return show(found.written(str(out)), as_json)
    first, *others = found.summary()
    others += [f"taken for granted: {each}" for each in active_rules().assumed]
    say(Page(stderr=True), "\n".join([f"{out}: {first}", *others]))
    return 0
