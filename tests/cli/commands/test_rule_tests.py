"""``rules test``: files of questions with expected answers, beside house rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import answer, hexcourt
from tests.effort import long

pytestmark = pytest.mark.usefixtures("kept", "engines")

PROJECT = Path(__file__).parent.parent.parent.parent
EXAMPLE = PROJECT / "examples" / "house_rules" / "no_roads_test.toml"


@long
def test_the_example_of_the_document_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    document = (PROJECT / "docs" / "howto" / "amending.md").read_text("utf-8")
    shown = EXAMPLE.read_text("utf-8").partition("\n")[2]
    assert f"```\n{shown}```" in document
    told = hexcourt("rules", "test", str(EXAMPLE.relative_to(PROJECT)))
    assert told.exit_code == 0
    console = document.partition(f"$ hexcourt rules test {EXAMPLE.relative_to(PROJECT)}\n")[2]
    assert console.startswith(told.stdout)


def test_a_test_that_fails_is_shown_with_its_answer_and_reasons(tmp_path: Path) -> None:
    for name in ("village.lp", "no_roads.lp"):
        (tmp_path / name).write_text((EXAMPLE.parent / name).read_text("utf-8"), "utf-8")
    file = tmp_path / "tests.toml"
    text = EXAMPLE.read_text("utf-8")
    file.write_text(text.replace('"no"', '"yes"').replace("for 5 of", "for 6 of"), "utf-8")
    told = hexcourt("rules", "test", file)
    assert told.exit_code == 1
    first, *others = told.stdout.splitlines()
    assert first == "3 tests: 1 passed, 2 failed"
    assert others[:3] == [
        "test 1 failed: hexcourt path village.lp A1 A2 --unit truck --amend no_roads.lp",
        '  expected yes that says "for 6 of its 28 MP"; the answer is yes:',
        "    yes: a truck goes from A1 to A2 for 5 of its 28 MP",
    ]
    assert any("SSR 1: nor has anybody a road bonus" in each for each in others)
    whole = answer("rules", "test", file)
    assert (whole["answer"], whole["counts"]) == ("no", {"passed": 1, "failed": 2})
    assert [each["passed"] for each in whole["rows"]] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "missing required field `test`"),
        ("test = []", "holds no test"),
        ('board = "budapest"\n[[test]]\nquestion = "los F31 G33"', "field `answer`"),
        ('[[test]]\nquestion = "los F31 G33"\nanswer = "perhaps"', "Invalid enum value 'perhaps'"),
        ('[[test]]\nquestion = "los F31 G33"\nanswer = "yes"', "test 1: board is missing"),
        (
            'board = "budapest"\n[[test]]\nquestion = "looks F31"\nanswer = "yes"',
            "test 1: question: begins with no question; begin with los, see,",
        ),
        (
            'board = "budapest"\n[[test]]\nquestion = "los F31"\nanswer = "yes"',
            "test 1: Missing argument 'TARGET'",
        ),
        (
            'board = "budapest"\n[[test]]\nquestion = "los F31 Z99"\nanswer = "yes"',
            "test 1: hex Z99 is not on board budapest",
        ),
        ("[[test]", "cannot be read as TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_sentence(
    tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "tests.toml"
    file.write_text(text, "utf-8")
    told = hexcourt("rules", "test", file)
    assert told.exit_code == 2
    (sentence,) = told.stderr.splitlines()
    assert said in sentence
