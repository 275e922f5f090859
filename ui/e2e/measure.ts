// Figures for `docs/results.md`: start, bundle, memory, and frames while ten thousand events come
// in. `npm run measure` prints them; nothing here passes or fails but by not working.
import { gzipSync } from "node:zlib";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { converted, expect, INVOICE, open, REPOSITORY, test } from "./program";

const N_EVENTS = 10_000;

function bundle(): string {
  const assets = join(REPOSITORY, "ui/dist/assets");
  const files = readdirSync(assets).map((name) => ({
    name,
    bytes: readFileSync(join(assets, name)),
  }));
  const first = files.filter((it) => it.name.startsWith("index-"));
  const kb = (of: typeof files) =>
    Math.round(of.reduce((sum, it) => sum + gzipSync(it.bytes).length, 0) / 1024);
  return `${kb(first)} KiB at the start, ${kb(files)} KiB in all (gzip)`;
}

test("figures", async ({ page, program }) => {
  const say = (what: string, value: string) => process.stdout.write(`${what}: ${value}\n`);
  say("bundle", bundle());
  const run = await converted(page, program, INVOICE);
  await open(page, program);

  const starts: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    await page.goto("about:blank");
    const before = Date.now();
    await page.goto(new URL("/#/inbox", program.url).href);
    await page.getByRole("heading", { name: "문서함" }).waitFor();
    starts.push(Date.now() - before);
  }
  say("start to interactive", `${starts.sort((a, b) => a - b)[2]} ms, median of 5`);

  let replay: (from: number) => void = () => {};
  // The real stream, and behind it ten thousand events more, a hundred at a time.
  await page.routeWebSocket(/\/ws\/live/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => socket.send(message));
    let seq = -1;
    const send = () => {
      for (let i = 0; i < 100 && seq < N_EVENTS; i += 1, seq += 1)
        socket.send(
          JSON.stringify({
            run_id: run,
            seq,
            document_id: null,
            stage: "read",
            severity: seq % 50 === 0 ? "warn" : "info",
            message: `page ${seq} of ${N_EVENTS}: text layer`,
            created_at_ms: Date.now(),
            event_type: "page.read",
            data: { page: seq, n_pages: N_EVENTS, reason: "text layer" },
          }),
        );
      if (seq < N_EVENTS) setTimeout(send, 16);
    };
    replay = (from) => {
      seq = from;
      send();
    };
  });
  await page.goto("about:blank");
  await open(page, program, `#/runs/${run}/terminal`);
  await expect(page.getByRole("log").getByText("run.started")).toBeVisible();
  const known = (await program.call<unknown[]>(page, "runs.events", { run })).length;
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    (window as unknown as { frames: number[] }).frames = frames;
  });
  replay(known);
  await expect(page.getByText(new RegExp(`${N_EVENTS.toLocaleString("ko")}건`))).toBeVisible({
    timeout: 170_000,
  });
  const frames = await page.evaluate(() =>
    (window as unknown as { frames: number[] }).frames.sort((a, b) => a - b),
  );
  const at = (share: number) => Math.round(frames[Math.floor(frames.length * share)] ?? 0);
  say(
    `frames while ${N_EVENTS} events come in`,
    `median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, longest ${at(0.999)} ms, ${frames.length} frames`,
  );
  const rows = await page.locator(".event").count();
  say("rows in the page of them", String(rows));
  const heap = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  );
  say("script memory with them", `${Math.round(heap / 1024 / 1024)} MiB`);
});
