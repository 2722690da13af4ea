"""Commands about cases, and about other programs held against the rules."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import Commands, limited_to, show, use_house_rules
from hexcourt.cli.render.output import wanted
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.formats.kinds import FACTS, expecting

if TYPE_CHECKING:
    from hexcourt.solver.conformance.cases import Case
    from hexcourt.solver.conformance.partners import Partner

SECONDS = 600.0
GRACE = 30.0

_guarded = limited_to(SECONDS, GRACE)


def _print_progress(what: str) -> None:
    if wanted() is not None:
        click.echo(f"  {what}", err=True)


def _cases(paths: Sequence[Path]) -> tuple[list[Case], str]:
    """Read files of cases, those that come with the program if none is named; return their names too."""
    from hexcourt.solver.conformance.cases import corpus, read_cases

    if not paths:
        return corpus(), "the cases that come with the program"
    return [each for path in paths for each in read_cases(path)], ", ".join(map(str, paths))


@click.command("conform")
@options.takes("conform", "amend", "other rules", "progress", "json")
@_guarded
def conform(
    command: str | None,
    http: str | None,
    lp: Path | None,
    recorded: Path | None,
    files: tuple[Path, ...],
    questions: tuple[str, ...],
    out: Path | None,
    amend: tuple[Path, ...],
    as_json: bool,
) -> int:
    """Compare another program that answers rules questions with the rules.

    Each class of differences is printed once, with the smallest position that shows it, and the rule
    that decides (docs/reference/conform.md). Exit status: 0 if all answers agree, 1 if some differ, 3 if
    the rules decide nothing of what was answered.
    """
    from hexcourt.facts.base.files import write_whole
    from hexcourt.solver.answer.arguments import QUESTIONS
    from hexcourt.solver.conformance import partners
    from hexcourt.solver.conformance.cases import written
    from hexcourt.solver.conformance.conform import answer_again
    from hexcourt.solver.conformance.conform import conform as compare

    use_house_rules(amend)
    given = [each for each in (command, http, lp, recorded) if each is not None]
    if len(given) != 1:
        raise BadInput("conform: name one program: --command, --http, --lp or --recorded")
    for each in questions:
        if each not in QUESTIONS:
            raise BadInput(f"--question {each[:40]}: name one of {', '.join(QUESTIONS)}")
    partner: Partner
    if command is not None:
        partner = partners.CommandPartner(command)
    elif http is not None:
        partner = partners.HttpPartner(http)
    elif lp is not None:
        partner = partners.ProgramPartner(lp)
    else:
        assert recorded is not None
        partner = partners.RecordedPartner(recorded)
    try:
        if isinstance(partner, partners.RecordedPartner):
            cases = answer_again(partner.cases, _print_progress)
        else:
            cases, _ = _cases(files)
            cases = answer_again(cases, _print_progress) if amend else cases
        limit = options.limit("limit_seconds")
        answer, stored = compare(partner, cases, limit, questions, _print_progress)
    finally:
        partner.close()
    if out is not None:
        write_whole(out, written(stored))
    return show(answer, as_json)


@click.group("cases", cls=Commands)
def cases() -> None:
    """Run, extend and explain cases: positions with a question and its answer, one a line.

    Without a FILE they are those that come with the program (docs/reference/conform.md).
    """


@cases.command("run")
@options.takes("cases run", "amend", "other rules", "progress", "json")
@_guarded
def cases_run(files: tuple[Path, ...], amend: tuple[Path, ...], as_json: bool) -> int:
    """Answer all cases by the rules, and print those that are answered otherwise."""
    from hexcourt.solver.conformance.conform import run_cases

    use_house_rules(amend)
    some, named = _cases(files)
    return show(run_cases(some, named, _print_progress), as_json)


@cases.command(
    "add", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@options.takes("amend", "other rules", "cases add", "json")
@_guarded
def cases_add(
    amend: tuple[Path, ...], file: Path, name: str, question: tuple[str, ...], as_json: bool
) -> int:
    """Add a QUESTION, such as los BOARD VIEWER TARGET, with its answer to FILE, as the case ID.

    A facts file becomes part of the case.
    """
    from hexcourt.facts.base.files import write_whole
    from hexcourt.solver.answer.answer import Answer
    from hexcourt.solver.conformance.cases import answered, read_cases, written

    use_house_rules(amend)
    if "--json" in question:  # behind the words of the question it means the same
        question, as_json = tuple(each for each in question if each != "--json"), True
    if file.exists() and any(each.id == name for each in read_cases(file)):
        raise BadInput(f"{file}: a case called {name} is there already; choose another ID")
    case = answered(case_of(question, name, source="added by hand"))
    text = written([case])
    if file.exists():
        with file.open("a", encoding="utf-8") as there:
            there.write(text.partition("\n")[2])
    else:
        write_whole(file, text)
    rows = [{"written": str(file)}]
    lines = [f"{file}: {case.words()}: {case.answer}"]
    return show(Answer("cases add", None, "done", {"case": name}, rows, lines=lines), as_json)


@cases.command("explain")
@options.takes("cases explain", "amend", "other rules", "json")
@_guarded
def cases_explain(
    name: str, files: tuple[Path, ...], amend: tuple[Path, ...], as_json: bool
) -> int:
    """Print the position of the case ID, its question, and the answer of the rules with every reason."""
    import msgspec

    from hexcourt.solver.answer.answer import Answer
    from hexcourt.solver.conformance.cases import asked_of

    use_house_rules(amend)
    some, named = _cases(files)
    case = next((each for each in some if each.id == name), None)
    if case is None:
        raise BadInput(
            f"{name[:60]}: is no case of {named}; `hexcourt cases run --json` lists them"
        )
    answer = asked_of(case)
    if as_json:
        row = {"case": msgspec.to_builtins(case), "answer": json.loads(answer.as_json())}
        return show(Answer("cases explain", None, "done", {"case": name}, [row]), as_json)
    items = case.facts.splitlines()
    items += [f"on {case.board}"] * bool(case.board)
    items += [f"placed {each}" for each in case.place] + [f"given {each}" for each in case.given]
    click.echo("position:")
    for each in items:
        click.echo(f"  {each}")
    click.echo(case.words())
    return show(answer, as_json=False, why=True)


def case_of(words: Sequence[str], name: str, source: str) -> Case:
    """Turn the words of a command that asks about a board into a case; raises BadInput."""
    from hexcourt.cli.commands.questions import given_arguments
    from hexcourt.facts.base.files import read_text
    from hexcourt.solver.answer.arguments import QUESTIONS
    from hexcourt.solver.conformance.cases import Case

    root = click.get_current_context().find_root().command
    assert isinstance(root, click.Group)
    word, *rest = words
    if word not in QUESTIONS or word not in root.commands:
        raise BadInput(f"{word[:40]}: is no question; begin with one of {', '.join(QUESTIONS)}")
    try:
        with root.commands[word].make_context(word, rest) as context:
            query = given_arguments(QUESTIONS[word], context.params)
            placed = {each: context.params.get(each, ()) for each in ("place", "given")}
            board = context.params["board_name"]
    except click.UsageError as error:
        raise BadInput(f"{shlex.join(words)[:80]}: {error.format_message()}") from None
    plain: dict[str, Any] = {
        key: list(each) if isinstance(each, tuple) else each
        for key, each in query.items()
        if each is not None and each != QUESTIONS[word].defaults.get(key, ...) and key != "why"
    }
    is_facts = board.endswith(".lp")
    return Case(
        id=name,
        question=word,
        arguments=plain,
        answer="unknown",
        facts=read_text(Path(board), expecting("a facts file (.lp)", FACTS)) if is_facts else "",
        board="" if is_facts else board,
        source=source,
        **placed,
    )
