/* Parts of answers that every kind of them has. */

import { button, make } from "./elements.js";

/* The number of a rule, which opens it. */
export const cite = (context, rule, confidence) =>
  make(
    "span",
    { class: "cited" },
    button(rule, () => context.go({ rule }), { class: "rule", "aria-label": `rule ${rule}` }),
    confidence && confidence !== "high" ? ` ${confidence} confidence` : "",
  );

/* The headline, with the verdict as a word and a colour. */
export const headline = (verdict, ...words) => make("h3", { class: `headline ${verdict}` }, words);

export const assumed = (answer) =>
  answer.assumed.length
    ? make(
        "details",
        { class: "assumed" },
        make("summary", {}, "Taken for granted"),
        make(
          "ul",
          {},
          answer.assumed.map((each) => make("li", {}, each)),
        ),
      )
    : null;

/* Lights marks on the map while an element is pointed at or has the focus. */
export function lighting(context, element, marks) {
  const lit = () =>
    context.map.light(marks.map((each) => ({ ...each, kind: `lit ${each.kind ?? ""}` })));
  const dark = () => context.map.light([]);
  for (const event of ["pointerenter", "focusin"]) element.addEventListener(event, lit);
  for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, dark);
  return element;
}

/* A line of a list that lights something. */
export const lightable = (context, marks, ...words) =>
  lighting(context, make("li", { tabindex: "0", class: "lightable" }, words), marks);

/* Names of places as buttons in a row, no more than so many at first. */
export function placesList(context, names, act, { most = 60, words = (each) => each } = {}) {
  const made = (each) => {
    const hex = context.map.hexOf(each);
    const one = button(words(each), () => act(each), { class: "place" });
    return hex ? lighting(context, one, [{ ring: hex.name }]) : one;
  };
  const list = make("div", { class: "places" }, names.slice(0, most).map(made));
  if (names.length > most) {
    const more = button(`${names.length - most} more`, () => {
      more.remove();
      list.append(...names.slice(most).map(made));
    });
    list.append(more);
  }
  return list;
}

/* A row of controls. */
export const controls = (...parts) => make("div", { class: "controls" }, parts);
