// Commands that the screens use and the program's list does not have yet. Whatever the generated
// bindings bring goes from here; a program without them answers `not_found`.
import type { Diagnostic, RunSummary, Status, Verdict } from "$lib/backend/bindings";

export interface ModelRow {
  name: string;
  module: string;
  path: string;
  role: "model" | "library" | "example";
  verdict: Verdict | null;
  run: string | null;
  document_type: string | null;
  title: string | null;
  checked: { at_ms: number; accepted: boolean; compiler: string } | null;
  edited: boolean;
  approved: { by: string; at_ms: number; current: boolean } | null;
  n_lines: number;
  modified_at_ms: number;
}
export interface ModelSource {
  row: ModelRow;
  text: string;
  facts: string | null;
  audit: string | null;
  analysis: string | null;
}
export interface ModelChecked {
  name: string;
  path: string;
  module: string;
  accepted: boolean;
  audited: boolean;
  diagnostics: Diagnostic[];
  compiler: string;
  took_ms: number;
}
export interface RunComparison {
  a: RunSummary;
  b: RunSummary;
  fields: { name: string; label: string; a: string | null; b: string | null }[];
  rules: { name: string; statement: string; a: Status | null; b: Status | null }[];
  equal_fields: number;
  equal_rules: number;
  model: string;
}
type Nothing = Record<string, never>;
export interface PendingCommands {
  "models.list": [Nothing, ModelRow[]];
  "models.source": [{ name: string }, ModelSource];
  "models.check": [{ name: string }, ModelChecked];
  "models.check_all": [Nothing, ModelChecked[]];
  "models.approve": [{ name: string; by: string }, ModelRow];
  "models.unapprove": [{ name: string }, ModelRow];
  "models.export": [{ names: string[] }, Blob];
  "models.report": [{ run: string; format: "html" | "pdf"; language: "ko" | "en" }, Blob];
  "runs.compare": [{ a: string; b: string }, RunComparison];
}
export const PENDING_FILES = ["models.export", "models.report"] as const;
