import { GET as auditLog } from "@/app/api/v1/partner/audit/route";
import { GET as disputes } from "@/app/api/v1/partner/card/disputes/route";
import { GET as cards } from "@/app/api/v1/partner/card/route";
import { GET as cardTransactions } from "@/app/api/v1/partner/card/transactions/route";
import { GET as userCards } from "@/app/api/v1/partner/card/users/[serviceId]/cards/route";
import { GET as users } from "@/app/api/v1/partner/card/users/route";
import { GET as keys } from "@/app/api/v1/partner/keys/route";
import { GET as requests } from "@/app/api/v1/partner/requests/route";
import { GET as ownedTransactions } from "@/app/api/v1/partner/transactions/route";
import { GET as deposits } from "@/app/api/v1/partner/wallet/deposits/route";
import { GET as walletTransactions } from "@/app/api/v1/partner/wallet/transactions/route";
import { GET as deliveries } from "@/app/api/v1/partner/webhooks/deliveries/route";
import { GET as events } from "@/app/api/v1/partner/webhooks/events/route";
import { GET as withdrawals } from "@/app/api/v1/partner/withdrawal/route";
import { newId } from "@/lib/kernel/ids";
import { type List, listsOf, type Query } from "./lists";

const SORTS = ["newest", "oldest"];
const AMOUNT_SORTS = [...SORTS, "largest", "smallest"];
const sorted = (sorts: string[], query: Query = {}) => sorts.map((sort) => ({ ...query, sort }));

/** The lists that a partner reads. */
export const PARTNER_LISTS = listsOf({
  listUsers: {
    handler: users,
    items: "users",
    queries: [
      {},
      ...sorted([...SORTS, "name", "email"]),
      ...sorted([...SORTS, "name", "email"], { search: "am" }),
      { status: "approved" },
    ],
    unknown: { query: { sort: "name" }, cursor: newId("usr") },
  },
  listUserCards: { handler: userCards, items: "cards", queries: [{}] },
  listCards: {
    handler: cards,
    items: "cards",
    queries: [{}, ...sorted(SORTS), { status: "active" }],
  },
  listCardTransactions: {
    handler: cardTransactions,
    items: "transactions",
    queries: [{}, ...sorted(AMOUNT_SORTS), { status: "authorized" }, { amountMin: 5 }],
    unknown: { query: {}, cursor: newId("txn") },
  },
  searchTransactions: {
    handler: ownedTransactions,
    items: "transactions",
    queries: [{}, ...sorted(AMOUNT_SORTS), { status: "authorized,declined" }],
    unknown: { query: {}, cursor: newId("txn") },
  },
  listDisputes: { handler: disputes, items: "disputes", queries: [{}, { status: "pending" }] },
  listWalletTransactions: {
    handler: walletTransactions,
    items: "transactions",
    queries: [{}, ...sorted(AMOUNT_SORTS), { type: "debit" }],
    unknown: { query: { sort: "largest" }, cursor: newId("txn") },
  },
  listWithdrawals: {
    handler: withdrawals,
    items: "withdrawals",
    queries: [{}, { status: "pending" }],
  },
  listDeposits: {
    handler: deposits,
    items: "deposits",
    queries: [{}, { status: "confirming" }, { status: "credited" }, { status: "held" }],
  },
  listWebhookEvents: {
    handler: events,
    items: "events",
    queries: [{}, { status: "failed" }, { event: "user.kyc-event" }],
  },
  listWebhookDeliveries: {
    handler: deliveries,
    items: "deliveries",
    queries: [{}, { status: "failed" }],
  },
  listAuditLog: {
    handler: auditLog,
    items: "entries",
    queries: [
      {},
      { action: "setRedirectUrl" },
      { target: "object" },
      { from: "2020-01-01T00:00:00Z" },
    ],
  },
  listApiKeys: { handler: keys, items: "keys", queries: [{}] },
  listRequests: {
    handler: requests,
    items: "requests",
    queries: [{}, { method: "POST" }, { status: "4xx,5xx" }, { path: "/b" }],
    isUncounted: true,
  },
});

/** The lists that a person reads, not a key. */
export const IN_BROWSER: readonly List[] = [
  PARTNER_LISTS.listApiKeys,
  PARTNER_LISTS.listRequests,
  PARTNER_LISTS.searchTransactions,
];
