// How well a text fits what was typed: words anywhere, beginnings first; letters in order as a last
// resort. Hangul counts by its syllables as typed, without case or accents.
export function rank(query: string, text: string): number {
  const wanted = fold(query).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return 1;
  const given = fold(text);
  let score = 0;
  for (const word of wanted) {
    const at = given.indexOf(word);
    if (at === 0) score += 4;
    else if (at > 0) score += /[\s·/_-]/.test(given[at - 1] ?? "") ? 3 : 2;
    else if (word.length > 2 && inOrder(word, given)) score += 1;
    else return 0;
  }
  return score;
}

export function fits(query: string, text: string): boolean {
  const given = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((it) => given.includes(it));
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase().trim();
}

function inOrder(word: string, text: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
