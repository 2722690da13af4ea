/* Questions that are asked by filling in a form: their fields come from the server's table. */

import { assumed, cite, controls, headline, lightable } from "./answer.js";
import { complete } from "./completion.js";
import { button, choice, entry, field, make } from "./elements.js";
import { VERDICTS } from "./words.js";

const LEFT_OUT = ["seconds", "given"]; // the server limits the time, facts are given beside the map

/* The numbers of all rules that an answer cites, the longest first. */
function rulesOf(value, found = new Set()) {
  if (Array.isArray(value)) for (const each of value) rulesOf(each, found);
  else if (value && typeof value === "object") {
    for (const [key, each] of Object.entries(value)) {
      if (key === "rule" && typeof each === "string") found.add(each);
      else if (key === "rules" || key === "undecided" || key === "tried") {
        for (const one of [each].flat())
          if (typeof one === "string") found.add(one.split(/[,:]/)[0]);
          else rulesOf(one, found);
      } else rulesOf(each, found);
    }
  }
  return found;
}

/* A line of an answer, with the numbers of its rules as buttons. */
function cited(line, rules, context) {
  const among = [...rules].filter((each) => each && line.includes(each));
  if (!among.length) return [line];
  const escaped = among
    .sort((a, b) => b.length - a.length)
    .map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = line.split(new RegExp(`(?<![\\w.])(${escaped.join("|")})(?![\\w]|\\.\\w)`));
  return parts.map((each, number) => (number % 2 ? cite(context, each) : each));
}

const hexesIn = (line, map) => [
  ...new Set(
    [...line.matchAll(/[\w[\]-]*[A-Z]{1,2}\d+(?:h\d)?/g)]
      .map(([name]) => map.byName.get(name.replace(/h\d$/, ""))?.name)
      .filter(Boolean),
  ),
];

function marksOf(marks) {
  const made = Object.entries(marks.hexes).map(([hex, told]) => ({
    hex,
    kind: (told.adjacent ?? told.certain ?? true) ? "row" : "unknown",
    text: told.turns_late ? `+${told.turns_late}` : "",
    said: told.turns_late ? `${told.turns_late} turns late` : "",
  }));
  for (const each of marks.points) {
    if (each.x === null) continue;
    made.push(...each.hexes.map((ring) => ({ ring, kind: each.what === "piece" ? "blocked" : "target" })));
    if (each.hexes.length > 1) made.push({ dot: [each.x, each.y], kind: "reason blocked" });
  }
  return made;
}

/* A topic of the page with a form for each of some questions. */
export function formsTopic(name, title, offered, invitation) {
  const written = {}; // what is written into fields, but not asked yet
  let at = null; // the field that a hex chosen on the map goes into
  let forms = new Map();

  const chosenForm = (state) => (offered.includes(state.form) ? state.form : offered[0]);
  const fieldsOf = (form) =>
    (forms.get(form)?.arguments ?? []).filter((each) => !LEFT_OUT.includes(each.name));
  const valueOf = (each, text) => {
    const parts = text.split(each.completion ? "\n" : /[\n,]/).map((one) => one.trim()).filter(Boolean);
    if (each.several) return parts;
    return each.kind === "whole" || each.kind === "number" ? Number(text) : text.trim();
  };
  const asked = (state) => {
    const form = chosenForm(state);
    const told = new URLSearchParams(state.form === form ? state.arg.join("&") : "");
    return Object.fromEntries(fieldsOf(form).map((each) => [each.name, told.getAll(each.name).join("\n")]));
  };

  return {
    name,
    title,
    invitation,
    about: [],
    get ready() {
      return forms.size > 0;
    },
    offer(told) {
      forms = new Map(told.questions.map((each) => [each.name, each]));
    },
    chosen(state, hex) {
      const fields = fieldsOf(chosenForm(state));
      const key = at ?? fields.find((each) => each.completion)?.name;
      const box = document.getElementById(`${name}-${key}`);
      if (!box) return null;
      const one = fields.find((each) => each.name === key);
      if (one.completion !== "location") {
        const quoted = (box.value.slice(0, box.selectionStart).match(/"/g) ?? []).length % 2;
        box.setRangeText(quoted ? `${hex}"` : `"${hex}"`, box.selectionStart, box.selectionEnd, "end");
      } else box.value = one.several && box.value.trim() ? `${box.value.trim()}\n${hex}` : hex;
      box.dispatchEvent(new Event("input"));
      const next = fields[fields.indexOf(one) + 1];
      if (one.required && !one.several && next?.completion === "location") at = next.name;
      return null;
    },
    back: (state) => (state.arg.length ? { arg: Object.freeze([]) } : null),
    questions(state) {
      const form = chosenForm(state);
      const texts = asked(state);
      const fields = fieldsOf(form);
      if (!fields.length || fields.some((each) => each.required && !texts[each.name])) return [];
      const told = fields.filter((each) => texts[each.name]);
      return [
        { what: form, fields: Object.fromEntries(told.map((each) => [each.name, valueOf(each, texts[each.name])])) },
      ];
    },
    holds({ what, text, answer }) {
      const about = `${what}: ${VERDICTS[answer.answer] || "answer"}`;
      return { about, of: "", good: 0, by: new Map([["the answer", text.split("\n")[0]]]) };
    },
    form(state, context) {
      const { map, go, words, palette } = context;
      const form = chosenForm(state);
      const told = asked(state);
      const link = `${form} ${state.arg.join("&")}`;
      if (written.for !== link) Object.assign(written, { for: link, values: told });
      const values = written.values;
      const send = () => {
        const arg = fieldsOf(form).flatMap((each) =>
          (each.several ? valueOf(each, values[each.name]) : [values[each.name].trim()])
            .filter(Boolean)
            .map((one) => String(new URLSearchParams([[each.name, one]]))),
        );
        go({ form, arg: Object.freeze(arg) });
      };
      const control = (each) => {
        const id = `${name}-${each.name}`;
        const on = {
          input: (event) => {
            values[each.name] = event.target.value;
          },
          focus: () => {
            at = each.name;
          },
        };
        const shared = { id, spellcheck: "false", autocomplete: "off" };
        const choices = each.name === "unit" ? palette.units : each.choices;
        if (choices.length) {
          const options = [...(each.required ? [] : [["", "usual"]]), ...choices.map((one) => [one, one])];
          values[each.name] ||= each.required ? choices[0] : "";
          return choice(options, values[each.name], (value) => (values[each.name] = value), { id });
        }
        const role = words.filter((one) => one.role === each.completion);
        if (role.length || (each.several && each.completion)) {
          const box = make("textarea", { ...shared, rows: each.several ? 2 : 1, value: values[each.name], on });
          const known = role.map((one) => ({
            predicate: one.form.split("(")[0],
            arguments: [],
            ...one,
          }));
          return complete(box, () => known, () => map.hexes.flatMap((hex) => hex.locations), send, false);
        }
        const whole = each.kind === "whole" || each.kind === "number";
        const box = entry(values[each.name], (value) => (values[each.name] = value), {
          ...shared,
          size: 12,
          ...(whole ? { type: "number", class: "short", placeholder: each.default ?? "any" } : {}),
          ...(each.completion === "location" ? { list: "hex-names", placeholder: "hex" } : {}),
        });
        for (const [event, act] of Object.entries(on)) box.addEventListener(event, act);
        return box;
      };
      const row = (each) =>
        make(
          "p",
          { class: "row" },
          make("label", { for: `${name}-${each.name}` }, each.name.replaceAll("_", " "), each.unit ? ` (${each.unit})` : ""),
          control(each),
          each.choices.length || each.name === "unit" ? null : make("span", { class: "small" }, each.help),
        );
      const fields = fieldsOf(form);
      return [
        controls(
          ...offered.map((each) =>
            button(each, () => go({ form: each, arg: Object.freeze([]) }), {
              "aria-pressed": String(each === form),
            }),
          ),
        ),
        make("p", { class: "small" }, (forms.get(form)?.help ?? "").split("\n\n")[0]),
        make(
          "form",
          { on: { submit: (event) => (event.preventDefault(), send()) } },
          fields.filter((each) => each.required || each.name === "unit").map(row),
          make(
            "details",
            { open: fields.some((each) => !each.required && each.name !== "unit" && values[each.name]) },
            make("summary", {}, "More options"),
            fields.filter((each) => !each.required && each.name !== "unit").map(row),
          ),
          controls(make("button", { class: "main" }, "Ask")),
        ),
      ];
    },
    invite({ words, go, state }) {
      const form = chosenForm(state());
      const role = { legal: "action", effect: "attack" }[form];
      const known = words.filter((each) => each.role === role);
      if (!known.length) return null;
      const key = { legal: "actions", effect: "attack" }[form];
      return make(
        "details",
        { open: true },
        make("summary", {}, `What can be asked: ${known.length}`),
        make(
          "ul",
          { class: "examples" },
          known.map((each) =>
            make(
              "li",
              {},
              button(each.form, () => {
                const box = document.getElementById(`${name}-${key}`);
                box.value = each.form.includes("(") ? each.form.replace(/\(.*/, "(") : each.form;
                box.dispatchEvent(new Event("input"));
                box.focus();
              }, { class: "place" }),
              ` ${each.sentence}`,
              make("span", { class: "small" }, `, such as ${each.example}`),
            ),
          ),
        ),
      );
    },
    show([{ answer, marks, text }], state, context) {
      const rules = rulesOf(answer.rows);
      const [first, ...lines] = text.split("\n");
      const said = (line) => {
        const indent = /^ */.exec(line)[0].length;
        const hexes = hexesIn(line, context.map);
        const parts = cited(line.trim(), rules, context);
        const depth = { class: `depth-${Math.min(3, indent / 2)}` };
        if (!hexes.length) return make("li", depth, parts);
        const lit = lightable(context, hexes.map((ring) => ({ ring })), parts);
        lit.classList.add(depth.class);
        return lit;
      };
      const body = [
        headline(answer.answer, first),
        make("ul", { class: "lines" }, lines.filter((each) => !each.startsWith("taken for granted")).map(said)),
        assumed(answer),
      ];
      return { words: first, body, marks: marksOf(marks) };
    },
  };
}

export const actions = formsTopic(
  "actions",
  "Actions",
  ["legal", "effect"],
  "Write an action or an attack. A hex chosen on the map is written where the cursor is.",
);
export const more = formsTopic(
  "more",
  "Adjacent, cut",
  ["adjacent", "cut", "entry"],
  "Fill in the form. A hex chosen on the map goes into the field that you used last.",
);
