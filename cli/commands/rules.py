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
    limited,
    limited_to,
    pictures_of,
    show,
    use_house_rules,
)
from hexcourt.cli.render.output import wanted
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import make_new_folder, read_text
from hexcourt.facts.formats.kinds import expecting


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


_MUTANTS = expecting("docs/mutants.csv")


@click.group(cls=RulesGroup)
def rules() -> None:
    """Show the rules, analyse them, compare two rule sets.

    `hexcourt rules` lists the register, and `hexcourt rules Q4.142` shows one rule.
    """


@rules.command("list")
@options.as_json
@limited
def rules_list(as_json: bool) -> int:
    """List every paragraph of the rule documents, with its state.

    A paragraph is decided, dice (its outcomes are), unknown (its text is cut off), a contradiction, or
    a heading.
    """
    from hexcourt.solver.register.answers import list_rules

    return show(list_rules(), as_json)


@rules.command("show")
@options.takes("rules show", "json")
@limited
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

_guarded = limited_to(ANALYSIS_SECONDS, GRACE, ANALYSIS_MEMORY)


def _examining(name: str, checks: Sequence[str], text: str) -> click.Command:
    """Make the command of one check, or of several."""
    may_name = "NAME|RULE|FILE|FAMILY" if "properties" in checks else "RULE|FILE|FAMILY"

    @rules.command(name, help=text)
    @click.argument("named", metavar=f"[{may_name}]...", nargs=-1)
    @options.takes("hexes", "properties", "rules check", "amend", "other rules", "progress", "json")
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
        use_house_rules(amend)
        if folder is not None and name in ("properties", "dead"):
            from hexcourt.solver.analysis.certifying import certify_named, is_named

            if is_named(named):
                return show(certify_named(name, named, hexes, folder), as_json)
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
    from hexcourt.solver.analysis.answers import analyse_rules
    from hexcourt.solver.analysis.core.repairs import read_mutants
    from hexcourt.solver.analysis.last_green import since, uncommitted
    from hexcourt.solver.rulebase.read_house_rules import read_own_rules

    is_all = name == "check"
    if against is not None or (changed and is_all):
        green = since(against)
    else:
        green = uncommitted() if is_all and not named else None
    answer = analyse_rules(
        f"rules {name}",
        checks,
        named,
        hexes,
        options.limit("limit_seconds"),
        None if own is None else read_own_rules(own, "a file of properties (.lp)"),
        _teller(),
        changed,
        None if mutants is None else read_mutants(read_text(mutants, _MUTANTS), str(mutants)),
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
@options.takes("rules consistency", "hexes", "amend", "progress", "json")
@limited_to(ANALYSIS_SECONDS, grace=GRACE)
def consistency(
    named: tuple[str, ...], hexes: int | None, worlds: int, amend: tuple[Path, ...], as_json: bool
) -> int:
    """Compare exact and batch lines of sight in random bounded positions.

    Exit status: 1 if a line differs, else 3, since samples prove nothing.
    """
    from hexcourt.solver.analysis.answers import compare_entry_points

    use_house_rules(amend)
    limit = options.limit("limit_seconds")
    return show(compare_entry_points(named, worlds, hexes, limit, _teller()), as_json)


@rules.command("explain")
@options.takes("rules explain", "hexes", "properties", "amend", "other rules", "pictures", "json")
@_guarded
def explain(
    finding: tuple[str, ...],
    hexes: int | None,
    own: Path | None,
    out: Path | None,
    tree: Path | None,
    amend: tuple[Path, ...],
    as_json: bool,
    **more: Any,
) -> int:
    """Show a FINDING in full, by its key in `hexcourt rules check`: rules, position, query, reasons."""
    from hexcourt.cli.commands.rule_trials import write_positions
    from hexcourt.cli.render.output import check_files
    from hexcourt.cli.render.tree import draw_tree
    from hexcourt.facts.base.files import write_whole
    from hexcourt.facts.formats.read_board import parse_board
    from hexcourt.solver.analysis.answers import explain_finding
    from hexcourt.solver.analysis.delta_debugging import FILE
    from hexcourt.solver.rulebase.read_house_rules import read_own_rules

    use_house_rules(amend)
    files = pictures_of(more)
    files.check()
    check_files("", tree=tree, svg=files.svg, png=files.png)
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
    if tree is not None:
        if found.shown is None:
            raise BadInput(
                f"{found.key}: no position shows it to draw reasons of; leave out --tree"
            )
        write_whole(tree, draw_tree(answer.rows[0]["why"]))
    return show(answer, as_json)


@rules.command("diff")
@options.takes("rules diff", "amend", "other rules", "progress", "json")
@_guarded
def diff(
    folders: tuple[Path, ...],
    amend: tuple[Path, ...],
    on: str,
    boards: tuple[str, ...],
    archives: Path | None,
    out: Path | None,
    folder: Path | None,
    as_json: bool,
) -> int:
    """Compare two rule sets: which rules differ, which answers differ, and because of which rules.

    OLD and NEW are folders like asp/ of two versions. Without NEW, OLD is compared with the installed
    rules, amended by --amend if given. With --amend alone, the amended rules are compared with the
    installed ones. Exit status: 0 if no answer differs, 1 if one does.
    """
    from hexcourt.cli.commands.rule_trials import printed_commands, write_positions
    from hexcourt.solver.analysis.difference_answers import WORLDS, compare
    from hexcourt.solver.rulebase.rulebase import other_rules

    if out is not None:
        make_new_folder(out)
    root = click.get_current_context().find_root().command
    with printed_commands(partial(root.main, prog_name="hexcourt"), archives) as printed:
        limit = options.limit("limit_seconds")
        on = on if other_rules() is None else WORLDS
        found = compare(folders, amend, on, boards, _teller(), limit, printed, folder)
    if out is not None:
        write_positions(found.positions, out)
    return show(found.answer, as_json)


@rules.command(
    "try", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@options.takes("amend", "rules try", "json")
@_guarded
def try_amended(amend: tuple[Path, ...], question: tuple[str, ...], as_json: bool) -> int:
    """Answer a QUESTION, such as los BOARD VIEWER TARGET, by the installed and by the amended rules.

    Exit status: 0 if both answers are the same, 1 if they differ.
    """
    from hexcourt.cli.commands.rule_tests import try_question

    root = click.get_current_context().find_root().command
    return try_question(partial(root.main, prog_name="hexcourt"), amend, question, as_json)


@rules.command("lint")
@options.takes("rules lint", "other rules", "json")
@_guarded
def lint(file: Path, as_json: bool) -> int:
    """List all that is wrong with a FILE of house rules, each with its line and column.

    For editors: undeclared and unused predicates, wrong sorts, missing citations, unsafe variables.
    Exit status: 0 if nothing is wrong, 1 if something is.
    """
    from hexcourt.cli.commands.rule_tests import lint_rules

    return show(lint_rules(file), as_json)


@rules.command("test")
@options.takes("rules test", "json")
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
