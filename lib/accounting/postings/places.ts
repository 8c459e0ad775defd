import { NETWORKS } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";
import { BANK_ACCOUNT, custodyAccount, type NewAccount } from "@/lib/ledger";

/** Lists the accounts of the service's money: the bank, and the custody of each token that this environment credits. */
export function placesOfMoney(): string[] {
  const networks = NETWORKS[env().SERVICE_ENVIRONMENT];
  const custody = networks.flatMap(({ chain, tokens }) =>
    tokens.map(({ token }) => custodyAccount(chain, token)),
  );
  return [BANK_ACCOUNT, ...custody];
}

export const isCustody = (account: string): boolean => account.startsWith("custody:");

/**
 * Selects the custody accounts, which the posting opens if needed: a token has no account before its first deposit, and
 * a posting may precede it.
 */
export const custodyAccountsOf = (accounts: readonly string[]): NewAccount[] =>
  accounts.filter(isCustody).map((id) => ({ id, kind: "custody" }));
