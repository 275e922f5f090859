// What a person says of the rules and labels themselves. A project keeps what was said of it, so
// these have a workspace of their own.
import {
  converted,
  enter,
  expect,
  INVOICE,
  open,
  QUOTE,
  shownEnded,
  test,
  written,
  told,
} from "./program";

test.describe.configure({ mode: "serial" });
let run = "";
const WRONG_QUOTE = QUOTE.replace("1,375,000", "1,385,000");

test("a rule that is none is taken out with a reason, and taken back", async ({
  page,
  program,
}) => {
  run = await converted(page, program, INVOICE);
  await open(page, program, `#/runs/${run}`);
  const finding = page.locator("article.bad").first();
  await finding.locator("button.head").click();
  await finding.getByRole("button", { name: "규칙이 아님" }).click();
  const dialog = page.getByRole("dialog", { name: "이 문서의 규칙이 아닙니다" });
  await dialog.getByLabel("사유").fill("다른 표의 줄");
  await dialog.getByRole("button", { name: "규칙에서 빼기" }).click();
  const listed = page.getByRole("region", { name: "규칙이 아니라고 한 것" });
  await expect(listed).toContainText("“다른 표의 줄”", { timeout: 90_000 });
  await shownEnded(page, program);
  await listed.getByRole("button", { name: "되돌리기" }).click();
  await expect(page.locator("article.bad").first()).toBeVisible({ timeout: 90_000 });
  await expect(listed).toHaveCount(0);
  await shownEnded(page, program);
});

test("a label is corrected, and the printed one stays beside it", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}`);
  await page
    .getByRole("group", { name: "1쪽" })
    .getByRole("button", { name: /공급가액: 252,000원/ })
    .click();
  await page.locator("article.field").getByRole("button", { name: "정정" }).click();
  const dialog = page.getByRole("dialog", { name: "값 정정" });
  await dialog.getByLabel("항목명").fill("품목 금액");
  await dialog.getByRole("button", { name: "정정하고 계속" }).click();
  await page.getByRole("radio", { name: /^값/ }).click();
  await expect(page.getByText("품목 금액").first()).toBeVisible({ timeout: 90_000 });
  await shownEnded(page, program);
});

test("what was let pass, and a rule that was taken out, are brought back by one key", async ({
  page,
  program,
}) => {
  for (const [deed, title, submit] of [
    ["예외 처리", "예외 처리", "예외 처리"],
    ["규칙이 아님", "이 문서의 규칙이 아닙니다", "규칙에서 빼기"],
  ] as const) {
    await enter(page, program);
    const wrong = await written(page, program, `견적 ${deed}`, WRONG_QUOTE);
    await open(page, program, `#/runs/${wrong}`);
    const finding = page.locator("article.bad").first();
    await finding.locator("button.head").click();
    await finding.getByRole("button", { name: deed }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByLabel("사유").fill("전화로 합의함");
    await dialog.getByRole("button", { name: submit }).click();
    await expect(page).not.toHaveURL(new RegExp(`#/runs/${wrong}$`));
    await shownEnded(page, program);
    await expect(page.locator("article.bad"), deed).toHaveCount(0);
    const without = page.url();
    await page.keyboard.press("z");
    await expect(page).not.toHaveURL(without);
    await shownEnded(page, program);
    await expect(page.locator("article.bad"), `${deed}, taken back`).toHaveCount(1);
  }
});

test("a text that was saved, and one that was restored, make way for the one before", async ({
  page,
  program,
}) => {
  await enter(page, program);
  const quote = await written(page, program, "견적 시도", QUOTE);
  const texts = async () =>
    (
      await program.call<{ attempts: { number: number }[] }>(page, "runs.show", { run: quote })
    ).attempts.map((it) => it.number);
  const textOf = async (attempt: number) =>
    (await program.call<{ text: string }>(page, "runs.attempt", { run: quote, attempt })).text;
  await open(page, program, `#/runs/${quote}/model`);
  const editor = page.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("-- 덧붙인 줄");
  await page.keyboard.press("Control+s");
  await told(page, "시도 2 저장함");
  await shownEnded(page, program);
  await page.getByRole("tab", { name: /시도/ }).click();
  await page.keyboard.press("z");
  await expect.poll(texts).toEqual([1, 2, 3]);
  await shownEnded(page, program);
  expect(await textOf(3)).toBe(await textOf(1));

  const second = page
    .getByRole("list", { name: "시도" })
    .getByRole("listitem")
    .filter({ hasText: "시도 2" });
  await second.getByRole("button", { name: /^더 보기/ }).click();
  await page.getByRole("menuitem", { name: /되살리기/ }).click();
  await told(page, "시도 2 되살림");
  await shownEnded(page, program);
  await page.keyboard.press("z");
  await expect.poll(texts).toEqual([1, 2, 3, 4, 5]);
  await shownEnded(page, program);
  expect([await textOf(4), await textOf(5)]).toEqual([await textOf(2), await textOf(3)]);
});

test("an approval, and that it is withdrawn, are taken back by one key", async ({
  page,
  program,
}) => {
  await open(page, program, "#/models");
  const line = page.locator(".line").filter({ hasText: "GoodsInvoice" }).first();
  const choose = async (entry: string) => {
    await line.getByRole("button", { name: /^더 보기/ }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await choose("승인 표시");
  await expect(line).toContainText("tester");
  await page.keyboard.press("z");
  await expect(line).not.toContainText("tester");
  await choose("승인 표시");
  await expect(line).toContainText("tester");
  await choose("승인 취소");
  await expect(line).not.toContainText("tester");
  await page.keyboard.press("z");
  await expect(line).toContainText("tester");
});
