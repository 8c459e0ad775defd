import { env } from "@/lib/kernel/env";

const HOUR_MS = 3_600_000;

/** When the approvals of a new approver or admin start to count where two are required. */
export function approvalsCountFrom(since: Date): Date {
  return new Date(since.getTime() + env().OPERATOR_APPROVAL_DELAY_HOURS * HOUR_MS);
}
