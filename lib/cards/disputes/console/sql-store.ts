// SQL: the disputes of all partners, each filter by an index of its own, and counted to a limit.

import { prisma, query } from "@/lib/db";
import {
  anyId,
  type Condition,
  type Listed,
  listStatement,
  oneOf,
  type Statement,
  when,
  withPlaces,
} from "@/lib/db/list-statement";
import { type Owners, ownersStatement } from "@/lib/db/owners-statement";
import { queryList } from "@/lib/db/query-list";
import { isId } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { DisputeRow } from "../dispute";
import { DISPUTE_COLUMNS, findPartnersNamed } from "../sql-store";
import { type CardDisputeStatus, isOpenDispute } from "../states";
import { LATE_AFTER_ATTEMPTS } from "../store";

/** Shorter delays of a submission end without anybody's help. */
const LATE_AFTER_MS = 600_000;
const ALERT_KINDS = ["dispute_failed", "dispute_differs", "dispute_needs_information"];

const lateBefore = (at: Date) => new Date(at.getTime() - LATE_AFTER_MS);

/** The condition that an operator should see a dispute `d`. */
const needsAttention = (at: Date): Condition => ({
  name: "attention",
  sql: `((d.status = 'pending' AND (d.failure IS NOT NULL OR d.created_at < ?))
    OR (d.status = 'submitted' AND d.failure IS NOT NULL AND d.attempts >= ${LATE_AFTER_ATTEMPTS})
    OR EXISTS (SELECT FROM alerts a WHERE a.kind = ANY(?) AND a.subject = d.id AND a.closed_at IS NULL))`,
  values: [lateBefore(at), ALERT_KINDS],
});

/** The disputes that are open or have an open alert: only these can need attention, and an index finds them. */
const OPEN_OR_ALERTED = `SELECT o.id FROM card_disputes o WHERE o.due_at IS NOT NULL
  UNION SELECT a.subject FROM alerts a WHERE a.kind = ANY(?) AND a.closed_at IS NULL`;
const IS_SELECTED = "d.id = ANY(:ids)";

/** Finds those of the disputes that need attention. */
export async function findNeedingAttention(ids: readonly string[], at: Date): Promise<Set<string>> {
  const values: unknown[] = [ids];
  const needing = needsAttention(at);
  const rows = await query<{ id: string }>(
    "find_disputes_needing_attention",
    `SELECT d.id FROM card_disputes d WHERE d.id = ANY($1) AND ${withPlaces(needing.sql, needing.values, values)}`,
    values,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Counts the disputes that need attention. */
export async function countNeedingAttention(at: Date): Promise<number> {
  const values: unknown[] = [];
  const needing = needsAttention(at);
  const ids = withPlaces(OPEN_OR_ALERTED, [ALERT_KINDS], values);
  const [row] = await query<{ count: bigint }>(
    "count_disputes_needing_attention",
    `SELECT count(*) FROM card_disputes d
     WHERE d.id = ANY(ARRAY(${ids})) AND ${withPlaces(needing.sql, needing.values, values)}`,
    values,
  );
  return Number(row?.count ?? 0n);
}

export interface DisputeFilter {
  /** `attention`: those that an operator should see. */
  status?: readonly (CardDisputeStatus | "attention")[] | undefined;
  partnerId?: readonly string[] | undefined;
  /** An id, or the beginning of a partner's name. */
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const isStatus = (each: CardDisputeStatus | "attention"): each is CardDisputeStatus =>
  each !== "attention";

/** The condition that a dispute has one of the statuses. Where all of them are of open disputes, these are found first. */
function statusConditions({ status }: DisputeFilter, at: Date): Condition[] {
  const named = status?.filter(isStatus);
  if (status === undefined || named?.length === status.length)
    return oneOf("status", named, "d.status");
  const { sql, values } = needsAttention(at);
  const either = {
    name: "attention_or_status",
    sql: `(${sql} OR d.status = ANY(?))`,
    values: [...values, named],
  };
  if (!named?.every(isOpenDispute)) return [either];
  const open = { sql: `(${IS_SELECTED} AND ${either.sql})`, ids: OPEN_OR_ALERTED };
  return [{ name: "open", ...open, values: [...either.values, ALERT_KINDS] }];
}

/** A search finds the disputes of so many partners. */
const MAX_PARTNERS = 100;

/** What a search finds: disputes by a condition, or all of some partners. */
interface Found {
  conditions: Condition[];
  partnerIds?: readonly string[];
}

async function searched(text: string | undefined): Promise<Found> {
  const search = text?.trim();
  if (!search) return { conditions: [] };
  if (isId("dsp", search)) return { conditions: when("id", search, "d.id = ?") };
  const by = (column: string): Found => ({
    conditions: when(
      column,
      search,
      IS_SELECTED,
      `SELECT o.id FROM card_disputes o WHERE o.${column} = ?`,
    ),
  });
  if (isId("txn", search)) return by("transaction_id");
  if (isId("card", search)) return by("card_id");
  const db = await prisma();
  const atIssuer = await db.cardDispute.findFirst({
    where: { issuerDisputeId: search },
    select: { id: true },
  });
  if (atIssuer) return by("issuer_dispute_id");
  return { conditions: [], partnerIds: await findPartnersNamed(search, MAX_PARTNERS) };
}

/** The partners whose disputes are listed, by the filter and by the search; undefined for those of all partners. */
function partnersOf(filter: readonly string[] | undefined, { partnerIds }: Found) {
  if (partnerIds === undefined) return filter;
  return filter === undefined ? partnerIds : filter.filter((id) => partnerIds.includes(id));
}

/** What the list is read by: an index of the partner, or else of the status, has its rows in their order. */
function ownersOf(
  partners: readonly string[] | undefined,
  { status }: DisputeFilter,
): Owners | undefined {
  if (partners) return { ids: partners, column: "d.partner_id" };
  return status?.every(isStatus) ? { ids: status, column: "d.status" } : undefined;
}

async function statementOf(wanted: DisputeFilter, at: Date, page: PageRequest): Promise<Statement> {
  const found = await searched(wanted.search);
  const partners = partnersOf(wanted.partnerId, found);
  const owners = found.conditions.length > 0 ? undefined : ownersOf(partners, wanted);
  const list: Listed = {
    name: ["list_all_disputes", ...(owners ? ["by", owners.column.replace("d.", "")] : [])].join(
      "_",
    ),
    // Every id is after the empty text.
    scope: "",
    from: "card_disputes d WHERE d.id > $1",
    id: "d.id",
    conditions: [
      ...(owners?.column === "d.status" ? [] : statusConditions(wanted, at)),
      ...(owners?.column === "d.partner_id"
        ? []
        : anyId("partner", "ptn", partners, "d.partner_id")),
      ...found.conditions,
      ...when("from", wanted.from, "d.created_at >= ?"),
      ...when("to", wanted.to, "d.created_at < ?"),
    ],
    columns: "d.*",
    beside: `LEFT JOIN LATERAL (SELECT ${DISPUTE_COLUMNS} FROM card_disputes d WHERE d.id = page.id OFFSET 0) d ON true`,
  };
  return owners ? ownersStatement({ ...list, page }, owners) : listStatement({ ...list, page });
}

/** Finds the disputes of all partners that match, newest first. */
export async function findAllDisputes(
  wanted: DisputeFilter,
  at: Date,
  page: PageRequest,
): Promise<Page<DisputeRow>> {
  const statement = await statementOf(wanted, at, page);
  return queryList<DisputeRow & Record<string, unknown>>(statement, page.limit);
}
