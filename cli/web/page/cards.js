/* The areas of a map; of a scenario card its groups, and what checks find about it. */

import { cite, controls, headline, lighting } from "./answer.js";
import { button, make } from "./elements.js";
import { ask, get } from "./server.js";
import { counted } from "./words.js";

export const name = "card";
export const title = "Areas, card";

export const chosen = () => null;
export const back = (state) => (state.finding ? { finding: "" } : null);
export const questions = () => [];
export const form = () => [];

const FOUND = ["fail", "unknown", "warn", "pass"];

/* Hexes by a name, as a button that lights them. */
function hexesButton(state, context, kind, called, hexes) {
  const chosen = state.finding === `${kind} ${called}`;
  const act = () => context.go({ finding: chosen ? "" : `${kind} ${called}` });
  return lighting(
    context,
    button(`${called} (${counted(hexes.length, "hex", "hexes")})`, act, {
      class: "place",
      "aria-pressed": String(chosen),
    }),
    hexes.map((ring) => ({ ring })),
  );
}

export async function lookUp(state, context) {
  const { map, isCard, go } = context;
  const told = isCard(state.board) ? await get("card", { card: state.board }) : null;
  const areas = { ...map.areas, ...(told?.areas ?? {}) };
  const groups = told?.groups ?? [];
  const body = [make("h3", {}, told ? `${told.id}: ${told.title}` : "Areas")];
  const marks = [];
  const light = (kind, called, hexes) => {
    if (state.finding === `${kind} ${called}`)
      marks.push(...(hexes ?? []).map((hex) => ({ hex, kind: "row", said: `in ${called}` })));
  };
  body.push(
    Object.keys(areas).length || groups.length
      ? make(
          "ul",
          { class: "areas" },
          Object.entries(areas).map(([called, hexes]) => {
            light("area", called, hexes);
            return make("li", {}, hexesButton(state, context, "area", called, hexes));
          }),
        )
      : make("p", {}, "This map names no areas. A map file or a scenario card may name them."),
  );
  for (const group of groups) {
    light("group", group.id, group.hexes);
    body.push(
      make("h4", {}, `${group.side}, ${group.id}: ${group.enters ? "enters" : "sets up"}`),
      make(
        "p",
        {},
        group.hexes ? hexesButton(state, context, "group", group.id, group.hexes) : "not understood: ",
        ` ${group.where}`,
      ),
      make(
        "p",
        { class: "small" },
        [...group.units, ...group.fortifications, ...group.placed].join(", "),
      ),
    );
  }
  if (told?.not_understood.length) {
    body.push(
      make("h4", {}, "Not understood"),
      make(
        "ul",
        {},
        told.not_understood.map((each) => make("li", {}, `${each.subject}: ${each.text} (${each.why})`)),
      ),
    );
  }
  let words = "";
  if (told && !state.card)
    body.push(controls(button("Check the card", () => go({ card: "checked" }), { class: "main" })));
  if (told && state.card) {
    const found = await findings(state, context);
    body.push(...found.body);
    marks.push(...found.marks);
    words = found.words;
  }
  return { words, body, marks };
}

async function findings(state, context) {
  const { answer } = await ask("check", { board: state.board });
  const rows = answer.rows.map((row, number) => ({ row, number: String(number) }));
  const counts = FOUND.map((each) => [each, rows.filter(({ row }) => row.found === each).length]).filter(
    ([, many]) => many,
  );
  const words = `${counted(rows.length, "finding")}: ${counts.map(([each, many]) => `${many} ${each}`).join(", ")}`;
  const sorted = [...rows].sort(
    (a, b) => FOUND.indexOf(a.row.found) - FOUND.indexOf(b.row.found) || a.number - b.number,
  );
  const chosen = rows.find(({ number }) => number === state.finding);
  return {
    words: chosen ? `${chosen.row.found}: ${chosen.row.finding}` : words,
    marks: chosen ? marksOf(chosen.row, context.map) : [],
    body: [
      headline(answer.answer, words),
      make(
        "ul",
        { class: "findings" },
        sorted.map((each) => finding(each, state, context)),
      ),
    ],
  };
}

function finding({ row, number }, state, context) {
  const here = state.finding === number;
  return lighting(
    context,
    make(
      "li",
      { class: "finding", "aria-current": here ? "true" : false },
      make("span", { class: `found ${row.found}` }, row.found),
      " ",
      button(`${row.check} ${row.subject}`, () => context.go({ finding: here ? "" : number }), {
        class: "place",
      }),
      ` ${row.finding} `,
      row.rules.flatMap((each) => [cite(context, each), " "]),
    ),
    marksOf(row, context.map),
  );
}

/* What shows a finding, on the map. */
function marksOf({ finding: said, witness }, map) {
  const hex = (place) => map.hexOf(place);
  const way = (places, kind) => {
    const at = places
      .map(hex)
      .filter(Boolean)
      .map(({ x, y }) => [x, y]);
    return at.length > 1 ? [{ way: at, kind }] : [];
  };
  const filled = (place, words) =>
    hex(place) ? [{ hex: hex(place).name, kind: "row", said: words }] : [];
  return [
    ...(witness.hexes ?? []).flatMap((each) => filled(each, said)),
    ...(witness.placement ?? []).flatMap((each) =>
      filled(each[1] ?? each.location, String(each[0] ?? each.unit)),
    ),
    ...(witness.lines ?? []).flatMap((each) =>
      way(Array.isArray(each) ? each : [each.from, each.to], "pair"),
    ),
    ...way(witness.path ?? [], "path"),
  ];
}
