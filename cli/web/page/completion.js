/* Keys in the boxes of questions and terms, whose words are completed from the vocabulary and the names of the map. */

import { make } from "./elements.js";

const MODES = [
  ["which", "which H : ...", "lists all"],
  ["exists", "exists : ...", "is there one?"],
  ["never", "never : ...", "is there none?"],
  ["always", "always : ...", "does it hold, in every world?"],
  ["all", "all H : ... -> ...", "does the claim hold for all?"],
  ["count", "count H : ...", "how many?"],
  ["min", "min C : ...", "the least"],
  ["max", "max C : ...", "the greatest"],
];
const MOST = 12;

/* The word before the caret, and whether it stands between quotation marks. */
function wordAt(text, caret) {
  const before = text.slice(0, caret);
  const quoted = (before.match(/"/g) ?? []).length % 2 === 1;
  const word = quoted ? before.slice(before.lastIndexOf('"') + 1) : /[A-Za-z_]*$/.exec(before)[0];
  return { word, quoted, from: caret - word.length, first: !quoted && before.trim() === word };
}

function offers({ word, quoted, first }, vocabulary, places, modal) {
  if (!word) return [];
  const fits = (each) => each.toLowerCase().startsWith(word.toLowerCase());
  if (quoted)
    return places
      .filter((each) => fits(each) && each !== word)
      .map((each) => ({ text: `${each}"`, label: each, told: "" }));
  const modes = first && modal
    ? MODES.filter(([each]) => fits(each)).map(([each, form, told]) => ({
        text: `${each} `,
        label: form,
        told,
      }))
    : [];
  const found = word === word.toLowerCase() ? vocabulary.filter((each) => fits(each.predicate)) : [];
  return [
    ...modes,
    ...found.map((each) => ({
      text: `${each.predicate}(`,
      label: each.form ?? `${each.predicate}(${each.arguments.map((one) => one.name).join(", ")})`,
      told: each.sentence,
    })),
  ];
}

/* Wraps a text box into one that completes; `send` is called on Enter. Without `modal` it takes terms alone. */
export function complete(box, vocabulary, places, send, modal = true) {
  const list = make("ul", {
    role: "listbox",
    id: `${box.id}-offers`,
    class: "offers",
    "aria-label": "Completions",
    hidden: true,
  });
  let shown = [];
  let active = -1;
  // a text box of several lines is no combobox; that there are offers is told by what they are called
  const all = { "aria-autocomplete": "list", "aria-controls": list.id, autocomplete: "off" };
  for (const [name, value] of Object.entries(all)) box.setAttribute(name, value);

  const point = (number) => {
    active = number;
    [...list.children].forEach((each, place) =>
      each.setAttribute("aria-selected", String(place === active)),
    );
    const there = list.children[active];
    if (there) {
      box.setAttribute("aria-activedescendant", there.id);
      there.scrollIntoView({ block: "nearest" });
    } else {
      box.removeAttribute("aria-activedescendant");
    }
  };

  const close = () => {
    shown = [];
    list.replaceChildren();
    list.hidden = true;
    point(-1);
  };

  const take = (number) => {
    const { from } = wordAt(box.value, box.selectionStart);
    box.setRangeText(shown[number].text, from, box.selectionStart, "end");
    box.dispatchEvent(new Event("input"));
    close();
    box.focus();
  };

  const open = () => {
    shown = offers(wordAt(box.value, box.selectionStart), vocabulary(), places(), modal).slice(0, MOST);
    if (!shown.length) {
      close();
      return;
    }
    list.replaceChildren(
      ...shown.map((each, number) =>
        make(
          "li",
          {
            role: "option",
            id: `${list.id}-${number}`,
            "aria-selected": "false",
            on: {
              pointerdown: (event) => {
                event.preventDefault();
                take(number);
              },
            },
          },
          make("code", {}, each.label),
          each.told ? ` ${each.told}` : "",
        ),
      ),
    );
    list.hidden = false;
    point(-1);
  };

  box.addEventListener("input", open);
  box.addEventListener("blur", close);
  box.addEventListener("keydown", (event) => {
    const turns = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (shown.length && turns) {
      point((active + turns + shown.length) % shown.length);
    } else if (
      shown.length &&
      (event.key === "Tab" || event.key === "Enter") &&
      (active >= 0 || event.key === "Tab") &&
      !event.shiftKey
    ) {
      take(Math.max(0, active));
    } else if (event.key === "Escape" && shown.length) {
      close();
      event.stopPropagation();
    } else if (event.key === "Enter" && !event.shiftKey) {
      close();
      send();
    } else {
      return;
    }
    event.preventDefault();
  });
  return make("div", { class: "completed" }, box, list);
}
