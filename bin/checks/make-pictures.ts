import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { run } from "../bootstrap/run.mjs";
import { buildApp } from "../build/build-app.ts";
import { makeTemporaryFolder } from "../process/make-temporary-folder.ts";
import { installBrowserIfMissing } from "./install-browser.ts";

const TIMEOUT_MS = 15 * 60_000;
/** Each picture of README, and the screenshot that it is. */
const PICTURES = {
  "overview.png": "overview-light-desktop.png",
  "overview-phone.png": "overview-light-phone.png",
  "review.png": "admin-withdrawals-id-light-desktop.png",
  "review-phone.png": "admin-withdrawals-id-light-phone.png",
};

/** Runs the journeys that visit every page, and copies their screenshots to docs. Returns the exit code. */
export async function makePictures(closing: Closing): Promise<number> {
  makeTemporaryFolder(closing);
  await buildApp();
  await installBrowserIfMissing();
  const playwright = join(repositoryFolder, "node_modules/@playwright/test/cli.js");
  const journeys = ["e2e/pages-partner.spec.ts", "e2e/pages-console.spec.ts"];
  const { code, output } = await run(process.execPath, [playwright, "test", ...journeys], {
    cwd: repositoryFolder,
    timeoutMs: TIMEOUT_MS,
    // What a first visit shows.
    env: { ...process.env, DEMO_HISTORY_DAYS: "90", TEST_PICTURES: "1" },
  });
  if (code !== 0) {
    console.error(output);
    return code;
  }
  for (const [picture, screenshot] of Object.entries(PICTURES)) {
    const path = join("docs/pictures", picture);
    await copyFile(
      join(repositoryFolder, "test-results/pages", screenshot),
      join(repositoryFolder, path),
    );
    console.log(path);
  }
  return 0;
}
