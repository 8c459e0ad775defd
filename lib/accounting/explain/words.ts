import { usdFromMicroUsd } from "@/lib/kernel/money";

const AMOUNT = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});

/** An amount in a sentence: `1,204.50 USD`. */
export const amountText = (microUsd: bigint, currency = "USD"): string =>
  `${AMOUNT.format(usdFromMicroUsd(microUsd))} ${currency}`;

/** What a journal did, by its type. */
export const JOURNALS: Record<string, string> = {
  kyc_fee: "KYC fee",
  card_creation_fee: "Card creation fee",
  funding_fee: "Funding fee",
  card_funding: "To the card",
  card_withdrawal: "Back from the card",
  authorization: "Held for the merchant",
  reversal: "Given back by the merchant",
  settlement: "Collected by the merchant",
  cross_border_fee: "Cross-border fee",
  refund: "Refunded by the merchant",
  liquidation: "From the terminated card",
  deposit: "Deposit",
  deposit_release: "Held deposit credited",
  withdrawal: "Withdrawal requested",
  withdrawal_completed: "Withdrawal paid",
  withdrawal_refund: "Withdrawal that came back",
  correction: "Correction by the operator",
};

/** The word of a journal's type. @throws for one that nobody has named */
export function journalText(type: string): string {
  const text = JOURNALS[type];
  if (text === undefined) throw new Error(`a journal of the unknown type ${type}`);
  return text;
}
