/* A rule, opened: what it says, how sure that is, and what holds it. */

import { byId, button, make } from "./elements.js";
import { ask, get } from "./server.js";

/* A derivation as nested lists; the lines of the rule that is open stand out. */
function nested({ lines, left_out: left }, number) {
  const items = lines.map(({ text, rule, note, kind }) =>
    make(
      "li",
      { class: `${kind}${rule?.number === number ? " here" : ""}` },
      make("code", {}, text),
      rule?.number ? ` ${rule.number}: ${rule.sentence}` : "",
      note ? make("span", { class: "sure" }, ` (${note})`) : "",
      make("ul"),
    ),
  );
  lines.forEach(({ parent }, place) => {
    if (parent !== null) items[parent].lastElementChild.append(items[place]);
  });
  return make("ul", { class: "tree" }, items[0], left ? make("li", {}, `${left} lines more`) : null);
}

/* How the answer on show comes about, asked when it is opened; nothing where there is no question. */
function reasons(fields, number) {
  if (!fields) return null;
  const opened = async ({ target }) => {
    if (target.children.length > 1) return;
    const place = target.appendChild(make("p", { class: "small" }, "Asking"));
    try {
      const { answer } = await ask("ask", { ...fields, why: true });
      const found = answer.rows.find((row) => row.why?.lines);
      place.replaceWith(found ? nested(found.why, number) : make("p", {}, "No reasons are told."));
    } catch (refused) {
      place.replaceChildren(refused.message);
    }
  };
  const words = make("summary", {}, "How the answer on show comes about");
  return make("details", { class: "derivation", on: { toggle: opened } }, words);
}

function told(row, fields, close) {
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
    reasons(fields, row.number),
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

export async function showRule(number, fields, close) {
  const dialog = byId("rule");
  dialog.onclose = close;
  if (!number) {
    if (dialog.open) dialog.close();
    return;
  }
  let parts;
  try {
    const answer = await get(`rules/${encodeURIComponent(number)}`);
    parts = told(answer.rows[0], fields, () => dialog.close());
  } catch (refused) {
    parts = [
      make("h2", { id: "rule-title" }, number),
      make("p", {}, refused.message),
      button("Close", () => dialog.close()),
    ];
  }
  dialog.replaceChildren(...parts.filter(Boolean));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
