// The queue of a review: what is next, and what is done is taken back.
import { describe, expect, it } from "vitest";
import type { DocumentView } from "$lib/backend/bindings";
import type { EventHub } from "$lib/controllers/events.svelte";
import { after, doubtful, nextDocument } from "$lib/controllers/queue";
import { field } from "$lib/controllers/samples";
import { Toasts } from "$lib/controllers/toasts.svelte";
import { stopped, Undo } from "$lib/controllers/undo.svelte";

describe("the queue", () => {
  const fields = [
    field(0, { page: 2, doubtful: true }),
    field(1, { page: 1, y: 300, doubtful: true }),
    field(2, { page: 1, y: 20 }),
    field(3, { page: 1, y: 300, x: 10, doubtful: true }),
  ];

  it("goes through what is doubtful as one reads, and begins again", () => {
    const queue = doubtful(fields);
    expect(queue.map((it) => it.id)).toEqual([3, 1, 0]);
    const next = (id: number | null) =>
      after(queue, "field", id === null ? null : { what: "field", id })?.id;
    expect([next(null), next(3), next(1), next(0)]).toEqual([3, 1, 0, 3]);
    expect(next(2), "from elsewhere to the first").toBe(3);
    expect(after(queue, "field", { what: "rule", id: 1 })?.id).toBe(3);
    expect(after([], "field", null)).toBeNull();
  });

  it("leads to the next document that nobody has reviewed, in the order of the list", () => {
    const row = (run: string, state: DocumentView["state"], by: string | null = null) =>
      ({ state, run: { run, reviewed: by && { by, at_ms: 1 } } }) as DocumentView;
    const rows = [
      row("1", "wrong"),
      row("2", "clean", "Kim"),
      row("3", "busy"),
      row("4", "broken"),
      row("5", "clean"),
    ];
    const next = (run: string) => nextDocument(rows, run)?.run.run ?? null;
    expect([next("1"), next("5"), next("2"), next("99")]).toEqual(["5", "1", "5", "1"]);
    expect(nextDocument(rows.slice(0, 4), "1"), "nothing else waits").toBeNull();
  });
});

describe("taking back", () => {
  it("is done once, the last first, by the key or from the message", async () => {
    const toasts = new Toasts();
    const undo = new Undo(toasts);
    const done: string[] = [];
    for (const it of ["one", "two", "three"]) undo.did(it, "undo", async () => void done.push(it));
    await undo.last();
    const [first] = undo.deeds;
    if (first) await undo.back(first);
    if (first) await undo.back(first);
    await undo.last();
    expect(done).toEqual(["three", "one", "two"]);
    expect([await undo.last(), toasts.all.length, undo.turn]).toEqual([false, 0, 3]);
  });

  it("means what is still being done, and goes one after the other", async () => {
    const undo = new Undo(new Toasts());
    const done: string[] = [];
    let answer = () => {};
    const answered = new Promise<void>((tell) => (answer = tell));
    const back = (said: string) => async () => void done.push(said);
    undo.did("one", "undo", back("one"));
    void undo.doing(answered.then(() => undo.did("two", "undo", back("two"))));
    const taken = [undo.last(), undo.last()];
    await Promise.resolve();
    expect(done, "the one before is not taken for it").toEqual([]);
    answer();
    expect(await Promise.all(taken)).toEqual([true, true]);
    expect(done).toEqual(["two", "one"]);
  });

  it("says why it cannot be, and the one before is next", async () => {
    const toasts = new Toasts();
    const undo = new Undo(toasts);
    undo.did("one", "undo", async () => {});
    undo.did("two", "undo", () => Promise.reject(new Error("gone")));
    await undo.last();
    expect(toasts.all.at(-1)?.tone).toBe("bad");
    expect(undo.deeds.map((it) => it.said)).toEqual(["one"]);
    for (const it of toasts.all) toasts.close(it.id);
  });

  it("stops what is under way first, and waits until it is over", async () => {
    const called: string[] = [];
    let tell = (_: object) => {};
    const backend = {
      call: async (name: string) => {
        called.push(name);
        if (name === "runs.cancel")
          queueMicrotask(() => tell({ run_id: "9", event_type: "run.finished" }));
        return { state: "running" };
      },
    } as never;
    const events = { subscribe: (it: typeof tell) => ((tell = it), () => called.push("left")) };
    await stopped(backend, events as unknown as EventHub, "9");
    expect(called).toEqual(["runs.show", "runs.cancel", "left"]);
  });
});
