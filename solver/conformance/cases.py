"""Cases: a position, a question about it, and the answer that is expected, one JSON object a line.

A case is what other programs that answer rules questions are asked (docs/reference/conform.md). The
answer of the rules is asked for by the methods of ``Position``, as every entry point does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_text
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.facts.formats.kinds import CASES, JSON, expecting
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.arguments import QUESTIONS
from hexcourt.solver.api.position import Position, open_position, put_question
from hexcourt.solver.position.opening import reopened
from hexcourt.solver.rulebase.rulebase import cached_by_rules, other_rules
from hexcourt.solver.ruleset.answers import ask_facts
from hexcourt.solver.scenario.answers import check_scenario
from hexcourt.solver.scenario.scenario import Scenario

FORMAT = 1
"""The version of the format; the first line of a file has it."""

MAX_CASES = 200_000
"""How many cases a file may hold."""

MAX_RULES = 6
"""How many rules of an answer a case names at most."""

CHECK = "check"
"""What is asked of the card of a scenario: the text of the card, and which checks."""

FACTS = "position.lp"
"""How messages name the facts of a case."""

CARD = "card.toml"
"""How messages name the card of a case."""

AnswerWord = Literal["yes", "no", "unknown", "done", "too_close", "out_of_budget"]
Text = Annotated[str, Meta(max_length=400)]
Texts = Annotated[tuple[Text, ...], Meta(max_length=200)]


class Case(Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True, kw_only=True):
    """A question and what the rules answer.

    The position is a facts file (``facts``), or a board by its name or path (``board``), with pieces
    placed and facts given. ``question`` and ``arguments`` are those of the table of questions. The
    ``value`` is what an answer comes to beside yes and no (``value_of``). ``rules`` are the numbers of
    those that the answer cites, ``reason`` and ``confidence`` are those of the first one.
    """

    id: Annotated[str, Meta(min_length=1, max_length=120)]
    question: str
    arguments: dict[str, Any]
    answer: AnswerWord
    facts: Annotated[str, Meta(max_length=200_000)] = ""
    board: Text = ""
    place: Texts = ()
    given: Texts = ()
    value: Any = None
    rules: Texts = ()
    reason: str = ""
    confidence: str = ""
    source: str = ""

    @property
    def asked(self) -> dict[str, Any]:
        """Return what another program is asked: the case without its answer."""
        fields = {name: getattr(self, name) for name in ("facts", "board") if getattr(self, name)}
        place, given = list(self.place), list(self.given)
        of = {"id": self.id, "question": self.question, "arguments": self.arguments}
        return {**of, **fields, "place": place, "given": given}

    @property
    def outcome(self) -> tuple[str, Any, Texts]:
        """Return what makes two answers of a case unlike: answer, value, and the rule that decides."""
        return self.answer, self.value, self.rules[:1]

    @property
    def size(self) -> tuple[int, int, str]:
        """Return how large the position is: the smallest of some are shown."""
        placed = (*self.place, *self.given)
        return self.facts.count("\n") + len(placed), len(self.facts), self.id

    @property
    def kind(self) -> str:
        """Return what is asked in a word or two: the question, and the action, attack or unit."""
        about = self.arguments.get("actions") or self.arguments.get("attack") or ""
        about = about if isinstance(about, str) else about[0]
        return " ".join(filter(None, [self.question, about.partition("(")[0]]))

    def words(self) -> str:
        """Write question and arguments in a line."""
        lines = (f"{name} {json.dumps(e)}" for name, e in self.arguments.items())
        return ", ".join([self.question, *lines])


class Header(Struct, frozen=True, kw_only=True):
    """The first line of a file of cases."""

    cases: int
    licence: str = ""
    program: str = ""


_decoded = msgspec.json.Decoder(Case)
_header = msgspec.json.Decoder(Header)


def read_cases(path: Path) -> list[Case]:
    """Read a file of cases; raises BadInput with file and line where one is none."""
    found: list[Case] = []
    names: set[str] = set()
    for number, line in enumerate(
        read_text(path, expecting("a file of cases", CASES, JSON)).splitlines(), 1
    ):
        where = f"{path}, line {number}"
        if not line.strip():
            continue
        try:
            if number == 1 and line.startswith('{"cases"'):
                header = _header.decode(line)
                if header.cases != FORMAT:
                    raise BadInput(f"{where}: version {header.cases} is not read; write {FORMAT}")
                continue
            case = _decoded.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BadInput(
                f"{where}: is no case ({error}); see docs/reference/conform.md"
            ) from None
        if case.question not in (*QUESTIONS, CHECK):
            known = ", ".join([*QUESTIONS, CHECK])
            raise BadInput(f"{where}: {case.question[:40]} is no question; name one of {known}")
        if bool(case.facts) == bool(case.board):
            raise BadInput(f"{where}: give either facts or board")
        if case.id in names:
            raise BadInput(f"{where}: a case called {case.id} is there already; rename it")
        names.add(case.id)
        found.append(case)
        if len(found) > MAX_CASES:
            raise BadInput(f"{path}: holds more than {MAX_CASES} cases; split the file")
    return found


def written(cases: Iterable[Case], program: str = "") -> str:
    """Write a file of cases."""
    header = {"cases": FORMAT, "licence": "MIT", **({"program": program} if program else {})}
    lines = (msgspec.json.encode(each).decode() for each in cases)
    return "\n".join([json.dumps(header), *lines]) + "\n"


def case_schema() -> dict[str, Any]:
    """Return the JSON schema of a line of a file, but the first."""
    fields: dict[str, Any] = json.loads(json.dumps(msgspec.json.schema(Case)))
    return fields


def corpus() -> list[Case]:
    """Return the cases that come with the program, or with the rules of the folder in use."""
    other = other_rules()
    folder = Path(str(resources.files("hexcourt.cases"))) if other is None else other / "cases"
    return [case for path in sorted(folder.glob("*.jsonl")) for case in read_cases(path)]


def answered(case: Case) -> Case:
    """Answer a case by the active rules; raises BadInput where the position cannot be asked."""
    answer = asked_of(case)
    cited = [*_cited(list(answer.rows))]
    first = next((number for number, _ in cited), "")
    of_first = [row for number, row in cited if number == first and row.get("sentence")]
    # the same rule may be cited before for what a line passes without being blocked
    deciding = min(of_first, key=lambda row: row.get("effect") == "passes", default={})
    return msgspec.structs.replace(
        case,
        answer=str(answer.answer),
        value=value_of(case.question, answer),
        rules=tuple(dict.fromkeys(number for number, _ in cited))[:MAX_RULES],
        reason=str(deciding.get("sentence", "")),
        confidence=str(deciding.get("confidence") or ""),
    )


def asked_of(case: Case) -> Answer:
    """Ask the active rules; raises BadInput where the position cannot be asked."""
    try:
        if other_rules() is not None:
            if case.question != "ask" or not case.facts or {*case.arguments} - {"question", "vary"}:
                raise BadInput("other rule sets are asked about facts, by ask, question and vary")
            return ask_facts(case.facts, name=FACTS, **case.arguments)
        if case.question == CHECK:
            return _checked(**case.arguments)
        position = _position(case.facts, case.board, case.place, case.given)
        return put_question(position, case.question, case.arguments)
    except (TypeError, ValueError) as error:
        raise BadInput(f"{case.id}: {error}") from None


def _checked(card: str, checks: Sequence[str]) -> Answer:
    return check_scenario(Scenario(card_of(card, CARD)), checks)


@cached_by_rules(64)
def _opened(facts: str, board: str) -> Position:
    if board:
        return open_position(board)
    return Position(reopened(parse_board(facts, FACTS)))


def _position(facts: str, board: str, place: Texts, given: Texts) -> Position:
    position = _opened(facts, board)
    if place:
        position = position.place(*place)
    return position.give(*given) if given else position


def value_of(question: str, answer: Answer) -> Any:
    """Return what an answer comes to beside its verdict, as JSON has it; None for nothing.

    Of ``los`` the Hindrance of a clear line; of ``path`` the least and the most that it costs, in MF or
    MP; of ``reach`` what each Location costs at least; of ``adjacent`` the names of the Locations; of
    ``effect`` each number by its name; of ``entry`` how many turns late each hex is; of ``ask`` its
    certain rows; of ``check`` what is found of each subject, and by which rules.
    """
    of = _VALUES.get(question)
    return None if of is None else of([dict(each) for each in answer.rows], answer.answer)


Rows = list[dict[str, Any]]


def _line(rows: Rows, text: str) -> Any:
    return rows[0]["hindrance"] if text == "yes" else None


def _path(rows: Rows, text: str) -> Any:
    return [rows[0]["spent"], rows[0]["spent_most"]] if rows and "spent" in rows[0] else None


_VALUES: Mapping[str, Callable[[Rows, str], Any]] = {
    "los": _line,
    "path": _path,
    "ask": lambda rows, _: (
        [[*each["row"].values()] for each in rows if each.get("certain")] or None
    ),
    "reach": lambda rows, _: {
        each["location"]: each["spent"] for each in rows if each.get("certain")
    },
    "adjacent": lambda rows, _: sorted({e["location"] for e in rows if e.get("adjacent")}),
    "effect": lambda rows, _: {e["effect"]: e["value"] for e in rows if "value" in e},
    CHECK: lambda rows, _: [[e["subject"], e["found"], *e["rules"]] for e in rows],
    "entry": lambda rows, _: {
        str(each["hex"]): each["turns_late"] for each in rows if "turns_late" in each
    },
}


def _cited(rows: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """List the numbers that rows cite, each with the row that does, those of a row itself first."""
    if isinstance(rows, dict):
        if isinstance(rows.get("rule"), str):
            yield rows["rule"], rows
        if "check" in rows:  # a finding about a card has its rules by their numbers alone
            yield from ((number, {}) for number in rows["rules"])
        for name, each in rows.items():
            if name not in ("without_luck",):
                yield from _cited(each)
    elif isinstance(rows, list | tuple):
        for each in rows:
            yield from _cited(each)
