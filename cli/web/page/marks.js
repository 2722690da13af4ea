/* What answers light on the map. A mark is one of
     { hex, kind, text, said }    a hex, filled; text on it, and what is said of it
     { ring, kind }               a hex, outlined
     { way: [[x, y], ...], kind } a line
     { dot: [x, y], kind, text }  a point
     { picture, board, colour }   all spots of a colour in the picture of a board */

import { draw } from "./elements.js";

const HATCHES = {
  blocked: "M-2 2l4 -4M0 10l10 -10M8 12l4 -4",
  unknown: "M3 3.5a2.2 2.2 0 1 1 3 2q-1 .5 -1 1.5M5 9h.1",
  later: "M0 5h10M5 0v10",
};

export function defineHatches() {
  const patterns = Object.entries(HATCHES).map(([name, d]) =>
    draw(
      "pattern",
      { id: `answer-${name}`, width: 10, height: 10, patternUnits: "userSpaceOnUse" },
      draw("path", { d, class: `hatch ${name}` }),
    ),
  );
  return draw("defs", {}, patterns);
}

/* A small hex as a mark of some kind fills it. */
export const sample = (kind) =>
  draw(
    "svg",
    { class: "overlay sample", viewBox: "0 0 24 20", width: 24, height: 20, "aria-hidden": "true" },
    draw("polygon", { class: `mark ${kind}`, points: "7,2 17,2 22,10 17,18 7,18 2,10" }),
  );

export const inset = (hex, share) =>
  hex.corners.map(([x, y]) => `${hex.x + (x - hex.x) * share},${hex.y + (y - hex.y) * share}`).join(" ");

function shapes(map, mark) {
  const kind = `mark ${mark.kind ?? ""}`;
  if (mark.hex !== undefined) {
    const hex = map.byName.get(mark.hex);
    if (!hex) return [];
    const filled = draw("polygon", { class: kind, points: inset(hex, 0.93), "data-hex": hex.name });
    if (!mark.text) return [filled];
    return [filled, draw("text", { class: `words ${mark.kind}`, x: hex.x, y: hex.y + 16 }, mark.text)];
  }
  if (mark.ring !== undefined) {
    const hex = map.byName.get(mark.ring);
    return hex
      ? [draw("polygon", { class: `ring ${kind}`, points: inset(hex, 0.86), "data-hex": hex.name })]
      : [];
  }
  if (mark.way) {
    const points = mark.way.map((each) => each.join(",")).join(" ");
    return [
      draw("polyline", { class: `casing ${kind}`, points }),
      draw("polyline", { class: `way ${kind}`, points }),
    ];
  }
  if (mark.picture) {
    const [left, top, width, height] = mark.picture;
    const href = `/api/v1/picture?${new URLSearchParams({ board: mark.board, colour: mark.colour })}`;
    return [draw("image", { href, x: left, y: top, width, height, preserveAspectRatio: "none", class: "spots" })];
  }
  const [x, y] = mark.dot;
  const dot = draw("circle", { class: `dot ${kind}`, cx: x, cy: y, r: mark.text ? 8 : 6 });
  return mark.text ? [dot, draw("text", { class: `number ${kind}`, x, y: y + 3.5 }, mark.text)] : [dot];
}

export function paintMarks(layer, map, marks) {
  layer.replaceChildren(...marks.flatMap((each) => shapes(map, each)));
}

/* Two points nearby, so that marks on one hexside do not hide each other. */
export function apart(points) {
  const taken = new Map();
  return points.map((point) => {
    const key = `${Math.round(point.x / 6)},${Math.round(point.y / 6)}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return { ...point, x: point.x + before * 15 };
  });
}
