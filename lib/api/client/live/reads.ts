import type { EndpointId } from "@/lib/api/client/endpoints";
import type { ChangeKind } from "@/lib/kernel/changes";

/** By which changes an endpoint's answer becomes another. One that is not listed is read again at any. */
const CHANGED_BY: Partial<Record<string, readonly ChangeKind[]>> = {
  listUsers: ["users"],
  getUser: ["users"],
  getUserVerification: ["users"],
  listUserCards: ["cards"],
  listCards: ["cards"],
  getCard: ["cards"],
  listCardTransactions: ["transactions"],
  listWalletTransactions: ["transactions"],
  getBalance: ["wallet", "withdrawals"],
  listDeposits: ["deposits"],
  getDeposit: ["deposits"],
  listWithdrawals: ["withdrawals"],
  getWithdrawal: ["withdrawals"],
  adminListWithdrawals: ["withdrawals", "settings"],
  adminGetWithdrawal: ["withdrawals", "settings", "alerts"],
  reviewWithdrawal: ["withdrawals", "webhooks"],
  listHeldDeposits: ["deposits", "alerts"],
  getHeldDeposit: ["deposits", "alerts"],
  listOperatorPostings: ["postings"],
  getOperatorPosting: ["postings", "wallet", "cards"],
  // Asks a node, and at its own pace.
  getPayoutOutlook: [],
  listWebhookEvents: ["webhooks"],
  getWebhookEvent: ["webhooks"],
  getWebhookEndpoint: ["webhooks", "settings"],
  countReplayableEvents: ["webhooks", "settings"],
  listApiKeys: ["settings"],
  listPeople: ["settings"],
  listSessions: ["settings"],
  getAccount: ["settings"],
  getProfile: ["settings"],
} satisfies Partial<Record<EndpointId, readonly ChangeKind[]>>;

/** Whether what an endpoint answered is to be read again after changes of these kinds. */
export function isChangedBy(endpointId: unknown, kinds: ReadonlySet<string>): boolean {
  const changedBy = CHANGED_BY[String(endpointId)];
  return changedBy === undefined || changedBy.some((kind) => kinds.has(kind));
}
