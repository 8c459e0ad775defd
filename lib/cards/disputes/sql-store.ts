// SQL: money path: the inputs of a decision about a dispute in one statement; and the index of searches by name.

import { lookUp, query, type RunQuery } from "@/lib/db";
import { beginsWith } from "@/lib/db/begins-with";
import { ofOwner } from "@/lib/db/of-owner";
import { type Leased, queueOf } from "@/lib/db/queue";
import type { IssuerName } from "../network/message";
import type { DisputeRow } from "./dispute";

/** The columns of a dispute `d`. */
export const DISPUTE_COLUMNS = `d.id, d.partner_id AS "partnerId", d.card_id AS "cardId", d.transaction_id AS "transactionId", d.issuer,
  d.amount_micro_usd AS "amountMicroUsd", d.reason, d.explanation, d.facts, d.status,
  d.issuer_dispute_id AS "issuerDisputeId", d.detail, d.created_at AS "createdAt", d.filed_at AS "filedAt", d.submitted_at AS "submittedAt",
  d.decided_at AS "decidedAt", d.due_at AS "dueAt", d.leased_until AS "leasedUntil", d.attempts, d.failure, d.version`;

interface DisputeBasisRow {
  issuer: IssuerName;
  /** When the transaction was authorized, moved back by the advances of the sandbox clock between then and the complaint. */
  countsFrom: Date;
  /** Whether the transaction has a dispute that keeps another one out. */
  isDisputed: boolean;
  /** The amounts that the card network collected, in micro-USD. */
  captures: string[];
}

/**
 * Finds what a decision about a new dispute of a transaction depends on, beside the transaction itself.
 * @param filedAt when the cardholder complained; null for now
 */
export async function findDisputeBasis(
  transactionId: string,
  filedAt: Date | null,
  runQuery: RunQuery,
): Promise<DisputeBasisRow | undefined> {
  const [row] = await runQuery<DisputeBasisRow & Record<string, unknown>>(
    "find_dispute_basis",
    `SELECT c.issuer, t.created_at - clock_advanced_since(t.partner_id, t.created_at)
       + clock_advanced_since(t.partner_id, coalesce($2::timestamptz, 'infinity')) AS "countsFrom", EXISTS (SELECT FROM card_disputes d
       WHERE d.transaction_id = t.id AND d.status NOT IN ('withdrawn', 'failed')) AS "isDisputed",
       ARRAY(SELECT m.amount_micro_usd::text FROM network_messages m
         WHERE m.network_transaction_id = t.network_transaction_id AND m.kind = 'capture') AS captures
     FROM card_transactions t JOIN cards c ON c.id = t.card_id WHERE t.id = $1`,
    [transactionId, filedAt],
  );
  return row;
}

/** A dispute with the description of the disputed transaction. */
export type DescribedDispute = DisputeRow & { description: string };

export async function findDescribedDispute(
  disputeId: string,
  runQuery: RunQuery = lookUp,
): Promise<DescribedDispute | undefined> {
  const [row] = await runQuery<DescribedDispute & Record<string, unknown>>(
    "find_described_dispute",
    `SELECT ${DISPUTE_COLUMNS}, t.description FROM card_disputes d JOIN card_transactions t ON t.id = d.transaction_id
     WHERE d.id = $1`,
    [disputeId],
  );
  return row;
}

/** Whether the transaction was disputed before, so that the issuer may have other evidence. */
type QueuedDispute = DisputeRow & { hasEarlier: boolean };

/** Finds partners by the beginning of their name, without regard to case and accents, by the index of searches. */
export async function findPartnersNamed(name: string, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    "find_partners_named",
    `SELECT id FROM partners WHERE ${beginsWith("name", "$1::text")} ORDER BY id LIMIT $2`,
    [name, limit],
  );
  return rows.map(({ id }) => id);
}

/** SQL of the ids of the transactions of the partner $1 whose merchant's name begins with a term. */
export const idsOfMerchant = (term: string) => `SELECT t.id FROM card_transactions t
  WHERE t.partner_id = $1 AND t.merchant_name <> '' AND ${beginsWith("t.merchant_name", term)}`;

/** Up to so many disputes are compared for a page of a search by merchant, or found by so many transactions. */
const MAX_READ = 5_000;

/**
 * Tells whether the disputes of a merchant are found by its transactions: the partner has many disputes, and the merchant has few
 * transactions.
 */
export async function findIsRareMerchant(partnerId: string, merchant: string): Promise<boolean> {
  const [row] = await query<{ isRare: boolean }>(
    "is_rare_merchant",
    `SELECT EXISTS (SELECT FROM card_disputes d WHERE ${ofOwner("d.partner_id", "$1")}
         ORDER BY d.partner_id, d.id DESC OFFSET ${MAX_READ} LIMIT 1)
       AND NOT EXISTS (${idsOfMerchant("$2::text")} OFFSET ${MAX_READ} LIMIT 1) AS "isRare"`,
    [partnerId, merchant],
  );
  return row?.isRare === true;
}

/** A leased dispute. */
export type LeasedDispute = QueuedDispute & Leased;

/** The disputes that are to be submitted to the issuer, or whose outcome is to be asked for. */
export const disputeQueue = queueOf<
  QueuedDispute,
  { detail: string | null; failure: string | null }
>({
  table: "card_disputes",
  alias: "d",
  key: { id: "id" },
  columns: `${DISPUTE_COLUMNS}, EXISTS (SELECT FROM card_disputes e
    WHERE e.transaction_id = d.transaction_id AND e.id < d.id) AS "hasEarlier"`,
  outcome: { detail: "detail", failure: "failure" },
  scope: "issuer",
  sharedBy: "partner_id",
  // Longer than the calls of one dispute can take, with the largest files.
  leaseMs: 300_000,
});
