import { placeOf } from "@/lib/deposits/credit/match-transfers";
import type { CreditedTransfer } from "@/lib/deposits/credit/store";
import type { TokenTransfer, Transfer } from "@/lib/deposits/credit/transfer";
import type { PostedMove } from "../books/books";
import type { Move } from "./read-moves";
import type { Cause } from "./reconciliation";
import type { SignedTransfer } from "./store";

/** The transfers in the books: credited ones, ones about to be credited, signed ones, and operator postings. */
export interface Known {
  credited: readonly CreditedTransfer[];
  arrived: readonly Transfer[];
  signed: readonly SignedTransfer[];
  posted: readonly PostedMove[];
}

/** Returns the transfers of a transaction that match our authorizations, one transfer per authorization. */
function signedOf({ transfers, usedNonces }: Move, signed: readonly SignedTransfer[]) {
  const left = signed.filter(({ nonce }) => usedNonces.includes(nonce));
  return new Set(
    transfers.filter((transfer) => {
      const index = left.findIndex(
        ({ fromAddress, toAddress, amountMicroUsd }) =>
          fromAddress === transfer.fromAddress &&
          toAddress === transfer.toAddress &&
          amountMicroUsd === transfer.amount,
      );
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    }),
  );
}

/** Returns the transfers of a transaction that match operator postings, one transfer of the same amount per leg. */
function postedOf(
  { txHash, transfers }: Move,
  accounts: ReadonlySet<string>,
  posted: readonly PostedMove[],
) {
  const left = posted.filter((each) => each.txHash === txHash.toLowerCase());
  return new Set(
    transfers.filter(({ fromAddress, toAddress, amount }) => {
      const index = left.findIndex(({ amountMicroUsd }) =>
        amountMicroUsd > 0n
          ? amountMicroUsd === amount && accounts.has(fromAddress)
          : -amountMicroUsd === amount && accounts.has(toAddress),
      );
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    }),
  );
}

function causesOf(transfer: TokenTransfer, accounts: ReadonlySet<string>, isIn: boolean): Cause[] {
  const { txHash, blockNumber, amount, fromAddress, toAddress } = transfer;
  const at = { txHash, blockNumber };
  const causes: Cause[] = [];
  if (accounts.has(toAddress) && !isIn)
    causes.push({
      ...{ kind: "received", account: toAddress, counterparty: fromAddress, ...at },
      amountMicroUsd: amount,
    });
  if (accounts.has(fromAddress))
    causes.push({
      ...{ kind: "sent", account: fromAddress, counterparty: toAddress, ...at },
      amountMicroUsd: -amount,
    });
  return causes;
}

/** Returns, as causes, the transfers from and to these accounts (in lower case) that have no match in the books. */
export function explainMoves(
  moves: readonly Move[],
  accounts: ReadonlySet<string>,
  { credited, arrived, signed, posted }: Known,
): Cause[] {
  const known = new Set([...credited, ...arrived].map(placeOf));
  return moves.flatMap((move) => {
    const ours = new Set([...signedOf(move, signed), ...postedOf(move, accounts, posted)]);
    return move.transfers
      .filter((transfer) => !ours.has(transfer) && transfer.amount > 0n)
      .flatMap((transfer) => causesOf(transfer, accounts, known.has(placeOf(transfer))));
  });
}
