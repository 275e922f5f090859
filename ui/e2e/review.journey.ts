// Reviewing a run: findings and boxes both ways, correcting, waiving, editing, comparing, retrying.
import type { RunEvent } from "../src/lib/backend/bindings";
import { line } from "../src/lib/controllers/terminal";
import type { Locator, Page } from "@playwright/test";
import {
  converted,
  ended,
  enter,
  expect,
  hasCompiler,
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

test("a finding lights up its numbers, and a number shows its rules", async ({ page, program }) => {
  run = await converted(page, program, INVOICE);
  await open(page, program, `#/runs/${run}`);
  const sheet = page.getByRole("group", { name: "1쪽" });
  await expect(sheet.getByRole("img")).toBeVisible();
  const finding = page.locator("article.bad").first();
  await expect(finding).toContainText("책갈피 세트");
  await expect(sheet.locator("button.box.loud")).toHaveCount(3);

  // From the page to the rules.
  await sheet.getByRole("button", { name: /공급가액: 252,000원/ }).click();
  await expect(sheet.locator("button.box.loud")).toHaveCount(1);
  const card = page.locator("article.field");
  await expect(card).toContainText("252,000");
  // And back from a rule that uses it.
  await card.getByRole("button", { name: /합계 1,058,800원 ≠/ }).click();
  await expect(sheet.locator("button.box.loud")).toHaveCount(5);
  await expect(page.locator("article.chosen pre")).toContainText("R");
});

test("boxes lie on the ink they speak of", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}`);
  const sheet = page.getByRole("group", { name: "1쪽" });
  await expect(sheet.getByRole("img")).toBeVisible();
  await expect(sheet.getByRole("button", { name: /공급가액: 252,000원/ })).toBeVisible();
  const inside = await sheet.evaluate((sheet) => {
    const page = sheet.getBoundingClientRect();
    const boxes = [...sheet.querySelectorAll(".box")].map((it) => it.getBoundingClientRect());
    return boxes.every(
      (it) => it.left >= page.left && it.right <= page.right && it.top >= page.top && it.width > 4,
    );
  });
  expect(inside).toBe(true);
});

test("boxes lie on the letters of a text as well", async ({ page, program }) => {
  await enter(page, program);
  // Wide letters before narrow ones, and more than one space: what moves letters away from a grid.
  const words = QUOTE.replace("공급자: 한빛상사", "공급자: 한빛상사      사업자번호: 123-45-67890");
  const text = await written(page, program, "boxes", words);
  await open(page, program, `#/runs/${text}`);
  const sheet = page.getByRole("group", { name: "1쪽" });
  await expect(sheet.getByRole("button", { name: /합계금액: 1,375,000원/ })).toBeVisible();
  // The letters come by themselves, before or after what was found in them.
  await expect(sheet.locator(".lines text").first()).toBeVisible();
  const inks = await sheet.evaluate((sheet) => {
    // Where each letter is drawn; what is written at a box is what the box speaks of.
    const letters = [...sheet.querySelectorAll<SVGTextElement>(".lines text")].flatMap((line) => {
      const origin = line.ownerSVGElement!.getBoundingClientRect();
      return [...Array(line.getNumberOfChars()).keys()].map((at) => {
        const { x, y, width, height } = line.getExtentOfChar(at);
        const middle = { x: origin.left + x + width / 2, y: origin.top + y + height / 2 };
        return { ...middle, is: line.textContent?.replace(/^\s+/, "")[at] ?? "" };
      });
    });
    return [...sheet.querySelectorAll("button.box[data-mark^=field]")].map((box) => {
      const it = box.getBoundingClientRect();
      const within = letters.filter(
        ({ x, y }) => x >= it.left && x <= it.right && y >= it.top && y <= it.bottom,
      );
      return within
        .map((letter) => letter.is)
        .join("")
        .trim();
    });
  });
  expect(new Set(inks)).toEqual(
    new Set([
      "한빛상사",
      "123-45-67890",
      "나루터종이 주식회사",
      "2026년 5월 14일",
      "1,250,000원",
      "125,000원",
      "1,375,000원",
      "14일",
      "10일",
    ]),
  );
});

test("a finding is waived with a reason", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}`);
  await page.locator("article.bad").first().getByRole("button", { name: "예외 처리" }).click();
  const dialog = page.getByRole("dialog", { name: "예외 처리" });
  const submit = dialog.getByRole("button", { name: "예외 처리" });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel("사유").fill("전화로 합의함");
  await submit.click();
  // What is on the screen is what counts: the run that went on.
  await expect(page).not.toHaveURL(new RegExp(`#/runs/${run}$`));
  await expect(
    // Where the run ends soon both are there at once.
    page
      .getByText("“전화로 합의함”")
      .or(page.getByRole("heading", { name: "예외 처리" }))
      .first(),
  ).toBeVisible({ timeout: 90_000 });
  // A project has one run at a time.
  await shownEnded(page, program);
});

test("a value is corrected in place and the run goes on", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}`);
  await page
    .getByRole("group", { name: "1쪽" })
    .getByRole("button", { name: /공급가액: 252,000원/ })
    .click();
  await page.locator("article.field").getByRole("button", { name: "정정" }).click();
  const dialog = page.getByRole("dialog", { name: "값 정정" });
  const value = dialog.getByLabel("값", { exact: true });
  await value.fill("백만원");
  // Who has looked something up elsewhere comes back to what was typed.
  if (!(await hasCompiler(page, program))) {
    const looked = page.waitForResponse(/app\.state/);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await looked;
    await expect(page.getByRole("navigation")).toContainText("Idris 2 없음");
    await expect(value).toHaveValue("백만원");
  }
  const submit = dialog.getByRole("button", { name: "정정하고 계속" });
  await expect(submit, "who is wrong is asked first").toBeDisabled();
  await dialog.getByRole("radio", { name: /잘못 읽었습니다/ }).check();
  await submit.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(value, "what was typed stays").toHaveValue("백만원");
  await value.fill("KRW 255000");
  await submit.click();
  await expect(page).not.toHaveURL(new RegExp(`#/runs/${run}$`));
  const verdict = (await hasCompiler(page, program)) ? "검증됨" : "자체 검증됨";
  const state = await program.call<{ author: string }>(page, "app.state");
  const told = `${verdict}, 값 1개 정정(${state.author})`;
  await expect(page.getByRole("region", { name: "판정" })).toContainText(told, {
    timeout: 90_000,
  });
  await page.getByRole("radio", { name: /^값/ }).click();
  await expect(page.getByText("정정됨")).toBeVisible();
});

test("a run is marked as reviewed and unmarked", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}`);
  await page.getByRole("button", { name: "검토 완료 표시" }).click();
  const signed = page.getByRole("button", { name: "검토 완료", exact: true });
  await expect(signed).toHaveAttribute("aria-pressed", "true");
  await signed.click();
  await expect(page.getByRole("button", { name: "검토 완료 표시" })).toBeVisible();
});

test("an edit is checked while typing, kept over a reload, and saved as an attempt", async ({
  page,
  program,
}) => {
  await open(page, program, `#/runs/${run}/model`);
  const editor = page.getByRole("textbox", { name: /Domains\.GoodsInvoice/ });
  await expect(editor).toContainText("module Domains.GoodsInvoice");
  await page.getByRole("button", { name: /view/ }).first().click();
  await editor.press("Control+End");
  await editor.pressSequentially("\nbroken : Integer\nbroken = nowhere\n");
  await expect(page.getByText("고쳤지만 저장하지 않음")).toBeVisible();
  if (await hasCompiler(page, program))
    await expect(page.getByRole("region", { name: "문제" })).toContainText("nowhere", {
      timeout: 30_000,
    });
  await page.reload();
  await expect(page.getByText("저장하지 않은 글을 보관해 두었습니다.")).toBeVisible();
  await page.getByRole("button", { name: "새 시도로 저장" }).click();
  await expect(page.getByRole("tab", { name: /시도/ })).toContainText("2", { timeout: 30_000 });
  await ended(page, program, run);
  // An edit that is rejected takes nothing away from the attempt that passed.
  if (await hasCompiler(page, program)) {
    const strip = page.getByRole("region", { name: "판정" });
    await expect(strip).toContainText("불일치");
    await expect(strip).toContainText("그 전에 통과한 글");
  }
});

test("two attempts are compared, and the message that a change brought is there", async ({
  page,
  program,
}) => {
  await open(page, program, `#/runs/${run}/attempts`);
  await expect(page.getByRole("list", { name: "시도" }).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("list", { name: "이 변경이 답하는 오류" })).toBeVisible();
  await expect(page.locator(".cm-insertedLine, .cm-changedLine").first()).toBeVisible();
  await page.getByRole("radio", { name: "나란히" }).click();
  await expect(page.locator(".cm-mergeView .cm-editor")).toHaveCount(2);
});

test("an earlier attempt is restored and forked", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}/attempts`);
  await page.getByRole("button", { name: "더 보기: 시도 1" }).click();
  await page.getByRole("menuitem", { name: /되살리기/ }).click();
  await expect(page.getByRole("list", { name: "시도" }).getByRole("listitem")).toHaveCount(3);
  await ended(page, program, run);
  await page.getByRole("button", { name: "더 보기: 시도 1" }).click();
  await page.getByRole("menuitem", { name: /갈라내기/ }).click();
  await expect(
    page.getByRole("link", { name: new RegExp(`${run}번 실행에서 이어짐`) }),
  ).toBeVisible();
  await shownEnded(page, program);
});

test("a run is retried from a stage", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}`);
  await page.getByRole("button", { name: "단계를 골라 다시 실행" }).click();
  // The built-in engine reads no hints, and says where to change that.
  const hint = page.getByRole("menuitem", { name: /힌트를 주고 다시 쓰기/ });
  await expect(hint).toHaveAttribute("aria-disabled", "true");
  await expect(hint).toContainText("언어 모델");
  await page.getByRole("menuitem", { name: /‘생성’ 단계부터/ }).click();
  await expect(
    page.getByRole("link", { name: new RegExp(`${run}번 실행에서 이어짐`) }),
  ).toBeVisible();
  await shownEnded(page, program);
});

/** The terminal follows what comes last; the first line is looked for at its beginning. */
async function beginning(page: Page): Promise<Locator> {
  const log = page.getByRole("log");
  await expect(log.getByText(/run\.|stage\./).first()).toBeVisible();
  await page.getByRole("button", { name: "따라가기" }).click();
  await page.getByRole("region", { name: "이벤트" }).evaluate((it) => it.scrollTo(0, 0));
  await expect(log.getByText("run.started").first()).toBeVisible();
  return log;
}

test("the terminal shows the stream and filters it", async ({ page, program }) => {
  await open(page, program, `#/runs/${run}/terminal`);
  const log = await beginning(page);
  await page.getByRole("combobox", { name: "단계" }).selectOption("read");
  await expect(log.getByText("run.started")).toHaveCount(0);
  await expect(log.getByText("page.read").first()).toBeVisible();
});

test("the terminal holds what is stored of the run, line by line", async ({
  page,
  program,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, program, `#/runs/${run}/terminal`);
  await beginning(page);
  await page.getByRole("button", { name: "복사", exact: true }).click();
  await told(page, "복사함");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const stored = await program.call<RunEvent[]>(page, "runs.events", { run, limit: 1000 });
  expect(stored.length).toBeGreaterThan(10);
  expect(copied.split("\n")).toEqual(stored.map(line));
});
