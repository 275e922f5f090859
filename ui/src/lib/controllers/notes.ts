// What one should know of a run beside its findings: its warnings, each once, also where the reader
// tells of a lost page a second time, at the end of the document.
//
// Invariant: the program's own sentence is always kept, in the person's language where it is said
// in it; where it is not, a code says which words of that language go before it.
import type { Remark, RunEvent } from "$lib/backend/bindings";

export interface Note {
  /** The kind of warning, for words; none where the sentence is the document's own matter. */
  code: string | null;
  /** The page that could not be read. */
  page: number | null;
  message: string;
  /** What is said of the document, in both languages. */
  remark: Remark | null;
}

/** Whether a note tells that the built-in engine worked where a language model was to. */
export function isFallback(it: Note): boolean {
  return it.code === "engine.degraded" || FALLBACKS.some((fallback) => fallback === it.code);
}

/** Where a language model was asked and did not help, so that the built-in engine worked alone. */
const FALLBACKS = [
  "analyst.fell_back",
  "author.fell_back",
  "refiner.fell_back",
  "reviewer.fell_back",
] as const;

function isFallbackEvent(
  it: RunEvent,
): it is Extract<RunEvent, { event_type: (typeof FALLBACKS)[number] }> {
  return FALLBACKS.some((fallback) => fallback === it.event_type);
}

export function notes(events: RunEvent[]): Note[] {
  const found = new Map<string, Note>();
  for (const it of events) {
    if (it.severity !== "warn") continue;
    const { message } = it;
    if (it.event_type === "warning.raised")
      found.set(message, { code: it.data.code, page: null, message, remark: it.data.remark });
    else if (isFallbackEvent(it))
      found.set(it.event_type, {
        code: it.event_type,
        page: null,
        message,
        remark: it.data.remark ?? null,
      });
    else if (it.event_type === "page.failed")
      found.set(message, {
        code: null,
        page: it.data.page,
        message: it.data.reason,
        remark: it.data.remark ?? null,
      });
  }
  const all = [...found.values()];
  const lost = all.filter((it) => it.page !== null).map((it) => `could not be read: ${it.message}`);
  return all.filter((it) => it.code === null || !lost.some((end) => it.message.endsWith(end)));
}
