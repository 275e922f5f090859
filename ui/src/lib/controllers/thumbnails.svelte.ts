// Small pictures of documents' first pages, for lists: fetched a few at once as rows come into view,
// the latest first, and kept as long as they are among the last few hundred.
//
// Invariant: a list never waits for its pictures, and a document without one is no error.
import type { Backend } from "$lib/backend/backend";
import { type UrlMaker, browser } from "$lib/controllers/images.svelte";

/** Dots of a thumbnail's width: twice what it is drawn at, for dense screens. */
const WIDTH = 112;
const AT_ONCE = 3;
const KEPT = 400;

export class Thumbnail {
  url = $state<string | null>(null);
  /** There is none: the document is text, or could not be read. */
  none = $state(false);
  constructor(
    readonly key: string,
    readonly run: string,
  ) {}
}

export class Thumbnails {
  #known = new Map<string, Thumbnail>();
  #wanted: Thumbnail[] = [];
  #running = 0;

  constructor(
    private readonly backend: Pick<Backend, "call">,
    private readonly urls: UrlMaker = browser,
  ) {}

  /** The picture of a document, of one of its runs; it may still be on its way. */
  get(document: string, run: string): Thumbnail {
    // Another run may have read what the one before could not.
    const key = `${document}/${run}`;
    const known = this.#known.get(key);
    if (known) return known;
    const made = new Thumbnail(key, run);
    this.#known.set(key, made);
    this.#wanted.push(made);
    // Not now: whoever asks may be in the middle of computing what to draw.
    queueMicrotask(() => {
      this.#trim();
      this.#next();
    });
    return made;
  }

  #trim(): void {
    for (const [key, it] of this.#known) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(key);
      this.#wanted = this.#wanted.filter((wanted) => wanted !== it);
      if (it.url) this.urls.drop(it.url);
      it.url = null;
    }
  }

  #next(): void {
    while (this.#running < AT_ONCE) {
      const it = this.#wanted.pop();
      if (!it) return;
      this.#running += 1;
      void this.#fetch(it).finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }

  async #fetch(it: Thumbnail): Promise<void> {
    try {
      const request = { run: it.run, document: 0, page: 1, width: WIDTH };
      const bytes = await this.backend.call("pages.image", request);
      if (this.#known.get(it.key) !== it) return;
      it.url = this.urls.make(bytes);
    } catch {
      // Text has no pictures, and what is locked or lost is said where the document is opened.
      it.none = true;
    }
  }
}
