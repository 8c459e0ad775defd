import type { OperatorRole } from "@/lib/contract/roles";

/** What each may, for people. */
export const ROLE_TEXTS: Record<OperatorRole, string> = {
  admin: "Full access: partners, operators and withdrawals.",
  approver: "Can approve and reject withdrawals, run checks and view everything.",
  auditor: "Read-only access.",
};
