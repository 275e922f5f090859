// A compiler that appears later: what it had not judged was not called proved, and "check all" has it
// proved.
import { join } from "node:path";
import {
  converted,
  CONTRACT,
  enter,
  expect,
  INVOICE,
  judgedBy,
  open,
  Program,
  standIn,
  test,
  told,
} from "./program";

test("what waited for a compiler is proved by checking all", async ({ page }) => {
  const program = new Program();
  try {
    await program.start(0, { PROVISO_IDRIS2: "/nowhere/idris2", PROVISO_KERNEL: "none" });
    const run = await converted(page, program, CONTRACT);
    await open(page, program, `#/runs/${run}`);
    await expect(page.getByRole("region", { name: "판정" })).toContainText("미검증");
    // No tick where nothing ran, and no word of proof.
    const steps = page.getByRole("list", { name: "단계" });
    for (const step of ["타입 검사", "감사"])
      await expect(steps.getByRole("listitem").filter({ hasText: step }).first()).toHaveClass(
        /skipped/,
      );
    await expect(page.locator(".clean")).toContainText("증명한 것은 없습니다");
    await expect(page.locator(".clean.good")).toHaveCount(0);
    await expect(page.getByText(/증명됨/)).toHaveCount(0);

    const port = program.port;
    await program.kill();
    await program.start(port, judgedBy(standIn(join(program.place, "bin/idris2"))));
    await open(page, program, `#/runs/${run}`);
    await expect(page.getByRole("button", { name: "증명하기" })).toBeVisible();
    await open(page, program, "#/models");
    await page.getByRole("button", { name: "모두 다시 검사" }).click();
    await told(page, "미뤘던 문서 1건을 증명합니다", 90_000);
    const line = page.locator(".line").filter({ hasText: "ServiceContract" });
    await expect(line).toContainText("검증됨", { timeout: 90_000 });
    // The run that had no compiler says which one counts.
    await open(page, program, `#/runs/${run}`);
    await expect(page.getByRole("region", { name: /나중 실행/ })).toContainText("검증됨");
  } finally {
    await program.remove();
  }
});

test("of many documents, exactly those that no compiler has judged are proved at once", async ({
  page,
}) => {
  const program = new Program();
  const compiler = join(program.place, "bin/idris2");
  try {
    await program.start(0, judgedBy(compiler));
    await enter(page, program);
    const wrong = await converted(page, program, INVOICE);
    await converted(page, program, CONTRACT);
    await open(page, program, "#/documents");
    await page.getByRole("checkbox", { name: "모두 선택" }).check();
    const bar = page.getByRole("region", { name: "선택한 문서" });
    const prove = bar.getByRole("button", { name: "증명" });
    await expect(prove, "nobody is there to prove anything").toBeDisabled();

    standIn(compiler);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(prove).toBeEnabled();
    await prove.click();
    // A document that is wrong is judged as well: that it is wrong is what is proved.
    const row = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
    await expect(row("용역계약서").locator(".badge").first()).toHaveText("검증됨", {
      timeout: 90_000,
    });
    await expect(row("거래명세서").getByRole("button", { name: /2$/ })).toBeVisible({
      timeout: 90_000,
    });
    await open(page, program, `#/runs/${wrong}`);
    await expect(page.getByRole("region", { name: /나중 실행/ })).toContainText("불일치");
    // Nothing is left that waits.
    await open(page, program, "#/documents");
    await page.getByRole("checkbox", { name: "모두 선택" }).check();
    await expect(prove).toBeDisabled();
  } finally {
    await program.remove();
  }
});
