// Pictures and other files of a message; a picture can be looked at in its full size.

import { el, words } from "./dom.js";

const box = document.getElementById("picture");

// Returns a picture that keeps its place free before it is there; null for one that this Discord doesn't have.
// How large it is beside text is said by the page's styles, which know how large the screen is.
export function picture(file, className = "picture") {
  if (!file) return null;
  const size = `--width:${file.width};--height:${file.height}`;
  return el("button", { type: "button", className: `${className} enlarge`, title: words.enlarge, style: size, onclick: () => enlarge(file) },
    el("img", { src: file.url, alt: file.alt, width: file.width, height: file.height }));
}

function enlarge(file) {
  const close = () => box.close();
  box.replaceChildren(
    el("button", { type: "button", className: "button secondary close", onclick: close }, words.close),
    el("img", { src: file.url, alt: file.alt, width: file.width, height: file.height, onclick: close }));
  box.showModal();
}

export function fileLink(file) {
  return file && el("a", { className: "file", href: file.url, download: file.name }, `📄 ${file.name}`);
}

export const shownFile = (file) => (file?.picture ? picture(file) : fileLink(file));
