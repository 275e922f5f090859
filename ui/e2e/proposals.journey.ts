// A workspace of somebody else: its settings would send documents away and read a folder beside it. The
// person is asked, in their language; until then nothing is sent and nothing read.
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, hasCompiler, open, Program, test, write } from "./program";

const program = new Program();
const folder = join(program.place, "남의 보관함");
const QUOTATION = "견 적 서\n\n공급가액: 1,000,000원\n부가세: 100,000원\n합계금액: 1,100,000원\n";
const own = join(program.place, "config/settings.toml");

test.beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  write(
    join(program.workspace, ".proviso/settings.toml"),
    `engine = "openai"\nwatched_folder = ${JSON.stringify(folder)}\n`,
  );
  await program.start();
});
test.afterAll(() => program.remove());

test("a workspace that would send and read something beside it asks first", async ({ page }) => {
  await open(page, program);
  const sends = page.getByRole("dialog", { name: "문서를 밖으로 보낼까요?" });
  await expect(sends).toContainText("OpenAI");
  await sends.getByRole("button", { name: "허락 안 함" }).click();
  const reads = page.getByRole("dialog", { name: "이 폴더를 읽을까요?" });
  await expect(reads).toContainText("남의 보관함");
  // Later is not now, and not never: it is asked again at the next start.
  await reads.getByRole("button", { name: "나중에 결정" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(existsSync(join(program.workspace, ".proviso/watched.json"))).toBe(false);
  await page.reload();
  await expect(reads).toBeVisible();
  await reads.getByRole("button", { name: "허락", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // From now on it is watched.
  await expect
    .poll(async () => existsSync(join(program.workspace, ".proviso/watched.json")))
    .toBe(true);
  write(join(folder, "견적.txt"), QUOTATION);
  await page.getByRole("link", { name: "문서함" }).click();
  const verdict = (await hasCompiler(page, program)) ? "검증됨" : "자체 검증됨";
  const ended = page.getByRole("link").filter({ hasText: "견적" }).filter({ hasText: verdict });
  await expect(ended).toBeVisible({ timeout: 90_000 });
  // Both words are the person's own, and the workspace asks as before.
  const said = readFileSync(own, "utf8");
  const root = JSON.stringify(realpathSync(program.workspace));
  expect(said).toContain(`[workspaces.${root}.refused]\nengine = "openai"`);
  expect(said).toContain(`watched_folder = ${JSON.stringify(folder)}`);
  const asked = readFileSync(join(program.workspace, ".proviso/settings.toml"), "utf8");
  expect(asked).toContain('engine = "openai"');
  await page.reload();
  await expect(page.getByRole("heading", { name: "문서함" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("it asks in English where that is the person's language", async ({ page }) => {
  write(own, 'language = "en"\n');
  await program.kill();
  await program.start(program.port);
  await open(page, program);
  const sends = page.getByRole("dialog", { name: "May documents be sent away?" });
  await sends.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "May this folder be read?" })).toBeVisible();
  expect(readFileSync(own, "utf8")).toContain('engine = "openai"');
});
