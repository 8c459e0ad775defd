import { z } from "zod";
import { PASSWORD_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { cursorPagination, cursorQuery, instant, isIdCursor, text } from "@/lib/contract/fields";
import { currentPassword } from "@/lib/identity/fields";
import {
  apiKeySchema,
  EXAMPLE_KEY,
  MAX_KEY_YEARS,
  MAX_OVERLAP_H,
  newApiKeySchema,
  newKeyIps,
  newKeyScopes,
} from "./schema";

const PATH = "/api/v1/partner/keys";
const shared = {
  tag: "API keys",
  audience: "dashboard",
  roles: ["owner", "developer"],
} as const;
/** An API key acts without the person and outlives the session, so creating one needs the password too. */
const EXAMPLE_PASSWORD = "correct horse battery staple";
const keyParams = z.object({ keyId: z.string() });
const exampleParams = { keyId: EXAMPLE_KEY.keyId };
const exampleNewKey = {
  ...EXAMPLE_KEY,
  apiKey: "sk_staging_q3nZ0Yx8m1Jc5Vw2Tt7Lr4Kd9Hb6Gf0Se3Pa1Uo5XyE",
};

export const listApiKeysContract = contract({
  ...shared,
  id: "listApiKeys",
  method: "GET",
  path: PATH,
  summary: "List API Keys",
  query: z.object({
    ...cursorQuery(isIdCursor("key")),
    responsible: text(1, 50).optional().meta({
      description: "A person id: only active keys that this person created or kept",
    }),
  }),
  data: z.object({ keys: z.array(apiKeySchema), pagination: cursorPagination }),
  message: "API keys",
  errors: [],
  examples: { data: { keys: [EXAMPLE_KEY], pagination: { skip: 0, limit: 50, total: 1 } } },
});

export const createApiKeyContract = contract({
  ...shared,
  id: "createApiKey",
  method: "POST",
  path: PATH,
  summary: "Create API Key",
  description:
    "Requires the password. Without `scopes`, the key has all scopes that the person's role may grant. Developers cannot grant `card_data` or `money_out`. The key is returned only in this response.",
  body: z.object({
    name: text(1, 100),
    scopes: newKeyScopes.optional(),
    expiresAt: instant.optional().meta({
      description: `From this time on the key is refused. In the future, at most ${MAX_KEY_YEARS} years ahead`,
    }),
    allowedIps: newKeyIps.optional(),
    password: currentPassword,
  }),
  data: newApiKeySchema,
  status: 201,
  message: "API key created",
  errors: PASSWORD_ERRORS,
  examples: {
    body: { name: EXAMPLE_KEY.name, password: EXAMPLE_PASSWORD },
    data: exampleNewKey,
  },
});

export const rollApiKeyContract = contract({
  ...shared,
  id: "rollApiKey",
  method: "POST",
  path: `${PATH}/{keyId}/roll`,
  summary: "Rotate API Key",
  description:
    "Creates a key with the same scopes, expiry and IP addresses. The old key expires after the time that you choose. Developers cannot rotate a key with `card_data` or `money_out`. Requires the password. The new key is returned only in this response.",
  params: keyParams,
  body: z.object({
    overlapHours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_H)
      .meta({ description: "Hours until the old key expires. 0 expires it immediately" }),
    password: currentPassword,
  }),
  data: newApiKeySchema,
  status: 201,
  audited: ["overlapHours"],
  message: "API key rotated",
  errors: ["API_KEY_NOT_FOUND", "API_KEY_NOT_ACTIVE", ...PASSWORD_ERRORS],
  examples: {
    params: exampleParams,
    body: { overlapHours: 24, password: EXAMPLE_PASSWORD },
    data: exampleNewKey,
  },
});

export const revokeApiKeyContract = contract({
  ...shared,
  id: "revokeApiKey",
  method: "DELETE",
  path: `${PATH}/{keyId}`,
  summary: "Revoke API Key",
  description: "Takes effect immediately and cannot be undone.",
  params: keyParams,
  data: z.object({ revoked: z.literal(true) }),
  message: "API key revoked",
  errors: ["API_KEY_NOT_FOUND", "API_KEY_NOT_ACTIVE"],
  examples: { params: exampleParams, data: { revoked: true } },
});
