// The compiler's messages as CodeMirror's: places clipped to the text, other modules' left out.
import type { Diagnostic as Message } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { Diagnostic } from "$lib/backend/bindings";

/** Messages of a module; those without a place stand at its first line. */
export function lint(diagnostics: Diagnostic[], module: string | null, doc: Text): Message[] {
  return diagnostics
    .filter((it) => !it.span || module === null || it.span.module === module)
    .map((it) => ({
      ...range(it, doc),
      severity: severity(it),
      message: it.message,
      source: it.kind,
    }))
    .sort((a, b) => a.from - b.from);
}

function severity(it: Diagnostic): Message["severity"] {
  return it.severity === "warn" ? "warning" : it.severity;
}

/** Positions count characters from 1, where CodeMirror counts UTF-16 units from 0. */
function range({ span }: Diagnostic, doc: Text): { from: number; to: number } {
  if (!span) return { from: 0, to: Math.min(doc.length, doc.line(1).to) };
  const from = position(doc, span.line, span.column);
  const to = position(doc, span.end_line, span.end_column + 1);
  return { from, to: Math.max(from, Math.min(to, doc.length)) };
}

function position(doc: Text, line: number, column: number): number {
  if (line < 1) return 0;
  if (line > doc.lines) return doc.length;
  const at = doc.line(line);
  let units = 0;
  let left = column - 1;
  for (const character of at.text) {
    if (left <= 0) break;
    units += character.length;
    left -= 1;
  }
  return at.from + Math.min(units, at.length);
}
