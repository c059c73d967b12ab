// A dialog of the bot's: text fields, menus and ticks.

import { el, words } from "./dom.js";
import { isMenu, menu, standing } from "./menu.js";
import { act, at, whenDialogOpens } from "./state.js";

const box = document.getElementById("dialog");
const [ROW, TEXT_INPUT, TEXT, LABEL, RADIO, TICKS, TICK] = [1, 4, 10, 18, 21, 22, 23];

function input(part) {
  const long = part.style === 2;
  return el(long ? "textarea" : "input", {
    name: part.custom_id, value: part.value ?? "", placeholder: part.placeholder ?? "", required: part.required !== false,
    minLength: part.min_length ?? null, maxLength: part.max_length ?? null,
  });
}

function control(part, values) {
  if (part.type === TEXT_INPUT) {
    values[part.custom_id] = () => node.value;
    const node = input(part);
    return node;
  }
  if (isMenu(part)) {
    let picked = standing(part);
    values[part.custom_id] = () => picked;
    return menu(part, (chosen) => (picked = chosen));
  }
  if (part.type === TICK) {
    const node = el("input", { type: "checkbox", checked: part.default });
    values[part.custom_id] = () => node.checked;
    return node;
  }
  return [RADIO, TICKS].includes(part.type) ? ticks(part, values) : null;
}

function ticks(part, values) {
  const type = part.type === RADIO ? "radio" : "checkbox";
  const made = el("fieldset", {}, ...part.options.map((option) => el("label", { className: "tickbox" },
    el("input", { type, name: part.custom_id, value: option.value, checked: option.default, required: type === "radio" && part.required }),
    option.label, option.description && el("small", {}, option.description))));
  const chosen = () => [...made.querySelectorAll("input:checked")].map((one) => one.value);
  values[part.custom_id] = () => (part.type === RADIO ? chosen()[0] : chosen());
  return made;
}

function field(part, values) {
  if (part.type === TEXT) return el("div", { className: "text", html: part.html });
  if (part.type === LABEL) return labelled(part.label, part.description, control(part.component, values));
  if (part.type === ROW) return el("div", {}, ...part.components.map((one) => labelled(one.label, null, control(one, values))));
  return labelled(null, null, control(part, values));
}

function labelled(label, description, node) {
  return el("label", { className: "field" }, label && el("b", {}, label), description && el("small", {}, description), node);
}

function open(dialog) {
  const values = {};
  const { person, place } = at;
  const form = el("form", { method: "dialog" },
    el("h2", {}, dialog.title),
    ...dialog.parts.map((part) => field(part, values)),
    el("footer", {},
      el("button", { type: "button", className: "button secondary", onclick: () => box.close() }, words.cancel),
      el("button", { type: "submit", className: "button primary" }, words.submit)));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const filled = Object.entries(values).map(([name, read]) => [name, read()]);
    const kept = Object.fromEntries(filled.filter(([, value]) => value !== undefined && value.length !== 0));
    if (await act({ kind: "submit", dialog: dialog.id, values: kept, person, place })) box.close();
  });
  box.replaceChildren(form);
  box.showModal();
  box.scrollTop = 0;
  form.querySelector("input, textarea, .menu-face")?.focus();
}

whenDialogOpens(open);
