"""Reports of scenarios as one HTML file."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from defusedxml import ElementTree

from hexcourt.cli.main import main
from hexcourt.cli.report.maps import draw_motifs
from hexcourt.cli.report.report import report_page
from hexcourt.facts.boards.board import Board
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.scenario import Scenario
from tests.effort import long
from tests.page_browser import browser_or_skip
from tests.tiny import pixelled, tiny
from tests.tiny_cards import HEAD, OnBoard, condition, group, scenario

pytestmark = pytest.mark.usefixtures("kept", "engines")

EVIL = "<script>alert(1)</script>\"'&amp;\u202e"
BOARD = "budapest"


def case(title: str = "Tiny") -> OnBoard:
    made = scenario(
        BOARD,
        "[areas]\nhouse = 'building L33'\n",
        f"[[rule]]\nid = 'ssr1'\ntext = '''{EVIL}'''\n",
        group("r1", "red", "squad 4-6-7", 'setup = "house"'),
        group("b1", "blue", "squad 4-6-7", "setup = '''<b>nowhere</b>'''"),
        condition("red", "Control house"),
    )
    object.__setattr__(made.card, "title", title)
    return made


FOUND = (
    Finding(
        EVIL,
        FindingKind.FAIL,
        f"Hexes are shared {EVIL}.",
        ("A2.5",),
        Witness(("L33", "M33")),
        check="S07",
    ),
    Finding(
        "r1", FindingKind.PASS, "Fits.", (), Witness(placement=(("squad", "L33h1"),)), check="S08"
    ),
    Finding(
        "r1",
        FindingKind.WARN,
        "Is seen.",
        ("A6.1",),
        Witness(lines=(("L33h2", "K36"),)),
        check="S11",
    ),
    Finding(
        "b1", FindingKind.UNKNOWN, "Comes.", (), Witness(path=("K36", "K35", "K34")), check="S15"
    ),
    Finding("b1", FindingKind.PASS, "Is nowhere on this map.", (), Witness(("ZZ99",)), check="S18"),
)


def answer_of(found: tuple[Finding, ...]) -> Answer:
    counts = {str(each): sum(f.found is each for f in found) for each in FindingKind}
    codes = sorted({each.check for each in found})
    rows = [each.row() for each in found]
    return Answer("scenario check", None, "no", {"checks": codes}, rows, counts)


@pytest.fixture(scope="module")
def page() -> str:
    return report_page(case(EVIL), answer_of(FOUND))


class Reader(HTMLParser):
    """Lists the tags of a document, and holds that each is closed where it has to be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_it_is_well_formed_and_links_lead_somewhere(page: str) -> None:
    read = Reader(page)
    assert read.open == []
    names = [attrs["id"] for _, attrs in read.tags if attrs.get("id")]
    assert len(names) == len(set(names))
    links = [attrs["href"] or "" for _, attrs in read.tags if "href" in attrs]
    assert links
    assert {link[1:] for link in links} <= set(names)
    used = set(re.findall(r"url\(#([^)]+)\)", page))
    assert used <= set(names)


def test_what_a_card_says_is_text(page: str) -> None:
    assert [tag for tag, _ in Reader(page).tags].count("script") == 1
    assert "<b>" not in page
    assert "\u202e" not in page  # which turns the text round it
    assert page.count("&lt;script&gt;alert(1)") >= 5
    assert re.search(r"(src|href)=\"(?!#)", page) is None


def test_each_finding_is_there_and_the_worst_check_first(page: str) -> None:
    for each in FOUND:
        assert page.count(f'<li class="finding {each.found}"') >= 1
        assert each.check in page
    order = [page.index(f'id="{code}"') for code in ("S07", "S11", "S15", "S08", "S18")]
    assert order == sorted(order)
    assert page.count('class="finding ') == len(FOUND)


def test_witnesses_are_on_the_map_and_in_pictures(page: str) -> None:
    assert page.count('class="witness"') == page.count('class="show"') == 4
    assert page.count('class="picture"') == 3
    first = page.split('id="shows-1"')[1].split("</g>")[0]
    assert len(re.findall("[0-9.]+,[0-9.]+", first)) == 2  # a hexagon round each of the two hexes


def test_rules_sentences_and_what_is_not_understood_are_told(page: str) -> None:
    assert 'id="rule-A2.5"' in page
    assert "Control house" in page
    rows = re.findall(r'<tr class="(read|unread)"><th scope="row">([^<]*)', page)
    assert ("unread", "group b1") in rows
    assert ("read", "group r1") in rows


def test_on_paper_terrain_has_its_motifs_as_signs(page: str) -> None:
    styles = page.split("<style>")[1].split("</style>")[0]
    on_paper = styles.split("@media print {")[-1]
    motifs = re.findall(r'<pattern id="([^"]+)"[^>]*><rect [^>]*fill="(#[0-9a-f]{6})"', page)
    assert motifs
    for name, ground in motifs:
        assert f'[fill="url(#{name})"] {{ fill: {ground}; }}' in on_paper
        assert f'<marker id="sign-{name}"' in page
        assert f'marker-mid="url(#sign-{name})"' in page


def test_signs_stand_where_the_area_is_and_nowhere_else() -> None:
    tile = '<rect fill="#eee"/><path d="M1 3h2"/>'
    root = ElementTree.fromstring(
        f'<svg><defs><pattern id="p" width="10">{tile}</pattern></defs>'
        '<g fill-rule="evenodd"><path d="M25 32h20v-9h-20z" fill="url(#p)"/></g></svg>'
    )
    style = draw_motifs(root)
    assert ".motif { display: none; }" in style.partition("@media print")[0]
    (area,) = root.findall(".//g[@fill='url(#p)']")
    path, signs = area
    assert (path.tag, path.get("id"), path.get("fill")) == ("path", "area-0-0", None)
    assert root.find(".//clipPath/use").attrib == {"href": "#area-0-0", "clip-rule": "evenodd"}
    assert [each.get("y") for each in signs.iter("use")] == ["20", "30"]
    row = root.find(".//path[@id='row-0']").get("d")
    assert row == "M10 0h10h10h10h10", "a marker stands at all points but the first and the last"


def test_equal_answers_give_equal_bytes(page: str) -> None:
    assert report_page(case(EVIL), answer_of(FOUND)) == page


def test_without_a_map_the_findings_stand_alone() -> None:
    bare = Scenario(
        card_of(
            HEAD.replace('"tiny" }', '"nowhere" }')
            + group("r1", "red", "squad 4-6-7", 'setup = "hex A1"'),
            "card.toml",
        )
    )
    written = report_page(bare, answer_of(FOUND))
    assert "There is no map" in written
    assert written.count('class="finding ') == len(FOUND)
    assert 'class="show"' not in written
    assert "unread" in written


@pytest.mark.parametrize("drawn", [tiny, lambda text: pixelled(tiny(text))])
def test_no_style_of_the_report_is_one_of_the_map(drawn: Callable[[str], Board]) -> None:
    text = HEAD + group("r1", "red", "squad 4-6-7", 'setup = "hex A1"')
    text += group("b1", "blue", "squad 4-6-7", 'setup = "hex B1"')
    board = drawn("A1 woods, A2 @2, A3 @2, A1-A2 wall, B1 @4, B2 @2, C1")
    written = report_page(OnBoard(card_of(text, "card.toml"), board), answer_of(FOUND[:1]))
    sheet = written.split('class="whole"')[1].split("</svg>")[0]
    of_the_map = [set(each.split()) for each in re.findall('class="([^"]*)"', sheet)]
    styles = written.split("<style>")[1].split("</style>")[0]
    ends = [each.split()[-1] for each in re.findall(r"[^{};,]+(?=[,{])", styles) if each.strip()]
    styled = {each: set(re.findall(r"\.([A-Za-z][\w-]*)", each)) for each in ends}
    met = {each for each, some in styled.items() if some and any(some <= e for e in of_the_map)}
    assert {"map"} in of_the_map
    assert met == {".lit-hexagon"}  # the mark that is drawn round a hex


@long
def test_a_click_lights_what_shows_a_finding_and_escape_puts_it_out(
    page: str, tmp_path: Path
) -> None:
    (tmp_path / "report.html").write_text(page, "utf-8")
    browser = browser_or_skip()
    try:
        browser.get((tmp_path / "report.html").as_uri())
        light = browser.find_element("id", "shows-1")
        assert not light.is_displayed()
        browser.find_element("css selector", "a.show[href='#shows-1']").click()
        assert light.is_displayed()
        browser.find_element("css selector", "body").send_keys("\ue00c")
        assert not light.is_displayed()
        browser.get((tmp_path / "report.html").as_uri() + "#shows-1")  # as a link does by itself
        assert browser.find_element("id", "shows-1").is_displayed()
        assert browser.get_log("browser") == []
    finally:
        browser.quit()


def test_the_command_writes_it_and_nothing_over_the_card(tmp_path: Path) -> None:
    card = tmp_path / "card.toml"
    card.write_text(
        'format = "hexcourt-card/1"\n[map]\nboards = ["budapest"]\n[turns]\ncount = 5\n', "utf-8"
    )
    written = card.read_bytes()
    asked = ["scenario", "check", str(card), "--select", "S19", "--html"]
    made = CliRunner().invoke(main, [*asked, str(tmp_path / "report.html")])
    assert made.exit_code in (0, 3)
    assert "S19" in (tmp_path / "report.html").read_text("utf-8")
    assert str(tmp_path) not in (tmp_path / "report.html").read_text("utf-8")
    assert CliRunner().invoke(main, [*asked, str(card)]).exit_code == 2
    assert card.read_bytes() == written
