import { z } from "zod";
import { ACCOUNT_KINDS, personSchema, signed } from "@/lib/accounting/schema";
import { rule, text, timestamp, usd } from "@/lib/contract/fields";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { MAX_AMOUNT_USD, microUsdFromNumber } from "@/lib/kernel/money";
import { DIRECTIONS, POSTING_KINDS } from "./kinds";
import { POSTING_STATUSES } from "./states";

const DECIMALS = 6;
const MAX_REFERENCE_CHARACTERS = 200;

/** Amounts of deposits have 6 decimals, so their corrections have as many. */
const exactAmount = z
  .number()
  .gt(0)
  .max(MAX_AMOUNT_USD)
  .refine(
    (value) => microUsdFromNumber(value, DECIMALS) !== null,
    rule("maxDecimals", `must have at most ${DECIMALS} decimals`),
  )
  .transform((value) => microUsdFromNumber(value, DECIMALS) ?? 0n)
  .meta({ description: "USD, at most 6 decimals" });

const account = (what: string) => text(1, 100).optional().meta({ description: what });
const PLACE = "`bank`, or `custody:<chain>:<token>`";

/** The request of a posting; `FIELDS_OF_KIND` says which optional fields belong to a kind. */
export const postingRequestSchema = z.object({
  kind: z.enum(POSTING_KINDS),
  amount: exactAmount,
  paidFrom: account(`Where the money left: ${PLACE}`),
  receivedAt: account(`Where the money arrived: ${PLACE}`),
  amountReceived: exactAmount.optional().meta({
    description: "USD that arrived, when the transfer cost something; the rest is booked as costs",
  }),
  partnerId: account("The partner whose wallet or card is corrected"),
  serviceCardId: account("The card that is corrected; the partner's wallet when left out"),
  direction: z.enum(DIRECTIONS).optional(),
  against: account(`The other side of the correction: \`fees\`, \`adjustments\`, ${PLACE}`),
  takeFrom: account(
    `The account of the service that is debited: fees, network, capital, costs, adjustments, ${PLACE}`,
  ),
  addTo: account("The account of the service that is credited, one of the same"),
  reason: text(1, MAX_REASON_CHARACTERS).meta({
    description: "The partner reads the reason of a correction in its list",
  }),
  reference: text(1, MAX_REFERENCE_CHARACTERS)
    .optional()
    .meta({ description: "Reference of the bank, or hash of the transaction on chain" }),
  receivedReference: text(1, MAX_REFERENCE_CHARACTERS)
    .optional()
    .meta({ description: "The same for the destination" }),
});
export type PostingRequest = z.output<typeof postingRequestSchema>;

export const postingLegSchema = z.object({
  account: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  chain: z.string().optional(),
  token: z.string().optional(),
  last4: z.string().optional(),
  amount: signed,
  reference: z.string().optional(),
  explorerUrl: z.string().optional(),
  before: signed.optional().meta({ description: "The current balance; present while pending" }),
  after: signed.optional().meta({ description: "The balance after the posting" }),
});

export const postingPreviewSchema = z.object({
  legs: z.array(postingLegSchema),
  obstacle: z
    .string()
    .optional()
    .meta({ description: "Why it cannot be posted with the current balances" }),
});

export const postingSchema = z
  .object({
    postingId: z.string(),
    kind: z.enum(POSTING_KINDS),
    status: z.enum(POSTING_STATUSES),
    amount: usd.meta({ description: "USD that the posting moves" }),
    partnerId: z.string().optional(),
    partnerName: z.string().optional(),
    serviceCardId: z.string().optional(),
    last4: z.string().optional(),
    reason: z.string(),
    reference: z.string().optional(),
    requestedBy: personSchema,
    requestedAt: timestamp,
    expiresAt: timestamp,
    decidedBy: personSchema
      .optional()
      .meta({ description: "The person who confirmed, rejected or cancelled it" }),
    decidedAt: timestamp.optional(),
    decisionReason: z.string().optional(),
    journalId: z.string().optional().meta({ description: "Present once posted" }),
    serviceTransactionId: z
      .string()
      .optional()
      .meta({ description: "For a posted correction: its line in the partner's list" }),
  })
  .meta({ id: "OperatorPosting" });

export const postingWithLegsSchema = postingSchema.extend({
  ...postingPreviewSchema.shape,
  isYours: z
    .boolean()
    .meta({ description: "The caller requested it, so another administrator must confirm it" }),
});

const partnerId = "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3";

export const exampleRequest = {
  kind: "correction",
  amount: 12.5,
  partnerId,
  direction: "credit",
  against: "adjustments",
  reason: "Card creation fee charged twice, ticket 4711",
} as const satisfies z.input<typeof postingRequestSchema>;

export const examplePreview: z.input<typeof postingPreviewSchema> = {
  legs: [
    { account: `wallet:${partnerId}`, kind: "wallet", amount: 12.5, before: 950, after: 962.5 },
    { account: "adjustments", kind: "adjustments", amount: -12.5, before: 0, after: -12.5 },
  ],
};

export const examplePosting: z.input<typeof postingSchema> = {
  postingId: "pst_01k9x75d2r8e5t2v7w4y0z1a2b3",
  kind: "correction",
  status: "pending",
  amount: 12.5,
  partnerId,
  partnerName: "Northwind Travel",
  reason: exampleRequest.reason,
  requestedBy: { personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3", name: "Ines Moreau" },
  requestedAt: "2026-11-21T10:05:00.000Z",
  expiresAt: "2026-11-28T10:05:00.000Z",
};
