import { type Journal, type WalletTransactionRow, walletAccount } from "@/lib/ledger";
import { ACTION_OF, type WalletAction } from "./categories";

const ACTIONS: Partial<Record<string, WalletAction>> = ACTION_OF;

/**
 * Returns the journal's type. Corrections go both ways and get two categories, so that each category has one direction
 * and can be summed.
 */
function categoryOf(type: string, amount: bigint): string {
  if (type !== "correction") return type;
  return amount < 0n ? "correction_debit" : "correction_credit";
}

interface Narration {
  id?: string;
  partnerId: string;
  narration: string;
  cardId?: string;
  createdAt: Date;
}

/** Builds the row of the wallet list for a journal, from the journal's wallet leg and the narration. */
export function walletTransaction(journal: Journal, narration: Narration): WalletTransactionRow {
  const account = walletAccount(narration.partnerId);
  const leg = journal.legs.find((candidate) => candidate.account === account);
  const category = categoryOf(journal.type, leg?.amount ?? 0n);
  const action = ACTIONS[category];
  if (!leg || !action) throw new Error(`a ${journal.type} journal has no place in the wallet list`);
  return {
    ...narration,
    journalId: journal.id,
    amountMicroUsd: leg.amount < 0n ? -leg.amount : leg.amount,
    type: leg.amount < 0n ? "debit" : "credit",
    action,
    category,
  };
}
