/**
 * `npm run test:deep`: the matrices of faults in their full size (test/rounds.ts), which take half an hour, and before
 * them the faults that are put in on purpose (test/mutants). `npm test` runs a part of each matrix.
 */
import "./bootstrap/check-node.mjs";
import { join } from "node:path";
import { withClosing } from "./bootstrap/closing.mjs";
import { installIfStale } from "./bootstrap/install.mjs";
import { repositoryFolder } from "./bootstrap/paths.mjs";
import { continueUnderPinnedNode } from "./bootstrap/pinned-node.mjs";
import { run } from "./bootstrap/run.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";
import { generateIfStale } from "./build/generate.mjs";
import { makeTemporaryFolder } from "./process/temporary-folder.mjs";

const testTimeoutMs = 30 * 60_000;

const vitestFiles = [
  // Threat 1: more asked for at once than there is. 15: an approval and a cancellation at once.
  "lib/cards/races.test.ts",
  "lib/withdrawals/create-withdrawal.test.ts",
  "lib/backoffice/races.test.ts",
  // 2: keys that many use at once, and replies that are cut.
  "lib/http/idempotency-at-once.test.ts",
  "lib/http/cut-replies.test.ts",
  // 3: amounts against an oracle.
  "lib/http/amounts.test.ts",
  "lib/kernel/money.test.ts",
  // 10, 12: reorganisations of each depth.
  "lib/treasury/payouts/reorganisations.test.ts",
  "lib/deposits/watch/reorganisations.test.ts",
  // 6: stopped, and killed, at each step of a payout.
  "lib/treasury/payouts/kill-steps.test.ts",
  "lib/treasury/payouts/kill-process.test.ts",
];
const journeys = [
  // 19: the process that sends webhooks is killed.
  "bin/webhooks.spec.ts",
  // 5, 25: PostgreSQL, the server and a chain are killed under load.
  "bin/kills.spec.ts",
];

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  await makeTemporaryFolder(closing);
  await generateIfStale();
  // 27: a check that cannot fail.
  const { runMutants } = await import("./checks/run-mutants.mjs");
  const mutants = await runMutants();
  stopSignal.throwIfAborted();
  const timeout = `--testTimeout=${testTimeoutMs}`;
  const units = await runPackage("vitest/vitest.mjs", ["run", timeout, ...vitestFiles]);
  stopSignal.throwIfAborted();
  const kills = await runPackage("@playwright/test/cli.js", ["test", ...journeys]);
  return mutants || units || kills;
}

/** @param {string} program below node_modules @param {string[]} args @returns {Promise<number>} its exit code */
async function runPackage(program, args) {
  const { code } = await run(
    process.execPath,
    [join(repositoryFolder, "node_modules", program), ...args],
    { cwd: repositoryFolder, env: { ...process.env, TEST_MATRIX: "1" }, stdio: "inherit" },
  );
  return code;
}

listenForStop();
const exitCode = await withClosing(main);
process.exit(stopSignal.aborted ? 130 : exitCode);
