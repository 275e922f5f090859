// The event stream as lines: what passes the filter, and how a line is copied.
import type { RunEvent, Severity, Stage } from "$lib/backend/bindings";

export interface LogFilter {
  /** This and worse. */
  severity: Severity;
  stage: Stage | null;
}

const RANK: Record<Severity, number> = { info: 0, warn: 1, error: 2 };

export function filterEvents(events: RunEvent[], filter: LogFilter): RunEvent[] {
  if (filter.severity === "info" && filter.stage === null) return events;
  return events.filter(
    (it) =>
      RANK[it.severity] >= RANK[filter.severity] &&
      (filter.stage === null || it.stage === filter.stage),
  );
}

/** One line for the clipboard: time, severity, stage, type, message. */
export function line(event: RunEvent): string {
  const time = new Date(event.created_at_ms).toISOString();
  return [time, event.severity, event.stage ?? "-", event.event_type, event.message].join("\t");
}
