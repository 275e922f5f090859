// Document types as a person looks for one: by their names in the person's language, and what is
// none of them at the end.
import type { DocumentTypeView } from "$lib/backend/bindings";
import type { Language } from "$lib/i18n/i18n.svelte";

/** The type of what is of no other. */
const OTHER = "other";

export function inOrder(types: DocumentTypeView[], language: Language): DocumentTypeView[] {
  const last = (it: DocumentTypeView) => Number(it.name === OTHER);
  return [...types].sort(
    (a, b) => last(a) - last(b) || a[language].localeCompare(b[language], language),
  );
}
