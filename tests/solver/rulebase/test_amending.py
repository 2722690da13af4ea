"""House rules: a file by which the rules are amended, asked in every way, and what is wrong with it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from hexcourt import open_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.tracing.sight_lines import every_pair
from hexcourt.solver.api.position import Position
from hexcourt.solver.rulebase.ground import under_house_rules
from hexcourt.solver.rulebase.read_house_rules import amended_rules, asked_where, read_house_rules
from hexcourt.solver.rulebase.rulebase import HouseRules, RuleBase, active_rules
from hexcourt.solver.sight.exact_los import OnLines, house_rules_on_lines
from hexcourt.solver.sight.los_engine import LosEngine
from tests.cli.test_commands import answer, hexcourt
from tests.effort import long, one_in
from tests.tiny import tiny, tiny_facts

pytestmark = pytest.mark.usefixtures("engines")

CARD = Path(__file__).parent.parent.parent.parent / "examples" / "cards" / "outpost.toml"
BOARD = "A1:A6, A3 brush, A5 building(stone,1) level(1), A1-A2 road(paved)"
"""Brush in A3, a stone building in A5, a road from A1 to A2."""

MIST = """\
%! SSR 1 high: mist lies on the ground: nothing is seen at a range of more than two hexes
blocks(F,"SSR 1") :- touch(F,_,_,_), range(F,a,A), range(F,b,B), A+B > 2.
"""
ROADS = """\
%! SSR 2 high: roads do not exist
roadless(H) :- hex(H).
"""
MUD = """\
%! SSR 3 high: whoever enters brush pays one MF more
charged(M,mud,2,"SSR 3") :- enters(M,_,_,H,_,_), holds(H,brush).
"""
NO_MINES = """\
%! SSR 4 high: nobody lays mines in brush
refused(X,"SSR 4") :- X = mines(H,_,_,_), asked(X), holds(H,brush).
"""
CELLARS = """\
%! SSR 5 high: every stone building has a Cellar
cellar(H) :- terrain(H,building(stone,_)), location(H,ground,_), not collapsed(H).
"""
NO_TEM = """\
%! SSR 6 high: a bombardment makes noise
effect(noise,1,"SSR 6") :- attack(bombardment).
"""


@pytest.fixture(name="board")
def _board(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.lp"
    path.write_text(tiny_facts(BOARD), "utf-8")
    return path


@pytest.fixture(name="house")
def _house(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "house.lp"
        path.write_text(text, "utf-8")
        return path

    return write


def amended(text: str) -> RuleBase:
    return amended_rules((HouseRules("house.lp", text),))


# --- at every entry point ---------------------------------------------------------------------------

ENTRY_POINTS = {
    "los": (MIST, ("los", "A1", "A4")),
    "path": (ROADS, ("path", "A1", "A2", "--unit", "truck", "--mp", "3")),
    "ask": (MIST, ("ask", 'exists : sees("A1", "A4")')),
    "ask of moves": (MUD, ("ask", 'exists : reach("A3", 2)', "--from", "A2")),
    "legal": (NO_MINES, ("legal", 'mines("A3",ap,6,hidden)')),
}
"""Questions that are answered no under house rules, and yes without."""


@one_in(2)
@pytest.mark.parametrize("entry_point", sorted(ENTRY_POINTS))
def test_house_rules_change_the_answer(
    entry_point: str, board: Path, house: Callable[[str], Path]
) -> None:
    text, (command, *arguments) = ENTRY_POINTS[entry_point]
    without = answer(command, board, *arguments)
    with_rules = answer(command, board, *arguments, "--amend", house(text))
    assert (without["answer"], with_rules["answer"]) == ("yes", "no")
    number = amended_rules(read_house_rules([house(text)])).numbers[0][0]
    assert with_rules["assumed"][-1] == f"the rules as amended by house.lp ({number})"
    assert without["rules"]["digest"] != with_rules["rules"]["digest"]
    assert (
        f"the rules as amended by house.lp ({number})"
        in hexcourt(command, board, *arguments, "--amend", house(text)).stdout
    )


def test_every_command_that_answers_takes_house_rules(
    board: Path, house: Callable[[str], Path], tmp_path: Path
) -> None:
    amend = ("--amend", house(MIST + ROADS + MUD + CELLARS))
    assert "A4" not in {
        r["from"] for r in answer("see", board, "A1", *amend)["rows"] if r["verdict"] == "clear"
    }
    out = tmp_path / "lines.csv"
    told = hexcourt("matrix", board, "--out", out, *amend).stderr
    assert "the rules as amended by house.lp (SSR 1, SSR 2, SSR 3, SSR 5)" in told
    assert "A1,A4,3,blocked,,SSR 1," in out.read_text("utf-8")
    reach = ("reach", board, "A2", "--unit", "squad")
    spent = [
        next(each["spent"] for each in answer(*reach, *more)["rows"] if each["location"] == "A3")
        for more in ((), amend)
    ]
    assert spent == [2, 3]
    cut = answer(
        "cut", board, "A2", "A3", "--unit", "squad", "--with", "roadblock", "--mf", "2", *amend
    )
    assert cut["assumed"][-1].startswith("the rules as amended by house.lp")
    near = answer("adjacent", board, "A5", *amend)["rows"]
    assert "A5/cellar" in json.dumps(near) + json.dumps(
        answer("adjacent", board, "A5/cellar", *amend)
    )
    assert answer("entry", board, "A1", *amend)["assumed"][-1].startswith("the rules as amended")
    effect = ("effect", board, "--attack", "bombardment", "--target", "A3")
    assert "noise" not in hexcourt(*effect).stdout
    assert "noise" in hexcourt(*effect, "--amend", house(NO_TEM)).stdout


def test_a_statement_is_cited_with_file_and_sentence(
    board: Path, house: Callable[[str], Path]
) -> None:
    said = hexcourt("los", board, "A1", "A4", "--why", "--amend", house(MIST)).stdout
    assert "SSR 1: mist lies on the ground" in said
    ((statement, _),) = asked_where(amended(MIST))
    assert statement.citation is not None
    assert (statement.citation.file, statement.line) == ("house.lp", 2)


def test_checks_of_scenarios_take_house_rules(house: Callable[[str], Path]) -> None:
    digs = '%! SSR 1 high: nobody digs\nrefused(X,"SSR 1") :- digs(X,foxhole,_,_).\n'
    check = ("scenario", "check", CARD, "--select", "S09")
    told = [answer(*check), answer(*check, "--amend", house(digs))]
    assert [each["answer"] for each in told] == ["yes", "no"]
    assert told[1]["assumed"][-1] == "the rules as amended by house.lp (SSR 1)"


@long
def test_examples_and_sweeps_take_house_rules(
    house: Callable[[str], Path], tmp_path: Path, board: Path
) -> None:
    found = answer("examples", "run", "fb_6_123", "--amend", house(MIST))
    assert found["assumed"][-1] == "the rules as amended by house.lp (SSR 1)"
    assert found["counts"] != answer("examples", "run", "fb_6_123")["counts"]
    study = tmp_path / "study.toml"
    for amend, expected in (("", "yes 1"), ("amend = ['house.lp']\n", "no 1")):
        study.write_text(f"board = '{board}'\nquestion = 'exists : sees(\"A1\", \"A4\")'\n{amend}")
        said = hexcourt("sweep", study, "--out", tmp_path / expected.replace(" ", "_")).stdout
        assert expected in said
    study.write_text(f"board = '{board}'\nquestion = 'exists : sees(\"A1\", \"A4\")'\n")
    amended_too = ("--amend", tmp_path / "house.lp")
    assert "no 1" in hexcourt("sweep", study, "--out", tmp_path / "more", *amended_too).stdout


def test_a_position_keeps_its_rules(board: Path, house: Callable[[str], Path]) -> None:
    plain = open_board(str(board))
    under_mist = open_board(str(board), amend=[str(house(MIST))])
    assert under_mist == plain.amend(house(MIST)) != plain
    assert [str(each.los("A1", "A4").verdict) for each in (plain, under_mist)] == ["yes", "no"]
    assert plain.los("A1", "A4").assumed == plain.los("A1", "A4").assumed
    assert active_rules().house_rules == ()
    further = under_mist.amend(house(NO_MINES))
    assert [each.name for each in further.house_rules] == ["house.lp", "house.lp"]
    assert further.legal('mines("A3",ap,6,hidden)').verdict == "no"
    assert further.place('foxhole("A4")').los("A1", "A4").verdict == "no"


def test_cellars_of_house_rules_are_locations(board: Path, house: Callable[[str], Path]) -> None:
    plain = open_board(str(board))
    assert "A5/cellar" not in plain.board.locations_by_name
    assert "A5/cellar" in plain.amend(house(CELLARS)).board.locations_by_name


# --- fast ways and the rules itself
# ----------------------------------------------------------------------

BEHIND = """\
%! SSR 7 high: whatever a line meets behind brush hides what lies there
blocks(F,"SSR 7") :- touch(F,L,T,_), T != brush, touch(G,L,brush,_), range(F,a,A), range(G,a,B), A > B.
"""


@one_in(3)
@pytest.mark.parametrize(
    ("text", "looks"),
    [(MIST, OnLines.FEATURES), (BEHIND, OnLines.WHOLE), (ROADS, OnLines.NOTHING)],
)
def test_lines_are_judged_as_each_by_itself(
    text: str, looks: OnLines, board: Path, house: Callable[[str], Path]
) -> None:
    position = open_board(str(board), amend=[house(text)])
    with under_house_rules(position.house_rules):
        assert house_rules_on_lines() is looks
        engine = LosEngine(position.board)
        places = position.board.locations
        pairs = every_pair(len(places))
        found = engine.table(places, pairs).verdicts
        each = [engine.rule(*(places[n] for n in pair))[1] for pair in pairs.tolist()]
        names = ("clear", "blocked", "unknown")
        assert [names[n] for n in found.verdict.tolist()] == [ruling.verdict for ruling in each]
        hindrance = [r.hindrance if r.verdict == "clear" else 0 for r in each]
        assert np.array_equal(found.hindrance, hindrance)


def test_what_hinders_one_more_is_one_more_than_the_table_says(
    board: Path, house: Callable[[str], Path]
) -> None:
    plain = (
        '%! SSR 4 high: brush hinders\nhinders(F,1,"SSR 4") :- touch(F,_,brush,_), between(F).\n'
    )
    document = (
        Path(__file__).parent.parent.parent.parent / "docs" / "howto" / "amending.md"
    ).read_text("utf-8")
    (more,) = (e for e in document.split("`") if e.startswith('hinders(F,V+1,"SSR 4") :-'))
    for text, expected in ((plain, 1), (f"%! SSR 4 high: by one more\n{more}\n", 2)):
        position = open_board(str(board), amend=[house(text)])
        assert position.los("A1", "A4").rows[0]["hindrance"] == expected
        seen = {each["from"]: each for each in position.see("A1").rows}
        assert seen["A4"]["hindrance"] == expected
        hidden = "SSR 4 hinders by 1 where nothing else in the hex hinders as much (A6.7)"
        assert (hidden in position.los("A1", "A4").assumed) == (expected == 1)


FAR = """\
%! SSR 8 high: nobody enters a hex while an enemy is on a road anywhere
barred(M,"SSR 8") :- enters(M,_,_,_,_,_), enemy(H,_), over(H,_,road(_)).
"""


def test_pieces_far_away_count_where_house_rules_look_there(
    board: Path, house: Callable[[str], Path]
) -> None:
    for piece, expected in (('enemy("A1")', "no"), ('enemy("A4")', "yes")):
        told = ("path", board, "A5", "A6", "--unit", "squad", "--amend", house(FAR))
        assert answer(*told, "--place", piece)["answer"] == expected
        asked = ("ask", board, 'exists : path("A5", "A6")', "--amend", house(FAR))
        assert answer(*asked, "--place", piece)["answer"] == expected
        varied = answer(
            *asked[:2], 'always : path("A5", "A6")', *asked[3:], "--vary", f"{{ {piece} }} = 1"
        )
        assert varied["answer"] == expected


def test_certificates_hold_under_their_house_rules_alone(
    board: Path, house: Callable[[str], Path], tmp_path: Path
) -> None:
    amend = ("--amend", house(MIST))
    folder = tmp_path / "certificate"
    said = hexcourt("ask", board, 'exists : sees("A1", "A4")', "--certify", folder, *amend)
    assert said.exit_code == 1
    assert hexcourt("verify", folder, *amend).exit_code == 0
    without = hexcourt("verify", folder)
    assert without.exit_code == 4
    assert "house.lp (SSR 1)'; verify it with the same files after --amend" in without.stdout


# --- what house rules are ---------------------------------------------------------------------------


def test_rules_are_repealed_and_replaced(board: Path, house: Callable[[str], Path]) -> None:
    plain = open_board(str(board))
    repealed = '%! SSR 9 high: nobody pays for brush\nrepeal("B12.4").\n'
    rules = (Path(__file__).parents[3] / "asp/tables/movement.lp").read_text("utf-8").splitlines()
    # a rule is cited by the line of its number, which stands right above it
    (line,) = [n for n, rule in enumerate(rules) if "(infantry,(brush;" in rule]
    replaced = (
        f'%! SSR 9 high: brush costs Infantry 3 MF\nreplace("movement.lp:{line}").\n'
        'entry_cost(infantry,brush,6,"SSR 9").\n'
    )
    assert amended(repealed).digest != amended(replaced).digest != active_rules().digest
    for text, spent in ((repealed, 1.0), (replaced, 3.0)):
        reached = plain.amend(house(text)).reach("A2", unit="squad").rows
        assert [each["spent"] for each in reached if each["location"] == "A3"] == [spent]


def test_comments_and_order_of_files_do_not_change_answers(board: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.lp", tmp_path / "other.lp"
    one.write_text(MIST, "utf-8")
    other.write_text("% what else is agreed\n\n" + MUD, "utf-8")
    plain = open_board(str(board))
    both, turned = plain.amend(one, other), plain.amend(other, one)
    assert both.los("A1", "A4").rows == turned.los("A1", "A4").rows
    assert both.reach("A2", unit="squad").rows == turned.reach("A2", unit="squad").rows


def test_what_costs_less_than_nothing_is_refused_where_it_does(
    board: Path, house: Callable[[str], Path]
) -> None:
    text = (
        "%! SSR 1 high: a ditch pays\nof_mud(-9).\n"
        'charged(M,mud,N,"SSR 1") :- enters(M,_,_,_,_,_), of_mud(N).\n'
    )
    result = hexcourt("path", board, "A2", "A3", "--unit", "squad", "--amend", house(text))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "would cost less than nothing; let house rules charge 0 at the least" in result.stderr


def test_words_that_numbers_come_to_are_refused_where_the_rules_compute(
    board: Path, house: Callable[[str], Path]
) -> None:
    text = (
        "%! SSR 1 high: a ditch costs what it costs\n"
        'charged(M,mud,P,"SSR 1") :- enters(M,_,_,_,P,_).\n'
    )
    result = hexcourt("path", board, "A2", "A3", "--unit", "squad", "--amend", house(text))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "house.lp: the rules cannot compute with what it derives, ground,mud" in result.stderr


@pytest.mark.parametrize("text", ["\ufeff" + ROADS, ROADS.replace("\n", "\r\n")])
def test_files_of_other_editors_are_read(
    text: str, board: Path, house: Callable[[str], Path]
) -> None:
    told = ("path", board, "A1", "A2", "--unit", "truck", "--mp", "3", "--amend", house(text))
    assert answer(*told)["answer"] == "no"


ALL_ENTRY_POINTS: Mapping[str, tuple[str, ...]] = {
    "los": ("A1", "A2"),
    "see": ("A1",),
    "matrix": ("--out", "lines.csv"),
    "path": ("A1", "A2", "--unit", "squad"),
    "reach": ("A1", "--unit", "squad"),
    "cut": ("A1", "A2", "--unit", "squad", "--with", "roadblock"),
    "adjacent": ("A1",),
    "entry": ("A1",),
    "ask": ('exists : hex("A1")',),
    "legal": ('dashes("A1")',),
    "effect": ("--attack", "bombardment", "--target", "A1"),
}
"""What takes a board and house rules, with what else it takes."""


@pytest.mark.parametrize(
    "arguments",
    [
        *((name, "BOARD", *more) for name, more in ALL_ENTRY_POINTS.items()),
        ("examples", "run", "fb_6_123"),
        ("examples", "solve", "fb_6_123"),
        ("verify", "."),
        ("scenario", "check", str(CARD)),
        ("rules", "check"),
        ("rules", "conflicts"),
        ("rules", "diff"),
        ("rules", "diff", "--on", "worlds"),
    ],
    ids=" ".join,
)
def test_each_entry_point_refuses_alike(
    arguments: tuple[str, ...], board: Path, house: Callable[[str], Path]
) -> None:
    path = house(HEAD + '#include "/etc/passwd".\n')
    told = [str(board) if each == "BOARD" else each for each in arguments]
    result = hexcourt(*told, "--amend", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "hexcourt: house.lp, line 2, column 1: #include reads another file; write its rules here\n"
    )


def test_a_helper_of_ones_own_may_be_read(board: Path, house: Callable[[str], Path]) -> None:
    text = """\
%! SSR 1 high: brush is out of bounds
out_of_bounds(H) :- holds(H,brush).
%! SSR 1 high: nobody goes where it is out of bounds
barred(M,"SSR 1") :- enters(M,_,_,H,_,_), out_of_bounds(H).
"""
    told = ("path", board, "A2", "A3", "--unit", "squad", "--amend", house(text))
    assert answer(*told)["answer"] == "no"


def test_words_of_its_own_helpers_are_known(board: Path, house: Callable[[str], Path]) -> None:
    text = """\
%! SSR 1 high: A3 is a place of dread
mood(H,dread) :- hex(H), H = "A3".

%! SSR 1 high: where nobody enters, whoever he is
barred(M,"SSR 1") :- enters(M,_,_,H,_,_), mood(H,dread).
"""
    told = ("path", board, "A2", "A3", "--unit", "squad", "--amend", house(text))
    assert answer(*told)["answer"] == "no"


# --- what is wrong with one -------------------------------------------------------------------------

HEAD = "%! SSR 1 high: it is so\n"
FAULTS = {
    "does not parse": (HEAD + "barred(M,", "house.lp, line 2, column 10: the text ends too soon"),
    "misspells": (
        HEAD + 'barred(M,"SSR 1") :- entres(M,_,_,_,_,_).',
        "house.lp, line 2: entres/6 is neither derived nor given; did you mean enters/6",
    ),
    "misspells a word": (
        HEAD + 'blocks(F,"SSR 1") :- touch(F,_,brsh,_).',
        "house.lp, line 2: brsh is a word that no rule and no map has; did you mean brush",
    ),
    "misspells a word of a term": (
        HEAD + 'blocks(F,"SSR 1") :- touch(F,_,building(stoon,_),_).',
        "house.lp, line 2: stoon is a word that no rule and no map has; did you mean stone",
    ),
    "misspells a word that is denied": (
        HEAD + "roadless(H) :- hex(H), not holds(H,woodz).",
        "house.lp, line 2: woodz is a word that no rule and no map has; did you mean .*woods",
    ),
    "misspells a word in a condition": (
        HEAD + "roadless(H) :- hex(H), 2 { holds(H,T) : T = (wods;brush) }.",
        "house.lp, line 2: wods is a word that no rule and no map has",
    ),
    "misspells a word in a head": (
        HEAD + "hindrance(brsh,2).",
        "house.lp, line 2: brsh is a word that no rule and no map has",
    ),
    "reads weather that there is not": (
        HEAD + "roadless(H) :- hex(H), weather(rainn).",
        "house.lp, line 2: rainn is a word that no rule and no map has; did you mean rain",
    ),
    "reads a month by its name": (
        HEAD + 'roadless(H) :- hex(H), month("June").',
        'house.lp, line 2: "June" stands in month/1 where a number belongs',
    ),
    "misspells a head": (
        HEAD + 'bared(M,"SSR 1") :- enters(M,_,_,_,_,_).',
        "house.lp, line 2: bared/2 is read by nothing; did you mean barred/2",
    ),
    "cites nothing": (
        "roadless(H) :- hex(H).",
        "house.lp, line 1: cites nothing; write above it %! SSR 1 high",
    ),
    "is parted from its citation": (
        HEAD + "\nroadless(H) :- hex(H).",
        "house.lp, line 3: cites nothing",
    ),
    "cites the rulebook": (
        "%! B3.4 high: no\nroadless(H) :- hex(H).",
        "house.lp, line 1: cites B3.4; give house rules numbers of their own",
    ),
    "says another number": (
        HEAD + 'barred(M,"B3.4") :- enters(M,_,_,_,_,_).',
        'house.lp, line 2: its head says "B3.4" and stands below SSR 1',
    ),
    "repeals what is not there": (
        HEAD + 'repeal("B9.2l").',
        "house.lp, line 2: B9.2l: no rule is cited by that name; did you mean B9.2",
    ),
    "repeals a place that is not there": (
        HEAD + 'repeal("guns.lp:1").',
        r"house.lp, line 2: guns.lp:1: no rule is cited by that name; did you mean guns.lp:",
    ),
    "repeals by a rule": (
        HEAD + "repeal(X) :- hex(X).",
        'house.lp, line 2: repeal names one rule; write repeal("Q4.142").',
    ),
    "replaces by something else": (
        HEAD + 'replace("B3.4").\nroadless(H) :- hex(H).',
        "house.lp, line 2: what replaces B3.4 derives none of what it does",
    ),
    "depends on itself": (
        HEAD + 'barred(M,"SSR 1") :- enters(M,_,_,_,_,_), not barred(M,_).',
        "house.lp, line 2: barred/2 depends on itself",
    ),
    "goes on for ever": (
        HEAD + "deep(H,1) :- hex(H).\ndeep(H,N+1) :- deep(H,N).\nroadless(H) :- deep(H,_).",
        "house.lp, line 3: deep/2 depends on itself",
    ),
    "goes on from a fact": (
        HEAD + "deep(0).\ndeep(N+1) :- deep(N).\nroadless(H) :- hex(H), deep(_).",
        "house.lp, line 3: deep/1 depends on itself",
    ),
    "binds no variable": (
        HEAD + "roadless(H) :- not hex(H).",
        "house.lp, line 2: .*H.*bind each variable",
    ),
    "chooses": (
        HEAD + "{ roadless(H) } :- hex(H).",
        "house.lp, line 2, column 1: { } makes this a choice",
    ),
    "constrains": (HEAD + ":- hex(H).", "house.lp, line 2: a constraint decides nothing"),
    "includes": (
        HEAD + '#include "/etc/passwd".',
        "house.lp, line 2, column 1: #include reads another file",
    ),
    "runs a script": (
        HEAD + "#script (python) import os #end.",
        "house.lp, line 2, column 1: #script runs code",
    ),
    "calls one": (
        HEAD + "roadless(@f()) :- hex(H).",
        "house.lp, line 2, column 10: @f calls a script",
    ),
    "leaves open": (
        HEAD + "#external roadless(H) : hex(H).",
        "house.lp, line 2, column 1: #external leaves an atom open",
    ),
    "shows": (
        HEAD + "#show roadless/1.",
        "house.lp, line 2, column 1: #show chooses what is shown",
    ),
    "holds no rule": ("% nothing yet\n", "house.lp: holds no rule; write one below %! SSR 1 high"),
    "decides by itself": (
        HEAD + "verdict(X,yes) :- asked(X).",
        "house.lp, line 2: verdict/2 comes of precedence alone; derive refused, doubtful or allowed",
    ),
    "takes a word for a hex": (
        HEAD + "roadless(H) :- hex(H), holds(woods,H).",
        "house.lp, line 2: woods stands in holds/2 where a hex belongs; write holds(HEX,TERRAIN)",
    ),
    "charges a word that a helper derives": (
        HEAD + 'of_mud(much).\ncharged(M,mud,N,"SSR 1") :- enters(M,_,_,_,_,_), of_mud(N).',
        "house.lp, line 3: N is a name in of_mud/1, but a number in charged/4",
    ),
    "takes a hex for a terrain": (
        HEAD + "roadless(H) :- hex(H), holds(X,H).",
        "house.lp, line 2: H is a hex in hex/1, but a terrain in holds/2; write holds(HEX,TERRAIN)",
    ),
    "derives of a terrain what is of a hex": (
        HEAD + "roadless(T) :- holds(_,T).",
        "house.lp, line 2: T is a terrain in holds/2, but a hex in roadless/1",
    ),
    "takes what a helper derives for something else": (
        HEAD + "leafy(T) :- holds(_,T).\nroadless(H) :- leafy(H).",
        "house.lp, line 3: H is a terrain in leafy/1, but a hex in roadless/1",
    ),
    "names a hex by a terrain in an action": (
        HEAD + 'refused(X,"SSR 1") :- asked(X), X = mines(T,_,_,_), holds(_,T).',
        "house.lp, line 2: T is a hex in .*, but a terrain in holds/2",
    ),
    "derives what the board tells": (
        HEAD + "elevation(H,0) :- hex(H).",
        "house.lp, line 2: elevation/2 is what the map shows; change the map, as changes = ",
    ),
    "derives terrain": (
        HEAD + "holds(H,orchard) :- terrain(H,woods).",
        "house.lp, line 2: holds/2 is what the map shows, of which lines of sight are told apart",
    ),
    "lays pieces": (
        HEAD + "trench(H) :- terrain(H,brush).",
        "house.lp, line 2: trench/1 is what is laid on the board; lay it with --place",
    ),
    "gives what a user gives": (
        HEAD + "given(weather(rain)).",
        "house.lp, line 2: given/1 is what is given beside the board; give it with --given",
    ),
    "looks for terrain of hexes on a line": (
        HEAD + 'blocks(F,"SSR 1") :- touch(F,_,_,_), lies_in(F,H), terrain(H,woods).',
        "house.lp, line 2: where blocks/2 is asked, terrain/2 is not known; read something else",
    ),
    "reads the ends of any line": (
        HEAD + 'blocks(F,"SSR 1") :- touch(F,_,_,_), high(L,4).',
        "house.lp, line 2: .* may be of any line of sight; join it to the others, as touch",
    ),
    "does not say of which line": (
        HEAD + 'foggy :- touch(_,_,brush,_).\nblocks(F,"SSR 1") :- touch(F,_,_,_), foggy.',
        "house.lp, line 2: .* may be of any line of sight; join it to the others, as touch",
    ),
    "asks": (
        HEAD + 'asked(dashes("A1")).',
        "house.lp, line 2: asked/1 is what a user asks; read it, and derive another atom",
    ),
    "adds hexes": (HEAD + 'hex("Z9").', "house.lp, line 2: hex/1 is told by the board"),
    "charges a word": (
        HEAD + 'charged(M,mud,much,"SSR 1") :- enters(M,_,_,_,_,_).',
        "house.lp, line 2: much stands where Halves is a number; write a whole number",
    ),
    "charges less than nothing": (
        HEAD + 'charged(M,mud,-2,"SSR 1") :- enters(M,_,_,_,_,_).',
        "house.lp, line 2: -2 stands where Halves is a number; write a whole number, 0 at the least",
    ),
    "names a helper as worlds do": (
        HEAD + "class(H,dry) :- hex(H).\nroadless(H) :- class(H,dry).",
        "house.lp, line 2: class/2 is a name by which worlds are described (asp/worlds); choose another",
    ),
    "counts without end": (
        HEAD + "roadless(H) :- hex(H), X = 1..100000, Y = 1..100000, X+Y < 0.",
        "house.lp, line 2: its intervals come to 10000000000 combinations; let them come to 1000000",
    ),
    "repeals nothing": (
        HEAD + 'repeal("").',
        "house.lp, line 2: repeal names no rule; write repeal",
    ),
    "reads what is not known there": (
        HEAD + 'blocks(F,"SSR 1") :- touch(F,_,_,_), effect(_,_,_).',
        "house.lp, line 2: where blocks/2 is asked, effect/3 is not known",
    ),
}


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_faulty_house_rules_are_one_sentence(
    fault: str, board: Path, house: Callable[[str], Path]
) -> None:
    text, message = FAULTS[fault]
    before = active_rules()
    with pytest.raises(
        BadInput, match=message.replace("{", r"\{").replace("(", r"\(").replace(")", r"\)")
    ):
        Position(open_board(str(board)).opened).amend(house(text))
    assert active_rules() == before


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("missing.lp", "cannot be read (No such file or directory); name a file of house rules"),
        (".", "is a folder"),
        ("latin.lp", "is no text in UTF-8"),
        ("pipe.lp", "is no regular file"),
        (
            "large.lp",
            "bytes are too many for a file of house rules (.lp); give 200000 bytes at most",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(
    path: str, message: str, board: Path, tmp_path: Path
) -> None:
    (tmp_path / "latin.lp").write_bytes(b"% \xe4\n")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.lp")
    (tmp_path / "large.lp").write_bytes(b"% x\n" * 60_000)
    result = hexcourt("los", board, "A1", "A2", "--amend", tmp_path / path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


LESS_HINDRANCE = """\
%! SSR 7 high: hindrances of three or more block
replace("B.10").
blocked(L,"SSR 7") :- total(L,N), N >= 3.
"""


def test_how_much_hindrance_blocks_is_said_by_the_rules_alone(
    tmp_path: Path, house: Callable[[str], Path]
) -> None:
    board = tmp_path / "brush.lp"
    text = "A1, A2:A4 brush, A5, A6 building_of_unknown_height(stone), A7"
    board.write_text(tiny_facts(text), "utf-8")
    printed = open_board(str(board))
    amended = printed.amend(house(LESS_HINDRANCE))
    for position, found in ((printed, ("clear", 3, None)), (amended, ("blocked", None, "SSR 7"))):
        for rows in (
            position.los("A1", "A5").rows,
            position.see("A5").rows,
            position.matrix().rows,
        ):
            (row,) = [e for e in rows if {e["from"], e["to"]} == {"A1", "A5"}]
            assert (row["verdict"], row["hindrance"], row["rule"]) == found
        seen = position.ask('exists : sees("A1", "A5")')
        assert seen.verdict == ("yes" if found[0] == "clear" else "no")
    for position, most in ((printed, 5), (amended, 2)):  # of a line of which the rules know nothing
        assert position.los("A5", "A7").verdict == "unknown"
        rows = position.ask('which N : hindrance("A5", "A7", N)').rows
        assert [row["row"]["N"] for row in rows if "row" in row] == [*range(most + 1)]


# --- when and in which weather a scenario takes place -----------------------------------------------

GRAIN = """\
%! SSR 5 high: grain hinders from June to September alone
replace("B12.2").
height((brush;grain;marsh;vineyard;kunai),1).
hindrance((brush;marsh;vineyard;kunai),1).
hindrance(grain,1) :- month(M), 6 <= M, M <= 9.
"""
RAIN = """\
%! SSR 6 high: in rain whoever enters an open hex pays one MF more
repeal("E3.54").
charged(M,mud,2,"SSR 6") :- weather(rain), enters(M,_,_,H,_,_), hex(H).
"""
SEASON = """\
format = "hexcourt-card/1"
id = "season"
title = "Season"
{date}
[map]
north = "top"
boards = [ {{ board = "tiny.lp" }} ]
[[side]]
name = "red"
[[side]]
name = "blue"
[[group]]
id = "r1"
side = "red"
setup = "hex A1"
units = ["squad 4-6-7"]
fortifications = ["1 foxhole"]
[[rule]]
id = "ssr1"
say = ["Weather is {weather}"]
"""


def season(folder: Path, date: str = "", weather: str = "mud") -> Path:
    (folder / "tiny.lp").write_text(tiny_facts("A1, A2 grain, A3, A4"), "utf-8")
    path = folder / f"card{date}{weather}.toml"
    path.write_text(SEASON.format(date=f"date = {date}" * bool(date), weather=weather), "utf-8")
    return path


@one_in(2)
@pytest.mark.parametrize(
    ("date", "hindrance"), [("1943-07-10", 1), ("1943-09-30", 1), ("1943-01-10", 0), ("", 0)]
)
def test_house_rules_read_the_month_of_a_card(
    tmp_path: Path, house: Callable[[str], Path], date: str, hindrance: int
) -> None:
    card, rules = season(tmp_path, date), house(GRAIN)
    position = open_board(str(card), amend=[rules])
    assert position.los("A1", "A3").rows[0]["hindrance"] == hindrance
    asked = position.ask('which N : hindrance("A1","A3",N)')
    assert [row["row"]["N"] for row in asked.rows] == [hindrance]
    later = open_board(str(card)).amend(rules)
    assert later.los("A1", "A3").rows == position.los("A1", "A3").rows
    assert open_board(str(card)).los("A1", "A3").rows[0]["hindrance"] == 1


@pytest.mark.parametrize(("weather", "cost"), [("rain", 2), ("mud", 1)])
def test_house_rules_read_the_weather_of_a_card(
    tmp_path: Path, house: Callable[[str], Path], weather: str, cost: int
) -> None:
    position = open_board(str(season(tmp_path, weather=weather)), amend=[house(RAIN)])
    asked = position.ask('min C : reach("A1","A2",C)')
    plain = open_board(str(season(tmp_path))).ask('min C : reach("A1","A2",C)')
    more = asked.rows[0]["value"] - plain.rows[0]["value"]
    assert more == cost - 1


def test_house_rules_of_moves_read_whatever_is_given(house: Callable[[str], Path]) -> None:
    dusk = (
        "%! SSR 8 high: by night a hex costs 1 MF more\n"
        'charged(M,night,2,"SSR 8") :- given(night(_)), enters(M,_,_,_,_,_).\n'
    )
    position = Position(tiny("A1, A2")).amend(house(dusk))
    assert "A1 to A2: 1 MF" in "\n".join(position.path("A1", "A2", unit="squad").lines)
    by_night = position.give("night(1)").path("A1", "A2", unit="squad")
    assert "A1 to A2: 2 MF" in "\n".join(by_night.lines)
    assert not any("speaks of it" in each for each in by_night.assumed)


ON_LINES = {
    "whole line": (
        'hinders_whole(L,1,"SSR 8") :- given(weather(ground_snow)), length(L,R), R > 0.',
        "weather(ground_snow)",
    ),
    "by a helper": (
        "snowed :- given(weather(ground_snow)).\n"
        'no_line_within(L,"SSR 8") :- snowed, touch(F,L,grain,_), between(F).',
        "weather(ground_snow)",
    ),
    "of a hex": (
        'no_line_within(L,"SSR 8") :- given(held(at(H,_))), touch(F,L,_,_), lies_in(F,H), between(F).',
        'held("A2")',
    ),
}


@one_in(2)
@pytest.mark.parametrize(("text", "given"), ON_LINES.values(), ids=ON_LINES.keys())
def test_house_rules_of_lines_read_whatever_is_given(
    house: Callable[[str], Path], text: str, given: str
) -> None:
    rules = house(f"%! SSR 8 high: what is given bears on lines\n{text}\n")
    plain = Position(tiny("A1, A2 grain, A3"))
    assert _line(plain.give(given)) == _line(plain)
    without = _line(plain.amend(rules))
    assert _line(plain.amend(rules).give(given)) == _line(plain.give(given).amend(rules)) != without


def _line(position: Position) -> tuple[object, object]:
    """Return verdict and hindrance of a line, asked alone and among all that are seen."""
    (row,) = position.los("A1", "A3").rows
    seen = {each["from"]: each["hindrance"] for each in position.see("A1").rows}
    asked = position.ask('which N : hindrance("A1","A3",N)').rows
    found = [each["row"]["N"] for each in asked] if row["verdict"] == "clear" else []
    assert found == ([row["hindrance"]] if row["verdict"] == "clear" else [])
    assert seen.get("A3") == (row["hindrance"] if row["verdict"] == "clear" else None)
    return row["verdict"], row["hindrance"]


def test_checks_of_scenarios_read_the_month(tmp_path: Path, house: Callable[[str], Path]) -> None:
    rule = '%! SSR 7 high: nobody digs in July\nrefused(X,"SSR 7") :- digs(X,_,_,_), month(7).\n'
    found = [
        answer(
            "scenario", "check", season(tmp_path, date), "--select", "S09", "--amend", house(rule)
        )
        for date in ("1943-07-01", "1943-08-01")
    ]
    assert [each["answer"] for each in found] == ["no", "yes"]


def test_the_month_is_the_cards_to_tell() -> None:
    with pytest.raises(BadInput, match="is told by the card of a scenario; change the card"):
        amended("%! SSR 1 high: it is June\nmonth(6).\n")


def test_names_of_an_earlier_version_are_read_and_reported() -> None:
    rule = '%! SSR 1 high: nobody looks down\n{}(L,"SSR 1") :- end(L,a,X), end(L,b,Y), X > Y.\n'
    old, new = (amended(rule.format(name)) for name in ("shut", "no_line_within"))
    assert [str(each) for each in added(old)] == [str(each) for each in added(new)]
    assert any("no_line_within now" in note for note in old.notes) and not new.notes


def added(rule_base: RuleBase) -> list[object]:
    """List the statements that house rules add."""
    programs = [program for some in rule_base.further.values() for program in some]
    return [statement.node for program in programs for statement in program.statements]
