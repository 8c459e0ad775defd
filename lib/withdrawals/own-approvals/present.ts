import type { z } from "zod";
import { usdFromMicroUsd, usdOrNull } from "@/lib/kernel/money";
import type { ownApprovalsSchema } from "./schema";
import { listWaiting, type WaitingRow } from "./sql-store";
import { findRule, type OwnApprovalRule } from "./store";

type OwnApprovals = z.input<typeof ownApprovalsSchema>;

/** More are found by their id. */
const MAX_WAITING = 100;

/** Presents a withdrawal that waits for a second person of its partner. */
export function presentWaiting(waiting: WaitingRow) {
  const { amountMicroUsd, createdAt, requestedBy, mayApproveFrom, ...row } = waiting;
  return {
    ...row,
    amount: usdFromMicroUsd(amountMicroUsd),
    createdAt: createdAt.toISOString(),
    ...(requestedBy !== null && { requestedBy }),
    ...(mayApproveFrom !== null && { mayApproveFrom: mayApproveFrom.toISOString() }),
  };
}

function presentRequested({ requested }: OwnApprovalRule, viewerId: string) {
  if (!requested) return {};
  const { aboveMicroUsd, personId, name, at, expiresAt } = requested;
  return {
    requested: {
      above: usdOrNull(aboveMicroUsd),
      requestedBy: name,
      requestedAt: at.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isYours: personId === viewerId,
    },
  };
}

/** Reads the rule of a partner and the withdrawals that wait, for a person. */
export async function readOwnApprovals(
  partnerId: string,
  viewerId: string,
  at: Date,
): Promise<OwnApprovals> {
  const [rule, waiting] = await Promise.all([
    findRule(partnerId, at),
    listWaiting(partnerId, viewerId, MAX_WAITING + 1),
  ]);
  return {
    above: usdOrNull(rule.aboveMicroUsd),
    ...presentRequested(rule, viewerId),
    waiting: waiting.slice(0, MAX_WAITING).map(presentWaiting),
    ...(waiting.length > MAX_WAITING && { hasMoreWaiting: true }),
  };
}
