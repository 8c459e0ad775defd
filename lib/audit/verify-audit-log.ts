import type { AdminUseCase } from "@/lib/contract/use-cases";
import { checkChain } from "./chain/check-chain";
import type { verifyAuditLogContract } from "./contract";
import { readAuditLog } from "./get-audit-log";

/** Verifies the audit log at a person's request. Source: docs/decisions/0022-audit-chain.md. */
export const verifyAuditLog: AdminUseCase<typeof verifyAuditLogContract> = async ({ person }) => {
  await checkChain(person.id);
  return readAuditLog();
};
