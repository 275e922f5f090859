// Words on the pages: where they stand, and which place is being looked at.
//
// Invariant: only the answer to the last words counts. Asking waits until nobody types for a
// moment, since each answer looks through all pages.
import type { Backend } from "$lib/backend/backend";
import type { FoundView } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";

/** As many as the program tells at most. */
export const MOST = 2_000;
const PAUSE_MS = 150;

export class Finder {
  /** Whether the field is there. */
  open = $state(false);
  words = $state("");
  places = $state.raw<FoundView[]>([]);
  at = $state(0);
  /** The words that the places are of; none while nothing was asked. */
  asked = $state("");
  problem = $state.raw<ApiProblem | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(
    private readonly run: string,
    private readonly backend: Pick<Backend, "call">,
    /** Takes a person to a place. */
    private readonly show: (place: FoundView) => void,
  ) {}

  readonly here: FoundView | null = $derived(this.places[this.at] ?? null);

  /** Other words: they are looked for in a moment. */
  type(words: string): void {
    this.words = words;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.find(), PAUSE_MS);
  }

  async find(): Promise<void> {
    clearTimeout(this.#timer);
    const words = this.words.trim();
    const turn = ++this.#turn;
    try {
      const places = words ? await this.backend.call("pages.find", { run: this.run, words }) : [];
      if (turn !== this.#turn) return;
      this.places = places;
      this.at = 0;
      this.asked = words;
      this.problem = null;
      if (this.here) this.show(this.here);
    } catch (thrown) {
      if (turn === this.#turn) this.problem = ApiProblem.from(thrown);
    }
  }

  /** One place on or back, around the ends; words that were not asked for yet are asked for. */
  async step(by: 1 | -1): Promise<void> {
    if (this.words.trim() !== this.asked) return this.find();
    const n = this.places.length;
    if (n === 0) return;
    this.at = (this.at + by + n) % n;
    if (this.here) this.show(this.here);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.open = false;
    this.places = [];
    this.asked = "";
  }

  /** What was found on a page. */
  onPage(document: number, page: number): FoundView[] {
    return this.places.filter((it) => it.document === document && it.page === page);
  }
}
