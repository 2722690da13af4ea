/* A map that is drafted from its picture: what its colours show, and which buildings stand where. */

import { controls, placesList } from "./answer.js";
import { button, byId, choice, draw, entry, field, make, say } from "./elements.js";
import { save } from "./export.js";
import { Refused, ask, forget } from "./server.js";
import { counted } from "./words.js";

export const name = "draft";
export const title = "Draft";

export const chosen = () => null;
export const back = (state) => (state.spot ? { spot: "" } : null);
export const questions = () => [];

const MOST = 20; // how many colours without a name are listed
const STOREYS = "guessed(storeys)";
const MARKS = {
  unread: "could not be read",
  [STOREYS]: "how many levels the building has",
  "guessed(level)": "on which level the hex lies",
  "guessed(ground)": "what lies in the hex",
};
const LEVELS = ["", "0", "1", "2", "3", "4"];

let told = { board: "", text: "" }; // what the last draft came to

/* The archive whose picture is read. */
const source = ({ board, draft }, context) => (context.isPicture(board) ? board : draft);

export const offered = (state, context) => Boolean(source(state, context));

const kept = (lines) => Object.freeze(lines.map((each) => each.trim()).filter(Boolean));
const written = (lines) => lines.map((each) => `${each}\n`).join("");

/* The legend that counts: the one on the page, else the one that comes with hexcourt. */
function legendOf(state, context) {
  const board = source(state, context).replace(/^.*\//, "").replace(/^bd|\.zip$/gi, "");
  const shipped = Object.entries(context.palette.legends ?? {}).find(
    ([each]) => each.toLowerCase() === board.toLowerCase(),
  );
  return state.colour.length ? state.colour : kept((shipped?.[1] ?? "").split("\n"));
}

/* A spot of the picture, as shares of its width and height. */
export function spotAt({ x, y }, map) {
  if (!map.picture) return null;
  const [left, top, width, height] = map.picture;
  const [across, down] = [(x - left) / width, (y - top) / height];
  return Math.min(across, down) < 0 || Math.max(across, down) >= 1
    ? null
    : { spot: `${across.toFixed(6)},${down.toFixed(6)}` };
}

async function draft(state, context) {
  const board = source(state, context);
  const live = byId("draft-told");
  live.textContent = "Drafting ...";
  try {
    const lists = { legend: written(state.colour), buildings: written(state.building) };
    const { answer, text } = await ask("draft", { board, ...lists });
    told = { board: answer.question.arguments.written, text };
    forget();
    await context.refresh();
    live.textContent = "";
    context.go({ board: told.board, draft: board, tab: name, before: null });
  } catch (refused) {
    if (!(refused instanceof Refused)) console.error(refused);
    live.textContent = refused.message;
    say(refused.message);
  }
}

export function form(state, context) {
  if (!offered(state, context)) return [];
  const box = (label, rows, act, placeholder) =>
    field(
      label,
      make("textarea", {
        rows: 4,
        spellcheck: "false",
        placeholder,
        value: rows.join("\n"),
        on: { change: (event) => act(kept(event.target.value.split("\n"))) },
      }),
    );
  const again = context.isPicture(state.board) ? "Draft the board" : "Draft again";
  const tsv = "text/tab-separated-values";
  return [
    controls(
      button(again, () => draft(state, context), { class: "main" }),
      button("Save the legend", () => save(written(legendOf(state, context)), tsv, "tsv", context, "legend")),
      button("Save the buildings", () => save(written(state.building), tsv, "tsv", context, "buildings")),
    ),
    make("p", { id: "draft-told", role: "status", class: "refused" }),
    make(
      "details",
      {},
      make("summary", {}, "Both lists as text"),
      box("Legend", state.colour, (colour) => context.go({ colour }), "#73994D\topen\t0"),
      box("Buildings", state.building, (building) => context.go({ building }), "E4\tstone\t2"),
    ),
  ];
}

export async function lookUp(state, context) {
  const board = source(state, context);
  if (!board) return { body: [], marks: [], words: "" };
  const asked = { board, legend: written(state.colour) };
  const [unnamed, spot] = await Promise.all([
    ask("legend", asked),
    state.spot ? ask("legend", { ...asked, at: state.spot }) : null,
  ]);
  const row = spot?.answer.rows[0];
  const { map } = context;
  const marks = row && map.picture
    ? [{ picture: map.picture, board, colour: row.colour }]
    : map.hexes.flatMap(({ name: hex, features }) =>
        features.filter((each) => MARKS[each]).flatMap((each) => [
          { hex, kind: "unknown", said: `guessed: ${MARKS[each]}` },
          { ring: hex, kind: "changed" }, // on a dark picture the outline alone is seen
        ]),
      );
  return {
    words: row ? `${row.colour}: ${row.guess ?? "not known"}` : "",
    marks,
    body: [
      row ? colourForm(row, state, context) : make("p", { class: "invitation" }, "Choose a spot of the picture, and say what it shows."),
      ...unnamedList(unnamed.answer.rows, context),
      ...unsure(map, context),
      ...buildings(state, context),
      told.board === state.board && told.text ? make("pre", { class: "small told" }, told.text) : null,
    ],
  };
}

/* A square in a colour; a hex, which stands in place of one, has none. */
const swatch = (colour) =>
  colour.startsWith("#")
    ? draw("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, draw("rect", { width: 16, height: 16, fill: colour, stroke: "currentColor" }))
    : null;

const percent = (share) => `${(100 * share).toFixed(2)}%`;

/* What a colour shows: written into the legend in the place of what it said before. */
function colourForm(row, state, context) {
  const [, terrain, level] = /^(.*?)(?: (-?\d+))?$/.exec(row.guess ?? "");
  const named = entry(terrain.startsWith("as ") ? "" : terrain, () => {}, { list: "terrain-words", size: 22, id: "colour-terrain" });
  const raised = entry(level ?? "", () => {}, { size: 4, placeholder: "none", id: "colour-level" });
  const write = (event) => {
    event.preventDefault();
    const others = legendOf(state, context).filter((each) => each.split("\t")[0].toUpperCase() !== row.colour);
    context.go({ colour: kept([...others, [row.colour, named.value.trim() || "?", raised.value.trim() || "-"].join("\t")]) });
  };
  return make(
    "form",
    { id: "colour-form", on: { submit: write } },
    make("p", {}, swatch(row.colour), ` ${row.colour}, ${percent(row.share)} of the picture: ${row.guess ?? "not known"} (${row.reason})`),
    controls(field("It shows", named), field("on level", raised), make("button", { class: "main" }, "Write into the legend")),
    make("datalist", { id: "terrain-words" }, (context.palette.terrain ?? []).map((value) => make("option", { value }))),
  );
}

function unnamedList(rows, context) {
  if (!rows.length) return [];
  const one = (row) =>
    make(
      "li",
      {},
      swatch(row.colour),
      " ",
      button(row.colour, () => context.go({ spot: row.colour }), { class: "place" }),
      ` ${percent(row.share)}: ${row.guess ? `perhaps ${row.guess}, ` : ""}${row.reason}`,
    );
  return [
    make("h2", {}, `${rows[0].colour.startsWith("#") ? counted(rows.length, "colour") : counted(rows.length, "hex", "hexes")} without a name`),
    make("ul", { class: "colours" }, rows.slice(0, MOST).map(one)),
  ];
}

function unsure(map, context) {
  return Object.entries(MARKS).flatMap(([mark, words]) => {
    const hexes = map.hexes.filter((each) => each.features.includes(mark)).map((each) => each.name);
    if (!hexes.length || mark === STOREYS) return [];
    return [make("h2", {}, `Not sure: ${words} (${hexes.length})`), placesList(context, hexes, context.reveal)];
  });
}

/* The buildings that colours do not tell: a row for each hex that is asked for or filled. */
function buildings(state, context) {
  const filled = new Map(
    state.building.map((each) => [each.split(/\s/)[0].toUpperCase(), each.replace(/^\S+\s+/, "").trim()]),
  );
  const asked = context.map.hexes.filter((each) => each.features.includes(STOREYS)).map((each) => each.name);
  const names = [...new Set([...asked, ...filled.keys()])];
  const write = (hex, words) =>
    context.go({
      building: kept([
        ...state.building.filter((each) => each.split(/\s/)[0].toUpperCase() !== hex),
        words && `${hex}\t${words}`,
      ].filter(Boolean)),
    });
  const row = (hex) => {
    const found = context.map.byName.get(hex);
    const [, material, levels] = /^(stone|wood)\s+([0-4])$/.exec(filled.get(hex) ?? "") ?? [];
    const drawn = found?.terrain.some((each) => /wood/.test(each)) ? "wood" : "stone";
    const type = levels ? "" : (filled.get(hex) ?? ""); // such as StoneFactory, of its own material
    const of = { material: material ?? drawn, levels: levels ?? type };
    const set = (changes) => {
      Object.assign(of, changes);
      write(hex, LEVELS.includes(of.levels) ? of.levels && `${of.material} ${of.levels}` : of.levels);
    };
    const label = (words) => ({ "aria-label": `${words} of ${hex}` });
    const materials = type ? [[drawn, "its own"]] : [["stone", "stone"], ["wood", "wood"]];
    const offered = LEVELS.map((each) => [each, each || "not known"]);
    return make(
      "tr",
      { "data-hex": hex },
      make("th", { scope: "row" }, button(hex, () => context.reveal(hex), { class: "place" })),
      make("td", {}, found?.words.join(", ") ?? ""),
      make("td", {}, choice(materials, of.material, (value) => set({ material: value }), label("material"))),
      make("td", {}, choice(type ? [...offered, [type, type]] : offered, of.levels, (value) => set({ levels: value }), label("upper levels"))),
    );
  };
  if (!context.map.hexes.length) return [];
  const more = entry("", (value) => {
    const [, hex, words] = /^(\S+)\s+(.+)$/.exec(value) ?? [];
    if (hex) write(hex.toUpperCase(), words);
  }, { placeholder: "E4 stone 2", size: 14 });
  return [
    make(
      "table",
      { class: "buildings" },
      make("caption", {}, `Buildings: ${filled.size} written, ${asked.length} asked for`),
      make("thead", {}, make("tr", {}, ["hex", "now", "material", "upper levels"].map((each) => make("th", { scope: "col" }, each)))),
      make("tbody", {}, names.map(row)),
    ),
    field("Another hex", more),
  ];
}
