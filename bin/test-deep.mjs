/**
 * `npm run test:deep`: the matrices of faults in their full size (test/rounds.ts), which take half an hour, and before
 * them the faults that are put in on purpose (test/mutants). `npm test` runs a part of each matrix.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { continueWithPackages } from "./bootstrap/continue-with-packages.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  const exitCode = await continueWithPackages();
  if (exitCode !== undefined) return exitCode;
  const { runDeepTests } = await import("./checks/run-deep-tests.ts");
  return runDeepTests(closing);
}

listenForStop();
const exitCode = await withClosing(main);
process.exit(stopSignal.aborted ? 130 : exitCode);
