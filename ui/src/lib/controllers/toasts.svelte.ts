// Short messages at the edge of the window: what was done, what can be undone, what went wrong.
//
// Invariant: a failure stays until it is closed; a success goes by itself, but not while somebody
// points at it. `cancelled` and `superseded` are silent: somebody wanted them.
import { ApiProblem } from "$lib/backend/problem";

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  tone: "good" | "bad" | "plain";
  text: string;
  problem: ApiProblem | null;
  action: ToastAction | null;
}

const STAYS_MS = 5_000;
const STAYS_WITH_ACTION_MS = 9_000;

export class Toasts {
  all = $state<Toast[]>([]);
  #next = 1;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  say(text: string, action: ToastAction | null = null, tone: Toast["tone"] = "good"): number {
    return this.#add({ tone, text, problem: null, action });
  }

  /** Shows a failure; gives the problem back for callers that branch on its code. */
  fail(thrown: unknown): ApiProblem {
    const problem = ApiProblem.from(thrown);
    const silent = problem.code === "cancelled" || problem.code === "superseded";
    const same = this.all.some((it) => it.problem?.message === problem.message);
    if (!silent && !same) this.#add({ tone: "bad", text: problem.message, problem, action: null });
    return problem;
  }

  close(id: number): void {
    this.hold(id);
    this.all = this.all.filter((it) => it.id !== id);
  }

  /** Closes the message that told something which is not so any more. */
  forget(text: string): void {
    for (const it of this.all) if (it.text === text) this.close(it.id);
  }

  /** Stops the clock while somebody reads. */
  hold(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  release(id: number): void {
    const it = this.all.find((it) => it.id === id);
    if (it && it.tone !== "bad") this.#leaveLater(it);
  }

  #add(it: Omit<Toast, "id">): number {
    const toast = { ...it, id: this.#next++ };
    this.all = [...this.all.slice(-3), toast];
    if (toast.tone !== "bad") this.#leaveLater(toast);
    return toast.id;
  }

  #leaveLater(it: Toast): void {
    this.hold(it.id);
    const stays = it.action ? STAYS_WITH_ACTION_MS : STAYS_MS;
    this.#timers.set(
      it.id,
      setTimeout(() => this.close(it.id), stays),
    );
  }
}
