// Proof to pixel: boxes of rules, rules of boxes, and the order of what is shown.
import { describe, expect, it } from "vitest";
import type { MendView } from "$lib/backend/bindings";
import { grouped, litRules, marks, onPage, suggestions, target } from "$lib/controllers/evidence";
import { aRun, field, rule } from "$lib/controllers/samples";

const found = aRun({
  fields: [
    field(0, { label: "공급가액", page: 1, y: 100, rules: [0] }),
    field(1, { label: "세액", page: 1, y: 100, x: 300, rules: [0, 1] }),
    field(2, { label: "합계", page: 2, y: 40, rules: [0] }),
    field(3, { label: "문서번호", page: 1, y: 10 }),
  ],
  rules: [
    rule(0, { fields: [0, 1, 2], status: "refuted" }),
    rule(1, { fields: [1], status: "holds" }),
    rule(2, { fields: [3], status: "refuted", waived: true }),
    rule(3, { fields: [], status: "unknown" }),
  ],
});

const loud = (chosen: Parameters<typeof marks>[1]) =>
  marks(found, chosen)
    .filter((it) => it.loud)
    .map((it) => it.key);

describe("a choice", () => {
  it("of a rule lights up all its numbers, and nothing else", () => {
    expect(loud({ what: "rule", id: 0 })).toEqual(["field-0", "field-1", "field-2"]);
  });

  it("of a box lights up that box and the rules that use it", () => {
    expect(loud({ what: "field", id: 1 })).toEqual(["field-1"]);
    expect([...litRules(found, { what: "field", id: 1 })]).toEqual([0, 1]);
    expect([...litRules(found, { what: "field", id: 3 })]).toEqual([2]);
  });

  it("of a clause lights up its words, which are on the page only then", () => {
    const clause = {
      id: 0,
      kind: "obligation" as const,
      party: "을",
      says: "을은 비밀을 지킨다",
      evidence: field(9, { page: 2, y: 60 }).evidence,
    };
    const withClause = { ...found, clauses: [clause] };
    const keys = (chosen: Parameters<typeof marks>[1]) =>
      marks(withClause, chosen).map((it) => it.key);
    expect(keys(null)).not.toContain("clause-0");
    const chosen = { what: "clause" as const, id: 0 };
    expect(keys(chosen)).toContain("clause-0");
    expect(marks(withClause, chosen).filter((it) => it.loud)).toHaveLength(1);
    expect(target(withClause, chosen)).toMatchObject({ key: "clause-0", page: 2 });
  });

  it("of a rule turns to the page of its result", () => {
    const at = target(found, { what: "rule", id: 0 });
    expect([at?.key, at?.page]).toEqual(["field-2", 2]);
  });

  it("of nothing lights up nothing", () => {
    expect(loud(null)).toEqual([]);
    expect(target(found, null)).toBeNull();
  });
});

describe("colors", () => {
  it("mark what a finding speaks of, but not what was waived", () => {
    const tones = Object.fromEntries(marks(found, null).map((it) => [it.key, it.tone]));
    expect(tones).toEqual({
      "field-0": "bad",
      "field-1": "bad",
      "field-2": "bad",
      "field-3": "plain",
    });
  });

  it("mark corrected values and numbers that no field holds", () => {
    const run = aRun({
      fields: [field(0, { corrected: true })],
      unheld: [
        {
          document: "a.pdf",
          document_index: 0,
          page: 1,
          boxes: [box(5)],
          text: "9,900",
          amount: true,
        },
      ],
    });
    expect(marks(run, { what: "unheld", id: 0 }).map((it) => [it.tone, it.loud])).toEqual([
      ["corrected", false],
      ["unheld", true],
    ]);
  });
});

it("findings stand apart from what was waived", () => {
  const groups = grouped(found.rules);
  expect(Object.values(groups).map((it) => it.map((rule) => rule.id))).toEqual([
    [0],
    [2],
    [3],
    [1],
  ]);
});

it("boxes on a page go line by line, from left to right", () => {
  const keys = onPage(marks(found, null), 0, 1).map((it) => it.key);
  expect(keys).toEqual(["field-3", "field-0", "field-1"]);
});

function box(y: number) {
  return { x0: 0, y0: y, x1: 10, y1: y + 10 };
}

describe("suggestions", () => {
  const mend = (field: string, n_breaks: number) =>
    ({ field, value: "KRW 1", n_mends: 1, n_breaks }) as MendView;
  const told = (mends: MendView[], slip: MendView | null = null) =>
    suggestions({ ...rule(0), mends }, slip).map((it) =>
      it.likeliest ? `${it.mend.field}!` : it.mend.field,
    );

  it("that break other rules are never the likeliest", () => {
    expect(told([mend("a", 2), mend("b", 1)])).toEqual(["a", "b"]);
    expect(told([mend("a", 2), mend("b", 0)])).toEqual(["b!", "a"]);
    expect(told([mend("a", 2), mend("b", 0)], mend("a", 2))).toEqual(["b!", "a"]);
  });
  it("that mend all that follows come first", () => {
    expect(told([mend("a", 0), mend("b", 0)], mend("b", 0))).toEqual(["b!", "a"]);
    expect(told(["a", "b", "c", "d", "e"].map((it) => mend(it, 0)))).toHaveLength(4);
  });
});
