// A program that ended in the middle, opened again: what waited still waits, and what was under way
// goes on with one click, from the inbox or from the run itself.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { enter, expect, judgedBy, open, Program, test, waitingStandIn } from "./program";

interface Run {
  run: string;
  verdict: string | null;
}

const list = async (page: Page, program: Program) =>
  (await program.call<{ rows: Run[] }>(page, "runs.list")).rows.sort(
    (a, b) => Number(a.run) - Number(b.run),
  );
const verdicts = async (page: Page, program: Program) =>
  (await list(page, program)).map((it) => it.verdict);

test("after a crash nothing that was asked for is forgotten", async ({ page }) => {
  const program = new Program();
  const compiler = waitingStandIn(join(program.place, "bin/idris2"));
  /** Converts, and ends the program in the middle of the first. */
  async function crash(names: string[]): Promise<void> {
    await program.start(0, judgedBy(compiler.path));
    await enter(page, program);
    await program.call(page, "settings.set", { parallel_runs: 1 });
    const paths = names.map((it) => `sample:${it}`);
    await program.call(page, "runs.convert", { paths, together: false });
    await expect
      .poll(async () => {
        const { entries } = await program.call<{ entries: { stage: string | null }[] }>(
          page,
          "runs.queue",
        );
        return entries.map((it) => it.stage);
      })
      .toContain("typecheck");
    await program.kill();
    // Whoever comes back has no compiler: what goes on is not held up again.
    await program.start(0, judgedBy("none"));
  }
  try {
    await crash(["service_contract.pdf", "goods_invoice.pdf"]);
    await open(page, program);
    // What waited goes by itself; what was under way is what was cut off, and nothing else.
    await expect
      .poll(() => verdicts(page, program), { timeout: 100_000 })
      .toEqual(["interrupted", "discrepant"]);
    const row = page.getByRole("region", { name: "중간에 끊긴 실행" }).getByRole("listitem");
    await expect(row).toHaveCount(1);
    await row.getByRole("button", { name: /이어서 실행/ }).click();
    await expect(row).toHaveCount(0, { timeout: 60_000 });
    await expect
      .poll(() => verdicts(page, program), { timeout: 60_000 })
      .toEqual(["checked", "discrepant"]);

    // The same from the run's own screen.
    await program.kill();
    await crash(["service_contract.pdf"]);
    await enter(page, program);
    const cut = (await list(page, program)).filter((it) => it.verdict === "interrupted");
    expect(cut).toHaveLength(1);
    await open(page, program, `#/runs/${cut[0]?.run}`);
    await expect(page.getByRole("region", { name: "판정" })).toContainText("중단됨");
    await page.getByRole("button", { name: "이어서 실행", exact: true }).click();
    await expect(page.getByRole("region", { name: "판정" })).toContainText("자체 검증됨", {
      timeout: 60_000,
    });
    expect(await verdicts(page, program)).not.toContain("interrupted");
  } finally {
    compiler.release();
    await program.remove();
  }
});
