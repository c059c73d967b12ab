// The components of a message, of both of Discord's kinds.

import { el } from "./dom.js";
import { emoji, isMenu, menu } from "./menu.js";
import { fileLink, picture } from "./pictures.js";
import { act } from "./state.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };
const colour = (number) => `#${number.toString(16).padStart(6, "0")}`;

const KINDS = {
  1: (part, message) => el("div", { className: "row" }, ...parts(part.components, message)),
  2: button,
  9: (part, message) => el("div", { className: "section" },
    el("div", {}, ...parts(part.components, message)), ...parts([part.accessory], message)),
  10: (part) => el("div", { className: "text", html: part.html }),
  11: (part) => picture(part.files[0], "thumbnail"),
  12: (part) => el("div", { className: "gallery" }, ...part.files.map((file) => picture(file))),
  13: (part) => fileLink(part.files[0]),
  14: (part) => el("hr", { className: `${part.divider === false ? "blank" : ""} ${part.spacing === 2 ? "wide" : ""}` }),
  17: (part, message) => el("div", {
    className: "container",
    style: part.accent_color == null ? null : `border-left-color:${colour(part.accent_color)}`,
  }, ...parts(part.components, message)),
};

export function parts(list, message) {
  return list.map((part) => (isMenu(part) ? select(part, message) : KINDS[part.type]?.(part, message)));
}

function button(part, message) {
  if (part.style === 5) {
    return el("a", { className: "button secondary", href: part.url, target: "_blank", rel: "noopener" }, emoji(part.emoji), part.label, " ↗");
  }
  return el("button", {
    type: "button", className: `button ${STYLES[part.style]}`, disabled: part.disabled, "data-part": part.custom_id,
    onclick: (event) => press(event.currentTarget, { kind: "click", message: message.id, part: part.custom_id }),
  }, emoji(part.emoji), el("span", {}, part.label ?? ""));
}

async function press(node, deed) {
  if (node.classList.contains("waiting")) return;
  node.classList.add("waiting");
  await act(deed);
  node.classList.remove("waiting");
}

function select(part, message) {
  const made = menu(part, (values) => press(made, { kind: "pick", message: message.id, part: part.custom_id, values }));
  return made;
}

export function embed(of) {
  return el("div", { className: "container", style: of.colour == null ? null : `border-left-color:${colour(of.colour)}` },
    of.title && el("strong", { html: of.title }),
    of.html && el("div", { className: "text", html: of.html }),
    of.fields.length > 0 && el("div", { className: "fields" }, ...of.fields.map((field) =>
      el("div", { className: field.inline ? "inline" : "" }, el("strong", { html: field.name }), el("div", { className: "text", html: field.html })))),
    picture(of.picture),
    of.footer && el("small", {}, of.footer));
}
