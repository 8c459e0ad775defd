import { z } from "zod";
import { amountUsd, multilineText, rule, text, timestamp, usd } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";
import { DISPUTE_REASONS } from "../issuer/disputes/port";
import { exampleCardSummary, exampleCardTransaction } from "../schema";
import { MAX_EVIDENCE_FILES } from "./files/rules";
import { evidenceFileSchema, exampleEvidenceFile } from "./files/schema";
import { CARD_DISPUTE_STATUSES } from "./states";

const day = (description: string) =>
  z.iso
    .date()
    .optional()
    .meta({ description: `${description}, as YYYY-MM-DD` });

/** Further evidence: which facts the card network needs depends on the reason. */
const facts = {
  productDescription: personal(text(1, 1_000)).optional(),
  productType: z.enum(["merchandise", "service"]).optional(),
  expectedOn: day("When the product was expected"),
  receivedOn: day("When the product was received"),
  canceledOn: day("When the order was canceled"),
  returnedOn: day("When the product was returned"),
  originalServiceTransactionId: z
    .string()
    .optional()
    .meta({ description: "With duplicate: the transaction that this one repeats" }),
};

/** The fields of the further evidence in the body of a request. */
const evidence = {
  ...facts,
  evidenceFileIds: z
    .array(text(1, 64))
    .max(MAX_EVIDENCE_FILES)
    .refine((ids) => new Set(ids).size === ids.length, rule("arrayUnique", "must be different"))
    .optional()
    .meta({ description: "Files of Add Evidence File" }),
};

/** The further evidence of a dispute. */
const disputeFactsSchema = z.object(evidence);
export type DisputeFacts = z.output<typeof disputeFactsSchema>;

export const disputeBody = z.object({
  amount: amountUsd({ above: 0 })
    .optional()
    .meta({ description: "USD; the amount that is not refunded by default" }),
  reason: z.enum(DISPUTE_REASONS),
  explanation: personal(
    multilineText(1, 2_500).meta({
      description:
        "What happened, in the cardholder's words. Some card issuers take 1500 characters only",
    }),
  ),
  ...evidence,
});

export const disputeSchema = z
  .object({
    disputeId: z.string(),
    serviceTransactionId: z.string().meta({ description: "The disputed transaction" }),
    serviceCardId: z.string(),
    last4: z.string().meta({ description: "Of the card" }),
    merchantName: z.string().meta({ description: "Of the disputed transaction" }),
    amount: usd,
    currency: z.string(),
    reason: z.enum(DISPUTE_REASONS),
    explanation: personal(z.string()),
    ...facts,
    evidenceFiles: z.array(evidenceFileSchema),
    status: z.enum(CARD_DISPUTE_STATUSES),
    creditTransactionId: z
      .string()
      .meta({ description: "The card transaction of the provisional credit" }),
    reversalTransactionId: z
      .string()
      .optional()
      .meta({ description: "The card transaction that took the credit back" }),
    createdAt: timestamp,
    submittedAt: timestamp.optional(),
    decidedAt: timestamp.optional(),
  })
  .meta({ id: "Dispute" });

export const exampleDispute: z.input<typeof disputeSchema> = {
  disputeId: "dsp_01k9x7a2m8r8e5t2v7w4y0z1a2",
  serviceTransactionId: exampleCardTransaction.serviceTransactionId,
  serviceCardId: exampleCardTransaction.serviceCardId,
  last4: exampleCardSummary.last4,
  merchantName: exampleCardTransaction.merchantName,
  amount: 25,
  currency: "USD",
  reason: "not_received",
  explanation: "The parcel never came.",
  productDescription: "A coffee grinder",
  productType: "merchandise",
  expectedOn: "2026-11-20",
  evidenceFiles: [exampleEvidenceFile],
  status: "submitted",
  creditTransactionId: "txn_01k9x7a2m9r8e5t2v7w4y0z1a2",
  createdAt: "2026-11-23T09:40:00.000Z",
  submittedAt: "2026-11-23T09:40:02.000Z",
};
