import { commit } from "@/lib/ledger";

/** Writes the current audit entry by itself, for an action that writes no other row. */
export function writeAuditEntry(): Promise<void> {
  return commit({});
}
