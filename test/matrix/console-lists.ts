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
    ],
    unknown: { query: { sort: "largest" }, cursor: newId("wd") },
  },
  listAdminDisputes: {
    handler: disputes,
    items: "disputes",
    queries: [{}, { status: "pending" }, { status: "attention" }],
  },
  listHeldDeposits: {
    handler: heldDeposits,
    items: "deposits",
    queries: [{}, { state: "credited" }],
  },
  listOperatorPostings: {
    handler: postings,
    items: "postings",
    queries: [{}, { status: "pending" }, { status: "cancelled" }],
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
    queries: [{}, { action: "posting.request" }],
    isUncounted: true,
  },
  listJournals: {
    handler: journals,
    items: "journals",
    queries: [
      { account: "wallet" },
      { type: "withdrawal" },
      { account: "fees" },
      { account: "nobody" },
    ],
    unknown: { query: { account: "wallet" }, cursor: newId("jrn") },
    isUncounted: true,
  },
  getPartnerBalances: { handler: balances, items: "cards", queries: [{}], isUncounted: true },
});
