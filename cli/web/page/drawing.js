/* The drawing of a board as the server sends it: of its elements only those that draw are taken. */

const TAGS = new Set([
  "svg",
  "g",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "defs",
  "clipPath",
  "pattern",
  "title",
  "desc",
  "use",
]);
const NO_ATTRIBUTE = /^(on|style$|href$|xlink:)/i;

export function readDrawing(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = read.documentElement;
  if (root.localName !== "svg") throw new Error("the map's drawing cannot be read");
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (!TAGS.has(element.localName)) {
      element.remove();
      continue;
    }
    const shape = element.getAttribute("href");
    for (const { name } of [...element.attributes]) {
      if (NO_ATTRIBUTE.test(name)) element.removeAttribute(name);
    }
    // what is drawn once more is part of the drawing itself
    if (element.localName === "use" && shape?.startsWith("#")) element.setAttribute("href", shape);
  }
  root.removeAttribute("role");
  root.setAttribute("aria-hidden", "true");
  return document.adoptNode(root);
}
