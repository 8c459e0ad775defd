import { join } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { run } from "../bootstrap/run.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { generateIfStale } from "../build/generate.ts";
import { makeTemporaryFolder } from "../process/make-temporary-folder.ts";
import { runMutants } from "./run-mutants.ts";

const testTimeoutMs = 2 * 60 * 60_000;

/** Each test that has a matrix of faults in two sizes. */
export const deepTestFiles = [
  // Threat 1: more asked for at once than there is. 15: an approval and a cancellation at once.
  "lib/cards/races.test.ts",
  "lib/withdrawals/create-withdrawal.test.ts",
  "lib/accounting/postings/races.test.ts",
  "lib/backoffice/races.test.ts",
  // 2: keys that many use at once, and replies that are cut.
  "lib/http/idempotency-at-once.test.ts",
  "lib/http/cut-replies.test.ts",
  // 3: amounts against an oracle.
  "lib/http/amounts.test.ts",
  "lib/kernel/money.test.ts",
  // Any sequence of operations against a model of the books.
  "lib/ledger/model.test.ts",
  // 10, 12: reorganisations of each depth.
  "lib/treasury/payouts/reorganisations.test.ts",
  "lib/deposits/watch/reorganisations.test.ts",
  // 6: stopped, and killed, at each step of a payout.
  "lib/treasury/payouts/kill-steps.test.ts",
  "lib/treasury/payouts/kill-process.test.ts",
  // Messages of a card network in any order, repeated, dropped and caught up.
  "lib/cards/network/any-order.test.ts",
  // The same through the webhooks of both issuers.
  "lib/cards/inbound/any-order.test.ts",
  // Messages of a dispute in any order, beside everything else that happens to its card.
  "lib/cards/disputes/any-order.test.ts",
];
export const deepJourneys = [
  // 19: the process that sends webhooks is killed.
  "bin/webhooks.spec.ts",
  // 5, 25: PostgreSQL, the server and a chain are killed under load.
  "bin/kills.spec.ts",
];

/** Runs the mutants, then the matrices of faults in their full size. Returns the exit code. */
export async function runDeepTests(closing: Closing): Promise<number> {
  makeTemporaryFolder(closing);
  await generateIfStale();
  // 27: a check that cannot fail.
  const mutants = await runMutants();
  stopSignal.throwIfAborted();
  const timeout = `--testTimeout=${testTimeoutMs}`;
  const units = await runPackage("vitest/vitest.mjs", ["run", timeout, ...deepTestFiles]);
  stopSignal.throwIfAborted();
  const kills = await runPackage("@playwright/test/cli.js", ["test", ...deepJourneys]);
  return mutants || units || kills;
}

/** Runs a program below node_modules and returns its exit code. */
async function runPackage(program: string, args: string[]): Promise<number> {
  const { code } = await run(
    process.execPath,
    [join(repositoryFolder, "node_modules", program), ...args],
    { cwd: repositoryFolder, env: { ...process.env, TEST_MATRIX: "1" }, stdio: "inherit" },
  );
  return code;
}
