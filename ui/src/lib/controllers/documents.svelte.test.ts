// The list of documents: what it asks, what is chosen, and what is done with many at once.
import { describe, expect, it } from "vitest";
import type { DocumentsQuery, DocumentView, RunHead } from "$lib/backend/bindings";
import { DocumentsController } from "$lib/controllers/documents.svelte";
import { EventHub } from "$lib/controllers/events.svelte";

function view(at: number, run: Partial<RunHead> = {}): DocumentView {
  return {
    document: `d${at}`,
    run: { run: String(at), state: "ended", verdict: "verified", ...run },
  } as DocumentView;
}

function program(total: number, answers: Record<string, (request: never) => unknown> = {}) {
  const asked: DocumentsQuery[] = [];
  const called: [string, unknown][] = [];
  const backend = {
    async call(name: string, request: DocumentsQuery) {
      if (name !== "documents.list") {
        called.push([name, request]);
        return answers[name]?.(request as never);
      }
      asked.push(request);
      const [offset, limit] = [request.offset ?? 0, request.limit ?? 100];
      const n = Math.max(0, Math.min(limit, total - offset));
      const rows = Array.from({ length: n }, (_, i) => view(offset + i));
      return { rows, total, of_state: [] };
    },
    listen: () => () => {},
  } as never;
  const documents = new DocumentsController(backend, new EventHub(backend), () => 10_000_000_000);
  return { asked, called, documents };
}

describe("the list of documents", () => {
  it("asks in pieces until it has all, and for as many again when something has changed", async () => {
    const { asked, documents } = program(250);
    await documents.load();
    await documents.more();
    await documents.more();
    await documents.more();
    await documents.load();
    expect(documents.rows.length).toBe(250);
    expect(asked.map((it) => [it.offset, it.limit])).toEqual([
      [0, 100],
      [100, 100],
      [200, 100],
      [0, 250],
    ]);
  });

  it("asks by words, states, review, type, date and order", async () => {
    const { documents } = program(0);
    documents.search = " 1,058,800원 ";
    documents.toggleState("wrong");
    documents.toggleUnreviewed();
    documents.chooseType("contract");
    documents.chooseSince("week");
    documents.sort("total");
    expect(documents.query(0)).toEqual({
      offset: 0,
      limit: 100,
      search: "1,058,800원",
      states: ["wrong"],
      unreviewed: true,
      document_type: "contract",
      since_ms: 10_000_000_000 - 7 * 86_400_000,
      order: "total",
      ascending: false,
    });
    // The same column again turns it round; names begin with the first letter.
    documents.sort("total");
    expect(documents.query(0).ascending).toBe(true);
    documents.sort("issuer");
    expect(documents.query(0)).toMatchObject({ order: "issuer", ascending: true });
    documents.clear();
    expect(documents.filtered).toBe(false);
  });

  it("lets many be chosen one by one, a stretch at once, and all that the filter lets through", async () => {
    const { documents } = program(120);
    await documents.load();
    const names = () => documents.chosen.map((it) => it.document);
    const row = (at: number) => documents.rows[at] as DocumentView;
    documents.choose(row(1));
    documents.choose(row(4), true);
    expect(names()).toEqual(["d1", "d2", "d3", "d4"]);
    documents.choose(row(2));
    expect(names()).toEqual(["d1", "d3", "d4"]);
    await documents.chooseAll();
    expect(documents.chosen.length, "also what was not fetched yet").toBe(120);
    await documents.chooseAll();
    expect(documents.chosen).toEqual([]);
  });

  it("lets a compiler judge what it has not seen, whatever the verdict is called", () => {
    const seen = (verdict: RunHead["verdict"], waits: boolean, at: number) =>
      view(at, { verdict, waits_for_compiler: waits });
    const all = [
      seen("discrepant", true, 1),
      seen("discrepant", false, 2),
      // Nothing was there to prove, or it was too large: no compiler changes that.
      seen("unverified", false, 3),
      seen("checked", true, 4),
      view(5, { state: "running", verdict: null, waits_for_compiler: true }),
    ];
    expect(DocumentsController.unproved(all).map((it) => it.document)).toEqual(["d1", "d4"]);
  });

  it("retries what has ended and proves what nobody has judged; one failure stops no other", async () => {
    const { called, documents } = program(0, {
      "runs.retry": ({ run }: { run: string }) =>
        run === "2" ? { run: null, error: { code: "project_busy", message: "no" } } : { run: "9" },
    });
    const all = [
      view(1, { verdict: "unverified", waits_for_compiler: true }),
      view(2, { verdict: "unverified", waits_for_compiler: true }),
      view(3),
      view(4, { state: "running", verdict: null }),
    ];
    const proved = await documents.prove(all);
    expect([proved.runs.length, proved.problems.map((it) => it.code)]).toEqual([
      1,
      ["project_busy"],
    ]);
    const retried = await documents.retry(all);
    expect(retried.runs).toHaveLength(2);
    expect(called.map(([, it]) => it)).toEqual([
      { run: "1", from: "typecheck" },
      { run: "2", from: "typecheck" },
      { run: "1", from: "read" },
      { run: "2", from: "read" },
      { run: "3", from: "read" },
    ]);
  });

  it("deletes with all versions, keeps what is under way, and brings back what was deleted", async () => {
    const { called, documents } = program(3, {
      "documents.delete": () => ({ runs: ["1", "7"], busy: ["d2"] }),
      "documents.undelete": () => ({}),
    });
    await documents.load();
    documents.chosen = documents.rows.slice(1, 3);
    const { count, busy, undo } = await documents.remove(documents.chosen);
    expect([count, busy, documents.chosen.map((it) => it.document)]).toEqual([1, 1, ["d2"]]);
    await undo();
    expect(called.at(-1)).toEqual(["documents.undelete", { runs: ["1", "7"] }]);
  });

  it("lists the versions of the document that is unfolded behind it", async () => {
    const { documents } = program(2, {
      "documents.versions": () => [{ run: "8" }, { run: "0" }],
    });
    await documents.load();
    await documents.unfold("d0");
    const told = documents.listed.map((it) =>
      it.what === "document" ? it.of.document : `${it.of.run}<${it.before?.run ?? ""}`,
    );
    expect(told).toEqual(["d0", "8<0", "0<", "d1"]);
    await documents.unfold("d0");
    expect(documents.listed.length).toBe(2);
  });

  it("lists the versions that were asked for last under the document that they are of", async () => {
    const answers = new Map<string, () => void>();
    const { documents } = program(2, {
      "documents.versions": ({ document }: { document: string }) =>
        new Promise((answer) => answers.set(document, () => answer([{ run: document }]))),
    });
    await documents.load();
    const unfolded = [documents.unfold("d0"), documents.unfold("d1")];
    answers.get("d1")?.();
    answers.get("d0")?.();
    await Promise.all(unfolded);
    expect([documents.unfolded, documents.versions]).toEqual(["d1", [{ run: "d1" }]]);
  });
});
