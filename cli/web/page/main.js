/* The page: what its link says is asked of the server and shown, nothing else. */

import * as asking from "./asking.js";
import * as cards from "./cards.js";
import * as drafts from "./draft.js";
import { compare, showChanges } from "./changes.js";
import { byId, button, make, say } from "./elements.js";
import { furnishExport } from "./export.js";
import { actions, more } from "./forms.js";
import { Link } from "./link.js";
import { HexMap } from "./map.js";
import * as movement from "./movement.js";
import { Pieces } from "./pieces.js";
import { showRule } from "./rules.js";
import { Refused, ask, get } from "./server.js";
import * as sight from "./sight.js";
import { showStart, takeDrops } from "./start.js";
import { View } from "./view.js";

const TOPICS = [sight, movement, actions, more, asking, cards, drafts];
const LAYERS = ["names", "levels", "terrain", "hexsides", "counters", "picture"];
const FINGER = 14; // how near a finger or a mouse comes to what is dragged, in pixels of the screen
const KEYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const link = new Link((state, before) => show(state, before));
const map = new HexMap();
const context = {
  map,
  vocabulary: [],
  palette: { pieces: [], units: ["squad"] },
  boards: [],
  words: [],
  opens: false,
  answers: [],
  refresh,
  openBoard: (board, state = {}) =>
    link.go({
      ...NOTHING,
      tab: context.isCard(board) ? cards.name : context.isPicture(board) ? drafts.name : sight.name,
      hidden: link.state.hidden,
      ...state,
      board,
    }, true),
  state: () => link.state,
  go: (changes) => link.go(changes),
  lay: (pieces) => link.lay({ place: Object.freeze([...new Set([...link.state.place, ...pieces])]) }),
  reveal: (place) => reveal(map.hexOf(place)),
  lacksBoards: () => map.board !== link.state.board && context.isCard(link.state.board),
  isPicture: (name) => context.boards.some((each) => each.name === name && each.kind === "picture"),
  isCard: (name) =>
    context.boards.some((each) => each.name === name && ["card", "save"].includes(each.kind)),
};
const pieces = new Pieces(
  map,
  context,
  (place) => link.lay({ place: Object.freeze(place) }),
  (given) => link.lay({ given: Object.freeze(given) }),
);
const NO_MAP = { key: null, board: "", told: { title: "", width: 1, height: 1, hexes: [] }, drawing: '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>' };
const view = new View(byId("stage"), byId("sheet"), {
  pick: (x, y, event) => pick(map.hexAt(x, y), { x, y }, event.shiftKey),
  hover: (x, y) => map.tell(map.hexAt(x, y)),
  grab: (x, y) => pieces.at(x, y, FINGER / view.scale) ?? threadAt(x, y),
  drag: (held, x, y) => (held.thread ? stretch(held.thread, x, y) : pieces.drag(held, x, y)),
  drop: (held, at) => (held.thread ? letGo(held.thread, at) : pieces.drop(held, at)),
  settled: () => settle(),
});
const panels = new Map();
let turn = 0;
let shownStates = 0;
let settling = 0;

const isOffered = (topic, state) =>
  topic.offered ? topic.offered(state, context) : !context.isPicture(state.board);

const topicOf = (state) =>
  context.isPicture(state.board) ? drafts : (TOPICS.find((each) => each.name === state.tab) ?? sight);

function settle() {
  clearTimeout(settling);
  settling = setTimeout(() => link.note({ view: view.text }), 300);
}

function reveal(hex) {
  if (!hex) return;
  view.reveal(hex.x, hex.y);
  map.put(hex);
}

/* --- a line of sight drawn by dragging ---------------------------------------------------------- */

let drawing = false; // whether any drag draws a line; else one from an end of the line does

function threadAt(x, y) {
  const { state } = link;
  if (pieces.armed || topicOf(state) !== sight) return null;
  const hex = map.hexAt(x, y);
  const { to, at } = state;
  const ends = [map.hexOf(at)?.name, map.hexOf(to)?.name].filter(Boolean);
  if (!hex || !(drawing || ends.includes(hex.name))) return null;
  const from = hex.name === ends[0] ? at : hex.name === ends[1] ? to : hex.name;
  return { thread: { from, x: hex.x, y: hex.y } };
}

function stretch(thread, x, y) {
  const hex = map.hexAt(x, y);
  const end = hex ? [hex.x, hex.y] : [x, y];
  map.light([{ way: [[thread.x, thread.y], end], kind: "thread" }, ...(hex ? [{ ring: hex.name }] : [])]);
  const to = hex?.name;
  if (!to || to === thread.to || to === map.hexOf(thread.from)?.name) return;
  thread.to = to;
  const { board, place, given } = link.state;
  ask("los", { board, place, given, viewer: thread.from, target: to })
    .then(({ text }) => {
      if (thread.to === to) byId("under").textContent = text.split("\n")[0];
    })
    .catch(() => {});
}

function letGo(thread, at) {
  map.light([]);
  thread.to = null;
  const hex = at && map.hexAt(at.x, at.y);
  if (!hex || hex.name === map.hexOf(thread.from)?.name) return;
  map.put(hex, false);
  link.go({ at: thread.from, to: hex.name, also: Object.freeze([]), before: null });
}

function pick(hex, point = null, also = false) {
  const topic = topicOf(link.state);
  if (hex) map.put(hex, false);
  if (pieces.armed) {
    if (hex) pieces.choose(hex, point);
    return;
  }
  const spot = point ?? hex;
  const changes = topic.spotAt
    ? spot && topic.spotAt(spot, map)
    : hex && topic.chosen(link.state, hex.name, also);
  if (changes) link.go({ ...changes, before: null });
}

/* --- showing ---------------------------------------------------------------------------------- */

async function show(state, before = null) {
  byId("undo").disabled = !link.canUndo;
  byId("redo").disabled = !link.canRedo;
  byId("opening").textContent = "";
  byId("start").hidden = state.board !== "";
  document.querySelector("main").hidden = state.board === "";
  document.body.classList.toggle("starting", state.board === "");
  if (!state.board) {
    showStart(context);
    document.title = "hexcourt";
    settled();
    return;
  }
  reflect(state);
  showRule(state.rule, reasonsOf(state), () => link.go({ rule: "" }));
  if (before && sameBut(["rule", "view", "hidden"], state, before)) {
    if (state.view !== before.view && state.view) view.text = state.view;
    count();
    return;
  }
  const mine = ++turn;
  const current = () => mine === turn;
  byId("stage").setAttribute("aria-busy", "true");
  document.body.classList.add("busy");
  const asked = TOPICS.map((topic) => [topic, answersOf(topic, state, state)]);
  const earlier = state.before
    ? TOPICS.map((topic) => [topic, answersOf(topic, state, state.before)])
    : [];
  for (const [, promised] of [...asked, ...earlier]) promised.catch(() => {});
  try {
    const loaded = context.isPicture(state.board)
      ? await map.loadPicture(state.board)
      : await map.load(state.board, state.place, state.given);
    if (!current()) return;
    if (map.take(loaded)) boardTaken(state);
    if (loaded) reflect(link.state);
    pieces.show(state.place, state.given);
  } catch (refused) {
    if (!(refused instanceof Refused)) console.error(refused);
    if (current()) await trouble(state, refused, current);
    if (current()) settled();
    return;
  }
  await showAnswers(state, asked, earlier, current);
  if (current()) settled();
}

const sameBut = (names, one, other) =>
  Object.keys(one).every(
    (key) => names.includes(key) || JSON.stringify(one[key]) === JSON.stringify(other[key]),
  );

/* The question whose reasons tell how the answer on show comes about; nothing where there is none. */
function reasonsOf(state) {
  const fields = topicOf(state).reasons?.(state);
  return fields && { board: state.board, place: state.place, given: state.given, ...fields };
}

/* Asks all questions of a topic about the board with some pieces on it. */
const answersOf = (topic, state, { place, given }) =>
  Promise.all(
    topic
      .questions(state)
      .map(async ({ what, fields }) => ({
        what,
        ...(await ask(what, { board: state.board, place, given, ...fields })),
      })),
  );

async function showAnswers(state, asked, earlier, current) {
  const topic = topicOf(state);
  let shown = { marks: [], words: "" };
  context.answers = [];
  for (const [each, promised] of asked) {
    let told;
    try {
      const found = await promised;
      if (!current()) return;
      if (each === topic) context.answers = found;
      if (each.lookUp)
        told = each === topic ? await each.lookUp(state, context) : { body: [], marks: [], words: "" };
      else if (found.length) told = each.show(found, state, context);
      else
        told = {
          body: [make("p", { class: "invitation" }, each.invitation), each.invite?.(context)],
          marks: [],
          words: "",
        };
    } catch (refused) {
      told = {
        body: [make("p", { class: "refused" }, refused.message)],
        marks: [],
        words: refused.message,
      };
      if (!(refused instanceof Refused)) console.error(refused);
    }
    if (!current()) return;
    fill(panels.get(each.name), [
      make("div", { class: "form" }, each.form(state, context)),
      make("div", { class: "answer" }, told.body.filter(Boolean)),
    ]);
    if (each === topic) shown = told;
  }
  const compared = await compareAll(asked, earlier);
  if (!current()) return;
  const changed = byId("changed");
  changed.hidden = compared.length === 0;
  const { marks, words } = showChanges(context, compared, byId("changed-list"));
  map.paint([...shown.marks, ...marks]);
  if (map.cursor) map.put(map.cursor, false);
  else map.tell(map.hexOf(state[topic.about?.find((each) => state[each])]));
  say([words && `What changed: ${words}`, shown.words].filter(Boolean).join(". "));
  document.title = [shown.words, state.board, "hexcourt"].filter(Boolean).join(" · ");
}

async function compareAll(asked, earlier) {
  const compared = [];
  for (const [place, [topic, promised]] of earlier.entries()) {
    try {
      const [was, now] = [await promised, await asked[place][1]];
      now.forEach((each, number) => {
        if (was[number]) compared.push(compare(topic.holds(was[number]), topic.holds(each)));
      });
    } catch {
      // what is refused now or was before is told where it is asked
    }
  }
  return compared;
}

/* Puts new parts into a panel, and keeps the focus where it was. */
function fill(panel, parts) {
  const held = panel.contains(document.activeElement) ? document.activeElement : null;
  const alike = (each) =>
    each.tagName === held.tagName &&
    (each.textContent === held.textContent || each.id === held.id) &&
    each.getAttribute("aria-label") === held.getAttribute("aria-label") &&
    each.closest("label")?.firstChild?.data === held.closest("label")?.firstChild?.data;
  const caret = held?.selectionStart;
  panel.replaceChildren(...parts);
  if (!held) return;
  const again = held.id
    ? byId(held.id)
    : ([...panel.querySelectorAll(held.tagName)].find(alike) ??
      (held.dataset.step && panel.querySelector(`[data-step="${held.dataset.step}"]`)));
  (again && !again.disabled ? again : panel).focus({ preventScroll: true });
  if (again && typeof caret === "number" && again.setSelectionRange && again.type !== "number")
    again.setSelectionRange(caret, caret);
}

/* The board cannot be shown with these pieces: says why, and shows it without any. */
async function trouble(state, refused, current) {
  const { before, place, given, board } = state;
  const parts = [make("p", { class: "refused" }, refused.message)];
  if (before) parts.push(button("Put it back as it was before", () => link.go({ ...before, before: null })));
  else if (place.length || given.length)
    parts.push(button("Remove all pieces", () => link.go({ place: [], given: [] })));
  if (map.board !== board) {
    const bare = place.length || given.length ? await map.load(board, [], []).catch(() => null) : null;
    if (!current()) return;
    if (map.take(bare ?? NO_MAP)) boardTaken(state);
    map.paint([]);
  }
  if (context.opens && context.lacksBoards() && refused.message.includes("there is no board"))
    parts.push(make("p", {}, "Drop the VASL boards that it needs on this page, all at once."));
  fill(panels.get(topicOf(state).name), parts);
  say(refused.message);
  if (current()) pieces.show(place, given);
}

function settled() {
  byId("stage").removeAttribute("aria-busy");
  document.body.classList.remove("busy");
  count();
}

/* Counts what has been shown, for those who wait for it. */
function count() {
  document.body.dataset.shown = String(++shownStates);
}

function boardTaken(state) {
  byId("hex-names").replaceChildren(...map.hexes.map((hex) => make("option", { value: hex.name })));
  view.size = map.size;
  view.text = state.view || "fit";
  byId("stage").setAttribute("aria-label", `Map ${map.title}, ${map.hexes.length} hexes`);
}

/* Sets all controls outside of the panels as the state has it. */
function reflect(state) {
  byId("board").value = state.board;
  byId("pieces").hidden = context.isPicture(state.board);
  byId("layer-picture").closest("label").hidden = !map.picture;
  for (const name of LAYERS) {
    const off = state.hidden.includes(name);
    byId(`layer-${name}`).checked = !off;
    byId("sheet").classList.toggle(`without-${name}`, off);
  }
  byId("sheet").classList.toggle("pictured", Boolean(map.picture) && !state.hidden.includes("picture"));
  const topic = topicOf(state);
  for (const each of TOPICS) {
    const chosen = each === topic;
    const tab = byId(`tab-${each.name}`);
    tab.setAttribute("aria-selected", String(chosen));
    tab.hidden = !isOffered(each, state);
    tab.tabIndex = chosen ? 0 : -1;
    panels.get(each.name).hidden = !chosen;
  }
}

/* --- what is there from the start --------------------------------------------------------------- */

function furnish() {
  byId("layers").lastElementChild.append(
    ...LAYERS.map((name) =>
      make(
        "label",
        {},
        make("input", {
          type: "checkbox",
          id: `layer-${name}`,
          on: {
            change: () => {
              const hidden = LAYERS.filter((each) => !byId(`layer-${each}`).checked);
              link.go({ hidden: Object.freeze(hidden) });
            },
          },
        }),
        name,
      ),
    ),
  );
  for (const topic of TOPICS) {
    const panel = make("div", {
      role: "tabpanel",
      id: `panel-${topic.name}`,
      "aria-labelledby": `tab-${topic.name}`,
      tabindex: "-1",
    });
    panels.set(topic.name, panel);
    byId("panels").append(panel);
    byId("tabs").append(
      button(topic.title, () => link.go({ tab: topic.name }), {
        role: "tab",
        id: `tab-${topic.name}`,
        "aria-controls": `panel-${topic.name}`,
      }),
    );
  }
  byId("tabs").addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!steps) return;
    const there = TOPICS.filter((each) => isOffered(each, link.state));
    const next = there[(there.indexOf(topicOf(link.state)) + steps + there.length) % there.length];
    link.go({ tab: next.name });
    byId(`tab-${next.name}`).focus();
  });
  byId("board").addEventListener("change", (event) => context.openBoard(event.target.value));
  byId("boards").addEventListener("click", () => link.go({ ...NOTHING, board: "" }));
  byId("undo").addEventListener("click", () => history.back());
  byId("redo").addEventListener("click", () => history.forward());
  byId("thread").addEventListener("click", () => {
    drawing = !drawing;
    byId("thread").setAttribute("aria-pressed", String(drawing));
  });
  addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input:not([type=checkbox]), textarea");
    const key = event.key.toLowerCase();
    if (typing || !(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
    event.preventDefault();
    if (key === "z" && !event.shiftKey) byId("undo").click();
    else byId("redo").click();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    byId("layers").open = false;
    if (!view.letGo() && pieces.armed) pieces.arm(null);
  });
  addEventListener("pointerdown", (event) => {
    if (!byId("layers").contains(event.target)) byId("layers").open = false;
  });
  furnishExport(context, () => context.answers, copyLink);
  takeDrops(context);
  byId("find").addEventListener("submit", (event) => {
    event.preventDefault();
    const hex = map.called(byId("place-name").value);
    if (hex) reveal(hex);
    else say(`${byId("place-name").value} is not on this map`);
    byId("place-name").setCustomValidity(hex ? "" : "not on this map");
    byId("place-name").reportValidity();
    byId("place-name").setCustomValidity("");
  });
  byId("help").addEventListener("click", () => byId("help-text").showModal());
  byId("skip").addEventListener("click", () => byId("stage").focus());
  byId("zoom-in").addEventListener("click", () => view.zoom(1.3));
  byId("zoom-out").addEventListener("click", () => view.zoom(1 / 1.3));
  byId("zoom-fit").addEventListener("click", fitted);
  byId("stage").addEventListener("keydown", press);
}

const NOTHING = {
  at: "",
  to: "",
  atStatus: "",
  toStatus: "",
  start: "",
  goal: "",
  step: "",
  ask: "",
  vary: [],
  world: "",
  row: "",
  also: [],
  form: "",
  arg: [],
  card: "",
  finding: "",
  rule: "",
  view: "",
  draft: "",
  spot: "",
  colour: [],
  building: [],
  place: [],
  given: [],
  before: null,
};

function fitted() {
  view.fit();
  settle();
}

function press(event) {
  const way = KEYS[event.key];
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (way && event.shiftKey) view.pan(-80 * way[0], -80 * way[1]);
  else if (way) reveal(map.beside(...way));
  else if (event.key === "Enter" || event.key === " ") pick(map.cursor);
  else if (event.key === "+" || event.key === "=") view.zoom(1.3);
  else if (event.key === "-") view.zoom(1 / 1.3);
  else if (event.key === "0") fitted();
  else if (event.key === "Escape") takeBack();
  else return;
  event.preventDefault();
}

function takeBack() {
  if (view.letGo()) return;
  if (pieces.armed) {
    pieces.arm(null);
    return;
  }
  const changes = topicOf(link.state).back(link.state);
  if (changes) link.go(changes);
}

async function copyLink() {
  link.note({ view: view.text });
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied");
    byId("export").textContent = "Copied";
  } catch {
    prompt("The link:", location.href);
  }
  setTimeout(() => {
    byId("export").textContent = "Export";
  }, 1500);
}

/* Lists the boards again: the one on show may be another now. */
async function refresh() {
  map.key = null;
  const { boards, opens } = await get("boards");
  Object.assign(context, { boards, opens });
  byId("board").replaceChildren(
    ...boards.map((each) => make("option", { value: each.name }, each.title ?? each.name)),
  );
}

async function start() {
  furnish();
  try {
    const [, vocabulary, palette, questions] = await Promise.all([
      refresh(),
      get("vocabulary"),
      get("pieces"),
      get("questions"),
    ]);
    context.vocabulary = vocabulary.rows;
    context.palette = palette;
    context.words = questions.words;
    for (const each of [actions, more]) each.offer(questions);
    pieces.offer(palette.pieces);
    if (context.isCard(link.state.board) && !location.hash) link.note({ tab: cards.name });
    await show(link.state);
  } catch (refused) {
    byId("start").hidden = false;
    byId("start").replaceChildren(make("p", { class: "refused" }, refused.message));
    console.error(refused);
  }
}

start();
