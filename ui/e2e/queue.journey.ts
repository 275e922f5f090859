// A review by keys: the next doubtful value, the next finding, the next document; confirming is one
// key, and whatever was done is taken back by one.
import type { Page } from "@playwright/test";
import { ended, enter, expect, open, type Program, QUOTE, test, uploaded, told } from "./program";

test.describe.configure({ mode: "serial" });

const quotes = { 견적서_바른: QUOTE, 견적서_틀린: QUOTE.replace("1,375,000", "1,385,000") };
const runs: Record<string, string> = {};

interface Field {
  label: string;
  doubtful: boolean;
  confirmed?: { by: string };
}

async function fieldOf(page: Page, program: Program, run: string, label: string): Promise<Field> {
  const { fields } = await program.call<{ fields: Field[] }>(page, "runs.show", { run });
  const it = fields.find((it) => it.label === label);
  expect(it, label).toBeDefined();
  return it as Field;
}

test("doubtful values are gone through by one key, confirmed by another, and taken back", async ({
  page,
  program,
}) => {
  await enter(page, program);
  const paths: string[] = [];
  for (const [name, data] of Object.entries(quotes)) {
    paths.push(await uploaded(page, program, `${name}.txt`, Buffer.from(data)));
  }
  const queued = await program.call<{ run: string }[]>(page, "runs.convert", { paths });
  for (const [at, name] of Object.keys(quotes).entries()) {
    runs[name] = queued[at]?.run ?? "";
    await ended(page, program, runs[name]);
  }
  const run = runs["견적서_바른"] ?? "";
  await open(page, program, `#/runs/${run}`);
  const bar = page.getByRole("region", { name: "남은 검토" });
  await expect(bar).toContainText("불확실한 값 2개");
  await expect(bar).toContainText("안 맞는 곳 없음");

  await page.keyboard.press("v");
  const card = page.locator("article.field");
  await expect(card).toContainText("유효기간");
  await page.keyboard.press("c");
  await expect(bar).toContainText("불확실한 값 1개");
  await expect(card, "the next one is there at once").toContainText("납기");
  expect((await fieldOf(page, program, run, "유효기간")).confirmed?.by).toBe("tester");

  await page.keyboard.press("z");
  await expect(bar).toContainText("불확실한 값 2개");
  expect((await fieldOf(page, program, run, "유효기간")).doubtful).toBe(true);

  // Kept, and told with who did it.
  await page.keyboard.press("c");
  await page.keyboard.press("c");
  await expect(bar).toContainText("불확실한 값 없음");
  await page.reload();
  await expect(bar).toContainText("불확실한 값 없음");
  await page.getByRole("radio", { name: /^값/ }).click();
  await expect(page.getByText("확인함", { exact: true })).toHaveCount(2);
});

test("the next document is the next one that nobody has reviewed", async ({ page, program }) => {
  const right = runs["견적서_바른"] ?? "";
  const wrong = runs["견적서_틀린"] ?? "";
  await open(page, program, `#/runs/${right}`);
  const bar = page.getByRole("region", { name: "남은 검토" });
  await expect(bar).toBeVisible();
  await page.keyboard.press("Shift+R");
  await expect(page.getByRole("button", { name: "검토 완료", exact: true })).toBeVisible();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(new RegExp(`#/runs/${wrong}$`));
  await expect(bar).toContainText("안 맞는 곳 1개");
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  await expect(page.locator("article.chosen")).toContainText("1,385,000");
  await page.keyboard.press("Shift+R");
  await page.keyboard.press("n");
  await told(page, "검토를 기다리는 다른 문서가 없습니다");
  // A review is taken back like anything else, also from another screen.
  await page.goto(new URL("/#/documents", program.url).href);
  await expect(page.locator(".seal")).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expect(page.locator(".seal")).toHaveCount(1);
});

test("a correction is taken back, and what is shown is what counts", async ({ page, program }) => {
  const wrong = runs["견적서_틀린"] ?? "";
  await open(page, program, `#/runs/${wrong}`);
  const bar = page.getByRole("region", { name: "남은 검토" });
  await expect(bar).toContainText("안 맞는 곳 1개");
  await page.keyboard.press("f");
  await page
    .locator("article.chosen")
    .getByRole("button", { name: /합계금액 1,385,000원 \d쪽/ })
    .click();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "값 정정" });
  await dialog.getByLabel("값", { exact: true }).fill("1,375,000원");
  await dialog.getByRole("radio", { name: /잘못 읽었습니다/ }).check();
  await dialog.getByRole("button", { name: "정정하고 계속" }).click();
  await expect(page).not.toHaveURL(new RegExp(`#/runs/${wrong}$`));
  await expect(bar).toContainText("안 맞는 곳 없음", { timeout: 90_000 });
  const corrected = page.url();

  await page.keyboard.press("z");
  await expect(page).not.toHaveURL(corrected);
  await expect(bar).toContainText("안 맞는 곳 1개", { timeout: 90_000 });
  await expect(page.getByRole("region", { name: "판정" })).not.toContainText("정정");
  // It is a version of the same document, and the one that stands.
  await page.goto(new URL("/#/documents", program.url).href);
  const row = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "견적서_틀린" }) });
  await expect(row).toContainText("안 맞는 규칙 1개");
  await expect(row.getByRole("button", { name: /3$/ })).toBeVisible();
});
