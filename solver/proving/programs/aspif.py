"""Ground programs as text, in aspif: the format that clasp and clingo read.

Read are rules, names, externals and comments; any other statement (minimize, theory atoms, ...) is an
error, for there is no proof for it. Own, not clingox, which reads no aspif (docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from hexcourt.solver.proving.programs.program import (
    GroundProgram,
    ProgramError,
    Rule,
    Value,
    WeightRule,
    ground_program,
)

_VALUES: tuple[Value, ...] = ("free", "true", "false")
_ROOM = 1 << 20
"""Atom numbers up to this are read from any text; above, the text must be as long as the number."""


def write_aspif(program: GroundProgram) -> str:
    """Write a ground program as aspif text."""
    lines = ["asp 1 0 0"]
    lines += [_rule_line(rule) for rule in program.rules]
    lines += [f"5 {atom} {_VALUES.index(value)}" for atom, value in program.externals]
    lines += [f"4 {len(name.encode())} {name} 1 {atom}" for atom, name in program.names]
    lines.append("0\n")
    return "\n".join(lines)


def read_aspif(text: str) -> GroundProgram:
    """Read aspif text; raises ProgramError with the line of what cannot be read."""
    rules: list[Rule | WeightRule] = []
    externals: list[tuple[int, Value]] = []
    names: list[tuple[int, str]] = []
    for number, kind, line in _statements(text):
        try:
            if kind == "1":
                rules.append(_rule(list(map(int, line.split()))))
            elif kind == "5":
                externals.append(_external(line))
            elif kind == "4":
                names.append(_name(line))
            elif kind != "10":
                raise ProgramError(f"a statement of kind {kind[:20]!r} has no proof")
        except (ValueError, IndexError) as error:
            told = str(error) if isinstance(error, ProgramError) else "the statement is not aspif"
            raise ProgramError(f"line {number}: {told}") from None
    program = ground_program(rules, externals, names)
    if program.atoms > max(_ROOM, len(text)):
        raise ProgramError(f"atom {program.atoms} is far too high for a text of this length")
    return program


def _statements(text: str) -> Iterator[tuple[int, str, str]]:
    """Give number, kind and rest of every line up to the end of the program."""
    lines = text.split("\n")
    if lines[0] != "asp 1 0 0":
        raise ProgramError("line 1: the text does not begin with 'asp 1 0 0'")
    for number, line in enumerate(lines[1:], start=2):
        if not line and number == len(lines):
            break
        kind, _, rest = line.partition(" ")
        if kind == "0":
            if any(lines[number:]):
                raise ProgramError(f"line {number + 1}: there is text after the program's end")
            return
        yield number, kind, rest
    raise ProgramError("the text breaks off before the program's end, a line of 0")


def _rule_line(rule: Rule | WeightRule) -> str:
    head = " ".join(map(str, (int(rule.choice), len(rule.head), *rule.head)))
    if isinstance(rule, WeightRule):
        body = "".join(f" {literal} {weight}" for literal, weight in rule.body)
        return f"1 {head} 1 {rule.bound} {len(rule.body)}{body}"
    return " ".join(map(str, (f"1 {head} 0", len(rule.body), *rule.body)))


def _rule(numbers: list[int]) -> Rule | WeightRule:
    choice, heads = numbers[0], numbers[1]
    head, rest = tuple(numbers[2 : 2 + heads]), numbers[2 + heads :]
    weighted = rest[0]
    if choice not in (0, 1) or weighted not in (0, 1) or len(head) != heads:
        raise ProgramError("the statement is no rule of aspif")
    count, body = (rest[2], rest[3:]) if weighted else (rest[1], rest[2:])
    if len(body) != count * (1 + weighted):
        raise ProgramError("the rule's body has another length than it says")
    if weighted:
        pairs = tuple(zip(body[::2], body[1::2], strict=True))
        return WeightRule(bool(choice), head, rest[1], pairs)
    return Rule(bool(choice), head, tuple(body))


def _external(line: str) -> tuple[int, Value]:
    atom, value = map(int, line.split())
    if not 0 <= value < len(_VALUES):
        raise ProgramError("the external is neither free, true nor false")
    return atom, _VALUES[value]


def _name(line: str) -> tuple[int, str]:
    length, _, rest = line.partition(" ")
    content = rest.encode()
    name, condition = content[: int(length)].decode(), content[int(length) :].split()
    if len(condition) != 2 or condition[0] != b"1":
        raise ProgramError("what is shown is not one atom")
    return int(condition[1]), name
