import { cardAccount, walletAccount } from "@/lib/ledger";
import { findDepositOf } from "@/lib/transactions/store";
import { findDepositSource, findJournalsOf } from "./store";
import type { Subject } from "./subject";

/** A deposit that was credited. Undefined when it is not the partner's. */
export async function ofDeposit(partnerId: string, id: string): Promise<Subject | undefined> {
  const found = await findDepositSource(partnerId, id);
  if (!found) return undefined;
  const { sourceId, cardId, last4 } = found;
  const [journalIds, chain] = await Promise.all([
    findJournalsOf(partnerId, ["deposit"], sourceId),
    findDepositOf(partnerId, sourceId),
  ]);
  const owner = cardId === null ? "your wallet" : `the card ending ${last4}`;
  return {
    id,
    sentence: `A transfer on the chain to the address of ${owner} was credited to it.`,
    account: cardId === null ? walletAccount(partnerId) : cardAccount(cardId),
    accountText: cardId === null ? "Your wallet" : `Card ending ${last4}`,
    journalIds,
    resourceId: id,
    chain,
  };
}
