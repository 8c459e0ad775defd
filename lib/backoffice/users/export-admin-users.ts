import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { writeAuditEntry } from "@/lib/audit/write-audit-entry";
import { exportBatches, type TextColumns } from "@/lib/contract/csv/export-pages";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { exportAdminUsersContract } from "./contract";
import { wantedUsers } from "./list-admin-users";
import { type AdminUserRow, readAdminUsers } from "./store";

const COLUMNS: TextColumns<AdminUserRow> = {
  user: ({ id }) => id,
  "first name": ({ firstName }) => firstName,
  "last name": ({ lastName }) => lastName,
  email: ({ email }) => email,
  status: ({ status }) => status,
  program: ({ program }) => program,
  partner: ({ partnerId }) => partnerId,
  "partner name": ({ partnerName }) => partnerName,
  cards: ({ cardCount }) => cardCount.toString(),
  "created (UTC)": ({ createdAt }) => createdAt.toISOString(),
};

/** The target of the audit entry of an export that is not limited to a partner. */
const ALL_PARTNERS = "all partners";

/**
 * The filtered card users of all partners as CSV of any length, newest first. The audit entry has the partner and
 * whether the list was searched, not the searched name. Source: docs/decisions/0096-exports-of-lists.md
 */
export const exportAdminUsers: AdminUseCase<typeof exportAdminUsersContract> = async (context) => {
  const { input, at } = context;
  const wanted = wantedUsers(input.query);
  const targetId = wanted.partnerId ?? ALL_PARTNERS;
  const after = { isSearched: wanted.search !== undefined };
  async function* batches() {
    await auditAdminAction(context, "user.export", { targetId, after }, writeAuditEntry);
    yield* readAdminUsers(wanted);
  }
  return exportBatches({ name: "card-users", at, columns: COLUMNS }, batches());
};
