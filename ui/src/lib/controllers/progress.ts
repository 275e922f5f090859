// How far a run has come, for a bar and in numbers.
//
// Invariant: a bar never goes back: repairs, a second look by a reviewer and pages that come out of
// order are work that was not foreseen, not work that was undone. What the stream tells is taken in
// once, however often it is heard.
import type { QueueEntry, RunEvent, Stage } from "$lib/backend/bindings";

/** Of a whole run, where each stage begins; reading takes the most of what people wait for. */
const BEGINS: Record<Stage, number> = {
  read: 0,
  analyze: 0.5,
  generate: 0.65,
  typecheck: 0.75,
  fix: 0.75,
  audit: 0.9,
  review: 0.95,
};
const READING = BEGINS.analyze;
/** What of a page is done once its image is being recognized: it is open and drawn. */
const BEGUN = 0.3;

/** A run in the queue, with what has happened to it since it was asked about. */
export type Under = QueueEntry & { share: number };

/** Of 1, how much is done as far as the entry alone tells. */
export function done(entry: QueueEntry): number {
  if (entry.state === "waiting" || !entry.stage) return 0;
  if (entry.stage !== "read") return BEGINS[entry.stage];
  const begun = entry.recognizing === null ? 0 : BEGUN;
  const pages = entry.n_pages ? ((entry.n_read ?? 0) + begun) / entry.n_pages : 0;
  const documents = Math.max(1, entry.documents.length);
  return (READING * (Math.min(entry.document, documents - 1) + Math.min(1, pages))) / documents;
}

/** The entry after an event of its run; the same one where it has heard of it. */
export function heard<T extends QueueEntry>(entry: T, event: RunEvent): T {
  if (event.seq <= entry.seq) return entry;
  const stage = event.stage ?? entry.stage;
  const now = { ...entry, seq: event.seq, stage, state: "running" as const };
  switch (event.event_type) {
    case "document.opened":
      return {
        ...now,
        document: entry.n_pages === null ? entry.document : entry.document + 1,
        n_read: 0,
        n_pages: event.data.n_pages,
        recognizing: null,
      };
    case "page.begun":
      return { ...now, recognizing: event.data.page };
    case "page.read":
    case "page.failed": {
      const recognizing = entry.recognizing === event.data.page ? null : entry.recognizing;
      return { ...now, n_read: (entry.n_read ?? 0) + 1, recognizing };
    }
    default:
      return now;
  }
}

/** Entries with their shares, none smaller than before. */
export function advanced(entries: QueueEntry[], before: Under[]): Under[] {
  const known = new Map(before.map((it) => [it.run, it]));
  return entries.map((it) => {
    const old = known.get(it.run);
    // An answer that was on its way when the stream told more is older than what is shown.
    const newest = old && old.seq > it.seq ? { ...old, state: it.state } : it;
    return { ...newest, share: Math.max(old?.share ?? 0, done(newest)) };
  });
}
