// SQL: hot list: conditions in the order of an index.

import { type Condition, type Listed, ofId, ofStatus, oneOf, when } from "@/lib/db/list-statement";
import { ofOwner, ofOwnerInRange } from "@/lib/db/of-owner";
import { DAY_MS } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import type { CardStatus } from "../states";
import { balancesOf, LISTED_COLUMNS } from "../store";
import { searchedCards } from "./card-search";

export interface CardFilters {
  /** The card has one of these statuses. */
  status?: readonly CardStatus[] | undefined;
  /** The card is funded in one of these ways. */
  fundingType?: readonly ("float" | "crypto")[] | undefined;
  /** The id of the user. */
  serviceId?: string | undefined;
  search?: string | undefined;
  /** The search finds so many cards that each card of the list is compared. */
  isBroadSearch?: boolean | undefined;
  /** Only cards that owe a shortfall. */
  shortfall?: "owed" | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** The alert is open exactly while a card has a shortfall (decision 0063), and has an index on open alerts. */
const OWING = "SELECT o.subject FROM alerts o WHERE o.kind = ? AND o.closed_at IS NULL";

/** By a comparison of `user_id`, PostgreSQL may expect as many cards as another user has, and read all of the partner. */
const OF_USER = "c.id = ANY(ARRAY(SELECT o.id FROM cards o WHERE o.user_id = ?))";

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

/**
 * Describes the list of the cards that match the filters. The index of the order contains all filter columns (decision
 * 0024).
 */
export function cardList(partnerId: string, filters: CardFilters): Listed {
  const { status, fundingType, serviceId, search, shortfall, from, to } = filters;
  // The few cards of a user are compared: the search alone can find those of all users.
  const isCompared = filters.isBroadSearch === true || serviceId !== undefined;
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
      ...ofId("user", "usr", serviceId, OF_USER),
      ...when("owing", shortfall && "card_shortfall", "c.id = ANY(:ids)", OWING),
      ...createdWithin(from, to),
      ...searchedCards(search, isCompared),
    ],
    columns: `c.*, ${balancesOf("page")}`,
    beside: `LEFT JOIN LATERAL (SELECT ${LISTED_COLUMNS} FROM cards c
      WHERE c.id = page.id OFFSET 0) c ON true`,
  };
}
