// The page: who one plays as, where one looks, and what is there.

import { leave, prepare } from "./composer.js";
import "./dialog.js";
import { avatar, el, notice, picks, time, words } from "./dom.js";
import { show } from "./messages.js";
import { act, addressOf, ask, at, readAddress, send } from "./state.js";

const MARKS = { channel: "#", thread: "↳", dm: "✉" };
const $ = (id) => document.getElementById(id);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
let waiting = new AbortController();

const badge = (count) => count > 0 && el("span", { className: "badge", ariaLabel: `${count} ${words.asked}` }, String(count));

function drawPeople(view) {
  $("people").ariaLabel = words.people;
  $("people").replaceChildren(el("h2", {}, words.people), ...view.people.map((person) => el("a", {
    href: addressOf(person.key, view.places.find((place) => place.id === view.here)?.kind === "dm" ? "" : view.here),
    className: person.key === view.me ? "chosen" : "",
    ariaCurrent: person.key === view.me ? "true" : undefined,
  }, avatar(person.name), el("span", { className: "name" }, person.name, person.reads && el("small", {}, person.reads)),
  badge(person.pings))));
}

function drawPlaces(view) {
  const link = (place) => el("a", {
    href: addressOf(view.me, place.id),
    className: [place.id === view.here && "chosen", place.unread && "unread"].filter(Boolean).join(" "),
  }, el("span", { className: "mark", ariaHidden: "true" }, MARKS[place.kind]), el("span", { className: "name" }, place.name), badge(place.pings));
  const [rooms, talks] = [view.places.filter((place) => place.kind !== "dm"), view.places.filter((place) => place.kind === "dm")];
  $("places").replaceChildren(el("h2", {}, words.channels), ...rooms.map(link), el("h2", {}, words.dms), ...talks.map(link));
}

function draw(view) {
  const place = view.places.find((one) => one.id === view.here);
  const person = view.people.find((one) => one.key === view.me);
  time.ahead = view.ahead;
  drawPeople(view);
  drawPlaces(view);
  $("where").replaceChildren(el("span", { className: "mark" }, MARKS[place.kind]), place.name);
  $("who").textContent = [`${words["you-are"]} ${person.name}`, person.reads].filter(Boolean).join(" · ");
  document.title = `${person.name} – Herald`;
  show(view);
}

async function look(after) {
  waiting = new AbortController();
  try {
    const view = await ask("/view", { after }, waiting.signal);
    notice.lost && notice(null);
    notice.lost = false;
    if (at.person !== view.me || at.place !== view.here) {
      history.replaceState(null, "", addressOf(view.me, view.here));
      readAddress();
      leave();
    }
    draw(view);
    return view.version;
  } catch (error) {
    if (error.name === "AbortError") return "";
    notice.lost = true;
    notice(words["connection-lost"], true);
    await pause(2000);
    return "";
  }
}

// What is pressed above the messages, and is asked of the server by its own name.
function above(id, label, done, meanwhile) {
  $(id).textContent = label;
  $(id).addEventListener("click", async () => {
    $(id).disabled = true;
    if (meanwhile) notice(meanwhile, true);
    if (await send(`/${id}`)) notice(done);
    $(id).disabled = false;
  });
}

function hint(game) {
  if (localStorage.getItem("hint")) return;
  const close = () => { $("hint").hidden = true; localStorage.setItem("hint", "read"); };
  const learn = async () => { if (await act({ kind: "typed", text: `/learn game:${game}` })) close(); };
  const button = (label, onclick) => el("button", { type: "button", className: "button secondary", onclick }, label);
  $("hint").replaceChildren(el("span", {}, words.hint), button(words.learn, learn), button(words["hint-close"], close));
  $("hint").hidden = false;
}

// Leads to where a link to a message of Discord's would lead.
function follow(event) {
  const found = event.target.closest?.("a")?.href.match(/^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)/);
  if (!found) return;
  event.preventDefault();
  location.hash = addressOf(at.person, found[1]);
}

async function begin() {
  const told = await ask("/texts");
  Object.assign(words, told.texts);
  Object.assign(picks, told.picks);
  above("everybody", words.everybody, words["everybody-ready"]);
  above("morning", `☾ ${words.morning}`, words["morning-came"], words.restarting);
  above("restart", `↻ ${words.restart}`, words.restarted, words.restarting);
  $("newest").textContent = `${words.jump} ↓`;
  addEventListener("click", follow);
  addEventListener("hashchange", () => { readAddress(); leave(); waiting.abort(); });
  readAddress();
  hint(told.game);
  await prepare();
  for (let version = ""; ; ) version = await look(version);
}

begin();
