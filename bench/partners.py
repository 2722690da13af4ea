"""Plants faults in five small partners, and tells how many of them `hexcourt conform` finds.

    python bench/partners.py [--seed N] [--faults N] [--partners NAME...] [--seconds N]

The partners reach `conform` in five ways: a Python function (lines over a hexside), a command (the
JavaScript program of ``examples/partners``), a server (which terrain permits what), a logic program
(``los.lp`` of ``examples/partners``), and recorded answers (all cases). In the texts of programs a
fault is a number that is one more, a comparison with or without equality, or a condition that is gone;
in tables and records it is what one entry says. A change is a fault only if some
answer that was that of the rules is wrong by it: of programs, over levels that the cases do not have
too (``LEVELS``). What it alters where the rules leave the answer open counts for nothing, as nothing
is compared there. No two faults of a partner answer alike.

The table of the server and the records are made of the answers of the rules: without a fault these
two agree by construction, and what they show is that nothing is lost on the way.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product, zip_longest
from pathlib import Path
from typing import Any

import msgspec

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.conformance.cases import Case, answered, corpus, written
from hexcourt.solver.conformance.conform import conform
from hexcourt.solver.conformance.partners import (
    CommandPartner,
    FunctionPartner,
    HttpPartner,
    Partner,
    ProgramPartner,
    RecordedPartner,
)

EXAMPLES = Path(__file__).parent.parent / "examples" / "partners"
SEED = 31
FAULTS = 10
FOUND, MAX_HEXES, A_MINUTE = 0.9, 3, 10_000
"""The aims: the part of the faults found, the hexes of a smallest position, questions a minute."""

LEVELS = (0, 1, 2, 3)
"""The levels, in half levels, over which a change of a program must change some answer."""

HEXSIDES = """
LOW = {"wall": 1, "hedge": 1, "bocage": 1, "cactus_hedge": 1, "roadblock": 1, "cliff": 0,
       "dune_crest_low": 1, "dune_crest_high": 1, "railway_embankment": 1}
HIGH = {"rowhouse_wall": 2, "interior_factory_wall": 2}
def line(a, m, b, side):
    if m > min(a, b) and m < max(a, b):
        return "unsupported"
    if m > min(a, b) and m >= max(a, b):
        return "no"
    if side in HIGH and m + HIGH[side] > max(a, b) - 1:
        return "no"
    if side in LOW and m + LOW[side] > max(a, b) + 1:
        return "no"
    return "yes" if side in LOW else "unsupported"
# the end
"""
"""A program of lines from A1 to A3 over a hexside of A1 and A2, between open hexes."""

Opener = Callable[[], Any]
Reply = dict[str, Any]


@dataclass(frozen=True)
class Planted:
    """A fault of a partner, in words, and how the partner is opened with it."""

    words: str
    opened: Opener


# Faults in the text of a program

_COMPARED = {" <= ": " < ", " >= ": " > ", " < ": " <= ", " > ": " >= "}


def changes(text: str) -> Iterator[tuple[str, str]]:
    """Give each change of a line of a program: what is changed in words, and the line after it."""
    for each in re.finditer(r"(?<![\w.])\d(?!\w)", text):
        yield "number", f"{text[: each.start()]}{int(each[0]) + 1}{text[each.end() :]}"
    for each in re.finditer("|".join(_COMPARED), text):
        yield "comparison", text[: each.start()] + _COMPARED[each[0]] + text[each.end() :]
    for each in re.finditer(r"(,| and| &&) [A-Za-z]\w*(\([^()]*\))? [<>]=? \w+(\([^()]*\))?", text):
        yield "condition", text[: each.start()] + text[each.end() :]


def mutants(text: str, seed: int, first: str, last: str) -> Iterator[tuple[str, str]]:
    """Shuffle the changes of a text between two marks, of each kind in turn: words, and the text."""
    begin = text.index(first)
    end = text.index(last, begin)
    lines = text[begin:end].splitlines(keepends=True)
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for number, each in enumerate(lines):
        if not each.lstrip().startswith(("%", "//", "#")):
            for kind, after in changes(each):
                there = "".join([*lines[:number], after, *lines[number + 1 :]])
                found[kind].append((f"{kind}: {after.strip()}", text[:begin] + there + text[end:]))
    for some in found.values():
        random.Random(seed).shuffle(some)
    return (each for turn in zip_longest(*found.values()) for each in turn if each)


def _facts(levels: Sequence[int], terrain: str, side: str = "") -> str:
    names = ("A1", "A2", "A3")
    lines = [
        f'hex("{name}").\nelevation("{name}",{level}).\nterrain("{name}",{there}).\n'
        f'location("{name}",ground,{level}).\n'
        for name, level, there in zip(names, levels, ("open", terrain, "open"), strict=True)
    ]
    return "".join(lines) + (f'hexside("A1","A2",{side}).\n' if side else "")


@cache
def domain(about: str) -> tuple[Reply, ...]:
    """Ask all lines over one hex (``terrain``) or hexside that the cases speak of, at all levels."""
    pattern = r'terrain\("A2",(.*)\)\.' if about == "terrain" else r'hexside\("A1","A2",(.*)\)\.'
    name = "lines-" if about == "terrain" else "hexsides-"
    cases = [each for each in corpus() if each.id.startswith(name)]
    there = sorted({e for each in cases for e in re.findall(pattern, each.facts)})
    if about == "terrain":
        there = [e for e in there if re.fullmatch(SPOKEN, e)]
    arguments = {"viewer": "A1", "target": "A3"}
    of = {"question": "los", "arguments": arguments, "place": [], "given": []}
    facts = [
        _facts(levels, e) if about == "terrain" else _facts(levels, "open", e)
        for levels in product(LEVELS, repeat=3)
        for e in there
    ]
    return tuple({**of, "id": str(n), "facts": each} for n, each in enumerate(facts))


SPOKEN = r"woods|grain|brush|marsh|vineyard|open|rubble\(\w+\)|building\(\w+,[0-2]\)"


def answers_of(opener: Opener, about: str) -> tuple[str, ...]:
    """Ask all of a domain; raises BadInput where the program does not run."""
    with opener() as partner:
        replies = [dict(each) for each in partner.answers(domain(about))]
    return tuple(f"{each['answer']} {each.get('value')}" for each in replies)


def decides(text: str) -> bool:
    """Tell whether an answer is one that is compared."""
    return text.startswith(("yes", "no "))


@cache
def by_rules(about: str, number: int) -> str:
    """Answer a question of a domain by the rules, in the words of ``answers_of``."""
    case = answered(Case(answer="unknown", **{**domain(about)[number], "place": (), "given": ()}))
    return f"{case.answer} {case.value}"


def told(
    opened: Callable[[str], Opener], text: str, marks: tuple[str, str], about: str, seed: int
) -> Iterator[Planted]:
    """Plant faults in a text: those that change an answer, no two of which answer alike."""
    right = answers_of(opened(text), about)
    seen = set()
    for words, after in mutants(text, seed, *marks):
        try:
            answers = answers_of(opened(after), about)
        except (BadInput, ArithmeticError, LookupError, NameError, SyntaxError, TypeError):
            continue
        changed = (
            n for n, (a, b) in enumerate(zip(right, answers, strict=True)) if a != b and decides(b)
        )
        differs = any(decides(right[n]) and by_rules(about, n) == right[n] for n in changed)
        if differs and answers not in seen:
            seen.add(answers)
            yield Planted(words, opened(after))


# The five partners


@contextmanager
def _closing(partner: Partner) -> Iterator[Partner]:
    try:
        yield partner
    finally:
        partner.close()


def _in_file(text: str, name: str, partner: Callable[[Path], Partner]) -> Opener:
    @contextmanager
    def opened() -> Iterator[Partner]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_text(text, "utf-8")
            with _closing(partner(path)) as there:
                yield there

    return opened


def function_of(text: str) -> Opener:
    """Open a Python function: the program of lines over a hexside."""
    names: dict[str, Any] = {}
    exec(text, names)

    def hexsides(asked: Mapping[str, Any]) -> Reply:
        facts = asked.get("facts", "")
        sides = re.findall(r'hexside\("(\w+)","(\w+)",(\w+)(?:\(\d\))?\)\.', facts)
        levels = dict(re.findall(r'elevation\("(\w+)",(\d+)\)', facts))
        terrain = set(re.findall(r'terrain\("\w+",(.*)\)\.', facts))
        of_line = asked["arguments"] == {"viewer": "A1", "target": "A3"}
        more = asked["place"] or asked["given"] or facts.count("\n") != 13
        if more or not of_line or terrain != {"open"} or [e[:2] for e in sides] != [("A1", "A2")]:
            return {"answer": "unsupported"}
        answer = names["line"](*(int(levels[e]) for e in ("A1", "A2", "A3")), sides[0][2])
        return {"answer": answer, **({"value": 0} if answer == "yes" else {})}

    return lambda: _closing(FunctionPartner(hexsides))


def command_of(text: str) -> Opener:
    """Open a command that reads and writes lines: the program in JavaScript."""
    return _in_file(text, "los.mjs", lambda path: CommandPartner(f"node '{path}'"))


def program_of(text: str) -> Opener:
    """Open a logic program with predicates of its own."""
    return _in_file(text, "los.lp", ProgramPartner)


def recorded_of(cases: Sequence[Case]) -> Opener:
    """Open recorded answers."""
    return _in_file(written(cases), "recorded.jsonl", RecordedPartner)


def server_of(table: Mapping[tuple[str, str], str]) -> Opener:
    """Open a server that knows from a table which terrain permits what."""

    def answer(asked: Mapping[str, Any]) -> str:
        facts = asked.get("facts", "")
        alone = facts.count("\n") == 4 and not asked["place"] and not asked["given"]
        if asked["question"] != "legal" or not alone or {*asked["arguments"]} != {"actions"}:
            return "unsupported"
        terrain = re.search(r'terrain\("A1",(.*)\)\.', facts)
        key = terrain[1] if terrain else "", " ".join(asked["arguments"]["actions"])
        return table.get(key, "unsupported")

    class Answers(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps({"id": asked["id"], "answer": answer(asked)}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    @contextmanager
    def opened() -> Iterator[Partner]:
        with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, daemon=True).start()
            with _closing(HttpPartner(f"http://127.0.0.1:{server.server_port}/ask")) as partner:
                yield partner
            server.shutdown()

    return opened


def _function(seed: int) -> tuple[Opener, Iterator[Planted]]:
    marks = ("LOW =", "# the end")
    return function_of(HEXSIDES), told(function_of, HEXSIDES, marks, "hexside", seed)


def _command(seed: int) -> tuple[Opener, Iterator[Planted]]:
    text = (EXAMPLES / "los.mjs").read_text("utf-8")
    marks = ("const height", "function answer")
    return command_of(text), told(command_of, text, marks, "terrain", seed)


def _program(seed: int) -> tuple[Opener, Iterator[Planted]]:
    text = (EXAMPLES / "los.lp").read_text("utf-8")
    marks = ("% --- its own rules", "% --- how its words")
    return program_of(text), told(program_of, text, marks, "terrain", seed)


def _server(seed: int) -> tuple[Opener, Iterator[Planted]]:
    table: dict[tuple[str, str], str] = {}
    varied = set()
    for each in corpus():
        terrain = re.search(r'terrain\("A1",(.*)\)\.', each.facts)
        if each.id.startswith("terrains-") and terrain and {*each.arguments} == {"actions"}:
            key = terrain[1], " ".join(each.arguments["actions"])
            if table.setdefault(key, each.answer) != each.answer:
                varied.add(key)  # it hangs on the level too: not spoken of
    table = {key: each for key, each in table.items() if key not in varied}
    other = {"yes": "no", "no": "yes"}
    keys = sorted(key for key, each in table.items() if each in other)
    random.Random(seed).shuffle(keys)
    faults = (
        Planted(
            f"{' '.join(key)}: {other[table[key]]}", server_of({**table, key: other[table[key]]})
        )
        for key in keys
    )
    return server_of(table), faults


def _altered(case: Case) -> Case:
    """Record another answer: the contrary, or each number of the value one more."""

    def more(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: more(each) for name, each in value.items()}
        if isinstance(value, list):
            return [more(each) for each in value]
        return value + 1 if isinstance(value, int | float) else value

    if case.answer in ("yes", "no") and case.value in (None, 0):
        return msgspec.structs.replace(case, answer="no" if case.answer == "yes" else "yes")
    return msgspec.structs.replace(case, value=more(case.value))


def _recorded(seed: int) -> tuple[Opener, Iterator[Planted]]:
    """Record all cases; a fault alters all of what one rule decides of one kind of question."""
    cases = corpus()
    decided = [e for e in cases if e.answer in ("yes", "no", "done") and e.rules]
    keys = sorted({(e.kind, e.rules[0]) for e in decided if _altered(e) != e})
    random.Random(seed).shuffle(keys)

    def faulty(key: tuple[str, str]) -> list[Case]:
        return [
            _altered(e) if e.rules and (e.kind, e.rules[0]) == key and e.id in decided_set else e
            for e in cases
        ]

    decided_set = {e.id for e in decided}
    return recorded_of(cases), (Planted(" ".join(key), recorded_of(faulty(key))) for key in keys)


PARTNERS: Mapping[str, Callable[[int], tuple[Opener, Iterator[Planted]]]] = {
    "function": _function,
    "command": _command,
    "http": _server,
    "lp": _program,
    "recorded": _recorded,
}


# Figures


@dataclass(frozen=True)
class Compared:
    """What `conform` makes of a partner: classes of differences, the hexes of the largest of their
    smallest positions (None on a whole board or a card), questions asked, how many answers were
    compared, seconds of CPU.
    """

    classes: int
    hexes: int | None
    questions: int
    compared: int
    seconds: float

    @property
    def is_small(self) -> bool:
        """Tell whether each difference is shown on few hexes."""
        return bool(self.classes) and self.hexes is not None and self.hexes <= MAX_HEXES

    def row(self, name: str, words: str) -> str:
        """Write a line of the table."""
        found = "yes" if self.classes else "no"
        hexes = "-" if not self.classes else "board" if self.hexes is None else str(self.hexes)
        rate = 60 * self.questions / max(self.seconds, 0.01)
        asked = f"{self.questions:>9} {self.compared:>8} {self.seconds:>7.1f} {rate:>8.0f}"
        return f"{name:<9} {found:>5} {hexes:>5} {asked}  {words[:76]}"


def compared(opener: Opener, seconds: float) -> Compared:
    """Hold a partner against the rules; counts the CPU of the programs that it starts too."""
    began = sum(os.times()[:4])
    with opener() as partner:
        answer, _ = conform(partner, None, seconds)
    took = sum(os.times()[:4]) - began
    cases = [row["case"] for row in answer.rows if "difference" in row]
    sizes = [each["facts"].count("hex(") if each.get("facts") else None for each in cases]
    on_board = None in sizes
    hexes = None if on_board else max((e for e in sizes if e is not None), default=None)
    counts = answer.counts
    both = counts["agreed"] + counts["differs"]
    return Compared(len(cases), hexes, sum(counts.values()), both, took)


def main() -> None:
    """Try the faultless partners and the faults, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--faults", type=int, default=FAULTS)
    parser.add_argument("--partners", nargs="+", choices=[*PARTNERS], default=[*PARTNERS])
    parser.add_argument("--seconds", type=float, default=600.0)
    chosen = parser.parse_args()
    print("partner   found hexes questions compared seconds a minute  fault")
    faultless: list[Compared] = []
    faulty: list[Compared] = []
    for name in chosen.partners:
        right, faults = PARTNERS[name](chosen.seed)
        faultless.append(compared(right, chosen.seconds))
        print(faultless[-1].row(name, "none"), flush=True)
        for _, fault in zip(range(chosen.faults), faults, strict=False):
            faulty.append(compared(fault.opened, chosen.seconds))
            print(faulty[-1].row(name, fault.words), flush=True)
    found = sum(each.classes > 0 for each in faulty)
    slowest = min(60 * each.questions / max(each.seconds, 0.01) for each in faultless)
    print(f"{found} of {len(faulty)} faults found (aim {FOUND:.0%})")
    print(
        f"{sum(e.is_small for e in faulty)} of them on at most {MAX_HEXES} hexes (aim: where enough)"
    )
    print(f"{sum(each.classes for each in faultless)} false differences (aim 0)")
    print(f"{slowest:.0f} questions a minute of CPU at least, without a fault (aim {A_MINUTE})")


if __name__ == "__main__":
    main()
