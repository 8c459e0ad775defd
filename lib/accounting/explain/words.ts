import { groupedUsd } from "@/lib/kernel/grouped-usd";
import { usdFromMicroUsd } from "@/lib/kernel/money";

/** Formats an amount in a sentence: `1,204.50 USD`. */
export const amountText = (microUsd: bigint, currency = "USD"): string =>
  `${groupedUsd(usdFromMicroUsd(microUsd))} ${currency}`;

/** The displayed text of each journal type. */
export const JOURNALS: Record<string, string> = {
  kyc_fee: "KYC fee",
  card_creation_fee: "Card creation fee",
  funding_fee: "Funding fee",
  card_funding: "Card funding",
  card_withdrawal: "Card withdrawal",
  authorization: "Authorization hold",
  reversal: "Reversal by the merchant",
  settlement: "Settlement",
  card_shortfall: "Shortfall covered",
  shortfall_recovery: "Shortfall recovered",
  cross_border_fee: "Cross-border fee",
  refund: "Refund by the merchant",
  dispute_credit: "Provisional credit of a dispute",
  dispute_won: "Dispute won",
  dispute_reversal: "Provisional credit taken back",
  liquidation: "Card liquidation",
  deposit: "Deposit",
  deposit_release: "Held deposit credited",
  withdrawal: "Withdrawal requested",
  withdrawal_completed: "Withdrawal completed",
  withdrawal_refund: "Withdrawal refunded",
  correction: "Correction by the operator",
};

/** Returns the text of a journal type. @throws for an unknown type */
export function journalText(type: string): string {
  const text = JOURNALS[type];
  if (text === undefined) throw new Error(`a journal of the unknown type ${type}`);
  return text;
}
