// SQL: hot list: conditions in the order of an index.

import { beginsWith } from "@/lib/db/begins-with";
import {
  type Condition,
  type Listed,
  listStatement,
  ofStatus,
  when,
} from "@/lib/db/list-statement";
import { ofOwner } from "@/lib/db/of-owner";
import { queryList } from "@/lib/db/query-list";
import { isId } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { addressConditions, amountConditions } from "./search-conditions";
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
}

const HASH = /^0x[0-9a-f]{64}$/i;

/** Finds the withdrawals by index, from the labels that match. */
const BY_LABEL = `SELECT x.id FROM saved_addresses s JOIN withdrawals x
    ON x.partner_id = s.partner_id
      AND lower(left(x.to_address, 6)) = lower(left(s.address, 6))
      AND lower(right(x.to_address, 4)) = lower(right(s.address, 4))
      AND lower(x.to_address) = lower(s.address)
  WHERE s.partner_id = $1 AND ${beginsWith("s.label", "?::text")}`;

function searched(search: string | undefined): Condition[] {
  const term = search?.trim().replaceAll(/\s+/g, " ");
  if (term === undefined) return [];
  if (isId("wd", term)) return when("id", term, "w.id = ?");
  if (HASH.test(term)) return when("hash", term.toLowerCase(), "w.tx_hash = ?");
  const labelled = { name: "label", sql: "w.id = ANY(:ids)", ids: BY_LABEL, values: [term, term] };
  return addressConditions(term) ?? amountConditions(term) ?? [labelled];
}

/**
 * Describes the list of the withdrawals that match the filters. The index of the order contains all filter columns
 * (decision 0024).
 */
export function withdrawalList(partnerId: string, filters: WithdrawalFilters): Listed {
  const { status, from, to, amountMin, amountMax, search } = filters;
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
      ...searched(search),
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
  const list = { ...withdrawalList(partnerId, filters), kind: "withdrawals", page };
  return queryList(listStatement(list), page.limit);
}
