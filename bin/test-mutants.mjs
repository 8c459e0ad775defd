/**
 * `npm run test:mutants`: puts faults in, on purpose and in copies of this repository, and fails unless for each the test
 * fails that has to notice it. Takes a few minutes; `npm run test:deep` begins with it. A part of a name after `--` runs
 * those that have it.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { installIfStale } from "./bootstrap/install.mjs";
import { continueUnderPinnedNode } from "./bootstrap/pinned-node.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";
import { generateIfStale } from "./build/generate.mjs";
import { makeTemporaryFolder } from "./process/temporary-folder.mjs";

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  await makeTemporaryFolder(closing);
  await generateIfStale();
  const { runMutants } = await import("./checks/run-mutants.mjs");
  return runMutants(process.argv[2]);
}

listenForStop();
const exitCode = await withClosing(main);
process.exit(stopSignal.aborted ? 130 : exitCode);
