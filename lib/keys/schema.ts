import { z } from "zod";
import { timestamp } from "@/lib/http/fields";
import { secret } from "@/lib/http/sensitive";

/** `ending`: rolled, and good until `expiresAt`. */
export const API_KEY_STATUSES = ["active", "ending", "ended", "revoked"] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/** A rolled key works at most a week longer. */
export const MAX_OVERLAP_H = 7 * 24;

export const apiKeySchema = z
  .object({
    keyId: z.string(),
    name: z.string(),
    hint: z.string().meta({ description: "Its first and last characters" }),
    status: z.enum(API_KEY_STATUSES),
    createdAt: timestamp,
    lastUsedAt: timestamp
      .optional()
      .meta({ description: "Up to a minute late; never used without" }),
    expiresAt: timestamp.optional().meta({ description: "When it was rolled" }),
    revokedAt: timestamp.optional(),
  })
  .meta({ id: "ApiKey" });

export const newApiKeySchema = apiKeySchema
  .extend({ apiKey: secret(z.string().meta({ description: "Shown only here" })) })
  .meta({ id: "NewApiKey" });

export const EXAMPLE_KEY: z.input<typeof apiKeySchema> = {
  keyId: "key_01k9x6k2v8e5t2v7w4y0z1a2b3",
  name: "Booking server",
  hint: "sk_staging_q3nZ…5XyE",
  status: "active",
  createdAt: "2026-11-21T09:00:00.000Z",
};
