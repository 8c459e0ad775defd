// SQL: walks the index of open holds from partner to partner, each with its own time.

import { query } from "@/lib/db";

/** A debit of the sandbox whose hold is to be released, and what its transaction is. */
export interface DueHold {
  id: string;
  partnerId: string;
  cardId: string;
  /** Null for a purchase that the sandbox simulated without messages of a network. */
  networkTransactionId: string | null;
  type: "purchase" | "withdrawal";
  description: string;
  merchantName: string;
  merchantCountry: string;
  merchantCurrency: string | null;
}

const DUE_COLUMNS = `t.id, t.partner_id AS "partnerId", t.card_id AS "cardId", t.network_transaction_id AS "networkTransactionId",
  t.type, t.description, t.merchant_name AS "merchantName", t.merchant_country AS "merchantCountry",
  t.merchant_currency AS "merchantCurrency"`;

/**
 * The due holds of the partner in `w`: $1 is the latest creation by a clock that was never advanced. The first condition
 * on the creation is a bound for the index; the second one counts only the advances after the creation.
 */
const DUE_OF_PARTNER = `SELECT ${DUE_COLUMNS} FROM card_transactions t JOIN cards c ON c.id = t.card_id
  WHERE t.partner_id = w.partner_id AND t.held_micro_usd > 0
    AND t.created_at <= $1::timestamptz + p.clock_offset_s * interval '1 second'
    AND t.created_at <= $1::timestamptz + clock_advanced_since(t.partner_id, t.created_at)
    AND c.issuer = 'sandbox'
  ORDER BY t.created_at LIMIT $2`;

/** Finds holds of one partner at the sandbox that were created by `createdBy` of its clock, the oldest first. */
export function findDueHoldsOf(
  partnerId: string,
  createdBy: Date,
  limit: number,
): Promise<DueHold[]> {
  return query<DueHold & Record<string, unknown>>(
    "find_due_holds_of_partner",
    `SELECT due.* FROM (SELECT $3::text AS partner_id) w JOIN partners p ON p.id = w.partner_id
       CROSS JOIN LATERAL (${DUE_OF_PARTNER}) due`,
    [createdBy, limit, partnerId],
  );
}

/** Like `findDueHoldsOf`, of all partners. Each partner has no more than `limit`. */
export function findDueHolds(createdBy: Date, limit: number): Promise<DueHold[]> {
  return query<DueHold & Record<string, unknown>>(
    "find_due_holds",
    `WITH RECURSIVE w AS (
       (SELECT partner_id FROM card_transactions WHERE held_micro_usd > 0 ORDER BY partner_id, created_at LIMIT 1)
       UNION ALL
       SELECT later.partner_id FROM w CROSS JOIN LATERAL (
         SELECT t.partner_id FROM card_transactions t WHERE t.held_micro_usd > 0 AND t.partner_id > w.partner_id
         ORDER BY t.partner_id, t.created_at LIMIT 1) later)
     SELECT due.* FROM w JOIN partners p ON p.id = w.partner_id CROSS JOIN LATERAL (${DUE_OF_PARTNER}) due`,
    [createdBy, limit],
  );
}
