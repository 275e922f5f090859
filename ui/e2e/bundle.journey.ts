// A bundle as a page: opened from the disk, without a program and without a network, it checks itself,
// and says what was changed in it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { binary, CONTRACT, converted, expect, INVOICE, open, REPOSITORY, test } from "./program";

test.describe.configure({ mode: "serial" });
const WITNESS = join(REPOSITORY, "crates/proviso-kit/witness/dist/witness.wasm.gz");
test.skip(!existsSync(WITNESS), "`make witness` builds the checker for browsers");

let place = "";
test.beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "proviso-bundle-"));
});
test.afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Runs the program; findings in a document are no failure. */
function proviso(...args: string[]): void {
  const env = { ...process.env, LANG: "ko_KR.UTF-8", PROVISO_CONFIG: join(place, "config") };
  try {
    execFileSync(binary(), args, { cwd: place, env, stdio: "pipe" });
  } catch (thrown) {
    if ((thrown as { status?: number }).status !== 1) throw thrown;
  }
}

/** Converts a document, and makes a page of it. */
function bundled(document: string, run: number, ...options: string[]): string {
  proviso("convert", document, "--quiet");
  const name = `${run}.html`;
  proviso("bundle", String(run), "--html", "--output", name, ...options);
  return join(place, name);
}

/** The page with its bundle changed. */
function changed(html: string, change: (bundle: string) => string): string {
  const text = readFileSync(html, "utf8").replace(
    /(id="bundle">)([^<]*)/,
    (_, begin: string, letters: string) => {
      const before = gunzipSync(Buffer.from(letters, "base64")).toString("utf8");
      const after = change(before);
      expect(after, "something is changed").not.toBe(before);
      return begin + gzipSync(after).toString("base64");
    },
  );
  const path = join(place, "changed.html");
  writeFileSync(path, text);
  return path;
}

async function opened(page: Page, html: string): Promise<void> {
  // What asks for anything from anywhere fails the test.
  const asked: string[] = [];
  page.on("request", (it) => asked.push(it.url()));
  await page.goto(pathToFileURL(html).href);
  await page.locator("html[data-done=yes]").waitFor();
  expect(asked.filter((it) => !it.startsWith("data:"))).toEqual([pathToFileURL(html).href]);
}

test("a contract that holds is judged anew in the browser", async ({ page }) => {
  const html = bundled(CONTRACT, 1);
  expect(readFileSync(html).length).toBeLessThan(3_000_000);
  await opened(page, html);
  await expect(page.locator("h1")).toHaveText("자체 검증됨");
  await expect(page.getByText(/proviso-kernel .*: accepted/).first()).toBeVisible();
  await expect(page.locator("tr.bad")).toHaveCount(0);
  const took = await page.evaluate(
    () => performance.getEntriesByName("witnessed")[0]?.duration ?? Infinity,
  );
  // A bound, not the aim, which is a second: other journeys run beside this one.
  expect(took, "milliseconds to the verdict").toBeLessThan(8_000);
});

test("what is wrong in an invoice is proved to whoever opens it, with its place", async ({
  page,
}) => {
  const html = bundled(INVOICE, 2, "--pictures");
  await opened(page, html);
  await expect(page.locator("h1")).toHaveText("불일치");
  await expect(page.locator(".findings li")).toHaveCount(3);
  await expect(page.getByRole("img")).toHaveCount(1);
  expect(await page.locator(".box.bad").count()).toBeGreaterThan(2);
});

test("a digit, a rule and a byte of a module are named", async ({ page }) => {
  const html = join(place, "1.html");
  const worthless = async (change: (bundle: string) => string, named: RegExp) => {
    await opened(page, changed(html, change));
    await expect(page.locator("h1")).toHaveText("증거로 쓸 수 없음");
    await expect(page.locator(".faults")).toContainText("봉인이 깨졌습니다");
    await expect(page.locator(".faults")).toContainText(named);
    await expect(page.getByText("규칙", { exact: true })).toHaveCount(0);
  };
  // A digit of the facts, which the analysis does not say.
  const facts = (it: string) => it.indexOf('"name":"Domains.Facts.');
  await worthless((it) => {
    const amount = /\d{6}/.exec(it.slice(facts(it)));
    const at = facts(it) + (amount?.index ?? 0);
    return it.slice(0, at) + (it[at] === "9" ? "8" : "9") + it.slice(at + 1);
  }, /Domains\.Facts\.ServiceContract \d+번째 줄/);
  // A rule less in the analysis.
  await worthless((it) => {
    const bundle = JSON.parse(it) as { content: { analysis: { rules: unknown[] } } };
    bundle.content.analysis.rules.pop();
    return JSON.stringify(bundle);
  }, /Domains\.(Facts|Audit)\.ServiceContract \d+번째 줄/);
  // A byte of the model.
  await worthless((it) => {
    const model = it.indexOf('"name":"Domains.ServiceContract"');
    const at = it.indexOf("\\nrecord ", model);
    return `${it.slice(0, at)}\\nrecorf ${it.slice(at + "\\nrecord ".length)}`;
  }, /확인하지 못했습니다|받아들여지지 않음/);
  // A file that is cut off.
  const path = join(place, "cut.html");
  const whole = readFileSync(html, "utf8");
  writeFileSync(path, whole.replace(/(id="bundle">[^<]{200})[^<]*/, "$1"));
  await opened(page, path);
  await expect(page.locator("h1")).toHaveText("증거로 쓸 수 없음");
});

test("the program reads the page's bundle too", () => {
  const env = { ...process.env, LANG: "C.UTF-8", PROVISO_CONFIG: join(place, "config") };
  const args = ["bundle", "check", "1.html", "--document", CONTRACT, "--json"];
  const told = execFileSync(binary(), args, { cwd: place, env }).toString("utf8");
  const checked = JSON.parse(told) as { faults: unknown[]; documents: { given: boolean }[] };
  expect(checked.faults).toEqual([]);
  expect(checked.documents).toMatchObject([{ given: true }]);
});

test("the window saves it as well", async ({ page, program }) => {
  const run = await converted(page, program, INVOICE);
  await open(page, program, `#/runs/${run}`);
  await page.getByRole("button", { name: "더 보기", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "스스로 검증하는 증거" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("GoodsInvoice-evidence.html");
  const path = join(place, "saved.html");
  await download.saveAs(path);
  await opened(page, path);
  await expect(page.locator("h1")).toHaveText("불일치");
});
