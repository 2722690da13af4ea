"""A map with a picture alone, drafted on the page: a colour named by a click, a building filled in."""

import pytest

from hexcourt.facts.drafting.lists import read_buildings, read_legend
from tests.map_pictures import house_and_strange_ground
from tests.page_browser import Page, browser_or_skip, serving


@pytest.fixture
def page(tmp_path):
    (tmp_path / "bdtiny").write_bytes(house_and_strange_ground().printed().archive())
    browser = browser_or_skip()
    saved = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Page.setDownloadBehavior", saved)
    try:
        with serving("--boards", str(tmp_path), "bdtiny", folder=tmp_path) as address:
            yield Page(browser, address)
        assert browser.get_log("browser") == []
    finally:
        browser.quit()


def test_a_picture_is_drafted_a_colour_named_and_a_building_filled_in(page, tmp_path):
    before = (tmp_path / "bdtiny").read_bytes()
    page.open(board="bdtiny")
    assert page.text("#panel-draft h2") == "1 colour without a name"
    with page.change():
        page.named("Draft the board").click()
    assert not page.unnamed()
    where = page.spot("C2")
    with page.change():
        page.at(page.pointer(), where["x"] + where["size"] / 4, where["y"]).click().perform()
    assert "#01C821" in page.text("#colour-form")
    assert "colour=%2301C821" in page.one(".overlay image.spots").get_attribute("href")
    page.one("#colour-terrain").clear()
    page.one("#colour-terrain").send_keys("woods")
    with page.change():
        page.named("Write into the legend").click()
    assert "woods" in page.text("#colour-form")
    levels = page.one('tr[data-hex="B1"] select[aria-label="upper levels of B1"]')
    with page.change():
        levels.send_keys("2")
    with page.change():
        page.named("Draft again").click()
    assert page.text("#panel-draft caption").startswith("Buildings: 1 written, 0 asked for")
    other = page.one(".buildings + .field input")
    other.send_keys("A2 StoneFactory")
    with page.change():
        other.send_keys("\ue007")
    types = page.one('tr[data-hex="A2"] select[aria-label="upper levels of A2"]')
    assert types.get_attribute("value") == "StoneFactory"
    assert (
        page.run("const a = document.querySelector('aside'); return a.scrollWidth - a.clientWidth")
        == 0
    )
    with page.change():
        types.send_keys("not")
    page.click("C2")
    with page.change():
        page.named("Sight").click()
    page.click("B1")
    assert "woods" in page.run("return document.querySelector('[data-hex=C2] title').textContent")
    with page.change():
        page.named("Draft").click()
    page.named("Save the legend").click()
    assert read_legend(page.saved(tmp_path, "*legend.tsv")).keys() == {(1, 200, 33)}
    page.named("Save the buildings").click()
    assert read_buildings(page.saved(tmp_path, "*buildings.tsv")) == {"B1": 42}
    assert (tmp_path / "bdtiny").read_bytes() == before
