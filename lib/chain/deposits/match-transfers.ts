import type { CreditedTransfer } from "./store";
import type { Transfer } from "./transfer";

interface Matched {
  /** Not credited yet. */
  fresh: Transfer[];
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
 * is not paid for twice.
 */
export function matchTransfers(
  found: readonly Transfer[],
  credited: readonly CreditedTransfer[],
): Matched {
  const byPlace = new Map(credited.map((row) => [placeOf(row), row]));
  const left: Transfer[] = [];
  for (const transfer of found) {
    const place = placeOf(transfer);
    const row = byPlace.get(place);
    if (row && isSame(transfer, row)) byPlace.delete(place);
    else left.push(transfer);
  }
  const vanished = [...byPlace.values()];
  const fresh = left.filter((transfer) => {
    const moved = vanished.findIndex((row) => isSame(transfer, row));
    if (moved >= 0) vanished.splice(moved, 1);
    return moved < 0;
  });
  return { fresh, vanished };
}
