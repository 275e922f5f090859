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

export function notes(events: RunEvent[]): Note[] {
  const found = new Map<string, Note>();
  for (const it of events) {
    if (it.severity !== "warn") continue;
    const { message } = it;
    if (it.event_type === "warning.raised")
      found.set(message, { code: it.data.code, page: null, message, remark: it.data.remark });
    else if (it.event_type === "page.failed")
      found.set(message, {
        code: null,
        page: it.data.page,
        message: it.data.reason,
        remark: null,
      });
  }
  const all = [...found.values()];
  const lost = all.filter((it) => it.page !== null).map((it) => `could not be read: ${it.message}`);
  return all.filter((it) => it.code === null || !lost.some((end) => it.message.endsWith(end)));
}
