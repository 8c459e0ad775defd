import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { listAuditEntriesContract } from "./contract";
import { presentEntry } from "./present";
import { listEntries } from "./store";

/** Audit entries, newest first. `next` is present if there are more. Source: docs/decisions/0022-audit-chain.md. */
export const listAuditEntries: AdminUseCase<typeof listAuditEntriesContract> = async ({
  input,
}) => {
  const { limit, ...filter } = input.query;
  const found = await listEntries(filter, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    entries: rows.map(presentEntry),
    ...(found.length > limit && last && { next: last.id }),
  };
};
