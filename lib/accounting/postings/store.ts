// SQL: money path: the inputs of an operator posting in one statement.

import type { CardStatus } from "@/lib/cards/states";
import { query } from "@/lib/db";
import { beginsWith } from "@/lib/db/begins-with";
import { type Condition, listStatement, oneOf, when } from "@/lib/db/list-statement";
import { queryList } from "@/lib/db/query-list";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { SecondObstacle } from "@/lib/people/admin-requests/schema";
import type { PostingKind } from "./kinds";
import type { PostingLeg } from "./legs-of";
import type { PostingStatus } from "./states";

/** The operator postings of all partners: only routes of the audience `admin` call this store. */
export interface PostingRow {
  id: string;
  kind: PostingKind;
  status: PostingStatus;
  partnerId: string | null;
  partnerName: string | null;
  cardId: string | null;
  last4: string | null;
  cardStatus: CardStatus | null;
  cardVersion: number | null;
  legs: PostingLeg[];
  reason: string;
  reference: string | null;
  requestedBy: string;
  requestedByName: string;
  /** The requester is still an administrator. */
  isRequesterAdmin: boolean;
  createdAt: Date;
  expiresAt: Date;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  journalId: string | null;
  transactionId: string | null;
  /** While it is pending: the posted posting that has booked one of its chain transactions in the same account. */
  bookedBy: string | null;
}

/** A posting as one administrator sees it. */
export interface ViewedPostingRow extends PostingRow {
  /** Why the administrator does not count as the second one; null when they do. Source: decision 0045. */
  confirmObstacle: SecondObstacle | null;
}

interface StoredLeg {
  account: string;
  amount: string;
  reference?: string;
}

type StoredRow = Omit<PostingRow, "legs"> & { legs: StoredLeg[] } & Record<string, unknown>;

const STATUS =
  "CASE WHEN o.status = 'pending' AND o.expires_at <= $1 THEN 'expired' ELSE o.status END";
const COLUMNS = `o.id, o.kind, ${STATUS} AS status, o.partner_id AS "partnerId", p.name AS "partnerName",
  o.card_id AS "cardId", c.last4, c.status AS "cardStatus", c.version AS "cardVersion", o.legs, o.reason, o.reference,
  o.requested_by AS "requestedBy", r.name AS "requestedByName", may_administer(r) AS "isRequesterAdmin", o.created_at AS "createdAt", o.expires_at AS "expiresAt",
  o.decided_by AS "decidedBy", d.name AS "decidedByName", o.decided_at AS "decidedAt",
  o.decision_reason AS "decisionReason", j.id AS "journalId", coalesce(t.id, w.id) AS "transactionId",
  CASE o.status WHEN 'pending' THEN posting_of_same_transaction(o.legs, o.id) END AS "bookedBy"`;
const TABLES = `operator_postings o JOIN people r ON r.id = o.requested_by LEFT JOIN people d ON d.id = o.decided_by
  LEFT JOIN partners p ON p.id = o.partner_id LEFT JOIN cards c ON c.id = o.card_id
  LEFT JOIN ledger.journals j ON j.type = o.kind AND j.source_id = o.id
  LEFT JOIN wallet_transactions w ON w.journal_id = j.id
  LEFT JOIN card_transactions t ON t.category = 'correction' AND t.reference = o.id`;

const readRow = (row: StoredRow): PostingRow => ({
  ...row,
  legs: row.legs.map((leg) => ({ ...leg, amount: BigInt(leg.amount) })),
});

/** Reads a posting for one administrator; a pending request whose time is over has the status expired. */
export async function findPosting(
  id: string,
  viewerId: string,
  at: Date,
): Promise<ViewedPostingRow | undefined> {
  const [row] = await query<StoredRow & Pick<ViewedPostingRow, "confirmObstacle">>(
    "find_operator_posting",
    `SELECT ${COLUMNS}, obstacle_to_confirm(v, r, o.created_at, $1) AS "confirmObstacle"
     FROM ${TABLES} JOIN people v ON v.id = $3 WHERE o.id = $2`,
    [at, id, viewerId],
  );
  return row && { ...readRow(row), confirmObstacle: row.confirmObstacle };
}

export interface PostingFilter {
  status?: readonly PostingStatus[] | undefined;
  /** Partners' ids, or `operator` for postings without a partner. */
  partnerId?: readonly string[] | undefined;
  /** An id or a reference, or the beginning of the name of the partner or of the person who requested it. */
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const OPERATOR = "operator";

function conditionsOf({ status, partnerId, search, from, to }: PostingFilter): Condition[] {
  const text = search?.trim();
  const names = [beginsWith("p.name", "?::text"), beginsWith("r.name", "?::text")];
  return [
    ...oneOf("status", status, STATUS),
    ...(partnerId === undefined
      ? []
      : [
          {
            name: "partner",
            sql: "(o.partner_id = ANY(?) OR (o.partner_id IS NULL AND ?::boolean))",
            values: [partnerId, partnerId.includes(OPERATOR)],
          },
        ]),
    ...(text
      ? [
          {
            name: "search",
            sql: `(o.id = ? OR o.reference = ? OR ${names.join(" OR ")})`,
            values: [text, text, text, text, text, text],
          },
        ]
      : []),
    ...when("from", from, "o.created_at >= ?"),
    ...when("to", to, "o.created_at < ?"),
  ];
}

/** Lists the postings that match, newest first. */
export async function listPostings(
  wanted: PostingFilter,
  at: Date,
  page: PageRequest,
): Promise<Page<PostingRow>> {
  const found = await queryList<StoredRow>(
    listStatement({
      name: "list_operator_postings",
      scope: at,
      from: `operator_postings o JOIN people r ON r.id = o.requested_by
        LEFT JOIN partners p ON p.id = o.partner_id WHERE true`,
      id: "o.id",
      conditions: conditionsOf(wanted),
      columns: "o.*",
      beside: `LEFT JOIN LATERAL (SELECT ${COLUMNS} FROM ${TABLES} WHERE o.id = page.id OFFSET 0) o ON true`,
      page,
    }),
    page.limit,
  );
  return { ...found, rows: found.rows.map(readRow) };
}

/** Returns whether a request for the same journal is pending. */
export async function isRequested(
  kind: PostingKind,
  legs: readonly PostingLeg[],
  at: Date,
): Promise<boolean> {
  const rows = await query<{ id: string }>(
    "find_same_operator_posting",
    `SELECT id FROM operator_postings WHERE status = 'pending' AND expires_at > $1 AND kind = $2 AND legs = $3 LIMIT 1`,
    [at, kind, JSON.stringify(storedLegs(legs))],
  );
  return rows.length > 0;
}

/** Finds the posted posting that has booked one of the chain transactions of these legs in the same account. */
export async function findBooking(legs: readonly PostingLeg[]): Promise<string | null> {
  const [row] = await query<{ id: string | null }>(
    "find_booking_of_transaction",
    "SELECT posting_of_same_transaction($1, NULL) AS id",
    [JSON.stringify(storedLegs(legs))],
  );
  return row?.id ?? null;
}

/** Converts legs for storage: amounts as text, so that they stay exact. */
export const storedLegs = (legs: readonly PostingLeg[]): StoredLeg[] =>
  legs.map((leg) => ({ ...leg, amount: leg.amount.toString() }));

/** Reads the present balances of accounts, in micro-USD; an account that is not opened yet has zero. */
export async function findBalances(accounts: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await query<{ account: string; balanceMicroUsd: bigint }>(
    "find_posting_balances",
    `SELECT n.account, coalesce(a.balance_micro_usd, ledger.service_balance(n.account)) AS "balanceMicroUsd"
     FROM unnest($1::text[]) n (account) LEFT JOIN ledger.accounts a ON a.id = n.account`,
    [accounts],
  );
  return new Map(rows.map(({ account, balanceMicroUsd }) => [account, balanceMicroUsd]));
}

export interface CorrectedRow {
  partnerName: string;
  cardId: string | null;
  last4: string | null;
  cardStatus: CardStatus | null;
}

/** Reads a partner, and its card if one is named; undefined when there is no such partner. */
export async function findCorrected(
  partnerId: string,
  cardId: string | undefined,
): Promise<CorrectedRow | undefined> {
  const rows = await query<CorrectedRow & Record<string, unknown>>(
    "find_corrected",
    `SELECT p.name AS "partnerName", c.id AS "cardId", c.last4, c.status AS "cardStatus"
     FROM partners p LEFT JOIN cards c ON c.partner_id = p.id AND c.id = $2 WHERE p.id = $1`,
    [partnerId, cardId ?? null],
  );
  return rows[0];
}
