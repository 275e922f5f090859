// The inbox: files taken in, the same file once, refusals beside what was typed.
import { describe, expect, it } from "vitest";
import type { EventSink, Given } from "$lib/backend/backend";
import type { Looked, RunEvent } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import { EventHub } from "$lib/controllers/events.svelte";
import { InboxController } from "$lib/controllers/inbox.svelte";
import { aHead } from "$lib/controllers/samples";
import { Toasts } from "$lib/controllers/toasts.svelte";

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function looked(name: string, over: Partial<Looked> = {}): Looked {
  return {
    path: `/d/${name}`,
    name,
    size: 10,
    sha256: name,
    format: "pdf",
    error: null,
    document_type: "invoice",
    title: null,
    n_pages: 1,
    proposed_project: "Invoice",
    busy: null,
    earlier: [],
    same_as: null,
    ...over,
  };
}

function program(answers: Record<string, (request: never) => unknown>) {
  const asked: [string, unknown][] = [];
  let sink: EventSink | undefined;
  const backend = {
    async call(name: string, request: never) {
      asked.push([name, request]);
      const answer = answers[name];
      if (!answer) return name === "runs.queue" ? { parallel: 2, entries: [] } : [];
      return answer(request);
    },
    hand: async (it: Given) => ("path" in it ? it.path : `upload:${it.name}`),
    listen: (it: EventSink) => ((sink = it), () => {}),
  };
  const hub = new EventHub(backend as never);
  hub.start();
  const toasts = new Toasts();
  const inbox = new InboxController(backend as never, hub, toasts);
  inbox.start();
  return { inbox, asked, toasts, backend, send: (event: RunEvent) => sink?.event(event) };
}

const give = (name: string): Given => ({ path: `/d/${name}`, name });
const look = (over: Partial<Looked> = {}) => ({
  "documents.look": ({ paths }: { paths: string[] }) =>
    paths.map((it) => looked(it.split("/").at(-1) ?? "", over)),
});

describe("taking files in", () => {
  it("looks at each and converts nothing by itself", async () => {
    const { inbox, asked } = program(look());
    await inbox.add([give("a.pdf"), give("b.pdf")]);
    expect(inbox.items.map((it) => [it.name, it.state])).toEqual([
      ["a.pdf", "ready"],
      ["b.pdf", "ready"],
    ]);
    expect(asked.map((it) => it[0])).not.toContain("runs.convert");
  });

  it("keeps the same bytes once", async () => {
    const { inbox } = program(look({ sha256: "same" }));
    await inbox.add([give("a.pdf"), give("copy of a.pdf")]);
    expect(inbox.items.map((it) => [it.name, it.twins])).toEqual([["a.pdf", 1]]);
  });

  it("keeps the one that somebody has answered for, though the other was given first", async () => {
    const earlier = [aHead({ run: "4", verdict: "verified" })];
    let answer: (it: Looked[]) => void = () => {};
    const late = new Promise<Looked[]>((resolve) => (answer = resolve));
    const { inbox } = program({
      "documents.look": ({ paths }: { paths: string[] }) =>
        paths[0] === "/d/a.pdf" ? late : [looked("copy of a.pdf", { sha256: "same", earlier })],
    });
    const added = inbox.add([give("a.pdf"), give("copy of a.pdf")]);
    await settle();
    const second = inbox.items[1];
    if (second) second.again = true;
    answer([looked("a.pdf", { sha256: "same", earlier })]);
    await added;
    expect(inbox.items.map((it) => [it.name, it.twins, it.startable])).toEqual([
      ["copy of a.pdf", 1, true],
    ]);
  });

  it("asks about a file that was converted before, once", async () => {
    const earlier = [aHead({ run: "4", verdict: "verified" })];
    const { inbox } = program(look({ earlier }));
    await inbox.add([give("a.pdf")]);
    const [item] = inbox.items;
    expect([item?.asks, inbox.ready.length]).toEqual([true, 0]);
    item!.again = true;
    expect([item?.asks, inbox.ready.length]).toEqual([false, 1]);
  });

  it("puts a folder's documents in its place, and says so of an empty one", async () => {
    const { inbox } = program({
      "documents.look": ({ paths }: { paths: string[] }) =>
        paths[0] === "/d/folder" ? [looked("1.pdf"), looked("2.pdf")] : [],
    });
    await inbox.add([give("folder"), give("empty")]);
    expect(inbox.items.map((it) => [it.name, it.state])).toEqual([
      ["1.pdf", "ready"],
      ["empty", "failed"],
      ["2.pdf", "ready"],
    ]);
    expect(inbox.items[1]?.problem?.reason).toBe("nothing_to_convert");
  });

  it("hands a file over again that did not arrive", async () => {
    const { inbox, backend } = program(look());
    const hand = backend.hand;
    backend.hand = () => Promise.reject(new ApiProblem({ code: "offline", message: "gone" }));
    await inbox.add([new File(["x"], "a.pdf")]);
    const [item] = inbox.items;
    expect([item?.state, item?.problem?.code]).toEqual(["failed", "offline"]);
    backend.hand = hand;
    await inbox.retry(item!);
    expect([item?.state, item?.problem, item?.path]).toEqual(["ready", null, "/d/upload:a.pdf"]);
  });

  it("shows why a file cannot be read, beside the file", async () => {
    const error = {
      code: "unreadable" as const,
      message: "protected",
      hints: ["save it without"],
      detail: [],
    };
    const { inbox } = program(look({ error, sha256: null }));
    await inbox.add([give("locked.pdf")]);
    const [item] = inbox.items;
    expect([item?.state, item?.problem?.hints]).toEqual(["failed", ["save it without"]]);
  });
});

describe("project names", () => {
  it("are judged by form here and by use over there", async () => {
    const { inbox } = program({
      ...look(),
      "project.check": ({ name }: { name: string }) => ({
        name,
        valid: true,
        free: false,
        reason: null,
        runs: ["1", "2"],
      }),
    });
    await inbox.add([give("a.pdf")]);
    const item = inbox.items[0]!;
    await inbox.nameProject(item, "임대차");
    expect([item.projectProblem, inbox.ready.length]).toEqual(["bad", 0]);
    await inbox.nameProject(item, "Lease2025");
    expect([item.projectProblem, item.nTaken, inbox.ready.length]).toEqual([null, 2, 1]);
  });
});

describe("converting", () => {
  it("begins a run per file and empties the list", async () => {
    let next = 7;
    const { inbox, asked } = program({
      ...look(),
      "runs.convert": ({ paths }: { paths: string[] }) => [
        { run: String(next++), paths, project: "Invoice", error: null },
      ],
    });
    await inbox.add([give("a.pdf"), give("b.pdf")]);
    expect(await inbox.convert()).toEqual(["7", "8"]);
    expect(inbox.items).toEqual([]);
    expect(asked.filter((it) => it[0] === "runs.convert")).toHaveLength(2);
  });

  it("sends all at once where one model is wanted over them", async () => {
    const { inbox, asked } = program({
      ...look(),
      "runs.convert": ({ paths }: { paths: string[] }) => [
        { run: "7", paths, project: "A", error: null },
      ],
    });
    await inbox.add([give("a.pdf"), give("b.pdf")]);
    inbox.together = true;
    await inbox.convert();
    const sent = asked.find((it) => it[0] === "runs.convert")?.[1];
    expect(sent).toMatchObject({ paths: ["/d/a.pdf", "/d/b.pdf"], together: true });
  });

  it("keeps what was typed when it is refused", async () => {
    const { inbox } = program({
      ...look(),
      "runs.convert": () => {
        throw new ApiProblem({ code: "project_busy", message: "busy", run: "3" });
      },
    });
    await inbox.add([give("a.pdf")]);
    const item = inbox.items[0]!;
    item.project = "Lease2025";
    item.documentType = "contract";
    expect(await inbox.convert()).toEqual([]);
    expect([item.state, item.project, item.documentType, item.problem?.code, item.busyRun]).toEqual(
      ["ready", "Lease2025", "contract", "project_busy", "3"],
    );
  });
});

describe("what is under way", () => {
  const entry = {
    ...aHead({ run: "7", project: "Invoice", documents: ["a.pdf"], state: "running" }),
    ours: true,
    stage: "read" as const,
    document: 0,
    n_read: null,
    n_pages: null,
    recognizing: null,
    seq: 0,
  };
  const envelope = {
    run_id: "7",
    document_id: null,
    severity: "info" as const,
    message: "",
    created_at_ms: 5,
  };

  it("follows the stream, and moves to the ended when it ends", async () => {
    const { inbox, send } = program({ "runs.queue": () => ({ parallel: 2, entries: [entry] }) });
    await settle();
    const opened = { name: "sample.pdf", n_pages: 9 };
    send({ ...envelope, seq: 2, stage: "read", event_type: "document.opened", data: opened });
    send({
      ...envelope,
      seq: 3,
      stage: "read",
      event_type: "page.read",
      data: { page: 2, n_pages: 9, reason: "" },
    });
    expect([inbox.queue[0]?.n_read, inbox.queue[0]?.n_pages]).toEqual([1, 9]);
    send({
      ...envelope,
      seq: 9,
      stage: null,
      event_type: "run.finished",
      data: { verdict: "verified", n_refuted: 0 },
    });
    expect(inbox.queue).toEqual([]);
    expect(inbox.ended[0]).toMatchObject({ run: "7", project: "Invoice", verdict: "verified" });
  });

  it("says that a run is being stopped until it has", async () => {
    const { inbox, send } = program({
      "runs.queue": () => ({ parallel: 2, entries: [entry] }),
      "runs.cancel": () => ({ cancelled: true }),
    });
    await settle();
    await inbox.stop("7");
    expect(inbox.stopping.has("7")).toBe(true);
    send({
      ...envelope,
      seq: 9,
      stage: null,
      event_type: "run.finished",
      data: { verdict: "cancelled", n_refuted: 0 },
    });
    expect(inbox.stopping.has("7")).toBe(false);
  });
});

describe("what is under way", () => {
  it("is told by the last answer that was asked for, however late an earlier one comes", async () => {
    const answers: ((entries: object[]) => void)[] = [];
    const { inbox } = program({
      "runs.queue": () =>
        new Promise((answer) => {
          answers.push((entries) => answer({ parallel: 2, entries }));
        }),
      "runs.list": () => ({ rows: [] }),
    });
    // The inbox asks once by itself.
    const begun = inbox.renew();
    answers[1]?.([]);
    await begun;
    answers[0]?.([{ run: "1", project: "A", documents: ["a.pdf"], state: "running" }]);
    await settle();
    expect(inbox.queue, "what has ended is not shown again").toEqual([]);
  });
});
