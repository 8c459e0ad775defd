// SQL: a list with a search in two further tables, which Prisma Client has no relations for.

import { rowBeginsWith } from "@/lib/db/begins-with";
import {
  type Condition,
  type Listed,
  listStatement,
  metByMost,
  ofId,
  oneOf,
  type Statement,
  when,
} from "@/lib/db/list-statement";
import { ofOwner } from "@/lib/db/of-owner";
import { ownersStatement } from "@/lib/db/owners-statement";
import { isId } from "@/lib/kernel/ids";
import type { PageRequest } from "@/lib/kernel/page";
import { DISPUTE_COLUMNS, idsOfMerchant } from "./sql-store";
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
const IS_SELECTED = "d.id = ANY(:ids)";
const OF_CARD = "SELECT o.id FROM card_disputes o WHERE o.card_id = ?";
const OF_DIGITS = `SELECT o.id FROM card_disputes o WHERE o.card_id = ANY(ARRAY(
  SELECT c.id FROM cards c WHERE c.partner_id = $1 AND c.last4 = ?))`;
const OF_MERCHANT = `SELECT o.id FROM card_disputes o WHERE o.transaction_id = ANY(ARRAY(${idsOfMerchant("?::text")}))`;
/** The same comparison of a dispute that no index finds. */
const HAS_MERCHANT =
  metByMost(`EXISTS (SELECT FROM card_transactions t WHERE t.id = d.transaction_id
  AND ${rowBeginsWith("t.merchant_name", "?::text")} OFFSET 0)`);

const termOf = (search: string | undefined) => search?.trim().replaceAll(/\s+/g, " ");

/** The condition of a search for an id or for a card's last four digits; undefined for another text. */
function idConditions(term: string): Condition[] | undefined {
  if (isId("dsp", term)) return when("id", term, "d.id = ?");
  if (isId("txn", term)) return when("txn", term, "d.transaction_id = ?");
  if (isId("card", term)) return when("card", term, IS_SELECTED, OF_CARD);
  const digits = LAST_FOUR.exec(term)?.[1];
  return digits === undefined ? undefined : when("digits", digits, IS_SELECTED, OF_DIGITS);
}

/** The beginning of a merchant's name that a text searches; undefined where it searches something else. */
export function merchantOf(search: string | undefined): string | undefined {
  const term = termOf(search);
  return term === undefined || idConditions(term) ? undefined : term;
}

function searched(search: string | undefined, isRareMerchant: boolean): Condition[] {
  const term = termOf(search);
  if (term === undefined) return [];
  const merchant = isRareMerchant
    ? { name: "rare_merchant", sql: IS_SELECTED, ids: OF_MERCHANT, values: [term, term] }
    : { name: "merchant", sql: HAS_MERCHANT, values: [term] };
  return idConditions(term) ?? [merchant];
}

/** Describes the list of a partner's disputes that match the filters. */
function disputeList(partnerId: string, filters: DisputeFilters, isRareMerchant: boolean): Listed {
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
      ...searched(search, isRareMerchant),
    ],
    columns: "d.*",
    beside: `LEFT JOIN LATERAL (SELECT ${DISPUTE_COLUMNS} FROM card_disputes d WHERE d.id = page.id OFFSET 0) d ON true`,
  };
}

/**
 * The statement of a page of a partner's disputes that match the filters. Those of several statuses are read by each status: with a
 * condition on all of them, PostgreSQL reads the disputes of the other statuses too until the page is full.
 * @param isRareMerchant whether the searched merchant has so few transactions that the disputes are found by these
 */
export function disputeStatement(
  partnerId: string,
  filters: DisputeFilters,
  isRareMerchant: boolean,
  page: PageRequest,
): Statement {
  const { status = [], search, serviceTransactionId } = filters;
  if (status.length < 2 || search !== undefined || serviceTransactionId !== undefined)
    return listStatement({ ...disputeList(partnerId, filters, isRareMerchant), page });
  const list = disputeList(partnerId, { ...filters, status: undefined }, isRareMerchant);
  const ofPartner = {
    name: "list_disputes_by_status",
    // One value, so that the index of partner, status and id has the order of each status.
    from: "card_disputes d WHERE d.partner_id = own_rows_of($1)",
  };
  return ownersStatement({ ...list, ...ofPartner, page }, { ids: status, column: "d.status" });
}
