// The list is of documents: each with its picture, its name, who issued it, its day, its amount and
// what is known of it; found by what it says, its versions inside, many dealt with at once.
import type { Page } from "@playwright/test";
import {
  CONTRACT,
  converted,
  corrected,
  ended,
  enter,
  expect,
  hasCompiler,
  INVOICE,
  open,
  test,
  uploaded,
  told,
} from "./program";

test.describe.configure({ mode: "serial" });
let invoice = "";

const rows = (page: Page) =>
  page
    .getByRole("list", { name: "문서 목록" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("checkbox") });
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole("link", { name }) });

test("a document is a row with its picture, name, issuer, day, amount and state", async ({
  page,
  program,
}) => {
  invoice = await converted(page, program, INVOICE);
  await converted(page, program, CONTRACT);
  await open(page, program, "#/documents");
  await expect(rows(page)).toHaveCount(2);
  const paper = row(page, "거래명세서");
  for (const it of ["나루터종이(주)", "2026-05-14", "1,164,680원", "goods_invoice.pdf"])
    await expect(paper).toContainText(it);
  await expect(paper, "a project's name is a detail").not.toContainText("GoodsInvoice");
  await expect(paper).toContainText("안 맞는 규칙 3개");
  const picture = paper.locator("img");
  await expect(picture).toBeVisible();
  // Its place is there before its dots are.
  const dots = () => picture.evaluate((it: HTMLImageElement) => it.naturalWidth);
  await expect.poll(dots).toBeGreaterThan(60);

  // What is wrong, what is not and what broke look different.
  const torn = await uploaded(page, program, "찢어진 파일.pdf", Buffer.from("%PDF-1.4\n"));
  const [queued] = await program.call<{ run: string }[]>(page, "runs.convert", { paths: [torn] });
  await ended(page, program, queued?.run ?? "");
  await expect(row(page, "찢어진 파일")).toContainText("실패");
  const color = (name: string) =>
    row(page, name)
      .locator(".badge")
      .first()
      .evaluate((it) => getComputedStyle(it).backgroundColor);
  const looks = [await color("거래명세서"), await color("용역계약서"), await color("찢어진 파일")];
  expect(new Set(looks).size, looks.join(" ")).toBe(3);
  const { rows: all } = await program.call<{ rows: { document: string; state: string }[] }>(
    page,
    "documents.list",
  );
  const broken = all.filter((it) => it.state === "broken").map((it) => it.document);
  expect(broken).toHaveLength(1);
  await program.call(page, "documents.delete", { documents: broken });
});

test("amounts, dates, numbers, parties and text find documents, however they are written", async ({
  page,
  program,
}) => {
  await open(page, program, "#/documents");
  const search = page.getByRole("searchbox");
  const found = async (typed: string, name: string | null) => {
    await search.fill(typed);
    await expect(rows(page), typed).toHaveCount(name === null ? 0 : 1);
    if (name !== null) await expect(rows(page), typed).toContainText(name);
  };
  await found("1,058,800원", "거래명세서");
  await found("1058800", "거래명세서");
  await found("2026년 5월 14일", "거래명세서");
  await found("나루터 종이", "거래명세서");
  await found("책갈피", "거래명세서");
  await found("조약돌소프트 60,000,000", "용역계약서");
  await found("service_contract", "용역계약서");
  await found("없는 것", null);
  await page.getByRole("button", { name: "필터 지우기" }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: /^안 맞음/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: /^이상 없음/ }).click();
  await expect(rows(page), "either state").toHaveCount(2);
});

test("the list is sorted by amount, and stands as it was left", async ({ page, program }) => {
  await open(page, program, "#/documents");
  const sort = page.getByRole("button", { name: /^금액 순으로 정렬/ });
  await sort.click();
  await expect(rows(page).first()).toContainText("용역계약서");
  await sort.click();
  await expect(rows(page).first()).toContainText("거래명세서");
  await page.getByRole("searchbox").fill("책갈피");
  await expect(rows(page)).toHaveCount(1);
  await row(page, "거래명세서").getByRole("link", { name: "거래명세서" }).click();
  await expect(page).toHaveURL(/#\/runs\/\d+$/);
  await expect(page.getByRole("heading", { name: "거래명세서" })).toBeVisible();
  await page.getByRole("link", { name: "뒤로" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("책갈피");
  await expect(rows(page)).toHaveCount(1);
});

test("a correction is another version of the document, not another row", async ({
  page,
  program,
}) => {
  await enter(page, program);
  const run = await corrected(page, program, invoice, "한여울");
  await open(page, program, "#/documents");
  await expect(rows(page)).toHaveCount(2);
  const paper = row(page, "거래명세서");
  await expect(paper).toContainText("값 1개 정정");
  await paper.getByRole("button", { name: /거래명세서의 판/ }).click();
  await expect(page.getByRole("link", { name: `${run}번 실행`, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: `${invoice}번 실행`, exact: true })).toBeVisible();
  // What was corrected away is still found by what was read.
  await page.getByRole("searchbox").fill("252,000");
  await expect(rows(page)).toHaveCount(1);
});

test("many are deleted at once with all versions, and brought back", async ({ page, program }) => {
  await open(page, program, "#/documents");
  await page.getByRole("checkbox", { name: "모두 선택" }).check();
  const bar = page.getByRole("region", { name: "선택한 문서" });
  await expect(bar).toContainText("문서 2건 선택");
  await bar.getByRole("button", { name: "삭제" }).click();
  await expect(page.getByText("아직 문서가 없습니다")).toBeVisible();
  await page.getByRole("button", { name: "되돌리기" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, "거래명세서").getByRole("button", { name: /2$/ })).toBeVisible();
});

test("many are run again at once, and proved where they wait for it", async ({ page, program }) => {
  await open(page, program, "#/documents");
  await row(page, "거래명세서").getByRole("checkbox").click();
  await row(page, "용역계약서")
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "선택한 문서" });
  await expect(bar).toContainText("문서 2건 선택");
  const proves = bar.getByRole("button", { name: "증명" });
  if (await hasCompiler(page, program))
    await expect(proves, "all are judged already").toBeDisabled();
  await bar.getByRole("button", { name: "다시 실행" }).click();
  await told(page, "문서 2건 진행 중");
  await expect(row(page, "용역계약서").getByRole("button", { name: /2$/ })).toBeVisible({
    timeout: 90_000,
  });
  await expect(rows(page)).toHaveCount(2);
});
