import { query } from "@/lib/db";
import { rowsOf, when } from "@/lib/db/list-statement";
import { statementName } from "@/lib/db/statement-name";
import { firstIdAt } from "@/lib/kernel/ids";

/** Ids carry the machine's time and entries the request's time. The two may differ by this much. */
const CLOCKS_APART_MS = 300_000;
/** Sorts after every id in any collation: no prefix begins with z. */
const AFTER_ALL_IDS = "z";
const OPERATOR = "operator";

export interface AuditFilter {
  /** A person's id or whole email. */
  person?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  /** A partner's id, or `operator`. */
  partner?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  /** Only entries after this one in the list. */
  before?: string | undefined;
}

export interface AuditRow {
  id: string;
  personId: string;
  personName: string;
  personEmail: string;
  partnerId: string | null;
  partnerName: string | null;
  action: string;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ipAddress: string | null;
  requestId: string | null;
  createdAt: Date;
  position: bigint | null;
  hash: string | null;
}

const COLUMNS = `e.id, e.person_id AS "personId", p.name AS "personName", p.email AS "personEmail",
  e.partner_id AS "partnerId", t.name AS "partnerName", e.action, e.target_id AS "targetId", e.before, e.after,
  e.ip_address AS "ipAddress", e.request_id AS "requestId", e.created_at AS "createdAt", c.position, c.hash`;
const BESIDE = `JOIN people p ON p.id = e.person_id LEFT JOIN partners t ON t.id = e.partner_id
  LEFT JOIN audit_chain c ON c.entry_id = e.id`;

const atMs = (at: Date | undefined, byMs: number) =>
  at && firstIdAt("aud", new Date(at.getTime() + byMs));

function conditionsOf({ person, action, target, partner, from, until, before }: AuditFilter) {
  const isOperator = partner === OPERATOR;
  return [
    ...when("before", before ?? AFTER_ALL_IDS, "id < ?"),
    ...(person?.includes("@")
      ? when("email", person, "person_id = (SELECT id FROM people WHERE email_key = lower(?))")
      : when("person", person, "person_id = ?")),
    ...when("action", action, "action = ?"),
    ...when("target", target, "target_id = ?"),
    ...(isOperator ? [{ name: OPERATOR, sql: "partner_id IS NULL", values: [] }] : []),
    ...when("partner", isOperator ? undefined : partner, "partner_id = ?"),
    ...when("from", from, "created_at >= ?"),
    ...when("until", until, "created_at < ?"),
    ...when("since_id", atMs(from, -CLOCKS_APART_MS), "id >= ?"),
    ...when("until_id", atMs(until, CLOCKS_APART_MS), "id < ?"),
  ];
}

/** Entries, newest first. Every filter has an index that yields its first page without reading further rows. */
export function listEntries(filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  const conditions = conditionsOf(filter);
  const values: unknown[] = [];
  const entries = rowsOf("audit_entries WHERE true", conditions, values);
  return query<AuditRow & Record<string, unknown>>(
    statementName("list_audit", ...conditions.map(({ name }) => name)),
    `SELECT ${COLUMNS} FROM (SELECT * FROM ${entries}
       ORDER BY id DESC LIMIT $${values.push(limit)}) e ${BESIDE} ORDER BY e.id DESC`,
    values,
  );
}

export async function findEntry(entryId: string): Promise<AuditRow | undefined> {
  const rows = await query<AuditRow & Record<string, unknown>>(
    "find_audit_entry",
    `SELECT ${COLUMNS} FROM audit_entries e ${BESIDE} WHERE e.id = $1`,
    [entryId],
  );
  return rows[0];
}

interface LogRow {
  entries: bigint;
  hash: string;
  actions: string[];
}

/** The length and end of the log, and its distinct actions, each found by one step in the index of actions. */
export async function findLog(): Promise<LogRow | undefined> {
  const rows = await query<LogRow & Record<string, unknown>>(
    "find_audit_log",
    `WITH RECURSIVE actions AS (
       (SELECT action FROM audit_entries ORDER BY action LIMIT 1)
       UNION ALL
       SELECT (SELECT e.action FROM audit_entries e WHERE e.action > a.action ORDER BY e.action LIMIT 1)
       FROM actions a WHERE a.action IS NOT NULL)
     SELECT h.entries, h.hash, ARRAY(SELECT action FROM actions WHERE action IS NOT NULL) AS actions FROM audit_head h`,
    [],
  );
  return rows[0];
}
