import type { Operation } from "../load/operations.ts";

/** A movement as it stands in the books. */
export interface BookedMove {
  kind: Operation["kind"];
  reference: string;
  partnerId: string;
  amountMicroUsd: bigint;
  transactionId: string;
}

/** The load's own log compared with the books, key by key. */
export interface Comparison {
  acknowledged: number;
  /** Keys that were acknowledged and stand nowhere. */
  lost: string[];
  /** Keys that stand more than once, acknowledged or not. */
  duplicated: string[];
  /** Keys that stand once, with another amount, partner or transaction than the load knows. */
  different: string[];
  /** References in the books that the load never sent. */
  unknown: string[];
  /** Operations that were never answered, by whether they stand. Either is right. */
  unanswered: { standing: number; absent: number };
}

/** Compares every operation of the load with every movement of its partners in the books. */
export function compareBooks(
  operations: readonly Operation[],
  moves: readonly BookedMove[],
): Comparison {
  const byKey = Map.groupBy(moves, ({ kind, reference }) => `${kind} ${reference}`);
  const result: Comparison = {
    acknowledged: operations.filter(({ acknowledged }) => acknowledged !== undefined).length,
    lost: [],
    duplicated: [],
    different: [],
    unknown: [],
    unanswered: { standing: 0, absent: 0 },
  };
  for (const operation of operations) {
    const name = `${operation.kind} ${operation.key}`;
    const [first, ...others] = byKey.get(name) ?? [];
    byKey.delete(name);
    if (operation.acknowledged === undefined)
      result.unanswered[first === undefined ? "absent" : "standing"] += 1;
    else if (first === undefined) result.lost.push(name);
    if (others.length > 0) result.duplicated.push(name);
    if (first !== undefined && isDifferent(operation, first)) result.different.push(name);
  }
  result.unknown.push(...byKey.keys());
  return result;
}

function isDifferent({ partnerId, amountMicroUsd, acknowledged }: Operation, move: BookedMove) {
  const id = acknowledged?.transactionId;
  return (
    move.partnerId !== partnerId ||
    move.amountMicroUsd !== amountMicroUsd ||
    (id !== undefined && id !== move.transactionId)
  );
}

/** What a wallet must have: what it began with and what came in, less what went to cards, plus what came back. */
export function expectedWallet(
  partnerId: string,
  startMicroUsd: bigint,
  depositedMicroUsd: bigint,
  moves: readonly BookedMove[],
): bigint {
  return moves
    .filter((move) => move.partnerId === partnerId)
    .reduce(
      (sum, { kind, amountMicroUsd }) =>
        kind === "fund" ? sum - amountMicroUsd : sum + amountMicroUsd,
      startMicroUsd + depositedMicroUsd,
    );
}
