import type { OperatorRole } from "@/lib/contract/roles";

/** Describes the rights of each role. */
export const ROLE_TEXTS: Record<OperatorRole, string> = {
  admin: "Full access: partners, operators and withdrawals.",
  approver: "Can approve and reject withdrawals, run checks and view everything.",
  auditor: "Read-only access.",
};
