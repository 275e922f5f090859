// From a document to its verdict: upload, drop, paste, the same file twice, bad files.
import { readFileSync } from "node:fs";
import { choose, CONTRACT, expect, hasCompiler, INVOICE, open, test } from "./program";

test.describe.configure({ mode: "serial" });

test("who goes somewhere before the program has answered stays there", async ({
  page,
  program,
}) => {
  let release = () => {};
  const held = new Promise<void>((go) => (release = go));
  await page.route(/\/api\/app\.state/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, program, "#/welcome");
  const inbox = page.getByRole("link", { name: "문서함" });
  await inbox.click();
  await expect(page).toHaveURL(/#\/inbox/);
  release();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName("interactive").length))
    .toBe(1);
  await expect(page).toHaveURL(/#\/inbox/);
  await expect(page.getByRole("button", { name: "파일 선택" })).toBeVisible();
});

test("the first start explains itself and converts the sample at one click", async ({
  page,
  program,
}) => {
  // The link that `proviso serve` prints, as a person opens it.
  await page.goto(program.url);
  await expect(page).toHaveURL(/#\/welcome/);
  await page.getByRole("button", { name: /goods_invoice/ }).click();
  await expect(page).toHaveURL(/#\/runs\/\d+/);
  await expect(page.getByRole("region", { name: "판정" }).getByText("불일치")).toBeVisible({
    timeout: 90_000,
  });
  await expect(page.getByRole("tab", { name: /지적 사항/ })).toContainText("3");
});

test("an uploaded file is looked at, named, converted and opened", async ({ page, program }) => {
  await open(page, program);
  await choose(page, {
    name: "용역계약서 최종.pdf",
    mimeType: "application/pdf",
    buffer: readFileSync(CONTRACT),
  });
  await expect(page.getByText("용역계약서 최종.pdf")).toBeVisible();
  const project = page.getByLabel("프로젝트");
  await project.fill("한글이름");
  await expect(page.getByText(/대문자로 시작하는 영문자/)).toBeVisible();
  await expect(page.getByTestId("convert")).toBeDisabled();
  await project.fill("ServiceUpload");
  await page.getByTestId("convert").click();
  await expect(page).toHaveURL(/#\/runs\/\d+/);
  const verdict = (await hasCompiler(page, program)) ? "검증됨" : "자체 검증됨";
  await expect(page.getByRole("region", { name: "판정" }).getByText(verdict)).toBeVisible({
    timeout: 90_000,
  });
  await expect(page.getByRole("heading", { name: "용역계약서 최종" })).toBeVisible();
  await expect(page.getByText("· ServiceUpload"), "a project's name is a detail").toBeVisible();
});

test("a dropped file that was converted before is asked about once", async ({ page, program }) => {
  await open(page, program, "#/settings");
  const bytes = readFileSync(INVOICE).toString("base64");
  const transfer = await page.evaluateHandle((base64) => {
    const raw = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([raw], "again.pdf", { type: "application/pdf" }));
    transfer.items.add(new File([raw], "copy of again.pdf", { type: "application/pdf" }));
    return transfer;
  }, bytes);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await expect(page.getByText("놓으면 파일 2개를 추가합니다")).toBeVisible();
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await expect(page).toHaveURL(/#\/inbox/);
  await expect(page.getByText(/이미 변환한 파일입니다/)).toHaveCount(1);
  await expect(page.getByTestId("convert")).toBeDisabled();
  await page.getByRole("button", { name: "다시 변환" }).click();
  await expect(page.getByTestId("convert")).toBeEnabled();
});

test("a file that cannot be read says why and leaves the others alone", async ({
  page,
  program,
}) => {
  await open(page, program);
  await choose(page, [
    { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 cut off") },
    {
      name: "note.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("공급가액 1,000,000원\n부가세 100,000원\n합계 1,100,000원\n"),
    },
  ]);
  await expect(
    page.getByRole("alert").filter({ hasText: "문서를 읽을 수 없습니다" }),
  ).toBeVisible();
  await expect(page.getByText("note.txt")).toBeVisible();
  await expect(page.getByTestId("convert")).toBeEnabled();
});

test("a pasted image is taken in under a name of its own", async ({ page, program }) => {
  await open(page, program);
  await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 40;
    canvas.getContext("2d")?.fillRect(0, 0, 20, 20);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const transfer = new DataTransfer();
    transfer.items.add(new File([blob!], "image.png", { type: "image/png" }));
    window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true }));
  });
  await expect(page.getByText(/붙여넣은 이미지 .*\.png/)).toBeVisible();
});
