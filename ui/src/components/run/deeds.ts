// What is done with a run from several places: deeds in a person's name, and deleting it, with a way
// back.
import type { ApiProblem } from "$lib/backend/problem";
import type { RunController } from "$lib/controllers/run.svelte";
import type { Session } from "$lib/controllers/session.svelte";
import { stopped } from "$lib/controllers/undo.svelte";

/** Does something in the name of whoever is here, once it is known, and tells what went wrong. */
export async function signed(
  session: Session,
  deed: (by: string) => Promise<ApiProblem | null>,
): Promise<void> {
  const by = await session.named();
  if (by === null) return;
  const problem = await deed(by);
  if (problem) session.toasts.fail(problem);
}

/** Has a text checked as the run's next attempt; the way back makes the text of before the newest. */
export async function attempted(
  session: Session,
  controller: RunController,
  said: string,
  deed: () => Promise<ApiProblem | null>,
): Promise<ApiProblem | null> {
  const before = controller.found?.attempts.at(-1)?.number;
  const problem = await deed();
  if (problem || before === undefined) return problem;
  session.undo.did(said, session.i18n.t.app.undo, async () => {
    await stopped(session.backend, session.events, controller.run);
    const problem = await controller.restore(before);
    if (problem) throw problem;
  });
  return null;
}

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
