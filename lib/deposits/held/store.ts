// SQL: money path: the inputs of a release in one statement.

import { CAUSE_LASTS } from "@/lib/alerts/sql-store";
import type { TokenName } from "@/lib/chain/networks";
import { query } from "@/lib/db";
import { beginsWith } from "@/lib/db/begins-with";
import { anyId, type Condition, rowsOf, when } from "@/lib/db/list-statement";
import { limitedTotal, NOT_COUNTED, rowsToCount } from "@/lib/db/list-total";
import { queryList } from "@/lib/db/query-list";
import { statementName } from "@/lib/db/statement-name";
import { isId } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { HeldState } from "./schema";

/**
 * Held deposits of all partners: only routes of the audience `admin` use this store. Each deposit has the address of a
 * card, so its partner is known.
 */
export interface HeldDepositRow {
  id: string;
  chain: string;
  token: TokenName;
  txHash: string;
  amountMicroUsd: bigint;
  fromAddress: string;
  toAddress: string;
  receivedAt: Date;
  partnerId: string;
  partnerName: string;
  cardId: string;
  last4: string;
  userId: string;
  terminatedAt: Date | null;
  deletedAt: Date | null;
  /** Whether a reorganization removed the transfer from the chain, and the service has not found it there again. */
  isOrphaned: boolean;
  /** The open alert about the deposit. */
  alertId: string | null;
  release: ReleaseRow | null;
}

export interface ReleaseRow {
  personId: string;
  personName: string;
  reason: string;
  /** ISO 8601 */
  at: string;
  walletTransactionId: string;
}

const ALERT = "SELECT a.id FROM alerts a WHERE a.subject = d.id AND a.kind";
/** Only the service knows that a transfer is back. A person who closes the alert does not end its cause. */
const IS_ORPHANED = `EXISTS (${ALERT} = 'deposit_orphaned' AND ${CAUSE_LASTS})`;
const RELEASE = `SELECT json_build_object('personId', r.person_id, 'personName', o.name, 'reason', r.reason,
    'at', r.created_at, 'walletTransactionId', w.id)
  FROM people o, ledger.journals j JOIN wallet_transactions w ON w.journal_id = j.id
  WHERE o.id = r.person_id AND j.type = 'deposit_release' AND j.source_id = r.deposit_id`;
const COLUMNS = `d.id, d.chain, d.token, d.tx_hash AS "txHash", d.amount_micro_usd AS "amountMicroUsd",
  d.from_address AS "fromAddress", d.to_address AS "toAddress", d.created_at AS "receivedAt", p.id AS "partnerId",
  p.name AS "partnerName", c.id AS "cardId", c.last4, c.user_id AS "userId", c.terminated_at AS "terminatedAt",
  u.deleted_at AS "deletedAt", ${IS_ORPHANED} AS "isOrphaned",
  (${ALERT} = 'deposit_suspense' AND a.closed_at IS NULL) AS "alertId", (${RELEASE}) AS release`;
const TABLES = `deposits d JOIN deposit_addresses a ON lower(a.address) = lower(d.to_address)
  JOIN partners p ON p.id = a.partner_id JOIN cards c ON c.id = a.card_id JOIN users u ON u.id = c.user_id
  LEFT JOIN deposit_releases r ON r.deposit_id = d.id`;

/** Finds a deposit that is or was held. */
export async function findHeldDeposit(depositId: string): Promise<HeldDepositRow | undefined> {
  const rows = await query<HeldDepositRow & Record<string, unknown>>(
    "find_held_deposit",
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE d.id = $1 AND d.partner_id IS NULL`,
    [depositId],
  );
  return rows[0];
}

export interface HeldDepositFilter {
  state: HeldState;
  partnerId?: readonly string[] | undefined;
  /** An id, a transaction hash, an address, or the beginning of a partner's name. */
  search?: string | undefined;
  /** Received at or after this instant, and before that one. */
  from?: Date | undefined;
  to?: Date | undefined;
}

const LISTS: Record<HeldState, { from: string; id: string; order: "ASC" | "DESC" }> = {
  held: {
    from: `deposits h WHERE h.partner_id IS NULL
      AND NOT EXISTS (SELECT FROM deposit_releases r WHERE r.deposit_id = h.id)`,
    id: "h.id",
    order: "ASC",
  },
  credited: { from: "deposit_releases h WHERE true", id: "h.deposit_id", order: "DESC" },
};

function searchConditions(search: string | undefined): Condition[] {
  if (!search) return [];
  if (isId("dep", search)) return when("id", search, "d.id = ?");
  if (/^0x[0-9a-f]{64}$/i.test(search)) return when("hash", search, "lower(d.tx_hash) = lower(?)");
  if (/^0x[0-9a-f]{40}$/i.test(search))
    return [
      {
        name: "address",
        sql: "(lower(d.to_address) = lower(?) OR lower(d.from_address) = lower(?))",
        values: [search, search],
      },
    ];
  return [{ name: "named", sql: beginsWith("p.name", "?::text"), values: [search, search] }];
}

/** The condition that a listed deposit is one of those that match; none without filters. */
function filterOf(wanted: HeldDepositFilter, id: string, values: unknown[]) {
  const conditions = [
    ...anyId("partner", "ptn", wanted.partnerId, "a.partner_id"),
    ...searchConditions(wanted.search?.trim()),
    ...when("from", wanted.from, "d.created_at >= ?"),
    ...when("to", wanted.to, "d.created_at < ?"),
  ];
  const names = conditions.map(({ name }) => name);
  if (conditions.length === 0) return { names, sql: "" };
  const matching = rowsOf(`${TABLES} WHERE d.partner_id IS NULL`, conditions, values);
  return { names, sql: ` AND ${id} IN (SELECT d.id FROM ${matching})` };
}

/** Lists held deposits that match, oldest first, or released ones, newest first. */
export async function listHeldDeposits(
  wanted: HeldDepositFilter,
  { skip, limit, cursor, isUncounted }: PageRequest,
): Promise<Page<HeldDepositRow>> {
  const { from, id, order } = LISTS[wanted.state];
  const values: unknown[] = [skip, limit + 1];
  const filter = filterOf(wanted, id, values);
  const rows = `${from}${filter.sql}`;
  const isAfter = order === "ASC" ? ">" : "<";
  const after = cursor === undefined ? "" : ` AND ${id} ${isAfter} $${values.push(cursor)}`;
  const total = isUncounted
    ? NOT_COUNTED
    : `SELECT ${limitedTotal("count(*)")} FROM (${rowsToCount(rows, `${id} ${order}`)}) c`;
  const statement = {
    name: statementName(
      "list_held_deposits",
      wanted.state,
      ...filter.names,
      ...(after ? ["after"] : []),
      ...(isUncounted ? ["uncounted"] : []),
    ),
    text: `SELECT counted.*, page.* FROM (${total}) counted
       LEFT JOIN LATERAL (SELECT ${COLUMNS}
         FROM (SELECT ${id} AS id FROM ${rows}${after} ORDER BY ${id} ${order} OFFSET $1 LIMIT $2) h
           JOIN (${TABLES}) ON d.id = h.id) page ON true
     ORDER BY page.id ${order}`,
    values,
  };
  return queryList(statement, limit);
}
