/* Asks the server. Equal questions have equal answers, so the last ones are kept. */

const API = "/api/v1/";
const MAX_KEPT = 200;
const kept = new Map();

/* What the server refuses, in its own sentence. */
export class Refused extends Error {}

async function told(response, kind) {
  if (kind === "text" && response.ok) return response.text();
  let body;
  try {
    body = await response.json();
  } catch {
    throw new Refused(`the server answered with status ${response.status} and no sentence`);
  }
  if (!response.ok || body.error) throw new Refused(body.error ?? `status ${response.status}`);
  return body;
}

function keep(key, fetched) {
  kept.delete(key);
  kept.set(key, fetched);
  fetched.catch(() => kept.delete(key));
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value);
  return fetched;
}

async function fetchOf(address, options, kind) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Refused("the server does not answer; is hexcourt serve still running?");
  }
  return told(response, kind);
}

const query = (params) => {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const each of [value].flat()) written.append(name, each);
  }
  return String(written);
};

export function get(name, params = {}, kind = "json") {
  const asked = query(params);
  const address = API + name + (asked && `?${asked}`);
  return kept.has(address)
    ? keep(address, kept.get(address))
    : keep(address, fetchOf(address, {}, kind));
}

/* Sends a file; what was fetched of its name before is forgotten. */
export async function send(name, params, file) {
  const address = `${API}${name}?${query(params)}`;
  const headers = { "Content-Type": "application/octet-stream" };
  const told = await fetchOf(address, { method: "POST", headers, body: file }, "json");
  kept.clear();
  return told;
}

/* Forgets what was fetched, where there is something new. */
export const forget = () => kept.clear();

export function ask(name, fields) {
  const body = JSON.stringify(fields);
  const key = `${name} ${body}`;
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  return kept.has(key) ? keep(key, kept.get(key)) : keep(key, fetchOf(API + name, options));
}
