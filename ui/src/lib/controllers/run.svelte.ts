// One run on the screen: what it found, what is chosen, and what a person does about it.
//
// Invariant: the run is never changed here; every deed is a command, and what comes back is shown.
// A deed that makes a new run leads to it: what is on the screen is what counts.
import type { Backend } from "$lib/backend/backend";
import type {
  FieldView,
  Kind,
  MendView,
  PagedDocument,
  Queued,
  Rect,
  RuleView,
  RunDetail,
  RunEvent,
  Stage,
  StageView,
} from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import { Building } from "$lib/controllers/building.svelte";
import type { EventHub, RunLog } from "$lib/controllers/events.svelte";
import {
  type Chosen,
  grouped,
  litRules,
  type Mark,
  marks,
  onPage,
  target,
} from "$lib/controllers/evidence";
import { Finder } from "$lib/controllers/find.svelte";
import { Loaded } from "$lib/controllers/loaded.svelte";
import { type Drawn, drawnAt, Pen } from "$lib/controllers/pen.svelte";
import { after, doubtful } from "$lib/controllers/queue";

/** Stages as the stepper shows them: repairs belong to the check that they repeat. */
export const STEPS = ["read", "analyze", "generate", "typecheck", "audit", "review"] as const;
export type Step = (typeof STEPS)[number];

export interface StepView {
  step: Step;
  state: StageView["state"];
  took_ms: number | null;
  /** The attempt that is being checked, while or after it is. */
  attempt: number | null;
}

export interface Jump {
  turn: number;
  document: number;
  page: number;
  mark: string | null;
  /** A place that is no value's. */
  box: Rect | null;
}

/** Events after which there is more to show. */
const TELLING = new Set<RunEvent["event_type"]>([
  "run.started",
  "run.resumed",
  "analysis.finished",
  "attempt.written",
  "attempt.checked",
]);

/** Events after which there is more of the pages: they are there, or what one says is. */
const ARRIVING = new Set<RunEvent["event_type"]>([
  "document.opened",
  "page.begun",
  "page.read",
  "page.failed",
]);

/** Pages of a document that is being read are looked for this often at most, in milliseconds. */
const PAGES_EVERY = 250;

/** What of the findings is listed. */
export type Look = "rules" | "values" | "items" | "clauses";

export interface Slip {
  rule: RuleView;
  consequences: RuleView[];
  /** What would mend all of it. */
  mend: MendView | null;
}

export class RunController {
  readonly detail: Loaded<RunDetail>;
  readonly documents: Loaded<PagedDocument[]>;
  readonly log: RunLog;
  /** Words that are looked for on the pages. */
  readonly finder: Finder;
  /** For drawing boxes on the pages. */
  readonly pen = new Pen();
  /** A rule that is being built by pointing at its values. */
  building = $state.raw<Building | null>(null);
  chosen = $state.raw<Chosen | null>(null);
  /** The list that was asked for. */
  asked = $state<Look>("rules");
  /** The page that is looked at; it follows the scrolling. */
  document = $state(0);
  page = $state(1);
  /** The number that is pointed at in the list, to find it on the page. */
  pointed = $state<number | null>(null);
  /** All places on the page, or only what is chosen. */
  showAll = $state(true);
  /** A deed under way: its name, for the button that began it. */
  doing = $state<string | null>(null);
  /** A run that a deed began, and whether it goes on with something that a person said. */
  begun = $state.raw<{ run: string; said: boolean } | null>(null);
  /** Where the page view is asked to go; `turn` counts, so that the same place is gone to again. */
  jump = $state.raw<Jump>({
    turn: 0,
    document: 0,
    page: 1,
    mark: null,
    box: null,
  });
  #renew: ReturnType<typeof setTimeout> | undefined;
  #arrive: ReturnType<typeof setTimeout> | undefined;
  #leave: (() => void)[] = [];

  constructor(
    readonly run: string,
    private readonly backend: Pick<Backend, "call">,
    private readonly events: EventHub,
  ) {
    this.detail = new Loaded(() => backend.call("runs.show", { run }));
    this.documents = new Loaded(() => backend.call("pages.list", { run }));
    this.log = events.watch(run);
    this.finder = new Finder(run, backend, (it) => this.turnTo(it.document, it.page, null, it.box));
  }

  readonly found = $derived.by(() => this.detail.value);
  readonly marks: Mark[] = $derived(
    this.found ? marks(this.found, this.chosen, this.building?.values ?? []) : [],
  );
  readonly groups = $derived(grouped(this.found?.rules ?? []));
  /** Findings by their causes: the rule that is told, and those that follow from the same slip. */
  readonly slips: Slip[] = $derived.by(() => {
    const rule = (id: number) => this.found?.rules.find((it) => it.id === id);
    return (this.found?.slips ?? []).flatMap(({ rules, mend }) => {
      const [first, ...consequences] = rules.map(rule).filter((it) => it !== undefined);
      return first ? [{ rule: first, consequences, mend }] : [];
    });
  });
  /** Values that are still to be compared with the page, in reading order. */
  readonly doubtful: FieldView[] = $derived(doubtful(this.found?.fields ?? []));
  readonly lit: Set<number> = $derived(
    this.found ? litRules(this.found, this.chosen) : new Set<number>(),
  );
  /** Pages that were read of those that there are, while they are being read. */
  readonly pagesRead: { n_read: number; n_pages: number } | null = $derived.by(() => {
    const pages = (this.documents.value ?? []).flatMap((it) => it.pages);
    const n_read = pages.filter((it) => !it.awaited).length;
    return n_read < pages.length ? { n_read, n_pages: pages.length } : null;
  });
  readonly busy: boolean = $derived(this.found !== null && this.found.state !== "ended");
  /** Neither the program nor a deed is at work. */
  readonly idle: boolean = $derived(!this.busy && this.doing === null);
  /** Whether what was found can be added to. */
  readonly extensible: boolean = $derived(
    this.found?.state === "ended" && this.found.told.rules !== null,
  );
  readonly steps: StepView[] = $derived(this.found ? steps(this.found) : []);
  readonly chosenField: FieldView | null = $derived.by(() => {
    const chosen = this.chosen;
    if (chosen?.what !== "field") return null;
    return this.found?.fields.find((it) => it.id === chosen.id) ?? null;
  });
  /** The list that is shown: a document without tables or clauses has no list of them. */
  readonly look: Look = $derived.by(() => {
    const { tables = [], clauses = [] } = this.found ?? {};
    const lacks = { items: tables.length === 0, clauses: clauses.length === 0 };
    return this.asked in lacks && lacks[this.asked as keyof typeof lacks] ? "rules" : this.asked;
  });
  readonly chosenRule: RuleView | null = $derived.by(() => {
    const chosen = this.chosen;
    if (chosen?.what !== "rule") return null;
    return this.found?.rules.find((it) => it.id === chosen.id) ?? null;
  });

  start(): () => void {
    void this.reload().then(() => this.#chooseFirst());
    this.#leave = [
      this.events.subscribe((event) => {
        if (event.run_id !== this.run) return;
        if (event.event_type === "run.finished") void this.#renewAtOnce();
        else if (TELLING.has(event.event_type)) this.#renewSoon();
        else if (ARRIVING.has(event.event_type)) this.#pagesSoon();
      }),
      this.events.onReturn(() => void this.reload()),
      () => this.events.unwatch(this.run),
      () => clearTimeout(this.#renew),
      () => clearTimeout(this.#arrive),
      () => this.finder.close(),
    ];
    return () => this.#leave.forEach((it) => it());
  }

  async reload(): Promise<void> {
    await Promise.all([this.detail.load(), this.documents.load()]);
  }

  /** What does not add up is what one came for. */
  #chooseFirst(): void {
    const first = this.slips[0]?.rule;
    if (this.chosen === null && first) this.choose({ what: "rule", id: first.id });
  }

  #renewSoon(): void {
    clearTimeout(this.#renew);
    this.#renew = setTimeout(() => {
      const hadRules = (this.found?.rules.length ?? 0) > 0;
      void this.reload().then(() => {
        if (!hadRules) this.#chooseFirst();
      });
    }, 80);
  }

  /** Behind the end nothing comes that could be waited for, and who pressed "Stop" waits for it: what
      is said of the run is asked for first, and its pages, of which a long document has many, then. */
  async #renewAtOnce(): Promise<void> {
    clearTimeout(this.#renew);
    const hadRules = (this.found?.rules.length ?? 0) > 0;
    await this.detail.load();
    if (!hadRules) this.#chooseFirst();
    await this.documents.load();
  }

  /** Pages are shown while they are read: the first at once, a flood of them now and then. */
  #pagesSoon(): void {
    if (this.#arrive !== undefined) return;
    const wait = (this.documents.value?.length ?? 0) > 0 ? PAGES_EVERY : 0;
    this.#arrive = setTimeout(() => {
      // What comes meanwhile is asked for afterwards: an answer that is overtaken shows nothing.
      void this.documents.load().then(() => (this.#arrive = undefined));
    }, wait);
  }

  /** Chooses, and turns to the page where it stands. */
  choose(chosen: Chosen | null): void {
    this.chosen = chosen;
    if (!this.found || chosen === null) return;
    const mark = target(this.found, chosen);
    if (!mark) return;
    this.turnTo(mark.document, mark.page, mark.key);
  }

  /** Points at something: at a value of the rule that is being built, else it is chosen. */
  point(at: Chosen): void {
    if (this.building === null || at.what !== "field") this.choose(at);
    else this.building.point(at.id);
  }

  /** Begins to build a rule, with the chosen value first; or ends it. */
  toggleBuilding(): void {
    if (this.building) return this.stopBuilding();
    this.pen.end();
    this.building = new Building(this.run, this.backend);
    const { chosenField } = this;
    if (chosenField) this.building.point(chosenField.id);
    else this.choose(null);
  }

  stopBuilding(): void {
    this.building = null;
  }

  /** Takes up the pen for a value that was missed: around the number that is chosen, if one is. */
  drawNew(): void {
    this.stopBuilding();
    const place = this.chosen?.what === "unheld" ? this.found?.unheld[this.chosen.id] : undefined;
    this.pen.begin({ what: "add" }, place ? drawnAt(place) : null);
    this.pen.take();
  }

  /** Takes up the pen for a value that stands elsewhere. */
  drawAnew(field: FieldView): void {
    this.stopBuilding();
    this.pen.begin({ what: "move", field }, drawnAt(field.evidence));
    this.choose({ what: "field", id: field.id });
  }

  /** Turns to a page, and to a mark on it. */
  turnTo(
    document: number,
    page: number,
    mark: string | null = null,
    box: Rect | null = null,
  ): void {
    this.document = document;
    this.page = page;
    this.jump = { turn: this.jump.turn + 1, document, page, mark, box };
  }

  field(id: number): FieldView | null {
    return this.found?.fields.find((it) => it.id === id) ?? null;
  }

  /** The rules in the order of the list. */
  readonly listed: RuleView[] = $derived([
    ...this.slips.flatMap((it) => [it.rule, ...it.consequences]),
    ...this.groups.waived,
    ...this.groups.unknown,
    ...this.groups.holds,
  ]);

  /** One rule down or up the list; one clause where those are listed. */
  step(by: 1 | -1): void {
    const what = this.look === "clauses" ? "clause" : "rule";
    const listed = what === "clause" ? (this.found?.clauses ?? []) : this.listed;
    const chosen = this.chosen;
    const at = chosen?.what === what ? listed.findIndex((it) => it.id === chosen.id) : -1;
    const next = listed[at === -1 ? (by === 1 ? 0 : listed.length - 1) : at + by];
    if (next) this.choose({ what, id: next.id });
  }

  /** One value on or back, in reading order, over the pages. */
  stepBox(by: 1 | -1): void {
    const ordered = this.#pages().flatMap(([document, page]) => onPage(this.marks, document, page));
    const values = ordered.filter((it) => it.chooses.what === "field");
    const chosen = this.chosen;
    const at =
      chosen?.what === "field" ? values.findIndex((it) => it.chooses.id === chosen.id) : -1;
    const next = values[at === -1 ? (by === 1 ? 0 : values.length - 1) : at + by];
    if (next) this.choose(next.chooses);
  }

  /** The next value that is to be compared with the page. */
  stepDoubtful(): void {
    const next = after(this.doubtful, "field", this.chosen);
    if (next) this.choose({ what: "field", id: next.id });
  }

  /** The next thing that does not add up. */
  stepFinding(): void {
    const findings = this.slips.map((it) => it.rule);
    const next = after(findings, "rule", this.chosen);
    if (!next) return;
    this.asked = "rules";
    this.choose({ what: "rule", id: next.id });
  }

  stepPage(by: 1 | -1): void {
    const all = this.#pages();
    const at = all.findIndex(([d, p]) => d === this.document && p === this.page);
    const next = all[at + by];
    if (next) this.turnTo(next[0], next[1]);
  }

  #pages(): [number, number][] {
    const documents = this.documents.value ?? [];
    return documents.flatMap((it) =>
      it.pages.map((page): [number, number] => [it.index, page.number]),
    );
  }

  // Deeds. Each gives the problem, or none where it went well.

  correct(
    field: FieldView,
    to: { value?: string; kind?: Kind; label?: string },
    by: string,
  ): Promise<ApiProblem | null> {
    const request = { run: this.run, field: field.name, by, ...to };
    return this.#begin("correct", () => this.backend.call("runs.correct", request));
  }

  /** Puts in a value that was missed. */
  add(
    drawn: Drawn,
    to: { label: string; kind: Kind; value: string },
    by: string,
  ): Promise<ApiProblem | null> {
    const request = { run: this.run, drawn, by, ...to };
    return this.#begin("correct", () => this.backend.call("runs.add_field", request));
  }

  /** Says where a value stands, and what it is there. */
  move(
    field: FieldView,
    drawn: Drawn,
    value: string | null,
    by: string,
  ): Promise<ApiProblem | null> {
    const to = value === null ? {} : { value };
    const request = { run: this.run, field: field.name, drawn, by, ...to };
    return this.#begin("correct", () => this.backend.call("runs.move_field", request));
  }

  /** Takes out a value that a person put in. */
  remove(field: FieldView, by: string): Promise<ApiProblem | null> {
    const request = { run: this.run, field: field.name, by };
    return this.#begin("correct", () => this.backend.call("runs.remove_field", request));
  }

  /** Puts in the rule that was built. */
  async addRule(by: string): Promise<ApiProblem | null> {
    const rule = this.building?.rule;
    if (!rule) return null;
    const request = { rule, by };
    const problem = await this.#begin("correct", () => this.backend.call("runs.add_rule", request));
    if (!problem) this.stopBuilding();
    return problem;
  }

  /** Notes that a value was compared with the page, or is to be compared again. */
  confirm(field: FieldView, right: boolean, by: string): Promise<ApiProblem | null> {
    const request = { run: this.run, field: field.name, right, by };
    return this.#do("confirm", async () => {
      await this.backend.call("runs.confirm", request);
      await this.detail.load();
    });
  }

  /** Asks whoever issued the document to print another value; none asks no more. */
  mend(field: string, value: string | null, by: string): Promise<ApiProblem | null> {
    const request = { run: this.run, field, by, ...(value === null ? {} : { value }) };
    return this.#do("correct", async () => {
      await this.backend.call("runs.mend", request);
      await this.detail.load();
    });
  }

  /** What the issuer is asked to print in place of a field's value, where somebody asks. */
  askedFor(field: string): string | null {
    return this.found?.mended?.asked.find((it) => it.field === field)?.shown ?? null;
  }

  waive(rule: RuleView, reason: string, by: string): Promise<ApiProblem | null> {
    const request = { run: this.run, rule: rule.id, reason, by };
    return this.#begin("waive", () => this.backend.call("runs.waive", request));
  }

  unwaive(rule: RuleView, by: string): Promise<ApiProblem | null> {
    const request = { run: this.run, rule: rule.id, by };
    return this.#begin("waive", () => this.backend.call("runs.unwaive", request));
  }

  /** Takes a rule for none of the document's. */
  strike(rule: RuleView, reason: string, by: string): Promise<ApiProblem | null> {
    const request = { run: this.run, rule: rule.id, reason, by };
    return this.#begin("waive", () => this.backend.call("runs.strike", request));
  }

  unstrike(struck: number, by: string): Promise<ApiProblem | null> {
    const request = { run: this.run, struck, by };
    return this.#begin("waive", () => this.backend.call("runs.unstrike", request));
  }

  /** Has the model written anew with a sentence for the language model. */
  hint(hint: string, by: string): Promise<ApiProblem | null> {
    const request = { run: this.run, from: "generate" as const, hint, by };
    return this.#begin("retry", () => this.backend.call("runs.retry", request));
  }

  retry(from: Stage | null, engine: string | null): Promise<ApiProblem | null> {
    const request = { run: this.run, from: from ?? undefined, engine: engine ?? undefined };
    return this.#begin("retry", () => this.backend.call("runs.retry", request));
  }

  fork(attempt: number): Promise<ApiProblem | null> {
    const request = { run: this.run, attempt };
    return this.#begin("fork", () => this.backend.call("runs.fork", request));
  }

  restore(attempt: number): Promise<ApiProblem | null> {
    const request = { run: this.run, attempt };
    return this.#begin("restore", () => this.backend.call("runs.restore", request));
  }

  edit(text: string, repair: boolean): Promise<ApiProblem | null> {
    const request = { run: this.run, text, repair };
    return this.#begin("edit", () => this.backend.call("runs.edit", request));
  }

  cancel(): Promise<ApiProblem | null> {
    return this.#do("cancel", async () => {
      await this.backend.call("runs.cancel", { run: this.run });
    });
  }

  review(by: string, reviewed: boolean): Promise<ApiProblem | null> {
    return this.#do("review", async () => {
      if (!reviewed) await this.backend.call("runs.unreview", { run: this.run });
      else await this.backend.call("runs.review", { run: this.run, by });
      await this.detail.load();
    });
  }

  #begin(name: string, deed: () => Promise<Queued>): Promise<ApiProblem | null> {
    return this.#do(name, async () => {
      const queued = await deed();
      if (queued.error) throw new ApiProblem(queued.error);
      // What a person said of the document is unsaid; another run is deleted.
      const said = name === "correct" || name === "waive";
      if (queued.run !== null && queued.run !== this.run) this.begun = { run: queued.run, said };
      await this.reload();
    });
  }

  async #do(name: string, deed: () => Promise<void>): Promise<ApiProblem | null> {
    this.doing = name;
    try {
      await deed();
      return null;
    } catch (thrown) {
      return ApiProblem.from(thrown);
    } finally {
      this.doing = null;
    }
  }
}

/** The stepper: one entry per step, with the attempt at the checks. */
export function steps(run: RunDetail): StepView[] {
  const of = (stage: Stage) => run.stages.find((it) => it.stage === stage);
  const last = run.attempts.at(-1)?.number ?? null;
  const fixing = of("fix")?.state === "running";
  return STEPS.map((step) => {
    const stage = of(step);
    let state = stage?.state ?? "waiting";
    if (step === "typecheck" && fixing) state = "running";
    if (step === "review") state = reviewState(run);
    const attempt = step === "typecheck" || step === "audit" ? last : null;
    return { step, state, took_ms: stage?.took_ms ?? null, attempt };
  });
}

/** The person's part: done when somebody signed, under way as soon as there is something to look at. */
function reviewState(run: RunDetail): StageView["state"] {
  if (run.reviewed) return "done";
  if (run.state !== "ended" || run.rules.length + run.fields.length === 0) return "waiting";
  return "running";
}
