import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { timeZone } from "@/lib/contract/fields";
import { overviewSchema, STEPS } from "./schema";

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
        { date: "2026-11-20", balance: 11_954.5, in: 0, out: 102 },
        { date: "2026-11-21", balance: 12_204.5, in: 250, out: 0 },
      ],
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
