// Journeys in a real browser against the real program; `--project=screens` writes the pictures of
// every screen instead. The browser is the system's: nothing is downloaded.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Bounds, not waits: a compiler on a busy machine takes its time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each worker has a program of its own; two cores are enough for two.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? "line" : "list",
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    },
    viewport: { width: 1440, height: 900 },
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    // What is pointed at stands still: the page goes to it at once. The day is spent with motion.
    contextOptions: { reducedMotion: "reduce" },
    trace: "retain-on-failure",
  },
  projects: [
    { name: "journeys", testMatch: /.*\.journey\.ts/ },
    { name: "screens", testMatch: /screens\.ts/, timeout: 900_000 },
    { name: "measure", testMatch: /measure\.ts/, timeout: 300_000 },
  ],
});
