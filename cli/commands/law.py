"""Commands that examine the law itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded_for, show

EXAMINING_SECONDS = 1800.0
"""How long the law is examined where nothing else is said."""

GRACE = 60.0
"""How many seconds there are for telling what was found when the time is over."""


@click.group("law")
def law() -> None:
    """Examine the law itself: what in it contradicts, what is never heard, what changes change."""


_hexes = click.option(
    "--hexes", type=click.IntRange(1, 3), help="How many hexes a world has at most; 2, if left out."
)
_properties = click.option(
    "--properties",
    "own",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A file with properties of your own: rules for broken(Name,Class) below %! sentences.",
)


def _examining(name: str, checks: Sequence[str], text: str) -> click.Command:
    """Make the command of one check, or of several."""

    @law.command(name, help=text)
    @click.argument("named", metavar="[RULE|FILE]...", nargs=-1)
    @_hexes
    @_properties
    @options.as_json
    @guarded_for(EXAMINING_SECONDS, grace=GRACE)
    def command(named: tuple[str, ...], hexes: int | None, own: Path | None, as_json: bool) -> int:
        from hexcourt.solver.answering.rules.examined import examine_law

        answer = examine_law(
            f"law {name}",
            checks,
            named,
            hexes,
            options.limit("limit_seconds"),
            own.read_text("utf-8") if own is not None else "",
            _teller(),
        )
        return show(answer, as_json)

    return command


def _teller() -> Callable[[str], None]:
    """Tell what is done next on standard error, where somebody looks."""
    if not sys.stderr.isatty():
        return lambda _: None
    return lambda what: click.echo(f"  {what}", err=True)


_examining(
    "check",
    ("conflicts", "gaps", "dead", "shadowed", "properties"),
    "Examine the law in bounded worlds by all checks; each finding with its smallest position.",
)
_examining("conflicts", ("conflicts",), "Find rules of which one allows what another refuses.")
_examining("gaps", ("gaps",), "Find what no rule speaks of.")
_examining("dead", ("dead",), "Find rules that never fire.")
_examining("shadowed", ("shadowed",), "Find rules that are never heard, or never needed.")
_examining("properties", ("properties",), "Find worlds in which a property does not hold.")


@law.command("explain")
@click.argument("finding", metavar="FINDING", nargs=-1, required=True)
@_hexes
@options.svg
@options.as_json
@guarded_for(EXAMINING_SECONDS, grace=GRACE)
def explain(
    finding: tuple[str, ...], hexes: int | None, svg: Path | None, as_json: bool, **_more: Any
) -> int:
    """Tell all about a FINDING, by the key that `law check` tells: rules, position, what is asked."""
    from hexcourt.cli.showing.output import draw
    from hexcourt.solver.answering.rules.examined import explain_finding

    answer, found = explain_finding(" ".join(finding), options.limit("limit_seconds"), hexes)
    if svg is not None and found.position is not None:
        draw(svg, found.position.board, caption=found.position.deed)
    return show(answer, as_json)
