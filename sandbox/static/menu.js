// A menu of options, one or several of which are chosen.

import { el, picks, words } from "./dom.js";

export const STRING = 3;
const TYPES = [STRING, 5, 6, 7, 8];
// The room around an open list, and the least height of its options, in pixels.
const [MARGIN, LEAST] = [10, 90];
export const isMenu = (part) => TYPES.includes(part.type);

export function emoji(of) {
  if (!of) return null;
  if (of.id) return el("img", { className: "emoji", src: `/emoji/${of.id}`, alt: "" });
  return el("span", { className: "emoji", ariaHidden: "true" }, of.name);
}

// Returns the values that stand in a menu before anybody has chosen.
export function standing(part) {
  const ticked = (part.options ?? []).filter((option) => option.default).map((option) => option.value);
  return [...ticked, ...(part.default_values ?? []).map((each) => each.id)];
}

// Returns a menu; `chosen` hears the values when the choice is made.
export function menu(part, chosen) {
  const options = part.type === STRING ? part.options : picks[part.type] ?? [];
  const [least, most] = [part.required === false ? 0 : part.min_values ?? 1, part.max_values ?? 1];
  const picked = new Set(standing(part));
  const single = most === 1;
  const root = el("div", { className: "menu" });
  const label = el("span", { className: "menu-label" });
  const face = el("button", {
    type: "button", className: "menu-face", disabled: part.disabled, "data-part": part.custom_id, ariaHasPopup: "listbox", ariaExpanded: "false",
    onclick: () => (root.classList.contains("open") ? close() : open()),
  }, label, el("span", { className: "arrow", ariaHidden: "true" }, "▾"));
  const list = el("div", { className: "menu-list", role: "listbox", ariaMultiSelectable: String(!single) });
  const done = !single && el("button", { type: "button", className: "button primary", onclick: commit });
  const sheet = el("div", { className: "menu-sheet", hidden: true }, list, done);

  function draw() {
    const names = options.filter((option) => picked.has(option.value)).map((option) => option.label);
    label.textContent = names.length ? names.join(", ") : part.placeholder || words.pick;
    label.classList.toggle("empty", !names.length);
    for (const row of list.children) {
      row.ariaSelected = String(picked.has(row.dataset.value));
      row.disabled = !single && picked.size >= most && !picked.has(row.dataset.value);
    }
    if (done) {
      done.disabled = picked.size < least || picked.size > most;
      done.textContent = `${words.done} (${picked.size}${least === most ? ` / ${most}` : ""})`;
    }
  }

  function toggle(value) {
    const had = picked.delete(value);
    if (single) picked.clear();
    if (!had || (single && least)) picked.add(value);
    draw();
    if (single) commit();
  }

  function commit() {
    close();
    face.focus();
    chosen([...picked]);
  }

  const outside = (event) => root.contains(event.target) || close();
  const key = (event) => {
    const rows = [...list.children].filter((row) => !row.disabled);
    const here = rows.indexOf(document.activeElement);
    const to = { ArrowDown: here + 1, ArrowUp: here < 0 ? -1 : here - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape" && !sheet.hidden) { event.preventDefault(); close(); face.focus(); }
    if (to === undefined || face.disabled) return;
    event.preventDefault();
    if (sheet.hidden) open();
    else rows.at(to % rows.length)?.focus();
  };

  function open() {
    root.classList.add("open");
    sheet.hidden = false;
    face.ariaExpanded = "true";
    place();
    document.addEventListener("pointerdown", outside);
    (list.querySelector("[aria-selected=true]") ?? list.firstElementChild)?.focus();
  }

  // Opens to the side where there is room to see it, and no longer than that: beyond it one would have to scroll.
  function place() {
    list.style.maxHeight = "";
    const room = root.closest("#messages")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    const at = face.getBoundingClientRect();
    const [above, below] = [at.top - room.top, room.bottom - at.bottom];
    const upward = sheet.offsetHeight + MARGIN > below && above > below;
    sheet.classList.toggle("upward", upward);
    const rest = sheet.offsetHeight - list.offsetHeight + MARGIN;
    list.style.maxHeight = `${Math.max(LEAST, Math.min(list.offsetHeight, (upward ? above : below) - rest))}px`;
  }

  function close() {
    root.classList.remove("open");
    sheet.hidden = true;
    face.ariaExpanded = "false";
    document.removeEventListener("pointerdown", outside);
  }

  for (const option of options) {
    list.append(el("button", { type: "button", role: "option", "data-value": option.value, onclick: () => toggle(option.value) },
      emoji(option.emoji),
      el("span", { className: "option" }, option.label, option.description && el("small", {}, option.description)),
      el("span", { className: single ? "dot" : "tick", ariaHidden: "true" })));
  }
  root.addEventListener("keydown", key);
  root.addEventListener("focusout", (event) => event.relatedTarget && outside({ target: event.relatedTarget }));
  root.append(face, sheet);
  draw();
  return root;
}
