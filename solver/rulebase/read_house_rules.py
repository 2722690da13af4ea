"""House rules: a file of a user's own rules that amend the rule set (docs/howto/amending.md).

Such a file is a program like those of the rules. Each rule stands below ``%! SSR 3 high: sentence``, a
number of its own; ``repeal("NUMBER").`` takes the rules of a number out of the rules, and
``replace("NUMBER").`` does so for rules that stand in their place. A rule is asked wherever the rule
set that is asked derives or reads what it derives, and knows all that it reads.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from math import prod
from pathlib import Path
from types import MappingProxyType

import clingo
from clingo import SymbolType, ast

from hexcourt.facts.base.errors import BadInput, RuleError, listed
from hexcourt.facts.base.files import is_folder, read_bytes
from hexcourt.facts.base.sizes import LARGEST_DERIVED
from hexcourt.facts.formats.kinds import HOUSE_RULES, expect_kind
from hexcourt.solver.rulebase.declarations import (
    GIVEN_OUT,
    INPUT_MARK,
    SortUse,
    declarations,
    given_otherwise,
    old_names,
    sort_uses,
)
from hexcourt.solver.rulebase.interval_analysis import check_derived
from hexcourt.solver.rulebase.known_words import unknown_word, words_made
from hexcourt.solver.rulebase.precedence import (
    PREVAILS,
    YIELDS,
    Precedence,
    alike,
    circle_of,
    deciding_of,
    rewritten,
    silenced,
    spoken,
)
from hexcourt.solver.rulebase.program import Program, ground_into
from hexcourt.solver.rulebase.rulebase import (
    AMENDMENTS,
    EXAMINED_ALONE,
    HouseRules,
    RuleBase,
    active_rules,
    all_worlds_programs,
    printed_rules,
)
from hexcourt.solver.rulebase.short_forms import COUNTS_AS, counting, expanded
from hexcourt.solver.rulebase.sorts import (
    declared_sorts,
    sorts_derived,
    unjoined,
    wrong_sort,
    wrong_value,
)
from hexcourt.solver.rulebase.statement import (
    Citation,
    RuleStatement,
    Signature,
    nodes_in,
    strings_in,
)
from hexcourt.solver.rulebase.untrusted_program import PermittedSyntax, checked_statements

_VERDICT = Signature("verdict", 2)

_BEFORE = "before_"
"""What names begin with that two rule sets compared have for one of them."""


MAX_COMBINATIONS = 1_000_000
"""How many combinations the intervals of one rule come to at the most."""


def check_size(statement: RuleStatement) -> str:
    """Report that the intervals of a rule would take the machine, "" if they do not."""
    combinations = prod(_lengths(statement.node))
    if combinations <= MAX_COMBINATIONS:
        return ""
    return (
        f"its intervals come to {combinations} combinations; let them come to {MAX_COMBINATIONS} "
        "at the most"
    )


def _lengths(node: ast.AST) -> Iterator[int]:
    """List how many numbers the intervals between two numbers have."""
    for interval in nodes_in(node):
        if interval.ast_type is ast.ASTType.Interval:
            ends = (interval.left, interval.right)
            if all(e.ast_type is ast.ASTType.SymbolicTerm for e in ends):
                low, high = (each.symbol for each in ends)
                if low.type == high.type == SymbolType.Number:
                    yield max(1, high.number - low.number + 1)


def check_head(rule_base: RuleBase, statement: RuleStatement) -> str:
    """Describe what is wrong with what a rule derives, "" if nothing."""
    for signature in statement.heads:
        if signature == _VERDICT:
            return f"{signature} comes of precedence alone; derive refused, doubtful or allowed"
        instead = given_otherwise(rule_base).get(signature)
        if instead:
            return f"{signature} {instead}"
        for name, term in _numbers(rule_base, signature, statement):
            if _is_no_number(term):
                return (
                    f"{term} stands where {name} is a number; write a whole number, 0 at the least"
                )
    return ""


def check_helper(name: Signature) -> str:
    """Describe what is wrong with the name of a helper that the rule set does not know, "" if
    nothing.
    """
    if name.name.startswith(_BEFORE) or name.name in _names_of_worlds():
        return f"{name} is a name by which worlds are described (asp/worlds); choose another"
    return ""


def reckons_ill(names: Collection[str], text: str) -> BadInput:
    """Refuse house rules over whose numbers the rule set stumbles; ``text`` is what clingo says."""
    _, _, result = " ".join(text.split()).partition("info: ")
    what = result.partition(";")[0].removeprefix("tuple ignored: ").strip() or text[:80]
    return BadInput(
        f"{', '.join(names)}: the rules cannot compute with what it derives, {what}; give whole numbers"
    )


def _numbers(
    rule_base: RuleBase, signature: Signature, statement: RuleStatement
) -> Iterator[tuple[str, ast.AST]]:
    """List the arguments of a head that are to be numbers, with their names."""
    for place, name in _numbered(rule_base).get(signature, ()):
        yield name, statement.node.head.atom.symbol.arguments[place]


@cache
def _numbered(rule_base: RuleBase) -> Mapping[Signature, tuple[tuple[int, str], ...]]:
    natural = sort_uses(rule_base).get("natural", SortUse()).names
    return {
        each.signature: tuple(
            (place, name) for place, (_, name) in enumerate(each.arguments) if name in natural
        )
        for each in declarations(rule_base, GIVEN_OUT)
    }


def _is_no_number(term: ast.AST) -> bool:
    """Return whether a term is surely no whole number from 0 on."""
    if term.ast_type is ast.ASTType.SymbolicTerm:
        return term.symbol.type is not SymbolType.Number or term.symbol.number < 0
    if term.ast_type is ast.ASTType.UnaryOperation:
        return term.operator_type == ast.UnaryOperator.Minus and (
            term.argument.ast_type is ast.ASTType.SymbolicTerm
        )
    return term.ast_type is ast.ASTType.Function


def _names_of_worlds() -> frozenset[str]:
    items = (s for program in all_worlds_programs() for s in program.statements)
    return frozenset(head.name for s in items for head in s.heads)


_OWN = PermittedSyntax(choices=False)
_NUMBER = "SSR "

ALWAYS_READABLE = "vocabulary/circumstances.lp"
"""The file of the vocabulary that declares what house rules may read wherever they are asked."""

FACTS_FILE = "scenario.lp"
"""The file that facts of a scenario seem to stand in."""

LARGEST = 200_000
"""How many bytes a file of house rules may have."""

REPEAL, REPLACE = Signature("repeal", 1), Signature("replace", 1)

_ORDERS = {REPEAL, REPLACE, PREVAILS, YIELDS}
"""What a file may say about rules beside rules of its own."""

UNKNOWN, UNREAD = "is neither derived nor given", "is read by nothing"


def read_house_rules(paths: Iterable[str | Path]) -> tuple[HouseRules, ...]:
    """Read files of house rules; raises BadInput, naming the file, where one cannot be read."""
    return tuple(read_own_rules(Path(each)) for each in paths)


def read_own_rules(path: Path, such: str = "a file of house rules (.lp)") -> HouseRules:
    """Read one file of rules; raises BadInput where it cannot be read: it is to be ``such``."""
    if is_folder(path):
        raise BadInput(f"{path}: is a folder; give the path of {such}")
    content = read_bytes(path, LARGEST, such)
    expect_kind(path, content, such, HOUSE_RULES)
    try:
        return HouseRules(path.name, content.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is no text in UTF-8; give the path of {such}") from None


def amended_rules(rules: tuple[HouseRules, ...]) -> RuleBase:
    """Amend the active rules by house rules alone.

    Raises BadInput, in one sentence with file and line, where one of them does not parse, is not
    allowed, cites nothing of its own, takes out what is not there, reads what nothing derives,
    depends on itself, or is asked nowhere.
    """
    known = active_rules()
    return _amended(printed_rules() if known.house_rules else known, rules)


@cache
def _amended(rule_base: RuleBase, rules: tuple[HouseRules, ...]) -> RuleBase:
    files = checked_files(rule_base, rules)
    own = frozenset(head for each in files for s in each.rules for head in s.heads)
    _check_numbers(files)
    left = rule_base.without([taken for each in files for taken in each.taken])
    further: dict[str, list[Program]] = defaultdict(list)
    if COUNTS_AS in own:
        left = counting(left, _rewritten)
        rule_base = counting(rule_base, _rewritten)
        further |= {profile: [*some] for profile, some in left.further.items()}
    placed = _Placed(rule_base, own)
    where = [(file, placed.profiles_of([s for f in files for s in f.rules])) for file in files]
    texts, spoken_by = _precedence(left, files, dict(_asked(where)))
    left = _rewritten(left, texts)
    programs = [rewritten(each.program, _within(each.rules, texts)) for each in files]
    for profile, program in spoken_by:
        further[profile].append(program)
    for position, (file, profiles) in enumerate(where):
        for statement in file.rules:
            if not profiles[statement]:
                raise file.refusal(statement, placed.why_nowhere(statement))
        placed.check_circles(file, profiles)
        groups: dict[tuple[str, ...], list[RuleStatement]] = defaultdict(list)
        for statement in file.rules:
            groups[profiles[statement]].append(statement)
        for number, (names, some) in enumerate(sorted(groups.items())):
            name = f"{AMENDMENTS}/{position}/{number}/{file.name}"
            program = programs[position].only(some, name)
            for profile in names:
                further[profile].append(program)
        if facts := rules[position].facts:
            program = Program(f"{AMENDMENTS}/{position}/{FACTS_FILE}", facts)
            for profile in sorted({name for names in groups for name in names}):
                further[profile].append(program)
    numbers = tuple(each.numbers for each in files)
    added = {name: tuple(some) for name, some in further.items()}
    return left.amended(rules, numbers, added, tuple(dict.fromkeys(_notes(rule_base, files))))


_Texts = Mapping[RuleStatement, str]


def _asked(
    where: Iterable[tuple[_File, Mapping[RuleStatement, tuple[str, ...]]]],
) -> Iterator[tuple[RuleStatement, tuple[str, ...]]]:
    for file, profiles in where:
        yield from ((each, profiles[each]) for each in file.rules)


def _within(some: Iterable[RuleStatement], texts: _Texts) -> _Texts:
    return {each: texts[each] for each in some if each in texts}


def _rewritten(rule_base: RuleBase, texts: _Texts) -> RuleBase:
    """Return the rules with other texts for some statements."""
    programs = dict(rule_base.programs)
    for name, program in rule_base.programs.items():
        if some := _within(program.statements if texts else (), texts):
            programs[name] = rewritten(program, some)
    return replace(rule_base, programs=MappingProxyType(programs))


def _precedence(
    rule_base: RuleBase,
    files: Sequence[_File],
    profiles_of: Mapping[RuleStatement, tuple[str, ...]],
) -> tuple[_Texts, list[tuple[str, Program]]]:
    """Find the texts of the statements over which others prevail, and the programs that tell where these
    speak, each with its profile.

    Raises BadInput where rules prevail over each other in a circle, where one depends on what it
    prevails over, or where one of both decides nothing that the other one does.
    """
    some = [(file, each) for file in files for each in file.precedence]
    if not some:
        return {}, []
    file_of = {each.order: file for file, each in some}
    if circle := circle_of([each for _, each in some]):
        names = ", which prevails over ".join(each.loser for each in circle)
        raise file_of[circle[0].order].refusal(
            circle[0].order,
            f"{circle[0].winner} prevails over {names}: that is a circle; leave one of them out",
        )
    pool, numbered = (*rule_base.statements, *profiles_of), known_names(rule_base).numbered
    declared = declared_sorts(rule_base)
    winners: dict[Precedence, list[RuleStatement]] = {}
    over: dict[RuleStatement, list[Precedence]] = defaultdict(list)
    for file, each in some:
        first, second = (deciding_of(n, pool, numbered) for n in (each.winner, each.loser))
        winners[each] = [w for w in first if any(alike(declared, w, e) for e in second)]
        losers = [e for e in second if any(alike(declared, w, e) for w in first)]
        if not losers:
            idle = each.winner if not first else each.loser if not second else ""
            text = f"{idle} decides nothing by its number" if idle else ""
            text = text or f"{each.winner} and {each.loser} never decide about the same thing"
            raise file.refusal(each.order, f"{text}; name two rules that may meet")
        for statement in losers:
            over[statement].append(each)
        _check_independent(rule_base, file, each, winners[each], losers, profiles_of)
    texts = {statement: silenced(statement, by) for statement, by in over.items()}
    profiles = {name: rule_base.profile(name) for name in rule_base.profiles}

    def is_in(statement: RuleStatement, profile: str) -> bool:
        if statement in profiles_of:
            return profile in profiles_of[statement]
        return any(each.name == statement.file for each in profiles[profile].programs)

    programs = []
    for number, each in enumerate(winners):
        for profile in profiles:
            if any(is_in(e, profile) for e, by in over.items() if each in by):
                lines = [spoken(w, each, over[w]) for w in winners[each] if is_in(w, profile)]
                name = f"{AMENDMENTS}/{len(files)}/{number}/{profile}/{PRECEDENCE_FILE}"
                text = "\n".join([f"#defined {each.name}/1.", *lines, ""])
                programs.append((profile, Program(name, text)))
    return texts, programs


def _check_independent(
    rule_base: RuleBase,
    file: _File,
    each: Precedence,
    winners: Iterable[RuleStatement],
    losers: Iterable[RuleStatement],
    profiles_of: Mapping[RuleStatement, tuple[str, ...]],
) -> None:
    """Refuse a rule that prevails over another and reads what depends on it."""
    heads = {head for statement in losers for head in statement.heads}
    for profile in rule_base.profiles:
        own = [rule for rule, names in profiles_of.items() if profile in names]
        hangs = _hanging_on(_readers(rule_base, profile), own, heads)
        for name in (read for winner in winners for read in winner.reads if read in hangs):
            raise file.refusal(
                each.order,
                f"{each.winner} reads {name}, which depends on what {each.loser} decides; read "
                "something else",
            )


PRECEDENCE_FILE = "precedence.lp"
"""The file that the rules of precedence seem to stand in."""


def stands_beside(name: str) -> bool:
    """Return whether a program, by its name, was added beside house rules for what these say: it is of
    one profile.
    """
    return name.startswith(f"{AMENDMENTS}/") and name.count("/") > 3


def _notes(rule_base: RuleBase, files: Iterable[_File]) -> Iterator[str]:
    """Report what users should know of their rules: old names, and rules that others hide."""
    for file in files:
        for old in file.old_names:
            yield f"{file.name}: {old} is called {old_names(rule_base)[old]} now; the old name goes soon"
    yield from _hidden(rule_base, files)


def _hidden(rule_base: RuleBase, files: Iterable[_File]) -> Iterator[str]:
    """Report rules that derive one number, of which the greatest counts, that a greater one hides it."""
    use = sort_uses(rule_base).get("greatest", SortUse())
    for statement in (each for file in files for each in file.rules):
        if use.names.issuperset(statement.names):
            number = next(
                filter(str.isdigit, map(str, statement.node.head.atom.symbol.arguments)), ""
            )
            if number:
                yield use.sentence.format(_number(statement), number)


def checked_files(rule_base: RuleBase, rules: Iterable[HouseRules]) -> Sequence[_File]:
    """Read files of house rules, and check each rule by its form, names and sorts."""
    files = [_File(rule_base, each) for each in rules]
    own = frozenset(head for each in files for s in each.rules for head in s.heads)
    read = frozenset(name for each in files for s in each.rules for name in s.reads)
    for each in files:
        each.check_names(own, read)
    known_rules = printed_rules() if rule_base.house_rules else rule_base
    known = declared_sorts(rule_base)
    all_rules = [statement for file in files for statement in file.rules]
    sorts = sorts_derived(known, all_rules)
    helpers = own - known_names(rule_base).every
    made = words_made(rule_base, all_rules, helpers)
    for file in files:
        for statement in file.rules:
            wrong = wrong_sort(known, sorts, statement) or unjoined(known, sorts, statement)
            wrong = wrong or unknown_word(rule_base, helpers, made, statement)
            wrong = wrong or wrong_value(known_rules, statement)
            if wrong:
                raise file.refusal(statement, wrong)
    return files


def _check_numbers(files: Sequence[_File]) -> None:
    placed = [
        (f"{file.name}, line {each.line}", each.node) for file in files for each in file.rules
    ]
    check_derived(placed, LARGEST_DERIVED)


class _File:
    """A file of house rules, checked by itself."""

    def __init__(self, rule_base: RuleBase, rules: HouseRules) -> None:
        self.rule_base = rule_base
        self.name = rules.name
        checked_statements(rules.text, rules.name, allowed=_OWN)
        text, self.old_names = _with_names_of_today(rule_base, rules.text)
        try:
            written = Program(rules.name, text)
            self.program = expanded(rule_base, written, self.refusal)
            statements = self.program.statements
        except RuleError as error:
            raise BadInput(f"{self.name}: {error}") from None
        self._check_citations(statements)
        orders = [each for each in statements if _ORDERS & {*each.heads, *each.reads}]
        self.rules = tuple(each for each in statements if each not in orders)
        taking = [each for each in orders if {REPEAL, REPLACE} & {*each.heads, *each.reads}]
        self.taken = tuple(self._taken(each) for each in taking)
        self.precedence = tuple(self._precedence(each) for each in orders if each not in taking)
        for each in self.rules:
            self._check_rule(each)
        _check_numbers([self])  # before anything of it is grounded
        for each in self.rules:
            self.check_circle(each, self.rules, {})
        check_safe(self.program)
        for each in orders:
            if REPLACE in each.heads:
                self._check_replaced(each)
        if not statements:
            raise BadInput(
                f"{self.name}: holds no rule; write one below %! SSR 1 high: what it says"
            )

    @property
    def numbers(self) -> tuple[str, ...]:
        """List the numbers of its rules."""
        return tuple(dict.fromkeys(map(_number, self.program.statements)))

    def refusal(self, statement: RuleStatement, sentence: str) -> BadInput:
        return BadInput(f"{self.name}, line {statement.line}: {sentence}")

    def _check_citations(self, statements: Iterable[RuleStatement]) -> None:
        for each in statements:
            cited = each.heading
            if cited is None:
                raise self.refusal(
                    each, "cites nothing; write above it %! SSR 1 high: what it says"
                )
            if not cited.number.startswith(_NUMBER):
                mend = "give house rules numbers of their own, such as SSR 1"
                raise BadInput(f"{self.name}, line {cited.line}: cites {cited.number}; {mend}")
            if not cited.sentence.strip():
                raise BadInput(
                    f"{self.name}, line {cited.line}: {cited.number} says nothing; write what it says"
                )

    def _precedence(self, order: RuleStatement) -> Precedence:
        """Return which rule prevails over which by an order."""
        number = next(iter(order.strings), "")
        other = number if number.startswith(_NUMBER) else self._taken(order)
        own = _number(order)
        return Precedence(*((own, other) if PREVAILS in order.heads else (other, own)), order)

    def _taken(self, order: RuleStatement) -> str:
        """Return the number, or FILE:LINE, of the rule that an order names."""
        name = next(iter(order.names), "repeal")
        known = self.rule_base.citations[0].number
        items = tuple(strings_in(order.node))
        if (
            order.kind != "fact"
            or len(items) != 1
            or str(order.node.head) != f'{name}("{items[0]}")'
        ):
            raise self.refusal(order, f'{name} names one rule; write {name}("{known}").')
        cited = items[0]
        if self.rule_base.without([cited]).digest != self.rule_base.digest and self._heads(cited):
            return cited
        every = {each.number for each in self.rule_base.blocks if each.statements}
        listed_names = (
            every | {each.key for each in self.rule_base.blocks} if ":" in cited else every
        )
        if not cited:
            raise self.refusal(order, f'{name} names no rule; write {name}("{known}").')
        near = nearest(cited, listed_names)
        mend = f"did you mean {listed(near, 'or')}?" if near else "`hexcourt rules` lists them"
        raise self.refusal(order, f"{cited[:60]}: no rule is cited by that name; {mend}")

    def _heads(self, cited: str) -> frozenset[Signature]:
        """List what the rules of a number, or at a place, derive."""
        found = (
            each
            for each in self.rule_base.statements
            if each.heading is not None
            and cited in (each.heading.number, each.heading.key, f"{each.file}:{each.heading.line}")
        )
        return frozenset(head for each in found for head in each.heads)

    def _check_replaced(self, order: RuleStatement) -> None:
        (cited,) = strings_in(order.node)
        gone = self._heads(cited)
        derived = {h for s in self.rules if s.heading == order.heading for h in s.heads}
        if gone.isdisjoint(derived):
            names = listed([str(each) for each in sorted(gone)[:3]], "or")
            raise self.refusal(
                order,
                f"what replaces {cited} derives none of what it does, {names}; write such a rule "
                f'beside it, or repeal("{cited}").',
            )

    def _check_rule(self, statement: RuleStatement) -> None:
        if statement.kind not in ("fact", "rule"):
            raise self.refusal(
                statement,
                "a constraint decides nothing; derive an atom with the number, as refused(What,"
                f'"{_number(statement)}")',
            )
        wrong = check_head(self.rule_base, statement) or check_size(statement)
        if wrong:
            raise self.refusal(statement, wrong)
        argument = _written_number(self.rule_base, statement)
        number = _number(statement)
        if argument is not None and argument != number:
            raise self.refusal(
                statement,
                f'its head says "{argument}" and stands below {number}; say "{number}" there',
            )

    def check_circle(
        self, statement: RuleStatement, own: Sequence[RuleStatement], readers: _Readers
    ) -> None:
        """Refuse a rule that depends on what it derives, by other house rules or by the rules: such a
        rule may go on for ever, or decide nothing.
        """
        hangs = _hanging_on(readers, own, statement.heads)
        circle = sorted(name for name in statement.reads if name in hangs)
        if circle:
            head = listed([str(each) for each in statement.heads])
            raise self.refusal(
                statement, f"{head} depends on itself by way of {circle[0]}; read something else"
            )

    def check_names(self, own: Collection[Signature], read: Collection[Signature]) -> None:
        """Refuse what nothing derives or tells, and what nothing reads."""
        known = known_names(self.rule_base)
        for each in self.rules:
            for name in each.reads:
                if name not in known.derived and name not in known.declared and name not in own:
                    raise self._unknown(each, name, UNKNOWN, known.every)
            for name in each.heads:
                if name not in known.every and name not in read:
                    raise self._unknown(each, name, UNREAD, known.every)
                wrong = check_helper(name) if name not in known.every else ""
                if wrong:
                    raise self.refusal(each, wrong)

    def _unknown(
        self, statement: RuleStatement, name: Signature, what: str, known: Iterable[Signature]
    ) -> BadInput:
        return self.refusal(statement, unknown_name(name, what, known))


def _with_names_of_today(rule_base: RuleBase, text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text in which predicates have the names of today, and which old names it had."""
    old = old_names(rule_base)
    found: dict[str, None] = {}

    def renamed(match: re.Match[str]) -> str:
        found[match[1]] = None
        return old[match[1]]

    new = re.sub(rf"(?<![\w\"])({'|'.join(old)})(?=\()", renamed, text) if old else text
    return new, tuple(found)


def check_safe(program: Program) -> None:
    """Ground a program by itself: what is unsafe, or computes nonsense, is given with its line."""
    items: list[tuple[clingo.MessageCode, str]] = []
    control = clingo.Control(["--warn=all"], logger=lambda *each: items.append(each))
    try:
        ground_into(control, (), "\n".join([program.text, ""]))
    except RuntimeError as error:
        items = items or [(clingo.MessageCode.RuntimeError, str(error))]
    bad = [text for code, text in items if code != clingo.MessageCode.AtomUndefined]
    if bad:
        first = " ".join(bad[0].split()).removeprefix("<block>:")
        line, _, rest = first.partition(":")
        about = rest.partition("error: ")[2] or rest.partition("info: ")[2] or rest
        raise BadInput(
            f"{program.name}, line {line}: {about}; bind each variable by an atom of the body"
        )


def _number(statement: RuleStatement) -> str:
    cited: Citation | None = statement.heading
    return "" if cited is None else cited.number


def _written_number(rule_base: RuleBase, statement: RuleStatement) -> str | None:
    """Return what stands in the head where a rule number belongs; none where there is no such place, or
    a number is handed on.
    """
    places = known_names(rule_base).numbered
    atom = statement.node.head.atom.symbol
    for signature in statement.heads:
        place = places.get(signature)
        if place is not None:
            argument = str(atom.arguments[place])
            return None if argument[:1].isupper() else argument.strip('"')
    return None


class KnownPredicates:
    """What a rule set knows of predicates."""

    def __init__(self, rule_base: RuleBase) -> None:
        self.derived = frozenset(head for each in rule_base.statements for head in each.heads)
        read = frozenset(name for each in rule_base.statements for name in each.reads)
        self.declared = declared(rule_base)
        out = (each.signature for each in declarations(rule_base, GIVEN_OUT))
        self.every = self.derived | read | self.declared | frozenset(out)
        self.numbered = {
            each.signature: place
            for each in declarations(rule_base, GIVEN_OUT)
            for place, (_, name) in enumerate(each.arguments)
            if name == "Rule"
        }


@cache
def known_names(rule_base: RuleBase) -> KnownPredicates:
    """Return what a rule set knows of predicates, computed once."""
    return KnownPredicates(rule_base)


class _Placed:
    """Finds the profiles in which house rules are asked."""

    def __init__(self, rule_base: RuleBase, own: Collection[Signature]) -> None:
        self.rule_base = rule_base
        self.own = own

    def profiles_of(
        self, rules: Sequence[RuleStatement]
    ) -> Mapping[RuleStatement, tuple[str, ...]]:
        """Map each rule to the profiles that it is asked in: none where no command asks one of them."""
        found: dict[RuleStatement, list[str]] = {each: [] for each in rules}
        for profile in self.rule_base.profiles:
            for each in self._asked_in(profile, rules):
                found[each].append(profile)
        return {
            each: () if EXAMINED_ALONE.issuperset(some) else tuple(some)
            for each, some in found.items()
        }

    def _asked_in(self, profile: str, rules: Sequence[RuleStatement]) -> Sequence[RuleStatement]:
        """List the rules that derive what a profile derives or reads, and read only what it knows."""
        derived, read, result = _of_profile(self.rule_base, profile)
        known = derived | result
        questions = list(rules)
        while True:
            mine = {head for each in questions for head in each.heads}
            wanted = derived | read | {name for each in questions for name in each.reads}
            left = [
                each
                for each in questions
                if known.union(mine).issuperset(each.reads) and not wanted.isdisjoint(each.heads)
            ]
            if len(left) == len(questions):
                return left
            questions = left

    def why_nowhere(self, statement: RuleStatement) -> str:
        """Describe why no profile asks a rule."""
        head = statement.heads[0]
        best: frozenset[Signature] | None = None
        for profile in self.rule_base.profiles:
            derived, read, result = _of_profile(self.rule_base, profile)
            if head in derived | read and profile not in EXAMINED_ALONE:
                lacking = frozenset(statement.reads) - derived - result - frozenset(self.own)
                if best is None or len(lacking) < len(best):
                    best = lacking
        if not best:
            return f"{head} is asked for nowhere together with what it reads; derive another atom"
        names = listed([str(each) for each in sorted(best)], "and")
        return f"where {head} is asked, {names} is not known; read something else"

    def check_circles(self, file: _File, profiles: Mapping[RuleStatement, tuple[str, ...]]) -> None:
        """Refuse a rule that depends on what it derives where it is asked."""
        for statement in file.rules:
            for profile in profiles[statement]:
                own = [each for each, names in profiles.items() if profile in names]
                file.check_circle(statement, own, _readers(self.rule_base, profile))


@cache
def _of_profile(
    rule_base: RuleBase, name: str
) -> tuple[frozenset[Signature], frozenset[Signature], frozenset[Signature]]:
    """List what a profile derives, what it reads, and what it is given: all of the subjects of
    which its rules read something.
    """
    statements = rule_base.profile(name).statements
    derived = frozenset(head for each in statements for head in each.heads)
    read = frozenset(each_name for each in statements for each_name in each.reads)
    files = {each.signature: each.file for each in declarations(rule_base, INPUT_MARK)}
    plain = (e for e in statements if e.file != _VERDICTS)  # which know lines as well as actions
    looked = {
        files[name] for e in plain for name in e.reads if name in files and name not in derived
    }
    return (
        derived,
        read,
        frozenset(n for n, file in files.items() if file in {*looked, ALWAYS_READABLE}),
    )


_VERDICTS = "verdicts.lp"


_Readers = Mapping[Signature, Collection[Signature]]
"""Maps predicates to those derived from them at once."""


@cache
def _readers(rule_base: RuleBase, profile: str) -> _Readers:
    """Return what of a profile is derived from what at once."""
    found: dict[Signature, set[Signature]] = defaultdict(set)
    for each in rule_base.profile(profile).statements:
        for name in each.reads:
            found[name].update(each.heads)
    return {name: frozenset(heads) for name, heads in found.items()}


def _hanging_on(
    readers: _Readers, own: Sequence[RuleStatement], heads: Iterable[Signature]
) -> frozenset[Signature]:
    """List some predicates and all that depend on them."""
    more: dict[Signature, set[Signature]] = defaultdict(set)
    for each in own:
        for name in each.reads:
            more[name].update(each.heads)
    found = set(heads)
    waiting = list(found)
    while waiting:
        name = waiting.pop()
        for head in {*readers.get(name, ()), *more.get(name, ())} - found:
            found.add(head)
            waiting.append(head)
    return frozenset(found)


def nearest(wanted: str, known: Iterable[str], most: int = 3) -> list[str]:
    """List the names most like the one wanted."""
    return get_close_matches(wanted[:60], sorted(known), n=most, cutoff=0.5)


def unknown_name(name: Signature, what: str, known: Iterable[Signature]) -> str:
    """Describe what is wrong with a predicate, and which one is perhaps meant."""
    near = nearest(str(name), map(str, known))
    mend = (
        f"did you mean {listed(near, 'or')}?" if near else "docs/reference/predicates.md lists them"
    )
    return f"{name} {what}; {mend}"


def declared(rule_base: RuleBase) -> frozenset[Signature]:
    """List the predicates that may come in from outside."""
    found = (each for each in rule_base.statements if each.kind == "declaration")
    return frozenset(Signature(each.node.name, each.node.arity) for each in found)


def asked_where(rule_base: RuleBase) -> Iterator[tuple[RuleStatement, tuple[str, ...]]]:
    """Return the house rules of a rule set with the profiles that each is asked in, in their order."""
    found: dict[str, list[str]] = defaultdict(list)
    programs: dict[str, Program] = {}
    for profile, some in rule_base.further.items():
        for program in some:
            programs[program.name] = program
            found[program.name].append(profile)
    items = [
        (program.name.split("/")[1], each.line, each, tuple(found[name]))
        for name, program in programs.items()
        for each in program.statements
        if not stands_beside(program.name)
    ]
    for _, _, statement, profiles in sorted(items, key=lambda each: each[:2]):
        yield statement, profiles
