import { HOUR_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";

/** When the approvals of a new approver or admin start to count where two are required. */
export function approvalsCountFrom(since: Date): Date {
  return new Date(since.getTime() + env().OPERATOR_APPROVAL_DELAY_HOURS * HOUR_MS);
}
