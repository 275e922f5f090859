// Keys that work everywhere. Letters count only where nobody is typing.
//
// `g` begins a jump: the letter behind it is that of a screen (`$lib/screens`). Keys are
// told by their place as well as their letter, so that they work while Hangul is being typed.
import type { Route } from "$lib/controllers/router.svelte";
import { PLACES, to } from "$lib/screens";

export type Deed =
  | { do: "palette" }
  | { do: "keys" }
  | { do: "convert" }
  | { do: "search" }
  | { do: "paste" }
  | { do: "zoom"; by: 1 | -1 | 0 }
  | { do: "undo" }
  | { do: "go"; to: Route };

const JUMP_MS = 1200;

/** When `g` was pressed; a page that has just opened is young itself. */
let jumpAt = -Infinity;

/** The letter of a key, whatever the keyboard's layout makes of it. */
export function letter(event: KeyboardEvent): string {
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : event.key;
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  // An editor in a shadow root is its host from here.
  const inEditor = target.shadowRoot?.activeElement?.closest('[contenteditable="true"]');
  return Boolean(inEditor) || target.matches("input, textarea, select, [contenteditable='true']");
}

/** Which way the keys of zooming go; the numeric pad has its own. */
function zooming(event: KeyboardEvent): 1 | -1 | 0 | null {
  if (event.key === "+" || event.key === "=" || event.code === "NumpadAdd") return 1;
  if (event.key === "-" || event.key === "_" || event.code === "NumpadSubtract") return -1;
  return event.key === "0" || event.code === "Numpad0" ? 0 : null;
}

export function shortcut(event: KeyboardEvent): Deed | null {
  const main = event.metaKey || event.ctrlKey;
  const key = letter(event);
  if (main && !event.altKey && !event.shiftKey && key === "k") return { do: "palette" };
  if (main && !event.altKey && !event.shiftKey && key === "o") return { do: "convert" };
  const by = main && !event.altKey ? zooming(event) : null;
  if (by !== null) return { do: "zoom", by };
  if (main && !event.altKey && !event.shiftKey && key === "v" && !isTyping(event.target))
    return { do: "paste" };
  if (!event.altKey && !event.shiftKey && key === "z" && !isTyping(event.target))
    return { do: "undo" };
  if (main || event.altKey || isTyping(event.target)) return null;
  if (event.key === "?") return { do: "keys" };
  if (event.key === "/") return { do: "search" };
  if (key === "g" && !event.shiftKey) {
    jumpAt = event.timeStamp;
    return null;
  }
  if (event.timeStamp - jumpAt < JUMP_MS) {
    jumpAt = -Infinity;
    const place = PLACES.find((it) => it.key === key);
    if (place) return { do: "go", to: to(place.name) };
  }
  return null;
}

/** How the main modifier is written here. */
export function mainKey(platform: string): string {
  return /mac|iphone|ipad/i.test(platform) ? "⌘" : "Ctrl";
}
