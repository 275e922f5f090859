// What was noted while a document was read is told also where no rule was found in it, which is when
// one wonders.
import { join } from "node:path";
import { choose, converted, expect, INVOICE, open, shownEnded, test, write } from "./program";

/** Two lines of Korean without a number, as Windows saved them for years: CP949. */
const OLD_TEXT = Buffer.from([
  200, 184, 192, 199, 32, 190, 200, 176, 199, 192, 187, 32, 190, 203, 183, 193, 32, 181, 229, 184,
  179, 180, 207, 180, 217, 46, 10, 194, 252, 188, 174, 199, 216, 32, 193, 214, 188, 188, 191, 228,
  46, 10,
]);

test("a document without rules still tells its notes", async ({ page, program }) => {
  // After a first run the inbox is what one comes to.
  await converted(page, program, INVOICE);
  const file = join(program.place, "notice.txt");
  write(file, OLD_TEXT);
  await open(page, program);
  await choose(page, file);
  await page.getByTestId("convert").click();
  await shownEnded(page, program);
  await expect(page.getByText("규칙을 찾지 못했습니다")).toBeVisible();
  await expect(page.getByRole("region", { name: "참고" })).toContainText("CP949로 보고 읽었습니다");
});
