"""Commands about scenario cards."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import (
    Commands,
    hand_out,
    limited,
    limited_to,
    progress_bar,
    show,
)

CHECK_SECONDS = 120.0
"""How long a check of a scenario may take where nothing else is said."""

ADVICE_SECONDS = 600.0
"""How long advice may take where nothing else is said."""

MAX_CHECKS = 30
"""More than there are."""

GRACE = 60.0
"""How many seconds there are for the map, and for the report."""


@click.group(cls=Commands)
def scenario() -> None:
    """Check the card of a scenario, show it, draft one from what there is (docs/howto/scenarios.md)."""


@scenario.command("new")
@options.takes("scenario new", "boards", "json")
@limited
def scenario_new(
    sources: Sequence[Path], boards: Sequence[Path], out: Path | None, as_json: bool
) -> int:
    """Draft a card from what there is. What is not understood stands in it as text."""
    from hexcourt.facts.cards.drafting import drafted_text
    from hexcourt.facts.maps.compose_map import checked_folders

    place = Path() if out is None else out.parent
    text = drafted_text(sources, checked_folders(boards), place)
    return hand_out("scenario new", text, out, as_json, sources=[str(each) for each in sources])


@scenario.command("check")
@options.takes("card", "boards", "scenario check", "amend", "progress", "json")
@limited_to(CHECK_SECONDS, GRACE, parts=MAX_CHECKS)
def scenario_check(
    path: Path,
    boards: Sequence[Path],
    select: Sequence[str],
    html: Path | None,
    amend: tuple[Path, ...],
    as_json: bool,
) -> int:
    """Check a scenario: everything that a designer can get wrong, each finding with what shows it.

    CARD may be a save of VASSAL (.vsav), of which a card is drafted.

    Each check has the limits for itself, and is unknown where it meets one.

    Exit status: 0 nothing fails, 1 a check fails, 2 the card cannot be read, 3 something is unknown.
    """
    from hexcourt.cli.render.console import Console, report_lines
    from hexcourt.cli.render.output import keep_board
    from hexcourt.facts.base.files import write_whole
    from hexcourt.facts.cards.drafting import read_or_draft
    from hexcourt.facts.maps.compose_map import checked_folders
    from hexcourt.solver.rulebase.ground import under_house_rules
    from hexcourt.solver.rulebase.read_house_rules import read_house_rules
    from hexcourt.solver.sandbox.limited_run import Limits
    from hexcourt.solver.scenario.answers import check_scenario
    from hexcourt.solver.scenario.checks import selected
    from hexcourt.solver.scenario.scenario import Scenario

    if html is not None:
        keep_board(str(path), html)
    folders = checked_folders(boards)
    result = Scenario(read_or_draft(path, folders), folders, read_house_rules(amend))
    click.get_current_context().with_resource(under_house_rules(result.house_rules))
    limits = Limits(options.limit("limit_seconds"), options.limit("limit_memory") << 20)
    console = Console()
    printed: list[str] = []

    def print_findings(lines: Sequence[str]) -> None:
        if not as_json:
            printed.extend(lines)
            report_lines(console, lines)

    seen = console.is_terminal and not as_json  # how far it is shows by what is found
    bar = contextmanager(lambda: progress_bar("checks", len(selected(select))))
    with nullcontext(lambda *result: None) if seen else bar() as tell:
        answer = check_scenario(result, select, tell, limits, print_findings)
    if html is not None:
        from hexcourt.cli.report.report import report_page

        write_whole(html, report_page(result, answer, select))
    if as_json:
        return show(answer, as_json)
    report_lines(console, answer.text().removeprefix("\n".join(printed)).lstrip("\n").split("\n"))
    return answer.exit_status


@scenario.command("advise")
@options.takes("card", "scenario advise", "boards", "amend", "json")
@limited_to(ADVICE_SECONDS, GRACE)
def scenario_advise(
    path: Path, finding: str | None, boards: Sequence[Path], amend: tuple[Path, ...], as_json: bool
) -> int:
    """Propose small changes of a card that mend what fails or warns, each as a diff.

    FINDING is a check, or a check and what it finds something of: S08, S08:g1.

    An edit changes one number, hex, hexrow, side or unit of the card as it is written. All checks try
    it, and one that makes anything worse is not proposed. The card itself is left as it is.

    Exit status: 0 each finding has a proposal, 2 the card cannot be read, 3 one has none.
    """
    from hexcourt.facts.cards.drafting import read_or_draft
    from hexcourt.facts.maps.compose_map import checked_folders
    from hexcourt.solver.rulebase.read_house_rules import read_house_rules
    from hexcourt.solver.sandbox.limited_run import Limits
    from hexcourt.solver.scenario.advise import advise_scenario
    from hexcourt.solver.scenario.scenario import Scenario

    folders = checked_folders(boards)
    card = Scenario(read_or_draft(path, folders), folders, read_house_rules(amend))
    limits = Limits(options.limit("limit_seconds"), options.limit("limit_memory") << 20)
    return show(advise_scenario(card, finding or "", limits), as_json)


@scenario.command("show")
@options.takes("card", "boards", "pictures", "json")
@limited
def scenario_show(path: Path, boards: Sequence[Path], as_json: bool, **files: Any) -> int:
    """Show the map of a scenario: where groups set up and enter, named areas, placed counters."""
    from hexcourt.cli.render.output import Pictures
    from hexcourt.facts.cards.drafting import read_or_draft
    from hexcourt.facts.maps.compose_map import checked_folders
    from hexcourt.solver.scenario.answers import show_scenario
    from hexcourt.solver.scenario.scenario import Scenario

    pictures = Pictures(**files)
    pictures.check(str(path))
    folders = checked_folders(boards)
    result = Scenario(read_or_draft(path, folders), folders)
    answer = show_scenario(result)
    if pictures:
        from hexcourt.cli.render.answers import draw_answer

        pictures.write(draw_answer(answer, result.position, **pictures.look))
    return show(answer, as_json)


@scenario.command("checks")
@options.as_json
@limited
def scenario_checks(as_json: bool) -> int:
    """List the checks that there are."""
    from hexcourt.solver.scenario.answers import list_checks

    return show(list_checks(), as_json)


@scenario.command("explain")
@options.takes("scenario explain", "json")
@limited
def scenario_explain(check: str, as_json: bool) -> int:
    """Describe what a check looks at, what it takes for granted, and by which rules: S15."""
    from hexcourt.solver.scenario.answers import explain_check

    return show(explain_check(check), as_json)


@scenario.command("schema")
@limited
def scenario_schema() -> int:
    """Write the JSON Schema of cards, by which editors complete them (docs/howto/scenarios.md)."""
    from hexcourt.facts.cards.read_cards import json_schema

    click.echo(json_schema(), nl=False)
    return 0
