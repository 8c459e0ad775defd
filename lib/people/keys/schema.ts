import { z } from "zod";
import { rule, timestamp } from "@/lib/contract/fields";
import { API_KEY_SCOPES, BASIC_SCOPES } from "@/lib/contract/scopes";
import { personal, secret } from "@/lib/contract/sensitive";

/** `ending`: rotated, and valid until `expiresAt`. */
const API_KEY_STATUSES = ["active", "ending", "ended", "revoked"] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/** The latest expiry of a new key, in years from its creation. */
export const MAX_KEY_YEARS = 5;
/** The most entries of a key's list of IP addresses. */
const MAX_ALLOWED_IPS = 50;

/** The longest time for which a rotated key keeps working: one week. */
export const MAX_OVERLAP_H = 7 * 24;

const apiKeyScopes = z.array(z.enum(API_KEY_SCOPES));

/** The scopes of a new key: at least one. */
export const newKeyScopes = apiKeyScopes.min(1);

/** A range of all addresses (`/0`) is refused: a key must not look more restricted than it is. */
const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
/** The schema of IPv6 ranges also accepts fractions, which cannot be compared with an address. */
const WHOLE_PREFIX = /^[^/]+(?:\/\d+)?$/;
const isIpOrRange = (value: string) =>
  !value.endsWith("/0") && WHOLE_PREFIX.test(value) && addressOrRange.safeParse(value).success;

/** The addresses from which a new key may be used. */
export const newKeyIps = z
  .array(
    z
      .string()
      .refine(
        isIpOrRange,
        rule(
          "isIpOrRange",
          "must be an IPv4 or IPv6 address, or a CIDR range, such as 203.0.113.7 or 2001:db8::/32",
        ),
      ),
  )
  .min(1)
  .max(MAX_ALLOWED_IPS)
  .meta({
    description: `IPv4 and IPv6 addresses and CIDR ranges from which the key can be used, at most ${MAX_ALLOWED_IPS}. Without it, from everywhere`,
  });

export const apiKeySchema = z
  .object({
    keyId: z.string(),
    name: z.string(),
    hint: z.string().meta({ description: "The first and last characters of the key" }),
    status: z.enum(API_KEY_STATUSES),
    scopes: apiKeyScopes.meta({ description: "Scopes of the key" }),
    createdBy: personal(
      z.string().meta({
        description: "Name of the creator, or The operator",
      }),
    ),
    keptBy: personal(z.string()).optional().meta({
      description:
        "Name of the owner who kept the key when its creator was removed or lost the role",
    }),
    createdAt: timestamp,
    lastUsedAt: timestamp
      .optional()
      .meta({ description: "Accurate to a minute. Absent if never used" }),
    expiresAt: timestamp.optional().meta({
      description: "From this time on the key is refused. Absent without an expiry",
    }),
    allowedIps: z.array(z.string()).optional().meta({
      description:
        "IP addresses and CIDR ranges from which the key can be used. Absent: from everywhere",
    }),
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
