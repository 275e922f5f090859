// A folder that is watched: what comes to lie there is converted by itself. A browser may not name
// folders of the machine, so the workspace's settings do, and its user's agree, as the desktop
// writes them.
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, hasCompiler, open, Program, test, write } from "./program";

const program = new Program();
const folder = join(program.place, "스캔 보관함");
const QUOTATION = "견 적 서\n\n공급가액: 1,000,000원\n부가세: 100,000원\n합계금액: 1,100,000원\n";

test.beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  write(join(folder, "전부터 있던 것.txt"), QUOTATION.replaceAll("1,", "2,"));
  write(
    join(program.workspace, ".proviso/settings.toml"),
    `watched_folder = ${JSON.stringify(folder)}\n`,
  );
  write(
    join(program.place, "config/settings.toml"),
    `[workspaces.${JSON.stringify(realpathSync(program.workspace))}]\n` +
      `watched_folder = ${JSON.stringify(folder)}\n`,
  );
  await program.start();
});
test.afterAll(() => program.remove());

test("a document that comes to lie in the watched folder is converted by itself", async ({
  page,
}) => {
  await open(page, program, "#/welcome");
  await expect(page.getByRole("heading", { name: /증명합니다/ })).toBeVisible();
  await page.getByRole("link", { name: "문서함" }).click();
  await expect(page.getByText(/스캔 보관함/)).toBeVisible();
  // What lay there when the folder was chosen stays alone; the program has looked once then.
  await expect
    .poll(async () => existsSync(join(program.workspace, ".proviso/watched.json")))
    .toBe(true);
  write(join(folder, "새로 온 견적서.txt"), QUOTATION);
  const verdict = (await hasCompiler(page, program)) ? "검증됨" : "자체 검증됨";
  const ended = page.getByRole("link").filter({ hasText: "새로 온 견적서" });
  await expect(ended.filter({ hasText: verdict })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText("전부터 있던 것.txt")).toHaveCount(0);
  await ended.click();
  await expect(page).toHaveURL(/#\/runs\/1$/);
});
