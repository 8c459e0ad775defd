/**
 * `npm test`: everything that has to be true before a change is taken, in one run. It goes on
 * after a failure, so that one run tells all, and ends with the sum over all suites.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { installIfStale } from "./bootstrap/install.mjs";
import { continueUnderPinnedNode } from "./bootstrap/pinned-node.mjs";
import { printLine } from "./bootstrap/report.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";
import { makeTemporaryFolder } from "./process/temporary-folder.mjs";

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  await makeTemporaryFolder(closing);
  const { checks } = await import("./checks/checks.mjs");
  const sum = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  for (const { title, check } of checks) {
    stopSignal.throwIfAborted();
    const found = await conduct(title, check);
    sum.passed += found.passed;
    sum.failed += found.failed;
    sum.skipped += found.skipped;
    if (found.failed > 0) failures.push(...(found.failures ?? [`✗ ${title}`]));
  }
  // Once more at the end: of a long output that is what is left to read.
  if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join("\n\n")}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.failed === 0 ? 0 : 1;
}

/** @param {string} title @param {() => Promise<import("./checks/checks.mjs").Finding>} check */
async function conduct(title, check) {
  const startedMs = performance.now();
  if (process.stdout.isTTY) process.stdout.write(`  … ${title}`);
  const found = await check().catch((error) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    output: error instanceof Error ? error.message : String(error),
  }));
  stopSignal.throwIfAborted();
  const counts = `${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped`;
  printLine(found.failed === 0 ? "✓" : "✗", title, startedMs, counts);
  if (found.failed > 0) console.log(`\n${found.output}\n`);
  return found;
}

listenForStop();
const exitCode = await withClosing(main);
process.exit(stopSignal.aborted ? 130 : exitCode);
