import { smaller } from "@/lib/kernel/bigint";
import { microUsdFromUsd, usdFromMicroUsd } from "@/lib/kernel/money";
import type { Terms } from "./queries";

type Line = readonly [name: string, usd: number];

/** Returns the lines of the net amount and the remaining wallet balance. `amount` in micro-USD. */
export function withdrawalSum(
  terms: Terms,
  walletUsd: number,
  amount: bigint,
): { arrives: Line[]; wallet: Line[] } {
  const fee = smaller(microUsdFromUsd(terms.fees.withdrawalFee), amount);
  const left = microUsdFromUsd(walletUsd) - amount;
  return {
    arrives: [
      ["Amount", usdFromMicroUsd(amount)],
      ["Network fee", usdFromMicroUsd(-fee)],
      ["Recipient gets", usdFromMicroUsd(amount - fee)],
    ],
    wallet: [
      ["Wallet balance", walletUsd],
      ["Debited now", usdFromMicroUsd(-amount)],
      [left < 0n ? "Shortfall" : "Wallet balance after", usdFromMicroUsd(left)],
    ],
  };
}
