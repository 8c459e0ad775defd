// SQL: balances at an instant, by SQL functions of the ledger.

import { setTimeout } from "node:timers/promises";
import { query } from "@/lib/db";
import { ofOwnerInRange } from "@/lib/db/of-owner";
import { cutPage, type PageRequest, type UncountedPage } from "@/lib/kernel/page";
import type { JournalType } from "./schema";

/** Sorts after every id in any collation: no id begins with z. */
export const AFTER_ALL_IDS = "z";

/**
 * Read-only queries on the books of all partners: only routes of the audience `admin` call this store. Amounts are in
 * micro-USD.
 */
export interface LineRow {
  line: string;
  balanceMicroUsd: bigint;
}

/** Reads the balance of each line of the trial balance at a given time. */
export function listLines(at: Date): Promise<LineRow[]> {
  return query<LineRow & Record<string, unknown>>(
    "list_lines",
    `SELECT line, balance_micro_usd AS "balanceMicroUsd" FROM ledger.lines_at($1)`,
    [at],
  );
}

/** The pause before hours are closed again while an earlier transaction is open, which usually takes milliseconds. */
const PAUSE_MS = 100;
const MAX_PAUSES = 20;

/**
 * Stores the balances of completed hours, day by day. Returns the number of rows written. Hours into which a transaction may
 * still post stay open when it does not end within seconds: the next call stores them.
 */
export async function closeHours(): Promise<number> {
  for (let total = 0, pauses = 0; ; ) {
    const [row] = await query<{ written: bigint }>(
      "close_hours",
      "SELECT ledger.close_hours() AS written",
      [],
    );
    total += Number(row?.written ?? 0n);
    const [end] = await query<{ isLeft: boolean; isHeld: boolean }>(
      "find_hours_left",
      `SELECT awaited_at IS NOT NULL AS "isLeft",
         coalesce(horizon > pg_snapshot_xmin(pg_current_snapshot()), false) AS "isHeld" FROM ledger.hours_end`,
      [],
    );
    if (!end?.isLeft || pauses === MAX_PAUSES) return total;
    if (!end.isHeld) continue;
    pauses += 1;
    await setTimeout(PAUSE_MS);
  }
}

/** Stores the sums of wallets of the stored hours, day by day. Returns the number of rows written. */
export async function closeWalletHours(): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await query<{ written: bigint; isDone: boolean }>(
      "close_wallet_hours",
      'SELECT written, is_done AS "isDone" FROM ledger.close_wallet_hours()',
      [],
    );
    total += Number(row?.written ?? 0n);
    if (row?.isDone !== false) return total;
  }
}

export interface LegRow {
  account: string;
  cardId: string | null;
  amountMicroUsd: string;
  balanceAfterMicroUsd: string | null;
}

export interface JournalRow {
  id: string;
  type: JournalType;
  sourceId: string;
  partnerId: string | null;
  partnerName: string | null;
  amountMicroUsd: bigint;
  createdAt: Date;
}

export interface JournalWithLegsRow extends JournalRow {
  legs: LegRow[];
  walletTransactionId: string | null;
  posting: PostingRow | null;
}

/** The request that two administrators decided on. */
export interface PostingRow {
  reason: string;
  reference: string | null;
  requestedBy: { personId: string; name: string };
  confirmedBy: { personId: string; name: string };
}

/** The columns of a journal `j` with its partner `p`. */
export const JOURNAL_COLUMNS = `j.id, j.type, j.source_id AS "sourceId", j.partner_id AS "partnerId", p.name AS "partnerName",
  j.created_at AS "createdAt", (SELECT coalesce(sum(amount_micro_usd), 0)::bigint FROM ledger.entries
    WHERE journal_id = j.id AND amount_micro_usd > 0) AS "amountMicroUsd"`;

/** Reads a journal with its legs in their order; amounts of legs are text. */
export async function findJournal(journalId: string): Promise<JournalWithLegsRow | undefined> {
  const rows = await query<JournalWithLegsRow & Record<string, unknown>>(
    "find_journal",
    `SELECT ${JOURNAL_COLUMNS},
       (SELECT t.id FROM wallet_transactions t WHERE t.journal_id = j.id) AS "walletTransactionId",
       (SELECT json_build_object('reason', o.reason, 'reference', o.reference,
           'requestedBy', json_build_object('personId', r.id, 'name', r.name),
           'confirmedBy', json_build_object('personId', c.id, 'name', c.name))
         FROM operator_postings o JOIN people r ON r.id = o.requested_by JOIN people c ON c.id = o.decided_by
         WHERE o.id = j.source_id COLLATE "default" AND o.kind = j.type) AS posting,
       (SELECT coalesce(json_agg(json_build_object('account', e.account_id, 'cardId', a.card_id,
           'amountMicroUsd', e.amount_micro_usd::text, 'balanceAfterMicroUsd', e.balance_after_micro_usd::text) ORDER BY e.leg), '[]')
         FROM ledger.entries e LEFT JOIN ledger.accounts a ON a.id = e.account_id WHERE e.journal_id = j.id) AS legs
     FROM ledger.journals j LEFT JOIN partners p ON p.id = j.partner_id WHERE j.id = $1`,
    [journalId],
  );
  return rows[0];
}

/** Returns a partner's name; undefined when there is no such partner. */
export async function findPartnerName(partnerId: string): Promise<string | undefined> {
  const rows = await query<{ name: string }>(
    "find_partner_name",
    "SELECT name FROM partners WHERE id = $1",
    [partnerId],
  );
  return rows[0]?.name;
}

export interface CardBalanceRow {
  id: string;
  status: string;
  availableMicroUsd: bigint;
  heldMicroUsd: bigint;
  shortfallMicroUsd: bigint;
}

/** Lists a partner's cards that existed at a given time, newest first, with their balances at that time. */
export async function listCardBalances(
  partnerId: string,
  at: Date,
  { skip, limit, cursor = AFTER_ALL_IDS }: PageRequest,
): Promise<UncountedPage<CardBalanceRow>> {
  const found = await query<CardBalanceRow & Record<string, unknown>>(
    "list_card_balances",
    `SELECT c.id, c.status, ledger.balance_at('card:' || c.id, $2) AS "availableMicroUsd",
       ledger.balance_at('hold:' || c.id, $2) AS "heldMicroUsd",
       coalesce((SELECT -ledger.balance_at(s.id, $2) FROM ledger.accounts s WHERE s.id = 'card_shortfall:' || c.id), 0)
         AS "shortfallMicroUsd"
     FROM (SELECT id, status FROM cards WHERE ${ofOwnerInRange("partner_id", "$1")} AND id < $3 AND created_at <= $2
       ORDER BY partner_id, id DESC OFFSET $4 LIMIT $5) c ORDER BY c.id DESC`,
    [partnerId, at, cursor, skip, limit + 1],
  );
  return cutPage(found, limit);
}
