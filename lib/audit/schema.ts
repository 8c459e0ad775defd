import { z } from "zod";
import { checkSchema } from "@/lib/checks/schema";
import { timestamp } from "@/lib/contract/fields";

/** The values of an audit entry before or after the change. */
export const details = z
  .record(z.string(), z.unknown())
  .optional()
  .meta({ description: "The changed fields; never secrets, codes or users' personal data" });

export const auditEntrySchema = z.object({
  entryId: z.string(),
  at: timestamp,
  action: z.string(),
  targetId: z.string(),
  personId: z.string(),
  personName: z.string(),
  personEmail: z.string(),
  partnerId: z.string().optional().meta({ description: "Absent for the operator's people" }),
  partnerName: z.string().optional(),
  before: details,
  after: details,
  ipAddress: z.string().optional(),
  requestId: z.string().optional(),
  position: z.int().optional().meta({ description: "The position in the chain of hashes" }),
  hash: z.string().optional(),
});

/** The stored result of a verification. */
export const chainFoundSchema = z.object({
  entries: z.int(),
  hash: z.string(),
  faults: z.array(
    z.object({ position: z.int().optional(), entryId: z.string().optional(), text: z.string() }),
  ),
});

export const auditLogSchema = z.object({
  entries: z.int().meta({ description: "The current length of the chain" }),
  hash: z.string().meta({ description: "The hash of its last entry" }),
  actions: z.array(z.string()).meta({ description: "The actions that have entries" }),
  check: checkSchema
    .extend(chainFoundSchema.shape)
    .optional()
    .meta({ description: "The result of the last verification" }),
});
