import { presentCheck } from "@/lib/checks/present-check";
import { findCheck } from "@/lib/checks/store";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { FIRST_HASH } from "./chain/hash-entry";
import type { getAuditLogContract } from "./contract";
import { chainFoundSchema } from "./schema";
import { findLog } from "./sql-store";

/** The length of the audit log, and the result of its last verification. */
export async function readAuditLog() {
  const [log, check] = await Promise.all([findLog(), findCheck("audit_log")]);
  const found = presentCheck(check, chainFoundSchema);
  return {
    // Without a head the chain is broken, which the verification reports.
    entries: Number(log?.entries ?? 0n),
    hash: log?.hash ?? FIRST_HASH,
    actions: log?.actions ?? [],
    ...(found && { check: found }),
  };
}

/** The state of the audit log. Source: docs/decisions/0022-audit-chain.md. */
export const getAuditLog: AdminUseCase<typeof getAuditLogContract> = readAuditLog;
