// Who one is and where, and talking to the server.

import { notice, words } from "./dom.js";

export const at = { person: "", place: "" };

export function readAddress() {
  const [person = "", place = ""] = location.hash.slice(1).split("/");
  Object.assign(at, { person, place });
}

export const addressOf = (person, place) => `#${person}/${place}`;

export async function ask(path, more = {}, signal = undefined) {
  const query = new URLSearchParams({ ...(at.person && { person: at.person, place: at.place }), ...more });
  const answer = await fetch(`${path}?${query}`, { signal });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

// Sends something; returns the answer, or null where it was refused (and says why).
export async function send(path, body = {}) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ person: at.person, place: at.place, ...body }),
    });
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) notice(told.refused ?? words["general-error"]);
    return answer.ok ? told : null;
  } catch {
    notice(words["connection-lost"], true);
    return null;
  }
}

const openers = [];
export const whenDialogOpens = (opener) => openers.push(opener);

// Does a deed, opens the dialog it may lead to, and says when the bot stayed silent. True: it was answered.
export async function act(deed) {
  const answer = await send("/do", deed);
  if (answer?.dialog) openers.forEach((open) => open(answer.dialog));
  if (answer?.failed) notice(words["answer-failed"]);
  return Boolean(answer && !answer.failed);
}
