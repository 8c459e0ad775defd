import { z } from "zod";

const hex = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits");
const base64 = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => Buffer.from(text, "base64").length === bytes,
      `must be ${bytes} bytes in base64`,
    );
const microUsd = z.string().regex(/^-?\d{1,19}$/, "must be micro-USD in decimal digits");

const legSchema = z.object({
  account: z.string(),
  amountMicroUsd: microUsd,
  version: z
    .string()
    .regex(/^\d{1,19}$/)
    .nullable(),
  balanceAfterMicroUsd: microUsd.nullable(),
});

const journalSchema = z.object({
  journalId: z.string(),
  type: z.string(),
  sourceId: z.string(),
  at: z.string().meta({ description: "In UTC, to the microsecond" }),
  legs: z.array(legSchema),
  index: z.int().min(0).meta({ description: "The number of the leaf, from 0 on" }),
  path: z.array(hex).optional().meta({
    description:
      "The hashes from the leaf to the root; absent where all leaves of the day are given",
  }),
});

const daySchema = z.object({
  day: z.iso.date(),
  leafCount: z
    .int()
    .min(1)
    .meta({ description: "The number of the partner's journals of the day" }),
  root: hex,
  previous: hex.meta({ description: "The hash of the partner's previous day with journals" }),
  keyId: z.string(),
  signature: base64(64),
  journals: z.array(journalSchema),
});

/** A file of proofs. docs/verifiable-ledger.md describes it for those who write their own verifier. */
export const proofFileSchema = z.object({
  format: z.literal("ledger-proof-1"),
  partnerId: z.string(),
  isComplete: z.boolean().meta({
    description: "Each day has all of its journals, so that a missing one is noticed",
  }),
  period: z.string().meta({ description: "A month, or the day of a single journal" }),
  sealedBefore: z.iso.date().meta({ description: "Days from this one on have no root yet" }),
  keys: z.array(z.object({ keyId: z.string(), publicKey: base64(32) })),
  days: z.array(daySchema),
});

export type ProofFile = z.output<typeof proofFileSchema>;
export type ProofDay = ProofFile["days"][number];
