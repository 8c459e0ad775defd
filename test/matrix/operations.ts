import { getJournalProofContract } from "@/lib/accounting/proofs/contract";
import * as audit from "@/lib/audit/partner/contract";
import * as cards from "@/lib/cards/contract";
import * as disputes from "@/lib/cards/disputes/contract";
import * as evidenceFiles from "@/lib/cards/disputes/files/contract";
import type { AnyContract } from "@/lib/contract/contract";
import * as deposits from "@/lib/deposits/contract";
import * as profile from "@/lib/partners/profile/contract";
import * as clock from "@/lib/sandbox/clock/contract";
import * as sandbox from "@/lib/sandbox/contract";
import * as users from "@/lib/users/contract";
import * as wallet from "@/lib/wallet/contract";
import * as webhooks from "@/lib/webhooks/contract";
import * as withdrawals from "@/lib/withdrawals/contract";

/** The kinds of objects that an operation can refer to; each `World` has one of each. `idleUser` has no card. */
export type Subject =
  | "card"
  | "cryptoCard"
  | "user"
  | "idleUser"
  | "authorized"
  | "settled"
  | "disputed"
  | "dispute"
  | "evidenceFile"
  | "deposit"
  | "walletTransaction"
  | "withdrawal"
  | "event"
  | "auditEntry"
  | "journal";

/** An operation, the place of its subject's id, and the other parts of a valid request. */
export interface Operation {
  contract: AnyContract;
  /** The object whose id is in the request; undefined for a request without an id. */
  subject?: Subject;
  /** The path parameter for the id; `query` is the query parameter for it. */
  params?: string;
  query?: string;
  /** Returns the body for the subject's id. */
  body?: (id: string) => Record<string, unknown> | Uint8Array;
  /** Further parts of the request that every valid one has. */
  fixedQuery?: Record<string, string>;
  headers?: Record<string, string>;
  /** The refusal of an id that is unknown, malformed or deleted. */
  unknown?: [status: number, code: string];
  /** The refusal of another partner's id, if it differs from `unknown`. */
  foreign?: [status: number, code: string];
}

const CARD: [number, string] = [404, "CARD_NOT_FOUND"];
const USER: [number, string] = [404, "USER_NOT_FOUND"];
const TRANSACTION: [number, string] = [404, "TRANSACTION_NOT_FOUND"];
const DISPUTE: [number, string] = [404, "DISPUTE_NOT_FOUND"];
const EVENT: [number, string] = [404, "WEBHOOK_EVENT_NOT_FOUND"];
const newUser = () => ({
  ...users.createUserContract.examples.body,
  email: `${crypto.randomUUID()}@example.com`,
});
const toAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
const aWithdrawal = {
  subject: "withdrawal",
  params: "id",
  unknown: [404, "WITHDRAWAL_NOT_FOUND"],
  foreign: [403, "FORBIDDEN"],
} as const satisfies Partial<Operation>;
const aUser = { subject: "user", params: "serviceId", unknown: USER } as const;
const anEvent = { subject: "event", params: "eventId", unknown: EVENT } as const;
const aDispute = { subject: "dispute", params: "disputeId", unknown: DISPUTE } as const;
const aTransaction = { params: "serviceTransactionId", unknown: TRANSACTION, body: () => ({}) };

/** Every operation of the partner API and the sandbox. A route without a row here fails the matrix. */
export const OPERATIONS: Operation[] = [
  {
    contract: cards.createCardContract,
    subject: "idleUser",
    body: (serviceId) => ({ serviceId, amount: 5 }),
    unknown: USER,
  },
  { contract: cards.listCardsContract },
  { contract: cards.getCardContract, subject: "card", params: "serviceCardId", unknown: CARD },
  {
    contract: cards.switchCardStatusContract,
    subject: "card",
    body: (serviceCardId) => ({ serviceCardId, status: "freeze" }),
    unknown: CARD,
  },
  {
    contract: cards.fundCardContract,
    subject: "card",
    body: (serviceCardId) => ({ serviceCardId, amount: 5 }),
    unknown: CARD,
  },
  {
    contract: cards.withdrawFromCardContract,
    subject: "card",
    body: (serviceCardId) => ({ serviceCardId, amount: 5, reference: "matrix" }),
    unknown: CARD,
  },
  {
    contract: cards.terminateCardContract,
    subject: "card",
    params: "serviceCardId",
    unknown: CARD,
  },
  // The id is a filter, so an unknown one gives an empty list instead of a refusal.
  { contract: cards.listCardTransactionsContract, subject: "card", query: "serviceCardId" },
  {
    contract: disputes.openDisputeContract,
    ...aTransaction,
    subject: "settled",
    body: () => ({ reason: "fraudulent", explanation: "It was not the cardholder.", amount: 1 }),
  },
  {
    contract: evidenceFiles.addEvidenceFileContract,
    params: "serviceTransactionId",
    unknown: TRANSACTION,
    subject: "settled",
    body: () => Buffer.from("%PDF-1.7 a receipt"),
    fixedQuery: { name: "receipt.pdf" },
    headers: { "content-type": "application/pdf" },
  },
  {
    contract: evidenceFiles.listEvidenceFilesContract,
    params: "serviceTransactionId",
    unknown: TRANSACTION,
    subject: "settled",
  },
  {
    contract: evidenceFiles.removeEvidenceFileContract,
    params: "fileId",
    unknown: [404, "EVIDENCE_FILE_NOT_FOUND"],
    subject: "evidenceFile",
  },
  {
    contract: getJournalProofContract,
    subject: "journal",
    params: "journalId",
    unknown: [404, "JOURNAL_NOT_FOUND"],
  },
  { contract: audit.listAuditLogContract },
  {
    contract: audit.getOwnAuditEntryContract,
    subject: "auditEntry",
    params: "entryId",
    unknown: [404, "AUDIT_ENTRY_NOT_FOUND"],
  },
  { contract: disputes.listDisputesContract, subject: "disputed", query: "serviceTransactionId" },
  { contract: disputes.getDisputeContract, ...aDispute },
  { contract: users.createUserContract, body: newUser },
  { contract: users.createUserV1Contract, body: newUser },
  { contract: users.listUsersContract },
  { contract: users.getUserContract, ...aUser },
  { contract: users.deleteUserContract, ...aUser, subject: "idleUser" },
  { contract: users.listUserCardsContract, ...aUser },
  { contract: wallet.listWalletTransactionsContract },
  {
    contract: wallet.getWalletTransactionContract,
    subject: "walletTransaction",
    params: "id",
    unknown: [404, "TRANSACTION_NOT_FOUND"],
  },
  { contract: wallet.getBalanceContract },
  { contract: deposits.listDepositsContract },
  {
    contract: deposits.getDepositContract,
    subject: "deposit",
    params: "depositId",
    unknown: [404, "DEPOSIT_NOT_FOUND"],
  },
  {
    contract: deposits.lookupDepositContract,
    body: () => ({ chain: "base-sepolia", txHash: `0x${"12".repeat(32)}` }),
  },
  { contract: withdrawals.createWithdrawalContract, body: () => ({ amount: 5, toAddress }) },
  { contract: withdrawals.listWithdrawalsContract },
  { contract: withdrawals.getWithdrawalContract, ...aWithdrawal },
  { contract: withdrawals.cancelWithdrawalContract, ...aWithdrawal },
  { contract: profile.getProfileContract },
  {
    contract: profile.setWebhookContract,
    body: () => ({ webhookUrl: "https://matrix.example.com" }),
  },
  {
    contract: profile.setRedirectUrlContract,
    body: () => ({ redirectUrl: "https://matrix.example.com" }),
  },
  { contract: profile.getWebhookEventsContract },
  { contract: profile.setWebhookEventsContract, body: () => ({ events: ["user.kyc-event"] }) },
  // `resourceId` and `eventId` are filters of these lists.
  { contract: webhooks.listWebhookEventsContract, subject: "authorized", query: "resourceId" },
  { contract: webhooks.getWebhookEventContract, ...anEvent },
  { contract: webhooks.resendWebhookEventContract, ...anEvent },
  { contract: webhooks.listWebhookDeliveriesContract, subject: "event", query: "eventId" },
  {
    contract: webhooks.replayWebhookEventsContract,
    body: () => ({ since: "2020-01-01T00:00:00Z" }),
  },
  { contract: webhooks.countReplayableEventsContract },
  { contract: webhooks.sendTestEventContract, body: () => ({ event: "user.kyc-event" }) },
  { contract: webhooks.getWebhookEndpointContract },
  { contract: webhooks.pauseWebhookEndpointContract },
  { contract: webhooks.resumeWebhookEndpointContract },
  {
    contract: sandbox.simulateAuthorizationContract,
    subject: "card",
    params: "serviceCardId",
    body: () => ({ amount: 1, merchantName: "Kiosk", merchantCountry: "DE" }),
    unknown: CARD,
  },
  {
    contract: sandbox.simulateNetworkMessageContract,
    subject: "card",
    params: "serviceCardId",
    body: () => ({
      message: "authorization",
      amount: 1,
      merchantName: "Kiosk",
      merchantCountry: "DE",
    }),
    unknown: CARD,
  },
  {
    contract: sandbox.simulateDisputeOutcomeContract,
    ...aDispute,
    body: () => ({ outcome: "lost" }),
  },
  { contract: clock.getSandboxClockContract },
  { contract: clock.advanceSandboxClockContract, body: () => ({ advanceSeconds: 1 }) },
  { contract: sandbox.simulateSettlementContract, ...aTransaction, subject: "authorized" },
  { contract: sandbox.simulateReversalContract, ...aTransaction, subject: "authorized" },
  { contract: sandbox.simulateRefundContract, ...aTransaction, subject: "settled" },
  {
    contract: sandbox.simulateDepositContract,
    subject: "cryptoCard",
    body: (to) => ({ to, amount: 1, chain: "base-sepolia", token: "usdc" }),
    unknown: CARD,
  },
  {
    contract: sandbox.simulateKycContract,
    ...aUser,
    body: () => ({ status: "denied", reason: "WRONG_USER_REGION" }),
  },
];

/** Returns a name such as `POST /api/v1/partner/card`, which connects a row with its route. */
export const nameOf = ({ contract }: Pick<Operation, "contract">): string =>
  `${contract.method} ${contract.path}`;
