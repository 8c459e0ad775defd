import { z } from "zod";
import { CARD_STATUSES } from "@/lib/cards/states";
import { timestamp, usd } from "@/lib/contract/fields";
import { USER_STATUSES } from "@/lib/users/states";

export const OVERVIEW_DAYS = 30;
/** The longest period of the overview. */
export const MAX_OVERVIEW_DAYS = 180;

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
  "cards_owing",
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

const spendingFields = {
  spend: usd.meta({ description: "Purchases and cash withdrawals, held or settled" }),
  approved: z.int().meta({ description: "Approved authorizations" }),
  declined: z.int(),
  cardsIssued: z.int(),
  refunds: usd,
  fxFees: usd,
};
const spendingSchema = z.object(spendingFields);

export const overviewSchema = z
  .object({
    wallet: z.object({
      availableBalance: usd,
      pendingWithdrawals: usd,
      depositsConfirming: usd,
      currency: z.literal("USD"),
      lowBalanceThreshold: usd
        .optional()
        .meta({ description: "Below this balance there is a notice, if the partner set one" }),
    }),
    days: z
      .array(
        z.object({
          date: z.iso.date().meta({ description: "A day of the time zone" }),
          startsAt: timestamp.meta({
            description: "The day ends when the next one starts, or with the period",
          }),
          balance: usd.meta({
            description: "At the end of the day. For today, the current balance",
          }),
          in: usd,
          out: usd,
          ...spendingFields,
        }),
      )
      .meta({ description: "The days of the period, oldest first" }),
    period: z.object({
      from: timestamp,
      to: timestamp.meta({ description: "Exclusive" }),
      isCurrent: z.boolean().meta({ description: "The last day is today" }),
    }),
    spending: spendingSchema,
    before: spendingSchema
      .extend({ moneyIn: usd, moneyOut: usd, balance: usd })
      .meta({ description: "The period of the same length before; `balance` is at its end" }),
    declines: z
      .array(z.object({ reason: z.string(), count: z.int(), amount: usd }))
      .meta({ description: "Declined authorizations by reason, the most frequent first" }),
    moneyIn: amounts(MONEY_IN).extend({ total: usd }),
    moneyOut: amounts(MONEY_OUT).extend({ total: usd }),
    cards: counts(CARD_STATUSES).extend({ total: z.int() }),
    users: counts(USER_STATUSES).extend({ total: z.int() }),
    notices: z.array(noticeSchema).meta({ description: "Most urgent first" }),
    steps: z.array(z.object({ step: z.enum(STEPS), done: z.boolean() })),
  })
  .meta({ id: "Overview" });
