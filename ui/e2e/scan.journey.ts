// A scan of several pages: its pages are shown at once, and say what is printed on them as they are
// recognized.
import { join } from "node:path";
import { choose, converted, ended, expect, INVOICE, open, shown, test, write } from "./program";
import { scan, sheets } from "./scans";

// So many that the last is still to be read when the first picture is drawn, on a fast machine, too.
const N_PAGES = 8;
test("a scan shows its pages before it has read them", async ({ page, program }) => {
  // The pages are recognized beside another journey: a minute and more where both cores are busy.
  test.slow();
  // After a first run the inbox is what one comes to.
  await converted(page, program, INVOICE);
  const file = join(program.place, "scan.pdf");
  write(file, scan(await sheets(page, N_PAGES)));
  /** Pictures of the page that lies askew, by their width. */
  const asked: number[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/pages.image")) return;
    const { page: number, width } = request.postDataJSON() as { page: number; width: number };
    if (number === 2) asked.push(width);
  });
  await open(page, program);
  await choose(page, file);
  await page.getByTestId("convert").click();
  const run = await shown(page);

  // All pages are there with their pictures, and the last one is not read yet.
  const list = page.getByRole("toolbar", { name: "쪽 목록" });
  const last = list.getByRole("button", { name: `${N_PAGES}쪽, 읽기를 기다리는 중` });
  await expect(last).toBeVisible();
  // What is being done is said: of the page that is read now, and of how many are done.
  await expect(page.locator(".sheet .reading").first()).toContainText("글자 인식 중");
  await expect(page.getByRole("list", { name: "단계" })).toContainText(`/${N_PAGES}`);
  await expect(page.locator(".sheet img").first()).toBeVisible();
  await expect(list.getByRole("button")).toHaveCount(N_PAGES);
  // Of the pages in view all may have been read meanwhile; the last one has not.
  await expect(last).toBeVisible();

  // The sign goes as the words come, and the page that was straightened has another picture.
  await ended(page, program, run, 240_000);
  await expect(page.getByText("글자 인식 중")).toHaveCount(0);
  await expect(page.getByText("읽기를 기다리는 중")).toHaveCount(0);
  await expect(list.getByRole("button", { name: `${N_PAGES}쪽`, exact: true })).toBeVisible();
  await list.getByRole("button", { name: "2쪽" }).click();
  await expect.poll(() => asked.filter((it) => it === asked[0]).length).toBeGreaterThan(1);
  await expect(page.locator(".sheet img").first()).toBeVisible();
});

test("the bar of a scan goes on only, and says which page is recognized", async ({
  page,
  program,
}) => {
  await converted(page, program, INVOICE);
  const file = join(program.place, "second scan.pdf");
  write(file, scan((await sheets(page, 3)).reverse()));
  await open(page, program);
  // What the bar showed, looked at with every picture that the screen draws.
  await page.evaluate(() => {
    const seen: { share: number; said: string }[] = [];
    (window as unknown as { seen: typeof seen }).seen = seen;
    const look = () => {
      const bar = document.querySelector('[role="progressbar"]');
      const said = bar?.closest(".row-queue")?.querySelector('[role="status"]')?.textContent;
      if (bar) seen.push({ share: Number(bar.getAttribute("aria-valuenow")), said: said ?? "" });
      requestAnimationFrame(look);
    };
    look();
  });
  await choose(page, file);
  await page.getByTestId("convert").click();
  const run = await shown(page);
  await page.getByRole("link", { name: "문서함", exact: true }).click();
  await ended(page, program, run);
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { share: number; said: string }[] }).seen,
  );
  const shares = seen.map((it) => it.share);
  expect(shares.length).toBeGreaterThan(0);
  expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  expect(seen.some((it) => /3쪽 가운데 \d쪽 글자 인식 중/.test(it.said))).toBe(true);
});
