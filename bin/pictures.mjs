/**
 * `npm run pictures`: makes the screenshots of README anew, from the journeys that visit every page. Needs no running
 * service: the journeys start one with the demo.
 */
import "./bootstrap/check-node.mjs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { withClosing } from "./bootstrap/closing.mjs";
import { installIfStale } from "./bootstrap/install.mjs";
import { repositoryFolder } from "./bootstrap/paths.mjs";
import { continueUnderPinnedNode } from "./bootstrap/pinned-node.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";
import { makeTemporaryFolder } from "./process/temporary-folder.mjs";

const TIMEOUT_MS = 15 * 60_000;
/** Each picture of README, and the screenshot that it is. */
const PICTURES = {
  "overview.png": "overview-light-desktop.png",
  "overview-phone.png": "overview-light-phone.png",
  "review.png": "admin-withdrawals-id-light-desktop.png",
  "review-phone.png": "admin-withdrawals-id-light-phone.png",
};

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  await makeTemporaryFolder(closing);
  const { buildApp } = await import("./build/build-app.mjs");
  const { installBrowserIfMissing } = await import("./checks/install-browser.mjs");
  const { run } = await import("./bootstrap/run.mjs");
  await buildApp();
  await installBrowserIfMissing();
  const playwright = join(repositoryFolder, "node_modules/@playwright/test/cli.js");
  const journeys = ["e2e/pages-partner.spec.ts", "e2e/pages-console.spec.ts"];
  const { code, output } = await run(process.execPath, [playwright, "test", ...journeys], {
    cwd: repositoryFolder,
    timeoutMs: TIMEOUT_MS,
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

listenForStop();
const exitCode = await withClosing(main);
process.exit(stopSignal.aborted ? 130 : exitCode);
