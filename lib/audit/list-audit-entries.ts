import type { AdminUseCase } from "@/lib/contract/use-cases";
import { uncountedPaginationOf } from "@/lib/kernel/page";
import type { listAuditEntriesContract } from "./contract";
import { presentEntry } from "./present";
import { listEntries } from "./store";

/** Audit entries, newest first. Source: docs/decisions/0022-audit-chain.md. */
export const listAuditEntries: AdminUseCase<typeof listAuditEntriesContract> = async ({
  input,
}) => {
  const { skip, limit, cursor, ...filter } = input.query;
  const page = { skip, limit, cursor };
  const { rows, nextCursor } = await listEntries(filter, page);
  return {
    entries: rows.map(presentEntry),
    pagination: uncountedPaginationOf(page, nextCursor),
  };
};
