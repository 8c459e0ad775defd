import type { z } from "zod";
import { sumOf } from "@/lib/kernel/bigint";
import { DAY_MS } from "@/lib/kernel/durations";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { FEE_CATEGORIES } from "../fee-categories";
import type { activitySchema } from "./schema";
import type { RecentCardRow, RecentWalletRow } from "./store";

type Activity = z.input<typeof activitySchema>;

/** Fees of one kind are one line while each follows the one before within this time. */
const GAP_MS = DAY_MS;

const ownerOf = ({ last4, person }: { last4: string | null; person: string | null }) => ({
  ...(last4 === null ? {} : { last4 }),
  ...(person ? { person } : {}),
});

/** Returns the card transactions as lines; a cross-border fee is part of the line of its purchase. */
export function linesOfCards(rows: readonly RecentCardRow[]): Activity[] {
  const ids = new Set(rows.map(({ id }) => id));
  const fees = new Map<string, bigint>();
  const isFolded = ({ category, originalId }: RecentCardRow) =>
    category === "cross_border_fee" && originalId !== null && ids.has(originalId);
  for (const row of rows.filter(isFolded)) fees.set(row.originalId ?? "", row.amountMicroUsd);
  return rows
    .filter((row) => !isFolded(row))
    .map((row) => {
      const fee = fees.get(row.id);
      return {
        kind: "card",
        id: row.id,
        category: row.category,
        status: row.status,
        transactionType: row.type,
        text: row.description,
        ...(row.merchantName === "" ? {} : { merchantName: row.merchantName }),
        ...(row.declinedReason === null ? {} : { declinedReason: row.declinedReason }),
        ...ownerOf(row),
        count: 1,
        amount: usdFromMicroUsd(row.amountMicroUsd),
        ...(fee === undefined ? {} : { fxFee: usdFromMicroUsd(fee) }),
        createdAt: row.createdAt.toISOString(),
        since: row.createdAt.toISOString(),
      };
    });
}

/** Whether fees of one kind that were taken at these times are one line. */
const isClose = (later: RecentWalletRow, earlier: RecentWalletRow) =>
  later.createdAt.getTime() - earlier.createdAt.getTime() <= GAP_MS;

/** Splits fees of one category, newest first, where the time between two of them is long. */
function runsOf(fees: readonly RecentWalletRow[]): RecentWalletRow[][] {
  const runs: RecentWalletRow[][] = [];
  for (const row of fees) {
    const last = runs.at(-1)?.at(-1);
    if (last && isClose(last, row)) runs.at(-1)?.push(row);
    else runs.push([row]);
  }
  return runs;
}

function lineOfRun(run: readonly RecentWalletRow[], next: RecentWalletRow | undefined): Activity[] {
  const [newest] = run;
  const oldest = run.at(-1);
  if (!newest || !oldest) return [];
  const hasMore = run.length > 1 && next !== undefined && isClose(oldest, next);
  return [
    {
      kind: "wallet",
      id: newest.id,
      category: newest.category,
      type: newest.type,
      text: newest.narration,
      ...(run.length === 1 ? ownerOf(newest) : {}),
      count: run.length,
      ...(hasMore && { hasMore }),
      amount: usdFromMicroUsd(sumOf(run.map(({ amountMicroUsd }) => amountMicroUsd))),
      createdAt: newest.createdAt.toISOString(),
      since: oldest.createdAt.toISOString(),
    },
  ];
}

/**
 * Returns the wallet transactions as lines; fees of one kind that follow one another are one line. `next` is the newest
 * transaction that was left out: a line of fees may go on from there.
 */
export function linesOfWallet(
  rows: readonly RecentWalletRow[],
  next: RecentWalletRow | undefined,
): Activity[] {
  const byCategory = Map.groupBy(rows, ({ category }) => category);
  return [...byCategory].flatMap(([category, found]) => {
    const runs = FEE_CATEGORIES.includes(category) ? runsOf(found) : found.map((row) => [row]);
    return runs.flatMap((run) => lineOfRun(run, next));
  });
}
