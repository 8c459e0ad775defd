import { z } from "zod";
import { timestamp, usd } from "@/lib/contract/fields";
import { webhookEventSchema } from "@/lib/webhooks/schema";
import { ADDRESS_PROBLEMS } from "@/lib/withdrawals/addresses/schema";
import { EXAMPLE_POLICY, policyTermsSchema } from "@/lib/withdrawals/policy/schema";
import { exampleAdminWithdrawal } from "../schema";

const many = z.object({ count: z.int(), amount: usd });

const address = z.object({
  requestedBefore: z
    .int()
    .meta({ description: "Earlier withdrawals of this partner to the address" }),
  isPartial: z.boolean().meta({
    description:
      "1,000 of the partner's withdrawals to the address were read, and there may be more",
  }),
  firstRequestedAt: timestamp.optional(),
  paidBefore: z.object({ count: z.int(), netAmount: usd }),
  otherPartners: z
    .int()
    .meta({ description: "Other partners that requested withdrawals to the address" }),
  problem: z
    .enum(ADDRESS_PROBLEMS)
    .optional()
    .meta({ description: "Why an approval is refused for the address" }),
  lookAlikes: z.array(
    z.object({ address: z.string(), lastRequestedAt: timestamp, paidCount: z.int() }),
  ),
});

const funding = z.object({
  since: timestamp,
  deposits: usd,
  cardWithdrawals: usd,
  liquidations: usd,
  refunds: usd.meta({ description: "Refunded withdrawals" }),
  corrections: usd.meta({ description: "Credited by operator postings" }),
  lastLargeDeposit: z
    .object({ amount: usd, at: timestamp })
    .optional()
    .meta({ description: "The last deposit of at least half the withdrawal's amount" }),
});

/** The facts for a decision on a withdrawal that come from the service's own database. */
export const reviewSchema = z
  .object({
    wallet: z.object({ before: usd, after: usd, now: usd }),
    address,
    funding,
    screening: z
      .object({
        outcome: z.enum(["clear", "hit", "unavailable"]),
        reason: z.string().optional(),
        listFetchedAt: timestamp.optional(),
      })
      .optional()
      .meta({ description: "The sanctions screening of now; absent while it is off" }),
    policy: policyTermsSchema.extend({
      savedAt: timestamp.optional().meta({ description: "When the partner saved the address" }),
    }),
    paidOut: z
      .object({ today: many, thisMonth: many })
      .meta({ description: "In UTC; requested and not cancelled, rejected or failed" }),
    network: z.string().meta({ description: "The network of the payment" }),
    explorerUrl: z.string().optional(),
    journals: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        createdAt: timestamp,
        legs: z.array(z.object({ account: z.string(), amount: usd })),
      }),
    ),
    activity: z.array(
      z.object({
        id: z.string(),
        action: z.string(),
        personName: z.string(),
        role: z.string(),
        ipAddress: z.string().nullable(),
        at: timestamp,
      }),
    ),
    events: z.array(webhookEventSchema),
  })
  .meta({ id: "WithdrawalReview" });

/** The facts that come from the chain, when its node answers in time. */
export const outlookSchema = z
  .object({
    recipient: z.enum(["contract", "account", "unknown"]),
    treasury: z.object({ before: usd, after: usd }).optional(),
    gas: z
      .object({
        balance: z.string().meta({ description: "In the chain's coin" }),
        transfersAfter: z.int().meta({
          description: "Further transfers that the balance covers at their maximum cost",
        }),
      })
      .optional(),
    fault: z.string().optional().meta({ description: "Why a fact is unknown" }),
  })
  .meta({ id: "PayoutOutlook" });

export const exampleReview: z.input<typeof reviewSchema> = {
  wallet: { before: 12_580.5, after: 12_480.5, now: 12_480.5 },
  address: {
    requestedBefore: 0,
    isPartial: false,
    paidBefore: { count: 0, netAmount: 0 },
    otherPartners: 0,
    lookAlikes: [],
  },
  funding: {
    since: "2026-10-22T10:00:00.000Z",
    deposits: 12_000,
    cardWithdrawals: 310,
    liquidations: 25,
    refunds: 0,
    corrections: 0,
    lastLargeDeposit: { amount: 2_000, at: "2026-11-20T17:12:00.000Z" },
  },
  screening: { outcome: "clear", listFetchedAt: "2026-11-21T09:45:00.000Z" },
  policy: { ...EXAMPLE_POLICY, savedAt: "2026-11-12T08:00:00.000Z" },
  paidOut: { today: { count: 1, amount: 100 }, thisMonth: { count: 4, amount: 2_350 } },
  network: "base",
  journals: [
    {
      id: "jrn_01k9x75d2r8e5t2v7w4y0z1a2b3",
      type: "withdrawal",
      createdAt: exampleAdminWithdrawal.createdAt,
      legs: [
        { account: `wallet:${exampleAdminWithdrawal.partnerId}`, amount: -100 },
        { account: "payout", amount: 100 },
      ],
    },
  ],
  activity: [],
  events: [],
};

export const exampleOutlook: z.input<typeof outlookSchema> = {
  recipient: "account",
  treasury: { before: 12_000, after: 11_900.5 },
  gas: { balance: "0.25", transfersAfter: 1_640 },
};
