// SQL: the partners, and what each of the page does: all in one statement, looked up by index per shown partner.

import { query } from "@/lib/db";
import { batchStatement, type Place, placeOf } from "@/lib/db/batch-statement";
import { beginsWith } from "@/lib/db/begins-with";
import { eachBatch } from "@/lib/db/each-batch";
import { type Condition, type Listed, listStatement } from "@/lib/db/list-statement";
import { ofOwner } from "@/lib/db/of-owner";
import { queryList } from "@/lib/db/query-list";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { PARTNER_SORTS, WEBHOOK_HEALTH } from "../../schema";
import { PARTNER_COLUMNS, PARTNER_TABLES, type PartnerRow } from "../../store";

export interface PartnerQuery {
  /** The beginning of a name, or an id. */
  search: string | undefined;
  status: "active" | "suspended" | undefined;
  sort: (typeof PARTNER_SORTS)[number];
  hasActivity: boolean;
}

/** The activity of a partner. */
export interface PartnerActivityRow {
  users: bigint;
  cards: bigint;
  cardVolumeMicroUsd: bigint;
  pendingCount: bigint;
  pendingMicroUsd: bigint;
  webhooks: (typeof WEBHOOK_HEALTH)[number];
  lastActiveAt: Date | null;
}

export type ListedPartnerRow = PartnerRow & { activity?: PartnerActivityRow };

const ACTIVITY_COLUMNS = `x.users, x.cards, x."cardVolumeMicroUsd", x."pendingCount", x."pendingMicroUsd", x.webhooks, x."lastActiveAt"`;
const countOf = (kind: string) =>
  `(SELECT coalesce(sum(n), 0)::bigint FROM row_counts WHERE scope = page.id AND kind = '${kind}')`;
/**
 * The card volume of a partner in 30 days. The last minutes are not summed yet: docs/decisions/0075-sums-of-cards.md.
 * Without an upper end the planner expects a third of all transactions after the lower one, and may read the table.
 */
const cardVolumeOf = (partnerId: string) => `SELECT coalesce(sum(v.amount), 0)::bigint FROM (
    SELECT amount_micro_usd AS amount FROM card_sums
      WHERE partner_id = ${partnerId} AND minutes = 60 AND starts_at >= date_trunc('hour', now()) - interval '30 days' AND kind = 'spend'
    UNION ALL SELECT amount_micro_usd FROM card_transactions
      WHERE partner_id = ${partnerId} AND created_at >= greatest(date_trunc('hour', now()) - interval '30 days', (SELECT before_at FROM card_sums_end))
        AND created_at < 'infinity' AND card_sum_kind(category, status, declined_reason) = 'spend') v`;
const WEBHOOKS = `SELECT CASE WHEN e.url IS NULL THEN 'none' WHEN e.paused_at IS NOT NULL THEN 'paused'
    WHEN e.failing_since IS NOT NULL THEN 'failing' ELSE 'ok' END
  FROM (VALUES (page.id)) one (id) LEFT JOIN webhook_endpoints e ON e.partner_id = one.id`;
/**
 * The last activity of a partner. Requests are deleted after weeks: what the job stored of them before still counts, unless a
 * clock that was ahead had written it.
 */
const lastActiveOf = (partnerId: string) => {
  const newest = (table: string) =>
    `(SELECT created_at FROM ${table} WHERE ${ofOwner("partner_id", partnerId)} ORDER BY partner_id, id DESC LIMIT 1)`;
  return `greatest(
    (SELECT last_active_at FROM partner_activity WHERE partner_id = ${partnerId} AND last_active_at <= now()),
    ${newest("request_log")}, ${newest("wallet_transactions")})`;
};
const ACTIVITY = `LEFT JOIN LATERAL (SELECT ${countOf("users")} AS users, ${countOf("cards")} AS cards,
    (${cardVolumeOf("page.id")}) AS "cardVolumeMicroUsd", w.n AS "pendingCount", w.amount AS "pendingMicroUsd",
    (${WEBHOOKS}) AS webhooks, ${lastActiveOf("page.id")} AS "lastActiveAt"
  FROM (SELECT count(*) AS n, coalesce(sum(amount_micro_usd), 0)::bigint AS amount FROM withdrawals
    WHERE partner_id = page.id AND status = 'pending') w OFFSET 0) x ON page.id IS NOT NULL`;

function conditionsOf({ search, status }: PartnerQuery): Condition[] {
  return [
    ...(search === undefined
      ? []
      : [
          {
            name: "search",
            sql: `(p.id = ? OR (${beginsWith("p.name", "?::text")}))`,
            values: [search, search, search],
          },
        ]),
    ...(status === undefined
      ? []
      : [
          {
            name: status,
            sql: `p.suspended_at IS ${status === "active" ? "NULL" : "NOT NULL"}`,
            values: [],
          },
        ]),
  ];
}

type Sort = PartnerQuery["sort"];

/** The partners with what the job `rank-partners` stored for their order. */
const RANKED = "partners p LEFT JOIN partner_activity s ON s.partner_id = p.id";

/** The sorts with another direction than newest first. */
const ASCENDING: readonly Sort[] = ["oldest", "name", "smallest", "lowest_volume", "longest_idle"];

interface Order {
  name: string;
  from: string;
  sortedBy?: readonly string[];
}

const BY_ID: Order = { name: "partners_by_id", from: "partners p" };
const BY_BALANCE: Order = {
  name: "partners_by_balance",
  from: PARTNER_TABLES,
  sortedBy: ["a.balance_micro_usd"],
};
const BY_VOLUME: Order = {
  name: "partners_by_volume",
  from: RANKED,
  sortedBy: ["coalesce(s.card_volume_micro_usd, 0)"],
};
const BY_ACTIVITY: Order = {
  name: "partners_by_activity",
  from: RANKED,
  sortedBy: ["coalesce(s.last_active_at, '-infinity')"],
};
const ORDERS: Record<Sort, Order> = {
  newest: BY_ID,
  oldest: BY_ID,
  name: { name: "partners_by_name", from: "partners p", sortedBy: ["search_key(p.name)"] },
  largest: BY_BALANCE,
  smallest: BY_BALANCE,
  highest_volume: BY_VOLUME,
  lowest_volume: BY_VOLUME,
  last_active: BY_ACTIVITY,
  longest_idle: BY_ACTIVITY,
};

function partnerList(wanted: PartnerQuery): Listed & { isAscending: boolean } {
  const { sort, hasActivity } = wanted;
  const { name, from, ...order } = ORDERS[sort];
  return {
    name: hasActivity ? `activity_of_${name}` : name,
    ...order,
    // Every id is after the empty text.
    scope: "",
    from: `${from} WHERE p.id > $1`,
    id: "p.id",
    conditions: conditionsOf(wanted),
    columns: hasActivity ? `p.*, ${ACTIVITY_COLUMNS}` : "p.*",
    beside: `LEFT JOIN LATERAL (SELECT ${PARTNER_COLUMNS} FROM ${PARTNER_TABLES} WHERE p.id = page.id OFFSET 0) p ON true
      ${hasActivity ? ACTIVITY : ""}`,
    isAscending: ASCENDING.includes(sort),
  };
}

const listedRow = (row: PartnerRow & PartnerActivityRow, { hasActivity }: PartnerQuery) =>
  hasActivity ? { ...row, activity: row } : row;

/** Finds a page of the partners. */
export async function findPartners(
  wanted: PartnerQuery,
  page: PageRequest,
): Promise<Page<ListedPartnerRow>> {
  const statement = listStatement({ ...partnerList(wanted), page });
  const found = await queryList<PartnerRow & PartnerActivityRow>(statement, page.limit);
  return { ...found, rows: found.rows.map((row) => listedRow(row, wanted)) };
}

/**
 * Reads all partners that match in batches. Balances and volumes change meanwhile, so a batch begins after the value that
 * the last row of the one before had, and not after the present value of that partner, which may be anywhere.
 */
export function readPartners(
  wanted: PartnerQuery,
  limit: number,
): AsyncGenerator<ListedPartnerRow[], void> {
  const list = partnerList(wanted);
  return eachBatch(async (after: Place | undefined) => {
    const { name, text, values } = batchStatement(list, after, limit);
    const found = await query<PartnerRow & PartnerActivityRow>(name, text, values);
    const last = found.at(-1);
    const next = last && found.length === limit ? placeOf(list, { ...last }) : undefined;
    return { rows: found.map((row) => listedRow(row, wanted)), next };
  });
}

/** A statement stores so many partners, so that it is short whatever they do. */
const BATCH_PARTNERS = 500;

/**
 * Stores what the list of partners is ordered by: the card volume of 30 days and the last activity of each partner.
 * Returns the number of partners whose values changed.
 */
export async function storePartnerActivity(): Promise<number> {
  let changed = 0;
  for (let after = ""; ; ) {
    const [row] = await query<{ last: string | null; changed: bigint }>(
      "store_partner_activity",
      `WITH page AS (SELECT id FROM partners WHERE id > $1 ORDER BY id LIMIT $2),
       changed AS (
         INSERT INTO partner_activity AS s (partner_id, card_volume_micro_usd, last_active_at)
         SELECT page.id, (${cardVolumeOf("page.id")}), ${lastActiveOf("page.id")} FROM page
         ON CONFLICT (partner_id) DO UPDATE
           SET card_volume_micro_usd = excluded.card_volume_micro_usd, last_active_at = excluded.last_active_at
           WHERE (s.card_volume_micro_usd, s.last_active_at) IS DISTINCT FROM
             (excluded.card_volume_micro_usd, excluded.last_active_at)
         RETURNING 1)
       SELECT (SELECT max(id) FROM page) AS last, (SELECT count(*) FROM changed) AS changed`,
      [after, BATCH_PARTNERS],
    );
    changed += Number(row?.changed ?? 0n);
    if (!row?.last) return changed;
    after = row.last;
  }
}
