// SQL: sums over a partner's history, by expressions of addresses.

import { query } from "@/lib/db";
import type { Statement } from "@/lib/db/list-statement";
import { ofOwnerInRange } from "@/lib/db/of-owner";
import { firstIdAt } from "@/lib/kernel/ids";
import { walletAccount } from "@/lib/ledger";
import { endsOf } from "@/lib/withdrawals/search-conditions";
import type { WithdrawalRow } from "@/lib/withdrawals/store";
import { MAX_TO_ADDRESS } from "../store";

/** One withdrawal. Like the store above, these queries may read rows of all partners. */
type Reviewed = Pick<WithdrawalRow, "id" | "partnerId" | "toAddress" | "amountMicroUsd">;

/**
 * A row's id is created within seconds of its timestamp, in the same process, and clock corrections are smaller than
 * this.
 */
const ID_SLACK_MS = 60_000;
const idSince = (prefix: "txn" | "dep" | "wd", since: Date) =>
  firstIdAt(prefix, new Date(since.getTime() - ID_SLACK_MS));
const idUntil = (prefix: "txn" | "dep", until: Date) =>
  firstIdAt(prefix, new Date(until.getTime() + ID_SLACK_MS));

const SAME_ENDS = `${endsOf("o.partner_id", "o.to_address")} = ${endsOf("$1", "$2")}`;
const MAX_LOOK_ALIKES = 5;

export interface AddressRow {
  /** These and the following numbers are of at most MAX_TO_ADDRESS withdrawals of the partner to the address. */
  requestedBefore: bigint;
  firstRequestedAt: Date | null;
  paidCount: bigint;
  paidNetMicroUsd: bigint;
  /** Only MAX_TO_ADDRESS withdrawals were read, and there may be more. */
  isPartial: boolean;
  otherPartners: bigint;
}

/**
 * The statement that reads the history of an address. The number of withdrawals to it has no limit: any partner can request and
 * cancel as many as it likes. So the own ones are read up to a number, and each other partner is looked up by the index: with EXISTS,
 * PostgreSQL reads all withdrawals to the address.
 */
export const addressHistory = ({ id, partnerId, toAddress }: Reviewed): Statement => ({
  name: "find_address_history",
  text: `SELECT count(*) FILTER (WHERE id < $3) AS "requestedBefore", min(created_at) FILTER (WHERE id < $3) AS "firstRequestedAt",
       count(*) FILTER (WHERE id < $3 AND status = 'completed') AS "paidCount",
       coalesce(sum(amount_micro_usd - fee_micro_usd) FILTER (WHERE id < $3 AND status = 'completed'), 0)::bigint
         AS "paidNetMicroUsd",
       count(*) = ${MAX_TO_ADDRESS} AS "isPartial",
       (SELECT count(*) FROM partners p WHERE p.id <> $1 AND (SELECT o.id FROM withdrawals o
         WHERE ${endsOf("o.partner_id", "o.to_address")} = ${endsOf("p.id", "$2")} AND lower(o.to_address) = lower($2)
         LIMIT 1) IS NOT NULL)
         AS "otherPartners"
     FROM (SELECT * FROM withdrawals o WHERE ${SAME_ENDS} AND lower(o.to_address) = lower($2) LIMIT ${MAX_TO_ADDRESS}) own`,
  values: [partnerId, toAddress, id],
});

/** Reads the history of the withdrawal's address. */
export async function findAddressHistory(withdrawal: Reviewed): Promise<AddressRow> {
  const { name, text, values } = addressHistory(withdrawal);
  const [row] = await query<AddressRow & Record<string, unknown>>(name, text, values);
  if (!row) throw new Error("a sum without a row");
  return row;
}

export interface LookAlikeRow {
  address: string;
  lastRequestedAt: Date;
  paidCount: bigint;
}

/** As a range: to find addresses that are not equal, PostgreSQL would read all withdrawals to this one. */
const lookAlikes = (compare: "<" | ">") =>
  `SELECT o.to_address, o.created_at, o.status FROM withdrawals o WHERE ${SAME_ENDS} AND lower(o.to_address) ${compare} lower($2)`;

/** Finds other addresses of the partner's withdrawals that resemble this one, most recently used first. */
export function findLookAlikes({ partnerId, toAddress }: Reviewed): Promise<LookAlikeRow[]> {
  return query<LookAlikeRow & Record<string, unknown>>(
    "find_look_alikes",
    `SELECT min(o.to_address) AS address, max(o.created_at) AS "lastRequestedAt",
       count(*) FILTER (WHERE o.status = 'completed') AS "paidCount"
     FROM (${lookAlikes("<")} UNION ALL ${lookAlikes(">")}) o
     GROUP BY lower(o.to_address) ORDER BY 2 DESC LIMIT ${MAX_LOOK_ALIKES}`,
    [partnerId, toAddress],
  );
}

/** Sums the credits to the partner's wallet from `since` until `until`, in micro-USD by category. */
export async function findIncome(
  partnerId: string,
  since: Date,
  until: Date,
): Promise<Map<string, bigint>> {
  const rows = await query<{ category: string; amountMicroUsd: bigint }>(
    "find_income",
    `SELECT category, sum(amount_micro_usd)::bigint AS "amountMicroUsd" FROM wallet_transactions
     WHERE ${ofOwnerInRange("partner_id", "$1")} AND id BETWEEN $2 AND $5 AND type = 'credit' AND created_at BETWEEN $3 AND $4 GROUP BY category`,
    [partnerId, idSince("txn", since), since, until, idUntil("txn", until)],
  );
  return new Map(rows.map(({ category, amountMicroUsd }) => [category, amountMicroUsd]));
}

/** Finds the last deposit to the wallet of at least this amount, from `since` until `until`. */
export async function findLastDeposit(
  partnerId: string,
  atLeastMicroUsd: bigint,
  since: Date,
  until: Date,
): Promise<{ amountMicroUsd: bigint; createdAt: Date } | undefined> {
  const [row] = await query<{ amountMicroUsd: bigint; createdAt: Date }>(
    "find_last_deposit",
    `SELECT amount_micro_usd AS "amountMicroUsd", created_at AS "createdAt" FROM deposits
     WHERE ${ofOwnerInRange("partner_id", "$1")} AND id BETWEEN $2 AND $6 AND card_id IS NULL AND amount_micro_usd >= $3
       AND created_at BETWEEN $4 AND $5
     ORDER BY partner_id, id DESC LIMIT 1`,
    [partnerId, idSince("dep", since), atLeastMicroUsd, since, until, idUntil("dep", until)],
  );
  return row;
}

export interface PaidOutRow {
  todayCount: bigint;
  todayMicroUsd: bigint;
  monthCount: bigint;
  monthMicroUsd: bigint;
}

/** Sums the withdrawals that the partner requested since each of two times; `month` is the earlier one. */
export async function findPaidOut(partnerId: string, day: Date, month: Date): Promise<PaidOutRow> {
  const [row] = await query<PaidOutRow & Record<string, unknown>>(
    "find_paid_out",
    `SELECT count(*) FILTER (WHERE created_at >= $3) AS "todayCount",
       coalesce(sum(amount_micro_usd) FILTER (WHERE created_at >= $3), 0)::bigint AS "todayMicroUsd",
       count(*) AS "monthCount", coalesce(sum(amount_micro_usd), 0)::bigint AS "monthMicroUsd"
     FROM withdrawals WHERE ${ofOwnerInRange("partner_id", "$1")} AND id >= $2 AND created_at >= $4
       AND status IN ('pending', 'approved', 'completed')`,
    [partnerId, idSince("wd", month), day, month],
  );
  if (!row) throw new Error("a sum without a row");
  return row;
}

export interface JournalRow {
  id: string;
  type: string;
  createdAt: Date;
  legs: { account: string; amountMicroUsd: string; balanceAfterMicroUsd: string | null }[];
}

/** Lists the journals of a withdrawal, oldest first. */
export function findJournals(withdrawalId: string): Promise<JournalRow[]> {
  return query<JournalRow & Record<string, unknown>>(
    "find_withdrawal_journals",
    `SELECT j.id, j.type, j.created_at AS "createdAt", json_agg(json_build_object('account', e.account_id,
       'amountMicroUsd', e.amount_micro_usd::text, 'balanceAfterMicroUsd', e.balance_after_micro_usd::text)
       ORDER BY e.leg) AS legs
     FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
     WHERE j.type IN ('withdrawal', 'withdrawal_completed', 'withdrawal_refund') AND j.source_id = $1
     GROUP BY j.id ORDER BY j.created_at, j.id`,
    [withdrawalId],
  );
}

/** Reads the balance of the partner's wallet, in micro-USD. */
export async function findWallet(partnerId: string): Promise<bigint> {
  const [row] = await query<{ balanceMicroUsd: bigint }>(
    "find_reviewed_wallet",
    `SELECT balance_micro_usd AS "balanceMicroUsd" FROM ledger.accounts WHERE id = $1`,
    [walletAccount(partnerId)],
  );
  if (!row) throw new Error(`partner ${partnerId} has no wallet account`);
  return row.balanceMicroUsd;
}

export interface ActivityRow {
  id: string;
  action: string;
  personName: string;
  role: string;
  ipAddress: string | null;
  createdAt: Date;
}

const MAX_ENTRIES = 50;

/** Lists the audit entries of a target, newest first. */
export function findActivity(targetId: string): Promise<ActivityRow[]> {
  return query<ActivityRow & Record<string, unknown>>(
    "find_audit_entries_of",
    `SELECT a.id, a.action, p.name AS "personName", p.role, a.ip_address AS "ipAddress", a.created_at AS "createdAt"
     FROM audit_entries a JOIN people p ON p.id = a.person_id
     WHERE a.target_id = $1 ORDER BY a.id DESC LIMIT ${MAX_ENTRIES}`,
    [targetId],
  );
}
