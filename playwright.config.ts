import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./bin/checks/find-browser.ts";

// Each service of the journeys is several processes of Node, which compile the same code. vitest.config.ts has the same.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const executablePath = findBrowser();
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testMatch: ["e2e/**/*.spec.ts", "bin/**/*.spec.ts"],
  outputDir: "test-results/journeys",
  globalSetup: "./test/service/first-data.ts",
  // A page that waits leaves the processor to another. A third journey at a time, with a service of its own, made each slower and
  // all hardly faster: 885 s, with two 870 s.
  workers: 2,
  // A machine that CI shares with others can stop a browser for a minute. The report names each journey that failed and
  // passed when it was repeated; one that fails twice fails the run.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  // How long something takes says nothing here: what is waited for comes when the machine has time for it, also on one
  // that is ten times slower. Only what never comes waits as long.
  timeout: 10 * 60_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    timezoneId: "UTC",
    // A browser with a window asks nobody before a page that has the focus writes to the clipboard; one without refuses.
    permissions: ["clipboard-write"],
    // A trace of each journey makes all of them a third longer: one that failed is run again with `--trace on`.
    trace: "off",
    // Shorter than a journey may take, so that the report names the step that waited.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium has no sandbox for root. The rest keeps it from calling home.
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
