// Every screen, in both themes, without a violation that axe finds (WCAG 2.2 A and AA), at the
// usual and at the smallest size, where nothing may stick out sideways.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { CONTRACT, converted, ended, expect, INVOICE, open, type Program, test } from "./program";

test.describe.configure({ mode: "serial" });
let run = "";
let other = "";

async function prepare(page: Page, program: Program): Promise<string> {
  if (run) return run;
  run = await converted(page, program, INVOICE);
  other = await converted(page, program, CONTRACT);
  const attempt = { run, attempt: 1 };
  const { text } = await program.call<{ text: string }>(page, "runs.attempt", attempt);
  await program.call(page, "runs.edit", {
    run,
    text: `${text}\nbroken : Integer\nbroken = nowhere\n`,
  });
  await ended(page, program, run);
  return run;
}

const screens: [name: string, address: (run: string) => string, ready: string][] = [
  ["welcome", () => "#/welcome", "h1"],
  ["inbox", () => "#/inbox", "h1"],
  ["findings", (run) => `#/runs/${run}`, "article.bad"],
  ["model", (run) => `#/runs/${run}/model`, "#panel-model .cm-content"],
  ["attempts", (run) => `#/runs/${run}/attempts`, "#panel-attempts .cm-content"],
  ["analysis", (run) => `#/runs/${run}/analysis`, ".markdown"],
  ["terminal", (run) => `#/runs/${run}/terminal`, ".event"],
  ["documents", () => "#/documents", ".line"],
  ["two runs compared", (run) => `#/runs/compare/${run}/${other}`, ".sides"],
  ["models", () => "#/models", "main h1"],
  ["settings", () => "#/settings", ".setting"],
  ["doctor", () => "#/doctor", "li"],
  ["nowhere", () => "#/nowhere", ".empty"],
  ["a run that is not there", () => "#/runs/99999", '[role="alert"]'],
];

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing on any screen, ${theme}`, async ({ page, program }) => {
    // Fourteen screens, each gone through by axe: three minutes on two cores that others share.
    test.setTimeout(420_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const run = await prepare(page, program);
    await open(page, program);
    for (const [name, address, ready] of screens) {
      await page.goto("about:blank");
      await page.goto(new URL(`/${address(run)}`, program.url).href);
      await expect(page.locator(ready).first(), name).toBeVisible();
      const found = await new AxeBuilder({ page }).withTags(TAGS).analyze();
      const told = found.violations.map(
        (it) =>
          `${it.id} (${it.nodes.length}): ${it.nodes[0]?.target} ${it.nodes[0]?.failureSummary}`,
      );
      expect(told, `${name}, ${theme}`).toEqual([]);
    }
  });
}

for (const theme of ["light", "dark"] as const) {
  test(`dialogs and menus are clean too, ${theme}`, async ({ page, program }) => {
    const run = await prepare(page, program);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await open(page, program, `#/runs/${run}`);
    const clean = async (what: string) => {
      const found = await new AxeBuilder({ page })
        .withTags(TAGS.filter((it) => it !== "best-practice"))
        .analyze();
      expect(
        found.violations.map((it) => `${it.id} ${it.nodes.map((node) => node.target)}`),
        what,
      ).toEqual([]);
    };
    await page.locator("article.bad").first().getByRole("button", { name: "예외 처리" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await clean("waive");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "명령" })).toBeVisible();
    await clean("palette");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "단계를 골라 다시 실행" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await clean("menu");
  });
}

test("at 960 by 640 nothing sticks out", async ({ page, program }) => {
  await page.setViewportSize({ width: 960, height: 640 });
  const run = await prepare(page, program);
  await open(page, program);
  for (const [name, address, ready] of screens) {
    await page.goto(new URL(`/${address(run)}`, program.url).href);
    await expect(page.locator(ready).first(), name).toBeVisible();
    const sideways = await page.evaluate(() => {
      const wide = [...document.querySelectorAll("main, main > *, .right, .left, header")];
      return wide
        .filter((it) => it.getBoundingClientRect().right > window.innerWidth + 1)
        .map((it) => it.className || it.tagName);
    });
    expect(sideways, name).toEqual([]);
  }
});

test("the bar of the review holds all of its buttons, in both languages", async ({
  page,
  program,
}) => {
  const run = await prepare(page, program);
  await open(page, program);
  try {
    for (const language of ["en", "ko"]) {
      await program.call(page, "settings.set", { language });
      for (const width of [1280, 960]) {
        await page.setViewportSize({ width, height: 720 });
        await open(page, program, `#/runs/${run}`);
        // With a value that can be confirmed and something to take back it is at its widest.
        await page.locator("button.box").first().click();
        await page.keyboard.press("c");
        const bar = page.locator("section.deed-bar");
        await expect(bar.getByRole("button").filter({ hasText: /Z$/ })).toBeVisible();
        await page.locator("button.box").nth(1).click();
        await expect(bar.getByRole("button").filter({ hasText: /C$/ })).toBeVisible();
        const cut = await bar.evaluate((it) => {
          const of = it.getBoundingClientRect();
          const inside = (at: DOMRect) =>
            at.left >= of.left && at.right <= of.right && at.bottom <= of.bottom + 1;
          return [...it.querySelectorAll("button")]
            .filter((button) => !inside(button.getBoundingClientRect()))
            .map((button) => button.textContent);
        });
        expect(cut, `${language}, ${width}`).toEqual([]);
        await page.keyboard.press("z");
        await expect(bar.getByRole("button").filter({ hasText: /Z$/ })).toHaveCount(0);
      }
    }
  } finally {
    await program.call(page, "settings.set", { language: "ko" });
  }
});
