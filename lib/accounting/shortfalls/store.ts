// SQL: a list of open alerts with the balances of the ledger, in one statement.

import { query } from "@/lib/db";
import { listStatement } from "@/lib/db/list-statement";
import { queryList } from "@/lib/db/query-list";
import type { Page, PageRequest } from "@/lib/kernel/page";

/** The alert that is open exactly while a card has a shortfall (decision 0063). */
const KIND = "card_shortfall";

export interface ShortfallRow {
  /** The id of the alert. */
  id: string;
  cardId: string;
  last4: string;
  status: string;
  partnerId: string;
  partnerName: string;
  amountMicroUsd: bigint;
  since: Date;
}

/** Lists the cards of all partners that owe a shortfall, longest first. Only routes of the audience `admin` call it. */
export function findShortfalls(page: PageRequest): Promise<Page<ShortfallRow>> {
  return queryList(
    listStatement({
      name: "list_shortfalls",
      scope: KIND,
      from: "alerts a WHERE a.kind = $1",
      id: "a.id",
      sortedBy: ["a.opened_at"],
      isAscending: true,
      // A condition, so that the cursor of a shortfall that was paid meanwhile still has a place in the list.
      conditions: [{ name: "open", sql: "a.closed_at IS NULL", values: [] }],
      columns: `c.id AS "cardId", c.last4, c.status, p.id AS "partnerId", p.name AS "partnerName",
        -s.balance_micro_usd AS "amountMicroUsd", c.shortfall_since AS since`,
      beside: `LEFT JOIN LATERAL (SELECT subject FROM alerts WHERE id = page.id OFFSET 0) a ON true
       LEFT JOIN cards c ON c.id = a.subject LEFT JOIN partners p ON p.id = c.partner_id
       LEFT JOIN ledger.accounts s ON s.id = 'card_shortfall:' || c.id`,
      page,
    }),
    page.limit,
  );
}

/** Sums what all cards owe, in micro-USD. */
export async function sumShortfalls(): Promise<bigint> {
  const [row] = await query<{ owed: bigint }>(
    "sum_shortfalls",
    `SELECT coalesce(-sum(s.balance_micro_usd), 0)::bigint AS owed
     FROM alerts a JOIN ledger.accounts s ON s.id = 'card_shortfall:' || a.subject
     WHERE a.kind = $1 AND a.closed_at IS NULL`,
    [KIND],
  );
  return row?.owed ?? 0n;
}
