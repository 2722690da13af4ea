/* Movement: what a unit reaches, and its path to a place step by step. */

import { assumed, cite, controls, headline, lightable, lighting, placesList } from "./answer.js";
import { button, choice, entry, field, make } from "./elements.js";
import { cost, counted, locationWords } from "./words.js";

const WAYS = {
  found: "the path",
  possible: "the path, if the rules that are not decided allow it",
  without_luck: "the path that needs no luck",
  later: "the path in more turns",
  unrestricted: "the path on no terms",
};

export const name = "movement";
export const title = "Movement";
export const about = ["goal", "start"];
export const invitation =
  "Choose where the unit stands: the map shows what it reaches. Then choose where it shall go.";

export const chosen = (state, hex) => (state.start ? { goal: hex, step: "" } : { start: hex, step: "" });

export const back = (state) =>
  state.goal ? { goal: "", step: "" } : state.start ? { start: "", step: "" } : null;

export function questions(state) {
  const { start, goal, unit, mf, turns, only } = state;
  if (!start) return [];
  const shared = { start, unit, turns: Number(turns) || 1, ...(mf ? { allowance: mf } : {}) };
  const asked = [{ what: "reach", fields: shared }];
  if (goal) asked.unshift({ what: "path", fields: { ...shared, goal, ...(only ? { only } : {}) } });
  return asked;
}

const spent = (row) => `turn ${row.turn}, ${cost(row.spent, row.spent)} ${row.factor}`;

export function holds({ what, answer }) {
  const { start: from, goal: to, unit } = answer.question.arguments;
  if (what === "path") {
    const way = answer.rows.find((row) => row.way === "found");
    const words = answer.answer + (way ? `, ${cost(way.spent, way.spent_most, way.factor)}` : "");
    return {
      about: `the path of a ${unit} from ${from} to ${to}`,
      of: "",
      good: 0,
      by: new Map([[to, words]]),
    };
  }
  return {
    about: `what a ${unit} reaches from ${from}`,
    of: "Locations reached",
    good: answer.rows.filter((row) => row.certain).length,
    by: new Map(answer.rows.map((row) => [row.location, row.certain ? spent(row) : "perhaps"])),
  };
}

export function form(state, { map, go, palette }) {
  const place = (words, key) =>
    field(
      words,
      entry(state[key], (value) => go({ [key]: map.named(value), step: "" }), {
        size: 9,
        placeholder: "hex",
        list: "hex-names",
      }),
    );
  const units = palette.units.map((each) => [each, each]);
  if (!palette.units.includes(state.unit)) units.push([state.unit, state.unit]);
  return [
    controls(
      field(
        "unit",
        choice(units, state.unit, (unit) => go({ unit, step: "" })),
      ),
      field(
        "MF or MP",
        entry(state.mf, (mf) => go({ mf, step: "" }), {
          size: 4,
          inputmode: "decimal",
          placeholder: "usual",
        }),
      ),
      field(
        "turns",
        entry(state.turns, (turns) => go({ turns: turns || "1", step: "" }), {
          type: "number",
          min: 1,
          max: 99,
          class: "short",
        }),
      ),
    ),
    controls(
      place("from", "start"),
      place("to", "goal"),
      field(
        "by Bypass alone",
        make("input", {
          type: "checkbox",
          checked: state.only === "bypass",
          on: { change: (event) => go({ only: event.target.checked ? "bypass" : "", step: "" }) },
        }),
      ),
    ),
    state.start ? controls(button("Another unit", () => go({ start: "", goal: "", step: "" }))) : null,
  ];
}

export function show(found, state, context) {
  const reach = found.find((each) => each.what === "reach");
  const path = found.find((each) => each.what === "path");
  const reached = showReach(reach.answer, state, context);
  return path ? showPath(path.answer, path.marks, state, context, reached.marks) : reached;
}

function showReach(answer, state, context) {
  const { map, go } = context;
  const { start: from, unit, turns } = answer.question.arguments;
  const best = new Map();
  for (const row of answer.rows) {
    const there = best.get(row.hex);
    if (
      !there ||
      (row.certain && !there.certain) ||
      row.turn < there.turn ||
      (row.turn === there.turn && row.spent < there.spent)
    )
      best.set(row.hex, row);
  }
  const certain = answer.rows.filter((row) => row.certain);
  const hexes = new Set(certain.map((row) => row.hex));
  const words =
    `a ${unit} reaches ${counted(certain.length, "Location")} in ${counted(hexes.size, "hex", "hexes")} from ${locationWords(from)}` +
    (turns > 1 ? ` in ${turns} turns` : "");
  const marks = [...best.values()].map((row) => ({
    hex: row.hex,
    kind: row.certain ? `turn turn-${Math.min(row.turn, 6)}` : "unknown",
    text: row.certain ? cost(row.spent, row.spent) + (row.minimum_move ? "m" : "") : "?",
    said: row.certain
      ? `reached in ${spent(row)}${row.minimum_move ? ", minimum move" : ""}`
      : "reached only if a rule that is not decided allows it",
  }));
  const at = map.hexOf(from);
  if (at) marks.push({ ring: at.name, kind: "target" });
  const byTurn = new Map();
  for (const row of certain) byTurn.set(row.turn, [...(byTurn.get(row.turn) ?? []), row]);
  const costs = new Map(answer.rows.map((row) => [row.location, cost(row.spent, row.spent)]));
  const list = (rows) =>
    placesList(
      context,
      rows.map((row) => row.location),
      (goal) => go({ goal, step: "" }),
      { words: (each) => `${locationWords(each)} ${costs.get(each)}` },
    );
  const perhaps = answer.rows.filter((row) => !row.certain);
  const rules = [...new Set(perhaps.flatMap((row) => row.rules))];
  const body = [
    headline("done", words),
    [...byTurn]
      .sort(([a], [b]) => a - b)
      .flatMap(([turn, rows]) => [
        make(
          "h4",
          {},
          make("span", { class: `swatch turn turn-${Math.min(turn, 6)}` }),
          ` Turn ${turn}, ${rows[0].factor} spent`,
        ),
        list(rows),
      ]),
    perhaps.length
      ? [
          make(
            "h4",
            {},
            "Only if it is allowed: ",
            rules.map((each) => [cite(context, each), " "]).flat(),
          ),
          list(perhaps),
        ]
      : null,
    assumed(answer),
  ].flat();
  return { words, body, marks };
}

/* What would be enough where the answer is no. */
function lacking(ways, to) {
  const by = new Map(ways.map(({ row }) => [row.way, row]));
  const later = by.get("later");
  if (later) return `It needs ${counted(later.turns, "turn")} to get to ${to}.`;
  if (by.has("unrestricted")) return "There is a path if it need not keep to these terms.";
  if (by.has("possible")) return "There is a path if the rules that are not decided allow it.";
  return "";
}

function showPath(answer, marks, state, context, reached) {
  const { go } = context;
  const { start: from, goal: to, unit } = answer.question.arguments;
  const ways = answer.rows.map((row, number) => ({ row, number })).filter(({ row }) => row.way);
  const main = ways[0];
  const verdicts = { yes: "yes", no: "no", unknown: "unknown" };
  const spentWords =
    !main || main.row.way !== "found"
      ? ""
      : main.row.turns > 1
        ? ` in ${main.row.turns} turns, for ${cost(main.row.spent, main.row.spent_most, main.row.factor)} in the last`
        : ` for ${cost(main.row.spent, main.row.spent_most, main.row.factor)}`;
  const can = { yes: "goes", no: "cannot go", unknown: "goes perhaps" }[answer.answer] ?? "goes";
  const words = `${verdicts[answer.answer] ?? answer.answer}: a ${unit} ${can} from ${from} to ${to}${spentWords}`;
  const faint = reached.map((each) => ({ ...each, kind: `${each.kind} faint` }));
  const painted = [...faint];
  const lacks = answer.answer === "yes" ? "" : lacking(ways, to);
  const body = [headline(answer.answer, words), lacks ? make("p", { class: "lacks" }, lacks) : null];
  if (main) {
    const points = marks.points.filter((each) => each.row === main.number && each.x !== null);
    const steps = main.row.steps;
    const now = Math.max(
      0,
      Math.min(steps.length, state.step === "" ? steps.length : Number(state.step) || 0),
    );
    const line = points.map((each) => [each.x, each.y]);
    painted.push({ way: line, kind: "path ahead" }, { way: line.slice(0, now + 1), kind: "path" });
    points
      .slice(1)
      .forEach((each, number) =>
        painted.push({
          dot: [each.x, each.y],
          kind: number < now ? "stop" : "stop ahead",
          text: cost(each.cost ?? steps[number].cost, each.cost ?? steps[number].cost),
        }),
      );
    if (points[now])
      painted.push({
        dot: [points[now].x, points[now].y],
        kind: "unit",
        text: now ? cost(steps[now - 1].cost, steps[now - 1].cost) : "•",
      });
    const stepTo = (number) => go({ step: String(number) });
    body.push(
      ways.length > 1 || main.row.way !== "found"
        ? make("p", {}, `On the map: ${WAYS[main.row.way]}.`)
        : null,
      make(
        "div",
        { class: "controls stepper", role: "group", "aria-label": "Steps of the path" },
        button("◀ Back", () => stepTo(now - 1), { disabled: now === 0, "data-step": "back" }),
        make(
          "span",
          { class: "now" },
          now
            ? `step ${now} of ${steps.length}: ${cost(steps[now - 1].spent, steps[now - 1].spent_most, main.row.factor)} spent`
            : `at the start, ${locationWords(main.row.from)}`,
        ),
        button("Forward ▶", () => stepTo(now + 1), {
          disabled: now === steps.length,
          "data-step": "forward",
        }),
      ),
      make(
        "ol",
        { class: "steps" },
        steps.map((step, number) =>
          showStep(step, number, now, main.row, points[number + 1], context, stepTo),
        ),
      ),
    );
  }
  const blocking = answer.rows.filter((row) => row.blocks);
  if (blocking.length) {
    body.push(
      make("h4", {}, "What blocks the moves out of what it can reach"),
      make(
        "ul",
        {},
        blocking.map((row) =>
          lightable(
            context,
            [row.from, row.to].map((each) => ({ ring: context.map.hexOf(each)?.name })),
            `${counted(row.blocks, "move")}, such as ${row.from} to ${row.to}: `,
            cite(context, row.rule, row.confidence),
            ` ${row.sentence}`,
          ),
        ),
      ),
    );
  }
  if (answer.answer === "no" && answer.counts.hexes_reached) {
    body.push(
      make(
        "p",
        {},
        `The search was exhaustive: ${counted(answer.counts.hexes_reached, "hex", "hexes")} can be reached.`,
      ),
    );
  }
  body.push(assumed(answer));
  return { words, body, marks: painted };
}

function showStep(step, number, now, main, point, context, stepTo) {
  const { factor } = main;
  const marksOf = [
    step.minimum_move ? "minimum move" : "",
    step.at_risk ? "at risk" : "",
    step.undetermined ? "if it is allowed" : "",
  ].filter(Boolean);
  const told = [
    ...step.charges.map((each) => [
      `${cost(each.cost, each.cost, factor)}, ${each.undetermined ? "perhaps, " : ""}${each.what} `,
      cite(context, each.rule, each.confidence),
      `: ${each.sentence}`,
    ]),
    ...[...step.remarks, ...step.undecided, ...step.risks, ...step.choices]
      .filter((each) => each.rule)
      .map((each) => [
        `${each.risk ?? each.choice ?? "remark"} `,
        cite(context, each.rule, each.confidence),
        `: ${each.sentence ?? ""}`,
      ]),
  ];
  const item = make(
    "li",
    { class: number < now ? "done" : "ahead", "aria-current": number + 1 === now ? "step" : false },
    main.turns > 1 ? `turn ${step.turn}: ` : null,
    button(`${locationWords(step.from)} to ${locationWords(step.to)}`, () => stepTo(number + 1), {
      class: "place",
    }),
    `${step.how ? `, ${step.how}` : ""}: ${cost(step.cost, step.cost_most, factor)} (${cost(step.spent, step.spent_most)} spent)`,
    marksOf.length ? `; ${marksOf.join(", ")}` : "",
    told.length
      ? make(
          "ul",
          {},
          told.map((each) => make("li", {}, each)),
        )
      : null,
  );
  return point
    ? lighting(context, item, [{ dot: [point.x, point.y] }, ...point.hexes.map((ring) => ({ ring }))])
    : item;
}
