import { env } from "@/lib/kernel/env";

const HOUR_MS = 3_600_000;

/** From when the approvals of somebody who becomes an approver or admin count where two are needed. */
export function approvalsCountFrom(since: Date): Date {
  return new Date(since.getTime() + env().OPERATOR_APPROVAL_DELAY_HOURS * HOUR_MS);
}
