// Writes every screen in both languages and both themes to `docs/screens/`, from the real program
// over real documents: `npm run screens`. Pictures are made small by Chromium itself (WebP would be
// smaller still, but READMEs of some hosts do not show it).
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { CONTRACT_READING, PlayedModel } from "./model";
import {
  binary,
  CONTRACT,
  converted,
  corrected,
  ended,
  expect,
  INVOICE,
  Program,
  QUOTE,
  REPOSITORY,
  test,
  written,
} from "./program";

const OUT = join(REPOSITORY, "docs/screens");
const LANGUAGES = ["ko", "en"] as const;
const THEMES = ["light", "dark"] as const;

/** Values of the invoice that a rule is built of, as their boxes are called. */
const BUILT = ["총금액", "합계: 105,880원", "합계: 1,058,800원"];

interface Mend {
  field: string;
  value: string;
}

/** One that does not add up. */
const WRONG = QUOTE.replace("1,375,000", "1,385,000");

interface Made {
  invoice: string;
  contract: string;
  edited: string;
}

/** Two runs of the samples, and one with a person's breaking edit and its repair. */
async function prepare(page: Page, program: Program): Promise<Made> {
  const contract = await converted(page, program, CONTRACT);
  const invoice = await converted(page, program, INVOICE);
  await program.call(page, "runs.review", { run: contract, by: "한여울" });
  const edited = contract;
  const { text } = await program.call<{ text: string }>(page, "runs.attempt", {
    run: edited,
    attempt: 1,
  });
  const broken = text.replace(/^view : (\w+) -> Facts$/m, "view : $1 -> Fact");
  await program.call(page, "runs.edit", { run: edited, text: broken });
  await ended(page, program, edited);
  await program.call(page, "runs.edit", { run: edited, text });
  await ended(page, program, edited);
  return { invoice, contract, edited };
}

/** What this run wrote; pictures of before are small already. */
const shot: string[] = [];

async function shoot(page: Page, name: string, language: string, theme: string) {
  await page.mouse.move(0, 0);
  // Images and fonts are there, and nothing moves any more.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect(page.locator(".skeleton").filter({ visible: true })).toHaveCount(0);
  const path = join(OUT, `${name}-${language}-${theme}.png`);
  await page.screenshot({ path, animations: "disabled", caret: "hide" });
  shot.push(path);
}

/** A palette of 256 colors is enough for screens; where there is no tool they stay as they are. */
function compress() {
  const tools = [
    ["pngquant", ["--force", "--ext", ".png", "--quality", "70-95", "--speed", "1"]],
    ["mogrify", ["-colors", "256", "-define", "png:compression-level=9", "-strip"]],
  ] as const;
  const files = execFileSync("ls", [OUT], { encoding: "utf8" })
    .split("\n")
    .filter((it) => it.endsWith(".png"))
    .map((it) => join(OUT, it));
  for (const [tool, args] of tools) {
    try {
      execFileSync(tool, [...args, ...shot], { stdio: "ignore" });
      break;
    } catch {
      // Not here, or not willing: the next one.
    }
  }
  const total = files.reduce((sum, it) => sum + statSync(it).size, 0);
  expect(total, "all pictures together stay small").toBeLessThan(6 * 1024 * 1024);
}

test("what goes on to the next program", async ({ page, program }) => {
  mkdirSync(OUT, { recursive: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 800 });
  const run = await converted(page, program, INVOICE);
  for (const language of LANGUAGES)
    for (const theme of THEMES) {
      await program.call(page, "settings.set", { language, theme });
      await page.goto("about:blank");
      await page.goto(new URL(`/#/runs/${run}`, program.url).href);
      await expect(page.locator(".sheet img").first()).toBeVisible();
      await page
        .getByRole("radio")
        .filter({ hasText: /^(표|Tables) / })
        .click();
      await page.locator("#item-18").click();
      await shoot(page, "24-items", language, theme);
      await page.getByRole("button", { name: /^(더 보기|More actions)$/ }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      await shoot(page, "25-export", language, theme);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+f");
      await page.keyboard.type("공급가액");
      await expect(page.locator(".found.here")).toBeVisible();
      await shoot(page, "26-find", language, theme);
    }
  compress();
});

test("every screen", async ({ page, program, context }) => {
  mkdirSync(OUT, { recursive: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(program.url);
  await page.waitForURL((url) => !url.search.includes("token"));
  const settings = async (language: string, theme: string) => {
    await program.call(page, "settings.set", { language, theme });
  };
  const go = async (address: string) => {
    await page.goto("about:blank");
    await page.goto(new URL(`/${address}`, program.url).href);
  };
  const each = async (show: (language: string, theme: string) => Promise<void>) => {
    for (const language of LANGUAGES)
      for (const theme of THEMES) {
        await settings(language, theme);
        await show(language, theme);
      }
  };

  // Before anything was converted.
  await each(async (language, theme) => {
    await go("#/welcome");
    await expect(page.locator("h1")).toBeVisible();
    await shoot(page, "01-welcome", language, theme);
    await go("#/documents");
    await expect(page.locator(".empty")).toBeVisible();
    await shoot(page, "12-documents-empty", language, theme);
  });

  const made = await prepare(page, program);
  await each(async (language, theme) => {
    await go("#/inbox");
    await fill(page);
    await expect(page.getByTestId("convert")).toBeVisible();
    await shoot(page, "02-inbox", language, theme);

    await go(`#/runs/${made.invoice}`);
    await expect(page.locator(".sheet img").first()).toBeVisible();
    await expect(page.locator("article.bad").first()).toBeVisible();
    await shoot(page, "03-findings", language, theme);

    await go(`#/runs/${made.contract}`);
    await expect(page.locator(".sheet img").first()).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect(page.locator("article.chosen")).toBeVisible();
    await shoot(page, "04-verified", language, theme);

    await go(`#/runs/${made.edited}/model`);
    await expect(page.locator(".cm-content")).toBeVisible();
    await shoot(page, "05-model", language, theme);

    await go(`#/runs/${made.edited}/attempts`);
    await expect(page.locator(".cm-content").first()).toBeVisible();
    await shoot(page, "06-attempts", language, theme);

    await go(`#/runs/${made.invoice}/analysis`);
    await expect(page.locator(".markdown")).toBeVisible();
    await shoot(page, "07-analysis", language, theme);

    await go(`#/runs/${made.invoice}/terminal`);
    await expect(page.locator(".event").first()).toBeVisible();
    await shoot(page, "08-terminal", language, theme);

    await go("#/documents");
    await expect(page.locator(".line").first()).toBeVisible();
    await expect(page.locator(".thumb img").first()).toBeVisible();
    await shoot(page, "09-documents", language, theme);

    await go("#/models/GoodsInvoice");
    await expect(page.locator(".cm-content")).toBeVisible();
    await shoot(page, "10-models", language, theme);

    await go("#/settings");
    await expect(page.locator(".setting").first()).toBeVisible();
    await shoot(page, "11-settings", language, theme);

    await go("#/doctor");
    await expect(page.locator("main li").first()).toBeVisible();
    await shoot(page, "13-doctor", language, theme);

    await go(`#/runs/${made.invoice}`);
    await expect(page.locator(".sheet img").first()).toBeVisible();
    await page.locator("article.bad .mends .button").first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.locator(".cutout img")).toBeVisible();
    await page.getByRole("radio").last().check();
    await shoot(page, "14-correct", language, theme);

    await go("#/runs/99999");
    await expect(page.getByRole("alert")).toBeVisible();
    await shoot(page, "15-error", language, theme);

    await go("#/inbox");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("option").first()).toBeVisible();
    await shoot(page, "16-commands", language, theme);
  });
  // What the paper should print, beside the verdict that stands.
  const { rules } = await program.call<{ rules: { mends: Mend[] }[] }>(page, "runs.show", {
    run: made.invoice,
  });
  const mend = rules.flatMap((it) => it.mends).find((it) => it.value === "KRW 255000");
  const asked = { run: made.invoice, field: mend?.field, value: mend?.value, by: "한여울" };
  await program.call(page, "runs.mend", asked);
  await each(async (language, theme) => {
    await go(`#/runs/${made.invoice}`);
    await expect(page.locator(".notice.asked")).toBeVisible();
    await expect(page.locator(".sheet img").first()).toBeVisible();
    await shoot(page, "19-mended", language, theme);
  });
  // What a correction changed, beside what it was.
  const other = await corrected(page, program, made.invoice, "한여울");
  await each(async (language, theme) => {
    await go(`#/runs/compare/${made.invoice}/${other}`);
    await expect(page.locator(".sides")).toBeVisible();
    await shoot(page, "17-compare", language, theme);
    await go(`#/runs/${other}`);
    await expect(page.locator(".sheet img").first()).toBeVisible();
    await shoot(page, "20-corrected", language, theme);
    await go(`#/runs/${made.invoice}`);
    await expect(page.locator(".notice.old")).toBeVisible();
    await expect(page.locator(".sheet img").first()).toBeVisible();
    await shoot(page, "21-superseded", language, theme);
  });

  // The queue for review, and the list with a document's versions and some chosen.
  const review = await written(page, program, "견적서_한빛상사_5월", WRONG);
  await each(async (language, theme) => {
    await go(`#/runs/${review}`);
    await expect(page.locator("article.bad").first()).toBeVisible();
    await page.keyboard.press("v");
    await expect(page.locator("article.field")).toBeVisible();
    await shoot(page, "22-review", language, theme);
    await go("#/documents");
    await expect(page.locator(".thumb img").first()).toBeVisible();
    await page.locator(".versions").first().click();
    for (const at of [0, 1]) await page.locator(".line input").nth(at).check();
    await shoot(page, "23-selection", language, theme);
  });

  // What a person puts in by hand: a value by its box, and a rule by its values.
  await each(async (language, theme) => {
    await go(`#/runs/${made.invoice}`);
    await expect(page.locator(".sheet img").first()).toBeVisible();
    await page.keyboard.press("a");
    const sheet = page.locator(".sheet").first();
    const on = await sheet.boundingBox();
    expect(on).not.toBeNull();
    const { x, y, width, height } = on ?? { x: 0, y: 0, width: 0, height: 0 };
    // Around the one measure that no reader takes for a value.
    await page.mouse.move(x + width * 0.305, y + height * 0.396);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.33, y + height * 0.41);
    await page.mouse.move(x + width * 0.356, y + height * 0.417);
    await page.mouse.up();
    await expect(page.locator(".cutout img")).toBeVisible();
    await page.locator("#drawn-label").fill("규격");
    await shoot(page, "27-add-value", language, theme);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("p");
    for (const value of BUILT) await page.locator(`button.box[title*="${value}"]`).first().click();
    await page.locator(".build .sign").nth(1).click();
    await expect(page.locator(".build.good .equation")).toBeVisible();
    await shoot(page, "28-add-rule", language, theme);
  });

  // Clauses come from a language model; the one here is played.
  const model = new PlayedModel(CONTRACT_READING);
  const read = new Program();
  try {
    await model.start();
    await read.start(0, model.variables);
    const run = await converted(page, read, CONTRACT);
    for (const language of LANGUAGES)
      for (const theme of THEMES) {
        await read.call(page, "settings.set", { language, theme });
        await page.goto("about:blank");
        await page.goto(new URL(`/#/runs/${run}`, read.url).href);
        await expect(page.locator(".sheet img").first()).toBeVisible();
        await page.locator('[role="radio"]').filter({ hasText: "5" }).click();
        await page.locator("button.clause").nth(2).click();
        await shoot(page, "18-clauses", language, theme);
      }
  } finally {
    await read.remove();
    model.stop();
  }
  await context.close();
  compress();
  expect(existsSync(join(OUT, "03-findings-ko-light.png"))).toBe(true);
});

test("what somebody sees who has only the page of a bundle", async ({ page }) => {
  mkdirSync(OUT, { recursive: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const language of LANGUAGES) {
    const place = mkdtempSync(join(tmpdir(), "proviso-bundle-"));
    try {
      const locale = language === "ko" ? "ko_KR.UTF-8" : "en_US.UTF-8";
      const env = { ...process.env, LANG: locale, PROVISO_CONFIG: join(place, "config") };
      const proviso = (...args: string[]) =>
        spawnSync(binary(), args, { cwd: place, env }).status ?? 2;
      expect(proviso("convert", INVOICE, "--quiet"), "it does not add up").toBe(1);
      const made = ["bundle", "1", "--html", "--pictures", "--output", "page.html"];
      expect(proviso(...made)).toBe(0);
      for (const theme of THEMES) {
        await page.emulateMedia({ reducedMotion: "reduce", colorScheme: theme });
        await page.goto(pathToFileURL(join(place, "page.html")).href);
        await page.locator("html[data-done=yes]").waitFor();
        await shoot(page, "29-bundle", language, theme);
      }
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }
  compress();
});

/** Four files in the inbox: two sound, one known already, one broken, with long Korean names. */
async function fill(page: Page) {
  const file = (name: string, bytes: Buffer) => ({
    name,
    type: "application/pdf",
    bytes: [...bytes],
  });
  const files = [
    file(
      "2026년 상반기 열람 좌석 예약 시스템 유지관리 용역 계약서 (최종 날인본).pdf",
      readFileSync(CONTRACT),
    ),
    file("거래명세서_5월.pdf", Buffer.concat([readFileSync(INVOICE), Buffer.from("\n%2")])),
    file("견적서 스캔.pdf", Buffer.from("%PDF-1.7\ncut off")),
  ];
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const it of given)
      transfer.items.add(new File([new Uint8Array(it.bytes)], it.name, { type: it.type }));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
  }, files);
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByTestId("convert")).toBeEnabled();
}
