// Scans that are made of what the browser itself prints: pictures of forms, and PDFs of nothing but
// pictures.
import type { Page } from "@playwright/test";

/** A4 at 150 dots per inch. */
const SIZE = { width: 1240, height: 1754 };

/** A form as a scanner sees it; the second lies a little askew. */
export async function sheets(page: Page, n: number): Promise<Buffer[]> {
  const printer = await page.context().newPage();
  await printer.setViewportSize(SIZE);
  const all: Buffer[] = [];
  for (let number = 1; number <= n; number += 1) {
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
export function scan(pictures: Buffer[]): Buffer {
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
