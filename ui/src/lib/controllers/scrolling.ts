// Page Up, Page Down, Home and End where the cursor stands in nothing that scrolls: they move what
// the screen is about, which says so with `data-scrolls`.
//
// Invariant: whoever types, chooses in a list or stands in something that scrolls keeps the key.
import { isTyping } from "$lib/controllers/shortcuts";

const MAIN = "[data-scrolls], .sheet-screen";
/** Widgets that give these keys a meaning of their own. */
const THEIRS = '[role="tab"], [role="menu"], [role="menuitem"], [role="listbox"], [role="slider"]';
/** Of a view's height, what stays in sight over a page. */
const KEPT = 0.12;

const scrolls = (it: Element): boolean =>
  it.scrollHeight > it.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(it).overflowY);

/** Where a key goes to in something that scrolls; none of a key that goes nowhere. */
export function goal(
  key: string,
  at: Pick<Element, "scrollTop" | "clientHeight" | "scrollHeight">,
): number | null {
  const page = at.clientHeight * (1 - KEPT);
  const last = Math.max(0, at.scrollHeight - at.clientHeight);
  const to = { Home: 0, End: last, PageUp: at.scrollTop - page, PageDown: at.scrollTop + page };
  return key in to ? Math.min(last, Math.max(0, to[key as keyof typeof to])) : null;
}

/** Follows such a key; says whether it did. */
export function pageKey(event: KeyboardEvent, main: Element): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  if (!["Home", "End", "PageUp", "PageDown"].includes(event.key)) return false;
  const { target } = event;
  if (isTyping(target) || (target instanceof Element && target.closest(THEIRS))) return false;
  for (let it = target instanceof Element ? target : null; it && it !== main; it = it.parentElement)
    if (scrolls(it)) return false;
  const screen = [...main.querySelectorAll(MAIN)].find(scrolls);
  const to = screen ? goal(event.key, screen) : null;
  if (!screen || to === null) return false;
  screen.scrollTo({ top: to });
  return true;
}
