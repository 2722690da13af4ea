/* What changed in the answers on show since the pieces before the last ones. */

import { headline, placesList } from "./answer.js";
import { make } from "./elements.js";
import { locationWords } from "./words.js";

/* Compares what holds by two answers to one question. */
export function compare(was, now) {
  const changed = [];
  for (const place of new Set([...was.by.keys(), ...now.by.keys()])) {
    const [before, after] = [was.by.get(place) ?? "none", now.by.get(place) ?? "none"];
    if (before !== after) changed.push({ place, before, after });
  }
  return { about: now.about, of: now.of, before: was.good, after: now.good, changed };
}

const told = ({ place, before, after }) => `${locationWords(place)}: ${before}, now ${after}`;

/* Shows comparisons, and gives the marks of the hexes that changed and the words. */
export function showChanges(context, compared, body) {
  const marks = [];
  const words = [];
  body.replaceChildren(
    ...compared.map((each) => {
      const count = each.of ? `${each.before} → ${each.after} ${each.of}` : "";
      const said = each.changed.length
        ? [count, ...(each.of ? [`${each.changed.length} changed`] : each.changed.map(told))]
        : ["nothing"];
      words.push(`${each.about}: ${said.filter(Boolean).join("; ")}`);
      for (const one of each.changed) {
        const hex = context.map.hexOf(one.place);
        if (hex && each.of) marks.push({ ring: hex.name, kind: "changed" });
      }
      const by = new Map(each.changed.map((one) => [one.place, told(one)]));
      const list =
        each.of && each.changed.length
          ? placesList(context, [...by.keys()], (place) => context.reveal(place), {
              most: 12,
              words: (place) => by.get(place),
            })
          : null;
      return make(
        "div",
        { class: "change" },
        headline("", each.about),
        make("p", {}, said.filter(Boolean).join("; ")),
        list,
      );
    }),
  );
  return { marks, words: words.join(". ") };
}
