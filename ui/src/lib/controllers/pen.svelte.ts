// The pen: a box that a person draws on a page, for a value that was missed or one that stands
// elsewhere than was read.
//
// Invariant: nothing is said before the box is taken; a press without a pull is the word under it, or
// nothing where there is none. Boxes are in page units, within their page.
import type { FieldView, LineView, PageView, PlaceView, Rect } from "$lib/backend/bindings";

/** What the box is drawn for. */
export type Purpose = { what: "add" } | { what: "move"; field: FieldView };

export interface Drawn {
  document: number;
  page: number;
  box: Rect;
}

/** A point of a page, or a way on it. */
export interface Spot {
  x: number;
  y: number;
}

type Size = Pick<PageView, "width" | "height">;

/** A pull shorter than this, in pixels, is a press. */
const PULL = 4;
/** A step of the keys, of the page's width. */
const STEP = 1 / 120;

export class Pen {
  purpose = $state.raw<Purpose | null>(null);
  /** The box as it is drawn. */
  box = $state.raw<Drawn | null>(null);
  /** The box that was taken: what to say of it is asked. */
  taken = $state.raw<Drawn | null>(null);

  readonly isDrawing: boolean = $derived(this.purpose !== null && this.taken === null);

  /** Takes up the pen, with a box to begin with. */
  begin(purpose: Purpose, box: Drawn | null): void {
    this.purpose = purpose;
    this.box = box;
    this.taken = null;
  }

  end(): void {
    this.purpose = null;
    this.box = null;
    this.taken = null;
  }

  take(box: Drawn | null = this.box): void {
    if (box) this.taken = this.box = box;
  }

  /** Goes on drawing, where what was asked of a box is not answered. */
  back(): void {
    this.taken = null;
  }
}

/** The box around what stands at a place; none where nobody knows where it stands. */
export function drawnAt(place: PlaceView): Drawn | null {
  const [box] = place.boxes;
  return box ? { document: place.document_index, page: place.page, box } : null;
}

function within(at: number, least: number, most: number): number {
  return Math.min(Math.max(at, least), most);
}

/** The box between two points, within a page. */
export function between(a: Spot, b: Spot, page: Size): Rect {
  const [ax, bx] = [within(a.x, 0, page.width), within(b.x, 0, page.width)];
  const [ay, by] = [within(a.y, 0, page.height), within(b.y, 0, page.height)];
  return {
    x0: Math.min(ax, bx),
    y0: Math.min(ay, by),
    x1: Math.max(ax, bx),
    y1: Math.max(ay, by),
  };
}

/** Whether the mouse was pulled, or only pressed. */
export function isPull(dx: number, dy: number): boolean {
  return Math.abs(dx) >= PULL && Math.abs(dy) >= PULL;
}

export function holds(box: Rect, at: Spot): boolean {
  return box.x0 <= at.x && at.x <= box.x1 && box.y0 <= at.y && at.y <= box.y1;
}

/** A box somewhere else on its page, as large as it is. */
export function shifted(box: Rect, by: Spot, page: Size): Rect {
  const x = within(by.x, -box.x0, page.width - box.x1);
  const y = within(by.y, -box.y0, page.height - box.y1);
  return { x0: box.x0 + x, y0: box.y0 + y, x1: box.x1 + x, y1: box.y1 + y };
}

/** The box of the word under a point; none where there is none. */
export function wordAt(lines: readonly LineView[], at: Spot): Rect | null {
  return words(lines).find((it) => holds(it, at)) ?? null;
}

function words(lines: readonly LineView[]): Rect[] {
  return lines.flatMap((line) => line.words.map((it) => it.box));
}

/** The box of the word behind or before a box, in reading order; the first one where there is none. */
export function stepped(lines: readonly LineView[], box: Rect, by: 1 | -1): Rect | null {
  const all = words(lines);
  const middle = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
  const here = all.findIndex((it) => holds(it, middle));
  if (here !== -1) return all[here + by] ?? null;
  const below = all.findIndex((it) => it.y1 > middle.y);
  const next = below === -1 ? all.length : below;
  return all[by === 1 ? next : next - 1] ?? null;
}

/** A box moved by a key, or its far corner where it is to grow; none of another key. */
export function keyed(box: Rect, key: string, grows: boolean, page: Size): Rect | null {
  const step = page.width * STEP;
  const by = {
    ArrowLeft: { x: -step, y: 0 },
    ArrowRight: { x: step, y: 0 },
    ArrowUp: { x: 0, y: -step },
    ArrowDown: { x: 0, y: step },
  }[key];
  if (!by) return null;
  if (!grows) return shifted(box, by, page);
  const far = {
    x: Math.max(box.x1 + by.x, box.x0 + step),
    y: Math.max(box.y1 + by.y, box.y0 + step),
  };
  return between({ x: box.x0, y: box.y0 }, far, page);
}

/** A box to begin with by keys: about a number's size, a third down the page. */
export function first(page: Size): Rect {
  const [w, h] = [page.width * 0.16, page.width * 0.03];
  const at = { x: (page.width - w) / 2, y: page.height / 3 };
  return between(at, { x: at.x + w, y: at.y + h }, page);
}
