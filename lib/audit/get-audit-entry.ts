import type { AdminUseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import type { getAuditEntryContract } from "./contract";
import { presentEntry } from "./present";
import { findEntry } from "./store";

/**
 * An entry of the audit log. Source: docs/decisions/0022-audit-chain.md.
 * @throws ServiceError AUDIT_ENTRY_NOT_FOUND
 */
export const getAuditEntry: AdminUseCase<typeof getAuditEntryContract> = async ({ input }) => {
  const { id } = input.params;
  const row = await findOrRefuse("aud", id, "AUDIT_ENTRY_NOT_FOUND", () => findEntry(id));
  return presentEntry(row);
};
