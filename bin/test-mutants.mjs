/**
 * `npm run test:mutants`: mutation tests. Inserts faults into copies of this repository, and fails unless the named
 * test of each fault fails. Takes a few minutes; `npm run test:deep` begins with it. A part of a name after `--` runs
 * the mutants with that name.
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
