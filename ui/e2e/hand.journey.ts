// What no reader found is put in by hand: a value by drawing a box, a box anew, a rule by pointing at
// its values. With the mouse and with the keys alone; each is taken back by one key.
import type { Locator, Page } from "@playwright/test";
import { ended, enter, expect, open, type Program, shown, test, written } from "./program";

test.describe.configure({ mode: "serial" });

/** The charge is printed as the end of a step, so that no reader takes it for a value. */
const QUOTE = `견 적 서

공급자: 한빛상사
견적일: 2026년 5월 14일

공급가액: 1,250,000원
부가세: 125,000원

* 3,300 ~ 9 *

합계금액: 1,378,300원
`;

interface Found {
  fields: {
    label: string;
    value: string;
    route: string;
    corrected?: { by: string };
    moved?: { by: string };
    evidence: { boxes: { x0: number; y0: number; x1: number; y1: number }[] };
  }[];
  rules: { statement: string; status: string; support: string; by_hand?: { by: string } }[];
}

async function begun(page: Page, program: Program, name: string): Promise<string> {
  await enter(page, program);
  return written(page, program, name, QUOTE);
}

async function found(page: Page, program: Program): Promise<Found> {
  const run = await shown(page);
  await ended(page, program, run);
  return program.call<Found>(page, "runs.show", { run });
}

/** The next run is on the screen, and over. */
async function next(page: Page, program: Program, before: string): Promise<Found> {
  await expect(page).not.toHaveURL(new RegExp(`#/runs/${before}(/|$)`));
  return found(page, program);
}

async function pull(page: Page, over: Locator, by = { x: 4, y: 3 }): Promise<void> {
  // The page turns to what was chosen before: it is drawn on when it stands still.
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  if (!box) throw new Error("there is nothing to draw around");
  await page.mouse.move(box.x - by.x, box.y - by.y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width + by.x, box.y + box.height + by.y);
  await page.mouse.up();
}

const total = (it: Found) => it.rules.find((it) => it.statement.startsWith("합계금액"));

test("a value that was missed is added by drawing a box, and rules are looked for again", async ({
  page,
  program,
}) => {
  const run = await begun(page, program, "견적서_상자");
  await open(page, program, `#/runs/${run}`);
  const sheet = page.getByRole("group", { name: "1쪽" });
  const number = sheet.getByRole("button", { name: "필드에 들지 않은 수: 3,300" });
  await expect(number).toBeVisible();
  expect(total(await found(page, program)), "nothing adds up to the total yet").toBeUndefined();

  await page.getByRole("button", { name: "값 추가" }).click();
  await pull(page, number);
  const dialog = page.getByRole("dialog", { name: "값 추가" });
  await expect(dialog.getByText("3,300", { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("값", { exact: true })).toHaveValue("3,300원");
  await dialog.getByLabel("항목명").fill("배송료");
  await dialog.getByRole("button", { name: "추가하고 계속" }).click();

  const after = await next(page, program, run);
  const added = after.fields.find((it) => it.label === "배송료");
  expect(added).toMatchObject({ value: "KRW 3300", route: "hand", corrected: { by: "tester" } });
  expect(total(after)).toMatchObject({ status: "holds" });
  expect(total(after)?.statement).toContain("배송료 3,300원");
  // The verdict says whose word it stands on, and the value itself says so.
  await expect(page.getByRole("region", { name: "판정" })).toContainText("tester");
  await sheet.getByRole("button", { name: /배송료: 3,300원/ }).click();
  await expect(page.locator("article.field")).toContainText("읽히지 않아 tester 직접 넣음");

  const withIt = await shown(page);
  await page.keyboard.press("z");
  const back = await next(page, program, withIt);
  expect(back.fields.some((it) => it.label === "배송료")).toBe(false);
});

test("a box is drawn anew, by the mouse and by the keys", async ({ page, program }) => {
  const run = await begun(page, program, "견적서_위치");
  await open(page, program, `#/runs/${run}`);
  const sheet = page.getByRole("group", { name: "1쪽" });
  await sheet.getByRole("button", { name: /부가세: 125,000원/ }).click();
  await page.locator("article.field").getByRole("button", { name: "위치…" }).click();
  const number = sheet.getByRole("button", { name: "필드에 들지 않은 수: 3,300" });
  await pull(page, number);
  const dialog = page.getByRole("dialog", { name: "‘부가세’의 위치" });
  await expect(dialog.getByLabel("값", { exact: true })).toHaveValue("3,300원");
  // What is read there is only proposed.
  await dialog.getByLabel("값", { exact: true }).fill("125,000원");
  await dialog.getByRole("button", { name: "옮기고 계속" }).click();
  const after = await next(page, program, run);
  const vat = after.fields.find((it) => it.label === "부가세");
  expect(vat).toMatchObject({ value: "KRW 125000", moved: { by: "tester" } });
  expect(vat?.evidence.boxes[0]?.y0).toBe(8);
  await sheet.getByRole("button", { name: /부가세: 125,000원/ }).click();
  await expect(page.locator("article.field")).toContainText("tester 위치 정정");

  // Back by the keys alone: two words before this one, and taken.
  const moved = await shown(page);
  // Who is faster than the program: the keys wait for the words that they go by.
  let answer = () => {};
  const held = new Promise<void>((let_go) => (answer = let_go));
  const asked = page.waitForRequest(/pages\.text/);
  await page.route(/pages\.text/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("m");
  await expect(page.getByRole("img", { name: "그린 상자" })).toBeVisible();
  await asked;
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await page.keyboard.press("Enter");
  answer();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("값", { exact: true })).toHaveValue("125,000원");
  await page.keyboard.press("Enter");
  const again = await next(page, program, moved);
  expect(again.fields.find((it) => it.label === "부가세")?.evidence.boxes[0]?.y0).toBe(6);
});

test("a rule is added by pointing at its values, and a false one is a finding", async ({
  page,
  program,
}) => {
  const run = await begun(page, program, "견적서_규칙");
  await open(page, program, `#/runs/${run}`);
  const sheet = page.getByRole("group", { name: "1쪽" });
  await page.getByRole("button", { name: "규칙 추가" }).click();
  const panel = page.getByRole("region", { name: "직접 넣는 규칙" });
  await sheet.getByRole("button", { name: /공급가액: / }).click();
  await expect(panel).toContainText("1개 더 짚으세요");
  await sheet.getByRole("button", { name: /부가세: / }).click();
  await expect(panel).toContainText("맞지 않습니다. 차이 -1,125,000원");
  await sheet.getByRole("button", { name: /합계금액: / }).click();
  await expect(panel).toContainText("1,250,000 + 125,000 = 1,375,000 ≠ 1,378,300");
  await expect(panel).toContainText("맞지 않습니다. 차이 +3,300원");
  await panel.getByRole("button", { name: "규칙 넣기" }).click();

  const after = await next(page, program, run);
  expect(total(after)).toMatchObject({
    status: "refuted",
    support: "hand",
    by_hand: { by: "tester" },
  });
  const finding = page.locator("article.bad").first();
  await expect(finding).toContainText("직접 넣음: tester");
  const report = await page.request.post(new URL("/api/models.report", program.url).href, {
    data: { run: await shown(page), language: "ko" },
    headers: { origin: new URL(program.url).origin },
  });
  expect(await report.text()).toMatch(/직접 넣음 \(tester, \d{4}-\d\d-\d\d\)/);

  const withIt = await shown(page);
  await page.keyboard.press("z");
  const back = await next(page, program, withIt);
  expect(total(back)).toBeUndefined();
});

test("a rule is built with the keys alone", async ({ page, program }) => {
  const run = await begun(page, program, "견적서_키");
  await open(page, program, `#/runs/${run}`);
  await expect(page.getByRole("region", { name: "남은 검토" })).toBeVisible();
  await page.keyboard.press("p");
  const panel = page.getByRole("region", { name: "직접 넣는 규칙" });
  await expect(panel).toBeVisible();
  for (const label of ["공급가액", "부가세"]) {
    // Each key shows another value.
    const card = page.locator("article.field");
    for (let i = 0; i < 12; i += 1) {
      const before = (await card.count()) > 0 ? await card.innerText() : "";
      await page.keyboard.press("]");
      await expect(card).not.toHaveText(before, { useInnerText: true });
      if (await card.locator(".label", { hasText: label }).isVisible()) break;
    }
    await page.keyboard.press("Enter");
    await expect(panel.getByRole("list", { name: "짚은 값" })).toContainText(label);
  }
  await page.keyboard.press("Backspace");
  await expect(panel.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
});

test("running it again is taken back by one key", async ({ page, program }) => {
  const run = await begun(page, program, "견적서_다시");
  await open(page, program, `#/runs/${run}`);
  await page.getByRole("button", { name: "다시 실행", exact: true }).first().click();
  const again = await next(page, program, run);
  expect(again.fields.length).toBeGreaterThan(0);
  const second = await shown(page);
  await page.keyboard.press("z");
  await expect(page).toHaveURL(new RegExp(`#/runs/${run}(/|$)`));
  const gone = await program.call<{ deleted_at_ms: number | null }>(page, "runs.show", {
    run: second,
  });
  expect(gone.deleted_at_ms, "it is put away").not.toBeNull();
  const { superseded } = await program.call<{ superseded: unknown }>(page, "runs.show", { run });
  expect(superseded, "the one before it counts again").toBeNull();
});
