// Times, sizes and durations as people of each language write them.
import type { Language } from "$lib/i18n/i18n.svelte";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** `just now`, `5 minutes ago`, then the day, then the date. */
export function ago(at_ms: number, now_ms: number, language: Language): string {
  const past = now_ms - at_ms;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (past < MINUTE) return language === "ko" ? "방금" : "just now";
  if (past < 60 * MINUTE) return relative.format(-Math.floor(past / MINUTE), "minute");
  if (past < DAY && sameDay(at_ms, now_ms)) return clock(at_ms, language);
  if (past < 7 * DAY) return `${weekday(at_ms, language)} ${clock(at_ms, language)}`;
  return date(at_ms, language);
}

function sameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

function weekday(at_ms: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { weekday: "short" }).format(at_ms);
}

export function clock(at_ms: number, language: Language): string {
  const form = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
  return new Intl.DateTimeFormat(language, form).format(at_ms);
}

/** With thousandths, for the terminal. */
export function clockExact(at_ms: number): string {
  const it = new Date(at_ms);
  const two = (value: number) => String(value).padStart(2, "0");
  const ms = String(it.getMilliseconds()).padStart(3, "0");
  return `${two(it.getHours())}:${two(it.getMinutes())}:${two(it.getSeconds())}.${ms}`;
}

export function date(at_ms: number, language: Language): string {
  const form = { year: "numeric", month: "short", day: "numeric" } as const;
  return new Intl.DateTimeFormat(language, form).format(at_ms);
}

export function dateTime(at_ms: number, language: Language): string {
  return `${date(at_ms, language)} ${clock(at_ms, language)}`;
}

/** `12 ms`, `1.4 s`, `2 min 5 s`. */
export function duration(ms: number, language: Language): string {
  const unit = language === "ko" ? { s: "초", min: "분" } : { s: " s", min: " min" };
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)}${unit.s}`;
  const minutes = Math.floor(ms / 60_000);
  return `${minutes}${unit.min} ${Math.round((ms % 60_000) / 1000)}${unit.s}`;
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
