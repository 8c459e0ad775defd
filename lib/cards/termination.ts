import { type ChangeSet, cardAccount, mergeChangeSets, walletAccount } from "@/lib/ledger";
import { liquidation } from "./liquidation";
import type { CardState } from "./store";

interface Termination {
  partnerId: string;
  card: CardState;
  reference: string | null;
  at: Date;
}

/**
 * Builds the change set of a termination: the card's status, and the transfer of its available balance to the wallet.
 * The whole balance moves, so it must not change between read and commit: decide under the lock of the card's account.
 * Source: spec: Terminate Card.
 */
export function terminationChangeSet({ partnerId, card, reference, at }: Termination): ChangeSet {
  const set = { status: "terminated", terminatedAt: at, terminateReference: reference };
  const change: ChangeSet = {
    partnerId,
    lock: [cardAccount(card.id), walletAccount(partnerId)],
    // The liquidation moves the exact balance that was read.
    expect: { accounts: { [cardAccount(card.id)]: card.accountVersion } },
    update: { cards: [{ id: card.id, version: card.version, set }] },
  };
  const amount = card.availableMicroUsd;
  return mergeChangeSets(change, liquidation({ partnerId, card, amount, reference, at }));
}
