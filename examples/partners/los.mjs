// A small line of sight program: one hex between two open ones, straight down a column.
//
//   hexcourt conform --command 'node los.mjs'
//   hexcourt conform --command 'node los.mjs --fault no_blind_hexes'     to see what is found
//
// It reads a question a line on standard input and writes an answer a line. Levels are half levels. What
// it does not speak of it calls unsupported.
import { createInterface } from "node:readline";

const fault = process.argv[process.argv.indexOf("--fault") + 1];
const is = (name) => fault === name;

const height = {
  woods: is("low_woods") ? 1 : 2,
  "building(stone,0)": 2,
  "building(wood,0)": 2,
  "building(stone,1)": is("low_building") ? 2 : 3,
  "building(wood,1)": 3,
  "building(stone,2)": 5,
  "rubble(stone)": is("no_rubble") ? 0 : 1,
  "rubble(wood)": 1,
  open: 0,
};
const hindrance = { grain: is("no_grain") ? 0 : 1, brush: 1, marsh: is("thick_marsh") ? 2 : 1, vineyard: 1 };

function between(a, m, b, term) {
  const [low, high] = [is("one_way") ? a : Math.min(a, b), Math.max(a, b)];
  if (!(term in hindrance) && !(term in height)) return { answer: "unsupported" };
  if (m > low && m < high) return { answer: "unsupported" };
  if (m > low && m >= high) return is("flat") ? { answer: "yes", value: 0 } : { answer: "no" };
  if (term in hindrance) return { answer: "yes", value: a === m && b === m ? hindrance[term] : 0 };
  const top = m + height[term];
  if (height[term] === 0 || (is("strict") ? top < low : top <= low)) return { answer: "yes", value: 0 };
  if (top >= high) return { answer: "no" };
  const blind = is("half_blind") ? true : height[term] >= 2;
  return blind && !is("no_blind_hexes") ? { answer: "no" } : { answer: "yes", value: 0 };
}

function answer(asked) {
  const { question, arguments: told, facts = "", place = [], given = [] } = asked;
  const lines = facts.split("\n").filter(Boolean);
  if (question !== "los" || place.length || given.length || Object.keys(told).length > 2) return null;
  if (lines.some((each) => !/^(hex|elevation|terrain|location)\(/.test(each))) return null;
  const hexes = {};
  for (const line of lines) {
    const [, word, name, value = ""] = line.match(/^(\w+)\("(\w+)"(?:,(.*))?\)\.$/);
    hexes[name] ??= {};
    if (word === "terrain" && hexes[name].terrain) return null;
    if (word === "location" && !value.startsWith("ground,")) return null;
    hexes[name][word] = word === "elevation" ? Number(value) : value;
  }
  const ends = [told.viewer, told.target].sort();
  if (Object.keys(hexes).sort().join() !== "A1,A2,A3" || ends.join() !== "A1,A3") return null;
  const { A1: a, A2: m, A3: b } = hexes;
  if (a.terrain !== "open" || b.terrain !== "open") return null;
  return between(a.elevation, m.elevation, b.elevation, m.terrain);
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  console.log(JSON.stringify({ id: asked.id, ...(answer(asked) ?? { answer: "unsupported" }) }));
}
