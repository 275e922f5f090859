// Batches that other machines work on: sent, followed, cancelled, taken up again.
//
// Invariant: what is shown is what the program says; it is asked again as long as something goes on.
// A batch that has ended is shown until a person puts it away.
import type { Backend } from "$lib/backend/backend";
import type { BatchView } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import type { EventHub } from "$lib/controllers/events.svelte";
import type { InboxController, InboxItem } from "$lib/controllers/inbox.svelte";
import type { Toasts } from "$lib/controllers/toasts.svelte";

/** How often a batch that goes on is asked about. */
const EVERY_MS = 1_000;

const goesOn = (it: BatchView) =>
  it.state === "sending" || it.state === "under_way" || it.state === "cancelling";

export class BatchesController {
  all = $state.raw<BatchView[]>([]);
  /** Documents are on their way to the program's queue. */
  sending = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(
    private readonly backend: Backend,
    private readonly events: EventHub,
    private readonly inbox: InboxController,
    private readonly toasts: Toasts,
  ) {}

  /** Whether something is sent, worked on or cancelled. */
  readonly goesOn: boolean = $derived(this.all.some(goesOn));

  start(): () => void {
    void this.renew();
    const leave = this.events.onReturn(() => void this.renew());
    return () => {
      leave();
      this.#turn += 1;
      clearTimeout(this.#timer);
    };
  }

  async renew(): Promise<void> {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    try {
      const all = await this.backend.call("batches.list", {});
      if (turn === this.#turn) this.all = all;
    } catch {
      // The stream's own state says that nobody answers; the list is renewed when it is back.
    }
    if (turn === this.#turn && this.all.some(goesOn))
      this.#timer = setTimeout(() => void this.renew(), EVERY_MS);
  }

  /** Hands what is ready to the queue: documents of one chosen type are a batch. */
  async send(): Promise<void> {
    const ready = [...this.inbox.ready];
    const types = new Set(ready.map((it) => it.documentType));
    this.sending = true;
    try {
      for (const type of types)
        await this.#send(
          ready.filter((it) => it.documentType === type),
          type,
        );
    } finally {
      this.sending = false;
    }
  }

  async #send(items: InboxItem[], type: string | null): Promise<void> {
    for (const it of items) it.state = "starting";
    try {
      await this.backend.call("batches.send", {
        paths: items.map((it) => it.path ?? ""),
        document_type: type ?? undefined,
        max_attempts: this.inbox.maxAttempts ?? undefined,
      });
      this.inbox.items = this.inbox.items.filter((it) => !items.includes(it));
    } catch (thrown) {
      // The files are well: they can be sent again, or converted here.
      for (const it of items) it.state = "ready";
      this.toasts.fail(ApiProblem.from(thrown));
    }
    await this.renew();
  }

  async cancel(batch: string): Promise<void> {
    await this.#ask("batches.cancel", batch);
  }

  /** Follows a batch again that nobody here follows. */
  async goOn(batch: string): Promise<void> {
    await this.#ask("batches.follow", batch);
  }

  /** Shows a batch that has ended no longer. */
  async putAway(batch: string): Promise<void> {
    await this.#ask("batches.put_away", batch);
  }

  async #ask(
    command: "batches.cancel" | "batches.follow" | "batches.put_away",
    batch: string,
  ): Promise<void> {
    try {
      await this.backend.call(command, { batch });
    } catch (thrown) {
      this.toasts.fail(thrown);
    }
    await this.renew();
  }
}
