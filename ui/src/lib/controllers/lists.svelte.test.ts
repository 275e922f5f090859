// Page images on demand, geometry, and what loads last.
import { describe, expect, it } from "vitest";
import type { PagedDocument } from "$lib/backend/bindings";
import { PageImages, widthFor, WIDTHS } from "$lib/controllers/images.svelte";
import { lay, pageAt, place, scrollFor, totalHeight, visible } from "$lib/controllers/layout";
import { Loaded } from "$lib/controllers/loaded.svelte";

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("page images", () => {
  function program(fails = false) {
    const asked: number[] = [];
    const given = new Set<string>();
    const answer: (() => void)[] = [];
    const backend = {
      call: (_name: string, { page }: { page: number }) => {
        asked.push(page);
        return new Promise<Blob>((resolve, reject) =>
          answer.push(() => (fails ? reject(new Error("no")) : resolve(new Blob([])))),
        );
      },
    } as never;
    let made = 0;
    const urls = {
      make: () => {
        const url = `blob:${made++}`;
        given.add(url);
        return url;
      },
      drop: (url: string) => void given.delete(url),
    };
    return { asked, answer, given, images: new PageImages("1", backend, urls) };
  }

  it("are fetched a few at once, each once, what came into view last before all", async () => {
    const { asked, answer, images } = program();
    for (let page = 1; page <= 8; page += 1) images.get(0, page, 960);
    images.get(0, 1, 960);
    await settle();
    expect(asked).toEqual([1, 2, 3]);
    images.get(0, 40, 960);
    await settle();
    for (const it of [0, 1]) {
      answer[it]?.();
      await settle();
    }
    expect(asked).toEqual([1, 2, 3, 40, 4]);
  });

  it("are the pages' own before the small ones of the list", async () => {
    const { asked, images } = program();
    for (const page of [11, 12, 13]) images.get(0, page, 320);
    for (const page of [1, 2]) images.get(0, page, 960);
    await settle();
    expect(asked).toEqual([1, 2, 11]);
  });

  it("of two hundred pages keep few, and give every URL back", async () => {
    const { answer, given, images } = program();
    for (let page = 1; page <= 200; page += 1) {
      images.get(0, page, 960);
      await settle();
      answer.at(-1)?.();
      await settle();
    }
    expect(given.size).toBeLessThanOrEqual(10);
    images.stop();
    expect(given.size).toBe(0);
  });

  it("that are shown stay, however many others were looked at", async () => {
    const { answer, given, images } = program();
    const shown = images.get(0, 1, 2400);
    const leave = images.hold(shown);
    for (let page = 2; page <= 40; page += 1) {
      images.get(0, page, 2400);
      await settle();
      for (const it of answer.splice(0)) it();
      await settle();
    }
    expect(shown.url).not.toBeNull();
    expect(images.get(0, 1, 2400)).toBe(shown);
    leave();
    for (const page of [41, 42, 43]) {
      images.get(0, page, 2400);
      await settle();
      for (const it of answer.splice(0)) it();
      await settle();
    }
    expect(shown.url).toBeNull();
    expect(given.size).toBeLessThanOrEqual(2);
  });

  it("of a page that is straightened are the ones of before until the new ones are there", async () => {
    const { asked, answer, given, images } = program();
    const image = images.get(0, 1, 960);
    await settle();
    answer[0]?.();
    await settle();
    expect(image.url).toBe("blob:0");
    expect(images.get(0, 1, 960, true)).toBe(image);
    await settle();
    expect([asked, image.url]).toEqual([[1, 1], "blob:0"]);
    answer[1]?.();
    await settle();
    expect([image.url, [...given]]).toEqual(["blob:1", ["blob:1"]]);
  });

  it("never fall back to an answer that was overtaken", async () => {
    const { answer, given, images } = program();
    const image = images.get(0, 1, 960);
    await settle();
    images.get(0, 1, 960, true);
    await settle();
    answer[1]?.();
    await settle();
    answer[0]?.();
    await settle();
    expect([image.url, [...given]]).toEqual(["blob:0", ["blob:0"]]);
  });

  it("can be asked for again after a failure", async () => {
    const { asked, answer, images } = program(true);
    const image = images.get(0, 1, 960);
    await settle();
    answer[0]?.();
    await settle();
    expect(image.problem).not.toBeNull();
    images.retry(image);
    expect([image.problem, asked]).toEqual([null, [1, 1]]);
  });

  it("come in few widths, none of which is much more than what is seen", () => {
    expect([100, 320, 321, 1700, 9000].map(widthFor)).toEqual([176, 320, 400, 1800, 2400]);
    for (const [index, width] of WIDTHS.entries()) {
      const before = WIDTHS[index - 1];
      if (before) expect(width / before, `${width}`).toBeLessThan(1.4);
    }
  });

  it("are shown in another width until they are there, but for one that is much less", async () => {
    const { answer, images } = program();
    const small = images.get(0, 1, 176);
    await settle();
    answer[0]?.();
    await settle();
    const zoomed = images.get(0, 1, 640);
    expect([small.url, images.meanwhile(zoomed)]).toEqual(["blob:0", null]);
    await settle();
    answer[1]?.();
    await settle();
    expect(images.meanwhile(images.get(0, 1, 900))).toBe(zoomed);
    expect(images.meanwhile(images.get(0, 2, 900))).toBeNull();
    expect(images.meanwhile(images.get(1, 1, 900))).toBeNull();
  });
});

describe("geometry", () => {
  const pages = Array.from({ length: 200 }, (_, i) => ({ number: i + 1, width: 600, height: 800 }));
  const document = { unit: "point", pages } as unknown as PagedDocument;

  it("shows only the pages near the view", () => {
    const laid = lay(document, 300);
    const near = visible(laid, 5000, 5800).map((it) => it.number);
    expect(near).toEqual([13, 14]);
    expect(totalHeight(laid)).toBe(16 + 200 * 416);
    expect([pageAt(laid, 0), pageAt(laid, 5300)]).toEqual([1, 13]);
  });

  it("puts a box where the reader saw it, at any zoom", () => {
    const [page] = lay(document, 300);
    const at = place({ x0: 100, y0: 200, x1: 140, y1: 210 }, page!);
    expect(at).toEqual({ x: 48, y: 98, w: 24, h: 9 });
  });

  it("makes text cells twice as high as wide", () => {
    const text = { unit: "cell", pages: [{ number: 1, width: 80, height: 10 }] };
    expect(lay(text as unknown as PagedDocument, 800)[0]?.height).toBe(200);
  });

  it("scrolls only to what is not in view", () => {
    const view = { top: 1000, height: 600 };
    expect(scrollFor(1300, 20, view)).toBeNull();
    expect(scrollFor(3000, 20, view)).toBeGreaterThan(2500);
  });
});

describe("loading", () => {
  it("shows what was asked for last, however late the earlier answer comes", async () => {
    const answers: ((it: string) => void)[] = [];
    const it = new Loaded(() => new Promise<string>((resolve) => answers.push(resolve)));
    const loads = [it.load(), it.load()];
    answers[1]?.("new");
    answers[0]?.("old");
    await Promise.all(loads);
    expect([it.value, it.loading]).toEqual(["new", false]);
  });

  it("keeps what was there when a renewal fails", async () => {
    let fails = false;
    const it = new Loaded(async () => {
      if (fails) throw new Error("gone");
      return "there";
    });
    await it.load();
    fails = true;
    await it.load();
    expect([it.value, it.problem?.message]).toEqual(["there", "gone"]);
  });
});
