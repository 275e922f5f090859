import { expect, test } from "vitest";
import { pieces } from "$lib/format/cells";

test("wide letters and narrow ones each lie on their own cells", () => {
  expect(pieces("공급가액:1,200원", 4, 20)).toEqual([
    { text: "공급가액", x0: 4, x1: 12 },
    { text: ":1,200", x0: 12, x1: 18 },
    { text: "원", x0: 18, x1: 20 },
  ]);
  expect(pieces("Total", 0, 5)).toEqual([{ text: "Total", x0: 0, x1: 5 }]);
  expect(pieces("", 3, 3)).toEqual([]);
});

test("a word that the reader counts otherwise is still drawn from edge to edge", () => {
  const all = pieces("①가", 2, 6);
  expect(all[0]!.x0).toBe(2);
  expect(all.at(-1)!.x1).toBeCloseTo(6);
});
