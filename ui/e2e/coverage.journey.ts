// A lease that contradicts itself where no rule looks does not look like one that was checked, and
// each number that was read as no value is one click away.
import { join } from "node:path";
import {
  choose,
  converted,
  corrected,
  ended,
  expect,
  INVOICE,
  open,
  shownEnded,
  test,
  write,
} from "./program";

const LEASE = `LEASE AGREEMENT

Lease date: March 1, 2031
Begin: April 1, 2031
End: March 31, 2032

Monthly rent: $1,450.00
Rent for the year: $18,400.00
Security deposit: $2,900.00
Late charge: $75.00

Keys that are lost are replaced for parts of 18.35 and 14.20 each.
`;

test("a verdict that speaks of little says so, and shows what nobody read", async ({
  page,
  program,
}) => {
  // After a first run the inbox is what one comes to.
  await converted(page, program, INVOICE);
  const file = join(program.place, "lease.txt");
  write(file, Buffer.from(LEASE));
  await open(page, program);
  await choose(page, file);
  await page.getByTestId("convert").click();
  await shownEnded(page, program);
  const strip = page.getByRole("region", { name: "판정" });
  await expect(strip).toContainText("교차 확인된 값이 적습니다");
  const unheld = strip.getByRole("button", { name: /필드 밖/ });
  await unheld.click();
  const number = strip.getByRole("button", { name: /14\.20/ });
  await number.click();
  await expect(number).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator('[data-mark^="unheld-"].loud')).toHaveCount(1);
});

test("header, tabs and analysis count alike, before and after a person's word", async ({
  page,
  program,
}) => {
  const numbers = async (run: string) => {
    await open(page, program, `#/runs/${run}`);
    const strip = page.getByRole("region", { name: "판정" });
    await expect(strip).toContainText("어긋남");
    const counted = (await strip.innerText()).replace(/\s+/g, " ");
    const of = (text: string, what: RegExp) => Number(what.exec(text)?.[1] ?? Number.NaN);
    const tab = await page.getByRole("tab", { name: /지적 사항/ }).innerText();
    const list = await page.getByRole("radio", { name: /^규칙 \d/ }).innerText();
    await page.getByRole("tab", { name: "분석" }).click();
    const analysis = page.getByRole("region", { name: "분석" });
    await expect(analysis).toContainText("성립");
    const told = await analysis.innerText();
    return {
      header: of(counted, /(\d+) 어긋남/),
      tab: of(tab, /(\d+)/),
      analysis: of(told, /어긋남 (\d+)개/),
      holds: [
        // What no judge has proved is told apart, where there is any.
        of(counted, /(\d+) 증명됨/) + (of(counted, /(\d+) 계산만 함/) || 0),
        of(told, /성립 (\d+)개/),
      ],
      all: [of(list, /(\d+)/), of(told, /규칙 (\d+)개/)],
      told,
    };
  };
  const run = await converted(page, program, INVOICE);
  const before = await numbers(run);
  expect(before).toMatchObject({ header: 3, tab: 3, analysis: 3, holds: [12, 12], all: [15, 15] });

  const { rules } = await program.call<{ rules: { id: number; status: string }[] }>(
    page,
    "runs.show",
    { run },
  );
  const [slip] = rules.filter((it) => it.status === "refuted");
  const request = { run, rule: slip?.id, reason: "전화로 합의함", by: "김영희" };
  const { run: waived } = await program.call<{ run: string }>(page, "runs.waive", request);
  await ended(page, program, waived);
  const after = await numbers(waived);
  expect(after).toMatchObject({ header: 2, tab: 2, analysis: 2, holds: [12, 12], all: [15, 15] });
  expect(after.told).toContain("예외 처리 1개");

  // And a value that a person corrected is told with who said so, and when.
  const last = await numbers(await corrected(page, program, waived, "이민수"));
  expect(last).toMatchObject({ header: 0, analysis: 0, holds: [15, 15], all: [15, 15] });
  expect(last.told).toMatch(/판독: 252,000원, 이민수, \d{4}-\d{2}-\d{2}/);
});
