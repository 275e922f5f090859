// Runs, fields and rules made up for the tests of controllers: small, whole, and typed, so that a
// change of the wire breaks them at compile time.
import type {
  AttemptView,
  FieldView,
  PlaceView,
  Remark,
  RuleView,
  RunDetail,
  RunHead,
  Status,
} from "$lib/backend/bindings";

export function field(
  id: number,
  it: {
    label?: string;
    page?: number;
    x?: number;
    y?: number;
    rules?: number[];
    corrected?: boolean;
    doubtful?: boolean;
  } = {},
): FieldView {
  const { x = 50, y = 50 } = it;
  const evidence: PlaceView = {
    document: "sample.pdf",
    document_index: 0,
    page: it.page ?? 1,
    boxes: [{ x0: x, y0: y, x1: x + 60, y1: y + 12 }],
    text: `${id}00`,
  };
  return {
    id,
    name: `field${id}`,
    label: it.label ?? `label ${id}`,
    also: [],
    kind: "money",
    value: `KRW ${id}00`,
    shown: `${id}00원`,
    evidence,
    confidence: 0.9,
    route: "label_value",
    reading: it.corrected ? { kind: "money", value: "KRW 1", shown: "1원" } : undefined,
    corrected: it.corrected ? { by: "haneul", at_ms: 1 } : undefined,
    doubtful: it.doubtful ?? false,
    rules: it.rules ?? [],
  } satisfies FieldView;
}

export function rule(
  id: number,
  it: { fields?: number[]; status?: Status; waived?: boolean } = {},
): RuleView {
  return {
    id,
    name: "sum",
    statement: `rule ${id}`,
    expression: "",
    relation: "sum",
    parts: [],
    status: it.status ?? "holds",
    support: "layout",
    fields: it.fields ?? [],
    mends: [],
    waived: it.waived ? { reason: "agreed", by: "haneul", at_ms: 1 } : undefined,
    proved: it.status !== "refuted",
  } satisfies RuleView;
}

export function attempt(number: number, n_errors = 0): AttemptView {
  return {
    number,
    origin: number === 1 ? "generated" : "edited",
    typechecked: n_errors === 0,
    audited: n_errors === 0,
    diagnostics: [],
    check_ms: 900,
    n_errors,
    created_at_ms: number,
  };
}

const remark = (text: string): Remark => ({ en: text, ko: text });

/** A run in short that has ended, with what a test is about put over it. */
export function aHead(over: Partial<RunHead> = {}): RunHead {
  return {
    run: "1",
    parent: null,
    project: "Sample",
    documents: ["sample.pdf"],
    document_type: "invoice",
    title: "Sample",
    engine: "builtin",
    state: "ended",
    verdict: "discrepant",
    verdict_name: remark("discrepant"),
    tone: "bad",
    detail: null,
    waits_for_compiler: false,
    n_refuted: 0,
    coverage: null,
    n_corrected: 0,
    n_attempts: 1,
    created_at_ms: 0,
    ended_at_ms: 80,
    reviewed: null,
    deleted_at_ms: null,
    ...over,
  };
}

/** A run that has ended well, with what a test is about put over it. */
export function aRun(over: Partial<RunDetail> = {}): RunDetail {
  const stages = ["read", "analyze", "generate", "typecheck", "fix", "audit", "review"] as const;
  return {
    ...aHead(),
    resumable: false,
    stages: stages.map((stage) => ({
      stage,
      state: stage === "fix" ? ("skipped" as const) : ("done" as const),
      started_at_ms: 0,
      took_ms: 10,
    })),
    fields: [],
    rules: [],
    tables: [],
    clauses: [],
    unheld: [],
    attempts: [attempt(1)],
    corrections: [],
    mended: null,
    superseded: null,
    struck: [],
    hint: null,
    language: "ko",
    n_holds: 0,
    told: {
      tone: "bad",
      name: remark("discrepant"),
      means: remark("what it means"),
      little: null,
      advice: null,
      rules: null,
      holds: null,
      clean: null,
      n_proved: 0,
    },
    last_error: null,
    model_path: "Domains/Sample.idr",
    has_model: false,
    compiler: null,
    judges: [],
    core_sha256: "",
    foreign: [],
    slips: (over.rules ?? [])
      .filter((it) => it.status === "refuted" && !it.waived)
      .map((it) => ({ rules: [it.id], mend: null })),
    ...over,
  } satisfies RunDetail;
}
