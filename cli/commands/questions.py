"""The commands of the questions that can be asked of a Position, made from the table of questions."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded, position_of, progress_bar, show
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.questions import QUESTIONS, Question


def question_command(asked: Question) -> click.Command:
    """Make the command of a question: it opens the board, asks, and shows the answer."""

    @click.command(asked.name, help=asked.help)
    @options.asks(asked)
    @options.answer_pictures
    @options.as_json
    @guarded
    def command(board_name: str | None, as_json: bool, why: bool = False, **more: Any) -> int:
        if board_name is None:
            from hexcourt.cli.render.vocabulary import list_words

            return show(list_words(asked.name, *asked.words), as_json)
        from hexcourt.solver.api.position import put_question

        arguments = given_arguments(asked, more)
        if lacking := next((each for each in asked.first if arguments[each] is None), None):
            raise BadInput(
                f"--{lacking} is missing; write for example --attack 'small_arms(\"F31\")' --target F33"
            )
        answer = put_question(position_of(board_name, more), asked.name, arguments)
        return show(answer, as_json, why, more)

    return command


def given_arguments(asked: Question, options: dict[str, Any]) -> dict[str, Any]:
    """Pick the arguments of a question from the options of a command."""
    return {name: options[name] for name, _, _ in asked.offered("shell")}


COMMANDS = {
    each: question_command(QUESTIONS[each])
    for each in ("los", "see", "path", "reach", "adjacent", "entry", "legal", "effect")
}
"""The commands of questions that need nothing else, by name."""


@click.command(help=QUESTIONS["cut"].help)
@options.asks(QUESTIONS["cut"])
@options.progress
@options.answer_pictures
@options.as_json
@guarded
def cut(board_name: str, why: bool, as_json: bool, **more: Any) -> int:
    """Find the fewest pieces that bar every path, showing how far the search is."""
    from hexcourt.solver.api.position import put_question

    position = position_of(board_name, more)
    with contextmanager(progress_bar)("", None) as tell:

        def told(pieces: int, paths: int) -> None:
            tell(what=f"pieces at least: {pieces}, paths known: {paths}")

        arguments = given_arguments(QUESTIONS["cut"], more)
        answer = put_question(position, "cut", arguments | {"progress": told})
    return show(answer, as_json, why, more)


@click.command(help="Judge every unordered pair of Locations once, into a CSV file.")
@options.asks(QUESTIONS["matrix"])
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="CSV file to write.",
)
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
    **more: Any,
) -> int:
    """Write the lines of sight between all pairs of Locations."""
    from hexcourt.cli.render.output import Page, keep_board, say
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
    say(Page(stderr=True), "\n".join([f"{out}: {first}", *others]))
    return 0
