import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { timeZone } from "@/lib/contract/fields";
import { MAX_OVERVIEW_DAYS, OVERVIEW_DAYS, overviewSchema, STEPS } from "./schema";

export const getOverviewContract = contract({
  id: "getOverview",
  method: "GET",
  path: "/api/v1/partner/overview",
  tag: "Overview",
  summary: "Get Overview",
  description: "Balances, counts and notices of the partner.",
  audience: "dashboard",
  query: z.object({
    timeZone: timeZone.default("UTC").meta({ description: "The time zone of the days" }),
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_OVERVIEW_DAYS)
      .default(OVERVIEW_DAYS)
      .meta({ description: "The number of days" }),
    until: z.iso.date().optional().meta({ description: "The last day; today when left out" }),
  }),
  data: overviewSchema,
  message: "Overview",
  errors: [],
  examples: {
    query: { timeZone: "Europe/Berlin" },
    data: {
      wallet: {
        availableBalance: 12_204.5,
        pendingWithdrawals: 500,
        depositsConfirming: 0,
        currency: "USD",
      },
      days: [
        {
          ...{ date: "2026-11-20", startsAt: "2026-11-19T23:00:00.000Z" },
          ...{ balance: 11_954.5, in: 0, out: 102 },
          ...{ spend: 0, refunds: 0, fxFees: 0, approved: 0, declined: 0, cardsIssued: 0 },
        },
        {
          ...{ date: "2026-11-21", startsAt: "2026-11-20T23:00:00.000Z" },
          ...{ balance: 12_204.5, in: 250, out: 0 },
          ...{ spend: 61.3, refunds: 0, fxFees: 1.84, approved: 1, declined: 1, cardsIssued: 1 },
        },
      ],
      period: {
        from: "2026-11-19T23:00:00.000Z",
        to: "2026-11-21T23:00:00.000Z",
        isCurrent: true,
      },
      spending: {
        ...{ spend: 61.3, refunds: 0, fxFees: 1.84 },
        ...{ approved: 1, declined: 1, cardsIssued: 1 },
      },
      before: {
        ...{ spend: 40, refunds: 0, fxFees: 0, approved: 2, declined: 0, cardsIssued: 0 },
        ...{ moneyIn: 500, moneyOut: 0, balance: 12_056.5 },
      },
      declines: [{ reason: "insufficient funds", count: 1, amount: 900 }],
      moneyIn: {
        deposit: 250,
        deposit_release: 0,
        card_withdrawal: 0,
        liquidation: 0,
        withdrawal_refund: 0,
        correction_credit: 0,
        total: 250,
      },
      moneyOut: {
        card_funding: 99,
        withdrawal: 0,
        kyc_fee: 2,
        card_creation_fee: 1,
        funding_fee: 0,
        correction_debit: 0,
        total: 102,
      },
      cards: { active: 3, frozen: 1, terminated: 0, total: 4 },
      users: { pending: 1, pending_kyc: 0, approved: 4, denied: 1, total: 6 },
      notices: [
        {
          code: "kyc_waiting",
          level: "info",
          text: "1 user has not completed identity verification.",
          count: 1,
        },
      ],
      steps: STEPS.map((step) => ({ step, done: step !== "invite_colleague" })),
    },
  },
});
