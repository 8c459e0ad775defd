/**
 * `npm run test:mutants`: puts faults in, on purpose and in copies of this repository, and fails unless for each the test
 * fails that has to notice it. Takes a few minutes; `npm run test:deep` begins with it. A part of a name after `--` runs
 * those that have it.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { continueWithPackages } from "./bootstrap/continue-with-packages.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  const exitCode = await continueWithPackages();
  if (exitCode !== undefined) return exitCode;
  const { runMutantTests } = await import("./checks/run-mutant-tests.ts");
  return runMutantTests(closing, process.argv[2]);
}

listenForStop();
const exitCode = await withClosing(main);
process.exit(stopSignal.aborted ? 130 : exitCode);
