import type { CardTransactionStatus } from "@/lib/cards/states";
import type { WalletCategory } from "@/lib/wallet/categories";
import type { CardDetail, WalletDetail } from "./queries";

const AUTHORIZATIONS: Record<CardTransactionStatus, string> = {
  authorized: "Held on the card until the merchant collects it.",
  declined: "Declined. Nothing was taken from the card.",
  reversed: "Released: the merchant did not collect it, and the card has it back.",
  settled: "Collected by the merchant.",
};

/** What a line of a card was, in one sentence. */
export function whatCardLineWas({ category, status, declinedReason }: CardDetail): string {
  switch (category) {
    case "authorization":
      return declinedReason === undefined
        ? AUTHORIZATIONS[status]
        : `Declined: ${declinedReason}. Nothing was taken from the card.`;
    case "reversal":
      return "Released: the merchant gave up this part of the purchase, and the card has it back.";
    case "cross_border_fee":
      return "The fee of a purchase in another currency. It stays when the purchase is given back.";
    case "refund":
      return "Given back by the merchant.";
    case "card_withdrawal":
      return "Taken off the card, back to your wallet.";
    case "liquidation":
      return "What the card still had when it was terminated, moved to your wallet.";
    case "correction":
      return "A correction that two administrators of the operator confirmed.";
  }
}

const WALLET_LINES: Record<WalletCategory, string> = {
  kyc_fee: "The fee for verifying who a user is.",
  card_creation_fee: "The fee for creating a card.",
  funding_fee: "The fee for funding a card.",
  card_funding: "Moved from your wallet to a card.",
  card_withdrawal: "Taken off a card, back to your wallet, after the fee.",
  liquidation: "What a terminated card still had.",
  deposit: "A stablecoin deposit to your wallet's address.",
  deposit_release:
    "A stablecoin deposit to the address of a card that was gone. The operator held it, and credited it to your wallet.",
  withdrawal: "Set aside for a withdrawal the moment it was requested.",
  withdrawal_refund: "A withdrawal that was not sent: the whole amount came back.",
  correction_credit: "A credit that two administrators of the operator confirmed.",
  correction_debit: "A debit that two administrators of the operator confirmed.",
};

/** What a line of the wallet was, in one sentence. */
export const whatWalletLineWas = ({ category }: WalletDetail): string => WALLET_LINES[category];
