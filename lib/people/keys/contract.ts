import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { pageQuery, pagination, text } from "@/lib/contract/fields";
import { currentPassword } from "@/lib/identity/fields";
import { apiKeySchema, EXAMPLE_KEY, MAX_OVERLAP_H, newApiKeySchema, newKeyScopes } from "./schema";

const PATH = "/api/v1/partner/keys";
const shared = {
  tag: "API keys",
  audience: "dashboard",
  roles: ["owner", "developer"],
} as const;
/** A key acts without the person, and outlives the session: a session alone makes none. */
const CONFIRMED = ["PASSWORD_INVALID", "PASSWORD_LOCKED"] as const;
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
    ...pageQuery,
    responsible: text(1, 50).optional().meta({
      description:
        "The id of a person: only keys in force that this person made, or kept for somebody else",
    }),
  }),
  data: z.object({ keys: z.array(apiKeySchema), pagination }),
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
    "Needs the password again. Without `scopes` the key has all that the person's role may grant: a developer grants neither `card_data` nor `money_out`. The key itself is in this answer and nowhere else.",
  body: z.object({
    name: text(1, 100),
    scopes: newKeyScopes.optional(),
    password: currentPassword,
  }),
  data: newApiKeySchema,
  status: 201,
  message: "API key created",
  errors: CONFIRMED,
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
  summary: "Roll API Key",
  description:
    "Makes a key with the same scopes in place of this one, which goes on for as long as you choose and then ends. A developer cannot roll a key with `card_data` or `money_out`. Needs the password again. The new key is in this answer and nowhere else.",
  params: keyParams,
  body: z.object({
    overlapHours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_H)
      .meta({ description: "How long the old key still works; 0 ends it at once" }),
    password: currentPassword,
  }),
  data: newApiKeySchema,
  status: 201,
  message: "API key rolled",
  errors: ["API_KEY_NOT_FOUND", "API_KEY_NOT_ACTIVE", ...CONFIRMED],
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
  description: "At once and for good: the next request with it is refused.",
  params: keyParams,
  data: z.object({ revoked: z.literal(true) }),
  message: "API key revoked",
  errors: ["API_KEY_NOT_FOUND", "API_KEY_NOT_ACTIVE"],
  examples: { params: exampleParams, data: { revoked: true } },
});
