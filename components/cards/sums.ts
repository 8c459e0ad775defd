import { formatUsd, microUsdFromUsd, usdFromMicroUsd } from "@/lib/kernel/money";
import { crossBorderFee, fundingFee } from "@/lib/partners/fees";
import { feesOfTerms } from "@/lib/partners/fees-of-terms";
import type { Terms } from "./queries";

type Line = readonly [name: string, usd: number];

const linesOf = (lines: readonly (readonly [string, bigint])[]): Line[] =>
  lines.map(([name, microUsd]) => [name, usdFromMicroUsd(microUsd)]);

const left = (microUsd: bigint) =>
  [microUsd < 0n ? "Shortfall" : "Wallet balance after", microUsd] as const;

/** Names the funding fee: `Funding fee, 0.5 % + 0.10`. */
function fundingFeeName({ fees }: Terms): string {
  const parts = [
    ...(fees.fundingFeePercent > 0 ? [`${fees.fundingFeePercent} %`] : []),
    ...(fees.fundingFee > 0 ? [formatUsd(microUsdFromUsd(fees.fundingFee))] : []),
  ];
  return ["Funding fee", ...(parts.length > 0 ? [parts.join(" + ")] : [])].join(", ");
}

/** Returns the lines of the wallet's cost of a funding. `amount` in micro-USD. */
export function fundingSum(terms: Terms, walletUsd: number, amount: bigint): Line[] {
  const wallet = microUsdFromUsd(walletUsd);
  const fee = fundingFee(feesOfTerms(terms), amount);
  return linesOf([
    ["Wallet balance", wallet],
    ["To the card", -amount],
    [fundingFeeName(terms), -fee],
    left(wallet - amount - fee),
  ]);
}

/** Divides a funding, in micro-USD, into what recovers the card's shortfall and what is added to its balance. */
export function recoveryOf(
  shortfallUsd: number,
  amount: bigint,
): { recoveredUsd: number; addedUsd: number } {
  const shortfall = microUsdFromUsd(shortfallUsd);
  const recovered = amount < shortfall ? amount : shortfall;
  return {
    recoveredUsd: usdFromMicroUsd(recovered),
    addedUsd: usdFromMicroUsd(amount - recovered),
  };
}

/**
 * Returns the lines of the wallet's cost of a new card; `amount` is its first funding, undefined for a card that is
 * funded by deposits.
 */
export function newCardSum(terms: Terms, walletUsd: number, amount: bigint | undefined): Line[] {
  const wallet = microUsdFromUsd(walletUsd);
  const fee = feesOfTerms(terms).cardCreationFeeMicroUsd;
  return linesOf([
    ["Wallet balance", wallet],
    ...(amount === undefined ? [] : [["To the card", -amount] as const]),
    ["Card creation fee", -fee],
    left(wallet - (amount ?? 0n) - fee),
  ]);
}

/** Returns the net amount of a card withdrawal, and both balances afterwards. */
export function cardWithdrawalSum(
  terms: Terms,
  { cardUsd, walletUsd }: { cardUsd: number; walletUsd: number },
  amount: bigint,
): { lines: Line[]; cardAfterUsd: number; walletAfterUsd: number } {
  // Before an amount is typed no fee is shown.
  const fee = amount > 0n ? feesOfTerms(terms).cardWithdrawalFeeMicroUsd : 0n;
  return {
    lines: linesOf([
      ["From the card", amount],
      ["Withdrawal fee", -fee],
      ["To the wallet", amount - fee],
    ]),
    cardAfterUsd: usdFromMicroUsd(microUsdFromUsd(cardUsd) - amount),
    walletAfterUsd: usdFromMicroUsd(microUsdFromUsd(walletUsd) + amount - fee),
  };
}

/** Returns the card's fee for a purchase in a merchant's currency, in USD. */
export function crossBorderFeeUsd(terms: Terms, amount: bigint, currency: string): number {
  return usdFromMicroUsd(crossBorderFee(feesOfTerms(terms), amount, currency));
}
