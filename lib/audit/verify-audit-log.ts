import type { AdminUseCase } from "@/lib/contract/use-cases";
import { checkChain } from "./chain/check-chain";
import type { verifyAuditLogContract } from "./contract";
import { readAuditLog } from "./get-audit-log";

/** Holds the audit log to its hashes because a person asks for it. Source: docs/decisions/0022-audit-chain.md. */
export const verifyAuditLog: AdminUseCase<typeof verifyAuditLogContract> = async ({ person }) => {
  await checkChain(person.id);
  return readAuditLog();
};
