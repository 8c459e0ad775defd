// SQL: money path: the card, its network transaction, messages and debits in one statement.

import { lookUp, type RunQuery } from "@/lib/db";
import type { NetworkFacts } from "../movements/context";
import {
  type CardState,
  LAST_CREDIT,
  type PostedDebit,
  STATE_ACCOUNTS,
  STATE_COLUMNS,
} from "../store";
import type { NetworkMessage, NetworkNotification } from "./message";

/** The posted state of a network transaction. */
export interface NetworkTransaction {
  version: number;
  heldMicroUsd: bigint;
  capturedMicroUsd: bigint;
  refundedMicroUsd: bigint;
  /** The highest sum of holds and captures so far. */
  chargedMicroUsd: bigint;
  /** The cross-border fee that was charged. */
  feeMicroUsd: bigint;
  cardId: string;
}

/** A debit of a network transaction, with what is known of the purchase. */
export interface NetworkDebit extends PostedDebit {
  facts: NetworkFacts;
}

/** Everything that a decision about a network transaction depends on. */
export interface NetworkState {
  partnerId: string;
  crossBorderFeeBps: number;
  /** The seconds by which the partner's sandbox clock is ahead. */
  clockOffsetS: number;
  card: CardState & { expirySealed: string };
  /** Undefined before its first message. */
  transaction: NetworkTransaction | undefined;
  /** The messages so far, with the ids of `network_messages`. */
  messages: readonly NetworkMessage[];
  /** The ids of reported messages that arrived with another transaction, where they were posted. */
  postedElsewhere: readonly string[];
  debits: readonly NetworkDebit[];
  /** The id of the first row in the card's list, a declined one included. */
  firstRowId: string | null;
  /**
   * Whether the database was restored and the issuer's events of the lost time were not read yet, so that the card may
   * have spent what is available here.
   */
  isRestoredBehind: boolean;
}

interface StoredMessage {
  id: string;
  kind: NetworkMessage["kind"];
  amount: string;
  declinedReason: string | null;
  isOpen: boolean | null;
  isFinal: boolean | null;
  revision: string | null;
  covers: string[] | null;
  sentAt: string;
}

type StoredDebit = Omit<
  NetworkDebit,
  "amountMicroUsd" | "heldMicroUsd" | "refundedMicroUsd" | "createdAt"
> & { amount: string; held: string; refunded: string; createdAt: string };

interface StoredTransaction {
  networkVersion: number | null;
  networkCardId: string | null;
  networkHeld: bigint;
  networkCaptured: bigint;
  networkRefunded: bigint;
  networkCharged: bigint;
  networkFee: bigint;
}

type Row = CardState &
  StoredTransaction & {
    expirySealed: string;
    partnerId: string;
    crossBorderFeeBps: number;
    clockOffsetS: number;
    messages: StoredMessage[] | null;
    postedElsewhere: string[];
    debits: StoredDebit[] | null;
    firstRowId: string | null;
    isRestoredBehind: boolean;
  };

const MESSAGES = `(SELECT jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'amount', m.amount_micro_usd::text,
    'declinedReason', m.declined_reason, 'isOpen', m.is_open, 'isFinal', m.is_final, 'revision', m.revision::text,
    'covers', m.covers, 'sentAt', m.sent_at))
  FROM network_messages m WHERE m.network_transaction_id = n.id)`;
const POSTED_ELSEWHERE =
  "ARRAY(SELECT m.id FROM network_messages m WHERE m.id = ANY ($4) AND m.network_transaction_id <> $2)";
const DEBITS = `(SELECT jsonb_agg(jsonb_build_object('id', t.id, 'cardId', t.card_id, 'category', t.category,
    'amount', t.amount_micro_usd::text, 'held', t.held_micro_usd::text, 'refunded', t.refunded_micro_usd::text,
    'currency', t.currency, 'status', t.status, 'type', t.type, 'description', t.description,
    'merchantName', t.merchant_name, 'merchantCountry', t.merchant_country, 'declinedReason', t.declined_reason,
    'merchantCurrency', t.merchant_currency, 'createdAt', t.created_at, 'version', t.version, 'lastCredit', ${LAST_CREDIT},
    'facts', jsonb_build_object('merchantCategoryCode', t.merchant_category_code, 'networkReference', t.network_reference,
      'authorizationCode', t.authorization_code, 'entryMode', t.entry_mode)) ORDER BY length(t.id), t.id)
  FROM card_transactions t
  WHERE t.network_transaction_id = n.id AND t.category = 'authorization' AND t.status <> 'declined')`;
const FIRST_ROW = `(SELECT t.id FROM card_transactions t WHERE t.network_transaction_id = n.id
  ORDER BY t.created_at, t.id LIMIT 1)`;
/**
 * The catch-up of an issuer's events begins where the copy's did, so the first one that ended after restore mode began has
 * read those of the lost time. What the sandbox's cards spent is lost with the database, and nobody else has it.
 */
const RESTORED_BEHIND = `EXISTS (SELECT FROM restores r WHERE r.ended_at IS NULL AND NOT EXISTS (
    SELECT FROM issuer_event_cursors k WHERE k.issuer = $3 AND k.listed_until >= r.started_at))`;

function readMessage(row: StoredMessage): NetworkMessage {
  const { id, kind, declinedReason } = row;
  const common = { id, at: new Date(row.sentAt), amountMicroUsd: BigInt(row.amount) };
  switch (kind) {
    case "authorization":
      return { ...common, kind, declinedReason };
    case "decline":
      return { ...common, kind, declinedReason: declinedReason ?? "" };
    case "authorized_total":
      return {
        ...common,
        kind,
        isOpen: row.isOpen === true,
        revision: BigInt(row.revision ?? 0),
        covers: row.covers ?? [],
      };
    case "capture":
      return { ...common, kind, isFinal: row.isFinal === true };
    default:
      return { ...common, kind };
  }
}

function readDebit({ amount, held, refunded, createdAt, ...row }: StoredDebit): NetworkDebit {
  return {
    ...row,
    amountMicroUsd: BigInt(amount),
    heldMicroUsd: BigInt(held),
    refundedMicroUsd: BigInt(refunded),
    createdAt: new Date(createdAt),
  };
}

function readTransaction(row: StoredTransaction): NetworkTransaction | undefined {
  if (row.networkVersion === null || row.networkCardId === null) return undefined;
  return {
    version: row.networkVersion,
    cardId: row.networkCardId,
    heldMicroUsd: row.networkHeld,
    capturedMicroUsd: row.networkCaptured,
    refundedMicroUsd: row.networkRefunded,
    chargedMicroUsd: row.networkCharged,
    feeMicroUsd: row.networkFee,
  };
}

/** The cards of the sandbox are found by their own id. The index of the others has this condition. */
const BY_ISSUER = "c.issuer = $3 AND c.issuer_card_id = $1 AND c.issuer <> 'sandbox'";
const OF_SANDBOX = "c.id = $1 AND c.issuer = $3";

/**
 * Reads a card by the issuer's id with the state of one network transaction. Undefined for an unknown card.
 * @param reportedIds the messages that can have arrived with another transaction
 */
export async function findNetworkState(
  { issuer, issuerCardId }: Pick<NetworkNotification, "issuer" | "issuerCardId">,
  {
    networkTransactionId,
    reportedIds,
  }: { networkTransactionId: string; reportedIds: readonly string[] },
  runQuery: RunQuery = lookUp,
): Promise<NetworkState | undefined> {
  const isSandbox = issuer === "sandbox";
  const [row] = await runQuery<Row>(
    isSandbox ? "find_sandbox_network_state" : "find_network_state",
    `SELECT ${STATE_COLUMNS}, c.expiry_sealed AS "expirySealed", c.partner_id AS "partnerId",
       p.cross_border_fee_bps AS "crossBorderFeeBps", p.clock_offset_s AS "clockOffsetS", n.version AS "networkVersion", n.card_id AS "networkCardId",
       n.held_micro_usd AS "networkHeld", n.captured_micro_usd AS "networkCaptured",
       n.refunded_micro_usd AS "networkRefunded", n.charged_micro_usd AS "networkCharged",
       n.fee_micro_usd AS "networkFee", ${MESSAGES} AS messages, ${POSTED_ELSEWHERE} AS "postedElsewhere",
       ${DEBITS} AS debits, ${FIRST_ROW} AS "firstRowId",
       ${isSandbox ? "false" : RESTORED_BEHIND} AS "isRestoredBehind"
     FROM cards c ${STATE_ACCOUNTS} JOIN partners p ON p.id = c.partner_id
       LEFT JOIN network_transactions n ON n.id = $2
     WHERE ${isSandbox ? OF_SANDBOX : BY_ISSUER}`,
    [issuerCardId, networkTransactionId, issuer, reportedIds],
  );
  if (!row) return undefined;
  return {
    partnerId: row.partnerId,
    crossBorderFeeBps: row.crossBorderFeeBps,
    clockOffsetS: row.clockOffsetS,
    card: row,
    transaction: readTransaction(row),
    messages: (row.messages ?? []).map(readMessage),
    postedElsewhere: row.postedElsewhere,
    debits: (row.debits ?? []).map(readDebit),
    firstRowId: row.firstRowId,
    isRestoredBehind: row.isRestoredBehind,
  };
}
