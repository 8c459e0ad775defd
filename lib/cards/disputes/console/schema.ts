import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";
import { ISSUER_NAMES } from "../../network/message";
import { evidenceFileSchema, exampleEvidenceFile } from "../files/schema";
import { disputeSchema, exampleDispute } from "../schema";

const eventSchema = z.object({
  type: z.string().meta({ description: "The issuer's word" }),
  detail: z.string(),
  at: timestamp,
});

/** A dispute with what only operators see: the partner, and the issuer's words. */
export const adminDisputeSchema = z
  .object({
    ...disputeSchema.shape,
    evidenceFiles: z.array(
      evidenceFileSchema.extend({
        isDelivered: z.boolean().meta({ description: "Whether the card issuer has it" }),
      }),
    ),
    partnerId: z.string(),
    partnerName: z.string(),
    description: z.string().meta({ description: "The disputed transaction's" }),
    deadlineAt: timestamp.meta({ description: "The last instant at which the network takes it" }),
    issuer: z.enum(ISSUER_NAMES),
    issuerDisputeId: z.string().optional(),
    issuerDetail: z
      .string()
      .optional()
      .meta({ description: "The issuer's words for the status, or why the dispute failed" }),
    lastError: z.string().optional().meta({ description: "Why the last call failed" }),
    attempts: z.int().meta({ description: "Calls that failed in a row" }),
    nextAttemptAt: timestamp.optional(),
    needsAttention: z.boolean(),
    mayRetry: z.boolean(),
    events: z.array(eventSchema).meta({ description: "What the issuer reported, oldest first" }),
  })
  .meta({ id: "AdminDispute" });

export const exampleAdminDispute: z.input<typeof adminDisputeSchema> = {
  ...exampleDispute,
  evidenceFiles: [{ ...exampleEvidenceFile, isDelivered: true }],
  partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  partnerName: "Northwind Travel",
  description: "Purchase at Coffee Store",
  deadlineAt: "2027-03-20T09:40:00.000Z",
  issuer: "stripe",
  issuerDisputeId: "idp_1PgafTB7WZ01zgkWsP5VmzBu",
  issuerDetail: "submitted",
  attempts: 0,
  nextAttemptAt: "2026-11-23T09:50:00.000Z",
  needsAttention: false,
  mayRetry: false,
  events: [
    { type: "issuing_dispute.submitted", detail: "submitted", at: "2026-11-23T09:40:02.000Z" },
  ],
};
