"""Put the commands that documents and printed examples show to two rule sets, for ``rules diff``.

They are run in a folder of their own, in which the cards lie that the documents show.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from hexcourt.cli.commands.documents import pages
from hexcourt.cli.commands.running import STOPPED
from hexcourt.cli.render.canvas import Marks
from hexcourt.cli.render.printed_examples import Command, commands_of, output_of
from hexcourt.cli.render.sheet import draw_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import write_whole
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.examples.printed import printed_examples
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.analysis.board_answers import BoardQuestion, QuestionBatch
from hexcourt.solver.analysis.core.programs import BoundedPosition
from hexcourt.solver.analysis.delta_debugging import FILE, CutPosition, ReducedQuestion
from hexcourt.solver.analysis.differences import PRINTED
from hexcourt.solver.analysis.generators.folder_positions import FactsPosition
from hexcourt.solver.answer.words import counted
from hexcourt.solver.scenario.opening import open_board

_PLACED = frozenset({"locations", "counters", "placing", "barriers", "units"})
_LINES = frozenset({"los", "features", "judged_sights", "close_calls"})
_MOVES = frozenset({"moving_infantry", "moving_vehicle", "cheapest_infantry", "cheapest_vehicle"})
_ENTRY = frozenset({"entry_infantry", "entry_vehicle"})
_CASES = frozenset({"cases", "shots", "reach", "turrets", "given_pieces"})
_ADJACENT = frozenset({"adjacency"})

OPTIONS_OF_QUESTIONS: Mapping[str, frozenset[str]] = {
    "los": _PLACED | _LINES,
    "see": _PLACED | _LINES,
    "path": _PLACED | _MOVES,
    "reach": _PLACED | _MOVES,
    "cut": _PLACED | _MOVES,
    "adjacent": _PLACED | _ADJACENT,
    "entry": _PLACED | _ENTRY,
    "legal": _PLACED | _CASES | _LINES,
    "effect": _PLACED | _CASES | _LINES,
}
"""The commands that ask the rules, with the profiles that answer them."""

_WORDS: Mapping[str, frozenset[str]] = {
    r"\b(sees|hindrance|blocked|embankments)\(": _LINES,
    r"\b(reach|arrives|path|bypass_path|crosses|enters)\(": _MOVES,
    r"\b(adjacent|connected)\(": _ADJACENT,
}
"""What the words of a question ask the rules about."""

_QUICK = ("los", "legal", "effect", "adjacent", "entry", "path", "see", "reach", "ask", "scenario")
"""The commands from the quickest; questions about families, and what bars ways, take longest."""

_CUT_DOWN = ("los", "path", "adjacent", "entry", "legal", "effect")
"""The commands that ask about a few places of a board: the others would keep all of it."""

_PIECES = ("--place", "--given")
_WRITING = ("--svg", "--png", "--html", "--out", "--dump", "--certify", "--amend")
_AMENDED = pattern(r"^taken for granted: the rules as amended by .*\n?", re.MULTILINE)
_HEX = pattern(r"[A-Z]+[0-9]+")


@dataclass(frozen=True, order=True)
class ShownCommand:
    """A command, and where it is shown."""

    shown: str
    arguments: tuple[str, ...]

    @property
    def board(self) -> str:
        """Name the board that it asks about."""
        return self.arguments[1]

    @property
    def profiles(self) -> frozenset[str] | None:
        """List the profiles that answer it; nothing where any may."""
        name = self.arguments[0]
        if name != "ask":
            return OPTIONS_OF_QUESTIONS.get(name)
        text = " ".join(self.arguments)
        items = (query for word, query in _WORDS.items() if re.search(word, text))
        return _PLACED.union({"asking"}, *items)


@contextmanager
def printed_commands(command: Command, archives: Path | None) -> Iterator[PrintedCommands]:
    """Copy the documents' cards into a folder, and list the commands to be run there."""
    if archives is not None and not archives.is_dir():
        raise BadInput(f"{archives}: is no folder; name the one with the board archives")
    with TemporaryDirectory(prefix="hexcourt-diff-") as name:
        folder = Path(name).resolve()
        _write_cards(folder)
        yield PrintedCommands(command, archives, folder)


def _write_cards(folder: Path) -> None:
    for page in pages().values():
        for text in re.findall(r"^```toml\n(.*?)^```", page.text, re.MULTILINE | re.DOTALL):
            with suppress(tomllib.TOMLDecodeError):
                document = tomllib.loads(text)
                if isinstance(document.get("id"), str) and document["id"].isalnum():
                    (folder / f"{document['id']}.toml").write_text(text, "utf-8")
    with suppress(OSError):  # not every system lets everybody link
        (folder / "examples").symlink_to(Path(str(files("hexcourt.examples"))))


class PrintedCommands:
    """The commands, run in a folder."""

    def __init__(self, command: Command, archives: Path | None, folder: Path) -> None:
        self._command = command
        self._folder = folder
        self._missing = 0
        every = sorted({*_of_documents(), *self._of_examples(archives)}, key=_quickest)
        shown: dict[tuple[str, ...], ShownCommand] = {}
        for each in every:
            shown.setdefault(each.arguments, each)
        self._commands = {
            BoardQuestion(PRINTED, e.shown, shlex.join(e.arguments)): e for e in shown.values()
        }

    def steps(self, profiles: Collection[str], boards: Sequence[str]) -> Iterable[QuestionBatch]:
        """List those in which some profiles have a say, on some boards or on any."""
        self._missing = 0
        for query, each in self._commands.items():
            own = each.profiles
            if (boards and each.board not in boards) or (
                own is not None and own.isdisjoint(profiles)
            ):
                continue
            if self._at_hand(each):
                yield QuestionBatch(query.words, partial(self._asked, query, each))
            else:
                self._missing += 1

    def asked(self) -> Iterable[BoardQuestion]:
        """List all, the quickest first."""
        return self._commands

    def left_out_in_words(self) -> str:
        """Describe what of them cannot be asked here, "" if all can."""
        if not self._missing:
            return ""
        count = counted(self._missing, "printed command")
        return f"not asked, as they need boards or files that are not at hand: {count}"

    def question(self, query: BoardQuestion) -> ReducedQuestion | None:
        """Return one of them so that its position can be reduced, where that can be."""
        each = self._commands.get(query)
        if each is None or each.arguments[0] not in _CUT_DOWN:
            return None
        name, _, *rest = each.arguments
        pieces = [
            shlex.join(rest[n : n + 2]) for n, word in enumerate(rest[:-1]) if word in _PIECES
        ]
        fixed = [
            word
            for n, word in enumerate(rest)
            if word not in _PIECES and (n == 0 or rest[n - 1] not in _PIECES)
        ]

        def arguments(board: str, some: Sequence[str]) -> list[str]:
            return [name, board, *fixed, *(word for piece in some for word in shlex.split(piece))]

        def ask(facts: str, some: Sequence[str]) -> str:
            (self._folder / FILE).write_text(facts, "utf-8")
            return self._output(arguments(FILE, some))

        def command(board: str, some: Sequence[str]) -> str:
            return f"hexcourt {shlex.join(arguments(board, some))}"

        with chdir(self._folder):
            board = open_board(each.board)
        named = {h for word in fixed for h in _HEX.findall(word) if h in board.by_name}
        return ReducedQuestion(board, frozenset(named), tuple(pieces), ask, command)

    def _asked(
        self, query: BoardQuestion, each: ShownCommand
    ) -> Iterator[tuple[BoardQuestion, str]]:
        yield query, self._output(each.arguments)

    def _output(self, arguments: Sequence[str]) -> str:
        with chdir(self._folder):
            output = output_of(self._command, arguments)
        if STOPPED in output:  # a command within a command answers for itself
            raise KeyboardInterrupt
        return _AMENDED.sub("", output).strip()

    def _at_hand(self, each: ShownCommand) -> bool:
        if "{" in each.board:
            return False
        named = each.board if each.arguments[0] != "scenario" else each.arguments[2]
        return named in embedded_names() or (self._folder / named).exists()

    def _of_examples(self, archives: Path | None) -> Iterator[ShownCommand]:
        for example in printed_examples():
            for words in commands_of(example, archives, self._folder / f"map_{example.name}.toml"):
                if _asks_the_rules(words):
                    yield ShownCommand(f"printed example {example.name}", tuple(words))


def _of_documents() -> Iterator[ShownCommand]:
    for page in pages().values():
        shown = f"{page.name.upper()}.md" if page.path.name.isupper() else page.path.name
        for line in re.findall(r"^\$ hexcourt (.*)$", page.text, re.MULTILINE):
            words = shlex.split(line)
            if _asks_the_rules(words):
                yield ShownCommand(shown, tuple(words))


def _quickest(each: ShownCommand) -> tuple[int, ShownCommand]:
    name = each.arguments[0]
    quick = _QUICK.index(name) if name in _QUICK and "--vary" not in each.arguments else len(_QUICK)
    return quick, each


def _asks_the_rules(words: Sequence[str]) -> bool:
    known = (
        words[0] in OPTIONS_OF_QUESTIONS
        or words[0] == "ask"
        or list(words[:2]) == ["scenario", "check"]
    )
    return known and len(words) > 2 and not set(_WRITING).intersection(words)


def write_positions(positions: Sequence[BoundedPosition | CutPosition], folder: Path) -> None:
    """Write each position as ``difference_1.lp`` with its question, and ``difference_1.svg``."""
    for number, each in enumerate(positions, 1):
        name = f"difference_{number}"
        command = each.command.replace(FILE, f"{name}.lp", 1)
        write_whole(folder / f"{name}.lp", f"% {command}\n{each.facts}")
        if isinstance(each, FactsPosition):
            continue  # another rule set has no board to draw
        drawn = draw_board(parse_board(each.facts, FILE), Marks(caption=command))
        write_whole(folder / f"{name}.svg", drawn)
