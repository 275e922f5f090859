// Starts the real program for a test: `proviso serve` over a fresh workspace, real SQLite, the
// compiler if there is one. Everything is gone again when the test has ended.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { test as base, expect, type FileChooser, type Page } from "@playwright/test";

export const REPOSITORY = resolve(import.meta.dirname, "../..");
const TARGET = process.env.CARGO_TARGET_DIR ?? join(REPOSITORY, "target");
export const SAMPLES = join(REPOSITORY, "direction/samples");
export const INVOICE = join(SAMPLES, "goods_invoice.pdf");
export const CONTRACT = join(SAMPLES, "service_contract.pdf");
const URL_FORM = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/;

/** The program: as named, else the last one that was built. */
export function binary(): string {
  const named = process.env.PROVISO;
  const built = ["release", "debug"].map((it) => join(TARGET, it, "proviso"));
  const found = [named, ...built].find((it) => it && existsSync(it));
  if (!found) throw new Error("no program: `cargo build -p proviso-cli`, or name it in PROVISO");
  return resolve(found);
}

/** How often a port that is asked for is tried again. */
const TRIES = 50;

export class Program {
  #child: ChildProcess | null = null;
  #heard = "";
  url = "";
  /** All that it may touch. */
  readonly place = mkdtempSync(join(tmpdir(), "proviso-"));
  readonly workspace = join(this.place, "Proviso");

  /** Starts it, on the port of before where it was started before; with variables of a test's own. */
  async start(port = 0, variables: Record<string, string> = {}): Promise<void> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await this.#start(port, variables);
      } catch (thrown) {
        // A connection of another program may use the port for a moment.
        if (left === 0 || !String(thrown).includes("cannot listen on port")) throw thrown;
      }
    }
  }

  async #start(port: number, variables: Record<string, string>): Promise<void> {
    const args = ["serve", "--workspace", this.workspace, "--port", String(port)];
    // Settings of the person at this machine are neither read nor changed.
    // The same goes for their keys: no provider, no keyring. Nor does it answer from recordings: what
    // was built with the tests can, and a program that is given away cannot.
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      // Who sits here; not every machine that tests knows.
      USER: "tester",
      PROVISO_CONFIG: join(this.place, "config"),
      PROVISO_LOGS: join(this.place, "logs"),
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(this.place, "no-bus")}`,
    };
    for (const name of Object.keys(env))
      if (
        /^(PROVISO_)?(OPENAI|ANTHROPIC|OLLAMA)_|^PROVISO_(REPLAY$|ENGINE|MODEL|SECOND_|BASE_|API_)/.test(
          name,
        )
      )
        delete env[name];
    Object.assign(env, variables);
    const child = spawn(binary(), args, { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    this.#heard = "";
    this.url = await new Promise<string>((found, lost) => {
      const hear = (bytes: Buffer) => {
        this.#heard += bytes.toString();
        const url = URL_FORM.exec(this.#heard);
        if (url) found(url[0]);
      };
      child.stdout?.on("data", hear);
      child.stderr?.on("data", hear);
      child.on("error", lost);
      child.on("exit", (code) => lost(new Error(`ended with ${code}: ${this.#heard}`)));
    });
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Kills it as a crash would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.place, { recursive: true, force: true });
  }

  /** Asks a command as the page does, with the cookie of the page. */
  async call<T>(page: Page, name: string, request: object = {}): Promise<T> {
    const response = await page.request.post(new URL(`/api/${name}`, this.url).href, {
      data: request,
      headers: { origin: new URL(this.url).origin },
    });
    expect(response.ok(), `${name}: ${await response.text()}`).toBe(true);
    return (await response.json()) as T;
  }
}

/** What a program needs that a stand-in is its compiler: nothing of it is kept for later. */
export function judgedBy(compiler: string): Record<string, string> {
  return { PROVISO_IDRIS2: compiler, PROVISO_CACHE: "none" };
}

const ANSWERS =
  "#!/bin/sh\ncase $1 in --version) echo 'Idris 2, version 0.8.0'; exit;; --libdir) exit;; esac\n";

/** A compiler that accepts whatever it is asked, for what is not about its judgment: it says its
    version, and writes the interface by which an accepted module is known. */
export function standIn(path: string): string {
  write(
    path,
    `${ANSWERS}while [ $# -gt 1 ]; do
  case $1 in --source-dir) source=$2;; --build-dir) build=$2;; esac
  shift
done
module=\${1#"$source"/}
to="$build/ttc/\${module%.idr}.ttc"
mkdir -p "\${to%/*}" && echo accepted >"$to"
`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** A compiler that takes up what it is asked and never answers: what it is to judge stays under way.
    It ends when `release` is called, also one whose program was killed. */
export function waitingStandIn(path: string): { path: string; release: () => void } {
  const pipe = `${path}.pipe`;
  mkdirSync(dirname(path), { recursive: true });
  execFileSync("mkfifo", [pipe]);
  // Opened for both, so that opening does not wait. Nobody writes: who reads waits until it is closed.
  const open = openSync(pipe, "r+");
  write(path, `${ANSWERS}exec cat '${pipe}'\n`);
  chmodSync(path, 0o755);
  const release = () => {
    // Removed first: who would open it later finds nothing, instead of waiting for ever.
    rmSync(pipe);
    closeSync(open);
  };
  return { path, release };
}

/** Puts a file into the workspace, or beside it. */
export function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

interface Kept {
  file: string;
  program: Program | null;
}

export const test = base.extend<{ program: Program; problems: string[] }, { kept: Kept }>({
  kept: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const kept: Kept = { file: "", program: null };
      await use(kept);
      await kept.program?.remove();
    },
    { scope: "worker" },
  ],
  /** The tests of one file share a program and its workspace; the next file has its own. */
  program: async ({ kept }, use, { file }) => {
    if (kept.program === null || kept.file !== file) {
      await kept.program?.remove();
      const program = new Program();
      kept.program = program;
      kept.file = file;
      await program.start();
    }
    await use(kept.program);
  },
  /** What the page complained of: a violated content policy or an exception fails the test. */
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      await keepTold(page);
      page.on("pageerror", (error) => problems.push(error.message));
      // The console tells most violations of the policy; the event tells all of them.
      await page.addInitScript(() =>
        document.addEventListener("securitypolicyviolation", (it) => {
          throw new Error(`policy: ${it.violatedDirective} ${it.blockedURI} ${it.sourceFile}`);
        }),
      );
      page.on("console", (message) => {
        const text = message.text();
        // The browser itself tells of requests that failed on purpose.
        if (message.type() === "error" && !/Failed to load resource|WebSocket/.test(text))
          problems.push(text);
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Lets the page's browser in: the link's token is traded for a cookie, without showing a screen. */
export async function enter(page: Page, program: Program): Promise<void> {
  const entered = await page.request.get(program.url);
  expect(entered.ok(), await entered.text()).toBe(true);
}

/** Keeps what the page tells in passing: such a message may be gone before anybody looks. */
async function keepTold(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    const look = () => {
      for (const it of document.querySelectorAll(".toast .words")) {
        const text = it.textContent ?? "";
        if (told.at(-1) !== text) told.push(text);
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

/** Waits until the page has told something in passing, since it was opened. */
export async function told(page: Page, what: string | RegExp, timeout?: number): Promise<void> {
  const all = () => page.evaluate(() => (window as unknown as { told: string[] }).told.join("\n"));
  const expected =
    typeof what === "string" ? expect.stringContaining(what) : expect.stringMatching(what);
  await expect.poll(all, timeout === undefined ? {} : { timeout }).toEqual(expected);
}

/** Opens a screen, as the first one that this page shows. */
export async function open(page: Page, program: Program, address = "#/inbox"): Promise<void> {
  await enter(page, program);
  // A change behind the `#` alone would go on with the page that is there.
  await page.goto("about:blank");
  await page.goto(new URL(`/${address}`, program.url).href);
  await expect(page.locator("nav.sidebar")).toBeVisible();
}

/** A quotation that adds up, with periods that are hardly told from clauses. */
export const QUOTE = `견 적 서

공급자: 한빛상사
수신: 나루터종이 주식회사
견적일: 2026년 5월 14일

공급가액: 1,250,000원
부가세: 125,000원
합계금액: 1,375,000원

유효기간: 견적일로부터 14일
납기: 발주일로부터 10일
`;

/** Sends a file as the page does; where it lies now. */
export async function uploaded(
  page: Page,
  program: Program,
  name: string,
  data: Buffer,
): Promise<string> {
  const to = new URL(`/api/upload?name=${encodeURIComponent(name)}`, program.url).href;
  const headers = { origin: new URL(program.url).origin };
  const received = await page.request.post(to, { data, headers });
  return ((await received.json()) as { path: string }).path;
}

/** The run over words of one's own, once it is over. */
export async function written(
  page: Page,
  program: Program,
  name: string,
  words: string,
): Promise<string> {
  const path = await uploaded(page, program, `${name}.txt`, Buffer.from(words));
  const [queued] = await program.call<{ run: string }[]>(page, "runs.convert", { paths: [path] });
  const run = queued?.run ?? "";
  await ended(page, program, run);
  return run;
}

/** The run that goes on from one over the invoice, with the value that was misprinted. */
export async function corrected(
  page: Page,
  program: Program,
  run: string,
  by: string,
): Promise<string> {
  const { fields } = await program.call<{ fields: { name: string; value: string }[] }>(
    page,
    "runs.show",
    { run },
  );
  const field = fields.find((it) => it.value === "KRW 252000")?.name;
  const request = { run, field, value: "KRW 255000", by };
  const queued = await program.call<{ run: string }>(page, "runs.correct", request);
  await ended(page, program, queued.run);
  return queued.run;
}

/** Converts a file over the API and waits for its end: for tests that are about what comes after. */
export async function converted(page: Page, program: Program, file: string): Promise<string> {
  await enter(page, program);
  const name = file.split("/").at(-1) ?? file;
  const [queued] = await program.call<{ run: string | null; error: unknown }[]>(
    page,
    "runs.convert",
    { paths: [`sample:${name}`], together: false },
  );
  expect(queued?.error ?? null).toBeNull();
  const run = queued?.run ?? "";
  await ended(page, program, run);
  return run;
}

export async function ended(
  page: Page,
  program: Program,
  run: string,
  timeout = 90_000,
): Promise<void> {
  await expect
    .poll(async () => (await program.call<{ state: string }>(page, "runs.show", { run })).state, {
      timeout,
    })
    .toBe("ended");
}

/** The run that the page shows. */
export async function shown(page: Page): Promise<string> {
  await expect(page).toHaveURL(/#\/runs\/\d+/);
  return /#\/runs\/(\d+)/.exec(page.url())?.[1] ?? "";
}

/** Waits for the end of the run that the page shows. */
export async function shownEnded(page: Page, program: Program): Promise<void> {
  await ended(page, program, await shown(page));
}

/** Chooses files as a person does, with the button of this name. */
export async function choose(
  page: Page,
  files: Parameters<FileChooser["setFiles"]>[0],
  button = "파일 선택",
): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chooser).setFiles(files);
}

/** Whether there is a compiler; without one verdicts are `checked`, and that is what is expected. */
export async function hasCompiler(page: Page, program: Program): Promise<boolean> {
  const state = await program.call<{ compiler: { found: boolean } }>(page, "app.state");
  return state.compiler.found;
}
