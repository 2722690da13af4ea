"""The commands of questions, most of them made from the table of questions."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import (
    limited,
    limited_to,
    position_of,
    progress_bar,
    show,
    use_house_rules,
)
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.arguments import QUESTIONS, QuestionKind
from hexcourt.solver.sandbox.limited_run import SECONDS, Limits

if TYPE_CHECKING:
    from hexcourt.solver.answer.answer import AskedAnswer


def question_command(question: QuestionKind) -> click.Command:
    """Make the command of a question: it opens the board, asks, and shows the answer."""

    @click.command(question.name, help=question.help)
    @options.asks(question)
    @options.takes("pictures", "around", "json")
    @limited
    def command(board_name: str | None, as_json: bool, why: bool = False, **more: Any) -> int:
        if board_name is None:
            from hexcourt.cli.render.vocabulary import list_words

            return show(list_words(question.name, *question.words), as_json)
        from hexcourt.solver.api.position import put_question

        arguments = given_arguments(question, more)
        if lacking := next((each for each in question.first if arguments[each] is None), None):
            raise BadInput(
                f"--{lacking} is missing; write for example --attack 'small_arms(\"F31\")' --target F33"
            )
        answer = put_question(position_of(board_name, more), question.name, arguments)
        return show(answer, as_json, why, more)

    return command


def given_arguments(question: QuestionKind, options: dict[str, Any]) -> dict[str, Any]:
    """Pick the arguments of a question from the options of a command."""
    return {name: options[name] for name, _, _ in question.offered("shell")}


ASKED_ALONE = ("los", "see", "path", "reach", "exposure", "adjacent", "entry", "legal", "effect")
"""The questions whose commands need nothing else; each is made when it is imported."""


def __getattr__(name: str) -> click.Command:
    if name in ASKED_ALONE:
        return question_command(QUESTIONS[name])
    raise AttributeError(f"module {__name__} has no attribute {name}")


@click.command(help=QUESTIONS["cut"].help)
@options.asks(QUESTIONS["cut"])
@options.takes("pictures", "around", "progress", "json")
@limited
def cut(board_name: str, why: bool, as_json: bool, **more: Any) -> int:
    """Find the fewest pieces that block every path, showing how far the search is."""
    from hexcourt.solver.api.position import put_question

    position = position_of(board_name, more)
    with contextmanager(progress_bar)("", None) as tell:

        def report(pieces: int, paths: int) -> None:
            tell(what=f"pieces at least: {pieces}, paths known: {paths}")

        arguments = given_arguments(QUESTIONS["cut"], more)
        answer = put_question(position, "cut", arguments | {"progress": report})
    return show(answer, as_json, why, more)


@click.command(help="Judge every unordered pair of Locations once, into a CSV file.")
@options.asks(QUESTIONS["matrix"])
@options.takes("matrix", "progress", "json")
@limited
def matrix(
    board_name: str,
    out: Path,
    locations: str,
    margin: float,
    within: int | None,
    workers: int | None,
    as_json: bool,
    **more: Any,
) -> int:
    """Write the lines of sight between all pairs of Locations."""
    from hexcourt.cli.render.output import Page, keep_board, print_text
    from hexcourt.facts.base.files import write_whole
    from hexcourt.solver.rulebase.rulebase import active_rules
    from hexcourt.solver.sight.matrices import judge_pairs

    keep_board(board_name, out)
    position = position_of(board_name, more)
    with contextmanager(progress_bar)(f"{position.board.title}: lines of sight", None) as tell:
        found = judge_pairs(position, locations, margin, tell, within, workers)
    write_whole(out, found.csv_parts())
    if as_json:
        return show(found.written(str(out)), as_json)
    first, *others = found.summary()
    others += [f"taken for granted: {each}" for each in active_rules().assumed]
    print_text(Page(stderr=True), "\n".join([f"{out}: {first}", *others]))
    return 0


GRACE = 5.0
"""How many seconds there are for saying that a limit was met, and what was found before."""

SWEEP_SECONDS = 604_800.0
"""A study may take days; what is done of it when the time is over, or the machine, is kept."""


@click.command("ask", help=QUESTIONS["ask"].help)
@options.asks(QUESTIONS["ask"])
@options.takes("ask", "pictures", "around", "other rules", "json")
@limited_to(SECONDS, grace=GRACE)
def ask(
    board_name: str,
    tree: Path | None,
    dump: Path | None,
    limit_conflicts: int | None,
    as_json: bool,
    **more: Any,
) -> int:
    """Answer a question that a user put together, under limits."""
    from hexcourt.cli.render.output import check_files
    from hexcourt.facts.base.files import write_whole
    from hexcourt.solver.api.position import put_question
    from hexcourt.solver.rulebase.rulebase import other_rules

    check_files(board_name, tree=tree, svg=more["svg"], png=more["png"], dump=dump)
    limits = Limits(
        options.limit("limit_seconds"), options.limit("limit_memory") << 20, limit_conflicts
    )
    arguments = given_arguments(QUESTIONS["ask"], more)
    arguments |= {"program": dump is not None, "limits": limits}
    arguments["why"] = more["why"] or tree is not None
    answer: AskedAnswer
    if other_rules() is not None:
        use_house_rules(more["amend"])
        answer = _ask_facts(Path(board_name), arguments, limits, more)
    else:
        answer = cast("AskedAnswer", put_question(position_of(board_name, more), "ask", arguments))
    if tree is not None and answer.tree is not None:
        from hexcourt.cli.render.tree import draw_tree

        write_whole(tree, draw_tree(answer.tree))
    status = show(answer, as_json, options=more)
    if dump is not None and answer.program is not None:
        write_whole(dump, answer.program)
        if not as_json:
            click.echo(f"written to {dump}: clingo {dump} 0")
    return status


_OF_FACTS = ("question", "vary", "why", "lines", "certify", "program", "limits")
"""The arguments that a question to another rule set has."""


def _ask_facts(
    path: Path, arguments: dict[str, Any], limits: Limits, more: dict[str, Any]
) -> AskedAnswer:
    """Ask the rules of another folder about a facts file."""
    from hexcourt.facts.base.files import read_text
    from hexcourt.facts.formats.kinds import FACTS, expecting
    from hexcourt.solver.query.answers import answer_limited
    from hexcourt.solver.ruleset.answers import ask_facts

    defaults = QUESTIONS["ask"].defaults
    given = [n for n, e in arguments.items() if n not in _OF_FACTS and e != defaults.get(n)]
    given += [n for n in ("place", "given", "without", "areas", "boards", "svg", "png") if more[n]]
    if given:
        option = given[0].replace("_", "-")
        raise BadInput(f"--{option}: goes with a board, not with --rules; leave it out")
    question = {name: arguments[name] for name in ("question", "vary")}
    work = partial(
        ask_facts,
        read_text(path, expecting("a facts file (.lp)", FACTS)),
        **question,
        reasons=arguments["why"],
        lines=arguments["lines"],
        certify=arguments["certify"],
        conflicts=limits.conflicts,
        name=path.name,
    )
    return answer_limited(work, question, limits)


@click.command("sweep")
@options.takes("sweep", "workers", "amend", "progress", "json")
@limited_to(SWEEP_SECONDS)
def sweep_study(
    study: Path,
    cluster: str | None,
    out: Path | None,
    parquet: bool,
    workers: int | None,
    amend: tuple[Path, ...],
    as_json: bool,
) -> int:
    """Carry a whole study through: questions in every world of some families, on some boards.

    STUDY is a TOML file (docs/howto/sweeps.md). What is done already is not done again: after an end
    of any kind the same command goes on.
    """
    from hexcourt.cli.render import sweep as sweeping
    from hexcourt.cli.render.output import Page

    return sweeping.run_sweep(Page(), study, workers, cluster, out, parquet, amend, as_json)


@click.command("verify")
@options.takes("verify", "amend", "other rules", "json")
@limited
def verify_certificate(
    folder: Path,
    checkers: Path | None,
    against: tuple[Path, ...],
    as_json: bool,
    amend: tuple[Path, ...],
) -> int:
    """Describe what a certificate of `hexcourt ask --certify` proves, and check it.

    Exit status: 0 if it proves what it states, 1 if it does not hold, 4 if a ground program was checked,
    but not that it is the question's: other rules are installed.
    """
    from hexcourt.solver.analysis.certifying import verify_folder
    from hexcourt.solver.analysis.difference_answers import rules_in

    use_house_rules(amend)
    named = None if checkers is None else str(checkers)
    return show(verify_folder(folder, named, [*map(rules_in, against)]), as_json)


@click.command("vocabulary")
@options.takes("vocabulary", "other rules", "json")
@limited
def vocabulary(word: str | None, as_json: bool) -> int:
    """List what may be asked: predicates, their arguments, and an example each."""
    from hexcourt.cli.render import vocabulary as listing
    from hexcourt.cli.render.output import Page

    return listing.show_vocabulary(Page(), word, as_json)
