"""Other programs held against the rules: faultless ones agree, planted faults are found."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.solver.conformance import partners
from hexcourt.solver.conformance.cases import Case, answered, case_schema, read_cases, written
from hexcourt.solver.conformance.conform import compare, conform, run_cases
from hexcourt.solver.rulebase.rulebase import printed_rules, use_rules
from tests.cli.test_commands import hexcourt
from tests.documents import examples_of, says
from tests.effort import sample, some_of

pytestmark = pytest.mark.usefixtures("engines")

PROJECT = Path(__file__).parent.parent.parent.parent
PARTNERS = PROJECT / "examples" / "partners"
LINES = PROJECT / "cases" / "lines.jsonl"
NODE = shutil.which("node")
LONG = 1e9
SPOKEN = re.compile(
    r'terrain\("A2",(woods|grain|brush|marsh|vineyard|open|rubble\(\w+\)|building\(\w+,[0-2]\))\)'
)


@cache
def lines() -> list[Case]:
    """The cases of one hex between two that the small programs speak of."""
    return [each for each in read_cases(LINES) if SPOKEN.search(each.facts)]


def node(*more: str) -> partners.CommandPartner:
    return partners.CommandPartner(" ".join([f"node '{PARTNERS / 'los.mjs'}'", *more]))


# --- a program in another language, and ten faults planted in it --------------------------------------

FAULTS = (
    *("low_woods", "low_building", "no_rubble", "no_grain", "thick_marsh"),
    *("flat", "strict", "one_way", "half_blind", "no_blind_hexes"),
)


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_a_faultless_program_in_another_language_agrees() -> None:
    partner = node()
    try:
        answer, kept = conform(partner, read_cases(LINES), LONG)
    finally:
        partner.close()
    assert answer.verdict == "yes" and answer.counts["differs"] == 0
    assert answer.counts["agreed"] >= 250  # all that the rules decide and the program speaks of
    assert answer.counts["unsupported"] > 100 and len(kept) > 5


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("fault", some_of(FAULTS, 5))
def test_a_fault_is_found_with_a_position_of_three_hexes(fault: str) -> None:
    partner = node("--fault", fault)
    try:
        answer, kept = conform(partner, lines(), LONG)
        differing = [row for row in answer.rows if "difference" in row]
        assert answer.verdict == "no" and differing and answer.exit_status == 1
        small, (told,) = kept[0], partner.answers([kept[0].asked])
        assert answered(small).answer == small.answer  # what is kept is what the rules say
        assert (told["answer"], told.get("value")) != (small.answer, small.value)
        for row in differing:
            assert len(re.findall(r"\bhex\(", row["case"]["facts"])) <= 3
    finally:
        partner.close()


# --- a logic program with a vocabulary of its own ------------------------------------------------------

CHANGED = {
    "tall(woods,2)": "tall(woods,1)",
    "tall(building(stone,1),3)": "tall(building(stone,1),2)",
    "tall(rubble(stone),1)": "tall(rubble(stone),0)",
    "thin(grain,1)": "thin(grain,0)",
    "thin(marsh,1)": "thin(marsh,2)",
    "M > L, M >= H": "M > L, M > H",
    "T > L, T >= H": "T > L, T > H",
    "rises(N), N >= 2.": "rises(N), N >= 1.",
    "T < H, rises(N), N >= 2.": "T < H, rises(N), N >= 9.",
    "low(M), high(M)": "low(M)",
}


def test_a_faultless_logic_program_agrees() -> None:
    answer, _ = conform(partners.ProgramPartner(PARTNERS / "los.lp"), lines(), LONG)
    assert answer.verdict == "yes" and answer.counts["agreed"] > 70


@pytest.mark.parametrize("old", some_of(sorted(CHANGED), 9))
def test_a_fault_in_a_logic_program_is_found(old: str, tmp_path: Path) -> None:
    text = (PARTNERS / "los.lp").read_text("utf-8")
    assert text.count(old) == 1
    path = tmp_path / "faulty.lp"
    path.write_text(text.replace(old, CHANGED[old]), "utf-8")
    answer, _ = conform(partners.ProgramPartner(path), lines(), LONG)
    assert answer.verdict == "no"
    assert all(row["theirs"] != row["ours"] for row in answer.rows if "difference" in row)


# --- functions, servers, wrapped commands, records ----------------------------------------------------


def right(asked: dict[str, Any]) -> dict[str, Any]:
    """Answer as the rules do."""
    case = answered(Case(answer="unknown", **{**asked, "place": (), "given": ()}))
    return {"answer": case.answer, "value": case.value}


def some_lines(seed: int, count: int) -> list[Case]:
    return Random(seed).sample(lines(), count)


def test_a_function_that_answers_as_the_rules_do_agrees() -> None:
    answer, _ = conform(right, some_lines(1, 20))
    assert answer.verdict == "yes" and answer.counts["agreed"] == 20
    assert answer.lines[0] == "20 questions: 20 of 20 answers agree"


def test_what_is_left_open_is_no_difference_and_shows_nothing() -> None:
    answer, _ = conform(lambda _: {"answer": "unknown"}, some_lines(2, 5))
    assert answer.verdict == "unknown" and answer.counts["undecided"] == 5
    answer, _ = conform(lambda _: {"answer": "unsupported"}, some_lines(2, 5))
    assert answer.verdict == "unknown" and answer.counts["unsupported"] == 5
    doubt = next(each for each in read_cases(LINES) if each.answer == "unknown")
    answer, _ = conform(lambda _: {"answer": "yes"}, [doubt])
    assert answer.verdict == "unknown" and answer.counts["open"] == 1


def test_the_smallest_position_is_found_on_a_board_and_leaves_out_what_is_placed() -> None:
    """Who sees everything is shown a blocked line over three hexes, not over a whole board."""
    case = answered(
        Case(
            id="far", question="los", arguments={"viewer": "L33", "target": "N31"}, answer="unknown",
            board="budapest", place=("rubble(H38,stone)",),
        )
    )  # fmt: skip
    assert case.answer == "no"
    answer, kept = conform(lambda _: {"answer": "yes"}, [case])
    (row,) = (row for row in answer.rows if "difference" in row)
    assert row["rule"] == case.rules[0] and row["reason"]
    assert kept[0].place == () and 0 < kept[0].facts.count("hex(") <= 5
    assert answered(kept[0]).rules[0] == case.rules[0]


@pytest.fixture(name="server")
def _server() -> Iterator[str]:
    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps({"id": asked["id"], "answer": "yes"}).encode()
            self.send_response(200 if self.path == "/ask" else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_server_is_asked(server: str) -> None:
    partner = partners.HttpPartner(f"{server}/ask")
    found = compare(some_lines(3, 6), partner, LONG)
    assert [each.partner_answer["answer"] for each in found] == ["yes"] * 6
    with pytest.raises(BadInput, match="with status 404"):
        compare(some_lines(3, 1), partners.HttpPartner(f"{server}/other"), LONG)


def test_a_command_with_files_and_words_is_wrapped(tmp_path: Path) -> None:
    program = tmp_path / "clear.py"
    program.write_text("import sys\nsys.exit('woods' in open(sys.argv[1]).read())\n", "utf-8")
    words = (sys.executable, PARTNERS / "wrap_command.py", sys.executable, program)
    partner = partners.CommandPartner(" ".join([*(f"'{each}'" for each in words), "{facts}"]))
    try:
        found = compare(some_lines(4, 12), partner, LONG)
    finally:
        partner.close()
    for each in found:
        assert each.partner_answer["answer"] == ("no" if "woods" in each.case.facts else "yes")


def test_recorded_answers_are_a_partner(tmp_path: Path) -> None:
    some = some_lines(5, 8)
    path = tmp_path / "recorded.jsonl"
    wrong = Case(
        id="w", question="los", arguments=some[0].arguments, facts=some[0].facts,
        answer="yes" if some[0].answer == "no" else "no",
    )  # fmt: skip
    path.write_text(written([*some, wrong]), "utf-8")
    result = hexcourt("conform", "--recorded", path, "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (answer["counts"]["agreed"], answer["counts"]["differs"]) == (8, 1)


# --- what is no answer --------------------------------------------------------------------------------

NO_ANSWERS = {
    "print('yes', flush=True)": "is no JSON",
    'print(\'{"answer": "yes", "answer": "no"}\', flush=True)': "has a name twice",
    'print(\'{"answer": "maybe"}\', flush=True)': "write an object with answer",
    'print(\'{"answer": "yes", "id": "other"}\', flush=True)': "answer in the order",
    "import sys; sys.exit('it broke')": "ended with status 1 before it answered",
}


@pytest.mark.parametrize("text", sorted(NO_ANSWERS))
def test_what_is_no_answer_is_one_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "partner.py").write_text(f"import sys\nfor _ in sys.stdin:\n    {text}\n", "utf-8")
    command = f"'{sys.executable}' '{tmp_path / 'partner.py'}'"
    result = hexcourt("conform", "--command", command, "--question", "los", "--cases", LINES)
    assert result.exit_code == 2 and NO_ANSWERS[text] in result.stderr
    assert result.stderr.count("\n") == 1


def test_one_program_is_named() -> None:
    for more in ((), ("--lp", "a.lp", "--http", "http://x")):
        result = hexcourt("conform", *more)
        assert result.exit_code == 2 and "name one program" in result.stderr
    result = hexcourt("conform", "--http", "nowhere")
    assert result.exit_code == 2 and "is no address" in result.stderr
    result = hexcourt("conform", "--command", "no-such-program-here")
    assert result.exit_code == 2 and "cannot be run" in result.stderr


# --- cases --------------------------------------------------------------------------------------------


def test_cases_that_come_with_the_program_are_answered_as_they_say() -> None:
    files = sorted((PROJECT / "cases").glob("*.jsonl"))
    every = [case for path in files for case in read_cases(path)]
    assert len({each.id for each in every}) == len(every)
    answer = run_cases(some_of(every, 400), "cases")
    assert answer.verdict == "yes", answer.text()


def test_a_case_that_is_written_for_a_rule_is_answered_otherwise_without_it() -> None:
    written_for = [
        case
        for name, one_in in (("rules", 180), ("cards", 14))
        for case in some_of(read_cases(PROJECT / "cases" / f"{name}.jsonl"), one_in)
    ]
    assert {each.question for each in written_for} >= {"check", "legal"}
    for case in written_for:
        with use_rules(printed_rules().without([case.source.rpartition(": ")[2]])):
            try:
                now = answered(case)
            except (BadInput, RuleError):
                continue
        assert now.outcome != case.outcome, case.id


def test_a_case_fails_under_house_rules_that_change_its_answer(tmp_path: Path) -> None:
    house = tmp_path / "house.lp"
    house.write_text(
        '%! SSR 1 high: nobody sees anything\nno_line_within(L,"SSR 1") :- end(L,a,_).\n'
    )
    path = tmp_path / "one.jsonl"
    path.write_text(written([next(each for each in lines() if each.answer == "yes")]), "utf-8")
    assert hexcourt("cases", "run", path).exit_code == 0
    result = hexcourt("cases", "run", path, "--amend", house)
    assert result.exit_code == 1 and "SSR 1" in result.stdout


def test_a_case_is_added_and_explained(tmp_path: Path) -> None:
    path, facts = tmp_path / "mine.jsonl", tmp_path / "three.lp"
    facts.write_text(lines()[0].facts, "utf-8")
    for name, question in (
        ("a", ("los", facts, "A1", "A3")),
        ("b", ("adjacent", "pegasus", "K12")),
    ):
        assert hexcourt("cases", "add", path, name, *question).exit_code == 0
    one, other = read_cases(path)
    assert one.facts == lines()[0].facts and other.board == "pegasus"
    assert one == answered(one) and "J11" in other.value
    assert hexcourt("cases", "run", path).exit_code == 0
    explained = hexcourt("cases", "explain", "a", path)
    assert 'hex("A1").' in explained.stdout and "A1 (level" in explained.stdout
    again = hexcourt("cases", "add", path, "a", "adjacent", "pegasus", "K12")
    assert again.exit_code == 2 and "is there already" in again.stderr
    assert "is no case of" in hexcourt("cases", "explain", "z", path).stderr


FAULTY = {
    "{": "is no case",
    '{"id":"a","question":"los","arguments":{},"answer":"yes"}': "give either facts or board",
    '{"id":"a","question":"lox","arguments":{},"answer":"yes","board":"x"}': "is no question",
    '{"id":"a","question":"los","arguments":{},"answer":"maybe","board":"x"}': "is no case",
    '{"cases": 9}': "version 9 is not read",
}


@pytest.mark.parametrize("text", sorted(FAULTY))
def test_a_faulty_file_of_cases_is_one_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "faulty.jsonl"
    path.write_text(text, "utf-8")
    result = hexcourt("cases", "run", path)
    assert result.exit_code == 2 and "faulty.jsonl, line 1" in result.stderr
    assert FAULTY[text] in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_both_readers_read_alike_what_the_program_reads() -> None:
    files = sorted(map(str, (PROJECT / "cases").glob("*.jsonl")))
    told = [
        subprocess.run([*reader, *files], capture_output=True, text=True, check=True).stdout.split(
            "\n"
        )
        for reader in (
            (sys.executable, str(PROJECT / "cases" / "read_cases.py")),
            ("node", str(PROJECT / "cases" / "read_cases.mjs")),
        )
    ]
    assert sorted(told[0]) == sorted(told[1])
    count = sum(int(line.rpartition(" ")[2]) for line in told[0] if line)
    assert count == sum(len(read_cases(Path(each))) for each in files)


def test_the_schema_of_cases_is_current_and_holds() -> None:
    schema = json.loads((PROJECT / "cases" / "case.schema.json").read_text("utf-8"))
    assert schema == case_schema(), "run: python bench/answer_schema.py"
    check = jsonschema.Draft202012Validator(schema)
    for path in (PROJECT / "cases").glob("*.jsonl"):
        for line in some_of(path.read_text("utf-8").splitlines()[1:], 50):
            check.validate(json.loads(line))


def test_the_page_shows_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PARTNERS)
    blocks = examples_of("conform.md")
    for block in sample(blocks[-1:], blocks):
        for shown in block:
            assert says(hexcourt(*shown.arguments).stdout, shown.lines), shown.arguments
