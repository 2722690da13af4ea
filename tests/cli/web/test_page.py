"""The page of ``hexcourt serve``, used as a player uses it: in a Chromium, with mouse and keyboard."""

import os
from pathlib import Path

import pytest

from hexcourt import open_board
from tests.effort import long
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
    (made / "small.toml").write_text(
        'rows = [["pegasus"]]\n[areas]\n"the houses" = "hexes I8, I9 and J9"\n'
    )
    (made / "card.toml").write_text(CARD)
    return made


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
        heard = [each for each in page.complaints() if not any(e in each for e in expected)]
        assert heard == []


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
    assert page.all("#sheet .name")[0].is_displayed()
    with page.change():
        page.one("#layer-names").click()
    assert "hidden=names" in page.fragment
    assert not page.all("#sheet .name")[0].is_displayed()


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
        page.named('Take away emplaced("F31")').click()
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
    heard = page.run("return document.querySelector('#live').textContent")
    assert heard.startswith("F33: ") and "F33 sees it" in heard
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
        sizes = "return [...document.querySelectorAll('#sheet .name')].map("
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


# --- pieces ------------------------------------------------------------------------------------------


def test_pieces_are_laid_dragged_and_taken_away_and_what_changed_is_told(page):
    board = open_board("budapest")
    page.open(board="budapest", at="G39")
    page.one("[data-kind=rubble]").click()
    page.click("H38")
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
    with page.change():
        page.named('Take away rubble("H36",stone)').click()
    assert "place=" not in page.fragment
    assert page.text("#panel-sight .headline").startswith(f"{counts[0]} Locations")


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


@pytest.mark.parametrize(
    ("piece", "why"), [('trench("F33")', "B32.11"), ('trail_break("D30")', "no rule")]
)
def test_what_may_perhaps_not_lie_there_is_laid_and_said_to_be_doubtful(page, piece, why):
    page.open(board="budapest")
    with page.change():
        page.one("#piece-text").send_keys(piece + "\ue007")
    assert f"{piece} is laid, but whether it may lie there is not known: {why}" in page.text(
        "#hint"
    )


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
        page.named("Lay these pieces").click()
    assert 'place=roadblock("J12","K12")' in page.fragment


def test_a_citation_opens_the_rule(page):
    page.open(board="budapest", at="F31")
    page.named("rule A6.2", "#panel-sight").click()
    from selenium.webdriver.support.wait import WebDriverWait

    waiting = WebDriverWait(page.browser, 60, 0.02)
    waiting.until(lambda _: page.all("#rule[open] .statements"))
    told = page.text("#rule")
    assert told.startswith("A6.2") and "high confidence" in told and "tests/solver/" in told
    assert "rule=A6.2" in page.fragment
    page.press("\ue00c")
    waiting.until(lambda _: "rule=" not in page.fragment)  # dialogs tell of it later
    assert page.run("return document.activeElement.textContent") == "A6.2"


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
    assert page.run("return document.querySelectorAll('img, script:not([src])').length") == 0


def test_what_can_be_used_has_a_name(page):
    for state in ({"at": "F31", "to": "E31"}, {"tab": "movement", "start": "F31", "goal": "F33"}):
        page.open(board="budapest", place=['rubble("H38",stone)'], **state)
        assert page.unnamed() == []
    doubled = "const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
    assert page.run(f"{doubled} return ids.filter((e, n) => ids.indexOf(e) !== n)") == []
    assert page.run("return document.documentElement.lang") == "en"


@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: HEXCOURT_AXE names its axe.min.js")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, scheme):
    media = [{"name": "prefers-color-scheme", "value": scheme}]
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    for state in STATES:
        page.open(**state)
        page.run(AXE.read_text())
        found = page.browser.execute_async_script(
            "const done = arguments[0]; axe.run().then(r => done(r.violations.map(v => "
            "[v.impact, v.id, v.nodes.map(n => n.html.slice(0, 200)).slice(0, 3)])))"
        )
        assert found == [], state


STATES = (
    {"board": "budapest"},
    {"board": "budapest", "at": "F31", "place": ['rubble("H38",stone)'], "before": ""},
    {"board": "budapest", "at": "L33h2", "to": "E31"},
    {"board": "budapest", "rule": "A6.4"},
    {"board": "pegasus", "tab": "movement", "start": "L13", "goal": "K12", "turns": "2"},
    {"board": "budapest", "tab": "question", "ask": 'which H : sees(H, "F31")'},
    {"board": "card.toml", "tab": "card", "card": "checked"},
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
