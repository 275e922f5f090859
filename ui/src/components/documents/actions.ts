// What is done with documents from several places, told in one message with a way back where there
// is one.
import type { DocumentView } from "$lib/backend/bindings";
import type { Begun } from "$lib/controllers/documents.svelte";
import type { Session } from "$lib/controllers/session.svelte";
import { discarded } from "$lib/controllers/undo.svelte";

/** Tells how many were begun, with the way back, and what was wrong with the first of those that were
    not. */
export function tellBegun(session: Session, begun: Begun): void {
  const { i18n, toasts } = session;
  const [first] = begun.problems;
  if (begun.runs.length > 0)
    session.undo.did(i18n.t.documents.begun(begun.runs.length), i18n.t.app.undo, async () => {
      for (const run of begun.runs) await discarded(session, run);
    });
  if (first) toasts.fail(first);
  if (begun.problems.length > 1) toasts.say(i18n.t.documents.failed(begun.problems.length));
}

/** Deletes documents with all of their versions, and offers to undo it. */
export async function removeDocuments(
  session: Session,
  documents: readonly DocumentView[],
): Promise<void> {
  const { i18n, toasts } = session;
  try {
    const { count, busy, undo } = await session.documents.remove(documents);
    if (busy > 0) toasts.say(i18n.t.documents.busy(busy));
    if (count === 0) return;
    session.undo.did(i18n.t.documents.deleted(count), i18n.t.app.undo, undo);
  } catch (thrown) {
    toasts.fail(thrown);
  }
}
