// SQL: hot list: the withdrawals of all partners, searched and sorted by index.

import { query } from "@/lib/db";
import { beginsWith } from "@/lib/db/begins-with";
import { firstOfEach } from "@/lib/db/first-of-each";
import { anyId, type Condition, listStatement, rowsOf, when } from "@/lib/db/list-statement";
import { type Owners, ownersStatement } from "@/lib/db/owners-statement";
import { queryList } from "@/lib/db/query-list";
import { statementName } from "@/lib/db/statement-name";
import { isId } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { AWAITS_PARTNER } from "@/lib/withdrawals/own-approvals/sql-store";
import {
  addressSearch,
  amountConditions,
  conditionOn,
  endsOf,
} from "@/lib/withdrawals/search-conditions";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
import { type AdminWithdrawalRow, OF_PARTNERS, WITHDRAWALS_OF_PARTNERS_COLUMNS } from "../store";
import { needsConditions } from "./needs-conditions";

export interface WithdrawalQuery {
  /** At least one. */
  statuses: readonly WithdrawalStatus[];
  /** Whether pending withdrawals that wait for a second person of their partner are listed. */
  waiting: "with" | "without" | "only";
  /** Only pending withdrawals that this person may approve, as far as the approvals decide it. */
  needs?: string;
  partnerIds: readonly string[] | undefined;
  from: Date | undefined;
  to: Date | undefined;
  amountMin: bigint | undefined;
  amountMax: bigint | undefined;
  /** The beginning of a partner's name or of an address's label; an address or its two ends, an amount, or an id. */
  search: string | undefined;
  sort: "oldest" | "newest" | "largest" | "smallest";
}

const PARTNER = "w.partner_id";

/** A single status is compared itself, so that an index on the status also supplies the order. */
const scopeOf = (statuses: readonly WithdrawalStatus[]) =>
  statuses.length === 1 ? ([statuses[0], true] as const) : ([statuses, false] as const);

/** Both halves find the withdrawals by index, from the partners and from the labels that match. */
function nameConditions(text: string, statuses: readonly WithdrawalStatus[]): Condition[] {
  const [status, isOne] = scopeOf(statuses);
  const hasStatus = `x.status = ${isOne ? "?" : "ANY(?)"}`;
  const partners = `SELECT x.id FROM partners q JOIN withdrawals x ON x.partner_id = q.id AND ${hasStatus}
    WHERE ${beginsWith("q.name", "?::text")}`;
  const labels = `SELECT x.id FROM saved_addresses s JOIN withdrawals x
      ON ${endsOf("x.partner_id", "x.to_address")} = ${endsOf("s.partner_id", "s.address")}
      AND lower(x.to_address) = lower(s.address) AND ${hasStatus}
    WHERE ${beginsWith("s.label", "?::text")}`;
  const values = [status, text, text];
  return [
    {
      name: "named",
      sql: `w.id IN (${partners} UNION ALL ${labels})`,
      values: [...values, ...values],
    },
  ];
}

function searchConditions(
  search: string | undefined,
  statuses: readonly WithdrawalStatus[],
): Condition[] {
  if (search === undefined) return [];
  if (isId("wd", search)) return [conditionOn("id", "w.id = ?", search)];
  if (isId("ptn", search)) return [conditionOn("partner_id", "w.partner_id = ?", search)];
  const ofAddress = addressSearch(search);
  if (ofAddress) return [ofAddress.byIndex];
  return amountConditions(search) ?? nameConditions(search, statuses);
}

/** Of statuses without `pending`, none waits. */
function waitingConditions({ statuses, waiting }: WithdrawalQuery): Condition[] {
  if (waiting === "with" || !statuses.includes("pending")) return [];
  const sql = `(w.status <> 'pending' OR ${waiting === "only" ? "" : "NOT "}${AWAITS_PARTNER})`;
  return [{ name: `${waiting}_waiting`, sql, values: [] }];
}

const isByAmount = ({ sort }: WithdrawalQuery) => sort === "largest" || sort === "smallest";

/**
 * The partners whose withdrawals are read by the partner: with those of all partners, a small one's page would be found row by row.
 * Not with a search: an index without the partner finds the few that match.
 */
function ownersOf({ partnerIds, search }: WithdrawalQuery): Owners | undefined {
  if (partnerIds === undefined || search !== undefined) return undefined;
  return { ids: partnerIds.filter((id) => isId("ptn", id)), column: PARTNER };
}

function listed(query: WithdrawalQuery) {
  const { statuses, needs, search, ...wanted } = query;
  const [scope, isOne] = scopeOf(statuses);
  const conditions = [
    ...(ownersOf(query) ? [] : anyId("partner", "ptn", wanted.partnerIds, PARTNER)),
    ...when("from", wanted.from, "w.created_at >= ?"),
    ...when("until", wanted.to, "w.created_at < ?"),
    ...when("min", wanted.amountMin, "w.amount_micro_usd >= ?"),
    ...when("max", wanted.amountMax, "w.amount_micro_usd <= ?"),
    ...needsConditions(needs),
    ...waitingConditions(query),
    ...searchConditions(search, statuses),
  ];
  return isOne
    ? { name: "of_status", scope, from: "withdrawals w WHERE w.status = $1", conditions }
    : { name: "of_statuses", scope, from: "withdrawals w WHERE w.status = ANY($1)", conditions };
}

/** Lists the withdrawals of all partners that match. */
export function searchWithdrawals(
  wanted: WithdrawalQuery,
  page: PageRequest,
): Promise<Page<AdminWithdrawalRow>> {
  const { name, ...rows } = listed(wanted);
  const owners = ownersOf(wanted);
  const of = owners ? `${name}_of_partners` : name;
  const list = {
    ...rows,
    name: `withdrawals_${of}_${isByAmount(wanted) ? "by_amount" : "by_id"}`,
    id: "w.id",
    ...(isByAmount(wanted) && { sortedBy: ["w.amount_micro_usd"] }),
    columns: "w.*",
    beside: `LEFT JOIN LATERAL (SELECT ${WITHDRAWALS_OF_PARTNERS_COLUMNS} FROM ${OF_PARTNERS} WHERE w.id = page.id OFFSET 0) w ON true`,
    isAscending: wanted.sort === "oldest" || wanted.sort === "smallest",
    page,
  };
  return queryList(owners ? ownersStatement(list, owners) : listStatement(list), page.limit);
}

export interface WithdrawalTotals {
  amountMicroUsd: bigint;
  oldestAt: Date | null;
}

/** Sums the withdrawals that match, and returns when the oldest was requested. */
export async function sumWithdrawals(wanted: WithdrawalQuery): Promise<WithdrawalTotals> {
  const { name, scope, from, conditions } = listed(wanted);
  const values: unknown[] = [scope];
  const rows = rowsOf(from, conditions, values);
  const owners = ownersOf(wanted);
  const summed = owners
    ? firstOfEach({
        values: `$${values.push(owners.ids)}`,
        ...{ column: PARTNER, rows, order: `${PARTNER}, w.id DESC`, length: "ALL" },
      })
    : rows;
  const [totals] = await query<WithdrawalTotals & Record<string, unknown>>(
    statementName(
      ...["sum_withdrawals", ...(owners ? ["of_partners"] : []), name],
      ...conditions.map((each) => each.name),
    ),
    `SELECT coalesce(sum(w.amount_micro_usd), 0)::bigint AS "amountMicroUsd", min(w.created_at) AS "oldestAt" FROM ${summed}`,
    values,
  );
  if (!totals) throw new Error("a sum without a row");
  return totals;
}
