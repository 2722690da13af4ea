// Reads files of cases: for (const each of readCases("sight.jsonl")) ...
//
// A case is an object: question and arguments about a position (facts or board, with what is in place and
// given), and the answer, value, rules that are expected. Run as a program it counts the cases of some
// files by question and answer.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const VERSION = 1;
const DEFAULTS = { facts: "", board: "", place: [], given: [], value: null, rules: [] };

export function* readCases(path) {
  for (const line of readFileSync(path, "utf8").split("\n").filter(Boolean)) {
    const told = JSON.parse(line);
    if (!("cases" in told)) yield { ...DEFAULTS, ...told };
    else if (told.cases !== VERSION) throw new Error(`${path}: version ${told.cases}, not ${VERSION}`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const counts = {};
  for (const path of process.argv.slice(2))
    for (const { question, answer } of readCases(path))
      counts[`${question} ${answer}`] = (counts[`${question} ${answer}`] ?? 0) + 1;
  for (const key of Object.keys(counts).sort()) console.log(key, counts[key]);
}
