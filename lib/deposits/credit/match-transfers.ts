import type { CreditedTransfer } from "./store";
import type { Transfer } from "./transfer";

/** Something else than what was credited from the same place of its transaction. */
export interface Replacement {
  transfer: Transfer;
  /** What was credited from there. */
  credited: CreditedTransfer;
}

interface Matched {
  /** Not credited yet. */
  fresh: Transfer[];
  /** Not credited, and their place is another's: a transaction that ran again has moved another amount, or to others. */
  replacing: Replacement[];
  /** Credited, and not among what was found. */
  vanished: CreditedTransfer[];
}

const placeOf = ({ txHash, ordinal }: { txHash: string; ordinal: number }) =>
  `${txHash}:${ordinal}`;

/** What two transfers of one transaction share that are one: its logs may differ in another block, and their number. */
function isSame(transfer: Transfer, credited: CreditedTransfer): boolean {
  return (
    transfer.txHash === credited.txHash &&
    transfer.token === credited.token &&
    transfer.amountMicroUsd === credited.amountMicroUsd &&
    transfer.toAddress === credited.toAddress.toLowerCase()
  );
}

/**
 * Tells transfers that were credited from those that were not. First by their place within the transaction; then those
 * left by what they moved to whom: a transaction that a reorganisation ran again, with a log more before its transfer,
 * is not paid for twice. What is left then is fresh, unless its place is taken: a place is credited once.
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
