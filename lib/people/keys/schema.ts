import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";
import { API_KEY_SCOPES, BASIC_SCOPES } from "@/lib/contract/scopes";
import { personal, secret } from "@/lib/contract/sensitive";

/** `ending`: rotated, and valid until `expiresAt`. */
export const API_KEY_STATUSES = ["active", "ending", "ended", "revoked"] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/** The longest time for which a rotated key keeps working: one week. */
export const MAX_OVERLAP_H = 7 * 24;

const apiKeyScopes = z.array(z.enum(API_KEY_SCOPES));

/** The scopes of a new key: at least one. */
export const newKeyScopes = apiKeyScopes.min(1);

export const apiKeySchema = z
  .object({
    keyId: z.string(),
    name: z.string(),
    hint: z.string().meta({ description: "The first and last characters of the key" }),
    status: z.enum(API_KEY_STATUSES),
    scopes: apiKeyScopes.meta({ description: "Scopes of the key" }),
    createdBy: personal(z.string()).meta({
      description: "Name of the creator, or The operator",
    }),
    keptBy: personal(z.string()).optional().meta({
      description:
        "Name of the owner who kept the key when its creator was removed or lost the role",
    }),
    createdAt: timestamp,
    lastUsedAt: timestamp
      .optional()
      .meta({ description: "Accurate to a minute. Absent if never used" }),
    expiresAt: timestamp.optional().meta({ description: "When it was rotated" }),
    revokedAt: timestamp.optional(),
  })
  .meta({ id: "ApiKey" });

export const newApiKeySchema = apiKeySchema
  .extend({ apiKey: secret(z.string().meta({ description: "Returned only once" })) })
  .meta({ id: "NewApiKey" });

export const EXAMPLE_KEY: z.input<typeof apiKeySchema> = {
  keyId: "key_01k9x6k2v8e5t2v7w4y0z1a2b3",
  name: "Booking server",
  hint: "sk_staging_q3nZ…5XyE",
  status: "active",
  scopes: [...BASIC_SCOPES],
  createdBy: "Amina Yusuf",
  createdAt: "2026-11-21T09:00:00.000Z",
};
