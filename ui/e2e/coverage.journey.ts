// A lease that contradicts itself where no rule looks does not look like one that was checked, and
// each number that was read as no value is one click away.
import { join } from "node:path";
import { choose, converted, expect, INVOICE, open, shownEnded, test, write } from "./program";

const LEASE = `LEASE AGREEMENT

Lease date: March 1, 2031
Begin: April 1, 2031
End: March 31, 2032

Monthly rent: $1,450.00
Rent for the year: $18,400.00
Security deposit: $2,900.00
Late charge: $75.00

Keys that are lost are replaced for parts of 18.35 and 1,140.20 each.
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
  const number = strip.getByRole("button", { name: /1,140\.20/ });
  await number.click();
  await expect(number).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator('[data-mark^="unheld-"].loud')).toHaveCount(1);
});
