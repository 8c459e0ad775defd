import type { AdminUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { walletAccount } from "@/lib/ledger";
import type { getStatementContract } from "../contract";
import { partnerName } from "../partner-name";
import { JOURNAL_TYPES } from "../schema";
import { monthOf } from "./month";
import { findStretch, sumStretch } from "./store";

const NOTHING = { low: 0n, high: 0n, openingMicroUsd: 0n, closingMicroUsd: 0n };

/**
 * Returns a partner's wallet statement of a month: opening balance, sum of each journal type, closing balance. The
 * balances come from the ledger and the sums from the entries, so a mismatch would be visible. Source: docs/books.md.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export const getStatement: AdminUseCase<typeof getStatementContract> = async ({ input, at }) => {
  const partnerId = input.params.id;
  const { month } = input.query;
  const name = await partnerName(partnerId);
  const account = walletAccount(partnerId);
  const { from, until, isFinal } = monthOf(month, at);
  const stretch = (await findStretch(account, from, until)) ?? NOTHING;
  const sums = await sumStretch(account, stretch);
  const { openingMicroUsd, closingMicroUsd } = stretch;
  const moved = sums.reduce((total, { amountMicroUsd }) => total + amountMicroUsd, 0n);
  return {
    partnerId,
    name,
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
};
