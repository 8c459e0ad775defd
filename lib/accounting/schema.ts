import { z } from "zod";
import { timestamp, uncountedPagination, usd } from "@/lib/contract/fields";

/**
 * The kinds of ledger account, in the order of a trial balance: assets, liabilities, equity, income and expenses.
 * Source: design 6, the table of accounts.
 */
export const ACCOUNT_KINDS = [
  "custody",
  "bank",
  "card_shortfall",
  "disputes",
  "wallet",
  "card",
  "hold",
  "payout",
  "network",
  "suspense",
  "capital",
  "fees",
  "adjustments",
  "costs",
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The classes of accounts, in the order of a trial balance. */
export const ACCOUNT_CLASS_NAMES = ["assets", "liabilities", "equity", "results"] as const;

/** The types of journal. Source: design 6, the table of operations. */
export const JOURNAL_TYPES = [
  "deposit",
  "deposit_release",
  "card_funding",
  "card_withdrawal",
  "liquidation",
  "authorization",
  "reversal",
  "settlement",
  "card_shortfall",
  "shortfall_recovery",
  "refund",
  "dispute_credit",
  "dispute_won",
  "dispute_reversal",
  "kyc_fee",
  "card_creation_fee",
  "funding_fee",
  "cross_border_fee",
  "withdrawal",
  "withdrawal_completed",
  "withdrawal_refund",
  "correction",
  "network_payment",
  "network_receipt",
  "fee_withdrawal",
  "treasury_transfer",
  "capital_contribution",
  "capital_withdrawal",
  "cost_payment",
  "service_correction",
] as const;
export type JournalType = (typeof JOURNAL_TYPES)[number];

/** An amount of the ledger: credits are positive, debits negative. */
export const signed = usd.meta({ description: "USD to the micro-dollar; negative for debits" });

export const lineSchema = z.object({
  line: z.string().meta({ description: "The kind of a partner's account, or a service account" }),
  kind: z.enum(ACCOUNT_KINDS),
  chain: z.string().optional(),
  token: z.string().optional(),
  balance: signed,
});

const isFinal = z.boolean().meta({
  description: "Whether no posting until this instant can be added: five minutes after it",
});

export const trialBalanceSchema = z.object({
  at: timestamp,
  isFinal,
  lines: z.array(lineSchema),
  subtotals: z
    .array(z.object({ class: z.enum(ACCOUNT_CLASS_NAMES), debits: usd, credits: usd }))
    .meta({ description: "The sums of each class of accounts, in the order of the lines" }),
  debits: usd.meta({ description: "USD; the sum of the debit balances" }),
  credits: usd.meta({ description: "USD; the sum of the credit balances" }),
  total: signed.meta({ description: "USD; credits minus debits: 0 if the books balance" }),
});

export const journalSchema = z.object({
  journalId: z.string(),
  type: z.enum(JOURNAL_TYPES),
  sourceId: z.string(),
  partnerId: z.string().optional(),
  partnerName: z.string().optional(),
  amount: usd.meta({ description: "USD that the journal moved" }),
  createdAt: timestamp,
});

export const legSchema = z.object({
  account: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  cardId: z.string().optional(),
  amount: signed,
  balanceAfter: usd.optional().meta({ description: "USD; absent for accounts of the service" }),
});

export const personSchema = z.object({ personId: z.string(), name: z.string() });

export const journalWithLegsSchema = journalSchema.extend({
  legs: z.array(legSchema),
  serviceTransactionId: z
    .string()
    .optional()
    .meta({ description: "Its line in the partner's list of wallet transactions" }),
  posting: z
    .object({
      reason: z.string(),
      reference: z.string().optional(),
      requestedBy: personSchema,
      confirmedBy: personSchema,
    })
    .optional()
    .meta({ description: "For an operator posting: its reason and the people who decided it" }),
});

const cardBalanceSchema = z.object({
  serviceCardId: z.string(),
  status: z.string(),
  available: usd,
  held: usd,
  shortfall: usd.meta({ description: "USD that the card owes to the service" }),
});

export const partnerBalancesSchema = z.object({
  at: timestamp,
  isFinal,
  partnerId: z.string(),
  name: z.string(),
  wallet: usd,
  cards: z.array(cardBalanceSchema),
  pagination: uncountedPagination,
});

export const shortfallSchema = z.object({
  serviceCardId: z.string(),
  last4: z.string(),
  status: z.string(),
  partnerId: z.string(),
  partnerName: z.string(),
  amount: usd.meta({ description: "USD that the card owes to the service" }),
  since: timestamp,
});

const invariantSchema = z.object({
  name: z.string(),
  meaning: z.string().meta({ description: "The meaning of the rows that the check found" }),
  rows: z.array(z.record(z.string(), z.unknown())).meta({ description: "At most 20" }),
});

/** The stored result of the check of the invariants. */
export const invariantsSchema = z.object({ invariants: z.array(invariantSchema) });

export const coveredInvariantsSchema = invariantsSchema.extend({
  coverage: z
    .string()
    .meta({ description: "The rows that the service's checks compare, in words" }),
});

const statementLineSchema = z.object({
  type: z.enum(JOURNAL_TYPES),
  count: z.int(),
  amount: signed.meta({ description: "USD; positive for credits, negative for debits" }),
  feesWithin: signed.meta({
    description:
      "USD of fees that the amount includes and that have no line; negative for returned fees",
  }),
});

export const statementSchema = z.object({
  partnerId: z.string(),
  name: z.string(),
  month: z.string(),
  from: timestamp,
  until: timestamp.meta({ description: "Exclusive end; the present for the current month" }),
  isFinal: z.boolean().meta({
    description:
      "Whether the month is over and no entry can be added: once its last hour is stored, usually within a quarter of an hour",
  }),
  opening: usd,
  lines: z.array(statementLineSchema),
  closing: usd.meta({ description: "USD in the ledger at the end" }),
  difference: usd.meta({
    description: "USD; closing minus opening minus all lines; 0 if the statement is complete",
  }),
});
