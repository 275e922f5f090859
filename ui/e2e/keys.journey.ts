// A day by keys: converting without a mouse, turning screens and pages, finding and copying words.
import { choose, CONTRACT, converted, expect, INVOICE, open, shown, test } from "./program";

test.describe.configure({ mode: "serial" });

const note = (number: number) => ({
  name: `note ${number}.txt`,
  mimeType: "text/plain",
  buffer: Buffer.from(
    `견적서 ${number}\n공급가액 1,000,000원\n부가세 100,000원\n합계 1,100,000원\n`,
  ),
});

test("converting is in sight below a long list, and is a key away", async ({ page, program }) => {
  await converted(page, program, INVOICE);
  await open(page, program);
  await choose(
    page,
    Array.from({ length: 14 }, (_, i) => note(i)),
  );
  await expect(page.getByText("note 13.txt")).toBeAttached();
  const convert = page.getByTestId("convert");
  await expect(convert).toContainText("문서 14건 변환");
  const sheet = page.locator(".sheet-screen");
  for (const key of ["Home", "End"]) {
    await page.keyboard.press(key);
    await expect
      .poll(() => sheet.evaluate((it) => [it.scrollTop > 0, it.scrollHeight > it.clientHeight]))
      .toEqual([key === "End", true]);
    await expect(convert).toBeInViewport({ ratio: 1 });
  }
  // Also out of a field that is typed into.
  await page.getByLabel("프로젝트").first().fill("DayByKeys");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "변환할 문서" })).toBeHidden();
  const named = async () => {
    const { rows } = await program.call<{ rows: { project: string }[] }>(page, "runs.list");
    return rows.some((it) => it.project === "DayByKeys");
  };
  await expect.poll(named).toBe(true);
});

test("what is dropped is converted at once where that is set, but not twice", async ({
  page,
  program,
}) => {
  await open(page, program, "#/settings");
  await page.getByRole("switch", { name: "바로 변환" }).click();
  await open(page, program);
  await choose(page, note(99));
  await shown(page);
  // What was converted before is asked about all the same.
  await open(page, program);
  await choose(page, note(99));
  await expect(page.getByText(/이미 변환한 파일입니다/)).toBeVisible();
  await open(page, program, "#/settings");
  await page.getByRole("switch", { name: "바로 변환" }).click();
  await expect(page.getByRole("switch", { name: "바로 변환" })).not.toBeChecked();
});

test("words are found on the pages and copied from them", async ({ page, program, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const run = await converted(page, program, CONTRACT);
  await open(page, program, `#/runs/${run}`);
  await expect(page.locator(".sheet img").first()).toBeVisible();
  await page.keyboard.press("Control+f");
  const field = page.getByRole("textbox", { name: "쪽에서 찾을 말" });
  await expect(field).toBeFocused();
  // As a person types it: spaces of their own, which the page need not have.
  await field.pressSequentially("계 약");
  const count = page.getByRole("search").getByRole("status");
  await expect(count).toContainText("가운데 1번째");
  await expect(page.locator(".found.here")).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(count).toContainText("가운데 2번째");
  await page.keyboard.press("Shift+Enter");
  await expect(count).toContainText("가운데 1번째");
  await field.fill("없는 말이다");
  await expect(count).toHaveText("찾지 못함");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(page.locator(".found")).toHaveCount(0);

  // From one word to another of the same line, with the mouse, and into the clipboard. Before it comes
  // a line is one piece: a page that is only turned over leaves few nodes behind.
  const words = page.locator(".sheet .words").first();
  const line = words.locator("text").first();
  const pieces = words.locator("tspan");
  await expect(pieces).toHaveCount(await words.locator("text").count());
  const whole = (await line.boundingBox())!;
  await page.mouse.move(whole.x + 2, whole.y + 2);
  await page.mouse.move(whole.x + 4, whole.y + whole.height / 2);
  await expect.poll(() => pieces.count()).toBeGreaterThan(await words.locator("text").count());
  const [from, to] = [line.locator("tspan").first(), line.locator("tspan").last()];
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(start!.x + 1, start!.y + start!.height / 2);
  await page.mouse.down();
  await page.mouse.move(end!.x + end!.width - 1, end!.y + end!.height / 2, { steps: 8 });
  await page.mouse.up();
  const said = ((await line.textContent()) ?? "").replaceAll(/\s+/g, " ").trim();
  const chosen = await page.evaluate(() => getSelection()?.toString().trim() ?? "");
  expect(chosen.length).toBeGreaterThan(1);
  expect(said).toContain(chosen);
  await page.keyboard.press("Control+c");
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(chosen);
});

test("a value's own words are chosen through its button, which a click still presses", async ({
  page,
  program,
}) => {
  const run = await converted(page, program, INVOICE);
  await open(page, program, `#/runs/${run}`);
  const box = page.getByRole("button", { name: /^한지 봉투 · 공급가액/ }).first();
  // The first finding is gone to; from then on the page stands still.
  await expect(page.locator(".sheet .box.loud").first()).toBeInViewport();
  await box.scrollIntoViewIfNeeded();
  const at = (await box.boundingBox())!;
  const middle = at.y + at.height / 2;
  await page.mouse.move(at.x + 3, middle);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width - 2, middle, { steps: 6 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toMatch(/^2{1,3},?0*/);
  await expect(box).toHaveAttribute("aria-pressed", "false");
  await box.click();
  await expect(box).toHaveAttribute("aria-pressed", "true");
});

test("Page Down and End turn the pages without a click on them", async ({ page, program }) => {
  const run = await converted(page, program, CONTRACT);
  await open(page, program, `#/runs/${run}`);
  await expect(page.locator(".sheet img").first()).toBeVisible();
  const desk = page.locator(".desk");
  const top = () => desk.evaluate((it) => it.scrollTop);
  const before = await top();
  await page.keyboard.press("PageDown");
  await expect.poll(top).toBeGreaterThan(before);
  await page.keyboard.press("End");
  await expect
    .poll(() => desk.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop))
    .toBeLessThan(2);
  await page.keyboard.press("Home");
  await expect.poll(top).toBe(0);
});

test("the list of keys names what a day needs", async ({ page, program }) => {
  await open(page, program);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "단축키" });
  for (const it of ["준비된 문서 변환 시작", "이미지 붙여넣기", "문서 쪽에서 찾기"])
    await expect(dialog).toContainText(it);
});
