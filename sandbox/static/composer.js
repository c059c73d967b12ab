// Where one writes: messages, and commands with their options.

import { el, picks, words } from "./dom.js";
import { act, ask, at, send } from "./state.js";

const form = document.getElementById("composer");
const [INTEGER, BOOLEAN, NUMBER] = [4, 5, 10];
const ENTITIES = { 6: 5, 7: 8, 8: 6, 9: 7 };
const line = el("input", { className: "line", placeholder: "", ariaLabel: "" });
const sheet = el("div", { className: "commands", hidden: true });
let commands = [];
let current = null;

export async function prepare() {
  line.placeholder = line.ariaLabel = words.composer;
  leave();
}

// Forgets what was being typed, as when one becomes somebody else.
export async function leave() {
  current = null;
  line.value = "";
  sheet.hidden = true;
  form.replaceChildren(sheet, line, el("button", { type: "submit", className: "button primary" }, words.send));
  if (at.person) commands = await ask("/commands");
}

// A command is found by what its person reads and by what it is called everywhere.
const fits = (command, typed) => [command.shown, command.name].some((name) => name.includes(typed));
const begins = (command, typed) => [command.shown, command.name].some((name) => typed.startsWith(`${name} `));
const named = (command) => command.options.map((option) => ` ${option.shown}:`).join("");

function offer() {
  sheet.hidden = !line.value.startsWith("/");
  if (sheet.hidden) return;
  const typed = line.value.slice(1).toLowerCase();
  const fitting = commands.filter((command) => fits(command, typed) || begins(command, typed));
  sheet.replaceChildren(...fitting.map((command) => el("button", { type: "button", onclick: () => choose(command) },
    el("b", {}, `/${command.shown}`), el("small", {}, begins(command, typed) ? named(command) : command.description))));
  if (!fitting.length) sheet.append(el("small", {}, words.nothing));
}

function choose(command) {
  const fields = command.options.map((option) => [option, field(command, option)]);
  current = { command, fields };
  sheet.hidden = true;
  form.replaceChildren(
    el("div", { className: "command" }, el("b", {}, `/${command.shown}`),
      ...fields.map(([option, node]) => el("label", {}, el("small", { title: option.description }, option.shown, option.required ? " *" : ""), node))),
    el("button", { type: "button", className: "button secondary", onclick: leave }, words.cancel),
    el("button", { type: "submit", className: "button primary" }, words["command-run"]));
  (form.querySelector("input, select") ?? form.querySelector("[type=submit]")).focus();
}

function field(command, option) {
  const choices = option.choices?.length ? option.choices.map((one) => [one.value, one.name])
    : option.type === BOOLEAN ? [["true", words.yes], ["false", words.no]]
      : ENTITIES[option.type] ? picks[ENTITIES[option.type]].map((one) => [one.value, one.label]) : null;
  if (choices) {
    return el("select", { required: option.required }, el("option", { value: "" }, "—"),
      ...choices.map(([value, label]) => el("option", { value }, label)));
  }
  const number = [INTEGER, NUMBER].includes(option.type);
  const node = el("input", { type: number ? "number" : "text", required: option.required, min: option.min_value, max: option.max_value, size: 12 });
  if (option.autocomplete) suggest(command, option, node);
  return node;
}

function suggest(command, option, node) {
  const list = el("datalist", { id: `offers-${option.name}` });
  form.append(list);
  node.setAttribute("list", list.id);
  node.addEventListener("focus", refill);
  node.addEventListener("input", refill);
  async function refill() {
    const offers = await send("/suggest", { name: command.name, option: option.name, text: node.value, options: {} });
    node.offers = Object.fromEntries((offers ?? []).map((offer) => [offer.name, offer.value]));
    list.replaceChildren(...Object.keys(node.offers).map((value) => el("option", { value })));
    if (!list.isConnected) node.after(list);
  }
}

function value(option, node) {
  const text = node.offers?.[node.value] ?? node.value;
  if (option.type === BOOLEAN) return text === "true";
  return [INTEGER, NUMBER].includes(option.type) ? Number(text) : text;
}

async function run() {
  const filled = current.fields.filter(([, node]) => node.value !== "");
  const options = Object.fromEntries(filled.map(([option, node]) => [option.name, value(option, node)]));
  const name = current.command.name;
  await leave();
  await act({ kind: "command", name, options });
}

async function submit() {
  sheet.hidden = true;
  if (current) return run();
  const text = line.value.trim();
  if (text.startsWith("/")) {
    const typed = text.slice(1).toLowerCase();
    const command = commands.find((one) => [one.shown, one.name].includes(typed)) ?? commands.find((one) => fits(one, typed));
    if (command) return choose(command);
    if (await act({ kind: "typed", text })) leave();
    return;
  }
  line.value = "";
  return text && act({ kind: "say", text });
}

line.addEventListener("input", offer);
line.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { line.value = ""; sheet.hidden = true; }
});
form.addEventListener("submit", (event) => { event.preventDefault(); submit(); });
