import { expect, it } from "vitest";

import { isThin } from "$lib/controllers/coverage";

const coverage = (thin: boolean) => ({ tied: 1, printed: thin ? 9 : 2, unheld: 3, thin });

it("a verdict that speaks of little is thin, whatever it says", () => {
  for (const verdict of ["verified", "discrepant", "unverified"] as const) {
    expect(isThin({ verdict, coverage: coverage(true) })).toBe(true);
    expect(isThin({ verdict, coverage: coverage(false) })).toBe(false);
  }
});

it("runs that were not counted or did not end say nothing of it", () => {
  expect(isThin({ verdict: "verified", coverage: null })).toBe(false);
  expect(isThin({ verdict: null, coverage: coverage(true) })).toBe(false);
  expect(isThin({ verdict: "failed", coverage: coverage(true) })).toBe(false);
});
