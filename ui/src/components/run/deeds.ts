// What is done with a run from several places: deleting it, with a way back.
import type { Session } from "$lib/controllers/session.svelte";

/** Deletes a run and offers to undo it. */
export async function deleteRun(session: Session, run: string, project: string): Promise<void> {
  const { backend, toasts, i18n } = session;
  try {
    await backend.call("runs.delete", { run });
  } catch (thrown) {
    toasts.fail(thrown);
    return;
  }
  session.undo.did(i18n.t.runs.deleted(project), i18n.t.app.undo, async () => {
    await backend.call("runs.undelete", { run });
  });
}
