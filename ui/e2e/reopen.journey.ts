// A program that ended in the middle, opened again: what waited still waits, and what was under way
// goes on with one click.
import { expect, open, Program, test } from "./program";

interface Run {
  run_id: string;
  project_name: string;
  verdict: string | null;
}

test("after a crash nothing that was asked for is forgotten", async ({ page }) => {
  const program = new Program();
  try {
    await program.start();
    await open(page, program);
    await program.call(page, "settings.set", { parallel_runs: 1 });
    const list = async () =>
      (await program.call<{ rows: Run[] }>(page, "runs.list")).rows.sort(
        (a, b) => Number(a.run_id) - Number(b.run_id),
      );
    const paths = ["service_contract.pdf", "goods_invoice.pdf"].map((it) => `sample:${it}`);
    await program.call(page, "runs.convert", { paths, together: false });
    await expect
      .poll(async () => {
        const { entries } = await program.call<{ entries: { state: string }[] }>(
          page,
          "runs.queue",
        );
        return entries.some((it) => it.state === "running");
      })
      .toBe(true);
    await program.kill();
    await program.start();
    await open(page, program);
    // What waited goes by itself.
    await expect
      .poll(async () => (await list()).filter((it) => it.verdict === null).length, {
        timeout: 100_000,
      })
      .toBe(0);
    const after = await list();
    expect(after).toHaveLength(2);
    const broken = after.filter((it) => it.verdict === "interrupted");
    expect(broken.length, "only what was under way").toBeLessThanOrEqual(1);
    for (const it of broken) {
      const row = page
        .getByRole("region", { name: "중간에 끊긴 실행" })
        .getByRole("listitem")
        .filter({ has: page.locator(`a[href="#/runs/${it.run_id}"]`) });
      await row.getByRole("button", { name: /이어서 실행/ }).click();
      await expect(row).toHaveCount(0, { timeout: 60_000 });
    }
    await expect
      .poll(async () => (await list()).map((it) => it.verdict).includes("interrupted"), {
        timeout: 60_000,
      })
      .toBe(false);
  } finally {
    await program.remove();
  }
});
