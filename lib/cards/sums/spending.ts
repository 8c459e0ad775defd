import { sumOf } from "@/lib/kernel/bigint";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { CardSumRow } from "./store";

const DECLINED = "declined:";

const isDeclined = ({ kind }: CardSumRow) => kind.startsWith(DECLINED);
const countOf = (rows: readonly CardSumRow[]) => rows.reduce((sum, { count }) => sum + count, 0);
const amountOf = (rows: readonly CardSumRow[]) =>
  usdFromMicroUsd(sumOf(rows.map(({ amountMicroUsd }) => amountMicroUsd)));

/** Returns the sums of one period: amounts, approved and declined authorizations, and new cards. */
export function spendingOf(rows: readonly CardSumRow[]) {
  const named = (...kinds: readonly string[]) => rows.filter(({ kind }) => kinds.includes(kind));
  return {
    spend: amountOf(named("spend")),
    refunds: amountOf(named("refund")),
    fxFees: amountOf(named("fee")),
    approved: countOf(named("spend", "reversed")),
    declined: countOf(rows.filter(isDeclined)),
    cardsIssued: countOf(named("card")),
  };
}

/** Returns the declines by reason, the most frequent first. */
export function declinesOf(rows: readonly CardSumRow[]) {
  const byReason = Map.groupBy(rows.filter(isDeclined), ({ kind }) => kind.slice(DECLINED.length));
  return [...byReason]
    .map(([reason, found]) => ({ reason, count: countOf(found), amount: amountOf(found) }))
    .sort((one, other) => other.count - one.count || one.reason.localeCompare(other.reason));
}
