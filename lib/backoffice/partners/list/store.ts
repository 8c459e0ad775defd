// SQL: the partners, and what each of the page does: all in one statement, looked up by index per shown partner.

import { beginsWith } from "@/lib/db/begins-with";
import { type Condition, listStatement } from "@/lib/db/list-statement";
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

/** What a partner does. */
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
/** The last minutes are not summed yet: docs/decisions/0075-sums-of-cards.md. */
const CARD_VOLUME = `SELECT coalesce(sum(v.amount), 0)::bigint FROM (
    SELECT amount_micro_usd AS amount FROM card_sums
      WHERE partner_id = page.id AND minutes = 60 AND starts_at >= date_trunc('hour', now()) - interval '30 days' AND kind = 'spend'
    UNION ALL SELECT amount_micro_usd FROM card_transactions
      WHERE partner_id = page.id AND created_at >= greatest(date_trunc('hour', now()) - interval '30 days', (SELECT before_at FROM card_sums_end))
        AND card_sum_kind(category, status, declined_reason) = 'spend') v`;
const WEBHOOKS = `SELECT CASE WHEN e.url IS NULL THEN 'none' WHEN e.paused_at IS NOT NULL THEN 'paused'
    WHEN e.failing_since IS NOT NULL THEN 'failing' ELSE 'ok' END
  FROM (VALUES (page.id)) one (id) LEFT JOIN webhook_endpoints e ON e.partner_id = one.id`;
const LAST_ACTIVE = `greatest(
    (SELECT created_at FROM request_log WHERE partner_id = page.id ORDER BY id DESC LIMIT 1),
    (SELECT created_at FROM wallet_transactions WHERE partner_id = page.id ORDER BY id DESC LIMIT 1))`;
const ACTIVITY = `LEFT JOIN LATERAL (SELECT ${countOf("users")} AS users, ${countOf("cards")} AS cards,
    (${CARD_VOLUME}) AS "cardVolumeMicroUsd", w.n AS "pendingCount", w.amount AS "pendingMicroUsd",
    (${WEBHOOKS}) AS webhooks, ${LAST_ACTIVE} AS "lastActiveAt"
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

const isByBalance = (sort: PartnerQuery["sort"]) => sort === "largest" || sort === "smallest";

function orderedBy(sort: PartnerQuery["sort"]) {
  if (sort === "name") return { name: "partners_by_name", sortedBy: ["search_key(p.name)"] };
  if (isByBalance(sort)) return { name: "partners_by_balance", sortedBy: ["a.balance_micro_usd"] };
  return { name: "partners_by_id" };
}

/** Finds a page of the partners. */
export async function findPartners(
  wanted: PartnerQuery,
  page: PageRequest,
): Promise<Page<ListedPartnerRow>> {
  const { sort, hasActivity } = wanted;
  const { name, ...order } = orderedBy(sort);
  const statement = listStatement({
    name: hasActivity ? `activity_of_${name}` : name,
    ...order,
    // Every id is after the empty text.
    scope: "",
    from: `${isByBalance(sort) ? PARTNER_TABLES : "partners p"} WHERE p.id > $1`,
    id: "p.id",
    conditions: conditionsOf(wanted),
    columns: hasActivity ? `p.*, ${ACTIVITY_COLUMNS}` : "p.*",
    beside: `LEFT JOIN LATERAL (SELECT ${PARTNER_COLUMNS} FROM ${PARTNER_TABLES} WHERE p.id = page.id OFFSET 0) p ON true
      ${hasActivity ? ACTIVITY : ""}`,
    isAscending: sort === "oldest" || sort === "name" || sort === "smallest",
    page,
  });
  const found = await queryList<PartnerRow & PartnerActivityRow>(statement, page.limit);
  return {
    ...found,
    rows: found.rows.map((row) => (hasActivity ? { ...row, activity: row } : row)),
  };
}
