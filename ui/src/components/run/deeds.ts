// What is done with a run from several places: deleting it, with a way back.
import type { Session } from "$lib/controllers/session.svelte";

/** Deletes a run and offers to undo it. Says whether it is gone. */
export async function deleteRun(
  session: Session,
  run: string,
  project: string,
  changed: () => void = () => {},
): Promise<boolean> {
  const { backend, toasts, i18n } = session;
  try {
    await backend.call("runs.delete", { run });
  } catch (thrown) {
    toasts.fail(thrown);
    return false;
  }
  changed();
  session.undo.did(i18n.t.runs.deleted(project), i18n.t.app.undo, async () => {
    await backend.call("runs.undelete", { run });
    changed();
  });
  return true;
}
