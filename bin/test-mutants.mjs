/**
 * `npm run test:mutants`: puts faults in, on purpose and in copies of this repository, and fails unless for each the test
 * fails that has to notice it. Takes a few minutes; `npm run test:deep` begins with it. A part of a name after `--` runs
 * those that have it.
 */
import "./steps/check-node.mjs";
import { withClosing } from "./steps/closing.mjs";
import { generateIfStale } from "./steps/generate.mjs";
import { installIfStale } from "./steps/install.mjs";
import { continueUnderPinnedNode } from "./steps/pinned-node.mjs";
import { listenForStop, stopSignal } from "./steps/stop-signal.mjs";
import { makeTemporaryFolder } from "./steps/temporary-folder.mjs";

/** @param {import("./steps/closing.mjs").Closing} closing */
async function main(closing) {
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  await makeTemporaryFolder(closing);
  await generateIfStale();
  const { runMutants } = await import("./steps/mutants.mjs");
  return runMutants(process.argv[2]);
}

listenForStop();
const exitCode = await withClosing(main);
process.exit(stopSignal.aborted ? 130 : exitCode);
