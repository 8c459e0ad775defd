// SQL: a hot list's builder: filters in the order of an index.

import { type Listed, listStatement, ofId, when } from "@/lib/db/list-statement";
import { queryList } from "@/lib/db/query-list";
import { emailKeyOf } from "@/lib/identity/email-key";
import { firstIdAt } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { CLOCKS_APART_MS } from "../clocks-apart";

const OPERATOR = "operator";

export interface PartnerAuditFilters {
  action?: string | undefined;
  /** A person's id or whole email, or `operator`. */
  actor?: string | undefined;
  target?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** An entry as its partner may see it: the person is null for the operator. */
export interface PartnerAuditRow {
  id: string;
  action: string;
  targetId: string;
  personId: string | null;
  personName: string | null;
  personEmail: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ipAddress: string | null;
  requestId: string | null;
  createdAt: Date;
}

const COLUMNS = `e.action, e.target_id AS "targetId", e.before, e.after, e.created_at AS "createdAt",
  CASE WHEN e.partner_id IS NOT NULL THEN e.ip_address END AS "ipAddress",
  CASE WHEN e.partner_id IS NOT NULL THEN e.request_id END AS "requestId",
  p.id AS "personId", p.name AS "personName", p.email AS "personEmail"`;

/** The person of the partner with an email, or else the one who had it and was removed last. */
const OF_EMAIL = `l.person_id = coalesce((SELECT id FROM people WHERE email_key = ? AND partner_id = ?),
  (SELECT id FROM people WHERE lower(email) = ? AND partner_id = ? AND disabled_at IS NOT NULL ORDER BY disabled_at DESC LIMIT 1))`;

function ofActor(partnerId: string, actor: string | undefined) {
  if (actor === OPERATOR)
    return [{ name: "operator", sql: "l.person_id IS NULL", values: [] as unknown[] }];
  if (!actor?.includes("@")) return when("person", actor, "l.person_id = ?");
  const emailKey = emailKeyOf(actor);
  return [
    {
      name: "email",
      sql: OF_EMAIL,
      values: [emailKey, partnerId, emailKey, partnerId] as unknown[],
    },
  ];
}

/** The ids of a period, with a margin for clocks, so that the index begins near the period. */
function ofPeriod({ from, to }: PartnerAuditFilters) {
  const shifted = (at: Date | undefined, byMs: number) =>
    at && firstIdAt("aud", new Date(at.getTime() + byMs));
  return [
    ...when("from_id", shifted(from, -CLOCKS_APART_MS), "l.entry_id >= ?"),
    ...when("to_id", shifted(to, CLOCKS_APART_MS), "l.entry_id < ?"),
    ...when("from", from, "l.created_at >= ?"),
    ...when("to", to, "l.created_at < ?"),
  ];
}

/** Describes the list of a partner's audit entries that match the filters. */
export function auditList(partnerId: string, filters: PartnerAuditFilters): Listed {
  return {
    name: "list_partner_audit",
    scope: partnerId,
    from: "partner_audit_entries l WHERE l.partner_id = $1",
    id: "l.entry_id",
    conditions: [
      ...when("action", filters.action, "l.action = ?"),
      ...ofActor(partnerId, filters.actor),
      ...when("target", filters.target, "l.target_id = ?"),
      ...ofPeriod(filters),
    ],
    columns: COLUMNS,
    beside: `LEFT JOIN LATERAL (SELECT * FROM audit_entries a WHERE a.id = page.id OFFSET 0) e ON true
      LEFT JOIN LATERAL (SELECT * FROM people x WHERE x.id = e.person_id AND e.partner_id IS NOT NULL OFFSET 0) p ON true`,
  };
}

/** Lists a partner's audit entries that match the filters, newest first. */
export function findAuditEntries(
  partnerId: string,
  filters: PartnerAuditFilters,
  page: PageRequest,
): Promise<Page<PartnerAuditRow>> {
  return queryList(listStatement({ ...auditList(partnerId, filters), page }), page.limit);
}

/** Finds an entry of a partner's audit log. */
export async function findAuditEntry(
  partnerId: string,
  entryId: string,
): Promise<PartnerAuditRow | undefined> {
  const list = {
    ...auditList(partnerId, {}),
    conditions: ofId("id", "aud", entryId, "l.entry_id = ?"),
  };
  const statement = listStatement({ ...list, page: { skip: 0, limit: 1 } });
  return (await queryList<PartnerAuditRow>(statement, 1)).rows[0];
}
