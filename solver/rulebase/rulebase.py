"""The rules as a value: its programs and profiles, and the rules with rules taken out or added.

Which rules are active is given by ``active_rules``; ``use_rules`` puts another in its place for
a while.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache, wraps
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from clingo import ast

from hexcourt.facts.base.cache import RULES, CachedValues, digest_of, shipped_value
from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.base.files import read_bytes
from hexcourt.facts.base.sizes import LARGEST_PROGRAM, MAX_PROGRAMS
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.statement import Block, Citation, RuleStatement, Signature

PROFILES = "profiles"
"""The folder of the entry files, which list what to include."""

EXAMINED_ALONE = frozenset(("design", "ground", "shots"))
"""The profiles by which the rule set is examined, and which no command asks."""

AMENDMENTS = "amendments"
"""The folder that rules have which no file of the rule set holds: house rules, and what is tried."""

WORLDS = "worlds"
"""The folder of the programs that analyse the rules; they are no rules themselves."""


@dataclass(frozen=True, eq=False)
class Profile:
    """Programs that are asked together, each once, in their order.

    ``gone`` are predicates that nothing derives any more since rules were taken out: they are false,
    not misspelt.
    """

    name: str
    programs: tuple[Program, ...]
    gone: frozenset[Signature]

    @cached_property
    def statements(self) -> tuple[RuleStatement, ...]:
        """List all statements."""
        return tuple(each for program in self.programs for each in program.statements)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """List all statements as clingo reads them."""
        defined = Program("", self._defined)
        return tuple(each.node for each in (*self.statements, *defined.statements))

    @property
    def text(self) -> str:
        """Write all programs as one."""
        return "\n".join([*(program.own_text for program in self.programs), self._defined])

    @property
    def _defined(self) -> str:
        return "\n".join(f"#defined {each}." for each in sorted(self.gone))

    def __contains__(self, program: Program) -> bool:
        """Return whether a program belongs to it."""
        return any(each.name == program.name for each in self.programs)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rules of a user's own: the name of their file, its text (docs/howto/amending.md), and the facts of
    the scenario that they may read, such as ``month(6).``.
    """

    name: str
    text: str
    facts: str = ""


@dataclass(frozen=True, eq=False)
class RuleBase:
    """All programs of the rules by their names in ``asp/``, sorted. Equal rule sets have one digest.

    ``house_rules`` are those that it was amended by, ``numbers`` what each of their files cites;
    ``further`` are the programs that they add to each profile, ``notes`` what is to be said of them.
    """

    programs: Mapping[str, Program]
    gone: frozenset[Signature]
    digest: str
    house_rules: tuple[HouseRules, ...] = ()
    numbers: tuple[tuple[str, ...], ...] = ()
    further: Mapping[str, tuple[Program, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Compare the digests."""
        return isinstance(other, RuleBase) and self.digest == other.digest

    def __hash__(self) -> int:
        """Hash the digest."""
        return hash(self.digest)

    def profile(self, name: str) -> Profile:
        """Return a profile; raises RuleError where it, or what it includes, is not there."""
        return _profile(self, name)

    @property
    def profiles(self) -> tuple[str, ...]:
        """List the names of the profiles."""
        return tuple(Path(n).stem for n in self.programs if n.startswith(f"{PROFILES}/"))

    @cached_property
    def statements(self) -> tuple[RuleStatement, ...]:
        """List all statements."""
        return tuple(each for program in self.programs.values() for each in program.statements)

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """List all that is cited."""
        return tuple(each for program in self.programs.values() for each in program.citations)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """List the citations that have statements, with these."""
        every = (each for program in self.programs.values() for each in program.blocks)
        return tuple(each for each in every if each.text)

    def without(self, cited: Iterable[str]) -> RuleBase:
        """Take out the rules beneath some citations, named by number or as ``FILE:LINE``."""
        named = frozenset(cited)
        return _without(self, named) if named else self

    @property
    def is_enlarged(self) -> bool:
        """Return whether house rules were added: what holds of the printed rules, such as how far they
        look, need not hold of these, so that the rule set is given all and asked as it stands.
        """
        return bool(self.further)

    def amended(
        self,
        rules: tuple[HouseRules, ...],
        numbers: tuple[tuple[str, ...], ...],
        further: Mapping[str, tuple[Program, ...]],
        notes: tuple[str, ...] = (),
    ) -> RuleBase:
        """Add house rules: the programs that they add to each profile."""
        added = {each.name: each for some in further.values() for each in some}
        items = [part for each in rules for part in (each.name, each.text, each.facts)]
        return replace(
            self,
            programs=MappingProxyType({**self.programs, **added}),
            digest=digest_of([self.digest, "amended", *items]),
            house_rules=rules,
            numbers=numbers,
            further=MappingProxyType(dict(further)),
            notes=notes,
        )

    @property
    def assumed(self) -> tuple[str, ...]:
        """Describe by which house rules the rule set was amended, with what is noted of them."""
        amended = (
            f"the rules as amended by {rules.name} ({', '.join(numbers)})"
            for rules, numbers in zip(self.house_rules, self.numbers, strict=True)
        )
        return (*amended, *self.notes)


def read_rulebase(folder: Path) -> RuleBase:
    """Read all programs of the rules below a folder; raises BadInput where they are too many, too large
    or no files, UnicodeDecodeError where one is no text.
    """
    found = list(islice(folder.rglob("*.lp"), MAX_PROGRAMS + 1))
    if len(found) > MAX_PROGRAMS:
        raise BadInput(f"{folder}: holds more than {MAX_PROGRAMS} programs; name a folder of rules")
    programs = {
        name: Program(name, read_bytes(path, LARGEST_PROGRAM, "a program").decode("utf-8"), path)
        for path in sorted(found)
        for name in [path.relative_to(folder).as_posix()]
        if not name.startswith(f"{WORLDS}/")
    }
    items = (part for name, each in programs.items() for part in (name, each.text))
    return RuleBase(MappingProxyType(programs), frozenset(), digest_of(items))


# The folder of the rules: the one that comes with the program, or another one that stands in its place


_FOLDERS = ExitStack()
atexit.register(_FOLDERS.close)

_IN_FORCE: ContextVar[RuleBase | None] = ContextVar("in_force", default=None)
_OTHER: ContextVar[Path | None] = ContextVar("other", default=None)


def other_rules() -> Path | None:
    """Return the folder whose rules stand in the place of the shipped ones; None if none does."""
    return _OTHER.get()


@contextmanager
def rules_of_folder(folder: Path | None) -> Iterator[RuleBase]:
    """Put the rules of a folder in the place of the shipped ones, with its vocabulary, its bounded
    positions and its cases (docs/howto/other_rules.md).

    Raises BadInput where the folder lacks a file that every rule set has.
    """
    if folder is not None:
        for name in _NEEDED:
            if not (folder / name).is_file():
                raise BadInput(f"{folder}: is no rule set, it has no {name}; write that file")
    other, rules = _OTHER.set(folder), _IN_FORCE.set(None)
    try:
        yield printed_rules()
    finally:
        _IN_FORCE.reset(rules)
        _OTHER.reset(other)


ANSWERS = "answers"
"""The profile of another rule set by which questions are answered."""

ASKABLE = "vocabulary/askable.lp"
"""The program that declares what may be asked."""

_NEEDED = (ASKABLE, f"{PROFILES}/{ANSWERS}.lp")


def _folder() -> Traversable:
    other = other_rules()
    return files("hexcourt.asp") if other is None else other


def worlds_program(name: str) -> Program:
    """Read one of the programs by which the rule set is examined."""
    return _worlds_program(other_rules(), name)


@cache
def _worlds_program(_other: Path | None, name: str) -> Program:
    return Program(f"{WORLDS}/{name}", worlds_file(name))


def worlds_file(name: str) -> str:
    """Return the text of a file in the folder of these programs."""
    return (_folder() / WORLDS / name).read_text("utf-8")


def all_worlds_programs() -> tuple[Program, ...]:
    """Read all programs by which the rule set is examined."""
    folder = _folder() / WORLDS
    names = sorted(each.name for each in folder.iterdir()) if folder.is_dir() else ()
    return tuple(worlds_program(each) for each in names if each.endswith(".lp"))


def printed_rules() -> RuleBase:
    """Read the rules as they are shipped, or as they are in the folder that stands in their place."""
    return _printed_rules(other_rules())


@cache
def _printed_rules(other: Path | None) -> RuleBase:
    if other is not None:
        return read_rulebase(other)
    return read_rulebase(_FOLDERS.enter_context(as_file(files("hexcourt.asp"))))


def active_rules() -> RuleBase:
    """Return the active rules."""
    return _IN_FORCE.get() or printed_rules()


_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def cached_by_rules(
    most: int | None = None,
) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """Cache ``most`` results of a function for each of the rule sets that were active last."""

    def cached(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        @lru_cache(8)
        def results_under(_rules: RuleBase) -> Callable[_Arguments, _Result]:
            return lru_cache(most)(function)  # type: ignore[return-value]

        @wraps(function)
        def found(*arguments: _Arguments.args, **more: _Arguments.kwargs) -> _Result:
            return results_under(active_rules())(*arguments, **more)

        return found

    return cached


@contextmanager
def use_rules(rule_base: RuleBase) -> Iterator[RuleBase]:
    """Make another rule set active. Sessions opened before keep their results."""
    token = _IN_FORCE.set(rule_base)
    try:
        yield rule_base
    finally:
        _IN_FORCE.reset(token)


@cache
def _profile(rule_base: RuleBase, name: str) -> Profile:
    found: dict[str, Program] = {}
    waiting = [f"{PROFILES}/{name}.lp"]
    while waiting:
        wanted = waiting.pop()
        if wanted not in found:
            program = rule_base.programs.get(wanted)
            if program is None:
                raise RuleError(f"{Path(wanted).name} is not among the programs of the rules")
            found[wanted] = program
            waiting += reversed(program.includes)
    programs = (*found.values(), *rule_base.further.get(name, ()))
    return Profile(name, programs, rule_base.gone)


@cache
def _without(rule_base: RuleBase, cited: frozenset[str]) -> RuleBase:
    programs: dict[str, Program] = {}
    gone: set[Signature] = set()
    for name, program in rule_base.programs.items():
        taken = [each for each in program.statements if _is_cited(each, cited)]
        gone.update(head for each in taken for head in each.heads)
        programs[name] = program.without(taken) if taken else program
    digest = digest_of([rule_base.digest, "-", *sorted(cited)])
    return replace(
        rule_base, programs=MappingProxyType(programs), gone=rule_base.gone | gone, digest=digest
    )


def _is_cited(statement: RuleStatement, cited: frozenset[str]) -> bool:
    if statement.node.ast_type is not ast.ASTType.Rule or statement.heading is None:
        return False
    heading = statement.heading
    return not cited.isdisjoint((heading.number, heading.key, f"{statement.file}:{heading.line}"))


PARSED = Path(__file__).with_name("parsed")
"""The folder where an installation has the printed rules as they were read, in a file that is named by
the digests of the rules and of what reads them (``bench/parsed_rules.py``).
"""

_READ_BY = (
    "declarations.py",
    "program.py",
    "reasons.py",
    "slicing.py",
    "sorts.py",
    "statement.py",
)


def kept_reading(rule_base: RuleBase, name: str, read: Callable[[], Any]) -> Any:
    """Return what was read in a rule set: as it is shipped, or from the cache; parsing takes long.

    It is of lists, texts and numbers.
    """
    digests = f"{rule_base.digest[:32]}-{_readers()}"
    found = shipped_value(PARSED / f"{digests}.sqlite", name)
    if found is not None:
        return found
    cached_values = CachedValues(RULES, digests)
    found = cached_values.find(name)
    if found is None:
        found = read()
        cached_values.keep(name, found)
    return found


@cache
def _readers() -> str:
    """Return a digest of what reads the rules: what was read otherwise has to be read again."""
    here = Path(__file__).parent
    return digest_of((here / each).read_text(encoding="utf-8") for each in _READ_BY)[:16]
