// Documents that are handed to other machines: a real server that lets in who has a key, a real
// worker. How far a batch is stands in the inbox, what comes of it in the list of documents; and no
// secret stands anywhere that it could be read.
import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { binary, choose, expect, open, Program, QUOTE, test, told, write } from "./program";

test.describe.configure({ mode: "serial" });

// A user of the server: what it knows, and what only the user does.
const USER = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";
const SEED = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
const PROVIDER_KEY = "sk-journey-4711-0123456789abcdef";
const SECRETS = { OPENAI_API_KEY: PROVIDER_KEY };

const program = new Program();
/** Where the secrets lie: beside all that is searched for them. */
const safe = mkdtempSync(join(tmpdir(), "proviso-safe-"));
const seed = join(safe, "user.nk");
const children: ChildProcess[] = [];
let port = 0;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}

function begin(command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const log = `${children.length}.log`;
  const child = spawn(command, args, {
    env: { ...process.env, PROVISO_CONFIG: join(program.place, "other"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const hear = (bytes: Buffer) => write(join(program.place, log), (said += bytes.toString()));
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  children.push(child);
  return child;
}

async function kill(child: ChildProcess | undefined, signal: NodeJS.Signals = "SIGKILL") {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await ended;
}

const listens = (at: number) =>
  new Promise<boolean>((answer) => {
    const socket = connect(at, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), answer(true)));
    socket.once("error", () => answer(false));
  });

async function server(): Promise<ChildProcess> {
  const packaged = "/usr/sbin/nats-server";
  const config = join(safe, "nats.conf");
  write(config, `accounts { OFFICE { jetstream: enabled, users: [ { nkey: ${USER} } ] } }\n`);
  const child = begin(existsSync(packaged) ? packaged : "nats-server", [
    ...["--jetstream", "--addr", "127.0.0.1", "--port", String(port), "--config", config],
    ...["--store_dir", join(program.place, "store")],
  ]);
  await expect.poll(() => listens(port), { timeout: 20_000 }).toBe(true);
  return child;
}

function worker(name: string): ChildProcess {
  const queue = ["--queue", `nats://127.0.0.1:${port}`, "--space", "office", "--nkey", seed];
  const logs = { PROVISO_LOGS: join(program.place, `logs-${name}`) };
  return begin(binary(), ["worker", "--name", name, ...queue], { ...SECRETS, ...logs });
}

/** What a person sees of the batches. */
const batches = (page: Page) => page.getByTestId("batch");

const papers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({
    name: `견적서 ${from + at}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(
      QUOTE.replace("한빛상사", `한빛상사 ${from + at}`).replace(
        "1,375,000",
        from + at === 2 ? "1,385,000" : "1,375,000",
      ),
    ),
  }));

async function handOver(page: Page, from: number, to: number): Promise<void> {
  await choose(page, papers(from, to));
  await page.getByTestId("hand-over").and(page.locator(":enabled")).waitFor();
  await expect(page.getByTestId("hand-over")).toContainText(
    to - from === 1 ? "다른 컴퓨터에 맡기기" : `${to - from}건 다른 컴퓨터에 맡기기`,
  );
  await page.getByTestId("hand-over").click();
}

/** Drops what lies on the disk on the page, as a person does who drags it there. */
async function drop(page: Page, path: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await browser.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
  await browser.detach();
}

/** All that pages were told without asking. */
const live: string[] = [];
test.beforeEach(({ page }) => {
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => live.push(payload.toString())),
  );
});

let own: ChildProcess | undefined;

test.beforeAll(async () => {
  port = await freePort();
  write(seed, `${SEED}\n`);
  const queue = { address: `nats://127.0.0.1:${port}`, space: "office", credentials: seed };
  const lines = Object.entries(queue).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  // As the desktop writes it: a browser may name no server that documents go to.
  write(join(program.place, "config/settings.toml"), ["[queue]", ...lines, ""].join("\n"));
  own = await server();
  await program.start(0, SECRETS);
});
test.afterAll(async () => {
  for (const it of children) await kill(it);
  await program.remove();
  rmSync(safe, { recursive: true, force: true });
});

test("a batch waits for a worker, is counted while it goes on, and its results are documents", async ({
  page,
}) => {
  // The very first start shows something else.
  await open(page, program, "#/welcome");
  await page.getByRole("link", { name: "문서함" }).click();
  await handOver(page, 1, 4);
  await expect(batches(page)).toContainText("문서 3건 중 0건");
  await expect(batches(page)).toContainText("진행 중");
  await expect(batches(page)).toContainText("남음 3건");
  await page.reload();
  await expect(batches(page), "it is the program's, not the page's").toContainText("진행 중");

  worker("w1");
  await expect(batches(page)).toContainText("문서 3건 중 3건", { timeout: 90_000 });
  await expect(batches(page)).toContainText("확인 필요 1건");
  await expect(batches(page)).toContainText("끝남");
  await expect(page.getByRole("link").filter({ hasText: "견적서 2" }).first()).toBeVisible();
  await page.getByRole("button", { name: "치우기" }).click();
  await expect(batches(page)).toHaveCount(0);

  await page.goto(new URL("/#/documents", program.url).href);
  for (const it of [1, 2, 3])
    await expect(page.getByRole("link", { name: `견적서 ${it}` })).toBeVisible();
  await page.getByRole("link", { name: "견적서 2" }).click();
  await expect(page.getByRole("region", { name: "판정" })).toBeVisible();
  await expect(page.getByText("1,385,000").first()).toBeVisible();
});

test("a batch is cancelled, and one that was let go goes on when it is asked to", async ({
  page,
}) => {
  await kill(children.at(-1), "SIGTERM");
  await open(page, program);
  await handOver(page, 4, 6);
  await expect(batches(page)).toContainText("진행 중");
  await page.getByRole("button", { name: "묶음 취소" }).click();
  await expect(batches(page)).toContainText("취소 2건");
  await expect(batches(page)).toContainText("끝남");
  await page.getByRole("button", { name: "치우기" }).click();

  await handOver(page, 6, 8);
  await expect(batches(page)).toContainText("진행 중");
  const at = program.port;
  await program.kill();
  await program.start(at, SECRETS);
  await open(page, program);
  await expect(batches(page)).toContainText("지금은 따라가지 않음");
  worker("w2");
  await page.getByRole("button", { name: "이어서 하기" }).click();
  await expect(batches(page)).toContainText("문서 2건 중 2건", { timeout: 90_000 });
  await expect(batches(page)).toContainText("끝남");
});

test("of a folder that is dropped all documents are handed over", async ({ page }) => {
  // A browser without a locale takes no other names from a disk.
  const folder = join(safe, "papers");
  const names = ["quote-8", "quote-9", "quote-10"];
  papers(8, 11).forEach(({ buffer }, at) => write(join(folder, `${names[at]}.txt`), buffer));
  for (const name of [".hidden.txt", "notes.bak", "inner.txt/quote-99.txt"])
    write(join(folder, name), QUOTE);
  await open(page, program);
  await drop(page, folder);
  await expect(page.getByTestId("hand-over")).toContainText("3건 다른 컴퓨터에 맡기기");
  for (const it of names) await expect(page.getByText(`${it}.txt`)).toBeVisible();
  await page.getByTestId("hand-over").click();
  const of = batches(page).filter({ hasText: "문서 3건 중" });
  await expect(of).toContainText("문서 3건 중 3건", { timeout: 90_000 });
  await expect(of).toContainText("끝남");
  await page.goto(new URL("/#/documents", program.url).href);
  for (const it of names) await expect(page.getByText(`${it}.txt`)).toBeVisible();

  const nothing = join(safe, "nothing");
  mkdirSync(nothing);
  await drop(page, nothing);
  await told(page, "변환할 문서가 없습니다.");
});

test("settings show the queue, ask whether it answers, and say in Korean why it does not", async ({
  page,
}) => {
  await open(page, program, "#/settings");
  const card = page.getByRole("region", { name: "다른 컴퓨터" });
  await expect(card.getByLabel("대기열", { exact: true })).toHaveValue(`nats://127.0.0.1:${port}`);
  await expect(card.getByLabel("대기열", { exact: true })).toBeDisabled();
  await card.getByRole("button", { name: "확인" }).click();
  await expect(card).toContainText(`nats://127.0.0.1:${port}: 응답함, 구역 office`);
  await kill(own);
  await card.getByRole("button", { name: "확인" }).click();
  await expect(card).toContainText(`nats://127.0.0.1:${port} 대기열이 응답하지 않습니다.`);
  own = await server();
});

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return files(path);
    return statSync(path).isFile() ? [path] : [];
  });
}

/** What the live stream tells who asks for runs from their beginning. */
function toldOf(page: Page, runs: string[]): Promise<string[]> {
  return page.evaluate((runs) => {
    const from = encodeURIComponent(runs.map((it) => `${it}:0`).join(","));
    const socket = new WebSocket(`ws://${location.host}/ws/live?from=${from}`);
    const heard: string[] = [];
    const open = new Set(runs);
    return new Promise<string[]>((all, lost) => {
      socket.onclose = () => lost(new Error(`without an end of ${[...open].join(", ")}`));
      socket.onmessage = ({ data }) => {
        heard.push(String(data));
        const event = JSON.parse(String(data)) as { event_type: string; run_id: string };
        if (event.event_type === "run.finished") open.delete(event.run_id);
        if (open.size > 0) return;
        all(heard);
        socket.close();
      };
    });
  }, runs);
}

test("no secret stands in a file, a log, the database, the queue's store, an answer, or the live stream", async ({
  page,
}) => {
  const answers: string[] = [];
  page.on("response", (it) => {
    if (it.url().includes("/api/") && !it.url().includes("/events"))
      void it.text().then(
        (text) => answers.push(text),
        () => {},
      );
  });
  await open(page, program);
  await open(page, program, "#/settings");
  await open(page, program, "#/doctor");
  for (const name of [
    "app.state",
    "settings.get",
    "providers.list",
    "batches.list",
    "batches.test",
  ])
    answers.push(JSON.stringify(await program.call(page, name)));
  const { rows } = await program.call<{ rows: { run: string }[] }>(page, "runs.list");
  expect(rows).toHaveLength(8);
  const replayed = await toldOf(
    page,
    rows.map((it) => it.run),
  );
  for (const { run } of rows) {
    const of = (it: string) => it.includes(`"run_id":"${run}"`);
    expect(
      live.some((it) => of(it) && it.includes('"run.finished"')),
      `the page was told of the end of ${run}`,
    ).toBe(true);
    expect(replayed.filter(of).length, `all of ${run}`).toBeGreaterThan(2);
  }
  for (const { run } of rows)
    for (const name of ["runs.show", "runs.events"])
      answers.push(JSON.stringify(await program.call(page, name, { run })));
  const searched = files(program.place);
  const names = searched.map((it) => it.slice(program.place.length));
  for (const it of [/proviso\.db$/, /config\/settings\.toml$/, /store\/.*\.blk$/, /\/\d\.log$/])
    expect(
      names.some((name) => it.test(name)),
      `${it}: ${names.join(" ")}`,
    ).toBe(true);
  for (const secret of [SEED, PROVIDER_KEY]) {
    for (const path of searched)
      expect(readFileSync(path).includes(secret), `${path} tells a secret`).toBe(false);
    expect([...answers, ...live, ...replayed].filter((it) => it.includes(secret))).toEqual([]);
  }
});
