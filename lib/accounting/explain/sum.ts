import type { Subject } from "./subject";

/** A side of a journal in words. */
export interface Leg {
  account: string;
  text: string;
  amountMicroUsd: bigint;
}

export interface Line {
  text: string;
  amountMicroUsd: bigint;
}

interface PostedJournal {
  text: string;
  legs: readonly Leg[];
}

const amountOn = (account: string, { legs }: PostedJournal): bigint =>
  legs.find((leg) => leg.account === account)?.amountMicroUsd ?? 0n;

/** What each other account gave or got; what came and went again, as a hold that was collected, is left out. */
function byAccount(account: string, journals: readonly PostedJournal[]): Line[] {
  const lines = new Map<string, Line>();
  for (const leg of journals.flatMap(({ legs }) => legs)) {
    if (leg.account === account) continue;
    const before = lines.get(leg.account)?.amountMicroUsd ?? 0n;
    lines.set(leg.account, { text: leg.text, amountMicroUsd: before - leg.amountMicroUsd });
  }
  return [...lines.values()].filter(({ amountMicroUsd }) => amountMicroUsd !== 0n);
}

/**
 * The lines that an amount is the sum of. Each journal sums to zero, so what the other accounts gave is what this one
 * got. When all of it came back nothing is left to add up by account: then by what happened, and so for a balance.
 */
export function sumOf(
  { account, accountText, balanceMicroUsd }: Subject,
  journals: readonly PostedJournal[],
): { lines: Line[]; total: Line } {
  const moved = journals.reduce((sum, each) => sum + amountOn(account, each), 0n);
  const byJournal = journals
    .map((each) => ({ text: each.text, amountMicroUsd: amountOn(account, each) }))
    .filter(({ amountMicroUsd }) => amountMicroUsd !== 0n);
  if (balanceMicroUsd !== undefined) {
    const before = { text: "Previous balance", amountMicroUsd: balanceMicroUsd - moved };
    return {
      lines: [before, ...byJournal],
      total: { text: accountText, amountMicroUsd: balanceMicroUsd },
    };
  }
  const lines = byAccount(account, journals);
  return {
    lines: lines.length > 0 ? lines : byJournal,
    total: { text: accountText, amountMicroUsd: moved },
  };
}
