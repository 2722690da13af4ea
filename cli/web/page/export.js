/* What is seen, as a file: drawing, picture, table, or a page that needs no server. */

import { byId, button, make } from "./elements.js";

const DRAWN = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity"],
  ...["font-family", "font-size", "font-weight", "text-anchor", "paint-order"],
];

/* Copies a drawing with what the style sheet says of it written into it, so that any program shows it. */
function styled(from) {
  const to = from.cloneNode(false);
  if (from.nodeType !== Node.ELEMENT_NODE) return to;
  const style = getComputedStyle(from);
  if (style.display === "none" && !from.closest("defs")) return null;
  to.removeAttribute("class");
  if (!from.closest("defs") || from.classList.contains("hatch"))
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name);
      if (value) to.setAttribute(name, value.replaceAll(/"/g, "'"));
    }
  if (style.transform !== "none" && from.localName === "text") {
    const [, , , , x, y] = style.transform.match(/-?[\d.]+/g);
    to.setAttribute("transform", `translate(${x} ${y}) ${from.getAttribute("transform") ?? ""}`);
  }
  for (const each of from.childNodes) {
    const copied = styled(each);
    if (copied) to.append(copied);
  }
  return to;
}

async function asData(address) {
  const blob = await (await fetch(address)).blob();
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
}

/* The map as it is seen, as the text of an SVG file. */
async function drawing(context) {
  const { width, height } = context.map.size;
  const root = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
    root.setAttribute(name, value);
  const title = document.createElementNS(root.namespaceURI, "title");
  title.textContent = document.title;
  const ground = document.createElementNS(root.namespaceURI, "rect");
  for (const [name, value] of Object.entries({ width, height, fill: "#ffffff" })) ground.setAttribute(name, value);
  root.append(title, ground);
  for (const each of byId("sheet").querySelectorAll(":scope > svg")) root.append(styled(each));
  for (const each of root.querySelectorAll("image")) each.setAttribute("href", await asData(each.getAttribute("href")));
  return new XMLSerializer().serializeToString(root);
}

const MAX_PIXELS = 16e6;

async function picture(context) {
  const svg = await drawing(context);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const { width, height } = context.map.size;
  const scale = Math.min(2, Math.sqrt(MAX_PIXELS / (width * height)));
  const canvas = make("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/* The rows of the answer, one a line; what has parts of its own is written as JSON. */
export function table(rows) {
  const flat = rows.map((row) => (row.row ? { ...row.row, ...row, row: undefined } : row));
  const names = [...new Set(flat.flatMap(Object.keys))].filter((name) => flat.some((row) => row[name] !== undefined));
  const cell = (value) => {
    if (value === undefined || value === null) return "";
    let text = typeof value === "object" ? JSON.stringify(value) : String(value);
    if (/^[=+@\t\r]/.test(text) || (/^-/.test(text) && typeof value !== "number")) text = `'${text}`; // no formula
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names, ...flat.map((row) => names.map((name) => row[name]))]
    .map((line) => line.map(cell).join(","))
    .join("\r\n");
}

const escaped = (text) =>
  text.replaceAll(/[&<>"]/g, (each) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[each]);

/* A page of what is seen, whole in one file, with the link that leads back here. */
async function page(context) {
  const { board, place, given } = context.state();
  const answers = [...document.querySelectorAll("#changed:not([hidden]), [role=tabpanel]:not([hidden]) .answer")];
  const told = answers.map((each) => {
    const copy = each.cloneNode(true);
    const samples = [...each.querySelectorAll("svg")];
    for (const one of copy.querySelectorAll("svg")) one.replaceWith(styled(samples.shift()) ?? "");
    for (const one of copy.querySelectorAll(":not(svg, svg *)")) {
      for (const { name } of [...one.attributes]) if (name !== "class") one.removeAttribute(name);
    }
    for (const one of copy.querySelectorAll("button")) one.replaceWith(make("span", { class: "name" }, one.textContent));
    for (const one of copy.querySelectorAll(".stepper")) one.remove();
    return copy.innerHTML;
  });
  const on = [...place, ...given].map((each) => `<li><code>${escaped(each)}</code></li>`).join("");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.title)}</title>
<style>body{font:16px/1.45 system-ui,sans-serif;max-width:72rem;margin:auto;padding:1rem}svg{max-width:100%;height:auto}
.name{border:1px solid #bbb;border-radius:4px;padding:0 .3rem;font-weight:600}
.places,.inline{display:flex;flex-wrap:wrap;gap:.3rem 1rem;list-style:none;padding:0}.places{gap:.3rem}table{border-collapse:collapse}td,th{padding:.1rem .6rem;border-bottom:1px solid #bbb;text-align:left}</style>
</head><body><h1>${escaped(context.map.title ?? board)}</h1>
${on && `<p>On the map:</p><ul>${on}</ul>`}
${await drawing(context)}
${told.join("\n")}
<p>Asked of hexcourt: <a href="${escaped(location.href)}">the same, live</a> while hexcourt serves ${escaped(board)}.</p>
</body></html>
`;
}

export function save(content, kind, ending, context, words = context.state().tab) {
  const blob = content instanceof Blob ? content : new Blob([content], { type: kind });
  const name = [context.map.title ?? "map", words].join(" ").replaceAll(/[^\w-]+/g, "_");
  const link = make("a", { href: URL.createObjectURL(blob), download: `${name}.${ending}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/* The dialog that offers them; `answers()` gives the answers on show. */
export function furnishExport(context, answers, copyLink) {
  const dialog = byId("export-dialog");
  const ways = [
    ["Picture (PNG)", async () => save(await picture(context), "image/png", "png", context)],
    ["Drawing (SVG)", async () => save(await drawing(context), "image/svg+xml", "svg", context)],
    ["Rows of the answer (CSV)", () => save(table(answers().flatMap((each) => each.answer.rows)), "text/csv", "csv", context)],
    ["Page that needs no server (HTML)", async () => save(await page(context), "text/html", "html", context)],
    ["Copy link", copyLink],
  ];
  const done = async (act) => {
    dialog.close();
    await act();
  };
  dialog.replaceChildren(
    make("h2", { id: "export-title" }, "Export what you see"),
    make("ul", { class: "boards" }, ways.map(([words, act]) => make("li", {}, button(words, () => done(act), { class: "board" })))),
    make("p", { class: "small" }, "The map is exported whole, with the layers that are shown."),
    button("Close", () => dialog.close()),
  );
  byId("export").addEventListener("click", () => dialog.showModal());
}

