import { recoverShortfall } from "@/lib/cards/movements/shortfall";
import { newCardTransaction } from "@/lib/cards/new-card-transaction";
import type { CardState } from "@/lib/cards/store";
import { CORRECTION_PREFIX } from "@/lib/cards/transaction-words";
import { newId } from "@/lib/kernel/ids";
import {
  type ChangeSet,
  type Journal,
  mergeChangeSets,
  operatorPostingJournal,
} from "@/lib/ledger";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { custodyAccountsOf } from "./places";
import type { PostingRow } from "./store";

/** The reason for the correction, as the partner reads it. */
const narrationOf = ({ reason }: PostingRow) => `${CORRECTION_PREFIX}${reason}`;

/** The row in the card's list for a correction of the card: a credit is a refund, a debit a withdrawal. */
function cardLines(posting: PostingRow, at: Date): object[] {
  const { partnerId, cardId } = posting;
  const moved = posting.legs.find(({ account }) => account.startsWith("card:"));
  if (!moved || partnerId === null || cardId === null) return [];
  const isCredit = moved.amount > 0n;
  return [
    newCardTransaction({
      id: newId("txn"),
      partnerId,
      cardId,
      category: "correction",
      amountMicroUsd: isCredit ? moved.amount : -moved.amount,
      status: isCredit ? "reversed" : "settled",
      type: isCredit ? "refund" : "withdrawal",
      description: narrationOf(posting),
      reference: posting.id,
      createdAt: at,
    }),
  ];
}

/** The row in the wallet's list for a correction of the wallet. */
function walletLines(posting: PostingRow, journal: Journal, createdAt: Date) {
  const { partnerId, legs } = posting;
  if (partnerId === null || !legs.some(({ account }) => account.startsWith("wallet:"))) return [];
  const listed = { id: newId("txn"), partnerId, narration: narrationOf(posting), createdAt };
  return [walletTransaction(journal, listed)];
}

/** The recovery of the card's shortfall from a credit of the card. */
function recovery({ id, partnerId, legs }: PostingRow, { card, at }: Confirmation): ChangeSet {
  const credited = legs.find(({ account, amount }) => account.startsWith("card:") && amount > 0n);
  if (!credited || !card || partnerId === null) return {};
  const credit = { amountMicroUsd: credited.amount, sourceId: id };
  return recoverShortfall({ partnerId, card, at }, [credit]).changeSet;
}

interface Confirmation {
  /** The corrected card. */
  card: CardState | undefined;
  decidedBy: string;
  at: Date;
}

/**
 * Returns the change set of a confirmed request: its journal, the row in the partner's list, its status, and the recovery
 * of the card's shortfall.
 */
export function postingChangeSet(posting: PostingRow, confirmation: Confirmation): ChangeSet {
  const { decidedBy, at } = confirmation;
  const { id, kind, partnerId, cardId, cardVersion, legs } = posting;
  const source = { sourceId: id, ...(partnerId !== null && { partnerId }) };
  const journal = operatorPostingJournal(kind, source, legs);
  const posted: ChangeSet = {
    ...(partnerId !== null && { partnerId }),
    accounts: custodyAccountsOf(legs.map(({ account }) => account)),
    // A card that was terminated meanwhile must not receive money.
    ...(cardId !== null &&
      cardVersion !== null && { expect: { cards: { [cardId]: cardVersion } } }),
    update: {
      operator_postings: [{ id, set: { status: "posted", decidedBy, decidedAt: at } }],
    },
    insert: { card_transactions: cardLines(posting, at) },
    journals: [journal],
    walletTransactions: walletLines(posting, journal, at),
  };
  return mergeChangeSets(posted, recovery(posting, confirmation));
}
