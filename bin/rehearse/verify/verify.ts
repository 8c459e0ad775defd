import type { LoadLog } from "../load/operations.ts";
import { runCommand } from "../service/run-command.ts";
import type { Settings } from "../service/settings.ts";
import { type Comparison, compareBooks, expectedWallet } from "./compare-books.ts";
import { readMoves, readWallets, type WalletInBooks } from "./read-books.ts";

const CHECKS = ["audit", "verify-audit", "reconcile"] as const;
const RECONCILE_TRIES = 3;

/** What a wallet must have and what it has, in micro-USD. */
export interface WalletFigures {
  partnerId: string;
  expectedMicroUsd: bigint;
  balanceMicroUsd: bigint;
  transactionsMicroUsd: bigint;
}

/** A command that checks the books, with its exit code and last line. */
export interface CheckFigures {
  command: string;
  code: number;
  lastLine: string;
}

export interface Verification {
  comparison: Comparison;
  wallets: WalletFigures[];
}

/** Whether a wallet is not the sum of its operations, in the ledger or in the list that its partner sees. */
export const isWrong = ({
  expectedMicroUsd,
  balanceMicroUsd,
  transactionsMicroUsd,
}: WalletFigures) =>
  expectedMicroUsd !== balanceMicroUsd || expectedMicroUsd !== transactionsMicroUsd;

/** Compares what the load knows with the books: reports what is wrong, one sentence each. */
export function wrongBooks(comparison: Comparison, wallets: readonly WalletFigures[]): string[] {
  const names = ["lost", "duplicated", "different", "unknown"] as const;
  return [
    ...(comparison.acknowledged === 0 ? ["no operation was acknowledged"] : []),
    ...names
      .filter((name) => comparison[name].length > 0)
      .map((name) => `${comparison[name].length} operations ${name}`),
    ...wallets
      .filter(isWrong)
      .map(
        ({ partnerId, expectedMicroUsd, balanceMicroUsd, transactionsMicroUsd }) =>
          `the wallet of ${partnerId} has ${balanceMicroUsd}, its transactions are ${transactionsMicroUsd}, expected ${expectedMicroUsd}`,
      ),
  ];
}

interface Verified {
  url: string;
  partnerIds: readonly string[];
  log: LoadLog;
  /** The wallets before the load. */
  before: ReadonlyMap<string, WalletInBooks>;
  /** What was deposited during the load, by partner. */
  deposited: ReadonlyMap<string, bigint>;
}

/** Compares everything that the load knows with the books, key by key. No request may be under way. */
export async function verify(verified: Verified): Promise<Verification> {
  const { url, partnerIds, log, before, deposited } = verified;
  const moves = await readMoves(url, partnerIds);
  const after = await readWallets(url, partnerIds);
  const wallets = partnerIds.map((partnerId) => {
    const [start, end] = [before.get(partnerId), after.get(partnerId)];
    if (start === undefined || end === undefined) throw new Error(`${partnerId} has no wallet.`);
    const expectedMicroUsd = expectedWallet(
      partnerId,
      start.balanceMicroUsd,
      deposited.get(partnerId) ?? 0n,
      moves,
    );
    return { partnerId, expectedMicroUsd, ...end };
  });
  return { comparison: compareBooks(log.operations, moves), wallets };
}

/** Runs the commands that check the books, as an operator would. */
export async function runChecks(env: Settings): Promise<CheckFigures[]> {
  const checks: CheckFigures[] = [];
  for (const name of CHECKS) {
    let found = await runCheck(name, env);
    // A sweep may be between its block and its entry in the books: then the next look agrees.
    for (
      let tries = 1;
      found.code !== 0 && name === "reconcile" && tries < RECONCILE_TRIES;
      tries += 1
    )
      found = await runCheck(name, env);
    checks.push(found);
  }
  return checks;
}

async function runCheck(name: (typeof CHECKS)[number], env: Settings): Promise<CheckFigures> {
  const { code, output } = await runCommand(name, [], env);
  const lines = output.trim().split("\n");
  // The last line of verify-audit is the end of the log, to be written down elsewhere.
  const lastLine = (code === 0 && name === "verify-audit" ? lines.at(-2) : lines.at(-1)) ?? "";
  return { command: `npm run ${name}`, code, lastLine };
}
