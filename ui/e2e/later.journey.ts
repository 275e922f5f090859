// A compiler that appears later: what it had not judged was not called proved, and "check all" has it
// proved.
import { converted, CONTRACT, expect, hasCompiler, open, Program, test } from "./program";

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
    await program.start(port);
    await open(page, program, `#/runs/${run}`);
    test.skip(!(await hasCompiler(page, program)), "there is no compiler to appear");
    await expect(page.getByRole("button", { name: "증명하기" })).toBeVisible();
    await open(page, program, "#/models");
    await page.getByRole("button", { name: "모두 다시 검사" }).click();
    await expect(page.getByText(/미뤘던 문서 1건을 증명합니다/)).toBeVisible({ timeout: 90_000 });
    const line = page.locator(".line").filter({ hasText: "ServiceContract" });
    await expect(line).toContainText("검증됨", { timeout: 90_000 });
    // The run that had no compiler says which one counts.
    await open(page, program, `#/runs/${run}`);
    await expect(page.getByRole("region", { name: /나중 실행/ })).toContainText("검증됨");
  } finally {
    await program.remove();
  }
});
