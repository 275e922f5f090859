// What is handed on to others: the findings on paper or as PDF, and models that were checked anew.
import { converted, expect, INVOICE, open, test, uploaded, told } from "./program";

test.describe.configure({ mode: "serial" });

test("the findings are printed alone, with pictures of the places", async ({ page, program }) => {
  // Pages that are mostly pictures are recognized, which takes a busy machine its time.
  test.setTimeout(240_000);
  const run = await converted(page, program, INVOICE);
  // The dialog of the system is all that cannot be answered here.
  await page.addInitScript(() => {
    window.print = () => document.body.classList.add("asked");
  });
  await program.call(page, "settings.set", { theme: "dark" });
  await open(page, program, `#/runs/${run}`);
  await page.locator("article.bad").first().waitFor();
  await page.getByRole("button", { name: "더 보기" }).click();
  await page.getByRole("menuitem", { name: /PDF/ }).click();
  await expect(page.locator("body.asked")).toBeAttached();
  await expect(page).toHaveTitle("GoodsInvoice-findings");
  await expect(page.locator("nav.sidebar"), "on the screen nothing changes").toBeVisible();
  const report = page.locator("body > .on-paper");
  await expect(report).toBeHidden();
  const images = report.locator("img");
  expect(await images.count()).toBeGreaterThan(3);
  const drawn = await images.evaluateAll((all) =>
    all.every((it) => it instanceof HTMLImageElement && it.naturalWidth > 0),
  );
  expect(drawn).toBe(true);

  // Proviso itself reads what was printed.
  const pdf = await page.pdf();
  const path = await uploaded(page, program, "printed.pdf", pdf);
  const [queued] = await program.call<{ run: string }[]>(page, "runs.convert", {
    paths: [path],
    together: false,
  });
  // Its text is there as soon as it is read; what a report about a document means is no question.
  const read = new URL("/api/pages.text", program.url).href;
  let text = "";
  await expect(async () => {
    const answer = await page.request.post(read, {
      data: { run: queued?.run, document: 0, page: 1 },
      headers: { origin: new URL(program.url).origin },
    });
    const { lines } = (await answer.json()) as { lines: { text: string }[] };
    text = lines.map((it) => it.text.replaceAll(" ", "")).join("\n");
    expect(text).toContain("책갈피세트:공급가액252,000원≠수량75×단가3,400원");
  }).toPass({ timeout: 150_000 });
  await program.call(page, "runs.cancel", { run: queued?.run });
  expect(text, "the application is not on the paper").not.toContain("문서함");

  // After the printing the page is as it was.
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(report).toHaveCount(0);
  await expect(page).toHaveTitle(/Proviso/);
});

test("all models are checked anew, and it is said how far that is", async ({ page, program }) => {
  await open(page, program, "#/models");
  const line = page.locator(".line").filter({ hasText: "GoodsInvoice" });
  // The run's own check stands there already.
  await expect(line).toContainText("통과");
  const all = page.getByRole("button", { name: "모두 다시 검사" });
  // What is checked in no time is said no longer than that: all that the button says is kept.
  const said = await all.evaluateHandle((button) => {
    const said: string[] = [];
    const noted = () => said.push(button.textContent ?? "");
    new MutationObserver(noted).observe(button, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return said;
  });
  await all.click();
  await expect.poll(async () => (await said.jsonValue()).join("\n")).toMatch(/검사 중 \d+\/\d+/);
  await told(page, /\d+개 중 \d+개 통과/, 90_000);
  await expect(page.getByRole("button", { name: "모두 다시 검사" })).toBeEnabled();
});
