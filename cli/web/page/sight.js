/* Sight: who sees a hex, and the line between two with every reason. */

import { assumed, cite, controls, headline, lightable, placesList } from "./answer.js";
import { button, choice, entry, field, make } from "./elements.js";
import { apart, sample } from "./marks.js";
import { counted, locationWords } from "./words.js";

const STATUSES = [
  ["", "no status"],
  ["emplaced", "Emplaced"],
  ["entrenched", "entrenched"],
];
const SAID = {
  clear: "sees it",
  blocked: "does not see it",
  unknown: "unknown",
  too_close: "too close to call",
};

export const name = "sight";
export const title = "Sight";
export const about = ["to", "at"];
export const invitation =
  "Choose a hex on the map: who sees it? Choose a second one for the line between them.";

let adding = false; // whether the next hex chosen is looked at too

export function chosen(state, hex, more = false) {
  if (adding || more) {
    adding = false;
    return added(state, hex);
  }
  if (state.at && !state.to && hex !== state.at) return { to: hex };
  return { at: hex, to: "", also: Object.freeze([]) };
}

export const back = (state) =>
  state.to
    ? { to: "" }
    : state.also.length
      ? { also: Object.freeze(state.also.slice(0, -1)) }
      : state.at
        ? { at: "", atStatus: "", toStatus: "" }
        : null;

/* Another hex that is looked at, beside the first one; one that is there already is left out. */
export function added(state, hex) {
  if (!state.at) return { at: hex, to: "" };
  const also = state.also.includes(hex)
    ? state.also.filter((each) => each !== hex)
    : [...state.also, hex].filter((each) => each !== state.at);
  return { also: Object.freeze(also), to: "" };
}

export function questions(state) {
  const { at, to, atStatus, toStatus } = state;
  if (!at) return [];
  const held = (name, status) => (status ? { [name]: status } : {});
  if (!to) return [{ what: "see", fields: { targets: [at, ...state.also], ...held("status", atStatus) } }];
  return [
    {
      what: "los",
      fields: {
        viewer: at,
        target: to,
        ...held("viewer_status", atStatus),
        ...held("target_status", toStatus),
      },
    },
  ];
}

/* What asks why a line is blocked; of a line for units in some status nothing does. */
export const reasons = ({ at, to, atStatus, toStatus }) =>
  at && to && !atStatus && !toStatus ? { question: `which R : blocked("${at}","${to}",R)` } : null;

/* What holds by an answer, by place: the verdict of each line. */
export function holds({ what, answer }) {
  if (what === "los") {
    const [row] = answer.rows;
    return {
      about: `the line from ${locationWords(row.from)} to ${locationWords(row.to)}`,
      of: "",
      good: 0,
      by: new Map([[row.to, lineWords(row)]]),
    };
  }
  const { targets } = answer.question.arguments;
  const by = new Map();
  for (const row of answer.rows) {
    const told = row.verdict + (row.hindrance ? ` +${row.hindrance}` : "");
    by.set(row.from, [by.get(row.from), told].filter(Boolean).join(", "));
  }
  const good = answer.rows.filter((row) => row.verdict === "clear").length;
  return {
    about: `who sees ${targets.map(locationWords).join(", ")}`,
    of: targets.length > 1 ? "lines are clear" : "Locations see it",
    good,
    by,
  };
}

function lineWords(row) {
  if (row.verdict === "clear") return row.hindrance ? `clear, hindrance +${row.hindrance}` : "clear";
  const verdict = row.verdict === "too_close" ? "too close to call" : row.verdict;
  return row.rule ? `${verdict} by ${row.rule}` : verdict;
}

export function form(state, context) {
  const { map, go } = context;
  const end = (words, key, status) => {
    const hex = map.hexOf(state[key]);
    const places =
      hex && hex.locations.length > 1
        ? choice(
            hex.locations.map((each) => [each, each]),
            map.byLocation.has(state[key]) ? state[key] : hex.name,
            (value) => go({ [key]: value }),
            { "aria-label": `Location of ${words}` },
          )
        : null;
    return controls(
      field(
        words,
        entry(state[key], (value) => go({ [key]: map.named(value) }), {
          size: 8,
          placeholder: "hex",
          list: "hex-names",
        }),
      ),
      places,
      choice(STATUSES, state[status], (value) => go({ [status]: value }), {
        "aria-label": `Status of ${words}`,
      }),
    );
  };
  return [
    end("unit in", "at", "atStatus"),
    end("seen from", "to", "toStatus"),
    state.at && !state.to
      ? controls(
          make("span", { class: "small" }, state.also.length ? `and ${state.also.join(", ")}: ` : ""),
          button(adding ? "Choose another hex ..." : "Look at another hex too", (event) => {
            adding = !adding;
            event.target.textContent = adding ? "Choose another hex ..." : "Look at another hex too";
            event.target.setAttribute("aria-pressed", String(adding));
          }, { "aria-pressed": String(adding) }),
        )
      : null,
    state.to
      ? controls(
          button("Other way round", () =>
            go({
              at: state.to,
              to: state.at,
              atStatus: state.toStatus,
              toStatus: state.atStatus,
            }),
          ),
        )
      : null,
  ];
}

export function show(found, state, context) {
  const [{ what, answer, marks }] = found;
  return what === "los" ? showLine(answer, marks, context) : showSeers(answer, context);
}

function showSeers(answer, context) {
  const { map, go } = context;
  if (answer.question.arguments.targets.length > 1) return showSeersOfSeveral(answer, context);
  const target = locationWords(answer.question.arguments.targets[0]);
  const status = Object.values(answer.question.arguments.statuses ?? {})[0];
  const seers = answer.rows.filter((row) => row.verdict === "clear");
  const hexes = new Set(seers.map((row) => map.hexOf(row.from)?.name));
  const words =
    `${counted(seers.length, "Location")} in ${counted(hexes.size, "hex", "hexes")} ` +
    `${seers.length === 1 ? "sees" : "see"} ${target}${status ? ` (${status})` : ""}`;
  const places = new Map();
  for (const row of answer.rows) {
    const hex = map.hexOf(row.from);
    if (!hex) continue;
    const said =
      `${locationWords(row.from)} ${SAID[row.verdict]}${row.hindrance ? `, hindrance +${row.hindrance}` : ""}` +
      (row.verdict === "clear" || !row.rule ? "" : ` by ${row.rule}`);
    places.set(hex.name, [...(places.get(hex.name) ?? []), { ...row, said }]);
  }
  const marked = [...places].map(([hex, rows]) => markOf(hex, rows));
  const at = map.hexOf(answer.question.arguments.targets[0]);
  marked.push({ ring: at.name, kind: "target" });
  const rules = new Map();
  for (const row of answer.rows) {
    if (row.verdict === "clear" || !row.rule) continue;
    const key = `${row.verdict} ${row.rule}`;
    rules.set(key, [...(rules.get(key) ?? []), row]);
  }
  const others = [...rules.values()]
    .sort((a, b) => b.length - a.length)
    .map((rows) =>
      lightable(
        context,
        rows.map((row) => ({ hex: map.hexOf(row.from)?.name })),
        `${rows.length} ${rows[0].verdict === "blocked" ? "blocked" : SAID[rows[0].verdict]} by `,
        cite(context, rows[0].rule),
      ),
    );
  const by = new Map(seers.map((row) => [row.from, row.hindrance]));
  const body = [
    headline("done", words),
    seers.length
      ? placesList(
          context,
          seers.map((row) => row.from),
          (each) => go({ to: locationWords(each) }),
          { words: (each) => locationWords(each) + (by.get(each) ? ` +${by.get(each)}` : "") },
        )
      : null,
    others.length ? make("h4", {}, "The others") : null,
    others.length ? make("ul", {}, others) : null,
    legend(marked),
    assumed(answer),
  ];
  return { words, body, marks: marked };
}

/* How many of several Locations each hex sees. */
function showSeersOfSeveral(answer, context) {
  const { map, go } = context;
  const { targets } = answer.question.arguments;
  const seen = new Map();
  for (const row of answer.rows) {
    const hex = map.hexOf(row.from)?.name;
    if (!hex) continue;
    seen.set(hex, seen.get(hex) ?? new Set());
    if (row.verdict === "clear") seen.get(hex).add(row.to);
  }
  const names = (set) => [...set].map(locationWords).join(", ");
  const marked = [...seen].map(([hex, set]) => ({
    hex,
    kind: set.size === targets.length ? "clear" : set.size ? "clear hindered" : "blocked",
    text: set.size ? String(set.size) : "",
    said: set.size ? `sees ${names(set)}` : "sees none of them",
  }));
  for (const each of targets) marked.push({ ring: map.hexOf(each)?.name, kind: "target" });
  const many = (number) => [...seen].filter(([, set]) => set.size === number);
  const parts = targets.map((_, number) => targets.length - number).map((number) => [number, many(number)]);
  const all = many(targets.length).length;
  const words = `${counted(all, "hex sees", "hexes see")} all of ${targets.map(locationWords).join(", ")}`;
  const list = ([number, found]) =>
    found.length
      ? [
          make("h4", {}, `${number} of ${targets.length}: ${counted(found.length, "hex", "hexes")}`),
          placesList(context, found.map(([hex]) => hex), (to) => go({ to }), { most: 30 }),
        ]
      : [];
  const body = [headline("done", words), ...parts.flatMap(list), make("p", { class: "small" }, "The number in a hex says how many of them it sees."), assumed(answer)];
  return { words, body, marks: marked };
}

const BEST = ["clear", "too_close", "unknown", "blocked"];

/* A hex by its ground, unless another Location sees where that does not; what each sees stands in it. */
function markOf(hex, rows) {
  const ground = rows.find((row) => row.from === hex);
  const best = BEST.find((verdict) => rows.some((row) => row.verdict === verdict));
  const here = best === "clear" && ground?.verdict !== "clear" ? "upper" : best;
  const kind = here === "clear" && ground.hindrance ? "clear hindered" : here;
  const written = rows.map((row) => {
    const place = row === ground ? "" : locationWords(row.from).slice(hex.length).replace(/^\//, "");
    if (row.verdict === "clear") return place + (row.hindrance ? `+${row.hindrance}` : "");
    return place && row.verdict !== "blocked" ? `${place}?` : "";
  });
  const told = rows.filter((row) => row === ground || row.verdict !== "blocked");
  return { hex, kind, text: written.filter(Boolean).join(" "), said: told.map((row) => row.said).join(", ") };
}

const SHOWN = [
  ["clear", "its ground sees it"],
  ["clear hindered", "+2: with so much hindrance"],
  ["upper", "h2: that Location alone sees it"],
  ["blocked", "does not see it"],
  ["too_close", "too close to call"],
  ["unknown", "unknown"],
];

/* Says what is meant by what the map shows, of that which it does show. */
function legend(marked) {
  const shown = SHOWN.filter(([kind]) => marked.some((each) => each.kind === kind));
  const items = shown.map(([kind, words]) => make("li", {}, sample(kind), ` ${words}`));
  return items.length ? make("ul", { class: "legend inline small" }, items) : null;
}

function showLine(answer, marks, context) {
  const [row] = answer.rows;
  const words = `${locationWords(row.from)} to ${locationWords(row.to)}, range ${row.range}: ${lineWords(row)}`;
  const ends = marks.points.filter((each) => each.what === "end");
  const places = apart(marks.points.filter((each) => each.what === "reason"));
  const at = new Map(places.map((each) => [each.reason, each]));
  const painted = [];
  if (marks.line) painted.push({ way: marks.line, kind: `sight ${row.verdict}` });
  for (const each of ends) painted.push({ dot: [each.x, each.y], kind: `end ${row.verdict}` });
  const items = row.reasons.map((reason, number) => {
    const place = at.get(number);
    const kind = reason.effect.replaceAll(" ", "-");
    const lit = place
      ? [
          ...place.hexes.map((ring) => ({ ring })),
          { dot: [place.x, place.y], kind, text: String(number + 1) },
        ]
      : ends.flatMap((each) => each.hexes.map((ring) => ({ ring })));
    if (place)
      painted.push({ dot: [place.x, place.y], kind: `reason ${kind}`, text: String(number + 1) });
    for (const hex of reason.effect === "blocked" ? (place?.hexes ?? []) : [])
      painted.push({ ring: hex, kind: "blocked" });
    return lightable(
      context,
      lit,
      make("span", { class: `effect ${kind}` }, reasonWords(reason, place)),
      " ",
      cite(context, reason.rule, reason.confidence),
      `: ${reason.sentence}`,
    );
  });
  const body = [
    headline(
      row.verdict,
      `${locationWords(row.from)} to ${locationWords(row.to)}, range ${row.range}: `,
      row.verdict === "clear" || !row.rule
        ? lineWords(row)
        : [
            row.verdict === "too_close" ? "too close to call" : row.verdict,
            " by ",
            cite(context, row.rule),
          ],
    ),
    items.length ? make("ol", { class: "reasons" }, items) : make("p", {}, "Nothing lies on the way."),
    row.margin === 0
      ? make("p", {}, "A close call: moving the thread by the drawing's grain would change it (A6.1).")
      : null,
    assumed(answer),
  ];
  return { words, body, marks: painted };
}

const reasonWords = (reason, place) =>
  place?.words ??
  [
    reason.effect,
    reason.hindrance ? `+${reason.hindrance}` : "",
    reason.tem !== undefined ? `TEM +${reason.tem}` : "",
    reason.of ? `for ${locationWords(reason.of)}` : "",
    reason.hexside
      ? `at hexside ${reason.hexside}`
      : reason.hex
        ? `at ${reason.hex}`
        : "on the whole line",
    reason.terrain ? `(${reason.terrain.replaceAll("_", " ")})` : "",
  ]
    .filter(Boolean)
    .join(" ");
