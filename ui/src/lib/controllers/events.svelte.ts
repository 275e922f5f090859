// The stream of events, folded into one gapless log per watched run.
//
// Invariant: a log holds events 0..next-1, each once, in order. What comes too early waits in a
// side pocket while the gap is refetched; what comes twice is dropped. After the connection was
// lost the stream resumes from `next` of every watched run.
import type { Backend, Connection } from "$lib/backend/backend";
import type { RunEvent } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";

/** As many events as one request gives. */
const PAGE = 1000;

/** Calls back soon: once per frame is often enough for eyes. */
export type Soon = (flush: () => void) => void;
const nextFrame: Soon = (flush) => void setTimeout(flush, 16);

export class RunLog {
  /** Not deeply reactive: ten thousand proxies would cost more than the list that shows them. */
  events = $state.raw<RunEvent[]>([]);
  /** Why the log may be incomplete; none while all is well. */
  problem = $state<ApiProblem | null>(null);
  /** In order, and not shown yet. */
  #fresh: RunEvent[] = [];
  #pocket = new Map<number, RunEvent>();
  #fetching: Promise<void> | null = null;

  constructor(
    readonly run: string,
    private readonly backend: Pick<Backend, "call">,
    private readonly soon: Soon = nextFrame,
  ) {}

  /** The number that the next event must have. */
  get next(): number {
    return this.events.length + this.#fresh.length;
  }

  /** Takes an event from the stream. */
  take(event: RunEvent): void {
    if (event.seq > this.next) {
      this.#pocket.set(event.seq, event);
      void this.refetch();
      return;
    }
    const idle = this.#fresh.length === 0;
    if (this.#queue(event) && idle) this.soon(() => this.#show());
  }

  /** Fetches what is missing at the end; calls while one is under way share it. */
  refetch(): Promise<void> {
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = null));
    return this.#fetching;
  }

  /** Fetches what has come by now: what is under way already may have been asked too early. */
  async renew(): Promise<void> {
    await this.#fetching;
    await this.refetch();
  }

  async #fetch(): Promise<void> {
    try {
      for (;;) {
        const request = { run: this.run, from_seq: this.next, limit: PAGE };
        const got = await this.backend.call("runs.events", request);
        for (const event of got) this.#queue(event);
        this.#show();
        if (got.length < PAGE) break;
      }
      this.problem = null;
    } catch (thrown) {
      this.problem = ApiProblem.from(thrown);
    }
  }

  /** Puts an event where it belongs, and what waited behind it; what is known already is dropped. */
  #queue(event: RunEvent): boolean {
    if (event.seq !== this.next) return false;
    this.#fresh.push(event);
    for (;;) {
      const waiting = this.#pocket.get(this.next);
      if (!waiting) return true;
      this.#pocket.delete(waiting.seq);
      this.#fresh.push(waiting);
    }
  }

  #show(): void {
    if (this.#fresh.length === 0) return;
    this.events = [...this.events, ...this.#fresh];
    this.#fresh = [];
  }
}

type Listener = (event: RunEvent) => void;

export class EventHub {
  connection = $state<Connection>("connecting");
  /** Whether the stream was there once; a first connecting is no trouble to tell of. */
  wasLive = $state(false);
  #logs = new Map<string, { log: RunLog; users: number }>();
  #listeners = new Set<Listener>();
  #returns = new Set<() => void>();
  #end: (() => void) | null = null;

  constructor(
    private readonly backend: Pick<Backend, "call" | "listen">,
    private readonly soon: Soon = nextFrame,
  ) {}

  start(): void {
    this.#end ??= this.backend.listen({
      event: (event) => this.#event(event),
      connection: (state) => this.#connection(state),
      resume: () => [...this.#logs.values()].map(({ log }) => ({ run: log.run, next: log.next })),
    });
  }

  stop(): void {
    this.#end?.();
    this.#end = null;
  }

  /** The log of a run, filled from the start; give it back with `unwatch`. */
  watch(run: string): RunLog {
    const known = this.#logs.get(run);
    if (known) {
      known.users += 1;
      return known.log;
    }
    const log = new RunLog(run, this.backend, this.soon);
    this.#logs.set(run, { log, users: 1 });
    void log.refetch();
    return log;
  }

  unwatch(run: string): void {
    const known = this.#logs.get(run);
    if (!known) return;
    known.users -= 1;
    if (known.users === 0) this.#logs.delete(run);
  }

  /** Hears of every event of every run, once each as it comes. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Told when the stream stands, at first and whenever it was lost: lists that were asked for before
      may have changed unseen. */
  onReturn(told: () => void): () => void {
    this.#returns.add(told);
    return () => this.#returns.delete(told);
  }

  #event(event: RunEvent): void {
    this.#logs.get(event.run_id)?.log.take(event);
    for (const it of this.#listeners) it(event);
  }

  #connection(state: Connection): void {
    this.connection = state;
    if (state !== "live") return;
    this.wasLive = true;
    for (const { log } of this.#logs.values()) void log.renew();
    for (const it of this.#returns) it();
  }
}
