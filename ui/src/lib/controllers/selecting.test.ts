// The mouse that comes to a page, told from a page that is scrolled below it.
import { afterEach, describe, expect, it, vi } from "vitest";
import { comesNear } from "$lib/controllers/selecting";

afterEach(() => vi.unstubAllGlobals());

function page() {
  const element = new EventTarget();
  let n = 0;
  const leave = comesNear(() => (n += 1))(element as HTMLElement);
  const move = (to: number, buttons = 0) =>
    element.dispatchEvent(
      Object.assign(new Event("pointermove"), { screenX: to, screenY: 9, buttons }),
    );
  return { move, leave, came: () => n };
}

describe("the mouse comes to a page", () => {
  it("once, where it moves over it", () => {
    vi.stubGlobal("getSelection", () => ({ isCollapsed: true }));
    const { move, came } = page();
    move(3);
    move(4);
    expect(came()).toBe(1);
  });

  it("not where the page is scrolled below it, nor while it pulls", () => {
    vi.stubGlobal("getSelection", () => null);
    const [above, below] = [page(), page()];
    above.move(5);
    below.move(5);
    below.move(6, 1);
    expect([above.came(), below.came()]).toEqual([1, 0]);
    below.move(7);
    expect(below.came()).toBe(1);
  });

  it("not while words are chosen, which would be other words then", () => {
    let isCollapsed = false;
    vi.stubGlobal("getSelection", () => ({ isCollapsed }));
    const { move, came } = page();
    move(1);
    expect(came()).toBe(0);
    isCollapsed = true;
    move(2);
    expect(came()).toBe(1);
  });

  it("and is not waited for any more once the page has gone", () => {
    vi.stubGlobal("getSelection", () => null);
    const { move, leave, came } = page();
    leave();
    move(30);
    expect(came()).toBe(0);
  });
});
