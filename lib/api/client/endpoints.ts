import type * as books from "@/lib/accounting/contract";
import type * as explain from "@/lib/accounting/explain/contract";
import type * as postings from "@/lib/accounting/postings/contract";
import type * as exported from "@/lib/activity/export/contract";
import type * as overview from "@/lib/activity/overview/contract";
import type * as search from "@/lib/activity/search/contract";
import type * as transactions from "@/lib/activity/transactions/contract";
import type * as audit from "@/lib/audit/contract";
import type * as admin from "@/lib/backoffice/contract";
import type * as adminPartners from "@/lib/backoffice/partners/contract";
import type * as reviews from "@/lib/backoffice/review/contract";
import type * as cards from "@/lib/cards/contract";
import type { Contract } from "@/lib/contract/contract";
import type * as deposits from "@/lib/deposits/contract";
import type * as held from "@/lib/deposits/held/contract";
import type * as alerts from "@/lib/operations/alerts/contract";
import type * as health from "@/lib/operations/health/contract";
import type * as partners from "@/lib/partners/contract";
import type * as profile from "@/lib/partners/profile/contract";
import type * as account from "@/lib/people/account/contract";
import type * as adminRequests from "@/lib/people/admin-requests/contract";
import type * as keys from "@/lib/people/keys/contract";
import type * as operators from "@/lib/people/operators/contract";
import type * as team from "@/lib/people/team/contract";
import type * as requests from "@/lib/request-log/contract";
import type * as sandbox from "@/lib/sandbox/contract";
import type * as users from "@/lib/users/contract";
import type * as wallet from "@/lib/wallet/contract";
import type * as webhooks from "@/lib/webhooks/contract";
import type * as addresses from "@/lib/withdrawals/addresses/contract";
import type * as withdrawals from "@/lib/withdrawals/contract";

type Modules = typeof admin &
  typeof operators &
  typeof adminPartners &
  typeof adminRequests &
  typeof health &
  typeof alerts &
  typeof held &
  typeof postings &
  typeof reviews &
  typeof users &
  typeof cards &
  typeof wallet &
  typeof deposits &
  typeof withdrawals &
  typeof addresses &
  typeof profile &
  typeof partners &
  typeof overview &
  typeof search &
  typeof account &
  typeof team &
  typeof transactions &
  typeof exported &
  typeof keys &
  typeof webhooks &
  typeof requests &
  typeof explain &
  typeof sandbox &
  typeof audit &
  typeof books;

/** Every contract that pages call, by its id. */
export type Contracts = {
  [Name in keyof Modules as Name extends `${infer Id}Contract` ? Id : never]: Modules[Name];
};

interface Endpoint {
  method: Contract["method"];
  path: string;
  /** The endpoint takes an idempotency key. */
  hasKey?: true;
}

/**
 * The parts of the contracts that the browser needs at run time. The contracts themselves include zod schemas, so pages
 * load them only with the forms that validate fields. A test compares each row with its contract.
 */
export const ENDPOINTS = {
  search: { method: "GET", path: "/api/v1/partner/search" },
  getOverview: { method: "GET", path: "/api/v1/partner/overview" },
  listUsers: { method: "GET", path: "/api/v1/partner/card/users" },
  getUser: { method: "GET", path: "/api/v1/partner/card/users/{serviceId}" },
  getUserVerification: {
    method: "GET",
    path: "/api/v1/partner/users/{serviceId}/verification",
  },
  listUserCards: { method: "GET", path: "/api/v1/partner/card/users/{serviceId}/cards" },
  createUser: { method: "POST", path: "/api/v2/partner/card/users", hasKey: true },
  deleteUser: { method: "DELETE", path: "/api/v1/partner/card/users/{serviceId}" },
  getCard: { method: "GET", path: "/api/v1/partner/card/{serviceCardId}" },
  revealCard: { method: "POST", path: "/api/v1/partner/card/{serviceCardId}/reveal" },
  listCards: { method: "GET", path: "/api/v1/partner/card" },
  createCard: { method: "POST", path: "/api/v1/partner/card", hasKey: true },
  switchCardStatus: { method: "PATCH", path: "/api/v1/partner/card" },
  fundCard: { method: "POST", path: "/api/v1/partner/card/fund", hasKey: true },
  withdrawFromCard: { method: "POST", path: "/api/v1/partner/card/withdraw", hasKey: true },
  terminateCard: {
    method: "DELETE",
    path: "/api/v1/partner/card/terminate/{serviceCardId}",
    hasKey: true,
  },
  listCardTransactions: { method: "GET", path: "/api/v1/partner/card/transactions" },
  getTransaction: { method: "GET", path: "/api/v1/partner/transactions/{transactionId}" },
  exportCardTransactions: { method: "GET", path: "/api/v1/partner/export/card-transactions" },
  exportWalletTransactions: { method: "GET", path: "/api/v1/partner/export/wallet-transactions" },
  exportCards: { method: "GET", path: "/api/v1/partner/export/cards" },
  exportUsers: { method: "GET", path: "/api/v1/partner/export/users" },
  exportWithdrawals: { method: "GET", path: "/api/v1/partner/export/withdrawals" },
  getBalance: { method: "GET", path: "/api/v1/partner/wallet/balance" },
  listWalletTransactions: { method: "GET", path: "/api/v1/partner/wallet/transactions" },
  listDeposits: { method: "GET", path: "/api/v1/partner/wallet/deposits" },
  getDeposit: { method: "GET", path: "/api/v1/partner/wallet/deposits/{depositId}" },
  lookupDeposit: { method: "POST", path: "/api/v1/partner/wallet/deposits/lookup" },
  simulateDeposit: { method: "POST", path: "/api/v1/sandbox/deposits" },
  listWithdrawals: { method: "GET", path: "/api/v1/partner/withdrawal" },
  getWithdrawal: { method: "GET", path: "/api/v1/partner/withdrawal/{id}" },
  getWithdrawalProgress: { method: "GET", path: "/api/v1/partner/withdrawal/{id}/progress" },
  createWithdrawal: { method: "POST", path: "/api/v1/partner/withdrawal", hasKey: true },
  cancelWithdrawal: { method: "DELETE", path: "/api/v1/partner/withdrawal/{id}" },
  listAddresses: { method: "GET", path: "/api/v1/partner/addresses" },
  saveAddress: { method: "POST", path: "/api/v1/partner/addresses" },
  renameAddress: { method: "PATCH", path: "/api/v1/partner/addresses/{addressId}" },
  removeAddress: { method: "DELETE", path: "/api/v1/partner/addresses/{addressId}" },
  checkAddress: { method: "GET", path: "/api/v1/partner/addresses/check" },
  listApiKeys: { method: "GET", path: "/api/v1/partner/keys" },
  createApiKey: { method: "POST", path: "/api/v1/partner/keys" },
  rollApiKey: { method: "POST", path: "/api/v1/partner/keys/{keyId}/roll" },
  revokeApiKey: { method: "DELETE", path: "/api/v1/partner/keys/{keyId}" },
  setWebhook: { method: "POST", path: "/api/v1/partner/profile/webhook" },
  getWebhookEndpoint: { method: "GET", path: "/api/v1/partner/webhooks/endpoint" },
  pauseWebhookEndpoint: { method: "POST", path: "/api/v1/partner/webhooks/endpoint/pause" },
  resumeWebhookEndpoint: { method: "POST", path: "/api/v1/partner/webhooks/endpoint/resume" },
  setWebhookEvents: { method: "POST", path: "/api/v1/partner/profile/webhook/events" },
  countReplayableEvents: { method: "GET", path: "/api/v1/partner/webhooks/replay" },
  replayWebhookEvents: { method: "POST", path: "/api/v1/partner/webhooks/replay" },
  sendTestEvent: { method: "POST", path: "/api/v1/partner/webhooks/test" },
  listWebhookEvents: { method: "GET", path: "/api/v1/partner/webhooks/events" },
  getWebhookEvent: { method: "GET", path: "/api/v1/partner/webhooks/events/{eventId}" },
  resendWebhookEvent: { method: "POST", path: "/api/v1/partner/webhooks/events/{eventId}/resend" },
  getAccount: { method: "GET", path: "/api/account" },
  listSessions: { method: "GET", path: "/api/account/sessions" },
  revokeSession: { method: "DELETE", path: "/api/account/sessions/{sessionId}" },
  revokeOtherSessions: { method: "DELETE", path: "/api/account/sessions" },
  changePassword: { method: "POST", path: "/api/account/password" },
  startSecondFactor: { method: "POST", path: "/api/account/second-factor" },
  confirmSecondFactor: { method: "POST", path: "/api/account/second-factor/confirm" },
  removeSecondFactor: { method: "DELETE", path: "/api/account/second-factor" },
  listPeople: { method: "GET", path: "/api/v1/partner/people" },
  invitePerson: { method: "POST", path: "/api/v1/partner/people/invitations" },
  revokeInvitation: {
    method: "DELETE",
    path: "/api/v1/partner/people/invitations/{invitationId}",
  },
  changeRole: { method: "PATCH", path: "/api/v1/partner/people/{personId}" },
  removePerson: { method: "DELETE", path: "/api/v1/partner/people/{personId}" },
  getInvitation: { method: "GET", path: "/api/invitations/{token}" },
  acceptInvitation: { method: "POST", path: "/api/invitations/{token}" },
  setRedirectUrl: { method: "POST", path: "/api/v1/partner/profile/redirect-url" },
  getTerms: { method: "GET", path: "/api/v1/partner/terms" },
  getProfile: { method: "GET", path: "/api/v1/partner/profile" },
  explain: { method: "GET", path: "/api/v1/partner/explain/{id}" },
  listRequests: { method: "GET", path: "/api/v1/partner/requests" },
  getRequest: { method: "GET", path: "/api/v1/partner/requests/{requestId}" },
  simulateKyc: { method: "POST", path: "/api/v1/sandbox/users/{serviceId}/kyc" },
  simulateAuthorization: {
    method: "POST",
    path: "/api/v1/sandbox/cards/{serviceCardId}/authorizations",
  },
  simulateSettlement: {
    method: "POST",
    path: "/api/v1/sandbox/transactions/{serviceTransactionId}/settle",
  },
  simulateReversal: {
    method: "POST",
    path: "/api/v1/sandbox/transactions/{serviceTransactionId}/reverse",
  },
  simulateRefund: {
    method: "POST",
    path: "/api/v1/sandbox/transactions/{serviceTransactionId}/refund",
  },
  listPartners: { method: "GET", path: "/api/admin/partners" },
  getPartner: { method: "GET", path: "/api/admin/partners/{id}" },
  createPartner: { method: "POST", path: "/api/admin/partners" },
  changePartner: { method: "PATCH", path: "/api/admin/partners/{id}" },
  suspendPartner: { method: "POST", path: "/api/admin/partners/{id}/suspend" },
  resumePartner: { method: "POST", path: "/api/admin/partners/{id}/resume" },
  removePartnerPerson: { method: "DELETE", path: "/api/admin/partners/{id}/people/{personId}" },
  unlockPartnerPerson: {
    method: "POST",
    path: "/api/admin/partners/{id}/people/{personId}/unlock",
  },
  unlockOperator: { method: "POST", path: "/api/admin/operators/{id}/unlock" },
  listPartnerPeople: { method: "GET", path: "/api/admin/partners/{id}/people" },
  inviteOwner: { method: "POST", path: "/api/admin/partners/{id}/invitations" },
  viewPartner: { method: "POST", path: "/api/admin/partners/{id}/view" },
  leavePartner: { method: "DELETE", path: "/api/admin/view" },
  listAdminRequests: { method: "GET", path: "/api/admin/requests" },
  confirmAdminRequest: { method: "POST", path: "/api/admin/requests/{id}/confirm" },
  cancelAdminRequest: { method: "DELETE", path: "/api/admin/requests/{id}" },
  listOperators: { method: "GET", path: "/api/admin/operators" },
  inviteOperator: { method: "POST", path: "/api/admin/operators/invitations" },
  revokeOperatorInvitation: { method: "DELETE", path: "/api/admin/operators/invitations/{id}" },
  changeOperatorRole: { method: "PATCH", path: "/api/admin/operators/{id}" },
  removeOperator: { method: "DELETE", path: "/api/admin/operators/{id}" },
  endOperatorSessions: { method: "DELETE", path: "/api/admin/operators/{id}/sessions" },
  startEnrolment: { method: "POST", path: "/api/invitations/{token}/second-factor" },
  getServiceHealth: { method: "GET", path: "/api/admin/health" },
  getTreasury: { method: "GET", path: "/api/admin/treasury" },
  adminListWithdrawals: { method: "GET", path: "/api/admin/withdrawals" },
  reviewWithdrawal: { method: "GET", path: "/api/admin/withdrawals/{id}/review" },
  getPayoutOutlook: { method: "GET", path: "/api/admin/withdrawals/{id}/outlook" },
  approveWithdrawal: { method: "POST", path: "/api/admin/withdrawals/{id}/approve" },
  rejectWithdrawal: { method: "POST", path: "/api/admin/withdrawals/{id}/reject" },
  failWithdrawal: { method: "POST", path: "/api/admin/withdrawals/{id}/fail" },
  adminGetWithdrawal: { method: "GET", path: "/api/admin/withdrawals/{id}" },
  listHeldDeposits: { method: "GET", path: "/api/admin/held-deposits" },
  getHeldDeposit: { method: "GET", path: "/api/admin/held-deposits/{id}" },
  settleAlert: { method: "POST", path: "/api/admin/alerts/{id}/close" },
  releaseHeldDeposit: { method: "POST", path: "/api/admin/held-deposits/{id}/release" },
  listOperatorPostings: { method: "GET", path: "/api/admin/postings" },
  getOperatorPosting: { method: "GET", path: "/api/admin/postings/{id}" },
  previewOperatorPosting: { method: "POST", path: "/api/admin/postings/preview" },
  requestOperatorPosting: { method: "POST", path: "/api/admin/postings" },
  confirmOperatorPosting: { method: "POST", path: "/api/admin/postings/{id}/confirm" },
  rejectOperatorPosting: { method: "POST", path: "/api/admin/postings/{id}/reject" },
  cancelOperatorPosting: { method: "POST", path: "/api/admin/postings/{id}/cancel" },
  listAuditEntries: { method: "GET", path: "/api/admin/audit" },
  getAuditEntry: { method: "GET", path: "/api/admin/audit/entries/{id}" },
  getAuditLog: { method: "GET", path: "/api/admin/audit/log" },
  verifyAuditLog: { method: "POST", path: "/api/admin/audit/verify" },
  getTrialBalance: { method: "GET", path: "/api/admin/books/balances" },
  listJournals: { method: "GET", path: "/api/admin/books/journals" },
  getJournal: { method: "GET", path: "/api/admin/books/journals/{id}" },
  getPartnerBalances: { method: "GET", path: "/api/admin/books/partners/{id}/balances" },
  getBookChecks: { method: "GET", path: "/api/admin/books/checks" },
  runInvariants: { method: "POST", path: "/api/admin/books/checks/invariants" },
  runReconciliation: { method: "POST", path: "/api/admin/books/checks/reconciliation" },
  getStatement: { method: "GET", path: "/api/admin/books/partners/{id}/statement" },
} as const satisfies { [Id in keyof Contracts]?: Endpoint };

export type EndpointId = keyof typeof ENDPOINTS;

/** The ids of the endpoints that only read. */
export type ReadId = {
  [Id in EndpointId]: (typeof ENDPOINTS)[Id]["method"] extends "GET" ? Id : never;
}[EndpointId];

/** Returns the row of an endpoint. */
export function endpointOf(id: EndpointId): Endpoint {
  return ENDPOINTS[id];
}
