import { runCheck } from "@/lib/checks/run-check";
import type { AuditFinding } from "@/lib/ledger";
import { auditSince } from "@/lib/ledger/audit-since";
import { concludeCheck } from "./check-invariants";

/**
 * Checks what was posted since an instant, stores the result and raises the alert about the books for broken invariants. Source:
 * docs/decisions/0119-retention.md
 */
export function checkRecentEntries(since: Date): Promise<AuditFinding[]> {
  return runCheck("recent_entries", null, async () => concludeCheck(await auditSince(since)));
}
