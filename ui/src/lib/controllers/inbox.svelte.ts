// The inbox: what was dropped, what it looks like, what is under way, what has just ended.
//
// Invariant: nothing is converted before a person says so: for each, or once in the settings for
// all that is dropped, or by choosing a sample. The same file twice is asked once. A failure stays beside its file,
// with everything that was typed for it.
import type { Backend, Given } from "$lib/backend/backend";
import type { RunHead, Looked, Queued, Remark, RunEvent, Tone } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import type { EventHub } from "$lib/controllers/events.svelte";
import { advanced, heard, type Under } from "$lib/controllers/progress";
import type { Toasts } from "$lib/controllers/toasts.svelte";

export const PROJECT = /^[A-Z][A-Za-z0-9]*$/;

/** Ended runs that the inbox goes on to show; the history has all. */
const MAX_ENDED = 50;

export type ItemState = "handing" | "looking" | "ready" | "starting" | "failed";

/** A file before its run. */
export class InboxItem {
  state = $state<ItemState>("handing");
  problem = $state.raw<ApiProblem | null>(null);
  looked = $state.raw<Looked | null>(null);
  /** The name as typed; empty takes the proposed one. */
  project = $state("");
  projectProblem = $state<"bad" | "busy" | null>(null);
  busyRun = $state<string | null>(null);
  nTaken = $state(0);
  /** The type as chosen; none lets the program recognize it. */
  documentType = $state<string | null>(null);
  /** A file that was converted before is left out until a person says again. */
  again = $state(false);
  /** How many more of the same bytes came, and were left out. */
  twins = $state(0);
  /** As it was given; as it was found, once it has been looked at: a folder is given, a document
      in it is found. */
  readonly name = $derived.by(() => this.looked?.name ?? this.given);

  constructor(
    readonly key: number,
    private readonly given: string,
    public path: string | null,
    /** As it came from the person; none for what was found in a folder. */
    readonly file: Given | null = null,
  ) {}

  get earlier(): RunHead | null {
    return this.looked?.earlier[0] ?? null;
  }
  get asks(): boolean {
    return this.state === "ready" && this.earlier !== null && !this.again;
  }
  get startable(): boolean {
    return this.state === "ready" && !this.asks && this.projectProblem === null;
  }
}

/** What the event of an ended run says of it. */
type RunFinished = Pick<Ended, "verdict" | "n_refuted"> & { verdict_name?: Remark; tone?: Tone };

export interface Ended {
  run: string;
  project: string;
  documents: string[];
  verdict: string;
  n_refuted: number;
  verdict_name: Remark | null;
  tone: Tone;
  at_ms: number;
}

export class InboxController {
  items = $state<InboxItem[]>([]);
  queue = $state.raw<Under[]>([]);
  ended = $state.raw<Ended[]>([]);
  /** Runs that were under way when a program ended, and can go on. */
  interrupted = $state.raw<RunHead[]>([]);
  /** Runs that somebody asked to stop and that have not ended yet. */
  stopping = $state.raw<ReadonlySet<string>>(new Set());
  together = $state(false);
  engine = $state<string | null>(null);
  maxAttempts = $state<number | null>(null);
  /** Files that hang over the window: a number, or `unknown` where the host does not tell. */
  hovering = $state<number | "unknown" | null>(null);
  #nextKey = 1;
  #renew: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #newest: Promise<void> = Promise.resolve();
  #projects = new Map<string, { project: string; documents: string[] }>();

  constructor(
    private readonly backend: Backend,
    private readonly events: EventHub,
    private readonly toasts: Toasts,
  ) {}

  /** How many runs begin before this one. */
  ahead(entry: Under): number {
    const waiting = this.queue.filter((it) => it.state === "waiting");
    return Math.max(
      0,
      waiting.findIndex((it) => it.run === entry.run),
    );
  }

  readonly ready: InboxItem[] = $derived(this.items.filter((it) => it.startable));

  start(): () => void {
    void this.renew();
    const leave = [
      this.events.subscribe((event) => this.#event(event)),
      this.events.onReturn(() => void this.renew()),
    ];
    return () => leave.forEach((it) => it());
  }

  /** Takes files in and has a look at each; gives what came of them, a folder's documents too. */
  async add(files: Given[]): Promise<InboxItem[]> {
    const fresh = files.map((file) => {
      const item = new InboxItem(
        this.#nextKey++,
        file.name,
        file instanceof File ? null : file.path,
        file,
      );
      return { file, item };
    });
    this.items = [...this.items, ...fresh.map((it) => it.item)];
    const came = await Promise.all(fresh.map(({ file, item }) => this.#takeIn(file, item)));
    return came.flat().filter((it) => this.items.includes(it));
  }

  async #takeIn(file: Given, item: InboxItem): Promise<InboxItem[]> {
    try {
      item.state = "handing";
      item.path = await this.backend.hand(file);
      return await this.#look(item, item.path);
    } catch (thrown) {
      item.problem = ApiProblem.from(thrown);
      item.state = "failed";
      return [item];
    }
  }

  async #look(item: InboxItem, path: string): Promise<InboxItem[]> {
    item.state = "looking";
    const looked = await this.backend.call("documents.look", { paths: [path] });
    const [first, ...rest] = looked;
    if (!first) {
      const message = "there is no document in this folder that Proviso reads";
      throw new ApiProblem({ code: "unreadable", message, reason: "nothing_to_convert" });
    }
    this.#settle(item, first);
    // A folder is replaced by the documents in it.
    const others = rest.map((it) => {
      const other = new InboxItem(this.#nextKey++, it.name, it.path);
      this.#settle(other, it);
      return other;
    });
    if (others.length > 0) this.items = [...this.items, ...others];
    for (const it of [item, ...others]) this.#joinTwin(it);
    return [item, ...others];
  }

  #settle(item: InboxItem, looked: Looked): void {
    item.looked = looked;
    item.path = looked.path;
    item.problem = looked.error ? new ApiProblem(looked.error) : null;
    item.state = looked.error ? "failed" : "ready";
    item.busyRun = looked.busy;
  }

  /** The same bytes dropped twice are one item, which says so. The one that was looked at later
      goes, wherever it stands: somebody may have answered or typed in the other one already. */
  #joinTwin(item: InboxItem): void {
    const hash = item.looked?.sha256;
    if (!hash || item.state === "failed") return;
    const same = (it: InboxItem) => it.looked?.sha256 === hash && it.state !== "failed";
    const first = this.items.find((it) => it !== item && same(it));
    if (!first) return;
    first.twins += 1;
    this.remove(item);
  }

  remove(item: InboxItem): void {
    this.items = this.items.filter((it) => it !== item);
  }

  /** Tries a failed file again. */
  async retry(item: InboxItem): Promise<void> {
    item.problem = null;
    // What could not even be handed over has no path yet.
    if (!item.path) {
      if (item.file) await this.#takeIn(item.file, item);
      return;
    }
    try {
      await this.#look(item, item.path);
    } catch (thrown) {
      item.problem = ApiProblem.from(thrown);
      item.state = "failed";
    }
  }

  /** Judges a typed project name: its form here, whether it is free over there. */
  async nameProject(item: InboxItem, name: string): Promise<void> {
    item.project = name;
    item.nTaken = 0;
    item.busyRun = null;
    const wanted = name.trim();
    if (wanted === "") {
      item.projectProblem = null;
      return;
    }
    if (!PROJECT.test(wanted)) {
      item.projectProblem = "bad";
      return;
    }
    item.projectProblem = null;
    try {
      const checked = await this.backend.call("project.check", { name: wanted });
      if (item.project.trim() !== wanted) return;
      item.projectProblem = checked.valid ? null : "bad";
      item.nTaken = checked.runs.length;
    } catch (thrown) {
      this.toasts.fail(thrown);
    }
  }

  /** Converts what is ready, of these or of all. Says which runs began. */
  async convert(of: InboxItem[] = this.items): Promise<string[]> {
    const ready = this.ready.filter((it) => of.includes(it));
    if (ready.length === 0) return [];
    const begun: string[] = [];
    if (this.together && ready.length > 1) {
      begun.push(...(await this.#convert(ready, true)));
    } else {
      for (const item of ready) begun.push(...(await this.#convert([item], false)));
    }
    if (begun.length > 0) void this.renew();
    return begun;
  }

  async #convert(items: InboxItem[], together: boolean): Promise<string[]> {
    const [first] = items;
    if (!first) return [];
    for (const it of items) it.state = "starting";
    try {
      const queued = await this.backend.call("runs.convert", {
        paths: items.map((it) => it.path ?? ""),
        together,
        project: first.project.trim() || first.looked?.proposed_project,
        document_type: first.documentType ?? undefined,
        engine: this.engine ?? undefined,
        max_attempts: this.maxAttempts ?? undefined,
      });
      const refused = queued.find((it) => it.error !== null);
      if (refused?.error) throw new ApiProblem(refused.error);
      this.items = this.items.filter((it) => !items.includes(it));
      return this.#begun(queued);
    } catch (thrown) {
      const problem = ApiProblem.from(thrown);
      for (const it of items) {
        it.problem = problem;
        // The file is well; its name or the moment was not: it can be changed and started again.
        const again = problem.code !== "unreadable" && problem.code !== "too_large";
        it.state = again ? "ready" : "failed";
        if (problem.code === "project_busy") it.busyRun = problem.run;
      }
      return [];
    }
  }

  /** Converts a bundled sample at once. */
  async convertSample(path: string): Promise<string | null> {
    try {
      const request = { paths: [path], together: false };
      const queued = await this.backend.call("runs.convert", request);
      const refused = queued.find((it) => it.error !== null);
      if (refused?.error) throw new ApiProblem(refused.error);
      void this.renew();
      return this.#begun(queued)[0] ?? null;
    } catch (thrown) {
      this.toasts.fail(thrown);
      return null;
    }
  }

  #begun(queued: Queued[]): string[] {
    return queued.flatMap((it) => it.run ?? []);
  }

  async stop(run: string): Promise<void> {
    this.stopping = new Set([...this.stopping, run]);
    try {
      await this.backend.call("runs.cancel", { run });
    } catch (thrown) {
      this.toasts.fail(thrown);
      this.stopping = new Set([...this.stopping].filter((it) => it !== run));
    }
  }

  /** Takes up a run that was under way when a program ended. */
  async resume(run: string): Promise<void> {
    try {
      const queued = await this.backend.call("runs.retry", { run });
      if (queued.error) throw new ApiProblem(queued.error);
    } catch (thrown) {
      this.toasts.fail(thrown);
    }
    await this.renew();
  }

  /** Asks what is under way; over once the last who asked has been answered. */
  renew(): Promise<void> {
    this.#newest = this.#ask(++this.#asked);
    return this.#newest;
  }

  async #ask(turn: number): Promise<void> {
    try {
      const wanted = { verdicts: ["interrupted" as const], limit: MAX_ENDED };
      const [queue, interrupted] = await Promise.all([
        this.backend.call("runs.queue", {}),
        this.backend.call("runs.list", wanted),
      ]);
      // An answer that was overtaken would show again what has ended.
      if (turn !== this.#asked) return await this.#newest;
      this.interrupted = interrupted.rows;
      for (const it of queue.entries)
        this.#projects.set(it.run, { project: it.project, documents: it.documents });
      this.queue = advanced(queue.entries, this.queue);
    } catch {
      // The stream's own state says that nobody answers; the list is renewed when it is back.
    }
  }

  /** What the stream says of a run is put into its row at once; the queue is asked only where a
      run begins or ends, and a flood of these asks once. */
  #event(event: RunEvent): void {
    switch (event.event_type) {
      case "document.opened":
      case "page.begun":
      case "page.read":
      case "page.failed":
      case "stage.started":
        this.#hear(event);
        break;
      case "run.started":
        this.#projects.set(event.run_id, event.data);
        this.#renewSoon();
        break;
      case "run.finished":
        this.#end(event.run_id, event.data, event.created_at_ms);
        this.#renewSoon();
        break;
      case "run.queued":
      case "run.resumed":
        this.#renewSoon();
        break;
    }
  }

  #end(run: string, { verdict, n_refuted, verdict_name, tone }: RunFinished, at_ms: number): void {
    const known = this.#projects.get(run);
    const ended = {
      run,
      project: known?.project ?? "",
      documents: known?.documents ?? [],
      verdict,
      n_refuted,
      verdict_name: verdict_name ?? null,
      // What is not told looks like nothing that was proved.
      tone: tone ?? ("doubt" as const),
      at_ms,
    };
    this.ended = [ended, ...this.ended.filter((it) => it.run !== run)].slice(0, MAX_ENDED);
    this.queue = this.queue.filter((it) => it.run !== run);
    this.stopping = new Set([...this.stopping].filter((it) => it !== run));
  }

  #hear(event: RunEvent): void {
    const entries = this.queue.map((it) => (it.run === event.run_id ? heard(it, event) : it));
    this.queue = advanced(entries, this.queue);
  }

  #renewSoon(): void {
    clearTimeout(this.#renew);
    this.#renew = setTimeout(() => void this.renew(), 60);
  }
}
