// What was done and can be taken back, the last first: one key for all of it, wherever one is.
//
// Invariant: a deed is taken back once, whether from its message or by the key; what cannot be taken
// back any more says why, and the one before it is next.
import { untrack } from "svelte";
import type { Backend } from "$lib/backend/backend";
import type { EventHub } from "$lib/controllers/events.svelte";
import type { Toasts } from "$lib/controllers/toasts.svelte";

const KEPT = 50;

export interface Deed {
  /** What was done, as it was told. */
  said: string;
  back: () => Promise<void>;
}

export class Undo {
  deeds = $state.raw<Deed[]>([]);
  /** Counts what was taken back. */
  turn = $state(0);
  /** Something is being taken back. */
  busy = $state(false);

  constructor(private readonly toasts: Toasts) {}

  /** Notes what was done, and tells it with the way back. */
  did(said: string, label: string, back: () => Promise<void>): void {
    const deed = { said, back };
    this.deeds = [...this.deeds.slice(1 - KEPT), deed];
    this.toasts.say(said, { label, run: () => void this.back(deed) });
  }

  /** Takes back what was done last; false where there is nothing. */
  async last(): Promise<boolean> {
    const deed = this.deeds.at(-1);
    if (deed) await this.back(deed);
    return deed !== undefined;
  }

  /** Looks again at what is shown whenever something was taken back meanwhile, from wherever: for
      a component, while it is there. */
  onBack(look: () => Promise<unknown>): void {
    const seen = untrack(() => this.turn);
    $effect(() => {
      if (this.turn > seen) untrack(() => void look());
    });
  }

  async back(deed: Deed): Promise<void> {
    if (this.busy || !this.deeds.includes(deed)) return;
    this.deeds = this.deeds.filter((it) => it !== deed);
    this.toasts.forget(deed.said);
    this.busy = true;
    try {
      await deed.back();
    } catch (thrown) {
      this.toasts.fail(thrown);
    } finally {
      this.busy = false;
      this.turn += 1;
    }
  }
}

/** Stops a run that is under way and waits until it is over: what began it can then be taken back. */
export async function stopped(
  backend: Pick<Backend, "call">,
  events: EventHub,
  run: string,
): Promise<void> {
  let leave = () => {};
  const over = new Promise<void>((done) => {
    leave = events.subscribe((event) => {
      if (event.run_id === run && event.event_type === "run.finished") done();
    });
  });
  try {
    const { state } = await backend.call("runs.show", { run });
    if (state === "ended") return;
    await backend.call("runs.cancel", { run });
    await over;
  } finally {
    leave();
  }
}

/** Takes back that a run was begun over again: it is stopped and deleted. */
export async function discarded(
  { backend, events }: { backend: Pick<Backend, "call">; events: EventHub },
  run: string,
): Promise<void> {
  await stopped(backend, events, run);
  await backend.call("runs.delete", { run });
}
