import { describe, expect, it } from "vitest";
import type { LineView, Rect } from "$lib/backend/bindings";
import {
  between,
  first,
  isPull,
  keyed,
  Pen,
  shifted,
  stepped,
  wordAt,
} from "$lib/controllers/pen.svelte";

const page = { width: 600, height: 800 };
const rect = (x0: number, y0: number, x1: number, y1: number): Rect => ({ x0, y0, x1, y1 });
const line = (...boxes: Rect[]): LineView => ({
  text: "",
  box: boxes[0]!,
  confidence: 1,
  words: boxes.map((box) => ({ text: "x", box })),
});
const lines = [line(rect(10, 10, 60, 20), rect(70, 10, 120, 20)), line(rect(10, 40, 60, 50))];

describe("a box on a page", () => {
  it("lies between two points, whichever came first, and within its page", () => {
    expect(between({ x: 90, y: 40 }, { x: 10, y: 70 }, page)).toEqual(rect(10, 40, 90, 70));
    expect(between({ x: -5, y: 10 }, { x: 700, y: 900 }, page)).toEqual(rect(0, 10, 600, 800));
  });

  it("is drawn by a pull, and a press is the word under it", () => {
    expect([isPull(30, 12), isPull(2, 3), isPull(40, 1)]).toEqual([true, false, false]);
    expect(wordAt(lines, { x: 75, y: 15 })).toEqual(rect(70, 10, 120, 20));
    expect(wordAt(lines, { x: 300, y: 300 })).toBeNull();
  });

  it("keeps its size where it is moved, and stays on the page", () => {
    expect(shifted(rect(10, 10, 60, 20), { x: -50, y: 5 }, page)).toEqual(rect(0, 15, 50, 25));
    expect(shifted(rect(10, 10, 60, 20), { x: 5000, y: 5000 }, page)).toEqual(
      rect(550, 790, 600, 800),
    );
  });

  it("is moved and resized by the arrow keys, and by no other", () => {
    const box = rect(10, 10, 60, 20);
    expect(keyed(box, "ArrowRight", false, page)).toEqual(rect(15, 10, 65, 20));
    expect(keyed(box, "ArrowDown", true, page)).toEqual(rect(10, 10, 60, 25));
    expect(keyed(box, "a", false, page)).toBeNull();
    // It never turns inside out.
    expect(keyed(rect(10, 10, 16, 20), "ArrowLeft", true, page)).toEqual(rect(10, 10, 15, 20));
  });

  it("goes from word to word in reading order, from wherever it is", () => {
    expect(stepped(lines, rect(12, 11, 50, 19), 1)).toEqual(rect(70, 10, 120, 20));
    expect(stepped(lines, rect(70, 10, 120, 20), -1)).toEqual(rect(10, 10, 60, 20));
    expect(stepped(lines, rect(300, 25, 340, 35), 1)).toEqual(rect(10, 40, 60, 50));
    expect(stepped(lines, rect(300, 25, 340, 35), -1)).toEqual(rect(70, 10, 120, 20));
    expect(stepped(lines, rect(10, 40, 60, 50), 1)).toBeNull();
    expect(stepped([], first(page), 1)).toBeNull();
  });
});

describe("the pen", () => {
  it("is taken up for something, takes a box, and is put down", () => {
    const pen = new Pen();
    expect(pen.isDrawing).toBe(false);
    pen.begin({ what: "add" }, null);
    pen.take();
    expect([pen.isDrawing, pen.taken]).toEqual([true, null]);
    pen.box = { document: 0, page: 1, box: rect(1, 1, 2, 2) };
    pen.take();
    expect([pen.isDrawing, pen.taken]).toEqual([false, pen.box]);
    pen.back();
    expect(pen.isDrawing).toBe(true);
    pen.end();
    expect([pen.purpose, pen.box]).toEqual([null, null]);
  });
});
