import type { NewAccount } from "./accounts";
import type { Journal } from "./journals";

/** The use of an idempotency key by one request. */
export interface Claim {
  partnerId: string;
  /** The id of the contract. */
  endpoint: string;
  key: string;
  requestHash: string;
  createdAt: Date;
  /** `data` of the answer, for endpoints that give the first answer again. */
  response?: unknown;
  resourceId?: string;
}

/** A row of `idempotency_keys` as the database hands it back. */
export interface ClaimedRow {
  request_hash: string;
  /** `data` of the first answer, as JSON text. */
  response: string | null;
  resource_id: string | null;
}

/** A row of the partner's wallet list, beside the journal that moved the money. Amounts are above zero. */
export interface WalletTransactionRow {
  /** Made at the commit when left out. */
  id?: string;
  partnerId: string;
  journalId: string;
  amountMicroUsd: bigint;
  type: "debit" | "credit";
  action: "funding" | "withdrawal" | "card-creation-fee" | "kyc-fee";
  category: string;
  narration: string;
  cardId?: string;
  createdAt: Date;
}

/** An event as it will be sent; made by `webhooks/emit`. */
export interface EventRow {
  id: string;
  partnerId: string;
  type: string;
  resourceId: string;
  body: string;
  createdAt: Date;
  /** Sent to try the endpoint, whatever it is subscribed to. */
  isTest?: boolean;
}

/** A change of a row, decided on the version that was read. */
export interface RowChange {
  id: string;
  version?: number;
  set: Record<string, unknown>;
}

type UpdatedTable =
  | "users"
  | "cards"
  | "card_transactions"
  | "withdrawals"
  | "kyc_sessions"
  | "chain_cursors"
  | "partners"
  | "operator_postings"
  | "alerts";
type InsertedTable =
  | "partners"
  | "users"
  | "deleted_users"
  | "kyc_sessions"
  | "sandbox_kyc_outcomes"
  | "cards"
  | "card_transactions"
  | "withdrawals"
  | "withdrawal_approvals"
  | "deposits"
  | "deposit_releases"
  | "deposit_addresses"
  | "operator_postings"
  | "audit_entries"
  | "alerts";

/** Everything that one decision changes, committed by one call. Rows are named as code names them (`partnerId`). */
export interface ChangeSet {
  /** Whose rows it changes, where nothing else in it says so: who looks at them is told. */
  partnerId?: string | undefined;
  claim?: Claim | undefined;
  accounts?: NewAccount[];
  /** Accounts to lock besides those that are posted to and those of cards and accounts named below. */
  lock?: string[];
  /** Versions that must be as they were read, by id. */
  expect?: {
    cards?: Record<string, number>;
    accounts?: Record<string, bigint>;
    /** Fewer than `fewerThan` cards of the partner were terminated after `since`; hold the lock of its wallet. */
    terminated?: { partnerId: string; since: Date; fewerThan: number };
  };
  update?: Partial<Record<UpdatedTable, RowChange[]>>;
  insert?: Partial<Record<InsertedTable, object[]>>;
  journals?: Journal[];
  walletTransactions?: WalletTransactionRow[];
  events?: EventRow[];
}
