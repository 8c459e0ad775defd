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
  /** `data` of the response, for endpoints that return the first response again. */
  response?: unknown;
  resourceId?: string;
}

/** A row of `idempotency_keys` as the database returns it. */
export interface ClaimedRow {
  request_hash: string;
  /** `data` of the first response, as JSON text. */
  response: string | null;
  resource_id: string | null;
  /** The request that claimed it; null for one of an earlier version of the service. */
  request_id: string | null;
}

/** A row of the partner's list of wallet transactions, for the journal that moved the money. Amounts are positive. */
export interface WalletTransactionRow {
  /** Generated at the commit if omitted. */
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

/** An event with the body that is sent; created by `webhooks/emit`. */
export interface EventRow {
  id: string;
  partnerId: string;
  type: string;
  resourceId: string;
  body: string;
  createdAt: Date;
  /** A test event, which is sent whatever the endpoint subscribes to. */
  isTest?: boolean;
}

/** A change of a row; `version` is the version that the decision read. */
export interface RowChange {
  id: string;
  version?: number;
  set: Record<string, unknown>;
}

type UpdatedTable =
  | "users"
  | "cards"
  | "card_transactions"
  | "network_transactions"
  | "card_disputes"
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
  | "network_transactions"
  | "network_messages"
  | "card_disputes"
  | "withdrawals"
  | "partner_approvals"
  | "withdrawal_approvals"
  | "withdrawal_screenings"
  | "deposits"
  | "deposit_releases"
  | "deposit_addresses"
  | "operator_postings"
  | "audit_entries"
  | "alerts";

/** The fields with which the database checks a new withdrawal against the payout policy. */
export interface PayoutRule {
  partnerId: string;
  toAddress: string;
  amountMicroUsd: bigint;
  at: Date;
  /** The version of the policy that the decision read; 0: the partner has none. */
  policyVersion: number;
  /** The policy has a limit, so withdrawals of the partner must be committed one after another. */
  isLimited: boolean;
}

/**
 * Everything that one decision writes, committed by one call. Rows have the property names of the code (`partnerId`).
 */
export interface ChangeSet {
  /** The partner whose rows change, if no other part of the change set names it. Change notices are published to it. */
  partnerId?: string | undefined;
  claim?: Claim | undefined;
  accounts?: NewAccount[];
  /** Accounts to lock in addition to the accounts of `journals`, `expect` and `update`. */
  lock?: string[];
  /** Versions that must be unchanged at the commit, by id. */
  expect?: {
    cards?: Record<string, number>;
    accounts?: Record<string, bigint>;
    /**
     * Fewer than `fewerThan` cards of the partner were terminated after `since`. The change set must lock the partner's
     * wallet account.
     */
    terminated?: { partnerId: string; since: Date; fewerThan: number };
    /** A new withdrawal, which must comply with this version of its partner's payout policy: payout_fits. */
    payout?: PayoutRule;
  };
  update?: Partial<Record<UpdatedTable, RowChange[]>>;
  insert?: Partial<Record<InsertedTable, object[]>>;
  journals?: Journal[];
  walletTransactions?: WalletTransactionRow[];
  events?: EventRow[];
}
