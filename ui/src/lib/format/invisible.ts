// Characters that nothing is drawn for: a text that holds them can look like another one.
import { INVISIBLE } from "$lib/backend/bindings";

/** Finds them; for a search through a whole text. */
export const invisible = new RegExp(INVISIBLE, "gu");

/** A text with their numbers in their places. */
export function visible(text: string): string {
  return text.replace(
    invisible,
    (it) => `‹U+${(it.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`,
  );
}
