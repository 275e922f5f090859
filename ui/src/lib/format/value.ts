// Canonical values as people of each language write them: `KRW 252000` is `252,000원` in Korean and
// `KRW 252,000` in English, `30 days` is `30일`. What has no such form stays as it is.
import { visible } from "$lib/format/invisible";
import type { Language } from "$lib/i18n/i18n.svelte";

const MONEY = /^([A-Z]{3}) (-?)(\d+)(\.\d+)?$/;
const LENGTH = /^(\d+) (hours|days|weeks|months|years)$/;
const UNITS = { hours: "시간", days: "일", weeks: "주", months: "개월", years: "년" };

export function shownValue(canonical: string, language: Language): string {
  const money = MONEY.exec(canonical);
  const length = language === "ko" ? LENGTH.exec(canonical) : null;
  if (length) return `${length[1]}${UNITS[length[2] as keyof typeof UNITS]}`;
  if (!money) return visible(canonical);
  const [, currency = "", sign = "", whole = "", rest = ""] = money;
  const grouped = `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${rest}`;
  return currency === "KRW" && language === "ko" ? `${grouped}원` : `${currency} ${grouped}`;
}
