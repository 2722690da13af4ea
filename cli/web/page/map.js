/* The map: its drawing, its hexes, and where things are on it. */

import { byId, draw, make, say } from "./elements.js";
import { readDrawing } from "./drawing.js";
import { Refused, get } from "./server.js";
import { hexWords } from "./words.js";
import { defineHatches, inset, paintMarks } from "./marks.js";

const pictureOf = (board) => `/api/v1/picture?board=${encodeURIComponent(board)}`;

const HEX_IN_PLACE = /^(.*?)(?:h\d+|\/.*|En|\[.*)?$/;

export class HexMap {
  constructor() {
    this.sheet = byId("sheet");
    this.hexes = [];
    this.byName = new Map();
    this.cursor = null;
    this.layers = {};
    for (const name of ["answers", "pieces", "lit", "cursor"])
      this.layers[name] = draw("g", { class: name });
    this.overlay = draw(
      "svg",
      { class: "overlay", "aria-hidden": "true" },
      defineHatches(),
      Object.values(this.layers),
    );
  }

  /* Fetches what lies where on a board with pieces on it; gives whether it is another board. */
  async load(board, place, given) {
    const key = JSON.stringify([board, place, given]);
    if (this.key === key) return false;
    const asked = { board, place, given };
    const [told, drawing] = await Promise.all([get("map", asked), get("map.svg", asked, "text")]);
    return { key, told, drawing, board };
  }

  /* Fetches the picture of a map that has no hexes yet. */
  async loadPicture(board) {
    const key = JSON.stringify([board, "picture"]);
    if (this.key === key) return false;
    const image = new Image();
    image.src = pictureOf(board);
    await image.decode().catch(() => {
      throw new Refused(`${board}: its picture cannot be shown`);
    });
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><g class="land"/></svg>`;
    const told = { title: board, width, height, hexes: [], picture: [0, 0, width, height] };
    return { key, told, drawing, board };
  }

  /* Shows what was fetched; gives whether the hexes are others than before. */
  take(loaded) {
    if (!loaded) return false;
    const { key, told, drawing, board } = loaded;
    const other = this.board !== board;
    Object.assign(this, {
      key,
      board,
      title: told.title ?? board,
      areas: told.areas ?? {},
      picture: told.picture,
      north: told.north,
    });
    this.size = { width: told.width, height: told.height };
    this.hexes = told.hexes;
    this.byName = new Map(told.hexes.map((hex) => [hex.name, hex]));
    this.byLocation = new Map(told.hexes.flatMap((hex) => hex.locations.map((each) => [each, hex])));
    const { corners, y } = told.hexes[0] ?? { corners: [[0, 0]], y: 0 };
    this.height = 2 * Math.max(...corners.map((each) => Math.abs(each[1] - y)));
    for (const [name, value] of [
      ["width", told.width],
      ["height", told.height],
      ["viewBox", `0 0 ${told.width} ${told.height}`],
    ]) {
      this.overlay.setAttribute(name, value);
    }
    const drawn = readDrawing(drawing);
    if (this.picture) this.lay(drawn);
    this.sheet.replaceChildren(drawn, this.overlay);
    if (other) this.cursor = null;
    return other;
  }

  /* The hex of a hex name or a Location, or undefined. */
  hexOf(place) {
    if (!place) return undefined;
    return (
      this.byName.get(place) ??
      this.byLocation?.get(place) ??
      this.byName.get(HEX_IN_PLACE.exec(place)[1]) ??
      this.byName.get(place.split("-")[0])
    );
  }

  /* Lays the picture that the archives of the map have over its land, each part of the map its own: where
     the picture is transparent, as changed terrain is, the land is seen. */
  lay(drawn) {
    const lands = [...drawn.querySelectorAll(".land")];
    const href = pictureOf(this.board);
    if (this.images?.[0]?.getAttribute("href") !== href || this.images.length !== lands.length) {
      const [, , width, height] = this.picture;
      this.images = lands.map(() => draw("image", { href, width, height, preserveAspectRatio: "none" }));
    }
    for (const [number, land] of lands.entries()) land.append(this.images[number]); // decoded once
  }

  /* Reads what a user wrote: f31 as F31. */
  called(text) {
    const wanted = text.trim();
    const alike = (each) => each.toLowerCase() === wanted.toLowerCase();
    return this.hexes.find((hex) => alike(hex.name)) ?? this.hexOf(wanted);
  }

  /* The hex as the map has it, or what was written. */
  named(text) {
    const alike = this.hexes.find((hex) => hex.name.toLowerCase() === text.trim().toLowerCase());
    return alike?.name ?? text.trim();
  }

  nearest(x, y, among = this.hexes) {
    let found;
    let least = Infinity;
    for (const hex of among) {
      const apart = Math.hypot(hex.x - x, hex.y - y);
      if (apart < least) [found, least] = [hex, apart];
    }
    return { hex: found, apart: least };
  }

  hexAt(x, y) {
    const { hex, apart } = this.nearest(x, y);
    return apart <= 0.6 * this.height ? hex : undefined;
  }

  around(hex) {
    const near = (each) => Math.hypot(each.x - hex.x, each.y - hex.y) < 1.2 * this.height;
    return this.hexes.filter((each) => each !== hex && near(each));
  }

  /* The two hexes of the hexside that is nearest to a point. */
  sideAt(x, y) {
    const hex = this.hexAt(x, y);
    if (!hex) return undefined;
    const { hex: other } = this.nearest(x, y, this.around(hex));
    return other && [hex, other];
  }

  /* The next hex in a direction, from the cursor. */
  beside(dx, dy) {
    const hex = this.cursor ?? this.nearest(this.size.width / 2, this.size.height / 2).hex;
    if (!this.cursor) return hex;
    // going sideways keeps to a row, and does not climb it
    if (dy) this.row = undefined;
    else this.row ??= hex.y;
    const x = hex.x + dx * 0.866 * this.height;
    const y = dx ? this.row : hex.y + dy * this.height;
    const there = this.nearest(
      x,
      y,
      this.hexes.filter((each) => each !== hex),
    );
    if (there.hex && there.apart < 0.8 * this.height) return there.hex;
    const ahead = this.hexes.filter((each) => {
      const [across, down] = [each.x - hex.x, each.y - hex.y];
      return dx
        ? across * dx > 0.5 * this.height && Math.abs(down) < Math.abs(across)
        : down * dy > 0.5 * this.height && Math.abs(across) < Math.abs(down);
    });
    return ahead.length ? this.nearest(hex.x, hex.y, ahead).hex : hex;
  }

  /* Puts the cursor of the keyboard on a hex. */
  put(hex, aloud = true) {
    this.cursor = hex ?? null;
    this.layers.cursor.replaceChildren(...(hex ? [draw("polygon", { points: inset(hex, 0.9) })] : []));
    this.tell(hex);
    if (hex && aloud) say([hexWords(hex), ...(this.noted?.get(hex.name) ?? [])].join("; "));
  }

  /* Says what is under the pointer. */
  tell(hex) {
    const words = hex ? [hexWords(hex), ...(this.noted?.get(hex.name) ?? [])].join("; ") : "";
    const told = words || "Point at a hex, or go to it with the arrow keys, to read what it is.";
    if (byId("under").textContent !== told) byId("under").textContent = told;
  }

  /* Shows marks of answers; what they say of a hex is told with it. */
  paint(marks) {
    this.noted = new Map();
    for (const { hex, said } of marks) {
      if (hex && said) this.noted.set(hex, [...(this.noted.get(hex) ?? []), said]);
    }
    paintMarks(this.layers.answers, this, marks);
  }

  /* Shows something while it is pointed at. */
  light(marks) {
    paintMarks(this.layers.lit, this, marks);
  }
}
