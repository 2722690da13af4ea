/* The first thing to see without a board: what can be opened, and a place to drop files. */

import { byId, button, entry, field, make, say } from "./elements.js";
import { Refused, send } from "./server.js";
import { counted } from "./words.js";

const TASKS = [
  ["Rules lawyer", "What blocks this line, and by which rule?", { board: "budapest", at: "L33h2", to: "E31" }],
  [
    "Scenario designer",
    "Does the truck always get there? Which single roadblocks stop it?",
    {
      board: "pegasus",
      tab: "question",
      unit: "truck",
      turns: "9",
      ask: 'always : path("I9","J14")',
      vary: ["{ roadblock(A,B) : road(A,B) } <= 1"],
    },
  ],
  ["Author of maps", "What does rubble in one hex change?", { board: "budapest", at: "G39", place: ['rubble("H38",stone)'], before: { place: [], given: [] } }],
];
const KINDS = { board: "Boards", picture: "Maps without line of sight", map: "Maps", card: "Scenario cards", save: "Saves of VASSAL" };

/* Sends files, boards first, so that a save or a map finds its boards; opens the last one, or the card or save
   that waited for boards. */
export async function openFiles(files, context) {
  const told = byId("opening");
  const rank = (file) => (/\.(vsav|vlog|toml)$/i.test(file.name) ? 1 : 0);
  let last;
  for (const file of [...files].sort((a, b) => rank(a) - rank(b))) {
    told.textContent = `Opening ${file.name} ...`;
    try {
      last = (await send("open", { name: file.name }, file)).board;
    } catch (refused) {
      if (!(refused instanceof Refused)) console.error(refused);
      told.textContent = refused.message;
      say(refused.message);
      return;
    }
  }
  told.textContent = "";
  if (last === undefined) return;
  await context.refresh();
  const waits = context.lacksBoards() && ![...files].some(rank);
  context.openBoard(waits ? context.state().board : last);
}

/* Lets files be dropped anywhere on the page. */
export function takeDrops(context) {
  const carries = (event) => context.opens && event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!carries(event)) return;
    event.preventDefault();
    openFiles(event.dataTransfer.files, context);
  });
}

function listed(boards, context) {
  const one = (each) =>
    make(
      "li",
      {},
      button(
        [
          each.hexes ? make("img", { src: `/api/v1/map.svg?board=${each.name}`, alt: "", loading: "lazy" }) : "",
          make("strong", {}, each.title), each.hexes ? ` ${counted(each.hexes, "hex", "hexes")}` : "",
        ],
        () => context.openBoard(each.name),
        { class: "board" },
      ),
    );
  return Object.entries(KINDS).flatMap(([kind, words]) => {
    const found = boards.filter((each) => each.kind === kind);
    if (!found.length) return [];
    const list = make("ul", { class: "boards" }, found.map(one));
    const find = entry("", () => {}, { size: 10 });
    find.addEventListener("input", () => {
      for (const [number, each] of found.entries())
        list.children[number].hidden = !each.title.toLowerCase().includes(find.value.toLowerCase());
    });
    const heading = make("h4", {}, `${words} (${found.length})`);
    return [found.length > 12 ? make("div", { class: "controls" }, heading, field("find", find)) : heading, list];
  });
}

export function showStart(context) {
  const { boards, opens, openBoard } = context;
  const folders = [...new Set(boards.map((each) => each.folder))];
  const files = make("input", {
    type: "file",
    id: "files",
    multiple: true,
    class: "unseen",
    on: { change: (event) => openFiles(event.target.files, context) },
  });
  const called = (folder) =>
    folder === null ? "They come with hexcourt" : folder === "dropped" ? "Opened by you" : folder || "In the folder that is served";
  byId("start").replaceChildren(
    make("h2", {}, "Which board?"),
    opens
      ? make(
          "div",
          { class: "drop" },
          files,
          make("label", { for: "files", class: "main" }, "Open files ..."),
          make("p", {}, "or drop a save (.vsav), a VASL board (bd01) or a scenario card (.toml) here."),
          make("p", { class: "small" }, "They stay on this machine. With a save, open its boards too, all at once."),
        )
      : null,
    ...folders.flatMap((folder) => [
      make("h3", {}, called(folder)),
      ...listed(boards.filter((each) => each.folder === folder), context),
    ]),
    make("h3", {}, "Or look at an example"),
    make(
      "ul",
      { class: "boards" },
      TASKS.map(([who, question, state]) =>
        make(
          "li",
          {},
          button([make("strong", {}, who), ` ${question}`], () => openBoard(state.board, state), { class: "board" }),
        ),
      ),
    ),
  );
}
