import { GET as audit } from "@/app/api/admin/audit/route";
import { GET as journals } from "@/app/api/admin/books/journals/route";
import { GET as balances } from "@/app/api/admin/books/partners/[id]/balances/route";
import { GET as shortfalls } from "@/app/api/admin/books/shortfalls/route";
import { GET as disputes } from "@/app/api/admin/disputes/route";
import { GET as heldDeposits } from "@/app/api/admin/held-deposits/route";
import { GET as partners } from "@/app/api/admin/partners/route";
import { GET as postings } from "@/app/api/admin/postings/route";
import { GET as users } from "@/app/api/admin/users/route";
import { GET as withdrawals } from "@/app/api/admin/withdrawals/route";
import { newId } from "@/lib/kernel/ids";
import { listsOf } from "./lists";

const SORTS = ["newest", "oldest", "largest", "smallest"];

const LONG_AGO = "2020-01-01T00:00:00Z";
const FAR_OFF = "2099-01-01T00:00:00Z";
const OF_PARTNER = { partnerId: "own", search: "test", from: LONG_AGO, to: FAR_OFF };

/** The lists that the operator's people read. */
export const CONSOLE_LISTS = listsOf({
  listPartners: {
    handler: partners,
    items: "partners",
    queries: [{}, ...[...SORTS, "name"].map((sort) => ({ sort })), { with: "activity" }],
    unknown: { query: { sort: "name" }, cursor: newId("ptn") },
  },
  listAdminUsers: { handler: users, items: "users", queries: [{}, { search: "am" }] },
  adminListWithdrawals: {
    handler: withdrawals,
    items: "withdrawals",
    queries: [
      {},
      ...SORTS.map((sort) => ({ sort })),
      { status: "needs_me" },
      { status: "cancelled" },
      { status: "cancelled", sort: "largest" },
      { status: "pending,cancelled" },
      { status: "needs_me,cancelled", search: "test" },
      { status: "pending,cancelled", partnerId: "own", sort: "smallest" },
      { amountMin: "21", amountMax: "22", from: LONG_AGO, to: FAR_OFF },
      { to: LONG_AGO },
    ],
    unknown: { query: { sort: "largest" }, cursor: newId("wd") },
  },
  listAdminDisputes: {
    handler: disputes,
    items: "disputes",
    queries: [
      {},
      { status: "pending" },
      { status: "attention" },
      { status: "pending,attention", ...OF_PARTNER },
      { search: "test", to: LONG_AGO },
    ],
  },
  listHeldDeposits: {
    handler: heldDeposits,
    items: "deposits",
    queries: [
      {},
      { state: "credited" },
      OF_PARTNER,
      { state: "credited", ...OF_PARTNER },
      { search: "test", to: LONG_AGO },
    ],
  },
  listOperatorPostings: {
    handler: postings,
    items: "postings",
    queries: [
      {},
      { status: "pending" },
      { status: "cancelled" },
      { status: "pending,cancelled", ...OF_PARTNER },
      { partnerId: "operator", to: LONG_AGO },
    ],
  },
  listShortfalls: {
    handler: shortfalls,
    items: "shortfalls",
    queries: [{}],
    unknown: { query: {}, cursor: newId("alr") },
  },
  listAuditEntries: {
    handler: audit,
    items: "entries",
    queries: [
      {},
      { action: "posting.request" },
      { action: "posting.request,posting.cancel" },
      { partner: "operator" },
    ],
    isUncounted: true,
  },
  listJournals: {
    handler: journals,
    items: "journals",
    queries: [
      { account: "wallet" },
      { type: "withdrawal" },
      { type: "withdrawal,deposit", partnerId: "own" },
      { account: "fees" },
      { account: "nobody" },
    ],
    unknown: { query: { account: "wallet" }, cursor: newId("jrn") },
    isUncounted: true,
  },
  getPartnerBalances: { handler: balances, items: "cards", queries: [{}], isUncounted: true },
});
