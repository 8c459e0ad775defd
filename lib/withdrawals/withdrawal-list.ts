// SQL: hot list: conditions in the order of an index.

import { beginsWith } from "@/lib/db/begins-with";
import type { CollectedSearch } from "@/lib/db/find-is-broad";
import {
  type Condition,
  type Listed,
  listStatement,
  metByMost,
  ofStatus,
  when,
} from "@/lib/db/list-statement";
import { ofOwner } from "@/lib/db/of-owner";
import { queryList } from "@/lib/db/query-list";
import { querySearch } from "@/lib/db/query-search";
import { isId } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { addressSearch, amountConditions, endsOf } from "./search-conditions";
import type { WithdrawalStatus } from "./states";
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from "./store";

export interface WithdrawalFilters {
  /** The withdrawal has one of these statuses. */
  status?: readonly WithdrawalStatus[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** In micro-USD. */
  amountMin?: bigint | undefined;
  amountMax?: bigint | undefined;
  /** An id, an address or a part of it, a transaction hash, an amount in USD, or the beginning of a saved label. */
  search?: string | undefined;
  /** The search finds so many withdrawals that each one of the list is compared. */
  isBroadSearch?: boolean | undefined;
}

const HASH = /^0x[0-9a-f]{64}$/i;

/**
 * The number of ids that a search by an address or a label collects. If it finds more, withdrawals of the list are compared: a partner
 * may send all of its withdrawals to one address. A file collects them again for each batch.
 */
const MAX_COLLECTED = 10_000;

/** Finds the withdrawals by index, from the labels that match. */
const BY_LABEL = `SELECT x.id FROM saved_addresses s JOIN withdrawals x
    ON ${endsOf("x.partner_id", "x.to_address")} = ${endsOf("s.partner_id", "s.address")}
      AND lower(x.to_address) = lower(s.address)
  WHERE s.partner_id = $1 AND ${beginsWith("s.label", "?::text")}`;

/** The addresses of the labels that match; a partner has at most MAX_SAVED_ADDRESSES. */
const ADDRESSES = `SELECT lower(s.address) FROM saved_addresses s
  WHERE s.partner_id = $1 AND ${beginsWith("s.label", "?::text")}`;

const termOf = (search: string | undefined) => search?.trim().replaceAll(/\s+/g, " ");

/** The conditions of a search for an id, a transaction hash or an amount; undefined for another text. */
function rowConditions(term: string): Condition[] | undefined {
  if (isId("wd", term)) return when("id", term, "w.id = ?");
  if (HASH.test(term)) return when("hash", term.toLowerCase(), "w.tx_hash = ?");
  return amountConditions(term);
}

/** How withdrawals are found by an address or a label: their ids by an index, or each of the list by a condition. */
interface Collected {
  name: string;
  ids: string;
  values: unknown[];
  byRow: Condition;
}

function collect(term: string): Collected {
  const ofAddress = addressSearch(term);
  if (!ofAddress) {
    const values = [term, term];
    const sql = metByMost("lower(w.to_address) = ANY(:ids)");
    return {
      ...{ name: "label", ids: BY_LABEL, values },
      byRow: { name: "label_row", sql, ids: ADDRESSES, values },
    };
  }
  const { ofPartner, byRow } = ofAddress;
  const ids = `SELECT w.id FROM withdrawals w WHERE ${ofPartner.sql}`;
  return { name: ofPartner.name, ids, values: ofPartner.values, byRow };
}

/** The search by an address or a label, for a file; undefined for another search, which collects no ids. */
export function collectedWithdrawals(
  partnerId: string,
  search: string | undefined,
): CollectedSearch | undefined {
  const term = termOf(search);
  if (term === undefined || rowConditions(term)) return undefined;
  const { name, ids, values } = collect(term);
  return { name: `withdrawals_${name}`, ids, values, scope: [partnerId], maxIds: MAX_COLLECTED };
}

function searched(search: string | undefined, isBroad: boolean): Condition[] {
  const term = termOf(search);
  if (term === undefined) return [];
  const { byRow, ...byIndex } = collect(term);
  const found = { ...byIndex, sql: "w.id = ANY(:ids)", maxIds: MAX_COLLECTED };
  return rowConditions(term) ?? [isBroad ? byRow : found];
}

/**
 * Describes the list of the withdrawals that match the filters. The index of the order contains all filter columns
 * (decision 0024).
 */
export function withdrawalList(partnerId: string, filters: WithdrawalFilters): Listed {
  const { status, from, to, amountMin, amountMax, search, isBroadSearch = false } = filters;
  return {
    name: "list_withdrawals",
    scope: partnerId,
    from: `withdrawals w WHERE ${ofOwner("w.partner_id", "$1")}`,
    owner: "w.partner_id",
    id: "w.id",
    conditions: [
      ...ofStatus("withdrawals", status, "w.status"),
      ...when("from", from, "w.created_at >= ?"),
      ...when("until", to, "w.created_at < ?"),
      ...when("min", amountMin, "w.amount_micro_usd >= ?"),
      ...when("max", amountMax, "w.amount_micro_usd <= ?"),
      ...searched(search, isBroadSearch),
    ],
    columns: "w.*",
    beside: `LEFT JOIN LATERAL (SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals w
      WHERE w.id = page.id OFFSET 0) w ON true`,
  };
}

/** Lists a partner's withdrawals that match the filters, newest first. */
export function searchWithdrawals(
  partnerId: string,
  filters: WithdrawalFilters,
  page: PageRequest,
): Promise<Page<WithdrawalRow>> {
  return querySearch((isBroadSearch) => {
    const list = withdrawalList(partnerId, { ...filters, isBroadSearch });
    return queryList(listStatement({ ...list, kind: "withdrawals", page }), page.limit);
  });
}
