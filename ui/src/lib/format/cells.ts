// Where the letters of a word lie that is drawn on a grid of character cells.
//
// Invariant: the pieces are the word's text from its left edge to its right one, without a gap. A
// font gives wide letters another share of a word than the grid does, so each piece holds letters of
// one width only.
export interface Piece {
  text: string;
  x0: number;
  x1: number;
}

/** Letters that take two cells: Hangul, Chinese characters, kana, full-width forms. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export function pieces(text: string, x0: number, x1: number): Piece[] {
  const letters = [...text].map((it) => ({ it, cells: WIDE.test(it) ? 2 : 1 }));
  const cells = letters.reduce((sum, it) => sum + it.cells, 0);
  const cell = (x1 - x0) / Math.max(cells, 1);
  const out: (Piece & { cells: number })[] = [];
  let x = x0;
  for (const { it, cells } of letters) {
    const last = out.at(-1);
    const end = x + cells * cell;
    if (last?.cells === cells) {
      last.text += it;
      last.x1 = end;
    } else {
      out.push({ text: it, x0: x, x1: end, cells });
    }
    x = end;
  }
  return out.map(({ text, x0, x1 }) => ({ text, x0, x1 }));
}
