// How much of a document its verdict speaks of.
//
// Invariant: pure; what was not counted is not called thin.
import type { RunSummary } from "$lib/backend/bindings";

type Judged = Pick<RunSummary, "verdict" | "coverage">;

/** Whether a verdict speaks of little of what is printed. */
export function isThin({ verdict, coverage }: Judged): boolean {
  const judged = verdict === "verified" || verdict === "discrepant" || verdict === "unverified";
  return judged && coverage?.thin === true;
}
