"""Tries the printed examples of the documents: commands, run and held against what is printed."""

from __future__ import annotations

import io
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.examples.printed import PrintedExample, printed_examples
from hexcourt.solver.answer.answer import EXIT_STATUS, Answer
from hexcourt.solver.answer.words import counted

OUTCOMES = ("agreed", "contradiction", "differs", "no board")
Command = Callable[[Sequence[str]], None]
"""Runs a command of hexcourt; ends by SystemExit."""


@dataclass(frozen=True, slots=True)
class TriedExample:
    """A printed example with what its command said and what came of it."""

    example: PrintedExample
    output: str
    outcome: str


def is_printed(name: str) -> bool:
    """Return whether a printed example has this name."""
    return any(each.name == name for each in printed_examples())


def refuse_pieces(name: str | None, placed: Mapping[str, Sequence[str]]) -> None:
    """Refuse pieces for printed examples: each is a command with a Position of its own."""
    option = next(
        (f"--{o}" for o, key in (("place", "place"), ("given", "given")) if placed[key]), ""
    )
    if option and name is None:
        raise BadInput(f"{option}: the printed examples are on many boards; name a worked example")
    if option:
        example = next(each for each in printed_examples() if each.name == name)
        raise BadInput(
            f"{option}: {name} lays its own pieces; add it to its command, {_commands(example)}"
        )


def run_printed(command: Command, name: str | None, boards: Path | None) -> Answer:
    """Run the printed examples, or the one of a name; board archives lie in the folder ``boards``."""
    if boards is not None and not boards.is_dir():
        raise BadInput(f"{boards}: is no folder; name the one with the board archives")
    chosen = [each for each in printed_examples() if name in (None, each.name)]
    tried = [try_printed(command, each, boards) for each in chosen]
    counts = Counter(each.outcome for each in tried)
    return Answer(
        "examples run",
        None,
        "no" if counts["differs"] else "unknown" if counts["no board"] else "yes",
        {"example": name},
        [_row(each) for each in tried],
        {outcome.replace(" ", "_"): counts[outcome] for outcome in OUTCOMES},
        (),
        "cases",
        tuple(_lines(tried, counts, whole=name is not None)),
    )


def _lines(tried: Sequence[TriedExample], counts: Mapping[str, int], whole: bool) -> Iterator[str]:
    for each in tried:
        yield from _tried_lines(each, whole)
    text = ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
    yield f"{counted(len(tried), 'printed example')}: {text}"
    if counts["no board"]:
        yield "  name the folder of your board archives: --boards FOLDER"


def try_printed(command: Command, example: PrintedExample, boards: Path | None) -> TriedExample:
    """Run the commands of a printed example and hold their output against what is printed."""
    if not all(archive(boards, name) for name in example.boards):
        return TriedExample(example, "", "no board")
    with TemporaryDirectory(prefix="hexcourt-map-") as folder:
        commands = commands_of(example, boards, Path(folder) / "map.toml")
        output = "".join(output_of(command, words) for words in commands)
    if not all(_is_printed(piece, output) for piece in example.says):
        return TriedExample(example, output, "differs")
    return TriedExample(example, output, "contradiction" if example.readings else "agreed")


def commands_of(example: PrintedExample, boards: Path | None, map_file: Path) -> list[list[str]]:
    """List the commands of a printed example as words, with the paths of those boards that are there;
    its map is written into a file if all are.
    """
    places = {name: archive(boards, name) for name in example.boards}
    paths = {name: str(place.resolve()) for name, place in places.items() if place is not None}
    if example.map and len(paths) == len(places):
        map_file.write_text(example.map.format_map(paths), "utf-8")
        paths["map"] = str(map_file)
    return [
        [_filled(word, paths) for word in shlex.split(line)]
        for line in example.command.splitlines()
    ]


def _is_printed(piece: str, output: str) -> bool:
    """Return whether an output has a piece; a verdict by itself is what it begins with."""
    if piece in EXIT_STATUS:
        return re.match(rf"{piece}\b", output) is not None
    return piece in output


def _commands(example: PrintedExample) -> str:
    """Return the commands of a printed example as they are typed."""
    return "; ".join(f"hexcourt {line}" for line in example.command.splitlines())


def _filled(argument: str, places: Mapping[str, str]) -> str:
    for name, place in places.items():
        argument = argument.replace(f"{{{name}}}", place)
    return argument


def archive(boards: Path | None, name: str) -> Path | None:
    """Find a board archive as it is named on disk; none where no folder is named."""
    if boards is None:
        return None
    found: Iterable[Path] = (boards / each for each in (name, f"{name}.zip"))
    return next((each for each in found if each.is_file()), None)


def output_of(command: Command, arguments: Sequence[str]) -> str:
    """Run a command and give what it says."""
    written = io.StringIO()
    with redirect_stdout(written), redirect_stderr(written), suppress(SystemExit):
        command(arguments)
    return written.getvalue()


def _tried_lines(tried: TriedExample, whole: bool) -> Iterator[str]:
    example = tried.example
    yield f"{example.name:<6}{example.rule:<8}{tried.outcome}: {example.asks}"
    yield f"      printed: {example.printed}"
    if whole or tried.outcome == "differs":
        for line in example.command.splitlines():
            yield f"      $ hexcourt {line}"
    lines = [line for line in tried.output.splitlines() if line.strip()]
    shown = lines if whole else _matching_lines(lines, example)
    for line in shown:
        yield f"      {'' if whole else 'derived: '}{line.strip() if not whole else line}"
    if example.readings:
        yield f"      {example.readings}"


def _matching_lines(lines: Sequence[str], example: PrintedExample) -> list[str]:
    """List the lines that agree with what is printed; where none does, the first."""
    found = [line for line in lines if any(piece in line for piece in example.says)]
    return found[:3] or list(lines[:1])


def _row(tried: TriedExample) -> Mapping[str, Any]:
    example = tried.example
    return {
        "example": example.name,
        "rule": example.rule,
        "asks": example.asks,
        "printed": example.printed,
        "command": _commands(example),
        "derived": tried.output,
        "outcome": tried.outcome,
        "readings": example.readings,
    }
