/* Makes elements. What is told goes in as text; nothing is ever read as HTML. */

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    } else if (name === "value" || name === "checked") {
      element[name] = value;
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined));
  return element;
}

export const make = (tag, attributes = {}, ...children) =>
  filled(document.createElement(tag), attributes, children);

export const draw = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

export const byId = (name) => document.getElementById(name);

export const button = (words, act, attributes = {}) =>
  make("button", { type: "button", ...attributes, on: { click: act } }, words);

/* A label with its control. */
export const field = (words, control) => make("label", { class: "field" }, words, " ", control);

export const choice = (options, value, act, attributes = {}) => {
  const made = make(
    "select",
    { ...attributes, on: { change: () => act(made.value) } },
    options.map(([each, words]) => make("option", { value: each }, words)),
  );
  made.value = value;
  return made;
};

export const entry = (value, act, attributes = {}) => {
  const made = make("input", {
    value,
    autocomplete: "off",
    spellcheck: "false",
    ...attributes,
    on: { change: () => act(made.value.trim()) },
  });
  return made;
};

/* Says something to those who hear the page. */
export function say(words) {
  byId("live").textContent = words;
}
