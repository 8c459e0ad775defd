import { z } from "zod";
import { approvalSignatureSchema } from "./approval-signature";

/** The approvals of a withdrawal as a file. docs/custody.md describes it for those who write their own verifier. */
export const approvalsFileSchema = z.object({
  format: z.literal("withdrawal-approvals-1"),
  withdrawalId: z.string(),
  status: z.string(),
  relyingParty: z.object({ id: z.string(), origin: z.string() }),
  payout: z.object({
    chainId: z.int(),
    tokenAddress: z.string(),
    toAddress: z.string(),
    paidMicroUsd: z.string().regex(/^\d{1,19}$/, "must be micro-USD in decimal digits"),
  }),
  /** By the settings and the partner's amount; 0 where none was needed. */
  signaturesNeeded: z.int().min(0).max(2),
  approvals: z.array(
    z.object({
      personId: z.string(),
      name: z.string(),
      approvedAt: z.iso.datetime(),
      signature: approvalSignatureSchema.nullable(),
    }),
  ),
});

export type ApprovalsFile = z.output<typeof approvalsFileSchema>;
