import { microUsdFromUsd, usdFromMicroUsd } from "@/lib/kernel/money";
import type { KycFee } from "./queries";

/** Returns the lines of the wallet's cost of a new user. */
export function kycSum(
  { kycFee, isWaived }: KycFee,
  walletUsd: number,
): (readonly [name: string, usd: number])[] {
  const left = microUsdFromUsd(walletUsd) - microUsdFromUsd(kycFee);
  return [
    ["Wallet balance", walletUsd],
    [isWaived ? "KYC fee (waived)" : "KYC fee", usdFromMicroUsd(-microUsdFromUsd(kycFee))],
    [left < 0n ? "Shortfall" : "Wallet balance after", usdFromMicroUsd(left)],
  ];
}
