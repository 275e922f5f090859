// Two runs beside one another: what a correction changed, and that nothing else did.
import { CONTRACT, converted, corrected, expect, INVOICE, open, test } from "./program";

test("two versions and two documents are laid beside one another", async ({ page, program }) => {
  const first = await converted(page, program, INVOICE);
  const other = await converted(page, program, CONTRACT);
  const second = await corrected(page, program, first, "haneul");

  await open(page, program, "#/documents");
  // Any two documents that are chosen, though little of them is the same.
  for (const it of ["거래명세서 선택", "용역계약서 선택"])
    await page.getByRole("checkbox", { name: it }).check();
  await page.getByRole("button", { name: "비교", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`#/runs/compare/${second}/${other}$`));
  await page.goBack();
  // A version and the one before it.
  await page.getByRole("button", { name: /거래명세서의 판/ }).click();
  await page.getByRole("link", { name: /앞 판과 비교/ }).click();

  await expect(page).toHaveURL(new RegExp(`#/runs/compare/${first}/${second}$`));
  const values = page.getByRole("region", { name: "다른 값" });
  await expect(values.getByRole("row")).toHaveCount(2);
  await expect(values).toContainText("252,000원");
  await expect(values).toContainText("255,000원");
  const rules = page.getByRole("region", { name: "다른 규칙" });
  // Three rules did not add up, and do now: each is one line, with what it says in both.
  await expect(rules.getByRole("row")).toHaveCount(4);
  await expect(rules.getByRole("cell", { name: "어긋남" })).toHaveCount(3);
  await expect(rules.getByRole("cell", { name: "성립" })).toHaveCount(3);

  // The other way round, and a run beside itself.
  await page.getByRole("link", { name: "좌우 바꾸기" }).click();
  await expect(page).toHaveURL(new RegExp(`#/runs/compare/${second}/${first}$`));
  await expect(values.getByRole("row").nth(1).getByRole("cell").nth(1)).toHaveText("255,000원");
  await page.goto(new URL(`/#/runs/compare/${first}/${first}`, program.url).href);
  await expect(page.getByText("차이가 없습니다")).toBeVisible();
  await page.getByRole("link", { name: "전체 문서" }).click();
  await expect(page).toHaveURL(/#\/documents$/);
});
