// The messages of a place.

import { avatar, clock, el, tellTimes, words } from "./dom.js";
import { embed, parts } from "./parts.js";
import { shownFile } from "./pictures.js";
import { act } from "./state.js";

const TOGETHER = 7 * 60 * 1000;
const list = document.getElementById("messages");
const newest = document.getElementById("newest");
let shown = new Map();
let place = "";
// What is new where one has just come to, until one moves.
let begins = null;

const atEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < 80;

function follows(message, before) {
  return before && before.author.id === message.author.id && !message.used && !message.reply && before.private === message.private
    && new Date(message.at) - new Date(before.at) < TOGETHER;
}

function draw(message, before) {
  const body = el("div", { className: "body" });
  if (message.used) body.append(el("div", { className: "above" }, message.used));
  if (message.reply) body.append(el("div", { className: "above" }, `↪ ${message.reply.who}: ${message.reply.text}`));
  const short = follows(message, before);
  if (!short) {
    body.append(el("div", { className: "head" }, el("b", {}, message.author.name),
      message.author.bot && el("span", { className: "app" }, words.app), el("span", { className: "at" }, clock(message.at))));
  }
  if (message.thinking) body.append(el("em", {}, words.thinking));
  const edited = message.edited && el("span", { className: "at" }, ` ${words.edited}`);
  if (message.html) {
    // As in Discord it stands at the end of the last line.
    const text = el("div", { className: "text", html: message.html });
    if (edited) (text.lastChild.nodeType === Node.ELEMENT_NODE ? text.lastChild : text).append(edited);
    body.append(text);
  }
  body.append(...message.files.map(shownFile), ...message.embeds.map(embed));
  body.append(...parts(message.parts, message).filter(Boolean));
  if (edited && !message.html) body.append(edited);
  if (message.private) {
    body.append(el("div", { className: "private" }, `👁 ${words.private} · `,
      el("button", { type: "button", className: "link", onclick: () => act({ kind: "dismiss", message: message.id }) }, words.dismiss)));
  }
  const made = el("article", { id: `m${message.id}`, className: ["message", short && "short", message.private && "ephemeral", message.pinged && "pinged"].filter(Boolean).join(" ") },
    short ? el("span", { className: "avatar none" }) : avatar(message.author.name, message.author.bot), body);
  tellTimes(made);
  return made;
}

// Shows the messages of a view; what didn't change is left alone, so that an open menu stays open.
export function show(view) {
  const first = !place;
  const moved = place !== view.here + view.me;
  const stay = !moved && !atEnd();
  const next = new Map();
  if (moved) shown = new Map();
  view.messages.forEach((message, number) => {
    const before = view.messages[number - 1];
    const key = JSON.stringify([message, Boolean(follows(message, before))]);
    const old = shown.get(message.id);
    next.set(message.id, old?.key === key ? old : { key, node: draw(message, before) });
  });
  place = view.here + view.me;
  shown = next;
  keepFocus(() => replace([...next.values()].map((one) => one.node)));
  if (moved) arrive(first ? undefined : next.get(view.new[0])?.node);
  else if (stay) newest.hidden = !view.new.length && newest.hidden;
  else toEnd();
}

// The page opens at the end. Who comes to another place sees its end, too, or, where that is more than fits, what is new from its beginning.
function arrive(first) {
  begins = first;
  toEnd();
  if (!first || first.offsetTop - list.offsetTop >= list.scrollTop) return;
  list.scrollTop = first.offsetTop - list.offsetTop;
  newest.hidden = false;
}

// Whoever plays by keyboard stays at the control they used when its message is drawn anew.
function keepFocus(change) {
  const held = document.activeElement;
  const message = held.closest("article")?.id;
  change();
  if (!message || held.isConnected) return;
  const controls = [...(document.getElementById(message)?.querySelectorAll("[data-part]:not(:disabled)") ?? [])];
  const same = controls.find((control) => control.dataset.part === held.dataset.part);
  (same ?? controls[0])?.focus({ preventScroll: true });
}

function replace(nodes) {
  nodes.forEach((node, number) => {
    if (list.children[number] !== node) list.insertBefore(node, list.children[number] ?? null);
  });
  while (list.children.length > nodes.length) list.lastElementChild.remove();
}

function toEnd() {
  list.scrollTop = list.scrollHeight;
  newest.hidden = true;
}

// A link to a message of this Discord leads there.
function follow(event) {
  const link = event.target.closest("a[href*='/channels/']");
  if (!link) return;
  event.preventDefault();
  const target = document.getElementById(`m${link.href.split("/").at(-1)}`);
  target?.scrollIntoView({ block: "center" });
  target?.classList.add("found");
  setTimeout(() => target?.classList.remove("found"), 1500);
}

newest.addEventListener("click", () => {
  begins = null;
  toEnd();
});
list.addEventListener("click", follow);
list.addEventListener("scroll", () => atEnd() && (newest.hidden = true));
list.addEventListener("load", () => (begins?.isConnected ? arrive(begins) : newest.hidden && toEnd()), true);
for (const moves of ["wheel", "touchmove", "keydown", "pointerdown"]) list.addEventListener(moves, () => (begins = null), { passive: true });
setInterval(() => tellTimes(list), 10000);
