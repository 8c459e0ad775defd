import type { OperatorRole } from "@/lib/contract/roles";

/** What each may, for people. */
export const ROLE_TEXTS: Record<OperatorRole, string> = {
  admin: "Everything: partners, operators, and decisions on withdrawals.",
  approver: "Approves and rejects withdrawals, runs the checks, and reads everything.",
  auditor: "Reads everything and changes nothing.",
};
