"""The page of ``hexcourt serve``, used as a player uses it: in a Chromium, with mouse and keyboard."""

import os
from base64 import b64encode
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexcourt import open_board
from hexcourt.facts.drafting.colours import marked_picture
from hexcourt.facts.drafting.drafts import draft_board
from hexcourt.facts.formats.write_archive import archive_bytes
from hexcourt.solver.answer.arguments import QUESTIONS
from tests.effort import long
from tests.facts.maps.test_terrain_changes import archive
from tests.map_pictures import house_and_strange_ground
from tests.page_browser import Page, browser_or_skip, serving

pytestmark = pytest.mark.usefixtures("kept")

VASL = Path(__file__).resolve().parents[3].parent / "shared" / "vasl" / "boards"
FOUR = ("bd01", "bd02", "bd03", "bd05")
MAP = """rows = [["bd01", "bd02 reversed"], ["bd03", "bd05"]]
[areas]
"north bank" = "board 1"
"""
AXE = Path(os.environ.get("HEXCOURT_AXE", "node_modules/axe-core/axe.min.js"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("boards")
    write_boards(made)
    return made


def write_boards(folder):
    """Write what ``STATES`` show: a map, a card, a board with a picture alone and its draft."""
    (folder / "small.toml").write_text(
        'rows = [["pegasus"]]\n[areas]\n"the houses" = "hexes I8, I9 and J9"\n'
    )
    (folder / "card.toml").write_text(CARD)
    (folder / "bdtiny").write_bytes(house_and_strange_ground().printed().archive())
    made = draft_board(folder / "bdtiny")
    picture = "tiny.png", marked_picture(made.picture, None)
    (folder / "bdtiny_draft").write_bytes(archive_bytes(made.archive, picture=picture))


CARD = """
format = "hexcourt-card/1"
id = "tiny"
title = "Tiny"
[map]
north = "top"
boards = [{ board = "budapest" }]
[turns]
count = 6
[areas]
"uplands" = "hexes numbered <= 30"
[[side]]
name = "red"
[[side]]
name = "blue"
[[group]]
id = "r1"
side = "red"
setup = "uplands"
units = ["squad 4-6-7", "leader 8-0"]
[[group]]
id = "b1"
side = "blue"
setup = "where the moon is"
units = ["squad 4-6-7"]
"""


@pytest.fixture(scope="module")
def page(folder, tmp_path_factory):
    browser = browser_or_skip()
    try:
        with serving("--boards", str(folder), folder=tmp_path_factory.mktemp("log")) as address:
            yield Page(browser, address)
    finally:
        browser.quit()


@pytest.fixture(autouse=True)
def silent(request):
    """Hold that nothing is complained of in the console, but what a test says."""
    yield
    if "page" in request.fixturenames:
        page = request.getfixturevalue("page")
        expected = getattr(request.node, "expected_complaints", ())
        announced = [each for each in page.complaints() if not any(e in each for e in expected)]
        assert announced == []


def seen_by(answer):
    return [row for row in answer.rows if row["verdict"] == "clear"]


def lit(page, selector):
    found = "return [...document.querySelectorAll(arguments[0])].map(each => each.dataset.hex)"
    return set(page.run(found, f"#sheet .overlay {selector}"))


# --- sight ------------------------------------------------------------------------------------------


def test_a_hex_is_chosen_and_shows_who_sees_it_and_a_second_one_the_line(page):
    page.open(board="budapest")
    page.click("F31")
    expected = seen_by(open_board("budapest").see("F31"))
    words = page.text("#panel-sight .headline")
    assert words.startswith(f"{len(expected)} Locations in ") and words.endswith("see F31")
    ground = {row["from"] for row in expected if "/" not in row["from"]}
    assert lit(page, ".answers polygon.clear") == ground
    page.click("G39")
    page.open(board="budapest", at="L33h2", to="E31")
    assert "blocked by A6.4" in page.text("#panel-sight .headline")
    reasons = page.all("#panel-sight .reasons > li")
    assert len(reasons) == 6 and "hedge" in reasons[0].text
    assert len(page.all("#sheet .answers .dot.reason")) == 6
    page.run("arguments[0].focus()", reasons[-1])
    assert lit(page, ".lit polygon") == {"F31"}
    page.run("arguments[0].focus()", reasons[0])
    assert lit(page, ".lit polygon") == {"J32", "K33"}


def test_the_link_holds_the_state_and_back_and_forward_go_through_it(page):
    page.open(board="budapest")
    page.click("F31")
    page.click("F33")
    line, link = page.text("#panel-sight .headline"), page.fragment
    assert "at=F31" in link and "to=F33" in link
    with page.change():
        page.browser.back()
    assert page.text("#panel-sight .headline").endswith("see F31")
    with page.change():
        page.browser.forward()
    assert page.text("#panel-sight .headline") == line
    copied = page.browser.current_url
    page.browser.get("about:blank")
    page.browser.get(copied)
    page.settle(0)
    assert page.text("#panel-sight .headline") == line
    assert page.fragment == link


def test_statuses_are_asked_with_the_line(page):
    page.open(board="budapest", at="F31")
    with page.change():
        page.one("[aria-label='Status of unit in'] option[value=emplaced]").click()
    assert page.text("#panel-sight .headline") == "44 Locations in 39 hexes see F31 (emplaced)"
    assert "atStatus=emplaced" in page.fragment


def test_the_map_is_moved_and_zoomed_and_its_layers_go(page):
    page.open(board="budapest")
    before = page.spot("F31")
    page.drag((300, 400), (360, 430))
    moved = page.spot("F31")
    assert moved["x"] - before["x"] == pytest.approx(60, abs=2)
    assert moved["y"] - before["y"] == pytest.approx(30, abs=2)
    page.named("Zoom in").click()
    assert page.spot("F31")["size"] == pytest.approx(1.3 * before["size"], rel=0.02)
    page.run("document.querySelector('#stage').focus()")
    page.press("0")
    assert page.spot("F31")["size"] == pytest.approx(before["size"], rel=0.02)
    assert page.one("#sheet .names").is_displayed()
    page.one("#layers summary").click()
    with page.change():
        page.one("#layer-names").click()
    assert "hidden=names" in page.fragment
    assert not page.one("#sheet .names").is_displayed()


def test_two_fingers_zoom_and_a_tap_chooses(page):
    page.open(board="budapest")
    before = page.spot("F31")

    def touch(kind, *points):
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        told = {"type": f"touch{kind}", "touchPoints": told}
        page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", told)

    touch("Start", (300, 300))
    touch("Start", (300, 300), (400, 300))
    touch("Move", (300, 300), (500, 300))
    touch("End")
    assert page.spot("F31")["size"] == pytest.approx(2 * before["size"], rel=0.02)
    page.run("document.querySelector('#zoom-fit').click()")
    where = page.spot("F31")
    with page.change():
        touch("Start", (where["x"], where["y"]))
        touch("End")
    assert page.text("#panel-sight .headline").endswith("see F31")


def test_a_fact_is_given_and_taken_away(page):
    page.open(board="budapest", at="F31", to="F33")
    page.one("#piece-text").send_keys('emplaced("F31")')
    with page.change():
        page.one("#give").click()
    assert 'given=emplaced("F31")' in page.fragment
    with page.change():
        page.named('Remove emplaced("F31")').click()
    assert "given=" not in page.fragment.replace("before-given", "")


def test_all_of_it_goes_by_keyboard(page):
    page.open(board="budapest")
    page.press("\ue004")  # it comes into sight when Tab comes to it
    assert page.run("return document.activeElement.id") == "skip"
    assert page.run("return document.activeElement.getBoundingClientRect().left") >= 0
    page.press("\ue007")
    assert page.run("return document.activeElement.id") == "stage"
    page.one("#place-name").send_keys("F31\ue007")
    assert page.text("#live").startswith("F31: level 2; single-storey stone building")
    page.run("document.querySelector('#stage').focus()")
    with page.change():
        page.press("\ue007")
    assert page.text("#panel-sight .headline").endswith("see F31")
    assert page.run("return document.querySelector('#live').textContent").endswith("see F31")
    page.press("\ue015")
    page.press("\ue015")
    announced = page.run("return document.querySelector('#live').textContent")
    assert announced.startswith("F33: ") and "F33 sees it" in announced
    with page.change():
        page.press("\ue007")
    assert page.text("#panel-sight .headline").startswith("F31 to F33, range 2")
    with page.change():
        page.press("\ue00c")
    assert page.text("#panel-sight .headline").endswith("see F31")


SIZES = [(390, 800), (768, 1024), (1280, 720)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_it_is_whole_from_the_first_on_screens_of_any_size(page, width, height):
    screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        page.open(board="budapest", at="L33")
        assert page.run("return document.documentElement.scrollWidth") <= width
        beside = "return [...document.querySelectorAll('header *, aside *, #pieces *')].filter(e =>"
        beside += " e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1"
        assert (
            page.run(f"{beside} && !e.closest('.skip')).map(e => e.outerHTML.slice(0, 80))") == []
        )
        # nobody has touched the mouse
        assert page.text("#under").startswith("L33: level 2; ")
        under = "const e = document.querySelector('#under'); return e.scrollHeight <= e.clientHeight + 1"
        assert page.run(under), "cut off"
        sizes = "return [...document.querySelectorAll('#sheet .names text')].map("
        sizes += "e => e.getBoundingClientRect().height)"
        assert min(page.run(sizes)) >= 8
        page.one("#piece-text").send_keys('roadblock("E33","E34")\ue007')
        page.wait(lambda: page.one("#hint").is_displayed())
        over = "const a = document.querySelector('#hint').getBoundingClientRect();"
        over += "const b = document.querySelector('#stage').getBoundingClientRect();"
        assert page.run(f"{over} return a.top >= b.bottom - 1")
        assert page.run("return document.documentElement.scrollWidth") <= width
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_upper_locations_and_hindrance_stand_in_their_hexes_and_in_the_legend(page):
    page.open(board="budapest", at="F31")
    texts = page.run(
        "return Object.fromEntries([...document.querySelectorAll('#sheet .answers text')].map("
        "e => [e.previousSibling.dataset.hex, e.textContent]))"
    )
    assert (texts["L33"], texts["C30"], texts["I34"]) == ("h2", "+1 h1", "+2")
    assert "L33" in lit(page, ".answers polygon.upper")
    assert "L33" not in lit(page, ".answers polygon.blocked")
    told = page.text("#panel-sight .legend")
    assert "h2: that Location alone sees it" in told and "does not see it" in told
    assert "+2: with so much hindrance" in told and "too close" not in told


def test_a_line_is_drawn_by_dragging(page):
    page.open(board="budapest", at="F31")
    start, end, other = (page.spot(each) for each in ("F31", "F33", "C30"))
    with page.change():
        page.drag((start["x"], start["y"]), (end["x"], end["y"]))
    assert page.text("#panel-sight .headline").startswith("F31 to F33, range 2")
    with page.change():  # its other end is dragged elsewhere
        page.drag((end["x"], end["y"]), (other["x"], other["y"]))
    assert page.text("#panel-sight .headline").startswith("F33 to C30")
    page.one("#thread").click()
    first, last = page.spot("L33"), page.spot("N35")
    with page.change():
        page.drag((first["x"], first["y"]), (last["x"], last["y"]))
    assert page.text("#panel-sight .headline").startswith("L33 to N35")
    page.one("#thread").click()
    before = page.spot("L33")["x"]
    page.drag((300, 300), (340, 300))  # elsewhere the map is moved
    assert page.spot("L33")["x"] == pytest.approx(before + 40, abs=2)


@long
def test_several_hexes_are_looked_at_at_once(page):
    page.open(board="budapest", at="F31")
    page.named("Look at another hex too").click()
    page.click("H33")
    rows = open_board("budapest").see("F31", "H33").rows
    seen = {}
    for row in rows:
        if row["verdict"] == "clear":
            hex_name = row["from"].split("/")[0]
            seen.setdefault(hex_name, set()).add(row["to"])
    both = {name for name, targets in seen.items() if len(targets) == 2}
    one = len(seen) - len(both)
    assert page.text("#panel-sight .headline") == f"{len(both)} hexes see all of F31, H33"
    assert f"1 of 2: {one} hexes" in page.text("#panel-sight")
    assert "also=H33" in page.fragment
    with page.change():
        page.run("document.querySelector('#stage').focus()")
        page.press("\ue00c")
    assert "also=" not in page.fragment


# --- pieces ------------------------------------------------------------------------------------------


def test_pieces_are_laid_dragged_and_taken_away_and_what_changed_is_told(page):
    board = open_board("budapest")
    page.open(board="budapest", at="G39")
    page.one("[data-kind=rubble]").click()
    page.click("H38")
    page.press("\ue00c")  # it stays in hand until then
    rubble = 'rubble("H38",stone)'
    assert f"place={rubble}" in page.fragment
    now, before = (
        {row["from"]: (row["verdict"], row["hindrance"]) for row in each.see("G39").rows}
        for each in (board.place(rubble), board)
    )
    counts = [sum(v == "clear" for v, _ in each.values()) for each in (before, now)]
    told = page.text("#changed")
    assert f"{counts[0]} → {counts[1]} Locations see it" in told
    changed = {name for name in now if now[name] != before[name]}
    assert changed and f"{len(changed)} changed" in told
    assert lit(page, ".ring.changed") == {name.split("/")[0] for name in changed}
    token = page.run(
        "const b = document.querySelector('#sheet .token').getBoundingClientRect();"
        "return [b.left + b.width / 2, b.top + b.height / 2]"
    )
    goal = page.spot("H36")
    with page.change():
        page.drag(tuple(token), (goal["x"], goal["y"]))
    assert (
        'place=rubble("H36",stone)' in page.fragment
        and "H38" not in page.fragment.split("before")[0]
    )
    goal, away = page.spot("H36"), page.spot("F31")
    pointer = page.at(page.pointer(), goal["x"], goal["y"]).click_and_hold()
    page.at(pointer, away["x"], away["y"]).perform()
    assert page.all("#sheet .lit .token")
    page.press("\ue00c")  # what is dragged goes back, and nothing else is taken back
    assert not page.all("#sheet .lit .token")
    page.pointer().release().perform()
    assert "at=G39&" in page.fragment and 'place=rubble("H36",stone)' in page.fragment
    with page.change():
        page.named('Remove rubble("H36",stone)').click()
    assert "place=" not in page.fragment
    assert page.text("#panel-sight .headline").startswith(f"{counts[0]} Locations")


def test_a_pillbox_is_dragged_with_its_covered_arc_and_turned(page):
    page.open(board="budapest", place='pillbox("E36","F36","F35")')

    def drag_to(hex_name):
        token = page.run(
            "const b = document.querySelector('#sheet .token').getBoundingClientRect();"
            "return [b.left + b.width / 2, b.top + b.height / 2]"
        )
        where = page.spot(hex_name)
        page.drag(tuple(token), (where["x"], where["y"]))

    def placed():
        return page.fragment.split("before")[0]

    with page.change():
        drag_to("I33")
    there = 'pillbox("I33","J33","J32")'
    assert f"place={there}" in placed()
    drag_to("N35")  # where its arc would lie off the map
    page.wait(lambda: "stays" in page.run("return document.querySelector('#hint').textContent"))
    assert f"place={there}" in placed()
    page.named("Close").click()
    page.named(f"Move {there}").click()
    for name in ("I33", "I32"):
        where = page.spot(name)
        page.at(page.pointer(), where["x"], where["y"]).click().perform()
    page.click("J32")
    assert 'place=pillbox("I33","I32","J32")' in placed()


@long
def test_a_roadblock_is_laid_at_a_hexside_and_the_path_is_found_anew(page):
    page.open(board="pegasus", tab="movement", start="L13", goal="K12", only="bypass")
    assert page.text("#panel-movement .headline").startswith(
        "yes: a squad goes from L13 to K12 for 3 MF"
    )
    page.one("[data-kind=roadblock]").click()
    one, other = page.spot("L12"), page.spot("K13")
    with page.change():
        middle = [(one[axis] + other[axis]) / 2 for axis in "xy"]
        page.at(page.pointer(), *middle).click().perform()
    assert 'roadblock("L12","K13")' in page.fragment or 'roadblock("K13","L12")' in page.fragment
    assert "What changed" in page.text("#changed")


def test_what_may_not_lie_there_is_refused_with_its_rule(page, request):
    page.open(board="budapest")
    page.one("#piece-text").send_keys('roadblock("E33","E34")\ue007')
    page.wait(lambda: page.one("#hint").is_displayed())
    assert "B29.1" in page.text("#hint")
    assert "place=" not in page.fragment
    page.one("#piece-text").clear()
    with page.change():
        page.one("#piece-text").send_keys('enemy("C30")\ue007')
    assert not page.one("#hint").is_displayed()  # what was said of another one is over


@pytest.mark.parametrize(
    ("piece", "why"), [('trench("F33")', "B32.11"), ('trail_break("D30")', "no rule")]
)
def test_what_may_perhaps_not_lie_there_is_laid_and_said_to_be_doubtful(page, piece, why):
    page.open(board="budapest")
    with page.change():
        page.one("#piece-text").send_keys(piece + "\ue007")
    assert f"{piece} is placed, but whether it may be there is not known: {why}" in page.text(
        "#hint"
    )


def test_a_kind_of_piece_stays_in_hand_until_escape_and_undo_takes_back(page):
    page.open(board="budapest")
    page.one("[data-kind=wreck]").click()
    for each in ("I33", "J34"):
        page.click(each)
        assert f'place=wreck("{each}")' in page.fragment
    page.press("\ue00c")
    assert page.all("#palette [aria-pressed=true]") == []
    assert not page.one("#redo").is_enabled()
    with page.change():
        page.one("#undo").click()
    now = page.fragment.split("before")[0]
    assert "J34" not in now and "I33" in now
    with page.change():
        page.run("document.activeElement.blur()")
        page.pointer().key_down("\ue009").send_keys("y").key_up("\ue009").perform()
    assert 'place=wreck("J34")' in page.fragment
    assert not page.one("#redo").is_enabled() and page.one("#undo").is_enabled()


# --- movement ----------------------------------------------------------------------------------------


def test_a_unit_shows_its_reach_by_turns_and_its_path_step_by_step(page):
    page.open(board="pegasus", tab="movement", turns="2")
    page.click("L13")
    rows = open_board("pegasus").reach("L13", unit="squad", turns=2).rows
    certain = [row for row in rows if row["certain"]]
    assert page.text("#panel-movement .headline").startswith(
        f"a squad reaches {len(certain)} Locations"
    )
    later = {row["hex"] for row in certain if row["turn"] == 2}
    first = {row["hex"] for row in certain if row["turn"] == 1}
    assert lit(page, "polygon.turn-1") == first and lit(page, "polygon.turn-2") == later - first
    page.click("K12")
    steps = page.all("#panel-movement .steps > li")
    assert [bool(each.get_attribute("aria-current")) for each in steps] == [False] * (
        len(steps) - 1
    ) + [True]
    assert steps[0].text.count("MF") >= 2 and page.all("#panel-movement .steps button.rule")
    with page.change():
        page.named("◀ Back").click()
    assert f"step {len(steps) - 1} of {len(steps)}" in page.text("#panel-movement .stepper")
    with page.change():
        page.named("Forward ▶").click()
    assert f"step {len(steps)} of {len(steps)}" in page.text("#panel-movement .stepper")


def test_a_no_says_what_would_be_enough(page):
    page.open(board="pegasus", tab="movement", start="L13", goal="K9")
    assert page.text("#panel-movement .headline").startswith("no: a squad cannot go")
    assert page.text("#panel-movement .lacks") == "It needs 2 turns to get to K9."


# --- actions, attacks, adjacent, cut, entry ---------------------------------------------------------

FORMS = [
    ("actions", "legal", {"actions": 'mines("K12",ap,12,hidden)'}, "Q4.142"),
    ("actions", "effect", {"attack": 'small_arms("K12")', "target": "L13"}, "A"),
    ("more", "adjacent", {"location": "L13"}, "A.8"),
    ("more", "cut", {"start": "I9", "goal": "J10", "kinds": "roadblock"}, "B29.1"),
    ("more", "entry", {"scheduled": "I8"}, ""),
]


@pytest.mark.parametrize(("tab", "form", "written", "rule"), FORMS, ids=lambda each: str(each)[:9])
def test_a_form_asks_what_the_command_answers(page, tab, form, written, rule):
    page.open(board="pegasus", tab=tab, form=form)
    for name, text in written.items():
        box = page.one(f"#{tab}-{name}")
        if box.tag_name != "select":
            box.send_keys(text)
    with page.change():
        page.named("Ask", f"#panel-{tab}").click()
    table = QUESTIONS[form]
    told = {name: [text] if name in SEVERAL else text for name, text in written.items()}
    first = [told.pop(name) for name in table.first]
    if table.several:
        first = first[0]
    if form == "cut":
        told["unit"] = page.run("return document.querySelector('#more-unit').value")
    expected = getattr(open_board("pegasus"), form)(*first, **told)
    lines = expected.text(why=True).split("\n")
    assert page.text(f"#panel-{tab} .headline") == lines[0]
    shown = page.text(f"#panel-{tab} .lines")
    assert " ".join(lines[1].split()) in " ".join(shown.replace("\n", " ").split())
    cited = [each.text for each in page.all(f"#panel-{tab} .lines button.rule")]
    assert any(each.startswith(rule) for each in cited) or not rule
    assert page.fragment.count("arg=") >= len(written)


SEVERAL = ("actions", "kinds", "scheduled")


def test_a_hex_chosen_goes_into_the_form(page):
    page.open(board="pegasus", tab="more", form="cut")
    for name in ("L13", "K12"):
        where = page.spot(name)
        page.at(page.pointer(), where["x"], where["y"]).click().perform()
    values = [page.one(f"#more-{each}").get_attribute("value") for each in ("start", "goal")]
    assert values == ["L13", "K12"]
    page.open(board="pegasus", tab="actions")
    page.one("#actions-actions").send_keys("trench(")
    where = page.spot("L13")
    page.at(page.pointer(), where["x"], where["y"]).click().perform()
    assert page.one("#actions-actions").get_attribute("value") == 'trench("L13"'


# --- the start page, files, export -------------------------------------------------------------------


def test_without_a_board_the_page_offers_boards_files_and_examples(page, tmp_path):
    page.open()
    assert [each.text for each in page.all("#start .board strong")][:3] == [
        "barricades",
        "budapest",
        "pegasus",
    ]
    (tmp_path / "mine.toml").write_text('rows = [["pegasus"]]\n')
    with page.change():
        page.one("#files").send_keys(str(tmp_path / "mine.toml"))
    assert "board=dropped/mine.toml" in page.fragment
    assert len(page.all("#sheet .hexes [data-hex]")) > 100
    with page.change():
        page.named("Boards").click()
    assert "mine.toml" in page.text("#start") and page.text("#start").count("Opened by you") == 1
    with page.change():
        next(each for each in page.all("#start .board") if "Rules lawyer" in each.text).click()
    assert "blocked by A6.4" in page.text("#panel-sight .headline")


def test_a_file_of_no_use_is_refused_in_a_sentence(page, tmp_path, request):
    request.node.expected_complaints = ("status of 400",)
    page.open()
    (tmp_path / "notes.txt").write_text("nothing")
    page.one("#files").send_keys(str(tmp_path / "notes.txt"))
    page.wait(lambda: "is no board archive" in page.text("#opening"))


DROPPED = """
const [name, content] = arguments, dropped = new DataTransfer();
dropped.items.add(new File([Uint8Array.from(atob(content), (each) => each.charCodeAt(0))], name));
const event = new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: dropped});
document.querySelector("#stage").dispatchEvent(event);
"""


def test_files_are_dropped_where_a_board_is_on_show(page, request):
    """A file of no use is refused where it is seen; a card waits for the boards that it needs."""
    request.node.expected_complaints = ("status of 400",)

    def drop(name, content):
        page.run(DROPPED, name, b64encode(content).decode())

    page.open(board="budapest", at="F31")
    drop("notes.txt", b"nothing")
    page.wait(lambda: "is no board archive" in page.text("#opening"))
    with page.change():
        drop("later.toml", CARD.replace('"budapest"', '"late"').encode())
    assert page.text("#opening") == "" and page.one("#sheet").size["width"] == 0
    assert "there is no board 'late'" in page.text("#panel-card")
    assert "Drop the VASL boards" in page.text("#panel-card")
    with page.change():
        drop("bdlate", archive_bytes(archive()))
    assert "board=dropped/later.toml" in page.fragment
    assert page.all("#sheet .hexes [data-hex]")
    with page.change():  # the same again, as it may be another
        drop("later.toml", CARD.encode())
    assert len(page.all("#sheet .hexes [data-hex]")) == 132


SAVED = """
const done = arguments[arguments.length - 1], words = arguments[0];
const click = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = async function () {
  HTMLAnchorElement.prototype.click = click;
  const blob = await (await fetch(this.href)).blob();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const text = [...bytes.slice(0, 2e6)].map(e => String.fromCharCode(e)).join("");
  done([this.download, blob.type, text]);
};
document.querySelector("#export").click();
[...document.querySelectorAll("#export-dialog button")].find(e => e.textContent.includes(words)).click();
"""


def test_what_is_seen_is_exported(page, request):
    request.node.expected_complaints = ("Content Security Policy",)  # of the test's own fetch
    page.browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    page.open(board="budapest", at="F31", place=['trench("I33")'])

    def saved(words):
        name, kind, content = page.browser.execute_async_script(SAVED, words)
        return name, kind, content.encode("latin-1").decode("utf-8", "replace")

    name, kind, csv = saved("CSV")
    rows = open_board("budapest").place('trench("I33")').see("F31").rows
    assert (name, kind) == ("budapest_sight.csv", "text/csv")
    lines = csv.split("\r\n")
    assert len(lines) == len(rows) + 1 and set(lines[0].split(",")) == set(rows[0])
    name, kind, svg = saved("SVG")
    drawn = ElementTree.fromstring(svg)
    fills = {each.get("fill") for each in drawn.iter()}
    assert kind == "image/svg+xml" and "rgba(0, 114, 178, 0.34)" in fills and "var(" not in svg
    name, kind, png = saved("PNG")
    assert kind == "image/png" and len(png) > 10_000
    name, kind, html = saved("HTML")
    assert kind == "text/html" and "Locations in" in html and "trench(&quot;I33&quot;)" in html
    assert "<script" not in html and "<button" not in html
    assert html.index("<svg") < html.rindex(
        "Locations in"
    )  # the map first, and signs in the legend
    assert "<svg" in html.split('class="legend', 1)[1].split("</ul>")[0]
    page.browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})


# --- questions, rules, areas -------------------------------------------------------------------------


def test_columns_stand_as_the_question_names_them(page):
    page.open(board="budapest", tab="question", ask='which V, H : range(V, H, 1), V = "F31"')
    assert [each.text for each in page.all("#panel-question th")] == ["V", "H"]


def test_a_question_is_completed_asked_and_lit_on_the_map(page):
    page.open(board="budapest", tab="question")
    box = page.one("#question")
    box.send_keys("which H : bui")
    offers = [each.text for each in page.all("#question-offers li")]
    assert offers and all(each.startswith("building(") for each in offers)
    box.send_keys("\ue015\ue007")
    assert box.get_attribute("value") == "which H : building("
    box.send_keys('H), sees(H, "F3')
    assert 'F31"' not in box.get_attribute("value") and len(page.all("#question-offers li")) > 5
    box.send_keys('1")')
    with page.change():
        box.send_keys("\ue007")
    rows = open_board("budapest").ask('which H : building(H), sees(H, "F31")').rows
    assert f"yes, {len(rows)} rows" in page.text("#panel-question .headline")
    assert lit(page, ".answers polygon.row") == {row["row"]["H"].split("h")[0] for row in rows}


@long
def test_worlds_are_stepped_through(page):
    page.open(
        board="pegasus",
        tab="question",
        unit="truck",
        turns="9",
        ask='always : path("I9","J14")',
        vary="{ roadblock(A,B) : road(A,B) } <= 1",
    )
    assert "no; yes in 51, no in 8 of 59 worlds" in page.text("#panel-question .headline")
    assert "world 1 of 8" in page.text("#panel-question .stepper")
    first = page.text("#panel-question .world")
    with page.change():
        page.named("World ▶").click()
    assert page.text("#panel-question .world") != first
    assert lit(page, ".ring.world") == {"J12", "K12"}
    with page.change():
        page.named("Place these pieces").click()
    assert 'place=roadblock("J12","K12")' in page.fragment


def test_a_citation_opens_the_rule(page):
    page.open(board="budapest", at="F31")
    page.named("rule A6.2", "#panel-sight").click()
    from selenium.webdriver.support.wait import WebDriverWait

    waiting = WebDriverWait(page.browser, 60, 0.02)
    waiting.until(lambda _: page.all("#rule[open] .statements"))
    page.one("#rule > details summary").click()
    told = page.text("#rule")
    assert told.startswith("A6.2") and "high confidence" in told and "tests/solver/" in told
    assert "rule=A6.2" in page.fragment
    page.press("\ue00c")
    waiting.until(lambda _: "rule=" not in page.fragment)  # dialogs tell of it later
    assert page.run("return document.activeElement.textContent") == "A6.2"


def test_a_rule_shows_how_the_answer_on_show_comes_about(page):
    page.open(board="budapest", at="L33h2", to="E31")
    page.named("rule A6.4", "#panel-sight").click()
    from selenium.webdriver.support.wait import WebDriverWait

    waiting = WebDriverWait(page.browser, 60, 0.02)
    waiting.until(lambda _: page.all("#rule[open] .derivation"))
    page.one("#rule .derivation summary").click()
    waiting.until(lambda _: page.all("#rule .tree .here"))
    lines = [each.text for each in page.all("#rule .tree .here > code")]
    assert any(each.startswith("blocks(") for each in lines)
    assert page.text("#rule .tree").count("judged(") == 0  # a helper that cites nothing


def test_areas_are_lit(page):
    page.open(board="small.toml", tab="card")
    with page.change():
        page.named("the houses (3 hexes)").click()
    assert lit(page, ".answers polygon.row") == {"I8", "I9", "J9"}


def test_a_card_tells_its_groups_and_what_checks_find(page, folder):
    page.open(board="card.toml", tab="card")
    assert "red, r1: sets up" in page.text("#panel-card")
    assert "where the moon is" in page.text("#panel-card")
    with page.change():
        page.named("Check the card").click()
    rows = page.all("#panel-card .findings > li")
    assert len(rows) > 3 and f"{len(rows)} findings" in page.text("#panel-card .headline")
    lighting = [n for n, each in enumerate(rows) if page_lights(page, each)]
    with page.change():
        rows[lighting[0]].find_element("css selector", "button.place").click()
    assert lit(page, ".answers polygon.row")
    assert "finding=" in page.fragment


def page_lights(page, element):
    page.run("arguments[0].dispatchEvent(new Event('pointerenter'))", element)
    found = bool(page.all("#sheet .lit .mark"))
    page.run("arguments[0].dispatchEvent(new Event('pointerleave'))", element)
    return found


# --- what is never done ------------------------------------------------------------------------------


def test_what_is_told_goes_in_as_text(page, request):
    request.node.expected_complaints = ("status of 400", "status of 404")
    wicked = '<img src=x onerror="window.wicked=1"><script>window.wicked=1</script>'
    page.open(board="budapest", tab="question", ask=wicked)
    assert "<img" in page.text("#panel-question .refused") or page.text("#panel-question .refused")
    page.open(board="budapest", at=wicked, rule=wicked)
    page.open(board=wicked)
    page.open(board="budapest", place=[f'trench("{wicked}")'])
    assert page.run("return window.wicked ?? null") is None
    strange = "img:not([src^='/api/v1/']), script:not([src])"
    assert page.all(strange) == []


def test_what_can_be_used_has_a_name(page):
    for state in ({"at": "F31", "to": "E31"}, {"tab": "movement", "start": "F31", "goal": "F33"}):
        page.open(board="budapest", place=['rubble("H38",stone)'], **state)
        assert page.unnamed() == []
    doubled = "const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
    assert page.run(f"{doubled} return ids.filter((e, n) => ids.indexOf(e) !== n)") == []
    assert page.run("return document.documentElement.lang") == "en"


def test_nothing_covers_the_map_of_a_telephone(page):
    screen = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        page.open(board="budapest", at="F31")
        box = "const {left, right, top, bottom} = document.querySelector(arguments[0])"
        ends = f"{box}.getBoundingClientRect(); return [left, right, top, bottom]"
        assert page.run(ends, "#sheet")[1] <= page.run(ends, "#zoom")[0]
        # the pieces stand below the answer: the map comes back into sight
        page.one("[data-kind=rubble]").click()
        assert page.run(ends, "#stage")[2] > -1
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: HEXCOURT_AXE names its axe.min.js")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, scheme):
    media = [{"name": "prefers-color-scheme", "value": scheme}]
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    for state in STATES:
        page.open(**state)
        assert axe_on(page) == [], state
    for opener in ("export", "help"):
        page.open(board="budapest", at="F31")
        page.one(f"#{opener}").click()
        page.wait(lambda: page.all("dialog[open]"))
        assert axe_on(page) == [], opener
    screen = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        page.open(board="budapest", at="F31", to="E31")
        page.one("#layers summary").click()
        assert axe_on(page) == []
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def axe_on(page):
    """List what axe finds wrong with the page as it is shown."""
    page.run(AXE.read_text())
    return page.browser.execute_async_script(
        "const done = arguments[0]; axe.run().then(r => done(r.violations.map(v => "
        "[v.impact, v.id, v.nodes.map(n => n.html.slice(0, 200)).slice(0, 3)])))"
    )


WORLDS = {"ask": 'always : path("I9","J14")', "vary": "{ roadblock(A,B) : road(A,B) } <= 1"}
STATES = (
    {},
    {"board": "budapest"},
    {"board": "budapest", "at": "F31", "also": ["H33"]},
    {"board": "pegasus", "tab": "actions"},
    {"board": "pegasus", "tab": "actions", "form": "legal", "arg": ['actions=trench("L13")']},
    {"board": "budapest", "tab": "more", "form": "adjacent", "arg": ["location=L33"]},
    {"board": "budapest", "at": "F31", "place": ['rubble("H38",stone)'], "before": ""},
    {"board": "budapest", "at": "L33h2", "to": "E31"},
    {"board": "budapest", "rule": "A6.4"},
    {"board": "pegasus", "tab": "movement", "start": "L13", "goal": "K12", "turns": "2"},
    {"board": "budapest", "tab": "question", "ask": 'which H : sees(H, "F31")'},
    {"board": "card.toml", "tab": "card", "card": "checked"},
    {"board": "small.toml", "tab": "card"},
    {"board": "pegasus", "tab": "actions", "form": "effect"},
    {"board": "pegasus", "tab": "question", "unit": "truck", "turns": "9", **WORLDS},
    {"board": "bdtiny", "spot": "0.5,0.7"},
    {
        "board": "bdtiny_draft",
        "tab": "draft",
        "draft": "bdtiny",
        "building": ["D2\twood 1", "E1\tStoneFactory"],
    },
)


# --- other maps --------------------------------------------------------------------------------------


@long
@pytest.mark.parametrize(
    ("board", "hexes"), [("bd01", ("E4", "X3")), ("four.toml", ("1E4", "2X3"))]
)
def test_archives_and_maps_of_boards(page, folder, board, hexes):
    if not all((VASL / each).is_file() for each in FOUR):
        pytest.skip("no board archives in ../shared/vasl/boards")
    for each in FOUR:
        (folder / each).write_bytes((VASL / each).read_bytes())
    (folder / "four.toml").write_text(MAP)
    first, second = hexes
    position = open_board(str(folder / board))
    page.open(board=board)
    page.click(first)
    assert page.text("#panel-sight .headline").startswith(
        f"{len(seen_by(position.see(first)))} Locations"
    )
    page.click(second)
    verdict = position.los(first, second).rows[0]
    assert verdict["verdict"] in page.text("#panel-sight .headline")
    assert len(page.all("#panel-sight .reasons > li")) == len(verdict["reasons"])
    with page.change():
        page.one("#tab-movement").click()
    page.click(first)
    certain = [row for row in position.reach(first, unit="squad").rows if row["certain"]]
    assert f"reaches {len(certain)} Location" in page.text("#panel-movement .headline")
    page.open(board=board, tab="question", ask=f'which H : building(H), range(H, "{first}") <= 3')
    assert page.text("#panel-question .headline").startswith("yes")
    page.open(board=board, at=first)
    page.one("[data-kind=debris]").click()
    near = min(
        (row["from"] for row in seen_by(position.see(first)) if "/" not in row["from"]),
    )
    page.click(near)
    assert f'debris("{near}")' in page.fragment
    if board == "four.toml":
        page.open(board=board, tab="card", finding="area north bank")
        assert len(lit(page, ".answers polygon.row")) > 300
