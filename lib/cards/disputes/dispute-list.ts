// SQL: a list with a search in two further tables, which Prisma Client has no relations for.

import { beginsWith } from "@/lib/db/begins-with";
import { type Condition, type Listed, ofId, oneOf, when } from "@/lib/db/list-statement";
import { ofOwner } from "@/lib/db/of-owner";
import { isId } from "@/lib/kernel/ids";
import { DISPUTE_COLUMNS } from "./sql-store";
import type { CardDisputeStatus } from "./states";

export interface DisputeFilters {
  /** The dispute has one of these statuses. */
  status?: readonly CardDisputeStatus[] | undefined;
  serviceTransactionId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** The beginning of a merchant's name, the last four digits of a card, or the id of a dispute, transaction or card. */
  search?: string | undefined;
}

const LAST_FOUR = /^[•*.\s]*(\d{4})$/;
const BY_MERCHANT = `EXISTS (SELECT FROM card_transactions t WHERE t.id = d.transaction_id
  AND ${beginsWith("t.merchant_name", "?::text")})`;
const BY_DIGITS = "EXISTS (SELECT FROM cards c WHERE c.id = d.card_id AND c.last4 = ?)";

function searched(search: string | undefined): Condition[] {
  const term = search?.trim();
  if (term === undefined) return [];
  if (isId("dsp", term)) return when("id", term, "d.id = ?");
  if (isId("txn", term)) return when("txn", term, "d.transaction_id = ?");
  if (isId("card", term)) return when("card", term, "d.card_id = ?");
  const digits = LAST_FOUR.exec(term)?.[1];
  if (digits !== undefined) return when("digits", digits, BY_DIGITS);
  return [{ name: "merchant", sql: BY_MERCHANT, values: [term, term] }];
}

/** Describes the list of a partner's disputes that match the filters. */
export function disputeList(partnerId: string, filters: DisputeFilters): Listed {
  const { status, serviceTransactionId, from, to, search } = filters;
  return {
    name: "list_disputes",
    scope: partnerId,
    from: `card_disputes d WHERE ${ofOwner("d.partner_id", "$1")}`,
    owner: "d.partner_id",
    id: "d.id",
    conditions: [
      ...ofId("of", "txn", serviceTransactionId, "d.transaction_id = ?"),
      ...oneOf("status", status, "d.status"),
      ...when("from", from, "d.created_at >= ?"),
      ...when("to", to, "d.created_at < ?"),
      ...searched(search),
    ],
    columns: "d.*",
    beside: `LEFT JOIN LATERAL (SELECT ${DISPUTE_COLUMNS} FROM card_disputes d WHERE d.id = page.id OFFSET 0) d ON true`,
  };
}
