"""The commands of ``hexcourt``."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.boards import showing
from hexcourt.cli.seeing import sight
from hexcourt.cli.showing.output import Page
from hexcourt.facts.errors import BadInput
from hexcourt.solver.guarding.limits import Limits
from hexcourt.solver.statutes.program import LawError

BAD_INPUT = 2
INTERRUPTED = 130


def _guarded(command: Callable[..., int]) -> Callable[..., None]:
    """End with the status a command gives; bad input becomes one sentence on standard error."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # half levels have signs not every page knows
        try:
            status = command(*arguments, **options)
        except (BadInput, LawError) as error:
            click.echo(f"hexcourt: {error}", err=True)
            status = BAD_INPUT
        except BrokenPipeError:
            # whoever read our output has seen enough; nothing more can be written to it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 0
        except OSError as error:
            place = error.filename or "standard output"
            click.echo(f"hexcourt: {place}: {error.strerror}; check the path", err=True)
            status = BAD_INPUT
        except KeyboardInterrupt:
            click.echo("hexcourt: stopped; nothing was written", err=True)
            status = INTERRUPTED
        sys.exit(status)

    return run


def _a_number(value: float) -> float:
    if value != value:
        raise click.BadParameter("nan is no number; write for example 1")
    return value


_json = click.option("--json", "as_json", is_flag=True, help="Answer as JSON (docs/answers.md).")
_svg = click.option(
    "--svg", type=click.Path(path_type=Path), help="Draw the answer into this file."
)
_status = click.option(
    "--status",
    type=click.Choice(["entrenched", "emplaced"]),
    help="Status of the unit looked at.",
)
_place = click.option(
    "--place",
    "placed",
    multiple=True,
    metavar="COUNTER",
    help='Lay a counter on the board, more than once if wanted: rubble("G37",stone), debris("F36"), '
    'afv("G37"), wreck("G37"); beneath a bridge debris("G38",under).',
)
_given = click.option(
    "--given",
    multiple=True,
    metavar="FACT",
    help='What is given beside the board: pieces as --place takes them, and facts: fortified("C25").',
)
_margin = click.option(
    "--margin",
    type=click.FloatRange(min=0, max=10_000),
    callback=lambda _context, _option, value: _a_number(value),
    default=0.0,
    show_default=True,
    help="Call lines too close when moving the thread by less than this would change the verdict: "
    "up to 1 pixel of an archive, up to 15 thousandths of a hex of an embedded board.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hexcourt", prog_name="hexcourt")
def main() -> None:
    """Answer rules questions on hex wargame boards, with rule numbers.

    BOARD is an embedded board's name (see `hexcourt boards`), a facts file (.lp), the path of a VASL
    board archive, or a configuration of archives (.toml). Locations are written as in A2.2: L33 (ground
    level), L33h2 (level 2), on a map of several boards 1E4.

    Exit status: 0 yes or done, 1 no, 2 bad input, 3 unknown or too close to call.
    """


@main.command()
@_json
@_guarded
def boards(as_json: bool) -> int:
    """List the embedded boards, with size and source."""
    return showing.list_boards(Page(), as_json)


@main.group()
def board() -> None:
    """Show a board, or write it out as facts."""


@board.command("show")
@click.argument("board_name", metavar="BOARD")
@click.argument("hex_name", metavar="[HEX]", required=False)
@_svg
@_json
@_guarded
def board_show(board_name: str, hex_name: str | None, svg: Path | None, as_json: bool) -> int:
    """Show what is on a board, or in one hex: levels, terrain, Locations, hexsides, depictions."""
    return showing.show_board(Page(), board_name, hex_name, svg, as_json)


@board.command("facts")
@click.argument("board_name", metavar="BOARD")
@_guarded
def board_facts(board_name: str) -> int:
    """Write a board as sorted ASP facts, which bare clingo reads."""
    click.echo(showing.board_facts(board_name), nl=False)
    return 0


@main.command()
@click.argument("board_name", metavar="BOARD")
@click.argument("first", metavar="FROM")
@click.argument("second", metavar="TO")
@click.option("--why", is_flag=True, help="Give every reason, with rule numbers.")
@click.option(
    "--from-status",
    type=click.Choice(["entrenched", "emplaced"]),
    help="Status of the unit in FROM.",
)
@click.option(
    "--to-status", type=click.Choice(["entrenched", "emplaced"]), help="Status of the unit in TO."
)
@_place
@_margin
@_svg
@_json
@_guarded
def los(
    board_name: str,
    first: str,
    second: str,
    why: bool,
    from_status: str | None,
    to_status: str | None,
    placed: tuple[str, ...],
    margin: float,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Judge one line of sight: verdict, hindrance, and with --why every reason."""
    statuses = (from_status, to_status)
    return sight.judge_line(
        Page(), board_name, (first, second), statuses, placed, why, margin, svg, as_json
    )


@main.command()
@click.argument("board_name", metavar="BOARD")
@click.argument("target", metavar="LOCATION")
@_status
@_place
@click.option(
    "--why", is_flag=True, help="Name who does not see it, by rule, and what the status changes."
)
@_margin
@_svg
@_json
@_guarded
def see(
    board_name: str,
    target: str,
    status: str | None,
    placed: tuple[str, ...],
    why: bool,
    margin: float,
    svg: Path | None,
    as_json: bool,
) -> int:
    """List which hexes, and upper Locations, can see a Location."""
    return sight.who_sees(Page(), board_name, target, status, placed, why, margin, svg, as_json)


@main.command()
@click.argument("board_name", metavar="BOARD")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="CSV file to write.",
)
@click.option(
    "--locations",
    type=click.Choice(["ground", "all"]),
    default="ground",
    show_default=True,
    help="Ground level only, or upper Locations too.",
)
@_place
@_margin
@_guarded
def matrix(
    board_name: str, out: Path, locations: str, placed: tuple[str, ...], margin: float
) -> int:
    """Judge every unordered pair of Locations once, into a CSV file."""
    return sight.write_matrix(Page(stderr=True), board_name, out, locations, margin, placed)


_unit = click.option(
    "--unit",
    required=True,
    metavar="UNIT",
    help="The unit that moves: squad, half-squad, crew, leader, hero, inexperienced, tank, "
    "assault-gun, halftrack, armoured-car, truck, jeep, motorcycle or wagon.",
)
_allowance = click.option(
    "--mf",
    "--mp",
    "allowance",
    metavar="N",
    help="What it may spend in a turn, whole or half MF or MP: 4.5. Without it, what units of its "
    "kind have.",
)
_pieces = click.option(
    "--place",
    "placed",
    multiple=True,
    metavar="PIECE",
    help="Lay a piece on the board, more than once if wanted: "
    'roadblock("L12","K13"), rubble("G37",stone), debris("F36"), wreck("G37"), trench("D24"), '
    'foxhole("D24"), tunnel("C25","E25"), breach("F31","F32"), trail_break("G37"), enemy("K13"), '
    'street_vehicle("L12","K13").',
)
_turns = click.option(
    "--turns",
    type=click.IntRange(1, 99),
    default=1,
    show_default=True,
    help="How many turns the unit has.",
)


@main.command()
@click.argument("board_name", metavar="BOARD")
@click.argument("start", metavar="FROM")
@click.argument("goal", metavar="TO")
@_unit
@_allowance
@_turns
@click.option(
    "--only", type=click.Choice(["bypass"]), help="Pass the hexes between by Bypass or VBM alone."
)
@click.option(
    "--avoid",
    multiple=True,
    metavar="HEX|PIECE",
    help="Stay out of a hex, F33, or lay a piece and stay clear of it, "
    'roadblock("L12","K13"); more than once if wanted.',
)
@_pieces
@click.option("--why", is_flag=True, help="Give every part of each cost, with rule numbers.")
@_json
@_guarded
def path(
    board_name: str,
    start: str,
    goal: str,
    unit: str,
    allowance: str | None,
    turns: int,
    only: str | None,
    avoid: tuple[str, ...],
    placed: tuple[str, ...],
    why: bool,
    as_json: bool,
) -> int:
    """Find the cheapest path of a unit, step by step, or prove that there is none.

    FROM and TO are Locations (L13, L33h2, C25/cellar), Bypass (K13-L12, at a vertex K13-L12-K12),
    Crest status (BB3/CRBB2), a vehicle with its VCA (E4caD3/D4), or off the map (Y1/off): see
    docs/movement.md.
    """
    from hexcourt.cli.moving import paths as moving
    from hexcourt.cli.moving import read_movers as movers

    mover = movers.Mover(board_name, start, unit, allowance, placed)
    return moving.find_path(Page(), mover, goal, only, avoid, turns, why, as_json)


@main.command()
@click.argument("board_name", metavar="BOARD")
@click.argument("start", metavar="FROM")
@_unit
@_allowance
@_turns
@_pieces
@click.option(
    "--all",
    "every_state",
    is_flag=True,
    help="List every state: each hexside and vertex in Bypass, each VCA.",
)
@_json
@_guarded
def reach(
    board_name: str,
    start: str,
    unit: str,
    allowance: str | None,
    turns: int,
    placed: tuple[str, ...],
    every_state: bool,
    as_json: bool,
) -> int:
    """List every Location that a unit can reach, each with its cheapest cost.

    Locations that are reached only if an undecided rule allows it come last, with the rule.
    """
    from hexcourt.cli.moving import paths as moving
    from hexcourt.cli.moving import read_movers as movers

    mover = movers.Mover(board_name, start, unit, allowance, placed)
    return moving.list_reached(Page(), mover, turns, every_state, as_json)


@main.command()
@click.argument("board_name", metavar="BOARD")
@click.argument("start", metavar="FROM")
@click.argument("goal", metavar="TO")
@_unit
@click.option(
    "--with",
    "kinds",
    required=True,
    multiple=True,
    metavar="KIND",
    help="What may be laid: roadblock, rubble, wreck or enemy; more than once if wanted.",
)
@click.option(
    "--max",
    "most",
    type=click.IntRange(0, 99),
    default=8,
    show_default=True,
    help="How many pieces at most.",
)
@_allowance
@click.option(
    "--turns",
    type=click.IntRange(1, 99),
    help="How many turns the unit has; any number, if left out.",
)
@_pieces
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, max=86_400),
    callback=lambda _context, _option, value: _a_number(value),
    default=120.0,
    show_default=True,
    help="Give up the search after so long, and say how many pieces are needed at least.",
)
@click.option("--why", is_flag=True, help="Show every way that the proof rests on.")
@_json
@_guarded
def cut(
    board_name: str,
    start: str,
    goal: str,
    unit: str,
    kinds: tuple[str, ...],
    most: int,
    allowance: str | None,
    turns: int | None,
    placed: tuple[str, ...],
    seconds: float,
    why: bool,
    as_json: bool,
) -> int:
    """Find the fewest pieces that bar every path, and prove that no fewer do."""
    from hexcourt.cli.moving import barring
    from hexcourt.cli.moving import read_movers as movers

    mover = movers.Mover(board_name, start, unit, allowance, placed)
    return barring.cut_ways(Page(), mover, goal, kinds, most, turns, seconds, why, as_json)


@main.command()
@click.argument("board_name", metavar="BOARD")
@click.argument("location", metavar="LOCATION")
@_pieces
@_json
@_guarded
def adjacent(board_name: str, location: str, placed: tuple[str, ...], as_json: bool) -> int:
    """List the Locations ADJACENT to one, or connected with it, and why.

    It tells what other Locations the hex has: levels of a building, cellar, sewer, rooftop, trench.
    """
    from hexcourt.cli.moving import paths as moving

    return moving.list_adjacent(Page(), board_name, location, placed, as_json)


@main.command("entry")
@click.argument("board_name", metavar="BOARD")
@click.argument("scheduled", metavar="HEX...", nargs=-1, required=True)
@click.option(
    "--obstructed",
    metavar="HEX",
    multiple=True,
    help="A hex that cannot be entered now: held by the enemy, or cut off by rubble or a Blaze.",
)
@_json
@_guarded
def enter(
    board_name: str, scheduled: tuple[str, ...], obstructed: tuple[str, ...], as_json: bool
) -> int:
    """Tell when and where units enter that are to enter by one of some HEXes at the edge of the map.

    If all of these are obstructed, it is a turn late within four hexes of them, and so on (A2.5).
    """
    from hexcourt.cli.moving import entering

    return entering.find_entry(Page(), board_name, scheduled, obstructed, as_json)


@main.command("ask")
@click.argument("board_name", metavar="BOARD")
@click.argument("question", metavar="QUESTION")
@click.option(
    "--suppose",
    multiple=True,
    metavar="CHANGE",
    help='Suppose a piece or hexside terrain that is not there: rubble("G37",stone), '
    'roadblock("L12","K13"), hedge("K33","J33"); more than once if wanted.',
)
@click.option(
    "--without",
    multiple=True,
    metavar="CHANGE",
    help='Take away what is there: hedge("K33","J33"); more than once if wanted.',
)
@click.option(
    "--vary",
    multiple=True,
    metavar="FAMILY",
    help="Ask in every world of a family: '{ roadblock(A,B) : narrow(A,B) } = 1'; of several families, "
    "in each mixture of them.",
)
@click.option("--unit", default="squad", show_default=True, help="The unit that moves.")
@_allowance
@click.option("--from", "start", metavar="LOCATION", help="Where it starts.")
@_turns
@click.option("--why", is_flag=True, help="Say why: down to the facts of the board, with rules.")
@click.option(
    "--every", is_flag=True, help="With --why: all reasons of each step, not just the shortest."
)
@click.option(
    "--lines",
    type=click.IntRange(5, 100_000),
    default=40,
    show_default=True,
    help="How many lines --why may take.",
)
@click.option(
    "--why-not",
    is_flag=True,
    help="Say which of the smallest changes of the families of --vary turn the answer.",
)
@_svg
@click.option(
    "--dump",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the question out as one program, which bare clingo answers.",
)
@click.option(
    "--certify",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write a certificate into this folder, which `hexcourt verify` checks.",
)
@click.option(
    "--limit-seconds", type=float, default=60.0, show_default=True, help="How long it may take."
)
@click.option("--limit-conflicts", type=int, help="How many conflicts the solver may have.")
@click.option(
    "--limit-memory",
    type=int,
    default=2048,
    show_default=True,
    help="How many MiB it may take beside what is loaded.",
)
@_json
@_guarded
def put_question(
    board_name: str,
    question: str,
    suppose: tuple[str, ...],
    without: tuple[str, ...],
    vary: tuple[str, ...],
    unit: str,
    allowance: str | None,
    start: str | None,
    turns: int,
    why: bool,
    every: bool,
    lines: int,
    why_not: bool,
    svg: Path | None,
    dump: Path | None,
    certify: Path | None,
    limit_seconds: float,
    limit_conflicts: int | None,
    limit_memory: int,
    as_json: bool,
) -> int:
    """Answer any question about a board: which, exists, all, count, min, max, always, never.

    QUESTION is a mode, terms, a colon and what is asked, such as 'which H : sees(H, "F31")'. What may be
    asked is listed by `hexcourt vocabulary`; docs/questions.md has examples.
    """
    from hexcourt.cli.asking import questions as asking

    limits = Limits(limit_seconds, limit_memory << 20, limit_conflicts)
    asked = asking.Asking(
        board_name,
        question,
        suppose,
        without,
        vary,
        unit,
        allowance,
        start,
        turns,
        why,
        why_not,
        every,
        lines,
        svg,
        certify,
        dump,
        limits,
    )
    return asking.ask(Page(), asked, as_json)


@main.command("sweep")
@click.argument("study", type=click.Path(path_type=Path))
@click.option(
    "--jobs", type=click.IntRange(1, 1024), help="How many workers; all cores, if left out."
)
@click.option("--cluster", metavar="ADDRESS", help="A dask scheduler, tcp://...")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the results; beside the study, if left out.",
)
@click.option("--parquet", is_flag=True, help="Write results.parquet, too.")
@_guarded
def sweep_study(
    study: Path, jobs: int | None, cluster: str | None, out: Path | None, parquet: bool
) -> int:
    """Carry a whole study through: questions in every world of some families, on some boards.

    STUDY is a TOML file (docs/sweeps.md). What is done already is not done again: after an end of any
    kind the same command goes on.
    """
    from hexcourt.cli.asking import sweeping

    return sweeping.run_sweep(Page(), study, jobs, cluster, out, parquet)


@main.command("verify")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@_json
@_guarded
def verify_certificate(folder: Path, as_json: bool) -> int:
    """Check a certificate of `hexcourt ask --certify`, without a logic solver."""
    from hexcourt.cli.asking import certifying

    return certifying.verify_folder(Page(), folder, as_json)


@main.command("vocabulary")
@click.argument("word", metavar="[WORD]", required=False)
@_json
@_guarded
def vocabulary(word: str | None, as_json: bool) -> int:
    """List what may be asked: predicates, their arguments, and an example each."""
    from hexcourt.cli.asking import questions as asking

    return asking.show_vocabulary(Page(), word, as_json)


@main.command()
@click.argument("board_name", metavar="BOARD", required=False)
@click.argument("deeds", metavar="DEED...", nargs=-1)
@_given
@_json
@_guarded
def legal(
    board_name: str | None, deeds: tuple[str, ...], given: tuple[str, ...], as_json: bool
) -> int:
    """Tell whether something may be placed, set up or done: yes or no, with the rule.

    A DEED is written like mines("K12",ap,12,hidden), or is a piece as --place takes it.
    Several are judged together. Without a BOARD all deeds are listed.
    """
    from hexcourt.cli.rules import rulings

    if board_name is None:
        return rulings.show_words(Page(), "deed") or rulings.show_words(Page(), "given")
    if not deeds:
        raise BadInput('no deed is named; write one such as mines("K12",ap,12,hidden)')
    return rulings.say_whether_legal(Page(), board_name, deeds, given, as_json)


@main.command()
@click.argument("board_name", metavar="BOARD", required=False)
@click.option("--attack", help='The attack, with who makes it: small_arms("F31").')
@click.option("--target", help="The target's Location, or where it is in Bypass: K13-L12-K12.")
@_given
@_json
@_guarded
def effect(
    board_name: str | None,
    attack: str | None,
    target: str | None,
    given: tuple[str, ...],
    as_json: bool,
) -> int:
    """Tell what an attack comes to: TEM, DRM, halving, mines, Street Fighting, dice, each with its rule.

    Without a BOARD all attacks are listed.
    """
    from hexcourt.cli.rules import rulings

    if board_name is None:
        return rulings.show_words(Page(), "attack") or rulings.show_words(Page(), "target")
    if attack is None or target is None:
        lacking = "--attack" if attack is None else "--target"
        raise BadInput(
            f"{lacking} is missing; write for example --attack 'small_arms(\"F31\")' --target F33"
        )
    return rulings.say_effects(Page(), board_name, attack, target, given, as_json)


@main.command()
@click.argument("coordinate", metavar="COORDINATE")
@_json
@_guarded
def coordinate(coordinate: str, as_json: bool) -> int:
    """Say what a grid coordinate names: 1E4h1, F3-E3, 14oAK7, 1E4caD3/D4 (A2.2)."""
    from hexcourt.cli.boards import coordinates

    return coordinates.say_coordinate(Page(), coordinate, as_json)


@main.command()
@click.argument("number", metavar="[NUMBER]", required=False)
@_json
@_guarded
def rules(number: str | None, as_json: bool) -> int:
    """Show the register of rules: every paragraph of the documents, or all about the rule NUMBER.

    A paragraph is decided, dice (its outcomes are), unknown (its text is cut off), a contradiction, or
    a heading.
    """
    from hexcourt.cli.rules import registering

    if number is None:
        return registering.show_register(Page(), as_json)
    return registering.show_rule(Page(), number, as_json)


@main.group()
def examples() -> None:
    """Try worked examples of the rulebooks: what is printed against what the rules say.

    EXAMPLE is the name of one that comes with the program (see `hexcourt examples list`), or the path
    of a file (docs/examples.md).
    """


@examples.command("list")
@_json
@_guarded
def examples_list(as_json: bool) -> int:
    """List the examples that come with the program."""
    from hexcourt.cli.examples import trying

    return trying.list_examples(Page(), as_json)


@examples.command("run")
@click.argument("example", metavar="[EXAMPLE]", required=False)
@click.option(
    "--boards",
    type=click.Path(path_type=Path),
    help="The folder of your board archives, for examples on boards that do not come with the program.",
)
@_json
@_guarded
def examples_run(example: str | None, boards: Path | None, as_json: bool) -> int:
    """Print every claim with the verdict, the rule, and whether they agree.

    Without an EXAMPLE, or with the name of one (PB03), the printed examples of the documents are run
    as commands: what is printed, what is derived, and whether they agree.
    """
    from hexcourt.cli.examples import printed, trying

    if example is None or printed.is_printed(example):
        command = partial(main.main, prog_name="hexcourt")
        return printed.run_printed(Page(), command, example, boards, as_json)
    return trying.run_example(Page(), example, as_json)


@examples.command("solve")
@click.argument("example", metavar="EXAMPLE")
@_json
@_guarded
def examples_solve(example: str, as_json: bool) -> int:
    """Find where the units stand so that the fewest claims are contradicted, and prove it.

    It says which units are forced, which may stand in several places, and which cannot be identified.
    """
    from hexcourt.cli.examples import trying

    return trying.solve_example(Page(), example, as_json)


if __name__ == "__main__":
    main()
