import type { OperatorRole } from "@/lib/contract/roles";

/** Describes the rights of each role. */
export const ROLE_TEXTS: Record<OperatorRole, string> = {
  admin: "Full access: partners, operators and withdrawals.",
  approver: "Can approve and reject withdrawals, run checks and view everything.",
  auditor: "Read-only access.",
};

/** What happens after a change that a second administrator must confirm. */
export const SECOND_CONFIRMS = "Another administrator must confirm it within 72 hours.";

/**
 * Describes when a change of a role takes effect. Where two administrators decide, a role with more rights waits for the second
 * one. The database has the same rule in the trigger `raised_by_two`.
 */
export function effectOf(from: OperatorRole, to: OperatorRole, areTwoNeeded: boolean): string {
  const isRaised = from !== "admin" && to !== "auditor";
  return areTwoNeeded && isRaised
    ? `${SECOND_CONFIRMS} Until then nothing changes.`
    : "Takes effect immediately.";
}
