import type { Subject } from "./subject";

/** A leg of a journal with its displayed text. */
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
  /** The text of a line that stands for the whole journal. */
  text: string;
  legs: readonly Leg[];
}

const amountOn = (account: string, { legs }: PostedJournal): bigint =>
  legs.find((leg) => leg.account === account)?.amountMicroUsd ?? 0n;

/** Sums the legs of each other account. Accounts whose sum is zero, such as a hold that was settled, are left out. */
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
 * Returns the lines that sum to the amount. Each journal sums to zero, so the other accounts' legs explain this
 * account's. When all of an amount was returned, the sums by account are zero; then, and for a balance, there is one
 * line per journal.
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
