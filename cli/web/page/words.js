/* Numbers and short words as players write them. */

/* 2.5 as 2½ */
export function halves(value) {
  if (value === null || value === undefined) return "?";
  const whole = Math.trunc(Math.abs(value));
  const half = Math.abs(value) - whole >= 0.25;
  const text = (whole || !half ? String(whole) : "") + (half ? "½" : "");
  return value < 0 ? `−${text}` : text;
}

export const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/* 2 or 2 or 3 MF */
export const cost = (least, most, factor = "") =>
  [least === most ? halves(least) : `${halves(least)} or ${halves(most)}`, factor]
    .filter(Boolean)
    .join(" ");

/* L33/L2 as L33h2 */
export const locationWords = (name) => name.replace(/\/L(\d+)$/, "h$1");

export const hexWords = (hex) => {
  const parts = [`level ${halves(hex.level)}`, (hex.words ?? hex.terrain).join(", ") || "open"];
  if (hex.stairwell) parts.push("stairwell");
  const printed = (hex.features ?? []).filter((each) => !each.includes("("));
  if (printed.length) parts.push(printed.join(", ").replaceAll("_", " "));
  if (hex.locations.length > 1) parts.push(`Locations ${hex.locations.map(locationWords).join(" ")}`);
  const laid = hex.counters ?? [];
  if (laid.length)
    parts.push(`counters ${laid.map((each) => each.terrain.replaceAll("_", " ")).join(", ")}`);
  return `${hex.name}: ${parts.join("; ")}`;
};

export const VERDICTS = {
  yes: "yes",
  no: "no",
  done: "",
  unknown: "unknown",
  too_close: "too close to call",
  out_of_budget: "out of budget",
  unbound: "unbound",
};
