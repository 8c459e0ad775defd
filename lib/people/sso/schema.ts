import { z } from "zod";
import { timestamp } from "@/lib/contract/fields";
import { PARTNER_ROLES } from "@/lib/contract/roles";
import { personal } from "@/lib/contract/sensitive";
import { roleRulesSchema } from "./role-rules";
import { SSO_FAILURES } from "./sign-in/failures";

export const domainSchema = z
  .object({
    domain: z.string(),
    txtHost: z.string().meta({ description: "The name of the TXT record" }),
    txtText: z.string().meta({ description: "The text of the TXT record" }),
    verifiedAt: timestamp.optional(),
  })
  .meta({ id: "SsoDomain" });

export const ssoFailureSchema = z
  .object({ reason: z.enum(SSO_FAILURES), at: timestamp })
  .meta({ description: "The last refused sign-in, unless a later one succeeded" });

const connectionSchema = z.object({
  issuer: z.string(),
  clientId: z.string(),
  roleClaim: z.string().nullable(),
  roleRules: roleRulesSchema,
  version: z.string().meta({ description: "Another one after each change" }),
  lastUsedAt: timestamp.optional().meta({ description: "Since the last change" }),
  lastFailure: ssoFailureSchema.optional(),
});

export const ssoPersonSchema = z.object({
  personId: z.string(),
  name: personal(z.string()),
  email: personal(z.string()),
  role: z.enum(PARTNER_ROLES),
  hasSecondFactor: z.boolean(),
  boundAt: timestamp.optional().meta({ description: "When an account was linked" }),
  hasBreakGlass: z.boolean(),
});

export const ssoSchema = z
  .object({
    redirectUri: z.string().meta({ description: "To register at the identity provider" }),
    connection: connectionSchema.optional(),
    isOnly: z
      .boolean()
      .meta({ description: "Passwords are refused, except for break-glass access" }),
    domains: z.array(domainSchema),
    people: z.array(ssoPersonSchema),
  })
  .meta({ id: "SingleSignOn" });

export const EXAMPLE_DOMAIN: z.input<typeof domainSchema> = {
  domain: "northwind.example",
  txtHost: "_partner-wallet.northwind.example",
  txtText: "partner-wallet-verification=Q2FzdGxlIG9uIHRoZSBoaWxs",
  verifiedAt: "2026-11-21T09:00:00.000Z",
};

export const EXAMPLE_SSO: z.input<typeof ssoSchema> = {
  redirectUri: "https://cards.example.com/api/auth/callback/ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  connection: {
    issuer: "https://login.northwind.example",
    clientId: "partner-wallet",
    roleClaim: "groups",
    roleRules: [{ value: "card-admins", role: "owner" }],
    version: "sso_01k9x6k2v8e5t2v7w4y0z1a2b3.1795251600000.0",
    lastUsedAt: "2026-11-22T08:00:00.000Z",
  },
  isOnly: false,
  domains: [EXAMPLE_DOMAIN],
  people: [
    {
      personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3",
      name: "Amina Yusuf",
      email: "amina@northwind.example",
      role: "owner",
      hasSecondFactor: true,
      boundAt: "2026-11-21T10:00:00.000Z",
      hasBreakGlass: true,
    },
  ],
};
