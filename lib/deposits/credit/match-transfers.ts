import type { CreditedTransfer } from "./store";
import type { Transfer } from "./transfer";

/** A transfer that differs from the credited transfer at the same place of its transaction. */
export interface Replacement {
  transfer: Transfer;
  /** The transfer that was credited from this place. */
  credited: CreditedTransfer;
}

interface Matched {
  /** Transfers that were not credited yet. */
  fresh: Transfer[];
  /**
   * Transfers that are not credited because their place is taken: a re-executed transaction moved another amount or to
   * another recipient.
   */
  replacing: Replacement[];
  /** Credited transfers that were not found. */
  vanished: CreditedTransfer[];
}

/** Returns a key for the place of a transfer on its chain: the transaction, and the number of the transfer in it. */
export const placeOf = ({ txHash, ordinal }: { txHash: string; ordinal: number }) =>
  `${txHash}:${ordinal}`;

/**
 * Compares the fields by which transfers of one transaction are the same. The ordinal may change when a re-executed
 * transaction emits other logs.
 */
function isSame(transfer: Transfer, credited: CreditedTransfer): boolean {
  return (
    transfer.txHash === credited.txHash &&
    transfer.token === credited.token &&
    transfer.amountMicroUsd === credited.amountMicroUsd &&
    transfer.toAddress === credited.toAddress.toLowerCase()
  );
}

/**
 * Separates credited transfers from new ones. Transfers match first by their place within the transaction, then by
 * token, amount and recipient: a transaction that a reorganization re-executed, with one more log before its transfer,
 * must not be credited twice. A transfer without a match is fresh, unless its place is taken: each place is credited
 * once.
 */
export function matchTransfers(
  found: readonly Transfer[],
  credited: readonly CreditedTransfer[],
): Matched {
  const places = new Map(credited.map((row) => [placeOf(row), row]));
  const byPlace = new Map(places);
  const left: Transfer[] = [];
  for (const transfer of found) {
    const place = placeOf(transfer);
    const row = byPlace.get(place);
    if (row && isSame(transfer, row)) byPlace.delete(place);
    else left.push(transfer);
  }
  const vanished = [...byPlace.values()];
  const fresh: Transfer[] = [];
  const replacing: Replacement[] = [];
  for (const transfer of left) {
    const moved = vanished.findIndex((row) => isSame(transfer, row));
    const taken = places.get(placeOf(transfer));
    if (moved >= 0) vanished.splice(moved, 1);
    else if (taken) replacing.push({ transfer, credited: taken });
    else fresh.push(transfer);
  }
  return { fresh, replacing, vanished };
}
