import type { Closing } from "../bootstrap/closing.mjs";
import { printLine } from "../bootstrap/report.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { makeTemporaryFolder } from "../process/make-temporary-folder.ts";
import { checks, type Finding } from "./checks.ts";

/** Runs every check, also after one has failed, and prints the sum over all of them. Returns the exit code. */
export async function runChecks(closing: Closing): Promise<number> {
  makeTemporaryFolder(closing);
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const slowest: string[] = [];
  const repeated: string[] = [];
  for (const { title, check } of checks) {
    stopSignal.throwIfAborted();
    const found = await conduct(title, check);
    sum.passed += found.passed;
    sum.failed += found.failed;
    sum.skipped += found.skipped;
    if (found.slowest) slowest.push(`Slowest of ${title}:\n\n${found.slowest.join("\n")}`);
    repeated.push(...(found.repeated ?? []));
    if (found.failed > 0) failures.push(...(found.failures ?? [`✗ ${title}`]));
  }
  // Printed in each run, so that a test that becomes slow is seen.
  for (const list of slowest) console.log(`\n${list}`);
  // Once more at the end: of a long output that is what is left to read.
  if (repeated.length > 0)
    console.log(`\nFailed, and passed when repeated:\n\n${repeated.join("\n\n")}`);
  if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join("\n\n")}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.failed === 0 ? 0 : 1;
}

async function conduct(title: string, check: () => Promise<Finding>): Promise<Finding> {
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
