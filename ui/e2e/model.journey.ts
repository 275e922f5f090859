// What only a language model brings: clauses in prose, hints, and prompts of a person's own. The
// model is played by the test; everything else is real.
import { join } from "node:path";
import { CONTRACT_READING, PlayedModel } from "./model";
import {
  CONTRACT,
  converted,
  expect,
  INVOICE,
  open,
  Program,
  shownEnded,
  test,
  write,
} from "./program";

test.describe.configure({ mode: "serial" });
const model = new PlayedModel(CONTRACT_READING);
const program = new Program();
let run = "";

test.beforeAll(async () => {
  await model.start();
  write(join(program.workspace, "prompts/author/default/v1/user.txt"), "짧게 쓰세요.");
  await program.start(0, model.variables);
});
test.afterAll(async () => {
  await program.remove();
  model.stop();
});

test("clauses are listed with their words, which light up on the page", async ({ page }) => {
  run = await converted(page, program, CONTRACT);
  await open(page, program, `#/runs/${run}`);
  await page.getByRole("radio", { name: "조항 5" }).click();
  const panel = page.getByRole("tabpanel", { name: "지적 사항" });
  await expect(panel.getByText("서로의 비밀을 계약이 끝난 뒤에도")).toBeVisible();
  await expect(panel.getByText("언제든지"), "what the page does not say").toHaveCount(0);
  const sheet = page.getByRole("group", { name: "1쪽" });
  await expect(sheet.locator("button.box.clause")).toHaveCount(0);
  await panel.getByRole("button", { name: /연 5%의 이자를 더한다/ }).click();
  await expect(sheet.locator("button.box.clause")).toBeVisible();
  // By keyboard to the next one, and back to nothing.
  await page.keyboard.press("j");
  await expect(panel.getByRole("button", { pressed: true })).toContainText("10%를 넘지 않는다");
  // A value that stands in a lit clause can still be chosen.
  await page.keyboard.press("Escape");
  await expect(sheet.locator("button.box.clause")).toHaveCount(0);
  await page.getByRole("searchbox").fill("이자");
  await expect(panel.locator("button.clause")).toHaveCount(1);
});

test("a model is written anew with a hint, which the language model is told", async ({ page }) => {
  await open(page, program, `#/runs/${run}`);
  await page.getByRole("button", { name: "단계를 골라 다시 실행" }).click();
  await page.getByRole("menuitem", { name: /힌트를 주고 다시 쓰기/ }).click();
  const dialog = page.getByRole("dialog", { name: /힌트/ });
  const before = model.asked.length;
  const hint = "대금 지급을 세 번의 목록으로 쓰세요";
  await dialog.getByLabel("힌트").fill(hint);
  await dialog.getByRole("button", { name: "다시 쓰기" }).click();
  await expect(page.getByRole("link", { name: new RegExp(`${run}번 실행`) })).toBeVisible();
  await expect(page.getByRole("banner").or(page.locator("header")).first()).toContainText(hint);
  await shownEnded(page, program);
  expect(model.asked.slice(0, before).join()).not.toContain(hint);
  expect(model.asked.slice(before).join()).toContain(hint);
  // Clauses are the reading's: it was not done anew, and they are still there.
  await expect(page.getByRole("radio", { name: "조항 5" })).toBeVisible();
});

test("a prompt of a version that nobody asks for is said to be unused", async ({ page }) => {
  await open(page, program, "#/settings");
  const prompts = page.getByRole("region", { name: "프롬프트" });
  const old = prompts.locator("summary").filter({ hasText: "작성자" }).filter({ hasText: "v1" });
  await expect(old).toContainText("쓰이지 않음: v4 버전을 씁니다");
  await old.click();
  await prompts
    .getByRole("button", { name: /할 일/ })
    .filter({ hasText: "직접 쓴 글" })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("dialog")).toContainText("쓰이지 않음");
  await page.keyboard.press("Escape");
  // And the run says it where it was missed.
  await open(page, program, `#/runs/${run}/terminal`);
  await page.getByRole("radio", { name: "경고" }).click();
  await expect(page.getByRole("log")).toContainText("prompts/author/default/v1/user.txt");
});

test("a provider is said to answer only after it was asked, and its models are listed", async ({
  page,
}) => {
  await open(page, program, "#/settings");
  const models = page.getByRole("region", { name: "언어 모델" });
  await expect(models).toContainText("아직 물어보지 않았습니다");
  await expect(models.locator(".good"), "nothing is green that was not asked").toHaveCount(0);
  const before = model.asked.length;
  await models.getByRole("button", { name: "확인" }).click();
  await expect(models).toContainText("응답했습니다. 설정한 모델이 있습니다.");
  await expect(
    models.getByRole("list", { name: "이 제공자의 모델" }).getByRole("listitem"),
  ).toHaveText(["by-hand", "other"]);
  expect(model.asked.length, "no document goes there").toBe(before);
});

test("answers that are kept are counted, and forgotten at one click", async ({ page }) => {
  await open(page, program, "#/settings");
  const kept = page.getByTestId("answers-kept");
  await expect(kept).toHaveText(/^[1-9][0-9]*건$/);
  const forget = page.getByRole("button", { name: "모두 지우기" });
  await forget.click();
  await expect(kept).toHaveText("0건");
  await expect(forget).toBeDisabled();
  await expect(page.getByText(/실행 기록은 그대로입니다/)).toBeVisible();
  // What the run recorded of its calls is there as before.
  await open(page, program, `#/runs/${run}`);
  await expect(page.getByRole("radio", { name: "조항 5" })).toBeVisible();
});

test("a provider that does not answer is said where one looks", async ({ page }) => {
  model.stop();
  await open(page, program, "#/settings");
  const models = page.getByRole("region", { name: "언어 모델" });
  await models.getByRole("button", { name: "확인" }).click();
  await expect(models).toContainText("이 주소로 연결할 수 없습니다", { timeout: 30_000 });
  // What the program says of it in English is there for who asks for it.
  const details = models.locator("details").filter({ hasText: "자세히" });
  await expect(details.locator("p")).toBeHidden();
  await details.getByText("자세히").click();
  await expect(details.locator("p")).toContainText("127.0.0.1");
  const run = await converted(page, program, INVOICE);
  await open(page, program, `#/runs/${run}`);
  const who = page.getByRole("region", { name: "일한 엔진" });
  await expect(who).toContainText("내장 엔진만으로 읽었습니다");
  // All of it in the reader's language: not even the reason is in another.
  expect((await who.innerText()).match(/[A-Za-z]{3,}/g)).toBeNull();
});
