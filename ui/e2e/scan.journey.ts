// A scan of several pages: its pages are shown at once, and say what is printed on them as they are
// recognized. The scan is made here, of what the browser itself prints.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { choose, converted, ended, expect, INVOICE, open, shown, test, write } from "./program";

const N_PAGES = 5;
/** A4 at 150 dots per inch. */
const SIZE = { width: 1240, height: 1754 };

/** A form as a scanner sees it; the second lies a little askew. */
async function sheets(page: Page): Promise<Buffer[]> {
  const printer = await page.context().newPage();
  await printer.setViewportSize(SIZE);
  const all: Buffer[] = [];
  for (let number = 1; number <= N_PAGES; number += 1) {
    const turned = number === 2 ? "transform: rotate(1.5deg)" : "";
    const lines = Array.from(
      { length: 22 },
      (_, row) => `<tr><td>Item ${number}-${row}</td><td>${1000 + 37 * row} won</td></tr>`,
    );
    await printer.setContent(
      `<body style="margin: 120px; font: 30px sans-serif; ${turned}">` +
        `<h1>Quotation ${number}</h1><table cellpadding=8>${lines.join("")}</table>`,
    );
    all.push(await printer.screenshot({ type: "jpeg", quality: 80 }));
  }
  await printer.close();
  return all;
}

/** A PDF whose pages are these pictures. */
function scan(pictures: Buffer[]): Buffer {
  const { width, height } = SIZE;
  const [across, down] = [(width * 72) / 150, (height * 72) / 150];
  const stream = (entries: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from("\nendstream"),
    ]);
  const first = (index: number) => 3 + 3 * index;
  const kids = pictures.map((_, index) => `${first(index)} 0 R`).join(" ");
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`),
    ...pictures.flatMap((picture, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] ` +
          `/Contents ${first(index) + 1} 0 R ` +
          `/Resources << /XObject << /I ${first(index) + 2} 0 R >> >> >>`,
      ),
      stream("", Buffer.from(`q ${across} 0 0 ${down} 0 0 cm /I Do Q`)),
      stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
          "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
        picture,
      ),
    ]),
  ];
  const parts = [Buffer.from("%PDF-1.4\n")];
  const places: number[] = [];
  let at = parts[0]!.length;
  objects.forEach((object, index) => {
    places.push(at);
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(whole);
    at += whole.length;
  });
  const table = places.map((it) => `${String(it).padStart(10, "0")} 00000 n \n`).join("");
  const n = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${n}\n0000000000 65535 f \n${table}` +
        `trailer\n<< /Size ${n} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

test("a scan shows its pages before it has read them", async ({ page, program }) => {
  // After a first run the inbox is what one comes to.
  await converted(page, program, INVOICE);
  const file = join(program.place, "scan.pdf");
  write(file, scan(await sheets(page)));
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
  const last = list.getByRole("button", { name: `${N_PAGES}쪽, 글자를 읽는 중` });
  await expect(last).toBeVisible();
  await expect(page.locator(".sheet img").first()).toBeVisible();
  await expect(list.getByRole("button")).toHaveCount(N_PAGES);
  await expect(page.locator(".reading").first()).toBeVisible();

  // The sign goes as the words come, and the page that was straightened has another picture.
  await ended(page, program, run);
  await expect(page.getByText("글자를 읽는 중")).toHaveCount(0);
  await expect(list.getByRole("button", { name: `${N_PAGES}쪽`, exact: true })).toBeVisible();
  await list.getByRole("button", { name: "2쪽" }).click();
  await expect.poll(() => asked.filter((it) => it === asked[0]).length).toBeGreaterThan(1);
  await expect(page.locator(".sheet img").first()).toBeVisible();
});
