import type { z } from "zod";
import type { CallingPartner } from "@/lib/contract/partner";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { walletAccount } from "@/lib/ledger";
import { JOURNAL_TYPES, type statementSchema } from "../schema";
import { monthOf } from "./month";
import { findStretch, type StretchRow, sumStretch } from "./store";

const NOTHING = { low: 0n, high: 0n, openingMicroUsd: 0n, closingMicroUsd: 0n };

/**
 * Builds the wallet statement of a month: opening balance, sum of each journal type, closing balance. The balances come
 * from the ledger and the sums from the entries, so a mismatch would be visible. Returns also the section of the wallet's
 * history, from which the entries are read. Source: docs/books.md.
 */
export async function statementOf(
  partner: Pick<CallingPartner, "id" | "name">,
  month: string,
  at: Date,
): Promise<{ statement: z.input<typeof statementSchema>; stretch: StretchRow }> {
  const account = walletAccount(partner.id);
  const { from, until, isFinal } = monthOf(month, at);
  const stretch = (await findStretch(account, from, until)) ?? NOTHING;
  const sums = await sumStretch(account, stretch, { from, until });
  const { openingMicroUsd, closingMicroUsd } = stretch;
  const moved = sums.reduce((total, { amountMicroUsd }) => total + amountMicroUsd, 0n);
  const statement = {
    partnerId: partner.id,
    name: partner.name,
    month,
    from: from.toISOString(),
    until: until.toISOString(),
    isFinal,
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
    difference: usdFromMicroUsd(closingMicroUsd - openingMicroUsd - moved),
  };
  return { statement, stretch };
}
