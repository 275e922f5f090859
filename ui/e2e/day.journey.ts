// A working day: thirty files of every kind on the desk, some of them broken, and a compiler that is
// installed only in the afternoon. Whoever works through it finds the answer to every question on the
// screen. What the hands do is counted, since that is what a day is made of.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import {
  choose,
  CONTRACT,
  enter,
  expect,
  INVOICE,
  judgedBy,
  Program,
  REPOSITORY,
  shown,
  standIn,
  test,
  write,
} from "./program";
import { scan, sheets } from "./scans";

const CASES = join(REPOSITORY, "direction/cases");
const LOCKED = join(REPOSITORY, "crates/proviso-cli/tests/it/locked.pdf");
const PASSWORD = "sesame-4711";
/** Presses of keys and buttons for the whole day; typing a password is one for each letter. */
const MOST_KEYS = 30;
const MOST_CLICKS = 16;

/** Two hands that count. */
class Hands {
  keys = 0;
  clicks = 0;

  constructor(private readonly page: Page) {}

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async click(it: Locator): Promise<void> {
    this.clicks += 1;
    await it.click();
  }
}

const quotation = (number: number, total: string) =>
  `견 적 서\n\n견적번호: Q-2031-${number}\n견적일자: 2031-03-02\n공급자: 주식회사 한빛목공\n` +
  `공급가액: 1,200,000원\n부가세: 120,000원\n합계금액: ${total}원\n`;

/** Thirty files in one folder, as they come with the mail of a morning. */
async function desk(page: Page, place: string): Promise<string[]> {
  const put = (name: string, bytes: string | Buffer): string => {
    const path = join(place, "desk", name);
    write(path, bytes);
    return path;
  };
  const copy = (path: string) => put(basename(path), readFileSync(path));
  const pictures = await sheets(page, 5);
  const texts = [
    put("견적 1.txt", quotation(1, "1,320,000")),
    put("견적 2.txt", quotation(2, "1,230,000")),
    put("견적 3.md", quotation(3, "1,320,000")),
    put("견적 4.csv", "품목,수량,단가,금액\n봉투,10,500,5000\n상자,3,2000,6000\n합계,,,11000\n"),
    put("견적 5.html", `<!doctype html><html><pre>${quotation(5, "1,320,000")}</pre></html>`),
    copy(join(CASES, "design_service.txt")),
  ];
  const pdfs = [
    INVOICE,
    CONTRACT,
    ...["bank_statement", "commercial_lease", "official_tax_invoice", "slip_with_balance"].map(
      (it) => join(CASES, `${it}.pdf`),
    ),
    join(CASES, "order_in_two_deliveries.pdf"),
  ].map(copy);
  const office = [
    "building_management_charges.xlsx",
    "travel_expense_report.xlsx",
    "calibration_services_agreement.docx",
    "design_agreement.docx",
    "delivery_statement.hwp",
    "payslip.hwp",
    "equipment_purchase.hwpx",
    "monthly_transactions.xls",
  ].map((it) => copy(join(CASES, "office", it)));
  const scans = [put("scan 1.pdf", scan(pictures.slice(0, 1)))];
  const photos = [put("photo 1.jpg", pictures[2]!), put("photo 2.jpg", pictures[3]!)];
  const broken = [
    put("cut off.pdf", readFileSync(INVOICE).subarray(0, 900)),
    put("empty.pdf", ""),
    put("music.mp3", Buffer.from("ID3\u0003\u0000 no document at all")),
    put("word.docx", Buffer.from("PK\u0003\u0004 and then nothing")),
    put("twice.txt", quotation(1, "1,320,000")),
  ];
  return [...texts, ...pdfs, ...office, ...scans, ...photos, ...broken, copy(LOCKED)];
}

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("thirty files and a compiler that comes later", async ({ page }) => {
  test.setTimeout(900_000);
  const program = new Program();
  try {
    const compiler = join(program.place, "bin/idris2");
    await program.start(0, judgedBy(compiler));
    const files = await desk(page, program.place);
    expect(files).toHaveLength(30);
    await enter(page, program);
    await page.goto(new URL("/", program.url).href);
    const hands = new Hands(page);

    // Morning. What is missing is said before anything is converted.
    await expect(page.locator("nav.sidebar")).toContainText("Idris 2 없음");
    hands.clicks += 1;
    await choose(page, files, "내 문서로 시작하기");
    const rows = page.locator(".item");
    // That two are the same is known once both were looked at.
    await expect(rows).toHaveCount(29, { timeout: 120_000 });
    await expect(page.getByText(/같은 파일이 2번 들어와/)).toBeVisible();
    await expect(page.locator(".item .skeleton")).toHaveCount(0, { timeout: 120_000 });

    // Each broken file says why, and the locked one asks for what opens it.
    for (const name of ["cut off.pdf", "empty.pdf", "music.mp3", "word.docx"])
      await expect(rows.filter({ hasText: name }).getByRole("alert")).toContainText(/[가-힣]{2}/);
    const locked = rows.filter({ hasText: "locked.pdf" });
    await hands.click(locked.getByRole("button", { name: "암호 입력…" }));
    await expect(page.getByLabel("암호", { exact: true })).toBeFocused();
    await hands.type(PASSWORD);
    await hands.press("Enter");
    await expect(locked.getByRole("button", { name: "암호 입력…" })).toBeHidden();

    // All that can be read is converted with one key, from wherever the list is scrolled to.
    await expect(page.getByTestId("convert")).toContainText("문서 25건 변환");
    await expect(page.getByTestId("convert")).toBeInViewport({ ratio: 1 });
    await hands.press("Control+Enter");
    const bars = page.getByRole("progressbar");
    await expect(bars.first()).toBeVisible();
    await expect(page.locator(".row-queue").getByRole("status").first()).toHaveText(/중|읽음|차례/);
    const ended = page.getByRole("region", { name: "방금 끝남" });
    await expect(ended.getByRole("listitem")).toHaveCount(25, { timeout: 600_000 });
    await expect(bars).toHaveCount(0);

    // Noon. Every one of them says what came of it, and what is not proved is not called so.
    const runs = await program.call<{ rows: { verdict: string; project: string }[] }>(
      page,
      "runs.list",
      { limit: 100 },
    );
    expect(runs.rows).toHaveLength(25);
    expect(runs.rows.filter((it) => it.verdict === "verified")).toEqual([]);
    // The broken ones are still there with their reasons, and nothing else waits.
    await expect(rows).toHaveCount(4);

    // The invoice with a slip: the finding, the place on the page, and the value that would mend it.
    await hands.click(ended.getByRole("link", { name: "goods_invoice" }));
    const invoice = await shown(page);
    await expect(page.locator("article.bad").first()).toContainText("255,000");
    await expect(page.locator(".sheet .box.bad.loud").first()).toBeInViewport();
    await hands.press("Control+f");
    await expect(page.getByRole("textbox", { name: "쪽에서 찾을 말" })).toBeFocused();
    await hands.type("책갈피");
    await expect(page.locator(".found.here")).toBeInViewport();
    await hands.press("Escape");
    await hands.press("j");
    await hands.press("End");

    // Afternoon. The compiler is installed in another window; coming back is enough.
    standIn(compiler);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.locator("nav.sidebar")).toContainText(/Idris 2 v?\d/);
    await hands.click(page.getByRole("button", { name: "증명하기" }));
    await expect.poll(() => shown(page)).not.toBe(invoice);
    await expect(page.getByRole("region", { name: "판정" })).toContainText("불일치", {
      timeout: 240_000,
    });

    // And it goes on to whoever asked: a table for the books.
    await hands.click(page.getByRole("button", { name: "더 보기", exact: true }));
    const saved = page.waitForEvent("download");
    await hands.click(page.getByRole("menuitem", { name: /XLSX/ }));
    expect((await saved).suggestedFilename()).toMatch(/xlsx$/);

    process.stdout.write(`a day over ${files.length} files: `);
    process.stdout.write(`${hands.keys} keys, ${hands.clicks} clicks\n`);
    expect(hands.keys).toBeLessThanOrEqual(MOST_KEYS);
    expect(hands.clicks).toBeLessThanOrEqual(MOST_CLICKS);
  } finally {
    await program.remove();
  }
});
