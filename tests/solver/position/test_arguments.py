"""Every argument of every public method: what does not fit is refused, wherever it is given."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable, Iterator
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any, get_args

import click
import pytest
from msgspec import json

import hexcourt
from hexcourt import open_board
from hexcourt.cli.main import main
from hexcourt.cli.web.questions import QUESTIONS, read_body
from hexcourt.facts.base.errors import LONGEST_SENTENCE, BadInput
from hexcourt.solver.answer import arguments
from hexcourt.solver.answer.answer import Answer, Verdict
from hexcourt.solver.answer.arguments import (
    ARGUMENTS,
    Choice,
    Number,
    PictureOptions,
    Whole,
)
from hexcourt.solver.answer.arguments import QUESTIONS as QUESTIONS_ASKED
from hexcourt.solver.api.position import Position
from hexcourt.solver.sandbox.children import packed
from hexcourt.solver.sandbox.limited_run import Limits
from tests.tiny import tiny

POSITION = Position(tiny("A1:A4, B1:B4, A2 woods, A3-A4 hedge, B2 building(wood,1)"))
LINE = POSITION.los("A1", "A3")

SOUND: dict[str, Any] = {
    "attack": "mines(6)",
    "actions": "foxhole(A3)",
    "facts": "emplaced(A3)",
    "kinds": ["rubble"],
    "first": "A1",
    "location": "A1",
    "second": "A3",
    "pieces": "foxhole(A3)",
    "changes": 'woods("A2")',
    "question": "exists : hex(H)",
    "scheduled": "A1",
    "sentence": "hexes <= 4",
    "start": "A1",
    "target": "A3",
    "targets": "A3",
    "goal": "A3",
    "viewer": "A1",
    "unit": "squad",
    "areas": {},
    "name": "budapest",
    "answer": LINE,
    "position": POSITION,
    "svg": "<svg/>",
    "paths": "house.lp",
}
"""What fits, where something has to be given."""

NUMBERS = [-3, -1, 0, True, False, 0.5, 1.5, math.nan, math.inf, -math.inf, 10**30, -(10**5000)]
TEXTS = [
    "",
    "  ",
    "Emplaced",
    "SQUAD",
    "a1",
    'A1"). blocks(X',
    "A1\n%*",
    "A1)",
    "#show.",
    "@x()",
    "a(((",
    "\0",
    "\ud800",
    "ä" * 3000,
    "A1/under/level(1)",
    "X : hex(X).",
    "{ rubble(H,wood) : hex(H) } <= -1",
]
OTHERS: list[Any] = [
    None,
    b"A1",
    object(),
    [],
    ["A1", 3],
    [None],
    {"A1": 1},
    {3},
    ["#show."],
]
WRONG = [*NUMBERS, *TEXTS, *OTHERS]


def methods() -> Iterator[tuple[str, Callable[..., Any]]]:
    """List the public methods that take something, those of bases too, and the public functions."""
    for owner in (POSITION, LINE):
        for name in sorted(dir(type(owner))):
            method = getattr(type(owner), name)
            named = not name.startswith("_") and "kept" not in name  # which keep engines
            if named and callable(method) and len(signature(method).parameters) > 1:
                yield f"{type(owner).__name__}.{name}", getattr(owner, name)
    for name in hexcourt.__all__:
        if name[0].islower():
            yield name, getattr(hexcourt, name)


METHODS = dict(methods())


def test_every_argument_stands_in_the_table_with_what_fits() -> None:
    assert len(METHODS) > 20
    for name, method in METHODS.items():
        for parameter in signature(method).parameters.values():
            if parameter.kind is Parameter.VAR_KEYWORD:
                assert parameter.annotation == "Unpack[PictureOptions]", f"{name} takes anything"
                assert ARGUMENTS.keys() >= PictureOptions.__annotations__.keys()
            else:
                assert parameter.name in ARGUMENTS, (name, parameter.name)
                assert parameter.default is not Parameter.empty or parameter.name in SOUND


def test_arguments_of_a_few_words_are_typed_by_these() -> None:
    typed = []
    for method in METHODS.values():
        for name, parameter in signature(method).parameters.items():
            kind = ARGUMENTS[name].kind if name in ARGUMENTS else None
            if isinstance(kind, Choice):
                words = getattr(arguments, str(parameter.annotation).split()[0])
                assert get_args(words) == kind.words
                typed.append(name)
    assert {"only", "locations", "status", "viewer_status", "target_status"} <= set(typed)


def asked_with(method: Callable[..., Any], wrong: str, value: Any) -> Any:
    """Call a method with what fits, but for one argument."""
    called: Signature = signature(method)
    several: list[Any] = []
    named: dict[str, Any] = {}
    for name, parameter in called.parameters.items():
        told = value if name == wrong else SOUND.get(name)
        if parameter.kind is Parameter.VAR_POSITIONAL:
            several = [told] if name == wrong or name in SOUND else []
        elif parameter.kind is not Parameter.VAR_KEYWORD and (
            name == wrong or parameter.default is Parameter.empty
        ):
            named[name] = told
    if several:
        before = [
            named.pop(each)
            for each in called.parameters
            if each in named
            and len(named)
            and called.parameters[each].kind is Parameter.POSITIONAL_OR_KEYWORD
        ]
        return method(*before, *several, **named)
    return method(**named)


CASES = [
    (name, parameter)
    for name, method in METHODS.items()
    for parameter, told in signature(method).parameters.items()
    if told.kind is not Parameter.VAR_KEYWORD
]


FITTING: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("count", "why", "program", "every_state"), (True, False)),
    **dict.fromkeys(("each_reply", "why_not", "every"), (False,)),
    **dict.fromkeys(("margin", "seconds"), (0, 0.5, 1.5)),
    **dict.fromkeys(("within", "most", "around"), (0,)),
    **dict.fromkeys(("location", "viewer", "start", "scheduled", "targets"), ("a1",)),
    **dict.fromkeys(("viewer_status", "target_status", "status"), ("Emplaced",)),
    **dict.fromkeys(("vary", "choose", "against", "then", "best", "obstructed", "avoid"), ([],)),
    **dict.fromkeys(("place", "given", "without", "amend", "boards"), ([],)),
    "allowance": (0.5, 1.5),
    "unit": ("SQUAD",),
    "sentence": ("a1", "A1)"),
    "certify": tuple(
        each for each in TEXTS if each and len(each) < 100
    ),  # folders may be called so
}
"""Which of the wrong values one argument takes after all, beside None where it may be left out."""


def fits(parameter: Parameter, value: Any) -> bool:
    """Return whether an argument takes a value."""
    several = parameter.kind is Parameter.VAR_POSITIONAL
    if value is None and parameter.default is None and not several:
        return True
    among = FITTING.get(parameter.name, ())
    return any(type(each) is type(value) and each == value for each in among)


@pytest.mark.parametrize(("name", "parameter"), CASES, ids=".".join)
def test_what_does_not_fit_is_refused_in_one_sentence(
    name: str, parameter: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEXCOURT_NO_FORK", "1")  # questions are answered here, which is quicker
    method = METHODS[name]
    wrong = [each for each in WRONG if not fits(signature(method).parameters[parameter], each)]
    assert len(wrong) > 20
    for value in wrong:
        try:
            asked_with(method, parameter, value)
        except BadInput as error:
            told = str(error)
            assert told and "\n" not in told and " at 0x" not in told, (value, told)
            assert len(told) <= LONGEST_SENTENCE, (value, told)
        except Exception as error:
            raise AssertionError(f"{parameter}={value!r:.60}: {error!r}") from error
        else:
            raise AssertionError(f"{parameter}={value!r:.60} is taken")


@pytest.mark.parametrize("wanted", ["why", "why_not", "every", "program", "lines", "certify"])
def test_what_else_is_wanted_is_checked_too(wanted: str) -> None:
    for value in (-3, "yes", math.nan, b"x", [1]) if wanted != "certify" else (3, b"x", "a\0b"):
        with pytest.raises(BadInput, match=f"^{wanted}.*does not fit; give "):
            POSITION.ask("exists : hex(H)", **{wanted: value})


NO_ANSWERS: list[tuple[str, Callable[[], object]]] = [
    ("turns -3: does not fit; give a whole number from 1 to 99",
     lambda: POSITION.path("A1", "A3", unit="squad", turns=-3)),
    ("turns 0: does not fit; give a whole number from 1 to 99",
     lambda: POSITION.reach("A1", unit="squad", turns=0)),
    ("status dug: does not fit; give entrenched or emplaced",
     lambda: POSITION.see("A1", status="dug")),
    ("locations al: does not fit; give ground or all",
     lambda: POSITION.matrix(locations="al")),
    ("margin nan: does not fit; give a number from 0 to 10000",
     lambda: POSITION.los("A1", "A3", margin=math.nan)),
    ("avoid A2: does not fit; give a list of texts such as ['K12']",
     lambda: POSITION.path("A1", "A3", unit="squad", avoid="A2")),
    ("every_state 1: does not fit; give True or False",
     lambda: POSITION.reach("A1", unit="squad", every_state=1)),  # type: ignore[arg-type]
    ("viewer (a list): does not fit; give a text such as 'F31'",
     lambda: POSITION.los(["A1"], "A3")),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "ask"), NO_ANSWERS)
def test_the_sentence_says_what_fits(sentence: str, ask: Callable[[], object]) -> None:
    with pytest.raises(BadInput) as caught:
        ask()
    assert str(caught.value) == sentence


def test_what_can_be_read_in_one_way_is_understood() -> None:
    assert POSITION.los("a1", "A3", target_status="Emplaced") == POSITION.los(
        "A1", "A3", target_status="emplaced"
    )


# --- the same at every entry point ------------------------------------------------------------------


def test_commands_and_server_keep_to_the_same_ranges() -> None:
    for name in QUESTIONS_ASKED:
        command = main.commands[name]
        for each in command.params:
            kind = ARGUMENTS[each.name].kind if each.name in ARGUMENTS else None
            if isinstance(kind, Whole | Number):
                assert isinstance(each.type, click.IntRange | click.FloatRange)
                assert (each.type.min, each.type.max) == (kind.least, kind.most), command.name
            elif isinstance(kind, Choice):
                assert isinstance(each.type, click.Choice)
                assert set(each.type.choices) == set(kind.words), command.name


def bodies() -> Iterator[tuple[str, str, Any]]:
    for name, argument in ARGUMENTS.items():
        kind = argument.kind
        if isinstance(kind, Whole | Number):
            yield (
                "number",
                name,
                [kind.least, kind.most],
            )
        elif isinstance(kind, Choice):
            yield "choice", name, list(kind.words)


def test_bodies_keep_to_the_same_ranges() -> None:
    body: dict[str, Any] = {
        each: SOUND.get(each, "A1") for each in ("viewer", "target", "start", "goal")
    }
    body |= {"unit": "squad", "kinds": ["rubble"], "question": "exists : hex(H)", "board": "tiny"}
    tried = 0
    for asked in QUESTIONS.values():
        fields = set(asked.__struct_fields__)
        told = {name: value for name, value in body.items() if name in fields}
        for what, name, fits in bodies():
            if name not in fields or not {"viewer", "start", "question", "target"} & fields:
                continue
            tried += 1
            for value in fits:
                read_body(json.encode(told | {name: value}), asked)
            for value in (fits[0] - 1, fits[-1] + 1) if what == "number" else ("dug",):
                with pytest.raises(BadInput):
                    read_body(json.encode(told | {name: value}), asked)
    assert tried >= 10


# --- answers and positions as values ----------------------------------------------------------------


def test_an_answer_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError, match="compare its verdict"):
        bool(LINE)
    assert LINE.verdict is Verdict.NO


def test_positions_and_answers_are_copied_and_packed() -> None:
    laid = POSITION.place("foxhole(A3)").give("emplaced(A3)").without('hedge("A3","A4")')
    line = laid.los("A1", "A3")  # so that it keeps an engine
    for copied in (
        pickle.loads(pickle.dumps(laid)),
        pickle.loads(packed(laid)),
        copy.copy(laid),
        copy.deepcopy(laid),
    ):
        assert copied == laid and hash(copied) == hash(laid) and copied.placed == laid.placed
        assert copied.los("A1", "A3") == line
        assert copied.ask("exists : hex(H)") == laid.ask("exists : hex(H)")
    matrix = POSITION.matrix(workers=1)
    for answer in (line, matrix, POSITION.path("A1", "A3", unit="squad")):
        for made in (pickle.loads(pickle.dumps(answer)), copy.copy(answer), copy.deepcopy(answer)):
            assert (
                isinstance(made, Answer) and made == answer and made.text(True) == answer.text(True)
            )
        assert copy.deepcopy(answer).svg() == answer.svg() if answer is line else True


def test_limits_are_numbers() -> None:
    for wrong in (
        {"seconds": "1"},
        {"seconds": True},
        {"memory": 1.5},
        {"conflicts": "x"},
        {"seconds": math.nan},
    ):
        with pytest.raises(BadInput, match="give a number above 0"):
            Limits(**wrong)  # type: ignore[arg-type]


def test_a_position_is_made_of_a_board() -> None:
    with pytest.raises(BadInput, match="open one with open_board"):
        Position("budapest")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="give a list of texts"):
        open_board("budapest", place="foxhole(F31)")
