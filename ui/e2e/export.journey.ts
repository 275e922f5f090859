// What was read and found goes on to the next program: of one document, or of a selection.
import { inflateRawSync } from "node:zlib";
import type { Download, Page } from "@playwright/test";
import { CONTRACT, converted, expect, INVOICE, open, test, uploaded } from "./program";

test.describe.configure({ mode: "serial" });
let run = "";

async function bytes(of: Download): Promise<Buffer> {
  return Buffer.concat((await (await of.createReadStream()).toArray()) as Buffer[]);
}

async function chosen(page: Page, entry: RegExp): Promise<Download> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "더 보기", exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  return saved;
}

/** A part of a workbook, by its name. */
function part(of: Buffer, name: string): string {
  for (let at = 0; of.readUInt32LE(at) === 0x04034b50;) {
    const [size, named, extra] = [of.readUInt32LE(at + 18), of.readUInt16LE(at + 26), at + 28];
    const path = of.subarray(at + 30, at + 30 + named).toString("utf8");
    const from = at + 30 + named + of.readUInt16LE(extra);
    if (path === name) return inflateRawSync(of.subarray(from, from + size)).toString("utf8");
    at = from + size;
  }
  throw new Error(`no ${name}`);
}

interface Tables {
  documents: { project: string; n_refuted: number }[];
  values: { label: string; number: number | null; currency: string | null; text: string }[];
  items: { column: string; value: string; row: number }[];
  findings: { rule: number; cause: number | null; mend: string }[];
}

test("a run's values, items and findings are saved as tables", async ({ page, program }) => {
  run = await converted(page, program, INVOICE);
  await open(page, program, `#/runs/${run}`);
  await page.locator("article.bad").first().waitFor();
  const json = await chosen(page, /JSON/);
  expect(json.suggestedFilename()).toBe("GoodsInvoice-values.json");
  const tables = JSON.parse((await bytes(json)).toString("utf8")) as Tables;
  expect(tables.documents).toMatchObject([{ project: "GoodsInvoice", n_refuted: 3 }]);
  expect(tables.values).toContainEqual(
    expect.objectContaining({ number: 252_000, currency: "KRW", text: "252,000" }),
  );
  expect(new Set(tables.items.map((it) => it.column))).toContain("수량");
  expect(tables.findings).toHaveLength(3);
  expect(tables.findings.filter((it) => it.cause === null)).toHaveLength(1);
  for (const it of tables.findings) expect(it.mend).toContain("255,000원");

  const xlsx = await chosen(page, /XLSX/);
  expect(xlsx.suggestedFilename()).toBe("GoodsInvoice-values.xlsx");
  // A Korean workbook speaks Korean in its cells as well; what tells twins apart stands beside them.
  const workbook = await bytes(xlsx);
  const cells = (sheet: number) => part(workbook, `xl/worksheets/sheet${sheet}.xml`);
  for (const it of ["소속", "금액", "당사자", "공급받는자", "책갈피 세트"])
    expect(cells(2)).toContain(it);
  for (const it of ["money", "party", "registration_number"]) expect(cells(2)).not.toContain(it);
  expect(cells(1)).toContain("세금계산서·거래명세서");
  expect(cells(1)).not.toMatch(/>(invoice|discrepant|checked)</);
});

test("line items stand in the window as the table that they are", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}`);
  await page.getByRole("radio", { name: /^표 \d/ }).click();
  const table = page.getByRole("region", { name: "표 1, 1쪽" });
  await expect(table.getByRole("columnheader").first()).toHaveText("품목");
  await expect(table.getByRole("row")).toHaveCount(5);
  // A cell is a way to its place on the page; the one that does not add up says so.
  const wrong = table.getByRole("button", { name: "책갈피 세트 · 공급가액: 252,000" });
  await expect(wrong).toHaveClass(/bad/);
  await wrong.click();
  await expect(page.locator(".sheet .box.loud").first()).toBeInViewport();
  // The search narrows the rows.
  await page.getByRole("searchbox").fill("완충지");
  await expect(table.getByRole("row")).toHaveCount(2);
});

test("a selection of documents is saved as one workbook, which Proviso reads", async ({
  page,
  program,
}) => {
  await converted(page, program, CONTRACT);
  await open(page, program, "#/documents");
  await page.getByRole("checkbox", { name: "모두 선택" }).check();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "내보내기" }).click();
  await page.getByRole("menuitem", { name: /XLSX/ }).click();
  const file = await saved;
  const path = await uploaded(page, program, "proviso.xlsx", await bytes(file));
  const [looked] = await program.call<{ error: unknown; n_pages: number | null }[]>(
    page,
    "documents.look",
    { paths: [path] },
  );
  expect(looked?.error ?? null).toBeNull();
  expect(looked?.n_pages, "its four sheets are there").toBeGreaterThanOrEqual(4);
});
