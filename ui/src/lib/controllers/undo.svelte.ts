// What was done and can be taken back, the last first: one key for all of it, wherever one is.
//
// Invariant: a deed is taken back once, whether from its message or by the key, one after the other in
// the order in which that was asked; what cannot be taken back any more says why, and the one before it
// is next. Who asks while something is being done means that.
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
  /** The end of all that is under way. */
  #under: Promise<unknown> = Promise.resolve();

  constructor(private readonly toasts: Toasts) {}

  /** Notes what was done, and tells it with the way back. */
  did(said: string, label: string, back: () => Promise<void>): void {
    const deed = { said, back };
    this.deeds = [...this.deeds.slice(1 - KEPT), deed];
    this.toasts.say(said, { label, run: () => void this.back(deed) });
  }

  /** Something is being done that can be taken back once it is done. */
  doing<T>(deed: Promise<T>): Promise<T> {
    this.#under = Promise.allSettled([this.#under, deed]);
    return deed;
  }

  /** Takes back what was done last; false where there is nothing. */
  last(): Promise<boolean> {
    return this.#inTurn(async () => {
      const deed = this.deeds.at(-1);
      if (deed) await this.#take(this.#drop(deed));
      return deed !== undefined;
    });
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
    if (!this.deeds.includes(deed)) return;
    this.#drop(deed);
    await this.#inTurn(() => this.#take(deed));
  }

  #inTurn<T>(what: () => Promise<T>): Promise<T> {
    return this.doing(this.#under.then(what));
  }

  #drop(deed: Deed): Deed {
    this.deeds = this.deeds.filter((it) => it !== deed);
    this.toasts.forget(deed.said);
    return deed;
  }

  async #take(deed: Deed): Promise<void> {
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
