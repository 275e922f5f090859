// A mistake of the paper is not a mistake of the reading: what should be printed is asked of whoever
// issued it, and the verdict on the document stays what it is.
import { converted, expect, INVOICE, open, shownEnded, test } from "./program";

test.describe.configure({ mode: "serial" });
let run = "";

test("a suggestion asks who is wrong, and a wrong paper stays wrong", async ({ page, program }) => {
  run = await converted(page, program, INVOICE);
  await program.call(page, "settings.set", { language: "ko" });
  await open(page, program, `#/runs/${run}`);
  const strip = page.getByRole("region", { name: "판정" });
  await expect(strip).toContainText("불일치");
  const finding = page.locator("article.bad").first();
  // One slip of the clerk's is one finding, and what follows from it stands below.
  await expect(page.locator("article.bad")).toHaveCount(1);
  await expect(page.getByText("함께 어긋난 규칙 · 2")).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "값 정정" });
  const begin = () =>
    finding
      .getByRole("listitem")
      .filter({ hasText: "255,000원" })
      .first()
      .getByRole("button", { name: "이 값으로" })
      .click();
  const ask = async () => {
    await dialog.getByRole("radio", { name: /문서가 틀렸습니다/ }).check();
    await dialog.getByRole("button", { name: "정정 요청에 담기" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await begin();
  await expect(dialog.locator(".cutout img"), "the page's own ink is there").toBeVisible();
  await expect(dialog.getByRole("button", { name: "정정하고 계속" })).toBeDisabled();
  await ask();

  const asked = page.getByRole("region", { name: "발행처에 정정 요청" });
  await expect(asked).toContainText("252,000원");
  await expect(asked).toContainText("255,000원");
  // One key takes it back; asked for once more it is there again.
  await page.keyboard.press("z");
  await expect(asked).toHaveCount(0);
  await begin();
  await ask();
  await expect(asked).toContainText("규칙 3개가 더 성립합니다");
  await expect(asked).toContainText("새로 어긋나는 규칙은 없습니다");
  await expect(strip, "the document is as wrong as before").toContainText("불일치");
  await expect(page, "nothing was run anew").toHaveURL(new RegExp(`#/runs/${run}$`));
  await expect(page.locator("article.bad").first()).toBeVisible();
});

test("the request is a letter with the place on the page, and can be withdrawn", async ({
  page,
  program,
}) => {
  await open(page, program, `#/runs/${run}`);
  const asked = page.getByRole("region", { name: "발행처에 정정 요청" });
  const saved = page.waitForEvent("download");
  await asked.getByRole("button", { name: "요청서 저장" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("GoodsInvoice-request.html");
  const text = await (await file.createReadStream()).toArray();
  const html = Buffer.concat(text as Buffer[]).toString("utf8");
  for (const it of ["문서 정정 요청", "252,000원", "255,000원", "data:image/png", "수량"])
    expect(html).toContain(it);
  expect(html, "nothing is proved of a paper that does not exist").not.toMatch(/증명|검증됨/);

  // The report names it, too, under the verdict that stands.
  const report = await page.request.post(new URL("/api/models.report", program.url).href, {
    data: { run, language: "ko" },
    headers: { origin: new URL(program.url).origin },
  });
  expect(await report.text()).toContain("발행처에 정정을 요청함");

  await asked.getByRole("button", { name: "취소" }).click();
  await expect(asked).toHaveCount(0);
  // By one key it is asked for again, and by the same key no more.
  await page.keyboard.press("z");
  await expect(asked).toContainText("255,000원");
  await asked.getByRole("button", { name: "취소" }).click();
  await expect(asked).toHaveCount(0);
});

test("a run that another one went on from says so, and leads there", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}`);
  await page.locator("article.bad").first().getByRole("button", { name: "예외 처리" }).click();
  const dialog = page.getByRole("dialog", { name: "예외 처리" });
  await dialog.getByLabel("사유").fill("전화로 합의함");
  await dialog.getByRole("button", { name: "예외 처리" }).click();
  await expect(page).not.toHaveURL(new RegExp(`#/runs/${run}$`));
  await shownEnded(page, program);
  const newer = page.url();
  await page.goto("about:blank");
  await open(page, program, `#/runs/${run}`);
  const notice = page.getByRole("region", { name: /나중 실행/ });
  await expect(notice).toContainText("예외 처리를 바꿈");
  await notice.getByRole("link").click();
  await expect(page).toHaveURL(newer);
  await expect(notice).toHaveCount(0);
});
