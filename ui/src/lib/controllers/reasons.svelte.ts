// Why a value or a rule is what it is: the document is read anew for it, so nothing is asked before
// a person opens it, and nothing twice.
import type { Remark, Why, WhyReq } from "$lib/backend/bindings";
import type { Backend } from "$lib/backend/backend";
import { Loaded } from "$lib/controllers/loaded.svelte";
import { visible } from "$lib/format/invisible";
import type { Language } from "$lib/i18n/i18n.svelte";

export class Reasons {
  open = $state(false);
  readonly answer: Loaded<Why>;

  constructor(backend: Pick<Backend, "call">, request: WhyReq) {
    this.answer = new Loaded(() => backend.call("runs.why", request));
  }

  toggle(open: boolean) {
    this.open = open;
    if (open && this.answer.value === null && !this.answer.loading) void this.answer.load();
  }
}

/** Thousandths of a bit as bits with their sign: `+12.0`, `−0.6`. */
export function bits(millibits: number): string {
  const tenths = Math.round(millibits / 100) / 10;
  return `${tenths < 0 ? "−" : "+"}${Math.abs(tenths).toFixed(1)}`;
}

/** A remark for readers of a language; what a document says in it cannot hide anything. */
export function said(it: Remark, language: Language): string {
  return visible(language === "ko" ? it.ko : it.en);
}
