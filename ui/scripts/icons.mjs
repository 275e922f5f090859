// Renders every icon set from `icons/proviso.svg`: PNGs by Chromium, then ICO and ICNS, which are
// plain containers of PNGs. Run after the drawing was changed; the results are committed.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const icons = (name) => fileURLToPath(new URL(`../../icons/${name}`, import.meta.url));
const svg = readFileSync(icons("proviso.svg"), "utf8").replace(/^[^]*?(?=<svg)/, "");

/** What Tauri's `bundle.icon` names, with the width of each. */
const PNGS = {
  "32x32.png": 32,
  "64x64.png": 64,
  "128x128.png": 128,
  "128x128@2x.png": 256,
  "icon.png": 512,
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();

async function png(width) {
  await page.setViewportSize({ width, height: width });
  const sized = svg.replace(/width="\d+" height="\d+"/, `width="${width}" height="${width}"`);
  await page.setContent(`<style>*{margin:0;display:block}</style>${sized}`);
  return page.screenshot({ omitBackground: true });
}

/** Windows: a directory of sixteen-byte entries, then the PNGs. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let at = head.length;
  images.forEach(({ width, bytes }, i) => {
    const entry = 6 + 16 * i;
    head.writeUInt8(width % 256, entry);
    head.writeUInt8(width % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += bytes.length;
  });
  return Buffer.concat([head, ...images.map((it) => it.bytes)]);
}

/** macOS: `icns`, the length, then typed chunks with their lengths. */
function icns(images) {
  const kinds = { 128: "ic07", 256: "ic08", 512: "ic09", 32: "ic11", 64: "ic12" };
  const chunks = images.map(({ width, bytes }) => {
    const head = Buffer.alloc(8);
    head.write(kinds[width], 0, "latin1");
    head.writeUInt32BE(bytes.length + 8, 4);
    return Buffer.concat([head, bytes]);
  });
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(8);
  head.write("icns", 0, "latin1");
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

const rendered = new Map();
for (const width of [16, 24, 32, 48, 64, 128, 256, 512]) rendered.set(width, await png(width));
await browser.close();
const of = (widths) => widths.map((width) => ({ width, bytes: rendered.get(width) }));
for (const [name, width] of Object.entries(PNGS)) writeFileSync(icons(name), rendered.get(width));
writeFileSync(icons("icon.ico"), ico(of([16, 24, 32, 48, 64, 256])));
writeFileSync(icons("icon.icns"), icns(of([32, 64, 128, 256, 512])));
