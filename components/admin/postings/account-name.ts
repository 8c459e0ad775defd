import { ACCOUNT_WORDS } from "@/lib/accounting/account-words";
import type { AccountKind } from "@/lib/accounting/schema";

interface NamedAccount {
  account: string;
  kind: AccountKind;
  last4?: string | undefined;
}

/** Names an account for people: `USDC on base`, `Card ending 4242`, `Fees`. */
export function accountName({ account, kind, last4 }: NamedAccount): string {
  const [, chain = "", token = ""] = account.split(":");
  switch (kind) {
    case "custody":
      return `${token.toUpperCase()} on ${chain}`;
    case "wallet":
      return "Partner wallet";
    case "card":
      return last4 === undefined ? "Card" : `Card ending ${last4}`;
    default:
      return ACCOUNT_WORDS[kind].name;
  }
}

/** Names an account that a form offers, of which only the id is known. */
export const choiceName = (account: string): string =>
  accountName({ account, kind: account.split(":", 1)[0] as AccountKind });
