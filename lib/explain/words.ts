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
  withdrawal: "Withdrawal requested",
  withdrawal_completed: "Withdrawal paid",
  withdrawal_refund: "Withdrawal that came back",
};

/** The word of a journal's type. @throws for one that nobody has named */
export function journalText(type: string): string {
  const text = JOURNALS[type];
  if (text === undefined) throw new Error(`a journal of the unknown type ${type}`);
  return text;
}
