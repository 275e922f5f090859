// Page images, fetched when they come into view and let go when they are far from it.
//
// Invariant: an image that somebody holds is never let go; of the others only so many dots are kept,
// the latest looked at, since a drawn image takes four bytes for each of its dots. Of at most so many
// requests at once, what came into view last goes first, since people scroll past, and of that the
// pages before their small pictures, from top to bottom. Every object URL is given back. A failed
// image can be asked for again. A page that is straightened when it is read has another image from
// then on; the one of before stays until that is there.
import type { Backend } from "$lib/backend/backend";
import { ApiProblem } from "$lib/backend/problem";

const AT_ONCE = 3;
/** Dots of images that nobody holds: a few pages on each side of what is in view. */
const MOST_DOTS = 12_000_000;
/** A page's height to its width, near enough for counting. */
const TALL = 1.42;
/** Widths in pixels that are asked for: few, so that not each pixel of a zoom is fetched; and near
    enough to each other that what is drawn is little more than what is seen, since a web view holds
    every dot of what it draws, and a smaller copy beside it where the image is much larger. */
export const WIDTHS = [
  176, 240, 320, 400, 480, 560, 640, 760, 900, 1080, 1280, 1520, 1800, 2100, 2400,
] as const;

export function widthFor(pixels: number): number {
  return WIDTHS.find((it) => it >= pixels) ?? WIDTHS[WIDTHS.length - 1]!;
}

export class PageImage {
  url = $state<string | null>(null);
  problem = $state.raw<ApiProblem | null>(null);
  /** How many show it. */
  held = 0;
  /** Counts the requests for it: only the answer to the last one is shown. */
  turn = 0;
  constructor(
    readonly document: number,
    readonly page: number,
    readonly width: number,
    public straightened: boolean,
  ) {}
}

/** Lets go of a picture with its place (an attachment): an element that was taken away holds all dots
    of its picture until the web view clears up, which may be a hundred pages later. */
export function letsGo(picture: HTMLImageElement): () => void {
  return () => picture.removeAttribute("src");
}

export interface UrlMaker {
  make(bytes: Blob): string;
  drop(url: string): void;
}

export const browser: UrlMaker = {
  make: (bytes) => URL.createObjectURL(bytes),
  drop: (url) => URL.revokeObjectURL(url),
};

export class PageImages {
  #known = new Map<string, PageImage>();
  /** The last one is the next one. */
  #wanted: PageImage[] = [];
  /** What came into view together. */
  #fresh: PageImage[] = [];
  #running = 0;
  #ended = false;

  constructor(
    private readonly run: string,
    private readonly backend: Pick<Backend, "call">,
    private readonly urls: UrlMaker = browser,
  ) {}

  /** The image of a page; it may still be on its way. */
  get(document: number, page: number, width: number, straightened = false): PageImage {
    const key = `${document}/${page}/${width}`;
    const known = this.#known.get(key);
    if (known) {
      // The latest looked at is the last to go.
      this.#known.delete(key);
      this.#known.set(key, known);
      if (known.straightened !== straightened) {
        known.straightened = straightened;
        this.#want(known);
      }
      return known;
    }
    const image = new PageImage(document, page, width, straightened);
    this.#known.set(key, image);
    this.#want(image);
    return image;
  }

  /** What is shown until an image is there: the same page in another width that is not much less. */
  meanwhile(image: PageImage): PageImage | null {
    for (const it of this.#known.values()) {
      const isSame = it.document === image.document && it.page === image.page;
      if (isSame && it !== image && it.url && it.width * 2 > image.width) return it;
    }
    return null;
  }

  /** Keeps an image as long as it is shown; ends with the function that comes back. */
  hold(image: PageImage): () => void {
    image.held += 1;
    return () => {
      image.held -= 1;
      this.#trim();
    };
  }

  #want(image: PageImage): void {
    this.#fresh.push(image);
    if (this.#fresh.length > 1) return;
    // Not now: whoever asks may be in the middle of computing what to draw.
    queueMicrotask(() => {
      this.#wanted.push(...this.#fresh.reverse().sort((a, b) => a.width - b.width));
      this.#fresh = [];
      this.#trim();
      this.#next();
    });
  }

  retry(image: PageImage): void {
    image.problem = null;
    this.#wanted.push(image);
    this.#next();
  }

  /** Asks again for every image that was locked. */
  retryLocked(): void {
    for (const it of this.#known.values()) if (it.problem?.code === "locked") this.retry(it);
  }

  stop(): void {
    this.#ended = true;
    this.#wanted = [];
    for (const it of this.#known.values()) if (it.url) this.urls.drop(it.url);
    this.#known.clear();
  }

  #trim(): void {
    const free = [...this.#known].filter(([, it]) => it.held === 0);
    let dots = free.reduce((sum, [, it]) => sum + it.width * it.width * TALL, 0);
    for (const [key, it] of free) {
      if (dots <= MOST_DOTS) break;
      dots -= it.width * it.width * TALL;
      this.#known.delete(key);
      this.#wanted = this.#wanted.filter((wanted) => wanted !== it);
      if (it.url) this.urls.drop(it.url);
      it.url = null;
    }
  }

  #next(): void {
    while (this.#running < AT_ONCE && !this.#ended) {
      const image = this.#wanted.pop();
      if (!image) return;
      this.#running += 1;
      void this.#fetch(image).finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }

  async #fetch(image: PageImage): Promise<void> {
    const { document, page, width } = image;
    const turn = ++image.turn;
    const overtaken = () =>
      this.#ended ||
      image.turn !== turn ||
      this.#known.get(`${document}/${page}/${width}`) !== image;
    try {
      const request = { run: this.run, document, page, width };
      const bytes = await this.backend.call("pages.image", request);
      if (overtaken()) return;
      if (image.url) this.urls.drop(image.url);
      image.url = this.urls.make(bytes);
      image.problem = null;
    } catch (thrown) {
      if (!overtaken()) image.problem = ApiProblem.from(thrown);
    }
  }
}
