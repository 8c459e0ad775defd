import { cardAccount, walletAccount } from "@/lib/ledger";
import { type DepositSourceRow, findDepositSource, findJournalsOf } from "./store";
import type { Subject } from "./subject";

function sentenceOf({ cardId, last4, isReleased }: DepositSourceRow): string {
  if (isReleased)
    return `An on-chain transfer to the address of card ending ${last4}, which is terminated, was held and then credited to your wallet.`;
  const owner = cardId === null ? "your wallet" : `card ending ${last4}`;
  return `An on-chain transfer to the deposit address of ${owner} was credited.`;
}

/**
 * Explains a credited deposit, including one that was held before. Returns undefined when the deposit is not the
 * partner's.
 */
export async function ofDeposit(partnerId: string, id: string): Promise<Subject | undefined> {
  const found = await findDepositSource(partnerId, id);
  if (!found) return undefined;
  const { sourceId, chain, txHash, cardId, last4, isReleased } = found;
  const [journalIds, furtherIds] = await Promise.all([
    findJournalsOf(partnerId, ["deposit"], sourceId),
    findJournalsOf(partnerId, ["deposit_release", "shortfall_recovery"], id),
  ]);
  const isWallets = cardId === null || isReleased;
  return {
    id,
    sentence: sentenceOf(found),
    account: isWallets ? walletAccount(partnerId) : cardAccount(cardId),
    accountText: isWallets ? "Your wallet" : `Card ending ${last4}`,
    journalIds: [...journalIds, ...furtherIds],
    resourceId: id,
    chain: { chain, txHash },
  };
}
