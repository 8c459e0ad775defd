import { NETWORKS } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";
import { BANK_ACCOUNT, custodyAccount, type NewAccount } from "@/lib/ledger";

/** The accounts where the service has money: the bank, and the custody of each token that this environment credits. */
export function placesOfMoney(): string[] {
  const networks = NETWORKS[env().SERVICE_ENVIRONMENT];
  const custody = networks.flatMap(({ chain, tokens }) =>
    tokens.map(({ token }) => custodyAccount(chain, token)),
  );
  return [BANK_ACCOUNT, ...custody];
}

export const isCustody = (account: string): boolean => account.startsWith("custody:");

/** The custody accounts among these. A token has none before its first deposit: a posting may come first. */
export const custodyAccountsOf = (accounts: readonly string[]): NewAccount[] =>
  accounts.filter(isCustody).map((id) => ({ id, kind: "custody" }));
