import type { CardTransactionStatus } from "@/lib/cards/states";
import type { WalletCategory } from "@/lib/wallet/categories";
import type { CardDetail, WalletDetail } from "./queries";

const AUTHORIZATIONS: Record<CardTransactionStatus, string> = {
  authorized: "Authorized. The amount is held on the card until the merchant settles it.",
  declined: "Declined. The card was not charged.",
  reversed: "Reversed. The hold was released, and the amount is back on the card.",
  settled: "Settled with the merchant.",
};

const PARTLY_COLLECTED =
  "Partly settled. The rest is held on the card until the merchant settles or releases it.";

/** Describes a card transaction in one sentence. */
export function whatCardLineWas(detail: CardDetail): string {
  const { category, status, transactionType, declinedReason, collected } = detail;
  switch (category) {
    case "authorization":
      if (status === "authorized" && collected > 0) return PARTLY_COLLECTED;
      return declinedReason === undefined
        ? AUTHORIZATIONS[status]
        : `Declined: ${declinedReason}. The card was not charged.`;
    case "reversal":
      return "Released from the hold. The amount is back on the card.";
    case "cross_border_fee":
      return "Cross-border fee for a purchase in another currency. It is not refunded if the purchase is reversed.";
    case "refund":
      return "Refunded by the merchant.";
    case "card_withdrawal":
      return "Withdrawn from the card to your wallet.";
    case "liquidation":
      return "Remaining balance of the terminated card, returned to your wallet.";
    case "correction":
      return "Balance correction, confirmed by two administrators.";
    case "dispute":
      return transactionType === "refund"
        ? "Provisional credit for a disputed transaction. It is taken back if the dispute is lost."
        : "The provisional credit for a disputed transaction was taken back.";
  }
}

const WALLET_LINES: Record<WalletCategory, string> = {
  kyc_fee: "Fee for a user’s identity verification.",
  card_creation_fee: "Fee for creating a card.",
  funding_fee: "Fee for funding a card.",
  card_funding: "Moved from your wallet to a card.",
  card_withdrawal: "Withdrawn from a card to your wallet, net of the fee.",
  liquidation: "Remaining balance of a terminated card.",
  deposit: "Stablecoin deposit to your wallet address.",
  deposit_release:
    "Stablecoin deposit to the address of a terminated card. It was held, then credited to your wallet.",
  withdrawal: "Reserved for a withdrawal when it was requested.",
  withdrawal_refund: "Withdrawal not sent. The full amount was refunded.",
  correction_credit: "Balance correction (credit), confirmed by two administrators.",
  correction_debit: "Balance correction (debit), confirmed by two administrators.",
};

/** Describes a wallet transaction in one sentence. */
export const whatWalletLineWas = ({ category }: WalletDetail): string => WALLET_LINES[category];
