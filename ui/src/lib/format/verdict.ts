// What a verdict is called: as the program says it, with what must not be left out of it. Its bare
// name stands only where a program of before told no more.
import type { Remark, Verdict } from "$lib/backend/bindings";
import type { Language } from "$lib/i18n/i18n.svelte";
import type { Messages } from "$lib/i18n/en";

export function verdictName(
  verdict: Verdict,
  name: Remark | null | undefined,
  language: Language,
  t: Pick<Messages, "verdict">,
): string {
  return name?.[language] ?? t.verdict[verdict];
}
