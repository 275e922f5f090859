// Choosing words on a page with the mouse, also where the press falls on the button over a value.
//
// Invariant: a press without a pull stays a click. While words are being chosen the buttons are out
// of the mouse's way; when it is let go nothing is clicked.

/** How far the mouse is pulled before it chooses words, in pixels. */
const PULL = 4;

interface Spot {
  node: Node;
  offset: number;
}

/** The place between two letters under a point; none where there is no text. */
function spotAt(x: number, y: number): Spot | null {
  if ("caretPositionFromPoint" in document) {
    const it = document.caretPositionFromPoint(x, y);
    return it ? { node: it.offsetNode, offset: it.offset } : null;
  }
  // The name that this engine knows it by.
  const older = document as { caretRangeFromPoint?: (x: number, y: number) => Range | null };
  const range = older.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

/** For an element that holds words with buttons over them (an attachment). */
export function choosesWords(sheet: HTMLElement): () => void {
  let pressed: { x: number; y: number } | null = null;
  let anchor: Spot | null = null;

  const down = (event: PointerEvent) => {
    const onBox = event.target instanceof Element && event.target.closest("button.box");
    pressed = onBox && event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
    anchor = null;
  };
  const move = (event: PointerEvent) => {
    if (!pressed) return;
    if (!anchor) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < PULL) return;
      sheet.classList.add("choosing");
      anchor = spotAt(pressed.x, pressed.y);
    }
    const focus = spotAt(event.clientX, event.clientY);
    if (anchor && focus && sheet.contains(focus.node))
      getSelection()?.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
  };
  const up = () => {
    pressed = null;
    sheet.classList.remove("choosing");
  };
  const click = (event: MouseEvent) => {
    if (!anchor) return;
    anchor = null;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = new AbortController();
  const { signal } = stop;
  sheet.addEventListener("pointerdown", down, { signal });
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", up, { signal });
  window.addEventListener("pointercancel", up, { signal });
  sheet.addEventListener("click", click, { capture: true, signal });
  return () => stop.abort();
}

/** Where on the screen the mouse was last seen over a page. */
let lastSeen: string | null = null;

/** Says once that the mouse has come to an element (an attachment): that it moved over it with no
    button down. The element that moved below a mouse at rest was scrolled, and nobody points at it. */
export function comesNear(came: () => void): (element: HTMLElement) => () => void {
  return (element) => {
    const moved = (event: PointerEvent) => {
      const at = `${event.screenX} ${event.screenY}`;
      const rests = at === lastSeen;
      lastSeen = at;
      // What is chosen is chosen of the words as they stand.
      if (rests || event.buttons !== 0 || getSelection()?.isCollapsed === false) return;
      stop.abort();
      came();
    };
    const stop = new AbortController();
    element.addEventListener("pointermove", moved, { signal: stop.signal });
    return () => stop.abort();
  };
}
