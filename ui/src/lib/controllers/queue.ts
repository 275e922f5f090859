// The queue of a review: what is still to be looked at in a document, and which document is next.
//
// Invariant: pure functions of what was found; the order is that of the pages, and of the list that
// the person came from.
import type { DocumentView, FieldView } from "$lib/backend/bindings";
import type { Chosen } from "$lib/controllers/evidence";

/** Values to be compared with the page, in reading order. */
export function doubtful(fields: readonly FieldView[]): FieldView[] {
  const top = (it: FieldView) => it.evidence.boxes[0]?.y0 ?? 0;
  const left = (it: FieldView) => it.evidence.boxes[0]?.x0 ?? 0;
  return fields
    .filter((it) => it.doubtful)
    .sort(
      (a, b) =>
        a.evidence.document_index - b.evidence.document_index ||
        a.evidence.page - b.evidence.page ||
        top(a) - top(b) ||
        left(a) - left(b),
    );
}

/** The one behind the chosen one, from the beginning again at the end; none where there is none. */
export function after<T extends { id: number }>(
  listed: readonly T[],
  what: Chosen["what"],
  chosen: Chosen | null,
): T | null {
  const at = chosen?.what === what ? listed.findIndex((it) => it.id === chosen.id) : -1;
  return listed[(at + 1) % Math.max(listed.length, 1)] ?? null;
}

/** The next document that nobody has looked through, behind the one of a run; none where all are. */
export function nextDocument(listed: readonly DocumentView[], run: string): DocumentView | null {
  const at = listed.findIndex((it) => it.run.run === run);
  const from = [...listed.slice(at + 1), ...listed.slice(0, Math.max(at, 0))];
  const waits = (it: DocumentView) =>
    it.run.reviewed === null && (it.state === "wrong" || it.state === "clean");
  return from.find(waits) ?? null;
}
