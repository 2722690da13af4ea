/* Counters, roadblocks and other pieces: placed from the palette, moved by dragging, taken away. */

import { byId, button, choice, draw, field, make, say } from "./elements.js";
import { cite } from "./answer.js";
import { ask } from "./server.js";
import { inset } from "./marks.js";

let kinds = new Map(); // the kinds of pieces by name, as the server tells them
const lies = (kind) => kinds.get(kind)?.lies; // as a "counter", which the drawing has itself, on a "hexside", ...

const words = (kind) => (kind === "afv" ? "AFV" : kind.replaceAll("_", " "));

/* Reads a piece as it is written, and finds it on the map. */
export function fromText(text, map) {
  const kind = /^\s*(\w+)/.exec(text)?.[1] ?? "";
  const named = [...text.matchAll(/"([^"]+)"/g)].map((each) => each[1]);
  const hexes = named.map((each) => map.hexOf(each)).filter(Boolean);
  // what has a hex of its own and names others, as a pillbox does, lies in its own
  const among = lies(kind) === "hexes" ? hexes.slice(0, 1) : hexes;
  const middle = (key) => among.reduce((sum, hex) => sum + hex[key], 0) / among.length;
  const at = hexes.length ? { x: middle("x"), y: lies(kind) === "counter" ? middle("y") - 11 : middle("y") } : {};
  return {
    text,
    kind,
    named,
    hexes: hexes.map((hex) => hex.name),
    sign: kinds.get(kind)?.sign ?? kind.slice(0, 2).toUpperCase(),
    ...at,
  };
}

/* Writes it with other hexes. */
const withHexes = (piece, names) => {
  let next = 0;
  return piece.text.replaceAll(/"([^"]+)"/g, (whole, name) =>
    piece.hexes.includes(name) ? `"${names[next++] ?? name}"` : whole,
  );
};

export class Pieces {
  /* `lay(place)` lays these pieces and no others, `give(given)` gives these facts; `context` is what panels have. */
  constructor(map, context, lay, give) {
    Object.assign(this, { map, context, lay, give });
    this.armed = null;
    byId("write-piece").addEventListener("submit", (event) => {
      event.preventDefault();
      const box = byId("piece-text");
      if (box.value.trim())
        this.add(box.value.trim()).then((done) => {
          if (done) box.value = "";
        });
    });
    byId("give").addEventListener("click", () => {
      const box = byId("piece-text");
      if (box.value.trim()) this.give([...this.context.state().given, box.value.trim()]);
      box.value = "";
    });
  }

  /* The palette: what kinds there are, and how each is told, comes from the server. */
  offer(offered) {
    kinds = new Map(offered.map((each) => [each.kind, each]));
    byId("palette").replaceChildren(
      ...offered.map((each) =>
        button(
          [
            make("span", { class: "sign", "aria-hidden": "true" }, each.sign),
            ` ${words(each.kind)}`,
          ],
          () => this.arm(this.armed?.kind === each.kind && !this.armed.moving ? null : each.kind),
          { "data-kind": each.kind, "aria-pressed": "false" },
        ),
      ),
    );
  }

  /* Takes a kind in hand; the next hexes chosen are where it is laid. */
  arm(kind, moving = null) {
    const form = kinds.get(kind);
    this.armed = form ? { kind, form, moving, hexes: [], told: {} } : null;
    if (form) byId("stage").scrollIntoView({ block: "nearest" }); // on a telephone the map is above
    for (const each of byId("palette").children)
      each.setAttribute("aria-pressed", String(each.dataset.kind === kind && !moving));
    const asked =
      form && !moving ? form.arguments.filter((each) => !each.hex && each.choices.length) : [];
    if (this.armed)
      this.armed.options = asked.map((each) => {
        const options = each.optional
          ? [["", "where it is usual"], ...each.choices.map((one) => [one, one])]
          : each.choices.map((one) => [one, one]);
        this.armed.told[each.name] = options[0][0];
        return field(
          each.name.toLowerCase(),
          choice(options, options[0][0], (value) => {
            this.armed.told[each.name] = value;
          }),
        );
      });
    this.hint();
  }

  get needed() {
    return this.armed.form.arguments.filter((each) => each.hex && !each.optional).length;
  }

  hint() {
    const hint = byId("hint");
    hint.hidden = !this.armed;
    if (!this.armed) return;
    const { kind, hexes, moving, options } = this.armed;
    const where =
      this.needed === 1
        ? "a hex"
        : lies(kind) === "hexside"
          ? "a hexside, or its two hexes with Enter"
          : `its ${this.needed} hexes, in this order: ${this.armed.form.arguments.filter((each) => each.hex).map((each) => each.name.toLowerCase()).join(", ")}`;
    const next = lies(kind) === "hexside" ? `the hex beside ${hexes[0]}` : `the next hex, after ${hexes.join(", ")}`;
    const told = `${moving ? "Moving" : "Placing"} ${words(kind)}: choose ${hexes.length ? next : where}. `;
    hint.replaceChildren(
      make("span", {}, told),
      ...options,
      button("Stop (Esc)", () => this.arm(null)),
    );
    if (hint.dataset.told !== told) say(told);
    hint.dataset.told = told;
  }

  /* A place was chosen while something is in hand; `point` is where a pointer did. */
  choose(hex, point) {
    const { kind, hexes } = this.armed;
    if (this.needed === 2 && point && lies(kind) === "hexside") {
      const side = this.map.sideAt(point.x, point.y);
      if (side) this.finish(side.map((each) => each.name));
      return;
    }
    hexes.push(hex.name);
    if (hexes.length < this.needed) this.hint();
    else this.finish(hexes);
  }

  finish(hexes) {
    const { kind, form, told, moving } = this.armed;
    if (moving) {
      this.arm(null);
      this.replace(moving, withHexes(moving, hexes));
      return;
    }
    this.armed.hexes = []; // it stays in hand until Escape
    this.hint();
    const waiting = [...hexes];
    const written = form.arguments.map((each) =>
      each.hex ? (each.optional ? null : `"${waiting.shift()}"`) : told[each.name] || null,
    );
    this.add(`${kind}(${written.filter(Boolean).join(",")})`);
  }

  async add(text) {
    return this.replace(null, text);
  }

  /* Lays a piece, in the place of another one if there is one; what rules refuse or leave open is told. */
  async replace(old, text) {
    const state = this.context.state();
    const others = state.place.filter((each) => each !== old?.text);
    try {
      const { answer } = await ask("legal", {
        board: state.board,
        place: others,
        given: state.given,
        actions: [text],
      });
      const told = (row, words) => [
        `${text} ${words}: `,
        ...row.rules.flatMap((each) => [cite(this.context, each.rule), ` ${each.sentence} `]),
        row.rules.length ? "" : "no rule of the documents was found that allows it",
      ];
      const row = answer.rows.find((each) => each.verdict === "no");
      if (row) {
        this.refuse(told(row, "may not be placed there"));
        return false;
      }
      const doubt = answer.rows.find((each) => each.verdict !== "yes");
      if (doubt) this.tell(told(doubt, "is placed, but whether it may be there is not known"), "doubted");
      else this.hint(); // what was said of another one is over
    } catch (refused) {
      this.refuse([refused.message]);
      return false;
    }
    this.lay([...others, text]);
    return true;
  }

  refuse(told) {
    this.tell(told, "refused");
  }

  tell(told, kind) {
    const hint = byId("hint");
    hint.hidden = false;
    delete hint.dataset.told;
    hint.replaceChildren(
      make("span", { class: kind }, told),
      " ",
      button("Close", () => {
        hint.hidden = true;
        this.hint();
      }),
    );
    say(hint.firstChild.textContent);
  }

  remove(text) {
    this.lay(this.context.state().place.filter((each) => each !== text));
  }

  /* Shows what lies on the map, as marks to take hold of and as a list. */
  show(place, given) {
    this.laid = place.map((each) => fromText(each, this.map));
    this.map.layers.pieces.replaceChildren(
      ...this.laid.filter((each) => each.x !== undefined).map((each) => this.token(each)),
    );
    const line = (piece) =>
      make(
        "li",
        {},
        make("code", {}, piece.text),
        " ",
        piece.hexes.length
          ? button("Move", () => this.arm(piece.kind, piece), { "aria-label": `Move ${piece.text}` })
          : null,
        " ",
        button("Remove", () => this.remove(piece.text), { "aria-label": `Remove ${piece.text}` }),
      );
    const nothing =
      this.laid.length + given.length
        ? []
        : [make("li", {}, "Nothing is placed yet.")];
    byId("laid").replaceChildren(
      ...nothing,
      ...this.laid.map(line),
      ...given.map((each) =>
        make(
          "li",
          {},
          make("code", {}, each),
          " given ",
          button("Remove", () => this.give(given.filter((one) => one !== each)), {
            "aria-label": `Remove ${each}`,
          }),
        ),
      ),
    );
  }

  token(piece, at = piece) {
    const drawn = lies(piece.kind) === "counter";
    const size = drawn ? 28 : 22;
    return draw(
      "g",
      { class: `token ${drawn ? "drawn" : ""}`, "data-piece": piece.text },
      draw("rect", { x: at.x - size / 2, y: at.y - size / 2, width: size, height: size, rx: 4 }),
      drawn ? null : draw("text", { x: at.x, y: at.y + 4 }, piece.sign),
    );
  }

  /* The piece nearest to a point, of those within so far of it, the uppermost where several lie alike. */
  at(x, y, reach) {
    if (this.armed) return null;
    const apart = (each) => Math.hypot(each.x - x, each.y - y);
    const near = (this.laid ?? []).filter((each) => apart(each) < Math.max(16, reach));
    return near.reverse().sort((a, b) => apart(a) - apart(b))[0] ?? null;
  }

  /* Where a piece comes to lie if it is dropped at a point: all its hexes as far as the first, so that its
     Covered Arc goes with a pillbox. Nothing where one of them is not on the map. */
  target(piece, x, y) {
    if (piece.hexes.length === 1) {
      const hex = this.map.hexAt(x, y);
      return hex && [hex.name];
    }
    if (lies(piece.kind) === "hexside") return this.map.sideAt(x, y)?.map((each) => each.name);
    const [first, ...others] = piece.hexes.map((name) => this.map.byName.get(name));
    const to = this.map.hexAt(x, y);
    if (!to) return undefined;
    const moved = others.map((hex) => this.map.hexAt(hex.x + to.x - first.x, hex.y + to.y - first.y));
    return moved.every(Boolean) ? [to, ...moved].map((each) => each.name) : undefined;
  }

  drag(piece, x, y) {
    const hexes = (this.target(piece, x, y) ?? []).map((each) => this.map.byName.get(each));
    this.map.layers.lit.replaceChildren(
      ...hexes.map((hex) => draw("polygon", { class: "mark lit ring", points: inset(hex, 0.9) })),
      this.token({ ...piece, kind: "" }, { x, y }),
    );
  }

  drop(piece, at) {
    this.map.layers.lit.replaceChildren();
    if (!at) return;
    const hexes = this.target(piece, at.x, at.y);
    if (!at.off && !hexes && this.map.hexAt(at.x, at.y))
      this.refuse([`${piece.text} stays: not all of its hexes would be on the map there`]);
    else if (at.off || !hexes) this.remove(piece.text);
    else if (hexes.join() !== piece.hexes.join()) this.replace(piece, withHexes(piece, hexes));
  }
}
