import { z } from "zod";
import { PASSWORD_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { receiverUrl, rule, text } from "@/lib/contract/fields";
import { secret } from "@/lib/contract/sensitive";
import { currentPassword } from "@/lib/identity/fields";
import { domainKeyOf } from "./domain-of";
import { roleRulesSchema } from "./role-rules";
import { domainSchema, EXAMPLE_DOMAIN, EXAMPLE_SSO, ssoSchema } from "./schema";

const PATH = "/api/v1/partner/sso";
const shared = { tag: "People", audience: "dashboard", roles: ["owner"] } as const;
/**
 * The right to sign in outlives the session, so changes need the password.
 * Source: docs/decisions/0030-step-up-authentication.md
 */
const EXAMPLE_PASSWORD = "correct horse battery staple";
const domainParams = z.object({ domain: z.string() });
const exampleDomain = { domain: EXAMPLE_DOMAIN.domain };
/** Two owners who save at the same time would otherwise undo each other's change without seeing it. */
const readVersion = text(1, 100).nullable().default(null).meta({
  description: "`connection.version` as it was read; null: there was none. Refused if it changed",
});
const credential = (length: number) =>
  text(1, length).regex(/^\S+$/, rule("isToken", "must have no spaces"));

export const getSsoContract = contract({
  ...shared,
  id: "getSso",
  method: "GET",
  path: PATH,
  summary: "Get Single Sign-On",
  description: "The identity provider, the domains and who has break-glass access.",
  data: ssoSchema,
  message: "Single sign-on",
  errors: [],
  examples: { data: EXAMPLE_SSO },
});

export const setSsoContract = contract({
  ...shared,
  id: "setSso",
  method: "PUT",
  path: PATH,
  summary: "Set Single Sign-On",
  description:
    "Checks the provider's configuration and saves it. Another issuer unlinks all accounts, and is refused while single sign-on is required. A rule of a role applies at each sign-in; the first rule that fits decides.",
  body: z.object({
    issuer: receiverUrl,
    clientId: credential(300),
    clientSecret: secret(
      credential(1000).meta({ description: "May be omitted to keep the present one" }),
    ).optional(),
    roleClaim: text(1, 100).nullable().default(null),
    roleRules: roleRulesSchema.default([]),
    version: readVersion,
    password: currentPassword,
  }),
  data: ssoSchema,
  audited: ["issuer", "clientId", "roleClaim", "roleRules"],
  message: "Single sign-on saved",
  errors: ["SSO_ISSUER_UNUSABLE", "SSO_IS_REQUIRED", "SSO_CHANGED", ...PASSWORD_ERRORS],
  examples: {
    body: {
      issuer: "https://login.northwind.example",
      clientId: "partner-wallet",
      clientSecret: "a secret of the provider".replaceAll(" ", "-"),
      roleClaim: "groups",
      roleRules: [{ value: "card-admins", role: "owner" }],
      version: null,
      password: EXAMPLE_PASSWORD,
    },
    data: EXAMPLE_SSO,
  },
});

export const removeSsoContract = contract({
  ...shared,
  id: "removeSso",
  method: "DELETE",
  path: PATH,
  summary: "Remove Single Sign-On",
  description: "Unlinks all accounts and allows passwords again. Domains stay.",
  body: z.object({ password: currentPassword }),
  data: z.object({ removed: z.literal(true) }),
  message: "Single sign-on removed",
  errors: ["SSO_NOT_SET", ...PASSWORD_ERRORS],
  examples: { body: { password: EXAMPLE_PASSWORD }, data: { removed: true } },
});

export const setSsoOnlyContract = contract({
  ...shared,
  id: "setSsoOnly",
  method: "PUT",
  path: `${PATH}/only`,
  summary: "Require Single Sign-On",
  description:
    "Refuses passwords of your people, except of those with break-glass access, who need a second factor. At least one of them is an owner.",
  body: z.object({
    isOnly: z.boolean(),
    breakGlassPersonIds: z.array(text(1, 50)).max(10),
    version: readVersion,
    password: currentPassword,
  }),
  data: ssoSchema,
  audited: ["isOnly", "breakGlassPersonIds"],
  message: "Single sign-on saved",
  errors: ["SSO_NOT_SET", "SSO_ONLY_NOT_READY", "SSO_CHANGED", ...PASSWORD_ERRORS],
  examples: {
    body: {
      isOnly: true,
      breakGlassPersonIds: ["prs_01k9x6k2v8e5t2v7w4y0z1a2b3"],
      version: EXAMPLE_SSO.connection?.version ?? null,
      password: EXAMPLE_PASSWORD,
    },
    data: { ...EXAMPLE_SSO, isOnly: true },
  },
});

export const addSsoDomainContract = contract({
  ...shared,
  id: "addSsoDomain",
  method: "POST",
  path: `${PATH}/domains`,
  summary: "Add Domain",
  description: "Returns the TXT record that proves the domain.",
  body: z.object({
    domain: text(4, 253).transform((value, context) => {
      const key = domainKeyOf(value);
      if (key !== undefined) return key;
      context.addIssue({
        ...{ code: "custom", message: "must be a domain, such as example.com" },
        params: { rule: "isDomain" },
      });
      return z.NEVER;
    }),
  }),
  data: domainSchema,
  status: 201,
  audited: ["domain"],
  message: "Domain added",
  errors: ["SSO_DOMAIN_LIMIT"],
  examples: { body: exampleDomain, data: EXAMPLE_DOMAIN },
});

export const verifySsoDomainContract = contract({
  ...shared,
  id: "verifySsoDomain",
  method: "POST",
  path: `${PATH}/domains/{domain}/verify`,
  summary: "Verify Domain",
  description: "Looks the TXT record up. In staging, reserved domains (.example, .test) need none.",
  params: domainParams,
  data: domainSchema,
  message: "Domain verified",
  errors: ["SSO_DOMAIN_NOT_FOUND", "SSO_DOMAIN_UNPROVEN", "SSO_DOMAIN_TAKEN"],
  examples: { params: exampleDomain, data: EXAMPLE_DOMAIN },
});

export const removeSsoDomainContract = contract({
  ...shared,
  id: "removeSsoDomain",
  method: "DELETE",
  path: `${PATH}/domains/{domain}`,
  summary: "Remove Domain",
  description: "Accounts that were linked stay linked. Nobody else is linked by this domain.",
  params: domainParams,
  data: z.object({ removed: z.literal(true) }),
  message: "Domain removed",
  errors: ["SSO_DOMAIN_NOT_FOUND"],
  examples: { params: exampleDomain, data: { removed: true } },
});

export const unlinkSsoContract = contract({
  ...shared,
  id: "unlinkSso",
  method: "DELETE",
  path: `${PATH}/identities/{personId}`,
  summary: "Unlink Account",
  description:
    "The person's next sign-in links an account again, by its verified email. Sessions stay.",
  params: z.object({ personId: z.string() }),
  data: z.object({ removed: z.literal(true) }),
  message: "Account unlinked",
  errors: ["SSO_IDENTITY_NOT_FOUND"],
  examples: {
    params: { personId: "prs_01k9x6k2v8e5t2v7w4y0z1a2b3" },
    data: { removed: true },
  },
});
