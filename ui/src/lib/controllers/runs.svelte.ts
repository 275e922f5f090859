// The history: searched and filtered by the program, fetched in pieces as one scrolls.
//
// Invariant: a list that was asked for with other words is never shown under these words.
import type { Backend } from "$lib/backend/backend";
import type { RunEvent, RunsQuery, RunSummary, Verdict } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import type { EventHub } from "$lib/controllers/events.svelte";

const PIECE = 100;
const TYPING_MS = 180;
const DAY_MS = 86_400_000;

export type Since = "all" | "day" | "week" | "month";

/** Events after which a row looks different. */
const TELLING = new Set<RunEvent["event_type"]>([
  "run.queued",
  "run.started",
  "run.resumed",
  "analysis.finished",
  "run.finished",
]);

export class RunsController {
  search = $state("");
  verdicts = $state.raw<Verdict[]>([]);
  unfinished = $state(false);
  documentType = $state<string | null>(null);
  since = $state<Since>("all");
  rows = $state.raw<RunSummary[]>([]);
  total = $state(0);
  loading = $state(true);
  problem = $state.raw<ApiProblem | null>(null);
  /** Runs chosen to compare two, or to do something with all; the first chosen first. */
  chosen = $state.raw<string[]>([]);
  #turn = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly backend: Pick<Backend, "call">,
    private readonly events: EventHub,
    private readonly now: () => number = Date.now,
  ) {}

  readonly filtered: boolean = $derived(
    this.search.trim() !== "" ||
      this.verdicts.length > 0 ||
      this.unfinished ||
      this.documentType !== null ||
      this.since !== "all",
  );

  start(): () => void {
    void this.load();
    const leave = [
      this.events.subscribe((event) => {
        if (!TELLING.has(event.event_type)) return;
        clearTimeout(this.#soon);
        this.#soon = setTimeout(() => void this.load(), 120);
      }),
      this.events.onReturn(() => void this.load()),
      () => clearTimeout(this.#soon),
      () => clearTimeout(this.#typing),
    ];
    return () => leave.forEach((it) => it());
  }

  type(search: string): void {
    this.search = search;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.load(), TYPING_MS);
  }

  /** Shows runs that ended in one of these too, or no longer. */
  toggleVerdicts(...some: Verdict[]): void {
    const others = this.verdicts.filter((it) => !some.includes(it));
    this.verdicts = others.length < this.verdicts.length ? others : [...others, ...some];
    void this.load();
  }

  toggleUnfinished(): void {
    this.unfinished = !this.unfinished;
    void this.load();
  }

  clear(): void {
    this.search = "";
    this.verdicts = [];
    this.unfinished = false;
    this.documentType = null;
    this.since = "all";
    void this.load();
  }

  /** Two at most: a third takes the place of the first. */
  choose(run: string): void {
    this.chosen = this.chosen.includes(run)
      ? this.chosen.filter((it) => it !== run)
      : [...this.chosen, run];
  }

  query(offset: number): RunsQuery {
    const days = { all: null, day: 1, week: 7, month: 30 }[this.since];
    return {
      offset,
      limit: PIECE,
      ...(this.search.trim() ? { search: this.search.trim() } : {}),
      ...(this.verdicts.length > 0 ? { verdicts: this.verdicts } : {}),
      ...(this.unfinished ? { unfinished: true } : {}),
      ...(this.documentType ? { document_type: this.documentType } : {}),
      ...(days ? { since_ms: this.now() - days * DAY_MS } : {}),
    };
  }

  async load(): Promise<void> {
    const turn = ++this.#turn;
    this.loading = true;
    try {
      const listed = await this.backend.call("runs.list", this.query(0));
      if (turn !== this.#turn) return;
      this.rows = listed.rows;
      this.total = listed.total;
      this.problem = null;
    } catch (thrown) {
      if (turn === this.#turn) this.problem = ApiProblem.from(thrown);
    } finally {
      if (turn === this.#turn) this.loading = false;
    }
  }

  /** The next piece, when the end comes into view. */
  async more(): Promise<void> {
    if (this.loading || this.rows.length >= this.total) return;
    const turn = ++this.#turn;
    this.loading = true;
    try {
      const listed = await this.backend.call("runs.list", this.query(this.rows.length));
      if (turn !== this.#turn) return;
      const known = new Set(this.rows.map((it) => it.run_id));
      this.rows = [...this.rows, ...listed.rows.filter((it) => !known.has(it.run_id))];
      this.total = listed.total;
    } catch (thrown) {
      if (turn === this.#turn) this.problem = ApiProblem.from(thrown);
    } finally {
      if (turn === this.#turn) this.loading = false;
    }
  }
}
