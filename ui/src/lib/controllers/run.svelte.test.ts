// One run: choosing, stepping, and what deeds do to it.
import { describe, expect, it } from "vitest";
import type { EventSink } from "$lib/backend/backend";
import type { PagedDocument, RunDetail, RunEvent } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import { EventHub } from "$lib/controllers/events.svelte";
import { RunController, steps } from "$lib/controllers/run.svelte";
import { aRun, attempt, field, rule } from "$lib/controllers/samples";

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

const documents = [
  {
    index: 0,
    name: "sample.pdf",
    unit: "point",
    has_images: true,
    notes: [],
    pages: [1, 2].map((number) => ({
      number,
      width: 600,
      height: 800,
      source: "text_layer",
      reason: "",
      n_lines: 1,
      awaited: false,
      straightened: false,
      seals: [],
    })),
  },
] as unknown as PagedDocument[];

function program(run: RunDetail, answers: Record<string, unknown> = {}) {
  const asked: [string, unknown][] = [];
  let sink: EventSink | undefined;
  const backend = {
    async call(name: string, request: unknown) {
      asked.push([name, request]);
      const answer = answers[name];
      if (answer instanceof Error) throw answer;
      if (answer !== undefined) return answer;
      return { "runs.show": run, "pages.list": documents, "runs.events": [] }[name];
    },
    listen: (it: EventSink) => ((sink = it), () => {}),
  } as never;
  const hub = new EventHub(backend);
  hub.start();
  const send = (event: RunEvent) => sink?.event(event);
  return { asked, send, controller: new RunController("1", backend, hub) };
}

const found = aRun({
  fields: [field(0, { y: 10 }), field(1, { y: 30 }), field(2, { page: 2 })],
  rules: [rule(0, { fields: [0, 1] }), rule(1, { fields: [1, 2], status: "refuted" })],
});

describe("opening a run", () => {
  it("chooses the first finding and turns to its page", async () => {
    const { controller } = program(found);
    controller.start();
    await settle();
    expect(controller.chosen).toEqual({ what: "rule", id: 1 });
    expect(controller.page).toBe(2);
  });

  it("chooses nothing where all is well", async () => {
    const { controller } = program(aRun({ rules: [rule(0)] }));
    controller.start();
    await settle();
    expect(controller.chosen).toBeNull();
  });
});

describe("the end of a run", () => {
  it("is asked for at once, before the pages and without a wait", async () => {
    const { asked, send, controller } = program(found);
    controller.start();
    await settle();
    const before = asked.length;
    send({
      ...{ seq: 0, run_id: "1", document_id: null, severity: "info", message: "cancelled" },
      ...{ created_at_ms: 5, stage: null, event_type: "run.finished" },
      data: { verdict: "cancelled", n_refuted: 0 },
    } as unknown as RunEvent);
    await settle();
    const names = asked.slice(before).map(([name]) => name);
    expect(names).toEqual(["runs.show", "pages.list"]);
  });
});

describe("while a document is read", () => {
  const read = (page: number): RunEvent => ({
    ...{ seq: page, run_id: "1", document_id: null, severity: "info", message: "" },
    ...{ created_at_ms: 5, stage: "read", event_type: "page.read" },
    data: { page, n_pages: 9, reason: "" },
  });

  it("shows the first page at once, and asks once for a flood of them", async () => {
    const answers: Record<string, unknown> = { "pages.list": [] };
    const { controller, asked, send } = program(aRun({ state: "running" }), answers);
    controller.start();
    await settle();
    answers["pages.list"] = documents;
    const before = asked.length;
    for (let page = 1; page <= 9; page++) send(read(page));
    await settle();
    await settle();
    const lists = asked.slice(before).filter(([name]) => name === "pages.list");
    expect(lists.length).toBe(1);
    expect(controller.documents.value?.[0]?.pages.length).toBe(2);
  });

  it("shows its pages as soon as the file is open", async () => {
    const answers: Record<string, unknown> = { "pages.list": [] };
    const { controller, send } = program(aRun({ state: "running" }), answers);
    controller.start();
    await settle();
    answers["pages.list"] = documents;
    const data = { name: "sample.pdf", n_pages: 2 };
    send({ ...read(0), event_type: "document.opened", data });
    await settle();
    await settle();
    expect(controller.documents.value?.[0]?.pages.length).toBe(2);
  });

  it("does not follow other runs", async () => {
    const { controller, asked, send } = program(aRun({ state: "running" }));
    controller.start();
    await settle();
    const before = asked.length;
    send({ ...read(1), run_id: "2" });
    await settle();
    expect(asked.length).toBe(before);
  });
});

describe("stepping", () => {
  it("goes through rules in the order of the list and stays at its ends", async () => {
    const { controller } = program(found);
    controller.start();
    await settle();
    controller.step(1);
    expect(controller.chosen).toEqual({ what: "rule", id: 0 });
    controller.step(1);
    expect(controller.chosen, "the last one").toEqual({ what: "rule", id: 0 });
  });

  it("goes through clauses where those are listed, and lists rules where there are none", async () => {
    const { evidence } = field(9, { page: 2 });
    const clauses = [0, 1].map((id) => ({
      ...{ id, kind: "deadline" as const, party: "", says: `clause ${id}` },
      evidence,
    }));
    const { controller } = program({ ...found, clauses });
    await controller.reload();
    controller.asked = "clauses";
    controller.step(1);
    controller.step(1);
    expect([controller.chosen, controller.page]).toEqual([{ what: "clause", id: 1 }, 2]);
    const { controller: without } = program(found);
    await without.reload();
    without.asked = "clauses";
    expect(without.look).toBe("rules");
  });

  it("goes through values over the pages", async () => {
    const { controller } = program(found);
    await controller.reload();
    for (const id of [0, 1, 2]) {
      controller.stepBox(1);
      expect(controller.chosen).toEqual({ what: "field", id });
    }
    expect(controller.page).toBe(2);
    controller.stepPage(-1);
    expect(controller.page).toBe(1);
  });
});

describe("deeds", () => {
  it("offer the run that they began", async () => {
    const queued = { run: "9", paths: [], project: null, error: null };
    const { controller, asked } = program(found, { "runs.correct": queued });
    const problem = await controller.correct(field(0), { value: "KRW 5" }, "haneul");
    expect([problem, controller.begun?.run, controller.doing]).toEqual([null, "9", null]);
    expect(asked[1]).toEqual([
      "runs.correct",
      { run: "1", field: "field0", by: "haneul", value: "KRW 5" },
    ]);
  });

  it("give the refusal back with its code", async () => {
    const busy = {
      code: "project_busy" as const,
      message: "busy",
      hints: [],
      detail: [],
      run: "3",
    };
    const queued = { run: null, paths: [], project: null, error: busy };
    const { controller } = program(found, { "runs.retry": queued });
    const problem = await controller.retry("read", null);
    expect([problem?.code, problem?.run, controller.begun]).toEqual(["project_busy", "3", null]);
  });

  it("tell a lost program from a refusal", async () => {
    const gone = new ApiProblem({ code: "offline", message: "gone" });
    const { controller } = program(found, { "runs.waive": gone });
    expect((await controller.waive(rule(1), "agreed", "haneul"))?.code).toBe("offline");
  });

  it("on the same run offer nothing", async () => {
    const queued = { run: "1", paths: [], project: null, error: null };
    const { controller } = program(found, { "runs.edit": queued });
    await controller.edit("module Domains.Sample", false);
    expect(controller.begun).toBeNull();
  });
});

describe("the stepper", () => {
  it("counts the attempt at the checks, and shows a repair as a check that goes on", () => {
    const stages = aRun().stages.map((it) =>
      it.stage === "fix" ? { ...it, state: "running" as const } : it,
    );
    const run = aRun({
      state: "running",
      verdict: null,
      stages,
      attempts: [attempt(1, 2), attempt(2, 1)],
    });
    const check = steps(run).find((it) => it.step === "typecheck");
    expect([check?.state, check?.attempt]).toEqual(["running", 2]);
  });

  it("asks for the person once there is something to review", () => {
    const last = (run: RunDetail) => steps(run).at(-1)?.state;
    expect(last(aRun({ fields: [field(0)] }))).toBe("running");
    expect(last(aRun({ fields: [field(0)], state: "running" }))).toBe("waiting");
    expect(last(aRun({ reviewed: { by: "haneul", at_ms: 1 } }))).toBe("done");
  });
});

describe("a review", () => {
  it("is taken back although the page has not learnt that it was done", async () => {
    const { asked, controller } = program(aRun({ reviewed: null }), {
      "runs.review": {},
      "runs.unreview": {},
    });
    expect(await controller.review("haneul", true)).toBeNull();
    // What is shown is still from before.
    expect(controller.found?.reviewed ?? null).toBeNull();
    expect(await controller.review("haneul", false)).toBeNull();
    const deeds = asked.map(([name]) => name).filter((it) => /review/.test(it));
    expect(deeds).toEqual(["runs.review", "runs.unreview"]);
  });
});
