/* The question box: any question of the vocabulary, its rows on the map, its worlds one by one. */

import { assumed, cite, controls, headline, lighting } from "./answer.js";
import { complete } from "./completion.js";
import { button, choice, entry, field, make } from "./elements.js";
import { fromText } from "./pieces.js";
import { VERDICTS, counted, locationWords } from "./words.js";

export const name = "question";
export const title = "Question";
export const invitation = "Write any question about the map, such as one of these:";

const EXAMPLES = [
  "which H : building(H, stone)",
  "exists : bridge(H), road(H)",
  "count H : edge(H, north)",
];

/* A hex chosen on the map is written where the question box has its caret. */
export function chosen(state, hex) {
  const box = document.getElementById("question");
  const quoted = (box.value.slice(0, box.selectionStart).match(/"/g) ?? []).length % 2;
  box.setRangeText(quoted ? `${hex}"` : `"${hex}"`, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input"));
  return null;
}
export const back = (state) => (state.row ? { row: "" } : state.world ? { world: "" } : null);

export function questions(state) {
  const { ask, vary, unit, turns, start, mf } = state;
  if (!ask) return [];
  const moving = { unit, turns: Number(turns) || 1, ...(mf ? { allowance: mf } : {}) };
  return [{ what: "ask", fields: { question: ask, vary, ...moving, ...(start ? { start } : {}) } }];
}

export const reasons = (state) => questions(state)[0]?.fields;

const rowWords = (row) =>
  Object.entries(row)
    .map(([key, value]) => `${key} = ${locationWords(String(value))}`)
    .join(", ");
const worldWords = (pieces) => (pieces.length ? pieces.join(", ") : "nothing placed");

const numbered = (answer) => answer.rows.map((row, number) => ({ ...row, number }));

/* Rows of names and values, these in the order in which the question names them. */
function rowsOf(answer) {
  const { question } = answer.question.arguments;
  const place = ([name]) => question.search(new RegExp(`\\b${name}\\b`));
  const ordered = (row) => Object.entries(row).sort((one, other) => place(one) - place(other));
  return numbered(answer)
    .filter((row) => row.row)
    .map((each) => ({ ...each, row: Object.fromEntries(ordered(each.row)) }));
}

export function holds({ answer }) {
  const value = answer.rows.find((row) => "value" in row);
  const told = rowsOf(answer);
  const by = new Map(
    told.map((row) => [rowWords(row.row), row.certain === false ? "perhaps" : "holds"]),
  );
  if (value) by.set("the number", String(value.value));
  by.set("the answer", VERDICTS[answer.answer]);
  return {
    about: `the question: ${answer.question.arguments.question}`,
    of: "rows",
    good: told.length,
    by,
  };
}

/* What is written but not asked yet, so that a new form does not lose it. */
let draft = null;

export function form(state, context) {
  const { map, go, vocabulary, palette } = context;
  const kept =
    draft && draft.for === state.ask
      ? draft
      : { for: state.ask, text: state.ask, vary: state.vary.join("\n") };
  draft = kept;
  const question = make("textarea", {
    id: "question",
    rows: 3,
    spellcheck: "false",
    value: kept.text,
    "aria-describedby": "question-help",
    on: {
      input: () => {
        kept.text = question.value;
      },
    },
  });
  const vary = make("textarea", {
    id: "vary",
    rows: 2,
    spellcheck: "false",
    value: kept.vary,
    placeholder: "{ roadblock(A,B) : road(A,B) } <= 1",
    on: {
      input: () => {
        kept.vary = vary.value;
      },
    },
  });
  const send = () =>
    go({
      ask: question.value.trim(),
      vary: vary.value
        .split("\n")
        .map((each) => each.trim())
        .filter(Boolean),
      world: "",
      row: "",
    });
  const box = complete(
    question,
    () => vocabulary,
    () => map.hexes.flatMap((hex) => hex.locations),
    send,
  );
  const units = palette.units.includes(state.unit) ? palette.units : [...palette.units, state.unit];
  return [
    make(
      "form",
      {
        class: "question",
        on: {
          submit: (event) => {
            event.preventDefault();
            send();
          },
        },
      },
      make("label", { for: "question" }, "Question"),
      box,
      make(
        "p",
        { id: "question-help", class: "small" },
        "Words are completed while you write: arrow keys and Enter or Tab choose. Enter asks, Shift and Enter begins a line.",
      ),
      make(
        "details",
        { open: state.vary.length > 0 },
        make("summary", {}, "Worlds: what may lie there or not"),
        make("label", { for: "vary" }, "Families of pieces, one a line"),
        vary,
      ),
      controls(
        field(
          "unit",
          choice(
            units.map((each) => [each, each]),
            state.unit,
            (unit) => go({ unit }),
          ),
        ),
        field(
          "turns",
          entry(state.turns, (turns) => go({ turns: turns || "1" }), {
            type: "number",
            min: 1,
            max: 99,
            class: "short",
          }),
        ),
        make("button", { class: "main" }, "Ask"),
      ),
    ),
  ];
}

export function invite(context) {
  return make(
    "ul",
    { class: "examples" },
    EXAMPLES.map((each) =>
      make(
        "li",
        {},
        button(each, () => context.go({ ask: each }), { class: "place" }),
      ),
    ),
  );
}

export function show(found, state, context) {
  const [{ answer }] = found;
  const rows = numbered(answer);
  const told = rowsOf(answer);
  const worlds = rows.filter((row) => row.world && row.says);
  const value = rows.find((row) => "value" in row && row.worlds === undefined);
  const verdict = VERDICTS[answer.answer] || answer.answer;
  const number = value
    ? `: ${value.value ?? "none"}${value.value_most !== value.value ? ` to ${value.value_most ?? "none"}` : ""}`
    : "";
  const words =
    `${verdict}${number}` +
    (told.length ? `, ${counted(told.length, "row")}` : "") +
    (answer.counts.worlds !== undefined && worlds.length
      ? `; yes in ${answer.counts.worlds_yes}, no in ${answer.counts.worlds_no} of ${counted(answer.counts.worlds, "world")}`
      : "");
  const marks = marksOf(told, state, context);
  const body = [headline(answer.answer, words)];
  const undecided = [...new Set(rows.flatMap((row) => row.undecided ?? []))];
  if (undecided.length)
    body.push(
      make(
        "p",
        {},
        "Not decided: ",
        undecided.flatMap((each) => [cite(context, each), " "]),
      ),
    );
  for (const each of rows.filter((row) => row.limit)) body.push(make("p", {}, `Limit met: ${each.why}`));
  if (worlds.length) body.push(...showWorlds(worlds, state, context, marks));
  for (const each of rows.filter((row) => "value" in row && row.worlds !== undefined)) {
    body.push(
      make(
        "p",
        {},
        `${each.value ?? "none"}${each.value_most !== each.value ? ` to ${each.value_most}` : ""} in ${counted(each.worlds, "world")}`,
      ),
    );
  }
  if (told.length) body.push(table(told, state, context));
  body.push(assumed(answer));
  return { words, body, marks };
}

const hexesOf = (row, map) => [
  ...new Set(
    Object.values(row)
      .map((value) => (typeof value === "string" ? map.hexOf(value)?.name : undefined))
      .filter(Boolean),
  ),
];

/* A row of one place fills its hex; rows of several places are lines between these. */
function marksOf(told, state, { map }) {
  const marks = [];
  const filled = new Set();
  for (const each of told) {
    const hexes = hexesOf(each.row, map);
    const certain = each.certain !== false;
    for (const hex of hexes) {
      if (!filled.has(hex))
        marks.push({ hex, kind: certain ? "row" : "unknown", said: rowWords(each.row) });
      filled.add(hex);
    }
    if (hexes.length > 1 && told.length <= 400) {
      const points = hexes.map((hex) => map.byName.get(hex)).map(({ x, y }) => [x, y]);
      marks.push({ way: points, kind: "pair" });
    }
    if (String(each.number) === state.row)
      marks.push(...hexes.map((ring) => ({ ring, kind: "chosen" })));
  }
  return marks;
}

function table(told, state, context) {
  const { map, go } = context;
  const names = [...new Set(told.flatMap((each) => Object.keys(each.row)))];
  const counts = told.some((each) => each.worlds !== undefined);
  const head = make(
    "tr",
    {},
    names.map((each) => make("th", { scope: "col" }, each)),
    counts ? make("th", { scope: "col" }, "worlds") : null,
  );
  const line = (each) =>
    lighting(
      context,
      make(
        "tr",
        { "aria-current": String(each.number) === state.row ? "true" : false },
        names.map((key, place) =>
          make(
            "td",
            {},
            place === 0
              ? button(locationWords(String(each.row[key])), () => go({ row: String(each.number) }), {
                  class: "place",
                })
              : locationWords(String(each.row[key] ?? "")),
          ),
        ),
        counts
          ? make(
              "td",
              {},
              String(each.worlds) + (each.worlds_possible ? ` and perhaps ${each.worlds_possible}` : ""),
            )
          : null,
      ),
      hexesOf(each.row, map).map((ring) => ({ ring })),
    );
  const body = make("tbody", {}, told.slice(0, 200).map(line));
  const more =
    told.length > 200
      ? button(`${told.length - 200} more`, () => {
          more.remove();
          body.append(...told.slice(200).map(line));
        })
      : null;
  return make(
    "div",
    { class: "rows" },
    make(
      "table",
      {},
      make("caption", { class: "unseen" }, "Rows of the answer"),
      make("thead", {}, head),
      body,
    ),
    more,
  );
}

function showWorlds(worlds, state, context, marks) {
  const { go, lay, map } = context;
  const now = Math.max(0, Math.min(worlds.length - 1, Number(state.world || 1) - 1));
  const world = worlds[now];
  const told =
    { yes: "here it is yes", no: "here it is no", unknown: "here it is not decided" }[world.says] ??
    world.says;
  for (const text of world.world) {
    const piece = fromText(text, map);
    if (piece.x !== undefined)
      marks.push(
        { dot: [piece.x, piece.y], kind: "world", text: piece.sign },
        ...piece.hexes.map((ring) => ({ ring, kind: "world" })),
      );
  }
  const step = (number) => go({ world: String(number) });
  return [
    make(
      "div",
      { class: "controls stepper", role: "group", "aria-label": "Worlds that decide" },
      button("◀ World", () => step(now), { disabled: now === 0 }),
      make("span", { class: "now" }, `world ${now + 1} of ${worlds.length}`),
      button("World ▶", () => step(now + 2), { disabled: now === worlds.length - 1 }),
    ),
    make(
      "p",
      { class: "world" },
      `${worldWords(world.world)}: ${told}${world.smallest ? "; no smaller one decides" : ""}`,
    ),
    world.world.length ? controls(button("Place these pieces", () => lay(world.world))) : null,
  ];
}
