// The event stream: gaps, repetitions, and a connection that is lost.
import { describe, expect, it } from "vitest";
import type { EventSink } from "$lib/backend/backend";
import type { RunEvent } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import { EventHub } from "$lib/controllers/events.svelte";

function event(seq: number, run = "1"): RunEvent {
  return {
    run_id: run,
    seq,
    document_id: null,
    stage: "read",
    severity: "info",
    message: `event ${seq}`,
    created_at_ms: seq,
    event_type: "stage.started",
  };
}

/** A program whose runs have so many events, and a stream that the test feeds by hand. */
function program(stored: number) {
  const asked: number[] = [];
  let sink: EventSink | null = null;
  let broken = false;
  const state = {
    stored,
    asked,
    break: (it: boolean) => (broken = it),
    get sink(): EventSink {
      if (!sink) throw new Error("nobody listens");
      return sink;
    },
    backend: {
      async call(_name: string, request: { from_seq?: number; limit?: number }) {
        asked.push(request.from_seq ?? 0);
        if (broken) throw new ApiProblem({ code: "offline", message: "gone" });
        const from = request.from_seq ?? 0;
        const to = Math.min(state.stored, from + (request.limit ?? 1000));
        return Array.from({ length: Math.max(0, to - from) }, (_, i) => event(from + i));
      },
      listen(it: EventSink) {
        sink = it;
        return () => (sink = null);
      },
    } as never,
  };
  return state;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const seqs = (events: RunEvent[]) => events.map((it) => it.seq);

describe("a run's log", () => {
  it("begins with what is stored and goes on with the stream", async () => {
    const it = program(3);
    const hub = new EventHub(it.backend, (flush) => flush());
    hub.start();
    const log = hub.watch("1");
    await settle();
    it.sink.event(event(3));
    it.sink.event(event(4));
    expect(seqs(log.events)).toEqual([0, 1, 2, 3, 4]);
  });

  it("fetches all pages of a long log", async () => {
    const it = program(2500);
    const log = new EventHub(it.backend, (flush) => flush()).watch("1");
    await log.refetch();
    expect(log.next).toBe(2500);
    expect(it.asked).toEqual([0, 1000, 2000]);
  });

  it("refetches a gap once and keeps the order", async () => {
    const it = program(2);
    const hub = new EventHub(it.backend, (flush) => flush());
    hub.start();
    const log = hub.watch("1");
    await settle();
    it.stored = 5;
    it.sink.event(event(5));
    it.sink.event(event(6));
    expect(seqs(log.events), "what came too early is not shown yet").toEqual([0, 1]);
    await settle();
    expect(seqs(log.events)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(it.asked, "one request for both").toEqual([0, 2]);
  });

  it("shows a flood once per frame", async () => {
    const it = program(0);
    const flushes: (() => void)[] = [];
    const hub = new EventHub(it.backend, (flush) => flushes.push(flush));
    hub.start();
    const log = hub.watch("1");
    await settle();
    for (let seq = 0; seq < 10_000; seq += 1) it.sink.event(event(seq));
    expect([log.events.length, log.next, flushes.length]).toEqual([0, 10_000, 1]);
    flushes[0]?.();
    expect(log.events.length).toBe(10_000);
  });

  it("drops what comes twice", async () => {
    const it = program(3);
    const hub = new EventHub(it.backend, (flush) => flush());
    hub.start();
    const log = hub.watch("1");
    await settle();
    it.sink.event(event(1));
    it.sink.event(event(2));
    expect(seqs(log.events)).toEqual([0, 1, 2]);
  });

  it("says that it is incomplete, and recovers", async () => {
    const it = program(2);
    const hub = new EventHub(it.backend, (flush) => flush());
    hub.start();
    it.break(true);
    const log = hub.watch("1");
    await settle();
    expect(log.problem?.code).toBe("offline");
    it.break(false);
    it.sink.event(event(2));
    await settle();
    expect(log.problem).toBeNull();
    expect(seqs(log.events)).toEqual([0, 1, 2]);
  });
});

describe("the hub", () => {
  it("resumes every watched run from its next event", async () => {
    const it = program(4);
    const hub = new EventHub(it.backend, (flush) => flush());
    hub.start();
    hub.watch("1");
    await settle();
    expect(it.sink.resume()).toEqual([{ run: "1", next: 4 }]);
    hub.watch("1");
    hub.unwatch("1");
    expect(it.sink.resume(), "somebody still looks at it").toHaveLength(1);
    hub.unwatch("1");
    expect(it.sink.resume()).toEqual([]);
  });

  it("shows a lost connection and refetches when it is back", async () => {
    const it = program(1);
    const hub = new EventHub(it.backend, (flush) => flush());
    hub.start();
    const log = hub.watch("1");
    let returns = 0;
    hub.onReturn(() => (returns += 1));
    await settle();
    it.sink.connection("live");
    expect(returns, "what was asked for before it stood may have changed").toBe(1);
    it.sink.connection("lost");
    expect(hub.connection).toBe("lost");
    it.stored = 6;
    it.sink.connection("live");
    await settle();
    expect([hub.connection, returns, log.next]).toEqual(["live", 2, 6]);
  });

  it("hands every event to its listeners until they leave", () => {
    const it = program(0);
    const hub = new EventHub(it.backend, (flush) => flush());
    hub.start();
    const heard: number[] = [];
    const leave = hub.subscribe((got) => heard.push(got.seq));
    it.sink.event(event(0, "7"));
    leave();
    it.sink.event(event(1, "7"));
    expect(heard).toEqual([0]);
  });
});
