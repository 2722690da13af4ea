"""A whole answer as JSON, which rows each command gives, and the JSON schema of it all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, UnsetType, ValidationError, convert, defstruct, json

from hexcourt.solver.answer import schema_boards as boards
from hexcourt.solver.answer import schema_questions as asked
from hexcourt.solver.answer import schema_rules as rules
from hexcourt.solver.answer.arguments import (
    ARGUMENTS,
    Allowance,
    Areas,
    Argument,
    Choice,
    Flag,
    Number,
    Texts,
    Whole,
)
from hexcourt.solver.answer.questions import QUESTIONS
from hexcourt.solver.answer.schema_boards import Status
from hexcourt.solver.answer.schema_questions import Count, Shape, Strings, note

ROWS: dict[str, tuple[Any, ...]] = {
    "boards": (boards.EmbeddedBoard,),
    "cache show": (boards.Kept,),
    "cache clear": (boards.Kept,),
    "board show": (boards.Hex,),
    "map areas": (boards.NamedArea,),
    "map show": (
        boards.LaidBoard,
        boards.MapEdge,
        boards.MapSeam,
        boards.LaidOverlay,
        boards.MadeChange,
    ),
    "map tell": (
        boards.SavedGame,
        boards.SavedBoardRow,
        boards.SavedCounterRow,
        boards.SavedMarks,
        boards.SavedLabel,
        boards.SavedGroup,
    ),
    "board lint": (boards.LintFinding, boards.UnreadBoard, boards.ExplainedCode),
    "board draft": (boards.DraftedBoard, boards.DraftMark),
    "board diff": (
        boards.DifferentHeading,
        boards.LocationsAlone,
        boards.BoardChange,
        boards.LineCause,
        boards.ChangedLine,
    ),
    "los": (asked.Line,),
    "see": (asked.Line,),
    "matrix": (asked.Line, rules.WrittenText),
    "board facts": (rules.WrittenText,),
    "map from": (rules.WrittenText,),
    "scenario new": (rules.WrittenText,),
    "sweep": (rules.SweptQuestion, rules.WrittenText),
    "rules try": (rules.TriedRules,),
    "rules test": (rules.RuleTest,),
    "path": (asked.Way, asked.Bar),
    "reach": (asked.Reached,),
    "cut": (asked.Cut, asked.Proof),
    "adjacent": (asked.Adjacent,),
    "entry": (asked.Entry,),
    "ask": (
        asked.Value,
        asked.Row,
        asked.Undecided,
        asked.Limit,
        asked.World,
        asked.ImpossibleWorld,
        asked.WinningChoice,
        asked.BeatingReply,
        asked.BestWorld,
        asked.LeftOut,
        asked.RowWorlds,
        asked.ValueWorlds,
        asked.Why,
        asked.Passed,
        asked.Way,
        asked.Beside,
        asked.Turn,
        asked.Certificate,
    ),
    "vocabulary": (asked.Askable,),
    "verify": (asked.CertifiedStatement, asked.Check),
    "legal": (asked.RuledAction, rules.SaidWord),
    "effect": (asked.Effect, rules.SaidWord),
    **dict.fromkeys(("rules list", "rules show"), (boards.Paragraph,)),
    **dict.fromkeys(
        (f"rules {check}" for check in ("check", *get_args(rules.Check))),
        (
            rules.LawFinding,
            rules.LawLooked,
            rules.NeedlessRule,
            rules.StaleAcceptance,
            rules.LawChange,
            rules.LawWorldDifference,
            rules.StatementsDerive,
        ),
    ),
    "rules explain": (rules.LawFinding,),
    "rules diff": (
        rules.LawChange,
        rules.LawDifference,
        rules.LawWorldDifference,
    ),
    "completion": (rules.WrittenText,),
    "docs": (rules.DocumentPage,),
    "coordinate": (boards.Coordinate,),
    "examples list": (boards.Example,),
    "examples copy": (rules.WrittenText,),
    "examples run": (boards.Claim, boards.PrintedExample),
    "examples solve": (boards.Unit, boards.Choice, boards.UnmetClaim),
    "scenario check": (rules.ScenarioFinding,),
    "scenario show": (
        rules.ScenarioGroup,
        rules.ScenarioArea,
        rules.NotUnderstood,
    ),
    "scenario checks": (rules.ScenarioCheck,),
    "scenario explain": (rules.ScenarioCheck,),
}
"""The kinds of rows that each command gives."""


class OtherArguments(Shape):
    """The arguments of commands that are no questions about a Position, as written."""

    statuses: Annotated[
        dict[str, Status] | UnsetType, note("the status of a unit, by its Location")
    ] = UNSET
    hex: Annotated[str | UnsetType | None, note("null: the whole board (board show)")] = UNSET
    shell: Annotated[str | UnsetType, note("completion")] = UNSET
    page: Annotated[str | UnsetType | None, note("null: all (docs)")] = UNSET
    sources: Annotated[Strings | UnsetType, note("what a card is drafted from")] = UNSET
    study: Annotated[str | UnsetType, note("its path (sweep)")] = UNSET
    tried: Annotated[Strings | UnsetType, note("the question that was put (rules try)")] = UNSET
    file: Annotated[str | UnsetType, note("its path (rules test)")] = UNSET
    word: Annotated[str | UnsetType | None, note("null: all (vocabulary)")] = UNSET
    folder: Annotated[str | UnsetType, note("of the certificate (verify)")] = UNSET
    coordinate: Annotated[str | UnsetType, note("coordinate")] = UNSET
    sentence: Annotated[str | UnsetType | None, note("null: all named areas (map areas)")] = UNSET
    north: Annotated[str | UnsetType, note("where it lies (map show)")] = UNSET
    play: Annotated[Strings | UnsetType, note("what is in play (map show)")] = UNSET
    save: Annotated[str | UnsetType, note("its path (map tell)")] = UNSET
    card: Annotated[str | UnsetType, note("its path (scenario)")] = UNSET
    checks: Annotated[Strings | UnsetType, note("those that were run (scenario check)")] = UNSET
    check: Annotated[str | UnsetType, note("scenario explain")] = UNSET
    rules: Annotated[
        Strings | UnsetType, note("rules and files that are looked at (rules check)")
    ] = UNSET
    rule_sets: Annotated[Strings | UnsetType, note("folders and house rules (rules diff)")] = UNSET
    finding: Annotated[str | UnsetType, note("its key (rules explain)")] = UNSET
    boards: Annotated[Strings | UnsetType, note("board lint, board diff, board draft")] = UNSET
    written: Annotated[str | UnsetType, note("the file that was written (board draft)")] = UNSET
    codes: Annotated[Strings | UnsetType, note("of findings (board lint)")] = UNSET
    pairs: Annotated[
        bool | UnsetType, note("whether all pairs are judged (board lint, board diff)")
    ] = UNSET
    number: Annotated[str | UnsetType, note("rules show")] = UNSET
    example: Annotated[str | UnsetType | None, note("name or path; null: all (examples)")] = UNSET


def _type(argument: Argument) -> Any:
    match argument.kind:
        case Whole():
            return int
        case Number() | Allowance():
            return float
        case Choice(words):
            return Literal[words]
        case Flag():
            return bool
        case Texts():
            return list[str]
        case Areas():
            return dict[str, list[str]]
    return str


def arguments_type() -> type[Any]:
    """Make the type of all arguments: those of the table of questions, and those of other commands."""
    askers: dict[str, list[str]] = {}
    for each in QUESTIONS.values():
        for name in (*each.about, *(name for name, _, _ in each.offered("shell"))):
            askers.setdefault(name, []).append(each.name)
    fields = [
        (
            name,
            Annotated[
                _type(ARGUMENTS[name]) | UnsetType | None,
                note(f"{ARGUMENTS[name].help} ({', '.join(names)})"),
            ],
            UNSET,
        )
        for name, names in askers.items()
    ]
    return defstruct(
        "Arguments",
        fields,
        bases=(OtherArguments,),
        namespace={
            "__doc__": "The arguments of a question, as written; which there are depends on it."
        },
        forbid_unknown_fields=True,
        kw_only=True,
    )


if TYPE_CHECKING:
    Arguments = OtherArguments
else:
    Arguments = arguments_type()


class Question(Shape):
    """The question as it was understood."""

    command: Annotated[str, Meta(extra_json_schema={"enum": list(ROWS)})]
    board: str | None
    arguments: Arguments


class CitedBoard(Shape):
    """The board that was asked about."""

    source: str
    digest: Annotated[str, note("fingerprint of the board's facts")]


class CitedRules(Shape):
    """The rules that were asked."""

    profile: str
    digest: Annotated[str, note("fingerprint of the rule programs")]


class Document(Shape):
    """An answer of hexcourt."""

    schema: Annotated[Literal[2], note("version of this shape")]
    hexcourt: Annotated[str, note("version of the program")]
    question: Question
    answer: Literal["yes", "no", "done", "too_close", "unknown", "out_of_budget", "unbound"]
    board: CitedBoard | None
    rules: CitedRules
    assumed: Annotated[
        Strings, note("what was taken for granted: counters, orchards and grain, statuses")
    ]
    counts: dict[str, Count]
    rows: Annotated[list[dict[str, Any]], note("of the kinds that the command gives")]


def json_schema() -> str:
    """Write the JSON schema of answers."""
    kinds = list(dict.fromkeys(kind for each in ROWS.values() for kind in each))
    (whole, refusal, *rows), named = json.schema_components(
        [Document, rules.Refusal, *kinds], ref_template="#/$defs/{name}"
    )
    # msgspec wants a tag to tell apart the structures of a union; our rows are told apart by keys
    named["Document"]["properties"]["rows"]["items"] = {"anyOf": rows}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An answer of hexcourt, or why there is none",
        "anyOf": [whole, refusal],
        "$defs": named,
    }
    return json.format(json.encode(schema), indent=2).decode() + "\n"


def read_document(text: str) -> Document:
    """Read an answer and check every row; raises msgspec.ValidationError with what does not fit."""
    document = json.decode(text, type=Document)
    command = document.question.command
    if command not in ROWS:
        raise ValidationError(f"{command} is no command that gives answers")
    for row in document.rows:
        _check_row(row, ROWS[command])
    return document


def _check_row(row: dict[str, Any], kinds: tuple[Any, ...]) -> None:
    misfits = []
    for kind in kinds:
        try:
            convert(row, kind)
            return
        except ValidationError as error:
            misfits.append(f"{getattr(kind, '__name__', 'row')}: {error}")
    raise ValidationError("; ".join(misfits))
