/* A rule, opened: what it says, how sure that is, and what holds it. */

import { byId, button, make } from "./elements.js";
import { get } from "./server.js";

function told(row, close) {
  const statement = (each) =>
    make(
      "li",
      {},
      each.sentence,
      make("span", { class: `sure ${each.confidence}` }, ` ${each.confidence} confidence`),
      make(
        "details",
        {},
        make("summary", {}, `asp/${each.file}:${each.line}`),
        make("pre", { tabindex: "0" }, each.program),
      ),
    );
  const listed = (each) => make("li", {}, make("code", {}, each));
  return [
    make("h2", { id: "rule-title" }, [row.number, row.title].filter(Boolean).join(" ")),
    make(
      "p",
      {},
      `${row.document ?? ""}: ${row.state}${row.confidence ? `, ${row.confidence} confidence` : ""}`,
    ),
    ...(row.statements?.length
      ? [
          make("h3", {}, "What it says"),
          make("ol", { class: "statements" }, row.statements.map(statement)),
        ]
      : []),
    ...(row.open ? [make("h3", {}, "Open"), make("p", {}, row.open)] : []),
    ...(row.contradiction ? [make("h3", {}, "Contradiction"), make("p", {}, row.contradiction)] : []),
    ...(row.shown_by?.length
      ? [make("h3", {}, "Worked examples"), make("ul", { class: "inline" }, row.shown_by.map(listed))]
      : []),
    row.held_by?.length
      ? make(
          "details",
          {},
          make("summary", {}, `Tests that hold it: ${row.held_by.length}`),
          make("ul", {}, row.held_by.map(listed)),
        )
      : "",
    make("div", { class: "controls" }, button("Close", close)),
  ];
}

export async function showRule(number, close) {
  const dialog = byId("rule");
  dialog.onclose = close;
  if (!number) {
    if (dialog.open) dialog.close();
    return;
  }
  let parts;
  try {
    const answer = await get(`rules/${encodeURIComponent(number)}`);
    parts = told(answer.rows[0], () => dialog.close());
  } catch (refused) {
    parts = [
      make("h2", { id: "rule-title" }, number),
      make("p", {}, refused.message),
      button("Close", () => dialog.close()),
    ];
  }
  dialog.replaceChildren(...parts);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
