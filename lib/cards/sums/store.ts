// SQL: sums of the whole partner, from stored sums and the rows after them.

import { query } from "@/lib/db";
import { storedSums } from "@/lib/kernel/stored-sums";

/** The number and the sum of one kind of card transactions, or of new cards, in one period. */
export interface CardSumRow {
  /** The index of the requested period, from 0. */
  day: number;
  /** `spend`, `reversed`, `declined:<reason>`, `refund`, `fee` or `card` */
  kind: string;
  count: number;
  amountMicroUsd: bigint;
}

const SUMS = "SELECT starts_at AS at, kind, n, amount_micro_usd AS amount FROM";

/**
 * Sums the card transactions and the new cards by period and kind. A period begins at each of these instants and ends at
 * the next one, the last at `until`. Every instant must be a quarter of an hour.
 * Source: docs/decisions/0075-sums-of-cards.md.
 */
export async function findCardSums(
  partnerId: string,
  starts: readonly Date[],
  until: Date,
): Promise<CardSumRow[]> {
  const { minutes, daysFrom, daysUntil } = storedSums(starts, until);
  const short = (from: string, end: string) =>
    `${SUMS} card_sums WHERE partner_id = $1 AND minutes = $5 AND starts_at >= ${from} AND starts_at < ${end}`;
  const rows = await query<Omit<CardSumRow, "count"> & { count: bigint }>(
    "find_card_sums",
    `SELECT width_bucket(summed.at, $2::timestamptz[]) - 1 AS day, kind, sum(n)::bigint AS count,
       sum(amount)::bigint AS "amountMicroUsd"
     FROM (
       ${short("$3", "$6")}
       UNION ALL ${SUMS} card_day_sums WHERE partner_id = $1 AND starts_at >= $6 AND starts_at < $7
       UNION ALL ${short("$7", "$4")}
       UNION ALL SELECT created_at, card_sum_kind(category, status, declined_reason), 1, amount_micro_usd
         FROM card_transactions
         WHERE partner_id = $1 AND created_at >= greatest($3, (SELECT before_at FROM card_sums_end)) AND created_at < $4
       UNION ALL SELECT created_at, 'card', 1, 0 FROM cards
         WHERE partner_id = $1 AND created_at >= greatest($3, (SELECT before_at FROM card_sums_end)) AND created_at < $4) summed
     WHERE kind IS NOT NULL GROUP BY 1, 2`,
    [partnerId, starts, starts[0], until, minutes, daysFrom, daysUntil],
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/**
 * Adds the card transactions and the cards created before an instant to the stored sums, day by day; the last five
 * minutes are left out. Adds nothing while a transaction is open that began earlier. Returns the number of sums written.
 */
export async function sumCardsBefore(instant: Date): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await query<{ written: bigint; isDone: boolean }>(
      "sum_cards",
      'SELECT written, is_done AS "isDone" FROM sum_cards($1)',
      [instant],
    );
    total += Number(row?.written ?? 0n);
    if (row?.isDone !== false) return total;
  }
}
