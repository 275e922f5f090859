import { describe, expect, it } from "vitest";
import type { QueueEntry, RunEvent, Stage } from "$lib/backend/bindings";
import { advanced, heard, type Under } from "$lib/controllers/progress";
import { aHead } from "$lib/controllers/samples";

const WAITING: QueueEntry = {
  ...aHead({ run: "7", documents: ["scan.pdf", "letter.pdf"], state: "running" }),
  ours: true,
  stage: null,
  document: 0,
  n_read: null,
  n_pages: null,
  recognizing: null,
  seq: 0,
};

let seq = 0;

function event(stage: Stage, told: { event_type: string; data?: object }): RunEvent {
  const envelope = { run_id: "7", document_id: null, severity: "info", message: "" } as const;
  return { ...envelope, created_at_ms: 5, seq: ++seq, stage, ...told } as RunEvent;
}

const begins = (stage: Stage) => event(stage, { event_type: "stage.started" });
const opens = (n_pages: number) =>
  event("read", { event_type: "document.opened", data: { name: "", n_pages } });
const begun = (page: number) =>
  event("read", { event_type: "page.begun", data: { page, n_pages: 4 } });
const read = (page: number) =>
  event("read", { event_type: "page.read", data: { page, n_pages: 4, reason: "" } });

/** The shares that a person sees, one after each event. */
function shares(events: RunEvent[]): { all: number[]; last: Under } {
  let queue = advanced([WAITING], []);
  const all = events.map((it) => {
    queue = advanced(
      queue.map((entry) => heard(entry, it)),
      queue,
    );
    return queue[0]!.share;
  });
  return { all, last: queue[0]! };
}

const rises = (all: number[]) => all.every((it, i) => i === 0 || it >= all[i - 1]!);

describe("a bar", () => {
  it("does not go back where pages come out of order", () => {
    const { all, last } = shares([
      begins("read"),
      opens(4),
      ...[begun(1), begun(2), read(2), begun(3), read(3), begun(4), read(1), read(4)],
    ]);
    expect(rises(all), all.join(" ")).toBe(true);
    expect([last.n_read, last.n_pages, last.recognizing]).toEqual([4, 4, null]);
  });

  it("does not go back where the next document begins, or a model is repaired", () => {
    const { all } = shares([
      ...[begins("read"), opens(1), read(1), opens(4), read(1), read(2)],
      ...[begins("analyze"), begins("generate"), begins("typecheck"), begins("audit")],
      ...[begins("fix"), begins("typecheck"), begins("generate"), begins("audit")],
    ]);
    expect(rises(all), all.join(" ")).toBe(true);
    expect(all.at(-1)).toBeLessThan(1);
  });

  it("moves while a page that takes long is recognized", () => {
    const { all } = shares([begins("read"), opens(4), begun(1)]);
    expect(all[2]).toBeGreaterThan(all[1]!);
  });
});

describe("what is shown", () => {
  it("counts an event once, also where the answer to a question had it already", () => {
    const opened = opens(4);
    const first = read(1);
    const asked = { ...WAITING, n_read: 1, n_pages: 4, stage: "read" as const, seq: first.seq };
    let queue = advanced([asked], []);
    queue = queue.map((it) => heard(heard(it, opened), first));
    expect(queue[0]?.n_read).toBe(1);
  });

  it("is not taken back by an answer that was on its way", () => {
    const old = advanced([{ ...WAITING, n_read: 3, n_pages: 4, stage: "read", seq: 90 }], []);
    const late = { ...WAITING, n_read: 1, n_pages: 4, stage: "read" as const, seq: 50 };
    expect(advanced([late], old)[0]?.n_read).toBe(3);
  });
});
