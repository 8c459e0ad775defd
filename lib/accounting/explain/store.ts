// SQL: journals with their legs, and their requests, in one statement.

import { query } from "@/lib/db";
import { cardAccount } from "@/lib/ledger";
import type { EventStatus } from "@/lib/webhooks/schema";

/** A leg of a journal; amounts are text, as in the database's JSON. */
interface LegRow {
  account: string;
  amountMicroUsd: string;
  balanceAfterMicroUsd: string | null;
  /** Set for accounts of a card. */
  last4: string | null;
}

/** A journal with its legs and the known facts of the request that caused it. */
export interface JournalRow {
  id: string;
  type: string;
  createdAt: Date;
  requestId: string | null;
  legs: LegRow[];
  /** From the request log, until its rows are deleted. */
  method: string | null;
  route: string | null;
  keyName: string | null;
  /** Set for the partner's people; read from the audit log once the row of the request log is deleted. */
  personName: string | null;
  isByOperator: boolean;
  /** The transaction in the partner's lists that the journal belongs to; null if there is none. */
  transaction: JournalTransaction | null;
}

interface JournalTransaction {
  id: string;
  kind: "card" | "wallet";
  /** The merchant or the description. */
  text: string;
}

export interface EventRow {
  id: string;
  type: string;
  status: EventStatus;
  attempts: number;
  lastStatusCode: number | null;
  lastError: string | null;
  createdAt: Date;
}

/** With the collation of transaction ids, so that their index can be used: sources have another collation. */
const SOURCE = `j.source_id COLLATE "default"`;
const CARD_LINE = `SELECT t.id, 'card' AS kind, coalesce(nullif(t.merchant_name, ''), t.description) AS text
  FROM card_transactions t`;
/**
 * The transaction of a journal `j`: its wallet transaction, the card transaction that its source names, the disputed one, or
 * the correction of its operator posting.
 */
const TRANSACTION = `SELECT w.id, 'wallet' AS kind, w.narration AS text FROM wallet_transactions w
    WHERE w.journal_id = j.id AND w.partner_id = $1
  UNION ALL ${CARD_LINE} WHERE t.id = split_part(${SOURCE}, ':', 1) AND t.partner_id = $1
  UNION ALL ${CARD_LINE} JOIN card_disputes k ON k.transaction_id = t.id WHERE k.id = ${SOURCE} AND k.partner_id = $1
  UNION ALL ${CARD_LINE} WHERE t.category = 'correction' AND t.reference = ${SOURCE} AND t.partner_id = $1
  LIMIT 1`;

const MAX_JOURNALS = 100;
const MAX_EVENTS = 50;

/**
 * Reads the partner's journals with these ids, oldest first. Journals of one commit have one time, and are in the order
 * in which they changed the account.
 */
export function findJournals(
  partnerId: string,
  ids: readonly string[],
  account: string,
): Promise<JournalRow[]> {
  return query<JournalRow & Record<string, unknown>>(
    "explain_journals",
    `SELECT j.id, j.type, j.created_at AS "createdAt", j.request_id AS "requestId", l.method, l.route,
       (SELECT name FROM api_keys WHERE id = l.key_id) AS "keyName",
       (SELECT name FROM people WHERE partner_id = $1 AND id = coalesce(l.person_id, d.person_id)) AS "personName",
       d.person_id IS NOT NULL AND d.partner_id IS NULL AS "isByOperator",
       (SELECT row_to_json(found) FROM (${TRANSACTION}) found) AS transaction,
       (SELECT json_agg(json_build_object('account', e.account_id, 'amountMicroUsd', e.amount_micro_usd::text,
          'balanceAfterMicroUsd', e.balance_after_micro_usd::text,
          'last4', (SELECT last4 FROM cards WHERE partner_id = $1 AND id = a.card_id)) ORDER BY e.leg)
        FROM ledger.entries e JOIN ledger.accounts a ON a.id = e.account_id WHERE e.journal_id = j.id) AS legs
     FROM ledger.journals j
       LEFT JOIN request_log l ON l.id = j.request_id AND l.partner_id = $1
       LEFT JOIN LATERAL (SELECT person_id, partner_id FROM audit_entries WHERE request_id = j.request_id LIMIT 1) d ON true
     WHERE j.id = ANY($2) AND j.partner_id = $1
     ORDER BY j.created_at, (SELECT min(account_version) FROM ledger.entries WHERE journal_id = j.id AND account_id = $3), j.id`,
    [partnerId, ids, account],
  );
}

async function idsOf(name: string, text: string, values: unknown[]): Promise<string[]> {
  const rows = await query<{ id: string }>(name, text, values);
  return rows.map(({ id }) => id);
}

/** Finds the journals of a source: those of the given types, and reversals, of which a source may have several. */
export function findJournalsOf(
  partnerId: string,
  types: readonly string[],
  sourceId: string,
): Promise<string[]> {
  return idsOf(
    "explain_journals_of_source",
    `(SELECT id FROM ledger.journals WHERE partner_id = $1 AND type = ANY($2) AND source_id = $3)
     UNION ALL (SELECT id FROM ledger.journals WHERE partner_id = $1 AND type IN ('reversal', 'settlement')
       AND source_id > $3 || ':' AND source_id < $3 || ';' ORDER BY source_id LIMIT ${MAX_JOURNALS})`,
    [partnerId, types, sourceId],
  );
}

/** Finds the last journals of one of the partner's accounts. */
export function findLastJournals(
  partnerId: string,
  account: string,
  limit: number,
): Promise<string[]> {
  return idsOf(
    "explain_last_journals",
    `SELECT e.journal_id AS id FROM ledger.accounts a JOIN LATERAL (
       SELECT journal_id FROM ledger.entries WHERE account_id = a.id AND account_version > 0
       ORDER BY account_version DESC LIMIT $3) e ON true
     WHERE a.id = $2 AND a.partner_id = $1`,
    [partnerId, account, limit],
  );
}

/** Finds the kinds of the messages of a network transaction that were received at this time. */
export async function findMessageKinds(
  networkTransactionId: string,
  receivedAt: Date,
): Promise<ReadonlySet<string>> {
  const rows = await query<{ kind: string }>(
    "explain_message_kinds",
    "SELECT DISTINCT kind FROM network_messages WHERE network_transaction_id = $1 AND created_at = $2",
    [networkTransactionId, receivedAt],
  );
  return new Set(rows.map(({ kind }) => kind));
}

/** Reads a card's last four digits and its available balance. */
export async function findCardBalance(
  partnerId: string,
  cardId: string,
): Promise<{ last4: string; balanceMicroUsd: bigint } | undefined> {
  const [row] = await query<{ last4: string; balanceMicroUsd: bigint }>(
    "explain_card_balance",
    `SELECT c.last4, a.balance_micro_usd AS "balanceMicroUsd" FROM cards c JOIN ledger.accounts a ON a.id = $3
     WHERE c.partner_id = $1 AND c.id = $2`,
    [partnerId, cardId, cardAccount(cardId)],
  );
  return row;
}

export interface DepositSourceRow {
  /** The source id in its journal. */
  sourceId: string;
  chain: string;
  txHash: string;
  cardId: string | null;
  last4: string | null;
  /** The deposit was held first, and then credited to the wallet even if it was for a card. */
  isReleased: boolean;
}

/** Finds a deposit that was credited to the partner. */
export async function findDepositSource(
  partnerId: string,
  depositId: string,
): Promise<DepositSourceRow | undefined> {
  const [row] = await query<DepositSourceRow & Record<string, unknown>>(
    "explain_deposit",
    `SELECT d.chain || ':' || d.tx_hash || ':' || d.ordinal AS "sourceId", d.chain, d.tx_hash AS "txHash",
       d.card_id AS "cardId", (SELECT last4 FROM cards WHERE id = d.card_id) AS last4,
       r.deposit_id IS NOT NULL AS "isReleased"
     FROM deposits d LEFT JOIN deposit_releases r ON r.deposit_id = d.id
     WHERE d.id = $2 AND coalesce(d.partner_id, r.partner_id) = $1`,
    [partnerId, depositId],
  );
  return row;
}

/** Lists the events about a resource, oldest first. */
export function findEventsAbout(partnerId: string, resourceId: string): Promise<EventRow[]> {
  return query<EventRow & Record<string, unknown>>(
    "explain_events",
    `SELECT e.id, e.type, coalesce(d.status, 'not_sent') AS status, coalesce(d.attempts, 0) AS attempts,
       a.status_code AS "lastStatusCode", a.error AS "lastError", e.created_at AS "createdAt"
     FROM webhook_events e
       LEFT JOIN LATERAL (SELECT status, attempts FROM webhook_deliveries
         WHERE event_id = e.id AND partner_id = $1 OFFSET 0) d ON true
       LEFT JOIN LATERAL (SELECT status_code, error FROM webhook_attempts
         WHERE partner_id = $1 AND event_id = e.id ORDER BY number DESC LIMIT 1) a ON true
     WHERE e.partner_id = $1 AND e.resource_id = $2 AND NOT e.is_test ORDER BY e.id LIMIT ${MAX_EVENTS}`,
    [partnerId, resourceId],
  );
}
