// Where pages lie in the scroller, and where boxes lie on pages. Pure geometry.
import type { PagedDocument, Rect } from "$lib/backend/bindings";

export interface LaidPage {
  number: number;
  top: number;
  width: number;
  height: number;
  /** Pixels per page unit. */
  sx: number;
  sy: number;
}

export const GAP = 16;
/** A character cell is twice as high as wide. */
const CELL_RATIO = 2;

/** Pages below one another, each as wide as `width` pixels. */
export function lay(document: PagedDocument, width: number): LaidPage[] {
  let top = GAP;
  return document.pages.map((page) => {
    const sx = width / Math.max(page.width, 1);
    const sy = document.unit === "cell" ? sx * CELL_RATIO : sx;
    const height = Math.max(page.height, 1) * sy;
    const laid = { number: page.number, top, width, height, sx, sy };
    top += height + GAP;
    return laid;
  });
}

export function totalHeight(pages: LaidPage[]): number {
  const last = pages.at(-1);
  return last ? last.top + last.height + GAP : 0;
}

/** Pages of which some part lies between two heights. */
export function visible(pages: LaidPage[], from: number, to: number): LaidPage[] {
  return pages.filter((it) => it.top + it.height >= from && it.top <= to);
}

/** The page under the middle of the view. */
export function pageAt(pages: LaidPage[], middle: number): number {
  let found = pages[0]?.number ?? 1;
  for (const it of pages) if (it.top <= middle) found = it.number;
  return found;
}

/** A box in pixels on its page, with a little air around the ink. */
export function place(box: Rect, page: LaidPage): { x: number; y: number; w: number; h: number } {
  const air = 2;
  return {
    x: box.x0 * page.sx - air,
    y: box.y0 * page.sy - air,
    w: (box.x1 - box.x0) * page.sx + 2 * air,
    h: (box.y1 - box.y0) * page.sy + 2 * air,
  };
}

/** How far to scroll so that a stretch is well in view; none where it is already. */
export function scrollFor(
  top: number,
  height: number,
  view: { top: number; height: number },
): number | null {
  const margin = Math.min(80, view.height / 5);
  const fits = top >= view.top + margin && top + height <= view.top + view.height - margin;
  return fits ? null : Math.max(0, top - (view.height - height) / 2.4);
}
