import { keepsBalance, walletAccount } from "@/lib/ledger";

/** Names an account for the partner. The partner's journals contain only its own accounts and those of the service. */
export function accountText(partnerId: string, account: string, last4: string | null): string {
  if (account === walletAccount(partnerId)) return "Your wallet";
  const [kind = "", chain, token] = account.split(":");
  switch (kind) {
    case "card":
      return `Card ending ${last4}`;
    case "card_shortfall":
      return `Shortfall of card ending ${last4}`;
    case "hold":
      return `Held on card ending ${last4}`;
    case "fees":
      return "Fees";
    case "network":
      return "Card network";
    case "disputes":
      return "Open disputes";
    case "payout":
      return "Reserved for withdrawal";
    case "custody":
      return `On-chain: ${token?.toUpperCase()} on ${chain}`;
    case "suspense":
      return "Held deposits";
    case "adjustments":
      return "Operator adjustments";
    case "bank":
      return "Operator bank account";
    default:
      throw new Error(`an account that no partner sees: ${account}`);
  }
}

/** Returns whether an account is the partner's own: only the service's accounts store no balance. */
export const isOwn = keepsBalance;
