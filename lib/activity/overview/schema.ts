import { z } from "zod";
import { CARD_STATUSES } from "@/lib/cards/states";
import { usd } from "@/lib/contract/fields";
import { USER_STATUSES } from "@/lib/users/states";

export const OVERVIEW_DAYS = 30;

/** The categories of wallet transactions that add money. */
export const MONEY_IN = [
  "deposit",
  "deposit_release",
  "card_withdrawal",
  "liquidation",
  "withdrawal_refund",
  "correction_credit",
] as const;
export const MONEY_OUT = [
  "card_funding",
  "withdrawal",
  "kyc_fee",
  "card_creation_fee",
  "funding_fee",
  "correction_debit",
] as const;

export const NOTICE_CODES = [
  "webhook_not_set",
  "webhook_failing",
  "webhook_paused",
  "webhook_events_failed",
  "wallet_low",
  "wallet_empty",
  "kyc_waiting",
  "deposits_confirming",
  "withdrawals_pending",
] as const;

/** The onboarding steps in their order. */
export const STEPS = [
  "fund_wallet",
  "create_user",
  "approve_user",
  "create_card",
  "first_purchase",
  "use_api_key",
  "set_webhook",
  "receive_webhook",
  "invite_colleague",
] as const;

const amounts = <Names extends readonly string[]>(names: Names) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, usd])) as {
      [Name in Names[number]]: typeof usd;
    },
  );
const counts = <Names extends readonly string[]>(names: Names) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, z.int()])) as {
      [Name in Names[number]]: z.ZodInt;
    },
  );

export const noticeSchema = z.object({
  code: z.enum(NOTICE_CODES),
  /** `attention` needs an action of the reader; `info` only informs. */
  level: z.enum(["attention", "info"]),
  text: z.string(),
  count: z.int().optional(),
  amount: usd.optional(),
});

export const overviewSchema = z
  .object({
    wallet: z.object({
      availableBalance: usd,
      pendingWithdrawals: usd,
      depositsConfirming: usd,
      currency: z.literal("USD"),
    }),
    days: z
      .array(
        z.object({
          date: z.iso.date().meta({ description: "A day of the time zone" }),
          balance: usd.meta({
            description: "At the end of the day. For today, the current balance",
          }),
          in: usd,
          out: usd,
        }),
      )
      .meta({ description: `The last ${OVERVIEW_DAYS} days, oldest first` }),
    moneyIn: amounts(MONEY_IN).extend({ total: usd }),
    moneyOut: amounts(MONEY_OUT).extend({ total: usd }),
    cards: counts(CARD_STATUSES).extend({ total: z.int() }),
    users: counts(USER_STATUSES).extend({ total: z.int() }),
    notices: z.array(noticeSchema).meta({ description: "Most urgent first" }),
    steps: z.array(z.object({ step: z.enum(STEPS), done: z.boolean() })),
  })
  .meta({ id: "Overview" });
