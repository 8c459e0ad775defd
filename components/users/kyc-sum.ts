import { microUsdFromUsd, usdFromMicroUsd } from "@/lib/kernel/money";
import { feesOfTerms } from "@/lib/partners/fees-of-terms";
import type { Terms } from "./queries";

/** Returns the lines of the wallet's cost of a new user. */
export function kycSum(terms: Terms, walletUsd: number): (readonly [name: string, usd: number])[] {
  const fee = feesOfTerms(terms).kycFeeMicroUsd;
  const left = microUsdFromUsd(walletUsd) - fee;
  return [
    ["Wallet balance", walletUsd],
    ["KYC fee", usdFromMicroUsd(-fee)],
    [left < 0n ? "Shortfall" : "Wallet balance after", usdFromMicroUsd(left)],
  ];
}
