import { expect, test } from "vitest";
import { dropped } from "$lib/backend/dropped";

const file = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (done: (it: File) => void) => done(new File([name], name)),
});

/** A folder that hands over its entries two by two, as browsers do by the hundred. */
const folder = (name: string, entries: object[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...entries];
    return { readEntries: (done: (it: object[]) => void) => done(left.splice(0, 2)) };
  },
});

/** Entries of which nothing can be asked once the event is over. */
function transfer(all: { entry: object | null; file: File | null }[]): {
  transfer: DataTransfer;
  end: () => void;
} {
  let over = false;
  const items = all.map((it) => ({
    webkitGetAsEntry: () => (over ? null : it.entry),
    getAsFile: () => (over ? null : it.file),
  }));
  return { transfer: { items } as unknown as DataTransfer, end: () => (over = true) };
}

test("a folder stands for its documents, in their order, and files for themselves", async () => {
  const papers = folder("papers", [
    file("b.TXT"),
    file("notes.doc.bak"),
    file(".hidden.txt"),
    folder("inner.txt", [file("c.txt")]),
    file("a.pdf"),
    file("pdf"),
  ]);
  const { transfer: it, end } = transfer([
    { entry: file("one.weird"), file: new File(["x"], "one.weird") },
    { entry: papers, file: null },
    { entry: null, file: new File(["x"], "pasted.png") },
    { entry: folder("nothing", [file("readme")]), file: null },
  ]);
  const came = dropped(it);
  end();
  const { files, empty } = await came;
  expect(files.map((it) => it.name)).toEqual(["one.weird", "a.pdf", "b.TXT", "pasted.png"]);
  expect(empty).toEqual(["nothing"]);
});

test("a folder that cannot be read is no empty one", async () => {
  const locked = {
    ...folder("locked", []),
    createReader: () => ({
      readEntries: (_: unknown, lost: (err: Error) => void) => lost(new Error("not allowed")),
    }),
  };
  const { transfer: it } = transfer([{ entry: locked, file: null }]);
  await expect(dropped(it)).rejects.toThrow("not allowed");
});
