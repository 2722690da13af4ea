"""Commands about the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import (
    FORMER,
    Commands,
    amend_law,
    guarded,
    guarded_for,
    pictures_of,
    show,
)
from hexcourt.cli.render.output import wanted
from hexcourt.facts.base.files import make_new_folder, read_text


class RulesGroup(Commands):
    """The group ``rules``: what names no sub-command is shown, so that ``rules Q4.142`` works."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``show`` before arguments that name no sub-command."""
        named = {*ctx.help_option_names, *self.commands, *FORMER}
        if (args and args[0] not in named) or not (args or ctx.resilient_parsing):
            args = ["show", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """List the sub-commands and the numbers of rules."""
        found = super().shell_complete(ctx, incomplete)
        return [*found, *rules_show.params[0].shell_complete(ctx, incomplete)]


@click.group(cls=RulesGroup)
def rules() -> None:
    """Show the rules, analyse them, compare two rule sets.

    `hexcourt rules` lists the register, and `hexcourt rules Q4.142` shows one rule.
    """


@rules.command("list")
@options.as_json
@guarded
def rules_list(as_json: bool) -> int:
    """List every paragraph of the rule documents, with its state.

    A paragraph is decided, dice (its outcomes are), unknown (its text is cut off), a contradiction, or
    a heading.
    """
    from hexcourt.solver.register.answers import list_rules

    return show(list_rules(), as_json)


@rules.command("show")
@click.argument("number", metavar="[NUMBER]", required=False)
@options.as_json
@guarded
def rules_show(number: str | None, as_json: bool) -> int:
    """Show the rule NUMBER: statements, programs, tests and examples. Without NUMBER list all rules."""
    from hexcourt.solver.register.answers import list_rules, show_rule

    return show(list_rules() if number is None else show_rule(number), as_json)


ANALYSIS_SECONDS = 1800.0
"""How many seconds an analysis of the rules may take by default."""

GRACE = 60.0
"""How many seconds an analysis has for printing its findings after its time is over."""

ANALYSIS_MEMORY = 3584
"""How many MiB all processes of an analysis may take by default."""

_guarded = guarded_for(ANALYSIS_SECONDS, GRACE, ANALYSIS_MEMORY)


_hexes = click.option(
    "--hexes",
    type=click.IntRange(1, 6),
    help="How many hexes a bounded position has at most. Default: 2 for actions, 5 along a line.",
)
_changed = click.option(
    "--changed",
    is_flag=True,
    help="Check only families whose rules changed since the last check, in the smallest scope; print "
    "the stored findings of the others. Print which answers changed since the rules of --against.",
)
_against = click.option(
    "--against",
    metavar="FOLDER|REVISION",
    help="Print which answers changed since these rules: a folder like asp/, or a revision that git "
    "knows. Default with --changed: the printed rules with --amend, else the last commit.",
)
_properties = click.option(
    "--properties",
    "own",
    type=click.Path(path_type=Path),
    help="A file with your own properties: rules for broken(Name,Class) below %! sentences.",
)

_mutants = click.option(
    "--mutants",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A table of which test fails without each rule (docs/mutants.csv). The answer compares it with "
    "the rules that no bounded position needs.",
)

_certify = click.option(
    "--certify",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write a certificate that no bounded position shows a finding, one folder in FOLDER for each "
    "check of a family; or that the one property named always holds. `hexcourt verify` checks it.",
)


def _examining(name: str, checks: Sequence[str], text: str) -> click.Command:
    """Make the command of one check, or of several."""
    may_name = "NAME|RULE|FILE|FAMILY" if "properties" in checks else "RULE|FILE|FAMILY"

    @rules.command(name, help=text)
    @click.argument("named", metavar=f"[{may_name}]...", nargs=-1)
    @_hexes
    @_properties
    @_changed
    @_against
    @_mutants
    @_certify
    @options.amend
    @options.progress
    @options.as_json
    @_guarded
    def command(
        named: tuple[str, ...],
        hexes: int | None,
        own: Path | None,
        changed: bool,
        against: str | None,
        mutants: Path | None,
        folder: Path | None,
        amend: tuple[Path, ...],
        as_json: bool,
    ) -> int:
        amend_law(amend)
        if folder is not None and name == "properties":
            from hexcourt.solver.analysis.certifying import certify_law, names_property

            if names_property(named):
                return show(certify_law(named, hexes, folder), as_json)
        return _examined(
            name, checks, named, hexes, own, as_json, changed, against, mutants, folder
        )

    return command


def _examined(
    name: str,
    checks: Sequence[str],
    named: Sequence[str],
    hexes: int | None,
    own: Path | None,
    as_json: bool,
    changed: bool,
    against: str | None,
    mutants: Path | None,
    folder: Path | None,
) -> int:
    from hexcourt.solver.analysis.answers import examine_law
    from hexcourt.solver.analysis.core.repairs import read_mutants
    from hexcourt.solver.analysis.last_green import since
    from hexcourt.solver.rulebase.read_house_rules import read_own_rules

    is_all = name == "check"
    green = since(against) if (changed and is_all) or against is not None else None
    answer = examine_law(
        f"rules {name}",
        checks,
        named,
        hexes,
        options.limit("limit_seconds"),
        None if own is None else read_own_rules(own, "a file of properties (.lp)"),
        _teller(),
        changed,
        None if mutants is None else read_mutants(read_text(mutants), str(mutants)),
        folder,
        green,
    )
    return show(answer, as_json)


def _teller() -> Callable[[str], None]:
    """Print each step on standard error, on a terminal or with --progress."""
    if wanted() is None:
        return lambda _: None
    return lambda what: click.echo(f"  {what}", err=True)


_examining(
    "check",
    ("conflicts", "gaps", "dead", "shadowed", "properties", "words"),
    "Run all checks of the rules in bounded positions. Each finding comes with its smallest position.",
)
_examining(
    "conflicts", ("conflicts",), "Find pairs of rules where one permits what the other forbids."
)
_examining("gaps", ("gaps",), "Find actions and attacks that no rule mentions.")
_examining("dead", ("dead",), "Find rules that never fire.")
_examining("shadowed", ("shadowed",), "Find rules that never decide an answer, or never alone.")
_examining("words", ("words",), "Find rules whose sentence contradicts their head.")


_examining(
    "properties", ("properties",), "Find bounded positions in which a property does not hold."
)


@rules.command("consistency")
@click.argument("named", metavar="[FAMILY]...", nargs=-1)
@_hexes
@click.option(
    "--worlds",
    type=click.IntRange(1, 10_000),
    default=50,
    show_default=True,
    help="In how many random worlds of each family.",
)
@options.amend
@options.progress
@options.as_json
@guarded_for(ANALYSIS_SECONDS, grace=GRACE)
def consistency(
    named: tuple[str, ...], hexes: int | None, worlds: int, amend: tuple[Path, ...], as_json: bool
) -> int:
    """Compare exact and batch lines of sight in random bounded positions.

    Exit status: 1 if a line differs, else 3, since samples prove nothing.
    """
    from hexcourt.solver.analysis.answers import compare_doors

    amend_law(amend)
    limit = options.limit("limit_seconds")
    return show(compare_doors(named, worlds, hexes, limit, _teller()), as_json)


@rules.command("explain")
@click.argument("finding", metavar="FINDING", nargs=-1, required=True)
@_hexes
@_properties
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write the smallest position into this folder: a facts file, and its picture.",
)
@options.amend
@options.pictures
@options.as_json
@_guarded
def explain(
    finding: tuple[str, ...],
    hexes: int | None,
    own: Path | None,
    out: Path | None,
    amend: tuple[Path, ...],
    as_json: bool,
    **more: Any,
) -> int:
    """Show a FINDING in full, by its key in `hexcourt rules check`: rules, position, query."""
    from hexcourt.cli.commands.rule_trials import write_positions
    from hexcourt.facts.formats.read_board import parse_board
    from hexcourt.solver.analysis.answers import explain_finding
    from hexcourt.solver.analysis.delta_debugging import FILE
    from hexcourt.solver.rulebase.read_house_rules import read_own_rules

    amend_law(amend)
    files = pictures_of(more)
    files.check()
    if out is not None:
        make_new_folder(out)
    properties = None if own is None else read_own_rules(own, "a file of properties (.lp)")
    answer, found = explain_finding(
        " ".join(finding), options.limit("limit_seconds"), hexes, properties
    )
    if out is not None:
        write_positions([found.position] if found.position is not None else [], out)
    if files and found.position is not None:
        files.draw(parse_board(found.position.facts, FILE), caption=found.position.caption)
    return show(answer, as_json)


@rules.command("diff")
@click.argument("folders", metavar="[OLD] [NEW]", nargs=-1, type=click.Path(path_type=Path))
@options.amend
@click.option(
    "--on",
    type=click.Choice(["boards", "worlds"]),
    default="boards",
    show_default=True,
    help="Compare answers on boards, or in all bounded positions.",
)
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="BOARD",
    help="On which boards, more than once if wanted. Default: all embedded ones.",
)
@click.option(
    "--boards",
    "archives",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The folder of your board archives, on which some printed commands ask.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write each smallest position into this folder: a facts file, and its picture.",
)
@options.progress
@options.as_json
@_guarded
def diff(
    folders: tuple[Path, ...],
    amend: tuple[Path, ...],
    on: str,
    boards: tuple[str, ...],
    archives: Path | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Compare two rule sets: which rules differ, which answers differ, and because of which rules.

    OLD and NEW are folders like asp/ of two versions. Without NEW, OLD is compared with the installed
    rules, amended by --amend if given. With --amend alone, the amended rules are compared with the
    installed ones. Exit status: 0 if no answer differs, 1 if one does.
    """
    from hexcourt.cli.commands.rule_trials import printed_commands, write_positions
    from hexcourt.solver.analysis.difference_answers import compare

    if out is not None:
        make_new_folder(out)
    root = click.get_current_context().find_root().command
    with printed_commands(partial(root.main, prog_name="hexcourt"), archives) as printed:
        limit = options.limit("limit_seconds")
        found = compare(folders, amend, on, boards, _teller(), limit, printed)
    if out is not None:
        write_positions(found.positions, out)
    return show(found.answer, as_json)


@rules.command(
    "try", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@options.amend
@click.argument("question", nargs=-1, required=True, type=click.UNPROCESSED)
@options.as_json
@_guarded
def try_amended(amend: tuple[Path, ...], question: tuple[str, ...], as_json: bool) -> int:
    """Answer a QUESTION, such as los BOARD VIEWER TARGET, by the installed and by the amended rules.

    Exit status: 0 if both answers are the same, 1 if they differ.
    """
    from hexcourt.cli.commands.rule_tests import try_question

    root = click.get_current_context().find_root().command
    return try_question(partial(root.main, prog_name="hexcourt"), amend, question, as_json)


@rules.command("test")
@click.argument("file", type=click.Path(path_type=Path))
@options.as_json
@_guarded
def test_rules(file: Path, as_json: bool) -> int:
    """Run a FILE of questions with expected answers, by the house rules that it names.

    Prints each test that fails, with the answer and its reasons (docs/howto/amending.md). Exit status:
    0 if all pass, 1 if one fails.
    """
    from hexcourt.cli.commands.rule_tests import run_tests

    root = click.get_current_context().find_root().command
    assert isinstance(root, click.Group)
    return show(run_tests(root, file), as_json)
