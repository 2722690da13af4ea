"""A rule set that is no wargame goes through all that the shipped rules do, as a folder."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.certifying import verify_folder
from hexcourt.solver.answer.answer import AskedAnswer
from hexcourt.solver.conformance.cases import corpus
from hexcourt.solver.conformance.conform import run_cases
from hexcourt.solver.proof.certificate import json_text
from hexcourt.solver.rulebase.rulebase import other_rules, printed_rules, rules_of_folder, use_rules
from hexcourt.solver.ruleset.answers import ask_facts
from tests.answer_shape import check_answer
from tests.cli.test_commands import hexcourt
from tests.documents import examples_of, page, says
from tests.effort import one_in
from tests.tampering import read_files, write_sealed

pytestmark = pytest.mark.usefixtures("kept")

PROJECT = Path(__file__).parent.parent.parent.parent
OTHER = PROJECT / "examples" / "other_rules"
ACCESS = OTHER / "access"
EVENING = OTHER / "evening.lp"
IN_COMPANY = "{ escorts(P,gus) : role(P,_), P != gus } <= 1"
ALARM = "{ alarm(lab) } <= 1"


@pytest.fixture
def access() -> Iterator[None]:
    with rules_of_folder(ACCESS):
        yield


@cache
def evening(question: str, *vary: str) -> AskedAnswer:
    with rules_of_folder(ACCESS):
        return ask_facts(EVENING.read_text("utf-8"), question, vary, reasons=True)


# --- questions, worlds, reasons -------------------------------------------------------------------


def test_a_question_is_answered_with_the_rule_that_decides() -> None:
    found = evening("exists : verdict(mail,no)")
    assert (found.answer, found.reasons[0].number) == ("yes", "P3.1")
    assert evening("exists : verdict(mail,yes)").answer == "no"
    # the rule that is in the way is cited for a no as well
    assert evening("exists : verdict(mail,yes)").reasons[0].number == "P3.1"


def test_what_is_undetermined_leaves_an_answer_open() -> None:
    found = evening("which X : verdict(X,yes)")
    assert found.answer == "unknown"
    assert {row["row"]["X"]: row["certain"] for row in found.rows if "row" in row} == {
        "test": False
    }
    number = evening("count X : verdict(X,no)")
    assert [(e["value"], e["value_most"]) for e in number.rows if "value" in e] == [(3, 4)]


def test_worlds_are_counted_and_the_smallest_is_shown() -> None:
    found = evening("exists : verdict(visit,yes)", IN_COMPANY)
    assert (found.answer, found.counts["worlds_yes"], found.counts["worlds"]) == ("yes", 2, 4)
    assert {(*e["world"],) for e in found.rows if e.get("smallest")} == {
        ("escorts(cleo,gus)",),
        ("escorts(tim,gus)",),
    }
    assert evening("exists : verdict(visit,yes)").answer == "no"
    # two families at once: nobody but a warden enters in an alarm
    claim = 'always : verdict(visit,yes) -> refused(test,"P4.2")'
    assert evening(claim, IN_COMPANY, ALARM).answer == "no"
    assert evening("never : verdict(test,yes)", "{ alarm(lab) } = 1").answer == "yes"


def test_a_family_may_be_longer_than_messages_show() -> None:
    longer = IN_COMPANY.replace(" }", ", role(P,_)" * 9 + " }")
    assert len(longer) > 120
    short, long = (evening("exists : verdict(visit,yes)", each) for each in (IN_COMPANY, longer))
    assert (short.answer, short.counts, short.lines) == (long.answer, long.counts, long.lines)


def test_limits_are_those_of_every_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    many = "".join(f"role(p{n},clerk). " for n in range(9)) + EVENING.read_text("utf-8")
    Path("many.lp").write_text(many, "utf-8")
    vary = "{ escorts(P,gus) : role(P,_) } <= 5"
    asked = ("ask", "many.lp", "exists : verdict(visit,yes)", "--vary", vary, "--rules", ACCESS)
    found = hexcourt(*asked, "--limit-seconds", "0.01", "--json")
    assert found.exit_code == 3
    assert json.loads(found.stdout)["answer"] == "out_of_budget"


@pytest.mark.parametrize(
    ("question", "vary", "sentence"),
    [
        ("exists : verdict(visit,yess)", (), "yess is named by no fact and no rule; did you mean"),
        ("exists : verdikt(visit,yes)", (), "verdikt: may not be asked; did you mean verdict"),
        ("which X : asks(X,P,R), X < 3", (), "compares a request with a number"),
        ("exists : role(gus,guest)", ("{ woods(gus) }",), "woods/1 is no fact of the vocabulary"),
        ("exists : role(gus,guest)", ("role(gus,clerk)",), "is no choice between braces"),
        ("exists : role(gus,guest)", ("{ lost(P) : verdict(_,yes), role(P,_) }",), "undetermined"),
    ],
)
def test_what_makes_no_sense_is_refused(
    question: str, vary: tuple[str, ...], sentence: str, access: None
) -> None:
    del access
    with pytest.raises(BadInput, match=sentence):
        ask_facts(EVENING.read_text("utf-8"), question, vary)


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ("role(gus,guest).\nroel(tim,clerk).", "facts, line 2: roel/2 .*did you mean role/2"),
        ("role(X,guest) :- role(X,clerk).", "line 1: is no fact"),
        ("role(gus,G).", "without variables"),
        ("1 { lost(gus) } 1.", "in braces where it is not known"),
    ],
)
def test_facts_files_are_checked(facts: str, sentence: str, access: None) -> None:
    del access
    with pytest.raises(BadInput, match=sentence):
        ask_facts(facts, "exists : role(gus,guest)")


def test_facts_that_contradict_the_rules_are_no_answer(access: None) -> None:
    del access
    assert ask_facts("", "exists : person(P)", ["{ lost(gus) } >= 2"]).answer == "unknown"


# --- certificates ---------------------------------------------------------------------------------

CLAIMS = (
    ("exists : verdict(visit,yes)", (IN_COMPANY,), "yes"),
    ("exists : verdict(rescue,yes)", (), "no"),
    ("all X : asks(X,P,lab), verdict(X,yes) -> trained(P)", (ALARM,), "yes"),
    ("never : verdict(visit,yes)", (IN_COMPANY,), "no"),
)


@pytest.mark.parametrize(("question", "vary", "answer"), CLAIMS)
def test_answers_are_certified_and_verified(
    question: str, vary: tuple[str, ...], answer: str, tmp_path: Path, access: None
) -> None:
    del access
    facts = EVENING.read_text("utf-8")
    found = ask_facts(facts, question, vary, certify=tmp_path / "proof")
    assert found.answer == answer
    assert verify_folder(tmp_path / "proof").answer == "yes"


def test_a_certificate_is_one_of_its_rules_and_its_statement(tmp_path: Path, access: None) -> None:
    del access
    folder = tmp_path / "proof"
    question, vary, _ = CLAIMS[0]
    ask_facts(EVENING.read_text("utf-8"), question, vary, certify=folder)
    with rules_of_folder(None):
        assert verify_folder(folder).answer == "unbound"  # of other rules
    copytree(ACCESS, tmp_path / "changed")
    policy = tmp_path / "changed" / "policy" / "access.lp"
    policy.write_text(policy.read_text("utf-8").replace("clerk;technician", "clerk"), "utf-8")
    with rules_of_folder(tmp_path / "changed"):
        assert verify_folder(folder).answer == "unbound"
    told = json.loads((folder / "question.json").read_text("utf-8"))
    (folder / "question.json").write_text(json.dumps(told | {"answer": "no"}), "utf-8")
    assert verify_folder(folder).answer == "no"


@pytest.mark.parametrize("question", ["count X : verdict(X,no)", "exists : verdict(test,yes)"])
def test_what_no_proof_shows_is_not_certified(question: str, tmp_path: Path, access: None) -> None:
    del access
    with pytest.raises(BadInput, match=r"not certified|nothing to certify"):
        ask_facts(EVENING.read_text("utf-8"), question, certify=tmp_path / "proof")


# --- the rules themselves -------------------------------------------------------------------------


def test_the_rules_are_checked_by_their_own_positions() -> None:
    told = hexcourt("rules", "check", "--rules", ACCESS, "--json")
    check_answer(told.stdout)
    rows = json.loads(told.stdout)["rows"]
    findings = {row["finding"].rpartition(" ")[0]: row for row in rows if "finding" in row}
    assert set(findings) == {
        "conflicts P4.1 P1.4 refused",
        "shadowed P2.2 redundant",
        "properties P3.1",
    }
    assert all(e["smallest"] is None or e["smallest"]["confirmed"] for e in findings.values())
    assert all(row["complete"] for row in rows if "looked" in row)
    assert told.exit_code == 1
    assert (
        "look first at: policy/access.lp:17 (P1.4)"
        in hexcourt("rules", "conflicts", "--rules", ACCESS).stdout
    )


def test_the_command_of_a_finding_shows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "properties P3.1 broken(no_guest_at_night,public)"
    tree = tmp_path / "tree.svg"
    named = ("rules", "explain", key, "--rules", ACCESS)
    told = json.loads(hexcourt(*named, "--tree", tree, "--json").stdout)
    (row,) = told["rows"]
    cited = [each["rule"]["number"] for each in row["why"]["lines"] if each["rule"]]
    assert {"P3.1", "P1.1"} <= set(cited)
    assert "everybody with a role may enter public rooms" in tree.read_text("utf-8")
    assert "--tree and --svg both write" in hexcourt(*named, "--tree", tree, "--svg", tree).stderr
    monkeypatch.chdir(tmp_path)
    (tmp_path / "smallest.lp").write_text(row["smallest"]["facts"], "utf-8")
    shown = hexcourt(*shlex.split(row["smallest"]["command"])[1:])
    assert "Request = request, Verdict = yes" in shown.stdout


def test_what_no_position_shows_has_no_tree(tmp_path: Path) -> None:
    rows = json.loads(hexcourt("rules", "shadowed", "--rules", ACCESS, "--json").stdout)["rows"]
    (key,) = (each["finding"] for each in rows if "finding" in each)
    found = hexcourt("rules", "explain", key, "--rules", ACCESS, "--tree", tmp_path / "tree.svg")
    assert found.exit_code == 2 and "no position shows it to draw reasons of" in found.stderr
    assert not (tmp_path / "tree.svg").exists()


def test_a_property_that_holds_is_certified(tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    named = ("properties", "trained_in_laboratories", "requests", "--rules", ACCESS)
    assert "proved that" in hexcourt("rules", *named, "--certify", folder).stdout
    assert hexcourt("verify", folder, "--rules", ACCESS).exit_code == 0
    assert hexcourt("verify", folder).exit_code == 4


def test_house_rules_amend_another_rule_set() -> None:
    told = hexcourt("rules", "diff", "--amend", OTHER / "strict.lp", "--rules", ACCESS)
    assert "2 kinds of difference (complete" in told.stdout and told.exit_code == 1
    assert "verdict(yes,no)" in told.stdout
    ask = ("ask", EVENING, "never : verdict(mail,yes)", "--rules", ACCESS)
    assert "as amended by strict.lp" in hexcourt(*ask, "--amend", OTHER / "strict.lp").stdout
    assert hexcourt("rules", "lint", OTHER / "strict.lp", "--rules", ACCESS).exit_code == 0
    # its predicates are none of the shipped rules
    assert hexcourt("rules", "lint", OTHER / "strict.lp").exit_code == 1


# --- cases, and other programs --------------------------------------------------------------------


def test_its_cases_pass() -> None:
    told = hexcourt("cases", "run", "--rules", ACCESS)
    assert "55 cases: 55 passed" in told.stdout and told.exit_code == 0


def test_a_case_fails_without_each_rule_that_decides() -> None:
    idle = set()
    with rules_of_folder(ACCESS) as rules:
        for number in dict.fromkeys(each.number for each in rules.citations):
            with use_rules(rules.without([number])):
                cases = [each for each in corpus() if number in each.rules]
                if run_cases(cases, "").answer == "yes":
                    idle.add(number)
    assert idle == {"P2.2"}  # which the check of the rules calls redundant


@pytest.mark.parametrize("fault", ["", "night_for_clerks", "alarm_for_all"])
def test_other_programs_are_held_against_it(fault: str) -> None:
    words = [sys.executable, str(OTHER / "partner.py"), *(["--fault", fault] if fault else [])]
    told = hexcourt("conform", "--command", shlex.join(words), "--rules", ACCESS, "--json")
    check_answer(told.stdout)
    answer = json.loads(told.stdout)
    assert answer["counts"]["differs"] == 0 or fault
    assert answer["answer"] == ("no" if fault else "yes")
    found = [row for row in answer["rows"] if "difference" in row]
    assert all(len(row["case"]["facts"].splitlines()) <= 5 for row in found)


# --- another one, and where it ends ---------------------------------------------------------------

TARIFF = {
    "vocabulary/askable.lp": """\
%? parcel(Parcel, Weight)   what it weighs
%? express(Parcel)          it is wanted tomorrow
%: price(parcel Parcel, number Price): what it costs | min C : price(_, C)
%: parcel(parcel Parcel, number Weight): what it weighs | which P : parcel(P, _)
#defined parcel/2. #defined express/1.
""",
    "profiles/answers.lp": '#include "../vocabulary/askable.lp".\n#include "../tariff.lp".\n',
    "tariff.lp": """\
%! T1 high: up to two pounds cost three
part(P,3) :- parcel(P,W), W <= 2.

%! T2 high: each pound more costs one
part(P,W+1) :- parcel(P,W), W > 2.

%! T3 high: express costs five more
more(P,5) :- express(P).
more(P,0) :- parcel(P,_), not express(P).
price(P,A+B) :- part(P,A), more(P,B).
""",
}


def test_numbers_are_asked_of_another_rule_set(tmp_path: Path) -> None:
    for name, text in TARIFF.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    facts = "parcel(book,2). parcel(lamp,6). { express(lamp) }."
    with rules_of_folder(tmp_path):
        assert ask_facts(facts, "exists : price(book, 3)").answer == "yes"
        most = ask_facts(facts, "max C : price(_, C)")
        assert [(e["value"], e["value_most"]) for e in most.rows if "value" in e] == [(7, 12)]
        assert ask_facts(facts, "all P : parcel(P,_) -> price(P) <= 7").answer == "unknown"
        always = ask_facts(facts, "always : price(lamp) >= 12", ["{ express(lamp) } = 1"])
        assert (always.answer, always.reasons[0].number) == ("yes", "T2")


def test_the_shipped_rules_are_back_afterwards() -> None:
    shipped = printed_rules()
    with rules_of_folder(ACCESS):
        assert other_rules() == ACCESS and printed_rules() != shipped
    assert other_rules() is None and printed_rules() == shipped


def test_a_folder_that_is_no_rule_set_is_refused(tmp_path: Path) -> None:
    told = hexcourt("ask", EVENING, "exists : person(P)", "--rules", tmp_path)
    assert told.exit_code == 2 and "it has no vocabulary/askable.lp" in told.stderr
    told = hexcourt(
        "ask", EVENING, "exists : person(P)", "--rules", ACCESS, "--place", "wire('A1')"
    )
    assert told.exit_code == 2 and "goes with a board" in told.stderr


# --- the page about it ----------------------------------------------------------------------------


@one_in(2)
@pytest.mark.parametrize("number", range(len(examples_of("other_rules.md"))))
def test_examples_of_the_page_are_true(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(OTHER)
    for shown in examples_of("other_rules.md")[number]:
        told = hexcourt(*shown.arguments)
        assert says(told.stdout, shown.lines), told.stdout


def test_the_facts_of_the_page_are_those_of_the_example() -> None:
    facts = EVENING.read_text("utf-8").partition("\n")[2]
    assert facts in page("other_rules.md").read_text("utf-8")


# --- certificates of dead rules, and of two rule sets ----------------------------------------------

DEAD = """%! SSR 9 high: a room of two zones is closed
refused(X,"SSR 9") :- asks(X,P,R), zone(R,public), zone(R,office).
"""


@pytest.fixture(name="house")
def _house(tmp_path: Path) -> tuple[object, ...]:
    (tmp_path / "house.lp").write_text(DEAD)
    return ("--rules", ACCESS, "--amend", tmp_path / "house.lp")


def forged(folder: Path, into: Path, given: tuple[object, ...], **changed: object) -> str:
    """Verify a certificate that says something else, all its digests put right."""
    files = read_files(folder)
    stated = {**json.loads(files["question.json"]), **changed}
    write_sealed(into, {**files, "question.json": json_text(stated)})
    found = hexcourt("verify", into, *given)
    assert found.exit_code == 1, found.stdout
    return found.stdout.splitlines()[0].removeprefix("no: the certificate does not hold: ")


def test_that_a_rule_never_fires_is_certified(house: tuple[object, ...], tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    made = hexcourt("rules", "dead", "SSR 9", *house, "--certify", folder)
    assert "no statement of SSR 9 (a room of two zones is closed) fires in any world" in made.stdout
    found = hexcourt("verify", folder, *house)
    assert found.exit_code == 0 and found.stdout.splitlines()[0] == f"yes: {said(made.stdout)}"
    assert hexcourt("verify", folder, "--rules", ACCESS).exit_code == 4  # of other rules
    whole = hexcourt("rules", "dead", *house, "--certify", tmp_path / "all")
    assert "dead_requests: the 1 rule found: " in whole.stdout
    assert hexcourt("verify", tmp_path / "all" / "dead_requests", *house).exit_code == 0
    into = tmp_path / "forged"
    assert "is not what check" in forged(folder, into, house, rules=["P1.1"])
    assert "is no rule that could fire" in forged(folder, into, house, rules=["P9.9"])
    assert "rules that never fire are named" in forged(folder, into, house, rules=[])
    assert "scope" in forged(folder, into, house, scope={"most_people": 3})
    assert "is not what check" in forged(folder, into, house, scope={"most_people": 1})
    assert "'meaning': is not so" in forged(folder, into, house, meaning="all is well")
    assert "9: is no rule that could fire" in forged(folder, into, house, rules=["SSR 9", 9])


def said(printed: str) -> str:
    return printed.splitlines()[0]


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("P1.1", "P1.1: fires in some world of requests, so that nothing is certified"),
        ("P9.9", "P9.9: is no rule that could fire in worlds of requests"),
    ],
)
def test_what_fires_is_not_certified_to_be_dead(rule: str, why: str, tmp_path: Path) -> None:
    found = hexcourt("rules", "dead", rule, "--rules", ACCESS, "--certify", tmp_path / "proof")
    assert found.exit_code == 2 and why in found.stderr
    assert not (tmp_path / "proof").exists()


def test_that_two_rule_sets_answer_alike_is_certified(
    house: tuple[object, ...], tmp_path: Path
) -> None:
    made = hexcourt("rules", "diff", *house, "--certify", tmp_path / "proofs")
    assert made.exit_code == 0 and "equal: certified in" in made.stdout
    folder, into = tmp_path / "proofs" / "equal_requests", tmp_path / "forged"
    found = hexcourt("verify", folder, *house)
    assert "yes: proved that both rule sets answer alike in every world of requests" in found.stdout
    stated = json.loads((folder / "question.json").read_text())
    other = hexcourt("verify", folder, "--rules", ACCESS)  # the amended rules are not at hand
    assert other.exit_code == 4 and f"of the rules '{stated['new']}', which are not" in other.stdout
    swapped = {"old": stated["new"], "new": stated["old"], "amended": []}
    assert "'amended': is not so" in forged(folder, into, house, **swapped)
    assert "'amended': is not so" in forged(folder, into, house, new=stated["old"])
    assert "is not what check" in forged(folder, into, house, old=stated["new"])
    assert "'meaning': is not so" in forged(folder, into, house, relation="permits_more")
    assert "relation: 'better' is none" in forged(folder, into, house, relation="better")
    assert "scope" in forged(folder, into, house, scope={"most_people": 9})


def test_that_new_rules_permit_or_forbid_only_more_is_certified(tmp_path: Path) -> None:
    strict = ("--rules", ACCESS, "--amend", OTHER / "strict.lp")
    made = hexcourt("rules", "diff", *strict, "--certify", tmp_path / "one")
    assert made.exit_code == 1 and "forbids more: certified in" in made.stdout
    assert [each.name for each in (tmp_path / "one").iterdir()] == ["forbids_more_requests"]
    found = hexcourt("verify", tmp_path / "one" / "forbids_more_requests", *strict)
    assert found.exit_code == 0 and "the new rules forbid only more" in found.stdout
    # the other way round the old rules are the stricter ones: they are a folder
    folder = tmp_path / "stricter"
    copytree(ACCESS, folder)
    rule = (OTHER / "strict.lp").read_text().partition("%!")[2]
    with (folder / "policy" / "access.lp").open("a") as file:
        file.write(f"\n%!{rule}\n")
    named = ("--rules", ACCESS, "--json")
    printed = hexcourt("rules", "diff", folder, *named, "--certify", tmp_path / "two").stdout
    (row,) = (each for each in json.loads(printed)["rows"] if "relation" in each)
    assert (row["relation"], row["worlds"]) == ("permits_more", "requests")
    proof = tmp_path / "two" / "permits_more_requests"
    assert hexcourt("verify", proof, *named[:2]).exit_code == 4
    assert hexcourt("verify", proof, *named[:2], "--against", folder).exit_code == 0


def test_boards_prove_nothing(tmp_path: Path) -> None:
    house = PROJECT / "examples" / "house_rules" / "no_guns_in_brush.lp"
    found = hexcourt("rules", "diff", "--amend", house, "--certify", tmp_path / "proofs")
    assert found.exit_code == 2 and "boards prove nothing; certify --on worlds" in found.stderr
    assert not (tmp_path / "proofs").exists()
