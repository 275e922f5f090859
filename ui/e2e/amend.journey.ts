// What a person says of the rules and labels themselves. A project keeps what was said of it, so
// these have a workspace of their own.
import { converted, expect, INVOICE, open, shownEnded, test } from "./program";

test.describe.configure({ mode: "serial" });
let run = "";

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
