import { sumOf } from "@/lib/kernel/bigint";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { decideUnderLock, type RunQuery } from "@/lib/ledger";
import { findTransactionOf } from "./find-transaction-of";
import { addedFee } from "./movements/added-fee";
import { moveTransaction } from "./movements/move-transaction";
import { messagesOf } from "./network/network-ids";
import { recordMessages } from "./network/record-messages";
import { findNetworkState, type NetworkState } from "./network/store";
import type { NetworkDetails } from "./network-details";
import type { CardTransactionRow, FoundTransaction, TransactionFamily } from "./store";

/** A later message of the simulated card network about a transaction. */
export interface TransactionChange {
  partnerId: string;
  transactionId: string;
  /** The full amount when left out. */
  amountMicroUsd?: bigint | undefined;
  at: Date;
}

/** What the simulated network reports. A capture is the final one. */
interface SimulatedMessage {
  kind: "capture" | "reversal" | "refund";
  amountMicroUsd: bigint;
}

/** A transaction, and its state at the network if messages made it. */
interface Changing {
  found: FoundTransaction;
  network?: { issuerTransactionId: string; state: NetworkState };
}

/** The sum of the holds of a transaction. */
export const heldOf = ({ debits }: TransactionFamily): bigint =>
  sumOf(debits.map(({ heldMicroUsd }) => heldMicroUsd));

/** The details of further rows, which are those of the purchase. */
function detailsOf({ debits: [first] }: TransactionFamily): NetworkDetails {
  if (!first) throw new Error("a transaction has a debit");
  const { description, merchantName, merchantCountry } = first;
  const merchantCurrency = first.merchantCurrency ?? "USD";
  const type = first.type === "refund" ? "purchase" : first.type;
  return { type, description, merchantName, merchantCountry, merchantCurrency };
}

const SANDBOX = "sandbox:";

async function findChanging(
  { partnerId, transactionId }: TransactionChange,
  runQuery: RunQuery,
): Promise<Changing> {
  const found = await findTransactionOf(partnerId, transactionId, runQuery);
  const { networkTransactionId } = found;
  if (networkTransactionId === null) return { found };
  if (!networkTransactionId.startsWith(SANDBOX))
    throw new ServiceError("TRANSACTION_NOT_OPEN", {
      text: "The transaction is one of a card issuer, which reports its captures, reversals and refunds itself. Only transactions of the sandbox can be changed.",
    });
  const card = { issuer: "sandbox", issuerCardId: found.card.id } as const;
  const which = { networkTransactionId, reportedIds: [] };
  const state = await findNetworkState(card, which, runQuery);
  // A decline and a refund are rows of the network's transaction too, but no debits of it.
  if (!state?.debits.some(({ id }) => id === transactionId))
    throw new ServiceError("TRANSACTION_NOT_OPEN");
  const issuerTransactionId = networkTransactionId.slice(SANDBOX.length);
  return { found, network: { issuerTransactionId, state } };
}

/** Moves a transaction without messages, and charges the cross-border fee of what it grows by. */
function move(
  { partnerId, at }: TransactionChange,
  found: FoundTransaction,
  { kind, amountMicroUsd }: SimulatedMessage,
) {
  const held = heldOf(found);
  const details = detailsOf(found);
  const heldAfter = { capture: 0n, reversal: held - amountMicroUsd, refund: held };
  const capturedMicroUsd = kind === "capture" ? amountMicroUsd : 0n;
  const charged = { before: found, chargedMicroUsd: capturedMicroUsd };
  return moveTransaction({ partnerId, networkTransactionId: null, details, at }, found, {
    capturedMicroUsd,
    heldMicroUsd: heldAfter[kind],
    refundedMicroUsd: kind === "refund" ? amountMicroUsd : 0n,
    feeMicroUsd: addedFee(found, details.merchantCurrency, charged),
  });
}

/** Records a message about a transaction that messages made: its totals must equal its rows. */
function record(
  { at }: TransactionChange,
  { issuerTransactionId, state }: NonNullable<Changing["network"]>,
  { id, kind, amountMicroUsd }: SimulatedMessage & { id: string },
) {
  const message = { id, at, amountMicroUsd };
  const notification = {
    issuer: "sandbox" as const,
    issuerTransactionId,
    issuerCardId: state.card.id,
    details: detailsOf(state),
    messages: [kind === "capture" ? { ...message, kind, isFinal: true } : { ...message, kind }],
  };
  return recordMessages({ notification, state, fresh: messagesOf(notification), at });
}

/**
 * Applies a message of the simulated card network to a transaction of the sandbox. One that network messages made gets
 * one more of them, decided and committed with the state that allows it. Source: decision 0063.
 * @param messageAbout refuses the change, or returns the message
 * @returns the first row of the refund, or the changed row of the transaction
 * @throws ServiceError TRANSACTION_NOT_FOUND; TRANSACTION_NOT_OPEN for a transaction of a real issuer
 */
export function changeTransaction(
  change: TransactionChange,
  messageAbout: (transaction: TransactionFamily) => SimulatedMessage,
): Promise<CardTransactionRow> {
  const id = newId("req");
  return decideUnderLock(
    (runQuery) => findChanging(change, runQuery),
    ({ found, network }) => {
      const message = messageAbout(network?.state ?? found);
      const { changeSet, debits, refunds } = network
        ? record(change, network, { ...message, id })
        : move(change, found, message);
      const result =
        message.kind === "refund"
          ? refunds[0]
          : debits.find((debit) => debit.id === change.transactionId);
      if (!result) throw new ServiceError("TRANSACTION_NOT_OPEN");
      return { changeSet, result };
    },
  );
}
