/* A scenario card: its areas, and what checks find about it. */

import { headline, lighting } from "./answer.js";
import { button, make } from "./elements.js";
import { ask, get } from "./server.js";
import { cite } from "./answer.js";
import { counted } from "./words.js";

export const name = "card";
export const title = "Areas and card";
export const invitation = "";

export const chosen = () => null;
export const back = (state) => (state.finding ? { finding: "" } : null);
export const questions = () => [];
export const form = () => [];

const FOUND = ["fail", "unknown", "warn", "pass"];

const areaButton = (context, [name, hexes]) =>
  make("li", {}, lighting(context, button(`${name} (${counted(hexes.length, "hex", "hexes")})`,
    () => context.go({ finding: `area ${name}` }), { class: "place" }), hexes.map((hex) => ({ ring: hex }))));

/* Shows the areas of the map and, where it is a card's, what checks find. */
export async function showCard(state, context) {
  const { map, isCard } = context;
  const told = isCard(state.board) ? await get("card", { card: state.board }) : null;
  const areas = { ...map.areas, ...(told?.areas ?? {}) };
  const named = Object.entries(areas);
  const marks = [];
  const words = [];
  const body = [make("h3", {}, told?.title ?? "Areas")];
  if (named.length) body.push(make("ul", { class: "areas" }, named.map((each) => areaButton(context, each))));
  else body.push(make("p", {}, "This map names no areas. A map file, or a scenario card, may name them."));
  const chosenArea = areas[state.finding.replace(/^area /, "")];
  if (chosenArea) marks.push(...chosenArea.map((hex) => ({ hex, kind: "row", said: `in ${state.finding.slice(5)}` })));
  if (told) {
    const checked = await ask("check", { card: state.board });
    const rows = checked.answer.rows.filter((row) => row.check);
    const counts = FOUND.map((each) => [each, rows.filter((row) => row.found === each).length]).filter(([, many]) => many);
    words.push(`${counted(rows.length, "finding")}: ${counts.map(([each, many]) => `${many} ${each}`).join(", ")}`);
    body.push(headline("done", words[0]));
    const sorted = rows.map((row, number) => ({ row, number })).sort((a, b) => FOUND.indexOf(a.row.found) - FOUND.indexOf(b.row.found));
    body.push(make("ul", { class: "findings" }, sorted.map(({ row, number }) => finding(row, number, state, context))));
    const one = rows[Number(state.finding)];
    if (state.finding && one) marks.push(...marksOf(one, map));
  }
  return { words: words.join(". "), body, marks };
}

function marksOf(row, map) {
  const witness = row.witness ?? {};
  const point = (each) => map.hexOf(each);
  const marks = (witness.hexes ?? []).map((hex) => ({ hex: map.hexOf(hex)?.name, kind: "row", said: row.sentence })).filter((each) => each.hex);
  const line = (names, kind) => {
    const at = names.map(point).filter(Boolean).map(({ x, y }) => [x, y]);
    if (at.length > 1) marks.push({ way: at, kind });
  };
  for (const each of witness.lines ?? []) line(each, "pair");
  line(witness.path ?? [], "path");
  for (const [unit, where] of witness.placement ?? []) {
    const hex = map.hexOf(where);
    if (hex) marks.push({ hex: hex.name, kind: "row", said: unit });
  }
  return marks;
}

function finding(row, number, state, context) {
  const act = () => context.go({ finding: String(number) });
  return lighting(context, make("li", { class: `finding ${row.found}`, "aria-current": state.finding === String(number) ? "true" : false },
    make("span", { class: `found ${row.found}` }, row.found), " ",
    button(`${row.check} ${row.subject}`, act, { class: "place" }), ` ${row.sentence} `,
    (row.rules ?? []).flatMap((each) => [cite(context, typeof each === "string" ? each : each.rule), " "])), marksOf(row, context.map));
}
