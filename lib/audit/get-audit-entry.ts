import type { AdminUseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { getAuditEntryContract } from "./contract";
import { presentEntry } from "./present";
import { findEntry } from "./store";

/**
 * An entry of the audit log. Source: docs/decisions/0022-audit-chain.md.
 * @throws ServiceError AUDIT_ENTRY_NOT_FOUND
 */
export const getAuditEntry: AdminUseCase<typeof getAuditEntryContract> = async ({ input }) => {
  const { id } = input.params;
  const row = isId("aud", id) ? await findEntry(id) : undefined;
  if (!row) throw new ServiceError("AUDIT_ENTRY_NOT_FOUND");
  return presentEntry(row);
};
