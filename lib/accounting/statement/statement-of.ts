import type { z } from "zod";
import type { CallingPartner } from "@/lib/contract/partner";
import { sumOf } from "@/lib/kernel/bigint";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { walletAccount } from "@/lib/ledger";
import { JOURNAL_TYPES, type statementSchema } from "../schema";
import { monthOf } from "./month";
import { type EntryRangeRow, findEntryRange, sumEntryRange } from "./store";

const NO_ENTRIES: EntryRangeRow = {
  ...{ low: 0n, high: 0n, openingMicroUsd: 0n, closingMicroUsd: 0n },
  isClosed: false,
};

/**
 * Builds the wallet statement of a month: opening balance, sum of each journal type, closing balance. The balances come
 * from the ledger and the sums from the entries, so a mismatch would be visible. Returns also the range of the wallet's entries. Source: docs/books.md.
 */
export async function statementOf(
  partner: Pick<CallingPartner, "id" | "name">,
  month: string,
  at: Date,
): Promise<{ statement: z.input<typeof statementSchema>; range: EntryRangeRow }> {
  const account = walletAccount(partner.id);
  const { from, until, isOver } = monthOf(month, at);
  const range = (await findEntryRange(account, from, until)) ?? NO_ENTRIES;
  const sums = await sumEntryRange(account, range, { from, until });
  const { openingMicroUsd, closingMicroUsd } = range;
  const movedMicroUsd = sumOf(sums.map(({ amountMicroUsd }) => amountMicroUsd));
  const statement = {
    partnerId: partner.id,
    name: partner.name,
    month,
    from: from.toISOString(),
    until: until.toISOString(),
    isFinal: isOver && range.isClosed,
    opening: usdFromMicroUsd(openingMicroUsd),
    lines: sums
      .sort(
        (first, second) => JOURNAL_TYPES.indexOf(first.type) - JOURNAL_TYPES.indexOf(second.type),
      )
      .map(({ type, count, amountMicroUsd, feesWithinMicroUsd }) => ({
        type,
        count: Number(count),
        amount: usdFromMicroUsd(amountMicroUsd),
        feesWithin: usdFromMicroUsd(feesWithinMicroUsd),
      })),
    closing: usdFromMicroUsd(closingMicroUsd),
    difference: usdFromMicroUsd(closingMicroUsd - openingMicroUsd - movedMicroUsd),
  };
  return { statement, range };
}
