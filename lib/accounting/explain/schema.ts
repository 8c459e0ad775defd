import { z } from "zod";
import { timestamp, usd } from "@/lib/contract/fields";
import { EVENT_TYPES } from "@/lib/webhooks/events";
import { EVENT_STATUSES } from "@/lib/webhooks/schema";

/** The number of movements that explain a balance. */
export const SHOWN_MOVEMENTS = 10;

const lineSchema = z.object({
  text: z.string(),
  amount: usd.meta({ description: "Positive for credits, negative for debits" }),
});

const causeSchema = z.object({
  kind: z.enum(["key", "person", "operator", "chain", "service"]),
  text: z.string().meta({ description: "For people" }),
  requestId: z.string().optional(),
  isLogged: z.boolean().meta({ description: "Whether the request is still in the request log" }),
});

const journalSchema = z.object({
  id: z.string(),
  text: z.string(),
  legs: z.array(
    lineSchema.extend({
      isYours: z.boolean(),
      balanceAfter: usd.optional().meta({ description: "For your own accounts" }),
    }),
  ),
  cause: causeSchema,
  transaction: z
    .object({ id: z.string(), kind: z.enum(["card", "wallet"]), text: z.string() })
    .optional()
    .meta({ description: "The transaction of the entry, unless it is the explained one" }),
  createdAt: timestamp,
});

const eventSchema = z.object({
  id: z.string(),
  event: z.enum(EVENT_TYPES),
  status: z.enum(EVENT_STATUSES),
  attempts: z.int(),
  lastStatusCode: z.int().optional(),
  lastError: z.string().optional(),
  createdAt: timestamp,
});

const chainSchema = z.object({
  chain: z.string(),
  txHash: z.string(),
  explorerUrl: z.string().optional(),
});

export const explanationSchema = z
  .object({
    id: z.string(),
    sentence: z.string(),
    lines: z.array(lineSchema).meta({ description: "The lines add up to `total`" }),
    total: lineSchema,
    journals: z.array(journalSchema).meta({ description: "Oldest first" }),
    events: z.array(eventSchema).meta({ description: "Related webhook events" }),
    chain: chainSchema.optional(),
  })
  .meta({ id: "Explanation" });

export const EXAMPLE_EXPLANATION: z.input<typeof explanationSchema> = {
  id: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3",
  sentence: "20.00 USD was withdrawn from card ending 4242 to your wallet, less the fee.",
  lines: [
    { text: "Card ending 4242", amount: 20 },
    { text: "Fees", amount: -1 },
  ],
  total: { text: "Your wallet", amount: 19 },
  journals: [
    {
      id: "jrn_01k9x71f8r8e5t2v7w4y0z1a2b3",
      text: "Card withdrawal",
      legs: [
        { text: "Card ending 4242", amount: -20, isYours: true, balanceAfter: 100 },
        { text: "Your wallet", amount: 19, isYours: true, balanceAfter: 1223.5 },
        { text: "Fees", amount: 1, isYours: false },
      ],
      cause: {
        kind: "key",
        text: "Requested with API key Booking server: POST /api/v1/partner/card/withdraw",
        requestId: "req_01k9x71f8r8e5t2v7w4y0z1a2b3",
        isLogged: true,
      },
      createdAt: "2026-11-21T09:36:00.000Z",
    },
  ],
  events: [
    {
      id: "evt_01k9x71f8r8e5t2v7w4y0z1a2b3",
      event: "wallet.deposit.card-withdrawal",
      status: "delivered",
      attempts: 1,
      lastStatusCode: 200,
      createdAt: "2026-11-21T09:36:00.000Z",
    },
  ],
};
