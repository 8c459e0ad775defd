import { commit } from "@/lib/ledger";
import { type DepositedTransfer, depositChangeSet } from "./deposit-change-set";

/** A transfer of a supported stablecoin to a partner's wallet address, of which somebody else says that it is confirmed. */
export interface WalletDeposit extends Omit<DepositedTransfer, "blockNumber"> {
  partnerId: string;
  toAddress: string;
  at: Date;
}

/**
 * Credits a deposit to the partner's wallet, once per (chain, transaction, ordinal). The chains' own deposits come by
 * the watcher (lib/deposits/watch); this is for those who know of one from elsewhere.
 * Source: spec: wallet.deposit.crypto; design 6, deposit.
 * @returns the id of the deposit.
 * @throws StaleDecision when this transfer was credited before.
 */
export async function creditDeposit(deposit: WalletDeposit): Promise<string> {
  const { partnerId, toAddress, at, ...transfer } = deposit;
  const owner = { partnerId, address: toAddress, card: null };
  const { id, changeSet } = depositChangeSet({ ...transfer, blockNumber: null }, owner, at);
  await commit(changeSet);
  return id;
}
