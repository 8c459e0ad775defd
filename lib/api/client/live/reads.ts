import type { EndpointId } from "@/lib/api/client/endpoints";
import type { ChangeKind } from "@/lib/kernel/changes";

/**
 * The kinds of changes that affect an endpoint's response. An endpoint that is not listed is refetched at any change.
 */
const CHANGED_BY: Partial<Record<string, readonly ChangeKind[]>> = {
  listUsers: ["users"],
  getUser: ["users"],
  getUserVerification: ["users"],
  getKycFee: ["users", "settings"],
  listUserCards: ["cards"],
  listCards: ["cards"],
  getCard: ["cards"],
  getCardShortfall: ["cards"],
  searchTransactions: ["transactions", "users", "cards"],
  listWalletTransactions: ["transactions"],
  getBalance: ["wallet", "withdrawals"],
  listDeposits: ["deposits"],
  getDeposit: ["deposits"],
  listWithdrawals: ["withdrawals"],
  getWithdrawal: ["withdrawals"],
  getOwnApprovals: ["withdrawals", "settings"],
  adminListWithdrawals: ["withdrawals", "settings"],
  adminGetWithdrawal: ["withdrawals", "settings", "alerts"],
  // An owner who removes an address from the allow-list changes what the approver must see.
  reviewWithdrawal: ["withdrawals", "webhooks", "settings"],
  getSandboxClock: ["settings"],
  listDisputes: ["transactions"],
  listEvidenceFiles: ["transactions", "settings"],
  getPartnerCardDays: ["transactions"],
  listAdminDisputes: ["transactions", "alerts"],
  getAdminDispute: ["transactions", "alerts"],
  listHeldDeposits: ["deposits", "alerts"],
  getHeldDeposit: ["deposits", "alerts"],
  listShortfalls: ["cards", "alerts"],
  listOperatorPostings: ["postings"],
  getOperatorPosting: ["postings", "wallet", "cards"],
  // Calls a node, and refetches at its own interval.
  getPayoutOutlook: [],
  listWebhookEvents: ["webhooks"],
  getWebhookStatistics: ["webhooks"],
  getWebhookEvent: ["webhooks"],
  getWebhookEndpoint: ["webhooks", "settings"],
  countReplayableEvents: ["webhooks", "settings"],
  listApiKeys: ["settings"],
  listPeople: ["settings"],
  getSso: ["settings"],
  listSessions: ["settings"],
  getAccount: ["settings"],
  getProfile: ["settings"],
} satisfies Partial<Record<EndpointId, readonly ChangeKind[]>>;

/** Returns whether changes of these kinds affect an endpoint's response. */
export function isChangedBy(endpointId: unknown, kinds: ReadonlySet<string>): boolean {
  const changedBy = CHANGED_BY[String(endpointId)];
  return changedBy === undefined || changedBy.some((kind) => kinds.has(kind));
}
