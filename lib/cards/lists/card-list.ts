// SQL: hot list: conditions in the order of an index.

import { beginsWith } from "@/lib/db/begins-with";
import { type Condition, type Listed, ofId, ofStatus, oneOf, when } from "@/lib/db/list-statement";
import { ofOwner, ofOwnerInRange } from "@/lib/db/of-owner";
import { DAY_MS } from "@/lib/kernel/durations";
import { firstIdAt, isId } from "@/lib/kernel/ids";
import type { CardStatus } from "../states";
import { balancesOf, LISTED_COLUMNS } from "../store";

export interface CardFilters {
  /** The card has one of these statuses. */
  status?: readonly CardStatus[] | undefined;
  /** The card is funded in one of these ways. */
  fundingType?: readonly ("float" | "crypto")[] | undefined;
  /** The id of the user. */
  serviceId?: string | undefined;
  search?: string | undefined;
  /** Only cards that owe a shortfall. */
  shortfall?: "owed" | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

const IS_SELECTED = "c.id = ANY(:ids)";

/** Searches the name on the card, which begins with the first name, and the last name of the card's user. */
const BY_NAME = `SELECT k.id FROM cards k WHERE k.partner_id = $1 AND ${beginsWith("k.card_name", "?::text")}
  UNION ALL SELECT k.id FROM users u JOIN cards k ON k.user_id = u.id
    WHERE u.partner_id = $1 AND u.deleted_at IS NULL AND ${beginsWith("u.last_name", "?::text")}`;

/** The alert is open exactly while a card has a shortfall (decision 0063), and has an index on open alerts. */
const OWING = "SELECT o.subject FROM alerts o WHERE o.kind = ? AND o.closed_at IS NULL";

/** An id is made up to a day before or after the time of creation that its row states. */
const ID_TOLERANCE_MS = DAY_MS;

/** The ids are in the order of time, so their range is a range of the index; the time itself decides. */
function createdWithin(from: Date | undefined, to: Date | undefined): Condition[] {
  const within = (name: string, at: Date, sql: string, toleranceMs: number): Condition => ({
    name,
    sql,
    values: [at, firstIdAt("card", new Date(at.getTime() + toleranceMs))],
  });
  return [
    ...(from ? [within("from", from, "c.created_at >= ? AND c.id >= ?", -ID_TOLERANCE_MS)] : []),
    ...(to ? [within("to", to, "c.created_at < ? AND c.id < ?", ID_TOLERANCE_MS)] : []),
  ];
}

/** Interprets a search text as a card id, as the last four digits, or as the beginning of a name. */
function found(search: string | undefined): Condition[] {
  const term = search?.trim().replaceAll(/\s+/g, " ");
  if (term === undefined) return [];
  if (isId("card", term)) return when("id", term, "c.id = ?");
  if (/^\d{4}$/.test(term)) return when("last4", term, "c.last4 = ?");
  return [{ name: "name", sql: IS_SELECTED, ids: BY_NAME, values: [term, term, term, term] }];
}

/**
 * Describes the list of the cards that match the filters. The index of the order contains all filter columns (decision
 * 0024).
 */
export function cardList(
  partnerId: string,
  { status, fundingType, serviceId, search, shortfall, from, to }: CardFilters,
): Listed {
  // The few cards of a user are found by an index without the partner.
  const isRange = (from ?? to) !== undefined && serviceId === undefined;
  return {
    name: "find_cards",
    scope: partnerId,
    from: `cards c WHERE ${isRange ? ofOwnerInRange("c.partner_id", "$1") : ofOwner("c.partner_id", "$1")}`,
    owner: "c.partner_id",
    id: "c.id",
    conditions: [
      ...ofStatus("cards", status, "c.status"),
      ...oneOf("funding", fundingType, "c.funding_type"),
      ...ofId("user", "usr", serviceId, "c.user_id = ?"),
      ...when("owing", shortfall && "card_shortfall", IS_SELECTED, OWING),
      ...createdWithin(from, to),
      ...found(search),
    ],
    columns: `c.*, ${balancesOf("page")}`,
    beside: `LEFT JOIN LATERAL (SELECT ${LISTED_COLUMNS} FROM cards c
      WHERE c.id = page.id OFFSET 0) c ON true`,
  };
}
