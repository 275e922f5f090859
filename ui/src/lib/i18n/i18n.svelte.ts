// The language of the screen: the system's at first, changed live, remembered by the settings.
import { en, type Messages } from "$lib/i18n/en";
import { ko } from "$lib/i18n/ko";

export type Language = "ko" | "en";

export const isLanguage = (it: string | null): it is Language => it === "ko" || it === "en";

const catalogs: Record<Language, Messages> = { ko, en };

/** The first language of the list that we speak; English where there is none. */
export function systemLanguage(preferred: readonly string[]): Language {
  for (const it of preferred) {
    const tag = it.toLowerCase().split("-")[0];
    if (tag === "ko" || tag === "en") return tag;
  }
  return "en";
}

export class I18n {
  /** What a person chose; none follows the system. */
  chosen = $state<Language | null>(null);
  #system = $state<Language>("en");
  readonly language: Language = $derived(this.chosen ?? this.#system);
  readonly t: Messages = $derived(catalogs[this.language]);

  constructor(preferred: readonly string[]) {
    this.#system = systemLanguage(preferred);
  }
}
