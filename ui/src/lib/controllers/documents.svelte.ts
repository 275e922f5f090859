// The documents: searched, filtered and sorted by the program, fetched in pieces as one scrolls; many
// are chosen and retried, proved, exported or deleted together.
//
// Invariant: a list that was asked for with other words is never shown under these words; what is
// chosen stays chosen while one searches for more.
import type { Backend } from "$lib/backend/backend";
import type {
  DocumentOrder,
  DocumentsQuery,
  DocumentState,
  DocumentView,
  RunEvent,
  RunHead,
  Stage,
  StateCount,
} from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import type { EventHub } from "$lib/controllers/events.svelte";

const PIECE = 100;
/** As many rows as one request may bring. */
const MOST = 1000;
const TYPING_MS = 180;
const DAY_MS = 86_400_000;

export type Since = "all" | "day" | "week" | "month";

/** A row of the list: a document, or a version of the one that is unfolded. */
export type Row =
  | { what: "document"; of: DocumentView }
  | { what: "version"; of: RunHead; document: DocumentView; before: RunHead | null };

/** What came of something that was begun with many. */
export interface Begun {
  /** The runs that were begun. */
  runs: string[];
  problems: ApiProblem[];
}

/** Events after which a row looks different. */
const TELLING = new Set<RunEvent["event_type"]>([
  "run.queued",
  "run.started",
  "run.resumed",
  "analysis.finished",
  "run.finished",
]);

export class DocumentsController {
  search = $state("");
  states = $state.raw<DocumentState[]>([]);
  unreviewed = $state(false);
  documentType = $state<string | null>(null);
  since = $state<Since>("all");
  order = $state<DocumentOrder>("recent");
  ascending = $state(false);
  rows = $state.raw<DocumentView[]>([]);
  total = $state(0);
  counts = $state.raw<StateCount[]>([]);
  loading = $state(true);
  problem = $state.raw<ApiProblem | null>(null);
  /** What was chosen, the first chosen first. */
  chosen = $state.raw<DocumentView[]>([]);
  /** The document whose versions are listed. */
  unfolded = $state<string | null>(null);
  versions = $state.raw<RunHead[]>([]);
  /** What is being done with all that is chosen. */
  doing = $state<"retry" | "prove" | "delete" | "export" | null>(null);
  /** Counts the lists that were asked for: another one is shown from its top. */
  anew = $state(0);
  /** Where the list was scrolled to when it was left. */
  scrollTop = 0;
  #turn = 0;
  #unfolding = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #last: string | null = null;

  constructor(
    private readonly backend: Pick<Backend, "call">,
    private readonly events: EventHub,
    private readonly now: () => number = Date.now,
  ) {}

  readonly filtered: boolean = $derived(
    this.search.trim() !== "" ||
      this.states.length > 0 ||
      this.unreviewed ||
      this.documentType !== null ||
      this.since !== "all",
  );

  /** All that is listed: the documents, and the versions of one of them. */
  readonly listed: Row[] = $derived(
    this.rows.flatMap((it): Row[] => [
      { what: "document", of: it },
      ...(it.document === this.unfolded
        ? this.versions.map((run, at): Row => {
            const before = this.versions[at + 1] ?? null;
            return { what: "version", of: run, document: it, before };
          })
        : []),
    ]),
  );

  readonly #keys = $derived(new Set(this.chosen.map((it) => it.document)));

  /** Whether all that is listed is chosen. */
  readonly chosenAll: boolean = $derived(
    this.rows.length > 0 && this.rows.every((it) => this.isChosen(it)),
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
    this.#typing = setTimeout(() => this.#anew(), TYPING_MS);
  }

  toggleState(state: DocumentState): void {
    this.states = this.states.includes(state)
      ? this.states.filter((it) => it !== state)
      : [...this.states, state];
    this.#anew();
  }

  toggleUnreviewed(): void {
    this.unreviewed = !this.unreviewed;
    this.#anew();
  }

  chooseType(type: string | null): void {
    this.documentType = type;
    this.#anew();
  }

  chooseSince(since: Since): void {
    this.since = since;
    this.#anew();
  }

  /** Sorts by a column; by the same one again the other way round. */
  sort(order: DocumentOrder): void {
    const wordy = order === "name" || order === "issuer";
    this.ascending = this.order === order ? !this.ascending : wordy;
    this.order = order;
    this.#anew();
  }

  clear(): void {
    this.search = "";
    this.states = [];
    this.unreviewed = false;
    this.documentType = null;
    this.since = "all";
    this.#anew();
  }

  isChosen(document: DocumentView): boolean {
    return this.#keys.has(document.document);
  }

  /** Chooses a document or no longer; with `through`, all from the last one that was touched. */
  choose(document: DocumentView, through = false): void {
    const at = (key: string | null) => this.rows.findIndex((it) => it.document === key);
    const [from, to] = [at(this.#last), at(document.document)];
    this.#last = document.document;
    if (through && from !== -1 && to !== -1) {
      const between = this.rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      this.chosen = [...this.chosen, ...between.filter((it) => !this.isChosen(it))];
    } else if (this.isChosen(document)) {
      this.chosen = this.chosen.filter((it) => it.document !== document.document);
    } else this.chosen = [...this.chosen, document];
  }

  /** Chooses all that the filter lets through, also what is not fetched yet; or nothing any more. */
  async chooseAll(): Promise<void> {
    if (this.chosenAll) {
      this.chosen = [];
      return;
    }
    while (this.rows.length < this.total && this.problem === null) {
      const before = this.rows.length;
      await this.more(MOST);
      if (this.rows.length === before) break;
    }
    this.chosen = [...this.chosen, ...this.rows.filter((it) => !this.isChosen(it))];
  }

  query(offset: number, limit = PIECE): DocumentsQuery {
    const days = { all: null, day: 1, week: 7, month: 30 }[this.since];
    return {
      offset,
      limit,
      ...(this.search.trim() ? { search: this.search.trim() } : {}),
      ...(this.states.length > 0 ? { states: this.states } : {}),
      ...(this.unreviewed ? { unreviewed: true } : {}),
      ...(this.documentType ? { document_type: this.documentType } : {}),
      ...(days ? { since_ms: this.now() - days * DAY_MS } : {}),
      ...(this.order === "recent" ? {} : { order: this.order, ascending: this.ascending }),
    };
  }

  /** Another list: from its beginning. */
  #anew(): void {
    this.scrollTop = 0;
    this.anew += 1;
    void this.load(PIECE);
  }

  /** Fetches anew what is shown. */
  async load(limit = Math.min(Math.max(this.rows.length, PIECE), MOST)): Promise<void> {
    const turn = ++this.#turn;
    this.loading = true;
    try {
      const listed = await this.backend.call("documents.list", this.query(0, limit));
      if (turn !== this.#turn) return;
      this.rows = listed.rows;
      this.total = listed.total;
      this.counts = listed.of_state;
      this.problem = null;
      // What is chosen is done with as it is now.
      const now = new Map(this.rows.map((it) => [it.document, it]));
      this.chosen = this.chosen.map((it) => now.get(it.document) ?? it);
      if (this.unfolded) await this.#loadVersions(this.unfolded);
    } catch (thrown) {
      if (turn === this.#turn) this.problem = ApiProblem.from(thrown);
    } finally {
      if (turn === this.#turn) this.loading = false;
    }
  }

  /** The next piece, when the end comes into view. */
  async more(limit = PIECE): Promise<void> {
    if (this.loading || this.rows.length >= this.total) return;
    const turn = ++this.#turn;
    this.loading = true;
    try {
      const query = this.query(this.rows.length, limit);
      const listed = await this.backend.call("documents.list", query);
      if (turn !== this.#turn) return;
      const known = new Set(this.rows.map((it) => it.document));
      this.rows = [...this.rows, ...listed.rows.filter((it) => !known.has(it.document))];
      this.total = listed.total;
    } catch (thrown) {
      if (turn === this.#turn) this.problem = ApiProblem.from(thrown);
    } finally {
      if (turn === this.#turn) this.loading = false;
    }
  }

  /** Lists the versions of a document, or no longer. */
  async unfold(document: string): Promise<void> {
    if (this.unfolded === document) {
      this.#unfolding += 1;
      this.unfolded = null;
      this.versions = [];
      return;
    }
    await this.#loadVersions(document);
  }

  /** Only those that were asked for last are shown, with the document that they are of. */
  async #loadVersions(document: string): Promise<void> {
    const turn = ++this.#unfolding;
    const versions = await this.backend.call("documents.versions", { document });
    if (turn !== this.#unfolding) return;
    this.versions = versions;
    this.unfolded = document;
  }

  // What is done with all that is chosen. What cannot be done with one of them stops no other.

  /** Those of some documents that are not being worked on. */
  static ended(documents: readonly DocumentView[]): DocumentView[] {
    return documents.filter((it) => it.run.state === "ended");
  }

  /** Those that no compiler has judged yet. */
  static unproved(documents: readonly DocumentView[]): DocumentView[] {
    return DocumentsController.ended(documents).filter((it) => it.run.waits_for_compiler);
  }

  retry(documents: readonly DocumentView[]): Promise<Begun> {
    return this.#begin("retry", DocumentsController.ended(documents), "read");
  }

  prove(documents: readonly DocumentView[]): Promise<Begun> {
    return this.#begin("prove", DocumentsController.unproved(documents), "typecheck");
  }

  async #begin(
    name: "retry" | "prove",
    documents: readonly DocumentView[],
    from: Stage,
  ): Promise<Begun> {
    const begun: Begun = { runs: [], problems: [] };
    this.doing = name;
    for (const { run } of documents) {
      try {
        const queued = await this.backend.call("runs.retry", { run: run.run, from });
        if (queued.error) begun.problems.push(new ApiProblem(queued.error));
        else if (queued.run !== null) begun.runs.push(queued.run);
      } catch (thrown) {
        begun.problems.push(ApiProblem.from(thrown));
      }
    }
    this.doing = null;
    await this.load();
    return begun;
  }

  /** Deletes documents with all of their versions; gives what brings them back. */
  async remove(
    documents: readonly DocumentView[],
  ): Promise<{ count: number; busy: number; undo: () => Promise<void> }> {
    const keys = documents.map((it) => it.document);
    this.doing = "delete";
    try {
      const { runs, busy } = await this.backend.call("documents.delete", { documents: keys });
      this.chosen = this.chosen.filter(
        (it) => !keys.includes(it.document) || busy.includes(it.document),
      );
      await this.load();
      // Who shows the list looks again at what was taken back.
      const undo = async () => {
        await this.backend.call("documents.undelete", { runs });
      };
      return { count: keys.length - busy.length, busy: busy.length, undo };
    } finally {
      this.doing = null;
    }
  }
}
