// A rule that a person builds by pointing at its values: the parts, and the result last.
//
// Invariant: what is pointed at last is the result, so that the equation is whole at every step; a value
// stands in it once. What the program says of it is of what is pointed at now.
import type { Backend } from "$lib/backend/backend";
import type { BuiltRule, HandKind, RuleTried } from "$lib/backend/bindings";
import { Loaded } from "$lib/controllers/loaded.svelte";

export const HAND_KINDS = ["sum", "product", "rate", "same", "ordered", "length"] as const;

/** How many values a kind takes, the result among them. */
const MOST: Record<HandKind, number> = {
  sum: 201,
  product: 7,
  rate: 3,
  same: 2,
  ordered: 21,
  length: 3,
};
const LEAST: Record<HandKind, number> = {
  sum: 2,
  product: 3,
  rate: 3,
  same: 2,
  ordered: 2,
  length: 3,
};

export class Building {
  kind = $state<HandKind>("sum");
  /** What was pointed at, in order; the last one is the result. */
  values = $state.raw<readonly number[]>([]);
  /** Those of them that are taken away; only sums ask. */
  negative = $state.raw<ReadonlySet<number>>(new Set());
  readonly #answer: Loaded<RuleTried | null>;

  constructor(
    private readonly run: string,
    backend: Pick<Backend, "call">,
  ) {
    this.#answer = new Loaded(async () =>
      this.rule ? backend.call("runs.try_rule", this.rule) : null,
    );
  }

  /** What the program says of the rule; nothing where it could not be asked. */
  readonly tried = $derived.by(() => (this.problem ? null : this.#answer.value));
  readonly problem = $derived.by(() => this.#answer.problem);

  /** The rule as it is pointed at; none where a value is missing. */
  readonly rule: BuiltRule | null = $derived.by(() => {
    const result = this.values.at(-1);
    if (result === undefined || this.values.length < LEAST[this.kind]) return null;
    const parts = this.values.slice(0, -1).map((field) => ({
      field,
      negative: this.kind === "sum" && this.negative.has(field),
    }));
    return { run: this.run, kind: this.kind, parts, result };
  });

  /** How many values are missing at least. */
  readonly missing: number = $derived(Math.max(0, LEAST[this.kind] - this.values.length));

  readonly ready: boolean = $derived(
    this.tried !== null && this.tried.status !== "unknown" && this.tried.known === null,
  );

  /** Points at a value; at one that is there already takes it out. */
  point(field: number): void {
    if (this.values.includes(field)) this.values = this.values.filter((it) => it !== field);
    // Where no more fit in, the result is another one.
    else this.values = [...this.values.slice(0, MOST[this.kind] - 1), field];
    void this.try();
  }

  /** Adds or takes away a part. */
  turn(field: number): void {
    const negative = new Set(this.negative);
    if (!negative.delete(field)) negative.add(field);
    this.negative = negative;
    void this.try();
  }

  choose(kind: HandKind): void {
    this.kind = kind;
    this.values = this.values.slice(0, MOST[kind]);
    void this.try();
  }

  /** Takes out what was pointed at last; false where there is nothing. */
  back(): boolean {
    if (this.values.length === 0) return false;
    this.values = this.values.slice(0, -1);
    void this.try();
    return true;
  }

  /** Asks what the rule says and whether it holds. */
  async try(): Promise<void> {
    await this.#answer.load();
  }
}
