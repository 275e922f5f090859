// Batches: handed over by their types, asked about while they go on, kept where sending fails.
import { describe, expect, it, vi } from "vitest";
import type { BatchView } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import { BatchesController } from "$lib/controllers/batches.svelte";
import { Toasts } from "$lib/controllers/toasts.svelte";

function view(over: Partial<BatchView> = {}): BatchView {
  return {
    batch: "aa",
    state: "under_way",
    address: "nats://a",
    n_documents: 2,
    n_done: 1,
    n_discrepant: 0,
    n_failed: 0,
    n_cancelled: 0,
    per_minute: null,
    trouble: null,
    created_at_ms: 1,
    ...over,
  };
}

function item(path: string, documentType: string | null = null) {
  return { path, documentType, state: "ready" };
}

function program(answers: Record<string, (request: never) => unknown>, items = [item("/d/a")]) {
  const asked: [string, unknown][] = [];
  const backend = {
    async call(name: string, request: never) {
      asked.push([name, request]);
      return answers[name]?.(request) ?? [];
    },
  };
  const inbox = {
    items,
    maxAttempts: null,
    get ready() {
      return this.items;
    },
  };
  const toasts = new Toasts();
  const hub = { onReturn: () => () => {} };
  const batches = new BatchesController(backend as never, hub as never, inbox as never, toasts);
  return { batches, asked, inbox, toasts };
}

describe("batches", () => {
  it("are one for each type that was chosen", async () => {
    const items = [item("/d/a"), item("/d/b", "invoice"), item("/d/c")];
    const { batches, asked, inbox } = program({ "batches.send": () => view() }, items);
    await batches.send();
    const sent = asked.filter((it) => it[0] === "batches.send").map((it) => it[1]);
    expect(sent).toEqual([
      { paths: ["/d/a", "/d/c"], document_type: undefined, max_attempts: undefined },
      { paths: ["/d/b"], document_type: "invoice", max_attempts: undefined },
    ]);
    expect(inbox.items).toEqual([]);
  });

  it("leave the files where they are when the queue does not answer", async () => {
    const refuse = () => {
      throw new ApiProblem({ code: "not_found", message: "no queue answers" });
    };
    const { batches, inbox, toasts } = program({ "batches.send": refuse });
    await batches.send();
    expect(inbox.items.map((it) => it.state)).toEqual(["ready"]);
    expect(toasts.all.map((it) => it.text)).toEqual(["no queue answers"]);
  });

  it("are asked about until they have ended, and shown until they are put away", async () => {
    vi.useFakeTimers();
    let state: BatchView["state"] = "under_way";
    let there = true;
    const { batches, asked } = program({
      "batches.list": () => (there ? [view({ state })] : []),
      "batches.put_away": () => (there = false),
    });
    const leave = batches.start();
    await vi.advanceTimersByTimeAsync(2_100);
    expect(asked).toHaveLength(3);
    state = "ended";
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked, "and then no more").toHaveLength(4);
    expect(batches.all.map((it) => it.state)).toEqual(["ended"]);
    await batches.putAway("aa");
    expect(batches.all).toEqual([]);
    leave();
    vi.useRealTimers();
  });
});
