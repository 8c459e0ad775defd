import { commit } from "@/lib/ledger";
import { type DepositedTransfer, depositChangeSet } from "./deposit-change-set";

/** A transfer of a supported stablecoin to a partner's wallet address, confirmed according to the caller. */
export interface WalletDeposit extends Omit<DepositedTransfer, "blockNumber"> {
  partnerId: string;
  toAddress: string;
  at: Date;
}

/**
 * Credits a deposit to the partner's wallet, once per (chain, transaction, ordinal). The watcher (lib/deposits/watch)
 * credits deposits on the chains itself; this function is for callers that learn of a deposit in another way. Source:
 * spec: wallet.deposit.crypto; design 6, deposit.
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
