// Making elements, and the words and times on them.

export const words = {};
export const picks = {};
// How far the time of this Discord is ahead of the reader's, in seconds.
export const time = { ahead: 0 };
const now = () => Date.now() + time.ahead * 1000;

export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "html") made.innerHTML = value;
    else if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

const LANGUAGE = document.documentElement.lang;
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function relative(date) {
  const seconds = (date - now()) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

// Writes every time in an element as the reader's clock says it.
export function tellTimes(root) {
  for (const told of root.querySelectorAll("time[data-unix]")) {
    const date = new Date(told.dataset.unix * 1000);
    const style = told.dataset.style;
    told.textContent = style === "R" ? relative(date) : new Intl.DateTimeFormat(LANGUAGE, STYLES[style]).format(date);
    told.title = new Intl.DateTimeFormat(LANGUAGE, STYLES.F).format(date);
  }
}

export function clock(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date(now()).toDateString();
  const hour = new Intl.DateTimeFormat(LANGUAGE, STYLES.t).format(date);
  return today ? `${words.today} ${hour}` : `${new Intl.DateTimeFormat(LANGUAGE, STYLES.d).format(date)} ${hour}`;
}

const COLOURS = ["#5865f2", "#c27c0e", "#3ba55d", "#d83c8a", "#1f8b9c", "#b5543b", "#5b7f2e", "#9b59b6"];

export function avatar(name, bot = false) {
  const colour = bot ? "#8c5a2b" : COLOURS[name.codePointAt(0) % COLOURS.length];
  return el("span", { className: "avatar", style: `background:${colour}`, ariaHidden: "true" }, bot ? "♛" : name[0]);
}

let noticeTimer = 0;

// Shows a sentence above the composer for a while.
export function notice(text, lasting = false) {
  const box = document.getElementById("notice");
  clearTimeout(noticeTimer);
  box.hidden = !text;
  box.classList.remove("fading");
  void box.offsetWidth; // The styles are computed anew, so that the next one fades from its beginning.
  box.classList.toggle("fading", !lasting);
  box.textContent = text ?? "";
  if (text && !lasting) noticeTimer = setTimeout(() => notice(null), 5000);
}
