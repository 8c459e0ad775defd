import { commit } from "@/lib/ledger";

/** Writes the current audit entry alone, for an action that writes no other row. */
export function writeAuditEntry(): Promise<void> {
  return commit({});
}
