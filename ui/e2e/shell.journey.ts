// The window around the work: settings, language and theme live, commands, a lost connection, the
// doctor, and a whole pass by keyboard alone.
import { CONTRACT, converted, expect, hasCompiler, INVOICE, open, test } from "./program";

test.describe.configure({ mode: "serial" });

test("language and theme change at once and are remembered", async ({ page, program }) => {
  await open(page, program, "#/settings");
  await expect(page.getByRole("heading", { name: "설정" })).toBeVisible();
  await page.getByRole("radio", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  // The screen follows at once; kept it is when the program has answered.
  const kept = page.waitForResponse(/settings\.set/);
  await page.getByRole("radio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await kept;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page
    .getByRole("radiogroup", { name: "Language" })
    .getByRole("radio", { name: "System" })
    .click();
  await expect(page.getByRole("heading", { name: "설정" })).toBeVisible();
  await page
    .getByRole("radiogroup", { name: "모드" })
    .getByRole("radio", { name: "시스템" })
    .click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("a setting out of its bounds is said, stays typed, and is not saved", async ({
  page,
  program,
}) => {
  await open(page, program, "#/settings");
  const attempts = page.getByLabel("최대 시도 횟수");
  await attempts.fill("99");
  await attempts.blur();
  await expect(page.getByRole("alert")).toContainText("1부터 20까지");
  await expect(attempts).toHaveValue("99");
  await attempts.fill("3");
  await attempts.blur();
  await expect(page.getByText("저장함")).toBeVisible();
  const settings = await program.call<{ max_attempts: number }>(page, "settings.get");
  expect(settings.max_attempts).toBe(3);
});

test("the compiler's path is tested", async ({ page, program }) => {
  await open(page, program, "#/settings");
  await page
    .getByRole("region", { name: "증명 보조기" })
    .getByRole("button", { name: "확인" })
    .click();
  if (await hasCompiler(page, program)) await expect(page.getByText(/^버전 \d/)).toBeVisible();
  else await expect(page.getByRole("alert")).toContainText("Idris 2가 없습니다");
});

test("a model engine is chosen, and what it lacks is said until it is there", async ({
  page,
  program,
}) => {
  await open(page, program, "#/settings");
  const models = page.getByRole("region", { name: "언어 모델" });
  await models.getByLabel("엔진").selectOption("anthropic");
  await expect(models.getByRole("status").filter({ hasText: "빠진 것: 키" })).toBeVisible();
  // No keyring, so no field that would take a key and lose it.
  await expect(models.getByText(/환경 변수 ANTHROPIC_API_KEY에 넣고/)).toBeVisible();
  await expect(models.getByPlaceholder("키 붙여넣기")).toHaveCount(0);
  await expect(models.getByLabel("서버 주소")).toBeDisabled();
  // A server of this machine needs a model's name and no key.
  await models.getByLabel("엔진").selectOption("ollama");
  await expect(models.getByText("빠진 것: 모델 이름")).toBeVisible();
  await models.getByLabel("모델", { exact: true }).fill("small");
  await models.getByLabel("모델", { exact: true }).blur();
  await expect(models.getByText("Ollama: 아직 물어보지 않았습니다.")).toBeVisible();
  await page.reload();
  await expect(models.getByLabel("모델", { exact: true })).toHaveValue("small");
  await models.getByLabel("엔진").selectOption("builtin");
  const state = async () => (await program.call<{ engine: string }>(page, "app.state")).engine;
  await expect.poll(state).toBe("builtin");
});

test("limits on tokens and cost are kept, and none is none", async ({ page, program }) => {
  await open(page, program, "#/settings");
  const cost = page.getByLabel("실행 하나의 비용");
  await cost.fill("0.25");
  await cost.blur();
  const kept = async () =>
    (await program.call<{ max_cost_micros: number | null }>(page, "settings.get")).max_cost_micros;
  await expect.poll(kept).toBe(250_000);
  await cost.fill("-1");
  await cost.blur();
  await expect(page.getByRole("alert")).toContainText("0.01부터");
  await cost.fill("");
  await cost.blur();
  await expect.poll(kept).toBe(null);
});

test("a prompt is edited, compared with the shipped one, and given back", async ({
  page,
  program,
}) => {
  await open(page, program, "#/settings");
  const prompts = page.getByRole("region", { name: "프롬프트" });
  // Versions of a prompt lie side by side.
  await prompts
    .locator("summary")
    .filter({ hasText: "작성자" })
    .filter({ hasNotText: "쓰이지 않음" })
    .click();
  const line = prompts
    .getByRole("button", { name: /할 일.*한국어 문서/ })
    .filter({ visible: true });
  await expect(line).toContainText("기본");
  await line.click();
  const dialog = page.getByRole("dialog");
  const text = dialog.getByRole("textbox");
  const shipped = await text.inputValue();
  await text.fill(`짧게 쓰세요.\n${shipped}`);
  // Closed by mistake: what was typed is there again.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await line.click();
  await expect(text).toHaveValue(/^짧게 쓰세요/);
  await dialog.getByRole("radio", { name: "달라진 점" }).click();
  await expect(dialog.locator(".cm-insertedLine, .cm-changedLine").first()).toContainText("짧게");
  await dialog.getByRole("button", { name: "저장" }).click();
  await expect(dialog.getByRole("button", { name: "기본 지시문으로" })).toBeVisible();
  await dialog.getByRole("radio", { name: "글", exact: true }).click();
  await text.fill("{{ nobody }}");
  await dialog.getByRole("button", { name: "저장" }).click();
  await expect(dialog.getByRole("alert")).toContainText("nobody");
  await expect(text, "what was typed stays").toHaveValue("{{ nobody }}");
  await dialog.getByRole("button", { name: "기본 지시문으로" }).click();
  await expect(text).toHaveValue(shipped);
  await page.keyboard.press("Escape");
  await expect(line).toContainText("기본");
});

test("the doctor says what is there", async ({ page, program }) => {
  await open(page, program, "#/doctor");
  await expect(page.getByText("신뢰 라이브러리")).toBeVisible();
  const well = await hasCompiler(page, program);
  await expect(page.getByRole("main").getByRole("status").first()).toContainText(
    well ? "정상" : "확인할 것",
  );
});

test("a lost connection is shown, and what happened meanwhile is there afterwards", async ({
  page,
  program,
}) => {
  await converted(page, program, INVOICE);
  await converted(page, program, CONTRACT);
  await open(page, program, "#/documents");
  const port = program.port;
  await program.kill();
  await expect(page.getByRole("navigation").getByText(/연결이 끊어졌습니다/)).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole("link", { name: "환경 진단" }).click();
  // A message in passing says it, too.
  const told = page.getByRole("main").getByRole("alert");
  await expect(told).toContainText("응답하지 않습니다");
  // Another start has another token: the window says that it needs the new link.
  await program.start(port);
  await page.getByRole("button", { name: "다시 시도" }).click();
  await expect(page.getByRole("alert")).toContainText("접속 권한이 없습니다");
  await open(page, program, "#/documents");
  await expect(page.getByRole("list", { name: "문서 목록" }).getByRole("listitem")).toHaveCount(2);
});

test("everything is reached by keyboard alone", async ({ page, program }) => {
  await open(page, program, "#/inbox");
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("본문으로 건너뛰기");

  // Commands by name, in Korean.
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "명령" });
  await expect(palette).toBeFocused();
  await palette.fill("거래명세서");
  await expect(page.getByRole("option").first()).toContainText("거래명세서");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/runs\/\d+$/);
  await expect(page.locator("article.bad").first()).toBeVisible();

  // Findings, values, tabs.
  const loud = page.locator("button.box.loud");
  await expect(loud.first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("article.chosen")).toContainText("세액 25,500원");
  await page.keyboard.press("]");
  await expect(page.locator("article.field")).toBeVisible();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "값 정정" });
  await expect(dialog.getByLabel("값", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  for (const [key, tab] of [
    ["2", "모델"],
    ["3", "시도"],
    ["4", "분석"],
    ["5", "터미널"],
    ["1", "지적 사항"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole("tab", { name: tab })).toHaveAttribute("aria-selected", "true");
  }

  // Menus open, move and close.
  await page.getByRole("button", { name: "단계를 골라 다시 실행" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "단계를 골라 다시 실행" })).toBeFocused();

  // Jumps, also while Hangul is being typed: keys count by their place.
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/#\/models/);
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "단축키" })).toBeVisible();
  await page.keyboard.press("Escape");

  // The splitter moves by arrows.
  await page.goBack();
  const splitter = page.getByRole("separator", { name: "쪽 보기의 너비" });
  const before = Number(await splitter.getAttribute("aria-valuenow"));
  await splitter.focus();
  await page.keyboard.press("ArrowLeft");
  expect(Number(await splitter.getAttribute("aria-valuenow"))).toBeLessThan(before);
});

test("the focus is always visible", async ({ page, program }) => {
  await open(page, program, "#/settings");
  for (let i = 0; i < 16; i += 1) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(() => {
      const it = document.activeElement;
      if (!it || it === document.body) return true;
      const style = getComputedStyle(it);
      return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    });
    expect(seen, `stop ${i}`).toBe(true);
  }
});
