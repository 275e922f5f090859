// English words of the queue for review.
const n = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const review = {
  title: "What is left to look at",
  value: "Next doubtful value",
  values: (count: number) => (count === 0 ? "No doubtful value" : n(count, "doubtful value")),
  finding: "Next finding",
  findings: (count: number) => (count === 0 ? "Nothing wrong" : n(count, "finding")),
  document: "Next document",
  documentWhy: "The next one that nobody has reviewed",
  confirm: "Confirm",
  confirmWhy: "The page prints this value",
  confirmed: (label: string, value: string) => `${label} ${value} confirmed`.trim(),
  confirmedBy: (by: string, when: string) => `confirmed by ${by}, ${when}`,
  unconfirm: "Take back",
  seen: "Confirmed",
  reviewed: (name: string) => `${name} is reviewed`,
  unreviewed: (name: string) => `${name} is to be reviewed again`,
  asked: "Asked of the issuer",
  withdrawn: "No longer asked of the issuer",
  undo: "Undo",
  nothing: "Nothing to undo",
  undone: (run: string) => `Taken back: run ${run} goes on without it`,
  none: "No other document waits for a review",
};
