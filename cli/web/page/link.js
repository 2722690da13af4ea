/* The state of the page: what its address says, and nothing else. */

const TEXTS = [
  "board",
  "tab",
  "at",
  "to",
  "atStatus",
  "toStatus",
  "unit",
  "start",
  "goal",
  "mf",
  "turns",
  "only",
  "step",
  "ask",
  "world",
  "row",
  "card",
  "finding",
  "rule",
  "view",
  "form",
  "draft",
  "spot",
];
const LISTS = ["place", "given", "hidden", "vary", "also", "arg", "colour", "building"];
const DEFAULTS = { tab: "sight", unit: "squad", turns: "1" };

const lists = (told, name) => Object.freeze(told.getAll(name).filter(Boolean));

export function readLink(hash) {
  const told = new URLSearchParams(hash.replace(/^[#?]/, ""));
  const state = {};
  for (const name of TEXTS) state[name] = told.get(name) ?? DEFAULTS[name] ?? "";
  for (const name of LISTS) state[name] = lists(told, name);
  state.before = told.has("before")
    ? Object.freeze({ place: lists(told, "before"), given: lists(told, "before-given") })
    : null;
  return Object.freeze(state);
}

export function writeLink(state) {
  const told = new URLSearchParams();
  for (const name of TEXTS) {
    if (state[name] && state[name] !== DEFAULTS[name]) told.set(name, state[name]);
  }
  for (const name of LISTS) for (const each of state[name]) told.append(name, each);
  if (state.before) {
    told.append("before", "");
    for (const each of state.before.place) told.append("before", each);
    for (const each of state.before.given) told.append("before-given", each);
  }
  return `#${told}`;
}

/* Holds the state; `show` is called whenever it has become another one. */
export class Link {
  constructor(show) {
    this.show = show;
    this.state = readLink(location.hash || location.search);
    this.last = this.at; // how far there is something to do again
    addEventListener("popstate", () => this.follow());
  }

  /* How many steps there are to go back to. */
  get at() {
    return history.state?.at ?? 0;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.last;
  }

  follow() {
    const before = this.state;
    this.state = readLink(location.hash || location.search);
    this.show(this.state, before);
  }

  /* Goes to another state; to the same one `again` if its files may be others. */
  go(changes, again = false) {
    const before = this.state;
    this.state = Object.freeze({ ...before, ...changes });
    if (writeLink(this.state) === writeLink(before)) {
      if (again) this.show(this.state);
      return;
    }
    this.last = this.at + 1;
    history.pushState({ at: this.last }, "", location.pathname + writeLink(this.state));
    this.show(this.state, before);
  }

  /* Changes the address, but gives nothing to go back to. */
  note(changes) {
    this.state = Object.freeze({ ...this.state, ...changes });
    history.replaceState({ at: this.at }, "", location.pathname + writeLink(this.state));
  }

  /* Lays other pieces or gives other facts, and remembers what there was before. */
  lay(changes) {
    const { place, given } = this.state;
    this.go({ ...changes, before: Object.freeze({ place, given }) });
  }
}
