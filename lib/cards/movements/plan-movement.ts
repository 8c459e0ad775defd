import { larger, smaller, sumOf } from "@/lib/kernel/bigint";
import type { PostedDebit } from "../store";

/** A change of a transaction: its captured amount, its remaining hold, its refunds. All in micro-USD. */
export interface Movement {
  /** The amount that the merchant collects now. */
  capturedMicroUsd: bigint;
  /** The hold that remains afterwards, over all debits. */
  heldMicroUsd: bigint;
  /** The amount that the merchant returns now. */
  refundedMicroUsd: bigint;
}

/** The share of one debit in a movement. */
interface DebitPart {
  debit: PostedDebit;
  capturedMicroUsd: bigint;
  releasedMicroUsd: bigint;
  refundedMicroUsd: bigint;
}

export interface MovementPlan {
  parts: DebitPart[];
  /** Captured without a hold. */
  directCaptureMicroUsd: bigint;
  /** Held in addition. */
  newHoldMicroUsd: bigint;
  /** Refunded beyond what the debits collected. */
  unlinkedRefundMicroUsd: bigint;
}

const atLeastZero = (amount: bigint) => larger(amount, 0n);

/** Distributes an amount over capacities, the first ones first. */
function distribute(amount: bigint, capacities: readonly bigint[]): bigint[] {
  let rest = amount;
  return capacities.map((capacity) => {
    const part = smaller(rest, capacity);
    rest -= part;
    return part;
  });
}

/** The amount that a debit can refund after this movement: only settled debits can. */
function refundableOf({
  debit,
  capturedMicroUsd,
  releasedMicroUsd,
}: Omit<DebitPart, "refundedMicroUsd">) {
  const heldAfter = debit.heldMicroUsd - capturedMicroUsd - releasedMicroUsd;
  const collected = collectedOf(debit) + capturedMicroUsd;
  return heldAfter === 0n ? collected - debit.refundedMicroUsd : 0n;
}

/** The amount that the merchant has collected of a debit. */
export function collectedOf({ status, amountMicroUsd, heldMicroUsd }: PostedDebit): bigint {
  return status === "reversed" || status === "declined" ? 0n : amountMicroUsd - heldMicroUsd;
}

/**
 * Plans a movement. A capture consumes holds first, the oldest first; a release takes the newest hold first; a refund is
 * of the oldest debit first. What the debits do not cover becomes a debit or a refund of its own.
 */
export function planMovement(debits: readonly PostedDebit[], movement: Movement): MovementPlan {
  const holds = debits.map(({ heldMicroUsd }) => heldMicroUsd);
  const held = sumOf(holds);
  const fromHolds = smaller(movement.capturedMicroUsd, atLeastZero(held - movement.heldMicroUsd));
  const captures = distribute(fromHolds, holds);
  const left = holds.map((hold, index) => hold - (captures[index] ?? 0n));
  const excess = atLeastZero(held - fromHolds - movement.heldMicroUsd);
  const releases = distribute(excess, left.toReversed()).reverse();
  const parts = debits.map((debit, index) => ({
    debit,
    capturedMicroUsd: captures[index] ?? 0n,
    releasedMicroUsd: releases[index] ?? 0n,
  }));
  const refunds = distribute(movement.refundedMicroUsd, parts.map(refundableOf));
  return {
    parts: parts.map((part, index) => ({ ...part, refundedMicroUsd: refunds[index] ?? 0n })),
    directCaptureMicroUsd: movement.capturedMicroUsd - fromHolds,
    newHoldMicroUsd: atLeastZero(movement.heldMicroUsd - (held - fromHolds)),
    unlinkedRefundMicroUsd: movement.refundedMicroUsd - sumOf(refunds),
  };
}
