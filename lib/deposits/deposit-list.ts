// SQL: hot list of deposits, with the transfers that are not confirmed yet.

import { type Condition, rowsOf, type Statement, when } from "@/lib/db/list-statement";
import { limitedTotal, NOT_COUNTED, rowsToCount } from "@/lib/db/list-total";
import { ofOwner } from "@/lib/db/of-owner";
import { statementName } from "@/lib/db/statement-name";
import { isId } from "@/lib/kernel/ids";
import type { PageRequest } from "@/lib/kernel/page";
import { DEPOSIT_STATUSES, type DepositStatus } from "./codes";
import { BOOKED_PLACE, CONFIRMING_PLACE } from "./cursor";

export interface DepositFilters {
  /** The deposit has one of these statuses. */
  status?: readonly DepositStatus[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** In micro-USD. */
  amountMin?: bigint | undefined;
  amountMax?: bigint | undefined;
  /** An id, a transaction hash, or the address of the sender or the receiver. */
  search?: string | undefined;
}

/** Transfers that were seen on the chain and are not booked yet; ends with its WHERE clause. */
export const CONFIRMING = `seen_transfers s WHERE s.partner_id = $1 AND NOT EXISTS (SELECT FROM deposits d
  WHERE d.chain = s.chain AND d.tx_hash = s.tx_hash AND d.ordinal = s.ordinal)`;

/** The id of a seen transfer until it is booked. */
export const SEEN_ID = `s.chain || ':' || s.tx_hash || ':' || s.ordinal`;

/** What orders the seen transfers: the time, and the place on the chain within one millisecond. */
const SEEN_SORT = `to_char(s.seen_at, 'YYYYMMDDHH24MISSMS') || s.tx_hash || s.ordinal`;

/** A part of the list. Its rows are named `s` or `d`. */
interface Branch {
  status: DepositStatus;
  place: string;
  from: string;
  row: "s" | "d";
  /** Within its place. */
  sort: string;
  /** The column of the partner, for a condition on it by `ofOwner`. */
  owner?: "d.partner_id";
  id: string;
  card: string;
  at: string;
  /** Reads the deposits to an address and those from it apart, each in the order of its index. */
  isByAddress?: true;
}

const booked = { place: BOOKED_PLACE, row: "d", sort: "d.id", id: "d.id" } as const;

const BRANCHES: readonly Branch[] = [
  {
    status: "confirming",
    place: CONFIRMING_PLACE,
    from: CONFIRMING,
    row: "s",
    sort: SEEN_SORT,
    id: SEEN_ID,
    card: "s.card_id",
    at: "s.seen_at",
  },
  {
    // Deposits in suspense whose address belongs to a terminated card of the partner. All partners together have few
    // of them.
    ...booked,
    status: "held",
    from: `deposits d JOIN deposit_addresses a ON lower(a.address) = lower(d.to_address)
      WHERE d.partner_id IS NULL AND a.partner_id = $1
        AND NOT EXISTS (SELECT FROM deposit_releases r WHERE r.deposit_id = d.id)`,
    card: "d.card_id",
    at: "d.created_at",
  },
  {
    ...booked,
    status: "credited",
    from: `deposits d WHERE ${ofOwner("d.partner_id", "$1")}`,
    owner: "d.partner_id",
    card: "d.card_id",
    at: "d.created_at",
    isByAddress: true,
  },
  {
    ...booked,
    status: "credited",
    from: "deposit_releases r JOIN deposits d ON d.id = r.deposit_id WHERE r.partner_id = $1",
    card: "NULL",
    at: "r.created_at",
  },
];

/** A hash, or the id of a confirming deposit, which contains it. */
const HASH = /^(?:[a-z0-9-]+:)?(0x[0-9a-f]{64})(?::\d+)?$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/**
 * The conditions of a search, as alternatives: a row is found by exactly one of them. Only the address of a branch whose
 * rows are many has two, because one condition with OR cannot be read in the order of the list.
 */
function searched({ row, place, isByAddress }: Branch, search: string | undefined): Condition[][] {
  const term = search?.trim();
  if (term === undefined) return [[]];
  const txHash = HASH.exec(term)?.[1];
  if (txHash !== undefined) return [when("hash", txHash.toLowerCase(), `${row}.tx_hash = ?`)];
  if (ADDRESS.test(term)) {
    const to = `lower(${row}.to_address) = lower(?::text)`;
    const from = `lower(${row}.from_address) = lower(?::text)`;
    const address = (sql: string, values: string[]) => [{ name: "address", sql, values }];
    if (isByAddress === undefined) return [address(`(${to} OR ${from})`, [term, term])];
    return [address(to, [term]), address(`${from} AND NOT ${to}`, [term, term])];
  }
  if (isId("dep", term))
    return place === BOOKED_PLACE
      ? [when("id", term, "d.id = ?")]
      : [[{ name: "id", sql: "false", values: [] }]];
  return [[{ name: "none", sql: "false", values: [] }]];
}

/** The alternatives of conditions by which the rows of a branch are found. */
function conditionsOf(branch: Branch, filters: DepositFilters): Condition[][] {
  const { from, to, amountMin, amountMax, search } = filters;
  const others = [
    ...when("from", from, `${branch.at} >= ?`),
    ...when("until", to, `${branch.at} < ?`),
    ...when("min", amountMin, `${branch.row}.amount_micro_usd >= ?`),
    ...when("max", amountMax, `${branch.row}.amount_micro_usd <= ?`),
  ];
  return searched(branch, search).map((each) => [...others, ...each]);
}

/** The condition on the rows of a branch after a cursor, which has a place and what orders the rows of the place. */
function afterCursor(branch: Branch, cursor: string | undefined): Condition[] {
  const [place, sort] = cursor?.split(":") ?? [];
  if (place === undefined || place < branch.place) return [];
  if (place > branch.place) return [{ name: "past", sql: "false", values: [] }];
  return when("after", sort, `${branch.sort} < ?`);
}

/** The order of a branch's rows. */
const orderOf = ({ owner, sort }: Branch) => [...(owner ? [owner] : []), `${sort} DESC`].join(", ");

function shownRows(branch: Branch, rows: string): string {
  const { status, place, row, sort, id, card, at } = branch;
  return `(SELECT ${place} AS place, ${sort} AS sort, ${id} AS id, '${status}' AS status, ${row}.chain, ${row}.token,
      ${row}.amount_micro_usd AS "amountMicroUsd", ${row}.tx_hash AS "txHash", ${row}.ordinal,
      ${row}.from_address AS "fromAddress", ${row}.to_address AS "toAddress", ${card} AS "cardId",
      ${row}.block_number AS "blockNumber", ${at} AS "createdAt"
    FROM ${rows} ORDER BY ${orderOf(branch)} LIMIT $2::bigint + $3::bigint)`;
}

interface Chosen {
  branch: Branch;
  conditions: Condition[];
}

/** SQL of the total of the chosen branches. Appends the values of their conditions to `values`. */
function totalOf(chosen: readonly Chosen[], values: unknown[]): string {
  const counts = chosen.map(
    ({ branch, conditions }) =>
      `(SELECT count(*) FROM (${rowsToCount(rowsOf(branch.from, conditions, values), orderOf(branch))}) c)`,
  );
  return `SELECT ${limitedTotal("n")} FROM (SELECT ${counts.join(" + ")} AS n) c`;
}

/**
 * Lists confirming deposits, last seen first, then held and credited ones, newest first. The statement has no branches
 * of other statuses than the chosen ones.
 */
export function depositList(
  partnerId: string,
  filters: DepositFilters,
  { skip, limit, cursor, isUncounted }: PageRequest,
): Statement {
  const statuses = DEPOSIT_STATUSES.filter((each) => filters.status?.includes(each) ?? true);
  const values: unknown[] = [partnerId, skip, limit + 1];
  const chosen = BRANCHES.filter(({ status }) => statuses.includes(status)).flatMap((branch) =>
    conditionsOf(branch, filters).map((conditions) => ({ branch, conditions })),
  );
  const total = isUncounted ? NOT_COUNTED : totalOf(chosen, values);
  const branches = chosen.map(({ branch, conditions }) => {
    const after = afterCursor(branch, cursor);
    return shownRows(branch, rowsOf(branch.from, [...conditions, ...after], values));
  });
  const names = (chosen[0]?.conditions ?? []).map(({ name }) => name);
  const marks = [
    ...(cursor === undefined ? [] : [`after_${cursor.split(":")[0]}`]),
    ...(isUncounted ? ["uncounted"] : []),
  ];
  const ofStatuses = filters.status === undefined ? [] : statuses;
  return {
    name: statementName("list_deposits", ...ofStatuses, ...names, ...marks),
    text: `SELECT counted.*, page.*, c.head_number AS "headNumber"
      FROM (${total}) counted
      LEFT JOIN LATERAL (SELECT * FROM (${branches.join(" UNION ALL ")}) listed
        ORDER BY place, sort DESC OFFSET $2 LIMIT $3) page ON true
      LEFT JOIN chain_status c ON c.chain = page.chain
      ORDER BY page.place, page.sort DESC`,
    values,
  };
}
