import type { PersonUseCase, UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { paginationOf } from "@/lib/kernel/page";
import { findAuditEntries, findAuditEntry } from "./audit-list";
import type {
  getOwnAuditEntryContract,
  listAuditActionsContract,
  listAuditLogContract,
} from "./contract";
import { presentPartnerEntry } from "./present";
import { findAuditActions } from "./sql-store";

/** Lists the partner's audit entries that match the filters. Source: docs/decisions/0091-audit-log-of-partners.md */
export const listAuditLog: UseCase<typeof listAuditLogContract> = async ({ partner, input }) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await findAuditEntries(partner.id, filters, page);
  return {
    entries: rows.map(presentPartnerEntry),
    pagination: paginationOf(page, counted),
  };
};

/**
 * Returns an entry of the partner's audit log.
 * @throws ServiceError AUDIT_ENTRY_NOT_FOUND, also for an entry that concerns another partner
 */
export const getOwnAuditEntry: UseCase<typeof getOwnAuditEntryContract> = async ({
  partner,
  input,
}) => {
  const row = await findAuditEntry(partner.id, input.params.entryId);
  if (!row) throw new ServiceError("AUDIT_ENTRY_NOT_FOUND");
  return presentPartnerEntry(row);
};

/** Lists the actions that have entries in the partner's audit log. */
export const listAuditActions: PersonUseCase<typeof listAuditActionsContract> = async ({
  partner,
}) => ({ actions: await findAuditActions(partner.id) });
