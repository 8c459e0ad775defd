import { z } from "zod";
import { checkSchema, exampleCheck } from "@/lib/checks/schema";
import { contract } from "@/lib/contract/contract";
import {
  cursorPagination,
  cursorQuery,
  instant,
  isIdCursor,
  opaque,
  uncountedPagination,
  usd,
} from "@/lib/contract/fields";
import { filterBy, listOfIds } from "@/lib/contract/list-of";
import { exampleTreasury, treasurySchema } from "@/lib/treasury/schema";
import {
  coveredInvariantsSchema,
  JOURNAL_TYPES,
  journalSchema,
  journalWithLegsSchema,
  partnerBalancesSchema,
  shortfallSchema,
  trialBalanceSchema,
} from "./schema";

const MAX_ID_CHARACTERS = 200;
/** The roles that may start a check; an auditor only reads the results. */
const CHECKERS = ["admin", "approver"] as const;

const id = opaque(1, MAX_ID_CHARACTERS).optional();
const at = instant.optional().meta({ description: "The instant; defaults to now" });
const idParams = z.object({ id: z.string() });

const examplePartnerId = "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3";
const exampleJournal: z.input<typeof journalSchema> = {
  journalId: "jrn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  type: "card_funding",
  sourceId: "txn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  partnerId: examplePartnerId,
  partnerName: "Northwind Travel",
  amount: 50,
  createdAt: "2026-11-21T10:00:00.000Z",
};

export const getTrialBalanceContract = contract({
  id: "getTrialBalance",
  method: "GET",
  path: "/api/admin/books/balances",
  tag: "Administration",
  summary: "Balance of each kind of account at an instant; the total is zero",
  audience: "admin",
  query: z.object({ at }),
  data: trialBalanceSchema,
  message: "Trial balance",
  errors: [],
  examples: {
    data: {
      ...{ at: "2026-11-21T10:00:00.000Z", isFinal: true },
      lines: [
        { line: "custody:base:usdc", kind: "custody", chain: "base", token: "usdc", balance: -100 },
        { line: "wallet", kind: "wallet", balance: 100 },
      ],
      subtotals: [
        { class: "assets", debits: 100, credits: 0 },
        { class: "liabilities", debits: 0, credits: 100 },
      ],
      debits: 100,
      credits: 100,
      total: 0,
    },
  },
});

export const exportTrialBalanceContract = contract({
  id: "exportTrialBalance",
  method: "GET",
  path: "/api/admin/books/balances/export",
  tag: "Administration",
  summary: "The trial balance at an instant, as CSV with debit and credit columns",
  audience: "admin",
  query: z.object({ at }),
  data: z.instanceof(Response),
  message: "Trial balance as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("class,account,debit (USD),credit (USD)\r\n") },
});

const journalFilters = {
  type: filterBy(JOURNAL_TYPES),
  partnerId: listOfIds.optional(),
  account: id.meta({ description: "Such as `wallet:ptn_…`, `card:card_…` or `fees`" }),
  sourceId: id.meta({ description: "The id of the object that the journal is about" }),
  from: instant.optional(),
  until: instant.optional(),
};

export const listJournalsContract = contract({
  id: "listJournals",
  method: "GET",
  path: "/api/admin/books/journals",
  tag: "Administration",
  summary: "Journals, newest first",
  audience: "admin",
  query: z.object({
    ...cursorQuery(isIdCursor("jrn")),
    ...journalFilters,
  }),
  data: z.object({ journals: z.array(journalSchema), pagination: uncountedPagination }),
  message: "Journals",
  errors: [],
  examples: { data: { journals: [exampleJournal], pagination: { skip: 0, limit: 50 } } },
});

export const exportJournalsContract = contract({
  id: "exportJournals",
  method: "GET",
  path: "/api/admin/books/journals/export",
  tag: "Administration",
  summary: "Journals as CSV, newest first",
  audience: "admin",
  query: z.object(journalFilters),
  data: z.instanceof(Response),
  message: "Journals as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("journal,type\r\n") },
});

export const getJournalContract = contract({
  id: "getJournal",
  method: "GET",
  path: "/api/admin/books/journals/{id}",
  tag: "Administration",
  summary: "A journal with its legs",
  audience: "admin",
  params: idParams,
  data: journalWithLegsSchema,
  message: "Journal",
  errors: ["JOURNAL_NOT_FOUND"],
  examples: {
    params: { id: exampleJournal.journalId },
    data: {
      ...exampleJournal,
      legs: [
        { account: `wallet:${examplePartnerId}`, kind: "wallet", amount: -50, balanceAfter: 950 },
        {
          account: "card:card_01k9x6k2v8e5t2v7w4y0z1a2b3",
          kind: "card",
          cardId: "card_01k9x6k2v8e5t2v7w4y0z1a2b3",
          amount: 50,
          balanceAfter: 50,
        },
      ],
    },
  },
});

export const getPartnerBalancesContract = contract({
  id: "getPartnerBalances",
  method: "GET",
  path: "/api/admin/books/partners/{id}/balances",
  tag: "Administration",
  summary: "Balances of a partner's wallet and cards at an instant",
  description: "Cards that existed at the instant, newest first.",
  audience: "admin",
  params: idParams,
  query: z.object({ ...cursorQuery(isIdCursor("card")), at }),
  data: partnerBalancesSchema,
  message: "Balances",
  errors: ["PARTNER_NOT_FOUND"],
  examples: {
    params: { id: examplePartnerId },
    data: {
      ...{ at: "2026-11-21T10:00:00.000Z", isFinal: true },
      partnerId: examplePartnerId,
      name: "Northwind Travel",
      wallet: 950,
      cards: [
        {
          serviceCardId: "card_01k9x6k2v8e5t2v7w4y0z1a2b3",
          status: "active",
          available: 50,
          held: 0,
          shortfall: 0,
        },
      ],
      pagination: { skip: 0, limit: 50 },
    },
  },
});

export const listShortfallsContract = contract({
  id: "listShortfalls",
  method: "GET",
  path: "/api/admin/books/shortfalls",
  tag: "Administration",
  summary: "Cards that owe a shortfall, longest first",
  audience: "admin",
  query: z.object(cursorQuery(isIdCursor("alr"))),
  data: z.object({
    shortfalls: z.array(shortfallSchema),
    total: usd.meta({ description: "USD that all cards owe" }),
    pagination: cursorPagination,
  }),
  message: "Shortfalls",
  errors: [],
  examples: {
    data: {
      shortfalls: [
        {
          serviceCardId: "card_01k9x6k2v8e5t2v7w4y0z1a2b3",
          last4: "4242",
          status: "active",
          partnerId: examplePartnerId,
          partnerName: "Northwind Travel",
          amount: 12.5,
          since: "2026-11-21T10:00:00.000Z",
        },
      ],
      total: 12.5,
      pagination: { skip: 0, limit: 50, total: 1 },
    },
  },
});

export const exportShortfallsContract = contract({
  id: "exportShortfalls",
  method: "GET",
  path: "/api/admin/books/shortfalls/export",
  tag: "Administration",
  summary: "Cards that owe a shortfall as CSV, longest first",
  audience: "admin",
  data: z.instanceof(Response),
  message: "Shortfalls as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("card,owed (USD)\r\n") },
});

const checksSchema = z.object({
  invariants: checkSchema.extend(coveredInvariantsSchema.shape).optional(),
  reconciliation: checkSchema.extend({ treasury: treasurySchema }).optional(),
});

const exampleInvariants = {
  ...exampleCheck,
  coverage: "New entries every hour; every 24 hours the rows of 7 days and a part of the others.",
  invariants: [
    {
      name: "books-sum-to-zero",
      meaning:
        "Money came from nowhere or went nowhere: what all accounts have together is not zero.",
      rows: [],
    },
  ],
};

export const getBookChecksContract = contract({
  id: "getBookChecks",
  method: "GET",
  path: "/api/admin/books/checks",
  tag: "Administration",
  summary: "Results of the last checks of the invariants and the reconciliation",
  description: "A result is absent until the check has run once.",
  audience: "admin",
  data: checksSchema,
  message: "Checks of the books",
  errors: [],
  examples: {
    data: {
      invariants: exampleInvariants,
      reconciliation: { ...exampleCheck, treasury: exampleTreasury },
    },
  },
});

export const runInvariantsContract = contract({
  id: "runInvariants",
  method: "POST",
  path: "/api/admin/books/checks/invariants",
  tag: "Administration",
  summary: "Check every invariant of the books now",
  audience: "admin",
  roles: CHECKERS,
  data: checksSchema,
  message: "Invariants checked",
  errors: [],
  examples: { data: { invariants: exampleInvariants } },
});

export const runReconciliationContract = contract({
  id: "runReconciliation",
  method: "POST",
  path: "/api/admin/books/checks/reconciliation",
  tag: "Administration",
  summary: "Reconcile the books with the chains now",
  audience: "admin",
  roles: CHECKERS,
  data: checksSchema,
  message: "Books and chains compared",
  errors: [],
  examples: { data: { reconciliation: { ...exampleCheck, treasury: exampleTreasury } } },
});
